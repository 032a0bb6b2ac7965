//! Where units stand when the battle begins.

use super::conditions::Conditions;
use super::point::Point;

/// The places of a side's units at the start, in list order.
///
/// The row is centred along the side's own edge from outline to outline. Neighbouring centres are [`Conditions::spacing`]
/// apart, or as far as their discs need to lie side by side; a row wider than the table is compressed evenly to the width of
/// the table, and discs may then overlap. Front edges lie on the deployment line, half of [`Conditions::gap`] from the
/// middle of the table. Side B is the reflection of side A (`x` stays, `y` becomes the depth less `y`), so that equal forces
/// face each other unit by unit. Centres are whole q, rounded away from the middle of the row where that must be, and always
/// on the table.
pub fn deploy(radii: &[i32], side_is_a: bool, conditions: &Conditions) -> Vec<Point> {
    let (Some(first), Some(last)) = (radii.first(), radii.last()) else { return Vec::new() };
    let table = &conditions.table;
    let offsets = offsets(radii, conditions.spacing);
    let row = offsets.last().copied().unwrap_or(0);
    let room = (i64::from(table.width) - i64::from(*first) - i64::from(*last)).max(0);
    let squeezed = row.min(room);
    // The outline is centred, so the middle of the centres leans toward the smaller end. Doubled, to stay in whole numbers.
    let lean = i64::from(*first) - i64::from(*last);
    // Half a q that cannot be had is taken off the lean, so that the spacing stays what it is.
    let lean = lean - (i64::from(table.width) + squeezed + lean).rem_euclid(2) * lean.signum();
    let line = (table.depth - conditions.gap).div_euclid(2);
    radii
        .iter()
        .zip(offsets)
        .map(|(radius, offset)| {
            let from_middle = 2 * offset - row;
            let parity = i64::from(table.width) - lean;
            let aside = nearest_of_parity(from_middle * squeezed, row, parity);
            // A unit in the very middle of the row goes toward the middle of the table.
            let aside = if from_middle == 0 && lean > 0 { -aside } else { aside };
            let doubled = i64::from(table.width) + lean + aside;
            let x = i32::try_from(doubled.div_euclid(2)).unwrap_or(0);
            let y = line.saturating_sub(*radius);
            let place = table.hold(Point { x, y });
            if side_is_a { place } else { Point { x: place.x, y: table.depth - place.y } }
        })
        .collect()
}

/// How far each centre is from the first one when nothing hinders the row.
fn offsets(radii: &[i32], spacing: i32) -> Vec<i64> {
    let mut offset = 0;
    let mut offsets = vec![0];
    for pair in radii.windows(2) {
        offset += i64::from(spacing).max(i64::from(pair[0]) + i64::from(pair[1]));
        offsets.push(offset);
    }
    offsets
}

/// The whole number nearest to `numerator / denominator` among those that are odd or even as `parity` is; the one further
/// from zero between two.
fn nearest_of_parity(numerator: i64, denominator: i64, parity: i64) -> i64 {
    let odd = parity.rem_euclid(2);
    if denominator <= 0 {
        return odd;
    }
    // Numbers of that parity are 2k + odd from zero outward: the nearest k is that of (|value| - odd) / 2, halves up.
    let doubled = numerator.abs() - odd * denominator;
    let steps = (doubled + denominator).div_euclid(2 * denominator).max(0);
    let size = 2 * steps + odd;
    if numerator < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_of_parity_agrees_with_a_search() {
        for denominator in 1..12_i64 {
            for numerator in -60..60_i64 {
                for parity in 0..2 {
                    let found = nearest_of_parity(numerator, denominator, parity);
                    assert_eq!(found.rem_euclid(2), parity);
                    let error = |n: i64| (n * denominator - numerator).abs();
                    let best = (-70..70_i64).filter(|n| n.rem_euclid(2) == parity).map(error).min();
                    assert_eq!(Some(error(found)), best, "{numerator}/{denominator} parity {parity}");
                    if numerator != 0 {
                        assert_eq!(nearest_of_parity(-numerator, denominator, parity), -found);
                    }
                }
            }
        }
    }
}
