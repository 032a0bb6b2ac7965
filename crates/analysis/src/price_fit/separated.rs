//! Units that won or lost everything: no price, but a limit of one.

use std::collections::BTreeSet;

use super::outcome::{Bound, Standing};
use super::{PriceRefusal, SizedResult};

/// Rows to fit, and the units left out of them.
pub(super) struct Sifted {
    /// Rows between units that both won something and lost something.
    pub rows: Vec<SizedResult>,
    /// Units left out: true for those that won everything.
    pub left_out: Vec<Option<bool>>,
}

/// Pairs that played and of which no game had a winner, the lower index first. They tell no rate: at every size they score one half.
pub(super) fn stalemates(results: &[SizedResult]) -> BTreeSet<(usize, usize)> {
    let pairs = |won: bool| {
        let rows = results.iter().filter(move |row| row.games() > 0.0 && row.decided() == won);
        rows.map(pair).collect::<BTreeSet<(usize, usize)>>()
    };
    &pairs(false) - &pairs(true)
}

/// The two units of a row, the lower index first.
pub(super) fn pair(row: &SizedResult) -> (usize, usize) {
    (row.first.min(row.second), row.first.max(row.second))
}

/// Whether every row can be.
///
/// # Errors
/// [`PriceRefusal::BadRow`] for the first that cannot.
pub(super) fn check(units: usize, results: &[SizedResult]) -> Result<(), PriceRefusal> {
    let sound = |row: &SizedResult| {
        let there = row.first < units && row.second < units && row.first != row.second;
        let counts = [row.wins, row.draws, row.losses].iter().all(|n| n.is_finite() && *n >= 0.0);
        let sizes = row.figures.iter().all(|n| n.is_finite() && *n > 0.0);
        there && counts && sizes && row.side.is_finite()
    };
    results.iter().position(|row| !sound(row)).map_or(Ok(()), |at| Err(PriceRefusal::BadRow(at)))
}

/// Drops empty rows, and takes out units that won or lost everything, again and again until none is left.
pub(super) fn sift(units: usize, results: &[SizedResult]) -> Sifted {
    let mut rows: Vec<SizedResult> = results.iter().filter(|row| row.games() > 0.0).copied().collect();
    let mut left_out = vec![None; units];
    loop {
        // What each unit gained and gave away in all of its games.
        let mut gained = vec![[0.0; 2]; units];
        for row in &rows {
            let won = row.wins + row.draws / 2.0;
            let lost = row.losses + row.draws / 2.0;
            gained[row.first][0] += won;
            gained[row.first][1] += lost;
            gained[row.second][0] += lost;
            gained[row.second][1] += won;
        }
        let found: Vec<usize> = (0..units)
            .filter(|unit| {
                let [won, lost] = gained[*unit];
                won + lost > 0.0 && (won <= 0.0 || lost <= 0.0)
            })
            .collect();
        if found.is_empty() {
            return Sifted { rows, left_out };
        }
        found.iter().for_each(|unit| left_out[*unit] = Some(gained[*unit][1] <= 0.0));
        rows.retain(|row| left_out[row.first].is_none() && left_out[row.second].is_none());
    }
}

/// The limits that the priced opponents of a unit put on it: n figures of it beat (or lost to) m of theirs.
pub(super) fn bound(unit: usize, won_all: bool, results: &[SizedResult], theta: &[Option<f64>]) -> Standing {
    let limits = results.iter().filter(|row| row.games() > 0.0).filter_map(|row| {
        let (other, [own, theirs]) = if row.first == unit {
            (row.second, row.figures)
        } else if row.second == unit {
            (row.first, [row.figures[1], row.figures[0]])
        } else {
            return None;
        };
        Some(theta[other]? + (theirs / own).ln())
    });
    if won_all {
        limits.reduce(f64::max).map_or(Standing::Unknown, |limit| Standing::Bounded(Bound::AtLeast(limit)))
    } else {
        limits.reduce(f64::min).map_or(Standing::Unknown, |limit| Standing::Bounded(Bound::AtMost(limit)))
    }
}
