//! Who needs what to hit, to wound and to save: the numbers behind every attack.

use super::arms::{Use, Weapon};
use super::doctrine::Boosts;
use super::needed::Needed;
use super::numbers::Attacks;
use super::plan::{Run, UnitPlan};
use super::rules::Rules;
use super::unit::Models;
use super::volley::{Shots, Telling, Volley};
use crate::table::Cover;

/// A unit as it stands when it attacks or is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'p> {
    /// What it is.
    pub plan: &'p UnitPlan,
    /// Models left.
    pub figures: u32,
    /// Suppressed.
    pub suppressed: bool,
    /// Cowering.
    pub cowering: bool,
    /// Has moved, as far as that counts for shooting now.
    pub moved: bool,
    /// Has made a double move since its last turn began.
    pub doubled: bool,
    /// How many of its models, from the front, have an enemy so near that they wait for the firefight.
    pub waiting: u32,
    /// How far its models may come up to strike in this melee phase, q.
    pub coming_up: i32,
    /// What doctrines do for it now.
    pub boosts: Boosts,
}

impl<'p> Fighter<'p> {
    /// A whole unit at rest.
    pub fn fresh(plan: &'p UnitPlan) -> Fighter<'p> {
        Fighter {
            plan,
            figures: plan.figures,
            suppressed: false,
            cowering: false,
            moved: false,
            doubled: false,
            waiting: 0,
            coming_up: i32::MAX,
            boosts: Boosts::default(),
        }
    }
}

/// How a target is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// The cover that it is in.
    pub cover: Cover,
    /// Concealed: in soft cover by natural things, or behind other enemies.
    pub concealed: bool,
}

impl Exposure {
    /// Of a target in cover. Natural, soft cover conceals; fortifications do not.
    pub fn of(cover: Cover) -> Exposure {
        Exposure { cover, concealed: cover == Cover::Soft }
    }
}

/// Who attacks whom in a phase, across which gap.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'m> {
    /// The phase.
    pub phase: Attacks,
    /// Who attacks.
    pub attacker: &'m Fighter<'m>,
    /// Whom.
    pub target: &'m Fighter<'m>,
    /// How the target is seen.
    pub exposure: Exposure,
    /// From edge to edge, q.
    pub gap: i32,
}

impl Rules {
    /// TO HIT: what a model needs. `None` for one that may not fire.
    fn to_hit(&self, meeting: Meeting<'_>, models: &Models, weapon: &Weapon) -> Option<i32> {
        let Meeting { phase, attacker, target, exposure: Exposure { concealed, .. }, .. } = meeting;
        let hit = &self.numbers.to_hit;
        let melee = phase == Attacks::Melee;
        // Each model hits by its own skill; the target's is that of its unit.
        let (own, theirs) = match melee {
            true => (models.melee_skill, target.plan.melee_skill),
            false => (models.skill, target.plan.skill),
        };
        let number = hit.base - hit.per_skill * (own - theirs);
        // SUPPRESSION: once in assault, a unit fights normally.
        if melee {
            return Some(number);
        }
        let moved = match weapon.used {
            Use::Ranged { moved, .. } if attacker.moved => moved?,
            _ => 0,
        };
        // MOVEMENT: who has moved double counts as suppressed in the firefight.
        let suppressed = attacker.suppressed || attacker.doubled && phase == Attacks::Firefight;
        let (suppressed, cowering) = (i32::from(suppressed), i32::from(attacker.cowering));
        // Ruling C5.
        let times =
            if self.rulings.penalties_stack { suppressed + cowering } else { suppressed.max(cowering) };
        let hard = if concealed { hit.concealed } else { 0 } + if target.cowering { hit.cowering } else { 0 };
        Some(number + moved + times * hit.suppressed + hard)
    }

    /// TO WOUND: 2 or more, harder by Toughness and Armour, as far as Massive and AP leave any.
    pub fn to_wound(&self, weapon: &Weapon, target: &UnitPlan) -> Needed {
        let tough = (target.toughness - weapon.massive).max(0);
        let hard = (target.armour - weapon.armour_piercing).max(0);
        let hopeless = self.rulings.hopeless_wound && !target.buttoned;
        Needed::of(self.numbers.to_wound + tough + hard, self.numbers.die, hopeless)
    }

