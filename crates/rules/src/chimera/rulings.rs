//! The rulings in force: one field per switch of `datasets/chimera/rulings.toml`.

use crate::chooser::Chooser;
use crate::pack::Reader;

/// Ruling A3: what the remainder die is compared with its points by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemainderCompares {
    /// The natural face.
    Natural,
    /// The face with the charge added.
    Modified,
}

/// Ruling A8: who makes the saves of a unit with mixed saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MixedSaves {
    /// The front figure makes each save until it falls.
    FrontUntilItFalls,
    /// Hits go round the figures, worst save first.
    OneEach,
}

/// Ruling A7: who counts as mounted in melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MountedMeans {
    /// Cavalry alone.
    Cavalry,
    /// Chariots and elephants too.
    CavalryChariotsElephants,
}

/// Ruling A10: who loses a round of melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoserIs {
    /// The side that removed fewer figures.
    FewerCasualtiesScored,
    /// The side that scored fewer hits before saves.
    FewerHits,
    /// The side that lost the larger share of its figures.
    LargerShareLost,
}

/// Ruling A12: when a locked pair fights on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeleeContinues {
    /// In every Move step of either side.
    EveryMoveStep,
    /// In the Move step of the side that made the contact.
    OwnMoveStep,
    /// Once in a turn.
    OncePerTurn,
    /// At once, until a unit is gone or fails a test.
    UntilDecided,
}

/// Ruling A13: when a melee is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeleeResolved {
    /// When contact is made.
    AtContact,
    /// After all units of the step have moved.
    AfterMoves,
}

/// Ruling A14: melees of several units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiMelee {
    /// Each pair fights for itself.
    Pairwise,
    /// All units in contact fight as two pools.
    Pooled,
}

/// Ruling A17: what a retreat's share is taken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatShareOf {
    /// The figures present.
    Present,
    /// The figures that began the game.
    Starting,
}

/// Ruling A20: the order of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Rolled once for the game.
    Fixed,
    /// Rolled each turn.
    RolledEachTurn,
}

/// Ruling A31: whom a side's plan treats as shooters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoShoots {
    /// Units whose fire reaches farther than they move, or weighs more than their melee points.
    FireBeatsCharge,
    /// Units with any ranged weapon.
    AnyRangedWeapon,
}

/// Ruling A16: what calls for a morale test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tests {
    /// Losing a round of melee.
    pub melee_lost: bool,
    /// Losing figures to shooting.
    pub shooting_casualties: bool,
    /// Falling to half of the starting figures.
    pub half_strength: bool,
}

/// All rulings of the rule set.
#[derive(Clone, Debug)]
pub struct Rulings {
    /// A2: a face that counts 0 in melee too.
    pub melee_zero_face: Option<u32>,
    /// A3.
    pub remainder_compares: RemainderCompares,
    /// A3: the charge counts even when the remainder die misses.
    pub remainder_bonus_on_miss: bool,
    /// A4.
    pub natural_one_fails: bool,
    /// A4.
    pub natural_six_saves: bool,
    /// A5: AP cannot worsen a save past the highest face.
    pub ap_stops_at_six: bool,
    /// A6.
    pub cover_in_melee: bool,
    /// A7.
    pub mounted_means: MountedMeans,
    /// A8.
    pub mixed_saves: MixedSaves,
    /// A9: large models take the wounds of their troop type.
    pub wounds_as_data: bool,
    /// A10.
    pub loser_is: LoserIs,
    /// A11: both sides test after a tied round.
    pub tied_melee_tests: bool,
    /// A12.
    pub melee_continues: MeleeContinues,
    /// A13.
    pub melee_resolved: MeleeResolved,
    /// A14.
    pub multi_melee: MultiMelee,
    /// A15.
    pub locked_units_shoot: bool,
    /// A16.
    pub tests: Tests,
    /// A17.
    pub retreat_share_of: RetreatShareOf,
    /// A19.
    pub bonus_move_may_charge: bool,
    /// A20.
    pub order: Order,
    /// A22: a vehicle fires one weapon only.
    pub vehicle_fires_one: bool,
    /// A23: each AP group may pick its own target.
    pub split_fire: bool,
    /// A31.
    pub who_shoots: WhoShoots,
}

