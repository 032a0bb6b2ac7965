//! Which forces meet, and how.

use muster_resolver::RoundRobin;
use muster_resolver::schedule::Meeting;
use muster_rules::{DuelSpec, Game};

use crate::args::{CellOptions, MeetingOptions, Of, PlanChoice};
use crate::exit::Failure;
use crate::plan::{Encounter, Plan, battle_spec, is_path};
use muster_answers::ground;

/// The cells of a comparison.
#[derive(Clone)]
pub(crate) struct Cells {
    /// Ids of the forces.
    pub ids: Vec<String>,
    /// Their names, told apart.
    pub names: Vec<String>,
    /// Rows and columns.
    pub pairs: Vec<(usize, usize)>,
    /// How they meet.
    pub meeting: Meeting,
    /// Boxes or units.
    pub of: Of,
    /// Table and plans in words.
    pub ground: String,
}

impl Cells {
    /// All forces, or one against all, or the named ones among themselves; each against itself too.
    ///
    /// # Errors
    /// What cannot be played; an unknown force.
    pub(crate) fn choose(plan: &Plan, options: &CellOptions, named: &[String]) -> Result<Cells, Failure> {
        if let Some(path) = named.iter().find(|name| options.of == Of::Units && is_path(name)) {
            return Err(Failure::Input(format!(
                "\"{path}\" is a file, and units are named by their ids\n  give the file with --units {path} and name units in it"
            )));
        }
        if options.battle.plans == PlanChoice::Equilibrium {
            return Err(Failure::Input(
                "a mix of plans is worked out from many cells, and cells are compared one by one\n  name one plan with --plans"
                    .to_owned(),
            ));
        }
        let meeting = meeting(options)?;
        let known = known(plan, options.of);
        let mut named = named.to_vec();
        let mut seen = std::collections::BTreeSet::new();
        named.retain(|id| seen.insert(id.clone()));
        let gauntlet = named.len() == 1;
        let ids = match named.len() {
            0 => known,
            1 => named.iter().cloned().chain(known.into_iter().filter(|id| !named.contains(id))).collect(),
            _ => named,
        };
        if ids.is_empty() {
            return Err(Failure::Input(
                "there is nothing to play\n  the data hold no force of this kind".to_owned(),
            ));
        }
        let pairs = (0..ids.len())
            .filter(|row| !gauntlet || *row == 0)
            .flat_map(|row| (row..ids.len()).map(move |column| (row, column)))
            .collect();
        let ground = ground(plan, &meeting);
        let cells =
            Cells { names: names(plan, options.of, &ids), ids, pairs, meeting, of: options.of, ground };
        cells.check(plan)?;
        Ok(cells)
    }

    /// Wrong names are told before the first game.
    ///
    /// # Errors
    /// A force that the rules do not know.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), Failure> {
        for id in &self.ids {
            let met = Encounter { ids: [id.clone(), id.clone()], meeting: self.meeting.clone() };
            met.compile(plan.game.as_ref())?;
        }
        Ok(())
    }

    /// The forces that both games know; those that one of them lacks are named.
    pub(crate) fn keep_known(&mut self, before: &dyn Game) -> Vec<String> {
        let knows = |id: &String| match self.of {
            Of::Boxes => before.boxes().iter().any(|one| one.id == *id),
            Of::Units => before.units().iter().any(|one| one.id == *id),
        };
        let missing: Vec<String> = self.ids.iter().filter(|id| !knows(id)).cloned().collect();
        let ids = self.ids.clone();
        self.pairs.retain(|(row, column)| knows(&ids[*row]) && knows(&ids[*column]));
        missing
    }

    /// The cells as a schedule of some rules.
    pub(crate) fn schedule<'g>(&self, game: &'g dyn Game) -> RoundRobin<'g> {
        RoundRobin::of_pairs(game, self.ids.clone(), self.meeting.clone(), self.pairs.clone())
    }
}

/// Ids of all forces of a kind.
pub(crate) fn known(plan: &Plan, of: Of) -> Vec<String> {
    match of {
        Of::Boxes => plan.game.boxes().iter().map(|one| one.id.clone()).collect(),
        Of::Units => plan.game.units().iter().map(|one| one.id.clone()).collect(),
    }
}

/// How forces meet.
///
/// # Errors
/// Options that exclude each other.
pub(crate) fn meeting(options: &CellOptions) -> Result<Meeting, Failure> {
    let meeting = MeetingOptions { max_turns: options.max_turns, respawn_a: None, respawn_b: None };
    Ok(match options.of {
        Of::Boxes => Meeting::Battles(battle_spec(&options.battle, &meeting)?),
        Of::Units => Meeting::Duels(DuelSpec { max_turns: options.max_turns, ..DuelSpec::default() }),
    })
}

/// Table and plans in words.
pub(crate) fn ground(plan: &Plan, meeting: &Meeting) -> String {
    match meeting {
        Meeting::Battles(spec) => format!(
            "{}; plans {} against {}",
            ground::of_battle(plan.game.as_ref(), spec),
            spec.plans[0].word(),
            spec.plans[1].word()
        ),
        Meeting::Duels(spec) => {
            format!("{}; advance with a ranged weapon, else charge", ground::of_duel(&plan.pack, spec))
        }
    }
}

/// Names of forces; those of one name are told apart by their makers, or else by their ids.
pub(crate) fn names(plan: &Plan, of: Of, ids: &[String]) -> Vec<String> {
    let found = |id: &String| -> (String, String) {
        let one = match of {
            Of::Boxes => plan
                .game
                .boxes()
                .iter()
                .find(|one| one.id == *id)
                .map(|one| (one.name.clone(), one.maker.clone())),
            Of::Units => plan
                .game
                .units()
                .iter()
                .find(|one| one.id == *id)
                .map(|one| (one.name.clone(), String::new())),
        };
        one.unwrap_or_else(|| (id.clone(), String::new()))
    };
    let all: Vec<(String, String)> = ids.iter().map(found).collect();
    let alike = |name: &str| all.iter().filter(|(other, _)| other == name).count() > 1;
    all.iter()
        .zip(ids)
        .map(|((name, maker), id)| {
            let mark = if maker.is_empty() { id } else { maker };
            if alike(name) { format!("{name} ({mark})") } else { name.clone() }
        })
        .collect()
}
