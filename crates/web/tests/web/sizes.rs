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
fn a_price_without_named_opponents_is_made_in_every_rule_set() {
    for (set, unit, other) in [
        ("chimera", "archers", "heavy-foot"),
        ("firefight", "guardsmen", "guardsmen-with-gun"),
        ("blood-and-steel", "example-veterans", "example-knights"),
    ] {
        let mut engine = Engine::default();
        let mut price = |unit: &str, games: u64| {
            let question = json!({"ask": "price", "data": {"rules": set}, "unit": unit, "games": games});
            let answer = ask(&mut engine, &question);
            let number = |key: &str| {
                answer["ok"][key].as_f64().unwrap_or_else(|| panic!("{set} {unit} {key}: {answer}"))
            };
            eprintln!("{set}: {} {}", answer["ok"]["says"], answer["ok"]["games"]);
            (number("points"), number("error"), number("games"))
        };
        let (points, error, _) = price(unit, 256);
        assert!(points > 1.0 && error > 0.0 && error < points, "{set}: {points} {error}");
        let (points, error, games) = price(other, 256);
        assert!(points > 1.0 && error < points, "{set}: {points} {error}");
        if games > 0.0 {
            // Four times the games, about half the error.
            let (_, less, _) = price(other, 1024);
            assert!(less < 0.75 * error, "{set}: {error} {less}");
        }
    }
}

#[test]
fn an_even_number_is_looked_for_among_twice_the_figures_and_further_where_those_are_too_few() {
    let crowd = json!({"id": "crowd", "name": "Crowd", "figures": [{"count": 45, "type": "light-infantry"}]});
    let heavy = json!({"id": "heavy", "name": "Heavy", "figures": [{"count": 45, "type": "heavy-infantry"}]});
    let data = json!({"rules": "chimera", "units": [crowd, heavy]});
    let question =
        json!({"ask": "even", "data": data, "duel": {"a": "crowd", "b": "heavy"}, "vary": 0, "games": 256});
    let answer = ask(&mut Engine::default(), &question);
    let figures = answer["ok"]["figures"].as_f64().unwrap_or_else(|| panic!("{answer}"));
    assert!(figures > 60.0, "{figures}: the question is whether more than 60 are looked at");
    let mut capped = question;
    capped["most"] = json!(60);
    let answer = ask(&mut Engine::default(), &capped);
    assert_eq!(answer["ok"]["figures"], Value::Null, "{answer}");
    assert!(answer["ok"]["says"].as_str().expect("words").contains("even 60 figures"), "{answer}");
}
