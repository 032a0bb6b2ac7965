//! `muster completions` and `muster man`: what shells and `man` need, made of the arguments themselves.

use clap::{Command, CommandFactory as _};

use crate::args::{Arguments, CompletionsArgs, Everywhere};
use crate::exit::Failure;
use crate::files::File;
use crate::output::printed;
use crate::plan::output;

/// Prints the completions of a shell.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "muster", &mut script);
    printed(&script)
}

/// Prints the manual page, or writes one a command to `--out`.
///
/// # Errors
/// When standard output or the directory cannot be written.
pub(crate) fn man(everywhere: &Everywhere) -> Result<(), Failure> {
    let mut command = Arguments::command();
    let Some(dir) = &everywhere.out else {
        return printed(&page(command)?);
    };
    command.build();
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help");
    let mut files = inner
        .map(|inner| {
            let name = format!("muster-{}", inner.get_name());
            let bytes = page(inner.clone().display_name(name.clone()))?;
            Ok(File { name: format!("{name}.1"), bytes })
        })
        .collect::<Result<Vec<File>, Failure>>()?;
    files.push(File { name: "muster.1".to_owned(), bytes: page(Arguments::command())? });
    output(everywhere).write(dir, &files)
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut bytes);
    written.map_err(|error| Failure::Fault(format!("the manual page: {error}")))?;
    Ok(bytes)
}
