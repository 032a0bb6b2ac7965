//! A duel behind the door: two units made ready for [`Seated`].

use super::NAME;
use super::attack::{Exposure, Fighter, Meeting};
use super::duel::DuelProcess;
use super::fingerprint::of_duel;
use super::numbers::Attacks;
use super::plan::UnitPlan;
use super::rules::Rules;
use super::story::tell;
use super::unit::UnitSpec;
use crate::contents::UnitOfData as _;
use crate::keyed::Fingerprint;
use crate::ruleset::{DuelSpec, Matchup, Refusal, Respawns};
use crate::seated::{Duel, Duelist, Seated, Telling};
use crate::table::Cover;
use crate::terms::{DuelTerms, policy_of, refuse_respawns};

/// Compiles a duel of two units.
///
/// # Errors
/// A start, room, turn limit or number of models that cannot be; respawns.
pub fn duel<'r>(
    rules: &'r Rules,
    specs: [&UnitSpec; 2],
    spec: &DuelSpec,
) -> Result<Box<dyn Matchup + 'r>, Refusal> {
    let duel = &rules.numbers.duel;
    let terms = DuelTerms::of(spec, duel.start, duel.room, duel.max_turns)?;
    refuse_respawns(&spec.respawns, NAME)?;
    let fielded = |at: usize| {
        let unit = specs[at];
        let figures = spec.figures[at].filter(|figures| *figures != unit.figures());
        let resized = figures.map_or_else(|| Ok(unit.clone()), |figures| unit.resized(figures))?;
        let duelist = Duelist {
            id: unit.id.clone(),
            figures,
            policy: policy_of(spec.policies[at], unit.shoots() && !unit.closes),
            respawns: Respawns::default(),
            name: resized.name.clone(),
        };
        Ok::<_, Refusal>((resized, duelist))
    };
    let ((first, one), (second, other)) = (fielded(0)?, fielded(1)?);
    let (units, duelists) = ([first, second], [one, other]);
    Ok(Seated::pair(&duelists, |order| {
        let plans = order.map(|at| UnitPlan::new(&units[at], rules));
        let policies = order.map(|at| duelists[at].policy);
        DuelProcess::new(rules, plans, policies, [terms.start, terms.room], terms.max_turns)
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

/// Whether a unit could ever remove a model of another.
pub(super) fn can_hurt(rules: &Rules, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    [Attacks::Shooting, Attacks::Firefight, Attacks::Melee]
        .into_iter()
        .any(|phase| hurts(rules, phase, unit, enemy))
}

/// Whether a unit could remove a model of another in a phase, at the shortest range and in the open.
pub(super) fn hurts(rules: &Rules, phase: Attacks, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    let (attacker, target) = (Fighter::fresh(unit), Fighter::fresh(enemy));
    let telling = rules.telling(enemy.figures, true, 0);
    let (attacker, target, exposure) = (&attacker, &target, Exposure::of(Cover::None));
    let volley = rules.volley(Meeting { phase, attacker, target, exposure, gap: 0 }, telling);
    volley.is_some_and(|volley| rules.roll(volley).mean > 0.0)
}
