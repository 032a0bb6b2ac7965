//! A melee without approach, whose values are known from a program that shares no code with this one.

use muster_rules::orders::Policy;
use muster_rules::{DuelSpec, Game};

use crate::{chimera, unit_of, write};

/// Its troops in raw numbers: id, figures, melee points, save.
pub const MELEE_TROOPS: [(&str, u32, u32, i32); 7] = [
    ("levy", 20, 1, 6),
    ("spear", 20, 1, 5),
    ("legion", 20, 1, 4),
    ("light-horse", 12, 2, 5),
    ("heavy-horse", 10, 2, 3),
    ("war-chariot", 6, 5, 2),
    ("war-elephant", 3, 10, 2),
];

/// Fought on until a unit is gone.
const TO_THE_END: &str = "rulings.melee_continues.chosen='until_decided'";

/// The game of these troops, and of `one-levy` who stands alone.
///
/// # Panics
/// When the data is refused; the diagnostics are shown.
pub fn melee_game(sets: &[&str]) -> Box<dyn Game> {
    let unit = |id: &str, figures: u32, mp: u32, save: i32| {
        unit_of(id, &format!("move = 6\nsave = {save}\nfigures = [{{ count = {figures}, mp = {mp} }}]"))
    };
    let mut text: String =
        MELEE_TROOPS.iter().map(|(id, figures, mp, save)| unit(id, *figures, *mp, *save)).collect();
    text.push_str(&unit("one-levy", 1, 1, 6));
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no folder for the units: {error}"));
    let units = write(folder.path(), "melee.toml", &text);
    let sets: Vec<&str> = sets.iter().copied().chain([TO_THE_END]).collect();
    chimera(&sets, &[&units], &[])
}

/// Fought at once, with a turn limit that is never met.
pub fn in_contact() -> DuelSpec {
    DuelSpec {
        policies: [Some(Policy::Charge); 2],
        start: Some(0.0),
        max_turns: Some(100_000),
        ..DuelSpec::default()
    }
}
