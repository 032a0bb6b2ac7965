//! What a rule set supplies for its battles.

use std::fmt::Debug;

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::force::Force;
use super::matchup::Ground;
use super::step::Battle;
use crate::keyed::Fingerprint;
use crate::log::Log;
use crate::orders::Plan;
use crate::seated::Telling;
use crate::table::{Cover, Going, Point, Verdict};

/// A unit compiled for battle. Its strength is what is left of it, 0 = gone: figures, or wounds where figures have several.
pub trait BattleUnit: Clone + Debug + Send + Sync {
    /// What changes of it during a battle.
    type Fielded: OnTable;

    /// Name for people.
    fn name(&self) -> &str;

    /// Radius of its base, quarter inches.
    fn radius(&self) -> i32;

    /// Cover of its start, until it first moves.
    fn start_cover(&self) -> Cover;

    /// Strength at the start.
    fn full_strength(&self) -> u32;

    /// Figures that a strength comes to: as many, unless figures have several wounds.
    #[inline]
    fn figures_at(&self, strength: u32) -> u32 {
        strength
    }

    /// What a strength is worth, thousandths.
    fn worth_at(&self, strength: u32) -> u32;

    /// Whether it has a ranged weapon left.
    fn is_shooter(&self, fielded: &Self::Fielded) -> bool;

    /// The unit deployed at a place, as a unit of that side. Side A looks to where `y` grows.
    fn fielded(&self, side: Side, at: Point) -> Self::Fielded;
}

/// One unit on the table.
pub trait OnTable: Copy + Debug + Send + Sync {
    /// What is left of it; 0 = gone.
    fn strength(&self) -> u32;

    /// Its centre.
    fn at(&self) -> Point;

    /// Has moved: the cover of its start is lost.
    fn has_moved(&self) -> bool;
}

/// What a force has beside its units, such as respawns. `()` is nothing.
pub trait Reserves: Clone + Debug + Send + Sync {
    /// What of that changes during a battle, of both sides together.
    type State: Copy + Debug + Send + Sync;

    /// That at the start; side A's reserves first.
    fn opening(reserves: [&Self; 2]) -> Self::State;
}

impl Reserves for () {
    type State = ();

    fn opening(_: [&(); 2]) {}
}

/// Rules that battles are fought by.
pub trait BattleRules: Debug + Send + Sync + Sized {
    /// Its compiled unit.
    type Plan: BattleUnit;

    /// What its forces have beside their units.
    type Reserves: Reserves;

    /// How its games are told.
    const TELLING: Telling;

    /// What the ground costs a mover.
    fn going(&self) -> &Going;

    /// Plays a turn, 1-based; the verdict where it has ended the battle. What ends a battle between turns (break point,
    /// objective, turn limit) is looked at afterwards.
    fn play_turn<D: Dice, L: Log>(
        battle: &Battle<'_, Self>,
        field: &mut FieldOf<Self>,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict>;

    /// Hash of everything that the games of a match-up depend on, seed and numbers apart.
    fn fingerprint(&self, plans: [Plan; 2], grounds: &[Ground<Self>]) -> Fingerprint;
}

/// The force of a rule set.
pub type ForceOf<R> = Force<<R as BattleRules>::Plan, <R as BattleRules>::Reserves>;

/// The field of a rule set.
pub type FieldOf<R> = Field<
    <<R as BattleRules>::Plan as BattleUnit>::Fielded,
    <<R as BattleRules>::Reserves as Reserves>::State,
>;
