//! Arguments of the commands that roll dice.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};
use muster_resolver::MethodChoice;
use muster_rules::Respawns;
use muster_rules::orders::{Plan, Policy};

use super::values::{self, Left, PlanChoice};

/// Arguments of `odds`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("roll").required(true)), override_usage = "muster odds [OPTIONS] <ROLL>, which is one of --shoot, --melee,
       --contest, --volley, --confidence and --shots", after_help = "Examples:
  muster odds --shoot 23 --save 5 --figures 20
  muster odds --melee 12 --charging --save 4
  muster odds --rules blood-and-steel --contest d8,d8:d8,d10
  muster odds --rules blood-and-steel --volley d8,d10:d6
  muster odds --rules blood-and-steel --volley d8,d10,d8:d6,d8 --figures 10
  muster odds --rules blood-and-steel --confidence d10 --target 6
  muster odds --rules firefight --shots 20 --to-hit 4 --save 3 --models 10")]
pub(crate) struct OddsArgs {
    /// Firepower that shoots
    #[arg(long, value_name = "FP", allow_negative_numbers = true, value_parser = values::firepower,
          group = "roll")]
    pub shoot: Option<f64>,
    /// Melee points that fight
    #[arg(long, value_name = "MP", allow_negative_numbers = true, value_parser = values::melee_points, group = "roll")]
    pub melee: Option<u32>,
    /// The fighters charge
    #[arg(long, conflicts_with = "shoot")]
    pub charging: bool,
    /// The target saves on this or more; without it hits are counted
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::modifier)]
    pub save: Option<i32>,
    /// Figures of the target
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::figures)]
    pub figures: Option<u32>,
    /// Armour piercing: worsens the save
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = values::modifier,
          requires = "save")]
    pub ap: i32,
    /// Blood & Steel: quality and melee dice of both sides of a melee, such as d8,d8:d8,d10
    #[arg(long, value_name = "DICE:DICE", group = "roll")]
    pub contest: Option<String>,
    /// Blood & Steel: quality and firepower dice against the range die; with impact and armour dice, figures are counted
    #[arg(long, value_name = "DICE:DICE", group = "roll")]
    pub volley: Option<String>,
    /// Blood & Steel: the quality die of a confidence test, with --target
    #[arg(long, value_name = "DIE", group = "roll")]
    pub confidence: Option<String>,
    /// What the test must beat: leadership value and threat
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::modifier, requires = "confidence")]
    pub target: Option<i32>,
    /// Firefight: dice that shoot or strike, with --to-hit and --models
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::shots, group = "roll")]
    pub shots: Option<u32>,
    /// What they need to hit; any whole number
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::modifier, requires = "shots")]
    pub to_hit: Option<i32>,
    /// What they need to wound [default: as a plain target]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::modifier, requires = "shots")]
    pub to_wound: Option<i32>,
    /// Models of their target
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::models, requires = "shots")]
    pub models: Option<u32>,
}

/// What duels and battles have in common.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeetingOptions {
    /// Turn limit [default: from the data]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::turns)]
    pub max_turns: Option<u32>,
    /// Respawns of A: how often, with how many figures
    #[arg(long, value_name = "POOL[xFIGURES]", allow_negative_numbers = true, value_parser = values::respawns)]
    pub respawn_a: Option<Respawns>,
    /// Respawns of B
    #[arg(long, value_name = "POOL[xFIGURES]", allow_negative_numbers = true, value_parser = values::respawns)]
    pub respawn_b: Option<Respawns>,
}

/// Options of a duel alone.
#[derive(Args, Clone, Debug)]
pub(crate) struct DuelOptions {
    /// Policy of A [default: advance with a ranged weapon, else charge]
    #[arg(long, value_name = "POLICY", value_parser = values::policy())]
    pub policy_a: Option<Policy>,
    /// Policy of B
    #[arg(long, value_name = "POLICY", value_parser = values::policy())]
    pub policy_b: Option<Policy>,
    /// Gap at the start, in inches
    #[arg(long, value_name = "IN", allow_negative_numbers = true, value_parser = values::inches)]
    pub start: Option<f64>,
    /// Room behind each unit, in inches
    #[arg(long, value_name = "IN", allow_negative_numbers = true, value_parser = values::inches)]
    pub room: Option<f64>,
}

/// Options of a battle alone.
#[derive(Args, Clone, Debug)]
pub(crate) struct BattleOptions {
    /// Table, terrain and victory: an id of `list conditions`
    #[arg(long, value_name = "ID", default_value = "open")]
    pub conditions: String,
    /// How both sides play; equilibrium mixes all plans as well as can be
    #[arg(long, value_name = "PLANS", default_value = "combined", value_parser = values::plans())]
    pub plans: PlanChoice,
    /// Plan of A alone
    #[arg(long, value_name = "PLAN", value_parser = values::plan())]
    pub plan_a: Option<Plan>,
    /// Plan of B alone
    #[arg(long, value_name = "PLAN", value_parser = values::plan())]
    pub plan_b: Option<Plan>,
    /// A battle that reaches the turn limit is a draw
    #[arg(long)]
    pub limit_draw: bool,
}

