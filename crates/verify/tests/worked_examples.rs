//! The worked examples of the rules text, `datasets/chimera/examples.toml`, played with the dice that they name through the
//! mechanics that every game uses. Every die must be thrown, and none may be missing.

use muster_dice::ScriptedDice;
use muster_results::Side;
use muster_rules::chimera::melee::{Fighter, fight, losers};
use muster_rules::chimera::morale::wounds_leaving;
use muster_rules::chimera::plan::{FireBand, FireGroup};
use muster_rules::chimera::rulings::LoserIs;
use muster_rules::chimera::saves::{Target, strike};
use muster_rules::chimera::shooting::{Shot, volley};
use muster_rules::chimera::strike::Mode;
use muster_rules::log::{MoraleResult, NoLog};
use muster_rules::pack::{Node, Sources, Value};
use muster_verify::mechanics::Mechanics;
use muster_verify::{chimera_sources, pack_of, unit_of, write};

/// Quarter inches in an inch.
const QUARTERS: i32 = 4;

fn whole(node: &Node, key: &str) -> Option<i64> {
    match node.get(key)?.value {
        Value::Integer(number) => Some(number),
        _ => None,
    }
}

fn count(node: &Node, key: &str) -> Option<u32> {
    whole(node, key).map(|number| u32::try_from(number).unwrap())
}

fn text<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key)?.as_text()
}

fn flag(node: &Node, key: &str) -> bool {
    matches!(node.get(key).map(|node| &node.value), Some(Value::Flag(true)))
}

fn wholes(node: &Node, key: &str) -> Vec<u32> {
    let items = node.get(key).and_then(Node::as_array).unwrap_or_default();
    items
        .iter()
        .map(|item| match item.value {
            Value::Integer(number) => u32::try_from(number).unwrap(),
            _ => panic!("{key} holds something else than whole numbers"),
        })
        .collect()
}

/// The examples of the pack, as tables.
fn examples() -> Vec<Node> {
    let pack = pack_of(&Sources::of_set("chimera"));
    let document = pack.document("examples.toml").unwrap().unwrap();
    document.get("example").and_then(Node::as_array).unwrap().to_vec()
}

/// What an example says of a unit, as a block of a unit file.
fn unit_block(id: &str, node: &Node) -> String {
    let mut block = format!("move = 6\nsave = {}\n", whole(node, "save").unwrap_or(6));
    for key in ["melee_save"] {
        if let Some(value) = whole(node, key) {
            block.push_str(&format!("{key} = {value}\n"));
        }
    }
    if flag(node, "mounted") {
        block.push_str("mounted = true\n");
    }
    if let Some(cover) = text(node, "cover") {
        block.push_str(&format!("cover = \"{cover}\"\n"));
    }
    let (figures, mp) = (count(node, "figures").unwrap(), count(node, "mp").unwrap_or(1));
    block.push_str(&format!("figures = [{{ count = {figures}, mp = {mp} }}]"));
    unit_of(id, &block)
}

/// Mechanics with every unit that the examples describe, under changed rules if any.
fn mechanics(sets: &[&str], examples: &[Node]) -> Mechanics {
    let mut units = String::new();
    for example in examples {
        let id = text(example, "id").unwrap();
        if let Some(target) = example.get("target") {
            units.push_str(&unit_block(&format!("{id}-target"), target));
        }
        for (side, word) in
            example.get("sides").and_then(Node::as_array).into_iter().flatten().zip(["first", "second"])
        {
            units.push_str(&unit_block(&format!("{id}-{word}"), side));
        }
        if text(example, "kind") == Some("morale") {
            units.push_str(&unit_block(&format!("{id}-unit"), example));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "examples.toml", &units);
    Mechanics::of(&chimera_sources(sets, &[&file], &[]))
}

/// Says what differs, if anything.
#[expect(clippy::needless_pass_by_value, reason = "so that literals can be compared without an ampersand")]
fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} and not {expected:?}")) }
}

/// The band that an example fires with, and the strength of the shooter.
fn band(mechanics: &Mechanics, example: &Node) -> (FireBand, u32) {
    if let Some(id) = text(example, "unit") {
        let plan = mechanics.plan(id);
        let gap = i32::try_from(whole(example, "gap").unwrap()).unwrap() * QUARTERS;
        return (plan.band(gap).unwrap().clone(), plan.strength);
    }
    let armour_piercing = i32::try_from(whole(example, "ap").unwrap_or(0)).unwrap();
    let firepower = vec![0, count(example, "fp").unwrap()];
    (FireBand { range: 24 * QUARTERS, groups: vec![FireGroup { armour_piercing, firepower }] }, 1)
}

