//! Printed prices held against the formula they are said to follow.

use super::exact::Exact;
use super::model::{Formula, Item, Worth};
use super::price::Working;

/// Something that a text prints and that cannot be right together with its own formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The printed price is not the formula's.
    Price {
        /// The price in the text.
        printed: Exact,
        /// The price that the formula gives.
        formula: Exact,
        /// Single parts that would make the printed price, each as the term and what it would have to count, such as
        /// `melee` and `d8`.
        would_need: Vec<(String, String)>,
    },
    /// The text's own working puts in another number than its lists give.
    Counted {
        /// The term, factor or added item.
        name: String,
        /// The number in the working.
        counted: Exact,
        /// The number of the lists.
        listed: Exact,
        /// What the number is for, such as `shortbow`; the name itself where nothing says more.
        of: String,
    },
    /// The text's own working does not come to its own result.
    Sum {
        /// The price in the text.
        printed: Exact,
        /// What the numbers of the working come to.
        comes_to: Exact,
    },
}

/// An item with its working and all that contradicts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited<'f> {
    /// The item.
    pub item: &'f Item,
    /// Its price by the formula; `None` when a number became too large.
    pub working: Option<Working>,
    /// What does not fit, the price first; empty when all fits or nothing is printed.
    pub contradictions: Vec<Contradiction>,
}

impl Formula {
    /// Holds every item against the formula, in the order of the file.
    pub fn audit(&self) -> Vec<Audited<'_>> {
        self.items
            .iter()
            .map(|item| {
                let working = self.price(item);
                let contradictions = working.as_ref().map_or_else(Vec::new, |w| self.contradictions(item, w));
                Audited { item, working, contradictions }
            })
            .collect()
    }

    fn contradictions(&self, item: &Item, working: &Working) -> Vec<Contradiction> {
        let mut found = Vec::new();
        if let Some(printed) = item.printed.filter(|printed| *printed != working.total) {
            let would_need = self.would_need(printed, working);
            found.push(Contradiction::Price { printed, formula: working.total, would_need });
        }
        for (name, of, listed) in inputs(working) {
            if let Some(counted) = item.counted.get(name).copied().filter(|counted| *counted != listed) {
                found.push(Contradiction::Counted { name: name.to_owned(), counted, listed, of });
            }
        }
        if let Some(printed) = item.printed.filter(|_| !item.counted.is_empty())
            && let Some(comes_to) = recount(item, working).filter(|comes_to| *comes_to != printed)
        {
            found.push(Contradiction::Sum { printed, comes_to });
        }
        found
    }

    /// Single parts that would make the printed price: for a die another die of the ladder, for a number another
    /// whole number from nought.
    fn would_need(&self, printed: Exact, working: &Working) -> Vec<(String, String)> {
        let multiplier =
            working.multipliers.iter().try_fold(Exact::ONE, |product, next| product.times(next.value));
        let plus = working.plus.iter().try_fold(Exact::ZERO, |sum, other| sum.plus(other.value));
        let sum = printed
            .over(Exact::whole(working.figures))
            .and_then(|each| each.minus(plus?))
            .and_then(|product| product.over(multiplier?));
        let Some(sum) = sum else { return Vec::new() };
        let needed = working.addends.iter().filter_map(|addend| {
            let mut others = working.addends.iter().filter(|other| other.term != addend.term);
            let rest = others.try_fold(Exact::ZERO, |sum, other| sum.plus(other.value))?;
            let value = sum.minus(rest)?.as_whole()?;
            let shown = match addend.part.worth {
                Worth::Die(_) => self.ladder.contains(&value).then(|| format!("d{value}"))?,
                Worth::Number(_) => (value >= 0).then(|| value.to_string())?,
            };
            Some((addend.term.clone(), shown))
        });
        needed.collect()
    }
}

/// Every number that goes into a price: what it is called, what it is for, and its value. A factor that is left out
/// goes into nothing.
fn inputs(working: &Working) -> Vec<(&str, String, Exact)> {
    let addends = working.addends.iter().map(|addend| {
        let of = addend.part.name.clone().unwrap_or_else(|| addend.part.in_words());
        (addend.term.as_str(), of, addend.value)
    });
    let multipliers = working.multipliers.iter().filter(|next| next.left_out_beside.is_none());
    let multipliers = multipliers.map(|next| (next.factor.as_str(), next.choice.clone(), next.value));
    let plus = working.plus.iter().map(|other| (other.id.as_str(), other.name.clone(), other.value));
    addends.chain(multipliers).chain(plus).collect()
}

/// The price with the numbers that the text's own working puts in; where it says none, those of the lists.
fn recount(item: &Item, working: &Working) -> Option<Exact> {
    let counted = |name: &str, listed: Exact| item.counted.get(name).copied().unwrap_or(listed);
    let addends = working.addends.iter().map(|addend| counted(&addend.term, addend.value));
    let sum = addends.into_iter().try_fold(Exact::ZERO, Exact::plus)?;
    let multipliers = working.multipliers.iter().filter(|next| next.left_out_beside.is_none());
    let product = multipliers.map(|next| counted(&next.factor, next.value)).try_fold(sum, Exact::times)?;
    let plus = working.plus.iter().map(|other| counted(&other.id, other.value));
    let each = plus.into_iter().try_fold(product, Exact::plus)?;
    each.times(Exact::whole(working.figures))
}
