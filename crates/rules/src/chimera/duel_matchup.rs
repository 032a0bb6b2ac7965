//! A duel behind the door: two units made ready for [`Seated`].

use super::compile::Rules;
use super::duel::DuelProcess;
use super::plan::UnitPlan;
use super::story::tell;
use super::unit::UnitSpec;
use crate::grammar::counted;
use crate::keyed::Fingerprint;
use crate::ruleset::{DuelSpec, Matchup, Refusal, Respawns};
use crate::seated::{Duel, Duelist, Seated, Telling};
use crate::terms::{DuelTerms, policy_of};

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
            what: format!("\"{}\" with {}", spec.id, counted(figures, "figure", "figures")),
            advice: format!("give fewer: a unit may have {most} melee points and {most} FP in all"),
        });
    }
    Ok(Some(resized))
}

/// Compiles a duel of two units.
///
/// # Errors
/// A start, room, turn limit or number of figures that cannot be.
pub fn duel<'r>(
    rules: &'r Rules,
    specs: [&UnitSpec; 2],
    spec: &DuelSpec,
) -> Result<Box<dyn Matchup + 'r>, Refusal> {
    let numbers = &rules.numbers;
    let terms = DuelTerms::of(spec, numbers.duel.start, numbers.duel.room, numbers.duel.max_turns)?;
    let default = Respawns { pool: numbers.respawn.pool, figures: numbers.respawn.figures };
    let resized = [resized(rules, specs[0], spec.figures[0])?, resized(rules, specs[1], spec.figures[1])?];
    let fielded = [0, 1].map(|at: usize| resized[at].as_ref().unwrap_or(specs[at]));
    let duelists = [0, 1].map(|at: usize| Duelist {
        id: specs[at].id.clone(),
        figures: resized[at].as_ref().and(spec.figures[at]),
        policy: policy_of(spec.policies[at], specs[at].fp_milli() > 0),
        respawns: spec.respawns[at].unwrap_or(default),
        name: specs[at].name.clone(),
    });
    let unit = |me: usize, foe: usize| {
        let target_save = fielded[foe].figures.first().map_or(0, |figure| figure.save);
        UnitPlan::new(fielded[me], numbers, &rules.rulings, target_save)
    };
    Ok(Seated::pair(&duelists, |order| DuelProcess {
        rules,
        units: [unit(order[0], order[1]), unit(order[1], order[0])],
        policies: order.map(|at| duelists[at].policy),
        start: terms.start,
        room: terms.room,
        max_turns: terms.max_turns,
        pool: order.map(|at| u8::try_from(duelists[at].respawns.pool).unwrap_or(u8::MAX)),
        respawn_figures: order.map(|at| duelists[at].respawns.figures),
    }))
}

impl Duel for DuelProcess<'_> {
    const TELLING: Telling = tell;

    fn is_harmless(&self) -> bool {
        let rules = self.rules.save_rules();
        let hurts = |me: usize, foe: usize| {
            let (unit, enemy) = (&self.units[me], &self.units[foe]);
            super::shooting::can_hurt(&rules, unit, enemy) || super::melee::can_hurt(&rules, unit, enemy)
        };
        !hurts(0, 1) && !hurts(1, 0)
    }

    fn fingerprint(seatings: &[Self; 2]) -> Fingerprint {
        super::fingerprint::of_duel(seatings)
    }
}
