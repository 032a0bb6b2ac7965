//! Sentences about an answer: who wins, how surely, what it cost.

use muster_report::number;
use muster_results::{CellResult, Method, SeatingResult};
use muster_rules::grammar::{agreeing, counted};
use muster_stats::{Record, Z95, wilson};

/// Games behind a cell, 0 when exact.
pub fn games(cell: &CellResult) -> u64 {
    match cell.method {
        Method::Exact => 0,
        Method::Sample => cell.seatings.iter().map(|seat| seat.games).sum(),
    }
}

/// The cell's score with its doubt.
pub fn score(cell: &CellResult) -> String {
    number::score(cell.score, cell.low, cell.high, games(cell))
}

/// Names of two forces; two of one name are numbered: `Celts (1)` and `Celts (2)`.
pub fn told_apart(names: [&str; 2]) -> [String; 2] {
    if names[0] == names[1] {
        [format!("{} (1)", names[0]), format!("{} (2)", names[1])]
    } else {
        names.map(str::to_owned)
    }
}

/// A smaller exact lead than this, as a fraction of score, is told as a lead and not as strength.
const NEARLY_EVEN: f64 = 0.005;

/// Who wins, and how surely; `advice` says what would tell more where games are too few to tell.
#[must_use]
pub fn verdict(names: [&str; 2], cell: &CellResult, advice: &str) -> String {
    let (score, first) = (cell.score, cell.score >= 0.5);
    let ahead = if first { 0 } else { 1 };
    let (low, high) = if first { (cell.low, cell.high) } else { (1.0 - cell.high, 1.0 - cell.low) };
    let shown = number::score(if first { score } else { 1.0 - score }, low, high, games(cell));
    let name = names[ahead];
    let lead = (score - 0.5).abs();
    if lead < 1e-12 && (cell.method == Method::Exact || cell.row == cell.column) {
        return format!("An even fight: {} and {} score the same.", names[0], names[1]);
    }
    if cell.method == Method::Exact && lead < NEARLY_EVEN {
        let scores = agreeing(name, "scores", "score");
        return format!(
            "Nearly an even fight: {name} {scores} {} percentage points more than 50 % (exact; a score is wins plus half the draws, over both seatings).",
            number::small(lead * 100.0)
        );
    }
    if cell.method == Method::Sample && low <= 0.5 {
        let scores = agreeing(name, "scores", "score");
        return format!(
            "Too close to call: {name} {scores} {shown}, and the 95 % interval holds 50 %. {advice}"
        );
    }
    let surely = match cell.method {
        Method::Exact => "exact",
        Method::Sample => "95 % interval",
    };
    let (is, it_scores) = (agreeing(name, "is", "are"), agreeing(name, "it scores", "they score"));
    format!(
        "{name} {is} stronger: {it_scores} {shown} ({surely}; a score is wins plus half the draws, over both seatings)."
    )
}

/// Wins, draws, losses and score of a seating, as people read them.
pub fn seating(seat: &SeatingResult) -> [String; 3] {
    if seat.score().is_none() {
        return [(); 3].map(|()| number::ABSENT.to_owned());
    }
    [seat.wins, seat.draws, seat.losses].map(|count| share(count, seat.games))
}

/// A probability, or a count of sampled games, as a percentage.
pub fn share(count: f64, games: u64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of games are whole and not negative"
    )]
    match games {
        0 => number::exact_percent(count),
        // A mix of plans weighs games, so its counts need not be whole.
        games if count.fract() != 0.0 => format!("{} %", number::fixed(count / games as f64 * 100.0, 1)),
        games => number::sampled_percent(count as u64, games),
    }
}

/// Score of a seating and the ends of its 95 % interval, which are the score itself when exact; `None` for a seating in
/// which no game was played.
pub fn seat_interval(seat: &SeatingResult) -> Option<(f64, f64, f64)> {
    let score = seat.score()?;
    if seat.games == 0 {
        return Some((score, score, score));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of games, never negative"
    )]
    let [wins, draws, losses] = [seat.wins, seat.draws, seat.losses].map(|count| count.round() as u64);
    let interval = wilson(Record { wins, draws, losses }, Z95);
    Some((score, interval.low.min(score), interval.high.max(score)))
}

/// One plain sentence that splits the losses of a force by cause.
pub fn losses(name: &str, start: u32, lost: [f64; 3], comes_back: bool) -> String {
    let total: f64 = lost.iter().sum();
    let figures = |count: f64| if count < 0.05 { "under 0.1".to_owned() } else { number::fixed(count, 1) };
    let (loses, its) = (agreeing(name, "loses", "lose"), agreeing(name, "its", "their"));
    let of = match comes_back {
        true => format!("{} figures ({start} at the start, more come back)", figures(total)),
        false => format!("{} of {its} {}", figures(total), counted(start, "figure", "figures")),
    };
    let parts: Vec<(&str, f64)> = ["to shooting", "to melee", "leave by morale"]
        .into_iter()
        .zip(lost)
        .filter(|(_, count)| *count > 0.0)
        .collect();
    match parts.as_slice() {
        [] => format!("{name} {loses} none of {its} {}.", counted(start, "figure", "figures")),
        [(cause, _)] => format!("{name} {loses} {of} on average, all {}.", cause.replace("leave by", "by")),
        several => {
            let parts: Vec<String> =
                several.iter().map(|(cause, count)| format!("{} {cause}", figures(*count))).collect();
            format!("{name} {loses} {of} on average: {}.", parts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_of_one_name_are_numbered() {
        assert_eq!(told_apart(["Celts", "Celts"]), ["Celts (1)", "Celts (2)"]);
        assert_eq!(told_apart(["Celts", "Zulus"]), ["Celts", "Zulus"]);
    }

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
            "Legion loses 12.0 figures (10 at the start, more come back) on average: 12.0 to shooting, under 0.1 to melee."
        );
        assert_eq!(
            losses("Celts", 50, [0.0, 49.0, 0.0], false),
            "Celts lose 49.0 of their 50 figures on average, all to melee."
        );
    }
}
