//! The court: tests that hold the rooms against each other, against outside answers, and against planted faults.
//!
//! # Alarm budget
//! Every statistical check of this crate is made at [`ALPHA`] on a fixed seed, so that a failure means that the code
//! moved. With some 300 checks the whole suite would wrongly reject a right program for about one fresh seed in a
//! thousand.

use std::path::{Path, PathBuf};

use muster_rules::pack::{Sources, load};
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
    let sources = Sources {
        set: "chimera".to_owned(),
        data: None,
        variants: Vec::new(),
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: unit_files.iter().map(|path| path.to_path_buf()).collect(),
        box_files: box_files.iter().map(|path| path.to_path_buf()).collect(),
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    let set = rule_set("chimera").unwrap_or_else(|| panic!("chimera is not registered"));
    let (game, _) = set.read(&pack).unwrap_or_else(|found| panic!("{found}"));
    game
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
        text.push_str(&format!("[[unit]]\nid = \"{id}\"\nname = \"{id}\"\nmove = {}\nsave = {}\n", unit["move"], unit["save"]));
        if let Some(save) = unit.get("melee_save") {
            text.push_str(&format!("melee_save = {save}\n"));
        }
        if unit.get("mounted").is_some() {
            text.push_str(&format!("mounted = {}\n", unit["mounted"]));
        }
        let cover = ["none", "soft", "hard"][usize::try_from(unit.get("cover").and_then(|c| c.as_u64()).unwrap_or(0)).unwrap_or(0)];
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
