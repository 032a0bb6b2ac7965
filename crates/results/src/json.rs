//! What is said of JSON that is not what it should be.

/// Why a text is no `what` (such as `baseline`), in words without an end: `the baseline breaks off in line 3`.
#[must_use]
pub fn malformed(what: &str, error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        return match (line, column) {
            (0 | 1, 0) => format!("the file is empty, and no {what}"),
            _ => format!("the {what} breaks off in line {line}"),
        };
    }
    // The library ends its sentences with the place, which is said here in words.
    let said = error.to_string();
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    if error.is_syntax() {
        return format!("not a {what}: line {line}, column {column} is no JSON");
    }
    if let Some(key) = said.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return format!("not a {what}: the key \"{key}\" is missing (line {line})");
    }
    let found = said.split_once(": ").map_or(said, |(_, found)| found);
    let found = match found.split_once(", expected ").map_or(found, |(found, _)| found) {
        length if length.starts_with("invalid length") => "a list of another length".to_owned(),
        found => found.replace("unknown variant", "the word").replace('`', "\""),
    };
    format!("not a {what}: line {line}, column {column} holds {found}, which cannot stand there")
}

#[cfg(test)]
mod tests {
    use super::malformed;

    #[test]
    fn every_kind_of_wrong_json_has_words_of_our_own() {
        #[derive(Debug, serde::Deserialize)]
        struct Shape {
            #[expect(dead_code, reason = "only its absence is looked for")]
            format: u32,
        }
        for (text, says) in [
            ("", "the file is empty, and no stored run"),
            ("{\n\"format\"", "the stored run breaks off in line 2"),
            ("{\"format\": 1,,}", "not a stored run: line 1, column 14 is no JSON"),
            ("{\"units\": []}", "not a stored run: the key \"format\" is missing (line 1)"),
            (
                "{\"format\": \"one\"}",
                "not a stored run: line 1, column 16 holds string \"one\", which cannot stand there",
            ),
            (
                "[]",
                "not a stored run: line 1, column 2 holds a list of another length, which cannot stand there",
            ),
            ("7", "not a stored run: line 1, column 1 holds integer \"7\", which cannot stand there"),
        ] {
            let error = serde_json::from_str::<Shape>(text).expect_err(text);
            let said = malformed("stored run", &error);
            assert_eq!(said, says, "{text}: {error}");
        }
    }
}
