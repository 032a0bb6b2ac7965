//! The units of the catalogue, and boxes made of units.

use super::catalogue::Catalogue;
use super::numbers::Numbers;
use super::unit::UnitSpec;
use crate::battle::MOST_UNITS;
use crate::pack::Reader;
use crate::ruleset::SourceFacts;

/// A box: its facts and units.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSpec {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Maker and number.
    pub maker: String,
    /// Era.
    pub era: String,
    /// Figures as the box counts them.
    pub figures: u32,
    /// Units in list order.
    pub units: Vec<UnitSpec>,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// Reads the catalogue's own units.
pub fn read_units(root: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Vec<UnitSpec> {
    let Some(units) = root.table("units") else { return Vec::new() };
    let read = units
        .entries()
        .into_iter()
        .filter_map(|(_, reader)| UnitSpec::read(reader, numbers, catalogue))
        .collect();
    units.finish();
    read
}

/// Reads every box.
pub fn read_boxes(root: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Vec<BoxSpec> {
    let Some(boxes) = root.table("boxes") else { return Vec::new() };
    let read =
        boxes.entries().into_iter().filter_map(|(_, reader)| read_box(reader, numbers, catalogue)).collect();
    boxes.finish();
    read
}

fn read_box(reader: Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Option<BoxSpec> {
    let head = reader.table("box")?;
    let id = head.text("id");
    let name = head.optional_name().or_else(|| id.clone());
    let maker = head.optional_text("maker").unwrap_or_default();
    let number = head.optional_text("number").unwrap_or_default();
    let era = head.optional_text("era").unwrap_or_default();
    let figures = head.optional_whole("figures", 1..=100_000).and_then(|n| u32::try_from(n).ok());
    head.know("scale");
    let source = SourceFacts::of(&head, "figures");
    head.finish();
    let entries = reader.list("unit");
    let written = entries.len();
    let units: Vec<UnitSpec> =
        entries.into_iter().filter_map(|unit| UnitSpec::read(unit, numbers, catalogue)).collect();
    if written > MOST_UNITS {
        let found = format!("{written} units");
        reader.complain("unit", &found, &format!("at most {}", MOST_UNITS), "split the box in two");
    }
    reader.finish();
    let counted = units.iter().map(|unit| unit.figures.len()).sum::<usize>();
    Some(BoxSpec {
        id: id?,
        name: name?,
        maker: format!("{maker} {number}").trim().to_owned(),
        era,
        figures: figures.unwrap_or_else(|| u32::try_from(counted).unwrap_or(u32::MAX)),
        units,
        source,
    })
    .filter(|spec| !spec.units.is_empty())
}
