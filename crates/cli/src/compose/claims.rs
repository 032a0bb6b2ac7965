//! What came of the claims.

use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::Interval;
use serde::Serialize;

use crate::command::{Claim, NO_END, Part};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// What becomes of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The value lies within the range.
    BorneOut,
    /// It lies outside.
    NotBorneOut,
    /// The games do not tell.
    Undecided,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Verdict::BorneOut => "borne out",
            Verdict::NotBorneOut => "not borne out",
            Verdict::Undecided => "undecided",
        }
    }
}

/// One part of a claim and its value.
pub(crate) struct FoundPart {
    /// What it is.
    pub says: String,
    /// What it must come to.
    pub range: [f64; 2],
    /// What it came to.
    pub value: f64,
    /// Its interval over all looks.
    pub interval: Interval,
    /// Games behind it, 0 when exact.
    pub games: u64,
    /// What became of it.
    pub verdict: Verdict,
}

impl FoundPart {
    /// A part of which nothing is known yet.
    pub(crate) fn nothing(part: &Part) -> FoundPart {
        FoundPart {
            says: part.says.clone(),
            range: part.range,
            value: 0.0,
            interval: Interval { low: f64::MIN, high: f64::MAX },
            games: 0,
            verdict: Verdict::Undecided,
        }
    }
}

/// A claim and what came of it.
pub(crate) struct Found {
    /// The claim.
    pub claim: Claim,
    /// Its parts.
    pub parts: Vec<FoundPart>,
    /// What became of it.
    pub verdict: Verdict,
}

#[derive(Serialize)]
struct Json<'f> {
    id: &'f str,
    says: &'f str,
    of: Option<&'f str>,
    source: &'f str,
    verdict: &'static str,
    parts: Vec<PartJson<'f>>,
}

#[derive(Serialize)]
struct PartJson<'f> {
    says: &'f str,
    range: [f64; 2],
    value: f64,
    low: f64,
    high: f64,
    games: u64,
    verdict: &'static str,
}

/// The claims in every shape.
///
/// # Errors
/// When they cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(plan: &Plan, found: &[Found]) -> Result<Answer, Failure> {
    let mut page = Document::new("What was said of these rules");
    let count = |verdict: Verdict| found.iter().filter(|one| one.verdict == verdict).count();
    page.list(vec![format!(
        "Borne out: {} of {}; not borne out: {}; undecided: {}.",
        count(Verdict::BorneOut),
        if found.len() == 1 { "1 remark".to_owned() } else { format!("{} remarks", found.len()) },
        count(Verdict::NotBorneOut),
        count(Verdict::Undecided)
    )]);
    for one in found {
        page.heading(3, format!("{}: {}", one.claim.id, one.verdict.word()));
        let of = one.claim.of.as_ref().map(|of| format!(" (of {of})")).unwrap_or_default();
        page.paragraph(format!("{}{of}", one.claim.says));
        let mut lines: Vec<String> = one.parts.iter().map(in_words).collect();
        lines.push(format!("Source: {}", one.claim.source));
        page.list(lines);
    }
    page.list(plan.footnotes(true));
    let json: Vec<Json<'_>> = found.iter().map(json).collect();
    Answer::new(page, &json, table(found))
}

fn json<'f>(one: &'f Found) -> Json<'f> {
    let part = |part: &'f FoundPart| PartJson {
        says: &part.says,
        range: part.range,
        value: part.value,
        low: part.interval.low,
        high: part.interval.high,
        games: part.games,
        verdict: part.verdict.word(),
    };
    Json {
        id: &one.claim.id,
        says: &one.claim.says,
        of: one.claim.of.as_deref(),
        source: &one.claim.source,
        verdict: one.verdict.word(),
        parts: one.parts.iter().map(part).collect(),
    }
}

fn in_words(part: &FoundPart) -> String {
    let shown = match part.games {
        0 => off_the_bounds(part.value, part.range),
        games => format!(
            "{} (between {} and {}; {} games)",
            number::fixed(part.value, 3),
            number::fixed(part.interval.low, 3),
            number::fixed(part.interval.high, 3),
            number::count(games)
        ),
    };
    let what = if part.says.is_empty() { String::new() } else { format!("{}: ", part.says) };
    let range = range_in_words(part.range);
    let exact = if part.games == 0 { ", exact" } else { "" };
    format!("{what}{shown}{exact}; expected {range}: {}.", part.verdict.word())
}

/// An exact value with as many digits as it takes that one off a bound does not read as the bound.
fn off_the_bounds(value: f64, range: [f64; 2]) -> String {
    let text = number::small(value);
    let shown = text.parse().unwrap_or(value);
    let reads_as = |shown: f64| {
        range.into_iter().any(|end| value.total_cmp(&end).is_ne() && shown.total_cmp(&end).is_eq())
    };
    if !reads_as(shown) {
        return text;
    }
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let longer = (decimals + 1..=15).map(|decimals| number::fixed(value, decimals));
    longer.into_iter().find(|text| text.parse().is_ok_and(|shown| !reads_as(shown))).unwrap_or(text)
}

/// "1.5 to 2", or "at least 1.5" where the range has no upper end.
fn range_in_words(range: [f64; 2]) -> String {
    let [low, high] = range.map(short);
    match range.map(|end| end.abs() >= NO_END) {
        [true, true] => "any number".to_owned(),
        [false, true] => format!("at least {low}"),
        [true, false] => format!("at most {high}"),
        [false, false] if low == high => low,
        [false, false] => format!("{low} to {high}"),
    }
}

fn short(value: f64) -> String {
    let text = number::exchange(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn table(found: &[Found]) -> Table {
    let mut columns = ["claim", "verdict", "part", "part_verdict"].map(Column::text).to_vec();
    columns.extend(["value", "low", "high", "least", "greatest", "games"].map(Column::number));
    columns.extend(["says", "source"].map(Column::text));
    let mut table = Table::new("", columns);
    for one in found {
        for part in &one.parts {
            let numbers = [part.value, part.interval.low, part.interval.high, part.range[0], part.range[1]];
            let mut row =
                [&one.claim.id, one.verdict.word(), &part.says, part.verdict.word()].map(Cell::text).to_vec();
            row.extend(numbers.map(|value| Cell::number(value, number::exchange(value))));
            row.push(Cell::Count(part.games));
            row.extend([&one.claim.says, &one.claim.source].map(|text| Cell::text(text.clone())));
            table.push(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::off_the_bounds;

    #[test]
    fn a_value_off_a_bound_never_reads_as_the_bound() {
        assert_eq!(off_the_bounds(0.598, [0.6, 1.0]), "0.598");
        assert_eq!(off_the_bounds(0.599_99, [0.6, 1.0]), "0.59999");
        assert_eq!(off_the_bounds(0.6, [0.6, 1.0]), "0.60");
        assert_eq!(off_the_bounds(0.25, [0.6, 1.0]), "0.25");
        assert_eq!(off_the_bounds(2.04, [1.0, 2.0]), "2.04");
    }
}
