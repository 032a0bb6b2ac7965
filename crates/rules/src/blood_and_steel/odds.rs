//! `muster odds`: the exact law of one contest, one confidence test, or one volley.

use muster_dice::Die;

use super::confidence::levels_lost;
use super::melee::{ContestSide, MeleeRound};
use super::missile::{Hits, Shot, ShotRoll};
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

/// A die whose face counts once; `role` is what it is thrown for.
fn die(text: &str, role: &str) -> Result<Die, Refusal> {
    let Throw { die, times } = throw(text)?;
    if times != 1 {
        return refuse(
            format!("\"{text}\" counts several times"),
            format!("a {role} die counts once: write {die}"),
        );
    }
    Ok(die)
}

/// What the text of an option was refused for, with the name of the option.
fn told_of<T>(option: &str, read: Result<T, Refusal>) -> Result<T, Refusal> {
    read.map_err(|refusal| Refusal { what: format!("{option}: {}", refusal.what), ..refusal })
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
    let quality = die(parts[0], "quality")?;
    for other in &parts[1..parts.len() - 1] {
        if die(other, "quality")? != quality {
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
    match (&query.contest, &query.volley, &query.confidence) {
        (Some(contest), None, None) => {
            query.refuse_idle("a contest", &["--contest"])?;
            told_of("--contest", contest_odds(rulings, contest))
        }
        (None, Some(volley), None) => volley_odds(volley, query),
        (None, None, Some(quality)) => {
            let Some(target) = query.target else {
                return refuse(
                    "a confidence test without a target",
                    "add --target N: leadership plus threat",
                );
            };
            query.refuse_idle("a confidence test", &["--confidence", "--target"])?;
            confidence_odds(told_of("--confidence", die(quality, "quality"))?, target)
        }
        _ => refuse(
            "one roll under Blood & Steel is a contest, a volley or a confidence test",
            "give --contest d8,d8:d8,d10, --volley d8,d10:d6 or --confidence d10 --target 6",
        ),
    }
}

fn contest_odds(rulings: &Rulings, text: &str) -> Result<OddsAnswer, Refusal> {
    let Some((first, second)) = text.split_once(':') else {
        return refuse(format!("\"{text}\" has no two sides"), "write both: d8,d8:d8,d10");
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

/// Quality, firepower and range dice of a volley.
type Aim = (Die, Throw, Die);

/// The dice of a volley, with impact and armour where they are given.
fn volley_dice(text: &str) -> Result<(Aim, Option<(Throw, Throw)>), Refusal> {
    let parts = |side: &str| side.split(',').map(|die| throw(die.trim())).collect::<Result<Vec<_>, _>>();
    let sides =
        text.split_once(':').map(|(shooter, target)| Ok((parts(shooter)?, parts(target)?))).transpose()?;
    let (quality, firepower, range, blow) = match sides.as_ref().map(|(one, other)| (&one[..], &other[..])) {
        Some(([quality, firepower], [range])) => (quality, firepower, range, None),
        Some(([quality, firepower, impact], [range, armour])) => {
            (quality, firepower, range, Some((*impact, *armour)))
        }
        _ => {
            return refuse(
                format!("\"{text}\" is not the dice of a volley"),
                "write d8,d10:d6, quality and firepower against range, or d8,d10,d8:d6,d8 with impact and armour",
            );
        }
    };
    let [quality, range] =
        [(quality, "quality"), (range, "range")].map(|(one, role)| die(&one.to_string(), role));
    Ok(((quality?, *firepower, range?), blow))
}

/// MISSILE FIRE: what a volley comes to, or the figures that it takes off where impact and armour are given.
fn volley_odds(text: &str, query: &OddsQuery) -> Result<OddsAnswer, Refusal> {
    let (aim, blow) = told_of("--volley", volley_dice(text))?;
    let (quality, firepower, range) = aim;
    let Some((impact, armour)) = blow else {
        query.refuse_idle("a volley without impact and armour dice", &["--volley"])?;
        let shot = shot_of(aim, (firepower, firepower), 0);
        let mut chances = [0.0; 3];
        for (result, _, p) in ShotRoll::new(shot).results() {
            chances[result as usize] += p;
        }
        let names = ["nothing", "minor", "major"].map(str::to_owned).to_vec();
        let asked = format!("A volley of {quality} and {firepower} against a range die of {range}");
        return Ok(answer(asked, "outcome", (0u32..).zip(chances).collect(), OddsShape::Outcomes(names)));
    };
    query.refuse_idle("a volley", &["--volley", "--figures"])?;
    let most = query.figures.unwrap_or(u32::from(quality.sides()) + firepower.size());
    let mut pmf = vec![0.0; most as usize + 1];
    for (_, fallen, p) in ShotRoll::new(shot_of(aim, (impact, armour), most)).results() {
        pmf[fallen as usize] += p;
    }
    // More than the dice can show falls to no volley, however many stand there.
    pmf.truncate(pmf.iter().rposition(|p| *p > 0.0).map_or(1, |last| last + 1));
    let asked = format!(
        "Figures that a volley of {quality} and {firepower} takes off at a range die of {range}, {impact} against {armour}"
    );
    Ok(answer(asked, "figures removed", (0u32..).zip(pmf).collect(), OddsShape::Counts))
}

/// "Open Shift vs Impact": no die of a question is shifted any more.
fn shot_of((quality, firepower, range): Aim, (impact, armour): (Throw, Throw), most: u32) -> Shot {
    Shot { quality, firepower, range, counterspell: None, impact, armour, hits: Hits::Volley, most }
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
