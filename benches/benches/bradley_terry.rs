//! Ratings with errors of 200 units that all met, beside a twin that does it the plain way: Newton's method from nought with
//! the whole information matrix inverted at every step. The claim is 5 ms, and the ratio.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use muster_analysis::bradley_terry::{Contest, fit};
use nalgebra::{DMatrix, DVector};

const UNITS: usize = 200;
const GAMES: f64 = 1000.0;

/// Strengths over three logits, scores a little off them in a fixed pattern.
fn contests() -> Vec<Contest> {
    let theta = |unit: usize| 3.0 * unit as f64 / UNITS as f64;
    let mut contests = Vec::new();
    for first in 0..UNITS {
        for second in first + 1..UNITS {
            let off = ((first * 7 + second * 13) % 11) as f64 - 5.0;
            let won = (GAMES / (1.0 + (theta(second) - theta(first)).exp()) + 3.0 * off)
                .round()
                .clamp(1.0, GAMES - 1.0);
            contests.push(Contest { first, second, won, lost: GAMES - won });
        }
    }
    contests
}

/// Newton's method as a textbook has it; the first rating is 0. Ratings and their standard errors.
fn textbook(contests: &[Contest]) -> (Vec<f64>, Vec<f64>) {
    let free = UNITS - 1;
    let mut theta = DVector::<f64>::zeros(free);
    loop {
        let at = |unit: usize| if unit == 0 { 0.0 } else { theta[unit - 1] };
        let mut information = DMatrix::<f64>::zeros(free, free);
        let mut gradient = DVector::<f64>::zeros(free);
        for one in contests {
            let games = one.won + one.lost;
            let p = 1.0 / (1.0 + (at(one.second) - at(one.first)).exp());
            let (pull, weight) = (one.won - games * p, games * p * (1.0 - p));
            for (unit, sign) in [(one.first, 1.0), (one.second, -1.0)] {
                if unit > 0 {
                    gradient[unit - 1] += sign * pull;
                    information[(unit - 1, unit - 1)] += weight;
                }
            }
            if one.first > 0 && one.second > 0 {
                information[(one.first - 1, one.second - 1)] -= weight;
                information[(one.second - 1, one.first - 1)] -= weight;
            }
        }
        let inverse = information.try_inverse().expect("all met");
        let step = &inverse * gradient;
        theta += &step;
        if step.amax() < 1e-9 {
            let errors = (0..free).map(|unit| inverse[(unit, unit)].sqrt());
            return (theta.iter().copied().collect(), errors.collect());
        }
    }
}

fn benches(c: &mut Criterion) {
    let contests = contests();
    // Both must say the same before it counts how fast they are.
    let (theta, errors) = textbook(&contests);
    let ratings = fit(UNITS, &contests).expect("all met, and nobody won all");
    for (unit, (theta, error)) in (1..).zip(theta.iter().zip(&errors)) {
        let (lead, own) = ratings.difference(unit, 0);
        assert!((lead - theta).abs() < 1e-7 && (own - error).abs() < 1e-9, "{unit}: {lead} {own}");
    }
    let mut group = c.benchmark_group("Bradley-Terry of 200 units with errors");
    group.bench_function("muster", |b| {
        b.iter(|| {
            let ratings = fit(UNITS, black_box(&contests)).expect("all met");
            black_box(ratings.errors(0))
        });
    });
    group.sample_size(10);
    group.bench_function("textbook", |b| b.iter(|| black_box(textbook(black_box(&contests)))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
