//! How a rule set reads which way an open question was decided.

use crate::pack::{Node, Reader};

/// Reads the rulings of a pack one by one, each by its name.
pub(crate) struct Chooser<'r, 'a>(pub(crate) &'r Reader<'a>);

impl Chooser<'_, '_> {
    /// Index of the chosen word.
    pub(crate) fn word(&self, ruling: &str, options: &[&str]) -> Option<usize> {
        let reader = self.0.table(ruling)?;
        let chosen = reader.one_of("chosen", options);
        Self::told(reader, options);
        chosen
    }

    /// Whether the second of two words is chosen.
    pub(crate) fn second(&self, ruling: &str, options: [&str; 2]) -> Option<bool> {
        self.word(ruling, &options).map(|at| at == 1)
    }

    /// Whether a ruling of yes or no says yes.
    pub(crate) fn flag(&self, ruling: &str) -> Option<bool> {
        let reader = self.0.table(ruling)?;
        let chosen = reader.flag("chosen");
        Self::told(reader, &["true", "false"]);
        chosen
    }

    /// Which of the words are chosen, in the order of the options.
    pub(crate) fn words(&self, ruling: &str, options: &[&str]) -> Option<Vec<bool>> {
        let reader = self.0.table(ruling)?;
        let chosen = reader.one_of_many("chosen", options)?;
        Self::told(reader, options);
        Some((0..options.len()).map(|option| chosen.contains(&option)).collect())
    }

    /// The keys that are there for people: a list of readings that is not that of the program would mislead them.
    fn told(reader: Reader<'_>, readings: &[&str]) {
        reader.know("id");
        reader.know("asks");
        reader.optional_one_of("weight", &["H", "M", "L"]);
        if let Some(options) = reader.node("options") {
            let word = |node: &Node| node.as_text().map_or_else(|| node.value.show(), str::to_owned);
            let told: Vec<String> = options.as_array().unwrap_or_default().iter().map(word).collect();
            let all = readings.iter().all(|reading| told.iter().any(|word| word == reading));
            if !all || told.len() != readings.len() {
                let expected = format!("all readings that the program can play: {}", readings.join(", "));
                let advice = "leave them as they are: `chosen` picks one";
                reader.complain("options", &options.value.show(), &expected, advice);
            }
        }
        reader.finish();
    }
}
