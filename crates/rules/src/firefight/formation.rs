//! Where the models of a unit stand: in ranks behind the edge that is nearest to an enemy.
//!
//! On the table a unit is a disc around its centre, and a gap is measured to its near edge. That edge is its front rank; the
//! others stand behind it, as deep as they are broad at full strength. Who falls is replaced from behind.

use super::numbers::Numbers;
use super::unit::UnitSpec;
use crate::contents::UnitOfData as _;
use crate::table::QUARTERS;

/// MOVEMENT, coherency: how far apart the ranks of a unit stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As far as coherency lets them.
    Spread,
    /// Base to base.
    Close,
    /// All models at the near edge: one distance for the whole unit.
    Unit,
}

/// The ranks of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Models abreast, at least 1.
    files: u32,
    /// From one rank to the next, q; 0 where all stand at the near edge.
    step: i32,
}

impl Formation {
    /// Of a unit at full strength.
    pub fn of(spec: &UnitSpec, numbers: &Numbers, order: Order) -> Formation {
        let figures = spec.figures().max(1);
        let base = (spec.base_area / f64::from(figures)).max(0.0).sqrt() * QUARTERS;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the side of a base of at most 100 square inches"
        )]
        let base = base.ceil().min(1e4) as i32;
        let step = match order {
            Order::Spread => base + numbers.movement.coherency,
            Order::Close => base,
            Order::Unit => 0,
        };
        let files = (1..=figures).find(|files| files * files >= figures).unwrap_or(1);
        Formation { files, step }
    }

    /// How far behind the near edge the model of a place stands, counted from the front, q.
    #[inline]
    pub fn depth(self, place: u32) -> i32 {
        i32::try_from(place / self.files).unwrap_or(i32::MAX).saturating_mul(self.step)
    }

    /// How far behind it the last of so many models stands, q.
    pub fn depth_of(self, figures: u32) -> i32 {
        self.depth(figures.saturating_sub(1))
    }

    /// Places no more than `room` q behind the near edge.
    #[inline]
    pub fn places_within(self, room: i32) -> u32 {
        match (room, self.step) {
            (..0, _) => 0,
            (_, ..=0) => u32::MAX,
            (room, step) => self.files.saturating_mul((room / step).unsigned_abs() + 1),
        }
    }

    /// The place behind the last of the rank that a place is in.
    #[inline]
    pub fn end_of_rank(self, place: u32) -> u32 {
        (place / self.files + 1) * self.files
    }
}
