//! What evens a fight.

use muster_report::{Block, Cell, Column, Document, Figure, Table, number};
use muster_resolver::EvenPoint;
use muster_results::CellResult;
use serde::Serialize;

use super::{charts, even_boxes, even_csv, words};
use crate::command::even_boxes::Shrunk;
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;
use muster_answers::even::nearest;

/// A score nearer to one half than this is even.
const EVEN: f64 = 1e-9;
/// A score so far from one half is nowhere near even.
const FAR: f64 = 0.1;

/// Everything that was found.
pub(crate) struct Found {
    /// Names of both sides.
    pub names: [String; 2],
    /// Their ids.
    pub ids: [String; 2],
    /// What they met on.
    pub ground: String,
    /// The fight as it is.
    pub as_they_are: CellResult,
    /// Even sizes.
    pub sizes: Vec<Sizes>,
    /// Figures of the stronger of two boxes.
    pub boxes: Option<Shrunk>,
    /// Respawns of the weaker side.
    pub comebacks: Vec<Comeback>,
}

/// The even size of one side against the other as it is.
pub(crate) struct Sizes {
    /// The side that is resized.
    pub side: usize,
    /// Its figures as they are.
    pub figures: u32,
    /// Where it is even, or why it never is.
    pub point: Result<EvenPoint, String>,
    /// Games of a size where sizes were played, 0 where they were solved.
    pub games: u64,
    /// Scores at sizes around the even one, where a picture was asked for.
    pub curve: Vec<(u32, f64)>,
}

/// Respawns that were tried and came nearest to even.
pub(crate) struct Comeback {
    /// The side whose units come back.
    pub side: usize,
    /// How often.
    pub times: u32,
    /// With how many figures.
    pub figures: u32,
    /// What it comes to.
    pub cell: CellResult,
}

#[derive(Serialize)]
struct SizeJson<'f> {
    unit: &'f str,
    method: &'static str,
    games_of_a_size: u64,
    figures: u32,
    even_figures: Option<f64>,
    /// Points to add to (or take from) the side's own, as a share of them.
    handicap: Option<f64>,
    nearest_figures: Option<u32>,
    nearest_score: Option<f64>,
}

#[derive(Serialize)]
struct ComebackJson<'f> {
    side: &'f str,
    times: u32,
    figures: u32,
    score: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct FoundJson<'f> {
    a: &'f str,
    b: &'f str,
    score: f64,
    low: f64,
    high: f64,
    sizes: Vec<SizeJson<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<even_boxes::BoxesJson<'f>>,
    respawns: Vec<ComebackJson<'f>>,
}

/// Half the width of an interval from which on a sampled one half says nothing of an even fight.
const TOO_WIDE: f64 = 0.03;

