//! All that changes during a battle, and the chain of command of a force.

use muster_results::{Cause, Side};

use crate::battle::{self, BattleUnit, OnTable, members};
use crate::firefight::doctrine::{Boosts, Effect};
use crate::firefight::plan::UnitPlan;
use crate::table::{Cover, Point};

/// The table during a battle.
pub type Field = battle::Field<Fielded, State>;

/// A force compiled for one match-up.
pub type Force = battle::Force<UnitPlan, Commands>;

/// Who commands whom in a force. LEADERS: leaders belong to a level of the command structure.
#[derive(Clone, Debug)]
pub struct Commands {
    /// By unit: the command that it belongs to.
    pub of: Vec<usize>,
    /// By command: its units at the start. Independent leaders are no units.
    pub units: Vec<u32>,
    /// By unit: those of higher rank who command it, one bit each.
    pub leaders: Vec<u64>,
    /// By unit: the most that any doctrine which it may have multiplies the wounds that suppress it by, at least 1.
    pub most_factor: Vec<u32>,
}

impl Commands {
    /// Those of a force. Units that name no command are the force's own.
    pub fn of(units: &[UnitPlan]) -> Commands {
        let mut names: Vec<&Option<String>> = Vec::new();
        let mut sizes: Vec<u32> = Vec::new();
        let mut of = Vec::with_capacity(units.len());
        for unit in units {
            let at = names.iter().position(|name| **name == unit.command).unwrap_or_else(|| {
                names.push(&unit.command);
                sizes.push(0);
                names.len() - 1
            });
            sizes[at] += u32::from(!unit.is_leader);
            of.push(at);
        }
        let commands = |leader: &UnitPlan, unit: &UnitPlan| {
            leader.rank > unit.rank && (leader.command.is_none() || leader.command == unit.command)
        };
        let leaders = |unit: &UnitPlan| {
            let of_unit = units.iter().enumerate().filter(|(_, leader)| commands(leader, unit));
            of_unit.fold(0, |mask, (at, _)| mask | 1 << at)
        };
        let factor = |unit: &UnitPlan| {
            let own = unit.doctrines.iter();
            let conferred =
                units.iter().filter(|leader| commands(leader, unit)).flat_map(UnitPlan::conferred);
            let raising =
                own.chain(conferred).filter(|doctrine| doctrine.effect == Effect::SuppressionFactor);
            raising.filter_map(|doctrine| u32::try_from(doctrine.levels).ok()).max().unwrap_or(1).max(1)
        };
        Commands {
            of,
            units: sizes,
            leaders: units.iter().map(leaders).collect(),
            most_factor: units.iter().map(factor).collect(),
        }
    }
}

/// What changes beside the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whose turn it is.
    pub active: Side,
    /// Activation dice left, by side.
    pub dice: [u32; 2],
}

impl battle::Reserves for Commands {
    type State = State;

    fn opening(_: [&Commands; 2]) -> State {
        State { active: Side::A, dice: [0; 2] }
    }
}

/// One unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fielded {
    /// Models; 0 = gone.
    pub figures: u32,
    /// Centre.
    pub at: Point,
    /// Suppressed for so many ends of its own turn; 0 when it is not.
    pub suppressed: u8,
    /// Cowering.
    pub cowering: bool,
    /// Has moved, as far as that counts for shooting.
    pub moved: bool,
    /// Has made a double move since its last turn began.
    pub doubled: bool,
    /// Still in the cover of its start.
    pub sheltered: bool,
    /// A vehicle that is stuck for good.
    pub stuck: bool,
    /// Its special leader stands.
    pub led: bool,
    /// Has fired in this turn's firefight.
    pub fired: bool,
    /// Enemies in contact, one bit each.
    pub locked: u64,
    /// Models when the phase began.
    pub at_start: u32,
    /// Wounds in this phase, before saves, as far as suppression hangs on them.
    pub wounds: u32,
    /// Models, from the front, that wait for the firefight.
    pub waiting: u32,
    /// How far its models may come up to strike in this melee phase, q.
    pub coming_up: i32,
    /// Has lost a model in this phase.
    pub hurt: bool,
    /// What doctrines do for it in this phase.
    pub boosts: Boosts,
    /// Its doctrines that have been tried on it in this phase, one bit each; those that its leader confers, by him.
    pub tried: u8,
    /// Its leader has tried one in this phase.
    pub attempted: bool,
    /// Has shot in this phase, or lies down for those behind.
    pub spent: bool,
}

