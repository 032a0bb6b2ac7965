//! The comparison for people: in the terminal, and to be pasted under a pull request.

use muster_analysis::compare::Verdict;
use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::Z95;

use super::{Comparison, Edit, Line, Steepness, forces, map};

/// Rows of a table that people read; the files have all of them.
const SHOWN: usize = 15;

/// Changed rule lines that are quoted.
const QUOTED: usize = 20;

/// The page.
pub(super) fn page(comparison: &Comparison) -> Document {
    let mut page = Document::new("What the edit changed");
    page.list(summary(comparison));
    if !comparison.edits.is_empty() {
        page.heading(2, "The edit");
        page.blocks.push(muster_report::Block::Verbatim(quoted(&comparison.edits)));
    }
    if comparison.tolerance.is_set() {
        limits(&mut page, comparison);
    }
    if let Some(figure) = map::figure(comparison) {
        page.draw(figure);
    }
    let mut changed = of_verdict(comparison, Verdict::Changed);
    sort_by_size(&mut changed);
    cells(&mut page, comparison, "Changed", &changed, "The largest changes");
    let mut open = of_verdict(comparison, Verdict::Inconclusive);
    open.sort_by_key(|line| std::cmp::Reverse(line.to_settle));
    cells(&mut page, comparison, "Inconclusive", &open, "The farthest from a verdict");
    let mut small = of_verdict(comparison, Verdict::ChangedNegligible);
    sort_by_size(&mut small);
    if changed.is_empty() {
        cells(&mut page, comparison, "Changed negligibly", &small, "The largest");
    }
    if !changed.is_empty() || !small.is_empty() {
        page.table(forces::gainers(comparison));
    }
    page.list(remarks(comparison));
    page
}

fn of_verdict(comparison: &Comparison, verdict: Verdict) -> Vec<&Line> {
    comparison.lines.iter().filter(|line| line.verdict == verdict).collect()
}

fn sort_by_size(lines: &mut [&Line]) {
    lines.sort_by(|a, b| b.change.change.abs().total_cmp(&a.change.change.abs()).then(a.pair.cmp(&b.pair)));
}

pub(super) fn verdict_in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Identical => "identical",
        Verdict::Equivalent => "equivalent",
        Verdict::ChangedNegligible => "changed negligibly",
        Verdict::Changed => "changed",
        Verdict::Inconclusive => "inconclusive",
    }
}

fn summary(comparison: &Comparison) -> Vec<String> {
    let cells = comparison.lines.len();
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .filter(|verdict| comparison.count(*verdict) > 0)
        .map(|verdict| {
            format!("{} {}", number::count(comparison.count(verdict) as u64), verdict_in_words(verdict))
        })
        .collect();
    let mut lines =
        vec![format!("{}: {}.", number::counted(cells as u64, "cell", "cells"), counts.join(", "))];
    let untouched = comparison.lines.iter().filter(|line| line.basis == "untouched").count();
    if untouched > 0 {
        lines.push(match untouched == cells {
            true => "No cell can be touched: all compile to the same match-ups under both rules.".to_owned(),
            false => format!(
                "{} cannot be touched: they compile to the same match-ups under both rules.",
                number::counted(untouched as u64, "cell", "cells")
            ),
        });
    }
    let mut all: Vec<&Line> = comparison.lines.iter().collect();
    sort_by_size(&mut all);
    if let Some(line) = all.first().filter(|line| line.change.change.abs() > 1e-12) {
        lines.push(format!("Largest change: {}.", in_a_sentence(comparison, line)));
    }
    lines.extend(forces::moved_in_a_sentence(comparison));
    if comparison.tolerance.is_set() {
        let (broken, open) = (comparison.broken(), comparison.open_limits());
        lines.push(match (broken, open) {
            (0, 0) => "All limits are kept.".to_owned(),
            (0, open) => format!("No limit is surely broken; {} not decided.", are(open)),
            (broken, 0) => {
                format!("Limits are BROKEN in {}.", number::counted(broken as u64, "cell", "cells"))
            }
            (broken, open) => {
                format!(
                    "Limits are BROKEN in {}; {} not decided.",
                    number::counted(broken as u64, "cell", "cells"),
                    are(open)
                )
            }
        });
    }
    if let Some(pairing) = comparison.pairing {
        let saved = pairing.reduction.map_or_else(
            || "no game of either rules differed".to_owned(),
            |times| {
                format!(
                    "a game's difference varies {} times less than that of independent games",
                    number::fixed(times, 1)
                )
            },
        );
        lines.push(format!(
            "Common luck: {saved}; {} games under both rules together do what {} independent ones would.",
            whole(pairing.games),
            whole(pairing.independent)
        ));
    }
    lines
}

fn are(open: usize) -> String {
    format!("{} {}", number::counted(open as u64, "cell", "cells"), if open == 1 { "is" } else { "are" })
}

