//! Arguments resolved: the pack loaded, the game read, names looked up, the seed chosen.

use std::path::{Path, PathBuf};

use muster_dice::Seed;
use muster_resolver::StopRule;
use muster_resolver::schedule::Meeting;
use muster_rules::pack::{Change, Diagnostics, Node, Pack, Sources, load};
use muster_rules::{BattleSpec, DuelSpec, Game, Matchup, Refusal, rule_set};

use crate::args::{
    BattleOptions, DuelOptions, EncounterOptions, Everywhere, MeetingOptions, PlanChoice, SampleOptions,
    quoted,
};
use crate::exit::Failure;
use crate::kept::{Behind, Origin};
use crate::output::Output;
use crate::say::tell;
use crate::values::assumptions;

/// More games than this no cell is played, however narrow the interval asked for.
const MOST_GAMES: u64 = 1_000_000_000;

/// Everything that a command works with.
pub(crate) struct Plan {
    /// The data in force.
    pub pack: Pack,
    /// The data read as a game.
    pub game: Box<dyn Game>,
    /// Complaints that stop nothing.
    pub warnings: Diagnostics,
    /// The seed of all dice.
    pub seed: Seed,
    /// Where the answer goes.
    pub output: Output,
    everywhere: Everywhere,
}

/// Two forces and how they meet.
pub(crate) struct Encounter {
    /// Ids of both.
    pub ids: [String; 2],
    /// Duel or battle, with its options.
    pub meeting: Meeting,
}

/// The sources that the options name.
pub(crate) fn sources(everywhere: &Everywhere) -> Sources {
    Sources {
        set: everywhere.rules.clone(),
        data: everywhere.data.clone(),
        variants: everywhere.variant.clone(),
        sets: everywhere.set.clone(),
        unit_files: everywhere.units.clone(),
        ..Sources::default()
    }
}

/// Name and version of the program.
pub(crate) fn program() -> String {
    format!("muster {}", env!("CARGO_PKG_VERSION"))
}

/// Where the answer goes, as the options say, and what is known of it before any data are read.
pub(crate) fn output(everywhere: &Everywhere) -> Output {
    let behind = Behind {
        origin: Origin {
            program: program(),
            randomness: muster_dice::RANDOMNESS.to_owned(),
            rules: everywhere.rules.clone(),
            data_hash: String::new(),
            changed: Vec::new(),
            seed: everywhere.seed(),
            command: everywhere.typed.clone(),
        },
        assumptions: Vec::new(),
    };
    Output { format: everywhere.format, out: everywhere.out.clone(), quiet: everywhere.quiet, behind }
}

/// Whether a name of a box is the path of a file.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml") || Path::new(name).is_file()
}

