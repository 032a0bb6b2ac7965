//! What a box can field at given points: a few forces that differ from each other, none dearer than asked for.

use super::PricedUnit;

/// A force costs at least this share of the points asked for.
pub(crate) const LEAST_SPENT: f64 = 0.95;
/// Units of which every selection is tried; of larger boxes selections of up to three units, and all.
const MOST_TRIED: usize = 10;

/// A force.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Force {
    /// Indices into the units, and how many figures of each; whole units with all of theirs.
    pub units: Vec<(usize, u32)>,
    /// What it costs by rounded prices.
    pub points: f64,
}

/// Forces of a box.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fielded {
    /// The forces: the broadest first, then those that differ most from what stands before them.
    pub forces: Vec<Force>,
    /// Where no force costs enough: the dearest that the points can pay; `None` when they can pay none.
    pub nearest: Option<Force>,
    /// What all priced units of the box cost together.
    pub whole: f64,
}

/// Up to `count` forces of the units for at most `points`, every resizable unit with at least `least` figures (or all that
/// there are). A pure function of its arguments.
pub(crate) fn field(units: &[PricedUnit], points: f64, least: u32, count: usize) -> Fielded {
    let priced: Vec<usize> = (0..units.len()).filter(|unit| units[*unit].rounded.is_some()).collect();
    let whole = priced.iter().map(|unit| cost(units, *unit, units[*unit].figures)).sum();
    let mut tried: Vec<Force> = selections(&priced)
        .into_iter()
        .filter_map(|selection| fill(units, &selection, points, least))
        .collect();
    // `max_by` keeps the last of equals, so the order is turned to keep the first.
    let nearest = tried.iter().rev().max_by(|a, b| a.points.total_cmp(&b.points)).cloned();
    tried.retain(|force| force.points >= LEAST_SPENT * points);
    let nearest = nearest.filter(|_| tried.is_empty());
    tried.dedup();
    // The broadest first; of equals the one that leaves least over.
    tried.sort_by(|a, b| {
        b.units.len().cmp(&a.units.len()).then(b.points.total_cmp(&a.points)).then(a.units.cmp(&b.units))
    });
    let mut forces: Vec<Force> = Vec::new();
    while forces.len() < count {
        let apart = |force: &Force| {
            forces.iter().map(|chosen| distance(units, force, chosen)).fold(f64::INFINITY, f64::min)
        };
        // `max_by` keeps the last of equals, so the order is turned to keep the first.
        let next = tried.iter().rev().max_by(|a, b| apart(a).total_cmp(&apart(b))).cloned();
        match next {
            Some(force) if forces.is_empty() || apart(&force) > 0.0 => forces.push(force),
            _ => break,
        }
    }
    Fielded { forces, nearest, whole }
}

fn cost(units: &[PricedUnit], unit: usize, figures: u32) -> f64 {
    let each = units[unit].rounded.unwrap_or(0.0);
    if units[unit].alike { each * f64::from(figures) } else { each }
}

fn selections(priced: &[usize]) -> Vec<Vec<usize>> {
    if priced.len() <= MOST_TRIED {
        return (1_usize..1 << priced.len())
            .map(|bits| {
                priced
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| bits >> at & 1 == 1)
                    .map(|(_, unit)| *unit)
                    .collect()
            })
            .collect();
    }
    let mut all = vec![priced.to_vec()];
    for (i, a) in priced.iter().enumerate() {
        all.push(vec![*a]);
        for (j, b) in priced.iter().enumerate().skip(i + 1) {
            all.push(vec![*a, *b]);
            all.extend(priced.iter().skip(j + 1).map(|c| vec![*a, *b, *c]));
        }
    }
    all
}

