//! The compiled-in data written out for editing, and what an edited copy changes.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::builtin::builtin_files;
use super::diagnostic::Diagnostics;
use super::load::{Sources, load, load_over, unknown_set};
use super::new_directories::NewDirectories;
use super::node::Node;
use super::place::Place;
use super::variant::Change;

/// Why data could not be written out.
#[derive(Debug)]
pub enum WriteOutError {
    /// No rule set of that name.
    UnknownSet(Diagnostics),
    /// Files that exist and differ from what would be written; nothing was written.
    Differs(Vec<PathBuf>),
    /// The file system refused.
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
}

impl fmt::Display for WriteOutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteOutError::UnknownSet(complaint) => complaint.fmt(f),
            WriteOutError::Differs(paths) => {
                for path in paths {
                    writeln!(f, "{}: a file that differs from the data to be written", path.display())?;
                }
                f.write_str("  nothing was written; name another directory, or move your files away first")
            }
            WriteOutError::Io { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteOutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let WriteOutError::Io { error, .. } = self { Some(error) } else { None }
    }
}

/// Writes a file whole or not at all: to a temporary file beside it, which then takes its place.
///
/// # Errors
/// What the file system says.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    stage(path, bytes)?.persist(path).map(|_| ()).map_err(|error| error.error)
}

fn stage(path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Without this the file would be readable by its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".muster-").tempfile_in(dir)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Writes the compiled-in files of a rule set to `DIR/<set>/` and returns the files written; files that are there
/// already with the same content are left alone.
///
/// # Errors
/// An unknown rule set; a file that exists and differs, before anything is written; the file system.
pub fn write_out(set: &str, dir: &Path) -> Result<Vec<PathBuf>, WriteOutError> {
    let files = builtin_files(set);
    if files.is_empty() {
        return Err(WriteOutError::UnknownSet(unknown_set(set).into()));
    }
    write_files(&files, &dir.join(set))
}

pub(crate) fn write_files(files: &[(&str, &str)], dir: &Path) -> Result<Vec<PathBuf>, WriteOutError> {
    let mut wanted = Vec::new();
    let mut differing = Vec::new();
    for (relative, text) in files {
        let path = dir.join(relative);
        match fs::read(&path) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Ok(_) => differing.push(path),
            Err(_) if path.exists() => differing.push(path),
            Err(_) => wanted.push((path, text)),
        }
    }
    if !differing.is_empty() {
        return Err(WriteOutError::Differs(differing));
    }
    // All files are staged before the first takes its place: a full disk leaves no half of a rule set behind.
    let mut directories = NewDirectories::new();
    let mut staged = Vec::new();
    for (path, text) in wanted {
        let made = path
            .parent()
            .map_or(Ok(()), |parent| directories.make(parent))
            .and_then(|()| stage(&path, text.as_bytes()));
        match made {
            Ok(file) => staged.push((file, path)),
            Err(error) => return Err(WriteOutError::Io { path, error }),
        }
    }
    let mut written = Vec::new();
    for (file, path) in staged {
        match file.persist(&path) {
            Ok(_) => written.push(path),
            Err(error) => return Err(WriteOutError::Io { path, error: error.error }),
        }
    }
    directories.keep();
    Ok(written)
}

/// What the files of a directory change, key by key, when they are laid over the compiled-in data.
///
/// # Errors
/// What [`load`] complains about.
pub fn diff(set: &str, dir: &Path) -> Result<Vec<Change>, Diagnostics> {
    let (base, _) = load(&Sources::of_set(set))?;
    let (edited, _) = load(&Sources { data: Some(dir.to_path_buf()), ..Sources::of_set(set) })?;
    Ok(differences(&base.root, &edited.root))
}

/// As [`diff`], over the given files.
///
/// # Errors
/// What [`load_over`] complains about.
pub fn diff_over(files: &[(&str, &str)], set: &str, dir: &Path) -> Result<Vec<Change>, Diagnostics> {
    let (base, _) = load_over(files, &Sources::of_set(set))?;
    let (edited, _) = load_over(files, &Sources { data: Some(dir.to_path_buf()), ..Sources::of_set(set) })?;
    Ok(differences(&base.root, &edited.root))
}

/// The values that differ between two trees, in the order of the new one, then those that are gone.
pub fn differences(old: &Node, new: &Node) -> Vec<Change> {
    let (before, after) = (old.flatten(), new.flatten());
    let (old_places, new_places) = (places(old), places(new));
    let place = |places: &BTreeMap<String, Place>, key: &str| {
        places.get(key).cloned().unwrap_or_else(|| Place::new(&"".into(), 0, key))
    };
    let changed =
        after.iter().filter(|(key, value)| before.get(*key) != Some(*value)).map(|(key, value)| Change {
            place: place(&new_places, key),
            key: key.clone(),
            before: before.get(key).cloned(),
            after: Some(value.clone()),
        });
    let gone = before.iter().filter(|(key, _)| !after.contains_key(*key)).map(|(key, value)| Change {
        place: place(&old_places, key),
        key: key.clone(),
        before: Some(value.clone()),
        after: None,
    });
    changed.chain(gone).collect()
}

fn places(root: &Node) -> BTreeMap<String, Place> {
    let mut places = BTreeMap::new();
    root.visit("", &mut |path, node| {
        places.insert(path.to_owned(), node.place.clone());
    });
    places
}
