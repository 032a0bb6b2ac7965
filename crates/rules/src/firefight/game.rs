//! The rule set behind its door: reads a pack, answers what is in it, compiles match-ups.

use std::sync::Arc;

use super::NAME;
use super::arms::Armoury;
use super::battle_matchup::battle;
use super::doctrine::Doctrines;
use super::dominance::dominates;
use super::duel_matchup::duel;
use super::facts::unit_facts;
use super::numbers::Numbers;
use super::odds;
use super::rules::Rules;
use super::rulings::Rulings;
use super::steps::{self, Ladder};
use super::unit::UnitSpec;
use crate::contents::{BoxSpec, Contents, UnitOfData as _, no_such_step, read_pack};
use crate::pack::{Diagnostics, Pack, Reader};
use crate::ruleset::{
    BattleSpec, BoxFacts, ConditionsFacts, DuelSpec, FormulaFacts, Game, Matchup, OddsAnswer, OddsQuery,
    Refusal, Roster, RuleSet, UnitFacts, UnitStep,
};
use crate::table;
use crate::terms::refuse_respawns;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct Firefight;

/// A pack of it, read and checked.
#[derive(Clone, Debug)]
pub struct FirefightGame {
    rules: Arc<Rules>,
    ladder: Ladder,
    contents: Contents<UnitSpec>,
}

impl RuleSet for Firefight {
    fn id(&self) -> &'static str {
        "firefight"
    }

    fn read(&self, pack: &Pack) -> Result<(Box<dyn Game>, Diagnostics), Diagnostics> {
        let (game, warnings) = FirefightGame::read(pack)?;
        Ok((Box::new(game), warnings))
    }
}

impl FirefightGame {
    /// Reads and checks a pack.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub fn read(pack: &Pack) -> Result<(FirefightGame, Diagnostics), Diagnostics> {
        read_pack(pack, &["claims", "points"], |root| {
            let (numbers, rulings) = (Numbers::read(root), Rulings::read(root));
            let conditions = table::read_all(root);
            let (numbers, rulings) = (numbers?, rulings?);
            let (armoury, doctrines) = (Armoury::read(root), Doctrines::read(root, &numbers));
            let unit = |reader: Reader<'_>| UnitSpec::read(reader, &numbers, &armoury, &doctrines);
            let contents = Contents::read(root, conditions, &unit, &unit_facts);
            let ladder = Ladder::new(armoury.weapons(), &contents.units, &numbers);
            Some(FirefightGame { rules: Arc::new(Rules::new(numbers, rulings)), ladder, contents })
        })
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A unit of the catalogue, or of a force.
    ///
    /// # Errors
    /// An unknown id, with the nearest one.
    pub fn unit(&self, id: &str) -> Result<&UnitSpec, Refusal> {
        self.contents.unit(id)
    }

    /// A force made of a roster.
    fn fielded(&self, roster: &Roster) -> Result<BoxSpec<UnitSpec>, Refusal> {
        self.contents.fielded(roster, &|unit, figures| match figures {
            Some(figures) if figures == unit.figures() => Ok(unit.clone()),
            Some(figures) if unit.is_alike() => unit.resized(figures),
            Some(figures) => unit.reduced(figures),
            None => Ok(unit.clone()),
        })
    }

    fn battle_of_boxes(
        &self,
        forces: [&BoxSpec<UnitSpec>; 2],
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        refuse_respawns(&spec.respawns, NAME)?;
        let conditions = self.contents.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, forces, &conditions, spec))
    }
}

impl Game for FirefightGame {
    fn seats(&self) -> [&'static str; 2] {
        ["has the first turn", "has the second"]
    }

    fn strengths(&self) -> Option<[&'static str; 2]> {
        Some(["melee dice", "fire dice"])
    }

    fn units(&self) -> &[UnitFacts] {
        &self.contents.unit_facts
    }

    fn boxes(&self) -> &[BoxFacts] {
        &self.contents.box_facts
    }

    fn conditions(&self) -> &[ConditionsFacts] {
        &self.contents.condition_facts
    }

    fn duel(&self, first: &str, second: &str, spec: &DuelSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        duel(&self.rules, [self.unit(first)?, self.unit(second)?], spec)
    }

    fn battle(&self, first: &str, second: &str, spec: &BattleSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        self.battle_of_boxes([self.contents.find_box(first)?, self.contents.find_box(second)?], spec)
    }

    fn battle_of(
        &self,
        first: &Roster,
        second: &Roster,
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let forces = [self.fielded(first)?, self.fielded(second)?];
        self.battle_of_boxes([&forces[0], &forces[1]], spec)
    }

    fn steps(&self, unit: &str) -> Result<Vec<UnitStep>, Refusal> {
        Ok(self.ladder.steps(self.unit(unit)?))
    }

    fn stepped(&self, unit: &str, step: &str) -> Result<Box<dyn Game>, Refusal> {
        let better = self.ladder.named(self.unit(unit)?, step).ok_or_else(|| no_such_step(unit, step))?;
        let mut game = self.clone();
        let facts = unit_facts(&better);
        game.contents.replace(better, facts);
        Ok(Box::new(game))
    }

    fn dominates(&self, unit: &str, other: &str) -> bool {
        matches!((self.unit(unit), self.unit(other)), (Ok(unit), Ok(other)) if dominates(unit, other))
    }

    fn formula_facts(&self, unit: &str) -> Option<FormulaFacts> {
        steps::formula_facts(self.unit(unit).ok()?, &self.rules.numbers)
    }

    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
        odds::odds(&self.rules, query)
    }
}