fn whole(games: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count, and casts saturate"
    )]
    let games = games.round().max(0.0) as u64;
    number::count(games)
}

fn names<'c>(comparison: &'c Comparison, line: &Line) -> [&'c str; 2] {
    [&comparison.names[line.pair.0], &comparison.names[line.pair.1]]
}

fn in_a_sentence(comparison: &Comparison, line: &Line) -> String {
    let [row, column] = names(comparison, line);
    let percent = |score: Option<f64>| {
        score.map_or_else(|| number::ABSENT.to_owned(), |score| number::fixed(score * 100.0, 1))
    };
    format!(
        "{row} against {column}, {} to {} % ({})",
        percent(line.before),
        percent(line.after),
        shown_change(line)
    )
}

pub(super) fn shown_change(line: &Line) -> String {
    number::change(line.change.change, half_width(line))
}

/// Half the width of the 95 % interval of a change, 0 of an exact one.
fn half_width(line: &Line) -> f64 {
    let [low, high] = line.change.interval(Z95);
    if line.change.is_exact() { 0.0 } else { (high - low) / 2.0 }
}

/// Changes of one column as [`number::change`] says them, without the unit that its heading names, and with as many decimals as the
/// surest of them deserves, two at most; a half-width below the last of them is rounded up to it.
pub(super) fn changes(column: &[(f64, f64)]) -> Vec<String> {
    let deserved = column
        .iter()
        .filter(|(change, _)| change.is_finite())
        .map(|(_, half)| number::decimals_for(half * 100.0));
    let decimals = deserved.max().unwrap_or(1).min(2);
    let shown = |&(change, half): &(f64, f64)| {
        if !change.is_finite() {
            return number::ABSENT.to_owned();
        }
        let number = number::fixed(change * 100.0, decimals);
        let nought = number.chars().all(|c| c == '0' || c == '.');
        let sign = if change > 0.0 && !nought { "+" } else { "" };
        let error = if half == 0.0 || !half.is_finite() {
            String::new()
        } else {
            let last = if decimals == 2 { 0.01 } else { 0.0 };
            format!(" ± {}", number::fixed((half.abs() * 100.0).max(last), decimals))
        };
        format!("{sign}{number}{error}")
    };
    column.iter().map(shown).collect()
}

/// The changed lines as a difference, with file and line.
fn quoted(edits: &[Edit]) -> String {
    let mut text = Vec::new();
    let mark = |sign: char, key: &str, value: &Option<String>, spot: &Option<String>| {
        let spot = spot
            .as_ref()
            .filter(|spot| !spot.is_empty())
            .map(|spot| format!("    # {spot}"))
            .unwrap_or_default();
        value.as_ref().map(|value| format!("{sign} {key} = {value}{spot}"))
    };
    for edit in edits.iter().take(QUOTED) {
        text.extend(mark('-', &edit.key, &edit.before, &edit.spots[0]));
        text.extend(mark('+', &edit.key, &edit.after, &edit.spots[1]));
    }
    if edits.len() > QUOTED {
        text.push(format!("  ... and {} more", edits.len() - QUOTED));
    }
    text.join("\n")
}

fn cells(page: &mut Document, comparison: &Comparison, heading: &str, lines: &[&Line], cut: &str) {
    if lines.is_empty() {
        return;
    }
    page.heading(2, heading);
    let open = lines.iter().any(|line| line.to_settle.is_some());
    let mut columns = vec![
        Column::text("row"),
        Column::text("column"),
        Column::number("before %"),
        Column::number("after %"),
        Column::number("change, pp"),
    ];
    columns.push(if open { Column::number("games to settle") } else { Column::number("price") });
    let mut table = Table::new("", columns);
    let shown = &lines[..lines.len().min(SHOWN)];
    let moves: Vec<(f64, f64)> = shown.iter().map(|line| (line.change.change, half_width(line))).collect();
    for (line, change) in shown.iter().zip(changes(&moves)) {
        let [row, column] = names(comparison, line);
        let percent = |score: Option<f64>| {
            score.map_or(Cell::Empty, |score| Cell::number(score * 100.0, number::fixed(score * 100.0, 1)))
        };
        let price = line.price(comparison.steepness).map_or(Cell::Empty, |price| {
            let sign = if price > 0.0 { "+" } else { "" };
            Cell::number(price, format!("{sign}{} %", number::fixed(price * 100.0, 0)))
        });
        table.push(vec![
            Cell::text(row),
            Cell::text(column),
            percent(line.before),
            percent(line.after),
            Cell::number(line.change.change * 100.0, change),
            match line.to_settle {
                Some(games) => Cell::Count(games),
                None => price,
            },
        ]);
    }
    if lines.len() > SHOWN {
        table.note(format!("{cut}; {} more are in the files.", lines.len() - SHOWN));
    }
    page.table(table);
}

