//! The command line as it was typed, to be repeated.

use muster_answers::shell::quoted;

/// Options that say where an answer goes or how fast it comes, and never what it is; each takes a value.
const OF_NO_CONSEQUENCE: [&str; 4] = ["--out", "--threads", "--format", "--record-battles"];

/// The words after the program's name as a command line that gives the same answer again: without what does not change it, and with
/// the seed, should its default ever move.
pub(crate) fn repeatable(words: impl IntoIterator<Item = String>, seed: u64) -> String {
    let mut line = vec!["muster".to_owned()];
    let mut seeded = false;
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if OF_NO_CONSEQUENCE.contains(&name) {
            if name == word {
                words.next();
            }
        } else if !["-q", "--quiet"].contains(&word.as_str()) {
            seeded |= name == "--seed";
            line.push(quoted(&word));
        }
    }
    if !seeded {
        line.push(format!("--seed {seed}"));
    }
    line.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> String {
        repeatable(line.split(' ').map(str::to_owned), 1)
    }

    #[test]
    fn what_changes_no_answer_is_left_out_and_the_seed_is_always_told() {
        assert_eq!(
            of("compare --set morale.passes_on=4 --out x --threads 3 -q"),
            "muster compare --set morale.passes_on=4 --seed 1"
        );
        assert_eq!(of("--format=json audit --seed 7 --out=y"), "muster audit --seed 7");
        assert_eq!(of("audit --seed=7"), "muster audit --seed=7");
    }
}
