//! `muster playground`: the page that holds the whole engine, where the program was built with it.

use std::path::{Path, PathBuf};

use crate::args::Everywhere;
use crate::exit::Failure;
use crate::files::File;
use crate::plan::output;

/// The page that `crates/web/build` made.
#[cfg(feature = "playground")]
const PAGE: Option<&[u8]> = Some(include_bytes!(env!(
    "MUSTER_PLAYGROUND",
    "the feature `playground` takes the page from the path in MUSTER_PLAYGROUND; crates/web/build makes it"
)));
#[cfg(not(feature = "playground"))]
const PAGE: Option<&[u8]> = None;

/// Name of the page, unless told.
const NAME: &str = "muster-playground.html";

/// Writes the page.
///
/// # Errors
/// When the program was built without it, or the file cannot be written.
pub(crate) fn run(everywhere: &Everywhere) -> Result<(), Failure> {
    let Some(page) = PAGE else {
        return Err(Failure::Input(
            "this program was built without the playground\n  take one of a release, or build the page and the program with it: see \"The playground\" in CONTRIBUTING.md"
                .to_owned(),
        ));
    };
    let (folder, name) = place(everywhere.out.as_deref());
    output(everywhere).write(&folder, &[File { name, bytes: page.to_vec() }])
}

/// Folder and name of the file: `--out` names a file, or a folder that is there.
fn place(out: Option<&Path>) -> (PathBuf, String) {
    let default = || NAME.to_owned();
    match out {
        None => (PathBuf::from("muster-out").join("playground"), default()),
        Some(folder) if folder.is_dir() => (folder.to_path_buf(), default()),
        Some(file) => {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let name = file.file_name().map_or_else(default, |name| name.to_string_lossy().into_owned());
            (folder.unwrap_or(Path::new(".")).to_path_buf(), name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_file_and_a_folder_that_is_there_takes_one() {
        assert_eq!(place(Some(Path::new("a/b.html"))), (PathBuf::from("a"), "b.html".to_owned()));
        assert_eq!(place(Some(Path::new("b.html"))), (PathBuf::from("."), "b.html".to_owned()));
        assert_eq!(place(Some(Path::new("."))), (PathBuf::from("."), NAME.to_owned()));
        assert_eq!(place(None), (PathBuf::from("muster-out/playground"), NAME.to_owned()));
    }
}
