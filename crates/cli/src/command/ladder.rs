//! A box with some of its figures left out.

use muster_rules::{BOX_UNIT, BattleSpec, BoxFacts, Game, Roster, UnitFacts};

/// What a unit of a box is called outside it.
pub(super) fn id_of(facts: &BoxFacts, unit: &UnitFacts) -> String {
    format!("{}{BOX_UNIT}{}", facts.id, unit.id)
}

/// The box as it is.
pub(super) fn whole(facts: &BoxFacts) -> Roster {
    Roster { units: facts.units.iter().map(|unit| (id_of(facts, unit), None)).collect() }
}

/// A box that loses figure after figure, always from the unit of which most is left, as a share; one figure of each unit
/// stays. Where a unit's figures differ it goes without those that it would lose first.
pub(super) struct Ladder<'b> {
    facts: &'b BoxFacts,
    /// The unit that loses a figure, step by step.
    pub steps: Vec<usize>,
}

impl Ladder<'_> {
    /// The ladder of a box. Units that only come whole stay as they are.
    pub(super) fn of<'b>(game: &dyn Game, facts: &'b BoxFacts, spec: &BattleSpec) -> Ladder<'b> {
        let mut left: Vec<u32> = facts.units.iter().map(|unit| unit.figures).collect();
        let smaller = |unit: &UnitFacts| {
            let one = Roster { units: vec![(id_of(facts, unit), Some(unit.figures.saturating_sub(1)))] };
            unit.figures > 1 && game.battle_of(&one, &one, spec).is_ok()
        };
        let resizable: Vec<bool> = facts.units.iter().map(smaller).collect();
        let mut steps = Vec::new();
        let share =
            |left: &[u32], unit: usize| f64::from(left[unit]) / f64::from(facts.units[unit].figures.max(1));
        while let Some(unit) = (0..left.len())
            .filter(|unit| resizable[*unit] && left[*unit] > 1)
            .max_by(|a, b| share(&left, *a).total_cmp(&share(&left, *b)).then(b.cmp(a)))
        {
            left[unit] -= 1;
            steps.push(unit);
        }
        Ladder { facts, steps }
    }

    fn figures(&self, left_out: usize) -> Vec<u32> {
        let mut left: Vec<u32> = self.facts.units.iter().map(|unit| unit.figures).collect();
        self.steps.iter().take(left_out).for_each(|unit| left[*unit] -= 1);
        left
    }

    /// The box without so many figures.
    pub(super) fn roster(&self, left_out: usize) -> Roster {
        let units =
            self.facts.units.iter().zip(self.figures(left_out)).map(|(unit, figures)| {
                (id_of(self.facts, unit), (figures != unit.figures).then_some(figures))
            });
        Roster { units: units.collect() }
    }

    /// Each unit's name, figures and full figures.
    pub(super) fn fielded(&self, left_out: usize) -> Vec<(String, u32, u32)> {
        let units = self.facts.units.iter().zip(self.figures(left_out));
        units.map(|(unit, figures)| (unit.name.clone(), figures, unit.figures)).collect()
    }
}
