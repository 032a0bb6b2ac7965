//! Prices that cannot be told apart from the next cheaper one's.

use super::army_page::more;
use super::page::by_price;
use crate::command::points::Prices;

/// Pairs named before the others are counted.
const NAMED: usize = 10;

/// Pairs of neighbours, cheaper first, that lie within two standard errors of each other. `order` holds priced units, cheapest first;
/// `ratio` is the ln of the ratio of two prices with its standard error.
pub(super) fn neighbours(
    order: &[usize],
    ratio: &dyn Fn(usize, usize) -> Option<(f64, f64)>,
) -> Vec<[usize; 2]> {
    let pairs = order.windows(2).map(|pair| [pair[0], pair[1]]);
    pairs
        .filter(|[cheap, dear]| ratio(*dear, *cheap).is_some_and(|(lead, error)| lead <= 2.0 * error))
        .collect()
}

/// Those of a price list.
pub(super) fn pairs(prices: &Prices<'_>) -> Vec<[usize; 2]> {
    let mut priced: Vec<usize> =
        by_price(prices).into_iter().filter(|unit| prices.points(*unit).is_some()).collect();
    priced.reverse();
    neighbours(&priced, &|unit, other| prices.ratio(unit, other))
}

/// The same as runs of units, cheapest first.
pub(super) fn groups(prices: &Prices<'_>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for [cheap, dear] in pairs(prices) {
        match groups.last_mut() {
            Some(group) if group.last() == Some(&cheap) => group.push(dear),
            _ => groups.push(vec![cheap, dear]),
        }
    }
    groups
}

/// The pairs by name; `None` where all prices can be told apart.
pub(super) fn sentence(pairs: &[[&str; 2]]) -> Option<String> {
    let named: Vec<String> = pairs.iter().take(NAMED).map(|pair| pair.join(" and ")).collect();
    (!pairs.is_empty()).then(|| {
        format!(
            "Prices that cannot be told apart (next to each other, within 2 standard errors): {}{}.",
            named.join("; "),
            more(pairs.len(), NAMED)
        )
    })
}
