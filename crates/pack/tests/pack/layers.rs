//! What is mounted where, and which layer wins.

use std::path::PathBuf;

use muster_pack::{Sources, Status, check_provenance, load_over};

use crate::{FILES, Folder, at, demo, loaded, loaded_in_place, refused, set, show};

#[test]
fn every_file_is_mounted_where_its_name_says() {
    let pack = loaded(&demo());
    assert_eq!(show(&pack, "morale.passes_on"), "3");
    assert_eq!(show(&pack, "rulings.split_fire.chosen"), "false");
    assert_eq!(show(&pack, "weapons.longbow.fp"), "2");
    assert_eq!(show(&pack, "units.guards.save"), "5");
    assert_eq!(show(&pack, "boxes.zulus.box.name"), "\"Zulus\"");
    assert_eq!(show(&pack, "boxes.zulus.unit.loins.save"), "6");
    let tables: Vec<_> = pack.root.as_table().expect("a table").keys().map(String::as_str).collect();
    assert_eq!(tables, ["about", "morale", "shooting", "rulings", "weapons", "units", "boxes"]);
    assert_eq!(pack.variant_names(), ["hot"]);
}

#[test]
fn a_value_with_its_provenance_reads_as_the_value() {
    assert_eq!(show(&loaded(&demo()), "morale.rallies_on"), "5");
}

#[test]
fn places_are_lines_of_the_files_and_paths_of_the_tree() {
    let pack = loaded(&demo());
    let place = |path: &str| at(&pack, path).place.to_string();
    assert_eq!(place("morale.passes_on"), "datasets/demo/rules.toml (built in):8: key `morale.passes_on`");
    assert_eq!(
        place("units.archers.figures.1.count"),
        "datasets/demo/units.toml (built in):12: unit \"archers\", entry 1 of `figures`, key `count`"
    );
    assert_eq!(
        place("boxes.zulus.unit.loins.save"),
        "datasets/demo/boxes/zulus.toml (built in):13: box \"zulus\", unit \"loins\", key `save`"
    );
    assert_eq!(at(&pack, "boxes.zulus.unit.loins").place.line, 11);
}

#[test]
fn provenance_comes_from_the_value_its_table_and_its_file() {
    let pack = loaded(&demo());
    let told = |path: &str| {
        let provenance = at(&pack, path).provenance.clone().expect("a provenance");
        (provenance.status, provenance.source, provenance.why)
    };
    let silent = Some("the text is silent".to_owned());
    assert_eq!(told("morale.passes_on"), (Status::Printed, "MORALE 1".to_owned(), None));
    assert_eq!(told("morale.rallies_on"), (Status::Assumed, "MORALE 1".to_owned(), silent.clone()));
    assert_eq!(told("shooting.hits_per_figure"), (Status::Printed, "Demo rules".to_owned(), None));
    assert_eq!(told("rulings.split_fire.chosen"), (Status::Assumed, "Demo".to_owned(), silent));
    assert_eq!(told("weapons.pike.range"), (Status::Inferred, "WEAPONS".to_owned(), None));
    assert_eq!(told("units.guards.save"), (Status::Inferred, "UNITS".to_owned(), None));
    assert_eq!(told("boxes.zulus.unit.horn.save"), (Status::Printed, "BOX".to_owned(), None));
}

#[test]
fn a_table_without_provenance_is_named_once() {
    assert_eq!(check_provenance(&loaded(&demo())).to_string(), "");
    let bare = [(
        "rules.toml",
        "[morale]\nsource = \"M\"\npasses_on = 3\nrallies_on = 5\n[guns]\nstatus = \"printed\"\n",
    )];
    let (pack, _) = load_over(&bare, &demo()).expect("a pack");
    assert_eq!(
        check_provenance(&pack).to_string(),
        "datasets/demo/rules.toml (built in):3: key `morale.passes_on`\n  \
         found no provenance for `passes_on`, `rallies_on`,\n  expected a source and a status\n  \
         add source = \"...\" and status = \"printed\", \"inferred\" or \"assumed\" to the table"
    );
}

#[test]
fn data_of_the_user_need_no_provenance() {
    let folder = Folder::fresh();
    let units = folder.file("mine.toml", "[[unit]]\nid = \"mine\"\nsave = 4\n");
    let pack = loaded(&Sources { unit_files: vec![units], ..demo() });
    assert!(at(&pack, "units.mine.save").provenance.is_none());
    assert!(check_provenance(&pack).is_empty());
}

