//! The rule set behind its door: reads a pack, answers what is in it, compiles match-ups.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::battle_matchup::battle;
use super::boxes::{BoxSpec, read_boxes, read_units};
use super::catalogue::Catalogue;
use super::compile::Rules;
use super::duel_matchup::{duel, resized};
use super::facts::{box_facts, condition_facts, unit_facts};
use super::numbers::Numbers;
use super::odds;
use super::rulings::{MultiMelee, Rulings};
use super::steps::{self, Ladder};
use super::unit::UnitSpec;
use crate::battle::MOST_UNITS;
use crate::pack::{Diagnostic, Diagnostics, Pack, Reader, Sink, nearest};
use crate::ruleset::{
    BOX_UNIT, BattleSpec, BoxFacts, ConditionsFacts, DuelSpec, FormulaFacts, Game, Matchup, OddsAnswer,
    OddsQuery, Refusal, Roster, RuleSet, UnitFacts, UnitStep,
};
use crate::table::{self, Conditions};

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct Chimera;

/// A pack of it, read and checked.
#[derive(Clone, Debug)]
pub struct ChimeraGame {
    pub(super) rules: Arc<Rules>,
    ladder: Ladder,
    units: Vec<UnitSpec>,
    boxes: Vec<BoxSpec>,
    /// The units of all boxes, under ids such as `zulus:warriors`.
    box_units: Vec<UnitSpec>,
    conditions: BTreeMap<String, Conditions>,
    mixes: BTreeMap<String, Vec<(String, u32)>>,
    unit_facts: Vec<UnitFacts>,
    box_facts: Vec<BoxFacts>,
    condition_facts: Vec<ConditionsFacts>,
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
        let sink = Sink::default();
        let root = Reader::root(pack, &sink);
        if let Some(about) = root.optional_table("about") {
            about.keys().iter().for_each(|key| about.know(key));
        }
        for other in ["claims", "points"] {
            root.know(other);
        }
        let numbers = Numbers::read(&root);
        let rulings = Rulings::read(&root);
        let (conditions, mixes) = table::read_all(&root);
        let Some((numbers, rulings)) = numbers.zip(rulings) else {
            return Err(sink.into_diagnostics());
        };
        let catalogue = Catalogue::read(&root, &numbers);
        let units = read_units(&root, &numbers, &catalogue);
        let boxes = read_boxes(&root, &numbers, &catalogue);
        root.finish();
        let found = sink.into_diagnostics();
        if found.has_errors() {
            return Err(found);
        }
        let most = most_points(&units, &boxes, rulings.multi_melee == MultiMelee::Pooled);
        let ladder = Ladder::new(catalogue.weapons_of_data(), &numbers.movement);
        let rules = Arc::new(Rules::new(numbers, rulings, most.max(ROOM_FOR_RESIZED)));
        let unit_facts = units.iter().map(unit_facts).collect();
        let box_units = boxes.iter().flat_map(units_of_box).collect();
        let box_facts = boxes.iter().map(box_facts).collect();
        let condition_facts = condition_facts(&conditions, &mixes);
        let game = ChimeraGame {
            rules,
            ladder,
            units,
            boxes,
            box_units,
            conditions,
            mixes,
            unit_facts,
            box_facts,
            condition_facts,
        };
        let warnings = game.warnings(found);
        Ok((game, warnings))
    }

    /// A unit that no catalogue weapon and no catalogue fighter can hurt is legal, and worth a word.
    fn warnings(&self, mut warnings: Diagnostics) -> Diagnostics {
        let own = self.units.iter().chain(self.boxes.iter().flat_map(|spec| &spec.units));
        let piercing = own
            .clone()
            .flat_map(|unit| &unit.figures)
            .flat_map(|figure| &figure.weapons)
            .map(|w| w.armour_piercing)
            .max()
            .unwrap_or(0);
        for unit in own {
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
                warnings.push(Diagnostic::warning(
                    None,
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
        self.unit(id).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    fn unit(&self, id: &str) -> Result<&UnitSpec, Refusal> {
        let of_boxes = self.box_units.iter().filter(|_| id.contains(BOX_UNIT));
        self.units.iter().chain(of_boxes).find(|unit| unit.id == id).ok_or_else(|| {
            if self.boxes.iter().any(|spec| spec.id == id) {
                let advice = "it is a box, and boxes meet in battles: muster battle BOX BOX".to_owned();
                return Refusal { what: format!("there is no unit \"{id}\""), advice };
            }
            missing("unit", id, self.units.iter().map(|unit| unit.id.as_str()), "muster list units")
        })
    }

    fn find_box(&self, id: &str) -> Result<&BoxSpec, Refusal> {
        self.boxes.iter().find(|spec| spec.id == id).ok_or_else(|| {
            if self.units.iter().any(|unit| unit.id == id) {
                let advice = "it is a unit, and units meet in duels: muster duel A B".to_owned();
                return Refusal { what: format!("there is no box \"{id}\""), advice };
            }
            missing("box", id, self.boxes.iter().map(|spec| spec.id.as_str()), "muster list boxes")
        })
    }

    /// A box made of a roster.
    fn fielded(&self, roster: &Roster) -> Result<BoxSpec, Refusal> {
        let count = roster.units.len();
        if !(1..=MOST_UNITS).contains(&count) {
            let advice = format!("give 1 to {MOST_UNITS}");
            return Err(Refusal { what: format!("a force of {count} units"), advice });
        }
        let units = roster.units.iter().map(|(id, figures)| {
            let unit = self.unit(id)?;
            if let Some(fewer) = figures.filter(|_| !unit.is_alike()) {
                return unit.reduced(fewer);
            }
            Ok(resized(&self.rules, unit, *figures)?.unwrap_or_else(|| unit.clone()))
        });
        let units = units.collect::<Result<Vec<UnitSpec>, Refusal>>()?;
        let (points, most) =
            (units.iter().map(UnitSpec::melee_points).sum::<u32>(), self.rules.book.max_points());
        if self.rules.rulings.multi_melee == MultiMelee::Pooled && points > most {
            let advice = format!("give fewer: where melees are pooled a force may have {most}");
            return Err(Refusal { what: format!("a force of {points} melee points"), advice });
        }
        let name = roster.to_string();
        let figures = units.iter().map(|unit| unit.figures.len()).sum::<usize>();
        Ok(BoxSpec {
            id: name.clone(),
            name,
            maker: String::new(),
            era: String::new(),
            figures: u32::try_from(figures).unwrap_or(u32::MAX),
            units,
            source: None,
        })
    }

    fn battle_of_boxes(
        &self,
        boxes: [&BoxSpec; 2],
        spec: &BattleSpec,
    ) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let conditions = self.conditions_of(&spec.conditions)?;
        Ok(battle(&self.rules, boxes, &conditions, spec))
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
        let own = "your own stand in a variant: --variant FILE --conditions ID";
        Err(Refusal {
            what: format!("there are no conditions \"{id}\""),
            advice: advice(id, known, "muster list conditions", own),
        })
    }
}

fn missing<'k>(what: &str, id: &str, known: impl Iterator<Item = &'k str>, command: &str) -> Refusal {
    let own = match what {
        "box" => "a box of your own is named by its file",
        _ => "units of your own are read with --units FILE",
    };
    Refusal { what: format!("there is no {what} \"{id}\""), advice: advice(id, known, command, own) }
}

fn advice<'k>(id: &str, known: impl Iterator<Item = &'k str>, command: &str, own: &str) -> String {
    match nearest(id, known) {
        Some(near) => format!("did you mean \"{near}\"? `{command}` shows all"),
        None => format!("`{command}` shows all; {own}"),
    }
}