/// What a score of just one half says: all that can be asked, or nothing, where the games are too few. A force against itself needs
/// no games for it.
fn as_it_is(cell: &CellResult, mirror: bool) -> String {
    if mirror || (cell.high - cell.low) / 2.0 <= TOO_WIDE {
        return "The fight is even as it is: no figures, points or respawns are called for.".to_owned();
    }
    format!(
        "So few games cannot tell whether the fight is even: the score lies between {} and {} %. Give more with --games.",
        number::fixed(cell.low * 100.0, 0),
        number::fixed(cell.high * 100.0, 0)
    )
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn answer(plan: &Plan, found: &Found) -> Result<Answer, Failure> {
    let mut document = Document::new(format!("{} against {}: an even fight", found.names[0], found.names[1]));
    let mut said = vec![format!(
        "As they are, {} {} {}.",
        found.names[0],
        muster_rules::grammar::agreeing(&found.names[0], "scores", "score"),
        words::score(&found.as_they_are)
    )];
    if (found.as_they_are.score - 0.5).abs() < EVEN {
        said.push(as_it_is(&found.as_they_are, found.ids[0] == found.ids[1]));
    } else {
        said.extend(found.sizes.iter().map(|one| sentence(found, one)));
        // Boxes have sentences of their own.
        if found.sizes.is_empty() && found.boxes.is_none() {
            said.push(
                "Figures: neither side can be played with more or fewer, so no number of them makes it even."
                    .to_owned(),
            );
        }
    }
    said.extend(found.boxes.iter().flat_map(|shrunk| even_boxes::sentences(found, shrunk)));
    said.extend(nearest_comeback(found));
    document.list(said);
    document.blocks.extend(found.boxes.iter().map(|shrunk| Block::Table(even_boxes::table(found, shrunk))));
    if plan.output.out.is_some() {
        document.blocks.extend(picture(found).map(Block::Figure));
    }
    let table = comebacks(found);
    if !table.rows.is_empty() {
        document.table(table);
    }
    let mut notes = vec![format!("{}.", found.ground)];
    notes.extend(plan.footnotes(true));
    document.list(notes);
    let json = FoundJson {
        a: &found.ids[0],
        b: &found.ids[1],
        score: found.as_they_are.score,
        low: found.as_they_are.low,
        high: found.as_they_are.high,
        sizes: found.sizes.iter().map(|one| size_json(found, one)).collect(),
        boxes: found.boxes.as_ref().map(|shrunk| even_boxes::json(found, shrunk)),
        respawns: found
            .comebacks
            .iter()
            .map(|one| ComebackJson {
                side: &found.ids[one.side],
                times: one.times,
                figures: one.figures,
                score: one.cell.score,
                low: one.cell.low,
                high: one.cell.high,
            })
            .collect(),
    };
    Answer::new(document, &json, even_csv::csv(found))
}

/// Scores by size of the stronger box, or of the first unit that can be resized.
fn picture(found: &Found) -> Option<Figure> {
    let up = format!("{} scores", found.names[0]);
    if let Some(shrunk) = &found.boxes {
        let tried: Vec<charts::Tried> = shrunk
            .tried
            .iter()
            .map(|(left_out, record)| {
                let interval = muster_stats::wilson(*record, muster_stats::Z95);
                let fielded = f64::from(shrunk.figures - left_out);
                charts::Tried {
                    figures: fielded,
                    score: record.score().unwrap_or(0.5),
                    range: Some((interval.low, interval.high)),
                }
            })
            .collect();
        let name = &found.names[shrunk.side];
        let even = (!shrunk.not_enough).then(|| f64::from(shrunk.figures) - shrunk.even_at);
        let title = format!("{name} with fewer figures");
        return Some(charts::sizes(&title, &format!("figures of {name}"), &up, &tried, even));
    }
    let one = found.sizes.iter().find(|one| one.curve.len() > 1)?;
    let name = &found.names[one.side];
    let tried: Vec<charts::Tried> = one
        .curve
        .iter()
        .map(|(figures, score)| charts::Tried { figures: f64::from(*figures), score: *score, range: None })
        .collect();
    let even = one.point.as_ref().ok().map(|point| point.size);
    let up = format!("{name} scores");
    Some(charts::sizes(&format!("{name} by size"), &format!("figures of {name}"), &up, &tried, even))
}

/// The respawns that come nearest to even, as a sentence.
fn nearest_comeback(found: &Found) -> Option<String> {
    let off = |one: &&Comeback| (one.cell.score - 0.5).abs();
    let Some(best) = found.comebacks.iter().min_by(|a, b| off(a).total_cmp(&off(b))) else {
        let even = (found.as_they_are.score - 0.5).abs() < EVEN;
        return (!even).then(|| "Respawns: these rules know none.".to_owned());
    };
    let as_they_are = (found.as_they_are.score - 0.5).abs();
    if off(&best) >= as_they_are {
        return Some(format!(
            "Respawns: none brings {} nearer to even than {} pp, as they are.",
            found.names[best.side],
            number::fixed(as_they_are * 100.0, 1)
        ));
    }
    let left = off(&best);
    let verdict = if left < FAR { "" } else { ", so that no respawns make it even" };
    let times = if best.times == 1 { "once" } else { &format!("{} times", best.times) };
    Some(format!(
        "Respawns: units of {} come back {times} in all, with at most {}; then {} {} {}, {} pp from even{verdict}.",
        found.names[best.side],
        muster_rules::grammar::counted(best.figures, "figure", "figures"),
        found.names[0],
        muster_rules::grammar::agreeing(&found.names[0], "scores", "score"),
        words::score(&best.cell),
        number::fixed(left * 100.0, 1)
    ))
}

fn size_json<'f>(found: &'f Found, one: &Sizes) -> SizeJson<'f> {
    let point = one.point.as_ref().ok();
    SizeJson {
        unit: &found.ids[one.side],
        method: if one.games == 0 { "exact" } else { "sample" },
        games_of_a_size: one.games,
        figures: one.figures,
        even_figures: point.map(|point| point.size),
        handicap: point.map(|point| point.size / f64::from(one.figures) - 1.0),
        nearest_figures: point.map(|point| nearest(point).0),
        nearest_score: point.map(|point| nearest(point).1),
    }
}

fn sentence(found: &Found, one: &Sizes) -> String {
    let name = &found.names[one.side];
    match &one.point {
        Err(why) => format!("{name}: no number of figures is even; {why}."),
        Ok(point) => {
            let (figures, score) = nearest(point);
            let shown = match one.games {
                0 => number::exact_percent(score),
                games => {
                    let error = (score * (1.0 - score) / games as f64).sqrt();
                    let (low, high) = (score - muster_stats::Z95 * error, score + muster_stats::Z95 * error);
                    number::score(score, low.max(0.0), high.min(1.0), games)
                }
            };
            if figures == one.figures {
                return format!(
                    "Figures: no other number of {name} comes nearer to even than {figures}, which score {shown}; the even point is {}.",
                    number::fixed(point.size, 2)
                );
            }
            let share = point.size / f64::from(one.figures) - 1.0;
            let way = if share >= 0.0 { "more" } else { "fewer" };
            format!(
                "Figures: {figures} of {name} instead of {} score {shown}; the even point is {}, which is {} % {way} points.",
                one.figures,
                number::fixed(point.size, 2),
                number::fixed(share.abs() * 100.0, 0)
            )
        }
    }
}

fn comebacks(found: &Found) -> Table {
    let columns = vec![
        Column::text("comes back"),
        Column::number("times"),
        Column::number("with figures"),
        Column::number("then A scores"),
        Column::number("left over"),
    ];
    let mut table = Table::new("Respawns of the weaker side that come nearest to even", columns);
    for one in &found.comebacks {
        table.push(vec![
            Cell::text(&found.names[one.side]),
            Cell::Count(u64::from(one.times)),
            Cell::Count(u64::from(one.figures)),
            Cell::number(one.cell.score, words::score(&one.cell)),
            Cell::number(one.cell.score - 0.5, number::change(one.cell.score - 0.5, 0.0)),
        ]);
    }
    table
}