/// `counting`: the same rules, but with the hits before saves looked at, so that they can be read.
fn play_shooting(mechanics: &Mechanics, counting: &Mechanics, example: &Node) -> Result<(), String> {
    let (band, shooters) = band(mechanics, example);
    let faces = wholes(example, "faces");
    let id = text(example, "id").unwrap();
    let mut dice = ScriptedDice::new(&faces);
    let Some(_) = example.get("target") else {
        let all = mechanics.rules.book.save_faces();
        let firepower = band.groups[0].firepower[shooters as usize];
        let roll = mechanics.rules.book.strike(Mode::Shooting, firepower, all);
        let hits = muster_dice::Dice::resolve(&mut dice, &roll);
        same("hits", Some(hits), count(example, "hits"))?;
        return dice.finish().map_err(|error| error.to_string());
    };
    let plan = mechanics.plan(&format!("{id}-target"));
    let target = Target { plan: &plan, strength: plan.strength, cover: plan.start_cover };
    let shot = Shot { side: Side::A, unit: 0, target: 0, gap: 0 };
    let wounds = volley(&mechanics.rules.save_rules(), shooters, &band, target, shot, &mut dice, &mut NoLog);
    same("casualties", Some(wounds), count(example, "casualties"))?;
    dice.finish().map_err(|error| error.to_string())?;
    // Once more with hits and saves rolled apart: the same dice must say the same.
    let mut dice = ScriptedDice::new(&faces);
    let (mut hits, mut fallen) = (0, 0);
    for group in &band.groups {
        let firepower = group.firepower[shooters as usize];
        let rules = counting.rules.save_rules();
        let harm = strike(&rules, Mode::Shooting, firepower, group.armour_piercing, target, &mut dice);
        (hits, fallen) = (hits + harm.hits, fallen + harm.wounds);
    }
    same("hits", Some(hits), count(example, "hits"))?;
    same("casualties", Some(fallen.min(plan.strength)), count(example, "casualties"))?;
    dice.finish().map_err(|error| error.to_string())
}

fn play_groups(mechanics: &Mechanics, example: &Node) -> Result<(), String> {
    let (band, shooters) = band(mechanics, example);
    let found: Vec<(i32, u32)> =
        band.groups.iter().map(|group| (group.armour_piercing, group.firepower[shooters as usize])).collect();
    let groups = example.get("groups").and_then(Node::as_array).unwrap();
    let expected = groups
        .iter()
        .map(|group| (i32::try_from(whole(group, "ap").unwrap()).unwrap(), count(group, "fp").unwrap()))
        .collect();
    same("groups", found, expected)
}

fn play_melee(mechanics: &Mechanics, example: &Node) -> Result<(), String> {
    let id = text(example, "id").unwrap();
    let plans = ["first", "second"].map(|word| mechanics.plan(&format!("{id}-{word}")));
    let sides = example.get("sides").and_then(Node::as_array).unwrap();
    let fighters = [0, 1].map(|at: usize| Fighter {
        plan: &plans[at],
        strength: plans[at].strength,
        charging: flag(&sides[at], "charging"),
        cover: plans[at].start_cover,
    });
    let mut dice = ScriptedDice::new(&wholes(example, "faces"));
    let round = fight(&mechanics.rules.save_rules(), fighters, [0, 1], &mut dice);
    let scored = wholes(example, "scored");
    same("scored", round.scored.to_vec(), scored)?;
    let before = [0, 1].map(|at: usize| plans[at].figures[plans[at].strength as usize]);
    let loser = match losers(&mechanics.rules.rulings, &round, before) {
        [true, false] => "first",
        [false, true] => "second",
        [false, false] => "none",
        [true, true] => "both",
    };
    same("loser", Some(loser), text(example, "loser"))?;
    dice.finish().map_err(|error| error.to_string())
}

fn play_morale(mechanics: &Mechanics, example: &Node) -> Result<(), String> {
    let plan = mechanics.plan(&format!("{}-unit", text(example, "id").unwrap()));
    let mut dice = ScriptedDice::new(&wholes(example, "faces"));
    let (left, held) = match mechanics.rules.morale.roll(&mut dice) {
        MoraleResult::Passed => (plan.strength, false),
        MoraleResult::Rallied => (plan.strength, true),
        MoraleResult::Leaves(percent) => {
            (plan.strength - wounds_leaving(&mechanics.rules.rulings, &plan, plan.strength, percent), false)
        }
    };
    same("left", Some(left), count(example, "left"))?;
    same("cannot_move", held, flag(example, "cannot_move"))?;
    dice.finish().map_err(|error| error.to_string())
}

