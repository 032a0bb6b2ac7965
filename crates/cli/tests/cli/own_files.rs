//! Files of the user's own: what takes the place of shipped entries is told, odd ids and names are refused, and optional
//! keys can be added by a variant.

use std::path::Path;

use crate::support::{MY_BOX, MY_UNITS, Ran, json_in, muster_in, with_file};

fn check(dir: &Path, file: &str) -> Ran {
    muster_in(dir, &["check", file])
}

#[test]
fn a_box_with_the_id_of_a_shipped_one_is_told_with_both_places() {
    let (dir, _) = with_file("mine.toml", MY_BOX.replace("\"my-guards\"", "\"celts\""));
    let told = [
        "mine.toml:2",
        "box \"celts\"",
        "datasets/chimera/boxes/celts.toml (built in):",
        "used and not that one",
    ];
    let played = muster_in(dir.path(), &["battle", "mine.toml", "zulus", "--games", "4"]);
    assert_eq!(played.code, 0, "{}", played.err);
    let checked = check(dir.path(), "mine.toml");
    assert_eq!(checked.code, 0, "{}", checked.err);
    for word in told {
        assert!(played.err.contains(word), "no \"{word}\" in: {}", played.err);
        assert!(checked.out.contains(word), "no \"{word}\" in: {}", checked.out);
    }
    let quiet = muster_in(dir.path(), &["battle", "mine.toml", "zulus", "--games", "4", "--quiet"]);
    assert_eq!(quiet.err, "");
}

#[test]
fn a_unit_with_the_id_of_a_shipped_one_is_told_with_both_places() {
    let (dir, _) = with_file("mine.toml", MY_UNITS.replace("\"guards\"", "\"longbowmen\""));
    let duel = muster_in(dir.path(), &["duel", "longbowmen", "warband", "--units", "mine.toml"]);
    assert_eq!(duel.code, 0, "{}", duel.err);
    let checked = check(dir.path(), "mine.toml");
    for word in ["mine.toml:1", "unit \"longbowmen\"", "datasets/chimera/units.toml (built in):"] {
        assert!(duel.err.contains(word), "no \"{word}\" in: {}", duel.err);
        assert!(checked.out.contains(word), "no \"{word}\" in: {}", checked.out);
    }
}

#[test]
fn a_weapon_of_a_data_directory_with_the_id_of_a_shipped_one_is_told_with_both_places() {
    let dir = tempfile::tempdir().expect("a directory");
    let weapons = "[longbow]\nname = \"My bow\"\nfp = 3\nap = 0\nrange = 24\n\n[my-sling]\nname = \"Sling\"\nfp = 1\nap = 0\nrange = 9\n";
    std::fs::write(dir.path().join("weapons.toml"), weapons).expect("a file");
    let boxes = dir.path().join("boxes");
    std::fs::create_dir(&boxes).expect("a directory");
    std::fs::write(boxes.join("other-name.toml"), MY_BOX.replace("\"my-guards\"", "\"zulus\""))
        .expect("a file");
    for run in [&["check", "--data", "."][..], &["list", "weapons", "--data", "."]] {
        let ran = muster_in(dir.path(), run);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        for word in [
            "weapons.toml:1",
            "weapon \"longbow\"",
            "datasets/chimera/weapons.toml (built in):",
            "box \"zulus\"",
        ] {
            assert!(said.contains(word), "no \"{word}\" in: {said}");
        }
        assert!(!ran.err.contains("my-sling"), "{}", ran.err);
    }
}

