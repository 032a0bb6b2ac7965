//! How counts are held against exact laws.

use muster_results::{SeatingLaw, SeatingTally, Tally};
use muster_stats::fit_tests::{ChiSquare, chi_square};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Wins, draws and losses of one seating against its exact law.
pub fn outcomes(seat: &SeatingTally, law: &SeatingLaw) -> ChiSquare {
    let games = seat.games() as f64;
    chi_square(&[seat.wins, seat.draws, seat.losses], &[law.win, law.draw, law.loss].map(|p| p * games))
}

/// Both seatings of a tally against their laws. In a mirror match seating 1 repeats the dice of seating 0, so only the
/// first counts.
pub fn seatings(tally: &Tally, laws: &[SeatingLaw; 2], mirror: bool) -> Vec<ChiSquare> {
    let used = if mirror { 1 } else { 2 };
    tally.seatings.iter().zip(laws).take(used).map(|(seat, law)| outcomes(seat, law)).collect()
}

/// The figures that a force (0 first, 1 second) had left at the end, against the mean law of both seatings. Each seating
/// must have had half of the games.
pub fn figures_left(tally: &Tally, laws: &[SeatingLaw; 2], force: usize) -> ChiSquare {
    let games = tally.games() as f64;
    let mut expected = vec![0.0; tally.start[force] as usize + 1];
    for law in laws {
        for (left, p) in &law.left {
            expected[left[force] as usize] += games * p / 2.0;
        }
    }
    chi_square(&tally.left[force], &expected)
}

/// The turns that games lasted, against the mean law of both seatings. Each seating must have had half of the games.
pub fn turns(tally: &Tally, laws: &[SeatingLaw; 2]) -> ChiSquare {
    let games = tally.games() as f64;
    let longest = laws.iter().filter_map(|law| law.by_turns.keys().last()).max().copied().unwrap_or(0);
    let mut expected = vec![0.0; (longest as usize + 1).max(tally.by_turns.len())];
    for law in laws {
        for (turns, p) in &law.by_turns {
            expected[*turns as usize] += games * p / 2.0;
        }
    }
    let mut counted = tally.by_turns.clone();
    counted.resize(expected.len(), 0);
    chi_square(&counted, &expected)
}

/// The chance of so large a sum of independent chi-squares when all their laws hold.
///
/// # Panics
/// When there is nothing to pool.
pub fn pooled_p_value(parts: &[ChiSquare]) -> f64 {
    let statistic: f64 = parts.iter().map(|part| part.statistic).sum();
    let df: u32 = parts.iter().map(|part| part.df).sum();
    if !statistic.is_finite() {
        return 0.0;
    }
    ChiSquared::new(f64::from(df)).unwrap_or_else(|error| panic!("{df} degrees: {error}")).sf(statistic)
}
