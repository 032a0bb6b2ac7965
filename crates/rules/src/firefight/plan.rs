//! A unit made ready to play.

use super::arms::{Use, Weapon};
use super::doctrine::Doctrine;
use super::formation::Formation;
use super::needed::Needed;
use super::rules::Rules;
use super::unit::{Kind, Models, UnitSpec};
use crate::contents::UnitOfData as _;
use crate::table::{Cover, radius_of_area};

/// A compiled unit. Lengths are in q.
#[derive(Clone, Debug)]
pub struct UnitPlan {
    /// Name for stories.
    pub name: String,
    /// What it is made of.
    pub kind: Kind,
    /// Models at the start.
    pub figures: u32,
    /// Runs of models in the order in which they are removed.
    pub models: Vec<Models>,
    /// Skill with ranged weapons, as a target.
    pub skill: i32,
    /// Skill in melee, as a target.
    pub melee_skill: i32,
    /// Levels of Toughness.
    pub toughness: i32,
    /// Levels of Armour.
    pub armour: i32,
    /// What a leadership test needs.
    pub leadership: i32,
    /// Cannot be wounded where more than the die has is needed.
    pub buttoned: bool,
    /// Cannot be suppressed.
    pub ignores_suppression: bool,
    /// Seeks melee though it has ranged weapons.
    pub closes: bool,
    /// Move.
    pub speed: i32,
    /// Longest range by models left, 0 where none of them shoots.
    pub longest_range: Vec<i32>,
    /// Gap at which all of so many models are within the longest range, at least 0.
    pub stand_off: Vec<i32>,
    /// How they stand.
    pub formation: Formation,
    /// Cover of its start.
    pub start_cover: Cover,
    /// Begins cowering.
    pub cowering: bool,
    /// Radius of its base on the table.
    pub radius: i32,
    /// Doctrines of the unit, then those of its special leader.
    pub doctrines: Vec<Doctrine>,
    /// How many of them are the unit's own.
    pub own_doctrines: usize,
    /// Activation dice of its leader.
    pub dice: u32,
    /// Place of its leader in the chain of command.
    pub rank: usize,
    /// The command that it belongs to.
    pub command: Option<String>,
    /// An independent leader.
    pub is_leader: bool,
    /// Worth in thousandths by models left: the dice that they throw, weighed by how hard they are to wound.
    pub worth: Vec<u32>,
}

/// Models that are alike and left, and their places, counted from the front.
#[derive(Clone, Copy, Debug)]
pub struct Run<'p> {
    /// What they are.
    pub models: &'p Models,
    /// The first place.
    pub from: u32,
    /// The place behind the last.
    pub to: u32,
}

impl Run<'_> {
    /// How many they are.
    pub fn count(&self) -> u32 {
        self.to - self.from
    }
}

/// Runs of the models that are left, the next to be removed first: they stand in front.
fn left(models: &[Models], figures: u32) -> impl Iterator<Item = Run<'_>> {
    let all: u32 = models.iter().map(|run| run.count).sum();
    let (mut gone, mut from) = (all.saturating_sub(figures), 0);
    models.iter().filter_map(move |run| {
        let here = gone.min(run.count);
        gone -= here;
        let places = Run { models: run, from, to: from + run.count - here };
        from = places.to;
        (run.count > here).then_some(places)
    })
}

/// Most dice that a model throws at range and in melee.
fn dice_of(weapons: &[Weapon]) -> u32 {
    let most = |melee: bool| {
        weapons.iter().filter(|weapon| weapon.is_melee() == melee).map(|weapon| weapon.rate).max()
    };
    most(false).unwrap_or(0) + most(true).unwrap_or(Weapon::bare_hands().rate)
}

