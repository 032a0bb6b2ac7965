//! `muster odds`: the exact law of one unit's fire on another.

use super::needed::Needed;
use super::rules::Rules;
use super::volley::{Shots, Volley, VolleyRoll};
use crate::grammar::counted;
use crate::ruleset::{OddsAnswer, OddsQuery, OddsShape, Refusal};

/// The most shots and models of one question.
const MOST_SHOTS: u32 = 2000;
const MOST_MODELS: u32 = 200;

/// Answers a query of shots: models removed, and the chance of suppression.
pub(super) fn odds(rules: &Rules, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
    let refuse = |what: &str, advice: &str| Err(Refusal { what: what.to_owned(), advice: advice.to_owned() });
    let Some(shots) = query.shots else {
        return refuse(
            "one roll under Firefight is a number of shots",
            "give --shots 20 --to-hit 4 --models 10",
        );
    };
    let Some(to_hit) = query.to_hit else {
        return refuse("shots without a roll to hit", "add --to-hit N: 4 at equal skill in the open");
    };
    let Some(models) = query.models else {
        return refuse("shots at nobody", "add --models N: how many models the target has");
    };
    match query.save {
        None => query.refuse_idle(
            "a volley without a save",
            &["--shots", "--to-hit", "--to-wound", "--save", "--models"],
        ),
        Some(_) => query
            .refuse_idle("a volley", &["--shots", "--to-hit", "--to-wound", "--save", "--ap", "--models"]),
    }?;
    let asked = format!("{} at {}", counted(shots, "shot", "shots"), counted(models, "model", "models"));
    if shots > MOST_SHOTS || models > MOST_MODELS || models == 0 {
        let advice = format!("give up to {MOST_SHOTS} shots, at 1 to {MOST_MODELS} models");
        return refuse(&asked, &advice);
    }
    let (numbers, rulings) = (&rules.numbers, &rules.rulings);
    let die = numbers.die;
    let hit = Needed::of(to_hit, die, true);
    let wound = Needed::of(query.to_wound.unwrap_or(numbers.to_wound), die, rulings.hopeless_wound);
    let save = query
        .save
        .map_or(Needed::Never, |save| Needed::of(save + query.armour_piercing, die, rulings.hopeless_save));
    let roll = VolleyRoll::new(Volley {
        die,
        shots: vec![Shots { count: shots, hit, reroll: false, wound, save }],
        models,
        telling: rules.telling(models, false, 0),
        even: rulings.even_allocation,
    });
    let (mut pmf, mut suppressed) = (vec![0.0; models as usize + 1], 0.0);
    for (struck, p) in roll.outcomes() {
        pmf[struck.removed as usize] += p;
        suppressed += if struck.told > 0 { p } else { 0.0 };
    }
    let saved =
        query.save.map_or_else(|| "without a save".to_owned(), |_| format!("saving on {}", save.words()));
    let mean: f64 = (0u32..).zip(&pmf).map(|(removed, p)| f64::from(removed) * p).sum();
    let square: f64 = (0u32..).zip(&pmf).map(|(removed, p)| (f64::from(removed) - mean).powi(2) * p).sum();
    Ok(OddsAnswer {
        asked: format!("{asked}: to hit {}, to wound {}, {saved}", hit.words(), wound.words()),
        value_name: "models removed".to_owned(),
        pmf: (0u32..).zip(pmf).filter(|(_, p)| *p > 0.0).collect(),
        mean,
        deviation: square.max(0.0).sqrt(),
        shape: OddsShape::Suppression(suppressed.min(1.0)),
    })
}
