//! Working a measure out.

use muster_resolver::schedule::Meeting;
use muster_resolver::{Answer, Batches, EXACT_BUDGET, MethodChoice, RoundRobin, Silent, StopRule, resolve};
use muster_results::{Cause, SeatingLaw};
use muster_rules::OddsShape;
use muster_stats::{Interval, Record, wilson};

use super::read::{Measure, OfDuel, OfRoll, Part};
use crate::exit::Failure;
use crate::plan::Plan;

/// A value, its interval, and the games behind it (0 when exact).
pub(crate) struct Value {
    pub value: f64,
    pub interval: Interval,
    pub games: u64,
}

impl Value {
    fn exact(value: f64) -> Value {
        Value { value, interval: Interval { low: value, high: value }, games: 0 }
    }
}

/// The value of a part after so many games.
///
/// # Errors
/// What the game refuses; a divisor of 0.
pub(crate) fn value(plan: &Plan, part: &Part, games: u64, z: f64) -> Result<Value, Failure> {
    let first = one(plan, &part.measure, games, z)?;
    let mut value = first;
    if let Some(over) = &part.over {
        let below = one(plan, over, games, z)?;
        if below.interval.low <= 0.0 {
            return Err(Failure::Input(format!(
                "claims.toml: a measure is divided by {}, which is not surely above 0\n  divide by something that happens",
                below.value
            )));
        }
        value = Value {
            value: value.value / below.value,
            interval: Interval {
                low: value.interval.low / below.interval.high,
                high: value.interval.high / below.interval.low,
            },
            games: value.games.max(below.games),
        };
    }
    if let Some(less) = &part.less {
        let off = one(plan, less, games, z)?;
        let difference = value.value - off.value;
        // Two errors at right angles.
        let error = value.interval.half_width().hypot(off.interval.half_width());
        value = Value {
            value: difference,
            interval: Interval { low: difference - error, high: difference + error },
            games: value.games.max(off.games),
        };
    }
    Ok(value)
}

fn one(plan: &Plan, measure: &Measure, games: u64, z: f64) -> Result<Value, Failure> {
    match measure {
        Measure::Duel { names, spec, what } => {
            let matchup = plan.game.duel(&names[0], &names[1], spec)?;
            let law = matchup.solve(EXACT_BUDGET).map_err(|why| {
                Failure::Input(format!(
                    "claims.toml: {} against {}: {why}\n  take fewer figures",
                    names[0], names[1]
                ))
            })?;
            let [a, b] = &law.seatings;
            Ok(Value::exact(match what {
                OfDuel::Score => law.score(),
                OfDuel::ScoreAsA => a.score(),
                OfDuel::ScoreAsB => b.score(),
                OfDuel::Seat => a.score() - b.score(),
                OfDuel::Draws => law.mean(|seat| seat.draw),
                OfDuel::Removed => {
                    law.mean(|seat| seat.lost_to(1, Cause::Shooting) + seat.lost_to(1, Cause::Melee))
                }
                OfDuel::ShootingShare => share(&law.seatings, Cause::Shooting),
                OfDuel::MeleeShare => share(&law.seatings, Cause::Melee),
                OfDuel::MoraleShare => share(&law.seatings, Cause::Morale),
                OfDuel::Turns => law.mean(|seat| seat.turns),
            }))
        }
        Measure::Battle { names, spec, draws } => {
            let meeting = Meeting::Battles(spec.clone());
            let pair = RoundRobin::of_pairs(plan.game.as_ref(), names.to_vec(), meeting, vec![(0, 1)]);
            let stop = StopRule::Games(games);
            let batches = Batches::default();
            let run = resolve(&pair, MethodChoice::Sample, plan.seed, stop, batches, &Silent)?;
            let Some(Some(Answer::Sampled(tally))) = run.answers.first() else {
                return Err(Failure::Fault("a battle of a claim was not played".to_owned()));
            };
            let total = tally.total();
            let record = match draws {
                false => Record { wins: total.wins, draws: total.draws, losses: total.losses },
                true => Record { wins: total.draws, draws: 0, losses: total.wins + total.losses },
            };
            let value = record.score().unwrap_or(0.5);
            Ok(Value { value, interval: wilson(record, z), games: record.games() })
        }
        Measure::Odds { query, what } => {
            let law = plan.game.odds(query)?;
            Ok(Value::exact(match what {
                OfRoll::Mean => law.mean,
                OfRoll::Deviation => law.deviation,
                OfRoll::Suppressed => match law.shape {
                    OddsShape::Suppression(chance) => chance,
                    _ => {
                        let what = "claims.toml: a roll that suppresses nobody is asked for suppression";
                        return Err(Failure::Input(format!("{what}\n  give it shots and models")));
                    }
                },
                OfRoll::AtLeast(least) => {
                    law.pmf.iter().filter(|(value, _)| value >= least).map(|(_, p)| p).sum::<f64>().min(1.0)
                }
            }))
        }
    }
}

/// Share of all losses of both sides that one cause has; 0 where nobody loses anything.
fn share(seatings: &[SeatingLaw; 2], cause: Cause) -> f64 {
    let of = |wanted: &dyn Fn(Cause) -> bool| -> f64 {
        let all = seatings.iter().flat_map(|seat| (0..2).map(move |force| (seat, force)));
        all.map(|(seat, force)| {
            Cause::ALL
                .into_iter()
                .filter(|cause| wanted(*cause))
                .map(|cause| seat.lost_to(force, cause))
                .sum::<f64>()
        })
        .sum()
    };
    let total = of(&|_| true);
    if total > 0.0 { of(&|one| one == cause) / total } else { 0.0 }
}
