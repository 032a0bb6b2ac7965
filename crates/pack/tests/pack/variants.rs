//! Variants and `--set`.

use std::path::PathBuf;

use muster_pack::{Sources, Status};

use crate::{Folder, at, demo, loaded, refused, set, show};

fn variant(text: &str) -> (Folder, Sources) {
    let folder = Folder::fresh();
    let path = folder.file("try.toml", text);
    (folder, Sources { variants: vec![path], ..demo() })
}

fn refusal(argument: &str) -> String {
    refused(&set(argument)).to_string()
}

#[test]
fn a_variant_is_found_by_name_or_path_and_loses_the_old_source() {
    let pack = loaded(&Sources { variants: vec![PathBuf::from("hot")], ..demo() });
    let told = at(&pack, "morale.passes_on").provenance.clone().expect("a provenance");
    assert_eq!(told.status, Status::Assumed);
    assert_eq!(told.source, "datasets/demo/variants/hot.toml (built in)");
    assert_eq!(told.why.as_deref(), Some("morale feels slow"));
    assert_eq!(told.place.line, 3);
    let change = &pack.changed[0];
    assert_eq!(
        (change.key.as_str(), change.before.as_deref(), change.after.as_deref()),
        ("morale.passes_on", Some("3"), Some("4"))
    );

    let (folder, sources) =
        variant("[rulings.split_fire]\nchosen = true\nwhy = \"to see\"\n[weapons.longbow]\nfp = 2.5\n");
    let pack = loaded(&sources);
    assert_eq!(show(&pack, "rulings.split_fire.chosen"), "true");
    assert_eq!(show(&pack, "rulings.split_fire.why"), "\"to see\"");
    assert_eq!(show(&pack, "weapons.longbow.fp"), "2.5");
    assert_eq!(folder.plain(&pack.changed[1].place), "DIR/try.toml:5: key `weapons.longbow.fp`");
}

#[test]
fn a_variant_of_the_data_directory_is_found_by_name() {
    let folder = Folder::fresh();
    folder.file("variants/mine.toml", "[morale]\npasses_on = 2\n");
    let sources =
        Sources { data: Some(folder.path().into()), variants: vec![PathBuf::from("mine")], ..demo() };
    assert_eq!(show(&loaded(&sources), "morale.passes_on"), "2");
}

#[test]
fn a_variant_of_a_reason_alone_changes_nothing() {
    let (_folder, sources) = variant("why = \"the base for comparison\"\nname = \"nothing\"\n");
    let pack = loaded(&sources);
    assert!(pack.changed.is_empty());
    assert_eq!(pack.hash, loaded(&demo()).hash);
}

#[test]
fn later_changes_win_and_are_told_once() {
    let pack = loaded(&Sources {
        variants: vec![PathBuf::from("hot")],
        sets: vec!["morale.passes_on=5".into(), "morale.rallies_on=6".into(), "morale.rallies_on=5".into()],
        ..demo()
    });
    let told: Vec<_> = pack
        .changed
        .iter()
        .map(|change| (change.key.as_str(), change.before.as_deref(), change.after.as_deref()))
        .collect();
    assert_eq!(told, [("morale.passes_on", Some("3"), Some("5"))]);
}

#[test]
fn a_set_takes_numbers_flags_lists_and_bare_words() {
    let value = |argument: &str, path: &str| show(&loaded(&set(argument)), path);
    assert_eq!(value("morale.passes_on=4", "morale.passes_on"), "4");
    assert_eq!(value(" morale.passes_on = 0x10 ", "morale.passes_on"), "16");
    assert_eq!(value("rulings.split_fire.chosen=true", "rulings.split_fire.chosen"), "true");
    assert_eq!(value("rulings.split_fire=true", "rulings.split_fire.chosen"), "true");
    assert_eq!(value("morale.retreat_percent=[1, 2]", "morale.retreat_percent"), "[1, 2]");
    assert_eq!(value("morale.retreat_percent.2=60", "morale.retreat_percent"), "[100, 60, 50, 25]");
    assert_eq!(value("weapons.longbow.name=Long bow", "weapons.longbow.name"), "\"Long bow\"");
    assert_eq!(value("units.archers.figures.1.count=9", "units.archers.figures.1.count"), "9");
    assert_eq!(value("boxes.zulus.unit.loins.save=4", "boxes.zulus.unit.loins.save"), "4");
    assert_eq!(value("shooting.hits_per_figure=1", "shooting.hits_per_figure"), "1");
    let place = &at(&loaded(&set("morale.passes_on=4")), "morale.passes_on").place.to_string();
    assert_eq!(place, "--set: key `morale.passes_on`");
}

#[test]
fn a_set_reaches_the_units_of_a_file() {
    let folder = Folder::fresh();
    let units = folder.file("mine.toml", "[[unit]]\nid = \"mine\"\nsave = 4\n");
    let pack = loaded(&Sources { unit_files: vec![units], ..set("units.mine.save=2") });
    assert_eq!(show(&pack, "units.mine.save"), "2");
}

