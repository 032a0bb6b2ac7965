//! A duel behind the door: two units made ready for [`Seated`].

use super::NAME;
use super::duel::DuelProcess;
use super::fingerprint::of_duel;
use super::plan::UnitPlan;
use super::price::Pricer;
use super::rules::{Fighter, Rules};
use super::story::tell;
use super::unit::UnitSpec;
use crate::keyed::Fingerprint;
use crate::ruleset::{DuelSpec, Matchup, Refusal, Respawns};
use crate::seated::{Duel, Duelist, Seated, Telling};
use crate::table::Cover;
use crate::terms::{DuelTerms, policy_of, refuse_respawns};

/// Compiles a duel of two units.
///
/// # Errors
/// A start, room, turn limit or number of figures that cannot be; respawns.
pub fn duel<'r>(
    rules: &'r Rules,
    pricer: &Pricer<'_>,
    specs: [&UnitSpec; 2],
    spec: &DuelSpec,
) -> Result<Box<dyn Matchup + 'r>, Refusal> {
    let duel = &rules.numbers.duel;
    let terms = DuelTerms::of(spec, duel.start, duel.room, duel.max_turns)?;
    refuse_respawns(&spec.respawns, NAME)?;
    let fielded = |at: usize| {
        let unit = specs[at];
        let figures = spec.figures[at].filter(|figures| *figures != unit.figures);
        let resized = figures.map_or_else(|| Ok(unit.clone()), |figures| unit.resized(figures))?;
        let duelist = Duelist {
            id: unit.id.clone(),
            figures,
            policy: policy_of(spec.policies[at], unit.shoots()),
            respawns: Respawns::default(),
            name: resized.name.clone(),
        };
        Ok::<_, Refusal>((resized, duelist))
    };
    let ((first, one), (second, other)) = (fielded(0)?, fielded(1)?);
    let (units, duelists) = ([first, second], [one, other]);
    let compiled = |at: usize| {
        let points = pricer.price(&units[at]).map_or(0.0, |price| price.total.to_f64());
        UnitPlan::new(&units[at], &rules.numbers, &rules.rulings, points)
    };
    let policies = |order: [usize; 2]| order.map(|at| duelists[at].policy);
    Ok(Seated::pair(&duelists, |order| {
        DuelProcess::new(
            rules,
            order.map(compiled),
            policies(order),
            [terms.start, terms.room],
            terms.max_turns,
        )
    }))
}

impl Duel for DuelProcess<'_> {
    const TELLING: Telling = tell;

    fn is_harmless(&self) -> bool {
        let [first, second] = &self.units;
        !can_hurt(self.rules, first, second) && !can_hurt(self.rules, second, first)
    }

    fn fingerprint([first, _]: &[Self; 2]) -> Fingerprint {
        of_duel(first)
    }
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
        files: plan.files,
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
        let shot = rules.shot(
            unit,
            (unit.figures, unit.files),
            missile,
            enemy,
            enemy.figures,
            1,
            Cover::None,
            0,
            None,
        );
        shot.is_some_and(|shot| rules.shot_roll(shot).mean > 0.0)
    })
}
