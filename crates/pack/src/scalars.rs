//! Reading of single values and of lists of them.

use std::ops::RangeInclusive;

use super::nearest::nearest;
use super::node::{Node, Value, shorten};
use super::ranges::note;
use super::reader::{Reader, number_in_words, whole_in_words};

impl Reader<'_> {
    /// A whole number in a range.
    pub fn whole(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let node = self.required(key, &whole_in_words(&range))?;
        self.read_whole(key, node, &range)
    }

    /// A whole number in a range, or the default when the key is not there; the default also after a complaint.
    pub fn whole_or(&self, key: &str, range: RangeInclusive<i64>, default: i64) -> i64 {
        self.find_whole(key, &range, Some(default as f64)).unwrap_or(default)
    }

    /// A whole number in a range, if the key is there.
    pub fn optional_whole(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.find_whole(key, &range, None)
    }

    fn find_whole(&self, key: &str, range: &RangeInclusive<i64>, usual: Option<f64>) -> Option<i64> {
        let Some(node) = self.node(key) else {
            note(|| self.place(key).key, whole_ends(range), usual);
            return None;
        };
        self.read_whole(key, node, range)
    }

    /// A list of whole numbers, each in a range.
    pub fn wholes(&self, key: &str, range: RangeInclusive<i64>) -> Option<Vec<i64>> {
        let expected = format!("a list, each {}", whole_in_words(&range));
        self.required(key, &expected)?;
        let items = self.array(key, &expected)?;
        // All items are read before one that failed ends the reading: each fault is worth a complaint.
        let read: Vec<_> = items.iter().map(|item| self.read_whole(key, item, &range)).collect();
        read.into_iter().collect()
    }

    /// A finite number in a range; whole numbers are numbers.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Option<f64> {
        let node = self.required(key, &number_in_words(&range))?;
        self.read_number(key, node, &range)
    }

    /// A finite number in a range, or the default when the key is not there; the default also after a complaint.
    pub fn number_or(&self, key: &str, range: RangeInclusive<f64>, default: f64) -> f64 {
        self.find_number(key, &range, Some(default)).unwrap_or(default)
    }

    /// A finite number in a range, if the key is there.
    pub fn optional_number(&self, key: &str, range: RangeInclusive<f64>) -> Option<f64> {
        self.find_number(key, &range, None)
    }

    fn find_number(&self, key: &str, range: &RangeInclusive<f64>, usual: Option<f64>) -> Option<f64> {
        let Some(node) = self.node(key) else {
            note(|| self.place(key).key, (*range.start(), *range.end()), usual);
            return None;
        };
        self.read_number(key, node, range)
    }

    /// A list of numbers, each in a range.
    pub fn numbers(&self, key: &str, range: RangeInclusive<f64>) -> Option<Vec<f64>> {
        let expected = format!("a list, each {}", number_in_words(&range));
        self.required(key, &expected)?;
        let items = self.array(key, &expected)?;
        let read: Vec<_> = items.iter().map(|item| self.read_number(key, item, &range)).collect();
        read.into_iter().collect()
    }

    /// A text.
    pub fn text(&self, key: &str) -> Option<String> {
        let node = self.required(key, "a text in quotation marks")?;
        self.read_text(key, node)
    }

    /// A text, or the default when the key is not there.
    pub fn text_or(&self, key: &str, default: &str) -> String {
        self.optional_text(key).unwrap_or_else(|| default.to_owned())
    }

    /// A text, if the key is there.
    pub fn optional_text(&self, key: &str) -> Option<String> {
        self.node(key).and_then(|node| self.read_text(key, node))
    }

    /// The name for people, which must be there.
    pub fn needed_name(&self) -> Option<String> {
        self.required("name", "a name for people")?;
        self.optional_name()
    }

    /// The name for people, if there is one; an empty one is a complaint, for it would leave a hole in every table.
    pub fn optional_name(&self) -> Option<String> {
        let name = self.optional_text("name")?;
        if name.trim().is_empty() {
            let advice = "write a name, or leave the line out: the id then stands in its place";
            self.complain("name", &format!("{name:?}"), "a name for people", advice);
            return None;
        }
        self.is_plain("name", &name).then_some(name)
    }

    /// A text of one line that is shown as it stands, such as a maker, if the key is there. Characters that nobody sees are a
    /// complaint: they would move or colour what stands beside them.
    pub fn optional_line(&self, key: &str) -> Option<String> {
        self.optional_text(key).filter(|text| self.is_plain(key, text))
    }

    fn is_plain(&self, key: &str, text: &str) -> bool {
        let Some(unseen) = text.chars().find(|c| is_unseen(*c)) else { return true };
        let found = format!("{text:?}, with the character U+{:04X}", u32::from(unseen));
        self.complain(key, &found, "one line of letters that can be seen", "take that character out");
        false
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Vec<String> {
        if self.required(key, "a list of texts").is_none() { Vec::new() } else { self.optional_texts(key) }
    }

    /// A list of texts; nothing when the key is not there.
    pub fn optional_texts(&self, key: &str) -> Vec<String> {
        let items = self.array(key, "a list of texts").unwrap_or_default();
        items.iter().filter_map(|item| self.read_text(key, item)).collect()
    }

    /// A key that takes a word or a whole number: `Ok` for the word, `Err` for the number.
    pub fn optional_text_or_whole(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Option<Result<String, i64>> {
        let node = self.node(key)?;
        match &node.value {
            Value::Text(text) => Some(Ok(text.clone())),
            _ => self.read_whole(key, node, &range).map(Err),
        }
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Option<bool> {
        let node = self.required(key, "true or false")?;
        self.read_flag(key, node)
    }

    /// True or false, or the default when the key is not there.
    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        self.node(key).and_then(|node| self.read_flag(key, node)).unwrap_or(default)
    }

    /// One of some words, as its index.
    pub fn one_of(&self, key: &str, words: &[&str]) -> Option<usize> {
        let node = self.required(key, &choices(words))?;
        self.read_choice(key, node, words)
    }

    /// One of some words, as its index, if the key is there.
    pub fn optional_one_of(&self, key: &str, words: &[&str]) -> Option<usize> {
        self.node(key).and_then(|node| self.read_choice(key, node, words))
    }

    /// A list of some of the words, as their indexes; a word given twice is a complaint.
    pub fn one_of_many(&self, key: &str, words: &[&str]) -> Option<Vec<usize>> {
        let expected = format!("a list of {}", choices(words));
        self.required(key, &expected)?;
        let items = self.array(key, &expected)?;
        let read: Vec<_> = items.iter().map(|item| self.read_choice(key, item, words)).collect();
        let chosen: Vec<usize> = read.into_iter().collect::<Option<_>>()?;
        for (at, choice) in chosen.iter().enumerate() {
            if chosen[..at].contains(choice) {
                let found = format!("\"{}\" a second time", words[*choice]);
                self.push(&items[at].place, found, "each word once", "remove one of the two");
                return None;
            }
        }
        Some(chosen)
    }

    fn read_whole(&self, key: &str, node: &Node, range: &RangeInclusive<i64>) -> Option<i64> {
        note(|| node.place.key.clone(), whole_ends(range), None);
        let advice = match &node.value {
            Value::Integer(number) if range.contains(number) => return Some(*number),
            Value::Integer(_) => "choose a value in that range".to_owned(),
            Value::Number(_) => "round it to a whole number".to_owned(),
            other => {
                let meant = if let Value::Text(text) = other { text.trim().parse().ok() } else { None };
                let example =
                    meant.filter(|number| range.contains(number)).unwrap_or_else(|| near_five(range));
                format!("write it as a bare number, for example: {key} = {example}")
            }
        };
        self.push(&node.place, node.value.found(), &whole_in_words(range), &advice);
        None
    }

    fn read_number(&self, key: &str, node: &Node, range: &RangeInclusive<f64>) -> Option<f64> {
        note(|| node.place.key.clone(), (*range.start(), *range.end()), None);
        let number = match &node.value {
            #[expect(clippy::cast_precision_loss, reason = "beyond 2^53 the nearest number will do")]
            Value::Integer(number) => Some(*number as f64),
            Value::Number(number) => Some(*number),
            _ => None,
        };
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(number);
        }
        let advice = match (number, &node.value) {
            (Some(_), _) => "choose a value in that range".to_owned(),
            (None, Value::Text(text)) => match text.trim().replace(',', ".").parse::<f64>() {
                Ok(meant) if range.contains(&meant) => format!("write it as a bare number: {key} = {meant}"),
                _ => format!("write it as a bare number, without quotation marks: {key} = ..."),
            },
            _ => format!("write one number: {key} = ..."),
        };
        self.push(&node.place, node.value.found(), &number_in_words(range), &advice);
        None
    }

    fn read_text(&self, key: &str, node: &Node) -> Option<String> {
        if let Some(text) = node.as_text() {
            return Some(text.to_owned());
        }
        let advice = match node.value {
            Value::Table(_) | Value::Array(_) => format!("write one text: {key} = \"...\""),
            _ => format!("put it into quotation marks: {key} = \"{}\"", node.value.show()),
        };
        self.push(&node.place, node.value.found(), "a text in quotation marks", &advice);
        None
    }

    fn read_flag(&self, key: &str, node: &Node) -> Option<bool> {
        if let Value::Flag(flag) = node.value {
            return Some(flag);
        }
        let meant = match &node.value {
            Value::Text(text) => match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "on" => Some(true),
                "false" | "no" | "off" => Some(false),
                _ => None,
            },
            Value::Integer(1) => Some(true),
            Value::Integer(0) => Some(false),
            _ => None,
        };
        let meant = meant.map_or_else(|| "true".to_owned(), |meant| meant.to_string());
        let advice = format!("write it without quotation marks, for example: {key} = {meant}");
        self.push(&node.place, node.value.found(), "true or false", &advice);
        None
    }

    fn read_choice(&self, key: &str, node: &Node, words: &[&str]) -> Option<usize> {
        // A choice such as "6" may be written without quotation marks: there is nothing else that it could mean.
        let text = node.as_text().map_or_else(|| node.value.show(), str::to_owned);
        let choice = words.iter().position(|word| *word == text);
        if choice.is_none() {
            let advice = match nearest(&text, words.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => match words.first() {
                    Some(word) => format!("for example: {key} = \"{word}\""),
                    None => String::new(),
                },
            };
            self.push(&node.place, node.value.found(), &choices(words), &advice);
        }
        choice
    }
}

/// An example in a range: five, or what is nearest to it.
fn near_five(range: &RangeInclusive<i64>) -> i64 {
    5.min(*range.end()).max(*range.start())
}

/// Words as a choice: `"fixed" or "rolled"`.
fn choices(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("\"{}\"", shorten(word))).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => "nothing".to_owned(),
    }
}

/// Control characters, line ends of all kinds, marks that turn the direction of writing, and those of no width that no writing needs.
fn is_unseen(c: char) -> bool {
    let turns = matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let no_width = matches!(c, '\u{00AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
    c.is_control() || turns || no_width || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The ends of a range as numbers with a fraction.
#[expect(clippy::cast_precision_loss, reason = "beyond 2^53 the nearest number will do")]
fn whole_ends(range: &RangeInclusive<i64>) -> (f64, f64) {
    (*range.start() as f64, *range.end() as f64)
}
