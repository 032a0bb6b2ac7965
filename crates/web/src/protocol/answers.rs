//! The shapes of the answers.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{Complaint, GivenFile, Lists};

/// All rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sets {
    /// Version of the program that the engine is of.
    pub version: String,
    /// The sets, in the order in which lists show them.
    pub sets: Vec<SetShown>,
}

/// A rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetShown {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Where the text stands.
    pub text: String,
    /// A remark on it; may be empty.
    pub note: String,
}

/// Everything that can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Catalogue {
    /// The rule set.
    pub set: SetShown,
    /// blake3 of the data, 64 hexadecimal digits.
    pub data_hash: String,
    /// What sitting as side A and as side B means, as the rest of a sentence.
    pub seats: [String; 2],
    /// What the rules call melee points and firepower; `null` where they count neither.
    pub strengths: Option<[String; 2]>,
    /// Units of the catalogue, the page's own last.
    pub units: Vec<UnitShown>,
    /// Boxes, the page's own last.
    pub boxes: Vec<BoxShown>,
    /// Weapons, troop types and whatever else units are made of.
    pub lists: Lists,
    /// Conditions and mixes of them.
    pub conditions: Vec<ConditionsShown>,
    /// Policies of units.
    pub policies: Vec<Choice>,
    /// Plans of sides.
    pub plans: Vec<Choice>,
    /// Starts of cover, for units that are put together; empty where units have none.
    pub covers: Vec<Choice>,
    /// Numbers of the rules.
    pub numbers: Vec<Number>,
    /// Open questions of the text and their readings.
    pub rulings: Vec<Ruling>,
    /// Built-in variants.
    pub variants: Vec<VariantShown>,
    /// What is changed of the built-in rules, as `key = value (was value)`.
    pub changed: Vec<String>,
    /// What seems odd about the data.
    pub warnings: Vec<Complaint>,
}

/// A word with its name and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The word to be sent.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it means, a sentence.
    pub says: String,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitShown {
    /// Id; of a unit of a box `box:unit`, by which a duel names it.
    pub id: String,
    /// Name.
    pub name: String,
    /// Figures.
    pub figures: u32,
    /// Melee points of all figures.
    pub melee_points: f64,
    /// Firepower of all figures and guns.
    pub firepower: f64,
    /// It has a ranged weapon.
    pub shoots: bool,
    /// It may be played with more or fewer figures.
    pub alike: bool,
    /// Its usual policy.
    pub policy: String,
    /// Named values for people, such as `["move", "9\""]`.
    pub values: Vec<(String, String)>,
    /// Its figures and guns, one line each.
    pub parts: Vec<String>,
    /// `printed`, `inferred`, `assumed`, or empty.
    pub status: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// Why, where it is assumed; may be empty.
    pub why: String,
    /// As it stands in its file: an object with the keys of a `[[unit]]`, ready to be changed and sent in `data.units`.
    pub written: Map<String, Value>,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoxShown {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Maker and catalogue number.
    pub maker: String,
    /// Era; may be empty.
    pub era: String,
    /// Figures as the box counts them.
    pub figures: u32,
    /// Its units.
    pub units: Vec<UnitShown>,
    /// As it stands in its file: an object with the keys `box` and `unit`, ready to be changed and sent in `data.boxes`.
    pub written: Map<String, Value>,
}

/// Conditions, or a mix of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionsShown {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// One sentence.
    pub says: String,
    /// Of a mix: ids and weights of its parts.
    pub parts: Vec<(String, u32)>,
}

/// A number, flag, word or list of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Number {
    /// Dotted key, for `data.set`: `morale.passes_on=4`.
    pub key: String,
    /// `whole`, `number`, `flag`, `text` or `list`.
    pub kind: String,
    /// The value in force.
    pub value: Value,
    /// The value of the built-in data, to go back to.
    pub usual: Value,
    /// The two differ.
    pub changed: bool,
    /// Least value worth trying, of numbers.
    pub least: Option<f64>,
    /// Largest.
    pub most: Option<f64>,
    /// Step from one to the next.
    pub step: Option<f64>,
    /// `printed`, `inferred`, `assumed`, or empty; of the built-in value.
    pub status: String,
    /// Where the built-in value comes from; may be empty.
    pub source: String,
    /// Why, where it is assumed; may be empty.
    pub why: String,
}

