//! MELEE on the table: all units that hang together fight, pair by pair and all at once, and all of them test.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::rules::{Facing, Fighter};
use crate::blood_and_steel::story::round_in_words;
use crate::log::Log;
use crate::rolls::{MELEE, MORALE, unit_slot};

/// One unit's part in a melee that is being resolved.
#[derive(Clone, Copy, Debug)]
struct Part {
    side: Side,
    unit: usize,
    /// Files of its front before the fight.
    front: u32,
    /// Figures that fall.
    fallen: u32,
    /// Fights of this melee, and how many of them brought a MAJOR result.
    fights: u32,
    majors: u32,
    /// The worst place where it was met.
    met: Facing,
    /// Enemies that it fought, one bit each.
    enemies: u64,
}

impl Battle<'_> {
    /// A unit against one enemy, as both stand.
    pub(super) fn fighter(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> Fighter<'_> {
        let me = field.unit(side, unit);
        let plan = self.plan(side, unit);
        let magic = &self.rules.numbers.magic;
        let turned = me.flanked | me.taken_behind;
        // MELEE: ranks count only against the unit in front; ruling B8 takes them from a unit that is flanked at all.
        let ranked = !me.column
            && turned >> enemy & 1 == 0
            && !(self.rules.rulings.flanked_loses_ranks && turned != 0);
        Fighter {
            plan,
            figures: me.figures,
            files: me.files,
            led: me.led,
            charging: me.charging >> enemy & 1 == 1,
            ranked,
            higher: plan.higher_ground && !me.moved,
            attack: if me.attack { magic.attack } else { 0 },
            defence: if me.defence { magic.defence } else { 0 },
            silenced: me.silenced,
        }
    }

    /// The pairs that hang together with a unit, `(unit of side A, unit of side B)`, in list order.
    fn pairs_around(&self, field: &Field, side: Side, unit: usize) -> Vec<(usize, usize)> {
        let mut involved = [0u64; 2];
        involved[side.index()] = 1 << unit;
        loop {
            let before = involved;
            for side in Side::BOTH {
                let units = field.units[side.index()].iter().enumerate();
                for (_, fielded) in units.filter(|(at, _)| before[side.index()] >> at & 1 == 1) {
                    involved[1 - side.index()] |= fielded.locked;
                }
            }
            if involved == before {
                break;
            }
        }
        let units = field.units[0].iter().enumerate().filter(|(at, _)| involved[0] >> at & 1 == 1);
        let enemies = |locked: u64| (0..u64::BITS as usize).filter(move |at| locked >> at & 1 == 1);
        units.flat_map(|(at, fielded)| enemies(fielded.locked).map(move |enemy| (at, enemy))).collect()
    }

    /// A unit in melee is activated: the whole melee is resolved. Who has come into it by magic when the others had fought fights
    /// those in contact with it alone, as one who charges then does.
    pub fn resolve_melee<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let mut pairs = self.pairs_around(field, side, unit);
        let again = !self.rules.rulings.melee_each_activation
            && pairs.iter().any(|(a, b)| field.unit(Side::A, *a).fought || field.unit(Side::B, *b).fought);
        if again {
            pairs.retain(|(a, b)| [*a, *b][side.index()] == unit);
        }
        self.fight(field, &pairs, dice, log);
    }

    /// A charge has come home. "If a new unit enters the melee, only those units directly in contact fight in the new
    /// melee": where the others have fought in this turn, only the new pair does.
    pub(super) fn resolve_charge<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if field.unit(side.foe(), enemy).fought {
            let pair = if side == Side::A { (unit, enemy) } else { (enemy, unit) };
            self.fight(field, &[pair], dice, log);
        } else {
            self.resolve_melee(field, side, unit, dice, log);
        }
    }

    /// Fights all pairs at once, then lets everybody test.
    fn fight<D: Dice, L: Log>(&self, field: &mut Field, pairs: &[(usize, usize)], dice: &mut D, log: &mut L) {
        let mut parts: Vec<Part> = Vec::with_capacity(pairs.len() + 1);
        for &(a, b) in pairs {
            let fighters = [self.fighter(field, Side::A, a, b), self.fighter(field, Side::B, b, a)];
            dice.unit(unit_slot(Side::A, a));
            dice.kind(MELEE);
            let round = self.rules.melee([&fighters[0], &fighters[1]]).play(dice);
            self.say(log, Side::A, a, || {
                let contest = self.rules.contest([&fighters[0], &fighters[1]]);
                let round = round_in_words(&contest, round.outcome);
                // MELEE: "a defending unit ... if occupying higher ground".
                let ground = match [0, 1].map(|at: usize| fighters[at].higher && !fighters[at].charging) {
                    [true, false] => " from higher ground",
                    [false, true] => " on higher ground",
                    _ => "",
                };
                format!("meets {}{ground} and {round}", self.plan(Side::B, b).name)
            });
            for (index, (side, unit, enemy)) in [(Side::A, a, b), (Side::B, b, a)].into_iter().enumerate() {
                let part = part_of(&mut parts, field, side, unit);
                part.fallen += u32::from(round.fallen[index]);
                part.fights += 1;
                part.majors += u32::from(round.outcome.major() == Some(index));
                part.enemies |= 1 << enemy;
                let me = field.unit(side, unit);
                let met = if me.taken_behind >> enemy & 1 == 1 {
                    Facing::Rear
                } else if me.flanked >> enemy & 1 == 1 {
                    Facing::Flank
                } else {
                    Facing::Front
                };
                part.met = part.met.max(met);
            }
        }
        parts.sort_by_key(|part| (part.side.index(), part.unit));
        self.carry_out(field, &mut parts, dice, log);
    }

    /// Casualties, levels won, tests, routs.
    fn carry_out<D: Dice, L: Log>(&self, field: &mut Field, parts: &mut [Part], dice: &mut D, log: &mut L) {
        for part in parts.iter_mut() {
            let me = field.unit_mut(part.side, part.unit);
            me.fought = true;
            // "All units currently involved invert their counters" (ruling B32).
            let used_up = !self.rules.rulings.melee_each_activation;
            me.acted |= used_up;
            // MAGIC: spells last "until its next activation", and this was it.
            (me.attack, me.defence) = (me.attack && !used_up, me.defence && !used_up);
            me.charging &= !part.enemies;
            part.fallen = self.fall(field, (part.side, part.unit), part.fallen, dice, log);
        }
        for part in parts.iter().filter(|part| part.majors == part.fights) {
            self.regain(field, part.side, part.unit, log);
        }
        for part in parts.iter() {
            if field.unit(part.side, part.unit).figures > 0 {
                self.test_after_melee(field, part, dice, log);
            }
        }
        let beaten: Vec<bool> = parts
            .iter()
            .map(|part| {
                let me = field.unit(part.side, part.unit);
                me.figures == 0 || me.confidence == Confidence::Routed
            })
            .collect();
        for (part, beaten_now) in parts.iter().zip(&beaten) {
            if *beaten_now && field.unit(part.side, part.unit).figures > 0 {
                self.rout(field, part.side, part.unit, dice, log);
            }
        }
        // Whoever has routed or wiped out an enemy recovers a level, once for each.
        for (part, _) in parts.iter().zip(&beaten).filter(|(_, beaten)| **beaten) {
            for (victor, stands) in parts.iter().zip(&beaten) {
                let fought = victor.side != part.side && victor.enemies >> part.unit & 1 == 1;
                if fought && !*stands {
                    self.regain(field, victor.side, victor.unit, log);
                }
            }
        }
    }

    /// Is the leader among the fallen, the confidence test, the new leader.
    fn test_after_melee<D: Dice, L: Log>(&self, field: &mut Field, part: &Part, dice: &mut D, log: &mut L) {
        let (side, unit) = (part.side, part.unit);
        let plan = self.plan(side, unit);
        dice.unit(unit_slot(side, unit));
        dice.kind(MORALE);
        let leaderless = part.fallen > 0 && !plan.individual && {
            let die = self.rules.numbers.die_for(part.front);
            let lost = dice.resolve(self.rules.book.leader_lost(die, part.fallen)) == 1;
            self.say(log, side, unit, || {
                if lost { "has lost its leader".to_owned() } else { "keeps its leader".to_owned() }
            });
            lost
        };
        let threats = &self.rules.numbers.threat;
        let threat = i32::try_from(part.fallen).unwrap_or(0)
            + threats.facing[part.met as usize]
            + if leaderless { threats.leader_lost } else { 0 }
            + if plan.standard { threats.standard } else { 0 };
        let why = if plan.standard { "after the melee under its standard" } else { "after the melee" };
        self.test(field, side, unit, threat, why, dice, log);
        if leaderless {
            let me = field.unit_mut(side, unit);
            me.leadership = self.rules.book.new_leader.value(me.leadership, dice);
            let (value, character) = (me.leadership, std::mem::take(&mut me.led));
            self.say(log, side, unit, || format!("has a next leader whose value is {value}"));
            if character && !self.companion_falls(field, (side, unit), Cause::Melee, dice, log) {
                self.mourn(field, side, unit, dice, log);
            }
        }
    }
}

/// The part of a unit, made when it first fights.
fn part_of<'p>(parts: &'p mut Vec<Part>, field: &Field, side: Side, unit: usize) -> &'p mut Part {
    let at = parts.iter().position(|part| part.side == side && part.unit == unit).unwrap_or_else(|| {
        parts.push(Part {
            side,
            unit,
            front: field.unit(side, unit).front(),
            fallen: 0,
            fights: 0,
            majors: 0,
            met: Facing::Front,
            enemies: 0,
        });
        parts.len() - 1
    });
    &mut parts[at]
}
