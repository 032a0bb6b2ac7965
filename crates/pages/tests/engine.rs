//! The engine of the playground in a real browser gives the numbers of the program.

use std::path::Path;
use std::process::Command;

use muster_pages::{Open, open, playground};
use muster_web::Engine;
use serde_json::{Value, json};

#[path = "../../web/tests/web/support.rs"]
mod support;

/// A worker of our own beside those of the page, with the page's script and engine in it.
const START: &str = r#"(() => {
  const text = (id) => document.getElementById(id).textContent;
  const address = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
  window.told = [];
  window.own = new Worker(address);
  window.own.onmessage = ({ data }) => { if (!data.module) window.told.push({ ...data, at: performance.now() }); };
  window.begun = performance.now();
  window.own.postMessage({ engine: text("engine") });
  return true;
})()"#;

/// The way of the page's worker to the first odds, in the page's own thread, which alone can be slowed down; milliseconds in `first`.
fn first_odds(question: &str) -> String {
    let worker = include_str!("../../web/page/worker.js");
    format!(
        r#"((question) => {{
          window.first = null;
          const begun = performance.now();
          const postMessage = ({{ text }}) => {{
            if (text === undefined) return;
            if (JSON.parse(text).ok.method !== "exact") throw text;
            window.first = performance.now() - begun;
          }};
          let onmessage = null;
          {{ {worker} }}
          onmessage({{ data: {{ engine: document.getElementById("engine").textContent }} }});
          onmessage({{ data: {{ number: 0, text: question }} }});
          return true;
        }})({question})"#
    )
}

/// An engine in a browser.
struct InBrowser {
    page: Open,
    asked: usize,
}

impl InBrowser {
    /// `None`, with a notice, where there is no page or no browser.
    fn start() -> Option<InBrowser> {
        let page = open(&playground()?, 800)?;
        assert_eq!(page.value(START), Value::Bool(true));
        Some(InBrowser { page, asked: 0 })
    }

    /// The answer to a question.
    fn ask(&mut self, question: &Value) -> Value {
        let text = serde_json::to_string(&question.to_string()).expect("a text");
        let number = self.asked;
        self.asked += 1;
        let sent = format!(
            "(window.sent = performance.now(), own.postMessage({{ number: {number}, text: {text} }}), true)"
        );
        assert_eq!(self.page.value(&sent), Value::Bool(true));
        self.page.wait("an answer of the engine", &format!("told.length > {number}"));
        let told = self.page.value(&format!("told[{number}]"));
        let answer = told["text"].as_str().unwrap_or_else(|| panic!("{question}: {told}"));
        serde_json::from_str(answer).expect("JSON")
    }

    /// Milliseconds that the last answer took.
    fn milliseconds(&self) -> f64 {
        self.page.value("told[told.length - 1].at - sent").as_f64().expect("a time")
    }
}

#[test]
fn the_duels_of_the_oracle_come_out_to_a_thousand_millionth_in_a_browser() {
    let Some(mut engine) = InBrowser::start() else { return };
    let duels = support::outside_duels();
    assert!(duels.len() >= 12, "{}", duels.len());
    for outside in &duels {
        support::hold(outside, &engine.ask(&outside.question));
    }
    assert!(engine.page.said().errors.is_empty(), "{:?}", engine.page.said());
}

#[test]
fn the_same_seed_gives_the_same_games_in_a_browser_as_natively() {
    let Some(mut engine) = InBrowser::start() else { return };
    for question in support::sampled() {
        let native: Value =
            serde_json::from_str(&Engine::default().ask(&question.to_string())).expect("JSON");
        let found = engine.ask(&question);
        for key in ["games", "first", "second", "turns", "games_worth_seeing"] {
            assert_eq!(found["ok"][key], native["ok"][key], "{key}: {question}: {found}");
        }
        assert_eq!(found["ok"]["sides"], native["ok"]["sides"], "{question}");
        let mut story = question.clone();
        story["ask"] = "story".into();
        story["game"] = 3.into();
        for key in ["games", "method"] {
            story.as_object_mut().expect("an object").remove(key);
        }
        let native: Value = serde_json::from_str(&Engine::default().ask(&story.to_string())).expect("JSON");
        assert_eq!(engine.ask(&story), native, "{question}");
    }
}

/// Questions whose time is taken: sampled duels in many games, a battle, an exact duel.
fn timed() -> Vec<Value> {
    let duel = |a: &str, b: &str, games: u64| json!({"ask": "answer", "data": {"rules": "chimera"}, "method": "sample", "games": games, "meet": {"duel": {"a": a, "b": b}}});
    vec![
        duel("light-foot", "shield-foot", 2_000_000),
        duel("heavy-foot", "longbowmen", 1_000_000),
        duel("warband", "musket-line", 1_000_000),
        json!({"ask": "answer", "data": {"rules": "chimera"}, "games": 4000,
            "meet": {"battle": {"a": "acta-british", "b": "acta-zulus"}}}),
    ]
}

/// A question in a few words.
fn short(question: &Value) -> String {
    let meet = &question["meet"];
    let of = if meet.get("duel").is_some() { &meet["duel"] } else { &meet["battle"] };
    let word = |key: &str| of[key].as_str().unwrap_or_default().to_owned();
    format!("{} {}, {} games", word("a"), word("b"), question["games"])
}

/// Prints how fast the engine is in the browser and natively, in turn, and how long the first odds take; asserts nothing, for a machine that
/// has other work proves nothing. `crates/web/bench` builds what it needs and runs it.
#[test]
#[ignore = "measures; run by crates/web/bench"]
fn rate_of_the_engine_against_the_native_one() {
    let native =
        std::env::var_os("MUSTER_NATIVE_RATE").expect("crates/web/bench says where the native engine is");
    let by_native = |question: &str| -> f64 {
        let output = Command::new(Path::new(&native)).arg(question).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("milliseconds")
    };
    let Some(mut engine) = InBrowser::start() else { return };
    engine.ask(&json!({"ask": "sets"}));
    // By then the page has asked what it asks by itself.
    std::thread::sleep(std::time::Duration::from_secs(4));
    let question = json!({"ask": "answer", "data": {"rules": "chimera"}, "meet": {"duel": {"a": "light-foot", "b": "archers"}}});
    let literal = serde_json::to_string(&question.to_string()).expect("a text");
    for times in [1.0, 4.0, 4.0, 4.0, 4.0, 4.0] {
        engine.page.slow_down(times);
        assert_eq!(engine.page.value(&first_odds(&literal)), Value::Bool(true));
        engine.page.wait("the first odds", "first !== null");
        let took = engine.page.value("first").as_f64().expect("a time");
        println!("from the packed engine to the first odds, processor slowed {times} times: {took:.0} ms");
    }
    engine.page.slow_down(1.0);
    println!("{:<44} {:>10} {:>10} {:>7}", "question", "native ms", "page ms", "share");
    let mut shares = Vec::new();
    for _ in 0..3 {
        for question in timed() {
            // What is compiled before is not what is measured: one game first.
            let mut first = question.clone();
            first["games"] = 1.into();
            engine.ask(&first);
            engine.ask(&question);
            let page = engine.milliseconds();
            let native = by_native(&question.to_string());
            let share = native / page;
            println!("{:<44} {native:>10.1} {page:>10.1} {share:>7.2}", short(&question));
            if question["method"] == "sample" {
                shares.push(share);
            }
        }
    }
    shares.sort_by(f64::total_cmp);
    println!("sampled duels: {:.2} of the native rate (median)", shares[shares.len() / 2]);
}
