//! The rules of a pack made ready to play: numbers, rulings, and the rolls that units make by them.

use std::sync::Arc;

use muster_dice::{Dice, Die};

use super::book::LawBook;
use super::confidence::Confidence;
use super::melee::{Contest, ContestSide, MeleeRound};
use super::missile::{Shot, ShotRoll};
use super::numbers::Numbers;
use super::plan::{Missile, Power, UnitPlan};
use super::rulings::{CasualtyDie, LedTotal, Rulings, TotalOf};
use super::throw::{Throw, open_shift};
use crate::table::{Cover, INCH};

/// Where an attack meets a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facing {
    /// In front.
    Front,
    /// In the flank.
    Flank,
    /// From behind.
    Rear,
}

/// The rules in force, shared by all match-ups of a pack.
#[derive(Debug)]
pub struct Rules {
    /// Numbers of the rules file.
    pub numbers: Numbers,
    /// Rulings in force.
    pub rulings: Rulings,
    /// Laws of all rolls.
    pub book: LawBook,
}

/// A unit in a fight, as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'p> {
    /// What it is.
    pub plan: &'p UnitPlan,
    /// Figures left.
    pub figures: u32,
    /// Files that they stand in.
    pub files: u32,
    /// A character leads it in person.
    pub led: bool,
    /// It has charged into this fight in this turn.
    pub charging: bool,
    /// Its ranks count in this fight.
    pub ranked: bool,
    /// It stands higher.
    pub higher: bool,
    /// Steps of an attack spell.
    pub attack: i32,
    /// Steps of a defence spell.
    pub defence: i32,
    /// It failed its test and inflicts nothing.
    pub silenced: bool,
}

impl Fighter<'_> {
    /// Weapon die, steps of the weapon and all steps of the contest.
    fn melee(&self, rules: &Rules) -> (Throw, i32, i32) {
        let profile = self.plan.profile(self.figures);
        let weapon = if self.charging { profile.charge } else { profile.steady };
        let lasting = profile.mounted + self.attack;
        let numbers = &rules.numbers.melee;
        let moment = if self.charging { numbers.charging } else { 0 }
            + if self.higher && !self.charging { numbers.higher_ground } else { 0 };
        (weapon, lasting, lasting + moment)
    }

    /// Ruling B5: the die that is thrown for each hit on the enemy, and its steps.
    fn blow(&self, rules: &Rules, contest_die: Throw) -> (Throw, i32) {
        let (weapon, lasting, _) = self.melee(rules);
        let (own, spell) = match rules.rulings.casualty_die {
            CasualtyDie::Mounted => ((weapon, lasting), self.attack),
            CasualtyDie::Weapon => ((weapon, 0), 0),
            CasualtyDie::Contest => return (contest_die, 0),
        };
        // Of a rider's own die and his monster's, the larger one strikes. The monster is not mounted: a spell alone lifts its die.
        let monster = self.plan.profile(self.figures).extra[0].map(|die| (die, spell));
        let size = |(die, steps): (Throw, i32)| die.closed(steps).size();
        monster.filter(|monster| size(*monster) > size(own)).unwrap_or(own)
    }

    fn side(&self, rules: &Rules, contest_die: Throw, casualty: Throw, armour: Throw) -> ContestSide {
        let rulings = &rules.rulings;
        let profile = self.plan.profile(self.figures);
        // A rider's second quality die is in his profile.
        let leads = self.led && self.plan.riderless.is_none();
        let second = u8::try_from(rules.numbers.characters.second_quality).unwrap_or(0);
        ContestSide {
            quality: profile.quality,
            qualities: profile.qualities + if leads { second } else { 0 },
            melee: contest_die,
            extra: profile.extra,
            led: leads && rulings.led_total == LedTotal::BestTwo && rulings.total_of == TotalOf::AllDice,
            ranks: if self.ranked { self.plan.drill.ranks(self.figures, self.files) } else { 1 },
            // Ruling B3.
            divisor: if rulings.divided_by_weapon { self.melee(rules).0 } else { contest_die },
            casualty,
            armour,
            inflicts: !self.silenced,
            rolls: !(self.silenced && rulings.silenced_throws_nothing),
            most: self.plan.most(),
        }
    }
}

impl Rules {
    /// Rules with their laws.
    pub fn new(numbers: Numbers, rulings: Rulings) -> Rules {
        let book = LawBook::new(&numbers, &rulings);
        Rules { numbers, rulings, book }
    }

