//! Every roll is told: between what is rolled for one thing and for the next, the log hears something.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use muster_dice::{Dice, Die, PlainDice, Roll, RollKind, Stream};
use muster_rules::battle::BattleRules as _;
use muster_rules::blood_and_steel::battle::{Battle, Field, Force};
use muster_rules::blood_and_steel::duel::DuelProcess;
use muster_rules::blood_and_steel::rules::Rules;
use muster_rules::log::{Event, Log};
use muster_rules::orders::{Plan, Policy};
use muster_rules::process::{Flow, Process as _};

use super::scenes::{compiled, placed};
use super::support::{conditions, game, plan};

/// Dice that have been thrown and not been told of.
#[derive(Default)]
struct Untold {
    thrown: Cell<u32>,
    missed: RefCell<Vec<RollKind>>,
}

/// Dice that ask at each new matter whether the last one was told.
struct Asking<'u> {
    dice: PlainDice,
    kind: RollKind,
    untold: &'u Untold,
}

impl Asking<'_> {
    fn matter(&self) {
        if self.untold.thrown.replace(0) > 0 {
            self.untold.missed.borrow_mut().push(self.kind);
        }
    }
}

impl Dice for Asking<'_> {
    fn kind(&mut self, kind: RollKind) {
        self.matter();
        self.kind = kind;
    }

    /// Up to three dice make one matter: a spell's.
    fn die(&mut self, die: Die) -> u32 {
        if self.untold.thrown.get() >= 3 {
            self.matter();
        }
        self.untold.thrown.set(self.untold.thrown.get() + 1);
        self.dice.die(die)
    }

    fn resolve<R: Roll>(&mut self, roll: &R) -> u32 {
        self.matter();
        self.untold.thrown.set(1);
        roll.by_dice(&mut self.dice)
    }
}

/// Hears all.
struct Listener<'u> {
    untold: &'u Untold,
    words: BTreeSet<String>,
}

impl Log for Listener<'_> {
    fn tells(&self) -> bool {
        true
    }

    fn tell(&mut self, event: Event) {
        self.untold.thrown.set(0);
        if let Event::Line { text, .. } = event {
            self.words.insert(text);
        }
    }
}

/// One of each kind of unit, so that whatever can be rolled for is.
const ALL_SORTS: [&str; 9] = [
    "captain",
    "wizard",
    "heavy-swords",
    "green-swords",
    "longbows",
    "catapult",
    "dragon",
    "skirmishers",
    "led-swords",
];

/// What must have been said at least once, so that the scenes are known to come to it.
const SAID: [&str; 12] = [
    "begins the turn",
    "gets up again",
    "stays down under fire",
    "dares to go forward",
    "hangs back",
    "is rallied in vain",
    "keeps its leader",
    "panics",
    "keeps its nerve",
    "pulls itself together",
    "falls short of its charge",
    "flees from the table",
];

fn assert_all_said(words: &BTreeSet<String>) {
    for said in SAID {
        assert!(words.iter().any(|line| line.contains(said)), "nobody ever \"{said}\"");
    }
}

fn stream(game: u64) -> Stream {
    Stream::of_game(muster_dice::Seed(5), muster_dice::CellKey::of(&["told"]), game)
}

#[test]
fn every_roll_of_a_battle_is_told() {
    let game = game(&["rulings.minor_missile.chosen=test_and_suppress"]);
    let host = |y: i32| -> Force {
        let sorts = (0i32..).zip(ALL_SORTS);
        placed(sorts.map(|(at, id)| (plan(&game, id), 16 + 20 * at, y)).collect())
    };
    let (ours, theirs) = (host(40), host(150));
    let conditions = conditions();
    let untold = Untold::default();
    let mut log = Listener { untold: &untold, words: BTreeSet::new() };
    for number in 0..120 {
        let plans = [Plan::ALL[number % 4], Plan::ALL[number / 4 % 4]];
        let battle = Battle { rules: game.rules(), conditions: &conditions, forces: [&ours, &theirs], plans };
        let mut field = Field::opening([&ours, &theirs]);
        let mut dice = Asking {
            dice: PlainDice::from_stream(stream(number as u64)),
            kind: RollKind(0),
            untold: &untold,
        };
        for turn in 1..=12 {
            if Rules::play_turn(&battle, &mut field, turn, &mut dice, &mut log).is_some() {
                break;
            }
        }
        dice.matter();
        assert_eq!(*untold.missed.borrow(), [], "battle {number}: something was thrown for and not told");
    }
    assert_all_said(&log.words);
}

#[test]
fn every_roll_of_a_duel_is_told() {
    let game = game(&["rulings.minor_missile.chosen=test_and_suppress"]);
    let untold = Untold::default();
    let mut log = Listener { untold: &untold, words: BTreeSet::new() };
    let duellists =
        ["wizard-guard", "green-swords", "longbows", "levy", "led-swords", "skirmishers", "catapult"];
    for number in 0..400usize {
        let pair = [duellists[number % 7], duellists[number / 7 % 7]]
            .map(|id| compiled(&game, game.unit(id).unwrap()));
        let policies = [Policy::ALL[number % 4], Policy::ALL[number / 4 % 4]];
        let process = DuelProcess::new(game.rules(), pair, policies, [96, 96], 15);
        let mut dice = Asking {
            dice: PlainDice::from_stream(stream(number as u64)),
            kind: RollKind(0),
            untold: &untold,
        };
        let (mut state, mut turn) = (process.opening(), 1);
        while turn <= 15 {
            match process.step(&state, &mut dice, &mut log) {
                Flow::Next(next) => state = next,
                Flow::TurnOver(next) => (state, turn) = (next, turn + 1),
                Flow::Over(_) => break,
            }
        }
        dice.matter();
        assert_eq!(*untold.missed.borrow(), [], "duel {number}: something was thrown for and not told");
    }
    assert_all_said(&log.words);
}
