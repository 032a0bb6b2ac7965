//! Two forces compiled against each other, and how far their games have come.

use std::rc::Rc;

use muster_dice::Seed;
use muster_resolver::{Answer, MethodChoice, choose_within};
use muster_results::{Method, OutcomeDistribution, Tally};
use muster_rules::orders::{Plan, Policy};
use muster_rules::terms::turn_limit;
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Matchup};
use self_cell::self_cell;

use crate::data::Loaded;
use crate::protocol::{Battle, Duel, Meeting};
use crate::trouble::Trouble;

/// Outcomes of dice that an answer may follow while somebody waits: under a second on a telephone.
pub(crate) const QUICK: u64 = 4_000_000;
/// A guess at the cost may be wrong by so much.
const SLACK: u64 = 4;

type Compiled<'l> = Box<dyn Matchup + 'l>;

self_cell!(
    /// A match-up beside the data that it borrows.
    struct Kept {
        owner: Rc<Loaded>,
        #[covariant]
        dependent: Compiled,
    }
);

/// A pair at work.
pub(crate) struct Table {
    /// Who meets, as the page gave it.
    pub meet: Meeting,
    kept: Kept,
    law: Option<OutcomeDistribution>,
    /// Games `0..` of a seed, as many as the tally holds.
    played: Option<(Seed, Tally)>,
}

/// A meeting in the words of the rules.
pub(crate) enum Spec {
    /// Of two units.
    Duel(DuelSpec),
    /// Of two boxes.
    Battle(BattleSpec),
}

impl Meeting {
    /// The ids of both forces.
    pub(crate) fn ids(&self) -> [String; 2] {
        let (Meeting::Duel(Duel { a, b, .. }) | Meeting::Battle(Battle { a, b, .. })) = self;
        [a.clone(), b.clone()]
    }

    /// In the words of the rules.
    ///
    /// # Errors
    /// A policy or a plan that there is none of.
    pub(crate) fn spec(&self) -> Result<Spec, Trouble> {
        Ok(match self {
            Meeting::Duel(duel) => Spec::Duel(duel.spec()?),
            Meeting::Battle(battle) => Spec::Battle(battle.spec()?),
        })
    }
}

impl Duel {
    /// In the words of the rules.
    ///
    /// # Errors
    /// A policy that there is none of.
    pub(crate) fn spec(&self) -> Result<DuelSpec, Trouble> {
        let policy = |asked: &Option<String>| {
            let named = |word: &String| {
                Policy::named(word).ok_or_else(|| Trouble::page(format!("there is no policy \"{word}\"")))
            };
            asked.as_ref().map(named).transpose()
        };
        Ok(DuelSpec {
            policies: [policy(&self.policies[0])?, policy(&self.policies[1])?],
            start: self.start,
            room: self.room,
            max_turns: turn_limit(self.max_turns)?,
            respawns: [None; 2],
            figures: self.figures,
        })
    }
}

impl Battle {
    fn spec(&self) -> Result<BattleSpec, Trouble> {
        let plan = |asked: &Option<String>| match asked {
            None => Ok(Plan::Combined),
            Some(word) => {
                Plan::named(word).ok_or_else(|| Trouble::page(format!("there is no plan \"{word}\"")))
            }
        };
        Ok(BattleSpec {
            conditions: self.conditions.clone().unwrap_or_else(|| "open".to_owned()),
            plans: [plan(&self.plans[0])?, plan(&self.plans[1])?],
            max_turns: turn_limit(self.max_turns)?,
            limit_is_draw: self.limit_is_draw,
            respawns: [None; 2],
        })
    }
}

impl Table {
    /// Compiles a meeting.
    ///
    /// # Errors
    /// What the game refuses.
    pub(crate) fn open(loaded: &Rc<Loaded>, meet: Meeting) -> Result<Table, Trouble> {
        let spec = meet.spec()?;
        let [a, b] = meet.ids();
        let kept = Kept::try_new(Rc::clone(loaded), |loaded| match &spec {
            Spec::Duel(spec) => loaded.game.duel(&a, &b, spec),
            Spec::Battle(spec) => loaded.game.battle(&a, &b, spec),
        })?;
        Ok(Table { meet, kept, law: None, played: None })
    }

    /// The data it is made of.
    pub(crate) fn loaded(&self) -> &Rc<Loaded> {
        self.kept.borrow_owner()
    }

    /// The pair.
    pub(crate) fn matchup(&self) -> &dyn Matchup {
        self.kept.borrow_dependent().as_ref()
    }

    /// Solves the pair, or plays it until `games` have been played in all.
    ///
    /// # Errors
    /// An exact answer was asked for and there is none.
    pub(crate) fn answer(
        &mut self,
        method: MethodChoice,
        budget: u64,
        seed: Seed,
        games: u64,
    ) -> Result<Answer, Trouble> {
        if choose_within(method, self.matchup(), budget) == Method::Exact {
            if self.law.is_none() {
                match self.matchup().solve(budget.saturating_mul(SLACK)) {
                    Ok(law) => self.law = Some(law),
                    Err(why) if method == MethodChoice::Exact => return Err(why.into()),
                    Err(_) => {}
                }
            }
            if let Some(law) = &self.law {
                return Ok(Answer::Exact(law.clone()));
            }
        }
        Ok(Answer::Sampled(self.play(seed, games)))
    }

    /// The tally of the first so many games of a seed: those that are new are played, the others are known.
    fn play(&mut self, seed: Seed, games: u64) -> Tally {
        let begun = self.played.take().filter(|(of, tally)| *of == seed && tally.games() <= games);
        let matchup = self.matchup();
        let fresh = || Tally::new(matchup.start()).of_mirror(matchup.is_mirror());
        let mut tally = begun.map_or_else(fresh, |(_, tally)| tally);
        let from = tally.games();
        if from < games {
            tally.merge(&matchup.play(seed, from..games, DiceKind::Tables, false));
        }
        self.played = Some((seed, tally.clone()));
        tally
    }
}
