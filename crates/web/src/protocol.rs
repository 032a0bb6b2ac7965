//! What a page asks and what it is told: the shapes of the JSON. Unknown fields of a request are an error, so that a slip of the pen is
//! noticed; a page ignores fields of answers that it does not know, because more may be added.
//!
//! Every request holds all that its answer depends on. The engine remembers the last data, the last compiled pair and its games, so that
//! asking on is cheap, but an answer never depends on what was asked before.

use std::collections::BTreeMap;

use muster_rules::pack::Diagnostic;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod answers;

pub use answers::{
    Answered, BoxShown, Catalogue, Chance, Choice, ConditionsShown, Curve, CurvePoint, Even, Exported,
    Imported, Knob, Left, Number, Price, PriceAgainst, Ruling, Seating, SetShown, Sets, Settable, Side,
    Story, UnitKnobs, UnitShown, VariantShown,
};

/// A question, chosen by its field `ask`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    /// Which rule sets there are: [`Sets`].
    Sets,
    /// Everything that can be chosen in a rule set, with the page's own data: [`Catalogue`].
    Catalogue(CatalogueRequest),
    /// What can be set of units and rules, and how far: [`Settable`].
    Settable(SettableRequest),
    /// Who wins, and how surely: [`Answered`].
    Answer(AnswerRequest),
    /// What a unit scores with these numbers of figures: [`Curve`].
    Curve(CurveRequest),
    /// With how many figures a unit is even: [`Even`].
    Even(EvenRequest),
    /// What a unit costs, by exact duels or by games: [`Price`].
    Price(PriceRequest),
    /// One game told: [`Story`].
    Story(StoryRequest),
    /// Files and a command line for the program: [`Exported`].
    Export(ExportRequest),
    /// What is in a file: [`Imported`].
    Import(ImportRequest),
}

/// The data that a question is asked of: a rule set and what the page lays over it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Id of the rule set, such as `chimera`.
    pub rules: String,
    /// Changed values, as after `--set`: `morale.passes_on=4`, `rulings.loser_is="fewer_hits"`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Names of built-in variants, in the order in which they are laid over each other, before `files` and `set`.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Units put together in the page: each an object with the keys of a `[[unit]]` of a unit file.
    #[serde(default)]
    pub units: Vec<Map<String, Value>>,
    /// Boxes put together in the page: each an object with the keys `box` and `unit` of a box file.
    #[serde(default)]
    pub boxes: Vec<Map<String, Value>>,
    /// Files of the user, word for word. What a file is, is told by its headings: `[box]` a box, `[[unit]]` units, else a variant.
    #[serde(default)]
    pub files: Vec<GivenFile>,
}

/// A file of the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenFile {
    /// Its name, as messages tell it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Two forces and how they meet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meeting {
    /// Two units on a line.
    Duel(Duel),
    /// Two boxes on a table.
    Battle(Battle),
}

/// A duel. What is left out comes from the data.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// Id of the first unit; `box:unit` names a unit of a box.
    pub a: String,
    /// Id of the second.
    pub b: String,
    /// Policies of both: `charge`, `hold`, `advance`, `skirmish`; `null` for the usual one.
    #[serde(default)]
    pub policies: [Option<String>; 2],
    /// Inches between the two at the start.
    #[serde(default)]
    pub start: Option<f64>,
    /// Inches behind each.
    #[serde(default)]
    pub room: Option<f64>,
    /// Turn limit.
    #[serde(default)]
    pub max_turns: Option<u32>,
    /// Figures of both, where they are not those of the units; only of units whose figures are alike.
    #[serde(default)]
    pub figures: [Option<u32>; 2],
}

/// A battle.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// Id of the first box.
    pub a: String,
    /// Id of the second.
    pub b: String,
    /// Conditions or a mix of them; `open` if left out, as in the program.
    #[serde(default)]
    pub conditions: Option<String>,
    /// Plans of both: `assault`, `fire-line`, `combined`, `skirmish`; `null` for `combined`.
    #[serde(default)]
    pub plans: [Option<String>; 2],
    /// Turn limit; that of the conditions if left out.
    #[serde(default)]
    pub max_turns: Option<u32>,
    /// A battle that reaches the turn limit is a draw, whatever the conditions say.
    #[serde(default)]
    pub limit_is_draw: bool,
}

/// How to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MethodWord {
    /// Exact where that is quick, else played.
    #[default]
    Auto,
    /// Exact, or a fault.
    Exact,
    /// Played.
    Sample,
}

/// Asks for a [`Catalogue`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueRequest {
    /// The data.
    pub data: Data,
}

/// Asks what can be set.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettableRequest {
    /// The data.
    pub data: Data,
    /// Ids of units, at most 8.
    pub units: Vec<String>,
}

