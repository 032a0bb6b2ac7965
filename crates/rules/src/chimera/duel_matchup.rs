//! A duel behind the door: both seatings compiled, played, told or solved.

use std::ops::Range;
use std::sync::OnceLock;

use muster_dice::{CellKey, Dice, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Tally};

use super::compile::Rules;
use super::duel::{DuelProcess, DuelState};
use super::plan::UnitPlan;
use super::story::tell;
use super::unit::UnitSpec;
use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{CauseLog, StoryLog};
use crate::orders::Policy;
use crate::play::{by_force, play};
use crate::process::Process as _;
use crate::ruleset::{DiceKind, DuelSpec, Matchup, Refusal, Respawns, Story, Unsolvable};
use crate::solve::solve;
use crate::walk::Walk;

/// Two units on a line. Seating 0: the first is side A.
pub struct DuelMatchup<'r> {
    seatings: [DuelProcess<'r>; 2],
    key: CellKey,
    /// Of the names alone: a unit with a figure more sees the same keyed dice.
    keyed: CellKey,
    names: [String; 2],
    /// Two equal units, equally played: seating 1 of a game is seating 0 seen from the other chair.
    mirror: bool,
    identity: [Identity; 2],
    rules: &'r Rules,
    specs: [&'r UnitSpec; 2],
    exchanged: DuelSpec,
    /// Both seatings as chains to be walked, made when the first game is played; `None` where they would be too large.
    walks: OnceLock<Option<[Walk<DuelState>; 2]>>,
}

/// Outcomes of dice up to which a duel is compiled to a chain before it is sampled: about a tenth of a second's work.
const MOST_WALKED: u64 = 2_000_000;

type Identity = (String, Option<u32>, Policy, Respawns);

/// The unit with the figures asked for; `None` when those of the data are meant.
pub(super) fn resized(
    rules: &Rules,
    spec: &UnitSpec,
    figures: Option<u32>,
) -> Result<Option<UnitSpec>, Refusal> {
    let Some(figures) = figures.filter(|figures| *figures as usize != spec.figures.len()) else {
        return Ok(None);
    };
    let resized = spec.resized(figures)?;
    let most = rules.book.max_points();
    if resized.melee_points().max(resized.fp_milli() / 1000) > most {
        return Err(Refusal {
            what: format!("\"{}\" with {figures} figures", spec.id),
            advice: format!("give fewer: a unit may have {most} melee points and {most} FP in all"),
        });
    }
    Ok(Some(resized))
}

/// Plays as the data says, unless told otherwise.
fn policy_of(spec: &UnitSpec, asked: Option<Policy>) -> Policy {
    asked.unwrap_or(if spec.fp_milli() > 0 { Policy::Advance } else { Policy::Charge })
}

fn quarters(inches: Option<f64>, default: i32, what: &str) -> Result<i16, Refusal> {
    let wanted = inches.map_or(f64::from(default), |inches| inches * super::numbers::QUARTERS);
    let most = 4000.0;
    if !(0.0..=most).contains(&wanted) || (wanted - wanted.round()).abs() > 1e-9 {
        return Err(Refusal {
            what: format!("{what} of {} inches", inches.unwrap_or_default()),
            advice: "give whole quarter inches from 0 to 1000".to_owned(),
        });
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked to lie within 0..=4000")]
    Ok(wanted.round() as i16)
}

impl<'r> DuelMatchup<'r> {
    /// Compiles a duel.
    ///
    /// # Errors
    /// A start, room, turn limit or number of figures that cannot be.
    pub fn new(
        rules: &'r Rules,
        specs: [&'r UnitSpec; 2],
        spec: &DuelSpec,
    ) -> Result<DuelMatchup<'r>, Refusal> {
        let start = quarters(spec.start, rules.numbers.duel.start, "a start")?;
        let room = quarters(spec.room, rules.numbers.duel.room, "a room")?;
        let max_turns = spec.max_turns.unwrap_or(rules.numbers.duel.max_turns);
        if max_turns == 0 {
            let advice = "give --max-turns 1 or more".to_owned();
            return Err(Refusal { what: "a duel of 0 turns".to_owned(), advice });
        }
        let respawn = &rules.numbers.respawn;
        let default = Respawns { pool: respawn.pool, figures: respawn.figures };
        let respawns = spec.respawns.map(|asked| asked.unwrap_or(default));
        let policies = [0, 1].map(|unit: usize| policy_of(specs[unit], spec.policies[unit]));
        let resized =
            [resized(rules, specs[0], spec.figures[0])?, resized(rules, specs[1], spec.figures[1])?];
        let fielded = [0, 1].map(|unit: usize| resized[unit].as_ref().unwrap_or(specs[unit]));
        let process = |order: [usize; 2]| {
            let unit = |me: usize, foe: usize| {
                let target_save = fielded[foe].figures.first().map_or(0, |figure| figure.save);
                UnitPlan::new(fielded[me], &rules.numbers, &rules.rulings, target_save)
            };
            DuelProcess {
                rules,
                units: [unit(order[0], order[1]), unit(order[1], order[0])],
                policies: order.map(|unit| policies[unit]),
                start,
                room,
                max_turns,
                pool: order.map(|unit| u8::try_from(respawns[unit].pool).unwrap_or(u8::MAX)),
                respawn_figures: order.map(|unit| respawns[unit].figures),
            }
        };
        let figures = [0, 1].map(|unit: usize| resized[unit].as_ref().and(spec.figures[unit]));
        let identity =
            [0, 1].map(|unit: usize| (specs[unit].id.clone(), figures[unit], policies[unit], respawns[unit]));
        // A unit as the data has it keeps the dice that it always had.
        let ids = [0, 1].map(|unit: usize| match figures[unit] {
            Some(figures) => format!("{} x {figures}", specs[unit].id),
            None => specs[unit].id.clone(),
        });
        let exchanged = DuelSpec {
            policies: [Some(policies[1]), Some(policies[0])],
            respawns: [Some(respawns[1]), Some(respawns[0])],
            figures: [spec.figures[1], spec.figures[0]],
            ..spec.clone()
        };
        Ok(DuelMatchup {
            seatings: [process([0, 1]), process([1, 0])],
            key: CellKey::of(&["duel", &ids[0], &ids[1]]),
            keyed: CellKey::of(&["duel", &specs[0].id, &specs[1].id]),
            names: [0, 1].map(|unit: usize| specs[unit].name.clone()),
            mirror: identity[0] == identity[1],
            identity,
            rules,
            specs,
            exchanged,
            walks: OnceLock::new(),
        })
    }

    /// Whether the two stand in the order in which every pair is compiled.
    pub fn is_canonical(&self) -> bool {
        self.identity[0] <= self.identity[1]
    }

    /// The same duel with first and second exchanged.
    #[must_use]
    pub fn exchanged(self) -> DuelMatchup<'r> {
        let specs = [self.specs[1], self.specs[0]];
        // The specification was accepted once; exchanged, it says the same.
        DuelMatchup::new(self.rules, specs, &self.exchanged).unwrap_or(self)
    }

    fn stream(&self, seed: Seed, game: u64) -> (usize, Stream) {
        let seating = usize::from(game % 2 == 1);
        let drawn = if self.mirror { game - game % 2 } else { game };
        (seating, Stream::of_game(seed, self.key, drawn))
    }

    fn walks(&self) -> Option<&[Walk<DuelState>; 2]> {
        let compile = |process: &DuelProcess<'_>| Walk::compile(process, MOST_WALKED);
        let made = || {
            // A guess well above the limit is believed: compiling only to give up is wasted.
            let [first, second] = &self.seatings;
            let hopeless = first.exact_cost() > 4.0 * MOST_WALKED as f64;
            if hopeless { None } else { Some([compile(first)?, compile(second)?]) }
        };
        self.walks.get_or_init(made).as_ref()
    }

    /// One game. A mirror match is played once for both chairs: the sides keep their dice, the forces change chairs.
    fn game<D: Dice>(&self, seating: usize, dice: &mut D) -> GameEnd {
        let process = &self.seatings[seating];
        let mut log = CauseLog::default();
        let (state, ending, turns) = play(process, dice, &mut log);
        by_force(process.winner(&state), ending, turns, process.left(&state), log.lost, seating)
    }
}

impl Matchup for DuelMatchup<'_> {
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
        let mut dice = KeyedDice::new(seed, self.keyed);
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
        Some(super::fingerprint::of_duel(&self.seatings))
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
                let end =
                    by_force(process.winner(&state), ending, turns, process.left(&state), lost, seating);
                (log, end)
            }
        };
        let names = [0, 1].map(|side: usize| vec![process.units[side].name.clone()]);
        Story { lines: tell(&log.events, &names), end, seating }
    }

    fn exact_cost(&self) -> Option<f64> {
        Some(self.seatings.iter().map(|process| process.exact_cost()).sum())
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
        let process = &self.seatings[0];
        let hurts = |me: usize, foe: usize| {
            let (unit, enemy) = (&process.units[me], &process.units[foe]);
            super::shooting::can_hurt(&self.rules.save_rules(), unit, enemy)
                || super::melee::can_hurt(&self.rules.save_rules(), unit, enemy)
        };
        !hurts(0, 1) && !hurts(1, 0)
    }
}
