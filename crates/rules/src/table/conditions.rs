//! The stated conditions of a battle: its table, its deployment and how it ends.

use super::terrain::Table;

/// What two forces meet under. No rules text states any of it: all of it is assumed, and printed with every result.
#[derive(Clone, PartialEq, Debug)]
pub struct Conditions {
    /// The key in `conditions.toml`, such as `village`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What the table looks like, in a sentence.
    pub says: String,
    /// The table and what lies on it.
    pub table: Table,
    /// From one side's deployment line to the other's, in q.
    pub gap: i32,
    /// Between the centres of neighbours at the start, in q.
    pub spacing: i32,
    /// The last turn.
    pub turns: u32,
    /// How the battle ends and who has won then.
    pub ending: Ending,
}

/// How a battle ends, besides a side without figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Who has won when the last turn is over.
    pub limit: LimitRule,
    /// A side that has lost this share (0 to 1) of its starting worth by the end of a turn has lost.
    pub break_point: Option<f64>,
    /// Holding the middle of the table wins.
    pub objective: Option<Objective>,
}

/// Who has won when the last turn is over.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum LimitRule {
    /// The side with the larger share of its starting worth left.
    ShareOfWorth {
        /// The lead in shares (0 to 1) that it needs; less is a draw.
        margin: f64,
    },
    /// Nobody.
    Draw,
}

/// The side that alone has a unit near the middle of the table at the end of a turn wins.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Objective {
    /// The turn at whose end it is looked at.
    pub turn: u32,
    /// How near a unit's centre must be to the middle, in q.
    pub radius: i32,
}
