//! Exact fractions.

use std::fmt;

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};

/// A fraction of whole numbers. Arithmetic is exact, and `None` where a number would become too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(Ratio<i128>);

impl Exact {
    /// One.
    pub const ONE: Exact = Exact(Ratio::new_raw(1, 1));
    /// Nought.
    pub const ZERO: Exact = Exact(Ratio::new_raw(0, 1));

    /// A whole number.
    pub fn whole(number: i64) -> Exact {
        Exact(Ratio::from_integer(i128::from(number)))
    }

    /// A number as its writer wrote it, `0.75` or `12`: three quarters, and not the nearest binary number. At most
    /// eighteen decimals.
    pub fn decimal(text: &str) -> Option<Exact> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let scale =
            10_i128.checked_pow(u32::try_from(decimals.len()).ok().filter(|length| *length <= 18)?)?;
        let digits: i128 = format!("{whole}{decimals}").parse().ok()?;
        Some(Exact(Ratio::new(digits, scale)))
    }

    /// The sum.
    pub fn plus(self, other: Exact) -> Option<Exact> {
        self.0.checked_add(&other.0).map(Exact)
    }

    /// The difference.
    pub fn minus(self, other: Exact) -> Option<Exact> {
        self.0.checked_sub(&other.0).map(Exact)
    }

    /// The product.
    pub fn times(self, other: Exact) -> Option<Exact> {
        self.0.checked_mul(&other.0).map(Exact)
    }

    /// The quotient; `None` for a division by nought.
    pub fn over(self, other: Exact) -> Option<Exact> {
        self.0.checked_div(&other.0).map(Exact)
    }

    /// The whole number that this is, if it is one.
    pub fn as_whole(self) -> Option<i64> {
        self.0.is_integer().then(|| i64::try_from(*self.0.numer()).ok()).flatten()
    }

    /// The nearest binary number, for files and charts; always finite.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest number will do where nothing is worked out further"
    )]
    pub fn to_f64(self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }
}

impl fmt::Display for Exact {
    /// A decimal number where at most four decimals say it exactly, `97.5`; else a fraction, `1/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for decimals in 0_u32..=4 {
            let scale = 10_i128.pow(decimals);
            let Some(scaled) = self.0.checked_mul(&Ratio::from_integer(scale)) else { break };
            if scaled.is_integer() {
                let digits = scaled.numer().unsigned_abs();
                let (whole, rest) = (digits / scale.unsigned_abs(), digits % scale.unsigned_abs());
                let sign = if *scaled.numer() < 0 { "-" } else { "" };
                write!(f, "{sign}{whole}")?;
                return if decimals == 0 {
                    Ok(())
                } else {
                    write!(f, ".{rest:0width$}", width = usize::try_from(decimals).unwrap_or(0))
                };
            }
        }
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_read_as_written_and_shown_as_short_as_they_are() {
        for text in ["0", "12", "0.75", "1.5", "-0.5", "97.0625"] {
            assert_eq!(Exact::decimal(text).map(|read| read.to_string()).as_deref(), Some(text));
        }
        let tenth = Exact::decimal("0.1").unwrap();
        let three = tenth.plus(tenth).and_then(|sum| sum.plus(tenth));
        assert_eq!(three, Exact::decimal("0.3"), "a tenth is a tenth");
        assert_eq!(Exact::ONE.over(Exact::whole(3)).unwrap().to_string(), "1/3");
        assert_eq!(Exact::decimal("1e3"), None);
        assert_eq!(Exact::decimal("0.0000000000000000001"), None);
    }

    #[test]
    fn what_grows_too_large_is_nothing_and_no_panic() {
        let mut large = Exact::whole(i64::MAX);
        for _ in 0..2 {
            large = large.times(Exact::whole(2)).unwrap();
        }
        assert_eq!(large.times(large), None);
        assert_eq!(Exact::ONE.over(Exact::ZERO), None);
        assert_eq!(large.as_whole(), None);
    }
}
