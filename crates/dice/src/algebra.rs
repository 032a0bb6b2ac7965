//! Laws made from laws. All of it adds and multiplies numbers that are not negative: nothing cancels, so every
//! probability keeps its leading digits, however small it is.

use crate::pmf::{Pmf, exact_sum};

impl Pmf {
    /// The law of the sum of two independent numbers.
    pub fn plus(&self, other: &Pmf) -> Pmf {
        Pmf::settled(product(self.as_slice(), other.as_slice()))
    }

    /// The law of the sum of `n` independent numbers of this law; 0 for certain when `n` is 0. By repeated squaring.
    pub fn times(&self, n: u32) -> Pmf {
        let mut sum = Pmf::certain(0);
        for bit in (0..u32::BITS - n.leading_zeros()).rev() {
            sum = sum.plus(&sum);
            if n >> bit & 1 == 1 {
                sum = sum.plus(self);
            }
        }
        sum
    }

    /// The law of the sum of a random number of independent numbers of this law. A count of 0 gives 0.
    pub fn times_random(&self, count: &Pmf) -> Pmf {
        // Horner's scheme in the generating functions.
        let mut sum: Vec<f64> = vec![0.0];
        for &p in count.as_slice().iter().rev() {
            sum = product(&sum, self.as_slice());
            sum[0] += p;
            while sum.len() > 1 && sum.last() == Some(&0.0) {
                sum.pop();
            }
        }
        Pmf::settled(sum)
    }

    /// The law of what is left when each unit is kept with chance `keep`, independently of the others. `keep` is brought
    /// into 0..=1 as by [`Pmf::bernoulli`].
    pub fn thin(&self, keep: f64) -> Pmf {
        Pmf::bernoulli(keep).times_random(self)
    }

    /// The law of the number or `max`, whichever is smaller.
    pub fn capped(&self, max: u32) -> Pmf {
        let kept = max as usize;
        if kept >= self.len() {
            return self.clone();
        }
        let mut p = self.as_slice()[..kept].to_vec();
        p.push(exact_sum(self.as_slice()[kept..].iter().rev().copied()));
        Pmf::settled(p)
    }

    /// The law of a function of the number.
    pub fn map(&self, function: impl Fn(u32) -> u32) -> Pmf {
        let mut p = Vec::new();
        for (value, probability) in self.iter() {
            let place = function(value) as usize;
            if place >= p.len() {
                p.resize(place + 1, 0.0);
            }
            p[place] += probability;
        }
        Pmf::settled(p)
    }

    /// The law of a number drawn from one of several laws, each taken with the chance that stands before it.
    ///
    /// The chances are divided by their sum. One that is not a finite number above 0 counts as 0; when none is left the
    /// number is 0 for certain.
    pub fn mixture(parts: &[(f64, &Pmf)]) -> Pmf {
        let counted = || parts.iter().filter(|(weight, _)| weight.is_finite() && *weight > 0.0);
        // Scaled by the largest first, so that the sum cannot overflow.
        let largest = counted().map(|(weight, _)| *weight).fold(0.0, f64::max);
        let total = exact_sum(counted().map(|(weight, _)| weight / largest));
        let mut p = vec![0.0; counted().map(|(_, part)| part.len()).max().unwrap_or(1)];
        for (weight, part) in counted() {
            let share = weight / largest / total;
            for (entry, &probability) in p.iter_mut().zip(part.as_slice()) {
                *entry += share * probability;
            }
        }
        Pmf::settled(p)
    }

    /// The law of the larger of two independent numbers; folded over several, of the highest of mixed dice.
    pub fn higher(&self, other: &Pmf) -> Pmf {
        let mut p = Vec::with_capacity(self.len().max(other.len()));
        let (mut below, mut other_below) = (0.0, 0.0);
        for value in 0..=self.max_value().max(other.max_value()) {
            let (here, other_here) = (self.probability(value), other.probability(value));
            p.push(here * other_below + below * other_here + here * other_here);
            below += here;
            other_below += other_here;
        }
        Pmf::settled(p)
    }

    /// The law of the smaller of two independent numbers; folded over several, of the lowest of mixed dice.
    pub fn lower(&self, other: &Pmf) -> Pmf {
        let last = self.max_value().min(other.max_value());
        let (mut above, mut other_above) = (self.at_least(last + 1), other.at_least(last + 1));
        let mut p = Vec::with_capacity(self.len().min(other.len()));
        for value in (0..=last).rev() {
            let (here, other_here) = (self.probability(value), other.probability(value));
            p.push(here * other_above + above * other_here + here * other_here);
            above += here;
            other_above += other_here;
        }
        p.reverse();
        Pmf::settled(p)
    }

    /// The law of a number that is drawn again while `again` holds for it, at most `limit` times; the last draw stands.
    pub fn rerolled(&self, again: impl Fn(u32) -> bool, limit: u32) -> Pmf {
        let q = exact_sum(self.iter().filter(|&(value, _)| again(value)).map(|(_, p)| p));
        let (all_again, tries) = geometric(q, limit);
        // A value that stands may come at any draw, one that does not only at the last.
        let entry = |(value, &p): (u32, &f64)| p * if again(value) { all_again } else { tries };
        Pmf::settled((0u32..).zip(self.as_slice()).map(entry).collect())
    }

    /// The law of the number when it is known that `holds` is true of it; `None` when that cannot be.
    pub fn given(&self, holds: impl Fn(u32) -> bool) -> Option<Pmf> {
        let total = exact_sum(self.iter().filter(|&(value, _)| holds(value)).map(|(_, p)| p));
        if total <= 0.0 {
            return None;
        }
        let entry = |(value, &p): (u32, &f64)| if p > 0.0 && holds(value) { p / total } else { 0.0 };
        Some(Pmf::settled((0u32..).zip(self.as_slice()).map(entry).collect()))
    }
}

/// `q^n` and `1 + q + ... + q^n`, by repeated squaring and without subtraction.
fn geometric(q: f64, n: u32) -> (f64, f64) {
    // `sum` has as many terms as `power` has factors.
    let (mut power, mut sum) = (1.0, 0.0);
    for bit in (0..u32::BITS - n.leading_zeros()).rev() {
        sum += power * sum;
        power *= power;
        if n >> bit & 1 == 1 {
            sum += power;
            power *= q;
        }
    }
    (power, sum + power)
}

/// The product of two polynomials with coefficients in increasing order.
fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut out = vec![0.0; short.len() + long.len() - 1];
    for (shift, &factor) in short.iter().enumerate() {
        if factor > 0.0 {
            for (entry, &other) in out[shift..].iter_mut().zip(long) {
                *entry += factor * other;
            }
        }
    }
    out
}
