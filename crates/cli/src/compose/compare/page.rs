//! The comparison for people: in the terminal, and to be pasted under a pull request.

use muster_analysis::compare::{STEEPNESS, Verdict};
use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::Z95;

use super::{Comparison, Edit, Line};

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
    let mut changed = of_verdict(comparison, Verdict::Changed);
    sort_by_size(&mut changed);
    cells(&mut page, comparison, "Changed", &changed, "The largest changes");
    let mut open = of_verdict(comparison, Verdict::Inconclusive);
    open.sort_by_key(|line| std::cmp::Reverse(line.to_settle));
    cells(&mut page, comparison, "Not decided", &open, "The farthest from a verdict");
    let mut small = of_verdict(comparison, Verdict::ChangedNegligible);
    sort_by_size(&mut small);
    if changed.is_empty() {
        cells(&mut page, comparison, "Changed, but surely less than matters", &small, "The largest");
    }
    if !changed.is_empty() || !small.is_empty() {
        page.table(gainers(comparison));
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

fn verdict_in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Identical => "identical",
        Verdict::Equivalent => "equivalent",
        Verdict::ChangedNegligible => "changed negligibly",
        Verdict::Changed => "changed",
        Verdict::Inconclusive => "not decided",
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
    let mut lines = vec![format!("{}: {}.", counted(cells as u64, "cell", "cells"), counts.join(", "))];
    let untouched = comparison.lines.iter().filter(|line| line.basis == "untouched").count();
    if untouched > 0 {
        lines.push(match untouched == cells {
            true => "No cell can be touched: all compile to the same match-ups under both rules.".to_owned(),
            false => format!(
                "{} cannot be touched: they compile to the same match-ups under both rules.",
                counted(untouched as u64, "cell", "cells")
            ),
        });
    }
    let mut all: Vec<&Line> = comparison.lines.iter().collect();
    sort_by_size(&mut all);
    if let Some(line) = all.first().filter(|line| line.change.change.abs() > 1e-12) {
        lines.push(format!("Largest change: {}.", in_a_sentence(comparison, line)));
    }
    if comparison.tolerance.is_set() {
        let (broken, open) = (comparison.broken(), comparison.open_limits());
        lines.push(match (broken, open) {
            (0, 0) => "All limits are kept.".to_owned(),
            (0, open) => format!("No limit is surely broken; {} not decided.", are(open)),
            (broken, 0) => format!("Limits are BROKEN in {}.", counted(broken as u64, "cell", "cells")),
            (broken, open) => {
                format!(
                    "Limits are BROKEN in {}; {} not decided.",
                    counted(broken as u64, "cell", "cells"),
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

fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {many}", number::count(count)) }
}

fn are(open: usize) -> String {
    format!("{} {}", counted(open as u64, "cell", "cells"), if open == 1 { "is" } else { "are" })
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

fn shown_change(line: &Line) -> String {
    let [low, high] = line.change.interval(Z95);
    number::change(line.change.change, if line.change.is_exact() { 0.0 } else { (high - low) / 2.0 })
}

/// A change without its unit, for a column that names it.
fn bare(change: &str) -> String {
    change.trim_end_matches(" pp").to_owned()
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
    for line in lines.iter().take(SHOWN) {
        let [row, column] = names(comparison, line);
        let percent = |score: Option<f64>| {
            score.map_or(Cell::Empty, |score| Cell::number(score * 100.0, number::fixed(score * 100.0, 1)))
        };
        let price = line.price().map_or(Cell::Empty, |price| {
            let sign = if price > 0.0 { "+" } else { "" };
            Cell::number(price, format!("{sign}{} %", number::fixed(price * 100.0, 0)))
        });
        table.push(vec![
            Cell::text(row),
            Cell::text(column),
            percent(line.before),
            percent(line.after),
            Cell::number(line.change.change * 100.0, bare(&shown_change(line))),
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

/// Mean change of every force over the cells that it meets others in.
fn gainers(comparison: &Comparison) -> Table {
    // By force: changes, their variances, cells.
    let mut sums = vec![(0.0, 0.0, 0u32); comparison.ids.len()];
    for line in comparison.lines.iter().filter(|line| line.pair.0 != line.pair.1) {
        for (force, change) in [(line.pair.0, line.change.change), (line.pair.1, -line.change.change)] {
            sums[force].0 += change;
            sums[force].1 += line.change.standard_error * line.change.standard_error;
            sums[force].2 += 1;
        }
    }
    let mut means: Vec<(usize, f64, f64)> = sums
        .iter()
        .enumerate()
        .filter(|(_, (_, _, cells))| *cells > 0)
        .map(|(force, (sum, variance, cells))| {
            let cells = f64::from(*cells);
            (force, sum / cells, Z95 * variance.sqrt() / cells)
        })
        .collect();
    means.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut table = Table::new(
        "Who gains and who loses, over all opponents",
        vec![Column::text("force"), Column::number("mean change, pp")],
    );
    let ends = if means.len() > 10 { 5 } else { means.len() };
    let chosen = means.iter().enumerate().filter(|(at, _)| *at < ends || *at + ends >= means.len());
    for (_, (force, mean, half)) in chosen {
        table.push(vec![
            Cell::text(comparison.names[*force].clone()),
            Cell::number(mean * 100.0, bare(&number::change(*mean, *half))),
        ]);
    }
    if means.len() > 2 * ends {
        table.note(format!("The first and the last {ends} of {}.", means.len()));
    }
    table
}

fn remarks(comparison: &Comparison) -> Vec<String> {
    let criteria = &comparison.criteria;
    let points = |share: f64| number::fixed(share * 100.0, 1);
    let mut remarks = vec![format!("Held against {}. {}.", comparison.against, comparison.ground)];
    remarks.push(format!(
        "Equivalent: surely less than {} pp (two one-sided tests, 5 %). Changed: real (false discovery rate 5 % over all cells) and at least {} pp.",
        points(criteria.margin),
        points(criteria.least)
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
    if comparison.lines.iter().any(|line| line.verdict == Verdict::Changed) {
        remarks.push(format!(
            "Price: the row fares as if it cost so much more (+) or less (-), at {} logits of score a unit of ln(points).",
            number::fixed(STEEPNESS, 0)
        ));
    }
    remarks.extend(comparison.notes.iter().cloned());
    remarks.extend(comparison.footnotes.iter().cloned());
    remarks
}
