//! The doors between the rule sets and the rest of the program: [`RuleSet`] reads a pack into a [`Game`], a game compiles
//! a [`Matchup`], a match-up plays, tells or solves itself. Everything behind them is a rule set's own business.

use std::ops::Range;

use muster_dice::Seed;
use muster_results::{GameEnd, OutcomeDistribution, Tally};

use crate::formula::MappedUnit;
use crate::keyed::{Fingerprint, KeyedGame, Luck, by_streams};
use crate::orders::{Plan, Policy};
use crate::pack::{Diagnostics, Pack, Reader};
use crate::recorded::{PlayedGame, one_by_one};
use crate::solve::TooLarge;

pub use crate::odds::{OddsAnswer, OddsQuery, OddsShape};

/// A rule set that the registry knows.
pub trait RuleSet: Sync {
    /// Id: the word of `--rules` and the folder of the data.
    fn id(&self) -> &'static str;

    /// Reads and checks a pack; returns the game and its warnings.
    ///
    /// # Errors
    /// Every complaint about the data, with file, line and key.
    fn read(&self, pack: &Pack) -> Result<(Box<dyn Game>, Diagnostics), Diagnostics>;
}

/// Respawns of one side: how often, and with how many figures (`None` = full strength).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Respawns {
    /// Times that a unit of the side may come back.
    pub pool: u32,
    /// Figures it comes back with.
    pub figures: Option<u32>,
}

/// A duel as asked for; what is `None` comes from the data.
#[derive(Clone, Debug, Default)]
pub struct DuelSpec {
    /// Policies of the first and the second unit.
    pub policies: [Option<Policy>; 2],
    /// Gap at the start in inches.
    pub start: Option<f64>,
    /// Room behind each unit in inches.
    pub room: Option<f64>,
    /// Turn limit.
    pub max_turns: Option<u32>,
    /// Respawns of the first and the second unit.
    pub respawns: [Option<Respawns>; 2],
    /// Figures of the first and the second unit, where they are not those of the data (see [`UnitFacts::alike`]).
    pub figures: [Option<u32>; 2],
}

/// A battle as asked for.
#[derive(Clone, Debug)]
pub struct BattleSpec {
    /// Id of a condition, or of a mix of conditions.
    pub conditions: String,
    /// Plans of the first and the second box.
    pub plans: [Plan; 2],
    /// Turn limit, when not that of the conditions.
    pub max_turns: Option<u32>,
    /// Score the turn limit as a draw, whatever the conditions say.
    pub limit_is_draw: bool,
    /// Respawns of the first and the second box.
    pub respawns: [Option<Respawns>; 2],
}

/// What stands between the id of a box and that of one of its units where a unit of a box is named: `zulus:warriors`.
pub const BOX_UNIT: char = ':';

/// Units of the catalogue that fight as one side, put together in memory instead of in a box file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roster {
    /// Ids of the units, in the order in which they deploy, and their figures where those are not of the data
    /// (see [`UnitFacts::alike`]; units whose figures differ may only have fewer, without those that they would lose first).
    /// At least one.
    pub units: Vec<(String, Option<u32>)>,
}

impl std::fmt::Display for Roster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, (id, figures)) in self.units.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " + " })?;
            match figures {
                Some(figures) => write!(f, "{id} x {figures}")?,
                None => f.write_str(id)?,
            }
        }
        Ok(())
    }
}

/// Which dice to play with. The answer is the same in law, not in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceKind {
    /// One random word a roll, looked up in the roll's law.
    Tables,
    /// Every die thrown: the reference.
    Plain,
}

/// One game told in words.
#[derive(Clone, Debug)]
pub struct Story {
    /// One line an event.
    pub lines: Vec<String>,
    /// How it ended, `[first force, second force]`.
    pub end: GameEnd,
    /// 0: the first force sat as side A; 1: the second did.
    pub seating: usize,
}

/// Two forces compiled against each other. Even games seat one force as side A, odd games the other; which begins hangs on
/// their names alone, so that (A, B) and (B, A) are the same games.
pub trait Matchup: Send + Sync {
    /// Names of both forces.
    fn names(&self) -> [String; 2];

    /// Figures of both forces at the start.
    fn start(&self) -> [u32; 2];

    /// Plays the games of these numbers. A pure function of seed and numbers: batches may be played anywhere, in any order.
    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally;

