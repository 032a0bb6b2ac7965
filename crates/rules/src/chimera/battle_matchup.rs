//! A battle behind the door: both boxes compiled for every condition, played or told.

use std::ops::Range;

use muster_dice::{CellKey, Dice, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Tally};

use super::battle::{Battle, Field, Force};
use super::boxes::BoxSpec;
use super::compile::Rules;
use super::plan::UnitPlan;
use super::story::tell;
use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{Log, NoLog, StoryLog};
use crate::orders::Plan;
use crate::play::by_force;
use crate::ruleset::{BattleSpec, DiceKind, Matchup, Respawns, Story, Unsolvable};
use crate::table::{Conditions, LimitRule, deploy};

/// Two boxes under one condition: the forces and the openings of both seatings.
struct Ground {
    conditions: Conditions,
    forces: [Force; 2],
    /// `[first force is side A, second force is side A]`.
    openings: [Field; 2],
}

/// Two boxes on a table. Seating 0: the first is side A.
pub struct BattleMatchup<'r> {
    rules: &'r Rules,
    names: [String; 2],
    plans: [Plan; 2],
    grounds: Vec<Ground>,
    key: CellKey,
    /// A box against itself, equally played: seating 1 of a game is seating 0 seen from the other chair.
    mirror: bool,
}

impl<'r> BattleMatchup<'r> {
    /// Compiles a battle on each of the conditions; a mix repeats one as often as it weighs.
    pub fn new(
        rules: &'r Rules,
        boxes: [&BoxSpec; 2],
        conditions: &[&Conditions],
        spec: &BattleSpec,
    ) -> Self {
        let default = Respawns { pool: rules.numbers.respawn.pool, figures: rules.numbers.respawn.figures };
        let respawns = spec.respawns.map(|asked| asked.unwrap_or(default));
        let ground = |conditions: &&Conditions| {
            let mut conditions = (*conditions).clone();
            conditions.turns = spec.max_turns.unwrap_or(conditions.turns);
            if spec.limit_is_draw {
                conditions.ending.limit = LimitRule::Draw;
            }
            let forces =
                [0, 1].map(|at: usize| force(rules, boxes[at], boxes[1 - at], &conditions, respawns[at]));
            let openings =
                [Field::opening([&forces[0], &forces[1]]), Field::opening([&forces[1], &forces[0]])];
            Ground { conditions, forces, openings }
        };
        let same = |at: usize| (boxes[at].id.as_str(), spec.plans[at], respawns[at]);
        BattleMatchup {
            rules,
            names: [0, 1].map(|at: usize| boxes[at].name.clone()),
            plans: spec.plans,
            grounds: conditions.iter().map(ground).collect(),
            key: CellKey::of(&["battle", &boxes[0].id, &boxes[1].id, &spec.conditions]),
            mirror: same(0) == same(1),
        }
    }

    /// Seating, ground and stream of a game. Both seatings of a pair of games are played on the same ground.
    fn game(&self, seed: Seed, game: u64) -> (usize, usize, Stream) {
        let seating = usize::from(game % 2 == 1);
        let ground = (game / 2 % self.grounds.len().max(1) as u64) as usize;
        let drawn = if self.mirror { game - game % 2 } else { game };
        (seating, ground, Stream::of_game(seed, self.key, drawn))
    }

    fn play_one<D: Dice, L: Log>(
        &self,
        ground: &Ground,
        seating: usize,
        field: &mut Field,
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
        let left = [0, 1].map(|side: usize| {
            let units = field.units[side].iter().zip(&battle.forces[side].units);
            units.map(|(unit, plan)| plan.figures[unit.strength as usize]).sum()
        });
        by_force(verdict.winner, verdict.ending, turns, left, field.lost, seating)
    }
}

