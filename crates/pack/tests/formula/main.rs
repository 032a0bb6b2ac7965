//! Printed formulas: prices worked out exactly, contradictions found, planted faults found too, bad data refused.

mod mapping;

use std::path::PathBuf;

use muster_pack::formula::{Contradiction, Exact, Formula, load, names};
use muster_pack::{Sources, check_provenance};
use proptest::prelude::*;
use tempfile::TempDir;

const SHIPPED: &str = "blood-and-steel";

fn formula_with(sets: &[&str]) -> Formula {
    let sources =
        Sources { sets: sets.iter().map(|set| (*set).to_owned()).collect(), ..Sources::of_set(SHIPPED) };
    load(&sources).unwrap_or_else(|complaints| panic!("{complaints}")).0
}

fn total(formula: &Formula, id: &str) -> Exact {
    formula.item(id).and_then(|item| formula.price(item)).map(|working| working.total).expect("a price")
}

/// The ids of items that contradict themselves.
fn contradicted(formula: &Formula) -> Vec<&str> {
    let audited = formula.audit().into_iter().filter(|audited| !audited.contradictions.is_empty());
    audited.map(|audited| audited.item.id.as_str()).collect()
}

#[test]
fn every_built_in_formula_reads_without_a_warning_and_says_where_its_values_come_from() {
    for name in names() {
        let (formula, pack, warnings) =
            load(&Sources::of_set(name)).unwrap_or_else(|complaints| panic!("{complaints}"));
        assert!(warnings.is_empty(), "{warnings}");
        let complaints = check_provenance(&pack);
        assert!(complaints.is_empty(), "{complaints}");
        assert!(formula.provenance.is_some());
        assert!(formula.items.iter().all(|item| item.provenance.is_some()));
        assert!(formula.audit().iter().all(|audited| audited.working.is_some()));
    }
}

/// Worked out by hand from the text: (FP + melee die + armour die) x quality x role.
#[test]
fn the_formula_prices_examples_and_monsters_as_by_hand() {
    let formula = formula_with(&[]);
    for (id, price) in [
        ("example-1", (12 + 12) * 2),
        ("example-2", (1 + 10 + 8) * 2 * 5 + 200),
        ("example-3", (6 + 24) * 15 / 2),
        ("example-4", 720),
        ("pegasus", 120),
        ("griffon", 200),
        ("ogre", 180),
        ("giant", 340),
        ("hydra", 460),
        ("dragon", 720),
        ("veteran-knights", 5 * 72),
        ("swordsmen", 20 * 16),
        ("regular-knights", 10 * 48),
    ] {
        assert_eq!(total(&formula, id), Exact::whole(price), "{id}");
    }
}

#[test]
fn only_the_ogre_and_the_second_example_contradict_the_formula() {
    let formula = formula_with(&[]);
    assert_eq!(contradicted(&formula), ["example-2", "ogre"]);
    let audited = formula.audit();
    let of = |id: &str| &audited.iter().find(|audited| audited.item.id == id).expect("it").contradictions;
    let pair = |term: &str, part: &str| (term.to_owned(), part.to_owned());
    assert_eq!(
        of("ogre")[..],
        [Contradiction::Price {
            printed: Exact::whole(160),
            formula: Exact::whole(180),
            would_need: vec![pair("melee", "d8"), pair("armour", "d6")],
        }]
    );
    assert_eq!(
        of("example-2")[..],
        [
            Contradiction::Price {
                printed: Exact::whole(400),
                formula: Exact::whole(390),
                would_need: vec![pair("firepower", "2")],
            },
            Contradiction::Counted {
                name: "firepower".to_owned(),
                counted: Exact::whole(2),
                listed: Exact::whole(1),
                of: "shortbow".to_owned(),
            },
        ]
    );
}

#[test]
fn a_text_put_right_contradicts_nothing() {
    let formula = formula_with(&["points.item.ogre.printed=180", "points.values.firepower.shortbow=2"]);
    assert_eq!(contradicted(&formula), [""; 0]);
}

/// Mutants: every price and every number of a working, bent by one, is found.
#[test]
fn every_planted_misprint_is_found() {
    let right = ["points.item.ogre.printed=180", "points.values.firepower.shortbow=2"];
    let formula = formula_with(&right);
    let mut planted = 0;
    for item in &formula.items {
        let mut bent = Vec::new();
        if let Some(price) = item.printed.and_then(Exact::as_whole) {
            bent.push(format!("points.item.{}.printed={}", item.id, price + 1));
        }
        for (name, counted) in &item.counted {
            bent.push(format!("points.item.{}.counted.{name}={}", item.id, counted.to_f64() + 1.0));
        }
        for misprint in bent {
            let formula = formula_with(&[right[0], right[1], &misprint]);
            assert_eq!(contradicted(&formula), [item.id.as_str()], "{misprint}");
            planted += 1;
        }
    }
    assert_eq!(planted, 10 + 19);
}

