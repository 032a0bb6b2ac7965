//! The laws of a pack, each made once, when it is first asked for.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use muster_dice::Die;
use rustc_hash::FxHashMap;

use super::aftermath::{Aftercare, Aftermath};
use super::confidence::{Exceed, Initiative, LeaderLoss, NewLeader, TestRoll};
use super::melee::{Contest, MeleeRound};
use super::missile::{Shot, ShotRoll};
use super::numbers::Numbers;
use super::rulings::Rulings;
use crate::kept::Kept;

/// Targets and casualties beyond this are all alike: no die shows more.
const MOST: u32 = 128;

/// Tells books apart.
static BOOKS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// See [`Means`].
    static MEANS: RefCell<Means> = RefCell::default();

    /// The contest that this thread asked for last, of which book: exact answers ask for one some thousand times running.
    static LAST: RefCell<Option<(u64, Contest, Arc<MeleeRound>)>> = const { RefCell::new(None) };
}

/// What one thread has asked one book to weigh: battles weigh every enemy for every unit, and need neither lock nor count for it.
#[derive(Default)]
struct Means {
    book: u64,
    contests: FxHashMap<Contest, [f64; 2]>,
    shots: FxHashMap<Shot, f64>,
}

impl Means {
    /// Those of a book; another book's are dropped.
    fn of(&mut self, book: u64) -> &mut Means {
        if self.book != book {
            *self = Means { book, ..Means::default() };
        }
        self
    }
}

/// All laws.
#[derive(Debug)]
pub struct LawBook {
    number: u64,
    rulings: Rulings,
    contests: Kept<Contest, MeleeRound>,
    shots: Kept<Shot, ShotRoll>,
    aftermaths: Kept<Aftercare, Aftermath>,
    /// By sides of the die, then by target.
    tests: Vec<(Die, Vec<TestRoll>)>,
    exceeds: Vec<(Die, Vec<Exceed>)>,
    losses: Vec<(Die, Vec<LeaderLoss>)>,
    /// The value of a new leader.
    pub new_leader: NewLeader,
    /// Who begins.
    pub initiative: Initiative,
}

/// The row of a die; dice that no row was made for do not occur.
fn row<T>(rows: &[(Die, Vec<T>)], die: Die, at: u32) -> &T {
    let row = rows.iter().find(|(known, _)| *known == die).map_or(&rows[0].1, |(_, row)| row);
    &row[(at as usize).min(row.len() - 1)]
}

impl LawBook {
    /// The laws of a pack.
    pub fn new(numbers: &Numbers, rulings: &Rulings) -> LawBook {
        let qualities: Vec<Die> = numbers.dice_of_quality();
        let target = |at: u32| i32::try_from(at).unwrap_or(i32::MAX);
        let each = |die: Die| (0..=MOST).map(move |at| (die, at));
        LawBook {
            number: BOOKS.fetch_add(1, Ordering::Relaxed),
            rulings: *rulings,
            contests: Kept::new(),
            shots: Kept::new(),
            aftermaths: Kept::new(),
            tests: qualities
                .iter()
                .map(|die| (*die, each(*die).map(|(die, at)| TestRoll::new(die, target(at))).collect()))
                .collect(),
            exceeds: qualities
                .iter()
                .map(|die| (*die, each(*die).map(|(die, at)| Exceed::new(die, target(at))).collect()))
                .collect(),
            losses: numbers
                .ladder
                .iter()
                .map(|die| (*die, each(*die).map(|(die, at)| LeaderLoss::new(die, at)).collect()))
                .collect(),
            new_leader: NewLeader::new(numbers.leader),
            initiative: Initiative::new(numbers.initiative_die),
        }
    }

    /// A round of melee.
    pub fn melee(&self, contest: Contest) -> Arc<MeleeRound> {
        LAST.with_borrow_mut(|last| {
            if let Some((number, known, round)) = last
                && *number == self.number
                && *known == contest
            {
                return Arc::clone(round);
            }
            let round = self.contests.get(contest, |_| MeleeRound::new(contest, &self.rulings));
            *last = Some((self.number, contest, Arc::clone(&round)));
            round
        })
    }

    /// Mean casualties of both sides of a round, for who only wants to weigh it.
    pub fn melee_mean(&self, contest: Contest) -> [f64; 2] {
        MEANS.with_borrow_mut(|means| {
            let known = means.of(self.number);
            *known.contests.entry(contest).or_insert_with(|| self.melee(contest).mean)
        })
    }

    /// Mean casualties of a shot.
    pub fn shot_mean(&self, shot: Shot) -> f64 {
        MEANS.with_borrow_mut(|means| {
            let known = means.of(self.number);
            *known.shots.entry(shot).or_insert_with(|| self.shot(shot).mean)
        })
    }

    /// A shot.
    pub fn shot(&self, shot: Shot) -> Arc<ShotRoll> {
        self.shots.get(shot, |_| ShotRoll::new(shot))
    }

    /// What a round of melee leaves a unit to throw for.
    pub fn aftermath(&self, care: Aftercare) -> Arc<Aftermath> {
        self.aftermaths.get(care, |_| Aftermath::new(care, self.new_leader.clone()))
    }

    /// A confidence test; a target below 0 is 0.
    pub fn test(&self, die: Die, target: i32) -> &TestRoll {
        row(&self.tests, die, u32::try_from(target).unwrap_or(0))
    }

    /// A roll that must show more than a number; one below 0 is 0.
    pub fn exceed(&self, die: Die, target: i32) -> &Exceed {
        row(&self.exceeds, die, u32::try_from(target).unwrap_or(0))
    }

    /// Whether the leader is among the fallen.
    pub fn leader_lost(&self, die: Die, casualties: u32) -> &LeaderLoss {
        row(&self.losses, die, casualties)
    }
}
