//! Units by their ids.

use muster_rules::{DuelSpec, UnitFacts};

use crate::data::Loaded;
use crate::trouble::Trouble;

/// What a unit is, with the id that a duel names it by: of the catalogue, or `box:unit`.
///
/// # Errors
/// There is no such unit.
pub(crate) fn unit_facts(loaded: &Loaded, id: &str) -> Result<UnitFacts, Trouble> {
    let game = loaded.game.as_ref();
    match muster_answers::ground::unit(game, id) {
        Some(facts) => Ok(UnitFacts { id: id.to_owned(), ..facts.clone() }),
        // The game says it with the nearest name.
        None => {
            game.duel(id, id, &DuelSpec::default())?;
            Err(Trouble::input(format!("there is no unit \"{id}\"")))
        }
    }
}
