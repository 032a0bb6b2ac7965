//! Which of two enemies is nearer from edge to edge, decided in whole numbers: no root is taken, and nothing is rounded.

use std::cmp::Ordering;

/// An enemy and how far off it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    /// Which.
    pub(super) enemy: usize,
    /// Squared distance of the centres, q².
    pub(super) distance: i64,
    /// Distance of the centres in contact, q.
    pub(super) contact: i32,
}

impl Near {
    /// The nearer of two from edge to edge, then from centre to centre, then the one that was held.
    #[inline]
    pub(super) fn or_nearer(self, held: Option<Near>) -> Option<Near> {
        match held {
            Some(held) if held.order(&self) != Ordering::Greater => Some(held),
            _ => Some(self),
        }
    }

    #[inline]
    fn order(&self, other: &Near) -> Ordering {
        let by_centres = self.distance.cmp(&other.distance);
        if self.contact == other.contact { by_centres } else { self.order_of_gaps(other).then(by_centres) }
    }

    fn order_of_gaps(&self, other: &Near) -> Ordering {
        match (self.touches(), other.touches()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) if self.contact > other.contact => self.order_of_larger(other),
            (false, false) => other.order_of_larger(self).reverse(),
        }
    }

    /// Whether no gap is left.
    #[inline]
    fn touches(&self) -> bool {
        let contact = i64::from(self.contact);
        self.distance <= contact * contact
    }

    /// The order of the gaps where this contact is the larger by `k`: of √d and √d' + k, and so of d - d' - k² and 2k√d'.
    fn order_of_larger(&self, other: &Near) -> Ordering {
        let k = i64::from(self.contact) - i64::from(other.contact);
        let rest = self.distance - other.distance - k * k;
        if rest <= 0 {
            return Ordering::Less;
        }
        (i128::from(rest) * i128::from(rest)).cmp(&(4 * i128::from(k * k) * i128::from(other.distance)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(distance: i64, contact: i32) -> Near {
        Near { enemy: 0, distance, contact }
    }

    #[test]
    fn gaps_are_ordered_as_the_roots_say() {
        let gap = |near: &Near| ((near.distance as f64).sqrt() - f64::from(near.contact)).max(0.0);
        let kinds: Vec<Near> =
            (0..400).map(|n| near(n * n % 353 + n, i32::try_from(n % 11).expect("small"))).collect();
        let mut differing = 0;
        for one in &kinds {
            for other in &kinds {
                // Whole numbers as small as these never lie nearer to each other than this, unless they are equal.
                let apart = gap(one) - gap(other);
                let by_roots = if apart.abs() < 1e-7 { Ordering::Equal } else { apart.total_cmp(&0.0) };
                let expected = by_roots.then(one.distance.cmp(&other.distance));
                assert_eq!(one.order(other), expected, "{one:?} {other:?}");
                differing += usize::from(one.distance.cmp(&other.distance) != expected);
            }
        }
        assert!(differing > 1000, "the sizes of the bases matter: {differing}");
    }

    #[test]
    fn of_equals_the_one_that_was_held_stays() {
        let (first, second) = (Near { enemy: 3, ..near(100, 2) }, Near { enemy: 5, ..near(100, 2) });
        assert_eq!(second.or_nearer(Some(first)), Some(first));
        // Equal gaps of 7 q: the nearer centre wins.
        assert_eq!(near(144, 5).or_nearer(Some(near(100, 3))), Some(near(100, 3)));
        assert_eq!(near(100, 3).or_nearer(Some(near(144, 5))), Some(near(100, 3)));
    }
}
