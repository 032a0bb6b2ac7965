//! Prices brought into order, on synthetic battles whose truth is known.

use muster_analysis::army_fit::{ArmyFit, ArmyRow, fit_armies, in_order};
use muster_stats::Record;

use crate::support::{binomial, generator, uniform};

/// Prices of four units, the third and fourth as dear as each other.
const PRICES: [f64; 4] = [1.0, 1.5, 2.0, 2.0];

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers above 0")]
fn fitted(seed: u64, pairs: usize) -> ArmyFit {
    let mut rng = generator(seed);
    let rows: Vec<ArmyRow> = (0..pairs)
        .map(|_| {
            let mut side = || -> Vec<(usize, f64)> {
                (0..2)
                    .map(|_| ((uniform(&mut rng) * 4.0) as usize, (10.0 + 10.0 * uniform(&mut rng)).round()))
                    .collect()
            };
            let sides = [side(), side()];
            let cost = |side: &[(usize, f64)]| side.iter().map(|(unit, n)| n * PRICES[*unit]).sum::<f64>();
            let p = 1.0 / (1.0 + (cost(&sides[1]) / cost(&sides[0])).powf(5.0));
            let counts = [0, 1].map(|_| {
                let wins = binomial(&mut rng, 20, p) as u64;
                Record { wins, draws: 0, losses: 20 - wins }
            });
            ArmyRow { sides, counts }
        })
        .collect();
    fit_armies(4, &rows, &[0.0; 4]).unwrap()
}

#[test]
fn prices_out_of_order_by_luck_become_their_weighted_mean() {
    // Of two equal prices one comes out below the other; the claim that it is the better one is then out of order by luck.
    for seed in 0..20 {
        let fit = fitted(seed, 300);
        let (lead, error) = fit.ratio(2, 3).unwrap();
        if lead.abs() > 1.9 * error {
            continue;
        }
        let (better, worse) = if lead < 0.0 { (2, 3) } else { (3, 2) };
        let ordered = in_order(fit.clone(), &[(better, worse), (1, 0)]);
        assert_eq!((ordered.pooled.as_slice(), ordered.reversed.len()), (&[(better, worse)][..], 0));
        let (of, to) = (ordered.fit.theta(better).unwrap(), ordered.fit.theta(worse).unwrap());
        assert!(of.to_bits() == to.to_bits(), "one price: {of} {to}");
        let (low, high) = (fit.theta(better).unwrap(), fit.theta(worse).unwrap());
        assert!((low..=high).contains(&of), "{low} {of} {high}");
        // Each price against the first unit's is known better than before, and a third one hardly moves.
        assert!(ordered.fit.ratio(better, 0).unwrap().1 < fit.ratio(better, 0).unwrap().1);
        assert!((ordered.fit.theta(1).unwrap() - fit.theta(1).unwrap()).abs() < error);
        return;
    }
    panic!("no data set had the two within their error");
}

// The mutant: a dearer unit is claimed to be the worse one.
#[test]
fn a_reversal_beyond_luck_is_reported_and_left_alone() {
    let fit = fitted(1, 300);
    let ordered = in_order(fit.clone(), &[(0, 2), (1, 0)]);
    assert!(ordered.pooled.is_empty());
    assert_eq!(ordered.reversed.len(), 1, "{:?}", ordered.reversed);
    let found = ordered.reversed[0];
    assert_eq!((found.better, found.worse), (0, 2));
    assert!(found.lead < -10.0 * found.error, "{found:?}");
    assert_eq!(ordered.fit.theta(0), fit.theta(0));
}

#[test]
fn prices_in_order_and_units_without_a_price_are_left_alone() {
    let fit = fitted(2, 300);
    let ordered = in_order(fit.clone(), &[(2, 0), (1, 0), (9, 0)]);
    assert!(ordered.pooled.is_empty() && ordered.reversed.is_empty());
    assert_eq!(ordered.fit.believed(), fit.believed());
}
