//! Scores by numbers of figures, and the number that is even.

use std::rc::Rc;

use muster_answers::even::{nearest, point_or_why};
use muster_report::number;
use muster_resolver::{
    EvenQuery, EvenSize, MethodChoice, cell_result, choose_within, even_size, even_size_played,
};
use muster_results::Method;
use muster_rules::{DuelSpec, UnitFacts};

use crate::data::Loaded;
use crate::engine::{games, seed};
use crate::protocol::{Curve, CurvePoint, CurveRequest, Duel, Even, EvenRequest, Meeting};
use crate::table::{QUICK, Table};
use crate::trouble::Trouble;
use crate::units::unit_facts;

/// Most numbers of figures in one question.
const MOST_POINTS: usize = 64;
/// Most figures of a unit.
const MOST_FIGURES: u32 = 1000;
/// Most figures to try for an even fight at first, unless told: so many, and at least twice those that meet.
const MOST: u32 = 60;
/// How often as many more are tried where those are too few.
const DOUBLINGS: usize = 2;
/// Several sizes are solved for one answer.
const SIZES: u64 = 4;

/// What the varied unit scores with other numbers of figures.
///
/// # Errors
/// A unit that there is none of or that cannot be resized, and what the game refuses.
pub(crate) fn curve(loaded: &Rc<Loaded>, asked: &CurveRequest) -> Result<Curve, Trouble> {
    let vary = side(asked.vary)?;
    let (varied, _) = resizable(loaded, &asked.duel, vary)?;
    if asked.figures.len() > MOST_POINTS
        || asked.figures.iter().any(|size| !(1..=MOST_FIGURES).contains(size))
    {
        let what = format!(
            "sizes that cannot be asked for\n  give at most {MOST_POINTS}, each from 1 to {MOST_FIGURES}"
        );
        return Err(Trouble::input(what));
    }
    let (seed, games) = (seed(asked.seed)?, games(asked.games)?);
    let point = |figures: u32| -> Result<CurvePoint, Trouble> {
        let mut duel = asked.duel.clone();
        duel.figures[vary] = Some(figures);
        let mut table = Table::open(loaded, Meeting::Duel(duel))?;
        let answer = table.answer(asked.method.choice(), asked.method.budget(), seed, games)?;
        let cell = cell_result(0, 1, &answer, false).ok_or_else(|| Trouble::page("no game was played"))?;
        let played = muster_answers::words::games(&cell);
        // The cell tells of the first unit.
        let of_varied = |score: f64| if vary == 0 { score } else { 1.0 - score };
        let (low, high) = (of_varied(cell.low), of_varied(cell.high));
        Ok(CurvePoint {
            figures,
            score: of_varied(cell.score),
            low: low.min(high),
            high: low.max(high),
            games: played,
        })
    };
    let points = asked.figures.iter().map(|size| point(*size)).collect::<Result<Vec<_>, _>>()?;
    Ok(Curve { unit: varied.id, points })
}

