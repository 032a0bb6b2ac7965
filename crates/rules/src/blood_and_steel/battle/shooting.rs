//! MISSILE FIRE on the table: bows, engines, fireballs.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::acting::Spent;
use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::missile::ShotResult;
use crate::blood_and_steel::panic::Fright;
use crate::blood_and_steel::story::opposed_in_words;
use crate::log::Log;
use crate::rolls::{SHOOTING, unit_slot};

impl Battle<'_> {
    /// Shoots with one weapon that has not been fired in this activation; false when none can.
    pub(super) fn shoot<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        spent: &mut Spent,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let Some((at, enemy, shot)) = self.shooting_target(field, side, unit, spent.fired) else {
            return false;
        };
        spent.fired |= 1 << at;
        let missile = &self.plan(side, unit).fire[at];
        dice.unit(unit_slot(side, unit));
        dice.kind(SHOOTING);
        let (result, fallen) = self.rules.shot_roll(shot).play(dice);
        self.say(log, side, unit, || {
            let (foe, from) = (side.foe(), field.unit(side, unit).at);
            let cover = self.cover(foe, enemy, field.unit(foe, enemy), from);
            format!(
                "{} {}{} with {} and {} {}: {}",
                if missile.spell { "casts a fireball at" } else { "shoots at" },
                self.plan(foe, enemy).name,
                ["", " in soft cover", " in hard cover"][cover as usize],
                shot.quality,
                shot.firepower,
                opposed_in_words(shot.range, shot.counterspell),
                ["no effect", "a MINOR result", "a MAJOR result"][result as usize]
            )
        });
        if result != ShotResult::Failure || missile.miss_tests {
            self.suffer_shot(field, side.foe(), enemy, result, fallen, dice, log);
        }
        self.frighten(field, side.foe(), enemy, Fright::ShotAt, dice, log);
        true
    }

    /// Casualties and the morale check.
    #[expect(clippy::too_many_arguments, reason = "who suffers what, with which luck, told to whom")]
    fn suffer_shot<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        result: ShotResult,
        fallen: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let threats = &self.rules.numbers.threat;
        let fallen = self.take_off(field, side, unit, fallen, Cause::Shooting, dice, log);
        let target = field.unit_mut(side, unit);
        if target.figures == 0 {
            return;
        }
        target.suppressed |= self.rules.rulings.minor_suppresses && result == ShotResult::Minor;
        if target.column {
            self.test(field, side, unit, threats.march, "on the march", dice, log);
        }
        let threat = threats.minor_result + i32::try_from(fallen).unwrap_or(0);
        self.test(field, side, unit, threat, "under fire", dice, log);
    }
}
