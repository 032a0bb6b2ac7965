//! A pack from its layers: compiled-in data, `--data`, units and boxes of the user, variants, `--set`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::builtin::{builtin_files, builtin_label, sets, variant_name};
use super::data_dir::data_files;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::files::{checked_text, label, read_text};
use super::hash::hash_values;
use super::ids::check_keys;
use super::mount::{Origin, PackFile, mount_layer};
use super::nearest::nearest;
use super::node::Node;
use super::overlay::overlay;
use super::parse::parse_text;
use super::place::Place;
use super::provenance::Said;
use super::replaced::warn_of_data;
use super::user_files::{mount_boxes, mount_units};
use super::variant::{Change, apply_set, apply_variant};

/// What a pack is made of, as the user named it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The rule set, such as `chimera`.
    pub set: String,
    /// A directory with new or changed files, laid over the compiled-in data: `DIR/<set>/rules.toml` or
    /// `DIR/rules.toml`.
    pub data: Option<PathBuf>,
    /// Variants in the order in which they are applied: paths, or names of files in `variants/`.
    pub variants: Vec<PathBuf>,
    /// Single changes such as `morale.passes_on=4`, applied last.
    pub sets: Vec<String>,
    /// Files with `[[unit]]` blocks, added to the catalogue.
    pub unit_files: Vec<PathBuf>,
    /// Files with one `[box]` each, added to the boxes.
    pub box_files: Vec<PathBuf>,
    /// Texts that are read in place of the files of these names: a web page has no files.
    pub texts: BTreeMap<PathBuf, String>,
}

impl Sources {
    /// The compiled-in data of a rule set and nothing else.
    pub fn of_set(set: impl Into<String>) -> Sources {
        Sources { set: set.into(), ..Sources::default() }
    }

    /// The text of a file that the user named.
    ///
    /// # Errors
    /// As [`read_text`].
    pub(crate) fn text_of(&self, path: &Path) -> Result<String, Diagnostics> {
        match self.texts.get(path) {
            Some(text) => checked_text(path, text.clone().into_bytes()),
            None => read_text(path),
        }
    }
}

/// The data of a rule set, merged from all layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    /// The rule set.
    pub set: String,
    /// The merged tree. Tables of `rules.toml` stand at the root, those of `weapons.toml` under `weapons`, units under
    /// `units.<id>`, boxes under `boxes.<id>` with the keys `box` and `unit`.
    pub root: Node,
    /// What variants and `--set` changed, in order.
    pub changed: Vec<Change>,
    /// All files, the ones outside the tree too.
    pub files: Vec<PackFile>,
    /// BLAKE3 of the values, 64 hexadecimal digits: independent of order, comments, sources and file names.
    pub hash: String,
    /// The boxes of `Sources::box_files`, in that order, one for each mention.
    pub box_ids_from_files: Vec<String>,
    /// The units of `Sources::unit_files`, in that order.
    pub unit_ids_from_files: Vec<String>,
}

impl Pack {
    /// A file of the rule set by its relative path, such as `examples.toml`: that of `--data`, else the compiled-in.
    pub fn file(&self, relative: &str) -> Option<&PackFile> {
        self.files.iter().rev().find(|file| file.relative.as_deref() == Some(relative))
    }

    /// A file that does not stand in the tree, such as `examples.toml`, as a tree of its own; `None` without such a
    /// file.
    ///
    /// # Errors
    /// A syntax error in the file.
    pub fn document(&self, relative: &str) -> Result<Option<Node>, Diagnostics> {
        self.file(relative).map(|file| parse_text(&file.label, &file.text, &Said::default())).transpose()
    }

    /// What a variant of [`Pack::variant_names`] changes of these data, in the order of its file; `None` for another name.
    ///
    /// # Errors
    /// What is wrong with the variant.
    pub fn variant_changes(&self, name: &str) -> Option<Result<Vec<Change>, Diagnostics>> {
        let file = self.file(&format!("variants/{name}.toml"))?;
        let (mut root, mut changes) = (self.root.clone(), Vec::new());
        Some(apply_variant(&mut root, &file.label, &file.text, &mut changes).map(|()| changes))
    }

    /// The names of the variants, compiled in and in `--data`, sorted.
    pub fn variant_names(&self) -> Vec<&str> {
        variant_names(&self.files)
    }
}

/// Loads a pack. The diagnostics of a success are warnings.
///
/// # Errors
/// An unknown rule set; a file that is missing, unreadable or no TOML; an id given twice; a key of a variant that is
/// not in the data, or a value of another kind. Typed reading with its ranges comes later, see [`Reader`].
///
/// [`Reader`]: super::Reader
pub fn load(sources: &Sources) -> Result<(Pack, Diagnostics), Diagnostics> {
    let files = builtin_files(&sources.set);
    if !files.iter().any(|(relative, _)| *relative == "rules.toml") {
        return Err(unknown_set(&sources.set).into());
    }
    load_over(&files, sources)
}