/// The units of a box under ids that tell them from the catalogue's.
fn units_of_box(spec: &BoxSpec) -> impl Iterator<Item = UnitSpec> + '_ {
    spec.units.iter().map(|unit| UnitSpec { id: format!("{}{BOX_UNIT}{}", spec.id, unit.id), ..unit.clone() })
}

/// Points that units played with more figures than the data has may have: a hundred riders, forty elephants.
const ROOM_FOR_RESIZED: u32 = 400;

/// The most points that any strike of the pack can have: a whole unit's, or a whole box's where melees are pooled.
fn most_points(units: &[UnitSpec], boxes: &[BoxSpec], pooled: bool) -> u32 {
    let of_unit = |unit: &UnitSpec| unit.melee_points().max(unit.fp_milli() / 1000);
    let single =
        units.iter().chain(boxes.iter().flat_map(|spec| &spec.units)).map(of_unit).max().unwrap_or(0);
    let whole =
        boxes.iter().map(|spec| spec.units.iter().map(UnitSpec::melee_points).sum()).max().unwrap_or(0);
    if pooled { single.max(whole) } else { single }
}

impl Game for ChimeraGame {
    fn units(&self) -> &[UnitFacts] {
        &self.unit_facts
    }

    fn boxes(&self) -> &[BoxFacts] {
        &self.box_facts
    }

    fn conditions(&self) -> &[ConditionsFacts] {
        &self.condition_facts
    }

    fn duel(&self, first: &str, second: &str, spec: &DuelSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        duel(&self.rules, [self.unit(first)?, self.unit(second)?], spec)
    }

    fn battle(&self, first: &str, second: &str, spec: &BattleSpec) -> Result<Box<dyn Matchup + '_>, Refusal> {
        self.battle_of_boxes([self.find_box(first)?, self.find_box(second)?], spec)
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
        Ok(self.ladder.steps(self.unit(unit)?))
    }

    fn stepped(&self, unit: &str, step: &str) -> Result<Box<dyn Game>, Refusal> {
        let better = self.ladder.named(self.unit(unit)?, step).ok_or_else(|| Refusal {
            what: format!("\"{unit}\" with a better \"{step}\""),
            advice: "it has nothing there that could be better".to_owned(),
        })?;
        let mut game = self.clone();
        if let Some(at) = game.units.iter().position(|one| one.id == better.id) {
            game.unit_facts[at] = unit_facts(&better);
            game.units[at] = better;
        }
        Ok(Box::new(game))
    }

    fn formula_facts(&self, unit: &str) -> Option<FormulaFacts> {
        steps::formula_facts(self.unit(unit).ok()?, &self.rules)
    }

    fn odds(&self, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
        odds::odds(&self.rules.numbers, &self.rules.rulings, query)
    }
}
