//! What came of the claims.

use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::Interval;
use serde::Serialize;

use crate::command::{Claim, Measured, NO_END, Part, ReadAs};
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
    /// What is measured.
    pub measured: Measured,
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
    pub(crate) fn nothing(part: &Part, measured: Measured) -> FoundPart {
        FoundPart {
            says: part.says.clone(),
            measured,
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
    measured: &'f str,
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
        number::counted(found.len() as u64, "remark", "remarks"),
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
    let mut notes = vec![
        "A remark is borne out when all that is measured for it comes to what is expected. What is expected stands in claims.toml and was written down before it was measured.".to_owned(),
    ];
    if found.iter().flat_map(|one| &one.parts).any(|part| part.measured.says.contains("score")) {
        notes.push("A score is wins plus half the draws, over both seatings.".to_owned());
    }
    notes.extend(plan.footnotes(true));
    page.list(notes);
    let json: Vec<Json<'_>> = found.iter().map(json).collect();
    Answer::new(page, &json, table(found))
}

fn json<'f>(one: &'f Found) -> Json<'f> {
    let part = |part: &'f FoundPart| PartJson {
        says: &part.says,
        measured: &part.measured.says,
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
    let (scale, unit, decimals) = match part.measured.read_as {
        ReadAs::Number => (1.0, "", 3),
        ReadAs::Share => (100.0, " %", 1),
        ReadAs::Difference => (100.0, " pp", 1),
    };
    let [value, low, high] = [part.value, part.interval.low, part.interval.high].map(|number| number * scale);
    // In percent 0.55 is 55 and not the next number above it.
    let percent = |end: f64| if scale > 1.0 { (end * scale * 1e9).round() / 1e9 } else { end };
    let range = part.range.map(|end| if end.abs() >= NO_END { end } else { percent(end) });
    let shown = match part.games {
        0 => format!("{}{unit} (exact)", off_the_bounds(value, range)),
        games => format!(
            "{}{unit} (between {} and {}; {})",
            number::fixed(value, decimals),
            number::fixed(low, decimals),
            number::fixed(high, decimals),
            number::counted(games, "game", "games")
        ),
    };
    let what = if part.says.is_empty() { String::new() } else { format!("{}: ", part.says) };
    // Nothing is less than no share, and nothing more than all.
    let range = match (part.measured.read_as, range) {
        (ReadAs::Share, [low, high]) if low <= 0.0 && high < 100.0 => [-NO_END, high],
        (ReadAs::Share, [low, high]) if low > 0.0 && high >= 100.0 => [low, NO_END],
        (_, range) => range,
    };
    let expected = range_in_words(range);
    format!("{what}{}: {shown}; expected {expected}{unit}: {}.", part.measured.says, part.verdict.word())
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
    columns.extend(["says", "source", "measured"].map(Column::text));
    let mut table = Table::new("", columns);
    for one in found {
        for part in &one.parts {
            let numbers = [part.value, part.interval.low, part.interval.high, part.range[0], part.range[1]];
            let mut row =
                [&one.claim.id, one.verdict.word(), &part.says, part.verdict.word()].map(Cell::text).to_vec();
            row.extend(numbers.map(|value| Cell::number(value, number::exchange(value))));
            row.push(Cell::Count(part.games));
            row.extend(
                [&one.claim.says, &one.claim.source, &part.measured.says]
                    .map(|text| Cell::text(text.clone())),
            );
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
