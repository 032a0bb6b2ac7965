//! The price of an item, worked out term by term.

use std::fmt;

use super::exact::Exact;
use super::model::{Formula, Item, Part, Worth};

/// One number that is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addend {
    /// The term, such as `melee`.
    pub term: String,
    /// What stands in it.
    pub part: Part,
    /// What it adds.
    pub value: Exact,
}

/// One number that multiplies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiplier {
    /// The factor, such as `quality`.
    pub factor: String,
    /// The choice, such as `veteran`.
    pub choice: String,
    /// What it multiplies by; one where it is left out.
    pub value: Exact,
    /// The choice of another factor beside which this one is left out.
    pub left_out_beside: Option<String>,
}

/// The price of another item, added at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedPrice {
    /// Id of the item.
    pub id: String,
    /// Name of the item.
    pub name: String,
    /// Its price by the formula.
    pub value: Exact,
}

/// How a price comes about: (sum of the addends) x multipliers + added prices, times figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    /// What is added, in order.
    pub addends: Vec<Addend>,
    /// What multiplies, in order.
    pub multipliers: Vec<Multiplier>,
    /// What is added at the end.
    pub plus: Vec<AddedPrice>,
    /// Price of one figure.
    pub each: Exact,
    /// Figures.
    pub figures: i64,
    /// Price of all figures.
    pub total: Exact,
}

impl Formula {
    /// Works out an item of this formula. `None` when a number becomes too large, or when the item is not of this
    /// formula.
    pub fn price(&self, item: &Item) -> Option<Working> {
        let scheme = self.schemes.get(&item.scheme)?;
        let mut addends = Vec::new();
        for term in &scheme.adds {
            let part = item.parts.get(term)?.clone();
            addends.push(Addend { term: term.clone(), value: part.worth.value(), part });
        }
        let mut multipliers = Vec::new();
        for factor in &scheme.times {
            let Some(choice) = item.choices.get(factor) else { continue };
            let left_out_beside = self.left_out_beside(item, factor);
            let value = match left_out_beside {
                Some(_) => Exact::ONE,
                None => *self.factors.get(factor)?.get(choice)?,
            };
            let (factor, choice) = (factor.clone(), choice.clone());
            multipliers.push(Multiplier { factor, choice, value, left_out_beside });
        }
        let mut plus = Vec::new();
        for id in &item.plus {
            // Reading has refused items that add items: this goes one step down and no further.
            let other = self.item(id).filter(|other| other.plus.is_empty())?;
            plus.push(AddedPrice {
                id: id.clone(),
                name: other.name.clone(),
                value: self.price(other)?.total,
            });
        }
        let sum = addends.iter().try_fold(Exact::ZERO, |sum, addend| sum.plus(addend.value))?;
        let product = multipliers.iter().try_fold(sum, |product, next| product.times(next.value))?;
        let each = plus.iter().try_fold(product, |sum, other| sum.plus(other.value))?;
        let total = each.times(Exact::whole(item.figures))?;
        Some(Working { addends, multipliers, plus, each, figures: item.figures, total })
    }

    /// The choice beside which a factor of an item is left out.
    fn left_out_beside(&self, item: &Item, factor: &str) -> Option<String> {
        self.exemptions
            .iter()
            .filter(|exemption| exemption.factor == factor)
            .find(|exemption| item.choices.values().any(|choice| *choice == exemption.beside))
            .map(|exemption| exemption.beside.clone())
    }
}

impl Part {
    /// The part as people say it: `lance d10, 1 step up`; empty for a bare number.
    pub fn in_words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.name.clone());
        if let Worth::Die(die) = self.base {
            words.push(die.to_string());
        }
        let steps = match self.steps {
            0 => String::new(),
            1 => ", 1 step up".to_owned(),
            more => format!(", {more} steps up"),
        };
        format!("{}{steps}", words.join(" "))
    }
}

impl fmt::Display for Working {
    /// The working on one line: `(0 firepower (none) + 10 melee (d10) + 8 armour (d8)) x 10 monster = 180`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addends: Vec<String> = self
            .addends
            .iter()
            .map(|addend| match addend.part.in_words() {
                words if words.is_empty() => format!("{} {}", addend.value, addend.term),
                words => format!("{} {} ({words})", addend.value, addend.term),
            })
            .collect();
        let several = addends.len() > 1 && self.multipliers.iter().any(|next| next.left_out_beside.is_none());
        if several {
            write!(f, "({})", addends.join(" + "))?;
        } else {
            f.write_str(&addends.join(" + "))?;
        }
        for next in self.multipliers.iter().filter(|next| next.left_out_beside.is_none()) {
            write!(f, " x {} {}", next.value, next.choice)?;
        }
        for other in &self.plus {
            write!(f, " + {} {}", other.value, other.name)?;
        }
        write!(f, " = {}", self.each)?;
        if self.figures != 1 {
            write!(f, "; x {} figures = {}", self.figures, self.total)?;
        }
        for next in &self.multipliers {
            if let Some(beside) = &next.left_out_beside {
                write!(f, " ({} does not multiply beside {beside})", next.choice)?;
            }
        }
        Ok(())
    }
}