    /// Plays the games of these numbers with keyed dice ([`muster_dice::KeyedDice`]): one answer a game, in order. Under
    /// [`Luck::Swapped`] games `2k` and `2k + 1` share their luck, chair by chair. A rule set without keyed dice plays with
    /// those it has.
    fn play_keyed(&self, seed: Seed, games: Range<u64>, _luck: Luck) -> Vec<KeyedGame> {
        by_streams(games, |games| self.play(seed, games, DiceKind::Tables, false))
    }

    /// Plays the games of these numbers as [`Matchup::play`] does with tables, and gives each of them, in the order of their numbers.
    fn play_each(&self, seed: Seed, games: Range<u64>) -> Vec<PlayedGame> {
        one_by_one(games, |games| self.play(seed, games, DiceKind::Tables, false))
    }

    /// Id of the conditions that a game is played under, where a mix of them takes turns; `None` where there are none to name.
    fn conditions(&self, _game: u64) -> Option<&str> {
        None
    }

    /// Hash of everything that the games of this match-up depend on, seed and numbers apart: equal fingerprints are equal
    /// games. `None` where the rule set keeps none.
    fn fingerprint(&self) -> Option<Fingerprint> {
        None
    }

    /// Plays one game and tells it.
    fn story(&self, seed: Seed, game: u64) -> Story;

    /// How often the games of these numbers ask a unit to act: each unit on the table once in each step, phase or activation
    /// in which its rule set lets it do something, whatever it then does. A measure of what a battle comes to in work; `None`
    /// for duels, where nobody is asked.
    fn activations(&self, _seed: Seed, _games: Range<u64>) -> Option<u64> {
        None
    }

    /// Outcomes of dice that an exact solution would follow (a guess), or `None` when there is no exact solution.
    fn exact_cost(&self) -> Option<f64>;

    /// Solves both seatings exactly, following at most `budget` outcomes of dice.
    ///
    /// # Errors
    /// Why there is no exact answer.
    fn solve(&self, budget: u64) -> Result<OutcomeDistribution, Unsolvable>;

    /// True when neither force could ever take a figure of the other.
    fn harmless(&self) -> bool;

    /// True when both forces are one and the same and play alike: game `2k + 1` is then game `2k` seen from the other
    /// chair, and the score is 1/2 by symmetry.
    fn is_mirror(&self) -> bool {
        false
    }
}

/// Why a match-up was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// More outcomes than the budget allows.
    TooLarge(TooLarge),
    /// Several units and free movement: only playing it answers.
    Sampled,
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolvable::TooLarge(too_large) => too_large.fmt(f),
            Unsolvable::Sampled => f.write_str("a battle of boxes has no exact solution; it is sampled"),
        }
    }
}

impl std::error::Error for Unsolvable {}

/// What a unit is, in numbers and words, for lists and records.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitFacts {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Figures.
    pub figures: u32,
    /// Melee points of all figures.
    pub melee_points: f64,
    /// Firepower of all figures and guns.
    pub firepower: f64,
    /// Whether the unit has a ranged weapon, and keeps its distance for it where nothing else is said.
    pub shoots: bool,
    /// All figures are alike and serve no guns, so that the unit may be played with more or fewer of them.
    pub alike: bool,
    /// Named values for people, such as `("move", "9\"")`.
    pub values: Vec<(String, String)>,
    /// Its figures and guns, one line each.
    pub parts: Vec<String>,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// A way in which a unit may be one step better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitStep {
    /// Id of the step, such as `save`.
    pub id: String,
    /// What changes, such as `save 5+ instead of 6+`.
    pub says: String,
}

/// Numbers of a unit that points formulas are made of; means over its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaFacts {
    /// What a figure strikes with, above or equal to 0.
    pub attack: f64,
    /// Wounds it takes to remove a figure, on average, at least 1.
    pub durability: f64,
    /// Named terms of a sum.
    pub terms: Vec<(String, f64)>,
    /// What attack and durability are in these rules, a sentence.
    pub meaning: &'static str,
}

/// Source and status of something in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFacts {
    /// `printed`, `inferred` or `assumed`.
    pub status: String,
    /// Where it stands.
    pub source: String,
    /// Why, where we assumed it.
    pub why: Option<String>,
}

impl SourceFacts {
    /// Source and status of a key, as far as the data gives them.
    pub(crate) fn of(reader: &Reader<'_>, key: &str) -> Option<SourceFacts> {
        reader.provenance(key).map(|found| SourceFacts {
            status: found.status.word().to_owned(),
            source: found.source,
            why: found.why,
        })
    }
}

