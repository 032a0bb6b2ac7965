//! Forces at given points: a price book, the units of a box by it, and what a box can field.

mod book;
mod field;

pub(crate) use book::{BY_DUELS, Listed, PriceBook, PricedUnit, of_file, of_prices, without_price};
pub(crate) use field::{Fielded, Force, LEAST_SPENT, field};

use muster_rules::BoxFacts;

use crate::args::{Everywhere, MusterArgs};
use crate::compose::forces::{BoxForces, answer};
use crate::exit::Failure;
use crate::plan::Plan;

/// Forces of a named box, where nothing else is asked for.
const OF_NAMED: usize = 5;

/// Lists fair forces of the boxes.
pub(crate) fn run(everywhere: &Everywhere, args: &MusterArgs) -> Result<(), Failure> {
    let (plan, ids) = Plan::load_naming(everywhere, &args.boxes)?;
    plan.say_warnings();
    let mut boxes = ids.iter().map(|id| find_box(&plan, id)).collect::<Result<Vec<_>, _>>()?;
    let wanted = args.forces.and_then(|n| usize::try_from(n).ok());
    let count = wanted.unwrap_or(if boxes.is_empty() { 1 } else { OF_NAMED });
    if boxes.is_empty() {
        boxes = plan.game.boxes().iter().collect();
    }
    let book = PriceBook::load(&plan, &args.book)?;
    let mut found = Vec::new();
    let units = book.units_of(&plan, &boxes)?;
    for (facts, units) in boxes.into_iter().zip(units) {
        let fielded = field(&units, f64::from(args.points), args.least, count);
        found.push(BoxForces { facts, units, fielded });
    }
    plan.output.give("muster", &answer(&plan, &book, args.points, &found)?)
}

/// The box of an id.
///
/// # Errors
/// An unknown id, with the nearest known one.
pub(crate) fn find_box<'p>(plan: &'p Plan, id: &str) -> Result<&'p BoxFacts, Failure> {
    let all = plan.game.boxes();
    all.iter().find(|one| one.id == id).ok_or_else(|| {
        let near = muster_rules::pack::nearest(id, all.iter().map(|one| one.id.as_str()));
        let advice = near.map_or_else(
            || "`muster list boxes` shows all".to_owned(),
            |near| format!("did you mean \"{near}\"? `muster list boxes` shows all"),
        );
        Failure::Input(format!("there is no box \"{id}\"\n  {advice}"))
    })
}