fn limits(page: &mut Document, comparison: &Comparison) {
    let mut broken: Vec<&Line> = comparison.lines.iter().filter(|line| line.breach.is_broken()).collect();
    if broken.is_empty() {
        return;
    }
    page.heading(2, "Broken limits");
    let away = |line: &Line| line.after.map_or(0.0, |score| (score - 0.5).abs());
    broken.sort_by(|a, b| away(b).total_cmp(&away(a)).then(a.pair.cmp(&b.pair)));
    let columns = ["row", "column", "limit"]
        .map(Column::text)
        .into_iter()
        .chain([Column::number("after %"), Column::number("change")]);
    let mut table = Table::new("", columns.collect());
    for line in broken.iter().take(SHOWN) {
        let [row, column] = names(comparison, line);
        let limits = &line.breach.limits;
        let band = limits.band.filter(|_| line.breach.band == muster_analysis::compare::Holds::Broken);
        let limit = match (band, limits.change) {
            (Some([low, high]), _) => {
                format!("{} to {} %", number::fixed(low * 100.0, 0), number::fixed(high * 100.0, 0))
            }
            (None, Some(change)) => format!("moves {} pp at most", number::fixed(change * 100.0, 1)),
            (None, None) => String::new(),
        };
        let after = line.after.map_or(Cell::Empty, |score| {
            Cell::number(
                score * 100.0,
                number::score(score, line.interval.low, line.interval.high, line.games),
            )
        });
        table.push(vec![
            Cell::text(row),
            Cell::text(column),
            Cell::text(limit),
            after,
            Cell::number(line.change.change * 100.0, shown_change(line)),
        ]);
    }
    if broken.len() > SHOWN {
        table.note(format!("The farthest from even; {} more are in the files.", broken.len() - SHOWN));
    }
    page.table(table);
}

fn remarks(comparison: &Comparison) -> Vec<String> {
    let criteria = &comparison.criteria;
    let points = |share: f64| number::fixed(share * 100.0, 1);
    let mut remarks = vec![format!("Held against {}. {}.", comparison.against, comparison.ground)];
    remarks.push(format!(
        "Equivalent: surely less than {} pp (two one-sided tests, 5 %). Changed: real (false discovery rate 5 % over all cells) and at least {} pp; negligibly, when it is surely less than {} pp too.",
        points(criteria.margin),
        points(criteria.least),
        points(criteria.margin)
    ));
    if comparison.looks.len() > 1 {
        let last = comparison.looks.last().copied().unwrap_or(0);
        remarks.push(format!(
            "Cells are looked at after {} games and after each doubling up to {}; each look has its share of the error rate, and settled cells are left. A change that was found early is overstated on average.",
            number::count(comparison.looks[0]),
            number::count(last)
        ));
    }
    let identical_by = |basis: &str| {
        comparison.lines.iter().any(|line| line.basis == basis && line.verdict == Verdict::Identical)
    };
    if identical_by("paired") {
        remarks.push("Identical by play: every roll of every game was the same under both rules; at 95 % the change is below 3 over the number of games.".to_owned());
    }
    if identical_by("kept") {
        remarks.push("Identical to the baseline: every game came out as it did then; at 95 % the change is below 3 over the number of games.".to_owned());
    }
    if comparison.anything_changed() {
        remarks.push(prices(comparison.steepness));
    }
    remarks.extend(comparison.notes.iter().cloned());
    remarks.extend(comparison.footnotes.iter().cloned());
    remarks
}

/// What the prices are, and whose steepness they are had by.
fn prices(steepness: Steepness) -> String {
    let value = number::fixed(steepness.value(), 1);
    let slope = |error: f64| number::with_half_width(steepness.value(), error);
    let whose = match steepness {
        Steepness::Typical => {
            format!("at {value} logits of score a unit of ln(points), which is typical: none was measured")
        }
        Steepness::Measured(found) => format!(
            "at {} logits of score a unit of ln(points), from forces against themselves with fewer figures",
            slope(found.error)
        ),
        Steepness::Kept(found) => {
            format!(
                "at {} logits of score a unit of ln(points), as fitted in the baseline",
                slope(found.error)
            )
        }
    };
    format!(
        "Price: the row fares as if it cost so much more (+) or less (-). Fair price: what the force should cost by all its cells (Bradley-Terry), against the mean of all forces. Both {whose}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_one_column_have_as_many_decimals() {
        let column = [(-0.074, 0.017), (0.0051, 0.0009), (0.0001, 1e-6), (0.02, 0.0), (f64::NAN, 0.1)];
        let shown = changes(&column);
        assert_eq!(shown, ["-7.40 ± 1.70", "+0.51 ± 0.09", "+0.01 ± 0.01", "+2.00", number::ABSENT]);
        assert_eq!(changes(&column[..1]), ["-7.4 ± 1.7"]);
    }
}
