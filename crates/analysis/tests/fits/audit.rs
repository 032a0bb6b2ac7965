//! A formula against worths: planted overpricing is found and no other, coefficients come back.

use muster_analysis::audit::{CostedUnit, Group, audit_formula, refit};
use muster_analysis::price_list::KnownRate;

use crate::support::{generator, uniform};

const UNITS: usize = 12;

/// Rates of all pairs of units of known worth, each off by a little.
fn rates(seed: u64, scatter: f64) -> (Vec<f64>, Vec<KnownRate>) {
    let mut rng = generator(seed);
    let worth: Vec<f64> = (0..UNITS).map(|unit| 0.2 * unit as f64).collect();
    let mut rates = Vec::new();
    for first in 0..UNITS {
        for second in first + 1..UNITS {
            // Sum of twelve uniforms: near normal, mean 0, variance 1.
            let noise: f64 = (0..12).map(|_| uniform(&mut rng)).sum::<f64>() - 6.0;
            let ln_rate = worth[first] - worth[second] + scatter * noise;
            rates.push(KnownRate { first, second, ln_rate, variance: 0.0, doubt: 0.0, steepness: 7.0 });
        }
    }
    (worth, rates)
}

/// T5.6, and 5.7's figure: 15 % too dear comes back as 15 %.
#[test]
fn t5_6_one_overpriced_unit_is_found_and_no_other() {
    let (mut flagged, mut false_flags) = (0, 0);
    for seed in 0..100 {
        let (worth, rates) = rates(seed, 0.03);
        let mut cost: Vec<Option<f64>> = worth.iter().map(|worth| Some(worth + 3.0)).collect();
        cost[4] = cost[4].map(|cost| cost + 0.15);
        let found = audit_formula(&cost, &rates).expect("sound rates");
        assert_eq!(found.units.len(), UNITS);
        let dear = found.units[4];
        assert!((dear.over - 0.15).abs() < 0.05, "{dear:?}");
        assert!((dear.error - 0.03 / (UNITS as f64).sqrt()).abs() < 0.004, "{dear:?}");
        flagged += usize::from(dear.adjusted <= 0.05);
        false_flags += found.units.iter().filter(|one| one.unit != 4 && one.adjusted <= 0.05).count();
    }
    assert_eq!(flagged, 100);
    // Beside a true discovery another is made at p < 2/12 · 0.05: 9 in 100 data sets, more than 22 once in some 10 000. Without
    // the adjustment there would be 55.
    assert!(false_flags <= 22, "{false_flags}");
}

#[test]
fn a_formula_that_is_right_gives_even_games_and_one_that_is_not_does_not() {
    let (worth, rates) = rates(7, 0.01);
    let right: Vec<Option<f64>> = worth.iter().copied().map(Some).collect();
    let found = audit_formula(&right, &rates).expect("sound rates");
    assert!(found.equal_cost.fair_share > 0.999 && found.equal_cost.mean_distance < 0.03, "{found:?}");
    let (slope, error) = found.slope.expect("a slope");
    assert!((slope - 1.0).abs() < 0.02 && error < 0.02, "{slope} {error}");
    assert!(found.units.iter().all(|one| one.adjusted > 0.01), "{found:?}");
    // One price for all: equal points are equal numbers.
    let flat = audit_formula(&[Some(1.0); UNITS], &rates).expect("sound rates");
    assert!(flat.equal_cost.fair_share < 0.2 && flat.equal_cost.mean_distance > 0.3, "{flat:?}");
    assert_eq!(flat.slope, None);
}

#[test]
fn units_without_a_formula_price_or_a_rate_are_left_out() {
    let (worth, mut rates) = rates(3, 0.01);
    let mut cost: Vec<Option<f64>> = worth.iter().copied().map(Some).collect();
    cost[2] = None;
    cost.push(Some(1.0));
    let found = audit_formula(&cost, &rates).expect("sound rates");
    let units: Vec<usize> = found.units.iter().map(|one| one.unit).collect();
    assert_eq!(units, [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    rates.clear();
    let none = audit_formula(&cost, &rates).expect("no rates are no fault");
    assert!(none.units.is_empty() && none.rms == 0.0 && none.equal_cost.mean_distance == 0.0);
}

/// Foot and horse of attack and armour 2 to 12, two kinds to a unit; worth by weights other than the printed ones.
fn army(weights: [f64; 2], horse: f64, scatter: f64) -> Vec<CostedUnit> {
    let mut rng = generator(11);
    let mut units = Vec::new();
    for at in 0..24_u32 {
        let (attack, armour) = (f64::from(2 + at % 5), f64::from(2 + at % 7));
        let mounted = at % 3 == 0;
        let each =
            |attack: f64| (weights[0] * attack + weights[1] * armour) * if mounted { horse } else { 1.0 };
        let group = |count: f64, attack: f64| Group {
            count,
            terms: vec![(0, attack), (1, armour)],
            factors: if mounted { vec![(2, 2.0)] } else { Vec::new() },
        };
        let noise = scatter * (2.0 * uniform(&mut rng) - 1.0);
        units.push(CostedUnit {
            ln_worth: (4.0 * each(attack) + each(12.0)).ln() + noise,
            groups: vec![group(4.0, attack), group(1.0, 12.0)],
        });
    }
    units
}

#[test]
fn coefficients_come_back_and_printed_ones_stay() {
    let found = refit(3, &army([3.0, 1.0], 3.0, 0.01)).expect("a fit");
    let ratio = |at: usize| found.coefficients[at].expect("told").ratio;
    // Attack weighs three times as much as armour, a horse one and a half times what is printed.
    assert!((ratio(0) / ratio(1) - 3.0).abs() < 0.15, "{found:?}");
    assert!((ratio(2) - 1.5).abs() < 0.03, "{found:?}");
    assert!(found.fitted_rms < 0.01 && found.printed_rms > 0.1, "{found:?}");
    let right = refit(3, &army([1.0, 1.0], 2.0, 0.01)).expect("a fit");
    for coefficient in right.coefficients.iter().flatten() {
        let off = coefficient.ratio.ln().abs();
        assert!(off < 4.0 * coefficient.error && coefficient.error < 0.05, "{coefficient:?}");
    }
}

#[test]
fn what_the_units_cannot_tell_has_no_coefficient_and_worthless_terms_go_to_nothing() {
    let found = refit(4, &army([1.0, 1.0], 2.0, 0.01)).expect("a fit");
    assert_eq!(found.coefficients[3], None);
    let worthless = refit(3, &army([0.0, 1.0], 2.0, 0.0)).expect("a fit");
    assert!(worthless.coefficients[0].is_some_and(|one| one.ratio < 0.05), "{worthless:?}");
    assert_eq!(refit(2, &[]), None);
    let broken = CostedUnit { ln_worth: 0.0, groups: Vec::new() };
    assert_eq!(refit(1, &[broken]), None);
}
