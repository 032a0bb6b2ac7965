//! Ranged weapons in numbers.

use crate::pack::Reader;
use crate::table::quarters;

/// A ranged weapon.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Name for people; empty for raw numbers.
    pub name: String,
    /// Firepower in thousandths: the data may give fractions.
    pub fp_milli: u32,
    /// Armour piercing.
    pub armour_piercing: i32,
    /// Range in quarter inches.
    pub range: i32,
}

impl Weapon {
    /// Raw weapon numbers: `fp`, `ap`, `range`. The caller finishes the reader.
    pub(super) fn read(reader: &Reader<'_>, name: &str) -> Option<Weapon> {
        let fp = reader.number("fp", 0.0..=1000.0);
        let armour_piercing = reader.whole("ap", -6..=12).and_then(|n| i32::try_from(n).ok());
        let range = quarters(reader, "range", 0.0..=1000.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
        let fp_milli = fp.map(|fp| (fp * 1000.0).round() as u32);
        Some(Weapon {
            name: name.to_owned(),
            fp_milli: fp_milli?,
            armour_piercing: armour_piercing?,
            range: range?,
        })
    }
}
