//! A baseline: what a rule set's match-ups came to, kept in the repository, so that a later edit can be held against it game by
//! game.
//!
//! Format changes: 1 first version; 2 units and boxes value by value, and the fit of what forces should cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json::malformed;
use crate::letters::{counts_of, digest, letters, results};
use crate::outcome::Outcome;

/// Version of the format; a reader refuses a newer one. Older ones lack what came later.
pub const BASELINE_FORMAT: u32 = 2;

/// What a file of this kind calls itself.
pub const BASELINE_KIND: &str = "muster baseline";

/// What the counts mean; a reader refuses another meaning.
pub const BASELINE_MEANS: &str =
    "wins, draws and losses of the row; the seat of side A alternates from game to game; version 1";

/// How forces met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineTerms {
    /// `boxes` or `units`.
    pub of: String,
    /// Conditions of battles; empty for duels.
    pub conditions: String,
    /// Plans of row and column; empty for duels.
    pub plans: Vec<String>,
    /// Turn limit, where it is not that of the data.
    pub max_turns: Option<u32>,
    /// A battle that reaches the turn limit was a draw.
    pub limit_draw: bool,
}

/// The limits that held when the baseline was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineLimits {
    /// Band of scores.
    pub band: Option<[f64; 2]>,
    /// Largest change of a score.
    pub change: Option<f64>,
}

/// What all cells together say of one force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselinePrice {
    /// Id of the force.
    pub id: String,
    /// ln(points) of the force as it stands; all of them sum to 0.
    pub theta: f64,
    /// Standard error of theta against the mean of all, widened by what one number a force cannot say. 0 or more.
    pub standard_error: f64,
}

/// What the forces should cost: Bradley-Terry ratings of all cells over the steepness of scores in size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineFit {
    /// Logits of score a unit of ln(size), from forces against themselves with fewer figures. Above 0.
    pub gamma: f64,
    /// Its standard error, 0 or more.
    pub gamma_error: f64,
    /// Pearson's chi-square of the ratings over its degrees of freedom, at least 1.
    pub phi: f64,
    /// The forces that met others.
    pub forces: Vec<BaselinePrice>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineCell {
    /// Id of the row.
    pub row: String,
    /// Id of the column.
    pub column: String,
    /// Wins, draws, losses of the row as side A, then as side B: probabilities, for an exact cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<[[f64; 3]; 2]>,
    /// The same as counts of games, for a sampled cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<[[u64; 3]; 2]>,
    /// Every game's result in order, three games a letter, for a sampled cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<String>,
    /// Hash of the results, 16 hexadecimal digits, for a sampled cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// A whole baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// [`BASELINE_KIND`].
    pub kind: String,
    /// [`BASELINE_FORMAT`] of the writer.
    pub format: u32,
    /// Version of the program.
    pub program: String,
    /// Name and version of the way keyed games get their luck.
    pub randomness: String,
    /// [`BASELINE_MEANS`].
    pub means: String,
    /// Id of the rule set.
    pub rules: String,
    /// Hash of the merged rules and data.
    pub data_hash: String,
    /// How forces met.
    pub terms: BaselineTerms,
    /// Seed of the games.
    pub seed: u64,
    /// Games of a sampled cell.
    pub games: u64,
    /// Limits that held.
    #[serde(default)]
    pub limits: BaselineLimits,
    /// Every value of the rules, by dotted key: an edit is told from them.
    pub values: BTreeMap<String, String>,
    /// What the forces that met were made of: by the key of each, its values by what follows that key. Empty in format 1.
    #[serde(default)]
    pub forces: BTreeMap<String, BTreeMap<String, String>>,
    /// What they should cost; `None` in format 1, and where no force can be played with fewer figures.
    #[serde(default)]
    pub fit: Option<BaselineFit>,
    /// The cells.
    pub cells: Vec<BaselineCell>,
}

/// Why a baseline cannot be used.
#[derive(Debug)]
pub enum BaselineError {
    /// Not JSON, or cut short, or not of this shape.
    Malformed(serde_json::Error),
    /// Another kind of file.
    NotOne,
    /// Of another format.
    Format(u32),
    /// What it says of itself cannot be.
    Broken(String),
}

impl std::fmt::Display for BaselineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BaselineError::Malformed(error) => f.write_str(&malformed("baseline", error)),
            BaselineError::NotOne => write!(f, "not a baseline: it does not call itself \"{BASELINE_KIND}\""),
            BaselineError::Format(found) => {
                write!(f, "a baseline of format {found}; this program reads up to {BASELINE_FORMAT}")
            }
            BaselineError::Broken(what) => write!(f, "the baseline is damaged: {what}"),
        }
    }
}

impl std::error::Error for BaselineError {}

