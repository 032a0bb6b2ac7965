//! Scales, and the numbers along them.

use crate::number;

/// Numbers that an axis carries, about.
const TICKS: f64 = 6.0;

/// A stretch of values laid out along pixels.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub(super) log: bool,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) pixels: (f64, f64),
}

impl Scale {
    /// The scale that holds all values, with a little room; 0 to 1 without any.
    pub(super) fn over(values: impl Iterator<Item = f64>, log: bool, pixels: (f64, f64)) -> Scale {
        let placed = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let placed = placed.map(|value| if log { value.ln() } else { value });
        let (mut from, mut to) = placed
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if from > to {
            (from, to) = (0.0, 1.0);
        }
        let room = if to - from > 1e-9 { 0.04 * (to - from) } else { 0.5 * from.abs().max(1.0) };
        Scale { log, from: from - room, to: to + room, pixels }
    }

    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let value = if self.log { (value > 0.0).then(|| value.ln())? } else { value };
        let share = (value - self.from) / (self.to - self.from);
        (share.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&share))
            .then_some(self.pixels.0 + share * (self.pixels.1 - self.pixels.0))
    }

    /// Round numbers on the scale.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.log {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "logarithms of finite numbers are below 1000"
            )]
            let decade = |ln: f64| (ln / std::f64::consts::LN_10).floor() as i32;
            let decades = decade(self.from)..=decade(self.to) + 1;
            let steps: &[f64] = if self.to - self.from > 7.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let all = decades.flat_map(|decade| steps.iter().map(move |step| step * 10_f64.powi(decade)));
            return all.filter(|value| self.place(*value).is_some()).collect();
        }
        let rough = (self.to - self.from) / TICKS;
        let decade = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * decade).find(|step| *step >= rough);
        let step = step.unwrap_or(decade * 10.0);
        let first = (self.from / step).ceil();
        let ticks = (0..20).map(|at| (first + f64::from(at)) * step);
        ticks.filter(|value| self.place(*value).is_some()).collect()
    }
}

/// A number along an axis, as short as it is.
pub(super) fn tick(value: f64) -> String {
    let decimals = (0..6).find(|d| {
        let scaled = value * 10_f64.powi(*d);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
    });
    number::fixed(value, decimals.and_then(|d| usize::try_from(d).ok()).unwrap_or(6))
}