/// What a box is.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxFacts {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Maker and catalogue number.
    pub maker: String,
    /// Era, may be empty.
    pub era: String,
    /// Figures as the box counts them.
    pub figures: u32,
    /// Its units.
    pub units: Vec<UnitFacts>,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// A named set of conditions, or a mix of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionsFacts {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// One sentence.
    pub says: String,
    /// Of a mix: ids and weights of its parts. Empty for a single set of conditions.
    pub parts: Vec<(String, u32)>,
}

/// Why a question could not be answered: it names something that is not there, or asks the impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What was wrong, as a sentence without a full stop.
    pub what: String,
    /// What to do, as a sentence without a full stop.
    pub advice: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n  {}", self.what, self.advice)
    }
}

impl std::error::Error for Refusal {}

/// A rule pack read and checked: everything that can be asked of it.
pub trait Game: Send + Sync {
    /// What sitting as side A and as side B means, as the rest of a sentence.
    fn seats(&self) -> [&'static str; 2] {
        ["moves first in a turn", "shoots first"]
    }

    /// What the text calls the melee points and the firepower of its units; `None` where it counts neither.
    fn strengths(&self) -> Option<[&'static str; 2]> {
        Some(["MP", "FP"])
    }

    /// Units of the catalogue, in file order, the user's own last.
    fn units(&self) -> &[UnitFacts];

    /// Boxes, in file order, the user's own last.
    fn boxes(&self) -> &[BoxFacts];

    /// Conditions and mixes.
    fn conditions(&self) -> &[ConditionsFacts];

    /// Compiles a duel of two units by id.
    ///
    /// # Errors
    /// An unknown unit, a start that cannot be, or a number of figures that the unit cannot have.
    fn duel(&self, first: &str, second: &str, spec: &DuelSpec) -> Result<Box<dyn Matchup + '_>, Refusal>;

    /// Compiles a battle of two boxes by id.
    ///
    /// # Errors
    /// An unknown box or condition.
    fn battle(&self, first: &str, second: &str, spec: &BattleSpec) -> Result<Box<dyn Matchup + '_>, Refusal>;

    /// Compiles a battle of two forces put together in memory. The games hang on what is in them, not on a name.
    ///
    /// # Errors
    /// An unknown unit or condition, an empty force or one that is too large, or a rule set without such battles.
    fn battle_of(
        &self,
        first: &Roster,
        second: &Roster,
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let (_, _, _) = (first, second, spec);
        let advice = "this rule set fights boxes alone; prices of duels are had with --of units".to_owned();
        Err(Refusal { what: "a battle of forces put together from units".to_owned(), advice })
    }

    /// The ways in which a unit may be one step better, as its own fields say. None where the rule set knows none.
    ///
    /// # Errors
    /// An unknown unit.
    fn steps(&self, unit: &str) -> Result<Vec<UnitStep>, Refusal> {
        let _ = unit;
        Ok(Vec::new())
    }

    /// The same game with a unit of the catalogue one step better. Games of it roll the dice of the unit as it was.
    ///
    /// # Errors
    /// An unknown unit, or a step that it cannot take.
    fn stepped(&self, unit: &str, step: &str) -> Result<Box<dyn Game>, Refusal> {
        let advice = "this rule set has no such steps".to_owned();
        Err(Refusal { what: format!("\"{unit}\" with a better \"{step}\""), advice })
    }

    /// Whether battles and exact duels take so long that hundreds of thousands, or hundreds, of them are only played and solved when
    /// somebody says how many.
    fn plays_slowly(&self) -> bool {
        false
    }

    /// Whether a unit is nowhere worse than another and somewhere better, by everything that the rules look at: it should not
    /// cost less. False where the rule set cannot tell, and for unknown units.
    fn dominates(&self, unit: &str, other: &str) -> bool {
        let (_, _) = (unit, other);
        false
    }

    /// What points formulas look at, `None` for a unit that they do not fit.
    fn formula_facts(&self, unit: &str) -> Option<FormulaFacts> {
        let _ = unit;
        None
    }

    /// A unit priced by the points formula of the rules' own text.
    ///
    /// # Errors
    /// Why there is no such price, as a sentence without a full stop.
    fn own_price(&self, unit: &str) -> Result<MappedUnit, String> {
        let _ = unit;
        Err("the text has no points formula".to_owned())
    }

    /// The exact law of one roll.
    ///
    /// # Errors
    /// A question that the rule set does not know.
    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal>;
}
