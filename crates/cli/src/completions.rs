//! The command `twolane completions`.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command, ValueEnum};

use super::context::Context;
use super::exit::Exit;

/// The text to print.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum What {
    /// Completions for bash.
    Bash,
    /// Completions for fish.
    Fish,
    /// Completions for zsh.
    Zsh,
    /// The man page (roff).
    Man,
}

/// Print shell completions or the man page.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane completions bash > ~/.local/share/bash-completion/completions/twolane
  twolane completions man > twolane.1
  twolane completions man --out man1/         twolane.1, and a page for each command")]
pub struct CompletionsArgs {
    /// Shell, or `man`.
    pub what: What,
    /// Write the man pages of all commands into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Prints completions or man pages of the whole program, whose `command` is.
pub fn run(args: &CompletionsArgs, mut command: Command, context: &Context) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.out {
        if !matches!(args.what, What::Man) {
            anyhow::bail!("--out works only with `completions man`");
        }
        clap_mangen::generate_to(command, folder)
            .with_context(|| format!("cannot write man pages into {}", folder.display()))?;
        return Ok(Exit::Done);
    }
    let mut out = Vec::new();
    let shell = match args.what {
        What::Bash => clap_complete::Shell::Bash,
        What::Fish => clap_complete::Shell::Fish,
        What::Zsh => clap_complete::Shell::Zsh,
        What::Man => {
            clap_mangen::Man::new(command).render(&mut out)?;
            context.print(String::from_utf8_lossy(&out))?;
            return Ok(Exit::Done);
        }
    };
    clap_complete::generate(shell, &mut command, "twolane", &mut out);
    context.print(String::from_utf8_lossy(&out))?;
    Ok(Exit::Done)
}