#[test]
fn new_entries_are_allowed_only_in_the_open_tables() {
    let (_folder, sources) = variant("[weapons.bow]\nname = \"Bow\"\nfp = 1\nrange = 12\n");
    let pack = loaded(&sources);
    assert_eq!(show(&pack, "weapons.bow.range"), "12");
    assert_eq!((pack.changed[0].key.as_str(), pack.changed[0].before.as_deref()), ("weapons.bow", None));
    for text in
        ["[morale]\nnew = 1\n", "[rulings.new]\nchosen = true\n", "[weapons]\nnew = 1\n", "[new]\nx = 1\n"]
    {
        let (folder, sources) = variant(text);
        let complaint = folder.plain(&refused(&sources));
        assert!(complaint.contains("expected a key that is in the data"), "{complaint}");
    }
}

#[test]
fn an_unknown_key_is_answered_with_the_nearest_path() {
    let expected = |found: &str, near: &str| {
        format!("--set\n  found `{found}`, expected a key that is in the data\n  did you mean `{near}`?")
    };
    assert_eq!(refusal("morale.pases_on=4"), expected("morale.pases_on", "morale.passes_on"));
    assert_eq!(refusal("moral.passes_on=4"), expected("moral.passes_on", "morale.passes_on"));
    assert_eq!(refusal("passes_on=4"), expected("passes_on", "morale.passes_on"));
    assert_eq!(
        refusal("morale.passes_on.x=4"),
        "--set: key `morale.passes_on`\n  found a table, expected a whole number, as in 3\n  keep the kind of the value it replaces"
    );
    assert_eq!(
        refusal("zzz.yyy.x=1"),
        "--set\n  found `zzz.yyy.x`, expected a key that is in the data\n  muster init DIR writes out the files with all keys"
    );
    let (folder, sources) = variant("[morale]\npases_on = 4\n");
    assert_eq!(
        folder.plain(&refused(&sources)),
        "DIR/try.toml:2\n  found `morale.pases_on`, expected a key that is in the data\n  did you mean `morale.passes_on`?"
    );
}

#[test]
fn a_changed_value_keeps_its_kind() {
    assert_eq!(
        refusal("morale.passes_on=four"),
        "--set: key `morale.passes_on`\n  found \"four\", expected a whole number, as in 3\n  keep the kind of the value it replaces"
    );
    assert!(refusal("rulings.split_fire.chosen=yes").contains("found \"yes\", expected true or false"));
    assert!(refusal("morale=4").contains("found 4, expected a table\n  name the key inside the table"));
    assert!(refusal("morale.retreat_percent=4").contains("found 4, expected a list"));
    assert!(
        refusal("weapons.longbow.name=true")
            .contains("found true, expected a text\n  put the text into quotation marks")
    );
}

#[test]
fn a_faulty_set_is_refused_with_an_example() {
    for argument in
        ["morale.passes_on", "=4", "morale.passes_on=", "a\nb=1", "[x]=4", "morale.retreat_percent=[1,", ""]
    {
        let complaint = refusal(argument);
        assert!(complaint.ends_with("for example --set morale.passes_on=4"), "{complaint}");
    }
    assert!(refusal("morale.passes_on=nan").contains("found nan, expected a finite number"));
    assert!(refusal("why=x").contains("found `why`"));
}

#[test]
fn a_patch_is_applied_whole_or_not_at_all() {
    let (_folder, sources) = variant("[morale]\npasses_on = 4\npases_on = 4\n");
    assert_eq!(refused(&sources).len(), 1);
}

#[test]
fn an_unknown_variant_is_answered_with_the_names() {
    let named = |name: &str| refused(&Sources { variants: vec![PathBuf::from(name)], ..demo() }).to_string();
    assert_eq!(
        named("hit"),
        "found no variant \"hit\", expected the name or the path of a variant\n  did you mean hot?"
    );
    assert_eq!(
        named("zzzzzz"),
        "found no variant \"zzzzzz\", expected the name or the path of a variant\n  \
         known are: hot; or give the path of a variant file"
    );
    assert_eq!(
        named("no/such.toml"),
        "no/such.toml\n  found no such file, expected a file\n  look at the spelling and the folder you are in"
    );
}

#[test]
fn keys_may_be_added_inside_entries_and_nowhere_else() {
    let pack = loaded(&set("units.archers.cover=soft"));
    assert_eq!(show(&pack, "units.archers.cover"), "\"soft\"");
    let change = &pack.changed[0];
    assert_eq!((change.key.as_str(), change.before.as_deref()), ("units.archers.cover", None));
    let pack = loaded(&set("boxes.zulus.unit.horn.figures=[{ count = 2 }]"));
    assert_eq!(show(&pack, "boxes.zulus.unit.horn.figures"), "[{ count = 2 }]");
    for argument in ["units.archers.figures.9.count=3", "morale.new=1", "boxes.zulu.box.number=1", "new=1"] {
        assert!(refusal(argument).contains("expected a key that is in the data"), "{argument}");
    }
}

#[test]
fn a_new_entry_with_few_keys_and_nearly_a_known_name_is_a_slip() {
    assert!(refusal("weapons.longbw.range=1").contains("did you mean `weapons.longbow.range`?"));
    let (_folder, sources) = variant("[weapons.longbow2]\nname = \"Bow\"\nfp = 1\nrange = 12\n");
    assert_eq!(show(&loaded(&sources), "weapons.longbow2.range"), "12");
}
