//! What a compiled match-up depends on, as a hash. Numbers and rulings that cannot touch it are left out, so that an edit of
//! theirs leaves it as it was: a respawn roll where nobody respawns, cover where there is none, the dice of shooting where
//! nobody shoots.

use std::fmt::{self, Debug, Write};

use super::compile::Rules;
use super::duel::DuelProcess;
use super::plan::UnitPlan;
use crate::battle::Ground;
use crate::keyed::Fingerprint;
use crate::orders::Plan;
use crate::table::Cover;

/// Takes text and keeps its hash.
struct Hashed(blake3::Hasher);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl Hashed {
    /// Every part is closed by a sign of its own: no two lists of parts give the same text.
    fn add(&mut self, part: &dyn Debug) {
        // Writing to a hash cannot fail.
        let _ = write!(self, "{part:?}\u{1}");
    }
}

/// What the rules say to some units, in duel or battle.
fn rules_of(hashed: &mut Hashed, rules: &Rules, units: &[&UnitPlan], cover: bool, respawns: bool) {
    let (numbers, rulings) = (&rules.numbers, &rules.rulings);
    hashed.add(&(numbers.save_die, numbers.bonus_move, &numbers.melee, &numbers.morale));
    if units.iter().any(|unit| !unit.fire.is_empty()) {
        hashed.add(&numbers.shooting);
    }
    if cover {
        hashed.add(&(numbers.soft_cover, numbers.hard_cover, rulings.cover_in_melee));
    }
    if respawns {
        hashed.add(&(numbers.respawn.on, numbers.respawn.die));
    }
    if units.iter().any(|unit| !unit.uniform) {
        hashed.add(&rulings.mixed_saves);
    }
    hashed.add(&(
        rulings.melee_zero_face,
        rulings.remainder_compares,
        rulings.remainder_bonus_on_miss,
        rulings.natural_one_fails,
        rulings.natural_six_saves,
        rulings.ap_stops_at_six,
        rulings.loser_is,
        rulings.tied_melee_tests,
        rulings.melee_continues,
        rulings.locked_units_shoot,
        rulings.tests,
    ));
    hashed.add(&(rulings.retreat_share_of, rulings.bonus_move_may_charge, rulings.order));
    units.iter().for_each(|unit| hashed.add(unit));
}

/// The fingerprint of a duel: of both seatings.
pub(super) fn of_duel(seatings: &[DuelProcess<'_>; 2]) -> Fingerprint {
    let mut hashed = Hashed(blake3::Hasher::new());
    for process in seatings {
        // A duel has no plans, so that nobody asks who is a shooter in one (ruling A31).
        let units: Vec<UnitPlan> =
            process.units.iter().map(|unit| UnitPlan { stands_off: false, ..unit.clone() }).collect();
        let units: Vec<&UnitPlan> = units.iter().collect();
        let cover = units.iter().any(|unit| unit.start_cover != Cover::None);
        rules_of(&mut hashed, process.rules, &units, cover, process.pool != [0; 2]);
        hashed.add(&(process.policies, process.start, process.room, process.max_turns));
        hashed.add(&(process.pool, process.respawn_figures));
    }
    *hashed.0.finalize().as_bytes()
}

/// The fingerprint of a battle: of every ground it is fought on.
pub(super) fn of_battle(rules: &Rules, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
    let mut hashed = Hashed(blake3::Hasher::new());
    for Ground { conditions, forces, .. } in grounds {
        let units: Vec<&UnitPlan> = forces.iter().flat_map(|force| &force.units).collect();
        let respawns = forces.iter().any(|force| force.reserves.pool > 0);
        rules_of(&mut hashed, rules, &units, true, respawns);
        let rulings = &rules.rulings;
        hashed.add(&(rulings.melee_resolved, rulings.multi_melee));
        if units.iter().flat_map(|unit| &unit.fire).any(|band| band.groups.len() > 1) {
            hashed.add(&rulings.split_fire);
        }
        hashed.add(&(plans, &rules.numbers.going, rules.numbers.guard_within));
        hashed.add(conditions);
        for force in forces {
            hashed.add(&(
                &force.deployed,
                &force.hurts_in_melee,
                &force.hurts_by_fire,
                &force.reserves.chosen_fire,
            ));
            hashed.add(&(force.reserves.pool, force.reserves.respawn_figures));
        }
    }
    *hashed.0.finalize().as_bytes()
}
