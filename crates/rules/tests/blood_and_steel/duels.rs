//! Duels: exact laws, determinism, and the protocol step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use muster_dice::{CellKey, ForkingDice, ScriptedDice, Seed, Stream, TableDice};
use muster_results::{Cause, Side};
use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::blood_and_steel::confidence::Confidence;
use muster_rules::blood_and_steel::duel::{DuelProcess, DuelState, Phase};
use muster_rules::blood_and_steel::plan::UnitPlan;
use muster_rules::log::{CauseLog, NoLog};
use muster_rules::orders::Policy;
use muster_rules::play::{hurry, play};
use muster_rules::process::{Flow, Process as _};
use muster_rules::{DiceKind, DuelSpec, Game as _, Refusal, Respawns};

use super::support::{game, game_with, plan};

fn process<'g>(game: &'g BloodAndSteelGame, ids: [&str; 2], policy: Policy, gap: i16) -> DuelProcess<'g> {
    DuelProcess::new(game.rules(), ids.map(|id| plan(game, id)), [policy; 2], [gap, 96], 30)
}

fn next(flow: Flow<DuelState>) -> DuelState {
    match flow {
        Flow::Next(state) | Flow::TurnOver(state) | Flow::Over(state) => state,
    }
}

#[test]
fn a_charge_is_played_die_by_die_as_the_text_says() {
    let game = game(&[]);
    let process = process(&game, ["knights", "heavy-swords"], Policy::Charge, 28);
    // The knights (d8, leadership 2, confident: threat 0) need more than 2; d10 for seven inches; the swordsmen the same test.
    let mut dice = ScriptedDice::new(&[3, 7, 4]);
    let state = next(process.step(&process.opening(), &mut dice, &mut NoLog));
    dice.finish().unwrap();
    assert_eq!(
        (state.gap, state.locked, state.charging, state.phase),
        (0, true, Some(Side::A), Phase::Fight)
    );
    assert_eq!(state.silenced, [false; 2]);
    // Both are used up: after the melee the turn is over.
    assert!(!state.more);
}

#[test]
fn a_failed_charge_costs_levels_and_the_charge() {
    let game = game(&[]);
    let process = process(&game, ["knights", "heavy-swords"], Policy::Charge, 28);
    for (face, level) in [(2, Confidence::Steady), (1, Confidence::Shaken)] {
        let mut dice = ScriptedDice::new(&[face]);
        let state = next(process.step(&process.opening(), &mut dice, &mut NoLog));
        dice.finish().unwrap();
        assert_eq!((state.units[0].confidence, state.gap, state.locked), (level, 28, false));
    }
}

#[test]
fn a_defender_that_fails_is_silenced_and_skirmishers_scatter() {
    let game = game(&[]);
    let process_ = process(&game, ["knights", "heavy-swords"], Policy::Charge, 28);
    let mut dice = ScriptedDice::new(&[3, 7, 2]);
    let state = next(process_.step(&process_.opening(), &mut dice, &mut NoLog));
    dice.finish().unwrap();
    assert_eq!((state.silenced, state.units[1].confidence), ([false, true], Confidence::Steady));
    let process_ = process(&game, ["knights", "skirmishers"], Policy::Charge, 28);
    let mut dice = ScriptedDice::new(&[3, 7, 2]);
    let flow = process_.step(&process_.opening(), &mut dice, &mut NoLog);
    dice.finish().unwrap();
    // Half of them fall, the rest is routed and nobody can rally it: the duel is over.
    assert!(matches!(flow, Flow::Over(ended) if process_.left(&ended) == [10, 0]));
}

