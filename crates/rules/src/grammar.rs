//! Words that agree with names and numbers, in stories and in answers.

/// `1 figure`, `3 figures`.
pub fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// Whether a name of figures reads as several: `Celts`, `French Knights and Foot`, but `Samurai Infantry`.
pub fn is_plural(name: &str) -> bool {
    let head = name.split([',', '(']).next().unwrap_or(name).trim();
    head.contains(" and ") || (head.ends_with('s') && !head.ends_with("ss"))
}

/// The word that agrees with a name of figures: `one` for `Legion`, `several` for `Celts`.
pub fn agreeing(name: &str, one: &'static str, several: &'static str) -> &'static str {
    if is_plural(name) { several } else { one }
}

/// The word that agrees with a number: `falls` with 1, `fall` with all others.
pub const fn of_count(count: u32, one: &'static str, several: &'static str) -> &'static str {
    if count == 1 { one } else { several }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_the_names_of_boxes() {
        for several in ["Celts", "Zulus (A Call to Arms)", "French Knights and Foot", "Swords, third clan"] {
            assert!(is_plural(several), "{several}");
        }
        for one in
            ["Legion", "Samurai Infantry", "German Infantry, 1/32", "8th Army", "Light cuirass", "Heavy foot"]
        {
            assert!(!is_plural(one), "{one}");
        }
    }
}
