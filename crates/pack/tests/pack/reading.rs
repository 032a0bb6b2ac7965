//! Typed reading of tables.

use muster_pack::{NameOrTable, Reader, Sink, Status, load_over};

use crate::demo;

/// Reads the table `t` of a rules file and returns what is told in the end.
fn read(table: &str, read: impl FnOnce(&Reader<'_>)) -> String {
    let text = format!("[t]\n{table}\n");
    let (pack, _) =
        load_over(&[("rules.toml", &text)], &demo()).unwrap_or_else(|complaints| panic!("{complaints}"));
    let sink = Sink::new();
    let reader = Reader::root(&pack, &sink).table("t").expect("a table");
    read(&reader);
    reader.finish();
    sink.into_diagnostics().to_string().replace("datasets/demo/rules.toml (built in)", "r")
}

#[test]
fn good_values_are_read_without_a_word() {
    let text = "n = 4\nx = 2.5\ns = \"a\"\nb = true\nw = \"two\"\nl = [1, 2]\nd = [1, 2.5]\nm = [\"two\", \"one\"]\nnote = \"\"";
    let told = read(text, |t| {
        assert_eq!(t.whole("n", 1..=4), Some(4));
        assert_eq!(t.whole_or("none", 1..=4, 3), 3);
        assert_eq!(t.optional_whole("none", 1..=4), None);
        assert_eq!(t.number("n", 0.0..=9.0), Some(4.0));
        assert_eq!(t.number("x", 0.0..=2.5), Some(2.5));
        assert_eq!(t.number_or("none", 0.0..=1.0, 0.25).to_bits(), 0.25_f64.to_bits());
        assert_eq!(t.text("s").as_deref(), Some("a"));
        assert_eq!(t.text_or("none", "b"), "b");
        assert_eq!(t.optional_text("none"), None);
        assert_eq!(t.flag("b"), Some(true));
        assert!(!t.flag_or("none", false));
        assert_eq!(t.one_of("w", &["one", "two"]), Some(1));
        assert_eq!(t.one_of_many("m", &["one", "two"]), Some(vec![1, 0]));
        assert_eq!(t.wholes("l", 1..=2), Some(vec![1, 2]));
        assert_eq!(t.numbers("d", 1.0..=3.0), Some(vec![1.0, 2.5]));
        assert_eq!(t.texts("m"), ["two", "one"]);
        assert!(t.optional_texts("none").is_empty());
        assert_eq!(t.optional_text_or_whole("s", 1..=9), Some(Ok("a".to_owned())));
        assert_eq!(t.optional_text_or_whole("n", 1..=9), Some(Err(4)));
        assert_eq!(t.keys().len(), 8);
        assert!(t.has("n") && !t.has("none"));
        assert_eq!(t.name(), "t");
    });
    assert_eq!(told, "");
}

#[test]
fn whole_numbers_out_of_place_get_advice() {
    let whole =
        |value: &str| read(&format!("save = {value}"), |t| assert_eq!(t.whole("save", -3..=12), None));
    let expected = |found: &str, advice: &str| {
        format!("r:2: key `t.save`\n  found {found}, expected a whole number from -3 to 12\n  {advice}")
    };
    assert_eq!(whole("\"five\""), expected("\"five\"", "write it as a bare number, for example: save = 5"));
    assert_eq!(whole("\"4\""), expected("\"4\"", "write it as a bare number, for example: save = 4"));
    assert_eq!(whole("13"), expected("13", "choose a value in that range"));
    assert_eq!(whole("4.5"), expected("4.5", "round it to a whole number"));
    assert_eq!(whole("[]"), expected("an empty list", "write it as a bare number, for example: save = 5"));
    assert_eq!(
        read("", |t| assert_eq!(t.whole("save", -3..=12), None)),
        "r:1: key `t.save`\n  found nothing, expected a whole number from -3 to 12\n  add save = ..."
    );
    assert_eq!(
        read("save = 0", |t| assert_eq!(t.whole_or("save", 1..=i64::MAX, 7), 7)).lines().nth(1),
        Some("  found 0, expected a whole number of at least 1")
    );
}

#[test]
fn other_values_out_of_place_get_advice() {
    assert_eq!(
        read("fp = \"2,5\"", |t| assert_eq!(t.number("fp", 0.0..=10.0), None)),
        "r:2: key `t.fp`\n  found \"2,5\", expected a number from 0 to 10\n  write it as a bare number: fp = 2.5"
    );
    assert_eq!(
        read("fp = 11", |t| assert_eq!(t.number("fp", 0.0..=10.0), None)),
        "r:2: key `t.fp`\n  found 11, expected a number from 0 to 10\n  choose a value in that range"
    );
    assert_eq!(
        read("name = 5", |t| assert_eq!(t.text("name"), None)),
        "r:2: key `t.name`\n  found 5, expected a text in quotation marks\n  put it into quotation marks: name = \"5\""
    );
    assert_eq!(
        read("mounted = \"yes\"", |t| assert_eq!(t.flag("mounted"), None)),
        "r:2: key `t.mounted`\n  found \"yes\", expected true or false\n  \
         write it without quotation marks, for example: mounted = true"
    );
    assert_eq!(
        read("order = \"fixd\"", |t| assert_eq!(t.one_of("order", &["rolled", "fixed"]), None)),
        "r:2: key `t.order`\n  found \"fixd\", expected \"rolled\" or \"fixed\"\n  did you mean \"fixed\"?"
    );
    // A choice written as a bare number means what it says.
    assert_eq!(read("face = 6", |t| assert_eq!(t.one_of("face", &["none", "6"]), Some(1))), "");
    assert_eq!(
        read("face = 5", |t| assert_eq!(t.one_of("face", &["none", "6"]), None)),
        "r:2: key `t.face`\n  found 5, expected \"none\" or \"6\"\n  for example: face = \"none\""
    );
    assert_eq!(
        read("tests = [\"a\", \"a\"]", |t| assert_eq!(t.one_of_many("tests", &["a", "b"]), None)),
        "r:2: entry 2 of `t.tests`\n  found \"a\" a second time, expected each word once\n  remove one of the two"
    );
    assert_eq!(
        read("l = 5", |t| assert_eq!(t.wholes("l", 0..=9), None)),
        "r:2: key `t.l`\n  found 5, expected a list, each a whole number from 0 to 9\n  put it into brackets: l = [5]"
    );
}

#[test]
fn every_item_of_a_list_is_checked() {
    let told = read("l = [1, \"x\", 99]", |t| assert_eq!(t.wholes("l", 0..=9), None));
    assert_eq!(told.matches("found").count(), 2, "{told}");
}

#[test]
fn unknown_keys_are_told_with_the_nearest_known_one() {
    let told = read("passes_om = 3\nzzz = 1\nsource = \"x\"\nnote = \"y\"", |t| {
        t.whole_or("passes_on", 1..=7, 3);
        t.know("other");
    });
    assert_eq!(
        told,
        "r:2: key `t.passes_om`\n  found an unknown key\n  did you mean `passes_on`?\n\
         r:3: key `t.zzz`\n  found an unknown key\n  remove it, or look at the shipped data for the keys of this table"
    );
}

#[test]
fn a_missing_key_is_told_with_the_nearest_one_that_is_there() {
    let told = read("pases_on = 3", |t| {
        t.whole("passes_on", 1..=7);
        t.know("pases_on");
    });
    assert!(
        told.ends_with("found nothing, expected a whole number from 1 to 7\n  is `pases_on` meant for it?"),
        "{told}"
    );
}

#[test]
fn tables_lists_and_entries_are_read_in_order() {
    let text = "u = [{ id = \"a\" }, { id = \"b\" }]\nw = [\"bow\", { fp = 1 }]\n[t.z]\nx = 1\n[t.y]\nx = 2";
    let told = read(text, |t| {
        let xs: Vec<_> = t.entries().into_iter().map(|(key, entry)| (key, entry.whole("x", 0..=9))).collect();
        assert_eq!(xs, [("z".to_owned(), Some(1)), ("y".to_owned(), Some(2))]);
        let ids: Vec<_> = t.list("u").iter().map(|unit| (unit.name().to_owned(), unit.text("id"))).collect();
        assert_eq!(
            ids,
            [("t.u.a".to_owned(), Some("a".to_owned())), ("t.u.b".to_owned(), Some("b".to_owned()))]
        );
        match t.names_or_tables("w").as_slice() {
            [NameOrTable::Name("bow", place), NameOrTable::Table(table)] => {
                assert_eq!(place.line, 3);
                assert_eq!(table.whole("fp", 1..=1), Some(1));
            }
            other => panic!("{other:?}"),
        }
        assert!(t.optional_table("none").is_none() && t.optional_list("none").is_empty());
    });
    assert_eq!(told, "");
}

#[test]
fn a_value_in_place_of_a_table_is_told() {
    assert_eq!(
        read("a = 1\nb = [1]", |t| {
            assert!(t.table("a").is_none());
            assert!(t.list("b").is_empty());
            assert!(t.table("c").is_none());
        }),
        "r:2: key `t.a`\n  found 1, expected a table\n  write it as a table: a heading in brackets, or { key = value }\n\
         r:3: entry 1 of `t.b`\n  found 1, expected a table\n  write it as a table: a heading in brackets, or { key = value }\n\
         r:1: key `t.c`\n  found nothing, expected a table\n  add c = ..."
    );
}

#[test]
fn provenance_is_told_and_can_be_required() {
    let told = read("a = { value = 1, source = \"S\", status = \"printed\" }\nb = 2", |t| {
        let told = t.provenance("a").expect("a provenance");
        assert_eq!((told.status, told.source.as_str(), told.place.line), (Status::Printed, "S", 2));
        assert_eq!(t.provenance("b"), None);
        t.require_provenance();
    });
    assert!(
        told.starts_with("r:3: key `t.b`\n  found no provenance, expected a source and a status"),
        "{told}"
    );
}
