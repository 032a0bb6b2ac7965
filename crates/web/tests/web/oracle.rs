//! Exact odds against outside answers.

use muster_web::Engine;
use serde_json::Value;

use crate::support::{hold, outside_duels};

#[test]
fn the_duels_of_the_oracle_come_out_to_a_thousand_millionth() {
    let mut engine = Engine::default();
    let duels = outside_duels();
    assert!(duels.len() >= 12, "{}", duels.len());
    for outside in &duels {
        let answer: Value = serde_json::from_str(&engine.ask(&outside.question.to_string())).expect("JSON");
        hold(outside, &answer);
    }
}
