//! A battle behind the door: both forces compiled for every condition, played or told.

use std::ops::Range;

use muster_dice::{CellKey, Dice, KeyedDice, PlainDice, Seed, Stream, TableDice};
use muster_results::{GameEnd, OutcomeDistribution, Tally};

use super::battle::{Battle, Field, Force};
use super::catalogue::ForceSpec;
use super::duel_matchup::{fingerprint, hurts_by_fire, hurts_in_melee};
use super::plan::UnitPlan;
use super::price::Pricer;
use super::rules::Rules;
use super::story::tell;
use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::log::{Log, NoLog, StoryLog};
use crate::orders::Plan;
use crate::play::by_force;
use crate::ruleset::{BattleSpec, DiceKind, Matchup, Story, Unsolvable};
use crate::table::{Conditions, LimitRule, deploy};

/// Two forces under one condition: the forces and the openings of both seatings.
struct Ground {
    conditions: Conditions,
    forces: [Force; 2],
    /// `[first force is side A, second force is side A]`.
    openings: [Field; 2],
}

/// Two forces on a table. Seating 0: the first is side A.
pub struct BattleMatchup<'r> {
    rules: &'r Rules,
    names: [String; 2],
    plans: [Plan; 2],
    grounds: Vec<Ground>,
    key: CellKey,
    /// A force against itself, equally played: seating 1 of a game is seating 0 seen from the other chair.
    mirror: bool,
}

impl<'r> BattleMatchup<'r> {
    /// Compiles a battle on each of the conditions; a mix repeats one as often as it weighs.
    pub fn new(
        rules: &'r Rules,
        pricer: &Pricer<'_>,
        forces: [&ForceSpec; 2],
        conditions: &[&Conditions],
        spec: &BattleSpec,
    ) -> Self {
        let units = forces.map(|force| compile(rules, pricer, force));
        let ground = |conditions: &&Conditions| {
            let mut conditions = (*conditions).clone();
            conditions.turns = spec.max_turns.unwrap_or(conditions.turns);
            if spec.limit_is_draw {
                conditions.ending.limit = LimitRule::Draw;
            }
            let forces = [0, 1].map(|at: usize| against(rules, &units[at], &units[1 - at], &conditions));
            let openings =
                [Field::opening([&forces[0], &forces[1]]), Field::opening([&forces[1], &forces[0]])];
            Ground { conditions, forces, openings }
        };
        let same = |at: usize| (forces[at].id.as_str(), spec.plans[at]);
        BattleMatchup {
            rules,
            names: forces.map(|force| force.name.clone()),
            plans: spec.plans,
            grounds: conditions.iter().map(ground).collect(),
            key: CellKey::of(&["battle", &forces[0].id, &forces[1].id, &spec.conditions]),
            mirror: same(0) == same(1),
        }
    }

    /// Seating, ground and the game whose luck is drawn. Both seatings of a pair of games are played on the same ground.
    fn seat(&self, game: u64) -> (usize, usize, u64) {
        let seating = usize::from(game % 2 == 1);
        let ground = (game / 2 % self.grounds.len().max(1) as u64) as usize;
        (seating, ground, if self.mirror { game - game % 2 } else { game })
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
        let left = [0, 1].map(|side: usize| field.units[side].iter().map(|unit| unit.figures).sum());
        by_force(verdict.winner, verdict.ending, turns, left, field.lost, seating)
    }

    fn fields(&self) -> Vec<[Field; 2]> {
        self.grounds.iter().map(|ground| ground.openings.clone()).collect()
    }
}

fn compile(rules: &Rules, pricer: &Pricer<'_>, force: &ForceSpec) -> Vec<UnitPlan> {
    let compiled = force.units.iter().map(|unit| {
        let points = pricer.price(unit).map_or(0.0, |price| price.total.to_f64());
        UnitPlan::new(unit, &rules.numbers, &rules.rulings, points)
    });
    compiled.collect()
}

/// A force made ready against another.
fn against(rules: &Rules, units: &[UnitPlan], enemies: &[UnitPlan], conditions: &Conditions) -> Force {
    let radii: Vec<i32> = units.iter().map(|unit| unit.radius).collect();
    let mask = |hurts: &dyn Fn(&UnitPlan, &UnitPlan) -> bool| -> Vec<u64> {
        let of = |unit: &UnitPlan| {
            let bit = |(at, enemy): (usize, &UnitPlan)| u64::from(hurts(unit, enemy)) << at;
            enemies.iter().enumerate().map(bit).fold(0, |mask, bit| mask | bit)
        };
        units.iter().map(of).collect()
    };
    Force {
        deployed: [deploy(&radii, true, conditions), deploy(&radii, false, conditions)],
        hurts_in_melee: mask(&|unit, enemy| hurts_in_melee(rules, unit, enemy)),
        hurts_by_fire: mask(&|unit, enemy| hurts_by_fire(rules, unit, enemy)),
        units: units.to_vec(),
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
                    self.play_one(ground, seating, field, &mut PlainDice::from_stream(stream), &mut NoLog)
                }
            };
            tally.count(number, seating, &end);
        }
        tally
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        let mut fields = self.fields();
        let mut dice = KeyedDice::new(seed, self.key);
        let together = self.mirror || luck == Luck::Swapped;
        games
            .map(|number| {
                let (seating, at, _) = self.seat(number);
                let (ground, field) = (&self.grounds[at], &mut fields[at][seating]);
                field.reset(&ground.openings[seating]);
                dice.start(if together { number - number % 2 } else { number });
                let end = self.play_one(ground, seating, field, &mut dice, &mut NoLog);
                KeyedGame { end, trace: dice.trace() }
            })
            .collect()
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        let rules = (&self.rules.numbers, self.rules.rulings);
        let grounds: Vec<_> =
            self.grounds.iter().map(|ground| (&ground.conditions, &ground.forces)).collect();
        Some(fingerprint(&(rules, self.plans, grounds)))
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let (seating, at, drawn) = self.seat(game);
        let ground = &self.grounds[at];
        let mut field = ground.openings[seating].clone();
        let mut log = StoryLog::default();
        let mut dice = TableDice::from_stream(Stream::of_game(seed, self.key, drawn));
        let end = self.play_one(ground, seating, &mut field, &mut dice, &mut log);
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
            let masks = |force: &Force| {
                force.hurts_in_melee.iter().chain(&force.hurts_by_fire).all(|mask| *mask == 0)
            };
            ground.forces.iter().all(masks)
        })
    }
}
