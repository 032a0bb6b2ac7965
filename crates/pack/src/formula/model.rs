//! A formula and the items that a text prices by it.

use std::collections::BTreeMap;
use std::fmt;

use indexmap::IndexMap;

use super::exact::Exact;
use crate::Provenance;

/// A die, or several that count together: d12 three times counts 36.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// Sides of one die, 2 to 100.
    pub sides: i64,
    /// How often the die counts, 1 to 100.
    pub times: i64,
}

impl Die {
    /// Reads `d10` or `d12x3`.
    pub fn named(text: &str) -> Option<Die> {
        let (sides, times) =
            text.strip_prefix('d')?.split_once('x').unwrap_or((text.strip_prefix('d')?, "1"));
        let number = |digits: &str| digits.parse::<i64>().ok().filter(|number| (1..=100).contains(number));
        Some(Die { sides: number(sides).filter(|sides| *sides > 1)?, times: number(times)? })
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.sides)?;
        if self.times > 1 { write!(f, "x{}", self.times) } else { Ok(()) }
    }
}

/// What a part counts in the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A number.
    Number(Exact),
    /// A die, which counts its sides.
    Die(Die),
}

impl Worth {
    /// The number that it adds.
    pub fn value(self) -> Exact {
        match self {
            Worth::Number(number) => number,
            Worth::Die(die) => Exact::whole(die.sides.saturating_mul(die.times)),
        }
    }
}

/// One part of an item: what stands in one term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the lists of values, such as `lance`; `None` for a bare die or number.
    pub name: Option<String>,
    /// What it counts by itself.
    pub base: Worth,
    /// Steps up the ladder of dice, such as one for being mounted.
    pub steps: usize,
    /// What it counts with those steps.
    pub worth: Worth,
}

/// A factor: its choices and what each multiplies by.
pub type Factor = IndexMap<String, Exact>;

/// A factor that is left out beside a choice of another factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// The factor that is left out.
    pub factor: String,
    /// The choice beside which it is left out.
    pub beside: String,
}

/// Which terms are added, and which factors multiply the sum, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Terms.
    pub adds: Vec<String>,
    /// Factors.
    pub times: Vec<String>,
}

/// What an item is in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A worked example of the formula.
    Example,
    /// An entry of a list of monsters.
    Monster,
    /// A unit.
    Unit,
}

impl Kind {
    /// The words of the data files.
    pub const WORDS: [&'static str; 3] = ["example", "monster", "unit"];

    /// The word of the data files.
    pub const fn word(self) -> &'static str {
        Kind::WORDS[self as usize]
    }
}

/// Something that a text prices, or that its formula can price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Name of its scheme; always one of the formula's.
    pub scheme: String,
    /// Figures that the price is for.
    pub figures: i64,
    /// The price in the text, if it prints one.
    pub printed: Option<Exact>,
    /// Parts by term; one for every term of the scheme.
    pub parts: BTreeMap<String, Part>,
    /// Choices by factor, each of them known to the formula.
    pub choices: BTreeMap<String, String>,
    /// Ids of items whose price is added; each stands earlier or later in the list and adds none itself.
    pub plus: Vec<String>,
    /// The numbers that the text's own working puts in, by term, factor or added item.
    pub counted: BTreeMap<String, Exact>,
    /// Where it stands.
    pub provenance: Option<Provenance>,
}

/// A printed points formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Name for people, such as that of the rule set.
    pub name: String,
    /// Where it is printed.
    pub provenance: Option<Provenance>,
    /// Sides of the dice from the smallest to the largest.
    pub ladder: Vec<i64>,
    /// What each named weapon or armour counts, by term.
    pub values: BTreeMap<String, IndexMap<String, Worth>>,
    /// Factors by name.
    pub factors: BTreeMap<String, Factor>,
    /// Factors that are left out beside a choice.
    pub exemptions: Vec<Exemption>,
    /// Schemes by name.
    pub schemes: BTreeMap<String, Scheme>,
    /// Items in the order of the file.
    pub items: Vec<Item>,
}

impl Formula {
    /// The item of an id.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// A worth some steps up the ladder; `None` for a number, a die that is not on the ladder, or beyond its end.
    pub fn stepped(&self, worth: Worth, steps: usize) -> Option<Worth> {
        match worth {
            _ if steps == 0 => Some(worth),
            Worth::Number(_) => None,
            Worth::Die(die) => {
                let at = self.ladder.iter().position(|sides| *sides == die.sides)?;
                let sides = *self.ladder.get(at.checked_add(steps)?)?;
                Some(Worth::Die(Die { sides, ..die }))
            }
        }
    }
}
