//! A duel behind the door: both seatings of a small game compiled, played, told or solved. It serves every rule set; what a
//! rule set supplies is a [`Duel`].

use std::ops::Range;
use std::sync::OnceLock;

use muster_dice::{AnyDice, CellKey, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Side, Tally};

use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{CauseLog, Event, Log as _, StoryLog};
use crate::mirrored::Mirrored;
use crate::orders::Policy;
use crate::play::{by_force, hurry, play, play_on};
use crate::process::Process;
use crate::ruleset::{DiceKind, Matchup, Respawns, Story, Unsolvable};
use crate::solve::solve;
use crate::walk::{Stop, Walk};

/// Outcomes of dice up to which a game is compiled to a chain before it is sampled: about a tenth of a second's work.
const MOST_WALKED: u64 = 2_000_000;

/// How a rule set tells events, by the unit names of side A and side B.
pub type Telling = fn(&[Event], &[Vec<String>; 2]) -> Vec<String>;

/// What a rule set supplies for its duels, beside the mechanics themselves.
pub trait Duel: Process + Send + Sync + Sized {
    /// How its games are told.
    const TELLING: Telling;

    /// Neither unit could ever take a figure of the other.
    fn is_harmless(&self) -> bool;

    /// Hash of everything that the games of both seatings depend on, seed and numbers apart.
    fn fingerprint(seatings: &[Self; 2]) -> Fingerprint;
}

/// Who meets in a duel: what the order of a pair, and so its dice, hang on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duelist {
    /// Id of the unit.
    pub id: String,
    /// Figures, where they are not those of the data.
    pub figures: Option<u32>,
    /// How it plays.
    pub policy: Policy,
    /// How often it comes back.
    pub respawns: Respawns,
    /// Name for people.
    pub name: String,
}

impl Duelist {
    /// A unit as the data has it keeps the dice that it always had.
    fn told_apart(&self) -> String {
        match self.figures {
            Some(figures) => format!("{} x {figures}", self.id),
            None => self.id.clone(),
        }
    }
}

/// Two units and both ways to seat them.
pub struct Seated<D: Duel> {
    /// The first unit as side A, the second as side A.
    seatings: [D; 2],
    /// What the dice of its games are drawn by.
    key: CellKey,
    /// The same of the ids alone: a unit with a figure more sees the same keyed dice.
    keyed: CellKey,
    names: [String; 2],
    /// Two equal units, equally played: seating 1 of a game is seating 0 seen from the other chair.
    mirror: bool,
    walks: OnceLock<Option<[Walk<D::State>; 2]>>,
}

impl<D: Duel> Seated<D> {
    /// Compiles a duel; `compile` makes it with these of the two as side A and side B. A pair is always compiled in the order
    /// of its duelists, so that (A, B) and (B, A) share every die.
    pub fn pair<'m>(duelists: &[Duelist; 2], compile: impl Fn([usize; 2]) -> D) -> Box<dyn Matchup + 'm>
    where
        D: 'm,
    {
        let exchanged = duelists[0] > duelists[1];
        let order = if exchanged { [1, 0] } else { [0, 1] };
        let ordered = order.map(|at: usize| &duelists[at]);
        let ids = ordered.map(Duelist::told_apart);
        let seated = Seated {
            seatings: [compile(order), compile([order[1], order[0]])],
            key: CellKey::of(&["duel", &ids[0], &ids[1]]),
            keyed: CellKey::of(&["duel", &ordered[0].id, &ordered[1].id]),
            names: ordered.map(|duelist| duelist.name.clone()),
            mirror: ordered[0] == ordered[1],
            walks: OnceLock::new(),
        };
        if exchanged { Box::new(Mirrored(Box::new(seated))) } else { Box::new(seated) }
    }

    fn stream(&self, seed: Seed, game: u64) -> (usize, Stream) {
        let seating = usize::from(game % 2 == 1);
        let drawn = if self.mirror { game - game % 2 } else { game };
        (seating, Stream::of_game(seed, self.key, drawn))
    }

    /// Both seatings as chains, made when the first game is played; `None` where they would be too large.
    fn walks(&self) -> Option<&[Walk<D::State>; 2]> {
        let made = || {
            // A guess well above the limit is believed: compiling only to give up is wasted.
            let [first, second] = &self.seatings;
            if first.walk_cost() > 4.0 * MOST_WALKED as f64 {
                return None;
            }
            Some([Walk::compile(first, MOST_WALKED)?, Walk::compile(second, MOST_WALKED)?])
        };
        self.walks.get_or_init(made).as_ref()
    }

