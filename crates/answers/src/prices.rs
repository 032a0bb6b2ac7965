//! Prices from exchange rates of pairs of units.

use muster_analysis::hodge::HodgeError;
use muster_analysis::price_list::{KnownRate, PriceList, RateLimit, price_list};
use muster_resolver::{Exchange, Rate};

/// The rates that are known. Solved and played ones weigh alike: what they disagree by is more than what they are unsure of.
#[must_use]
pub fn known_rates(rates: &[Exchange]) -> Vec<KnownRate> {
    let known = rates.iter().filter_map(|one| match one.rate {
        Rate::Even { ln_rate, error, steepness } => Some(KnownRate {
            first: one.first,
            second: one.second,
            ln_rate,
            variance: 0.0,
            doubt: error * error,
            steepness,
        }),
        _ => None,
    });
    known.collect()
}

/// Prices from rates, those of the anchor as 1; `None` where no rate is known.
///
/// # Errors
/// A rate that cannot be.
pub fn list(units: usize, anchor: usize, rates: &[Exchange]) -> Result<Option<PriceList>, HodgeError> {
    let known = known_rates(rates);
    let mut limits = Vec::new();
    for one in rates {
        let (first, second) = (one.first, one.second);
        let mut at_least = |first, second, ln_at_least| limits.push(RateLimit { first, second, ln_at_least });
        match one.rate {
            Rate::AtLeast(least) => at_least(first, second, least),
            Rate::AtMost(most) => at_least(second, first, -most),
            Rate::Between(least, most) => {
                at_least(first, second, least);
                at_least(second, first, -most);
            }
            Rate::Even { .. } | Rate::Flat | Rate::Stalemate | Rate::BothFixed | Rate::TooLarge => {}
        }
    }
    if known.is_empty() && limits.is_empty() {
        return Ok(None);
    }
    price_list(units, anchor, &known, &limits).map(Some)
}