impl OnTable for Fielded {
    #[inline]
    fn strength(&self) -> u32 {
        self.figures
    }

    #[inline]
    fn at(&self) -> Point {
        self.at
    }

    #[inline]
    fn has_moved(&self) -> bool {
        !self.sheltered
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
        self.shoots(fielded.figures)
    }

    fn fielded(&self, _side: Side, at: Point) -> Fielded {
        Fielded {
            figures: self.figures,
            at,
            suppressed: 0,
            cowering: self.cowering,
            moved: false,
            doubled: false,
            sheltered: self.start_cover != Cover::None,
            stuck: false,
            led: self.has_special_leader(),
            fired: false,
            locked: 0,
            at_start: self.figures,
            wounds: 0,
            waiting: 0,
            coming_up: i32::MAX,
            hurt: false,
            boosts: Boosts::default(),
            tried: 0,
            attempted: false,
            spent: false,
        }
    }
}

impl Field {
    /// Forgets what counts in one phase alone.
    pub(super) fn begin_phase(&mut self) {
        for unit in self.units.iter_mut().flatten() {
            unit.at_start = unit.figures;
            (unit.wounds, unit.hurt, unit.spent) = (0, false, false);
            (unit.waiting, unit.coming_up) = (0, i32::MAX);
            (unit.boosts, unit.tried, unit.attempted) = (Boosts::default(), 0, false);
        }
    }

    /// Puts two units into contact: nobody lies low in melee.
    pub(super) fn lock(&mut self, side: Side, unit: usize, enemy: usize) {
        for (side, unit, other) in [(side, unit, enemy), (side.foe(), enemy, unit)] {
            let fielded = self.unit_mut(side, unit);
            fielded.locked |= 1 << other;
            fielded.cowering = false;
        }
    }

    /// Ends all contacts of a unit.
    pub(super) fn release(&mut self, side: Side, unit: usize) {
        let locked = std::mem::take(&mut self.unit_mut(side, unit).locked);
        for enemy in members(locked) {
            self.unit_mut(side.foe(), enemy).locked &= !(1 << unit);
        }
    }

    /// Takes models off a unit; returns how many. A unit that is gone lets go of its enemies.
    pub(super) fn take_off(&mut self, side: Side, unit: usize, figures: u32, cause: Cause) -> u32 {
        let fielded = self.unit_mut(side, unit);
        let fallen = figures.min(fielded.figures);
        if fallen == 0 {
            return 0;
        }
        fielded.figures -= fallen;
        fielded.hurt = true;
        let gone = fielded.figures == 0;
        self.lost[side.index()][cause as usize] += fallen;
        if gone {
            self.standing[side.index()] -= 1;
            self.release(side, unit);
        }
        fallen
    }

    /// All units of a side that hang together in melee with one, and their enemies: `[side, its foe]`, one bit each.
    pub(super) fn melee_around(&self, side: Side, unit: usize) -> [u64; 2] {
        let mut masks = [1u64 << unit, 0];
        loop {
            let foes = members(masks[0]).fold(masks[1], |mask, at| mask | self.unit(side, at).locked);
            let friends = members(foes).fold(masks[0], |mask, at| mask | self.unit(side.foe(), at).locked);
            if [friends, foes] == masks {
                return masks;
            }
            masks = [friends, foes];
        }
    }
}