/// The quick way through a melee is the plain one without looking up: the same luck, the same end, game by game. With a
/// standard, a character, a rider, higher ground and one who shoots first.
#[test]
fn a_melee_fought_in_one_go_ends_as_phase_by_phase() {
    let game = game(&[]);
    let pairs = [
        ["heavy-swords", "halberdiers"],
        ["guards", "example-veterans"],
        ["led-knights", "light-swords"],
        ["griffon-general", "giant"],
        ["longbows", "heavy-swords"],
    ];
    let mut rushed = 0;
    for ids in pairs {
        let process = process(&game, ids, Policy::Charge, 64);
        for number in 0..200 {
            let stream = || Stream::of_game(Seed(11), CellKey::of(&ids), number);
            let (mut plain, mut quick) = (CauseLog::default(), CauseLog::default());
            let (mut one, mut other) = (TableDice::from_stream(stream()), TableDice::from_stream(stream()));
            let (state, ending, turn) = play(&process, &mut one, &mut plain);
            let (hurried, stopped, last) = hurry(&process, process.opening(), 1, &mut other, &mut quick);
            assert_eq!(
                (process.left(&state), ending, turn),
                (process.left(&hurried), stopped, last),
                "{ids:?}"
            );
            assert_eq!((plain.lost, one), (quick.lost, other), "{ids:?}");
            rushed += u32::from(quick.lost.iter().any(|lost| lost[Cause::Melee as usize] > 0));
        }
    }
    assert!(rushed > 500, "{rushed} games come to blows");
}

#[test]
fn one_round_under_forking_dice_sums_to_one() {
    let game = game(&[]);
    let process = process(&game, ["knights", "heavy-swords"], Policy::Charge, 28);
    let fight = DuelState { locked: true, gap: 0, phase: Phase::Fight, ..process.opening() };
    let mut total = 0.0;
    ForkingDice::explore(|dice| {
        process.step(&fight, dice, &mut NoLog);
        total += dice.weight();
    });
    assert!((total - 1.0).abs() < 1e-12, "{total}");
}

/// What is left out of a focus and put back is what the step neither asks for nor changes: from every state of a duel the
/// outcomes by way of its focus are those of the state itself.
#[test]
fn outcomes_from_a_focus_are_those_of_its_states() {
    let game = game(&[]);
    let units = ["heavy-swords", "guards"].map(|id| {
        let unit = game.unit(id).unwrap().clone();
        let unit = muster_rules::blood_and_steel::unit::UnitSpec { figures: 3, files: 3, ..unit };
        UnitPlan::new(&unit, &game.rules().numbers, &game.rules().rulings, 1.0)
    });
    let process = DuelProcess::new(game.rules(), units, [Policy::Charge; 2], [28, 96], 30);
    let outcomes = |from: &DuelState, of: &DuelState| {
        let mut found: BTreeMap<_, f64> = BTreeMap::new();
        ForkingDice::explore(|dice| {
            let mut log = CauseLog::default();
            let flow = process.step(of, dice, &mut log);
            *found.entry((process.restore(from, flow), log.lost)).or_insert(0.0) += dice.weight();
        });
        found
    };
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![process.opening()]);
    let mut focused = 0;
    while let Some(state) = waiting.pop() {
        let focus = process.focus(&state);
        let mut plain: BTreeMap<_, f64> = BTreeMap::new();
        ForkingDice::explore(|dice| {
            let mut log = CauseLog::default();
            let flow = process.step(&state, dice, &mut log);
            *plain.entry((flow, log.lost)).or_insert(0.0) += dice.weight();
        });
        let by_focus = outcomes(&state, &focus);
        assert!(plain.keys().eq(by_focus.keys()), "{state:?}");
        assert!(plain.values().zip(by_focus.values()).all(|(p, q)| (p - q).abs() < 1e-12), "{state:?}");
        focused += u32::from(focus != state);
        for (flow, _) in plain.into_keys() {
            if !matches!(flow, Flow::Over(_)) && seen.insert(flow.state()) {
                waiting.push(flow.state());
            }
        }
    }
    assert!(focused > 1000 && seen.len() > 4000, "{focused} of {}", seen.len());
}

