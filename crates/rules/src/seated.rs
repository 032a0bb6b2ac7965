//! A match-up of two units as a small game: both seatings of a process played, told or solved. It serves every rule set
//! whose duels are a [`Process`].

use std::ops::Range;
use std::sync::OnceLock;

use muster_dice::{CellKey, Dice, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Tally};

use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{CauseLog, Event, StoryLog};
use crate::play::{by_force, play};
use crate::process::Process;
use crate::ruleset::{DiceKind, Matchup, Story, Unsolvable};
use crate::solve::solve;
use crate::walk::Walk;

/// Outcomes of dice up to which a game is compiled to a chain before it is sampled: about a tenth of a second's work.
const MOST_WALKED: u64 = 2_000_000;

/// How a rule set tells events, by the unit names of side A and side B.
pub type Telling = fn(&[Event], &[Vec<String>; 2]) -> Vec<String>;

/// Two forces and both ways to seat them.
pub struct Seated<P: Process> {
    /// The first force as side A, the second force as side A.
    pub seatings: [P; 2],
    /// What the dice of its games are drawn by.
    pub key: CellKey,
    /// Names of both forces.
    pub names: [String; 2],
    /// Two equal forces, equally played: seating 1 of a game is seating 0 seen from the other chair.
    pub mirror: bool,
    /// Neither could ever take a figure of the other.
    pub harmless: bool,
    /// How its games are told.
    pub telling: Telling,
    /// Hash of everything that its games depend on, where the rule set keeps one.
    pub fingerprint: Option<Fingerprint>,
    walks: OnceLock<Option<[Walk<P::State>; 2]>>,
}

impl<P: Process> Seated<P> {
    /// Both seatings; nothing is played yet.
    pub fn new(
        seatings: [P; 2],
        key: CellKey,
        names: [String; 2],
        mirror: bool,
        harmless: bool,
        telling: Telling,
    ) -> Seated<P> {
        Seated { seatings, key, names, mirror, harmless, telling, fingerprint: None, walks: OnceLock::new() }
    }

    fn stream(&self, seed: Seed, game: u64) -> (usize, Stream) {
        let seating = usize::from(game % 2 == 1);
        let drawn = if self.mirror { game - game % 2 } else { game };
        (seating, Stream::of_game(seed, self.key, drawn))
    }

    /// Both seatings as chains, made when the first game is played; `None` where they would be too large.
    fn walks(&self) -> Option<&[Walk<P::State>; 2]> {
        let made = || {
            // A guess well above the limit is believed: compiling only to give up is wasted.
            let [first, second] = &self.seatings;
            if first.exact_cost() > 4.0 * MOST_WALKED as f64 {
                return None;
            }
            Some([Walk::compile(first, MOST_WALKED)?, Walk::compile(second, MOST_WALKED)?])
        };
        self.walks.get_or_init(made).as_ref()
    }

    fn game<D: Dice>(&self, seating: usize, dice: &mut D) -> GameEnd {
        let process = &self.seatings[seating];
        let mut log = CauseLog::default();
        let (state, ending, turns) = play(process, dice, &mut log);
        by_force(process.winner(&state), ending, turns, process.left(&state), log.lost, seating)
    }
}

impl<P: Process + Send + Sync> Matchup for Seated<P> {
    fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    fn start(&self) -> [u32; 2] {
        self.seatings[0].left(&self.seatings[0].opening())
    }

    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally {
        let tally = Tally::new(self.start());
        let mut tally = if joint { tally.with_joint() } else { tally };
        let walks = if dice == DiceKind::Tables { self.walks() } else { None };
        for game in games {
            let (seating, stream) = self.stream(seed, game);
            let end = match (dice, walks) {
                (DiceKind::Tables, Some(walks)) => {
                    let walked = walks[seating].play(&mut TableDice::from_stream(stream));
                    by_force(walked.winner, walked.ending, walked.turns, walked.left, walked.lost, seating)
                }
                (DiceKind::Tables, None) => self.game(seating, &mut TableDice::from_stream(stream)),
                (DiceKind::Plain, _) => self.game(seating, &mut PlainDice::from_stream(stream)),
            };
            tally.count(game, seating, &end);
        }
        tally
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        let mut dice = KeyedDice::new(seed, self.key);
        let together = self.mirror || luck == Luck::Swapped;
        games
            .map(|game| {
                dice.start(if together { game - game % 2 } else { game });
                let end = self.game(usize::from(game % 2 == 1), &mut dice);
                KeyedGame { end, trace: dice.trace() }
            })
            .collect()
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        self.fingerprint
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let (seating, stream) = self.stream(seed, game);
        let process = &self.seatings[seating];
        let mut dice = TableDice::from_stream(stream);
        let (log, end) = match self.walks() {
            Some(walks) => {
                // The throws within a step have no part in the result: they come from a stream of their own.
                let detail = Stream::of_game(seed, CellKey::of(&["detail"]), game);
                let log = walks[seating].tell(process, &mut dice, &mut TableDice::from_stream(detail));
                let walked = walks[seating].play(&mut TableDice::from_stream(stream));
                (log, by_force(walked.winner, walked.ending, walked.turns, walked.left, walked.lost, seating))
            }
            None => {
                let mut log = StoryLog::default();
                let (state, ending, turns) = play(process, &mut dice, &mut log);
                let lost = log.counts.lost;
                let winner = process.winner(&state);
                (log, by_force(winner, ending, turns, process.left(&state), lost, seating))
            }
        };
        let names = [seating, 1 - seating].map(|force| vec![self.names[force].clone()]);
        Story { lines: (self.telling)(&log.events, &names), end, seating }
    }

    fn exact_cost(&self) -> Option<f64> {
        Some(self.seatings.iter().map(Process::exact_cost).sum())
    }

    fn solve(&self, budget: u64) -> Result<OutcomeDistribution, Unsolvable> {
        let first = solve(&self.seatings[0], budget).map_err(Unsolvable::TooLarge)?;
        let second = if self.mirror {
            first.clone()
        } else {
            solve(&self.seatings[1], budget).map_err(Unsolvable::TooLarge)?
        };
        Ok(OutcomeDistribution {
            start: self.start(),
            states: first.states + second.states,
            outcomes: first.outcomes + second.outcomes,
            seatings: [first.law, second.law.mirrored()],
        })
    }

    fn is_mirror(&self) -> bool {
        self.mirror
    }

    fn harmless(&self) -> bool {
        self.harmless
    }
}
