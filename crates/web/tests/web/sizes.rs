//! Curves, even sizes and prices.

use muster_web::Engine;
use serde_json::{Value, json};

use crate::counts::ask;

fn duel() -> Value {
    json!({"a": "light-foot", "b": "heavy-foot"})
}

#[test]
fn the_even_number_lies_where_the_curve_crosses_one_half() {
    let mut engine = Engine::default();
    for vary in [0, 1] {
        let data = json!({"rules": "chimera"});
        let even = ask(&mut engine, &json!({"ask": "even", "data": data, "duel": duel(), "vary": vary}));
        let size = even["ok"]["figures"].as_f64().unwrap_or_else(|| panic!("{even}"));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number above 0")]
        let below = size.floor() as u32;
        let figures = [below, below + 1];
        let curve = ask(
            &mut engine,
            &json!({"ask": "curve", "data": data, "duel": duel(), "vary": vary, "figures": figures}),
        );
        let score =
            |at: usize| curve["ok"]["points"][at]["score"].as_f64().unwrap_or_else(|| panic!("{curve}"));
        assert!(score(0) < 0.5 && score(1) >= 0.5, "{vary}: {size}: {curve}");
        let below = even["ok"]["between"][0]["score"].as_f64().unwrap_or_else(|| panic!("{even}"));
        assert!((below - score(0)).abs() < 1e-12, "{below} {curve}");
    }
}

#[test]
fn a_curve_is_made_of_the_answers_of_its_duels() {
    let mut engine = Engine::default();
    for method in ["exact", "sample"] {
        let question = json!({"ask": "curve", "data": {"rules": "chimera"}, "duel": duel(), "vary": 1, "figures": [6, 12], "method": method, "games": 2000});
        let curve = ask(&mut engine, &question);
        for (at, figures) in [6, 12].into_iter().enumerate() {
            let mut resized = duel();
            resized["figures"] = json!([null, figures]);
            let question = json!({"ask": "answer", "data": {"rules": "chimera"}, "meet": {"duel": resized}, "method": method, "games": 2000});
            let answer = ask(&mut engine, &question);
            let (point, whole) = (&curve["ok"]["points"][at], &answer["ok"]);
            let number = |of: &Value, key: &str| of[key].as_f64().unwrap_or_else(|| panic!("{key}: {of}"));
            // The second unit is varied, and the answer tells of the first.
            assert!((number(point, "score") + number(whole, "score") - 1.0).abs() < 1e-15);
            assert!((number(point, "low") + number(whole, "high") - 1.0).abs() < 1e-15);
            assert!((number(point, "high") + number(whole, "low") - 1.0).abs() < 1e-15);
            assert_eq!((&point["games"], &point["figures"]), (&whole["games"], &json!(figures)));
        }
    }
}

#[test]
fn the_same_figures_under_another_name_cost_the_same_and_better_ones_more() {
    let mut engine = Engine::default();
    let unit = |id: &str, kind: &str| json!({"id": id, "name": id, "figures": [{"count": 12, "type": kind}]});
    let units = json!([unit("twin", "light-infantry"), unit("better", "heavy-infantry")]);
    let mut price = |id: &str| {
        let against = json!(["light-foot", "shield-foot", "heavy-foot", "armoured-foot"]);
        let answer = ask(
            &mut engine,
            &json!({"ask": "price", "data": {"rules": "chimera", "units": units}, "unit": id, "against": against}),
        );
        let points = answer["ok"]["points"].as_f64().unwrap_or_else(|| panic!("{answer}"));
        let error = answer["ok"]["error"].as_f64().expect("an error");
        assert!(error.is_finite() && error >= 0.0);
        (points, error)
    };
    let (twin, error) = price("twin");
    // The measure is a figure of light foot at ten points, and there are twelve.
    assert!((twin - 120.0).abs() <= 3.0 * error.max(0.5), "{twin} ± {error}");
    let (better, _) = price("better");
    assert!(better > 1.2 * twin, "{better} and {twin}");
}

#[test]
fn a_price_without_named_opponents_is_made_in_every_rule_set_or_says_why_not() {
    for (set, unit) in
        [("chimera", "archers"), ("firefight", "guardsmen"), ("blood-and-steel", "example-swordsmen")]
    {
        let answer =
            ask(&mut Engine::default(), &json!({"ask": "price", "data": {"rules": set}, "unit": unit}));
        let says = answer["ok"]["says"].as_str().or(answer["fault"]["says"].as_str()).expect("words");
        eprintln!("{set}: {says}");
        assert!(!says.is_empty());
    }
}