#[test]
fn a_data_directory_wins_key_by_key_in_either_layout() {
    for layout in ["rules.toml", "demo/rules.toml"] {
        let folder = Folder::fresh();
        folder.file(layout, "[morale]\npasses_on = 4\n");
        let pack = loaded(&Sources { data: Some(folder.path().into()), ..demo() });
        assert_eq!(show(&pack, "morale.passes_on"), "4");
        assert_eq!(show(&pack, "morale.rallies_on"), "5");
        let place = &at(&pack, "morale.passes_on").place;
        assert_eq!(folder.plain(&place), format!("DIR/{layout}:2: key `morale.passes_on`"));
        assert!(pack.changed.is_empty());
    }
}

#[test]
fn a_changed_number_does_not_keep_the_printed_source() {
    let folder = Folder::fresh();
    let copy = FILES[0].1.replace("passes_on = 3", "passes_on = 4").replace("[100, 75", "[90, 75");
    folder.file("demo/rules.toml", copy);
    let pack = loaded(&Sources { data: Some(folder.path().into()), ..demo() });
    let status = |path: &str| at(&pack, path).provenance.as_ref().map(|told| told.status);
    assert_eq!(status("morale.passes_on"), Some(Status::Assumed));
    assert_eq!(status("morale.retreat_percent.1"), Some(Status::Assumed));
    assert_eq!(status("shooting.hits_per_figure"), Some(Status::Printed));
}

#[test]
fn a_box_of_the_data_directory_replaces_the_old_one_whole() {
    let folder = Folder::fresh();
    folder.file("boxes/any.toml", "[box]\nid = \"zulus\"\n[[unit]]\nid = \"chest\"\nsave = 4\n");
    let (pack, warnings) = loaded_in_place(&Sources { data: Some(folder.path().into()), ..demo() });
    assert_eq!(
        show(&pack, "boxes.zulus"),
        "{ box = { id = \"zulus\" }, unit = [{ id = \"chest\", save = 4 }] }"
    );
    assert_eq!(
        folder.plain(&warnings),
        "warning: DIR/boxes/any.toml:2: key `box.id`\n  \
         found the box \"zulus\", which is also at datasets/demo/boxes/zulus.toml (built in):2, expected an id of its own\n  \
         this one is used and not that one; give it another id to have both"
    );
    // A file of the same name is an edited copy.
    let copy = Folder::fresh();
    copy.file("boxes/zulus.toml", "[box]\nid = \"zulus\"\n[[unit]]\nid = \"chest\"\nsave = 4\n");
    loaded(&Sources { data: Some(copy.path().into()), ..demo() });
}

#[test]
fn units_of_the_data_directory_merge_and_those_of_a_unit_file_replace() {
    let folder = Folder::fresh();
    let units = folder.file("units.toml", "[[unit]]\nid = \"archers\"\nsave = 4\n");
    let (merged, warnings) = loaded_in_place(&Sources { data: Some(folder.path().into()), ..demo() });
    assert!(
        warnings.to_string().contains("what it says is used in place of what stands there"),
        "{warnings}"
    );
    assert!(show(&merged, "units.archers").starts_with("{ id = \"archers\", save = 4, figures = ["));
    let (replaced, _) = loaded_in_place(&Sources { unit_files: vec![units], ..demo() });
    assert_eq!(show(&replaced, "units.archers"), "{ id = \"archers\", save = 4 }");
    assert_eq!(replaced.unit_ids_from_files, ["archers"]);
}

#[test]
fn strange_files_of_a_data_directory_are_left_alone() {
    let folder = Folder::fresh();
    folder.file("Cargo.toml", "[package]\n");
    folder.file("notes.txt", "x");
    folder.file(".rules.toml", "broken");
    folder.file("rulse.toml", "broken");
    folder.file("demo/extra.toml", "broken");
    folder.file("demo/rules.toml.txt", "broken");
    let (_, warnings) =
        load_over(&FILES, &Sources { data: Some(folder.path().into()), ..demo() }).expect("a pack");
    assert_eq!(
        folder.plain(&warnings),
        "warning: DIR/rulse.toml\n  found a file that the rule set does not know; it is left alone\n  \
         did you mean rules.toml?\n\
         warning: DIR/demo/extra.toml\n  found a file that the rule set does not know; it is left alone\n\
         warning: DIR/demo/rules.toml.txt\n  found a name that ends in .txt, expected .toml\n  \
         rename it to rules.toml; the file manager may hide the ending .txt\n\
         warning: DIR\n  found no data file of the rule set demo, expected at least one\n  \
         put files such as rules.toml or boxes/my-box.toml there, or into demo/ in it"
    );
}

