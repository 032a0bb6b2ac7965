//! What holds under every rule set alike: a unit that is better in one number, and in no other worse, never has the lower exact
//! score; and a unit against its equal wins as often as it loses.

use muster_dice::Seed;
use muster_rules::orders::Policy;
use muster_rules::pack::{Sources, load};
use muster_rules::{DiceKind, DuelSpec, Game, RULE_SETS};

/// Outcomes of dice that one exact solution may follow.
const BUDGET: u64 = 40_000_000;

/// A unit that gets better step by step.
struct Ladder {
    set: &'static str,
    /// What gets better.
    what: &'static str,
    /// Keys that are set, so that nothing else changes with it.
    sets: &'static [&'static str],
    /// What the unit is; `$` stands for the step.
    unit: &'static str,
    /// The steps, worst first.
    steps: &'static [&'static str],
    /// Whom it fights, and with how many figures.
    enemies: &'static [(&'static str, u32)],
    policies: &'static [Policy],
}

const BLOOD: &str = "blood-and-steel";
const BOTH: &[Policy] = &[Policy::Charge, Policy::Hold];

const LADDERS: [Ladder; 7] = [
    Ladder {
        set: BLOOD,
        what: "armour",
        // Heavy armour also slows.
        sets: &["movement.armoured_infantry=8"],
        unit: "figures = 4\nquality = \"regular\"\narmour = \"$\"\nweapons = [\"shortbow\", \"sword\"]",
        steps: &["skirmisher", "light", "heavy"],
        enemies: &[("halberdiers", 4), ("longbows", 4)],
        policies: BOTH,
    },
    Ladder {
        set: BLOOD,
        what: "quality",
        sets: &["rulings.panic.chosen=none"],
        unit: "figures = 4\nquality = \"$\"\narmour = \"light\"\nweapons = [\"sword\"]",
        steps: &["untrained", "green", "regular", "veteran", "elite"],
        enemies: &[("heavy-swords", 4), ("longbows", 3)],
        policies: BOTH,
    },
    Ladder {
        set: BLOOD,
        what: "weapons",
        sets: &[],
        unit: "figures = 4\nquality = \"regular\"\narmour = \"light\"\nweapons = [$]",
        steps: &["", "\"improvised\"", "\"sword\"", "\"polearm\""],
        enemies: &[("heavy-swords", 4), ("longbows", 3)],
        policies: BOTH,
    },
    Ladder {
        set: BLOOD,
        what: "leadership",
        sets: &[],
        unit: "figures = 4\nleadership = $\nquality = \"regular\"\narmour = \"light\"\nweapons = [\"sword\"]",
        steps: &["3", "2", "1"],
        enemies: &[("heavy-swords", 4), ("longbows", 3)],
        policies: BOTH,
    },
    Ladder {
        set: BLOOD,
        what: "figures",
        sets: &[],
        unit: "figures = $\nquality = \"regular\"\narmour = \"light\"\nweapons = [\"shortbow\", \"sword\"]",
        steps: &["1", "2", "3", "4", "5", "6"],
        enemies: &[("heavy-swords", 4), ("longbows", 3)],
        policies: BOTH,
    },
    Ladder {
        set: "firefight",
        what: "armour",
        sets: &[],
        unit: "leadership = 4\narmour = $\nfigures = [{ count = 3, weapons = [\"carbine\", \"bayonet\"] }]",
        steps: &["0", "1", "2"],
        enemies: &[("guardsmen-5", 3)],
        policies: BOTH,
    },
    Ladder {
        set: "firefight",
        what: "figures",
        sets: &[],
        unit: "leadership = 4\nfigures = [{ count = $, weapons = [\"carbine\", \"bayonet\"] }]",
        steps: &["1", "2", "3", "4"],
        enemies: &[("guardsmen-5", 3)],
        policies: BOTH,
    },
];

/// The game of a ladder with a unit for each step, `step-0` the worst.
fn game_of(ladder: &Ladder) -> Box<dyn Game> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.toml");
    let unit = |(at, step): (usize, &&str)| {
        format!("[[unit]]\nid = \"step-{at}\"\nname = \"Step {at}\"\n{}\n", ladder.unit.replace('$', step))
    };
    std::fs::write(&file, ladder.steps.iter().enumerate().map(unit).collect::<String>()).unwrap();
    let sources = Sources {
        sets: ladder.sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: vec![file],
        ..Sources::of_set(ladder.set)
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    let set = RULE_SETS.into_iter().find(|set| set.id() == ladder.set).unwrap();
    set.read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

#[test]
fn a_better_unit_never_has_the_lower_exact_score() {
    for ladder in LADDERS {
        let game = game_of(&ladder);
        for (enemy, figures) in ladder.enemies {
            for policy in ladder.policies {
                let score = |at: usize| {
                    let spec = DuelSpec {
                        policies: [Some(*policy), Some(Policy::Charge)],
                        figures: [None, Some(*figures)],
                        start: Some(8.0),
                        ..DuelSpec::default()
                    };
                    let matchup = game.duel(&format!("step-{at}"), enemy, &spec).unwrap();
                    matchup.solve(BUDGET).unwrap().score()
                };
                let scores: Vec<f64> = (0..ladder.steps.len()).map(score).collect();
                let what = format!("{}, {} v {enemy}, {policy:?}: {scores:?}", ladder.set, ladder.what);
                for pair in scores.windows(2) {
                    assert!(pair[1] >= pair[0] - 1e-9, "a step up lowers the score: {what}");
                }
                assert!(scores[scores.len() - 1] > scores[0] + 1e-3, "nothing hangs on it: {what}");
            }
        }
    }
}

/// Both seatings of a game of equals are one game seen from two chairs, so this is exact for sampled duels too.
#[test]
fn a_unit_against_its_equal_scores_a_half() {
    for set in RULE_SETS {
        let (pack, _) = load(&Sources::of_set(set.id())).unwrap_or_else(|found| panic!("{found}"));
        let (game, _) = set.read(&pack).unwrap_or_else(|found| panic!("{found}"));
        let mut decided = 0;
        for unit in game.units() {
            let matchup = game.duel(&unit.id, &unit.id, &DuelSpec::default()).unwrap();
            assert!(matchup.is_mirror(), "{}", unit.id);
            for dice in [DiceKind::Tables, DiceKind::Plain] {
                let total = matchup.play(Seed(3), 0..20, dice, false).total();
                assert_eq!(total.wins, total.losses, "{} under {}, {dice:?}", unit.id, set.id());
                decided += total.wins;
            }
        }
        assert!(decided > 0, "no duel under {} is ever won", set.id());
        for one in game.boxes() {
            let spec = muster_rules::BattleSpec {
                conditions: game.conditions()[0].id.clone(),
                plans: [muster_rules::orders::Plan::Combined; 2],
                max_turns: None,
                limit_is_draw: false,
                respawns: [None; 2],
            };
            let matchup = game.battle(&one.id, &one.id, &spec).unwrap();
            let total = matchup.play(Seed(3), 0..6, DiceKind::Tables, false).total();
            assert_eq!(total.wins, total.losses, "{} under {}", one.id, set.id());
        }
    }
}
