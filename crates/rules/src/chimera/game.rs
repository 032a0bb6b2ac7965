//! The rule set behind its door: reads a pack, answers what is in it, compiles match-ups.

use std::sync::Arc;

use super::battle_matchup::battle;
use super::catalogue::Catalogue;
use super::compile::Rules;
use super::dominance::dominates;
use super::duel_matchup::{duel, resized};
use super::facts::unit_facts;
use super::numbers::Numbers;
use super::odds;
use super::rulings::{MultiMelee, Rulings};
use super::steps::{self, Ladder};
use super::unit::UnitSpec;
use crate::contents::{BoxSpec, Contents, no_such_step, read_pack};
use crate::pack::{Diagnostic, Diagnostics, Node, Pack, Reader};
use crate::ruleset::{
    BattleSpec, BoxFacts, ConditionsFacts, DuelSpec, FormulaFacts, Game, Matchup, OddsAnswer, OddsQuery,
    Refusal, Roster, RuleSet, UnitFacts, UnitStep,
};
use crate::table;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct Chimera;

/// A pack of it, read and checked.
#[derive(Clone, Debug)]
pub struct ChimeraGame {
    pub(super) rules: Arc<Rules>,
    ladder: Ladder,
    contents: Contents<UnitSpec>,
}

impl RuleSet for Chimera {
    fn id(&self) -> &'static str {
        "chimera"
    }

    fn read(&self, pack: &Pack) -> Result<(Box<dyn Game>, Diagnostics), Diagnostics> {
        let (game, warnings) = ChimeraGame::read(pack)?;
        Ok((Box::new(game), warnings))
    }
}

impl ChimeraGame {
    /// Reads and checks a pack.
    ///
    /// # Errors
    /// Every complaint about the data.
    pub fn read(pack: &Pack) -> Result<(ChimeraGame, Diagnostics), Diagnostics> {
        let ((numbers, rulings, catalogue, contents), found) =
            read_pack(pack, &["claims", "points"], |root| {
                let (numbers, rulings) = (Numbers::read(root), Rulings::read(root));
                let conditions = table::read_all(root);
                let (numbers, rulings) = numbers.zip(rulings)?;
                let catalogue = Catalogue::read(root, &numbers);
                let unit = |reader: Reader<'_>| UnitSpec::read(reader, &numbers, &catalogue);
                let contents = Contents::read(root, conditions, &unit, &unit_facts);
                Some((numbers, rulings, catalogue, contents))
            })?;
        let most = most_points(&contents, rulings.multi_melee == MultiMelee::Pooled);
        let ladder = Ladder::new(catalogue.weapons_of_data(), &numbers.movement);
        let rules = Arc::new(Rules::new(numbers, rulings, most.max(ROOM_FOR_RESIZED)));
        let game = ChimeraGame { rules, ladder, contents };
        let warnings = game.warnings(&pack.root, found);
        Ok((game, warnings))
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A unit by id, of the catalogue or of a box.
    ///
    /// # Errors
    /// When there is none.
    pub fn unit(&self, id: &str) -> Result<&UnitSpec, Refusal> {
        self.contents.unit(id)
    }

    /// A unit that no catalogue weapon and no catalogue fighter can hurt is legal, and worth a word.
    fn warnings(&self, root: &Node, mut warnings: Diagnostics) -> Diagnostics {
        let own: Vec<(&UnitSpec, Option<&Node>)> = self.contents.units_in_place(root).collect();
        let piercing = own
            .iter()
            .flat_map(|(unit, _)| &unit.figures)
            .flat_map(|figure| &figure.weapons)
            .map(|w| w.armour_piercing)
            .max()
            .unwrap_or(0);
        for (unit, node) in own {
            let numbers = &self.rules.numbers;
            let safe_from_fire = unit.figures.iter().all(|figure| {
                super::saves::failing_faces(figure.save + piercing, numbers, &self.rules.rulings) == 0
            });
            let safe_in_melee = unit.figures.iter().all(|figure| {
                let save = figure.melee_save.unwrap_or(figure.save);
                super::saves::failing_faces(
                    save + numbers.melee.armour_piercing,
                    numbers,
                    &self.rules.rulings,
                ) == 0
            });
            if safe_from_fire && safe_in_melee {
                let place = node.map(|node| node.place.clone());
                warnings.push(Diagnostic::warning(
                    place,
                    format!("unit \"{}\", which no weapon of the data can hurt", unit.name),
                    "a save that some weapon can beat",
                    "it can lose no figure to fire or in melee, so its enemies can at best draw; give it a worse save or somebody more AP",
                ));
            }
        }
        warnings
    }

    #[cfg(test)]
    pub(super) fn unit_spec(&self, id: &str) -> &UnitSpec {
        self.contents.unit(id).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// A box made of a roster.
    fn fielded(&self, roster: &Roster) -> Result<BoxSpec<UnitSpec>, Refusal> {
        let boxed = self.contents.fielded(roster, &|unit, figures| {
            if let Some(fewer) = figures.filter(|_| !unit.is_alike()) {
                return unit.reduced(fewer);
            }
            Ok(resized(&self.rules, unit, figures)?.unwrap_or_else(|| unit.clone()))
        })?;
        let (points, most) =
            (boxed.units.iter().map(UnitSpec::melee_points).sum::<u32>(), self.rules.book.max_points());
        if self.rules.rulings.multi_melee == MultiMelee::Pooled && points > most {
            let advice = format!("give fewer: where melees are pooled a force may have {most}");
            return Err(Refusal { what: format!("a force of {points} melee points"), advice });
        }
        Ok(boxed)
    }

    fn battle_of_boxes(
        &self,
        boxes: [&BoxSpec<UnitSpec>; 2],
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let conditions = self.contents.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, boxes, &conditions, spec))
    }
}