#[test]
fn boxes_of_files_keep_their_order_and_may_be_named_twice() {
    let folder = Folder::fresh();
    let mine = folder.file("mine.toml", "[box]\nid = \"mine\"\n[[unit]]\nid = \"a\"\n");
    let other = folder.file("other.toml", "[box]\nid = \"other\"\n[[unit]]\nid = \"a\"\n");
    let pack = loaded(&Sources { box_files: vec![other.clone(), mine.clone(), other], ..demo() });
    assert_eq!(pack.box_ids_from_files, ["other", "mine", "other"]);
    let pack = loaded(&Sources { unit_files: vec![mine], ..demo() });
    assert_eq!(pack.unit_ids_from_files, ["a"]);
    assert!(pack.root.at(&["boxes", "mine"]).is_none());
}

#[test]
fn ids_that_two_files_give_are_named_with_both_places() {
    let folder = Folder::fresh();
    let one = folder.file("1.toml", "[box]\nid = \"new\"\n[[unit]]\nid = \"a\"\n");
    let two = folder.file("2.toml", "\n[box]\nid = \"new\"\n[[unit]]\nid = \"a\"\n");
    let boxes = refused(&Sources { box_files: vec![one.clone(), two.clone()], ..demo() });
    let boxes = folder.plain(&boxes);
    assert_eq!(
        boxes,
        "DIR/2.toml:3: key `box.id`\n  found a second box with the id \"new\", expected only the one at DIR/1.toml:2\n  \
         give one of them another id"
    );
    let units = folder.plain(&refused(&Sources { unit_files: vec![one, two], ..demo() }));
    assert!(
        units.starts_with("DIR/2.toml:4: unit \"a\"\n  found a second unit with the id \"a\""),
        "{units}"
    );
    assert!(units.contains("expected only the one at DIR/1.toml:3"), "{units}");
}

#[test]
fn two_built_in_files_cannot_give_one_value() {
    let files = [("morale.toml", "passes_on = 4\n"), ("rules.toml", "[morale]\npasses_on = 3\n")];
    let complaint = load_over(&files, &demo()).expect_err("a complaint").to_string();
    assert_eq!(
        complaint,
        "datasets/demo/rules.toml (built in):2: key `morale.passes_on`\n  \
         found a second value,\n  expected only the one at datasets/demo/morale.toml (built in):1\n  remove one of the two"
    );
}

#[test]
fn the_hash_follows_values_alone() {
    let base = loaded(&demo()).hash;
    assert_eq!(base.len(), 64);
    let hash_of = |rules: &str| {
        let mut files = FILES;
        files[0].1 = rules;
        load_over(&files, &demo()).expect("a pack").0.hash
    };
    let text = FILES[0].1;
    let dressed =
        format!("\u{feff}# a remark\n{}", text.replace('\n', "\r\n").replace("MORALE 1", "elsewhere"));
    assert_eq!(hash_of(&dressed), base);
    let (about, rest) = text.split_once("[shooting]").expect("a section");
    assert_eq!(hash_of(&format!("[shooting]{rest}{about}")), base);
    assert_eq!(
        hash_of(&text.replace("{ value = 5, status = \"assumed\", why = \"the text is silent\" }", "5.0")),
        base
    );
    assert_ne!(hash_of(&text.replace("passes_on = 3", "passes_on = 4")), base);
    assert_ne!(hash_of(&text.replace("75, 50", "50, 75")), base);
    assert_ne!(loaded(&set("morale.passes_on=4")).hash, base);
    assert_ne!(loaded(&Sources { sets: vec!["morale.passes_on=4".into()], ..demo() }).hash, base);
}

#[test]
fn a_variant_hashes_like_the_same_edit_in_a_data_directory() {
    let folder = Folder::fresh();
    folder.file("rules.toml", "[morale]\npasses_on = 4\n");
    let data = loaded(&Sources { data: Some(folder.path().into()), ..demo() }).hash;
    let variant = loaded(&Sources { variants: vec![PathBuf::from("hot")], ..demo() }).hash;
    assert_eq!(data, variant);
}
