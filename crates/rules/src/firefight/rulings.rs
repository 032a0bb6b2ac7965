//! Rulings: where the text can be read in two ways. `datasets/firefight/rulings.toml` says what each one asks.

use super::formation::Order;
use crate::chooser::Chooser;
use crate::pack::Reader;

/// C4: how long suppression lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionLasts {
    /// Until the end of the unit's own next turn.
    OwnNextTurn,
    /// Until both sides have had their turn.
    GameTurn,
    /// Until the unit passes a leadership test at the end of its own turn.
    Leadership,
}

/// The readings in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// C1: the shooting phase comes before the movement phase.
    pub shoot_first: bool,
    /// C2: just as many wounds as models suppress, more do not.
    pub suppressed_exactly: bool,
    /// C3: each attacker's wounds count by themselves.
    pub wounds_of_each: bool,
    /// C4.
    pub suppression_lasts: SuppressionLasts,
    /// C5: the penalties of suppression and cowering add up.
    pub penalties_stack: bool,
    /// C7: having moved counts in the enemy's turn too.
    pub moved_in_enemy_turn: bool,
    /// How far apart the models of a unit stand.
    pub formation: Order,
    /// C8: a double move may lead past the enemy or away from him; only its end counts.
    pub double_move_end: bool,
    /// C9: a double move leaves no cover save.
    pub doubled_no_save: bool,
    /// C9: a save beyond the die may still be made.
    pub hopeless_save: bool,
    /// C10: a model near any enemy silences the whole unit.
    pub near_silences_unit: bool,
    /// C11: the active side alone fires in the firefight phase.
    pub only_active_fires: bool,
    /// C12: hits are dealt out one a model before any gets a second.
    pub even_allocation: bool,
    /// C15: dice that are left may be used in the enemy's turn.
    pub doctrines_in_enemy_turn: bool,
    /// C16: a leader may try another doctrine in the same phase.
    pub same_leader_again: bool,
    /// C17: exactly half of its strength makes a unit test.
    pub break_at_half: bool,
    /// C19: enemies in the way give concealment and soft cover.
    pub through_enemies: bool,
    /// C24: a wound beyond the die may still be dealt.
    pub hopeless_wound: bool,
    /// Units in melee fire in the firefight phase.
    pub engaged_units_fire: bool,
    /// A special leader is the last to fall.
    pub leader_falls_last: bool,
    /// A command that fails its test loses its units.
    pub command_break_removes: bool,
}

impl Rulings {
    /// Reads the rulings; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Rulings> {
        let reader = root.table("rulings")?;
        let choose = Chooser(&reader);
        let lasts = ["own_next_turn", "game_turn", "leadership"];
        let rulings = Rulings {
            shoot_first: choose.second("phase_order", ["move_first", "shoot_first"])?,
            suppressed_exactly: choose.second("suppressed_at", ["at_least", "exactly"])?,
            wounds_of_each: choose.second("wounds_pooled", ["all_attackers", "each_attacker"])?,
            suppression_lasts: [
                SuppressionLasts::OwnNextTurn,
                SuppressionLasts::GameTurn,
                SuppressionLasts::Leadership,
            ][choose.word("suppression_lasts", &lasts)?],
            penalties_stack: choose.second("suppressed_and_cowering", ["once", "both"])?,
            moved_in_enemy_turn: choose.second("moved_shooters", ["own_turn", "enemy_turn_too"])?,
            formation: [Order::Spread, Order::Close, Order::Unit]
                [choose.word("formation", &["spread", "close", "unit"])?],
            double_move_end: choose.second("double_move", ["path", "end"])?,
            doubled_no_save: choose.second("doubled_saves", ["worse", "none"])?,
            hopeless_save: !choose.second("hopeless_save", ["double_six", "never"])?,
            near_silences_unit: choose.second("near_shooters", ["models", "unit"])?,
            only_active_fires: choose.second("firefight_by", ["both", "active"])?,
            even_allocation: choose.second("allocation", ["pooled", "even"])?,
            doctrines_in_enemy_turn: choose.flag("doctrines_in_enemy_turn")?,
            same_leader_again: choose.flag("same_leader_again")?,
            break_at_half: choose.second("break_below", ["under_half", "half_or_under"])?,
            through_enemies: !choose.second("through_enemies", ["any", "never"])?,
            hopeless_wound: !choose.second("hopeless_wound", ["double_six", "never"])?,
            engaged_units_fire: choose.flag("engaged_units_fire")?,
            leader_falls_last: choose.second("leader_loss", ["random", "last"])?,
            command_break_removes: !choose.second("command_break", ["removed", "nothing"])?,
        };
        reader.finish();
        Some(rulings)
    }
}
