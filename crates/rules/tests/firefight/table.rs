//! Single turns on the table with scripted dice: each rule that only several units can show.

use muster_dice::ScriptedDice;
use muster_results::Side;
use muster_rules::battle::{BattleRules as _, BattleUnit as _};
use muster_rules::firefight::FirefightGame;
use muster_rules::firefight::battle::{Battle, Commands, Field, Fielded, Force};
use muster_rules::firefight::plan::UnitPlan;
use muster_rules::firefight::rules::Rules;
use muster_rules::log::{Event, StoryLog};
use muster_rules::orders::Plan;
use muster_rules::table::{Conditions, Cover, Ending, LimitRule, Line, LineKind, Point, Table};

use super::support::{chosen, game_of, plan};

/// Small units: rifles with two shots each at up to 24", men without a shot, a car, and a rocket with its riflemen.
const UNITS: &str = r#"
[[unit]]
id = "rifles"
leadership = 4
figures = [{ count = 2, weapons = [{ kind = "ranged", range = 24, rof = 2 }] }]

[[unit]]
id = "four"
leadership = 4
figures = [{ count = 4, weapons = [{ kind = "melee", roa = 1 }] }]

[[unit]]
id = "guards"
leadership = 4
figures = [{ count = 4, weapons = [{ kind = "melee", roa = 5 }] }]

[[unit]]
id = "car"
kind = "vehicle"
leadership = 4
armour = 3
figures = [{ count = 1, weapons = [{ kind = "melee", roa = 1 }] }]

[[unit]]
id = "mixed"
leadership = 4
figures = [
  { count = 2, weapons = [{ kind = "ranged", range = 24, rof = 2 }] },
  { count = 1, weapons = [{ kind = "ranged", range = 24, rof = 1, ap = 3 }] },
]

[[unit]]
id = "rocket"
leadership = 4
figures = [{ count = 1, weapons = [{ kind = "ranged", range = 24, rof = 1, ap = 3 }] }]

[[unit]]
id = "captain"
role = "leader"
rank = "company"
leadership = 2
confers = ["rapid-fire"]
figures = [{ count = 1, weapons = [{ kind = "melee", roa = 1 }] }]
"#;

/// A unit of a force and where its centre stands, in q.
type Place<'i> = (&'i str, i32, i32);

struct Setting {
    game: FirefightGame,
    conditions: Conditions,
    forces: [Force; 2],
    plans: [Plan; 2],
}

