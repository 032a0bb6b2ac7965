//! Directories that are taken back unless what they were made for succeeds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes directories, and removes those that it made when it is dropped before [`keep`](NewDirectories::keep).
///
/// Declare it before the files that are staged in them: what is declared later is dropped earlier.
#[derive(Debug, Default)]
pub struct NewDirectories {
    /// In the order in which they were made, each before those in it.
    made: Vec<PathBuf>,
}

impl NewDirectories {
    /// None made yet.
    pub fn new() -> NewDirectories {
        NewDirectories::default()
    }

    /// Makes a directory and all that are missing on the way to it.
    ///
    /// # Errors
    /// What the file system says; what was made by then is removed on drop.
    pub fn make(&mut self, dir: &Path) -> io::Result<()> {
        let missing = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
        let on_the_way: Vec<&Path> = dir.ancestors().take_while(missing).collect();
        for path in on_the_way.into_iter().rev() {
            match fs::create_dir(path) {
                Ok(()) => self.made.push(path.to_path_buf()),
                // Somebody else was quicker, or `a/../b` names it twice.
                Err(_) if path.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        // Whatever else stands there has its own word for it.
        if dir.as_os_str().is_empty() { Ok(()) } else { fs::create_dir_all(dir) }
    }

    /// They stay.
    pub fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for NewDirectories {
    fn drop(&mut self) {
        // One that holds something by now is left alone by the system.
        for dir in self.made.iter().rev() {
            let _ = fs::remove_dir(dir);
        }
    }
}