/// Names what other programs write in place of a number and JSON has no word for, where that is what could not be read.
fn not_a_number(text: &str, error: &serde_json::Error) -> Option<BaselineError> {
    let line = text.lines().nth(error.line().checked_sub(1)?)?;
    let found = line.get(error.column().saturating_sub(1)..)?;
    let word = ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| {
        // The place is that of the first letter, or of the letter after a sign or an `N` that might have begun `null`.
        found.starts_with(word)
            || (1..=2).any(|back| {
                line.get(error.column().saturating_sub(1 + back)..).is_some_and(|from| from.starts_with(word))
            })
    })?;
    let number = error.line();
    Some(BaselineError::Broken(format!("line {number} holds {word} where a number belongs")))
}

impl Baseline {
    /// The baseline as JSON text with one cell and one force a line, so that a repository shows which cells moved.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn to_json(&self) -> Result<String, BaselineError> {
        self.check()?;
        let line = |cell: &BaselineCell| serde_json::to_string(cell).map_err(BaselineError::Malformed);
        let cells = self.cells.iter().map(line).collect::<Result<Vec<_>, _>>()?;
        let head = Baseline { cells: Vec::new(), forces: BTreeMap::new(), ..self.clone() };
        let head = serde_json::to_string_pretty(&head).map_err(BaselineError::Malformed)?;
        let head = head.trim_end_matches(['}', '\n']).trim_end_matches("[]").to_owned();
        let force = |force: (&String, &BTreeMap<String, String>)| -> Result<String, serde_json::Error> {
            Ok(format!("{}:{}", serde_json::to_string(force.0)?, serde_json::to_string(force.1)?))
        };
        let forces = self.forces.iter().map(force).collect::<Result<Vec<_>, _>>();
        let forces = forces.map_err(BaselineError::Malformed)?.join(",\n");
        let head = head.replacen("\"forces\": {}", &format!("\"forces\": {{\n{forces}\n  }}"), 1);
        Ok(format!("{head}[\n{}\n  ]\n}}\n", cells.join(",\n")))
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// When the text is not one, breaks off, or holds what cannot be.
    pub fn from_json(text: &str) -> Result<Baseline, BaselineError> {
        #[derive(Deserialize)]
        struct Head {
            kind: Option<String>,
            format: u32,
        }
        let unreadable = |error| not_a_number(text, &error).unwrap_or(BaselineError::Malformed(error));
        let head: Head = serde_json::from_str(text).map_err(unreadable)?;
        if head.kind.as_deref() != Some(BASELINE_KIND) {
            return Err(BaselineError::NotOne);
        }
        if !(1..=BASELINE_FORMAT).contains(&head.format) {
            return Err(BaselineError::Format(head.format));
        }
        let baseline: Baseline = serde_json::from_str(text).map_err(unreadable)?;
        baseline.check()?;
        Ok(baseline)
    }

    fn check(&self) -> Result<(), BaselineError> {
        for cell in &self.cells {
            cell.check(self.games).map_err(|what| {
                BaselineError::Broken(format!("cell {} against {}: {what}", cell.row, cell.column))
            })?;
        }
        let band = self.limits.band.into_iter().flatten().chain(self.limits.change);
        if band.into_iter().any(|limit| !limit.is_finite()) {
            return Err(BaselineError::Broken("a limit that is no number".to_owned()));
        }
        if self.fit.as_ref().is_some_and(|fit| !fit.is_sound()) {
            return Err(BaselineError::Broken("a fit that cannot be".to_owned()));
        }
        Ok(())
    }
}

impl BaselineFit {
    fn is_sound(&self) -> bool {
        let error = |error: f64| error.is_finite() && error >= 0.0;
        let slope = self.gamma.is_finite() && self.gamma > 0.0 && error(self.gamma_error);
        let price = |force: &BaselinePrice| force.theta.is_finite() && error(force.standard_error);
        slope && self.phi.is_finite() && self.phi >= 1.0 && self.forces.iter().all(price)
    }
}

impl BaselineCell {
    /// An exact cell.
    pub fn exact(row: &str, column: &str, seats: [[f64; 3]; 2]) -> BaselineCell {
        let (row, column) = (row.to_owned(), column.to_owned());
        BaselineCell { row, column, exact: Some(seats), counts: None, games: None, digest: None }
    }

    /// A sampled cell.
    pub fn sampled(row: &str, column: &str, outcomes: &[Outcome]) -> BaselineCell {
        BaselineCell {
            row: row.to_owned(),
            column: column.to_owned(),
            exact: None,
            counts: Some(counts_of(outcomes)),
            games: Some(letters(outcomes)),
            digest: Some(format!("{:016x}", digest(outcomes))),
        }
    }

    /// Every game's result; `None` for an exact cell or letters that say nothing.
    pub fn outcomes(&self) -> Option<Vec<Outcome>> {
        let games: u64 = self.counts?.iter().flatten().sum();
        results(self.games.as_deref()?, usize::try_from(games).ok()?)
    }

