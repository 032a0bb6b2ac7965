//! The data that are compiled in.

use include_dir::{Dir, include_dir};

static DATASETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../datasets");

/// The rule sets: the folders of `datasets` that hold a `rules.toml`, sorted by name.
pub fn sets() -> Vec<&'static str> {
    folders_with("rules.toml")
}

/// The folders of `datasets` that hold a file of this name, sorted by name.
pub fn folders_with(file: &str) -> Vec<&'static str> {
    let mut folders: Vec<_> = DATASETS
        .dirs()
        .filter(|dir| dir.get_file(dir.path().join(file)).is_some())
        .filter_map(|dir| dir.path().to_str())
        .collect();
    folders.sort_unstable();
    folders
}

/// All files of a rule set with their texts, by relative path (`boxes/zulus.toml`), sorted; empty for an unknown set.
pub fn builtin_files(set: &str) -> Vec<(&'static str, &'static str)> {
    let mut files = Vec::new();
    if let Some(dir) = DATASETS.dirs().find(|dir| dir.path().to_str() == Some(set)) {
        collect(dir, set, &mut files);
    }
    files.sort_unstable();
    files
}

fn collect(dir: &'static Dir<'static>, set: &str, files: &mut Vec<(&'static str, &'static str)>) {
    for file in dir.files() {
        let relative = file.path().to_str().and_then(|path| path.strip_prefix(set)?.strip_prefix('/'));
        if let (Some(relative), Some(text)) = (relative, file.contents_utf8()) {
            files.push((relative, text));
        }
    }
    dir.dirs().for_each(|inner| collect(inner, set, files));
}

/// The text of one file of a rule set by its relative path, such as `examples.toml`.
pub fn builtin_file(set: &str, relative: &str) -> Option<&'static str> {
    builtin_files(set).into_iter().find(|(path, _)| *path == relative).map(|(_, text)| text)
}

/// The names of a rule set's variants, sorted: `hot-melee` for `variants/hot-melee.toml`.
pub fn builtin_variants(set: &str) -> Vec<&'static str> {
    builtin_files(set).into_iter().filter_map(|(path, _)| variant_name(path)).collect()
}

/// The name of a variant by the relative path of its file.
pub(crate) fn variant_name(relative: &str) -> Option<&str> {
    relative.strip_prefix("variants/")?.strip_suffix(".toml").filter(|name| !name.contains('/'))
}

/// How a compiled-in file is named in messages.
pub(crate) fn builtin_label(set: &str, relative: &str) -> String {
    format!("datasets/{set}/{relative} (built in)")
}
