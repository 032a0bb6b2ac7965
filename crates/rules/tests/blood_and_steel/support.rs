//! Games of the shipped data, with keys set as on the command line.

use std::path::Path;

use muster_dice::Seed;
use muster_rules::battle::BattleUnit as _;
use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::blood_and_steel::battle::Force;
use muster_rules::blood_and_steel::plan::UnitPlan;
use muster_rules::blood_and_steel::rules::Fighter;
use muster_rules::orders::Plan;
use muster_rules::pack::{Sources, load};
use muster_rules::table::{Conditions, Ending, LimitRule, Point, Table};
use muster_rules::{BattleSpec, Game};

/// A game with keys set.
pub(crate) fn game(sets: &[&str]) -> BloodAndSteelGame {
    game_with(sets, &[])
}

/// A game with keys set and unit files added.
pub(crate) fn game_with(sets: &[&str], unit_files: &[&Path]) -> BloodAndSteelGame {
    let sources = Sources {
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: unit_files.iter().map(|path| path.to_path_buf()).collect(),
        ..Sources::of_set("blood-and-steel")
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    BloodAndSteelGame::read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

/// A compiled unit.
pub(crate) fn plan(game: &BloodAndSteelGame, id: &str) -> UnitPlan {
    let unit = game.unit(id).unwrap();
    let points = game.pricer().price(unit).unwrap().total.to_f64();
    UnitPlan::new(unit, &game.rules().numbers, &game.rules().rulings, points)
}

/// A whole unit in a fight.
pub(crate) fn fighter(plan: &UnitPlan, charging: bool) -> Fighter<'_> {
    Fighter {
        plan,
        figures: plan.figures,
        files: plan.files,
        led: plan.led,
        charging,
        ranked: true,
        higher: false,
        attack: 0,
        defence: 0,
        silenced: false,
    }
}

/// A bare table of four feet.
pub(crate) fn conditions() -> Conditions {
    Conditions {
        id: "bare".to_owned(),
        name: "A bare table".to_owned(),
        says: String::new(),
        table: Table::open(192, 192),
        gap: 96,
        spacing: 24,
        turns: 20,
        ending: Ending { limit: LimitRule::Draw, break_point: None, objective: None },
    }
}

/// Units that stand at these places, whichever side they are on, and can hurt everybody.
pub(crate) fn force(units: Vec<UnitPlan>, places: &[Point]) -> Force {
    Force {
        deployed: [places.to_vec(), places.to_vec()],
        hurts_in_melee: vec![u64::MAX; units.len()],
        hurts_by_fire: vec![u64::MAX; units.len()],
        reserves: (),
        radii: units.iter().map(|unit| unit.radius()).collect(),
        units,
    }
}

/// A battle on these conditions.
pub(crate) fn spec(conditions: &str, plans: [Plan; 2]) -> BattleSpec {
    BattleSpec {
        conditions: conditions.to_owned(),
        plans,
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

/// All lines of some games of a battle on open ground.
pub(crate) fn told(game: &dyn Game, pair: [&str; 2], plan: Plan, games: u64) -> Vec<String> {
    let matchup = game.battle(pair[0], pair[1], &spec("open", [plan; 2])).unwrap();
    (0..games).flat_map(|number| matchup.story(Seed(3), number).lines).collect()
}
