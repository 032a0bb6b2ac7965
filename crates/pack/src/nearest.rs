//! The known word nearest to a mistyped one.

/// Longer words than this are not compared: the work grows with the product of the lengths.
const LONGEST: usize = 200;

/// The candidate nearest to `word`, if one is near enough to be what was meant: at most one slip in three letters,
/// or equal but for case, hyphens, underscores and blanks. Ties go to the first.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > LONGEST {
        return None;
    }
    let plain = fold(word);
    let allowed = (plain.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(&plain, &fold(candidate)), candidate))
        .filter(|(slips, candidate)| *slips <= allowed && *slips < candidate.chars().count())
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

fn fold(word: &str) -> String {
    word.trim().to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_only_when_it_is_near() {
        let known = ["passes_on", "rallies_on", "retreat_percent"];
        assert_eq!(nearest("pases_on", known), Some("passes_on"));
        assert_eq!(nearest("Passes On", known), Some("passes_on"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest(&"p".repeat(10_000), known), None);
    }
}
