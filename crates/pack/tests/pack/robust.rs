//! No input makes the loader panic, and how an editor saves a file changes nothing.

use muster_pack::{Sources, load_over};
use proptest::prelude::*;

use crate::{FILES, Folder, demo, loaded, loaded_in_place};

/// Loads bytes as every kind of file of a user; only the absence of a panic counts.
fn load_everywhere(bytes: &[u8]) {
    let folder = Folder::fresh();
    let path = folder.file("demo/rules.toml", bytes);
    folder.file("demo/boxes/x.toml", bytes);
    folder.file("demo/units.toml", bytes);
    let sources = Sources {
        data: Some(folder.path().into()),
        unit_files: vec![path.clone()],
        box_files: vec![path.clone()],
        variants: vec![path.clone()],
        ..demo()
    };
    // Each way alone too: a fault of one would hide the others.
    for sources in [
        Sources { variants: vec![path.clone()], ..demo() },
        Sources { unit_files: vec![path.clone()], ..demo() },
        Sources { box_files: vec![path], ..demo() },
        Sources { data: sources.data.clone(), ..demo() },
        sources,
    ] {
        match load_over(&FILES, &sources) {
            Ok((pack, warnings)) => assert!(pack.hash.len() == 64 && !warnings.has_errors()),
            Err(complaints) => assert!(complaints.has_errors() && !complaints.to_string().is_empty()),
        }
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let folder = Folder::fresh();
    let text = FILES[3].1.replace("[about]\n", "[about]\nname = \"\"\"two\nlines\"\"\"\n");
    let read = |name: &str, text: &str| {
        let path = folder.file(name, text);
        let (pack, _) = loaded_in_place(&Sources { unit_files: vec![path], ..demo() });
        let line = pack.root.at(&["units", "archers", "save"]).expect("a save").place.line;
        (pack.hash, line)
    };
    let plain = read("plain.toml", &text);
    assert_eq!(read("windows.toml", &text.replace('\n', "\r\n")), plain);
    assert_eq!(read("twice.toml", &text.replace('\n', "\r\r\n")), plain);
    assert_eq!(read("old-mac.toml", &text.replace('\n', "\r")), plain);
    assert_eq!(read("marked.toml", &format!("\u{feff}{text}")), plain);
}

#[test]
fn a_load_gives_the_same_pack_every_time() {
    let once = loaded(&demo());
    assert_eq!(once, loaded(&demo()));
}

#[test]
fn deep_nesting_is_refused_without_a_crash() {
    load_everywhere(format!("x = {}1{}\n", "[".repeat(50_000), "]".repeat(50_000)).as_bytes());
    load_everywhere(format!("[{}a]\n", "a.".repeat(50_000)).as_bytes());
    load_everywhere(format!("{}a = 1\n", "a.".repeat(50_000)).as_bytes());
    load_everywhere(format!("x = {}1{}\n", "{a = ".repeat(50_000), "}".repeat(50_000)).as_bytes());
    let argument = format!("{}a=1", "a.".repeat(50_000));
    assert!(load_over(&FILES, &Sources { sets: vec![argument], ..demo() }).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        load_everywhere(&bytes);
    }

    #[test]
    fn random_toml_like_text_never_panics(text in "([\\[\\]{}=,.\"'#\\\\ \n\t\u{feff}\raunitbox0-9_:+-]|\\[\\[unit\\]\\]\n|id = \"a\"\n|value = ){0,60}") {
        load_everywhere(text.as_bytes());
    }

    #[test]
    fn mutated_files_never_panic(
        file in 0..FILES.len(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..6),
    ) {
        let mut bytes = FILES[file].1.as_bytes().to_vec();
        for (at, byte, kind) in cuts {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match kind {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                _ => bytes.insert(at, byte),
            }
        }
        load_everywhere(&bytes);
    }

    #[test]
    fn random_sets_never_panic(argument in "[a-z_.=\"'\\[\\]{}0-9 #\\\\\n]{0,40}|(morale|rulings|weapons|units|boxes)[a-z._0-9]{0,20}=[^\n]{0,20}") {
        let sources = Sources { sets: vec![argument], ..demo() };
        if let Err(complaints) = load_over(&FILES, &sources) {
            prop_assert!(!complaints.to_string().is_empty());
        }
    }
}
