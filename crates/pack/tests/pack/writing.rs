//! Data written out for editing, and what an edited copy changes.

use std::fs;

use muster_pack::{WriteOutError, diff_over, sets, write_atomically, write_out};

use crate::{FILES, Folder};

#[test]
fn an_atomic_write_replaces_the_file_and_leaves_nothing_beside_it() {
    let folder = Folder::fresh();
    let path = folder.file("a.txt", "old");
    write_atomically(&path, b"new").expect("a written file");
    assert_eq!(fs::read(&path).expect("a file"), b"new");
    assert_eq!(fs::read_dir(folder.path()).expect("a directory").count(), 1);
    assert!(write_atomically(&folder.path().join("none/a.txt"), b"new").is_err());
}

#[cfg(unix)]
#[test]
fn a_written_file_is_readable_like_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::fresh();
    let plain = folder.file("plain", "x");
    let atomic = folder.path().join("atomic");
    write_atomically(&atomic, b"x").expect("a written file");
    let mode = |path| fs::metadata(path).expect("a file").permissions().mode();
    assert_eq!(mode(&atomic), mode(&plain));
}

#[test]
fn data_are_written_once_and_never_over_an_edited_file() {
    for set in sets() {
        let folder = Folder::fresh();
        let written = write_out(set, folder.path()).expect("written files");
        assert!(written.contains(&folder.path().join(set).join("rules.toml")));
        assert!(write_out(set, folder.path()).expect("nothing to do").is_empty());
        let edited = folder.file(&format!("{set}/rules.toml"), "# mine\n");
        fs::remove_file(folder.path().join(set).join("units.toml")).expect("a removed file");
        match write_out(set, folder.path()) {
            Err(WriteOutError::Differs(paths)) => assert_eq!(paths, std::slice::from_ref(&edited)),
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read(&edited).expect("a file"), b"# mine\n");
        assert!(!folder.path().join(set).join("units.toml").exists());
    }
    assert!(matches!(write_out("none", Folder::fresh().path()), Err(WriteOutError::UnknownSet(_))));
}

#[test]
fn a_copy_changes_nothing_and_an_edit_shows_key_by_key() {
    let folder = Folder::fresh();
    for (relative, text) in FILES {
        folder.file(&format!("demo/{relative}"), text);
    }
    let changes = || diff_over(&FILES, "demo", folder.path()).expect("changes");
    assert_eq!(changes(), []);
    folder.file("demo/rules.toml", FILES[0].1.replace("passes_on = 3", "passes_on = 4"));
    folder.file(
        "demo/boxes/zulus.toml",
        "[box]\nid = \"zulus\"\nname = \"Zulus\"\n[[unit]]\nid = \"horn\"\nsave = 4\n",
    );
    let told: Vec<_> =
        changes().into_iter().map(|change| (change.key, change.before, change.after)).collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        told,
        [
            ("morale.passes_on".to_owned(), text("3"), text("4")),
            ("boxes.zulus.unit.horn.save".to_owned(), text("5"), text("4")),
            ("boxes.zulus.unit.loins.id".to_owned(), text("\"loins\""), None),
            ("boxes.zulus.unit.loins.save".to_owned(), text("6"), None),
        ]
    );
    assert_eq!(folder.plain(&changes()[0].place), "DIR/demo/rules.toml:8: key `morale.passes_on`");
}