/// An open question of the text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// Name, for `data.set`: `rulings.NAME="option"`.
    pub name: String,
    /// Number of the question in the reading notes; may be empty.
    pub id: String,
    /// How much it is thought to matter: `H`, `M`, `L`, or empty.
    pub weight: String,
    /// The question.
    pub asks: String,
    /// The reading in force.
    pub chosen: Value,
    /// The reading of the built-in data.
    pub usual: Value,
    /// All readings.
    pub options: Vec<Value>,
    /// `printed`, `inferred`, `assumed`, or empty.
    pub status: String,
    /// Where the question comes from; may be empty.
    pub source: String,
    /// Why the usual reading was chosen; may be empty.
    pub why: String,
}

/// A built-in variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariantShown {
    /// Name, for `data.variants`.
    pub name: String,
    /// Why somebody wrote it; may be empty.
    pub why: String,
    /// What it changes, as `key = value (was value)`.
    pub changes: Vec<String>,
}

/// Who wins, and how surely. Wins and losses are those of the first force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answered {
    /// `exact` or `sample`.
    pub method: String,
    /// How the method was chosen, a sentence.
    pub method_says: String,
    /// Who wins, a sentence.
    pub says: String,
    /// Games played; 0 when exact.
    pub games: u64,
    /// Score of the first force, both seatings: wins plus half the draws, 0 to 1.
    pub score: f64,
    /// Lower end of its 95 % interval; the score when exact.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The first force is side A.
    pub first: Seating,
    /// The second force is side A.
    pub second: Seating,
    /// Both forces.
    pub sides: [Side; 2],
    /// What they met on, a sentence.
    pub ground: String,
    /// Mean turns.
    pub mean_turns: f64,
    /// Turns of sampled games with their games; empty when exact.
    pub turns: Vec<(u32, f64)>,
    /// Share of games that the turn limit ended.
    pub limit_share: f64,
    /// Neither can take a figure of the other.
    pub harmless: bool,
    /// Numbers of the longest, shortest, most lopsided and closest game, when sampled.
    pub games_worth_seeing: [Option<u64>; 4],
    /// Seed of the games.
    pub seed: u64,
}

/// One seating. With games, each chance has an interval; `null` for a seating without a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seating {
    /// Games; 0 when exact.
    pub games: u64,
    /// Games won: a count, or the probability when exact.
    pub wins: f64,
    /// Draws likewise.
    pub draws: f64,
    /// Losses likewise.
    pub losses: f64,
    /// Score with its 95 % interval.
    pub score: Option<Chance>,
    /// Chance to win, as people read it: `65.3 %`, `under 0.4 %`.
    pub win_says: String,
    /// Of a draw.
    pub draw_says: String,
    /// To lose.
    pub loss_says: String,
}

/// A share between 0 and 1 with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The share.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One of two forces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Id.
    pub id: String,
    /// Name; two of one name are numbered.
    pub name: String,
    /// Figures at the start.
    pub figures: u32,
    /// Its policy or plan.
    pub plays: String,
    /// Mean figures left.
    pub mean_left: f64,
    /// Mean figures lost to shooting, to melee and by morale.
    pub mean_lost: [f64; 3],
    /// Figures left at the end and how often; every number from 0 that can occur.
    pub left: Vec<Left>,
}

/// How often so many figures are left.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Left {
    /// Figures.
    pub figures: u32,
    /// Share of games, 0 to 1.
    pub p: f64,
}

/// Scores of one unit by its number of figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The unit that is varied.
    pub unit: String,
    /// One for each number asked for, in that order.
    pub points: Vec<CurvePoint>,
}

/// A point of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Figures of the varied unit.
    pub figures: u32,
    /// Its score, both seatings.
    pub score: f64,
    /// Lower end of the 95 % interval; the score when exact.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Games; 0 when exact.
    pub games: u64,
}

