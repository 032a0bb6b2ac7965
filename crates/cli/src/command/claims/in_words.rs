//! What a measure is, in words.

use muster_rules::orders::Policy;
use muster_rules::{DuelSpec, Game, OddsShape, Refusal};

use super::read::{Measure, OfDuel, OfRoll, Part};

/// What a part measures.
pub(crate) struct Measured {
    /// In words.
    pub says: String,
    /// How people read its values.
    pub read_as: ReadAs,
}

/// How people read the values of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadAs {
    /// As they are.
    Number,
    /// 0 to 1, in percent.
    Share,
    /// What one share is more than another, -1 to 1, in percent.
    Difference,
}

/// A measure in words.
#[derive(PartialEq, Eq)]
struct Words {
    /// What is counted: `mean of figures removed`.
    what: String,
    /// Of what, with what joins it to the first.
    of: String,
}

/// What a part measures.
///
/// # Errors
/// What the game refuses.
pub(super) fn measured(game: &dyn Game, part: &Part) -> Result<Measured, Refusal> {
    let first = one(game, &part.measure)?;
    let (mut says, mut of) = (first.what, first.of);
    let second = [(" divided by ", &part.over), (" less ", &part.less)];
    for (joint, measure) in second.into_iter().filter_map(|(joint, it)| Some((joint, it.as_ref()?))) {
        let other = one(game, measure)?;
        // Two numbers of one thing name it once.
        if other.of != of {
            says = format!("{says}{of},");
            of = other.of;
        }
        says = format!("{says}{joint}{}", other.what);
    }
    let shares = part.over.is_none() && is_share(&part.measure) && part.less.as_ref().is_none_or(is_share);
    let seats = matches!(part.measure, Measure::Duel { what: OfDuel::Seat, .. });
    let read_as = match (shares, part.less.is_some() || seats) {
        (false, _) => ReadAs::Number,
        (true, false) => ReadAs::Share,
        (true, true) => ReadAs::Difference,
    };
    Ok(Measured { says: format!("{says}{of}"), read_as })
}

fn is_share(measure: &Measure) -> bool {
    match measure {
        Measure::Duel { what, .. } => !matches!(what, OfDuel::Removed | OfDuel::Turns),
        Measure::Battle { .. } => true,
        Measure::Odds { what, .. } => matches!(what, OfRoll::AtLeast(_) | OfRoll::Suppressed),
    }
}

fn one(game: &dyn Game, measure: &Measure) -> Result<Words, Refusal> {
    Ok(match measure {
        Measure::Duel { names, spec, what } => of_duel(&units(game, names, spec), *what, &terms(spec)),
        Measure::Battle { names, spec, draws } => {
            let name = |id: &String| {
                let known = game.boxes().iter().find(|one| one.id == *id);
                known.map_or_else(|| id.clone(), |one| one.name.clone())
            };
            let what = if *draws { "drawn battles" } else { "score" };
            let of = format!(" of {} against {} ({})", name(&names[0]), name(&names[1]), spec.conditions);
            Words { what: what.to_owned(), of }
        }
        Measure::Odds { query, what } => {
            let law = game.odds(query)?;
            let value = &law.value_name;
            let what = match (what, &law.shape) {
                (OfRoll::Mean, _) => format!("mean of {value}"),
                (OfRoll::Deviation, _) => format!("standard deviation of {value}"),
                (OfRoll::Suppressed, _) => "chance that the target is suppressed".to_owned(),
                (OfRoll::AtLeast(least), OddsShape::Outcomes(outcomes)) => {
                    let from = outcomes.iter().skip(*least as usize).map(|name| name.replace('_', " "));
                    format!("chance of {}", from.collect::<Vec<_>>().join(" or "))
                }
                (OfRoll::AtLeast(least), _) => format!("chance of {least} or more {value}"),
            };
            let asked = law.asked.replace("A volley", "a volley").replace("Figures that", "figures that");
            Words { what, of: format!(" ({asked})") }
        }
    })
}

/// Names of both units, with their figures where those are not the data's.
fn units(game: &dyn Game, names: &[String; 2], spec: &DuelSpec) -> [String; 2] {
    [0, 1].map(|at: usize| {
        let known = game.units().iter().find(|unit| unit.id == names[at]);
        let name = known.map_or(names[at].as_str(), |unit| unit.name.as_str());
        let other = spec.figures[at].filter(|figures| known.is_none_or(|unit| unit.figures != *figures));
        other.map_or_else(|| name.to_owned(), |figures| format!("{name} ({figures})"))
    })
}

/// How they fight where that is not the usual way.
fn terms(spec: &DuelSpec) -> String {
    let mut terms = Vec::new();
    if let [Some(one), Some(other)] = spec.policies.map(|policy| policy.map(Policy::word)) {
        terms.push(if one == other { format!("both {one}") } else { format!("{one} against {other}") });
    }
    terms.extend(spec.start.map(|inches| format!("{inches}\" apart")));
    terms.extend(spec.max_turns.map(|turns| format!("turn limit {turns}")));
    if terms.is_empty() { String::new() } else { format!("; {}", terms.join(", ")) }
}

fn of_duel([one, other]: &[String; 2], what: OfDuel, terms: &str) -> Words {
    let what = match what {
        OfDuel::Score => "score",
        OfDuel::ScoreAsA => "score as side A",
        OfDuel::ScoreAsB => "score as side B",
        OfDuel::Seat => "score as side A less score as side B",
        OfDuel::Draws => "share of drawn games",
        OfDuel::Removed => {
            let of = format!(" by {one} against {other}{terms}");
            return Words { what: "figures taken off".to_owned(), of };
        }
        OfDuel::ShootingShare => "share of shooting in all losses",
        OfDuel::MeleeShare => "share of melee in all losses",
        OfDuel::MoraleShare => "share of morale in all losses",
        OfDuel::Turns => "turns of a game",
    };
    Words { what: what.to_owned(), of: format!(" of {one} against {other}{terms}") }
}