/// Asks who wins. Where games are played, a page asks again with more of them, and shows each answer; it stops by asking no more.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// The data.
    pub data: Data,
    /// Who meets.
    pub meet: Meeting,
    /// How.
    #[serde(default)]
    pub method: MethodWord,
    /// Seed of the dice, 0 to 2^53 - 1; 1 if left out, as in the program.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Games to have been played in all, where games are played: 1 to 1 000 000 000. 1024 if left out.
    #[serde(default)]
    pub games: Option<u64>,
}

/// Asks what the unit at `vary` scores with other numbers of figures. A page asks for a few numbers at a time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveRequest {
    /// The data.
    pub data: Data,
    /// The duel.
    pub duel: Duel,
    /// 0: the first unit is varied; 1: the second.
    pub vary: usize,
    /// Numbers of figures, 1 to 1000 each, at most 64 of them.
    pub figures: Vec<u32>,
    /// As in [`AnswerRequest`].
    #[serde(default)]
    pub method: MethodWord,
    /// As in [`AnswerRequest`].
    #[serde(default)]
    pub seed: Option<u64>,
    /// Games a number of figures, where they are played.
    #[serde(default)]
    pub games: Option<u64>,
}

/// Asks for the number of figures that makes a duel even.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvenRequest {
    /// The data.
    pub data: Data,
    /// The duel.
    pub duel: Duel,
    /// 0: the first unit is varied; 1: the second.
    pub vary: usize,
    /// Most figures to try; if left out twice those that meet and at least 60, and up to four times as many where those are too few.
    #[serde(default)]
    pub most: Option<u32>,
    /// As in [`AnswerRequest`].
    #[serde(default)]
    pub seed: Option<u64>,
    /// Games a number of figures, where they are played.
    #[serde(default)]
    pub games: Option<u64>,
}

/// Asks for the price of a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceRequest {
    /// The data.
    pub data: Data,
    /// Id of the unit.
    pub unit: String,
    /// Ids of the units that it is priced against; some of the catalogue if left out (see [`Price::against`]).
    #[serde(default)]
    pub against: Vec<String>,
    /// As in [`AnswerRequest`].
    #[serde(default)]
    pub seed: Option<u64>,
    /// Where duels are too large to be solved: games of either seating at each of two numbers of figures. A page asks again with more, and
    /// shows each answer.
    #[serde(default)]
    pub games: Option<u64>,
}

/// Asks for one game in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoryRequest {
    /// The data.
    pub data: Data,
    /// Who meets.
    pub meet: Meeting,
    /// Seed of the dice; 1 if left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Number of the game, from 0.
    #[serde(default)]
    pub game: u64,
}

/// Asks for files and a command line that give the same in the program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The data.
    pub data: Data,
    /// Who meets; without it the files alone.
    #[serde(default)]
    pub meet: Option<Meeting>,
    /// Seed of the dice; 1 if left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Games to be played, where they are.
    #[serde(default)]
    pub games: Option<u64>,
}

/// Asks what is in a file of the user, laid over the data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The data as they are, without the file.
    pub data: Data,
    /// The file.
    pub file: GivenFile,
}

/// What comes back: `{"ok": ...}` or `{"fault": ...}`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Response<T> {
    /// The answer.
    Ok(T),
    /// Why there is none.
    Fault(Fault),
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Who is to blame.
    pub blame: Blame,
    /// Sentences for people, one a line: what is wrong, where, and what to do.
    pub says: String,
    /// The same piece by piece, where the data are wrong.
    pub complaints: Vec<Complaint>,
}

/// Who is to blame for a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blame {
    /// What the user gave: a file, a number, a unit.
    Input,
    /// What the page asked: no such question, a field too many.
    Page,
}

/// One complaint about data, or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// False for a warning.
    pub stops: bool,
    /// The file, as it was named; empty where none is to blame.
    pub file: String,
    /// The line, from 1; 0 where there is none.
    pub line: u32,
    /// Dotted key, such as `units.guards.save`; may be empty.
    pub key: String,
    /// The whole of it in words.
    pub says: String,
}

impl From<&Diagnostic> for Complaint {
    fn from(found: &Diagnostic) -> Complaint {
        let place = found.place.as_ref();
        Complaint {
            stops: found.severity == muster_rules::pack::Severity::Error,
            file: place.map_or_else(String::new, |place| place.file.to_string()),
            line: place.map_or(0, |place| place.line),
            key: place.map_or_else(String::new, |place| place.key.clone()),
            says: found.to_string(),
        }
    }
}

/// Tables of the data by their names, each a list of entries with their ids: `weapons`, `troops`, `monsters`, `doctrines`.
pub type Lists = BTreeMap<String, Vec<Map<String, Value>>>;