/// Compiles a box against another.
fn force(
    rules: &Rules,
    own: &BoxSpec,
    other: &BoxSpec,
    conditions: &Conditions,
    respawns: Respawns,
) -> Force {
    let compile = |spec: &BoxSpec| -> Vec<UnitPlan> {
        spec.units.iter().map(|unit| UnitPlan::new(unit, &rules.numbers, &rules.rulings, 0)).collect()
    };
    let (units, enemies) = (compile(own), compile(other));
    let radii: Vec<i32> = units.iter().map(|unit| unit.radius).collect();
    let save_rules = rules.save_rules();
    let mask = |hurts: &dyn Fn(&UnitPlan, &UnitPlan) -> bool| -> Vec<u64> {
        units
            .iter()
            .map(|unit| {
                enemies
                    .iter()
                    .enumerate()
                    .fold(0, |mask, (at, enemy)| mask | u64::from(hurts(unit, enemy)) << at)
            })
            .collect()
    };
    let chosen_fire = rules.rulings.vehicle_fires_one.then(|| {
        let fire = |unit: usize, enemy: &UnitPlan| {
            let save = enemy.save[enemy.strength as usize];
            UnitPlan::new(&own.units[unit], &rules.numbers, &rules.rulings, save).fire
        };
        (0..units.len()).map(|unit| enemies.iter().map(|enemy| fire(unit, enemy)).collect()).collect()
    });
    Force {
        deployed: [deploy(&radii, true, conditions), deploy(&radii, false, conditions)],
        hurts_in_melee: mask(&|unit, enemy| super::melee::can_hurt(&save_rules, unit, enemy)),
        hurts_by_fire: mask(&|unit, enemy| super::shooting::can_hurt(&save_rules, unit, enemy)),
        chosen_fire,
        pool: respawns.pool,
        respawn_figures: respawns.figures,
        units,
    }
}

impl Matchup for BattleMatchup<'_> {
    fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    fn start(&self) -> [u32; 2] {
        self.grounds.first().map_or([0; 2], |ground| [0, 1].map(|at: usize| ground.forces[at].figures()))
    }

    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally {
        let tally = Tally::new(self.start());
        let mut tally = if joint { tally.with_joint() } else { tally };
        // One field a ground and seating, laid out again for each game: nothing is allocated in the loop.
        let mut fields: Vec<[Field; 2]> = self.grounds.iter().map(|ground| ground.openings.clone()).collect();
        for number in games {
            let (seating, at, stream) = self.game(seed, number);
            let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
            field.reset(&ground.openings[seating]);
            let end = match dice {
                DiceKind::Tables => {
                    self.play_one(ground, seating, field, &mut TableDice::from_stream(stream), &mut NoLog)
                }
                DiceKind::Plain => {
                    self.play_one(ground, seating, field, &mut PlainDice::from_stream(stream), &mut NoLog)
                }
            };
            tally.count(number, seating, &end);
        }
        tally
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        let mut fields: Vec<[Field; 2]> = self.grounds.iter().map(|ground| ground.openings.clone()).collect();
        let mut dice = KeyedDice::new(seed, self.key);
        let together = self.mirror || luck == Luck::Swapped;
        games
            .map(|number| {
                let (seating, at, _) = self.game(seed, number);
                let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
                field.reset(&ground.openings[seating]);
                dice.start(if together { number - number % 2 } else { number });
                let end = self.play_one(ground, seating, field, &mut dice, &mut NoLog);
                KeyedGame { end, trace: dice.trace() }
            })
            .collect()
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        let grounds = self.grounds.iter().map(|ground| (&ground.conditions, &ground.forces));
        Some(super::fingerprint::of_battle(self.rules, self.plans, grounds))
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let (seating, at, stream) = self.game(seed, game);
        let ground = &self.grounds[at];
        let mut field = ground.openings[seating].clone();
        let mut log = StoryLog::default();
        let end = self.play_one(ground, seating, &mut field, &mut TableDice::from_stream(stream), &mut log);
        let names = [seating, 1 - seating]
            .map(|force| ground.forces[force].units.iter().map(|unit| unit.name.clone()).collect::<Vec<_>>());
        let mut lines = vec![format!("Conditions: {}.", ground.conditions.name)];
        lines.extend(tell(&log.events, &names));
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
        self.grounds.iter().all(|ground| {
            ground
                .forces
                .iter()
                .all(|force| force.hurts_in_melee.iter().chain(&force.hurts_by_fire).all(|mask| *mask == 0))
        })
    }
}
