//! What is to be played: cells that can be compiled one by one, when they are needed, so that memory does not grow with
//! their number.

use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DuelSpec, Game, Matchup, Refusal};

/// Cells to be answered.
pub trait Schedule: Sync {
    /// How many.
    fn cells(&self) -> usize;

    /// Compiles a cell.
    ///
    /// # Errors
    /// When the game refuses it.
    fn compile(&self, cell: usize) -> Result<Box<dyn Matchup + '_>, Refusal>;
}

/// How two forces of a round robin meet.
#[derive(Clone, Debug)]
pub enum Meeting {
    /// Units in duels.
    Duels(DuelSpec),
    /// Boxes in battles.
    Battles(BattleSpec),
}

/// Every unordered pair of forces, the diagonal included: (0,0), (0,1), …, (1,1), ….
pub struct RoundRobin<'g> {
    game: &'g dyn Game,
    ids: Vec<String>,
    meeting: Meeting,
    pairs: Vec<(usize, usize)>,
}

impl<'g> RoundRobin<'g> {
    /// All pairs of these ids.
    pub fn new(game: &'g dyn Game, ids: Vec<String>, meeting: Meeting) -> RoundRobin<'g> {
        let pairs =
            (0..ids.len()).flat_map(|row| (row..ids.len()).map(move |column| (row, column))).collect();
        RoundRobin { game, ids, meeting, pairs }
    }

    /// Only some pairs of these ids, such as one force against all others: indices of row and column, each below the
    /// number of ids.
    pub fn of_pairs(
        game: &'g dyn Game,
        ids: Vec<String>,
        meeting: Meeting,
        pairs: Vec<(usize, usize)>,
    ) -> RoundRobin<'g> {
        RoundRobin { game, ids, meeting, pairs }
    }

    /// Row and column of a cell.
    pub fn pair(&self, cell: usize) -> (usize, usize) {
        self.pairs[cell]
    }
}

impl Schedule for RoundRobin<'_> {
    fn cells(&self) -> usize {
        self.pairs.len()
    }

    fn compile(&self, cell: usize) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let (row, column) = self.pairs[cell];
        let (first, second) = (&self.ids[row], &self.ids[column]);
        match &self.meeting {
            Meeting::Duels(spec) => self.game.duel(first, second, spec),
            Meeting::Battles(spec) => self.game.battle(first, second, spec),
        }
    }
}

/// Every pair of a round robin of battles under every pair of plans: the cells of one pair lie together, the first
/// force's plan varying slowest.
pub struct PlanPairs<'g> {
    robin: RoundRobin<'g>,
    spec: BattleSpec,
}

impl<'g> PlanPairs<'g> {
    /// Plan pairs a cell of the round robin has.
    pub const PER_CELL: usize = Plan::ALL.len() * Plan::ALL.len();

    /// All pairs of these boxes under all pairs of plans.
    pub fn new(game: &'g dyn Game, ids: Vec<String>, spec: BattleSpec) -> PlanPairs<'g> {
        PlanPairs { robin: RoundRobin::new(game, ids, Meeting::Battles(spec.clone())), spec }
    }

    /// Only some pairs of these boxes, see [`RoundRobin::of_pairs`].
    pub fn of_pairs(
        game: &'g dyn Game,
        ids: Vec<String>,
        spec: BattleSpec,
        pairs: Vec<(usize, usize)>,
    ) -> PlanPairs<'g> {
        PlanPairs { robin: RoundRobin::of_pairs(game, ids, Meeting::Battles(spec.clone()), pairs), spec }
    }

    /// Plans of both forces of a cell.
    pub fn plans(cell: usize) -> [Plan; 2] {
        let at = cell % Self::PER_CELL;
        [Plan::ALL[at / Plan::ALL.len()], Plan::ALL[at % Plan::ALL.len()]]
    }

    /// The round robin behind it.
    pub fn robin(&self) -> &RoundRobin<'g> {
        &self.robin
    }
}

impl Schedule for PlanPairs<'_> {
    fn cells(&self) -> usize {
        self.robin.cells() * Self::PER_CELL
    }

    fn compile(&self, cell: usize) -> Result<Box<dyn Matchup + '_>, Refusal> {
        let (row, column) = self.robin.pair(cell / Self::PER_CELL);
        let spec = BattleSpec { plans: Self::plans(cell), ..self.spec.clone() };
        self.robin.game.battle(&self.robin.ids[row], &self.robin.ids[column], &spec)
    }
}
