//! `muster audit`: printed prices against their own formula, and formulas against win rates.

use crate::support::{files_of, muster, muster_in};

const OWN: [&str; 5] = ["audit", "--formula", "blood-and-steel", "--rules", "blood-and-steel"];
const AUDIT: [&str; 6] = ["audit", "--formula", "blood-and-steel", "--rules", "blood-and-steel", "--no-play"];
const RIGHT: [&str; 4] =
    ["--set", "points.item.ogre.printed=180", "--set", "points.values.firepower.shortbow=2"];

#[test]
fn contradictions_come_first_in_words_and_end_with_code_one() {
    let ran = muster(&AUDIT);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "Of 10 printed prices 2 contradict their own text.",
        "Ogre: printed at 160, but its formula gives 180; 160 would need melee d8 or armour d6.",
        "printed at 400, but its formula gives 390; 400 would need firepower 2; its working counts firepower 2, \
         but shortbow counts 1 in the lists.",
        "Nothing was played, as asked: printed prices are held against the printed formula alone.",
        "(0 firepower (none) + 10 melee (d10) + 8 armour (d8)) x 10 monster = 180",
    ] {
        assert!(words.contains(sentence), "no \"{sentence}\" in: {}", ran.out);
    }
    assert!(ran.out.find("Ogre: printed").is_some_and(|at| at < 600), "words first: {}", ran.out);
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
}