fn play(mechanics: &Mechanics, counting: &Mechanics, example: &Node) -> Result<(), String> {
    match text(example, "kind").unwrap() {
        "shooting" => play_shooting(mechanics, counting, example),
        "groups" => play_groups(mechanics, example),
        "melee" => play_melee(mechanics, example),
        "morale" => play_morale(mechanics, example),
        other => Err(format!("examples of kind {other} are not played")),
    }
}

/// Ids of the examples that do not come out, with what differs, under changed rules.
fn failing(sets: &[&str]) -> Vec<(String, String)> {
    let examples = examples();
    let rules = mechanics(sets, &examples);
    let counting: Vec<&str> = sets.iter().copied().chain(["rulings.loser_is.chosen='fewer_hits'"]).collect();
    let counting = mechanics(&counting, &examples);
    assert_eq!(counting.rules.rulings.loser_is, LoserIs::FewerHits);
    let mut failing = Vec::new();
    for example in &examples {
        if let Err(what) = play(&rules, &counting, example) {
            failing.push((text(example, "id").unwrap().to_owned(), what));
        }
    }
    failing
}

#[test]
fn every_worked_example_comes_out_with_every_die_used() {
    assert!(examples().len() >= 25);
    assert_eq!(failing(&[]), Vec::new());
}

/// The harness above can fail: each changed rule breaks the examples that show it, and no others.
#[test]
fn changed_rules_break_the_examples_that_show_them() {
    let mutants: [(&[&str], &[&str]); 5] = [
        (
            &["melee.charge_bonus=0"],
            &["charge-bonus-applies-to-each-die", "charge-bonus-does-not-save-a-missed-odd-die"],
        ),
        (&["shooting.zero_face=5"], &["fp-23-all-sixes", "fp-23-best-roll"]),
        (&["morale.passes_on=4"], &["morale-3-passes"]),
        (&["saves.soft_cover=0"], &["soft-cover-helps-by-one"]),
        (&["saves.mounted_in_melee=0"], &["riders-save-better-in-melee"]),
    ];
    for (sets, broken) in mutants {
        let found: Vec<String> = failing(sets).into_iter().map(|(id, _)| id).collect();
        for id in broken {
            assert!(
                found.iter().any(|failing| failing == id),
                "{sets:?} does not break {id}, only {found:?}"
            );
        }
        assert!(found.len() < 10, "{sets:?} breaks more than it should: {found:?}");
    }
}

/// CHIMERA Shooting ¶1, in numbers of our own rather than the file's.
#[test]
fn twenty_three_points_of_fire_are_four_dice_and_one_that_counts_on_1_to_3() {
    let mechanics = Mechanics::of(&Sources::of_set("chimera"));
    let roll = mechanics.rules.book.strike(Mode::Shooting, 23, 6);
    for (faces, hits) in
        [([1, 2, 3, 4, 1], 11), ([6, 6, 6, 6, 4], 0), ([5, 5, 5, 5, 3], 23), ([6, 1, 6, 1, 6], 2)]
    {
        let mut dice = ScriptedDice::new(&faces);
        assert_eq!(muster_dice::Dice::resolve(&mut dice, &roll), hits, "{faces:?}");
        dice.finish().unwrap();
    }
}

/// CHIMERA Shooting ¶2: the German squad.
#[test]
fn the_shipped_rifle_squad_fires_10_points_at_ap_1_and_7_at_ap_3_within_6_inches() {
    let mechanics = Mechanics::of(&Sources::of_set("chimera"));
    let squad = mechanics.plan("rifle-squad");
    assert_eq!(squad.figures[squad.strength as usize], 8);
    let groups = |gap: i32| -> Vec<(i32, u32)> {
        let band = squad.band(gap).unwrap();
        band.groups
            .iter()
            .map(|group| (group.armour_piercing, group.firepower[squad.strength as usize]))
            .collect()
    };
    assert_eq!(groups(6 * QUARTERS), [(1, 10), (3, 7)]);
    assert_ne!(groups(6 * QUARTERS + 1), [(1, 10), (3, 7)]);
}
