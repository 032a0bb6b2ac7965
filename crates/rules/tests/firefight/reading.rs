//! Bad data is refused with its place, and the far ends of what is allowed are played without a fault.

use std::path::Path;

use muster_dice::Seed;
use muster_rules::firefight::FirefightGame;
use muster_rules::orders::Policy;
use muster_rules::pack::{Sources, load};
use muster_rules::{DiceKind, DuelSpec, Game as _};

use super::support::game_with;

fn complaint(unit: &str, sets: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, format!("[[unit]]\nid = \"mine\"\n{unit}\n")).unwrap();
    let sources = Sources {
        unit_files: vec![file],
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        ..Sources::of_set("firefight")
    };
    match load(&sources) {
        Err(found) => found.to_string(),
        Ok((pack, _)) => match FirefightGame::read(&pack) {
            Err(found) => found.to_string(),
            Ok(_) => panic!("accepted: {unit}"),
        },
    }
}

#[test]
fn units_that_cannot_be_are_refused_with_file_line_key_and_advice() {
    let men = "figures = [{ count = 3, weapons = [\"carbine\"] }]";
    for (unit, expected) in [
        (format!("leadership = 7\n{men}"), "leadership"),
        (format!("leadership = 1\n{men}"), "from 2 to 6"),
        (men.to_owned(), "leadership"),
        ("leadership = 4".to_owned(), "figures"),
        ("leadership = 4\nfigures = []".to_owned(), "1 to 100 models"),
        ("leadership = 4\nfigures = [{ count = 0, weapons = [] }]".to_owned(), "count"),
        ("leadership = 4\nfigures = [{ count = 101, weapons = [] }]".to_owned(), "count"),
        ("leadership = 4\nfigures = [{ count = 60, weapons = [] }, { count = 60, weapons = [] }]".to_owned(), "120 models"),
        ("leadership = 4\nfigures = [{ count = 3, weapons = [\"carbin\"] }]".to_owned(), "did you mean \"carbine\"?"),
        (format!("leadership = 4\ntoughness = -1\n{men}"), "toughness"),
        (format!("leadership = 4\narmor = 2\n{men}"), "armour"),
        (format!("leadership = 4\ndoctrines = [\"stoik\"]\n{men}"), "did you mean \"stoic\"?"),
        (format!("leadership = 4\nrank = \"platoons\"\n{men}"), "did you mean \"platoon\"?"),
        (format!("leadership = 4\nkind = \"tank\"\n{men}"), "kind"),
        (format!("leadership = 4\nmove = 3.3\n{men}"), "quarter"),
        ("leadership = 4\nfigures = [{ count = 3, weapons = [{ kind = \"ranged\", range = 12 }] }]".to_owned(), "rof"),
        ("leadership = 4\nfigures = [{ count = 3, weapons = [{ kind = \"ranged\", range = 12, rof = 2, moved = \"never\" }] }]".to_owned(), "\"no\""),
        ("leadership = 4\nfigures = [{ count = 3, weapons = [{ kind = \"melee\", roa = 2, range = 12 }] }]".to_owned(), "range"),
    ] {
        let found = complaint(&unit, &[]);
        assert!(found.contains("mine.toml:"), "{unit}: {found}");
        assert!(found.contains(expected), "{unit}: {found}");
    }
}

#[test]
fn numbers_and_rulings_that_cannot_be_are_refused() {
    let men = "leadership = 4\nfigures = [{ count = 3, weapons = [\"carbine\"] }]";
    for (set, expected) in [
        ("dice.die=d1", "die"),
        ("to_hit.base=100", "to_hit.base"),
        ("rulings.allocation.chosen=odd", "allocation"),
        ("leadership.best=7", "best"),
        ("suppression.wounds_per_model=0", "wounds_per_model"),
        ("firefight.distance=-1", "distance"),
        ("doctrines.stoic.levels=0", "levels"),
        ("doctrines.stoic.effect=\"double\"", "effect"),
        ("doctrines.stoic.phases=[\"march\"]", "phases"),
        ("doctrines.stoic.phases=[]", "phases"),
    ] {
        let found = complaint(men, &[set]);
        assert!(found.contains(expected), "{set}: {found}");
    }
}

/// The far ends of what units may be.
const EXTREMES: [(&str, &str); 7] = [
    ("unarmed", "leadership = 6\nfigures = [{ count = 3, weapons = [] }]"),
    (
        "lone",
        "leadership = 2\nskill = 20\nfigures = [{ count = 1, weapons = [{ kind = \"melee\", roa = 100, massive = 20, ap = 20, offence = 20 }] }]",
    ),
    ("hundred", "leadership = 6\nskill = -20\nfigures = [{ count = 100, weapons = [\"machine-gun\"] }]"),
    (
        "safe",
        "leadership = 2\ntoughness = 20\narmour = 20\nbuttoned = true\nfigures = [{ count = 2, weapons = [\"carbine\"] }]",
    ),
    ("still", "leadership = 4\nmove = 0\nfigures = [{ count = 4, weapons = [\"mortar\"] }]"),
    (
        "far",
        "leadership = 4\nmove = 100\nfigures = [{ count = 4, weapons = [{ kind = \"ranged\", range = 1000, rof = 100, he = 20 }] }]",
    ),
    (
        "idle",
        "leadership = 4\nfigures = [{ count = 4, weapons = [{ kind = \"ranged\", range = 24, rof = 0 }, { kind = \"melee\", roa = 0 }] }]",
    ),
];

#[test]
fn units_at_the_far_ends_of_the_data_are_played_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let text: String =
        EXTREMES.iter().map(|(id, keys)| format!("[[unit]]\nid = \"{id}\"\n{keys}\n\n")).collect();
    let file = folder.path().join("extremes.toml");
    std::fs::write(&file, text).unwrap();
    for sets in [&[][..], &["rulings.allocation.chosen=even"]] {
        let game = game_with(sets, &[Path::new(&file)]);
        // A thousand hits dealt out among a hundred models are no case for every build.
        let few = |id: &&str| sets.is_empty() || *id != "hundred";
        let ids: Vec<&str> = EXTREMES.iter().map(|(id, _)| *id).filter(few).collect();
        for a in ids.iter().copied() {
            for b in ids.iter().copied().chain(["guardsmen", "tank", "command-squad"]) {
                for policy in [Policy::Advance, Policy::Charge, Policy::Skirmish] {
                    let spec = DuelSpec { policies: [Some(policy); 2], ..DuelSpec::default() };
                    let matchup = game.duel(a, b, &spec).unwrap();
                    for dice in [DiceKind::Plain, DiceKind::Tables] {
                        assert_eq!(matchup.play(Seed(2), 0..2, dice, false).games(), 2, "{a} v {b}");
                    }
                    if let Ok(law) = matchup.solve(20_000) {
                        assert!(law.score().is_finite());
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_of_models_that_a_unit_cannot_have_are_refused() {
    let game = game_with(&[], &[]);
    for (id, figures) in [("guardsmen", 0), ("guardsmen", 101), ("guardsmen-with-gun", 5)] {
        let spec = DuelSpec { figures: [Some(figures), None], ..DuelSpec::default() };
        let refused = game.duel(id, "brutes", &spec).err().unwrap_or_else(|| panic!("{id} x {figures}"));
        assert!(!refused.advice.is_empty() && refused.what.contains(&figures.to_string()), "{refused}");
    }
}