impl Rulings {
    /// Reads the rulings; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Rulings> {
        let reader = root.table("rulings")?;
        let choose = Chooser(&reader);
        let tests = choose.words("tests", &["melee_lost", "shooting_casualties", "half_strength"])?;
        let rulings = Rulings {
            melee_zero_face: [None, Some(6)][choose.word("melee_zero_face", &["none", "6"])?],
            remainder_compares: [RemainderCompares::Natural, RemainderCompares::Modified]
                [choose.word("remainder_compares", &["natural", "modified"])?],
            remainder_bonus_on_miss: choose.flag("remainder_bonus_on_miss")?,
            natural_one_fails: choose.flag("natural_one_fails")?,
            natural_six_saves: choose.flag("natural_six_saves")?,
            ap_stops_at_six: choose.flag("ap_stops_at_six")?,
            cover_in_melee: choose.flag("cover_in_melee")?,
            mounted_means: [MountedMeans::Cavalry, MountedMeans::CavalryChariotsElephants]
                [choose.word("mounted_means", &["cavalry", "cavalry-chariots-elephants"])?],
            mixed_saves: [MixedSaves::FrontUntilItFalls, MixedSaves::OneEach]
                [choose.word("mixed_saves", &["front_until_it_falls", "one_each"])?],
            wounds_as_data: choose.word("large_models_wounds", &["one", "as_data"])? == 1,
            loser_is: [LoserIs::FewerCasualtiesScored, LoserIs::FewerHits, LoserIs::LargerShareLost]
                [choose.word("loser_is", &["fewer_casualties_scored", "fewer_hits", "larger_share_lost"])?],
            tied_melee_tests: choose.word("melee_tie", &["nobody_tests", "both_test"])? == 1,
            melee_continues: [
                MeleeContinues::EveryMoveStep,
                MeleeContinues::OwnMoveStep,
                MeleeContinues::OncePerTurn,
                MeleeContinues::UntilDecided,
            ][choose.word(
                "melee_continues",
                &["every_move_step", "own_move_step", "once_per_turn", "until_decided"],
            )?],
            melee_resolved: [MeleeResolved::AtContact, MeleeResolved::AfterMoves]
                [choose.word("melee_resolved", &["at_contact", "after_moves"])?],
            multi_melee: [MultiMelee::Pairwise, MultiMelee::Pooled]
                [choose.word("multi_melee", &["pairwise", "pooled"])?],
            locked_units_shoot: choose.flag("locked_units_shoot")?,
            tests: Tests { melee_lost: tests[0], shooting_casualties: tests[1], half_strength: tests[2] },
            retreat_share_of: [RetreatShareOf::Present, RetreatShareOf::Starting]
                [choose.word("retreat_share_of", &["present", "starting"])?],
            bonus_move_may_charge: choose.flag("bonus_move_may_charge")?,
            order: [Order::Fixed, Order::RolledEachTurn]
                [choose.word("order", &["fixed", "rolled_each_turn"])?],
            vehicle_fires_one: choose.word("vehicle_weapons", &["all", "one"])? == 1,
            split_fire: choose.flag("split_fire")?,
            who_shoots: [WhoShoots::FireBeatsCharge, WhoShoots::AnyRangedWeapon]
                [choose.word("who_shoots", &["fire_beats_charge", "any_ranged_weapon"])?],
        };
        reader.finish();
        Some(rulings)
    }

    /// Whether hits before saves matter, so that hits and saves must be rolled apart.
    #[inline]
    pub fn counts_hits(&self) -> bool {
        self.loser_is == LoserIs::FewerHits
    }
}
