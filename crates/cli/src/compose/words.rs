//! Sentences that several commands share.

use muster_report::number;
use muster_results::{CellResult, Method, SeatingResult};

/// `1 figure`, `3 figures`.
pub(crate) fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// Games behind a cell, 0 when exact.
pub(crate) fn games(cell: &CellResult) -> u64 {
    match cell.method {
        Method::Exact => 0,
        Method::Sample => cell.seatings.iter().map(|seat| seat.games).sum(),
    }
}

/// The cell's score with its doubt.
pub(crate) fn score(cell: &CellResult) -> String {
    number::score(cell.score, cell.low, cell.high, games(cell))
}

/// Who wins, and how surely.
pub(crate) fn verdict(names: [&str; 2], cell: &CellResult) -> String {
    let (score, first) = (cell.score, cell.score >= 0.5);
    let ahead = if first { 0 } else { 1 };
    let (low, high) = if first { (cell.low, cell.high) } else { (1.0 - cell.high, 1.0 - cell.low) };
    let shown = number::score(if first { score } else { 1.0 - score }, low, high, games(cell));
    let name = names[ahead];
    if (score - 0.5).abs() < 1e-12 && (cell.method == Method::Exact || cell.row == cell.column) {
        return format!("An even fight: {} and {} score the same.", names[0], names[1]);
    }
    if cell.method == Method::Sample && low <= 0.5 {
        return format!(
            "Too close to call: {name} scores {shown}, and the 95 % interval holds 50 %. A smaller --half-width tells more."
        );
    }
    let surely = match cell.method {
        Method::Exact => "exactly",
        Method::Sample => "with 95 % confidence",
    };
    format!(
        "{name} is stronger: it scores {shown} ({surely}; a score is wins plus half the draws, over both seatings)."
    )
}

/// Wins, draws, losses and score of a seating, as people read them.
pub(crate) fn seating(seat: &SeatingResult) -> [String; 3] {
    [seat.wins, seat.draws, seat.losses].map(|count| share(count, seat.games))
}

/// A probability, or a count of sampled games, as a percentage.
pub(crate) fn share(count: f64, games: u64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of games are whole and not negative"
    )]
    match games {
        0 => number::exact_percent(count),
        // A mix of plans weighs games, so its counts need not be whole.
        games if count.fract() != 0.0 => number::exact_percent(count / games as f64),
        games => number::sampled_percent(count as u64, games),
    }
}

/// One plain sentence that splits the losses of a force by cause.
pub(crate) fn losses(name: &str, start: u32, lost: [f64; 3], comes_back: bool) -> String {
    let total: f64 = lost.iter().sum();
    let figures = |count: f64| if count < 0.05 { "under 0.1".to_owned() } else { number::fixed(count, 1) };
    let of = match comes_back {
        true => format!("{} figures (it starts with {start} and may come back)", figures(total)),
        false => format!("{} of its {start} figures", figures(total)),
    };
    let parts: Vec<(&str, f64)> = ["to shooting", "to melee", "leave by morale"]
        .into_iter()
        .zip(lost)
        .filter(|(_, count)| *count > 0.0)
        .collect();
    match parts.as_slice() {
        [] => format!("{name} loses none of its {}.", counted(start, "figure", "figures")),
        [(cause, _)] => format!("{name} loses {of} on average, all {}.", cause.replace("leave by", "by")),
        several => {
            let parts: Vec<String> =
                several.iter().map(|(cause, count)| format!("{} {cause}", figures(*count))).collect();
            format!("{name} loses {of} on average: {}.", parts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_split_by_cause_in_one_sentence() {
        assert_eq!(
            losses("Legion", 10, [0.0, 4.0, 2.1], false),
            "Legion loses 6.1 of its 10 figures on average: 4.0 to melee, 2.1 leave by morale."
        );
        assert_eq!(
            losses("Legion", 10, [0.0, 0.0, 2.1], false),
            "Legion loses 2.1 of its 10 figures on average, all by morale."
        );
        assert_eq!(losses("Legion", 1, [0.0; 3], false), "Legion loses none of its 1 figure.");
        assert_eq!(
            losses("Legion", 10, [12.0, 0.01, 0.0], true),
            "Legion loses 12.0 figures (it starts with 10 and may come back) on average: 12.0 to shooting, under 0.1 to melee."
        );
    }
}
