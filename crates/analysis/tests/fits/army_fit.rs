//! Additive costs on synthetic battles whose truth is known.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of games and of units are small and at least 0"
)]

use muster_analysis::army_fit::{ArmyFit, ArmyRow, equal_points, fit_armies, held_out, loss_apart};
use muster_analysis::price_fit::{Bound, PriceRefusal, Standing};
use muster_stats::Record;
use rand_pcg::Pcg64;

use crate::support::{binomial, generator, normal, uniform};

const UNITS: usize = 8;

/// A world in which costs add up, scattered about that by `bend` logits a pair.
struct World {
    theta: Vec<f64>,
    gamma: f64,
    side: f64,
    bend: f64,
}

impl World {
    fn additive() -> World {
        let theta = (0..UNITS).map(|unit| 8_f64.ln() * unit as f64 / (UNITS - 1) as f64).collect();
        World { theta, gamma: 5.0, side: 0.2, bend: 0.0 }
    }

    fn lead(&self, row: &ArmyRow) -> f64 {
        let cost = |side: &[(usize, f64)]| -> f64 {
            side.iter().map(|(unit, count)| count * self.theta[*unit].exp()).sum()
        };
        (cost(&row.sides[0]) / cost(&row.sides[1])).ln()
    }

    /// A pair of armies not far from even, and its games.
    fn row(&self, rng: &mut Pcg64, games: u32) -> ArmyRow {
        let side = |rng: &mut Pcg64| -> Vec<(usize, f64)> {
            let count = 2 + (uniform(rng) * 3.0) as usize;
            (0..count)
                .map(|_| {
                    let unit = (uniform(rng) * UNITS as f64) as usize;
                    (unit, (60.0 * uniform(rng) / self.theta[unit].exp()).round().max(1.0))
                })
                .collect()
        };
        loop {
            let mut row = ArmyRow { sides: [side(rng), side(rng)], counts: [Record::default(); 2] };
            if self.lead(&row).abs() > 0.3 {
                continue;
            }
            let own = self.bend * normal(rng);
            for (at, seat) in [1.0, -1.0].into_iter().enumerate() {
                let eta = self.gamma * self.lead(&row) + self.side * seat + own;
                let wins = binomial(rng, games / 2, 1.0 / (1.0 + (-eta).exp())) as u64;
                row.counts[at] = Record { wins, draws: 0, losses: u64::from(games / 2) - wins };
            }
            return row;
        }
    }

    fn rows(&self, seed: u64, pairs: usize, games: u32) -> Vec<ArmyRow> {
        let mut rng = generator(seed);
        (0..pairs).map(|_| self.row(&mut rng, games)).collect()
    }

    /// Root mean square error of ln(cost) against the first unit's.
    fn rmse(&self, fit: &ArmyFit) -> f64 {
        let miss = |unit: usize| fit.ratio(unit, 0).unwrap().0 - (self.theta[unit] - self.theta[0]);
        ((1..UNITS).map(|unit| miss(unit).powi(2)).sum::<f64>() / (UNITS - 1) as f64).sqrt()
    }
}

fn fitted(rows: &[ArmyRow]) -> ArmyFit {
    fit_armies(UNITS, rows, &[0.0; UNITS]).unwrap()
}

// 1500 pairs of 40 games carry an error of about a percent and a half: the bands are three times that.
#[test]
fn added_costs_are_found_with_their_steepness_and_seat() {
    let world = World::additive();
    let fit = fitted(&world.rows(1, 1500, 40));
    assert!(world.rmse(&fit) < 0.045, "{}", world.rmse(&fit));
    assert!((fit.steepness.value - 5.0).abs() < 4.0 * fit.steepness.error, "{:?}", fit.steepness);
    assert!((fit.side.value - 0.2).abs() < 4.0 * fit.side.error && fit.side.error < 0.02, "{:?}", fit.side);
    assert!(fit.dispersion < 1.15, "{}", fit.dispersion);
    assert_eq!((fit.pairs, fit.games), (1500, 60_000));
}

// The mutant: battles told from the wrong chair.
#[test]
fn battles_told_from_the_wrong_chair_are_caught() {
    let world = World::additive();
    let mut rows = world.rows(1, 1500, 40);
    let seen = |row: &ArmyRow| row.sides[0].iter().any(|(unit, _)| *unit == 0);
    for row in rows.iter_mut().filter(|row| seen(row)) {
        row.counts = row.counts.map(|counts| counts.mirrored());
    }
    let fit = fitted(&rows);
    assert!(fit.dispersion > 1.5, "{}", fit.dispersion);
}

