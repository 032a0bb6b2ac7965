//! The page of a matrix, made of its record alone.

use muster_analysis::{PayoffMatrix, summarise};
use muster_report::{Document, Figure};
use muster_results::{RunRecord, Shown};

use super::explorer::{Stories, Told, explorer};
use super::heatmap;
use super::matrix::{Layout, page};
use crate::exit::Failure;

/// The page; `shown` is what the record, or who read it, says beside the numbers.
///
/// # Errors
/// When its data cannot be written as JSON, which is a fault of ours.
pub(crate) fn document(record: &RunRecord, shown: &Shown) -> Result<Document, Failure> {
    let summary = summarise(record);
    let matrix = PayoffMatrix::new(record);
    let layout = Layout::new(&matrix, &summary, shown.seats.clone());
    let mut stories = Stories::new();
    for told in &shown.told {
        let game = Told { title: told.title.clone(), text: told.text.clone() };
        stories.entry((told.row, told.column)).or_default().push(game);
    }
    let still = Figure {
        picture: heatmap::picture(&matrix, &layout),
        file_name: "matrix.svg".to_owned(),
        caption: "Blue: the row wins. Orange: the column wins.".to_owned(),
        // The page has them as tables of its own.
        numbers: None,
    };
    let explorer = explorer(&matrix, &layout, stories, still)?;
    Ok(page(&matrix, &summary, &layout, &shown.notes, explorer))
}
