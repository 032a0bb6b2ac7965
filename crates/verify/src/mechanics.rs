//! Chimera's mechanics taken apart: rules and compiled units without a match-up around them.

use muster_results::Side;
use muster_rules::chimera::battle::{Field, Force, Reserves};
use muster_rules::chimera::battle_matchup;
use muster_rules::chimera::catalogue::Catalogue;
use muster_rules::chimera::compile::Rules;
use muster_rules::chimera::duel::DuelProcess;
use muster_rules::chimera::facts::unit_facts;
use muster_rules::chimera::numbers::Numbers;
use muster_rules::chimera::plan::UnitPlan;
use muster_rules::chimera::rulings::Rulings;
use muster_rules::chimera::unit::UnitSpec;
use muster_rules::contents::Contents;
use muster_rules::orders::Policy;
use muster_rules::pack::{Reader, Sink, Sources};
use muster_rules::table::{Conditions, ConditionsById, read_all};

use crate::pack_of;

/// Room for strikes of up to this many points.
const MOST_POINTS: u32 = 300;

/// Rules, units and conditions of a pack.
pub struct Mechanics {
    /// The rules in force.
    pub rules: Rules,
    /// Units of the catalogue and of all boxes.
    pub units: Vec<UnitSpec>,
    /// Conditions by id.
    pub conditions: ConditionsById,
}

impl Mechanics {
    /// Reads them.
    ///
    /// # Panics
    /// When the data is refused.
    pub fn of(sources: &Sources) -> Mechanics {
        let pack = pack_of(sources);
        let sink = Sink::default();
        let root = Reader::root(&pack, &sink);
        let numbers = Numbers::read(&root).unwrap_or_else(|| panic!("no numbers"));
        let rulings = Rulings::read(&root).unwrap_or_else(|| panic!("no rulings"));
        let catalogue = Catalogue::read(&root, &numbers);
        let unit = |reader: Reader<'_>| UnitSpec::read(reader, &numbers, &catalogue);
        let contents = Contents::read(&root, read_all(&root), &unit, &unit_facts);
        let units = contents.all_units().cloned().collect();
        Mechanics { rules: Rules::new(numbers, rulings, MOST_POINTS), units, conditions: contents.conditions }
    }

    /// A unit by id.
    ///
    /// # Panics
    /// When there is none.
    pub fn unit(&self, id: &str) -> &UnitSpec {
        self.units.iter().find(|unit| unit.id == id).unwrap_or_else(|| panic!("no unit {id}"))
    }

    /// A unit compiled.
    pub fn plan(&self, id: &str) -> UnitPlan {
        UnitPlan::new(self.unit(id), &self.rules.numbers, &self.rules.rulings, 0)
    }

    /// A duel with these units as side A and side B, the gap in inches, as the data says for the rest.
    ///
    /// # Panics
    /// When the gap is no length.
    pub fn duel(&self, ids: [&str; 2], policies: [Policy; 2], start: i16) -> DuelProcess<'_> {
        DuelProcess {
            rules: &self.rules,
            units: ids.map(|id| self.plan(id)),
            policies,
            start: start * 4,
            room: 96,
            max_turns: 30,
            pool: [0; 2],
            respawn_figures: [None; 2],
        }
    }

    /// The conditions of an id.
    ///
    /// # Panics
    /// When there are none.
    pub fn conditions(&self, id: &str) -> &Conditions {
        self.conditions.get(id).unwrap_or_else(|| panic!("no conditions {id}"))
    }

    /// Two forces of these units, side A first, compiled against each other.
    pub fn forces(&self, ids: [&[&str]; 2], conditions: &Conditions) -> [Force; 2] {
        let compiled = ids.map(|side| side.iter().map(|id| self.plan(id)).collect::<Vec<_>>());
        [0, 1].map(|side: usize| {
            let (units, enemies) = (&compiled[side], &compiled[1 - side]);
            let reserves = Reserves::of(units, enemies, None);
            battle_matchup::force(&self.rules, [units, enemies], conditions, reserves)
        })
    }
}

/// Figures of a side that are on the table.
pub fn figures_on_table(field: &Field, force: &Force, side: Side) -> u32 {
    let units = field.units[side.index()].iter().zip(&force.units);
    units.map(|(fielded, plan)| plan.figures[fielded.strength as usize]).sum()
}
