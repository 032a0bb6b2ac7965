//! Formulas behind prices.

use muster_analysis::formula_fit::{Priced, fit_product, fit_sum};

use crate::support::{generator, normal};

/// Units of every pairing of melee points and saves, priced 3 (MP · durability)^0.55 with so much noise.
fn units(noise: f64, seed: u64) -> Vec<Priced> {
    let mut rng = generator(seed);
    let attacks = [1.0_f64, 2.0, 5.0, 10.0];
    let durabilities = [1.0_f64, 1.2, 1.5, 2.0, 3.0, 6.0];
    attacks
        .into_iter()
        .flat_map(|attack| durabilities.map(|durability| (attack, durability)))
        .map(|(attack, durability)| Priced {
            ln_points: 3_f64.ln() + 0.55 * (attack * durability).ln() + noise * normal(&mut rng),
            error: noise,
            attributes: vec![attack, durability],
        })
        .collect()
}

// Acceptance T5.7: 24 units; the exponent's spread is about 0.002.
#[test]
fn the_exponent_behind_prices_is_recovered_and_a_sum_does_far_worse() {
    let units = units(0.01, 57);
    let product = fit_product(&units).unwrap();
    assert!((product.coefficients[1] - 0.55).abs() < 0.01, "{product:?}");
    assert!((product.coefficients[1] - 0.55).abs() < 4.0 * product.errors[1]);
    assert!((product.coefficients[0].exp() - 3.0).abs() < 0.05);
    let sum = fit_sum(&units).unwrap();
    assert!(
        sum.leave_one_out > 5.0 * product.leave_one_out,
        "{} against {}",
        sum.leave_one_out,
        product.leave_one_out
    );
}

#[test]
fn prices_that_are_a_sum_are_fitted_by_a_sum() {
    let units: Vec<Priced> = units(0.0, 1)
        .into_iter()
        .map(|unit| Priced { ln_points: (2.0 + 1.5 * unit.attributes[0] + unit.attributes[1]).ln(), ..unit })
        .collect();
    let sum = fit_sum(&units).unwrap();
    for (found, truth) in sum.coefficients.iter().zip([2.0, 1.5, 1.0]) {
        assert!((found - truth).abs() < 1e-9, "{sum:?}");
    }
    assert!(sum.leave_one_out < 1e-9);
    assert!(fit_product(&units).unwrap().leave_one_out > 0.05);
}

#[test]
fn leaving_one_out_is_what_it_says() {
    let units = units(0.2, 3);
    let direct: f64 = (0..units.len())
        .map(|out| {
            let others: Vec<Priced> =
                units.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, unit)| unit.clone()).collect();
            let fit = fit_product(&others).unwrap();
            let product: f64 = units[out].attributes.iter().product();
            (fit.coefficients[0] + fit.coefficients[1] * product.ln() - units[out].ln_points).powi(2)
        })
        .sum();
    let direct = (direct / units.len() as f64).sqrt();
    assert!((fit_product(&units).unwrap().leave_one_out - direct).abs() < 1e-9);
}

#[test]
fn too_few_units_or_equal_ones_have_no_formula() {
    let all = units(0.0, 1);
    assert_eq!(fit_product(&all[..2]), None);
    assert_eq!(fit_product(&[]), None);
    assert_eq!(fit_sum(&all[..3]), None);
    assert_eq!(fit_product(&vec![all[0].clone(); 5]), None);
    assert_eq!(fit_sum(&vec![all[0].clone(); 5]), None);
    let zero = Priced { attributes: vec![0.0, 1.0], ..all[0].clone() };
    assert_eq!(fit_product(&[all, vec![zero]].concat()), None);
}
