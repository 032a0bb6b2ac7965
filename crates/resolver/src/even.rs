//! The even size: how many figures of one unit make an even fight against a fixed force, from exact solutions or from games.

use muster_dice::Seed;
use muster_rules::{DiceKind, DuelSpec, Game, Matchup};
use muster_stats::Record;

use crate::resolve::Fault;

/// What to bring to an even fight.
#[derive(Clone, Debug)]
pub struct EvenQuery<'q> {
    /// The unit whose number of figures is sought; all its figures must be alike.
    pub varied: &'q str,
    /// Its enemy.
    pub fixed: &'q str,
    /// The enemy's figures, where they are not those of the data.
    pub figures: Option<u32>,
    /// How they meet, the varied unit first; its `figures` are not looked at.
    pub spec: DuelSpec,
    /// Where to look first.
    pub guess: f64,
    /// Most figures.
    pub most: u32,
    /// Outcomes of dice that one solution may follow.
    pub budget: u64,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub enum EvenSize {
    /// Between these two sizes.
    Even(EvenPoint),
    /// The most figures still score less than one half: this.
    MoreThanMost(f64),
    /// A single figure scores more than one half: this.
    LessThanOne(f64),
    /// Hardly a game is decided: neither can hurt the other, or they never come to grips.
    Stalemate,
}

/// Two sizes next to each other, the smaller losing and the larger not, and the even size between them.
#[derive(Clone, Debug, PartialEq)]
pub struct EvenPoint {
    /// The even size, a fraction: the logit of the score taken as linear in ln(size) between the two.
    pub size: f64,
    /// Logits of score a unit of ln(size) between the two.
    pub steepness: f64,
    /// Sizes and the varied unit's scores there, the smaller first.
    pub between: [(u32, f64); 2],
    /// Duels solved or played on the way, both seatings counting as one.
    pub solved: u32,
}

impl EvenPoint {
    /// ln of the larger size over the smaller.
    #[must_use]
    pub fn gap(&self) -> f64 {
        (f64::from(self.between[1].0) / f64::from(self.between[0].0)).ln()
    }
}

/// Steepness to step by while the other side of the even point is not known.
const TYPICAL_STEEPNESS: f64 = 7.0;
/// Logits beyond which a score counts as won or lost: steps stay of a sane length.
const FAR: f64 = 12.0;
/// Share of games that must be decided.
const DECIDED: f64 = 0.02;

/// Finds the even size.
///
/// # Errors
/// When the game refuses the duel, or a solution is larger than the budget.
pub fn even_size(game: &dyn Game, query: &EvenQuery<'_>) -> Result<EvenSize, Fault> {
    search(query, &|size| {
        let law = compile(game, query, size)?.solve(query.budget).map_err(Fault::Unsolvable)?;
        Ok((law.score(), law.mean(|seat| seat.win + seat.loss)))
    })
}

/// The same by playing: each size as many games of either seating, all of them the games of the same numbers. A score's standard error is at
/// most 1/2 over the root of twice the games, and the two sizes next to each other may be the wrong ones by about that over the steepness.
///
/// # Errors
/// When the game refuses the duel.
pub fn even_size_played(
    game: &dyn Game,
    query: &EvenQuery<'_>,
    seed: Seed,
    games: u64,
) -> Result<EvenSize, Fault> {
    search(query, &|size| {
        let tally = compile(game, query, size)?.play(seed, 0..2 * games.max(1), DiceKind::Tables, false);
        let total = tally.total();
        let record = Record { wins: total.wins, draws: total.draws, losses: total.losses };
        let decided = (record.wins + record.losses) as f64 / record.games().max(1) as f64;
        Ok((record.score().unwrap_or(0.5), decided))
    })
}

/// Score of the varied unit at a size, and the share of games that are decided.
type Answer<'a> = &'a dyn Fn(u32) -> Result<(f64, f64), Fault>;

fn search(query: &EvenQuery<'_>, answer: Answer<'_>) -> Result<EvenSize, Fault> {
    let most = query.most.max(1);
    let (mut below, mut above) = (None, None);
    let mut size = whole(query.guess, 1, most);
    let mut solved = 0;
    loop {
        let (score, decided) = answer(size)?;
        solved += 1;
        if decided < DECIDED {
            return Ok(EvenSize::Stalemate);
        }
        if score < 0.5 {
            below = Some((size, score));
        } else {
            above = Some((size, score));
        }
        size = match (below, above) {
            (Some(low), Some(high)) if high.0 == low.0 + 1 => {
                let (size, steepness) = between(low, high);
                return Ok(EvenSize::Even(EvenPoint { size, steepness, between: [low, high], solved }));
            }
            (Some(low), Some(high)) => whole(between(low, high).0, low.0 + 1, high.0 - 1),
            (Some((low, score)), None) if low == most => return Ok(EvenSize::MoreThanMost(score)),
            (None, Some((1, score))) => return Ok(EvenSize::LessThanOne(score)),
            // The next size lies where the typical steepness puts the even point, on its far side.
            (Some((low, score)), None) => {
                let next = (f64::from(low) * (-logit(score) / TYPICAL_STEEPNESS).exp()).ceil();
                whole(next, low + 1, most)
            }
            (None, Some((high, score))) => {
                let next = (f64::from(high) * (-logit(score) / TYPICAL_STEEPNESS).exp()).floor();
                whole(next, 1, high - 1)
            }
            (None, None) => return Ok(EvenSize::Stalemate),
        };
    }
}

fn compile<'g>(game: &'g dyn Game, query: &EvenQuery<'_>, size: u32) -> Result<Box<dyn Matchup + 'g>, Fault> {
    let spec = DuelSpec { figures: [Some(size), query.figures], ..query.spec.clone() };
    game.duel(query.varied, query.fixed, &spec).map_err(Fault::Refused)
}

fn logit(score: f64) -> f64 {
    // A sum of probabilities may exceed 1 by its rounding.
    let score = score.clamp(0.0, 1.0);
    (score / (1.0 - score)).ln().clamp(-FAR, FAR)
}

/// The even size between two others, and the steepness there.
fn between(low: (u32, f64), high: (u32, f64)) -> (f64, f64) {
    let (x, y) = (f64::from(low.0).ln(), f64::from(high.0).ln());
    let (a, b) = (logit(low.1), logit(high.1));
    // The lower score lies below one half and the higher does not, so a < b.
    let share = (-a / (b - a)).clamp(0.0, 1.0);
    ((x + share * (y - x)).exp(), (b - a) / (y - x))
}

fn whole(size: f64, least: u32, most: u32) -> u32 {
    let (least, most) = (f64::from(least), f64::from(most.max(least)));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped between two u32")]
    let size = size.round().clamp(least, most) as u32;
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_a_hair_above_one_is_one() {
        assert!(
            (logit(1.0 + f64::EPSILON) - FAR).abs() < 1e-12 && (logit(-f64::EPSILON) + FAR).abs() < 1e-12
        );
        let (size, steepness) = between((3, 0.25), (4, 1.0 + f64::EPSILON));
        assert!((3.0..4.0).contains(&size) && steepness > 0.0, "{size} {steepness}");
    }
}