    /// Games by tables, each along its chain, then quickly on from where that ends. Hands them over in no order that means
    /// anything: number, seating, end.
    fn quick(&self, seed: Seed, games: Range<u64>, mut ended: impl FnMut(u64, usize, &GameEnd)) {
        let walks = self.walks();
        for seating in 0..2 {
            let of_seating = games.clone().filter(|game| usize::from(game % 2 == 1) == seating);
            let started = of_seating.map(|game| (game, TableDice::from_stream(self.stream(seed, game).1)));
            let finish = |game, mut dice, stop| ended(game, seating, &self.finish(seating, &mut dice, stop));
            match walks {
                Some(walks) => walks[seating].play(started, finish),
                None => {
                    let opening = Stop::Left(self.seatings[seating].opening(), 1, [[0; 3]; 2]);
                    let mut finish = finish;
                    started.for_each(|(game, dice)| finish(game, dice, opening));
                }
            }
        }
    }

    /// How a game ends that has come so far along its chain.
    fn finish(&self, seating: usize, dice: &mut TableDice, stop: Stop<D::State>) -> GameEnd {
        let process = &self.seatings[seating];
        match stop {
            Stop::Ended(end) => by_force(end.winner, end.ending, end.turns, end.left, end.lost, seating),
            Stop::Left(state, turn, lost) => {
                let mut log = CauseLog { lost };
                let (state, ending, turns) = hurry(process, state, turn, dice, &mut log);
                by_force(process.winner(&state), ending, turns, process.left(&state), log.lost, seating)
            }
        }
    }

    fn game(&self, seating: usize, dice: &mut AnyDice) -> GameEnd {
        let process = &self.seatings[seating];
        let mut log = StoryLog::counting();
        let (state, ending, turns) = play(process, dice, &mut log);
        by_force(process.winner(&state), ending, turns, process.left(&state), log.lost, seating)
    }
}

impl<D: Duel> Matchup for Seated<D> {
    fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    fn start(&self) -> [u32; 2] {
        self.seatings[0].left(&self.seatings[0].opening())
    }

    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally {
        let tally = Tally::new(self.start());
        let mut tally = if joint { tally.with_joint() } else { tally };
        match dice {
            DiceKind::Tables => self.quick(seed, games, |game, seating, end| tally.count(game, seating, end)),
            DiceKind::Plain => {
                for game in games {
                    let (seating, stream) = self.stream(seed, game);
                    let end = self.game(seating, &mut AnyDice::Plain(PlainDice::from_stream(stream)));
                    tally.count(game, seating, &end);
                }
            }
        }
        tally
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        let mut dice = AnyDice::Keyed(KeyedDice::new(seed, self.keyed));
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
        Some(D::fingerprint(&self.seatings))
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let (seating, stream) = self.stream(seed, game);
        let process = &self.seatings[seating];
        let mut dice = TableDice::from_stream(stream);
        let walks = self.walks();
        let (mut log, onward) = match walks {
            Some(walks) => {
                // The throws within a step have no part in the result: they come from a stream of their own.
                let detail = Stream::of_game(seed, CellKey::of(&["detail"]), game);
                walks[seating].tell(process, &mut dice, &mut TableDice::from_stream(detail))
            }
            None => {
                let mut log = StoryLog::telling();
                log.tell(Event::Turn { number: 1, first: Side::A });
                (log, Some((process.opening(), 1)))
            }
        };
        if let Some((state, turn)) = onward {
            play_on(process, state, turn, &mut AnyDice::Tables(dice), &mut log);
        }
        let (mut dice, stop) = match walks {
            Some(walks) => walks[seating].play_one(TableDice::from_stream(stream)),
            None => (TableDice::from_stream(stream), Stop::Left(process.opening(), 1, [[0; 3]; 2])),
        };
        let end = self.finish(seating, &mut dice, stop);
        let names = [seating, 1 - seating].map(|force| vec![self.names[force].clone()]);
        Story { lines: D::TELLING(&log.events, &names), end, seating }
    }

    fn exact_cost(&self) -> Option<f64> {
        Some(self.seatings.iter().map(Process::exact_cost).sum())
    }

    fn solve(&self, budget: u64) -> Result<OutcomeDistribution, Unsolvable> {
        let first = solve(&self.seatings[0], budget).map_err(Unsolvable::TooLarge)?;
        // Two equal units, equally played: the second seating is the first seen from the other chair.
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
        self.seatings[0].is_harmless()
    }
}