/// How much to play.
#[derive(Args, Clone, Debug)]
pub(crate) struct SampleOptions {
    /// Play exactly so many games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::games,
          conflicts_with = "half_width")]
    pub games: Option<u64>,
    /// Play until the 95 % interval is the score plus or minus X
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = values::half_width)]
    pub half_width: Option<f64>,
}

impl SampleOptions {
    /// The option that was given, if any, as it was typed.
    pub(crate) fn given(&self) -> Option<String> {
        let games = self.games.map(|games| format!("--games {games}"));
        games.or_else(|| self.half_width.map(|width| format!("--half-width {width}")))
    }
}

/// Exact or sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodWord {
    /// Exact where that is quick, else sampled
    Auto,
    /// All outcomes of all dice, or an error
    Exact,
    /// Played games
    #[value(alias = "sampled")]
    Sample,
}

impl MethodWord {
    /// The resolver's word.
    pub(crate) const fn choice(self) -> MethodChoice {
        match self {
            MethodWord::Auto => MethodChoice::Auto,
            MethodWord::Exact => MethodChoice::Exact,
            MethodWord::Sample => MethodChoice::Sample,
        }
    }
}

/// Arguments of `duel`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster duel heavy-foot longbowmen --policy-b hold
  muster duel my-guards longbowmen --units my-units.toml --format json")]
pub(crate) struct DuelArgs {
    /// A unit of `list units`, or of a file given with --units
    #[arg(value_name = "A")]
    pub a: String,
    /// Its enemy
    #[arg(value_name = "B")]
    pub b: String,
    /// How it is answered
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodWord,
    /// Options of a duel.
    #[command(flatten)]
    pub duel: DuelOptions,
    /// Options of any game.
    #[command(flatten)]
    pub meeting: MeetingOptions,
    /// How much to play.
    #[command(flatten)]
    pub sample: SampleOptions,
}

/// Arguments of `battle`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster battle roman-auxiliaries celts --conditions woods
  muster battle my-box.toml zulus --plans equilibrium")]
pub(crate) struct BattleArgs {
    /// A box of `list boxes`, or the path of a box file
    #[arg(value_name = "BOX")]
    pub a: String,
    /// Its enemy
    #[arg(value_name = "BOX")]
    pub b: String,
    /// Options of a battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Options of any game.
    #[command(flatten)]
    pub meeting: MeetingOptions,
    /// How much to play.
    #[command(flatten)]
    pub sample: SampleOptions,
}

/// Options of either, for commands that take two boxes or two units.
#[derive(Args, Clone, Debug)]
pub(crate) struct EncounterOptions {
    /// Options of a battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Options of a duel.
    #[command(flatten)]
    pub duel: DuelOptions,
    /// Options of any game.
    #[command(flatten)]
    pub meeting: MeetingOptions,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  muster replay roman-auxiliaries celts --game 17

Give the options of the run that you want to look into: a game is fixed by the
rules, both sides, the options, the seed and its number. `battle` names the
longest, shortest, most lopsided and closest game of a run.")]
pub(crate) struct ReplayArgs {
    /// A box or a unit
    #[arg(value_name = "A")]
    pub a: String,
    /// Its enemy, of the same kind
    #[arg(value_name = "B")]
    pub b: String,
    /// Number of the game, from 0; A sits as side A in even ones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = values::game)]
    pub game: u64,
    /// Options of the run.
    #[command(flatten)]
    pub options: EncounterOptions,
}

/// Arguments of `luck`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  muster luck roman-auxiliaries celts --left 20,0")]
pub(crate) struct LuckArgs {
    /// A box or a unit
    #[arg(value_name = "A")]
    pub a: String,
    /// Its enemy, of the same kind
    #[arg(value_name = "B")]
    pub b: String,
    /// Figures that A and B had left at the end, such as 3,0
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, value_parser = values::left)]
    pub left: Left,
    /// Games to play where there is no exact answer
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true, value_parser = values::some_games)]
    pub games: u64,
    /// Options of the game.
    #[command(flatten)]
    pub options: EncounterOptions,
}

/// What a matrix is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Of {
    /// Boxes in battles
    Boxes,
    /// Units in duels, exactly where possible
    Units,
}

/// Arguments of `matrix`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster matrix                      every shipped box against every other
  muster matrix my-box.toml          your box against all shipped ones
  muster matrix --of units --out reports/units
  muster matrix celts zulus --record-battles battles.parquet")]
pub(crate) struct MatrixArgs {
    /// Boxes (or units): ids, or paths of box files
    #[arg(value_name = "BOX")]
    pub forces: Vec<String>,
    /// What meets
    #[arg(long, value_enum, default_value = "boxes")]
    pub of: Of,
    /// How duels are answered
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodWord,
    /// Options of battles.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Turn limit [default: from the data]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::turns)]
    pub max_turns: Option<u32>,
    /// Write every game that is played to a Parquet file, for `summarise`, where the program was built with Parquet
    #[arg(long, value_name = "FILE")]
    pub record_battles: Option<PathBuf>,
    /// How much to play.
    #[command(flatten)]
    pub sample: SampleOptions,
}
