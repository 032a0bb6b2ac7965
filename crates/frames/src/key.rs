//! What battles can be grouped by.

/// A column that battles are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Id of the run: equal for battles of the same data, options and seed.
    Run,
    /// Id of the rule set.
    Rules,
    /// Seed of the run.
    Seed,
    /// Conditions that the battle was played under; of a mix, the one whose turn it was.
    Conditions,
    /// The first force.
    Row,
    /// The second force.
    Column,
    /// Plan or policy of the first force.
    RowPlan,
    /// Plan or policy of the second force.
    ColumnPlan,
    /// Which force sat as side A: `row` or `column`.
    SideA,
    /// Why the battle stopped.
    Ending,
    /// Either force: every battle counts twice, once from each chair, and what is counted of `row` is then the named force's.
    /// Battles of a force against itself are left out.
    Force,
}

impl Key {
    /// All keys.
    pub const ALL: [Key; 11] = [
        Key::Run,
        Key::Rules,
        Key::Seed,
        Key::Conditions,
        Key::Row,
        Key::Column,
        Key::RowPlan,
        Key::ColumnPlan,
        Key::SideA,
        Key::Ending,
        Key::Force,
    ];

    /// Its word on the command line; but for `force` also the name of the column.
    pub const fn word(self) -> &'static str {
        match self {
            Key::Run => "run",
            Key::Rules => "rules",
            Key::Seed => "seed",
            Key::Conditions => "conditions",
            Key::Row => "row",
            Key::Column => "column",
            Key::RowPlan => "row_plan",
            Key::ColumnPlan => "column_plan",
            Key::SideA => "side_a",
            Key::Ending => "ending",
            Key::Force => "force",
        }
    }

    /// Whether it says who is the row, so that it has no meaning from both chairs at once.
    pub const fn is_of_one_chair(self) -> bool {
        matches!(self, Key::Row | Key::Column | Key::RowPlan | Key::ColumnPlan | Key::SideA)
    }
}

/// The value of a key: seeds sort as numbers, everything else as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A seed.
    Number(u64),
    /// A name.
    Text(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}
