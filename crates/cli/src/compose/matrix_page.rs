//! The page of a matrix, made of its record alone.

use muster_analysis::{PayoffMatrix, summarise};
use muster_report::{Document, Figure, number};
use muster_results::{PackedGames, RunRecord, Shown};

use super::explorer::explorer;
use super::heatmap;
use super::matrix::{Layout, page};
use super::packed;
use crate::exit::Failure;

/// The page; `shown` is what the record, or who read it, says beside the numbers.
///
/// # Errors
/// When its data cannot be written as JSON, which is a fault of ours.
pub(crate) fn document(record: &RunRecord, shown: &Shown) -> Result<Document, Failure> {
    let summary = summarise(record);
    let matrix = PayoffMatrix::new(record);
    let layout = Layout::new(&matrix, &summary, shown.seats.clone());
    let packed = match &shown.packed {
        Some(packed) => Some(packed.clone()),
        None => packed::packed(&shown.told)?,
    };
    let still = Figure {
        picture: heatmap::picture(&matrix, &layout),
        file_name: "matrix.svg".to_owned(),
        caption: "Blue: the row wins. Orange: the column wins.".to_owned(),
        // The page has them as tables of its own.
        numbers: None,
    };
    let explorer = explorer(&matrix, &layout, packed.as_ref(), still)?;
    let mut notes = shown.notes.clone();
    notes.extend(packed.as_ref().map(told));
    Ok(page(&matrix, &summary, &layout, &notes, explorer))
}

/// Which games the page tells.
fn told(packed: &PackedGames) -> String {
    let count = |number: usize| number::count(number as u64);
    let (games, pairs, of) = (count(packed.games), count(packed.pairs), count(packed.of));
    let lead = format!("Open a pair to read its games worth seeing: {games} are told");
    match packed.pairs {
        some if some < packed.of => format!(
            "{lead}, of the {pairs} of {of} pairs nearest to even, forces against themselves last, for all would be too much for one page. `muster replay` tells any game of the others."
        ),
        1 => format!("{lead}, of one pair."),
        _ => format!("{lead}, of all {pairs} pairs (a force against itself is one)."),
    }
}
