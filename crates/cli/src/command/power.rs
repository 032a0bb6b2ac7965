//! `muster power`: how many games for which difference.

use muster_report::number;
use muster_stats::paired::{detectable_change, games_to_detect, games_within};
use muster_stats::quantile;

use crate::args::{Everywhere, PowerArgs};
use crate::compose::power::{Row, answer};
use crate::exit::Failure;
use crate::plan::output;

/// Changes of a table that asks for none, as fractions of score.
const CHANGES: [f64; 7] = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2];

/// Counts and prints.
pub(crate) fn run(everywhere: &Everywhere, args: &PowerArgs) -> Result<(), Failure> {
    let (score, draws) = (args.score, args.draws);
    let wins = score - draws / 2.0;
    let losses = 1.0 - draws - wins;
    if wins < -1e-12 || losses < -1e-12 {
        return Err(Failure::Input(format!(
            "a score of {} % with {} % draws cannot be\n  give fewer draws, or a score nearer to 50",
            score * 100.0,
            draws * 100.0
        )));
    }
    // Variance of one game's score, and of the difference of two games, which pairing makes smaller.
    let one = wins.max(0.0) + draws / 4.0 - score * score;
    let variance = 2.0 * one.max(0.0) / args.pairing;
    if variance <= 0.0 {
        return Err(Failure::Input(
            "a score that never varies needs no games\n  give a --score between 0 and 100, and less than 100 % draws"
                .to_owned(),
        ));
    }
    let most = score.max(1.0 - score);
    if let Some(change) = args.change.filter(|change| *change > most + 1e-12) {
        return Err(Failure::Input(format!(
            "--change {}: a score of {} % cannot change by more than {} percentage points\n  give a smaller change",
            number::small(change * 100.0),
            number::small(score * 100.0),
            number::small(most * 100.0)
        )));
    }
    let alpha = args.alpha / args.cells as f64;
    // Only what is found is counted over all cells; `compare` calls each cell equivalent at the whole rate.
    let row = |change: f64| Row {
        change,
        games: games_to_detect(variance, change, alpha, args.power),
        games_to_exclude: games_within(variance, change, quantile(1.0 - args.alpha)),
    };
    let rows: Vec<Row> = match (args.change, args.games) {
        (Some(change), _) => vec![row(change)],
        (None, Some(games)) => {
            vec![Row { games, ..row(detectable_change(variance, games, alpha, args.power)) }]
        }
        (None, None) => CHANGES.into_iter().filter(|change| *change <= most).map(row).collect(),
    };
    output(everywhere).give("power", &answer(args, variance, &rows)?)
}
