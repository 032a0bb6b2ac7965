//! What every rule set must keep, run over every registered set and every unit of its catalogue.

use std::path::Path;

use muster_dice::Seed;
use muster_results::{OutcomeDistribution, Tally};
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Sources, check_provenance, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Matchup, RULE_SETS, RuleSet};

/// Outcomes of dice that one exact solution of this test may follow.
const BUDGET: u64 = 20_000_000;

fn read(set: &dyn RuleSet, unit_files: &[&Path]) -> Box<dyn Game> {
    let sources = Sources {
        unit_files: unit_files.iter().map(|path| path.to_path_buf()).collect(),
        ..Sources::of_set(set.id())
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    set.read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

/// Every unit once, each against one further down the list, with the policies in turn.
fn unit_pairs(game: &dyn Game) -> Vec<([String; 2], DuelSpec)> {
    let ids: Vec<&String> = game.units().iter().map(|unit| &unit.id).collect();
    (0..ids.len())
        .map(|at| {
            let pair = [at, (at + 7) % ids.len()].map(|at| ids[at].clone());
            let policies = [Policy::ALL[at % 4], Policy::ALL[at / 4 % 4]].map(Some);
            (pair, DuelSpec { policies, ..DuelSpec::default() })
        })
        .collect()
}

/// Every box once, each against one further down the list, with the plans in turn.
fn box_pairs(game: &dyn Game) -> Vec<([String; 2], BattleSpec)> {
    let ids: Vec<&String> = game.boxes().iter().map(|one| &one.id).collect();
    let conditions: Vec<&String> = game.conditions().iter().map(|one| &one.id).collect();
    (0..ids.len())
        .map(|at| {
            let pair = [at, (at + 5) % ids.len()].map(|at| ids[at].clone());
            let spec = BattleSpec {
                conditions: conditions[at % conditions.len()].clone(),
                plans: [Plan::ALL[at % 4], Plan::ALL[at / 4 % 4]],
                max_turns: None,
                limit_is_draw: false,
                respawns: [None; 2],
            };
            (pair, spec)
        })
        .collect()
}

/// Whether a match-up is solved in this test. Those of other sets than Chimera have many more states a figure.
fn is_cheap(set: &dyn RuleSet, matchup: &dyn Matchup) -> bool {
    set.id() == "chimera" || matchup.exact_cost().is_some_and(|cost| cost <= 4e6)
}

/// Every match-up of [`unit_pairs`] and [`box_pairs`] and the same with the forces exchanged.
fn for_every_matchup(game: &dyn Game, mut check: impl FnMut(&str, &dyn Matchup, &dyn Matchup)) {
    for ([a, b], spec) in unit_pairs(game) {
        let exchanged = DuelSpec { policies: [spec.policies[1], spec.policies[0]], ..spec.clone() };
        let (one, other) = (game.duel(&a, &b, &spec).unwrap(), game.duel(&b, &a, &exchanged).unwrap());
        check(&format!("{a} v {b}"), one.as_ref(), other.as_ref());
    }
    for ([a, b], spec) in box_pairs(game) {
        let exchanged = BattleSpec { plans: [spec.plans[1], spec.plans[0]], ..spec.clone() };
        let (one, other) = (game.battle(&a, &b, &spec).unwrap(), game.battle(&b, &a, &exchanged).unwrap());
        check(&format!("{a} v {b}"), one.as_ref(), other.as_ref());
    }
}

fn assert_sums_to_one(law: &OutcomeDistribution, what: &str) {
    for seating in &law.seatings {
        let outcomes = seating.win + seating.draw + seating.loss;
        assert!((outcomes - 1.0).abs() <= 1e-12, "{what}: outcomes sum to {outcomes}");
        let left: f64 = seating.left.values().sum();
        assert!((left - 1.0).abs() <= 1e-12, "{what}: figures left sum to {left}");
        for p in [seating.win, seating.draw, seating.loss, seating.limit].iter().chain(seating.left.values())
        {
            assert!((0.0..=1.0 + 1e-12).contains(p), "{what}: a probability of {p}");
        }
        for (left, p) in &seating.left {
            assert!(left[0] <= law.start[0] && left[1] <= law.start[1], "{what}: {left:?} with {p}");
        }
        for force in 0..2 {
            let lost: f64 = seating.lost[force].iter().sum();
            let all = lost + seating.mean_left(force);
            assert!(
                (all - f64::from(law.start[force])).abs() <= 1e-9,
                "{what}: {all} figures of force {force}"
            );
        }
    }
}

#[test]
fn every_set_loads_with_its_defaults_and_every_value_has_a_source() {
    assert!(!RULE_SETS.is_empty());
    for set in RULE_SETS {
        let (pack, warnings) = load(&Sources::of_set(set.id())).unwrap_or_else(|found| panic!("{found}"));
        assert!(warnings.is_empty(), "{warnings}");
        let complaints = check_provenance(&pack);
        assert!(complaints.is_empty(), "{complaints}");
        let (game, warnings) = set.read(&pack).unwrap_or_else(|found| panic!("{found}"));
        assert!(!warnings.has_errors());
        assert!(game.units().len() >= 20 && game.boxes().len() >= 6);
        let mut ids: Vec<&String> = game.units().iter().map(|unit| &unit.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), game.units().len(), "an id twice");
        for unit in game.units() {
            assert!(unit.source.is_some(), "{} has no source", unit.id);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tally_and_another_seed_another() {
    for set in RULE_SETS {
        let (game, again) = (read(set, &[]), read(set, &[]));
        for ([a, b], spec) in unit_pairs(game.as_ref()).into_iter().step_by(5) {
            let played = |game: &dyn Game, seed| {
                game.duel(&a, &b, &spec).unwrap().play(Seed(seed), 0..64, DiceKind::Tables, true)
            };
            assert_eq!(played(game.as_ref(), 1), played(again.as_ref(), 1), "{a} v {b}");
        }
        let different = box_pairs(game.as_ref())
            .into_iter()
            .filter(|([a, b], spec)| {
                let played = |game: &dyn Game, seed| {
                    game.battle(a, b, spec).unwrap().play(Seed(seed), 0..64, DiceKind::Tables, true)
                };
                assert_eq!(played(game.as_ref(), 1), played(again.as_ref(), 1), "{a} v {b}");
                played(game.as_ref(), 1) != played(game.as_ref(), 2)
            })
            .count();
        let all = box_pairs(game.as_ref()).len();
        assert!(different * 10 >= all * 8, "only {different} of {all} battles depend on the seed");
    }
}

#[test]
fn a_told_game_ends_as_the_silent_one() {
    for set in RULE_SETS {
        let game = read(set, &[]);
        for_every_matchup(game.as_ref(), |what, matchup, _| {
            for number in [0, 1, 6, 7] {
                let story = matchup.story(Seed(11), number);
                assert!(!story.lines.is_empty());
                let mut told = Tally::new(matchup.start());
                told.count(number, story.seating, &story.end);
                let silent = matchup.play(Seed(11), number..number + 1, DiceKind::Tables, false);
                assert_eq!(told, silent, "{what}, game {number}");
            }
        });
    }
}

#[test]
fn exchanging_the_forces_mirrors_everything() {
    for set in RULE_SETS {
        let game = read(set, &[]);
        for_every_matchup(game.as_ref(), |what, one, other| {
            for dice in [DiceKind::Tables, DiceKind::Plain] {
                let played = |matchup: &dyn Matchup| matchup.play(Seed(5), 0..40, dice, true);
                assert_eq!(played(one), played(other).mirrored(), "{what}");
            }
            assert_eq!(one.start(), [other.start()[1], other.start()[0]]);
            assert_eq!(one.harmless(), other.harmless());
            if !is_cheap(set, one) {
                return;
            }
            if let (Ok(law), Ok(exchanged)) = (one.solve(BUDGET), other.solve(BUDGET)) {
                assert_eq!(law, exchanged.mirrored(), "{what}");
            }
        });
    }
}

#[test]
fn exact_laws_sum_to_one_and_account_for_every_figure() {
    for set in RULE_SETS {
        let game = read(set, &[]);
        let (mut solved, mut cheap) = (0, 0);
        for ([a, b], spec) in unit_pairs(game.as_ref()) {
            let matchup = game.duel(&a, &b, &spec).unwrap();
            if !is_cheap(set, matchup.as_ref()) {
                continue;
            }
            cheap += 1;
            if let Ok(law) = matchup.solve(BUDGET) {
                assert_sums_to_one(&law, &format!("{a} v {b}"));
                solved += 1;
            }
        }
        assert!(cheap > 0 && solved * 10 >= cheap * 9, "only {solved} of {cheap} solved");
        assert!(set.id() != "chimera" || cheap == game.units().len(), "all duels of Chimera are tried");
    }
}

/// A file with one unit, and its path.
fn unit_file(folder: &Path, id: &str, keys: &str) -> std::path::PathBuf {
    let path = folder.join(format!("{id}.toml"));
    std::fs::write(&path, format!("[[unit]]\nid = \"{id}\"\nname = \"{id}\"\n{keys}\n")).unwrap();
    path
}

/// Kinds of units that a better save is tried on: figures, melee points, a bow or a rifle.
const SAVED: [(&str, u32, u32, &str); 4] = [
    ("foot", 10, 1, ""),
    ("horse", 5, 2, ""),
    ("bows", 8, 1, "{ fp = 1, ap = 0, range = 18 }"),
    ("rifles", 6, 1, "{ fp = 1, ap = 1, range = 24 }"),
];

/// At equal policies a better save never lowers the exact score.
#[test]
fn a_better_save_never_lowers_the_exact_score() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (kind, figures, mp, weapons) in SAVED {
        for save in 2..=7 {
            let keys = format!(
                "move = 8\nsave = {save}\nfigures = [{{ count = {figures}, mp = {mp}, weapons = [{weapons}] }}]"
            );
            files.push(unit_file(folder.path(), &format!("{kind}-{save}"), &keys));
        }
    }
    let files: Vec<&Path> = files.iter().map(std::path::PathBuf::as_path).collect();
    for set in RULE_SETS.into_iter().filter(|set| set.id() == "chimera") {
        let game = read(set, &files);
        for (kind, ..) in SAVED {
            for enemy in ["shield-foot", "legionaries", "horse-archers", "rifles", "bows-4", "horse-5"] {
                for policy in Policy::ALL {
                    let spec = DuelSpec { policies: [Some(policy); 2], ..DuelSpec::default() };
                    let score = |save: i32| {
                        let id = format!("{kind}-{save}");
                        game.duel(&id, enemy, &spec).unwrap().solve(BUDGET).unwrap().score()
                    };
                    let scores: Vec<f64> = (2..=7).map(score).collect();
                    for pair in scores.windows(2) {
                        let what = format!("{kind} v {enemy}, {policy:?}: {scores:?}");
                        assert!(pair[0] >= pair[1] - 1e-9, "a save one better lowers the score: {what}");
                    }
                }
            }
        }
    }
}

/// At equal policies one more figure never lowers the exact score.
#[test]
fn one_more_figure_never_lowers_the_exact_score() {
    for set in RULE_SETS.into_iter().filter(|set| set.id() == "chimera") {
        let game = read(set, &[]);
        for unit in
            ["light-foot", "heavy-foot", "heavy-cavalry", "archers", "legionaries", "rifles", "elephants"]
        {
            for enemy in ["shield-foot", "longbowmen", "heavy-cavalry", "semi-automatic-rifles"] {
                for policy in Policy::ALL {
                    let score = |figures: u32| {
                        let spec = DuelSpec {
                            policies: [Some(policy); 2],
                            figures: [Some(figures), Some(6)],
                            ..DuelSpec::default()
                        };
                        game.duel(unit, enemy, &spec).unwrap().solve(BUDGET).unwrap().score()
                    };
                    let scores: Vec<f64> = (1..=11).map(score).collect();
                    for (pair, figures) in scores.windows(2).zip(2..) {
                        let what = format!("{unit} v 6 {enemy}, {policy:?}: {scores:?}");
                        assert!(pair[1] >= pair[0] - 1e-9, "figure {figures} lowers the score: {what}");
                    }
                }
            }
        }
    }
}

#[test]
fn units_that_cannot_hurt_each_other_draw() {
    let folder = tempfile::tempdir().unwrap();
    let keys = "move = 6\nsave = -9\nmelee_save = -9\nfigures = [{ count = 3, mp = 4 }]";
    let files = ["safe-a", "safe-b"].map(|id| unit_file(folder.path(), id, keys));
    for set in RULE_SETS.into_iter().filter(|set| set.id() == "chimera") {
        let game = read(set, &[&files[0], &files[1]]);
        for policy in Policy::ALL {
            let spec = DuelSpec { policies: [Some(policy); 2], ..DuelSpec::default() };
            let matchup = game.duel("safe-a", "safe-b", &spec).unwrap();
            assert!(matchup.harmless());
            let law = matchup.solve(BUDGET).unwrap();
            for seating in &law.seatings {
                assert!((seating.draw - 1.0).abs() <= 1e-12 && (seating.limit - 1.0).abs() <= 1e-12);
            }
            assert_eq!(matchup.play(Seed(1), 0..10, DiceKind::Plain, false).total().draws, 10);
        }
        assert!(!game.duel("safe-a", "heavy-foot", &DuelSpec::default()).unwrap().harmless());
    }
}

/// The far ends of what the data may say.
const EXTREMES: [(&str, &str); 11] = [
    (
        "no-firepower",
        "move = 6\nsave = 6\nfigures = [{ count = 5, mp = 1, weapons = [{ fp = 0, ap = 1, range = 24 }] }]",
    ),
    (
        "little-firepower",
        "move = 6\nsave = 6\nfigures = [{ count = 2, mp = 1, weapons = [{ fp = 0.25, ap = 1, range = 24 }] }]",
    ),
    (
        "no-range",
        "move = 6\nsave = 6\nfigures = [{ count = 2, mp = 1, weapons = [{ fp = 3, ap = 1, range = 0 }] }]",
    ),
    ("no-melee", "move = 6\nsave = 6\nfigures = [{ count = 5, mp = 0 }]"),
    ("no-move", "move = 0\nsave = 6\nfigures = [{ count = 5, mp = 1 }]"),
    ("save-7", "move = 6\nsave = 7\nfigures = [{ count = 5, mp = 1 }]"),
    ("save-20", "move = 6\nsave = 20\nfigures = [{ count = 5, mp = 1 }]"),
    ("save-minus-20", "move = 6\nsave = -20\nfigures = [{ count = 5, mp = 1 }]"),
    ("one-figure", "move = 100\nsave = 4\nfigures = [{ count = 1, mp = 300 }]"),
    (
        "two-hundred",
        "move = 6\nsave = 6\nfigures = [{ count = 200, mp = 1, weapons = [{ fp = 1, ap = 0, range = 12 }] }]",
    ),
    (
        "gun-without-need",
        "move = 6\nsave = 6\nfigures = [{ count = 2, mp = 1 }]\nguns = [{ fp = 500, ap = 12, range = 1000, crew_needed = 9 }]",
    ),
];

#[test]
fn units_at_the_far_ends_of_the_data_are_played_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = EXTREMES.iter().map(|(id, keys)| unit_file(folder.path(), id, keys)).collect();
    let files: Vec<&Path> = files.iter().map(std::path::PathBuf::as_path).collect();
    for set in RULE_SETS.into_iter().filter(|set| set.id() == "chimera") {
        let game = read(set, &files);
        for (a, _) in EXTREMES {
            for b in EXTREMES.iter().map(|(id, _)| *id).chain(["rifle-squad", "heavy-tanks"]) {
                for policy in [Policy::Advance, Policy::Charge, Policy::Skirmish] {
                    let spec = DuelSpec { policies: [Some(policy); 2], ..DuelSpec::default() };
                    let matchup = game.duel(a, b, &spec).unwrap();
                    let tally = matchup.play(Seed(2), 0..4, DiceKind::Plain, false);
                    assert_eq!(tally.games(), 4);
                    assert_eq!(matchup.play(Seed(2), 0..4, DiceKind::Tables, false).games(), 4);
                    if let Ok(law) = matchup.solve(200_000) {
                        assert_sums_to_one(&law, &format!("{a} v {b}"));
                        assert!(law.score().is_finite());
                    }
                }
            }
        }
    }
}

/// What lies beyond the data's ranges is refused with the place, and nothing panics.
#[test]
fn units_beyond_the_ranges_of_the_data_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (id, keys) in [
        ("save-99", "move = 6\nsave = 99\nfigures = [{ count = 5, mp = 1 }]"),
        ("no-figures", "move = 6\nsave = 6\nfigures = []"),
        ("zero-figures", "move = 6\nsave = 6\nfigures = [{ count = 0, mp = 1 }]"),
        ("minus-figures", "move = 6\nsave = 6\nfigures = [{ count = -3, mp = 1 }]"),
        (
            "minus-fp",
            "move = 6\nsave = 6\nfigures = [{ count = 3, mp = 1, weapons = [{ fp = -1, ap = 0, range = 6 }] }]",
        ),
    ] {
        let file = unit_file(folder.path(), id, keys);
        for set in RULE_SETS.into_iter().filter(|set| set.id() == "chimera") {
            let sources = Sources { unit_files: vec![file.clone()], ..Sources::of_set(set.id()) };
            let refused = match load(&sources) {
                Err(found) => found,
                Ok((pack, _)) => set.read(&pack).err().unwrap_or_else(|| panic!("{id} is accepted")),
            };
            assert!(refused.to_string().contains(&format!("{id}.toml")), "{refused}");
        }
    }
}
