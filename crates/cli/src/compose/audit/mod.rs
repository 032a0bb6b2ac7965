//! What a check of a printed formula says: in words first, then term by term.

mod played;

use muster_report::{Cell, Column, Document, Table, number};
use muster_rules::formula::{Audited, Contradiction, Exact, Formula, Working};
use muster_rules::pack::Pack;
use serde::Serialize;

pub(crate) use played::answer_played;

use crate::exit::Failure;
use crate::output::Answer;

/// A formula and what came of the check.
pub(crate) struct Checked<'c> {
    /// The word of `--formula`.
    pub id: &'c str,
    /// The formula.
    pub formula: &'c Formula,
    /// Its items.
    pub items: Vec<Audited<'c>>,
    /// Why nothing was played.
    pub note: String,
    /// The data.
    pub pack: &'c Pack,
}

impl Checked<'_> {
    /// Items that contradict the formula or themselves.
    pub(crate) fn contradicted(&self) -> usize {
        self.items.iter().filter(|audited| !audited.contradictions.is_empty()).count()
    }

    /// Items with a printed price.
    fn printed(&self) -> usize {
        self.items.iter().filter(|audited| audited.item.printed.is_some()).count()
    }

    /// What came of the check, as a sentence.
    fn verdict(&self) -> String {
        let (wrong, printed) = (self.contradicted(), self.printed());
        let prices = if printed == 1 { "printed price" } else { "printed prices" };
        match wrong {
            _ if printed == 0 => {
                "The text prints no price that could be held against its formula.".to_owned()
            }
            0 => format!("All {printed} {prices} follow from the formula."),
            1 => format!("Of {printed} {prices} 1 contradicts its own text."),
            _ => format!("Of {printed} {prices} {wrong} contradict their own text."),
        }
    }

    fn changed(&self) -> Vec<String> {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let changes = self.pack.changed.iter();
        changes
            .map(|one| format!("{} = {} (was {})", one.key, shown(&one.after), shown(&one.before)))
            .collect()
    }
}

#[derive(Serialize)]
struct AuditJson<'a> {
    formula: &'a str,
    name: &'a str,
    printed_prices: usize,
    contradicted: usize,
    played: bool,
    note: &'a str,
    items: Vec<ItemJson<'a>>,
    data_hash: &'a str,
    changed: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_rates: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct ItemJson<'a> {
    id: &'a str,
    name: &'a str,
    kind: &'static str,
    figures: i64,
    printed: Option<f64>,
    formula: Option<f64>,
    difference: Option<f64>,
    terms: Vec<TermJson<'a>>,
    working: String,
    contradictions: Vec<String>,
    source: Option<&'a str>,
}

/// One number of a working.
#[derive(Serialize)]
struct TermJson<'a> {
    /// `add`, `times` or `plus`.
    does: &'static str,
    term: &'a str,
    part: String,
    value: f64,
    /// The number in the text's own working, where it shows one.
    counted: Option<f64>,
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(checked: &Checked<'_>) -> Result<Answer, Failure> {
    Answer::new(document(checked), &audit_json(checked, None), table(checked))
}

fn audit_json<'a>(checked: &'a Checked<'a>, win_rates: Option<serde_json::Value>) -> AuditJson<'a> {
    AuditJson {
        formula: checked.id,
        name: &checked.formula.name,
        printed_prices: checked.printed(),
        contradicted: checked.contradicted(),
        played: win_rates.is_some(),
        note: &checked.note,
        items: checked.items.iter().map(item_json).collect(),
        data_hash: &checked.pack.hash,
        changed: checked.changed(),
        win_rates,
    }
}

fn item_json<'a>(audited: &'a Audited<'a>) -> ItemJson<'a> {
    let item = audited.item;
    let formula = audited.working.as_ref().map(|working| working.total);
    ItemJson {
        id: &item.id,
        name: &item.name,
        kind: item.kind.word(),
        figures: item.figures,
        printed: item.printed.map(Exact::to_f64),
        formula: formula.map(Exact::to_f64),
        difference: difference(audited).map(Exact::to_f64),
        terms: audited.working.as_ref().map_or_else(Vec::new, |working| terms(audited, working)),
        working: working_in_words(audited),
        contradictions: audited.contradictions.iter().map(in_words).collect(),
        source: item.provenance.as_ref().map(|said| said.source.as_str()),
    }
}

fn terms<'a>(audited: &'a Audited<'a>, working: &'a Working) -> Vec<TermJson<'a>> {
    let term = |does: &'static str, term: &'a str, part: String, value: Exact| TermJson {
        does,
        term,
        part,
        value: value.to_f64(),
        counted: audited.item.counted.get(term).copied().map(Exact::to_f64),
    };
    let addends = working.addends.iter().map(|one| term("add", &one.term, one.part.in_words(), one.value));
    let multipliers =
        working.multipliers.iter().map(|one| term("times", &one.factor, one.choice.clone(), one.value));
    let plus = working.plus.iter().map(|one| term("plus", &one.id, one.name.clone(), one.value));
    addends.chain(multipliers).chain(plus).collect()
}

