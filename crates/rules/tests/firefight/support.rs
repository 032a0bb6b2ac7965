//! Games of the shipped data, with keys set as on the command line, and units made for a test.

use std::path::Path;

use muster_rules::firefight::FirefightGame;
use muster_rules::firefight::attack::{Exposure, Fighter, Meeting};
use muster_rules::firefight::duel::DuelProcess;
use muster_rules::firefight::numbers::Attacks;
use muster_rules::firefight::plan::UnitPlan;
use muster_rules::firefight::volley::Volley;
use muster_rules::orders::Policy;
use muster_rules::pack::{Sources, load};
use muster_rules::table::Cover;

/// A game with keys set.
pub(crate) fn game(sets: &[&str]) -> FirefightGame {
    game_with(sets, &[])
}

/// A game with keys set and unit files added.
pub(crate) fn game_with(sets: &[&str], unit_files: &[&Path]) -> FirefightGame {
    let sources = Sources {
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: unit_files.iter().map(|path| path.to_path_buf()).collect(),
        ..Sources::of_set("firefight")
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    FirefightGame::read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

/// A game with keys set and units in TOML, as users write them.
pub(crate) fn game_of(sets: &[&str], units: &str) -> FirefightGame {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("units.toml");
    std::fs::write(&file, units).unwrap();
    game_with(sets, &[&file])
}

/// A ruling chosen as on the command line.
pub(crate) fn chosen(ruling: &str, word: &str) -> String {
    format!("rulings.{ruling}.chosen={word}")
}

/// A compiled unit.
pub(crate) fn plan(game: &FirefightGame, id: &str) -> UnitPlan {
    UnitPlan::new(game.unit(id).unwrap(), game.rules())
}

/// The attack of one unit on another, as both stand, in the open.
pub(crate) fn attack(
    game: &FirefightGame,
    phase: Attacks,
    attacker: &Fighter<'_>,
    target: &Fighter<'_>,
    cover: Cover,
) -> Volley {
    let telling = game.rules().telling(target.figures, target.plan.ignores_suppression, 0);
    let exposure = Exposure::of(cover);
    game.rules().volley(Meeting { phase, attacker, target, exposure, gap: 4 }, telling).unwrap()
}

/// A duel of two units of the data, side A first.
pub(crate) fn duel<'g>(
    game: &'g FirefightGame,
    ids: [&str; 2],
    policies: [Policy; 2],
    start_inches: i16,
) -> DuelProcess<'g> {
    let units = ids.map(|id| plan(game, id));
    DuelProcess::new(game.rules(), units, policies, [start_inches * 4, 24 * 4], 30)
}
