//! Arguments of the commands that show what is there already.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Arguments of `report`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster report muster-out                    everything that was run here
  muster report muster-out/matrix
  muster report old/run.json new/compare.run.json --title \"The new morale\"

Nothing is played: the page says what the runs said, with their pictures, the
values that were assumed, and the commands that repeat them. `matrix` stores
run.json; every other command with --out stores NAME.run.json.")]
pub(crate) struct ReportArgs {
    /// Stored runs: files, directories with runs in them, or directories of these
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// Title of the page [default: that of a single run]
    #[arg(long, value_name = "WORDS")]
    pub title: Option<String>,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster completions bash > ~/.local/share/bash-completion/completions/muster
  muster completions fish > ~/.config/fish/completions/muster.fish
  muster completions zsh > ~/.zfunc/_muster")]
pub(crate) struct CompletionsArgs {
    /// Whose completions
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster man | man -l -
  muster man --out man          one page a command, in man/")]
pub(crate) struct ManArgs {}

/// Arguments of `playground`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster playground                         muster-out/playground/muster-playground.html
  muster playground --out playground.html

One page with the whole engine in it: open it in a browser, pick two boxes, move
a slider, see the odds. It asks the network for nothing, and may be sent on.
Programs of a release hold it; one that you build yourself holds it when it was
built with the feature `playground` (see CONTRIBUTING.md).")]
pub(crate) struct PlaygroundArgs {}
