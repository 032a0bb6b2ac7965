//! Runs the program as a user would.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assert_cmd::cargo::CommandCargoExt as _;
use tempfile::TempDir;

/// What came of a run.
pub(crate) struct Ran {
    /// Exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// The program with these arguments, not started yet.
pub(crate) fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("muster").expect("the program is built");
    command.args(arguments).current_dir(dir).env("COLUMNS", "80").env_remove("RAYON_NUM_THREADS");
    command
}

/// Runs it in a directory.
pub(crate) fn muster_in(dir: &Path, arguments: &[&str]) -> Ran {
    ran(&command(dir, arguments).output().expect("the program starts"))
}

/// Runs it in a directory of its own.
pub(crate) fn muster(arguments: &[&str]) -> Ran {
    let dir = TempDir::new().expect("a directory");
    muster_in(dir.path(), arguments)
}

/// What came of a process.
pub(crate) fn ran(output: &Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout.clone()).expect("UTF-8"),
        err: String::from_utf8(output.stderr.clone()).expect("UTF-8"),
    }
}

/// The JSON of a successful run, which must be all of standard output.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let dir = TempDir::new().expect("a directory");
    json_in(dir.path(), arguments)
}

/// The same in a directory.
pub(crate) fn json_in(dir: &Path, arguments: &[&str]) -> serde_json::Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--format", "json"]).collect();
    let ran = muster_in(dir, &arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", ran.out))
}

/// A directory with one file.
pub(crate) fn with_file(name: &str, text: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let dir = TempDir::new().expect("a directory");
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (dir, path)
}

/// Names and bytes of the files of a directory, sorted by name.
pub(crate) fn files_of(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(dir).expect("a directory");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let entry = entry.expect("an entry");
            (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// A unit of a unit file that moves 9, with its save and its figures.
pub(crate) fn unit_block(id: &str, save: i32, figures: &str) -> String {
    format!("[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nmove = 9\nsave = {save}\nfigures = [{figures}]\n\n")
}

/// A box of two small units.
pub(crate) const MY_BOX: &str = r#"[box]
id = "my-guards"
name = "My Guards"
maker = "Me"
figures = 16

[[unit]]
id = "pikes"
name = "Pikes"
move = 6
save = 5
figures = [{ count = 10, mp = 1 }]

[[unit]]
id = "guns"
name = "Guns"
move = 9
save = 6
figures = [{ count = 6, mp = 1, weapons = [{ fp = 1, ap = 0, range = 12 }] }]
"#;

/// Two units of one's own.
pub(crate) const MY_UNITS: &str = r#"[[unit]]
id = "guards"
name = "Guards"
move = 9
save = 5
figures = [{ count = 5, mp = 1, weapons = [{ fp = 1, ap = 1, range = 24 }] }]

[[unit]]
id = "mob"
name = "Mob"
move = 9
save = 6
figures = [{ count = 8, mp = 1 }]
"#;
