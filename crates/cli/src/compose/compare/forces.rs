//! Who gains and who loses, force by force.

use muster_analysis::compare::Shift;
use muster_report::{Cell, Column, Table, number};
use muster_stats::Z95;
use serde::Serialize;

use super::Comparison;
use super::page::changes;

/// What became of a force, for programs.
#[derive(Serialize)]
pub(super) struct ForceJson<'c> {
    force: &'c str,
    /// Change of what it should cost, a fraction; `None` for a force that met no other.
    fair_price: Option<f64>,
    /// Standard error of ln of it, by the games alone; 0 where all cells are exact.
    standard_error: Option<f64>,
    /// Whether it moved beyond error.
    moved: bool,
}

/// Every force.
pub(super) fn in_json(comparison: &Comparison) -> Vec<ForceJson<'_>> {
    let gamma = comparison.steepness.value();
    let forces = comparison.ids.iter().zip(&comparison.shifts);
    forces
        .map(|(force, shift)| ForceJson {
            force,
            fair_price: shift.map(|shift| (shift.change / gamma).exp() - 1.0),
            standard_error: shift.map(|shift| shift.error / gamma),
            moved: shift.is_some_and(|shift| is_real(comparison, shift)),
        })
        .collect()
}

/// Beyond chance over all forces and looks, and as large as a change must be to matter.
fn is_real(comparison: &Comparison, shift: Shift) -> bool {
    doubt(comparison, shift).is_empty()
}

/// Why a shift counts for none; nothing where it counts.
fn doubt(comparison: &Comparison, shift: Shift) -> &'static str {
    let criteria = &comparison.criteria;
    let rate = criteria.error_rate / f64::from(criteria.looks.max(1));
    match shift.is_beyond_error(rate, comparison.shifts.iter().flatten().count()) {
        false => " (chance)",
        true if !shift.matters(criteria.least) => " (small)",
        true => "",
    }
}

/// Change of the fair price of a force, a fraction, with half the width of its 95 % interval.
fn fair_price(comparison: &Comparison, shift: Shift) -> (f64, f64) {
    let gamma = comparison.steepness.value();
    let ratio = (shift.change / gamma).exp();
    (ratio - 1.0, Z95 * shift.error / gamma * ratio)
}

/// Whose prices moved beyond error; nothing where no cell changed.
pub(super) fn moved_in_a_sentence(comparison: &Comparison) -> Option<String> {
    if !comparison.anything_changed() {
        return None;
    }
    let real = |at: &usize| comparison.shifts[*at].filter(|shift| is_real(comparison, *shift));
    let mut moved: Vec<(usize, Shift)> =
        (0..comparison.ids.len()).filter_map(|at| Some((at, real(&at)?))).collect();
    moved.sort_by(|a, b| b.1.change.abs().total_cmp(&a.1.change.abs()).then(a.0.cmp(&b.0)));
    let Some((force, shift)) = moved.first() else {
        return Some("No fair price moved beyond error.".to_owned());
    };
    let all = comparison.shifts.iter().flatten().count() as u64;
    Some(format!(
        "Fair prices moved beyond error: {} of {}, the most {} ({} %).",
        number::count(moved.len() as u64),
        number::counted(all, "force", "forces"),
        comparison.names[*force],
        changes(&[fair_price(comparison, *shift)]).concat()
    ))
}

/// Mean change of every force over the cells that it meets others in, and what that does to its price.
pub(super) fn gainers(comparison: &Comparison) -> Table {
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
        vec![Column::text("force"), Column::number("mean change, pp"), Column::number("fair price, %")],
    );
    let all = means.len();
    let ends = if all > 10 { 5 } else { all };
    let chosen: Vec<&(usize, f64, f64)> = means
        .iter()
        .enumerate()
        .filter(|(at, _)| *at < ends || *at + ends >= all)
        .map(|(_, mean)| mean)
        .collect();
    let means: Vec<(f64, f64)> = chosen.iter().map(|(_, mean, half)| (*mean, *half)).collect();
    let prices: Vec<(f64, f64)> = chosen
        .iter()
        .map(|(force, _, _)| {
            comparison.shifts[*force].map_or((f64::NAN, 0.0), |shift| fair_price(comparison, shift))
        })
        .collect();
    let shown = changes(&means).into_iter().zip(changes(&prices));
    for ((force, mean, _), (change, price)) in chosen.into_iter().zip(shown) {
        let shift = comparison.shifts[*force];
        let mark = shift.map_or("", |shift| doubt(comparison, shift));
        table.push(vec![
            Cell::text(comparison.names[*force].clone()),
            Cell::number(mean * 100.0, change),
            shift.map_or(Cell::Empty, |shift| Cell::number(shift.change, format!("{price}{mark}"))),
        ]);
    }
    if all > 2 * ends {
        table.note(format!("The first and the last {ends} of {all}."));
    }
    table
}
