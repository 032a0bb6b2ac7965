//! All that changes during a battle.

use muster_results::Side;

use super::force::Force;
use super::supplied::{BattleUnit, OnTable, Reserves};

/// The table during a battle; index 0 is side A.
#[derive(Clone, Debug)]
pub struct Field<U, S> {
    /// Units of both sides.
    pub units: [Vec<U>; 2],
    /// Units on the table, by side.
    pub standing: [u32; 2],
    /// Figures lost, by side and cause.
    pub lost: [[u32; 3]; 2],
    /// What changes beside the units.
    pub state: S,
}

impl<U: OnTable, S: Copy> Field<U, S> {
    /// The opening of a battle between two forces, `[side A, side B]`.
    pub fn opening<P, X>(forces: [&Force<P, X>; 2]) -> Field<U, S>
    where
        P: BattleUnit<Fielded = U>,
        X: Reserves<State = S>,
    {
        let fielded = |side: Side| -> Vec<U> {
            let force = forces[side.index()];
            let places = &force.deployed[side.index()];
            force.units.iter().zip(places).map(|(unit, at)| unit.fielded(side, *at)).collect()
        };
        Field {
            units: Side::BOTH.map(fielded),
            standing: forces.map(|force| u32::try_from(force.units.len()).unwrap_or(u32::MAX)),
            lost: [[0; 3]; 2],
            state: X::opening(forces.map(|force| &force.reserves)),
        }
    }

    /// Makes this field an opening again without allocating.
    pub fn reset(&mut self, opening: &Field<U, S>) {
        for side in 0..2 {
            self.units[side].copy_from_slice(&opening.units[side]);
        }
        self.standing = opening.standing;
        self.lost = opening.lost;
        self.state = opening.state;
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, side: Side, unit: usize) -> &U {
        &self.units[side.index()][unit]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, side: Side, unit: usize) -> &mut U {
        &mut self.units[side.index()][unit]
    }

    /// Sides with nothing on the table.
    #[inline]
    pub fn swept(&self) -> [bool; 2] {
        [self.standing[0] == 0, self.standing[1] == 0]
    }
}

/// Set bits of a mask, lowest first.
#[inline]
pub fn members(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let at = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            at
        })
    })
}
