//! A battle behind the door: both forces compiled for every condition, played or told.

use std::ops::Range;

use muster_dice::{AnyDice, CellKey, Dice, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Side, Tally};

use super::field::Field;
use super::step::Battle;
use super::supplied::{BattleRules, BattleUnit, FieldOf, ForceOf};
use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{Log, NoLog, StoryLog};
use crate::mirrored::Mirrored;
use crate::orders::Plan;
use crate::play::by_force;
use crate::recorded::PlayedGame;
use crate::ruleset::{BattleSpec, DiceKind, Matchup, Respawns, Story, Unsolvable};
use crate::table::{Conditions, Going, LimitRule};

/// Who meets in a battle: what the order of a pair, and so its dice, hang on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contender {
    /// Id of the box, or what a force put together in memory is made of.
    pub id: String,
    /// How it plays.
    pub plan: Plan,
    /// How often its units come back.
    pub respawns: Respawns,
    /// Name for people.
    pub name: String,
}

/// Two forces under one condition: the forces and the openings of both seatings.
pub struct Ground<R: BattleRules> {
    /// The condition, with what was asked for in place of its own.
    pub conditions: Conditions,
    /// The forces, first and second.
    pub forces: [ForceOf<R>; 2],
    /// `[first force is side A, second force is side A]`.
    openings: [FieldOf<R>; 2],
}

/// The units that meet on some grounds.
pub(crate) fn units_on<R: BattleRules>(grounds: &[Ground<R>]) -> Vec<&R::Plan> {
    grounds.iter().flat_map(|ground| &ground.forces).flat_map(|force| &force.units).collect()
}

/// Whether nothing stands on any of the grounds.
pub(crate) fn all_open<R: BattleRules>(grounds: &[Ground<R>]) -> bool {
    grounds.iter().all(|ground| ground.conditions.table.is_open())
}

/// Blanks what no ground asks of a mover, so that rules which differ in that alone are told to play the same games.
pub(crate) fn blank_going<R: BattleRules>(going: &mut Going, grounds: &[Ground<R>]) {
    let tables = || grounds.iter().map(|ground| &ground.conditions.table);
    if tables().all(|table| table.areas.is_empty()) {
        going.rough_divides_by = 1;
    }
    if tables().all(|table| table.lines.is_empty()) {
        going.wall_costs = 0;
    }
}

/// Two forces on a table. Seating 0: the first is side A.
pub struct BattleMatchup<'r, R: BattleRules> {
    rules: &'r R,
    names: [String; 2],
    plans: [Plan; 2],
    grounds: Vec<Ground<R>>,
    key: CellKey,
    /// A force against itself, equally played: seating 1 of a game is seating 0 seen from the other chair.
    mirror: bool,
}

impl<'r, R: BattleRules> BattleMatchup<'r, R> {
    /// Compiles a battle on each of the conditions; a mix repeats one as often as it weighs. `force` makes the first of the
    /// two ready against the second. A pair is always compiled in the order of its contenders, so that (A, B) and (B, A)
    /// share every die.
    pub fn pair(
        rules: &'r R,
        contenders: &[Contender; 2],
        spec: &BattleSpec,
        conditions: &[&Conditions],
        force: impl Fn([usize; 2], &Conditions) -> ForceOf<R>,
    ) -> Box<dyn Matchup + 'r> {
        let exchanged = contenders[0] > contenders[1];
        let order = if exchanged { [1, 0] } else { [0, 1] };
        let ground = |conditions: &&Conditions| {
            let mut conditions = (*conditions).clone();
            conditions.turns = spec.max_turns.unwrap_or(conditions.turns);
            if spec.limit_is_draw {
                conditions.ending.limit = LimitRule::Draw;
            }
            let forces = [force(order, &conditions), force([order[1], order[0]], &conditions)];
            let openings =
                [Field::opening([&forces[0], &forces[1]]), Field::opening([&forces[1], &forces[0]])];
            Ground { conditions, forces, openings }
        };
        let [first, second] = order.map(|at: usize| &contenders[at]);
        let matchup = BattleMatchup {
            rules,
            names: [first, second].map(|contender| contender.name.clone()),
            plans: [first.plan, second.plan],
            grounds: conditions.iter().map(ground).collect(),
            key: CellKey::of(&["battle", &first.id, &second.id, &spec.conditions]),
            mirror: first == second,
        };
        if exchanged { Box::new(Mirrored(Box::new(matchup))) } else { Box::new(matchup) }
    }

    /// Seating, ground and the game whose luck is drawn. Both seatings of a pair of games are played on the same ground.
    fn seat(&self, game: u64) -> (usize, usize, u64) {
        let seating = usize::from(game % 2 == 1);
        let ground = (game / 2 % self.grounds.len().max(1) as u64) as usize;
        (seating, ground, if self.mirror { game - game % 2 } else { game })
    }

    /// One field a ground and seating, laid out again for each game: nothing is allocated in the loop.
    fn fields(&self) -> Vec<[FieldOf<R>; 2]> {
        self.grounds.iter().map(|ground| ground.openings.clone()).collect()
    }

    /// Plays the games of these numbers in order and tells each with its seating. Not generic in `ended`, so that it is compiled once.
    fn each(
        &self,
        seed: Seed,
        games: Range<u64>,
        dice: DiceKind,
        ended: &mut dyn FnMut(u64, usize, &GameEnd),
    ) {
        let mut fields = self.fields();
        for number in games {
            let (seating, at, drawn) = self.seat(number);
            let stream = Stream::of_game(seed, self.key, drawn);
            let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
            field.reset(&ground.openings[seating]);
            let end = match dice {
                DiceKind::Tables => {
                    self.play_one(ground, seating, field, &mut TableDice::from_stream(stream), &mut NoLog)
                }
                DiceKind::Plain => {
                    let mut dice = AnyDice::Plain(PlainDice::from_stream(stream));
                    self.play_one(ground, seating, field, &mut dice, &mut StoryLog::counting())
                }
            };
            ended(number, seating, &end);
        }
    }

    fn play_one<D: Dice, L: Log>(
        &self,
        ground: &Ground<R>,
        seating: usize,
        field: &mut FieldOf<R>,
        dice: &mut D,
        log: &mut L,
    ) -> GameEnd {
        let order = [seating, 1 - seating];
        let battle = Battle {
            rules: self.rules,
            conditions: &ground.conditions,
            forces: order.map(|force| &ground.forces[force]),
            plans: order.map(|force| self.plans[force]),
        };
        let (verdict, turns) = battle.play(field, dice, log);
        let left = Side::BOTH.map(|side| battle.figures_left(field, side));
        by_force(verdict.winner, verdict.ending, turns, left, field.lost, seating)
    }
}

