//! How a rule set reads which way an open question was decided.

use crate::pack::Reader;

/// Reads the rulings of a pack one by one, each by its name.
pub(crate) struct Chooser<'r, 'a>(pub(crate) &'r Reader<'a>);

impl Chooser<'_, '_> {
    /// Index of the chosen word.
    pub(crate) fn word(&self, ruling: &str, options: &[&str]) -> Option<usize> {
        let reader = self.0.table(ruling)?;
        let chosen = reader.one_of("chosen", options);
        Self::told(reader);
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
        Self::told(reader);
        chosen
    }

    /// Which of the words are chosen, in the order of the options.
    pub(crate) fn words(&self, ruling: &str, options: &[&str]) -> Option<Vec<bool>> {
        let reader = self.0.table(ruling)?;
        let chosen = reader.one_of_many("chosen", options)?;
        Self::told(reader);
        Some((0..options.len()).map(|option| chosen.contains(&option)).collect())
    }

    /// The keys that are there for people.
    fn told(reader: Reader<'_>) {
        for key in ["id", "asks", "options", "weight"] {
            reader.know(key);
        }
        reader.finish();
    }
}
