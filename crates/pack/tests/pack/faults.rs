//! Every kind of wrong file has a sentence of its own.

use muster_pack::Sources;

use crate::{Folder, demo, refused};

/// What a faulty file of units is told, with `my.toml` for its path.
fn told(bytes: impl AsRef<[u8]>) -> String {
    let folder = Folder::fresh();
    let path = folder.file("my.toml", bytes);
    folder.plain(&refused(&Sources { unit_files: vec![path], ..demo() })).replace("DIR/", "")
}

/// The advice on one faulty line.
fn advice(line: &str) -> String {
    let told = told(format!("[[unit]]\nid = \"a\"\n{line}\n"));
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 3, "{told}");
    assert_eq!(lines[0], "my.toml:3", "{told}");
    assert_eq!(lines[1], format!("  found `{line}`, expected a line such as `save = 5`, or a heading"));
    lines[2].trim().to_owned()
}

#[test]
fn usual_slips_of_syntax_get_advice_of_their_own() {
    assert_eq!(advice("name = Guards"), "put text into quotation marks: name = \"Guards\"");
    assert_eq!(
        advice("name = \u{201c}Guards\u{201d}"),
        "use straight quotation marks (\"), not the curly ones of a word processor"
    );
    assert_eq!(advice("name: Guards"), "write an equals sign instead of the colon: name = \"Guards\"");
    assert_eq!(advice("save: 5"), "write an equals sign instead of the colon: save = 5");
    assert_eq!(advice("move = 4,5"), "write a decimal point instead of the comma: move = 4.5");
    assert_eq!(advice("move ="), "write a value after the equals sign of `move`");
    assert_eq!(advice("melee save = 3"), "a key has no blanks: write melee_save");
    assert_eq!(advice("mounted = True"), "write it in small letters: mounted = true");
    assert_eq!(advice("move = 05"), "leave out the zero in front");
    assert_eq!(
        advice("these are my guards"),
        "write key = value, or begin the line with # to make it a remark"
    );
    assert_eq!(
        advice("[[unit]"),
        "close the heading with as many brackets as it opens: [morale] or [[unit]]"
    );
    assert_eq!(advice("name = \"Guards"), "close the quotation mark at the end of the text");
    assert_eq!(advice("save = 5 inches"), "write the number alone: save = 5");
    assert_eq!(
        advice("name = \"Guards\" elite"),
        "begin a new line after the value, or put a # before a remark"
    );
    assert_eq!(advice("figures = [1, 2"), "close the list with a ]");
}

#[test]
fn a_key_given_twice_is_named() {
    assert_eq!(
        told("[[unit]]\nid = \"a\"\nsave = 5\nsave = 6\n"),
        "my.toml:4\n  found `save` a second time, expected each key once in a table\n  remove one of the two, or rename it"
    );
}

#[test]
fn a_spreadsheet_is_recognised() {
    for text in ["id,name,save\nguards,Guards,5\n", "\nid;name;save\n", "id\tname\tsave\n"] {
        let told = told(text);
        assert!(told.contains("found what looks like a table of a spreadsheet (CSV): `id"), "{told}");
        assert!(
            told.contains("expected a TOML file\n  write each row as a block: [[unit]], then id = \"...\""),
            "{told}"
        );
    }
}

#[test]
fn files_that_are_no_text_are_recognised() {
    assert_eq!(
        told(b"PK\x03\x04rest"),
        "my.toml\n  found a document of a word processor or a spreadsheet, expected a plain text file\n  \
         save it as plain text, under a name that ends in .toml"
    );
    assert!(told(b"{\\rtf1").contains("(RTF)"));
    assert!(told(b"%PDF-1.4").contains("found a PDF"));
    assert_eq!(
        told(b"\xff\xfe[\0[\0"),
        "my.toml\n  found text in UTF-16 (\"Unicode\" in some editors), expected a plain text file\n  \
         save it with the encoding UTF-8"
    );
    assert_eq!(
        told(b"[[unit]]\nid = \"Gr\xfcn\"\n"),
        "my.toml:2\n  found a character that is not UTF-8, expected text in UTF-8\n  save the file with the encoding UTF-8"
    );
    assert_eq!(
        told("\u{feff} \r\n"),
        "my.toml\n  found an empty file, expected some TOML in it\n  leave the file out, or fill it"
    );
    assert!(told(vec![b' '; (8 << 20) + 1]).contains("found more than 8 MiB, expected a small text file"));
}

#[test]
fn wrong_paths_are_told_apart() {
    let folder = Folder::fresh();
    let path_told =
        |path: std::path::PathBuf| folder.plain(&refused(&Sources { unit_files: vec![path], ..demo() }));
    assert_eq!(
        path_told(folder.path().join("none.toml")),
        "DIR/none.toml\n  found no such file, expected a file\n  look at the spelling and the folder you are in"
    );
    assert_eq!(
        path_told(folder.path().into()),
        "DIR\n  found a directory, expected a file\n  name a file in it"
    );
    let file = folder.file("x.toml", "x = 1\n");
    let data_told =
        |path: std::path::PathBuf| folder.plain(&refused(&Sources { data: Some(path), ..demo() }));
    assert_eq!(
        data_told(file),
        "DIR/x.toml\n  found a file, expected a directory with data files\n  muster init DIR makes such a directory"
    );
    assert!(data_told(folder.path().join("none")).starts_with("DIR/none\n  found no such directory"));
}

