//! The data that are compiled in.

use std::path::PathBuf;

use muster_pack::{Sources, builtin_file, builtin_files, builtin_variants, check_provenance, load, sets};

#[test]
fn every_shipped_set_loads_and_says_where_its_values_come_from() {
    for set in sets() {
        let (pack, warnings) =
            load(&Sources::of_set(set)).unwrap_or_else(|complaints| panic!("{complaints}"));
        assert!(warnings.is_empty(), "{warnings}");
        assert!(pack.root.at(&["about"]).is_some());
        let complaints = check_provenance(&pack);
        assert!(complaints.is_empty(), "{complaints}");
    }
}

#[test]
fn every_shipped_variant_applies() {
    for set in sets() {
        for variant in builtin_variants(set) {
            let sources = Sources { variants: vec![PathBuf::from(variant)], ..Sources::of_set(set) };
            let (pack, _) = load(&sources).unwrap_or_else(|complaints| panic!("{complaints}"));
            assert!(pack.changed.iter().all(|change| change.before != change.after));
        }
    }
}

#[test]
fn every_shipped_document_reads() {
    for set in sets() {
        let (pack, _) = load(&Sources::of_set(set)).unwrap_or_else(|complaints| panic!("{complaints}"));
        for (relative, text) in builtin_files(set) {
            assert_eq!(builtin_file(set, relative), Some(text));
            if relative.ends_with(".toml") {
                assert!(pack.document(relative).is_ok_and(|document| document.is_some()), "{relative}");
            }
        }
        assert_eq!(pack.document("no-such-file.toml"), Ok(None));
    }
}