/// Points that units played with more figures than the data has may have: a hundred riders, forty elephants.
const ROOM_FOR_RESIZED: u32 = 400;

/// The most points that any strike of the pack can have: a whole unit's, or a whole box's where melees are pooled.
fn most_points(contents: &Contents<UnitSpec>, pooled: bool) -> u32 {
    let of_unit = |unit: &UnitSpec| unit.melee_points().max(unit.fp_milli() / 1000);
    let of_box = |spec: &BoxSpec<UnitSpec>| spec.units.iter().map(UnitSpec::melee_points).sum();
    let single = contents.all_units().map(of_unit).max().unwrap_or(0);
    if pooled { single.max(contents.boxes.iter().map(of_box).max().unwrap_or(0)) } else { single }
}

impl Game for ChimeraGame {
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
        duel(&self.rules, [self.contents.unit(first)?, self.contents.unit(second)?], spec)
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
        let boxes = [self.fielded(first)?, self.fielded(second)?];
        self.battle_of_boxes([&boxes[0], &boxes[1]], spec)
    }

    fn steps(&self, unit: &str) -> Result<Vec<UnitStep>, Refusal> {
        Ok(self.ladder.steps(self.contents.unit(unit)?))
    }

    fn stepped(&self, unit: &str, step: &str) -> Result<Box<dyn Game>, Refusal> {
        let better = self.ladder.named(self.contents.unit(unit)?, step);
        let better = better.ok_or_else(|| no_such_step(unit, step))?;
        let mut game = self.clone();
        let facts = unit_facts(&better);
        game.contents.replace(better, facts);
        Ok(Box::new(game))
    }

    fn dominates(&self, unit: &str, other: &str) -> bool {
        match (self.contents.unit(unit), self.contents.unit(other)) {
            (Ok(unit), Ok(other)) => dominates(unit, other, &self.rules),
            _ => false,
        }
    }

    fn formula_facts(&self, unit: &str) -> Option<FormulaFacts> {
        steps::formula_facts(self.contents.unit(unit).ok()?, &self.rules)
    }

    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
        odds::odds(&self.rules.numbers, &self.rules.rulings, query)
    }
}
