//! Readers of single values, each with a sentence of its own for what cannot be.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use muster_rules::Respawns;
use muster_rules::orders::{Plan, Policy};
use muster_rules::terms::MOST_TURNS;

/// The plans of both sides: one of them, or the best mix of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanChoice {
    /// Both sides follow it.
    Fixed(Plan),
    /// Each side mixes the plans as well as it can.
    Equilibrium,
}

impl PlanChoice {
    /// The word of the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            PlanChoice::Fixed(plan) => plan.word(),
            PlanChoice::Equilibrium => "equilibrium",
        }
    }
}

/// Figures left on a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left(pub [u32; 2]);

/// A policy of a unit.
pub(crate) fn policy() -> impl TypedValueParser<Value = Policy> {
    PossibleValuesParser::new(Policy::ALL.map(Policy::word))
        .map(|word| Policy::named(&word).unwrap_or(Policy::Charge))
}

/// A plan of a side.
pub(crate) fn plan() -> impl TypedValueParser<Value = Plan> {
    PossibleValuesParser::new(Plan::ALL.map(Plan::word))
        .map(|word| Plan::named(&word).unwrap_or(Plan::Combined))
}

/// A plan of both sides, or the equilibrium.
pub(crate) fn plans() -> impl TypedValueParser<Value = PlanChoice> {
    PossibleValuesParser::new(Plan::ALL.map(Plan::word).into_iter().chain(["equilibrium"]))
        .map(|word| Plan::named(&word).map_or(PlanChoice::Equilibrium, PlanChoice::Fixed))
}

/// Most games of any run.
const MOST_GAMES: u64 = 1_000_000_000_000;

fn whole(text: &str, least: u64, most: u64, leave_out: &str) -> Result<u64, String> {
    match text.trim().parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ if most == u64::MAX => Err(format!("give a whole number from {least} upwards")),
        _ if leave_out.is_empty() => Err(format!("give a whole number from {least} to {most}")),
        _ => Err(format!("give a whole number from {least} to {most}; {leave_out}")),
    }
}

fn whole32(text: &str, least: u64, most: u32, leave_out: &str) -> Result<u32, String> {
    whole(text, least, u64::from(most), leave_out).map(|number| u32::try_from(number).unwrap_or(most))
}

/// Seconds to spend.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("give seconds from 0.01 to 3600, with a point for fractions".to_owned()),
    }
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX, "")
}

/// Threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    whole(text, 1, 1024, "leave it out to use all cores").map(|number| usize::try_from(number).unwrap_or(1))
}

/// Games of a run that has a number of its own where none is given.
pub(crate) fn some_games(text: &str) -> Result<u64, String> {
    whole(text, 1, MOST_GAMES, "")
}

/// The largest number of figures of a series that begins with 5 a side.
pub(crate) fn most_figures(text: &str) -> Result<u64, String> {
    whole(text, 5, 640, "")
}

/// Games to play, where leaving them out plays to a given precision.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    whole(text, 1, MOST_GAMES, "leave it out to play until the interval is narrow enough")
}

/// The number of one game.
pub(crate) fn game(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX, "")
}

/// Turns after which a game ends.
pub(crate) fn turns(text: &str) -> Result<u32, String> {
    whole32(text, 1, MOST_TURNS, "leave it out for the limit of the data")
}

/// Figures, points or a number of forces, where leaving them out means nothing special.
pub(crate) fn amount(text: &str) -> Result<u32, String> {
    whole32(text, 1, 10_000, "")
}

/// Figures of a target.
pub(crate) fn figures(text: &str) -> Result<u32, String> {
    whole32(text, 1, 10_000, "leave it out to count hits without an end")
}

/// Models of a target. How many are too many the rule set says.
pub(crate) fn models(text: &str) -> Result<u32, String> {
    whole(text, 1, u64::MAX, "").map(|models| u32::try_from(models).unwrap_or(u32::MAX))
}

/// Shots. How many are too many the rule set says.
pub(crate) fn shots(text: &str) -> Result<u32, String> {
    whole(text, 0, u64::MAX, "").map(|shots| u32::try_from(shots).unwrap_or(u32::MAX))
}

/// Melee points. How many are too many the rule set says.
pub(crate) fn melee_points(text: &str) -> Result<u32, String> {
    whole(text, 0, u64::MAX, "").map(|points| u32::try_from(points).unwrap_or(u32::MAX))
}

/// Firepower, fractions allowed. How much is too much the rule set says.
pub(crate) fn firepower(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("give a number from 0 upwards, with a point for fractions".to_owned()),
    }
}

/// Inches.
pub(crate) fn inches(text: &str) -> Result<f64, String> {
    number(text, 0.0, 1000.0)
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("give a number from {least} to {most}, with a point for fractions")),
    }
}

/// A save or a worsening of it: any whole number that a die could be compared with.
pub(crate) fn modifier(text: &str) -> Result<i32, String> {
    match text.trim().trim_end_matches('+').parse::<i32>() {
        Ok(number) if (-1000..=1000).contains(&number) => Ok(number),
        _ => Err("give a whole number, such as 5 or -1".to_owned()),
    }
}

/// Half of the width that the 95 % interval may have.
pub(crate) fn half_width(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(width) if (0.0001..=0.2).contains(&width) => Ok(width),
        _ => {
            Err("give a fraction of score from 0.0001 to 0.2; 0.01 means one percent to each side".to_owned())
        }
    }
}

/// `POOL` or `POOLxFIGURES`.
pub(crate) fn respawns(text: &str) -> Result<Respawns, String> {
    let sentence = "give how often units may come back, such as 2, or with how many figures, such as 2x10";
    let (pool, figures) = match text.trim().split_once(['x', 'X']) {
        Some((pool, figures)) => (pool, Some(figures)),
        None => (text.trim(), None),
    };
    let pool = whole32(pool, 0, 255, "").map_err(|_| sentence.to_owned())?;
    let figures = figures
        .map(|figures| whole32(figures, 1, 10_000, "").map_err(|_| sentence.to_owned()))
        .transpose()?;
    Ok(Respawns { pool, figures })
}

/// `A,B`: figures left of both sides.
pub(crate) fn left(text: &str) -> Result<Left, String> {
    let sentence = "give the figures left of both, such as 3,0";
    let (a, b) = text.split_once(',').ok_or(sentence)?;
    let count = |text: &str| text.trim().parse::<u32>().map_err(|_| sentence.to_owned());
    Ok(Left([count(a)?, count(b)?]))
}

/// The unit that fixes the scale of prices, and its price.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Anchor {
    /// `None` for the first that may be resized.
    pub unit: Option<String>,
    /// Its price; `None` for the usual one.
    pub points: Option<f64>,
}

/// `UNIT`, `UNIT=POINTS` or `=POINTS`.
pub(crate) fn anchor(text: &str) -> Result<Anchor, String> {
    let (unit, points) = match text.split_once('=') {
        Some((unit, points)) => (unit.trim(), Some(number(points, 0.01, 1_000_000.0)?)),
        None => (text.trim(), None),
    };
    Ok(Anchor { unit: (!unit.is_empty()).then(|| unit.to_owned()), points })
}

/// `UNIT=N`.
pub(crate) fn part(text: &str) -> Result<(String, u32), String> {
    let sentence = "give a unit and how many, such as heavy-foot=12";
    let (unit, count) = text.split_once('=').ok_or(sentence)?;
    let count = whole32(count, 1, 10_000, "").map_err(|_| sentence.to_owned())?;
    if unit.trim().is_empty() { Err(sentence.to_owned()) } else { Ok((unit.trim().to_owned(), count)) }
}
