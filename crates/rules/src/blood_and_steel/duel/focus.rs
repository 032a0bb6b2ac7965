//! What a phase of a melee looks at, and what it leaves as it is: so that an exact answer follows the dice of a round once,
//! and not once for every leader and level that the units may have.

use muster_results::Side;

use super::state::{DuelState, Phase, Standing};
use super::step::DuelProcess;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Nerve;
use crate::process::Flow;

/// Stands for a unit that a phase does not look at: it is there and holds.
const BYSTANDER: Standing = Standing {
    figures: 1,
    files: 1,
    leadership: 0,
    confidence: Confidence::Steady,
    led: false,
    suppressed: false,
    moved: true,
    attack: false,
    defence: false,
    nerve: Nerve::Proved,
};

/// A unit that is out of the melee after the round: wiped out, or routed.
fn beaten(unit: &Standing) -> bool {
    unit.figures == 0 || unit.confidence == Confidence::Routed
}

/// The unit that the test of a phase leaves alone.
fn bystander(state: &DuelState) -> Option<Side> {
    match state.phase {
        Phase::TestA => Some(Side::B),
        // What becomes of a beaten unit is settled after the second test.
        Phase::TestB if !beaten(&state.units[0]) => Some(Side::A),
        _ => None,
    }
}

impl DuelProcess<'_> {
    /// Characters and spent activations tie the phases of a turn together.
    fn is_plain_melee(&self, state: &DuelState) -> bool {
        !state.more && !state.units.iter().any(|unit| unit.led)
    }

    pub(super) fn focus_of(&self, state: &DuelState) -> DuelState {
        let mut focus = *state;
        if !self.is_plain_melee(state) {
            return focus;
        }
        if state.phase == Phase::Fight {
            // Leaders are asked for after the round.
            for unit in &mut focus.units {
                unit.leadership = 0;
            }
        }
        if let Some(side) = bystander(state) {
            focus.units[side.index()] = BYSTANDER;
            focus.hurt[side.index()] = 0;
        }
        focus
    }

    pub(super) fn restore_to(&self, before: &DuelState, flow: Flow<DuelState>) -> Flow<DuelState> {
        if !self.is_plain_melee(before) {
            return flow;
        }
        let restored = |mut state: DuelState| {
            if before.phase == Phase::Fight {
                for (unit, was) in state.units.iter_mut().zip(&before.units) {
                    unit.leadership = was.leadership;
                }
            }
            if let Some(side) = bystander(before) {
                state.units[side.index()] = before.units[side.index()];
                state.hurt[side.index()] = before.hurt[side.index()];
            }
            state
        };
        match flow {
            Flow::Next(state) => Flow::Next(restored(state)),
            Flow::TurnOver(state) => {
                // Turns begin without what the last one has done.
                Flow::TurnOver(DuelState { hurt: [0; 2], ..restored(state) })
            }
            Flow::Over(state) => {
                let figures = |side: usize| match bystander(before) {
                    Some(other) if other.index() == side => before.units[side].figures,
                    _ => state.units[side].figures,
                };
                let mut ended = state;
                for side in 0..2 {
                    ended.units[side].figures = figures(side);
                }
                Flow::Over(ended)
            }
        }
    }
}
