//! The court: tests that hold the rooms against each other, against outside answers, and against planted faults.
//!
//! # Alarm budget
//! Every statistical check of this crate is made at [`ALPHA`] on a fixed seed, so that a failure means that the code
//! moved. With some 300 checks the whole suite would wrongly reject a right program for about one fresh seed in a
//! thousand.

pub mod judge;
pub mod mechanics;
pub mod melee;

use std::path::{Path, PathBuf};

use muster_rules::pack::{Pack, Sources, load};
use muster_rules::{Game, rule_set};

/// False-alarm rate of one statistical check: |z| above 4.65.
pub const ALPHA: f64 = 3.3e-6;

/// Root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An outside program's answers, `datasets/oracles/<name>.json`.
///
/// # Panics
/// When the file is missing or not JSON: the checkout is broken.
pub fn oracle(name: &str) -> serde_json::Value {
    let path = root().join("datasets/oracles").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A game of Chimera with keys set as on the command line and unit or box files added.
///
/// # Panics
/// When the data is refused; the diagnostics are shown.
pub fn chimera(sets: &[&str], unit_files: &[&Path], box_files: &[&Path]) -> Box<dyn Game> {
    game_of(&chimera_sources(sets, unit_files, box_files))
}

/// The sources of [`chimera`], to be added to.
pub fn chimera_sources(sets: &[&str], unit_files: &[&Path], box_files: &[&Path]) -> Sources {
    Sources {
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: unit_files.iter().map(|path| path.to_path_buf()).collect(),
        box_files: box_files.iter().map(|path| path.to_path_buf()).collect(),
        ..Sources::of_set("chimera")
    }
}

/// The pack of these sources.
///
/// # Panics
/// When the data is refused; the diagnostics are shown.
pub fn pack_of(sources: &Sources) -> Pack {
    load(sources).unwrap_or_else(|found| panic!("{found}")).0
}

/// The game of these sources.
///
/// # Panics
/// When the data is refused; the diagnostics are shown.
pub fn game_of(sources: &Sources) -> Box<dyn Game> {
    let set = rule_set(&sources.set).unwrap_or_else(|| panic!("{} is not registered", sources.set));
    set.read(&pack_of(sources)).unwrap_or_else(|found| panic!("{found}")).0
}

/// Writes a file into a folder and gives its path.
///
/// # Panics
/// When it cannot be written.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{}: {error}", parent.display()));
    }
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// A box file of the kind that users write, with one unit of the given keys (`name` and `id` are added).
pub fn box_of_one(id: &str, unit: &str) -> String {
    format!(
        "[box]\nid = \"{id}\"\nname = \"{id}\"\nmaker = \"none\"\n\n[[unit]]\nid = \"{id}-unit\"\nname = \"{id}\"\n{unit}\n"
    )
}

/// A unit block of a unit file.
pub fn unit_of(id: &str, unit: &str) -> String {
    format!("[[unit]]\nid = \"{id}\"\nname = \"{id}\"\n{unit}\n\n")
}

/// Writes the units of the Chimera oracle as a unit file of the kind that users write.
///
/// # Panics
/// When the oracle has another shape than its README says, or the file cannot be written.
pub fn oracle_units(folder: &Path) -> PathBuf {
    let oracle = oracle("chimera");
    let mut text = String::new();
    let units = oracle["units"].as_object().unwrap_or_else(|| panic!("the oracle has no units"));
    for (id, unit) in units {
        text.push_str(&format!(
            "[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nmove = {}\nsave = {}\n",
            unit["move"], unit["save"]
        ));
        if let Some(save) = unit.get("melee_save") {
            text.push_str(&format!("melee_save = {save}\n"));
        }
        if unit.get("mounted").is_some() {
            text.push_str(&format!("mounted = {}\n", unit["mounted"]));
        }
        let cover = ["none", "soft", "hard"]
            [usize::try_from(unit.get("cover").and_then(|c| c.as_u64()).unwrap_or(0)).unwrap_or(0)];
        text.push_str(&format!("cover = \"{cover}\"\nfigures = [\n"));
        for figure in unit["figures"].as_array().into_iter().flatten() {
            let weapons: Vec<String> = figure["weapons"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|weapon| format!("{{ fp = {}, ap = {}, range = {} }}", weapon[0], weapon[1], weapon[2]))
                .collect();
            text.push_str(&format!(
                "  {{ count = {}, mp = {}, weapons = [{}] }},\n",
                figure["count"],
                figure["mp"],
                weapons.join(", ")
            ));
        }
        text.push_str("]\n\n");
    }
    let path = folder.join("oracle-units.toml");
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}
