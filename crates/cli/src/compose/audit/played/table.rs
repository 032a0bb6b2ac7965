//! The units of an audit as a table for files.

use muster_report::{Cell, Column, Table};

use super::Played;

impl Played<'_> {
    /// One row a unit, numbers in full.
    pub(super) fn table(&self) -> Table {
        let columns = [
            "unit",
            "name",
            "per",
            "printed",
            "formula",
            "fitted",
            "fitted_error",
            "worth",
            "overpriced",
            "overpriced_error",
            "p_value",
            "adjusted_p_value",
            "verdict",
            "why_not",
            "formula_id",
            "rules",
            "formula_data_hash",
            "rules_data_hash",
        ];
        let mut table = Table::new("", columns.into_iter().map(Column::text).collect());
        let full = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, ""));
        for (unit, facts) in self.units().into_iter().zip(&self.rates.prices.units) {
            table.push(vec![
                Cell::text(unit.unit),
                Cell::text(&facts.name),
                Cell::text(unit.per),
                full(unit.printed),
                full(unit.formula),
                full(unit.fitted),
                full(unit.fitted_error),
                full(unit.worth),
                full(unit.overpriced),
                full(unit.overpriced_error),
                full(unit.p_value),
                full(unit.adjusted_p_value),
                Cell::text(unit.verdict),
                Cell::text(unit.why_not),
                Cell::text(self.checked.id),
                Cell::text(&self.plan.pack.set),
                Cell::text(&self.checked.pack.hash),
                Cell::text(&self.plan.pack.hash),
            ]);
        }
        table
    }
}
