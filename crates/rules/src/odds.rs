//! The question after one roll, and its answer.

use crate::ruleset::Refusal;

/// One roll that a user asks the odds of; each rule set reads the fields that it knows.
#[derive(Clone, Debug, Default)]
pub struct OddsQuery {
    /// Chimera: firepower that shoots.
    pub shoot: Option<f64>,
    /// Chimera: melee points that fight.
    pub melee: Option<u32>,
    /// Chimera: the fighters charge.
    pub charging: bool,
    /// What the target needs to save.
    pub save: Option<i32>,
    /// Figures of the target.
    pub figures: Option<u32>,
    /// Armour piercing; worsens the save.
    pub armour_piercing: i32,
    /// Blood & Steel: the dice of both sides of a melee, such as `d8,d8:d8,d10`.
    pub contest: Option<String>,
    /// Blood & Steel: quality and firepower dice of a volley against its range die, such as `d8,d10:d6`, with impact and armour
    /// dice `d8,d10,d8:d6,d8`.
    pub volley: Option<String>,
    /// Blood & Steel: the quality die of a confidence test.
    pub confidence: Option<String>,
    /// What a confidence test must beat.
    pub target: Option<i32>,
    /// Firefight: shots of one kind.
    pub shots: Option<u32>,
    /// What they need to hit.
    pub to_hit: Option<i32>,
    /// What they need to wound; that of the rules against a plain target if not given.
    pub to_wound: Option<i32>,
    /// Models of their target.
    pub models: Option<u32>,
}

impl OddsQuery {
    /// Refuses what was given and is of no use: everything but the options in `used`, named as on the command line. `roll` is
    /// what is rolled, in a few words.
    ///
    /// # Errors
    /// The options that the roll has no use for.
    pub fn refuse_idle(&self, roll: &str, used: &[&str]) -> Result<(), Refusal> {
        let given = [
            ("--shoot", self.shoot.is_some()),
            ("--melee", self.melee.is_some()),
            ("--charging", self.charging),
            ("--save", self.save.is_some()),
            ("--figures", self.figures.is_some()),
            ("--ap", self.armour_piercing != 0),
            ("--contest", self.contest.is_some()),
            ("--volley", self.volley.is_some()),
            ("--confidence", self.confidence.is_some()),
            ("--target", self.target.is_some()),
            ("--shots", self.shots.is_some()),
            ("--to-hit", self.to_hit.is_some()),
            ("--to-wound", self.to_wound.is_some()),
            ("--models", self.models.is_some()),
        ];
        let idle = given.iter().filter(|(option, given)| *given && !used.contains(option));
        let idle: Vec<&str> = idle.map(|(option, _)| *option).collect();
        if idle.is_empty() {
            return Ok(());
        }
        let it = if idle.len() == 1 { "it" } else { "them" };
        let what = format!("{roll} has no use for {}", idle.join(" and "));
        Err(Refusal { what, advice: format!("leave {it} out: {roll} takes {}", used.join(", ")) })
    }
}

/// What the values of an [`OddsAnswer`] are, for programs that read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum OddsShape {
    /// Numbers that are counted.
    #[default]
    Counts,
    /// Outcomes by name, in the order of the values 0, 1, 2 and so on.
    Outcomes(Vec<String>),
    /// Levels of confidence lost: 0, 1, 2.
    LevelsLost,
    /// Models removed, and the chance that their unit is suppressed.
    Suppression(f64),
}

/// The exact law of one roll.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsAnswer {
    /// What was asked, in words.
    pub asked: String,
    /// What the values are, in a few words: hits, figures removed.
    pub value_name: String,
    /// Values and their probabilities, in increasing order.
    pub pmf: Vec<(u32, f64)>,
    /// Mean of the law.
    pub mean: f64,
    /// Standard deviation of the law.
    pub deviation: f64,
    /// What the values are.
    pub shape: OddsShape,
}
