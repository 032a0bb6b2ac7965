//! `muster summarise`: many recorded battles, counted by groups.

use crate::args::{Everywhere, SummariseArgs};
use crate::exit::Failure;

/// Says that this program has no Parquet files.
#[cfg(not(feature = "polars"))]
pub(crate) fn run(_everywhere: &Everywhere, args: &SummariseArgs) -> Result<(), Failure> {
    let _ = (&args.files, &args.by);
    Err(crate::parquet::missing("summarise"))
}

#[cfg(feature = "polars")]
pub(crate) use with_parquet::run;

#[cfg(feature = "polars")]
mod with_parquet {
    use std::time::Instant;

    use muster_frames::{FrameError, Key, summarise};
    use muster_report::number;

    use super::{Everywhere, Failure, SummariseArgs};
    use crate::compose::battles::answer;
    use crate::interrupt::WATCH;
    use crate::parquet::refused;
    use crate::plan::output;

    /// Counts the battles and prints the groups.
    pub(crate) fn run(everywhere: &Everywhere, args: &SummariseArgs) -> Result<(), Failure> {
        let mut by = Vec::new();
        for key in Key::ALL.into_iter().filter(|key| args.by.iter().any(|word| word == key.word())) {
            by.push(key);
        }
        // In the order asked for, each once.
        by.sort_by_key(|key| args.by.iter().position(|word| word == key.word()));
        if let Some(key) = by.iter().find(|key| key.is_of_one_chair() && by.contains(&Key::Force)) {
            return Err(Failure::Input(format!(
                "--by force counts every game from both chairs, and \"{}\" has another meaning from each\n  group by one of the two",
                key.word()
            )));
        }
        let output = output(everywhere);
        let begun = Instant::now();
        let summary = summarise(&args.files, &by, &|_| !WATCH.stopped()).map_err(|error| match error {
            FrameError::Stopped => WATCH.interrupted(),
            FrameError::Twice { .. } => {
                refused(error, "name each file once, and no two files of the same run")
            }
            other => refused(other, ADVICE),
        })?;
        output.note(&format!(
            "Read {} of {} in {}",
            number::counted(summary.battles, "game", "games"),
            number::counted(args.files.len() as u64, "file", "files"),
            number::duration(begun.elapsed().as_secs_f64())
        ));
        let answer = answer(&by, &summary)?;
        if output.wrote_parquet(&answer.table)? {
            return Ok(());
        }
        output.give("battles", &answer)
    }

    /// What is advised where a file cannot be used.
    const ADVICE: &str = "name files that `matrix --record-battles` wrote";

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_command_line_knows_every_key() {
            assert_eq!(Key::ALL.map(Key::word), crate::args::KEYS);
        }
    }
}