#[test]
fn an_edited_copy_of_all_data_is_no_surprise() {
    let dir = tempfile::tempdir().expect("a directory");
    assert_eq!(muster_in(dir.path(), &["init", "copy"]).code, 0);
    let weapons = dir.path().join("copy/chimera/weapons.toml");
    let text = std::fs::read_to_string(&weapons).expect("a file").replacen("range = ", "range = 1 # ", 1);
    std::fs::write(&weapons, text).expect("a file");
    let ran = muster_in(dir.path(), &["list", "--data", "copy"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn odd_ids_and_empty_names_do_not_pass() {
    let bad: [(&str, &str, &str); 8] = [
        ("id = \"my-guards\"", "id = \"My Guards\"", "my-guards"),
        ("id = \"my-guards\"", "id = \"GUARDS\"", "guards"),
        ("id = \"my-guards\"", "id = \"=1+1\"", "small letters"),
        ("id = \"pikes\"", "id = \"the pikes\"", "the-pikes"),
        ("id = \"pikes\"", "id = \"pikes/../..\"", "small letters"),
        ("name = \"My Guards\"", "name = \"\"", "name"),
        ("name = \"My Guards\"", "name = \"  \"", "name"),
        ("name = \"Pikes\"", "name = \"\"", "name"),
    ];
    for (from, to, word) in bad {
        assert!(MY_BOX.contains(from), "{from}");
        let (dir, _) = with_file("mine.toml", MY_BOX.replacen(from, to, 1));
        let ran = check(dir.path(), "mine.toml");
        assert_eq!(ran.code, 2, "{to}: {}", ran.out);
        assert!(ran.err.contains("mine.toml:") && ran.err.contains(word), "{to}: {}", ran.err);
    }
    for (text, word) in [
        ("[weapons.\"My bow\"]\nname = \"Bow\"\nfp = 1\nap = 0\nrange = 9\n", "my-bow"),
        ("[weapons.bow]\nname = \"\"\nfp = 1\nap = 0\nrange = 9\n", "name"),
        ("[conditions.open]\nname = \"\"\n", "name"),
    ] {
        let (dir, _) = with_file("edit.toml", text);
        let ran = check(dir.path(), "edit.toml");
        assert_eq!(ran.code, 2, "{text}: {}", ran.out);
        assert!(ran.err.contains("edit.toml:") && ran.err.contains(word), "{text}: {}", ran.err);
    }
    let (dir, _) = with_file("units.toml", MY_UNITS.replace("\"mob\"", "\"the mob\""));
    assert_eq!(check(dir.path(), "units.toml").code, 2);
}

/// Every optional key of docs/data.md that shipped entries lack, set alone.
#[test]
fn a_variant_or_a_set_may_add_optional_keys() {
    let dir = tempfile::tempdir().expect("a directory");
    for key in [
        "conditions.open.break_point=0.5",
        "conditions.open.objective={ turn = 9, radius = 6 }",
        "units.heavy-foot.save=3",
        "units.heavy-foot.move=7",
        "units.heavy-foot.melee_save=3",
        "units.heavy-foot.mounted=true",
        "units.heavy-foot.cover=soft",
        "units.heavy-foot.guns=[{ weapon = \"smoothbore-cannon\", count = 1 }]",
        "units.heavy-foot.figures.1.wounds=2",
        "units.heavy-foot.figures.1.mp=2",
        "units.heavy-foot.figures.1.save=3",
        "units.heavy-foot.figures.1.melee_save=3",
        "units.heavy-foot.figures.1.mounted=true",
        "units.heavy-foot.figures.1.weapons=[\"longbow\"]",
        "boxes.celts.unit.spears-1.cover=hard",
        "boxes.celts.box.number=02553",
        "boxes.churchills.box.number=V72",
        "troops.light-infantry.wounds=2",
        "troops.light-infantry.melee_armour=vehicle",
    ] {
        let ran = muster_in(dir.path(), &["list", "--set", key]);
        assert_eq!(ran.code, 0, "{key}: {}", ran.err);
    }
    let battle = |set: &[&str]| {
        let run = [&["battle", "celts", "zulus", "--games", "200"][..], set].concat();
        json_in(dir.path(), &run)
    };
    let (plain, broken) = (battle(&[]), battle(&["--set", "conditions.open.break_point=0.2"]));
    assert!(broken["mean_turns"].as_f64() < plain["mean_turns"].as_f64(), "battles end sooner");
    std::fs::write(dir.path().join("edit.toml"), "[conditions.open]\nbreak_point = 0.2\n").expect("a file");
    assert_eq!(battle(&["--variant", "edit.toml"])["score"], broken["score"]);
    let (first, both) = ("conditions.open.objective.turn=9", "conditions.open.objective.radius=6");
    assert_eq!(muster_in(dir.path(), &["list", "--set", first]).code, 2, "a turn without a radius");
    assert_eq!(muster_in(dir.path(), &["list", "--set", first, "--set", both]).code, 0);
}

#[test]
fn keys_that_no_reader_knows_are_still_refused_with_the_nearest() {
    let dir = tempfile::tempdir().expect("a directory");
    for (key, near) in [
        ("conditions.open.brek_point=0.5", "break_point"),
        ("conditions.opn.break_point=0.5", "conditions.open"),
        ("conditions.open.objectiv={ turn = 9, radius = 6 }", "objective"),
        ("conditions.open.objective={ turn = 9, radios = 6 }", "radius"),
        ("units.heavy-foot.sav=3", "save"),
        ("units.heavy-fot.save=3", "units.heavy-foot"),
        ("units.heavy-foot.figures.1.wouds=2", "wounds"),
        ("weapons.longbow.rnge=2", "range"),
        ("weapons.longbw.range=2", "weapons.longbow.range"),
        ("troops.light-infantry.wouns=2", "wounds"),
        ("boxes.celts.box.numbr=2", "number"),
        ("boxes.celts.unit.spears-1.covr=soft", "cover"),
    ] {
        let ran = muster_in(dir.path(), &["list", "--set", key]);
        assert_eq!(ran.code, 2, "{key}: {}", ran.out);
        assert!(ran.err.contains(&format!("did you mean `{near}`?")), "{key}: {}", ran.err);
    }
}
