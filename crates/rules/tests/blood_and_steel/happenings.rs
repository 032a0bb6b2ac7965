//! Every mechanic happens: what is told of battles of the shipped forces, counted. A policy that never comes to use one of the rules,
//! or a list of forces that cannot, shows here as a count of nothing.

use muster_dice::Seed;
use muster_rules::Game;
use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::orders::Plan;

use super::support::{game, spec};

/// The conditions that the games are shared out over.
const CONDITIONS: [&str; 5] = ["open", "hedge", "village", "woods", "open-36"];

/// A mechanic, and the words that a line about it holds, all of them.
type Mechanic = (&'static str, &'static [&'static str]);

/// Each must be told of at least [`OFTEN`] times.
const MECHANICS: [Mechanic; 88] = [
    // ---- MOVEMENT
    ("facing", &[" to face another way"]),
    ("other ranks", &[" abreast"]),
    ("forming a column", &[" a march column"]),
    ("leaving a column", &[" column."]),
    ("an attack on a column", &[" test on the march"]),
    ("a shaken unit goes forward", &["dare", " to go forward"]),
    ("a shaken unit does not", &["hang", " back."]),
    // ---- MISSILE FIRE
    ("the first band", &["shoot", "range die of d4:"]),
    ("the second band", &["shoot", "range die of d6:"]),
    ("the third band", &["shoot", "range die of d8:"]),
    ("the fourth band", &["shoot", "range die of d10:"]),
    ("the fifth band", &["shoot", "range die of d12:"]),
    ("a shot in vain", &["shoot", ": no effect"]),
    ("a MINOR shot", &["shoot", ": a MINOR"]),
    ("a MAJOR shot", &["shoot", ": a MAJOR"]),
    ("losses by fire", &[" to missiles"]),
    ("a test under fire that fails", &["fail", " test under fire"]),
    ("soft cover", &["shoot", " in soft cover with"]),
    ("hard cover", &["shoot", " in hard cover with"]),
    ("the great cannon", &["Great cannon shoots"]),
    ("the catapult", &["Catapult shoots"]),
    ("the bolt thrower", &["Bolt thrower shoots"]),
    // ---- MELEE
    ("a charge dared", &["pass", " test to charge."]),
    ("a charge not dared", &["fail", " test to charge and"]),
    ("a charge that falls short", &["short of ", " charge."]),
    ("a charge at the front", &[" home against ", "."]),
    ("a charge in flank", &[" home against ", ", in flank"]),
    ("a charge from behind", &[" home against ", ", from behind"]),
    ("a charge stood", &["pass", " test against the charge"]),
    ("a charge not stood", &["fail", " test against the charge"]),
    ("terror that is charged", &[" to charge into terror"]),
    ("terror that charges", &[" the terror of the charge"]),
    ("a drawn melee", &[" and fight", ": drawn"]),
    ("a MINOR victory", &[" and fight", ": a MINOR"]),
    ("a MAJOR victory", &[" and fight", ": a MAJOR"]),
    ("higher ground", &[" and fight", "higher ground"]),
    ("two ranks", &[", 2 ranks"]),
    ("four ranks", &[", 4 ranks"]),
    ("losses in melee", &[" in melee;"]),
    ("a leader lost", &["lost its leader"]),
    ("a leader kept", &["keep", " leader."]),
    ("a new leader", &[" next leader whose value is"]),
    ("a test after the melee that fails", &["fail", " test after the melee"]),
    ("a test under a standard", &[" after the melee under "]),
    ("a victor who takes heart", &["take", " heart and "]),
    ("a rout", &["rout", "s."]),
    ("losses in rout", &[" in rout;"]),
    ("flight from the table", &["from the table"]),
    ("flight into the enemy", &["into the enemy"]),
    // ---- confidence and panic
    ("a rally by the unit's own character", &["rallied and"]),
    ("a rally by another's", &["rallied by"]),
    ("a rally in vain", &["rallied in vain"]),
    ("a panic", &[" panic"]),
    ("a nerve that holds", &["keep", " nerve"]),
    ("an end of panic", &["together"]),
    // ---- CHARACTERS
    ("an action transferred", &["let", " act."]),
    ("a character who joins a unit", &[" joins "]),
    ("a character who leaves one", &[" leaves "]),
    ("a character's second die", &[" and fight", "d10 and d10 and d"]),
    ("the death of a lone character", &["has fallen"]),
    ("the death of one who leads", &[" lost their character"]),
    ("a test at his death", &["at the death of the character"]),
    ("succession", &["command of "]),
    // ---- MAGIC
    ("a fireball", &["a fireball at"]),
    ("an attack spell", &["an attack spell", ": it works"]),
    ("an attack spell in vain", &["an attack spell", ": in vain"]),
    ("a defence spell", &["a defence spell", ": it works"]),
    ("a movement spell", &["a movement spell", ": it works"]),
    ("one that carries toward the enemy", &["carried", "toward the enemy"]),
    ("one that ends in contact in front", &["carried into contact", "in front"]),
    ("one that ends in contact in flank", &["carried into contact", "in flank"]),
    ("a counterspell a band away", &["counterspell of d12"]),
    ("a counterspell two bands away", &["counterspell of d10"]),
    ("a counterspell three bands away", &["counterspell of d8"]),
    // ---- MONSTERS
    ("a ridden dragon", &["d12x3 and d12", "d12 and d12 and d"]),
    ("a dragon without its rider", &["d8 and d12x3 and d12"]),
    ("a ridden griffon", &["d12 and d12 and d10 and d10"]),
    ("a griffon without its rider", &["Lord on a griffon meets", "with d8 and d10 against"]),
    ("a ridden pegasus", &["d10 and d10 and d12 and d6"]),
    ("a pegasus without its rider", &["Herald on a pegasus meets", "with d8 and d6 against"]),
    ("an ogre", &["ogre meets"]),
    ("a giant", &["d8 and d12x2"]),
    ("a hydra and its fire", &["d8 and d8x2 and d10"]),
    ("a rider lost", &["lost its rider and"]),
    ("a monster that routs at that", &["lost its rider and is now routed"]),
    // ---- the turn
    ("initiative", &["the turn."]),
    ("losses that end a unit", &["none is left"]),
    ("losses that do not", &["figures in melee", " left."]),
];

/// How often a mechanic must be told of at the least.
const OFTEN: usize = 2;

/// What is told of battles of all pairs of the shipped forces, themselves included, over all conditions and plans; so many games of each.
fn lines(game: &BloodAndSteelGame, games: u64) -> Vec<String> {
    let ids: Vec<&str> = game.boxes().iter().map(|one| one.id.as_str()).collect();
    let pairs = ids.iter().flat_map(|one| ids.iter().map(move |other| (*one, *other)));
    let mut told = Vec::new();
    for (at, (one, other)) in pairs.enumerate() {
        let plans = [Plan::ALL[at % 4], Plan::ALL[at / 4 % 4]];
        let matchup = game.battle(one, other, &spec(CONDITIONS[at % 5], plans)).unwrap();
        told.extend((0..games).flat_map(|number| matchup.story(Seed(17), number).lines));
    }
    told
}

fn count(told: &[String], words: &[&str]) -> usize {
    told.iter().filter(|line| words.iter().all(|word| line.contains(word))).count()
}

#[test]
fn every_mechanic_happens_in_battles_of_the_shipped_forces() {
    let told = lines(&game(&[]), 4);
    let seldom: Vec<(&str, usize)> = MECHANICS
        .iter()
        .map(|(what, words)| (*what, count(&told, words)))
        .filter(|(_, times)| *times < OFTEN)
        .collect();
    assert_eq!(seldom, [], "told of fewer than {OFTEN} times in {} lines", told.len());
}

/// The counter can say nothing: what a number or a ruling switches off is not told of any more.
#[test]
fn a_mechanic_that_is_switched_off_is_counted_as_nothing() {
    for (set, words) in [
        ("battle.joins_units=false", &[" joins "][..]),
        ("battle.reforms=false", &[" a march column"]),
        ("rulings.succession.chosen=nobody", &["command of "]),
        ("rulings.panic.chosen=none", &[" panic"]),
        ("melee.rank_of=40", &[", 2 ranks"]),
    ] {
        assert_eq!(count(&lines(&game(&[set]), 1), words), 0, "{set}");
    }
}

/// He who has fallen draws no bow, and his mount never did.
#[test]
fn no_mount_shoots_once_its_rider_is_gone() {
    let game = game(&[]);
    let matchup = game.battle("kings-host", "beast-host", &spec("open", [Plan::Combined; 2])).unwrap();
    let (mut lost, mut shots) = (0, 0);
    for number in 0..150 {
        let mut riderless = Vec::new();
        for line in matchup.story(Seed(17), number).lines {
            if let Some((who, _)) = line.split_once(" has lost its rider") {
                riderless.push(format!("{who} shoots"));
                lost += 1;
            }
            shots += usize::from(line.contains("griffon shoots"));
            assert!(!riderless.iter().any(|shot| line.starts_with(shot)), "game {number}: {line}");
        }
    }
    // Both have happened, so the rule was put to the test.
    assert!(lost >= 10 && shots >= 10, "{lost} riders lost, {shots} shots of riders");
}
