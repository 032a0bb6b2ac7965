//! A duel behind the door: both seatings compiled.

use muster_dice::CellKey;

use super::duel::DuelProcess;
use super::numbers::QUARTERS;
use super::plan::UnitPlan;
use super::price::Pricer;
use super::rules::{Fighter, Rules};
use super::story::tell;
use super::unit::UnitSpec;
use crate::keyed::Fingerprint;
use crate::mirrored::Mirrored;
use crate::orders::Policy;
use crate::ruleset::{DuelSpec, Matchup, Refusal};
use crate::seated::Seated;
use crate::table::Cover;

/// Plays as the data says, unless told otherwise.
fn policy_of(spec: &UnitSpec, asked: Option<Policy>) -> Policy {
    asked.unwrap_or(if spec.shoots() { Policy::Advance } else { Policy::Charge })
}

fn quarters(inches: Option<f64>, default: i32, what: &str) -> Result<i16, Refusal> {
    let wanted = inches.map_or(f64::from(default), |inches| inches * f64::from(QUARTERS));
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

/// Refuses what the rules do not have.
pub(super) fn refuse_respawns(asked: bool) -> Result<(), Refusal> {
    if asked {
        return Err(Refusal {
            what: "respawns under Blood & Steel".to_owned(),
            advice: "these rules have none: leave the option out".to_owned(),
        });
    }
    Ok(())
}

/// Compiles a duel of two units. A pair is always compiled in the order of its ids, so that (A, B) and (B, A) share
/// every die.
///
/// # Errors
/// A start, room, turn limit or number of figures that cannot be; respawns.
pub fn duel<'r>(
    rules: &'r Rules,
    pricer: &Pricer<'_>,
    specs: [&UnitSpec; 2],
    spec: &DuelSpec,
) -> Result<Box<dyn Matchup + 'r>, Refusal> {
    let start = quarters(spec.start, rules.numbers.duel.start, "a start")?;
    let room = quarters(spec.room, rules.numbers.duel.room, "a room")?;
    let max_turns = spec.max_turns.unwrap_or(rules.numbers.duel.max_turns);
    if max_turns == 0 {
        let advice = "give --max-turns 1 or more".to_owned();
        return Err(Refusal { what: "a duel of 0 turns".to_owned(), advice });
    }
    refuse_respawns(spec.respawns.iter().flatten().any(|respawns| respawns.pool > 0))?;
    let mut fielded = Vec::with_capacity(2);
    for (unit, figures) in specs.into_iter().zip(spec.figures) {
        let figures = figures.filter(|figures| *figures != unit.figures);
        let resized = figures.map_or_else(|| Ok(unit.clone()), |figures| unit.resized(figures))?;
        fielded.push((resized, figures, policy_of(unit, spec.policies[fielded.len()])));
    }
    let identity = |at: usize| (fielded[at].0.id.as_str(), fielded[at].1, fielded[at].2);
    let exchanged = identity(0) > identity(1);
    let order = if exchanged { [1, 0] } else { [0, 1] };
    let compiled = |at: usize| {
        let unit = &fielded[at].0;
        let points = pricer.price(unit).map_or(0.0, |price| price.total.to_f64());
        UnitPlan::new(unit, &rules.numbers, &rules.rulings, points)
    };
    let process = |order: [usize; 2]| {
        let policies = order.map(|at| fielded[at].2);
        DuelProcess::new(rules, order.map(compiled), policies, [start, room], max_turns)
    };
    let seatings = [process(order), process([order[1], order[0]])];
    let ids = order.map(|at| match fielded[at].1 {
        Some(figures) => format!("{} x {figures}", fielded[at].0.id),
        None => fielded[at].0.id.clone(),
    });
    let [first, second] = [&seatings[0].units[0], &seatings[0].units[1]];
    let harmless = !can_hurt(rules, first, second) && !can_hurt(rules, second, first);
    let mut seated = Seated::new(
        seatings,
        CellKey::of(&["duel", &ids[0], &ids[1]]),
        order.map(|at| fielded[at].0.name.clone()),
        identity(0) == identity(1),
        harmless,
        tell,
    );
    seated.fingerprint = Some(fingerprint_of_duel(&seated.seatings));
    Ok(if exchanged { Box::new(Mirrored(Box::new(seated))) } else { Box::new(seated) })
}

/// Whether a unit could ever take a figure of another, by melee or by shooting.
pub(super) fn can_hurt(rules: &Rules, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    hurts_in_melee(rules, unit, enemy) || hurts_by_fire(rules, unit, enemy)
}

/// A unit fresh in a fight, charging or not.
pub(super) fn fresh(plan: &UnitPlan, charging: bool) -> Fighter<'_> {
    Fighter {
        plan,
        figures: plan.figures,
        led: plan.led,
        charging,
        ranked: true,
        higher: false,
        attack: 0,
        defence: 0,
        silenced: false,
    }
}

pub(super) fn hurts_in_melee(rules: &Rules, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    [false, true]
        .into_iter()
        .any(|charging| rules.melee([&fresh(unit, charging), &fresh(enemy, false)]).mean[1] > 0.0)
}

pub(super) fn hurts_by_fire(rules: &Rules, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    unit.fire.iter().any(|missile| {
        let shot = rules.shot(unit, unit.figures, missile, enemy, enemy.figures, 1, Cover::None, 0, None);
        shot.is_some_and(|shot| rules.shot_roll(shot).mean > 0.0)
    })
}

/// Hash of what is written out: everything that games depend on. Numbers that this game never asks for count too, so equal
/// games may have unlike fingerprints, and never the other way round.
pub(super) fn fingerprint(written: &dyn std::fmt::Debug) -> Fingerprint {
    *blake3::hash(format!("{written:?}").as_bytes()).as_bytes()
}

fn fingerprint_of_duel(seatings: &[DuelProcess<'_>; 2]) -> Fingerprint {
    let [first, _] = seatings;
    let rules = (&first.rules.numbers, first.rules.rulings);
    fingerprint(&(rules, &first.units, first.policies, first.start, first.room, first.max_turns))
}
