//! Arguments read, and what is added to the parser's complaint about those that cannot be.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{CommandFactory as _, Parser as _};
use muster_report::escape::single_line;

use crate::args::Arguments;

/// The arguments of these words, the program's name first.
///
/// # Errors
/// The help or the version that was asked for, or what is wrong with the arguments: without what a terminal would obey, and with advice
/// where the parser has none.
pub(crate) fn read(words: &[OsString]) -> Result<Arguments, Error> {
    Arguments::try_parse_from(words).map_err(|said| {
        // The parser repeats words as they were typed, so it is asked again with harmless ones.
        let harmless = words.iter().map(|word| match word.to_str() {
            Some(text) => OsString::from(single_line(text).as_ref()),
            None => word.clone(),
        });
        let mut said = Arguments::try_parse_from(harmless).err().unwrap_or(said);
        if let Some(advice) = advice(&said) {
            said.remove(ContextKind::SuggestedArg);
            said.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
        }
        said
    })
}

/// What to do about a mistake that people make because they think of another command.
fn advice(said: &Error) -> Option<String> {
    let of = |kind: ContextKind| match said.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    };
    match said.kind() {
        ErrorKind::UnknownArgument => {
            let third = of(ContextKind::InvalidArg)?;
            if third == "--ruling" {
                let reading =
                    "a ruling is changed with --set rulings.ID=OPTION; `muster list rulings` shows them";
                return Some(reading.to_owned());
            }
            let usage = of(ContextKind::Usage)?;
            let command = usage.split_whitespace().nth(2)?;
            let more = match command {
                _ if third.starts_with('-') => return None,
                "duel" => "`muster matrix --of units` takes many",
                "battle" => "`muster matrix` takes many",
                "even" | "replay" | "luck" => "ask pair by pair",
                _ => return None,
            };
            Some(format!("'{third}' would be a third side; {more}"))
        }
        ErrorKind::InvalidSubcommand => {
            let typed = of(ContextKind::InvalidSubcommand)?;
            let commands = Arguments::command();
            let known = commands.get_subcommands().any(|one| one.get_name() == typed);
            known.then(|| format!("'{typed}' is a command of its own: muster {typed}"))
        }
        ErrorKind::InvalidValue if of(ContextKind::InvalidArg)?.starts_with("--format") => {
            let typed = of(ContextKind::InvalidValue)?;
            ["htm", "svg", "png", "pdf", "page"].contains(&typed.as_str()).then(|| {
                "html is a page; --out DIR writes it with pictures (.svg, .png) and tables to files"
                    .to_owned()
            })
        }
        _ => None,
    }
}