    fn check(&self, games: u64) -> Result<(), String> {
        match (&self.exact, &self.counts) {
            (Some(seats), None) => {
                let fine = |seat: &[f64; 3]| {
                    let sum: f64 = seat.iter().sum();
                    seat.iter().all(|p| p.is_finite() && (0.0..=1.0 + 1e-9).contains(p))
                        && (sum - 1.0).abs() < 1e-6
                };
                if seats.iter().all(fine) {
                    Ok(())
                } else {
                    Err("probabilities that do not add up to 1".to_owned())
                }
            }
            (None, Some(counts)) => {
                let outcomes = self.outcomes().ok_or("results of games that cannot be read")?;
                if outcomes.len() as u64 != games {
                    return Err(format!("{} games where {games} are announced", outcomes.len()));
                }
                let digest = format!("{:016x}", digest(&outcomes));
                if counts_of(&outcomes) != *counts || self.digest.as_deref() != Some(&digest) {
                    return Err("counts that are not those of its games".to_owned());
                }
                Ok(())
            }
            _ => Err("neither an exact answer nor counts of games".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline() -> Baseline {
        let outcomes: Vec<Outcome> = (0..100)
            .map(|at| [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Loss][at * at % 4])
            .collect();
        Baseline {
            kind: BASELINE_KIND.to_owned(),
            format: BASELINE_FORMAT,
            program: "muster test".to_owned(),
            randomness: "keyed".to_owned(),
            means: BASELINE_MEANS.to_owned(),
            rules: "demo".to_owned(),
            data_hash: "00".to_owned(),
            terms: BaselineTerms {
                of: "boxes".to_owned(),
                conditions: "open".to_owned(),
                plans: vec!["combined".to_owned(); 2],
                max_turns: None,
                limit_draw: false,
            },
            seed: 1,
            games: 100,
            limits: BaselineLimits { band: Some([0.35, 0.65]), change: None },
            values: [("morale.passes_on".to_owned(), "3".to_owned())].into(),
            forces: ["boxes.a", "boxes.b"]
                .map(|id| (id.to_owned(), [("figures".to_owned(), "12".to_owned())].into()))
                .into(),
            fit: Some(BaselineFit {
                gamma: 6.5,
                gamma_error: 0.5,
                phi: 1.5,
                forces: [("a", 0.125), ("b", -0.125)]
                    .map(|(id, theta)| BaselinePrice { id: id.to_owned(), theta, standard_error: 0.0625 })
                    .into(),
            }),
            cells: vec![
                BaselineCell::sampled("a", "b", &outcomes),
                BaselineCell::exact("a", "a", [[0.4, 0.2, 0.4]; 2]),
            ],
        }
    }

    #[test]
    fn a_baseline_comes_back_as_it_was() {
        let text = baseline().to_json().unwrap();
        assert_eq!(Baseline::from_json(&text).unwrap(), baseline());
        for (word, what) in [("\"row\"", "one cell a line"), ("\"boxes.", "one force a line")] {
            assert_eq!(text.lines().filter(|line| line.contains(word)).count(), 2, "{what}");
        }
        let bare = Baseline { forces: BTreeMap::new(), ..baseline() };
        assert_eq!(Baseline::from_json(&bare.to_json().unwrap()).unwrap(), bare);
    }

    #[test]
    fn a_baseline_of_the_first_format_is_read_without_what_came_later() {
        let mut old: serde_json::Value = serde_json::from_str(&baseline().to_json().unwrap()).unwrap();
        old["format"] = 1.into();
        for key in ["forces", "fit"] {
            old.as_object_mut().unwrap().remove(key);
        }
        let read = Baseline::from_json(&old.to_string()).unwrap();
        let wanted = Baseline { format: 1, forces: BTreeMap::new(), fit: None, ..baseline() };
        assert_eq!(read, wanted);
    }

    #[test]
    fn a_baseline_that_breaks_off_is_refused() {
        let text = baseline().to_json().unwrap();
        for cut in [1, 10, text.len() / 2, text.len() - 3] {
            let error = Baseline::from_json(&text[..cut]).unwrap_err();
            assert!(error.to_string().contains("breaks off"), "{cut}: {error}");
        }
    }

    #[test]
    fn a_damaged_baseline_is_refused() {
        let text = baseline().to_json().unwrap();
        for (from, to, says) in [
            ("0.2", "NaN", "holds NaN where a number belongs"),
            ("0.2", "null", "not a baseline"),
            ("0.2", "0.9", "do not add up"),
            ("\"games\": 100", "\"games\": 101", "101 are announced"),
            ("\"games\":\"", "\"games\":\"?", "cannot be read"),
            ("muster baseline", "run record", "does not call itself"),
            ("\"format\": 2", "\"format\": 9", "format 9"),
            ("\"format\": 2", "\"format\": 0", "format 0"),
            ("\"gamma\": 6.5", "\"gamma\": -6.5", "a fit that cannot be"),
            ("\"phi\": 1.5", "\"phi\": 0.5", "a fit that cannot be"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = Baseline::from_json(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().contains(says), "{from} -> {to}: {error}");
        }
        let mut moved = baseline();
        moved.cells[0].counts = moved.cells[0].counts.map(|[a, b]| [b, a]);
        assert!(moved.to_json().unwrap_err().to_string().contains("not those of its games"));
        moved.cells[1].exact = Some([[f64::NAN; 3]; 2]);
        assert!(moved.to_json().is_err());
    }
}
