//! Files of a command: all rendered first, then all written beside their places, then all renamed. Whatever goes wrong
//! before the last step leaves nothing behind.

use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use muster_rules::pack::NewDirectories;
use tempfile::NamedTempFile;

use crate::args::Everywhere;
use crate::exit::Failure;
use crate::parquet::target;

/// A file to be written.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Name within the directory.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Refuses a directory that could not be written, before a long run rather than after it. Leaves no trace.
///
/// # Errors
/// When the directory, or the nearest one above it that exists, cannot take a file.
pub(crate) fn check_writable(dir: &Path) -> Result<(), Failure> {
    let nearest = dir.ancestors().find(|above| !above.as_os_str().is_empty() && above.exists());
    let probe = nearest.unwrap_or(Path::new("."));
    temporary(probe).map(drop).map_err(|error| refused(dir, &error))
}

/// The directory that a file lies in, and its name there.
pub(crate) fn placed(file: &Path) -> (PathBuf, PathBuf) {
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (dir.to_owned(), PathBuf::from(file.file_name().unwrap_or_default()))
}

/// What is advised where a file that was named cannot be written.
pub(crate) const ANOTHER_FILE: &str = "name another file";

/// Refuses a file that could not be written, before a long run rather than after it.
///
/// # Errors
/// An unwritable directory; something in the file's place that is no file.
pub(crate) fn check_file(file: &Path) -> Result<(), Failure> {
    check_writable(&placed(file).0)?;
    check_target(file).map_err(|error| refused_with(file, &error, ANOTHER_FILE))
}

/// Where the files of a command go: the directory of `--out`, or its place in `muster-out`. Refused now if they could not be written later.
///
/// # Errors
/// What cannot be written to.
pub(crate) fn out_dir(everywhere: &Everywhere, command: &str) -> Result<PathBuf, Failure> {
    if let Some(file) = target(everywhere.format, everywhere.out.as_deref()) {
        check_file(file)?;
        return Ok(placed(file).0);
    }
    let out = everywhere.out.clone().unwrap_or_else(|| PathBuf::from("muster-out").join(command));
    check_writable(&out)?;
    Ok(out)
}

/// Writes all files or none.
///
/// # Errors
/// An unwritable directory is the user's to change (2); a full disk is not (3).
pub(crate) fn write_all(dir: &Path, files: &[File]) -> Result<(), Failure> {
    let mut directories = NewDirectories::new();
    let staged = directories.make(dir).and_then(|()| stage(dir, files));
    let placed = staged.and_then(|staged| {
        staged
            .into_iter()
            .try_for_each(|(file, path)| file.persist(path).map(drop).map_err(|error| error.error))
    });
    placed.map_err(|error| refused(dir, &error))?;
    directories.keep();
    Ok(())
}

/// Makes a directory that is not there yet.
///
/// # Errors
/// See [`write_all`].
#[cfg(feature = "polars")]
pub(crate) fn make_dir(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|error| refused(dir, &error))
}

fn stage(dir: &Path, files: &[File]) -> io::Result<Vec<(NamedTempFile, PathBuf)>> {
    let mut staged = Vec::with_capacity(files.len());
    for file in files {
        let path = dir.join(&file.name);
        check_target(&path)?;
        let mut held = temporary(dir)?;
        held.write_all(&file.bytes)?;
        held.as_file().sync_all()?;
        staged.push((held, path));
    }
    Ok(staged)
}

/// Refuses a target that renaming would destroy: a directory, a device, a pipe. What a link leads to counts.
///
/// # Errors
/// Anything there that is no file.
pub(crate) fn check_target(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(io::Error::new(ErrorKind::IsADirectory, format!("{} is a directory", path.display())))
        }
        Ok(found) if !found.is_file() => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            Err(io::Error::other(format!("{name} is a device or a pipe, and no file")))
        }
        _ => Ok(()),
    }
}

/// A file beside its place, which is gone when it is dropped.
///
/// # Errors
/// When the directory takes none.
pub(crate) fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Without this the file would be readable by its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".muster-").tempfile_in(dir)
}

/// Why something on disk cannot be read, in words: `cannot be read: there is no such file`.
pub(crate) fn unread(error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "no permission".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a file stands where a directory is needed".to_owned(),
        ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        // Ours, in words already.
        ErrorKind::Other => error.to_string(),
        other => other.to_string(),
    };
    format!("cannot be read: {why}")
}

/// The text of a file that this program wrote, however long.
///
/// # Errors
/// A file that cannot be read or is not text; ends in the advice.
pub(crate) fn stored_text(file: &Path, advice: &str) -> Result<String, Failure> {
    // A device may be endless, and a pipe may never begin.
    let special = std::fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir());
    let text = if special {
        Err(io::Error::other("it is a device or a pipe"))
    } else {
        std::fs::read_to_string(file)
    };
    text.map_err(|error| Failure::Input(format!("{}: {}\n  {advice}", file.display(), unread(&error))))
}

/// A failure of the file system in words: what could not be written and what to do.
pub(crate) fn refused(path: &Path, error: &io::Error) -> Failure {
    refused_with(path, error, "name another directory (--out)")
}

/// The same with other advice.
pub(crate) fn refused_with(path: &Path, error: &io::Error, advice: &str) -> Failure {
    let path = path.display();
    match error.kind() {
        // A limit on the size of files is met here as a full disk is: our largest file is a picture.
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Failure::Fault(
            format!("{path}: the disk is full; nothing was written\n  make room or name another directory"),
        ),
        kind => Failure::Input(format!(
            "{path}: cannot be written: {}\n  {advice}",
            match kind {
                ErrorKind::PermissionDenied => "no permission".to_owned(),
                ErrorKind::NotADirectory | ErrorKind::AlreadyExists =>
                    "a file stands where a directory is needed".to_owned(),
                ErrorKind::IsADirectory => "a directory stands in the way".to_owned(),
                ErrorKind::NotFound => "no directory can be made there".to_owned(),
                ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
                ErrorKind::Other => error.to_string(),
                other => other.to_string(),
            }
        )),
    }
}
