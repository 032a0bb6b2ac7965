//! What no rule set may take in silence: names that move what stands beside them, lists of readings that are not the program's,
//! commands that nobody answers to, and parts of a question that its answer has no use for.

use std::path::Path;

use muster_rules::pack::{Node, Pack, Sources, load};
use muster_rules::{Game, OddsQuery, RULE_SETS, RuleSet};

fn pack(set: &dyn RuleSet, key: Option<&str>, boxes: &[&Path]) -> Pack {
    let sources = Sources {
        sets: key.into_iter().map(str::to_owned).collect(),
        box_files: boxes.iter().map(|path| path.to_path_buf()).collect(),
        ..Sources::of_set(set.id())
    };
    load(&sources).unwrap_or_else(|found| panic!("{key:?}: {found}")).0
}

fn game(set: &dyn RuleSet) -> Box<dyn Game> {
    set.read(&pack(set, None, &[])).unwrap_or_else(|found| panic!("{found}")).0
}

/// The complaint about a key that is set as on the command line; every word of it must be there.
fn refused(set: &dyn RuleSet, key: &str, words: &[&str]) {
    let told = match set.read(&pack(set, Some(key), &[])) {
        Ok(_) => panic!("{}: {key} is not refused", set.id()),
        Err(found) => found.to_string(),
    };
    for word in words {
        assert!(told.contains(word), "{}: {key}: no \"{word}\" in: {told}", set.id());
    }
}

#[test]
fn names_with_characters_that_nobody_sees_are_refused() {
    for set in RULE_SETS {
        let game = game(set);
        let (force, unit) = (&game.boxes()[0].id, &game.units()[0].id);
        for key in [
            format!("boxes.{force}.box.name"),
            format!("boxes.{force}.box.maker"),
            format!("boxes.{force}.box.era"),
            format!("units.{unit}.name"),
            "conditions.open.name".to_owned(),
        ] {
            for (text, code) in [
                ("red \\u001b[31m", "U+001B"),
                ("two\\nlines", "U+000A"),
                ("a tab\\t", "U+0009"),
                ("turned \\u202e", "U+202E"),
            ] {
                let last = key.rsplit('.').next().unwrap();
                refused(
                    set,
                    &format!("{key}=\"{text}\""),
                    &[last, code, "can be seen", "take that character out"],
                );
            }
        }
    }
}

#[test]
fn a_list_of_readings_that_is_not_the_programs_is_refused() {
    for set in RULE_SETS {
        let pack = pack(set, None, &[]);
        let rulings = pack.root.get("rulings").and_then(Node::as_table).unwrap();
        let listed = rulings.iter().filter(|(_, ruling)| ruling.get("options").is_some());
        let mut seen = 0;
        for (name, _) in listed {
            seen += 1;
            for options in ["[]", "[\"nonsense\"]"] {
                let key = format!("rulings.{name}.options={options}");
                refused(
                    set,
                    &key,
                    &["options", "all readings that the program can play", "`chosen` picks one"],
                );
            }
        }
        assert!(seen > 15, "{}: {seen} rulings", set.id());
        let (first, _) = rulings.first().unwrap();
        refused(set, &format!("rulings.{first}.weight=heavy"), &["weight", "heavy", "H"]);
    }
}