/// The selection in proportion to what is in the box, then figure by figure up to the points; `None` when even the
/// smallest such force is too dear.
fn fill(units: &[PricedUnit], selection: &[usize], points: f64, least: u32) -> Option<Force> {
    let smallest = |unit: usize| {
        if units[unit].alike { least.min(units[unit].figures) } else { units[unit].figures }
    };
    let mut force: Vec<(usize, u32)> = selection.iter().map(|unit| (*unit, smallest(*unit))).collect();
    let total = |force: &[(usize, u32)]| -> f64 {
        force.iter().map(|(unit, figures)| cost(units, *unit, *figures)).sum()
    };
    if force.is_empty() || total(&force) > points + 1e-9 {
        return None;
    }
    loop {
        let spent = total(&force);
        // The unit that lags furthest behind its share of the box and of which one more figure can still be paid.
        let next = (0..force.len())
            .filter(|at| {
                let (unit, figures) = force[*at];
                let more = figures < units[unit].figures;
                more && spent + cost(units, unit, figures + 1) - cost(units, unit, figures) <= points + 1e-9
            })
            .min_by(|a, b| {
                let share = |at: usize| f64::from(force[at].1) / f64::from(units[force[at].0].figures.max(1));
                share(*a).total_cmp(&share(*b)).then(a.cmp(b))
            });
        match next {
            Some(at) => force[at].1 += 1,
            None => break,
        }
    }
    Some(Force { points: total(&force), units: force })
}

/// Half the sum of the differences of two forces' shares of points: 0 for the same shares, 1 for nothing in common.
fn distance(units: &[PricedUnit], a: &Force, b: &Force) -> f64 {
    let share = |force: &Force, unit: usize| {
        let own = force.units.iter().find(|(other, _)| *other == unit);
        own.map_or(0.0, |(unit, figures)| cost(units, *unit, *figures)) / force.points.max(f64::MIN_POSITIVE)
    };
    (0..units.len()).map(|unit| (share(a, unit) - share(b, unit)).abs()).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(figures: u32, each: f64, alike: bool) -> PricedUnit {
        let (name, like) = (String::new(), String::new());
        let id = format!("{figures}x{each}");
        PricedUnit { id, name, figures, alike, exact: Some(each), rounded: Some(each), like }
    }

    #[test]
    fn forces_spend_the_points_and_no_more_and_differ() {
        let units = [unit(20, 5.0, true), unit(12, 9.0, true), unit(4, 60.0, false)];
        let found = field(&units, 150.0, 5, 5);
        assert!(found.forces.len() >= 4, "{found:?}");
        assert!((found.whole - (100.0 + 108.0 + 60.0)).abs() < 1e-9);
        for (at, force) in found.forces.iter().enumerate() {
            assert!(force.points <= 150.0 && force.points >= 142.5, "{force:?}");
            let sum: f64 = force.units.iter().map(|(unit, figures)| cost(&units, *unit, *figures)).sum();
            assert!((sum - force.points).abs() < 1e-9);
            for (unit, figures) in &force.units {
                let own = &units[*unit];
                assert!(
                    *figures <= own.figures && (!own.alike || *figures >= 5) && (own.alike || *figures == 4)
                );
            }
            assert!(found.forces[..at].iter().all(|other| distance(&units, force, other) > 0.0));
        }
        assert_eq!(found.forces[0].units.len(), 3, "the broadest first");
        assert_eq!(found, field(&units, 150.0, 5, 5));
    }

    #[test]
    fn a_box_that_is_too_small_fields_nothing_and_says_what_it_is_worth() {
        let found = field(&[unit(10, 5.0, true)], 200.0, 5, 3);
        assert!(found.forces.is_empty() && (found.whole - 50.0).abs() < 1e-9);
        // Two whole units: either is far below the points, and both are above them.
        let coarse = field(&[unit(4, 60.0, false), unit(5, 70.0, false)], 100.0, 5, 3);
        assert!(coarse.forces.is_empty());
        assert_eq!(coarse.nearest, Some(Force { units: vec![(1, 5)], points: 70.0 }));
        let unpriced = PricedUnit { rounded: None, exact: None, ..unit(10, 5.0, true) };
        assert!(field(&[unpriced], 10.0, 1, 1).forces.is_empty());
        assert!(field(&[], 10.0, 1, 1).forces.is_empty());
    }

    #[test]
    fn large_boxes_are_tried_too() {
        let units: Vec<PricedUnit> = (0..14).map(|_| unit(10, 4.0, true)).collect();
        let found = field(&units, 100.0, 5, 3);
        assert_eq!(found.forces.len(), 3);
    }
}