/// Printed less formula.
fn difference(audited: &Audited<'_>) -> Option<Exact> {
    audited.item.printed?.minus(audited.working.as_ref()?.total)
}

fn working_in_words(audited: &Audited<'_>) -> String {
    audited.working.as_ref().map_or_else(|| "too large to work out".to_owned(), ToString::to_string)
}

/// One contradiction as a sentence.
fn in_words(contradiction: &Contradiction) -> String {
    match contradiction {
        Contradiction::Price { printed, formula, would_need } => {
            let needed: Vec<String> =
                would_need.iter().map(|(term, part)| format!("{term} {part}")).collect();
            let needed = match needed.as_slice() {
                [] => String::new(),
                needed => format!("; {printed} would need {}", needed.join(" or ")),
            };
            format!("printed at {printed}, but its formula gives {formula}{needed}")
        }
        Contradiction::Counted { name, counted, listed, of } => {
            format!("its working counts {name} {counted}, but {of} counts {listed} in the lists")
        }
        Contradiction::Sum { printed, comes_to } => {
            format!("its working comes to {comes_to} and not to the {printed} that it says")
        }
    }
}

fn document(checked: &Checked<'_>) -> Document {
    let mut document = Document::new(format!("Printed prices of {}", checked.formula.name));
    document.paragraph(checked.verdict());
    let against = checked.items.iter().filter(|audited| !audited.contradictions.is_empty());
    let remarks: Vec<String> = against
        .map(|audited| {
            let sentences: Vec<String> = audited.contradictions.iter().map(in_words).collect();
            format!("{}: {}.", audited.item.name, sentences.join("; "))
        })
        .collect();
    if !remarks.is_empty() {
        document.list(remarks);
    }
    document.paragraph(&*checked.note);
    document.table(people_table(checked));
    document.heading(2, "Term by term");
    let lines = checked.items.iter();
    document
        .list(lines.map(|audited| format!("{}: {}", audited.item.name, working_in_words(audited))).collect());
    let hash = checked.pack.hash.get(..12).unwrap_or(&checked.pack.hash);
    let mut notes = vec![format!("Formula: {} ({}), data {hash}.", checked.formula.name, checked.id)];
    if !checked.pack.changed.is_empty() {
        notes.push(format!("Changed: {}.", checked.changed().join("; ")));
    }
    document.list(notes);
    document
}

fn people_table(checked: &Checked<'_>) -> Table {
    let columns = [
        Column::text("item"),
        Column::number("printed"),
        Column::number("formula"),
        Column::number("difference"),
    ];
    let mut table = Table::new("", columns.into());
    let cell = |value: Option<Exact>| {
        value.map_or(Cell::text(number::ABSENT), |value| Cell::number(value.to_f64(), value.to_string()))
    };
    for audited in &checked.items {
        let formula = audited.working.as_ref().map(|working| working.total);
        let difference = difference(audited).map_or(Cell::Empty, |difference| match difference.to_f64() {
            0.0 => Cell::number(0.0, "0"),
            value if value > 0.0 => Cell::number(value, format!("+{difference}")),
            value => Cell::number(value, difference.to_string()),
        });
        table.push(vec![
            Cell::text(&audited.item.name),
            cell(audited.item.printed),
            cell(formula),
            difference,
        ]);
    }
    table.note("Difference: printed less formula, in points. A dash: the text prints no price.");
    table
}

fn table(checked: &Checked<'_>) -> Table {
    let columns = [
        "item",
        "name",
        "kind",
        "figures",
        "printed",
        "formula",
        "difference",
        "verdict",
        "contradictions",
        "working",
        "source",
        "rules",
        "data_hash",
    ];
    let mut table = Table::new("", columns.into_iter().map(Column::text).collect());
    let cell = |value: Option<Exact>| value.map_or(Cell::Empty, |value| Cell::number(value.to_f64(), ""));
    for audited in &checked.items {
        let item = audited.item;
        let verdict = match (audited.contradictions.is_empty(), item.printed) {
            (false, _) => "contradicts",
            (true, Some(_)) => "agrees",
            (true, None) => "not_printed",
        };
        let sentences: Vec<String> = audited.contradictions.iter().map(in_words).collect();
        table.push(vec![
            Cell::text(&item.id),
            Cell::text(&item.name),
            Cell::text(item.kind.word()),
            Cell::Count(u64::try_from(item.figures).unwrap_or(0)),
            cell(item.printed),
            cell(audited.working.as_ref().map(|working| working.total)),
            cell(difference(audited)),
            Cell::text(verdict),
            Cell::text(sentences.join("; ")),
            Cell::text(working_in_words(audited)),
            Cell::text(item.provenance.as_ref().map_or("", |said| said.source.as_str())),
            Cell::text(checked.id),
            Cell::text(&checked.pack.hash),
        ]);
    }
    table
}
