//! `muster odds`: the exact law of one contest, one confidence test, or one shot.

use muster_dice::Die;

use super::confidence::levels_lost;
use super::melee::{ContestSide, MeleeRound};
use super::rulings::Rulings;
use super::throw::{Throw, ladder_in_words};
use crate::ruleset::{OddsAnswer, OddsQuery, OddsShape, Refusal};

fn refuse<T>(what: impl Into<String>, advice: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { what: what.into(), advice: advice.into() })
}

fn throw(text: &str) -> Result<Throw, Refusal> {
    Throw::named(text)
        .or_else(|advice| refuse(format!("\"{text}\" is no die of the ladder {}", ladder_in_words()), advice))
}

fn die(text: &str) -> Result<Die, Refusal> {
    let throw = throw(text)?;
    if throw.times != 1 {
        return refuse(format!("\"{text}\" counts several times"), "a quality die counts once: write d8");
    }
    Ok(throw.die)
}

/// The most dice that a side of a contest may have: its law is worked out throw by throw.
const MOST_DICE: usize = 6;

/// A side in words: quality dice first, one of them unless there are three dice or more; then melee dice.
fn side(text: &str) -> Result<ContestSide, Refusal> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() < 2 || parts.len() > MOST_DICE {
        return refuse(
            format!("\"{text}\" is not a quality die and a melee die"),
            "write each side as d8,d10; a led unit as d8,d8,d10",
        );
    }
    let melee = throw(parts[parts.len() - 1])?;
    let quality = die(parts[0])?;
    for other in &parts[1..parts.len() - 1] {
        if die(other)? != quality {
            return refuse(
                format!("\"{text}\" has two kinds of quality dice"),
                "all dice but the last are quality dice of one unit",
            );
        }
    }
    Ok(ContestSide {
        quality,
        qualities: u8::try_from(parts.len() - 1).unwrap_or(1),
        melee,
        extra: [None; 2],
        led: false,
        ranks: 1,
        divisor: melee,
        casualty: melee,
        armour: melee,
        inflicts: true,
        rolls: true,
        most: 0,
    })
}

/// Answers a query.
pub(super) fn odds(rulings: &Rulings, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
    match (&query.contest, &query.confidence) {
        (Some(contest), None) => contest_odds(rulings, contest),
        (None, Some(quality)) => {
            let Some(target) = query.target else {
                return refuse(
                    "a confidence test without a target",
                    "add --target N: leadership plus threat",
                );
            };
            confidence_odds(die(quality)?, target)
        }
        _ => refuse(
            "one roll under Blood & Steel is either a contest or a confidence test",
            "give --contest d8,d8:d8,d10 or --confidence d10 --target 6",
        ),
    }
}

fn contest_odds(rulings: &Rulings, text: &str) -> Result<OddsAnswer, Refusal> {
    let Some((first, second)) = text.split_once(':') else {
        return refuse(format!("\"{text}\" has one side"), "write both: d8,d8:d8,d10");
    };
    let sides = [side(first)?, side(second)?];
    let outcomes = MeleeRound::new(sides, rulings).outcomes();
    let names = ["a_major", "a_minor", "drawn", "b_minor", "b_major"];
    let pmf: Vec<(u32, f64)> = (0u32..).zip(outcomes).collect();
    Ok(answer(
        format!("Melee of {} against {}", first.replace(',', " and "), second.replace(',', " and ")),
        "outcome",
        pmf,
        OddsShape::Outcomes(names.map(str::to_owned).to_vec()),
    ))
}

fn confidence_odds(quality: Die, target: i32) -> Result<OddsAnswer, Refusal> {
    let mut lost = [0u32; 3];
    for face in 1..=u32::from(quality.sides()) {
        lost[levels_lost(face, target) as usize] += 1;
    }
    let pmf =
        (0u32..).zip(lost).map(|(levels, faces)| (levels, f64::from(faces) / f64::from(quality.sides())));
    Ok(answer(
        format!("A confidence test of {quality} against {target}"),
        "levels lost",
        pmf.collect(),
        OddsShape::LevelsLost,
    ))
}

fn answer(asked: String, value_name: &str, pmf: Vec<(u32, f64)>, shape: OddsShape) -> OddsAnswer {
    let mean: f64 = pmf.iter().map(|(value, p)| f64::from(*value) * p).sum();
    let square: f64 = pmf.iter().map(|(value, p)| (f64::from(*value) - mean).powi(2) * p).sum();
    OddsAnswer {
        asked,
        value_name: value_name.to_owned(),
        pmf,
        mean,
        deviation: square.max(0.0).sqrt(),
        shape,
    }
}
