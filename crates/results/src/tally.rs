//! Counts of played games. Integers only: merging is addition and does not depend on order, threads or batches.

use crate::outcome::{GameEnd, Outcome};

/// Counts of the games of one seating. Wins are always the first force's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatingTally {
    /// Games the first force won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second force won.
    pub losses: u64,
}

impl SeatingTally {
    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn merge(&mut self, other: &SeatingTally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A game worth showing: its number and the measure that made it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// Number of the game; with the run's seed it can be played again.
    pub game: u64,
    /// Turns for the longest and shortest game; for the most lopsided and closest the difference between the shares of
    /// figures left, times both forces' figures at the start.
    pub measure: u64,
}

/// The games worth showing of a cell; ties go to the lowest game number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// Most turns.
    pub longest: Option<Extreme>,
    /// Fewest turns.
    pub shortest: Option<Extreme>,
    /// Largest difference between the shares of figures that the two forces had left.
    pub most_lopsided: Option<Extreme>,
    /// Smallest such difference among decided games.
    pub closest: Option<Extreme>,
}

fn keep(slot: &mut Option<Extreme>, candidate: Extreme, larger_wins: bool) {
    let better = match slot {
        None => true,
        // Without short cuts: ties are common, and a branch on each would be guessed wrong where a better game is rare.
        Some(held) => {
            let ties = (candidate.measure == held.measure) & (candidate.game < held.game);
            let differs = candidate.measure != held.measure;
            ties | (differs & ((candidate.measure > held.measure) == larger_wins))
        }
    };
    if better {
        *slot = Some(candidate);
    }
}

impl Extremes {
    /// Numbers of the longest, shortest, most lopsided and closest game.
    pub fn games(&self) -> [Option<u64>; 4] {
        [self.longest, self.shortest, self.most_lopsided, self.closest]
            .map(|extreme| extreme.map(|found| found.game))
    }

    fn count(&mut self, game: u64, end: &GameEnd, start: [u32; 2]) {
        let turns = Extreme { game, measure: u64::from(end.turns) };
        keep(&mut self.longest, turns, true);
        keep(&mut self.shortest, turns, false);
        // Shares left, brought to one denominator: no division where every game passes.
        let share = |force: usize| u64::from(end.left[force]) * u64::from(start[1 - force]);
        let spread = Extreme { game, measure: share(0).abs_diff(share(1)) };
        keep(&mut self.most_lopsided, spread, true);
        if end.outcome != Outcome::Draw {
            keep(&mut self.closest, spread, false);
        }
    }

    fn merge(&mut self, other: &Extremes) {
        let both = |mine: &mut Option<Extreme>, theirs: Option<Extreme>, larger: bool| {
            if let Some(candidate) = theirs {
                keep(mine, candidate, larger);
            }
        };
        both(&mut self.longest, other.longest, true);
        both(&mut self.shortest, other.shortest, false);
        both(&mut self.most_lopsided, other.most_lopsided, true);
        both(&mut self.closest, other.closest, false);
    }
}

/// Counts over (figures left of the first force, figures left of the second force).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    columns: usize,
    counts: Vec<u64>,
}

impl Joint {
    fn new(start: [u32; 2]) -> Joint {
        let columns = start[1] as usize + 1;
        Joint { columns, counts: vec![0; (start[0] as usize + 1) * columns] }
    }

    fn transposed(&self) -> Joint {
        let rows = self.counts.len() / self.columns;
        let counts =
            (0..self.counts.len()).map(|at| self.counts[at % rows * self.columns + at / rows]).collect();
        Joint { columns: rows, counts }
    }

    /// Every pair that was seen, in increasing order, with its count.
    pub fn iter(&self) -> impl Iterator<Item = ([u32; 2], u64)> + '_ {
        let columns = self.columns;
        self.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(move |(at, count)| {
            let pair = [at / columns, at % columns].map(|left| u32::try_from(left).unwrap_or(u32::MAX));
            (pair, *count)
        })
    }
}

/// All that is remembered of the played games of one match-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Figures of both forces at the start.
    pub start: [u32; 2],
    /// `[first force is side A, second force is side A]`.
    pub seatings: [SeatingTally; 2],
    /// Figures lost, summed over games, by force and by [`crate::Cause`].
    pub lost: [[u64; 3]; 2],
    /// Games by figures left, one histogram a force: index = figures left.
    pub left: [Vec<u64>; 2],
    /// Turns, summed over games.
    pub turns: u64,
    /// Games by turns begun: index = turns; as long as the longest game.
    pub by_turns: Vec<u64>,
    /// Games by [`crate::Ending`].
    pub endings: [u64; 4],
    /// The games worth showing.
    pub extremes: Extremes,
    /// Counts of both forces' figures left together, when asked for.
    pub joint: Option<Joint>,
    /// Both forces are one and the same and play alike, so that each seating is the other seen from its chair.
    pub mirror: bool,
}