/// Reads one file of the user as a tree of its own.
///
/// # Errors
/// A file that cannot be read, or is no TOML.
pub fn read_document(path: &Path) -> Result<Node, Diagnostics> {
    parse_text(&label(path), &read_text(path)?, &Said::default())
}

/// Loads a pack over the given files, pairs of relative path and text, in place of those compiled in.
///
/// # Errors
/// As [`load`].
pub fn load_over(files: &[(&str, &str)], sources: &Sources) -> Result<(Pack, Diagnostics), Diagnostics> {
    let mut complaints = Diagnostics::new();
    let mut all: Vec<PackFile> = files.iter().map(|(path, text)| builtin(&sources.set, path, text)).collect();
    let mut root = mount_layer(&all, &mut complaints);
    if let Some(dir) = &sources.data {
        let data = data_files(dir, &sources.set, &all, &mut complaints);
        let layer = mount_layer(&data, &mut complaints);
        warn_of_data(&root, &layer, &mut complaints);
        overlay(&mut root, layer);
        all.extend(data);
    }
    let unit_ids_from_files = mount_units(&mut root, sources, &mut all, &mut complaints);
    let box_ids_from_files = mount_boxes(&mut root, sources, &mut all, &mut complaints);
    let mut changed = Vec::new();
    // A variant is judged against whole data only: keys of a broken file would seem unknown.
    if !complaints.has_errors() {
        for name in &sources.variants {
            let applied = find_variant(name, sources, &all).and_then(|file| {
                apply_variant(&mut root, &file.label, &file.text, &mut changed)?;
                all.push(file);
                Ok(())
            });
            complaints.append(applied.err().unwrap_or_default());
        }
        for argument in &sources.sets {
            complaints.append(apply_set(&mut root, argument, &mut changed).err().unwrap_or_default());
        }
    }
    check_keys(&root, &mut complaints);
    root.name_places("");
    let hash = hash_values(&sources.set, &root);
    let set = sources.set.clone();
    complaints.into_result(Pack {
        set,
        root,
        changed,
        files: all,
        hash,
        box_ids_from_files,
        unit_ids_from_files,
    })
}

fn builtin(set: &str, relative: &str, text: &str) -> PackFile {
    PackFile {
        label: Arc::from(builtin_label(set, relative)),
        relative: Some(relative.to_owned()),
        origin: Origin::BuiltIn,
        text: Arc::from(text),
    }
}

pub(crate) fn unknown_set(set: &str) -> Diagnostic {
    let known = sets();
    let advice =
        nearest(set, known.iter().copied()).map_or_else(String::new, |near| format!("did you mean {near}?"));
    let expected = format!("one of: {}", known.join(", "));
    Diagnostic::error(None, format!("the rule set \"{set}\""), expected, advice)
}

fn variant_names(files: &[PackFile]) -> Vec<&str> {
    let mut names: Vec<_> = files.iter().filter_map(|file| variant_name(file.relative.as_deref()?)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A variant by name, that of `--data` before the compiled-in, else by path.
fn find_variant(given: &Path, sources: &Sources, files: &[PackFile]) -> Result<PackFile, Diagnostics> {
    let from_text = |text: String| PackFile {
        label: label(given),
        relative: None,
        origin: Origin::Variant,
        text: Arc::from(text),
    };
    if sources.texts.contains_key(given) {
        return sources.text_of(given).map(from_text);
    }
    let named = |file: &&PackFile| {
        let name = file.relative.as_deref().and_then(variant_name);
        name.is_some() && name == given.to_str()
    };
    if let Some(file) = files.iter().rev().find(named) {
        return Ok(PackFile { relative: None, origin: Origin::Variant, ..file.clone() });
    }
    let looks_like_path = given.components().count() > 1 || given.extension().is_some();
    if !looks_like_path && !given.exists() {
        let names = variant_names(files);
        let advice = match nearest(&given.to_string_lossy(), names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None if names.is_empty() => "give the path of a variant file".to_owned(),
            None => format!("known are: {}; or give the path of a variant file", names.join(", ")),
        };
        let found = format!("no variant \"{}\"", given.to_string_lossy());
        return Err(Diagnostic::error(None, found, "the name or the path of a variant", advice).into());
    }
    read_text(given).map(from_text)
}

/// The place of a whole file.
pub(crate) fn whole_file(file: &Arc<str>) -> Place {
    Place::new(file, 0, "")
}