// 40 data sets of 7 prices each; prices of one set hang together. A spread of 0.02 about 0.95 is generous to both.
#[test]
fn errors_hold_the_truth_as_often_as_they_say_even_where_costs_do_not_add_up() {
    for bend in [0.0, 0.6] {
        let world = World { bend, ..World::additive() };
        let (mut held, mut all) = (0, 0);
        for seed in 0..40 {
            let fit = fitted(&world.rows(100 + seed, 400, 40));
            assert_eq!(fit.dispersion > 1.5, bend > 0.0, "{}", fit.dispersion);
            for unit in 1..UNITS {
                let (lead, error) = fit.ratio(unit, 0).unwrap();
                held += usize::from((lead - world.theta[unit] + world.theta[0]).abs() <= 1.96 * error);
                all += 1;
            }
        }
        let share = held as f64 / all as f64;
        assert!((0.88..=0.99).contains(&share), "bend {bend}: {share}");
    }
}

#[test]
fn fresh_battles_are_foretold_down_to_the_floor_and_bends_are_seen() {
    let world = World::additive();
    let fit = fitted(&world.rows(1, 1500, 40));
    let fresh = held_out(&fit, &world.rows(2, 400, 200)).unwrap();
    assert!((fresh.slope.value - 1.0).abs() < 4.0 * fresh.slope.error, "{fresh:?}");
    assert!(fresh.intercept.value.abs() < 4.0 * fresh.intercept.error, "{fresh:?}");
    // Chance leaves a gap of about 5e-4; a coin loses 0.693.
    assert!((fresh.log_loss - fresh.floor).abs() < 0.002 && fresh.floor < 0.66, "{fresh:?}");
    assert!((fresh.brier - fresh.brier_floor).abs() < 0.001, "{fresh:?}");
    let bent = World { bend: 1.0, ..World::additive() };
    let fresh = held_out(&fit, &bent.rows(2, 400, 200)).unwrap();
    assert!(fresh.log_loss > fresh.floor + 0.05 && fresh.brier > fresh.brier_floor + 0.02, "{fresh:?}");
    // A fit that is too sure: half of what it claims is true.
    let dull = World { gamma: 2.5, ..World::additive() };
    let fresh = held_out(&fit, &dull.rows(3, 400, 200)).unwrap();
    assert!((fresh.slope.value - 0.5).abs() < 0.1, "{fresh:?}");
}

// 300 sets of 12 pairs. 95 % of intervals should hold 1; the mutant, errors without the leverage of the pair left out, holds it in 86 %.
// A share of 0.92 is missed by luck about once in a hundred times at 0.95.
#[test]
fn a_calibration_slope_from_few_pairs_is_as_unsure_as_it_says() {
    let world = World { bend: 0.3, ..World::additive() };
    let fit = fitted(&world.rows(1, 1500, 40));
    let held = |seed: u64| {
        let slope = held_out(&fit, &world.rows(1000 + seed, 12, 200)).unwrap().slope;
        usize::from((slope.value - 1.0).abs() <= 2.0 * slope.error)
    };
    let share = (0..300).map(held).sum::<usize>() as f64 / 300.0;
    assert!((0.92..=0.99).contains(&share), "{share}");
    let one = held_out(&fit, &world.rows(5, 1, 200)).unwrap().slope;
    assert!(one.error.is_infinite(), "{one:?}");
}

// 200 sets of 40 pairs, good costs against costs that are a third off up and down: some 190 differences of losses should lie within two
// errors of the mean over all sets, give or take 3; fewer than 175 or all 200 would be far from luck.
#[test]
fn two_fits_are_told_apart_by_their_losses_as_often_as_the_error_says() {
    let world = World::additive();
    let rows = world.rows(1, 1500, 40);
    let good = fitted(&rows);
    let off: Vec<f64> =
        world.theta.iter().zip([0.3, -0.3].iter().cycle()).map(|(theta, off)| theta + off).collect();
    let poor = good.with_costs(&off, &rows).unwrap();
    let sets: Vec<_> = (0..200).map(|seed| world.rows(2000 + seed, 40, 100)).collect();
    let apart: Vec<_> = sets.iter().map(|rows| loss_apart(&poor, &good, rows).unwrap()).collect();
    let mean = apart.iter().map(|one| one.value).sum::<f64>() / 200.0;
    let held = apart.iter().filter(|one| (one.value - mean).abs() <= 2.0 * one.error).count();
    assert!((175..=199).contains(&held), "{held}");
    let losses = [&poor, &good].map(|fit| held_out(fit, &sets[0]).unwrap().log_loss);
    assert!((apart[0].value - (losses[0] - losses[1])).abs() < 1e-12, "{:?} {losses:?}", apart[0]);
    assert!(mean > 0.0, "{mean}");
    assert_eq!(loss_apart(&poor, &good, &sets[0][..1]), None);
}

