//! The rule set behind its door: reads a pack, answers what is in it, compiles match-ups.

use std::collections::BTreeMap;

use super::NAME;
use super::battle_matchup::battle;
use super::catalogue::{Catalogue, ForceSpec, read_forces, read_units};
use super::duel_matchup::duel;
use super::facts::{condition_facts, force_facts, unit_facts};
use super::numbers::Numbers;
use super::odds;
use super::price::Pricer;
use super::rules::Rules;
use super::rulings::Rulings;
use super::unit::UnitSpec;
use crate::formula::{Formula, read_from};
use crate::pack::{Diagnostics, Pack, Reader, Sink, nearest};
use crate::ruleset::{
    BattleSpec, BoxFacts, ConditionsFacts, DuelSpec, Game, Matchup, OddsAnswer, OddsQuery, Refusal, RuleSet,
    UnitFacts,
};
use crate::table::{self, Conditions};
use crate::terms::refuse_respawns;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct BloodAndSteel;

/// A pack of it, read and checked.
#[derive(Debug)]
pub struct BloodAndSteelGame {
    rules: Rules,
    formula: Formula,
    units: Vec<UnitSpec>,
    forces: Vec<ForceSpec>,
    conditions: BTreeMap<String, Conditions>,
    mixes: BTreeMap<String, Vec<(String, u32)>>,
    unit_facts: Vec<UnitFacts>,
    force_facts: Vec<BoxFacts>,
    condition_facts: Vec<ConditionsFacts>,
}

impl RuleSet for BloodAndSteel {
    fn id(&self) -> &'static str {
        "blood-and-steel"
    }

    fn read(&self, pack: &Pack) -> Result<(Box<dyn Game>, Diagnostics), Diagnostics> {
        let (game, warnings) = BloodAndSteelGame::read(pack)?;
        Ok((Box::new(game), warnings))
    }
}

impl BloodAndSteelGame {
    /// Reads and checks a pack.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub fn read(pack: &Pack) -> Result<(BloodAndSteelGame, Diagnostics), Diagnostics> {
        let sink = Sink::default();
        let root = Reader::root(pack, &sink);
        if let Some(about) = root.optional_table("about") {
            about.keys().iter().for_each(|key| about.know(key));
        }
        root.know("claims");
        let numbers = Numbers::read(&root);
        let rulings = Rulings::read(&root);
        let formula = read_from(&root);
        let (conditions, mixes) = table::read_all(&root);
        let (Some(numbers), Some(rulings), Some(formula)) = (numbers, rulings, formula) else {
            return Err(sink.into_diagnostics());
        };
        let catalogue = Catalogue::read(&root);
        let units = read_units(&root, &numbers, &catalogue);
        let forces = read_forces(&root, &numbers, &catalogue);
        let pricer = Pricer { formula: &formula, numbers: &numbers, rulings: &rulings };
        complain_of_unpriced(&root, &units, &pricer);
        root.finish();
        let found = sink.into_diagnostics();
        if found.has_errors() {
            return Err(found);
        }
        let unit_facts = units.iter().map(|unit| unit_facts(unit, &numbers, &pricer)).collect();
        let force_facts = forces.iter().map(|force| force_facts(force, &numbers, &pricer)).collect();
        let condition_facts = condition_facts(&conditions, &mixes);
        let rules = Rules::new(numbers, rulings);
        let game = BloodAndSteelGame {
            rules,
            formula,
            units,
            forces,
            conditions,
            mixes,
            unit_facts,
            force_facts,
            condition_facts,
        };
        Ok((game, found))
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Prices units by the formula of the pack.
    pub fn pricer(&self) -> Pricer<'_> {
        Pricer { formula: &self.formula, numbers: &self.rules.numbers, rulings: &self.rules.rulings }
    }

    /// A unit of the catalogue.
    ///
    /// # Errors
    /// An unknown id, with the nearest one.
    pub fn unit(&self, id: &str) -> Result<&UnitSpec, Refusal> {
        let ids = || self.units.iter().map(|unit| unit.id.as_str());
        let found = self.units.iter().find(|unit| unit.id == id);
        found.ok_or_else(|| missing("unit", id, ids(), "muster list units"))
    }

    fn force(&self, id: &str) -> Result<&ForceSpec, Refusal> {
        let ids = || self.forces.iter().map(|force| force.id.as_str());
        let found = self.forces.iter().find(|force| force.id == id);
        found.ok_or_else(|| missing("box", id, ids(), "muster list boxes"))
    }

    /// The conditions that games are played on, each as often as its weight says.
    fn conditions_of(&self, id: &str) -> Result<Vec<&Conditions>, Refusal> {
        if let Some(one) = self.conditions.get(id) {
            return Ok(vec![one]);
        }
        if let Some(parts) = self.mixes.get(id) {
            let all = parts.iter().filter_map(|(part, weight)| Some((self.conditions.get(part)?, *weight)));
            return Ok(all.flat_map(|(one, weight)| std::iter::repeat_n(one, weight as usize)).collect());
        }
        let known = self.conditions.keys().chain(self.mixes.keys()).map(String::as_str);
        Err(missing("conditions", id, known, "muster list conditions"))
    }
}

fn missing<'k>(what: &str, id: &str, known: impl Iterator<Item = &'k str>, command: &str) -> Refusal {
    let advice = match nearest(id, known) {
        Some(near) => format!("did you mean \"{near}\"? `{command}` shows all"),
        None => format!("`{command}` shows all; your own are read from a file"),
    };
    Refusal { what: format!("there is no {what} \"{id}\""), advice }
}

/// A unit that the formula cannot price would be worth nothing in a battle.
fn complain_of_unpriced(root: &Reader<'_>, units: &[UnitSpec], pricer: &Pricer<'_>) {
    for unit in units.iter().filter(|unit| pricer.price(unit).is_none()) {
        let found = format!("unit \"{}\", which the formula cannot price", unit.id);
        let expected = "weapons, armour and quality that points.toml has a value for";
        root.warn("points", &found, expected, "add the names to points.toml");
    }
}

impl Game for BloodAndSteelGame {
    fn units(&self) -> &[UnitFacts] {
        &self.unit_facts
    }

    fn boxes(&self) -> &[BoxFacts] {
        &self.force_facts
    }

    fn conditions(&self) -> &[ConditionsFacts] {
        &self.condition_facts
    }

    fn duel(&self, first: &str, second: &str, spec: &DuelSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        duel(&self.rules, &self.pricer(), [self.unit(first)?, self.unit(second)?], spec)
    }

    fn battle(&self, first: &str, second: &str, spec: &BattleSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        refuse_respawns(&spec.respawns, NAME)?;
        let forces = [self.force(first)?, self.force(second)?];
        let conditions = self.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, &self.pricer(), forces, &conditions, spec))
    }

    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
        odds::odds(&self.rules.rulings, query)
    }
}
