//! The data loader: layers, places, complaints, typed reading, variants, files written and files of any kind.

mod faults;
mod layers;
mod reading;
mod robust;
mod shipped;
mod variants;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

use muster_pack::{Diagnostics, Node, Pack, Sources, load_over};
use tempfile::TempDir;

/// A small rule set.
pub const FILES: [(&str, &str); 6] = [
    (
        "rules.toml",
        "[about]\nname = \"Demo\"\nsource = \"Demo rules\"\nstatus = \"printed\"\n\n[morale]\nsource = \"MORALE 1\"\n\
         passes_on = 3\nrallies_on = { value = 5, status = \"assumed\", why = \"the text is silent\" }\n\
         retreat_percent = [100, 75, 50, 25]\n\n[shooting]\nhits_per_figure = 0.5\n",
    ),
    (
        "rulings.toml",
        "[split_fire]\nchosen = false\noptions = [false, true]\nasks = \"May groups split?\"\nsource = \"Demo\"\n\
         status = \"assumed\"\nwhy = \"the text is silent\"\n",
    ),
    (
        "weapons.toml",
        "source = \"WEAPONS\"\nstatus = \"inferred\"\n\n[longbow]\nname = \"Longbow\"\nfp = 2\nrange = 24\n\n[pike]\n\
         name = \"Pike\"\nfp = 0\nrange = 0\n",
    ),
    (
        "units.toml",
        "[about]\nsource = \"UNITS\"\nstatus = \"inferred\"\n\n[[unit]]\nid = \"guards\"\nsave = 5\n\n[[unit]]\n\
         id = \"archers\"\nsave = 6\nfigures = [{ count = 12, weapons = [\"longbow\"] }]\n",
    ),
    (
        "boxes/zulus.toml",
        "[box]\nid = \"zulus\"\nname = \"Zulus\"\nsource = \"BOX\"\nstatus = \"printed\"\n\n[[unit]]\nid = \"horn\"\n\
         save = 5\n\n[[unit]]\nid = \"loins\"\nsave = 6\n",
    ),
    ("variants/hot.toml", "why = \"morale feels slow\"\n[morale]\npasses_on = 4\n"),
];

/// A directory that is gone with the value.
pub struct Folder(TempDir);

impl Folder {
    /// A new directory.
    pub fn fresh() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary directory"))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, relative: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(relative);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(&path, bytes).expect("a written file");
        path
    }

    /// A text with the path of this directory shown as `DIR`, and without the line breaks that depend on its length.
    pub fn plain(&self, text: &impl ToString) -> String {
        text.to_string()
            .replace(&*self.path().to_string_lossy(), "DIR")
            .replace(",\n  expected", ", expected")
    }
}

/// The small rule set and nothing else.
pub fn demo() -> Sources {
    Sources::of_set("demo")
}

/// The pack of good sources, without warnings.
pub fn loaded(sources: &Sources) -> Pack {
    let (pack, warnings) = load_over(&FILES, sources).unwrap_or_else(|complaints| panic!("{complaints}"));
    assert!(warnings.is_empty(), "{warnings}");
    pack
}

/// The pack of sources that put something in the place of a shipped entry, with the warnings that say so.
pub fn loaded_in_place(sources: &Sources) -> (Pack, Diagnostics) {
    let (pack, warnings) = load_over(&FILES, sources).unwrap_or_else(|complaints| panic!("{complaints}"));
    assert!(!warnings.is_empty(), "nothing is said of what was replaced");
    (pack, warnings)
}

/// The complaints about faulty sources.
pub fn refused(sources: &Sources) -> Diagnostics {
    load_over(&FILES, sources).expect_err("complaints")
}

/// The small rule set with one `--set`.
pub fn set(argument: &str) -> Sources {
    Sources { sets: vec![argument.to_owned()], ..demo() }
}

/// The node at a path without quoted segments.
pub fn at<'a>(pack: &'a Pack, path: &str) -> &'a Node {
    let segments: Vec<_> = path.split('.').collect();
    pack.root.at(&segments).unwrap_or_else(|| panic!("no {path}"))
}

/// The value at a path, as it would be written.
pub fn show(pack: &Pack, path: &str) -> String {
    at(pack, path).value.show()
}
