//! `muster odds`: the exact law of one roll.

use super::numbers::Numbers;
use super::rulings::Rulings;
use super::saves::failing_faces;
use super::strike::{LawBook, Mode};
use crate::grammar::counted;
use crate::ruleset::{OddsAnswer, OddsQuery, OddsShape, Refusal};

/// The most points that one roll may have.
const MOST_POINTS: u32 = 2000;

/// Answers a query of firepower or melee points.
pub(super) fn odds(numbers: &Numbers, rulings: &Rulings, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
    use muster_dice::Roll as _;
    let refuse = |what: &str, advice: &str| Err(Refusal { what: what.to_owned(), advice: advice.to_owned() });
    let (mode, points) = match (query.shoot, query.melee) {
        // Fractions of firepower are dropped after adding up.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped; the limit is checked below"
        )]
        (Some(fp), None) if fp >= 0.0 && fp.is_finite() => (Mode::Shooting, fp.min(1e9).floor() as u32),
        (None, Some(mp)) => (if query.charging { Mode::Charge } else { Mode::Melee }, mp),
        (Some(_), None) => return refuse("firepower must be 0 or more", "give --shoot a number such as 23"),
        _ if query.contest.is_some() || query.volley.is_some() || query.confidence.is_some() => {
            return refuse(
                "Chimera has no contests of quality and melee dice, no volleys of them and no confidence tests",
                "add --rules blood-and-steel, or give --shoot FP or --melee MP",
            );
        }
        _ if query.shots.is_some() => {
            return refuse(
                "Chimera has no shots that hit, wound and suppress",
                "add --rules firefight, or give --shoot FP or --melee MP",
            );
        }
        _ => {
            return refuse(
                "one roll needs either firepower or melee points",
                "give --shoot FP or --melee MP, not both",
            );
        }
    };
    let used: &[&str] = match (mode, query.save) {
        (Mode::Shooting, None) => &["--shoot", "--save", "--figures"],
        (Mode::Shooting, Some(_)) => &["--shoot", "--save", "--ap", "--figures"],
        (_, None) => &["--melee", "--charging", "--save", "--figures"],
        (_, Some(_)) => &["--melee", "--charging", "--save", "--ap", "--figures"],
    };
    let roll = if mode == Mode::Shooting { "shooting" } else { "melee" };
    let saves = if query.save.is_some() { "" } else { " without a save" };
    query.refuse_idle(&format!("{roll}{saves}"), used)?;
    if points > MOST_POINTS {
        return refuse("more points than any unit has", &format!("give at most {MOST_POINTS}"));
    }
    if query.figures == Some(0) {
        return refuse("a target of 0 figures", "give --figures 1 or more");
    }
    let book = LawBook::new(numbers, rulings, points);
    let needed = query.save.map(|save| save + query.armour_piercing);
    let failing = needed.map_or(book.save_faces(), |needed| failing_faces(needed, numbers, rulings));
    let mut pmf = book.strike(mode, points, failing).law().pmf().clone();
    if let Some(figures) = query.figures {
        pmf = pmf.capped(figures);
    }
    let kind = match mode {
        Mode::Shooting => format!("{points} FP shooting"),
        Mode::Melee => format!("{points} MP in melee"),
        Mode::Charge => format!("{points} MP charging"),
    };
    let against = match (needed, query.figures) {
        (None, None) => String::new(),
        (Some(needed), None) => format!(" against a save of {needed}+"),
        (None, Some(figures)) => format!(" at {}", counted(figures, "figure", "figures")),
        (Some(needed), Some(figures)) => {
            let figures = counted(figures, "figure that saves", "figures that save");
            format!(" against {figures} on {needed}+")
        }
    };
    let value_name = if needed.is_some() { "figures removed" } else { "hits" };
    Ok(OddsAnswer {
        asked: format!("{kind}{against}"),
        value_name: value_name.to_owned(),
        mean: pmf.mean(),
        deviation: pmf.variance().max(0.0).sqrt(),
        pmf: pmf.iter().collect(),
        shape: OddsShape::Counts,
    })
}
