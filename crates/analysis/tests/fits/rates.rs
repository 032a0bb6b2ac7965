//! What the games of single pairs say beside the prices of all.

use muster_analysis::price_fit::{Options, SizedResult, counted_rates, fit};
use muster_analysis::price_list::price_list;
use rand_pcg::Pcg64;

use crate::support::{binomial, generator};

const UNITS: usize = 4;
const THETA: [f64; UNITS] = [0.0, 0.3, 0.6, 0.9];
const STEEPNESS: f64 = 6.0;

/// All pairs at three sizes near even; `twist` is what units 0, 1, 2 beat each other by in a circle, ln(points).
fn games(rng: &mut Pcg64, twist: f64, each: u32) -> Vec<SizedResult> {
    let mut rows = Vec::new();
    for (first, mine) in THETA.into_iter().enumerate() {
        for (second, theirs) in THETA.into_iter().enumerate().skip(first + 1) {
            let turned = match (first, second) {
                (0, 1) | (1, 2) => twist,
                (0, 2) => -twist,
                _ => 0.0,
            };
            for step in [-0.15, 0.0, 0.15] {
                let figures = [20.0, 20.0 * (mine - theirs + step).exp()];
                let eta = STEEPNESS * (turned - step);
                let wins = binomial(rng, each, 1.0 / (1.0 + (-eta).exp()));
                let losses = f64::from(each) - wins;
                rows.push(SizedResult { first, second, figures, side: 0.0, wins, draws: 0.0, losses });
            }
        }
    }
    rows
}

fn list(rows: &[SizedResult]) -> muster_analysis::price_list::PriceList {
    let fitted = fit(UNITS, rows, Options::default()).unwrap();
    let rates = counted_rates(&fitted, rows);
    assert_eq!(rates.len(), UNITS * (UNITS - 1) / 2);
    price_list(UNITS, 0, &rates, &[]).unwrap()
}

// 200 data sets: 5 % of chances lie below 0.05, give or take 1.5; three times that is allowed.
#[test]
fn games_without_a_circle_refute_one_price_a_unit_as_seldom_as_they_should() {
    let mut rng = generator(5);
    let refuted = (0..200).filter(|_| list(&games(&mut rng, 0.0, 200)).by_luck.unwrap() < 0.05).count();
    assert!((2..=20).contains(&refuted), "{refuted} of 200");
}

// The mutant. A rate carries an error of some 0.014, a circle of 0.1 is seven times that.
#[test]
fn a_circle_in_counted_games_is_found_with_its_lead() {
    let mut rng = generator(6);
    let found = list(&games(&mut rng, 0.1, 2000));
    assert!(found.by_luck.unwrap() < 1e-6, "{:?}", found.by_luck);
    let cycle = found.cycle.unwrap();
    let mut units = cycle.units.clone();
    units.sort_unstable();
    assert_eq!(units, [0, 1, 2]);
    assert!((cycle.mean_lead - 0.1).abs() < 0.03, "{}", cycle.mean_lead);
    assert!(found.rms > 0.04 && found.rms < 0.12, "{}", found.rms);
    assert!(found.mix.is_some());
}

#[test]
fn pairs_that_won_or_lost_everything_tell_no_rate() {
    let mut rows = games(&mut generator(7), 0.0, 200);
    for row in rows.iter_mut().filter(|row| (row.first, row.second) == (0, 3)) {
        (row.wins, row.losses) = (row.wins + row.losses, 0.0);
    }
    let fitted = fit(UNITS, &rows, Options::default()).unwrap();
    let rates = counted_rates(&fitted, &rows);
    assert!(rates.iter().all(|rate| (rate.first, rate.second) != (0, 3)));
    assert!(rates.iter().all(|rate| rate.variance > 0.0 && rate.ln_rate.is_finite()));
}