#[test]
fn values_that_no_rule_can_use_are_refused_with_their_lines() {
    assert_eq!(
        told(
            "[[unit]]\nid = \"a\"\nmove = nan\nreach = [1, -inf]\nsave = 99999999999999999999\nborn = 1962-01-01\nfp = 1e999\n"
        ),
        "my.toml:3: unit \"a\", key `move`\n  found nan, expected a finite number\n  write it in digits, such as 2\n\
         my.toml:4: unit \"a\", entry 2 of `reach`\n  found -inf, expected a finite number\n  write it in digits, such as 2\n\
         my.toml:5: unit \"a\", key `save`\n  found 99999999999999999999, expected a number of at most eighteen digits\n  write a smaller number\n\
         my.toml:6: unit \"a\", key `born`\n  found the date 1962-01-01, expected a number, a text, true or false\n  \
         write it in quotation marks if it is meant as text\n\
         my.toml:7: unit \"a\", key `fp`\n  found 1e999, expected a finite number\n  write it in digits, such as 2"
    );
}

#[test]
fn provenance_words_are_checked() {
    assert_eq!(
        told("[[unit]]\nid = \"a\"\nsave = { value = 5, status = \"asumed\", source = \"me\" }\n"),
        "my.toml:3: unit \"a\", key `save.status`\n  found \"asumed\", expected \"printed\", \"inferred\" or \"assumed\"\n  \
         did you mean \"assumed\"?"
    );
    assert_eq!(
        told("[[unit]]\nid = \"a\"\nsource = \"me\"\nstatus = \"assumed\"\nwhy = \" \"\n"),
        "my.toml:4: unit \"a\", key `status`\n  found status \"assumed\" without a reason, expected a `why` beside it\n  \
         add why = \"...\": the reason for this choice, in a sentence"
    );
}

#[test]
fn a_file_without_units_is_refused() {
    let advice = "\n  begin every unit with a line [[unit]], with double brackets, then id = \"...\"";
    assert_eq!(
        told("# nothing yet\n"),
        format!("my.toml:1\n  found no [[unit]], expected at least one [[unit]]{advice}")
    );
    assert_eq!(
        told("unit = []\n"),
        format!("my.toml:1: key `unit`\n  found an empty list, expected at least one [[unit]]{advice}")
    );
    assert_eq!(
        told("[unit]\nid = \"a\"\n"),
        format!("my.toml:1: key `unit`\n  found a table, expected at least one [[unit]]{advice}")
    );
    assert_eq!(
        told("[[units]]\nid = \"a\"\n"),
        "my.toml:1: key `units`\n  found `units`, expected only [[unit]] blocks here\n  did you mean [[unit]]?"
    );
    assert!(told("save = 5\n[[unit]]\nid = \"a\"\n").contains("put the key below the heading [[unit]]"));
}

#[test]
fn units_need_an_id_of_their_own() {
    let advice = "\n  write id = \"...\", a short name without blanks, for example id = \"rifle-squad\"";
    assert_eq!(
        told("[[unit]]\nname = \"a\"\n"),
        format!("my.toml:1: unit 1\n  found no `id`, expected an `id` for this unit{advice}")
    );
    assert_eq!(
        told("[[unit]]\nid = 5\n"),
        format!("my.toml:2: unit 1, key `id`\n  found 5, expected an `id` for this unit{advice}")
    );
    assert_eq!(
        told("unit = [3]\n"),
        format!("my.toml:1: unit 1\n  found 3, expected a table for this unit{advice}")
    );
}

#[test]
fn a_box_file_needs_a_box_and_units() {
    let folder = Folder::fresh();
    let box_told = |text: &str| {
        let path = folder.file("my.toml", text);
        folder.plain(&refused(&Sources { box_files: vec![path], ..demo() }))
    };
    assert_eq!(
        box_told("[[unit]]\nid = \"a\"\n"),
        "DIR/my.toml:1\n  found no [box], expected one heading [box]\n  \
         begin the file with [box], id = \"...\" and name = \"...\", then a [[unit]] for each unit"
    );
    assert!(
        box_told("[[box]]\nid = \"a\"\n[[unit]]\nid = \"a\"\n")
            .contains("found a list of 1, expected one heading [box]")
    );
    assert!(box_told("[box]\nid = \"a\"\n").contains("found no [[unit]], expected at least one [[unit]]"));
    assert!(
        box_told("[box]\nname = \"a\"\n[[unit]]\nid = \"a\"\n")
            .contains("found no `id`, expected an `id` for this box")
    );
    let twice = box_told("[box]\nid = \"a\"\n[[unit]]\nid = \"b\"\n[[unit]]\nid = \"b\"\n");
    assert!(
        twice.starts_with("DIR/my.toml:5: unit \"b\"\n  found a second unit with the id \"b\""),
        "{twice}"
    );
}

#[test]
fn faults_of_several_files_come_together() {
    let folder = Folder::fresh();
    let one = folder.file("1.toml", "x\n");
    let two = folder.file("2.toml", "y\n");
    assert_eq!(refused(&Sources { unit_files: vec![one], box_files: vec![two], ..demo() }).len(), 2);
}

#[test]
fn an_unknown_rule_set_is_refused() {
    let complaint = muster_pack::load(&Sources::of_set("no-such-set")).expect_err("a complaint").to_string();
    assert!(complaint.starts_with("found the rule set \"no-such-set\",\n  expected one of: "), "{complaint}");
}