/// Small duels of every kind, both seatings, laws that sum to one and account for all figures.
#[test]
fn small_duels_are_solved_and_account_for_every_figure() {
    let game = game(&[]);
    let pairs = [["heavy-swords", "halberdiers"], ["knights", "heavy-swords"], ["longbows", "militia"]];
    for [a, b] in pairs {
        let spec = DuelSpec { figures: [Some(4), Some(4)], ..DuelSpec::default() };
        let law = game.duel(a, b, &spec).unwrap().solve(30_000_000).unwrap();
        for seating in &law.seatings {
            let sum = seating.win + seating.draw + seating.loss;
            assert!((sum - 1.0).abs() <= 1e-12, "{a} v {b}: {sum}");
            for force in 0..2 {
                let all = seating.lost[force].iter().sum::<f64>() + seating.mean_left(force);
                assert!((all - 4.0).abs() <= 1e-9, "{a} v {b}: {all}");
            }
        }
        let exchanged = game.duel(b, a, &spec).unwrap().solve(30_000_000).unwrap();
        assert_eq!(law, exchanged.mirrored(), "{a} v {b}");
    }
}

#[test]
fn sampled_duels_depend_on_nothing_but_the_seed() {
    let (one, other) = (game(&[]), game(&[]));
    for [a, b] in [["wizard-guard", "heavy-swords"], ["griffon-general", "giant"], ["catapult", "knights"]] {
        let spec = DuelSpec::default();
        let matchup = one.duel(a, b, &spec).unwrap();
        let whole = matchup.play(Seed(4), 0..40, DiceKind::Plain, true);
        let mut parts = other.duel(a, b, &spec).unwrap().play(Seed(4), 0..13, DiceKind::Plain, true);
        parts.merge(&other.duel(a, b, &spec).unwrap().play(Seed(4), 13..40, DiceKind::Plain, true));
        assert_eq!(whole, parts, "{a} v {b}");
        assert_ne!(whole, matchup.play(Seed(5), 0..40, DiceKind::Plain, true), "{a} v {b}");
        let mirrored = one.duel(b, a, &spec).unwrap().play(Seed(4), 0..40, DiceKind::Plain, true);
        assert_eq!(whole, mirrored.mirrored(), "{a} v {b}");
    }
}

#[test]
fn every_unit_of_the_catalogue_plays() {
    let game = game(&[]);
    let ids: Vec<String> = game.units().iter().map(|unit| unit.id.clone()).collect();
    assert!(ids.len() >= 30 && game.boxes().len() >= 6);
    for (at, id) in ids.iter().enumerate() {
        for policy in Policy::ALL {
            let enemy = &ids[(at * 5 + 3) % ids.len()];
            let spec = DuelSpec { policies: [Some(policy), None], ..DuelSpec::default() };
            let tally = game.duel(id, enemy, &spec).unwrap().play(Seed(9), 0..20, DiceKind::Plain, false);
            assert_eq!(tally.games(), 20, "{id} v {enemy}");
        }
    }
}

#[test]
fn what_the_rules_do_not_have_is_refused_with_advice() {
    let game = game(&[]);
    let refusal = |spec: &DuelSpec, a: &str| -> Refusal {
        game.duel(a, "knights", spec).err().unwrap_or_else(|| panic!("{a} is accepted"))
    };
    let respawns = Some(Respawns { pool: 1, figures: None });
    let refused = refusal(&DuelSpec { respawns: [respawns, None], ..DuelSpec::default() }, "levy");
    assert!(refused.to_string().contains("respawns"), "{refused}");
    assert!(refusal(&DuelSpec::default(), "levvy").to_string().contains("levy"));
    let figures = DuelSpec { figures: [Some(3), None], ..DuelSpec::default() };
    assert!(refusal(&figures, "guards").to_string().contains("as the data has it"));
    assert!(refusal(&figures, "dragon").to_string().contains("as the data has it"));
    let none = DuelSpec { figures: [Some(0), None], ..DuelSpec::default() };
    assert!(refusal(&none, "levy").to_string().contains("give 1 to"));
}