impl Tally {
    /// An empty tally of two forces that start with these figures.
    pub fn new(start: [u32; 2]) -> Tally {
        Tally {
            start,
            seatings: [SeatingTally::default(); 2],
            lost: [[0; 3]; 2],
            left: start.map(|figures| vec![0; figures as usize + 1]),
            turns: 0,
            by_turns: Vec::new(),
            endings: [0; 4],
            extremes: Extremes::default(),
            joint: None,
            mirror: false,
        }
    }

    /// The same of a force against itself, or not: see [`Tally::mirror`].
    #[must_use]
    pub fn of_mirror(self, mirror: bool) -> Tally {
        Tally { mirror, ..self }
    }

    /// The same, counting also how many figures both forces have left together.
    #[must_use]
    pub fn with_joint(mut self) -> Tally {
        self.joint = Some(Joint::new(self.start));
        self
    }

    /// Counts one game. `seating` is 0 when the first force sat as side A, 1 when the second did.
    pub fn count(&mut self, game: u64, seating: usize, end: &GameEnd) {
        let seat = &mut self.seatings[seating];
        match end.outcome {
            Outcome::Win => seat.wins += 1,
            Outcome::Draw => seat.draws += 1,
            Outcome::Loss => seat.losses += 1,
        }
        for force in 0..2 {
            for (sum, lost) in self.lost[force].iter_mut().zip(end.lost[force]) {
                *sum += u64::from(lost);
            }
            self.left[force][end.left[force] as usize] += 1;
        }
        self.turns += u64::from(end.turns);
        let turns = end.turns as usize;
        if turns >= self.by_turns.len() {
            self.by_turns.resize(turns + 1, 0);
        }
        self.by_turns[turns] += 1;
        self.endings[end.ending as usize] += 1;
        self.extremes.count(game, end, self.start);
        if let Some(joint) = &mut self.joint {
            joint.counts[end.left[0] as usize * joint.columns + end.left[1] as usize] += 1;
        }
    }

    /// Difference between the shares of figures left in a lopsided or close game, 0 to 1.
    pub fn apart(&self, extreme: Extreme) -> f64 {
        extreme.measure as f64 / (f64::from(self.start[0].max(1)) * f64::from(self.start[1].max(1)))
    }

    /// Adds another tally of the same match-up.
    pub fn merge(&mut self, other: &Tally) {
        for (mine, theirs) in self.seatings.iter_mut().zip(&other.seatings) {
            mine.merge(theirs);
        }
        for force in 0..2 {
            for (sum, more) in self.lost[force].iter_mut().zip(other.lost[force]) {
                *sum += more;
            }
            for (sum, more) in self.left[force].iter_mut().zip(&other.left[force]) {
                *sum += more;
            }
        }
        self.turns += other.turns;
        if other.by_turns.len() > self.by_turns.len() {
            self.by_turns.resize(other.by_turns.len(), 0);
        }
        for (sum, more) in self.by_turns.iter_mut().zip(&other.by_turns) {
            *sum += more;
        }
        for (sum, more) in self.endings.iter_mut().zip(other.endings) {
            *sum += more;
        }
        self.extremes.merge(&other.extremes);
        self.mirror |= other.mirror;
        if let (Some(mine), Some(theirs)) = (&mut self.joint, &other.joint) {
            for (sum, more) in mine.counts.iter_mut().zip(&theirs.counts) {
                *sum += more;
            }
        }
    }

    /// The same games seen from the other chair: first and second exchanged.
    #[must_use]
    pub fn mirrored(mut self) -> Tally {
        self.start.reverse();
        self.seatings.reverse();
        for seat in &mut self.seatings {
            std::mem::swap(&mut seat.wins, &mut seat.losses);
        }
        self.lost.reverse();
        self.left.reverse();
        self.joint = self.joint.map(|joint| joint.transposed());
        self
    }

    /// Both seatings together.
    pub fn total(&self) -> SeatingTally {
        let mut total = self.seatings[0];
        total.merge(&self.seatings[1]);
        total
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.total().games()
    }

    /// Mean figures left of a force (0 first, 1 second), or `None` before the first game.
    pub fn mean_left(&self, force: usize) -> Option<f64> {
        let games = self.games();
        let sum: u64 = self.left[force].iter().zip(0u64..).map(|(count, left)| count * left).sum();
        (games > 0).then(|| sum as f64 / games as f64)
    }
}