    /// SAVES: what a target needs against a weapon.
    fn to_save(&self, meeting: Meeting<'_>, weapon: &Weapon) -> Needed {
        let Meeting { phase, attacker, target, exposure: Exposure { cover, .. }, .. } = meeting;
        let save = &self.numbers.save;
        let base = save.base[phase as usize] - i32::from(target.boosts.save);
        let (die, hopeless) = (self.numbers.die, self.rulings.hopeless_save);
        if let Use::Melee { offence, .. } = weapon.used {
            return Needed::of(base + offence - target.plan.defence(target.figures), die, hopeless);
        }
        if target.doubled && self.rulings.doubled_no_save {
            return Needed::Never;
        }
        let cowering = if target.cowering { save.cowering } else { 0 };
        let doubled = if target.doubled { self.numbers.movement.doubled_cover_save } else { 0 };
        let explosive = weapon.high_explosive + i32::from(attacker.boosts.high_explosive);
        Needed::of(base - save.of_cover(cover) - cowering + doubled + explosive, die, hopeless)
    }

    /// One model's shots or blows with a weapon.
    fn shots(&self, meeting: Meeting<'_>, models: &Models, weapon: &Weapon) -> Option<Shots> {
        let number = self.to_hit(meeting, models, weapon)?;
        let boosts = meeting.attacker.boosts;
        Some(Shots {
            count: weapon.rate + u32::from(boosts.rate),
            hit: Needed::of(number, self.numbers.die, true),
            reroll: boosts.reroll_hits,
            wound: self.to_wound(weapon, meeting.target.plan),
            save: self.to_save(meeting, weapon),
        })
    }

    /// One model's shots or blows at a distance in q, with the weapon that can be expected to remove most; `None` when it has
    /// none that reaches.
    fn best_shots(&self, meeting: Meeting<'_>, distance: i32, models: &Models) -> Option<Shots> {
        let weapons = &models.weapons;
        let (die, melee) = (self.numbers.die, meeting.phase == Attacks::Melee);
        if melee && weapons.iter().all(|weapon| !weapon.is_melee()) {
            return self.shots(meeting, models, &Weapon::bare_hands());
        }
        let usable = weapons.iter().filter(|weapon| match melee {
            true => weapon.is_melee() && weapon.rate > 0,
            false => weapon.shoots() && distance <= weapon.range(),
        });
        let mut best: Option<(Shots, f64)> = None;
        for shots in usable.filter_map(|weapon| self.shots(meeting, models, weapon)) {
            let removes = shots.removes(die);
            if best.is_none_or(|(_, most)| removes > most) {
                best = Some((shots, removes));
            }
        }
        best.map(|(shots, _)| shots)
    }

    /// Which models of a unit attack an enemy across a gap in q: from the first of these places to before the second.
    fn places(&self, meeting: Meeting<'_>) -> [u32; 2] {
        let Meeting { phase, attacker, gap, .. } = meeting;
        let formation = attacker.plan.formation;
        match phase {
            // SHOOTING: models within firefight distance of an enemy wait.
            Attacks::Shooting => [attacker.waiting, u32::MAX],
            // FIREFIGHT: every model within that distance fires.
            Attacks::Firefight => [0, formation.places_within((self.numbers.firefight - gap).max(0))],
            // MELEE: who can come up strikes.
            Attacks::Melee => [0, formation.places_within(attacker.coming_up)],
        }
    }

    /// What those of a run who attack across a gap in q shoot or strike with, rank by rank: how many, and the shots of one.
    pub fn shots_of(&self, meeting: Meeting<'_>, run: Run<'_>) -> impl Iterator<Item = (u32, Shots)> {
        let ranks = meeting.attacker.plan.ranks(run, self.places(meeting), meeting.gap);
        ranks.filter_map(move |(count, distance)| {
            let shots = self.best_shots(meeting, distance, run.models);
            shots.map(|shots| (count, shots))
        })
    }

    /// The attack of one unit on another across a gap in q; `None` when nobody can. Each model uses the weapon that can be
    /// expected to remove most.
    pub fn volley(&self, meeting: Meeting<'_>, telling: Telling) -> Option<Volley> {
        let Meeting { attacker, target, .. } = meeting;
        let mut shots: Vec<Shots> = Vec::new();
        for run in attacker.plan.left(attacker.figures) {
            for (count, one) in self.shots_of(meeting, run) {
                Shots::add(&mut shots, count, one);
            }
        }
        let (die, even) = (self.numbers.die, self.rulings.even_allocation);
        (!shots.is_empty()).then_some(Volley { die, shots, models: target.figures, telling, even })
    }
}
