//! A game in words.

use muster_answers::story::ended;
use muster_answers::words::told_apart;
use muster_dice::Seed;

use crate::answer::met;
use crate::protocol::Story;
use crate::table::Table;
use crate::trouble::Trouble;

/// Tells one game.
///
/// # Errors
/// None that the table does not have already.
pub(crate) fn story(table: &Table, seed: Seed, game: u64) -> Result<Story, Trouble> {
    let matchup = table.matchup();
    let told = matchup.story(seed, game);
    let names = matchup.names();
    let names = told_apart([&names[0], &names[1]]);
    let (ground, _) = met(table.loaded(), &table.meet.spec()?, &table.meet.ids());
    Ok(Story {
        title: format!("{} against {}", names[0], names[1]),
        game,
        seed: seed.0,
        side_a: names[told.seating].clone(),
        ground,
        ended: ended(&told, &names, matchup.start()),
        lines: told.lines,
    })
}
