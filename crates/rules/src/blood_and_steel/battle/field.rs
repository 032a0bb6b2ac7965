//! All that changes during a battle.

use muster_results::{Cause, Side};

use crate::battle::{self, BattleUnit, OnTable, members};
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Nerve;
use crate::blood_and_steel::plan::UnitPlan;
use crate::table::{Cover, Point};

/// The table during a battle.
pub type Field = battle::Field<Fielded, ()>;

/// A force compiled for one match-up.
pub type Force = battle::Force<UnitPlan, ()>;

/// One unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fielded {
    /// Figures; 0 = gone.
    pub figures: u32,
    /// Files that it stands in.
    pub files: u32,
    /// Centre.
    pub at: Point,
    /// Where its front looks, as steps along both axes.
    pub facing: Point,
    /// Leadership value.
    pub leadership: u32,
    /// Level.
    pub confidence: Confidence,
    /// A character leads it in person, or rides it.
    pub led: bool,
    /// Suppressed (ruling B22).
    pub suppressed: bool,
    /// Has moved: cover and height of its start are lost.
    pub moved: bool,
    /// Whether it has panicked, or still may.
    pub nerve: Nerve,
    /// A lieutenant who has taken command of his side.
    pub commands_all: bool,
    /// The unit that this character has joined: he moves and falls with it.
    pub joined: Option<usize>,
    /// The leadership value of that unit's own leader.
    pub stands_in_for: u32,
    /// Out of sight in the unit that he has joined; between turns he is counted on his own.
    pub hidden: bool,
    /// In march column.
    pub column: bool,
    /// Has been activated, or used up by a melee.
    pub acted: bool,
    /// Its melee has been resolved in this turn.
    pub fought: bool,
    /// Failed its test against a charge: inflicts nothing in this turn.
    pub silenced: bool,
    /// Under an attack spell.
    pub attack: bool,
    /// Under a defence spell.
    pub defence: bool,
    /// Enemies in contact, one bit each.
    pub locked: u64,
    /// Of those, the ones it has charged and not fought yet.
    pub charging: u64,
    /// Of those, the ones that have met it in flank.
    pub flanked: u64,
    /// Of those, the ones that have met it from behind.
    pub taken_behind: u64,
}

impl OnTable for Fielded {
    #[inline]
    fn strength(&self) -> u32 {
        if self.hidden { 0 } else { self.figures }
    }

    #[inline]
    fn at(&self) -> Point {
        self.at
    }

    #[inline]
    fn has_moved(&self) -> bool {
        self.moved
    }
}

impl BattleUnit for UnitPlan {
    type Fielded = Fielded;

    fn name(&self) -> &str {
        &self.name
    }

    #[inline]
    fn radius(&self) -> i32 {
        self.radius
    }

    #[inline]
    fn start_cover(&self) -> Cover {
        self.start_cover
    }

    #[inline]
    fn full_strength(&self) -> u32 {
        self.figures
    }

    #[inline]
    fn worth_at(&self, strength: u32) -> u32 {
        self.worth[strength as usize]
    }

    #[inline]
    fn is_shooter(&self, fielded: &Fielded) -> bool {
        self.shoots(fielded.led)
    }

    fn fielded(&self, side: Side, at: Point) -> Fielded {
        Fielded {
            figures: self.figures,
            files: self.files,
            at,
            facing: Point { x: 0, y: if side == Side::A { 1 } else { -1 } },
            leadership: self.leadership,
            confidence: self.confidence,
            led: self.led,
            suppressed: false,
            moved: !self.higher_ground && self.start_cover == Cover::None,
            nerve: self.nerve(),
            commands_all: false,
            joined: None,
            stands_in_for: self.leadership,
            hidden: false,
            column: self.marches,
            acted: false,
            fought: false,
            silenced: false,
            attack: false,
            defence: false,
            locked: 0,
            charging: 0,
            flanked: 0,
            taken_behind: 0,
        }
    }
}

impl Fielded {
    /// Figures in its front rank: what the die for its leader must hold.
    #[inline]
    pub fn front(&self) -> u32 {
        self.files.min(self.figures)
    }
}

impl Field {
    /// Takes figures off a unit. A unit that is gone lets go of its enemies.
    pub fn take_off(&mut self, side: Side, unit: usize, figures: u32, cause: Cause) -> u32 {
        let fielded = self.unit_mut(side, unit);
        let fallen = figures.min(fielded.figures);
        if fallen == 0 {
            return 0;
        }
        fielded.figures -= fallen;
        let gone = fielded.figures == 0;
        self.lost[side.index()][cause as usize] += fallen;
        if gone {
            self.standing[side.index()] -= 1;
            self.release(side, unit);
        }
        fallen
    }

    /// Ends all contacts of a unit.
    pub fn release(&mut self, side: Side, unit: usize) {
        let freed = self.unit_mut(side, unit);
        let locked = std::mem::take(&mut freed.locked);
        (freed.charging, freed.flanked, freed.taken_behind) = (0, 0, 0);
        let others = !(1u64 << unit);
        for enemy in members(locked) {
            let enemy = self.unit_mut(side.foe(), enemy);
            enemy.locked &= others;
            enemy.charging &= others;
            enemy.flanked &= others;
            enemy.taken_behind &= others;
        }
    }
}