#[test]
fn armies_at_equal_points_are_as_far_from_even_as_luck_alone_has_them() {
    let even = |score: f64| ArmyRow {
        sides: [vec![(0, 1.0)], vec![(0, 1.0)]],
        counts: [Record {
            wins: (score * 500.0).round() as u64,
            draws: 0,
            losses: ((1.0 - score) * 500.0).round() as u64,
        }; 2],
    };
    let found = equal_points(&[even(0.5), even(0.54), even(0.2)]).unwrap();
    assert!((found.mean - 0.34 / 3.0).abs() < 1e-9, "{found:?}");
    assert_eq!((found.pairs, found.worst, found.within), (3, 2, 2));
    assert!((found.worst_score - 0.2).abs() < 1e-9);
    // 1000 games have a deviation of 0.0158, whose mean size is 0.0126.
    assert!((found.luck - 0.0126).abs() < 1e-4, "{found:?}");
    assert_eq!(equal_points(&[]), None);
}

#[test]
fn a_unit_whose_sides_win_everything_gets_a_limit() {
    let world = World::additive();
    let mut rows = world.rows(4, 600, 40);
    let all = |wins: u64| [Record { wins, draws: 0, losses: 20 - wins }; 2];
    // Unit 8 and four of unit 0 beat 60 of unit 0; unit 9 adds nothing that saves 30 of unit 0 from 31.
    rows.push(ArmyRow { sides: [vec![(8, 1.0), (0, 4.0)], vec![(0, 60.0)]], counts: all(20) });
    rows.push(ArmyRow { sides: [vec![(9, 1.0), (0, 30.0)], vec![(0, 31.0)]], counts: all(0) });
    let fit = fit_armies(11, &rows, &[0.0; 11]).unwrap();
    let Standing::Bounded(Bound::AtLeast(limit)) = fit.standings[8] else { panic!("{:?}", fit.standings[8]) };
    assert!((limit - fit.theta(0).unwrap() - 56_f64.ln()).abs() < 1e-9);
    let Standing::Bounded(Bound::AtMost(limit)) = fit.standings[9] else { panic!("{:?}", fit.standings[9]) };
    assert!((limit - fit.theta(0).unwrap()).abs() < 1e-9);
    assert_eq!(fit.standings[10], Standing::Unknown);
    assert_eq!(fit.ratio(8, 0), None);
}

#[test]
fn battles_that_hold_no_prices_are_refused() {
    let row = |a: usize, b: usize, wins: u64| ArmyRow {
        sides: [vec![(a, 3.0)], vec![(b, 3.0)]],
        counts: [Record { wins, draws: 0, losses: 50 - wins }; 2],
    };
    let refused = |units: usize, rows: &[ArmyRow]| fit_armies(units, rows, &vec![0.0; units]).unwrap_err();
    assert_eq!(refused(2, &[]), PriceRefusal::NoGames);
    assert_eq!(refused(2, &[row(0, 1, 50)]), PriceRefusal::AllSeparated);
    assert_eq!(refused(2, &[row(0, 2, 5)]), PriceRefusal::BadRow(0));
    assert_eq!(refused(2, &[row(0, 1, 30), row(0, 1, 20)]), PriceRefusal::SteepnessNotIdentified);
    assert_eq!(refused(2, &[row(0, 1, 30), row(0, 1, 32)]), PriceRefusal::SteepnessNotIdentified);
}

#[test]
fn the_errors_of_two_prices_hang_together_through_the_anchor() {
    let fit = fitted(&World::additive().rows(5, 400, 40));
    let together = fit.correlation(3, 5, 0).unwrap();
    assert!(together > 0.1 && together < 0.99, "{together}");
    assert!((fit.correlation(3, 3, 0).unwrap() - 1.0).abs() < 1e-9);
}

// A side's third unit adds nothing to it, so that its cost has no bottom: the search used to leap to and fro there and call the steepness,
// which such battles tell well, not identified: with four seeds of twelve, this one among them. That no price is
// told from nothing wrongly happens once in forty.
#[test]
fn a_unit_that_adds_nothing_is_bounded_and_keeps_no_other_from_its_price() {
    let mut world = World::additive();
    world.theta.push(-20.0);
    let mut rng = generator(2);
    let rows: Vec<ArmyRow> = (0..1500)
        .map(|at| {
            let mut row = world.row(&mut rng, 40);
            row.sides[at % 2].push((UNITS, 1.0 + (at % 30) as f64));
            row
        })
        .collect();
    let fit = fit_armies(UNITS + 1, &rows, &[0.0; UNITS + 1]).unwrap();
    assert!((fit.steepness.value - 5.0).abs() < 4.0 * fit.steepness.error, "{:?}", fit.steepness);
    assert!(world.rmse(&fit) < 0.045, "{}", world.rmse(&fit));
    let Standing::Bounded(Bound::AtMost(limit)) = fit.standings[UNITS] else {
        panic!("{:?}", fit.standings[UNITS])
    };
    // Of sides that cost some 90, nothing can be told below a tenth of a point.
    let cheapest = fit.theta(0).unwrap();
    assert!(limit - cheapest < -1.0 && limit - cheapest > -6.0, "{}", limit - cheapest);
    assert!((0..UNITS).all(|unit| fit.theta(unit).is_some()));
}
