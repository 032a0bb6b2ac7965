//! Every reading of `datasets/chimera/rulings.toml`: each option must change the game that it speaks of, and leave alone the
//! games that it does not speak of.

use std::collections::BTreeSet;

use muster_dice::{Dice, ScriptedDice, Seed};
use muster_resolver::EXACT_BUDGET;
use muster_results::OutcomeDistribution;
use muster_rules::chimera::melee::{Round, losers};
use muster_rules::chimera::morale::wounds_leaving;
use muster_rules::chimera::plan::UnitPlan;
use muster_rules::chimera::saves::{Target, harm_of_hits, save_needed, strike};
use muster_rules::chimera::strike::Mode;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Node, Sources, Value};
use muster_rules::table::Cover;
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game};
use muster_verify::mechanics::Mechanics;
use muster_verify::{chimera, chimera_sources, pack_of, unit_of, write};

use Policy::{Advance, Charge, Hold};

/// Units of the table below, beside those of the catalogue.
const UNITS: [(&str, &str); 7] = [
    ("foot-a", "move = 9\nsave = 6\nfigures = [{ count = 8, mp = 1 }]"),
    ("foot-b", "move = 9\nsave = 5\nfigures = [{ count = 7, mp = 1 }]"),
    ("behind-a-wall", "move = 9\nsave = 6\ncover = \"hard\"\nfigures = [{ count = 8, mp = 1 }]"),
    (
        "bows",
        "move = 9\nsave = 6\nfigures = [{ count = 6, mp = 1, weapons = [{ fp = 1, ap = 0, range = 24 }] }]",
    ),
    (
        "guns",
        "move = 9\nsave = 6\nfigures = [{ count = 6, mp = 1, weapons = [{ fp = 1, ap = 1, range = 24 }] }]",
    ),
    ("mixed", "move = 6\nfigures = [{ count = 4, mp = 1, save = 6 }, { count = 3, mp = 1, save = 3 }]"),
    (
        "pilum-men",
        "move = 6\nsave = 5\nfigures = [{ count = 7, mp = 1, weapons = [{ fp = 1, ap = 0, range = 6 }] }]",
    ),
];

