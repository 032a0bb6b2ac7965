//! Sampled answers: the same counts however they are sliced, and those of the program.

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{Answer, Batches, MethodChoice, RoundRobin, Silent, StopRule, resolve};
use muster_rules::orders::Plan;
use muster_rules::pack::{Sources, load};
use muster_rules::{BattleSpec, DuelSpec, rule_set};
use muster_web::Engine;
use serde_json::{Value, json};

use crate::support::sampled;

pub(crate) fn ask(engine: &mut Engine, question: &Value) -> Value {
    serde_json::from_str(&engine.ask(&question.to_string())).expect("JSON")
}

/// Wins, draws and losses of both seatings.
fn wins(answer: &Value) -> [Value; 6] {
    let count = |seat: &str, key: &str| answer["ok"][seat][key].clone();
    [
        count("first", "wins"),
        count("first", "draws"),
        count("first", "losses"),
        count("second", "wins"),
        count("second", "draws"),
        count("second", "losses"),
    ]
}

#[test]
fn an_answer_does_not_depend_on_its_slices_or_on_what_was_asked_before() {
    for question in sampled() {
        let whole = ask(&mut Engine::default(), &question);
        assert_eq!(whole["ok"]["games"], question.get("games").cloned().expect("games"), "{whole}");
        let mut engine = Engine::default();
        let mut slice = question.clone();
        // Other seeds, other data and fewer games than were played leave no trace.
        for (games, seed) in [(1, 1), (10, 99), (700, 7), (3, 7)] {
            (slice["games"], slice["seed"]) = (json!(games), json!(seed));
            assert_eq!(ask(&mut engine, &slice)["ok"]["games"], games);
        }
        for games in [1, 64, 333] {
            slice = question.clone();
            slice["games"] = json!(games);
            assert_eq!(ask(&mut engine, &slice)["ok"]["games"], games);
        }
        assert_eq!(ask(&mut engine, &question), whole, "{question}");
        ask(&mut engine, &json!({"ask": "catalogue", "data": {"rules": "firefight"}}));
        assert_eq!(ask(&mut engine, &question), whole, "{question}");
    }
}

/// The counts of the program: its own way through schedules, rounds, pieces and threads.
fn of_program(set: &str, ids: [&str; 2], meeting: Meeting, seed: u64, games: u64) -> [Value; 6] {
    let (pack, _) = load(&Sources::of_set(set)).expect("data");
    let (game, _) = rule_set(set).expect("a set").read(&pack).expect("a game");
    let ids = ids.map(str::to_owned).to_vec();
    let robin = RoundRobin::of_pairs(game.as_ref(), ids, meeting, vec![(0, 1)]);
    let run = resolve(
        &robin,
        MethodChoice::Sample,
        Seed(seed),
        StopRule::Games(games),
        Batches::default(),
        &Silent,
    );
    match run.expect("a run").answers.into_iter().next().flatten() {
        Some(Answer::Sampled(tally)) => {
            let [a, b] = tally.seatings;
            [a.wins, a.draws, a.losses, b.wins, b.draws, b.losses].map(|count| json!(count as f64))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_counts_are_those_of_the_program_with_the_same_seed() {
    let battle = BattleSpec {
        conditions: "mix".to_owned(),
        plans: [Plan::FireLine, Plan::Combined],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    };
    let asked = sampled();
    let mut engine = Engine::default();
    assert_eq!(
        wins(&ask(&mut engine, &asked[0])),
        of_program("chimera", ["acta-british", "acta-zulus"], Meeting::Battles(battle), 7, 3000)
    );
    let duel = Meeting::Duels(DuelSpec::default());
    assert_eq!(
        wins(&ask(&mut engine, &asked[2])),
        of_program("chimera", ["light-foot", "archers"], duel.clone(), 9_007_199_254_740_991, 20_000)
    );
    assert_eq!(
        wins(&ask(&mut engine, &asked[3])),
        of_program("firefight", ["guardsmen", "guardsmen-with-gun"], duel.clone(), 1, 1000)
    );
    assert_eq!(
        wins(&ask(&mut engine, &asked[4])),
        of_program("blood-and-steel", ["example-veterans", "example-swordsmen"], duel, 1, 1000)
    );
}

#[test]
fn a_story_is_that_of_the_game_counted() {
    let mut engine = Engine::default();
    let meet = json!({"battle": {"a": "acta-british", "b": "acta-zulus"}});
    let data = json!({"rules": "chimera"});
    let played =
        ask(&mut engine, &json!({"ask": "answer", "data": data, "meet": meet, "games": 1, "seed": 5}));
    let told = ask(&mut engine, &json!({"ask": "story", "data": data, "meet": meet, "game": 0, "seed": 5}));
    let ended = told["ok"]["ended"].as_str().expect("an end");
    let won = played["ok"]["first"]["wins"] == 1.0;
    let name = played["ok"]["sides"][usize::from(!won)]["name"].as_str().expect("a name");
    assert!(ended.starts_with(name) || played["ok"]["first"]["draws"] == 1.0, "{ended}; {played}");
    assert!(told["ok"]["lines"].as_array().expect("lines").len() > 5, "{told}");
    assert_eq!(told["ok"]["side_a"], played["ok"]["sides"][0]["name"]);
}
