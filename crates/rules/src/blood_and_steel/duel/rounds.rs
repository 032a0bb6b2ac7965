//! The rounds of melee of a duel by all that they depend on, each worked out when it is first fought.

use std::sync::{Arc, OnceLock};

use muster_results::Side;

use super::state::DuelState;
use super::step::DuelProcess;
use crate::blood_and_steel::melee::MeleeRound;
use crate::blood_and_steel::plan::UnitPlan;

/// How far apart rounds lie that differ in one thing about a unit; 0 for what never differs.
#[derive(Clone, Copy, Debug)]
struct Strides {
    silenced: usize,
    led: usize,
    higher: usize,
    riderless: usize,
    attack: usize,
    defence: usize,
    ranks: usize,
}

/// What a unit's figures alone add to the place of a round, while it stands in the files of its start.
#[derive(Debug)]
struct ByFigures {
    files: u16,
    places: Vec<usize>,
}

/// All rounds that two units may fight.
#[derive(Debug)]
pub(super) struct Rounds {
    strides: [Strides; 2],
    by_figures: [ByFigures; 2],
    charging: usize,
    made: Vec<OnceLock<Arc<MeleeRound>>>,
}

impl Rounds {
    /// Nothing is worked out yet.
    pub(super) fn new(units: &[UnitPlan; 2]) -> Rounds {
        let mut places = 1;
        let mut widened = |values: usize| {
            let stride = if values > 1 { places } else { 0 };
            places *= values;
            stride
        };
        let strides = [&units[0], &units[1]].map(|unit| Strides {
            silenced: widened(2),
            led: widened(1 + usize::from(unit.led)),
            higher: widened(1 + usize::from(unit.higher_ground)),
            riderless: widened(1 + usize::from(unit.riderless.is_some())),
            attack: widened(1 + usize::from(casts(unit))),
            defence: widened(1 + usize::from(casts(unit))),
            ranks: widened(most_ranks(unit) as usize + 1),
        });
        // Nobody has charged, or either side has.
        let charging = widened(3);
        let by_figures = [0, 1].map(|side: usize| {
            let unit = &units[side];
            ByFigures {
                files: u16::try_from(unit.files).unwrap_or(u16::MAX),
                places: (0..=unit.figures).map(|left| strides[side].of(unit, left, unit.files)).collect(),
            }
        });
        Rounds { strides, by_figures, charging, made: (0..places).map(|_| OnceLock::new()).collect() }
    }

    /// What does not change from round to round while both units only fight: all but the figures.
    #[inline(always)]
    pub(super) fn lasting(&self, state: &DuelState) -> usize {
        let mut at = self.charging * state.charging.map_or(0, |side| 1 + side.index());
        for side in 0..2 {
            let (unit, strides) = (&state.units[side], &self.strides[side]);
            at += strides.silenced * usize::from(state.silenced[side])
                + strides.led * usize::from(unit.led)
                + strides.higher * usize::from(!unit.moved)
                + strides.attack * usize::from(unit.attack)
                + strides.defence * usize::from(unit.defence);
        }
        at
    }
}

impl Strides {
    fn of(&self, plan: &UnitPlan, figures: u32, files: u32) -> usize {
        self.riderless * usize::from(figures < plan.figures)
            + self.ranks * plan.drill.ranks(figures, files) as usize
    }
}

/// Whether a unit may be under a spell: its own wizard's.
fn casts(unit: &UnitPlan) -> bool {
    unit.commander.is_some_and(|commander| commander.wizard.is_some())
}

/// The most ranks that may count, whatever files it takes.
fn most_ranks(unit: &UnitPlan) -> u32 {
    let drill = &unit.drill;
    let best = drill.best_files(unit.figures, unit.files, false);
    drill.ranks(unit.figures, unit.files).max(drill.ranks(unit.figures, best))
}

impl DuelProcess<'_> {
    /// The round that both units fight as they stand; `lasting` is that of [`Rounds::lasting`].
    #[inline(always)]
    pub(super) fn round(&self, state: &DuelState, lasting: usize) -> &MeleeRound {
        let rounds = &self.rounds;
        let mut at = lasting;
        for (side, by_figures) in rounds.by_figures.iter().enumerate() {
            let unit = &state.units[side];
            at += if unit.files == by_figures.files {
                by_figures.places[usize::from(unit.figures)]
            } else {
                let (figures, files) = (u32::from(unit.figures), u32::from(unit.files));
                rounds.strides[side].of(&self.units[side], figures, files)
            };
        }
        rounds.made[at].get_or_init(|| {
            let fighters = Side::BOTH.map(|side| self.fighter(state, side));
            self.rules.melee([&fighters[0], &fighters[1]])
        })
    }
}