/// The number of figures that is even.
///
/// # Errors
/// As [`curve`].
pub(crate) fn even(loaded: &Rc<Loaded>, asked: &EvenRequest) -> Result<Even, Trouble> {
    let vary = side(asked.vary)?;
    let (varied, fixed) = resizable(loaded, &asked.duel, vary)?;
    let (seed, games) = (seed(asked.seed)?, games(asked.games)?);
    let spec = asked.duel.spec()?;
    let in_order = |at: usize| if vary == 0 { at } else { 1 - at };
    let meeting =
        [0, 1].map(|at| spec.figures[at].unwrap_or(if at == vary { varied.figures } else { fixed.figures }));
    let doubled = meeting[0].max(meeting[1]).saturating_mul(2);
    let mut most = asked.most.unwrap_or(MOST.max(doubled)).clamp(1, MOST_FIGURES);
    let mut query = EvenQuery {
        varied: &varied.id,
        fixed: &fixed.id,
        figures: spec.figures[1 - vary],
        spec: DuelSpec {
            policies: [0, 1].map(|at| spec.policies[in_order(at)]),
            figures: [None; 2],
            ..spec.clone()
        },
        guess: f64::from(spec.figures[vary].unwrap_or(varied.figures)),
        most,
        budget: QUICK * SIZES,
    };
    let as_they_are = loaded.game.duel(&varied.id, &fixed.id, &query.spec)?;
    let solved = choose_within(MethodChoice::Auto, as_they_are.as_ref(), QUICK) == Method::Exact;
    // Where one size on the way is too large to be solved, all are played.
    let search = |query: &EvenQuery<'_>| -> Result<(EvenSize, bool), Trouble> {
        let found = if solved { even_size(loaded.game.as_ref(), query).ok() } else { None };
        Ok(match found {
            Some(found) => (found, true),
            None => (even_size_played(loaded.game.as_ref(), query, seed, games.div_ceil(2))?, false),
        })
    };
    let (mut found, mut exact) = match search(&query) {
        // Twice as many may be more than the rules let a unit have.
        Err(_) if asked.most.is_none() && most > meeting[vary].max(MOST) => {
            most = meeting[vary].max(MOST);
            query.most = most;
            search(&query)?
        }
        found => found?,
    };
    for _ in 0..if asked.most.is_none() { DOUBLINGS } else { 0 } {
        if !matches!(found, EvenSize::MoreThanMost(_)) || most == MOST_FIGURES {
            break;
        }
        query.guess = f64::from(most);
        query.most = most.saturating_mul(2).min(MOST_FIGURES);
        // More than the rules let a unit have.
        let Ok(further) = search(&query) else { break };
        (most, (found, exact)) = (query.most, further);
    }
    let games = if exact { 0 } else { 2 * games.div_ceil(2) };
    let name = &varied.name;
    Ok(match point_or_why(found, most) {
        Ok(point) => {
            let (figures, score) = nearest(&point);
            let around = at(figures, score, games);
            let (shown, how) = if exact {
                (number::exact_percent(score), "exact")
            } else {
                let shown = number::score(score, around.low, around.high, games);
                (shown, "from games, so that the next number may be the better one")
            };
            Even {
                unit: varied.id.clone(),
                says: format!(
                    "{name}: {} figures are even with {} of {}; {figures} score {shown} ({how}).",
                    number::fixed(point.size, 1),
                    spec.figures[1 - vary].unwrap_or(fixed.figures),
                    fixed.name
                ),
                figures: Some(point.size),
                between: point.between.map(|(figures, score)| at(figures, score, games)).to_vec(),
            }
        }
        Err(why) => Even {
            unit: varied.id.clone(),
            says: format!("{name}: no number of figures is even; {why}."),
            figures: None,
            between: Vec::new(),
        },
    })
}

/// A point with its interval.
fn at(figures: u32, score: f64, games: u64) -> CurvePoint {
    let half =
        if games == 0 { 0.0 } else { muster_stats::Z95 * (score * (1.0 - score) / games as f64).sqrt() };
    CurvePoint { figures, score, low: (score - half).max(0.0), high: (score + half).min(1.0), games }
}

fn side(vary: usize) -> Result<usize, Trouble> {
    if vary < 2 { Ok(vary) } else { Err(Trouble::page(format!("`vary` is {vary} and neither 0 nor 1"))) }
}

/// The unit that is varied and the other.
fn resizable(loaded: &Loaded, duel: &Duel, vary: usize) -> Result<(UnitFacts, UnitFacts), Trouble> {
    let ids = [&duel.a, &duel.b];
    let varied = unit_facts(loaded, ids[vary])?;
    if !varied.alike {
        return Err(Trouble::input(format!(
            "{} cannot be played with more or fewer figures\n  {}",
            varied.name,
            if varied.figures == 1 {
                "it is one figure by itself"
            } else {
                "its figures differ, or serve guns"
            }
        )));
    }
    Ok((varied, unit_facts(loaded, ids[1 - vary])?))
}