#[test]
fn a_working_that_does_not_come_to_its_result_is_told_from_a_wrong_price() {
    let formula = formula_with(&["points.item.example-3.counted.firepower=8"]);
    let audited = formula.audit();
    let found = &audited.iter().find(|audited| audited.item.id == "example-3").expect("it").contradictions;
    let sum = Contradiction::Sum { printed: Exact::whole(225), comes_to: Exact::whole(240) };
    assert!(found.contains(&sum), "{found:?}");
    assert!(!found.iter().any(|one| matches!(one, Contradiction::Price { .. })), "{found:?}");
}

#[test]
fn a_mounted_character_is_not_doubled_and_a_mounted_trooper_is() {
    let formula = formula_with(&[]);
    let shown =
        |id: &str| formula.item(id).and_then(|item| formula.price(item)).expect("a price").to_string();
    assert_eq!(
        shown("example-1"),
        "(0 firepower (none) + 12 melee (lance d10, 1 step up) + 12 armour (heavy d8, 2 steps up)) \
         x 1 regular x 2 cavalry = 48"
    );
    assert_eq!(
        shown("example-2"),
        "(1 firepower (shortbow) + 10 melee (sword d8, 1 step up) + 8 armour (light d6, 1 step up)) \
         x 2 elite x 5 character + 200 Griffon = 390 (cavalry does not multiply beside character)"
    );
}

#[test]
fn an_unknown_formula_is_refused_with_the_nearest_name() {
    let refused = load(&Sources::of_set("blood-and-stele")).expect_err("no such formula").to_string();
    assert!(refused.contains("did you mean blood-and-steel?"), "{refused}");
}

/// A copy of the shipped file with one change, laid over it by `--data`.
fn refused(from: &str, to: &str, words: &[&str]) {
    let text = muster_pack::builtin_file(SHIPPED, "points.toml").expect("the file");
    assert!(text.contains(from), "{from}");
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("points.toml"), text.replacen(from, to, 1)).expect("a file");
    let sources = Sources { data: Some(PathBuf::from(dir.path())), ..Sources::of_set(SHIPPED) };
    let refused = load(&sources).map(|_| ()).expect_err(to).to_string();
    for word in words {
        assert!(refused.contains(word), "{to}: no \"{word}\" in: {refused}");
    }
}

#[test]
fn bad_data_is_refused_with_file_key_and_advice() {
    refused(
        "firepower = \"shortbow\", melee",
        "firepower = \"shortbw\", melee",
        &["points.toml:", "shortbow"],
    );
    refused("melee = \"d6\"", "melee = \"d0\"", &["pegasus", "d0"]);
    refused("melee = \"d6\"", "mele = \"d6\"", &["melee"]);
    refused("role = \"monster\"", "role = \"monstr\"", &["monster"]);
    refused("plus    = [\"griffon\"]", "plus    = [\"example-2\"]", &["an item that adds no other"]);
    refused("scheme  = \"figure\"", "scheme  = \"figur\"", &["\"figure\""]);
    refused("steps = 1 }, armour", "steps = 9 }, armour", &["ladder"]);
    refused("printed = 160", "printed = -160", &["-160"]);
    refused("printed = 160", "printed = nan", &["nan"]);
    refused("id      = \"ogre\"", "id      = \"giant\"", &["giant"]);
    refused("adds  = [\"firepower\", \"melee\", \"armour\"]", "adds  = []", &["at least one term"]);
    refused("beside = \"character\"", "beside = \"charakter\"", &["character"]);
    refused("[\"d4\", \"d6\"", "[\"d6\", \"d4\"", &["smallest"]);
}

proptest! {
    /// Twice the factor is twice the price, and a price is never rounded: checked against whole numbers alone.
    #[test]
    fn prices_are_exact_for_every_quality(hundredths in 1_i64..=10_000) {
        let decimal = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        let formula = formula_with(&[&format!("points.factors.quality.veteran={decimal}")]);
        let price = total(&formula, "veteran-knights").times(Exact::whole(100));
        prop_assert_eq!(price, Some(Exact::whole(hundredths * (12 + 12) * 2 * 5)));
    }
}