impl<R: BattleRules> Matchup for BattleMatchup<'_, R> {
    fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    fn start(&self) -> [u32; 2] {
        self.grounds.first().map_or([0; 2], |ground| [0, 1].map(|at: usize| ground.forces[at].figures()))
    }

    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally {
        let tally = Tally::new(self.start());
        let mut tally = if joint { tally.with_joint() } else { tally };
        self.each(seed, games, dice, &mut |game, seating, end| tally.count(game, seating, end));
        tally
    }

    fn play_each(&self, seed: Seed, games: Range<u64>) -> Vec<PlayedGame> {
        let mut played = Vec::new();
        self.each(seed, games, DiceKind::Tables, &mut |number, seating, end| {
            played.push(PlayedGame { number, seating, end: *end });
        });
        played
    }

    fn conditions(&self, game: u64) -> Option<&str> {
        let (_, at, _) = self.seat(game);
        self.grounds.get(at).map(|ground| ground.conditions.id.as_str())
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        let mut fields = self.fields();
        let mut dice = AnyDice::Keyed(KeyedDice::new(seed, self.key));
        let together = self.mirror || luck == Luck::Swapped;
        games
            .map(|number| {
                let (seating, at, _) = self.seat(number);
                let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
                field.reset(&ground.openings[seating]);
                dice.start(if together { number - number % 2 } else { number });
                let end = self.play_one(ground, seating, field, &mut dice, &mut StoryLog::counting());
                KeyedGame { end, trace: dice.trace() }
            })
            .collect()
    }

    fn activations(&self, seed: Seed, games: Range<u64>) -> Option<u64> {
        let mut fields = self.fields();
        let mut log = StoryLog::counting();
        for number in games {
            let (seating, at, drawn) = self.seat(number);
            let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
            field.reset(&ground.openings[seating]);
            let mut dice = AnyDice::Tables(TableDice::from_stream(Stream::of_game(seed, self.key, drawn)));
            self.play_one(ground, seating, field, &mut dice, &mut log);
        }
        Some(log.activations)
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        Some(self.rules.fingerprint(self.plans, &self.grounds))
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let (seating, at, drawn) = self.seat(game);
        let ground = &self.grounds[at];
        let mut field = ground.openings[seating].clone();
        let mut log = StoryLog::telling();
        let mut dice = AnyDice::Tables(TableDice::from_stream(Stream::of_game(seed, self.key, drawn)));
        let end = self.play_one(ground, seating, &mut field, &mut dice, &mut log);
        let names = [seating, 1 - seating].map(|force| {
            ground.forces[force].units.iter().map(|unit| unit.name().to_owned()).collect::<Vec<_>>()
        });
        let mut lines = vec![format!("Conditions: {}.", ground.conditions.name)];
        lines.extend(R::TELLING(&log.events, &names));
        Story { lines, end, seating }
    }

    fn exact_cost(&self) -> Option<f64> {
        None
    }

    fn solve(&self, _budget: u64) -> Result<OutcomeDistribution, Unsolvable> {
        Err(Unsolvable::Sampled)
    }

    fn is_mirror(&self) -> bool {
        self.mirror
    }

    fn harmless(&self) -> bool {
        self.grounds.iter().all(|ground| ground.forces.iter().all(ForceOf::<R>::is_harmless))
    }
}
