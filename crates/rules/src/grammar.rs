//! Words that agree with names and numbers, in stories and in answers.

use muster_results::Side;

use crate::table::QUARTERS;

/// `1 figure`, `3 figures`.
pub fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// Whether a name of figures reads as several: `Celts`, `French Knights and Foot`, but `Samurai Infantry`.
pub fn is_plural(name: &str) -> bool {
    let head = name.split([',', '(']).next().unwrap_or(name);
    let after = [" around ", " behind ", " led by ", " on ", " of ", " with ", " without ", " in ", " from "];
    let head = after.iter().fold(head, |head, word| head.split(word).next().unwrap_or(head)).trim();
    let s = head.ends_with('s') && !["ss", "asus", "is"].iter().any(|one| head.ends_with(one));
    // Greeks have their own plural: psiloi.
    head.contains(" and ") || head.ends_with("men") || head.ends_with("loi") || s
}

/// The word that agrees with a name of figures: `one` for `Legion`, `several` for `Celts`.
pub fn agreeing(name: &str, one: &'static str, several: &'static str) -> &'static str {
    if is_plural(name) { several } else { one }
}

/// The word that agrees with a number: `falls` with 1, `fall` with all others.
pub const fn of_count(count: u32, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

/// A predicate that agrees with the name before it: `Halberdiers pass their test`, `Levy passes its test`.
pub fn agreed(name: &str, predicate: &str) -> String {
    if !is_plural(name) {
        return predicate.to_owned();
    }
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "passes" => "pass",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    let rest = rest.replace(" and is ", " and are ").replace(" and fights ", " and fight ");
    let rest = rest.replace(" and dissolves", " and dissolve").replace("itself", "themselves");
    let rest = rest.strip_prefix("its ").map_or_else(|| rest.clone(), |rest| format!("their {rest}"));
    format!("{verb} {}", rest.replace(" its ", " their ")).trim_end().to_owned()
}

/// A name before its verb: one with a comma in it has another behind it, as in `Swords, third clan, lose 2 figures`.
pub fn subject(name: &str) -> String {
    if name.contains(", ") { format!("{name},") } else { name.to_owned() }
}

/// A length in q (quarter inches), as people write it.
pub fn inches(quarters: i32) -> String {
    format!("{}\"", f64::from(quarters) / QUARTERS)
}

/// The letter of a side.
pub const fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_the_names_of_boxes() {
        for several in [
            "Celts",
            "Zulus (A Call to Arms)",
            "French Knights and Foot",
            "Swords, third clan",
            "Swordsmen",
            "Halberdiers around an apprentice",
            "Swordsmen of the city",
            "Guards with a standard",
            "Heavy swordsmen led by a captain",
            "Heavy swordsmen behind a wall",
            "Riders without mail",
            "Psiloi",
        ] {
            assert!(is_plural(several), "{several}");
        }
        for one in [
            "Legion",
            "Samurai Infantry",
            "German Infantry, 1/32",
            "8th Army",
            "Light cuirass",
            "Heavy foot",
            "Herald on a pegasus",
            "Pegasus",
            "Levy led by knights",
            "The Order of Lances",
            "Levy of the valley",
            "Light horse with bows",
        ] {
            assert!(!is_plural(one), "{one}");
        }
    }

    #[test]
    fn predicates_agree_with_names() {
        assert_eq!(
            agreed("Halberdiers", "fails its test under fire and is shaken"),
            "fail their test under fire and are shaken"
        );
        assert_eq!(agreed("Knights", "falls short of its charge"), "fall short of their charge");
        assert_eq!(agreed("Knights", "routs"), "rout");
        assert_eq!(agreed("Knights", "runs into the enemy and dissolves"), "run into the enemy and dissolve");
        assert_eq!(agreed("Deserters", "pulls itself together"), "pull themselves together");
        assert_eq!(agreed("Levy", "passes its test"), "passes its test");
    }
}