    /// MELEE: both sides with all shifts done, "Open Shift vs melee die".
    pub fn contest(&self, [one, other]: [&Fighter<'_>; 2]) -> Contest {
        let (a, b) = (one.melee(self), other.melee(self));
        let dice = open_shift((a.0, a.2), (b.0, b.2));
        // "Open Shift vs Impact or Melee die": each blow against the armour that it meets.
        let armour = |fighter: &Fighter<'_>| (fighter.plan.profile(fighter.figures).armour, fighter.defence);
        let [blow_one, armour_other] = open_shift(one.blow(self, dice[0]), armour(other));
        let [blow_other, armour_one] = open_shift(other.blow(self, dice[1]), armour(one));
        [one.side(self, dice[0], blow_one, armour_one), other.side(self, dice[1], blow_other, armour_other)]
    }

    /// The round that two units fight.
    pub fn melee(&self, fighters: [&Fighter<'_>; 2]) -> Arc<MeleeRound> {
        self.book.melee(self.contest(fighters))
    }

    /// MISSILE FIRE: the shot of some figures in so many files at a target so far away, from centre to centre; `None` when it is
    /// impossible.
    #[expect(clippy::too_many_arguments, reason = "who shoots at whom, over what and against what")]
    pub fn shot(
        &self,
        shooter: &UnitPlan,
        (figures, files): (u32, u32),
        missile: &Missile,
        target: &UnitPlan,
        left: u32,
        distance: i32,
        cover: Cover,
        defence: i32,
        counterspell: Option<Die>,
    ) -> Option<Shot> {
        let numbers = &self.numbers.missile;
        let steps = match cover {
            Cover::None => 0,
            Cover::Soft => numbers.soft_cover,
            Cover::Hard => numbers.hard_cover,
        };
        // A distance of exactly a band's length lies in the band.
        let band = usize::try_from((distance.max(1) - 1) / missile.band.max(1)).ok()?;
        if band >= missile.bands {
            return None;
        }
        let harder = steps + if target.lone { numbers.lone_figure } else { 0 };
        let range = *numbers.range_dice.get(band + usize::try_from(harder).unwrap_or(0))?;
        let firepower = match missile.power {
            Power::Die(die) => die,
            Power::Rider(points) => Throw::of(self.numbers.die_for(points)),
            Power::PerFigure(each) => {
                let points = each.saturating_mul(shooter.drill.shooters(figures, files));
                Throw::of(self.numbers.die_for(points))
            }
        };
        let profile = target.profile(left);
        let [impact, armour] = open_shift((missile.impact, 0), (profile.armour, steps + defence));
        Some(Shot {
            quality: missile.quality,
            firepower,
            range,
            counterspell,
            impact,
            armour,
            hits: missile.hits,
            most: target.most(),
        })
    }

    /// The law of a shot.
    pub fn shot_roll(&self, shot: Shot) -> Arc<ShotRoll> {
        self.book.shot(shot)
    }

    /// MAGIC: the counterspeller's die so far from the target, lowered by a step a band, the first band free (ruling
    /// B40); `None` when nothing of it is left.
    pub fn counterspell(&self, wizard: Die, distance: i32) -> Option<Die> {
        let band = i32::from(wizard.sides()) * INCH;
        let bands = (distance.max(1) - 1) / band.max(1);
        let steps = bands + i32::from(self.rulings.counterspell_lowered_at_once);
        let (die, lost) = wizard.shift(-steps);
        (lost == 0).then_some(die)
    }

    /// MAGIC ¶1: a spell. The wizard's quality die must show more than the range die, and than a counterspell; what it shows
    /// when it does.
    pub fn cast<D: Dice>(
        &self,
        wizard: Die,
        range: Die,
        counterspell: Option<Die>,
        dice: &mut D,
    ) -> Option<u32> {
        let shown = dice.die(wizard);
        let against = dice.die(range).max(counterspell.map_or(0, |die| dice.die(die)));
        (shown > against).then_some(shown)
    }

    /// The chance that a spell works and its die shows `least` or more.
    pub fn chance_of_cast(&self, wizard: Die, range: Die, counterspell: Option<Die>, least: u32) -> f64 {
        let beats = |shown: u32, die: Die| {
            f64::from((shown - 1).min(u32::from(die.sides()))) / f64::from(die.sides())
        };
        let sides = u32::from(wizard.sides());
        let worked = |shown: u32| beats(shown, range) * counterspell.map_or(1.0, |die| beats(shown, die));
        (least.max(1)..=sides).map(worked).sum::<f64>() / f64::from(sides)
    }

    /// Threat of a charger's test, with the terror of what it charges.
    pub fn charge_threat(&self, confidence: Confidence, terror: bool) -> i32 {
        let numbers = &self.numbers.threat.charge;
        let threat = numbers.get(confidence as usize).copied().unwrap_or(0);
        self.terrible(threat, terror)
    }

    /// Threat of a defender's test against a charge.
    pub fn defence_threat(&self, facing: Facing, confidence: Confidence, terror: bool) -> i32 {
        let mut threat = self.numbers.threat.facing[facing as usize];
        // Ruling B12.
        if self.rulings.defender_adds_confidence {
            threat += self.numbers.threat.charge.get(confidence as usize).copied().unwrap_or(0);
        }
        self.terrible(threat, terror)
    }

    /// Ruling B28.
    fn terrible(&self, threat: i32, terror: bool) -> i32 {
        match (terror, self.rulings.terror_adds_one) {
            (false, _) => threat,
            (true, true) => threat + 1,
            (true, false) => threat * 2,
        }
    }

    /// A confidence test; levels lost.
    #[inline]
    pub fn test<D: Dice>(&self, quality: Die, leadership: u32, threat: i32, dice: &mut D) -> u32 {
        let target = i32::try_from(leadership).unwrap_or(0) + threat;
        dice.resolve(self.book.test(quality, target))
    }

    /// A roll of the quality die that must show more than a number.
    #[inline]
    pub fn exceeds<D: Dice>(&self, quality: Die, target: i32, dice: &mut D) -> bool {
        dice.resolve(self.book.exceed(quality, target)) == 1
    }

    /// Figures that a unit loses when it routs in melee, rounded up (ruling B34).
    pub fn rout_loss(&self, plan: &UnitPlan, figures: u32) -> u32 {
        let of = if self.rulings.rout_of_starting { plan.figures } else { figures };
        of.div_ceil(2).min(figures)
    }
}
