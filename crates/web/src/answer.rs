//! Who wins, and how surely.

use muster_answers::{ground, method, words};
use muster_dice::Seed;
use muster_resolver::{EXACT_BUDGET, MethodChoice, cell_result};
use muster_results::{CellResult, Method, SeatingResult};

use crate::data::Loaded;
use crate::protocol::{Answered, Chance, Left, MethodWord, Seating, Side};
use crate::table::{QUICK, Spec, Table};
use crate::trouble::Trouble;

impl MethodWord {
    /// The resolver's word.
    pub(crate) fn choice(self) -> MethodChoice {
        match self {
            MethodWord::Auto => MethodChoice::Auto,
            MethodWord::Exact => MethodChoice::Exact,
            MethodWord::Sample => MethodChoice::Sample,
        }
    }

    /// Outcomes of dice that may be followed: whoever insists on an exact answer waits for it.
    pub(crate) fn budget(self) -> u64 {
        if self == MethodWord::Exact { EXACT_BUDGET } else { QUICK }
    }
}

/// The answer of a pair.
///
/// # Errors
/// An exact answer was asked for and there is none.
pub(crate) fn of(table: &mut Table, method: MethodWord, seed: Seed, games: u64) -> Result<Answered, Trouble> {
    let answer = table.answer(method.choice(), method.budget(), seed, games)?;
    let matchup = table.matchup();
    let ids = table.meet.ids();
    let cell = cell_result(0, usize::from(ids[0] != ids[1]), &answer, matchup.harmless())
        .ok_or_else(|| Trouble::page("no game was played"))?;
    let names = matchup.names();
    let names = words::told_apart([&names[0], &names[1]]);
    let (ground, plays) = met(table.loaded(), &table.meet.spec()?, &ids);
    let start = matchup.start();
    let side = |at: usize| Side {
        id: ids[at].clone(),
        name: names[at].clone(),
        figures: start[at],
        plays: plays[at].clone(),
        mean_left: cell.mean_left[at],
        mean_lost: cell.mean_lost[at],
        left: left(&cell, at, start[at]),
    };
    Ok(Answered {
        method: cell.method.word().to_owned(),
        method_says: method::note(method.choice(), matchup, &cell, method.budget()),
        says: words::verdict([&names[0], &names[1]], &cell, "More games tell more."),
        games: words::games(&cell),
        score: cell.score,
        low: cell.low,
        high: cell.high,
        first: seating(&cell.seatings[0]),
        second: seating(&cell.seatings[1]),
        sides: [side(0), side(1)],
        ground,
        mean_turns: cell.mean_turns,
        turns: cell.turns.clone(),
        limit_share: cell.limit_share,
        harmless: cell.harmless,
        games_worth_seeing: cell.games_worth_seeing,
        seed: seed.0,
    })
}

/// What they met on and how both play.
pub(crate) fn met(loaded: &Loaded, spec: &Spec, ids: &[String; 2]) -> (String, [String; 2]) {
    let game = loaded.game.as_ref();
    match spec {
        Spec::Duel(spec) => (ground::of_duel(&loaded.pack, spec), ground::policies(game, ids, spec)),
        Spec::Battle(spec) => (ground::of_battle(game, spec), ground::plans(spec)),
    }
}

fn seating(seat: &SeatingResult) -> Seating {
    let [win_says, draw_says, loss_says] = words::seating(seat);
    Seating {
        games: seat.games,
        wins: seat.wins,
        draws: seat.draws,
        losses: seat.losses,
        score: words::seat_interval(seat).map(|(value, low, high)| Chance { value, low, high }),
        win_says,
        draw_says,
        loss_says,
    }
}

/// How often so many figures are left, every number from none to the most that occurred or stood at the start.
fn left(cell: &CellResult, at: usize, start: u32) -> Vec<Left> {
    let total = if cell.method == Method::Exact { 1.0 } else { words::games(cell).max(1) as f64 };
    let law = &cell.left[at];
    let most = law.last().map_or(start, |(figures, _)| start.max(*figures));
    let share = |figures: u32| {
        law.binary_search_by_key(&figures, |(left, _)| *left).map_or(0.0, |found| law[found].1 / total)
    };
    (0..=most).map(|figures| Left { figures, p: share(figures) }).collect()
}