fn unit_file(folder: &std::path::Path, id: &str, keys: &str) -> PathBuf {
    let path = folder.join(format!("{id}.toml"));
    std::fs::write(&path, format!("[[unit]]\nid = \"{id}\"\n{keys}\n")).unwrap();
    path
}

#[test]
fn units_that_cannot_be_are_refused_with_their_place() {
    use muster_rules::pack::{Sources, load};
    let folder = tempfile::tempdir().unwrap();
    for (id, keys, says) in [
        ("no-quality", "figures = 5\narmour = \"heavy\"", "quality"),
        ("odd-quality", "figures = 5\nquality = \"regulr\"\narmour = \"heavy\"", "regular"),
        (
            "odd-weapon",
            "figures = 5\nquality = \"green\"\narmour = \"heavy\"\nweapons = [\"sward\"]",
            "sword",
        ),
        ("no-figures", "figures = 0\nquality = \"green\"\narmour = \"heavy\"", "figures"),
        ("no-monster", "role = \"monster\"\nquality = \"green\"", "monster"),
        (
            "broad-march",
            "figures = 10\nquality = \"green\"\narmour = \"heavy\"\nmarch_files = 5\nweapons = [\"sword\"]",
            "more ranks than files",
        ),
        (
            "loose-march",
            "figures = 10\nquality = \"green\"\narmour = \"heavy\"\nmarch_files = 2\nskirmish = true\nweapons = [\"sword\"]",
            "skirmishers",
        ),
        ("odd-monster", "role = \"monster\"\nquality = \"green\"\nmonster = \"gryphon\"", "griffon"),
        (
            "no-engine",
            "role = \"war-machine\"\nfigures = 3\nquality = \"green\"\narmour = \"light\"",
            "engine",
        ),
        (
            "an-engine",
            "figures = 3\nquality = \"green\"\narmour = \"light\"\nweapons = [\"catapult\"]",
            "war-machine",
        ),
        (
            "led-monster",
            "role = \"monster\"\nmonster = \"ogre\"\nquality = \"green\"\nled_by = { role = \"character\", quality = \"green\", armour = \"light\" }",
            "led_by",
        ),
        (
            "odd-key",
            "figures = 3\nquality = \"green\"\narmour = \"light\"\nformation = \"wedge\"",
            "formation",
        ),
        ("bad-leader", "figures = 3\nquality = \"green\"\narmour = \"light\"\nleadership = 9", "leadership"),
    ] {
        let file = unit_file(folder.path(), id, keys);
        let sources = Sources { unit_files: vec![file], ..Sources::of_set("blood-and-steel") };
        let refused = match load(&sources) {
            Err(found) => found,
            Ok((pack, _)) => {
                BloodAndSteelGame::read(&pack).err().unwrap_or_else(|| panic!("{id} is accepted"))
            }
        };
        let text = refused.to_string();
        assert!(text.contains(&format!("{id}.toml")) && text.contains(says), "{id}: {text}");
    }
}

#[test]
fn units_of_a_user_play_against_those_of_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let file = unit_file(
        folder.path(),
        "pikes",
        "name = \"Pikes\"\nfigures = 12\nfiles = 6\nquality = \"green\"\narmour = \"light\"\nweapons = [\"polearm\"]",
    );
    let game = game_with(&[], &[&file]);
    let tally = game.duel("pikes", "levy", &DuelSpec::default()).unwrap().play(
        Seed(1),
        0..50,
        DiceKind::Plain,
        false,
    );
    assert_eq!(tally.games(), 50);
    let pikes = plan(&game, "pikes");
    assert_eq!(pikes.drill.ranks(12, pikes.files), 2);
}

