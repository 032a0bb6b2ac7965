//! The directory of `--data`: which of its files belong to the rule set.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::files::{label, read_text};
use super::load::whole_file;
use super::mount::{Origin, PackFile};
use super::nearest::nearest;

/// Folders of a rule set whose files may have any name.
const FOLDERS: [&str; 3] = ["boxes", "formulas", "variants"];

/// The files of a directory that lie over those of the rule set, sorted by relative path: those in `DIR/<set>/` and
/// those in `DIR/`. Files of other names are left alone, with a warning where a name may be mistyped.
pub(crate) fn data_files(
    dir: &Path,
    set: &str,
    known: &[PackFile],
    complaints: &mut Diagnostics,
) -> Vec<PackFile> {
    let whole = whole_file(&label(dir));
    if !dir.is_dir() {
        let found = if dir.exists() { "a file" } else { "no such directory" };
        let advice = "muster init DIR makes such a directory";
        complaints.push(Diagnostic::error(whole, found, "a directory with data files", advice));
        return Vec::new();
    }
    let mut paths: BTreeMap<String, PathBuf> = BTreeMap::new();
    for (base, is_sets_own) in [(dir.to_path_buf(), false), (dir.join(set), true)] {
        for (relative, path) in candidates(&base, complaints) {
            if !belongs(&relative, &path, is_sets_own, known, complaints) {
                continue;
            }
            if let Some(other) = paths.insert(relative.clone(), path.clone()) {
                let found = format!("two files for {relative}; {} is left alone", other.display());
                complaints.push(Diagnostic::warning(
                    whole_file(&label(&path)),
                    found,
                    "one",
                    "remove one of the two",
                ));
            }
        }
    }
    if paths.is_empty() {
        let found = format!("no data file of the rule set {set}");
        let advice = format!("put files such as rules.toml or boxes/my-box.toml there, or into {set}/ in it");
        complaints.push(Diagnostic::warning(whole, found, "at least one", advice));
    }
    let mut files = Vec::new();
    for (relative, path) in paths {
        match read_text(&path) {
            Ok(text) => files.push(PackFile {
                label: label(&path),
                relative: Some(relative),
                text: Arc::from(text),
                origin: Origin::Data(path),
            }),
            Err(faults) => complaints.append(faults),
        }
    }
    files
}

/// Files by relative path, sorted.
fn candidates(base: &Path, complaints: &mut Diagnostics) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for folder in std::iter::once(None).chain(FOLDERS.map(Some)) {
        let dir = folder.map_or_else(|| base.to_path_buf(), |folder| base.join(folder));
        let entries = match fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(_) if !dir.is_dir() => continue,
            Err(error) => {
                let found = format!("an error on reading: {error}");
                complaints.push(Diagnostic::error(
                    whole_file(&label(&dir)),
                    found,
                    "a readable directory",
                    "",
                ));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if let (Some(name), true) = (entry.file_name().to_str(), path.is_file()) {
                let relative = folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"));
                found.push((relative, path));
            }
        }
    }
    found.sort();
    found
}

/// Whether a file belongs to the rule set. In the folder of the set every other TOML file is worth a warning, in
/// `DIR` itself only one whose name is nearly right: the directory may hold anything else.
fn belongs(
    relative: &str,
    path: &Path,
    is_sets_own: bool,
    known: &[PackFile],
    complaints: &mut Diagnostics,
) -> bool {
    let name = relative.rsplit('/').next().unwrap_or(relative);
    if name.starts_with('.') {
        return false;
    }
    if let Some(stem) = name.strip_suffix(".toml.txt") {
        let advice = format!("rename it to {stem}.toml; the file manager may hide the ending .txt");
        complaints.push(Diagnostic::warning(
            whole_file(&label(path)),
            "a name that ends in .txt",
            ".toml",
            advice,
        ));
        return false;
    }
    if !name.ends_with(".toml") {
        return false;
    }
    if relative.contains('/') || known.iter().any(|file| file.relative.as_deref() == Some(relative)) {
        return true;
    }
    let names =
        known.iter().filter_map(|file| file.relative.as_deref()).filter(|name| name.ends_with(".toml"));
    let near = nearest(relative, names);
    if is_sets_own || near.is_some() {
        let found = "a file that the rule set does not know; it is left alone";
        let advice = near.map_or_else(String::new, |near| format!("did you mean {near}?"));
        complaints.push(Diagnostic::warning(whole_file(&label(path)), found, "", advice));
    }
    false
}
