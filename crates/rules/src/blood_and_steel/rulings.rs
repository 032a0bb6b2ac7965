//! Rulings: where the text can be read in two ways. `datasets/blood-and-steel/rulings.toml` says what each one asks.

use crate::chooser::Chooser;
use crate::pack::Reader;

/// B1: how dice decide a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestRule {
    /// A side's dice that are higher than the enemy's highest.
    Highest,
    /// Quality die against quality die, melee die against melee die.
    Pairwise,
}

/// B2: what is multiplied by the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalOf {
    /// Quality and melee dice together.
    AllDice,
    /// The melee dice alone.
    MeleeDie,
}

/// B5: the die that is thrown for each hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CasualtyDie {
    /// The weapon's, with the mounted bonus.
    Mounted,
    /// The weapon's.
    Weapon,
    /// That of the contest, all shifts in it.
    Contest,
}

/// B7: which ranks count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// Whole ranks.
    Full,
    /// A last rank that is begun, too.
    Partial,
    /// Whole ranks up to a number.
    Capped,
}

/// B26: what is added up for a unit that a character leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedTotal {
    /// All dice.
    AllDice,
    /// The two best.
    BestTwo,
}

/// B43: what it costs a lieutenant to take command when the last general has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Succession {
    /// An action.
    AnAction,
    /// Nothing.
    AtOnce,
    /// He cannot.
    Nobody,
}

/// The readings in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// B39: the side with fewer units begins.
    pub smaller_side_begins: bool,
    /// B1.
    pub contest: ContestRule,
    /// B2.
    pub total_of: TotalOf,
    /// B3: hits are divided by the weapon's die, not by that of the contest.
    pub divided_by_weapon: bool,
    /// B4: a MINOR result hurts the loser only.
    pub minor_hurts_loser_only: bool,
    /// B5.
    pub casualty_die: CasualtyDie,
    /// B7.
    pub ranks: Ranks,
    /// B8: a unit attacked in flank or rear has no ranks at all.
    pub flanked_loses_ranks: bool,
    /// B10: a failed charge costs levels.
    pub failed_charge_costs: bool,
    /// B12: the defender's test adds the numbers of its level.
    pub defender_adds_confidence: bool,
    /// B13: a defender that failed throws no dice.
    pub silenced_throws_nothing: bool,
    /// B15: a broken unit that is charged routs.
    pub broken_defender_routs: bool,
    /// B16: skirmishers that fail lose half and rout.
    pub skirmishers_rout: bool,
    /// B17: a march goes the base move.
    pub march_is_base_move: bool,
    /// B19: any armour slows infantry.
    pub any_armour_slows: bool,
    /// B20: only two ranks shoot.
    pub two_ranks_shoot: bool,
    /// B22: a MINOR result suppresses too.
    pub minor_suppresses: bool,
    /// B24: an engine's MAJOR result doubles its impact.
    pub engine_doubles_impact: bool,
    /// B25: an engine's failure calls for a test.
    pub engine_miss_tests: bool,
    /// B26.
    pub led_total: LedTotal,
    /// B27: the monster's melee die takes the place of its rider's.
    pub monster_die_only: bool,
    /// B28: terror adds one to the threat (else it doubles it).
    pub terror_adds_one: bool,
    /// B29: firepower marked (cc) is a shot in the first range band (else a die in melee).
    pub breath: bool,
    /// B32: a melee is resolved at each activation.
    pub melee_each_activation: bool,
    /// B34: a rout takes half of the starting figures.
    pub rout_of_starting: bool,
    /// B35: a lance is not paid for.
    pub lance_is_free: bool,
    /// B41: raw troops panic.
    pub panic: bool,
    /// B42: a lieutenant commands the units of his own command only.
    pub ranks_command: bool,
    /// B43.
    pub succession: Succession,
    /// B44: a side with fewer units left to activate passes.
    pub fewer_pass: bool,
    /// B40: the counterspeller's die is lowered in the first band too.
    pub counterspell_lowered_at_once: bool,
}

impl Rulings {
    /// Reads the rulings; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Rulings> {
        let reader = root.table("rulings")?;
        let choose = Chooser(&reader);
        let rulings = Rulings {
            smaller_side_begins: choose.second("initiative", ["rolled", "smaller_side"])?,
            contest: [ContestRule::Highest, ContestRule::Pairwise]
                [choose.word("contest", &["highest", "pairwise"])?],
            total_of: [TotalOf::AllDice, TotalOf::MeleeDie]
                [choose.word("total_of", &["all_dice", "melee_die"])?],
            divided_by_weapon: choose.second("divided_by", ["contest_die", "weapon_die"])?,
            minor_hurts_loser_only: choose.second("minor_hurts", ["both", "loser"])?,
            casualty_die: [CasualtyDie::Mounted, CasualtyDie::Weapon, CasualtyDie::Contest]
                [choose.word("casualty_die", &["mounted", "weapon", "contest"])?],
            ranks: [Ranks::Full, Ranks::Partial, Ranks::Capped]
                [choose.word("ranks", &["full", "partial", "capped"])?],
            flanked_loses_ranks: choose.second("ranks_when_flanked", ["keeps", "loses"])?,
            failed_charge_costs: !choose.second("failed_charge", ["level", "nothing"])?,
            defender_adds_confidence: choose
                .second("defender_threat", ["facing", "facing_and_confidence"])?,
            silenced_throws_nothing: choose.second("silenced", ["throws", "throws_nothing"])?,
            broken_defender_routs: !choose.second("broken_defender", ["routs", "fights"])?,
            skirmishers_rout: !choose.second("skirmishers_who_fail", ["half_and_rout", "as_others"])?,
            march_is_base_move: choose.second("march", ["combat_maximum", "base_move"])?,
            any_armour_slows: choose.second("armoured_infantry", ["heavy", "any"])?,
            two_ranks_shoot: choose.second("firepower_of", ["all_figures", "two_ranks"])?,
            minor_suppresses: choose.second("minor_missile", ["test", "test_and_suppress"])?,
            engine_doubles_impact: choose.second("engine_hits", ["one_and_two", "impact_doubled"])?,
            engine_miss_tests: choose.flag("engine_miss_tests")?,
            led_total: [LedTotal::AllDice, LedTotal::BestTwo]
                [choose.word("led_total", &["all_dice", "best_two"])?],
            monster_die_only: choose.second("rider_dice", ["all", "monster_only"])?,
            terror_adds_one: choose.second("terror", ["doubles_threat", "plus_one"])?,
            breath: choose.second("close_combat_firepower", ["melee_die", "breath"])?,
            melee_each_activation: choose.second("melee_resolved", ["once_a_turn", "each_activation"])?,
            rout_of_starting: choose.second("rout_loses_half_of", ["present", "starting"])?,
            lance_is_free: choose.second("priced_melee_die", ["highest", "without_lance"])?,
            panic: !choose.second("panic", ["stargrunt", "none"])?,
            ranks_command: !choose.second("chain_of_command", ["ranks", "everybody"])?,
            succession: [Succession::AnAction, Succession::AtOnce, Succession::Nobody]
                [choose.word("succession", &["an_action", "at_once", "nobody"])?],
            fewer_pass: choose.second("passing", ["never", "when_fewer"])?,
            counterspell_lowered_at_once: choose.second("counterspell_first_band", ["free", "lowered"])?,
        };
        reader.finish();
        Some(rulings)
    }
}