/// The even size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Even {
    /// The unit that is varied.
    pub unit: String,
    /// The answer, a sentence.
    pub says: String,
    /// The even number of figures, a fraction; `null` where no number is even.
    pub figures: Option<f64>,
    /// The two whole numbers around it, with their scores.
    pub between: Vec<CurvePoint>,
}

/// Price of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Price {
    /// The unit.
    pub unit: String,
    /// The answer, a sentence.
    pub says: String,
    /// How it was found, a sentence.
    pub method_says: String,
    /// Points of the whole unit; `null` where only a bound is known, or nothing.
    pub points: Option<f64>,
    /// Standard error in points.
    pub error: Option<f64>,
    /// Points of one figure, of a unit whose figures are alike.
    pub points_a_figure: Option<f64>,
    /// The unit is worth at least so many points, where that is all that is known.
    pub at_least: Option<f64>,
    /// At most.
    pub at_most: Option<f64>,
    /// The unit whose figure is the measure.
    pub anchor: String,
    /// Points of one figure of the anchor.
    pub anchor_points: f64,
    /// Games that were played for it; 0 where duels were solved.
    pub games: u64,
    /// Each unit that it was priced against.
    pub against: Vec<PriceAgainst>,
}

/// What one enemy says of a price.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PriceAgainst {
    /// The enemy.
    pub unit: String,
    /// Its name.
    pub name: String,
    /// Figures of it that are worth one figure of the priced unit (or the whole, where its figures differ); `null` where they are never even.
    pub rate: Option<f64>,
    /// What it says, a sentence.
    pub says: String,
}

/// One game in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Story {
    /// Who met whom.
    pub title: String,
    /// Number of the game.
    pub game: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Who sits as side A.
    pub side_a: String,
    /// What they met on.
    pub ground: String,
    /// One line an event; spaces at the front indent it.
    pub lines: Vec<String>,
    /// Who won, why, and what is left.
    pub ended: String,
}

/// Files that the program reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// The files; `import` takes each of them again.
    pub files: Vec<GivenFile>,
    /// The command that gives the same numbers in the folder of the files; empty without a meeting.
    pub command: String,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Imported {
    /// `units`, `box` or `variant`.
    pub kind: String,
    /// What it is, a sentence.
    pub says: String,
    /// The file, to be added to `data.files`.
    pub file: GivenFile,
    /// Its units as objects, for `data.units` instead, so that they can be changed.
    pub units: Vec<Map<String, Value>>,
    /// Its box as an object, for `data.boxes` instead.
    pub boxes: Vec<Map<String, Value>>,
    /// What it changes, as words for `data.set` instead.
    pub set: Vec<String>,
    /// What seems odd about it.
    pub warnings: Vec<Complaint>,
}

/// What can be set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Settable {
    /// Least and most of the numbers of the rules, by their keys, as the data are now: some hang on others.
    pub numbers: BTreeMap<String, [f64; 2]>,
    /// The units that were asked for.
    pub units: Vec<UnitKnobs>,
}

/// What can be set of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitKnobs {
    /// Its id.
    pub id: String,
    /// Keys that can be changed, one at a time.
    pub knobs: Vec<Knob>,
}

/// A key of a unit, with the values that the engine takes as long as the others stay.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Knob {
    /// Which of its groups of figures it is a key of, from 0; `null` for the unit itself.
    pub group: Option<usize>,
    /// The key.
    pub key: String,
    /// `number`, `flag`, `word` or `list`.
    pub kind: String,
    /// Its value; `null` where the unit leaves it out.
    pub value: Value,
    /// Of a number: what it is where it is left out, if the rules say.
    pub usual: Option<f64>,
    /// Whether it may be left out.
    pub optional: bool,
    /// Words to choose from; of a list those that may be added.
    pub words: Vec<Choice>,
    /// Places of the words of a list that cannot be taken away, from 0.
    pub fixed: Vec<usize>,
    /// Least, of a number; from there in steps of one.
    pub least: Option<f64>,
    /// Most.
    pub most: Option<f64>,
}
