//! Figures leave and never come back, event by event, unless respawning is on.

use std::collections::BTreeMap;

use muster_dice::{CellKey, PlainDice, Seed, Stream};
use muster_results::{Cause, Side};
use muster_rules::chimera::battle::{Battle, Field};
use muster_rules::log::{Event, Log};
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::Sources;
use muster_rules::process::{Flow, Process as _};
use muster_verify::mechanics::{Mechanics, figures_on_table};

/// Keeps the books of every unit and complains of the first entry that does not follow from the one before.
#[derive(Default)]
struct Books {
    left: BTreeMap<(Side, usize), u32>,
    lost: [u32; 2],
    fault: Option<String>,
}

impl Log for Books {
    fn tells(&self) -> bool {
        true
    }

    fn lost(&mut self, side: Side, _cause: Cause, figures: u32) {
        self.lost[side.index()] += figures;
    }

    fn tell(&mut self, event: Event) {
        match event {
            Event::Lost { side, unit, figures, left, .. } => {
                let before = self.left.insert((side, unit), left).unwrap_or_default();
                if figures == 0 || before != left + figures {
                    self.fault.get_or_insert(format!("{before} were there: {figures} lost leave {left}"));
                }
            }
            Event::Respawned { side, unit, figures } => {
                self.fault.get_or_insert(format!("{figures} came back"));
                self.left.insert((side, unit), figures);
            }
            _ => {}
        }
    }
}

/// Boxes' worth of units, by their ids in the catalogue.
const FORCES: [[&[&str]; 2]; 3] = [
    [&["warband", "javelin-men", "light-cavalry"], &["legionaries", "archers", "elephants"]],
    [
        &["rifle-squad", "tanks", "machine-gun-crew"],
        &["lmg-squad", "heavy-tanks", "mortar-crew", "smg-squad"],
    ],
    [&["horse-archers", "chariots"], &["heavy-foot", "slingers", "cannon"]],
];

/// Plays battles die by die and gives the first fault of their books.
fn audit(mechanics: &Mechanics, pool: u32) -> Option<String> {
    let mut fought = 0;
    for (at, ids) in FORCES.into_iter().enumerate() {
        for (name, conditions) in &mechanics.conditions {
            let mut forces = mechanics.forces(ids, conditions);
            forces.iter_mut().for_each(|force| force.reserves.pool = pool);
            let plans = [Plan::ALL[at], Plan::ALL[(at + name.len()) % 4]];
            let battle =
                Battle { rules: &mechanics.rules, conditions, forces: [&forces[0], &forces[1]], plans };
            for game in 0..40 {
                let mut field = Field::opening([&forces[0], &forces[1]]);
                let mut books = Books::default();
                for side in Side::BOTH {
                    for (unit, plan) in forces[side.index()].units.iter().enumerate() {
                        books.left.insert((side, unit), plan.figures[plan.strength as usize]);
                    }
                }
                let stream = Stream::of_game(Seed(3), CellKey::of(&["figures", name]), game);
                battle.play(&mut field, &mut PlainDice::from_stream(stream), &mut books);
                for side in Side::BOTH {
                    let force = &forces[side.index()];
                    let left = figures_on_table(&field, force, side);
                    let told: u32 =
                        books.left.iter().filter(|((who, _), _)| *who == side).map(|(_, n)| n).sum();
                    if books.fault.is_none()
                        && (told != left || left + books.lost[side.index()] != force.figures())
                    {
                        books.fault = Some(format!("{told} told, {left} on the table"));
                    }
                    fought += books.lost[side.index()];
                }
                if books.fault.is_some() {
                    return books.fault;
                }
            }
        }
    }
    assert!(fought > 1_000, "nobody fights: {fought}");
    None
}

#[test]
fn no_unit_of_a_battle_ever_has_more_figures_than_before() {
    let mechanics = Mechanics::of(&Sources::of_set("chimera"));
    assert_eq!(audit(&mechanics, 0), None);
    // The books notice what they are for.
    assert!(audit(&mechanics, 3).is_some());
}

#[test]
fn no_step_of_a_duel_ever_adds_a_figure() {
    let mechanics = Mechanics::of(&Sources::of_set("chimera"));
    for (at, ids) in [
        ["warband", "legionaries"],
        ["archers", "light-cavalry"],
        ["tanks", "rifle-squad"],
        ["elephants", "javelin-men"],
    ]
    .into_iter()
    .enumerate()
    {
        for policy in Policy::ALL {
            let process = mechanics.duel(ids, [policy, Policy::ALL[at]], 24);
            for game in 0..50 {
                let stream = Stream::of_game(Seed(4), CellKey::of(&ids), game);
                let mut dice = PlainDice::from_stream(stream);
                let (mut state, mut turns) = (process.opening(), 0);
                while turns < process.max_turns {
                    let before = process.left(&state);
                    let mut books = Books::default();
                    let flow = process.step(&state, &mut dice, &mut books);
                    let (Flow::Next(next) | Flow::TurnOver(next) | Flow::Over(next)) = flow;
                    let left = process.left(&next);
                    for side in 0..2 {
                        assert_eq!(left[side] + books.lost[side], before[side], "{ids:?}, {policy:?}");
                    }
                    state = next;
                    turns += u32::from(matches!(flow, Flow::TurnOver(_)));
                    if matches!(flow, Flow::Over(_)) {
                        break;
                    }
                }
            }
        }
    }
}