#[test]
fn a_command_that_nobody_answers_to_is_refused() {
    let soldier = "figures = 10\nquality = \"regular\"\narmour = \"light\"\nweapons = [\"sword\"]";
    let wizard = "role = \"wizard\"\nrank = \"lieutenant\"\nquality = \"regular\"\narmour = \"light\"";
    let squad = "leadership = 4\nfigures = [{ count = 5, weapons = [\"carbine\"] }]";
    for (set, units, words) in [
        ("blood-and-steel", [(soldier, "towr"), (wizard, "tower")], ["\"towr\"", "did you mean \"tower\"?"]),
        ("blood-and-steel", [(soldier, "left"), (soldier, "left")], ["\"left\"", "the general commands"]),
        ("firefight", [(squad, "first"), (squad, "frist")], ["\"frist\"", "give another unit the same"]),
    ] {
        let rules = RULE_SETS.into_iter().find(|rules| rules.id() == set).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let told = |commands: [&str; 2]| {
            let mut text = "[box]\nid = \"mine\"\nname = \"Mine\"\nmaker = \"me\"\nsource = \"a test\"\n\
                status = \"assumed\"\nwhy = \"a test\"\n"
                .to_owned();
            for (at, command) in commands.into_iter().enumerate() {
                text += &format!("\n[[unit]]\nid = \"u{at}\"\n{}\ncommand = \"{command}\"\n", units[at].0);
            }
            std::fs::write(&file, text).unwrap();
            rules.read(&pack(rules, None, &[&file])).err().map_or_else(String::new, |found| found.to_string())
        };
        let found = told([units[0].1, units[1].1]);
        for word in words.iter().chain(&["mine.toml", "command"]) {
            assert!(found.contains(word), "{set}: no \"{word}\" in: {found}");
        }
        let sound = told([units[1].1; 2]);
        assert!(sound.is_empty() || units[0].1 == units[1].1, "{set}: {sound}");
    }
}

#[test]
fn a_part_of_a_question_that_is_of_no_use_to_it_is_refused() {
    let usual = OddsQuery::default;
    let volley = |figures: Option<u32>, text: &str| OddsQuery {
        volley: Some(text.to_owned()),
        figures,
        ..OddsQuery::default()
    };
    let shots = || OddsQuery { shots: Some(4), to_hit: Some(4), models: Some(5), ..OddsQuery::default() };
    let questions = [
        ("chimera", OddsQuery { shoot: Some(9.0), charging: true, ..usual() }, "--charging"),
        ("chimera", OddsQuery { shoot: Some(9.0), armour_piercing: 1, ..usual() }, "--ap"),
        ("chimera", OddsQuery { melee: Some(9), target: Some(3), ..usual() }, "--target"),
        ("chimera", OddsQuery { melee: Some(9), models: Some(3), ..usual() }, "--models"),
        ("blood-and-steel", volley(Some(3), "d8,d12:d8"), "--figures"),
        ("blood-and-steel", OddsQuery { save: Some(3), ..volley(None, "d8,d12:d8") }, "--save"),
        (
            "blood-and-steel",
            OddsQuery { contest: Some("d8,d8:d8,d8".to_owned()), figures: Some(3), ..usual() },
            "--figures",
        ),
        (
            "blood-and-steel",
            OddsQuery { confidence: Some("d8".to_owned()), target: Some(3), charging: true, ..usual() },
            "--charging",
        ),
        ("firefight", OddsQuery { figures: Some(5), ..shots() }, "--figures"),
        ("firefight", OddsQuery { armour_piercing: 2, ..shots() }, "--ap"),
    ];
    for (set, query, option) in questions {
        let rules = RULE_SETS.into_iter().find(|rules| rules.id() == set).unwrap();
        let refusal = game(rules).odds(&query).unwrap_err();
        assert!(refusal.what.contains(option), "{set} {query:?}: {refusal}");
        assert!(refusal.advice.contains("leave it out"), "{set}: {refusal}");
    }
    // Where it is of use it is taken.
    let rules = RULE_SETS.into_iter().find(|rules| rules.id() == "blood-and-steel").unwrap();
    game(rules).odds(&volley(Some(3), "d8,d12,d8:d8,d8")).unwrap();
}

/// The first complaint says what is wrong; those who only name the thing are not to blame.
#[test]
fn one_bad_value_is_told_of_once_and_not_at_every_unit_that_needs_it() {
    for (set, key) in [
        ("chimera", "weapons.javelin.fp=-5"),
        ("blood-and-steel", "weapons.sword.die=d7"),
        ("firefight", "weapons.carbine.rof=999"),
        ("firefight", "doctrines.stoic.levels=99"),
        ("firefight", "doctrines.stoic.effect=foo"),
    ] {
        let rules = RULE_SETS.into_iter().find(|rules| rules.id() == set).unwrap();
        let told = rules.read(&pack(rules, Some(key), &[])).err().unwrap();
        assert_eq!(told.errors().count(), 1, "{set}, {key}: {told}");
    }
}