impl Plan {
    /// Loads the data.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub(crate) fn load(everywhere: &Everywhere) -> Result<Plan, Failure> {
        Plan::of(everywhere, &sources(everywhere))
    }

    /// Loads the data with the box files among the names, and turns every name into an id. Ids are not looked up yet.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub(crate) fn load_naming(
        everywhere: &Everywhere,
        names: &[String],
    ) -> Result<(Plan, Vec<String>), Failure> {
        let box_files = names.iter().filter(|name| is_path(name)).map(PathBuf::from).collect();
        let plan = Plan::of(everywhere, &Sources { box_files, ..sources(everywhere) })?;
        let mut from_files = plan.pack.box_ids_from_files.clone().into_iter();
        let id =
            |name: &String| if is_path(name) { from_files.next().unwrap_or_default() } else { name.clone() };
        let ids = names.iter().map(id).collect();
        Ok((plan, ids))
    }

    /// Loads the sources.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub(crate) fn of(everywhere: &Everywhere, sources: &Sources) -> Result<Plan, Failure> {
        if let Some(threads) = everywhere.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
            pool.map_err(|error| Failure::Fault(format!("{threads} threads: {error}")))?;
        }
        let (pack, mut warnings) = load(sources)?;
        let rules = rule_set(&pack.set)
            .ok_or_else(|| Failure::Fault(format!("no mechanics for \"{}\"", pack.set)))?;
        let (game, more) = rules.read(&pack)?;
        warnings.append(more);
        let mut output = output(everywhere);
        output.behind.origin.rules.clone_from(&pack.set);
        output.behind.origin.data_hash.clone_from(&pack.hash);
        output.behind.origin.changed = pack.changed.iter().map(Change::to_string).collect();
        output.behind.assumptions = assumptions(&pack, "mix");
        Ok(Plan {
            pack,
            game,
            warnings,
            seed: Seed(everywhere.seed()),
            output,
            everywhere: everywhere.clone(),
        })
    }

    /// Says the warnings, and for formats that are not for people which values were changed.
    pub(crate) fn say_warnings(&self) {
        if self.output.quiet {
            return;
        }
        if !self.warnings.is_empty() {
            tell(&self.warnings.to_string());
        }
        if !self.output.is_for_people() && !self.pack.changed.is_empty() {
            tell(&format!("Changed: {}", self.changed().join("; ")));
        }
    }

    /// What variants and `--set` changed.
    pub(crate) fn changed(&self) -> Vec<String> {
        self.pack.changed.iter().map(Change::to_string).collect()
    }

    /// The rule set by its name.
    pub(crate) fn rules_name(&self) -> &str {
        self.pack.root.at(&["about", "name"]).and_then(Node::as_text).unwrap_or(&self.pack.set)
    }

    /// What every answer says of itself: rules, changed values, seed.
    pub(crate) fn footnotes(&self, rolls: bool) -> Vec<String> {
        let hash = self.pack.hash.get(..12).unwrap_or(&self.pack.hash);
        let seed = if rolls { format!("; seed {}", self.seed.0) } else { String::new() };
        let mut notes = vec![format!("Rules: {} ({}), data {hash}{seed}.", self.rules_name(), self.pack.set)];
        if !self.pack.changed.is_empty() {
            notes.push(format!("Changed: {}.", self.changed().join("; ")));
        }
        notes
    }

    /// The command line that repeats a run: what changes an answer, and nothing else.
    pub(crate) fn repeat(&self, words: &[String]) -> String {
        let everywhere = &self.everywhere;
        let mut line = vec!["muster".to_owned()];
        line.extend(words.iter().map(|word| quoted(word)));
        let mut option = |name: &str, value: &str| line.push(format!("--{name} {}", quoted(value)));
        option("rules", &everywhere.rules);
        everywhere.data.iter().for_each(|dir| option("data", &dir.to_string_lossy()));
        everywhere.variant.iter().for_each(|file| option("variant", &file.to_string_lossy()));
        everywhere.set.iter().for_each(|change| option("set", change));
        everywhere.units.iter().for_each(|file| option("units", &file.to_string_lossy()));
        option("seed", &everywhere.seed().to_string());
        line.join(" ")
    }

    /// Two boxes by id, or else two units.
    ///
    /// # Errors
    /// When the two are not of one kind, or unknown.
    pub(crate) fn encounter(
        &self,
        names: &[String; 2],
        ids: &[String],
        options: &EncounterOptions,
    ) -> Result<Encounter, Failure> {
        let ids = [0, 1].map(|at: usize| ids.get(at).cloned().unwrap_or_default());
        let is_box = |at: usize| is_path(&names[at]) || self.game.boxes().iter().any(|one| one.id == ids[at]);
        let is_unit = |at: usize| self.game.units().iter().any(|one| one.id == ids[at]);
        let meeting = if is_box(0) && is_box(1) {
            Meeting::Battles(battle_spec(&options.battle, &options.meeting)?)
        } else if is_unit(0) && is_unit(1) {
            Meeting::Duels(duel_spec(&options.duel, &options.meeting))
        } else if (is_box(0) && is_unit(1)) || (is_unit(0) && is_box(1)) {
            let kind = |at: usize| if is_box(at) { "a box" } else { "a unit" };
            return Err(Failure::Input(format!(
                "\"{}\" is {} and \"{}\" is {}\n  name two boxes or two units",
                names[0],
                kind(0),
                names[1],
                kind(1)
            )));
        } else if is_unit(0) || is_unit(1) {
            Meeting::Duels(duel_spec(&options.duel, &options.meeting))
        } else {
            Meeting::Battles(battle_spec(&options.battle, &options.meeting)?)
        };
        Ok(Encounter { ids, meeting })
    }
}

impl Encounter {
    /// Compiles it.
    ///
    /// # Errors
    /// What the game refuses.
    pub(crate) fn compile<'g>(&self, game: &'g dyn Game) -> Result<Box<dyn Matchup + 'g>, Refusal> {
        match &self.meeting {
            Meeting::Duels(spec) => game.duel(&self.ids[0], &self.ids[1], spec),
            Meeting::Battles(spec) => game.battle(&self.ids[0], &self.ids[1], spec),
        }
    }
}

/// The duel that the options ask for.
pub(crate) fn duel_spec(duel: &DuelOptions, meeting: &MeetingOptions) -> DuelSpec {
    DuelSpec {
        policies: [duel.policy_a, duel.policy_b],
        start: duel.start,
        room: duel.room,
        max_turns: meeting.max_turns,
        respawns: [meeting.respawn_a, meeting.respawn_b],
        figures: [None; 2],
    }
}

/// The battle that the options ask for; under an equilibrium of plans the plans are filled in later.
///
/// # Errors
/// A plan of one side alone beside an equilibrium.
pub(crate) fn battle_spec(battle: &BattleOptions, meeting: &MeetingOptions) -> Result<BattleSpec, Failure> {
    let both = match battle.plans {
        PlanChoice::Fixed(plan) => plan,
        PlanChoice::Equilibrium if battle.plan_a.is_some() || battle.plan_b.is_some() => {
            let sentence = "--plans equilibrium chooses both plans\n  leave out --plan-a and --plan-b, or name one plan with --plans";
            return Err(Failure::Input(sentence.to_owned()));
        }
        PlanChoice::Equilibrium => muster_rules::orders::Plan::Combined,
    };
    Ok(BattleSpec {
        conditions: battle.conditions.clone(),
        plans: [battle.plan_a.unwrap_or(both), battle.plan_b.unwrap_or(both)],
        max_turns: meeting.max_turns,
        limit_is_draw: battle.limit_draw,
        respawns: [meeting.respawn_a, meeting.respawn_b],
    })
}

/// When to stop, with the half-width that holds when nothing else is asked for.
pub(crate) fn stop_rule(sample: &SampleOptions, default_half_width: f64) -> StopRule {
    match (sample.games, sample.half_width) {
        (Some(games), _) => StopRule::Games(games),
        (None, width) => {
            StopRule::HalfWidth { half_width: width.unwrap_or(default_half_width), limit: MOST_GAMES }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_slash_or_an_ending_is_a_path() {
        assert!(is_path("my.toml") && is_path("./mine") && is_path("a\\b"));
        assert!(!is_path("celts"));
    }
}