impl Setting {
    fn new(sets: &[&str], lines: Vec<Line>, sides: [&[Place<'_>]; 2], plans: [Plan; 2]) -> Setting {
        let game = game_of(sets, UNITS);
        let force = |places: &[Place<'_>]| {
            let units: Vec<UnitPlan> = places.iter().map(|(id, _, _)| plan(&game, id)).collect();
            let deployed: Vec<Point> = places.iter().map(|(_, x, y)| Point { x: *x, y: *y }).collect();
            Force {
                deployed: [deployed.clone(), deployed],
                hurts_in_melee: vec![u64::MAX; units.len()],
                hurts_by_fire: vec![u64::MAX; units.len()],
                reserves: Commands::of(&units),
                radii: units.iter().map(|unit| unit.radius()).collect(),
                units,
            }
        };
        let forces = sides.map(force);
        let conditions = Conditions {
            id: "bare".to_owned(),
            name: "A table".to_owned(),
            says: String::new(),
            table: Table { lines, ..Table::open(400, 400) },
            gap: 96,
            spacing: 24,
            turns: 20,
            ending: Ending { limit: LimitRule::Draw, break_point: None, objective: None },
        };
        Setting { game, conditions, forces, plans }
    }

    fn opening(&self) -> Field {
        Field::opening([&self.forces[0], &self.forces[1]])
    }

    /// Plays a turn in which just these faces are thrown; what was said, by side and unit.
    fn turn(&self, field: &mut Field, faces: &[u32]) -> Vec<(Side, usize, String)> {
        let battle: Battle<'_> = Battle {
            rules: self.game.rules(),
            conditions: &self.conditions,
            forces: [&self.forces[0], &self.forces[1]],
            plans: self.plans,
        };
        let mut dice = ScriptedDice::new(faces);
        let mut log = StoryLog::telling();
        Rules::play_turn(&battle, field, 1, &mut dice, &mut log);
        dice.finish().unwrap();
        let said = log.events.into_iter().filter_map(|event| match event {
            Event::Line { side, unit, text } => Some((side, unit, text)),
            _ => None,
        });
        said.collect()
    }

    /// The first turn.
    fn first_turn(&self, faces: &[u32]) -> Vec<(Side, usize, String)> {
        self.turn(&mut self.opening(), faces)
    }
}

fn says(lines: &[(Side, usize, String)], side: Side, unit: usize, what: &str) -> bool {
    lines.iter().any(|(who, at, text)| *who == side && *at == unit && text.contains(what))
}

/// Two hits, two wounds, both saved.
const TWO_WOUNDS: [u32; 8] = [4, 4, 1, 1, 2, 2, 3, 3];

#[test]
fn wounds_of_two_shooters_suppress_together_and_not_each_by_itself() {
    let sides: [&[Place<'_>]; 2] = [&[("rifles", 180, 100), ("rifles", 220, 100)], &[("four", 200, 190)]];
    let faces = [TWO_WOUNDS, TWO_WOUNDS].concat();
    let plans = [Plan::FireLine, Plan::Assault];
    let pooled = Setting::new(&[], Vec::new(), sides, plans).first_turn(&faces);
    assert!(says(&pooled, Side::B, 0, "is suppressed by 4 wounds, where 4 are enough"), "{pooled:?}");
    for unit in [0, 1] {
        assert!(says(&pooled, Side::A, unit, "; 2 wounds, 0 fall"), "{pooled:?}");
    }
    let each = chosen("wounds_pooled", "each_attacker");
    let apart = Setting::new(&[&each], Vec::new(), sides, plans).first_turn(&faces);
    assert!(!says(&apart, Side::B, 0, "is suppressed"));
}

/// In the firefight both rockets fire before anybody is removed: there is one car to lose.
#[test]
fn a_second_wound_on_a_model_that_falls_already_is_told_as_such() {
    let sides: [&[Place<'_>]; 2] = [&[("rocket", 180, 150), ("rocket", 220, 150)], &[("car", 200, 190)]];
    let hit = [4, 2, 2];
    let lines = Setting::new(&[], Vec::new(), sides, [Plan::FireLine; 2]).first_turn(&[hit, hit].concat());
    assert!(says(&lines, Side::A, 0, "; 1 falls"), "{lines:?}");
    assert!(says(&lines, Side::A, 1, "; 0 fall, 1 more wound on models that fall already"), "{lines:?}");
}

#[test]
fn models_armed_differently_take_targets_of_their_own() {
    let sides: [&[Place<'_>]; 2] = [&[("mixed", 200, 100)], &[("four", 180, 190), ("car", 220, 190)]];
    // Two riflemen miss with four shots; the rocket hits, wounds on 2 and the car fails its save.
    let lines = Setting::new(&[], Vec::new(), sides, [Plan::FireLine; 2]).first_turn(&[1, 1, 1, 1, 4, 2, 2]);
    assert!(says(&lines, Side::A, 0, "fires at four: 4 dice"), "{lines:?}");
    assert!(says(&lines, Side::A, 0, "fires at car: 1 die"), "{lines:?}");
}

#[test]
fn friends_without_a_shot_lie_down_and_others_block() {
    let plans = [Plan::FireLine, Plan::FireLine];
    let enemy: &[Place<'_>] = &[("four", 200, 190)];
    let past_idle: &[Place<'_>] = &[("rifles", 200, 100), ("four", 200, 115)];
    let lines = Setting::new(&[], Vec::new(), [past_idle, enemy], plans).first_turn(&[1, 1, 1, 1]);
    assert!(says(&lines, Side::A, 1, "lies down for rifles"), "{lines:?}");
    assert!(says(&lines, Side::A, 0, "fires at four"));
    // Rifles in front have a shot of their own: they fire, and those behind cannot.
    let past_rifles: &[Place<'_>] = &[("rifles", 200, 100), ("rifles", 200, 115)];
    let lines = Setting::new(&[], Vec::new(), [past_rifles, enemy], plans).first_turn(&[1, 1, 1, 1]);
    assert!(says(&lines, Side::A, 1, "fires at four") && !says(&lines, Side::A, 0, "fires"), "{lines:?}");
}

#[test]
fn targets_behind_other_enemies_are_concealed_and_in_soft_cover() {
    // A car out of reach of a charge, and the guards behind it, who are worth more.
    let sides: [&[Place<'_>]; 2] = [&[("rifles", 200, 100)], &[("car", 200, 192), ("guards", 200, 200)]];
    let plans = [Plan::FireLine, Plan::FireLine];
    let fires = |sets: &[&str], needs: &str| {
        let lines = Setting::new(sets, Vec::new(), sides, plans).first_turn(&[1, 1, 1, 1]);
        assert!(says(&lines, Side::A, 0, &format!("fires at guards: 4 dice ({needs})")), "{lines:?}");
    };
    fires(&[], "to hit 5+, to wound 2+, save 2+");
    fires(&[&chosen("through_enemies", "never")], "to hit 4+, to wound 2+, save 3+");
}

#[test]
fn a_chain_of_units_fires_at_the_same_time() {
    // Both of A's units are near B's: each fires, and B's fires back at one of them though it is wiped out.
    let sides: [&[Place<'_>]; 2] = [&[("rifles", 190, 100), ("rifles", 215, 100)], &[("rifles", 200, 140)]];
    let kills = [4, 4, 1, 1, 2, 2, 1, 1];
    let faces = [&kills[..], &[1, 1, 1, 1], &[4, 4, 1, 1, 2, 2, 1, 1]].concat();
    let setting = Setting::new(&[], Vec::new(), sides, [Plan::FireLine; 2]);
    let mut field = setting.opening();
    setting.turn(&mut field, &faces);
    assert_eq!(field.units[1][0].figures, 0, "B's rifles are gone");
    let left: Vec<u32> = field.units[0].iter().map(|unit| unit.figures).collect();
    assert!(left.contains(&0) && left.contains(&2), "and have taken one of A's units with them: {left:?}");
}

#[test]
fn a_leader_activates_for_those_below_him_within_reach() {
    let near: &[Place<'_>] = &[("captain", 200, 60), ("rifles", 200, 100)];
    let far: &[Place<'_>] = &[("captain", 200, 20), ("rifles", 200, 100)];
    let enemy: &[Place<'_>] = &[("four", 200, 190)];
    let plans = [Plan::FireLine; 2];
    // A 4 activates: three shots each.
    let lines = Setting::new(&[], Vec::new(), [near, enemy], plans).first_turn(&[4, 1, 1, 1, 1, 1, 1]);
    assert!(says(&lines, Side::A, 0, "activates Rapid fire for rifles"), "{lines:?}");
    let lines = Setting::new(&["battle.follow_within=20"], Vec::new(), [far, enemy], plans);
    let lines = lines.first_turn(&[1, 1, 1, 1]);
    assert!(!says(&lines, Side::A, 0, "Rapid fire"), "{lines:?}");
    // Neither does one of the same rank.
    let mut peers = Setting::new(&[], Vec::new(), [near, enemy], plans);
    peers.forces[0].units[0].rank = peers.forces[0].units[1].rank;
    peers.forces[0].reserves = Commands::of(&peers.forces[0].units);
    assert!(!says(&peers.first_turn(&[1, 1, 1, 1]), Side::A, 0, "Rapid fire"));
}

#[test]
fn a_vehicle_crosses_a_hedge_or_wall_slowly_and_may_stick() {
    let hedge = Line {
        from: Point { x: 0, y: 110 },
        to: Point { x: 400, y: 110 },
        kind: LineKind::Hedge,
        cover: Cover::Soft,
        cover_reach: 8,
    };
    let sides: [&[Place<'_>]; 2] = [&[("car", 200, 100)], &[("four", 200, 300)]];
    let plans = [Plan::Assault, Plan::FireLine];
    let after = |lines: Vec<Line>, faces: &[u32]| -> (Fielded, Setting, Field) {
        let setting = Setting::new(&[], lines, sides, plans);
        let mut field = setting.opening();
        setting.turn(&mut field, faces);
        (*field.unit(Side::A, 0), setting, field)
    };
    // 24" double over open ground; half of that across the hedge, and a die for it: 2 or more.
    let (free, _, _) = after(Vec::new(), &[]);
    assert_eq!((free.at.y, free.stuck), (196, false));
    let (slow, _, _) = after(vec![hedge.clone()], &[2]);
    assert_eq!((slow.at.y, slow.stuck), (148, false));
    // A wall is very difficult: 4 or more.
    let wall = Line { kind: LineKind::Wall, ..hedge };
    assert!(after(vec![wall.clone()], &[3]).0.stuck && !after(vec![wall], &[4]).0.stuck);
    let (stuck, setting, mut field) = after(vec![hedge], &[1]);
    assert_eq!((stuck.at.y, stuck.stuck), (148, true));
    setting.turn(&mut field, &[]);
    assert_eq!(field.unit(Side::A, 0).at.y, 148, "it is stuck for good");
}

#[test]
fn a_double_move_comes_near_no_enemy_on_its_way() {
    // It goes for the enemy that it can hurt; the other stands beside the way, near it but not near its end.
    let enemies: &[Place<'_>] = &[("four", 200, 340), ("four", 250, 160)];
    let moved = |sets: &[&str], enemies: &[Place<'_>]| {
        let plans = [Plan::Assault, Plan::FireLine];
        let mut setting = Setting::new(sets, Vec::new(), [&[("car", 200, 100)], enemies], plans);
        setting.forces[0].hurts_in_melee = vec![1];
        setting.forces[1].hurts_in_melee = vec![0; enemies.len()];
        let mut field = setting.opening();
        setting.turn(&mut field, &[]);
        (field.unit(Side::A, 0).doubled, field.unit(Side::A, 0).at)
    };
    let (single, double) = ((false, Point { x: 200, y: 148 }), (true, Point { x: 200, y: 196 }));
    assert_eq!(moved(&[], &enemies[..1]), double);
    assert_eq!(moved(&[], enemies), single);
    assert_eq!(moved(&[&chosen("double_move", "end")], enemies), double);
}

#[test]
fn suppressed_and_cowering_units_do_not_charge() {
    let sides: [&[Place<'_>]; 2] = [&[("four", 200, 100)], &[("four", 200, 130)]];
    let setting = Setting::new(&[], Vec::new(), sides, [Plan::Assault, Plan::FireLine]);
    let fight = [1, 1, 1, 1, 1, 1, 1, 1];
    let mut field = setting.opening();
    // Both fight in A's melee phase and again in B's.
    assert!(says(&setting.turn(&mut field, &[fight, fight].concat()), Side::A, 0, "charges four"));
    let mut field = setting.opening();
    field.unit_mut(Side::A, 0).suppressed = 1;
    field.unit_mut(Side::B, 0).suppressed = 1;
    assert!(!says(&setting.turn(&mut field, &[]), Side::A, 0, "charges"));
}