/// Two units and how they are played.
type Duel = ([&'static str; 2], [Policy; 2]);

const MELEE: Duel = (["foot-a", "foot-b"], [Charge, Charge]);
const FIRE: Duel = (["bows", "bows"], [Hold, Hold]);
const GUNFIRE: Duel = (["guns", "bows"], [Hold, Hold]);
const STORM: Duel = (["foot-b", "behind-a-wall"], [Charge, Hold]);
const ELEPHANTS: Duel = (["elephants", "foot-a"], [Charge, Charge]);
const MIXED: Duel = (["mixed", "foot-b"], [Charge, Charge]);
const PILUM: Duel = (["pilum-men", "foot-a"], [Charge, Charge]);
const CARS: Duel = (["armoured-cars", "bows"], [Hold, Advance]);
const TANKS: Duel = (["tanks", "rifles"], [Hold, Hold]);

/// One option of a ruling: what it changes, and what it must leave as it was.
struct Row {
    ruling: &'static str,
    chosen: &'static str,
    changes: Changes,
    neutral: &'static [Duel],
}

enum Changes {
    /// An exact duel.
    Duel(Duel),
    /// Only battles of several units: these boxes.
    Battle([&'static str; 2]),
}

const fn row(ruling: &'static str, chosen: &'static str, changes: Duel, neutral: &'static [Duel]) -> Row {
    Row { ruling, chosen, changes: Changes::Duel(changes), neutral }
}

const TABLE: [Row; 28] = [
    row("melee_zero_face", "'6'", MELEE, &[FIRE, GUNFIRE]),
    row("remainder_compares", "'modified'", MELEE, &[FIRE, GUNFIRE]),
    row("remainder_bonus_on_miss", "true", MELEE, &[FIRE, GUNFIRE]),
    row("natural_one_fails", "true", CARS, &[MELEE, FIRE]),
    row("natural_six_saves", "true", GUNFIRE, &[MELEE, FIRE]),
    row("ap_stops_at_six", "true", GUNFIRE, &[MELEE, FIRE, STORM]),
    row("cover_in_melee", "false", STORM, &[MELEE, FIRE]),
    row("mounted_means", "'cavalry-chariots-elephants'", ELEPHANTS, &[MELEE, FIRE]),
    row("mixed_saves", "'one_each'", MIXED, &[MELEE, FIRE]),
    row("large_models_wounds", "'as_data'", ELEPHANTS, &[MELEE, FIRE]),
    row("loser_is", "'fewer_hits'", MELEE, &[FIRE, GUNFIRE]),
    row("loser_is", "'larger_share_lost'", MELEE, &[FIRE, GUNFIRE]),
    row("melee_tie", "'both_test'", MELEE, &[FIRE, GUNFIRE]),
    row("melee_continues", "'own_move_step'", MELEE, &[FIRE, GUNFIRE]),
    row("melee_continues", "'once_per_turn'", MELEE, &[FIRE, GUNFIRE]),
    row("melee_continues", "'until_decided'", MELEE, &[FIRE, GUNFIRE]),
    Row {
        ruling: "melee_resolved",
        chosen: "'after_moves'",
        changes: Changes::Battle(["celts", "zulus"]),
        neutral: &[MELEE, FIRE, STORM, PILUM],
    },
    Row {
        ruling: "multi_melee",
        chosen: "'pooled'",
        changes: Changes::Battle(["celts", "zulus"]),
        neutral: &[MELEE, FIRE, STORM, PILUM],
    },
    row("locked_units_shoot", "true", PILUM, &[MELEE, FIRE]),
    row("tests", "['melee_lost', 'shooting_casualties']", FIRE, &[MELEE]),
    row("tests", "['melee_lost', 'half_strength']", MELEE, &[]),
    row("tests", "['shooting_casualties', 'half_strength']", MELEE, &[]),
    row("retreat_share_of", "'starting'", MELEE, &[FIRE, GUNFIRE]),
    row("bonus_move_may_charge", "false", STORM, &[FIRE, GUNFIRE]),
    row("order", "'rolled_each_turn'", MELEE, &[]),
    row("vehicle_weapons", "'one'", TANKS, &[MELEE, FIRE]),
    Row {
        ruling: "split_fire",
        chosen: "true",
        changes: Changes::Battle(["rifle-company", "tanks-and-men"]),
        neutral: &[MELEE, FIRE, PILUM, TANKS],
    },
    Row {
        ruling: "who_shoots",
        chosen: "'any_ranged_weapon'",
        changes: Changes::Battle(["carthaginian-elephants", "celts"]),
        neutral: &[MELEE, FIRE, STORM, PILUM, ELEPHANTS, TANKS],
    },
];

fn game(sets: &[&str]) -> Box<dyn Game> {
    let folder = tempfile::tempdir().unwrap();
    let units: String = UNITS.iter().map(|(id, unit)| unit_of(id, unit)).collect();
    let units = write(folder.path(), "units.toml", &units);
    let company = "[box]\nid = \"rifle-company\"\nname = \"Rifle company\"\nmaker = \"none\"\n\n[[unit]]\nid = \"squad\"\n\
        figures = [{ count = 5, type = \"modern-infantry\", weapons = [\"modern-rifle\"] }, { count = 3, type = \"modern-infantry\", weapons = [\"panzerschreck\"] }]\n";
    let tanks = "[box]\nid = \"tanks-and-men\"\nname = \"Tanks and men\"\nmaker = \"none\"\n\n[[unit]]\nid = \"tanks\"\n\
        figures = [{ count = 3, type = \"tank\", weapons = [\"machine-gun\"] }]\n\n[[unit]]\nid = \"men\"\nfigures = [{ count = 12, type = \"modern-infantry\" }]\n";
    let boxes = [write(folder.path(), "company.toml", company), write(folder.path(), "tanks.toml", tanks)];
    chimera(sets, &[&units], &[&boxes[0], &boxes[1]])
}

fn solve(game: &dyn Game, (ids, policies): Duel) -> OutcomeDistribution {
    // Few turns, so that the pace of a fight shows in its result.
    let spec = DuelSpec { policies: policies.map(Some), max_turns: Some(5), ..DuelSpec::default() };
    game.duel(ids[0], ids[1], &spec).unwrap().solve(EXACT_BUDGET).unwrap()
}

/// The largest difference between two laws, over outcomes and figures left.
fn difference(one: &OutcomeDistribution, other: &OutcomeDistribution) -> f64 {
    let mut most = 0.0f64;
    for (a, b) in one.seatings.iter().zip(&other.seatings) {
        for (x, y) in [(a.win, b.win), (a.draw, b.draw), (a.loss, b.loss)] {
            most = most.max((x - y).abs());
        }
        for left in a.left.keys().chain(b.left.keys()) {
            let of = |law: &muster_results::SeatingLaw| law.left.get(left).copied().unwrap_or(0.0);
            most = most.max((of(a) - of(b)).abs());
        }
    }
    most
}

#[test]
fn every_option_changes_what_it_speaks_of_and_nothing_else() {
    let plain = game(&[]);
    for Row { ruling, chosen, changes, neutral } in &TABLE {
        let ruled = game(&[&format!("rulings.{ruling}.chosen={chosen}")]);
        match changes {
            Changes::Duel(duel) => {
                let moved = difference(&solve(plain.as_ref(), *duel), &solve(ruled.as_ref(), *duel));
                assert!(moved > 1e-6, "{ruling} = {chosen} moves {duel:?} by {moved} only");
            }
            Changes::Battle([a, b]) => {
                let spec = BattleSpec {
                    conditions: "open".to_owned(),
                    plans: [Plan::FireLine, Plan::Assault],
                    max_turns: None,
                    limit_is_draw: false,
                    respawns: [None; 2],
                };
                let played = |game: &dyn Game| {
                    game.battle(a, b, &spec).unwrap().play(Seed(1), 0..400, DiceKind::Tables, false)
                };
                assert_ne!(
                    played(plain.as_ref()),
                    played(ruled.as_ref()),
                    "{ruling} = {chosen} moves no battle"
                );
            }
        }
        for duel in *neutral {
            let moved = difference(&solve(plain.as_ref(), *duel), &solve(ruled.as_ref(), *duel));
            assert!(
                moved <= 1e-12,
                "{ruling} = {chosen} should leave {duel:?} alone, and moves it by {moved}"
            );
        }
    }
}

/// The options of a ruling as they would be written, but for the one in force.
fn options(ruling: &Node) -> Vec<String> {
    let written = |node: &Node| node.value.show().replace('"', "'");
    let chosen = written(ruling.get("chosen").unwrap());
    let all = ruling.get("options").and_then(Node::as_array).unwrap();
    all.iter().map(written).filter(|option| *option != chosen).collect()
}

#[test]
fn the_table_above_has_every_option_of_every_ruling() {
    let pack = pack_of(&Sources::of_set("chimera"));
    let rulings = pack.root.get("rulings").and_then(Node::as_table).unwrap();
    let ours: BTreeSet<&str> = TABLE.iter().map(|row| row.ruling).collect();
    let shipped: BTreeSet<&str> = rulings
        .iter()
        .filter(|(_, node)| matches!(node.value, Value::Table(_)))
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(ours, shipped);
    for id in shipped {
        for option in options(&rulings[id]) {
            let tried = TABLE
                .iter()
                .filter(|row| row.ruling == id)
                .any(|row| if id == "tests" { row.chosen.contains(&option) } else { row.chosen == option });
            assert!(tried, "{id} = {option} is tried nowhere");
        }
    }
    // The one test in force is tried by leaving it out.
    assert!(TABLE.iter().any(|row| row.ruling == "tests" && !row.chosen.contains("melee_lost")));
}

// ---- by hand ----------------------------------------------------------------------------------------------------

fn ruled(set: &str) -> Mechanics {
    let folder = tempfile::tempdir().unwrap();
    let mut units: String = UNITS.iter().map(|(id, unit)| unit_of(id, unit)).collect();
    units.push_str(&unit_of(
        "gun-car",
        "move = 12\nsave = 1\nmelee_save = 2\nfigures = [{ count = 2, mp = 10, weapons = [{ fp = 10, ap = 1, range = 36 }, { fp = 5, ap = 3, range = 48 }] }]",
    ));
    let units = write(folder.path(), "units.toml", &units);
    let sets: Vec<&str> = if set.is_empty() { Vec::new() } else { vec![set] };
    Mechanics::of(&chimera_sources(&sets, &[&units], &[]))
}

/// A roll of known dice: what it comes to, all dice used.
fn rolled(mechanics: &Mechanics, mode: Mode, points: u32, failing: u32, faces: &[u32]) -> u32 {
    let mut dice = ScriptedDice::new(faces);
    let value = dice.resolve(&mechanics.rules.book.strike(mode, points, failing));
    dice.finish().unwrap();
    value
}

/// 2 MP charge: one odd die.
#[test]
fn the_odd_die_of_a_charge_is_compared_before_or_after_the_bonus() {
    let natural = ruled("");
    let modified = ruled("rulings.remainder_compares.chosen='modified'");
    for (face, before, after) in [(1, 2, 2), (2, 3, 0), (3, 0, 0)] {
        assert_eq!(rolled(&natural, Mode::Charge, 2, 6, &[face]), before);
        assert_eq!(rolled(&modified, Mode::Charge, 2, 6, &[face]), after);
        assert_eq!(rolled(&modified, Mode::Melee, 2, 6, &[face]), if face <= 2 { face } else { 0 });
    }
    let on_miss = ruled("rulings.remainder_bonus_on_miss.chosen=true");
    for (face, hits) in [(1, 2), (2, 3), (3, 1), (6, 1)] {
        assert_eq!(rolled(&on_miss, Mode::Charge, 2, 6, &[face]), hits);
    }
}

/// 5 FP at two armoured cars (1+): 3 hits.
#[test]
fn a_natural_one_fails_only_where_the_ruling_says_so() {
    for (set, faces, lost) in
        [("", &[3][..], 0), ("rulings.natural_one_fails.chosen=true", &[3, 1, 2, 6][..], 1)]
    {
        let mechanics = ruled(set);
        let cars = mechanics.plan("armoured-cars");
        let target = Target { plan: &cars, strength: 2, cover: Cover::None };
        let mut dice = ScriptedDice::new(faces);
        let harm = strike(&mechanics.rules.save_rules(), Mode::Shooting, 5, 0, target, &mut dice);
        dice.finish().unwrap();
        assert_eq!(harm.wounds, lost, "{set}");
    }
}

/// 5 FP at AP 1 on men who save on 6: 4 hits.
#[test]
fn piercing_stops_at_six_only_where_the_ruling_says_so() {
    for (set, faces, lost) in
        [("", &[4][..], 4), ("rulings.ap_stops_at_six.chosen=true", &[4, 6, 5, 1, 6][..], 2)]
    {
        let mechanics = ruled(set);
        let men = mechanics.plan("foot-a");
        let target = Target { plan: &men, strength: 8, cover: Cover::None };
        let mut dice = ScriptedDice::new(faces);
        let harm = strike(&mechanics.rules.save_rules(), Mode::Shooting, 5, 1, target, &mut dice);
        dice.finish().unwrap();
        assert_eq!(harm.wounds, lost, "{set}");
    }
    let ruled = ruled("rulings.ap_stops_at_six.chosen=true");
    let needed = |base, cover, ap| save_needed(base, cover, ap, &ruled.rules.numbers, &ruled.rules.rulings);
    assert_eq!(needed(4, Cover::None, 1), 5);
    assert_eq!(needed(5, Cover::None, 3), 6);
    assert_eq!(needed(6, Cover::Soft, 3), 6);
    // Who had no save at all does not get one for being pierced.
    assert_eq!(needed(8, Cover::None, 1), 8);
}

/// 30 men take 2 of 4 with 3 hits and lose 3 to 2 hits.
#[test]
fn the_loser_of_a_round_is_told_by_casualties_hits_or_shares() {
    let round = Round { hits: [5, 4], scored: [2, 3], strength: [27, 2] };
    let loser = |set: &str, round: &Round| losers(&ruled(set).rules.rulings, round, [30, 4]);
    assert_eq!(loser("", &round), [true, false]);
    assert_eq!(loser("rulings.loser_is.chosen='fewer_hits'", &round), [false, true]);
    assert_eq!(loser("rulings.loser_is.chosen='larger_share_lost'", &round), [false, true]);
    let tied = Round { hits: [3, 2], scored: [2, 2], strength: [28, 2] };
    assert_eq!(loser("", &tied), [false, false]);
    assert_eq!(loser("rulings.melee_tie.chosen='both_test'", &tied), [true, true]);
    let over = Round { hits: [9, 2], scored: [4, 2], strength: [28, 0] };
    assert_eq!(loser("rulings.melee_tie.chosen='both_test'", &over), [false, false]);
}

#[test]
fn a_retreat_takes_its_share_of_those_present_or_of_those_that_began() {
    for (set, leaving) in [("", [1, 2, 3, 3]), ("rulings.retreat_share_of.chosen='starting'", [2, 3, 3, 3])] {
        let mechanics = ruled(set);
        let unit = mechanics.plan("foot-a");
        let found =
            [25, 50, 75, 100].map(|percent| wounds_leaving(&mechanics.rules.rulings, &unit, 3, percent));
        assert_eq!(found, leaving, "{set}: 3 of 8 are left");
    }
}

/// A car with 10 FP at AP 1 and 5 FP at AP 3.
#[test]
fn a_vehicle_fires_all_weapons_or_the_one_that_promises_most() {
    let groups = |set: &str, target_save: i32, gap: i32| -> Vec<(i32, u32)> {
        let mechanics = ruled(set);
        let (numbers, rulings) = (&mechanics.rules.numbers, &mechanics.rules.rulings);
        let plan = UnitPlan::new(mechanics.unit("gun-car"), numbers, rulings, target_save);
        let band = plan.band(gap).unwrap();
        band.groups.iter().map(|group| (group.armour_piercing, group.firepower[2])).collect()
    };
    let one = "rulings.vehicle_weapons.chosen='one'";
    assert_eq!(groups("", 6, 40), [(1, 20), (3, 10)]);
    assert_eq!(groups(one, 6, 40), [(1, 20)]);
    assert_eq!(groups(one, 0, 40), [(3, 10)]);
    // Beyond 36 inches only the gun reaches.
    assert_eq!(groups(one, 6, 37 * 4), [(3, 10)]);
}

/// Three hits on two men who save on 6 and one who saves on 3.
#[test]
fn mixed_saves_are_made_by_the_front_man_or_by_one_each() {
    for (set, faces, lost, left_saves) in [
        ("", &[6, 5, 5][..], 2, [3, 3, 3]),
        ("rulings.mixed_saves.chosen='one_each'", &[6, 5, 5][..], 1, [3, 3, 3]),
    ] {
        let mechanics = ruled(set);
        let unit = mechanics.plan("mixed");
        assert_eq!(unit.save[1..=3], left_saves, "the best saves are left to the last");
        // Five are left: two who save on 6 and three on 3; the third hit finds the third man under `one_each`.
        let target = Target { plan: &unit, strength: 5, cover: Cover::None };
        let mut dice = ScriptedDice::new(faces);
        let harm = harm_of_hits(&mechanics.rules.save_rules(), Mode::Shooting, 3, 0, target, &mut dice);
        dice.finish().unwrap();
        assert_eq!(harm.wounds, lost, "{set}");
    }
}

#[test]
fn large_models_take_the_wounds_of_their_type_under_the_ruling() {
    let one = ruled("");
    assert_eq!(one.plan("elephants").figures, [0, 1, 2]);
    let wounds = ruled("rulings.large_models_wounds.chosen='as_data'");
    let elephants = wounds.plan("elephants");
    assert_eq!(elephants.figures, [0, 1, 1, 1, 2, 2, 2]);
    assert_eq!(elephants.melee_points, [0, 10, 10, 10, 20, 20, 20]);
    // A wounded beast that leaves takes its wounds along.
    assert_eq!(wounds_leaving(&wounds.rules.rulings, &elephants, 5, 25), 2);
    assert_eq!(wounds.plan("foot-a").strength, 8);
    // 10 FP at 2 elephants: 5 and 5 are ten hits, of which the four 1s are not saved; one falls, the other is hurt.
    let target = Target { plan: &elephants, strength: 6, cover: Cover::None };
    let mut dice = ScriptedDice::new(&[5, 5, 1, 1, 2, 1, 3, 1, 6, 5, 4, 2]);
    let harm = strike(&wounds.rules.save_rules(), Mode::Shooting, 10, 0, target, &mut dice);
    dice.finish().unwrap();
    assert_eq!(harm.wounds, 4);
    assert_eq!(elephants.figures[6 - 4], 1);
}
