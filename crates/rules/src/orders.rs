//! How units and sides play: the policies of a unit, the plans of a side. Shared by all rule sets.

/// What a unit tries to do, in a duel and in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// Moves at full rate toward the enemy, into contact when it can.
    Charge,
    /// Never moves.
    Hold,
    /// Moves toward the enemy but stops at its own longest range.
    Advance,
    /// Keeps out of the enemy's reach, and otherwise advances.
    Skirmish,
}

impl Policy {
    /// All policies.
    pub const ALL: [Policy; 4] = [Policy::Charge, Policy::Hold, Policy::Advance, Policy::Skirmish];

    /// The word of the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Policy::Charge => "charge",
            Policy::Hold => "hold",
            Policy::Advance => "advance",
            Policy::Skirmish => "skirmish",
        }
    }

    /// The policy of that name.
    pub fn named(word: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.word() == word)
    }

    /// What the policy comes to: a unit without a ranged weapon left that is told to advance or skirmish charges.
    #[must_use]
    pub fn acted(self, shoots: bool) -> Policy {
        match self {
            Policy::Advance | Policy::Skirmish if !shoots => Policy::Charge,
            other => other,
        }
    }
}

/// A way of playing a whole side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Plan {
    /// All charge.
    Assault,
    /// Shooters hold; the rest hold until an enemy is within their own threat, then charge.
    FireLine,
    /// Shooters advance, the rest charge.
    Combined,
    /// Shooters skirmish; the rest guard them and charge what comes within threat.
    Skirmish,
}

/// What one unit does at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// Move at full rate into contact.
    Charge,
    /// Stand.
    Hold,
    /// Close to the unit's own longest range.
    Advance,
    /// Keep out of reach, otherwise advance.
    Skirmish,
    /// Stand until an enemy is within threat, then charge.
    Await,
    /// Stay near the shooters, and charge what comes within threat.
    Guard,
}

impl Plan {
    /// All plans, in the order in which tables show them.
    pub const ALL: [Plan; 4] = [Plan::Assault, Plan::FireLine, Plan::Combined, Plan::Skirmish];

    /// The word of the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Plan::Assault => "assault",
            Plan::FireLine => "fire-line",
            Plan::Combined => "combined",
            Plan::Skirmish => "skirmish",
        }
    }

    /// The plan of that name.
    pub fn named(word: &str) -> Option<Plan> {
        Plan::ALL.into_iter().find(|plan| plan.word() == word)
    }

    /// The orders of a unit, by whether it has a ranged weapon left.
    #[inline]
    pub const fn orders(self, shoots: bool) -> Orders {
        match (self, shoots) {
            (Plan::Assault, _) | (Plan::Combined, false) => Orders::Charge,
            (Plan::FireLine, true) => Orders::Hold,
            (Plan::FireLine, false) => Orders::Await,
            (Plan::Combined, true) => Orders::Advance,
            (Plan::Skirmish, true) => Orders::Skirmish,
            (Plan::Skirmish, false) => Orders::Guard,
        }
    }
}