impl UnitPlan {
    /// Compiles a unit.
    pub fn new(spec: &UnitSpec, rules: &Rules) -> UnitPlan {
        let numbers = &rules.numbers;
        let figures = spec.figures();
        let plain = Needed::of(numbers.to_wound, numbers.die, true).chance(numbers.die, false);
        let hard = Needed::of(numbers.to_wound + spec.toughness + spec.armour, numbers.die, true);
        let weight = plain / hard.chance(numbers.die, false);
        let worth = |figures: u32| {
            let dice: u32 =
                left(&spec.models, figures).map(|run| run.count() * dice_of(&run.models.weapons)).sum();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to u32")]
            let worth = (f64::from(dice) * weight * 1000.0).round().clamp(0.0, 4e9) as u32;
            worth
        };
        let range = |figures: u32| {
            let arms = left(&spec.models, figures).flat_map(|run| &run.models.weapons);
            arms.filter(|weapon| weapon.shoots()).map(Weapon::range).max().unwrap_or(0)
        };
        let formation = Formation::of(spec, numbers, rules.rulings.formation);
        let stand_off = |figures: u32| (range(figures) - formation.depth_of(figures)).max(0);
        UnitPlan {
            name: spec.name.clone(),
            kind: spec.kind,
            figures,
            models: spec.models.clone(),
            skill: spec.skill,
            melee_skill: spec.melee_skill,
            toughness: spec.toughness,
            armour: spec.armour,
            leadership: spec.leadership,
            buttoned: spec.buttoned,
            ignores_suppression: spec.ignores_suppression,
            closes: spec.closes,
            speed: spec.speed,
            longest_range: (0..=figures).map(range).collect(),
            stand_off: (0..=figures).map(stand_off).collect(),
            formation,
            start_cover: spec.cover,
            cowering: spec.cowering,
            radius: radius_of_area(spec.base_area),
            doctrines: spec.doctrines.iter().chain(&spec.confers).cloned().collect(),
            own_doctrines: spec.doctrines.len(),
            dice: spec.dice,
            rank: spec.rank,
            command: spec.command.clone(),
            is_leader: spec.is_leader,
            worth: (0..=figures).map(worth).collect(),
        }
    }

    /// Runs of the models that are left, the next to be removed first: they stand in front.
    pub fn left(&self, figures: u32) -> impl Iterator<Item = Run<'_>> {
        left(&self.models, figures)
    }

    /// Those of a run that stand within some places, rank by rank: how many, and how far they are from an enemy to whom the gap
    /// is `gap` q. Ranks that reach him with as many weapons are told as one, by the nearest.
    pub fn ranks(&self, run: Run<'_>, places: [u32; 2], gap: i32) -> impl Iterator<Item = (u32, i32)> {
        let formation = self.formation;
        let (mut at, end) = (run.from.max(places[0]), run.to.min(places[1]));
        let reaching = move |distance: i32| {
            run.models.weapons.iter().filter(|weapon| weapon.range() >= distance).count()
        };
        let farthest = reaching(gap.saturating_add(formation.depth(end.saturating_sub(1))));
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let distance = gap.saturating_add(formation.depth(at));
            let alike = reaching(distance) == farthest;
            let next = if alike { end } else { formation.end_of_rank(at).min(end) };
            let count = next - at;
            at = next;
            Some((count, distance))
        })
    }

    /// Whether it has anything to shoot with, and means to.
    #[inline]
    pub fn shoots(&self, figures: u32) -> bool {
        !self.closes && self.longest_range[figures as usize] > 0
    }

    /// Steps by which its arms better its save in melee: those of the next to be removed.
    pub fn defence(&self, figures: u32) -> i32 {
        let front = self.left(figures).next().map_or(&[][..], |run| &run.models.weapons);
        let steps = front.iter().map(|weapon| match weapon.used {
            Use::Melee { defence, .. } => defence,
            Use::Ranged { .. } => 0,
        });
        steps.max().unwrap_or(0)
    }

    /// Whether so many models, of which some have just fallen, make it test (LEADERSHIP: below half, and again for each
    /// later loss).
    pub fn breaks(&self, figures: u32, share: f64, at_share: bool) -> bool {
        let (now, limit) = (f64::from(figures), f64::from(self.figures) * share);
        figures > 0 && (now < limit || at_share && now <= limit)
    }

    /// The doctrines of its special leader.
    pub fn conferred(&self) -> &[Doctrine] {
        &self.doctrines[self.own_doctrines..]
    }

    /// Whether its special leader has doctrines of his own.
    pub fn has_special_leader(&self) -> bool {
        self.doctrines.len() > self.own_doctrines
    }

    /// Whether an activation die can do anything for it.
    pub fn uses_dice(&self) -> bool {
        self.dice > 0 && !self.doctrines.is_empty()
    }
}