#[test]
fn fingerprints_tell_rules_apart_and_nothing_else() {
    let print = |sets: &[&str]| {
        let game = game(sets);
        let duel = game.duel("knights", "levy", &DuelSpec::default()).unwrap().fingerprint().unwrap();
        let spec = muster_rules::BattleSpec {
            conditions: "open".to_owned(),
            plans: [muster_rules::orders::Plan::Combined; 2],
            max_turns: None,
            limit_is_draw: false,
            respawns: [None; 2],
        };
        let battle = game.battle("kings-host", "siege-train", &spec).unwrap().fingerprint().unwrap();
        [duel, battle]
    };
    let usual = print(&[]);
    assert_eq!(usual, print(&[]));
    let changed = print(&["melee.mounted=2"]);
    assert!(usual[0] != changed[0] && usual[1] != changed[1]);
}

/// Walls, flanks and the way of an engine are nothing to a duel of foot and horse, nor an engine's move to a battle without one;
/// what they do use tells.
#[test]
fn an_edit_that_no_cell_uses_is_identical() {
    let duel = |set: &[&str]| {
        let game = game(set);
        game.duel("heavy-swords", "knights", &DuelSpec::default()).unwrap().fingerprint().unwrap()
    };
    for unused in [
        "movement.wall_costs=3",
        "threat.rear=2",
        "movement.engine=5",
        "characters.reach=3",
        "missile.soft_cover=2",
        "magic.attack=3",
    ] {
        assert_eq!(duel(&[]), duel(&[unused]), "{unused}");
    }
    for used in [
        "threat.front=1",
        "melee.charging=2",
        "movement.armoured_infantry=5",
        "leader.worst=4",
        "armour.heavy=\"d12\"",
    ] {
        assert_ne!(duel(&[]), duel(&[used]), "{used}");
    }
    let battle = |set: &[&str]| {
        let spec = muster_rules::BattleSpec {
            conditions: "open".to_owned(),
            plans: [muster_rules::orders::Plan::Combined; 2],
            max_turns: None,
            limit_is_draw: false,
            respawns: [None; 2],
        };
        game(set).battle("kings-host", "bow-line", &spec).unwrap().fingerprint().unwrap()
    };
    // No walls on open ground; an engine holds, but its crew can be put to flight.
    assert_eq!(battle(&[]), battle(&["movement.wall_costs=3"]));
    for used in ["threat.rear=2", "characters.reach=3", "movement.engine=5"] {
        assert_ne!(battle(&[]), battle(&[used]), "{used}");
    }
}

/// Better armour under the same arms, met at once: the exact score of a unit rises with every step of its armour, against foot,
/// horse and bows.
#[test]
fn better_armour_raises_the_exact_score() {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = ["skirmisher", "light", "heavy"]
        .into_iter()
        .map(|armour| {
            let keys =
                format!("figures = 4\nquality = \"regular\"\narmour = \"{armour}\"\nweapons = [\"sword\"]");
            unit_file(folder.path(), &format!("in-{armour}"), &keys)
        })
        .collect();
    let files: Vec<&std::path::Path> = files.iter().map(PathBuf::as_path).collect();
    // One pace for all, so that nothing but the armour differs.
    let game = game_with(&["movement.armoured_infantry=8"], &files);
    for enemy in ["heavy-swords", "knights", "longbows"] {
        let policies = [Some(Policy::Charge), None];
        let spec = DuelSpec { figures: [None, Some(4)], start: Some(4.0), policies, ..DuelSpec::default() };
        let scores = ["in-skirmisher", "in-light", "in-heavy"].map(|id| {
            let law = game.duel(id, enemy, &spec).unwrap().solve(30_000_000).unwrap();
            law.seatings.iter().map(|seating| seating.win + seating.draw / 2.0).sum::<f64>()
        });
        assert!(scores.windows(2).all(|pair| pair[1] > pair[0] + 1e-6), "{enemy}: {scores:?}");
    }
}

/// Blocks far larger than any of the data still have a law, and duels of them are played.
#[test]
fn huge_units_are_played() {
    let game = game(&[]);
    let spec = DuelSpec { figures: [Some(100), Some(60)], ..DuelSpec::default() };
    let tally =
        game.duel("levy", "heavy-swords", &spec).unwrap().play(Seed(1), 0..20, DiceKind::Tables, false);
    assert_eq!(tally.games(), 20);
}
