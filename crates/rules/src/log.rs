//! What a game tells while it is played. The silent log costs nothing; the others count or tell.

use muster_results::{Cause, Side};

/// One thing that happened, by side and unit index; positions and distances are quarter inches.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A turn begins; `first` moves first.
    Turn {
        /// 1-based.
        number: u32,
        /// The side that acts as side A in this turn.
        first: Side,
    },
    /// A unit moved this far, and how far the nearest (or chosen) enemy is now.
    Moved {
        /// Whose.
        side: Side,
        /// Which.
        unit: usize,
        /// Quarter inches moved; negative when it fell back.
        distance: i32,
        /// The 3" move of units that do not shoot.
        instead_of_shooting: bool,
    },
    /// A unit could not move: it had just rallied.
    HeldByRally {
        /// Whose.
        side: Side,
        /// Which.
        unit: usize,
    },
    /// One group of weapons of the same AP fired.
    Fired {
        /// Whose.
        side: Side,
        /// Which.
        unit: usize,
        /// At which unit of the other side.
        target: usize,
        /// Firepower of the group.
        firepower: u32,
        /// Its armour piercing.
        armour_piercing: i32,
        /// What the target needed to save on a die.
        save_needed: i32,
        /// Wounds scored, before the target's figures ran out.
        scored: u32,
        /// Gap in quarter inches.
        gap: i32,
    },
    /// Two units fought a round.
    Fought {
        /// The side whose Move step it is.
        side: Side,
        /// Its unit.
        unit: usize,
        /// The other side's unit.
        enemy: usize,
        /// The side that charged, if any.
        charging: Option<Side>,
        /// Melee points, `[side, its foe]`.
        melee_points: [u32; 2],
        /// Figures removed by each, `[side, its foe]`.
        scored: [u32; 2],
    },
    /// Several units fought as one (ruling `multi_melee = "pooled"`).
    FoughtTogether {
        /// The side whose Move step it is.
        side: Side,
        /// Units that took part, `[side, its foe]`.
        units: [u32; 2],
        /// Figures removed by each, `[side, its foe]`.
        scored: [u32; 2],
    },
    /// Figures left the table.
    Lost {
        /// Whose.
        side: Side,
        /// Which unit.
        unit: usize,
        /// Why.
        cause: Cause,
        /// How many.
        figures: u32,
        /// Figures left in the unit.
        left: u32,
    },
    /// A morale test and its result.
    Tested {
        /// Whose.
        side: Side,
        /// Which unit.
        unit: usize,
        /// What came of it.
        result: MoraleResult,
    },
    /// Something that the rule set says in its own words.
    Line {
        /// Whose.
        side: Side,
        /// Which unit.
        unit: usize,
        /// What it does, as the rest of a sentence that begins with the unit's name.
        text: String,
    },
    /// A unit came back.
    Respawned {
        /// Whose.
        side: Side,
        /// Which unit.
        unit: usize,
        /// With how many figures.
        figures: u32,
    },
}

/// What a morale test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoraleResult {
    /// Passed: nothing happens.
    Passed,
    /// Failed, but rallies: cannot move at its next opportunity.
    Rallied,
    /// Failed: this share in percent leaves the battle.
    Leaves(u32),
}

/// Listens to a game. Every method does nothing unless a log wants it.
pub trait Log {
    /// True when [`Log::tell`] wants to hear; mechanics may skip preparing events otherwise.
    fn tells(&self) -> bool;
    /// Figures of a side were lost.
    #[inline]
    fn lost(&mut self, _side: Side, _cause: Cause, _figures: u32) {}
    /// A unit on the table is asked to act in a phase: a unit activation.
    #[inline]
    fn asked(&mut self) {}
    /// Something happened.
    #[inline]
    fn tell(&mut self, _event: Event) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl Log for NoLog {
    #[inline]
    fn tells(&self) -> bool {
        false
    }
}

/// Counts the figures that each side lost by cause: for games that are played to be counted, as fast as can be.
#[derive(Clone, Copy, Debug, Default)]
pub struct CauseLog {
    /// By side and [`Cause`].
    pub lost: [[u32; 3]; 2],
}

impl Log for CauseLog {
    #[inline]
    fn tells(&self) -> bool {
        false
    }
    #[inline]
    fn lost(&mut self, side: Side, cause: Cause, figures: u32) {
        self.lost[side.index()][cause as usize] += figures;
    }
}

/// Counts as [`CauseLog`] does, and keeps every event when asked to. One type for both, so that the rules are compiled once
/// for all games that nobody waits for.
#[derive(Clone, Debug, Default)]
pub struct StoryLog {
    /// What happened, in order; stays empty unless the log tells.
    pub events: Vec<Event>,
    /// Figures lost by side and [`Cause`].
    pub lost: [[u32; 3]; 2],
    /// Unit activations.
    pub activations: u64,
    tells: bool,
}

impl StoryLog {
    /// A log that keeps every event.
    #[must_use]
    pub fn telling() -> StoryLog {
        StoryLog { tells: true, ..StoryLog::default() }
    }

    /// A log that only counts.
    #[must_use]
    pub fn counting() -> StoryLog {
        StoryLog::default()
    }
}

impl Log for StoryLog {
    #[inline]
    fn tells(&self) -> bool {
        self.tells
    }
    #[inline]
    fn lost(&mut self, side: Side, cause: Cause, figures: u32) {
        self.lost[side.index()][cause as usize] += figures;
    }
    #[inline]
    fn asked(&mut self) {
        self.activations += 1;
    }
    fn tell(&mut self, event: Event) {
        if self.tells {
            self.events.push(event);
        }
    }
}
