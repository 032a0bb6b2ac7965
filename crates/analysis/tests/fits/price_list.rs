//! Price lists from exact rates.

use muster_analysis::price_fit::{Bound, Standing};
use muster_analysis::price_list::{KnownRate, RateLimit, price_list};

fn rate(first: usize, second: usize, ln_rate: f64) -> KnownRate {
    KnownRate { first, second, ln_rate, variance: 0.0, doubt: 0.0, steepness: 7.0 }
}

#[test]
fn rates_that_agree_give_prices_without_error_and_no_mismatch() {
    let theta = [0.0, 0.4, 1.1];
    let rates =
        [rate(0, 1, theta[0] - theta[1]), rate(1, 2, theta[1] - theta[2]), rate(2, 0, theta[2] - theta[0])];
    let list = price_list(3, 0, &rates, &[]).unwrap();
    for (standing, theta) in list.standings.iter().zip(theta) {
        let Standing::Fitted(found) = standing else { panic!("{standing:?}") };
        assert!((found - theta).abs() < 1e-12);
    }
    assert!(list.errors.iter().all(|error| error.unwrap() < 1e-12));
    assert!(list.rms < 1e-12 && list.mismatches[0].lead < 1e-12);
    assert!(list.least_worst_lead.abs() < 1e-9);
}

// One rate a unit leaves nothing over: what is doubted about the rates is then all that is known of the errors.
#[test]
fn prices_are_as_unsure_as_the_rates_that_lead_to_them() {
    let doubted = |first: usize, second: usize, doubt: f64| KnownRate { doubt, ..rate(first, second, 0.5) };
    let list = price_list(3, 0, &[doubted(1, 0, 0.01), doubted(2, 1, 0.03)], &[]).unwrap();
    assert!((list.errors[1].unwrap() - 0.1).abs() < 1e-12, "{:?}", list.errors);
    assert!((list.errors[2].unwrap() - 0.2).abs() < 1e-12, "{:?}", list.errors);
    // Two ways that agree to a hair are no surer than two rates; ways that disagree by more than is doubted are as unsure as that.
    let agreeing =
        [doubted(1, 0, 0.01), doubted(2, 1, 0.01), KnownRate { ln_rate: 1.0, ..doubted(2, 0, 0.01) }];
    let list = price_list(3, 0, &agreeing, &[]).unwrap();
    assert!((list.errors[2].unwrap() - (0.01_f64 * 2.0 / 3.0).sqrt()).abs() < 1e-12, "{:?}", list.errors);
    let [first, second, _] = agreeing;
    let apart = price_list(3, 0, &[first, second, KnownRate { ln_rate: 2.0, ..agreeing[2] }], &[]).unwrap();
    assert!(apart.errors[2].unwrap() > 3.0 * list.errors[2].unwrap(), "{:?}", apart.errors);
}

#[test]
fn without_any_rate_limits_hang_on_the_anchor() {
    let list = price_list(3, 0, &[], &[RateLimit { first: 1, second: 0, ln_at_least: 1.5 }]).unwrap();
    let Standing::Bounded(Bound::AtLeast(least)) = list.standings[1] else { panic!("{:?}", list.standings) };
    assert!((least - 1.5).abs() < 1e-12);
    assert_eq!((list.standings[0], list.standings[2]), (Standing::Fitted(0.0), Standing::Unknown));
}

#[test]
fn a_circle_of_rates_shows_as_error_mismatch_and_cycle() {
    let list = price_list(3, 0, &[rate(0, 1, 0.3), rate(1, 2, 0.3), rate(2, 0, 0.3)], &[]).unwrap();
    assert!(list.standings.iter().all(|one| matches!(one, Standing::Fitted(theta) if theta.abs() < 1e-12)));
    assert!((list.rms - 0.3).abs() < 1e-12);
    // One degree of freedom, s = sqrt(0.27), resistance between two corners of a triangle 2/3.
    assert!((list.errors[1].unwrap() - (0.27_f64 * 2.0 / 3.0).sqrt()).abs() < 1e-12);
    assert!(list.errors[0].unwrap() < 1e-12);
    let worst = &list.mismatches[0];
    assert_eq!((worst.stronger, worst.weaker), (0, 1));
    assert!((worst.score - 1.0 / (1.0 + (-2.1_f64).exp())).abs() < 1e-12);
    assert!((list.cycle.unwrap().mean_lead - 0.3).abs() < 1e-12);
    assert!((list.least_worst_lead - 0.3).abs() < 1e-9);
    assert!(list.mix.unwrap().shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9));
}

#[test]
fn units_without_a_rate_get_their_limits() {
    let limits = [
        RateLimit { first: 2, second: 0, ln_at_least: 3.0 },
        RateLimit { first: 2, second: 1, ln_at_least: 2.9 },
        RateLimit { first: 1, second: 3, ln_at_least: 1.0 },
    ];
    let list = price_list(5, 0, &[rate(1, 0, 0.5)], &limits).unwrap();
    let Standing::Bounded(Bound::AtLeast(least)) = list.standings[2] else {
        panic!("{:?}", list.standings[2])
    };
    assert!((least - 3.4).abs() < 1e-12);
    let Standing::Bounded(Bound::AtMost(most)) = list.standings[3] else { panic!("{:?}", list.standings[3]) };
    assert!((most + 0.5).abs() < 1e-12);
    assert_eq!(list.standings[4], Standing::Unknown);
    assert_eq!(list.errors[2], None);
}
