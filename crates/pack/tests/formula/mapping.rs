//! Formulas applied to the units of another rule set.

use std::path::Path;

use muster_pack::formula::{Exact, Formula, MappedUnit, Mapping, Meaning, load, names};
use muster_pack::{Node, Pack, Sources};

fn chimera() -> Pack {
    muster_pack::load(&Sources::of_set("chimera")).unwrap_or_else(|complaints| panic!("{complaints}")).0
}

fn formula(id: &str) -> Formula {
    load(&Sources::of_set(id)).unwrap_or_else(|complaints| panic!("{complaints}")).0
}

fn mapping(id: &str, file: Option<&Path>) -> Result<Mapping, String> {
    let found = Mapping::load(&chimera(), id, &formula(id), file);
    found.map_err(|complaints| complaints.to_string()).map(|found| found.expect("a mapping is shipped"))
}

fn unit(id: &str, unit: &str) -> Result<MappedUnit, String> {
    let pack = chimera();
    mapping(id, None)?.unit(&formula(id), pack.root.at(&["units", unit]).expect("a unit of the data"))
}

fn total(id: &str, name: &str) -> Exact {
    unit(id, name).unwrap_or_else(|why| panic!("{name}: {why}")).total
}

/// By hand: foot (firepower + d8 + armour) x 1, riders with a step up x 2, engines (FP + impact) x 5.
#[test]
fn chimera_units_cost_what_blood_and_steel_asks_by_hand() {
    for (name, price) in [
        ("light-foot", 12 * (8 + 4)),
        ("heavy-foot", 12 * (8 + 8)),
        ("longbowmen", 12 * (2 + 8 + 4)),
        ("heavy-cavalry", 6 * (10 + 12) * 2),
        ("cannon", (6 + 24) * 5),
        // Five rifles, a machine gun, a flamethrower and a Panzerschreck, d8 and d4 each.
        ("rifle-squad", 5 * 14 + 17 + 17 + 14),
        ("elephants", 2 * (24 + 10) * 10),
    ] {
        assert_eq!(total("blood-and-steel", name), Exact::whole(price), "{name}");
    }
    assert_eq!(unit("blood-and-steel", "tanks").expect_err("no price"), "Blood & Steel has no vehicles");
}

#[test]
fn chimera_units_cost_what_the_sister_game_asks_by_hand() {
    for (name, price) in [
        ("light-foot", 12 * 3),
        ("heavy-foot", 12 * 9),
        ("longbowmen", 12 * (3 + 4 + 6)),
        ("rifles", 10 * (3 + 4 + 6)),
        ("cannon", 4 * 3 + 6 + 3),
        // A tank, its gun and the dearer of what it carries beside.
        ("tanks", 2 * (21 + 6 + 12 + 12 + 6)),
    ] {
        assert_eq!(total("ghost-legions", name), Exact::whole(price), "{name}");
    }
}

#[test]
fn every_mapping_names_every_troop_type_and_weapon_with_a_reason() {
    let pack = chimera();
    for id in names() {
        let mapping = mapping(id, None).unwrap_or_else(|complaints| panic!("{complaints}"));
        for (key, entries) in [("troops", &mapping.troops), ("weapons", &mapping.weapons)] {
            let known = pack.root.at(&[key]).and_then(Node::as_table).expect("a table");
            let known: Vec<&String> =
                known.keys().filter(|name| !["source", "status"].contains(&name.as_str())).collect();
            for name in known {
                let entry = entries.get(name).unwrap_or_else(|| panic!("{id} says nothing of {name}"));
                let why = entry.provenance.as_ref().and_then(|said| said.why.as_ref());
                assert!(why.is_some_and(|why| why.len() > 10), "{id}, {name}");
                assert_eq!(entry.meaning == Meaning::LeftOut, !entry.why_left_out.is_empty());
            }
        }
    }
}

#[test]
fn a_mapping_with_slips_is_refused_with_place_and_advice() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("mine.toml");
    let text = muster_pack::builtin_file("chimera", "formulas/blood-and-steel.toml").expect("it is shipped");
    for (from, to, sentence) in [
        ("[troops.elephant]", "[troops.elefant]", "did you mean \"elephant\"?"),
        ("firepower = \"longbow\"", "firepower = \"longbo\"", "did you mean \"longbow\"?"),
        ("firepower = \"longbow\"", "fire = \"longbow\"", "a term of the formula"),
        ("quality = \"regular\"", "quality = \"regulr\"", "did you mean \"regular\"?"),
        ("formula = \"blood-and-steel\"", "formula = \"ghost-legions\"", "this file maps another formula"),
        ("rules   = \"chimera\"", "rules   = \"firefight\"", "this file maps to another rule set"),
        ("why    = \"the weapon of that name\"\n", "wy = \"\"\n", "wy"),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(&file, text.replacen(from, to, 1)).expect("a file");
        let complaints = mapping("blood-and-steel", Some(&file)).expect_err(sentence);
        assert!(
            complaints.contains(sentence) && complaints.contains("mine.toml"),
            "{sentence}: {complaints}"
        );
    }
    std::fs::write(&file, text).expect("a file");
    assert_eq!(mapping("blood-and-steel", Some(&file)).map(|read| read.troops.len()).ok(), Some(20));
}

#[test]
fn units_in_numbers_and_units_for_nothing_are_not_priced() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("units.toml");
    let units = "[[unit]]\nid = \"raw\"\nmove = 6\nsave = 5\nfigures = [{ count = 10, mp = 1 }]\n\n\
                 [[unit]]\nid = \"crew\"\nfigures = [{ count = 4, type = \"gun-crew\" }]\n";
    std::fs::write(&file, units).expect("a file");
    let sources = Sources { unit_files: vec![file], ..Sources::of_set("chimera") };
    let (pack, _) = muster_pack::load(&sources).unwrap_or_else(|complaints| panic!("{complaints}"));
    let (formula, mapping) =
        (formula("blood-and-steel"), mapping("blood-and-steel", None).expect("a mapping"));
    let price = |id: &str| mapping.unit(&formula, pack.root.at(&["units", id]).expect("a unit"));
    assert!(price("raw").expect_err("no price").contains("given in numbers"));
    assert_eq!(price("crew").expect_err("no price"), "the formula gives it away for nothing");
}
