//! Makes files of recorded games of nobody's, to measure `muster summarise` with: see docs/large-runs.md.
//!
//!     cargo run --release --package muster-frames --example many -- DIRECTORY FILES GAMES

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;

use muster_frames::{BattleWriter, Meeting, Origin};
use muster_results::{Ending, GameEnd, Outcome};

/// Games of one pair before the next begins.
const OF_A_PAIR: u64 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let mut next = |what: &str| words.next().ok_or(format!("{what} is missing: DIRECTORY FILES GAMES"));
    let (dir, files, games) = (PathBuf::from(next("DIRECTORY")?), next("FILES")?, next("GAMES")?);
    let (files, games): (u64, u64) = (files.parse()?, games.parse()?);
    std::fs::create_dir_all(&dir)?;
    for file in 0..files {
        let origin = Origin { run: format!("made-{file:04}"), rules: "none".to_owned(), seed: file };
        let mut writer =
            BattleWriter::new(File::create(dir.join(format!("made-{file:04}.parquet")))?, origin)?;
        for game in 0..games {
            if game % OF_A_PAIR == 0 {
                let pair = game / OF_A_PAIR;
                let ids = [format!("box-{}", pair % 40), format!("box-{}", pair / 40 + 40)];
                let plans = ["combined", "combined"].map(str::to_owned);
                writer.begin(Meeting { ids, plans, figures: [40, 50] });
            }
            let conditions = ["open", "village", "woods"][usize::try_from(game / 2 % 3)?];
            writer.push(conditions, game % OF_A_PAIR, usize::try_from(game % 2)?, &made(file, game)?)?;
        }
        writer.finish()?;
    }
    Ok(())
}

/// How a game ended: a hash of its place, for there is no dice to throw here.
fn made(file: u64, game: u64) -> Result<GameEnd, Box<dyn Error>> {
    let hash = (file << 32 | (game + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let part = |shift: u32, of: u64| u32::try_from((hash >> shift) % of);
    let won = part(3, 20)?;
    let outcome = if won < 11 {
        Outcome::Win
    } else if won < 19 {
        Outcome::Loss
    } else {
        Outcome::Draw
    };
    let left = [part(12, 41)?, part(20, 51)?];
    let lost = [[40 - left[0], 0, 0], [0, 50 - left[1], 0]];
    Ok(GameEnd { outcome, ending: Ending::Destroyed, turns: 1 + part(30, 12)?, left, lost })
}
