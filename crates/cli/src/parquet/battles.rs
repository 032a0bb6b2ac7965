//! `matrix --record-battles`: the battles go to a file beside its place while they are played, which gets its name at the end.

use std::fs::File;
use std::path::PathBuf;

use muster_frames::{BattleWriter, FrameError, Meeting, Origin};
use muster_report::number;
use muster_resolver::Recorder;
use muster_rules::{Matchup, PlayedGame};
use tempfile::NamedTempFile;

use crate::exit::Failure;
use crate::files::{ANOTHER_FILE, make_dir, placed, refused_with, temporary};
use crate::interrupt::WATCH;

/// What stands for the conditions of a duel: there is one ground only.
const DUEL: &str = "duel";

/// Ids and plans of both forces of a cell.
type Pairing<'p> = Box<dyn Fn(usize) -> ([String; 2], [String; 2]) + 'p>;

/// A file of battles that is being written.
pub(crate) struct Recording<'p> {
    file: PathBuf,
    held: NamedTempFile,
    writer: BattleWriter<File>,
    pairing: Pairing<'p>,
    /// The cell whose battles come at present.
    cell: Option<usize>,
    failed: Option<FrameError>,
}

impl<'p> Recording<'p> {
    /// Begins a file. `pairing` gives ids and plans of both forces of a cell.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(crate) fn begin(
        file: PathBuf,
        origin: Origin,
        pairing: Pairing<'p>,
    ) -> Result<Recording<'p>, Failure> {
        let (dir, _) = placed(&file);
        make_dir(&dir)?;
        let held = temporary(&dir).map_err(|error| refused_with(&file, &error, ANOTHER_FILE))?;
        // A program that is stopped in the midst of a game does not come back to tidy up.
        WATCH.guard(held.path());
        let out = held.reopen().map_err(|error| refused_with(&file, &error, ANOTHER_FILE))?;
        let writer = BattleWriter::new(out, origin).map_err(|error| failure(&file, error))?;
        Ok(Recording { file, held, writer, pairing, cell: None, failed: None })
    }

    /// Ends the file and gives it its name; says in words what was written.
    ///
    /// # Errors
    /// When not all battles could be written; then nothing is left of the file.
    pub(crate) fn keep(self) -> Result<String, Failure> {
        let Recording { file, held, writer, failed, .. } = self;
        if let Some(error) = failed {
            return Err(failure(&file, error));
        }
        let games = writer.finish().map_err(|error| failure(&file, error))?;
        held.as_file().sync_all().map_err(|error| refused_with(&file, &error, ANOTHER_FILE))?;
        held.persist(&file).map_err(|error| refused_with(&file, &error.error, ANOTHER_FILE))?;
        WATCH.unguard();
        let what = if games == 1 { "game" } else { "games" };
        Ok(format!("Wrote {} {what} to {}", number::count(games), file.display()))
    }

    /// Why the recording had to stop, if it had to.
    ///
    /// # Errors
    /// What stopped it.
    pub(crate) fn check(&mut self) -> Result<(), Failure> {
        self.failed.take().map_or(Ok(()), |error| Err(failure(&self.file, error)))
    }
}

impl Recorder for Recording<'_> {
    fn record(&mut self, cell: usize, matchup: &dyn Matchup, games: &[PlayedGame]) -> bool {
        if self.cell != Some(cell) {
            let (ids, plans) = (self.pairing)(cell);
            self.writer.begin(Meeting { ids, plans, figures: matchup.start() });
            self.cell = Some(cell);
        }
        let written = games.iter().try_for_each(|game| {
            let conditions = matchup.conditions(game.number).unwrap_or(DUEL);
            self.writer.push(conditions, game.number, game.seating, &game.end)
        });
        self.failed = written.err();
        self.failed.is_none()
    }
}

fn failure(file: &std::path::Path, error: FrameError) -> Failure {
    match error {
        FrameError::Io(error) => refused_with(file, &error, ANOTHER_FILE),
        other => Failure::Fault(format!("{}: {other}", file.display())),
    }
}