#[test]
fn a_text_put_right_ends_with_code_zero_and_says_what_was_changed() {
    let ran = muster(&[&AUDIT[..], &RIGHT[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("All 10 printed prices follow from the formula."), "{}", ran.out);
    assert!(ran.out.contains("points.item.ogre.printed = 180 (was 160)"), "{}", ran.out);
}

#[test]
fn json_and_csv_hold_the_same_prices_and_verdicts() {
    let json = muster(&[&AUDIT[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON alone");
    assert_eq!((&json["contradicted"], &json["played"]), (&2.into(), &false.into()));
    let csv = muster(&[&AUDIT[..], &["--format", "csv"]].concat());
    assert_eq!(csv.code, 1);
    let items = json["items"].as_array().expect("items");
    assert_eq!(csv.out.lines().count(), items.len() + 1);
    let ogre = items.iter().find(|item| item["id"] == "ogre").expect("the ogre");
    assert_eq!((&ogre["printed"], &ogre["formula"]), (&160.0.into(), &180.0.into()));
    assert_eq!((&ogre["terms"][1]["term"], &ogre["terms"][1]["value"]), (&"melee".into(), &10.0.into()));
    assert!(csv.out.contains("ogre,Ogre,monster,1,160,180,-20,contradicts,"), "{}", csv.out);
    assert!(csv.out.contains(",360,,not_printed,"), "{}", csv.out);
}

#[test]
fn files_are_written_in_every_format_although_the_code_is_one() {
    let dir = tempfile::tempdir().expect("a directory");
    let ran = muster_in(dir.path(), &[&AUDIT[..], &["--out", "made"]].concat());
    assert_eq!(ran.code, 1, "{}", ran.err);
    let names: Vec<String> = files_of(&dir.path().join("made")).into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["audit.csv", "audit.html", "audit.json", "audit.md", "audit.run.json"]);
}

#[test]
fn a_formula_is_held_against_the_win_rates_of_its_own_units() {
    let units = ["levy", "heavy-swords", "halberdiers", "longbows", "knights", "ogre"];
    let run = |more: &[&str]| {
        let ran = muster(&[&OWN[..], &units, &["--duel-games", "200", "--quiet"], more].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        ran.out
    };
    let json: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON alone");
    assert_eq!((&json["played"], &json["contradicted"]), (&true.into(), &2.into()));
    let found = json["win_rates"]["units"].as_array().expect("units");
    let of = |id: &str| found.iter().find(|unit| unit["unit"] == id).expect("a unit").clone();
    // By hand: (6 + 4) x 1/2, (8 + 8), (10 + 8) and (0 + 10 + 8) x 10; the text prints 160 for the last.
    for (id, price) in [("levy", 5.0), ("heavy-swords", 16.0), ("halberdiers", 18.0), ("ogre", 180.0)] {
        assert_eq!(of(id)["formula"], price, "{id}");
    }
    assert_eq!((&of("ogre")["printed"], &of("levy")["printed"]), (&160.0.into(), &serde_json::Value::Null));
    // An ogre is far dearer for what it does than a regular, and a bowman is cheaper.
    let over = |id: &str| of(id)["overpriced"].as_f64().expect("a number");
    assert!((1.0 + over("ogre")) / (1.0 + over("heavy-swords")) > 3.0, "{json}");
    assert!((1.0 + over("longbows")) / (1.0 + over("heavy-swords")) < 0.8, "{json}");
    // No fight of the levy is near even: it has no worth, and the others have theirs although it is the first of the units.
    assert_eq!(
        (&of("levy")["worth"], &of("levy")["verdict"]),
        (&serde_json::Value::Null, &"no_worth".into())
    );
    assert!(of("heavy-swords")["worth"].as_f64().expect("a number") > 1.0, "{json}");
    // A change of the formula moves its prices and not the worths.
    let json: serde_json::Value =
        serde_json::from_str(&run(&["--format", "json", "--set", "points.factors.quality.untrained=0.25"]))
            .expect("JSON alone");
    let changed = json["win_rates"]["units"].as_array().expect("units");
    assert_eq!(changed[0]["formula"], 2.5, "{changed:?}");
    assert!(
        changed[1]["fitted"].is_f64() && changed[1]["fitted"] == of("heavy-swords")["fitted"],
        "{changed:?}"
    );
    let words = run(&[]).split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "The points of Blood & Steel against its own win rates",
        "Ogre: printed at 160, but its formula gives 180",
        "Bought for the same points by this formula, the better of two units scores",
        "The units are the formula's own, priced as their data describe them",
    ] {
        assert!(words.contains(sentence), "no \"{sentence}\" in: {words}");
    }
}

#[test]
fn a_mapping_has_no_place_beside_the_formulas_own_rules() {
    let ran = muster(&[&OWN[..], &["--mapping", "mine.toml"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--mapping is for units of another rule set"), "{}", ran.err);
}

const UNITS: [&str; 6] = ["light-foot", "heavy-foot", "longbowmen", "heavy-cavalry", "elephants", "tanks"];

fn played(more: &[&str]) -> crate::support::Ran {
    muster(&[&["audit", "--formula", "blood-and-steel", "--quiet"], &UNITS[..], more].concat())
}

#[test]
fn a_mapped_formula_is_held_against_win_rates_unit_by_unit() {
    let ran = played(&["--format", "json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON alone");
    assert_eq!((&json["played"], &json["contradicted"]), (&true.into(), &2.into()));
    let rates = &json["win_rates"];
    let units = rates["units"].as_array().expect("units");
    let of = |id: &str| units.iter().find(|unit| unit["unit"] == id).expect("a unit").clone();
    // By hand: (8 + 4) and (24 + 10) x 10.
    assert_eq!(of("light-foot")["formula"], 12.0);
    assert_eq!(of("elephants")["formula"], 340.0);
    // An elephant at 28 men is far too dear wherever the scale is put.
    assert_eq!(of("elephants")["verdict"], "overpriced");
    let over = |id: &str| of(id)["overpriced"].as_f64().expect("a number");
    assert!(over("elephants") > 3.0 && over("heavy-cavalry") < over("elephants"), "{rates}");
    // formula / worth - 1, on the scale of the table.
    let apart =
        of("longbowmen")["formula"].as_f64().unwrap() / of("longbowmen")["worth"].as_f64().unwrap() - 1.0;
    assert!((apart - over("longbowmen")).abs() < 1e-9, "{rates}");
    assert_eq!(of("tanks")["verdict"], "no_formula_price");
    assert_eq!(of("tanks")["why_not"], "Blood & Steel has no vehicles");
    assert!(rates["refitted_rms_error"].as_f64() < rates["rms_error"].as_f64(), "{rates}");
    let share = rates["share_of_equal_cost_pairs_within_40_to_60"].as_f64().expect("a share");
    assert!((0.0..=1.0).contains(&share));
}

#[test]
fn words_stand_before_the_tables_and_own_readings_count() {
    let ran = played(&[]);
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "Of 10 printed prices 2 contradict their own text.",
        "Ogre: printed at 160, but its formula gives 180",
        "Bought for the same points by this formula, the better of two units scores",
        "Tanks: Blood & Steel has no vehicles.",
    ] {
        assert!(words.contains(sentence), "no \"{sentence}\" in: {}", ran.out);
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 80), "{}", ran.out);
    let text = muster_rules::pack::builtin_file("chimera", "formulas/blood-and-steel.toml").expect("shipped");
    let giant = "add    = { melee = \"d12x2\", armour = \"d10\" }";
    assert!(text.contains(giant));
    let mine = text.replace(giant, "add    = { melee = \"d6\", armour = \"d6\" }");
    let (dir, _) = crate::support::with_file("mine.toml", mine);
    let own = muster_in(
        dir.path(),
        &[
            &[
                "audit",
                "--formula",
                "blood-and-steel",
                "--mapping",
                "mine.toml",
                "--format",
                "csv",
                "--quiet",
            ],
            &UNITS[..],
        ]
        .concat(),
    );
    assert!(own.out.contains("\nelephants,Elephants,figure,,120,"), "{}{}", own.out, own.err);
}

#[test]
fn a_formula_without_a_mapping_is_checked_alone_and_a_missing_file_is_bad_input() {
    let ran = muster(&["audit", "--formula", "blood-and-steel", "--mapping", "none.toml"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("none.toml"), "{}", ran.err);
}

#[test]
fn unknown_names_end_with_code_two_and_the_nearest_name() {
    for (arguments, near) in [
        (&["audit", "--formula", "blod-and-steel"][..], "did you mean blood-and-steel?"),
        (&["audit", "--formula", "blood-and-steel", "--rules", "chimaera"][..], "did you mean chimera?"),
        (
            &["audit", "--formula", "blood-and-steel", "--set", "points.item.oger.printed=1"][..],
            "did you mean `points.item.ogre.printed`?",
        ),
        (&["audit"][..], "--formula"),
    ] {
        let ran = muster(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(near), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_text_without_a_formula_is_said_to_print_none() {
    for rules in ["firefight", "chimera"] {
        let ran = muster(&["audit", "--rules", rules]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        let words = format!("the text of \"{rules}\" prints no points formula of its own");
        assert!(ran.err.contains(&words) && ran.err.contains("--formula blood-and-steel"), "{}", ran.err);
    }
    let own = ["audit", "--rules", "blood-and-steel", "--no-play"];
    let named = muster(&[&own[..], &["--formula", "blood-and-steel"]].concat());
    assert_eq!((named.code, named.out), (1, muster(&own).out));
}

/// The anchor's price is given, and of units that are never near even nothing is known: neither has an error, least of all 0.
#[test]
fn errors_that_are_not_known_are_left_out() {
    let even = ["light-swords", "heavy-swords", "two-handers", "halberdiers"];
    let apart = ["levy", "ogre", "giant"];
    for (rules, units) in [("blood-and-steel", &even[..]), ("blood-and-steel", &apart), ("chimera", &UNITS)] {
        let run = ["audit", "--formula", "blood-and-steel", "--rules", rules, "--quiet", "--format", "json"];
        let ran = muster(&[&run[..], units].concat());
        // Neither NaN nor an infinity is JSON.
        let json: serde_json::Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
        let rates = &json["win_rates"];
        let found = rates["units"].as_array().expect("units");
        let errors = |key: &str| found.iter().filter_map(|unit| unit[key].as_f64()).collect::<Vec<f64>>();
        for key in ["fitted_error", "overpriced_error"] {
            assert!(errors(key).iter().all(|error| *error > 0.0), "{rules} {key}: {}", ran.out);
        }
        assert!(errors("fitted_error").len() < found.len(), "the anchor has none: {}", ran.out);
        if rates["pairs"] == 0 {
            assert!(rates["mean_distance_at_equal_cost"].is_null(), "{}", ran.out);
        }
    }
}
