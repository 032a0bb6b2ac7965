//! The rule set behind its door: reads a pack, answers what is in it, compiles match-ups.

use super::NAME;
use super::battle_matchup::battle;
use super::catalogue::Catalogue;
use super::duel_matchup::duel;
use super::facts::unit_facts;
use super::numbers::Numbers;
use super::numbers_read::complain_of_missing_rungs;
use super::odds;
use super::price::Pricer;
use super::rules::Rules;
use super::rulings::Rulings;
use super::steps;
use super::unit::UnitSpec;
use crate::contents::{Contents, no_such_step, read_pack};
use crate::formula::{Formula, MappedUnit, read_from};
use crate::pack::{Diagnostics, Pack, Reader};
use crate::ruleset::{
    BattleSpec, BoxFacts, ConditionsFacts, DuelSpec, FormulaFacts, Game, Matchup, OddsAnswer, OddsQuery,
    Refusal, Roster, RuleSet, UnitFacts, UnitStep,
};
use crate::table;
use crate::terms::refuse_respawns;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct BloodAndSteel;

/// A pack of it, read and checked.
#[derive(Debug)]
pub struct BloodAndSteelGame {
    rules: Rules,
    formula: Formula,
    contents: Contents<UnitSpec>,
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
        let ((numbers, rulings, formula, contents), found) = read_pack(pack, &["claims"], |root| {
            let (numbers, rulings) = (Numbers::read(root), Rulings::read(root));
            let formula = read_from(root);
            let conditions = table::read_all(root);
            let (numbers, rulings, formula) = (numbers?, rulings?, formula?);
            let catalogue = Catalogue::read(root);
            complain_of_missing_rungs(root, &numbers.ladder);
            let pricer = Pricer { formula: &formula, numbers: &numbers, rulings: &rulings };
            let unit = |reader: Reader<'_>| UnitSpec::read(reader, &numbers, &catalogue);
            let facts = |unit: &UnitSpec| unit_facts(unit, &numbers, &pricer);
            let contents = Contents::read(root, conditions, &unit, &facts);
            complain_of_unpriced(root, &contents.units, &pricer);
            Some((numbers, rulings, formula, contents))
        })?;
        Ok((BloodAndSteelGame { rules: Rules::new(numbers, rulings), formula, contents }, found))
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Prices units by the formula of the pack.
    pub fn pricer(&self) -> Pricer<'_> {
        Pricer { formula: &self.formula, numbers: &self.rules.numbers, rulings: &self.rules.rulings }
    }

    /// A unit of the catalogue, or of a force.
    ///
    /// # Errors
    /// An unknown id, with the nearest one.
    pub fn unit(&self, id: &str) -> Result<&UnitSpec, Refusal> {
        self.contents.unit(id)
    }
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
    fn seats(&self) -> [&'static str; 2] {
        ["begins the first turn", "acts second in it"]
    }

    fn strengths(&self) -> Option<[&'static str; 2]> {
        None
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
        duel(&self.rules, &self.pricer(), [self.unit(first)?, self.unit(second)?], spec)
    }

    fn battle(&self, first: &str, second: &str, spec: &BattleSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        refuse_respawns(&spec.respawns, NAME)?;
        let forces = [self.contents.find_box(first)?, self.contents.find_box(second)?];
        let conditions = self.contents.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, &self.pricer(), forces, &conditions, spec))
    }

    fn own_price(&self, unit: &str) -> Result<MappedUnit, String> {
        self.pricer().mapped(self.unit(unit).map_err(|refusal| refusal.what)?)
    }

    fn battle_of(
        &self,
        first: &Roster,
        second: &Roster,
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        refuse_respawns(&spec.respawns, NAME)?;
        let sized = |unit: &UnitSpec, figures: Option<u32>| {
            figures.map_or_else(|| Ok(unit.clone()), |figures| unit.resized(figures))
        };
        let forces = [self.contents.fielded(first, &sized)?, self.contents.fielded(second, &sized)?];
        let conditions = self.contents.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, &self.pricer(), [&forces[0], &forces[1]], &conditions, spec))
    }

    fn plays_slowly(&self) -> bool {
        true
    }

    fn steps(&self, unit: &str) -> Result<Vec<UnitStep>, Refusal> {
        Ok(steps::steps(self.unit(unit)?, &self.rules.numbers))
    }

    fn stepped(&self, unit: &str, step: &str) -> Result<Box<dyn Game>, Refusal> {
        let numbers = &self.rules.numbers;
        let better = steps::named(self.unit(unit)?, step, numbers).ok_or_else(|| no_such_step(unit, step))?;
        let facts = unit_facts(&better, numbers, &self.pricer());
        let (formula, mut contents) = (self.formula.clone(), self.contents.clone());
        contents.replace(better, facts);
        Ok(Box::new(BloodAndSteelGame {
            rules: Rules::new(numbers.clone(), self.rules.rulings),
            formula,
            contents,
        }))
    }

    fn dominates(&self, unit: &str, other: &str) -> bool {
        matches!((self.unit(unit), self.unit(other)), (Ok(unit), Ok(other)) if steps::dominates(unit, other))
    }

    fn formula_facts(&self, unit: &str) -> Option<FormulaFacts> {
        steps::formula_facts(self.unit(unit).ok()?, &self.rules.numbers)
    }

    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
        odds::odds(&self.rules.rulings, query)
    }
}
