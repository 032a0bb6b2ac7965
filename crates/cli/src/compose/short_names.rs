//! Names cut to the width of a column, so that no two look alike.

/// Every name in at most so many columns (at least 8): whole where it fits, else its beginning; where that would be
/// another name's too, its beginning and what tells it apart.
pub(crate) fn short_names(names: &[&str], columns: usize) -> Vec<String> {
    let columns = columns.max(8);
    let mut shown: Vec<String> = names.iter().map(|name| beginning(name, columns)).collect();
    for at in 0..names.len() {
        let alike: Vec<usize> = (0..names.len()).filter(|other| shown[*other] == shown[at]).collect();
        if alike.len() < 2 {
            continue;
        }
        let common = common_start(alike.iter().map(|other| names[*other]));
        for other in alike {
            let told = told_apart(names[other], common, columns);
            shown[other] = unlike(told, &shown, columns);
        }
    }
    shown
}

/// As much of a name as there is room for.
fn beginning(name: &str, columns: usize) -> String {
    if name.chars().count() <= columns {
        return name.to_owned();
    }
    let cut: String = name.chars().take(columns - 1).collect();
    format!("{}…", cut.trim_end())
}

/// How many characters all names begin with alike.
fn common_start<'n>(mut names: impl Iterator<Item = &'n str>) -> usize {
    let Some(first) = names.next() else { return 0 };
    let alike = |name: &str| first.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    names.map(alike).fold(first.chars().count(), usize::min)
}

/// The beginning of a name and what follows the part that it shares with others.
fn told_apart(name: &str, common: usize, columns: usize) -> String {
    let rest: String =
        name.chars().skip(common).skip_while(|c| !c.is_alphanumeric()).collect::<String>().trim().to_owned();
    if rest.is_empty() {
        return beginning(name, columns);
    }
    // Its first word whole, where that leaves half of the columns to the rest.
    let word = name.chars().take_while(|c| c.is_alphanumeric()).count();
    let head = if word * 2 < columns { word } else { columns * 2 / 5 };
    let start: String = name.chars().take(head.min(common)).collect();
    let start = start.trim_end();
    let room = columns - start.chars().count() - 1;
    format!("{start}…{}", beginning(&rest, room))
}

/// The text, or as much of it as leaves room for the first number that makes it unlike all others.
fn unlike(text: String, others: &[String], columns: usize) -> String {
    let numbered = (2..).map(|number: usize| {
        let mark = format!(" {number}");
        format!("{}{mark}", beginning(&text, columns - mark.len()))
    });
    let mut candidates = std::iter::once(text.clone()).chain(numbered);
    candidates.find(|candidate| !others.contains(candidate)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_distinct_when_they_are_cut() {
        let names = [
            "British Infantry (A Call to Arms)",
            "British Infantry, Zulu War",
            "British Infantry 1943-45",
            "British Paras",
            "Zulus",
        ];
        assert_eq!(
            short_names(&names, 15),
            ["British…A Call…", "British…Zulu W…", "British…1943-45", "British Paras", "Zulus"]
        );
        for columns in 8..40 {
            let mut shown = short_names(&names, columns);
            assert!(shown.iter().all(|name| name.chars().count() <= columns), "{columns}: {shown:?}");
            shown.sort();
            shown.dedup();
            assert_eq!(shown.len(), names.len(), "{columns}: {shown:?}");
        }
    }

    #[test]
    fn names_that_differ_only_far_behind_are_numbered() {
        let long = |end: &str| format!("{}{end}", "The very long name of a regiment ".repeat(2));
        let names = [long("of one thing and another"), long("of one thing and all")];
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let shown = short_names(&names, 12);
        assert_ne!(shown[0], shown[1]);
        assert!(shown.iter().all(|name| name.chars().count() <= 12), "{shown:?}");
        // Of names that are the same nothing can be told but their number.
        let shown = short_names(&["A name of some length"; 3], 10);
        assert!(shown[0] != shown[1] && shown[1] != shown[2] && shown[0] != shown[2], "{shown:?}");
    }
}
