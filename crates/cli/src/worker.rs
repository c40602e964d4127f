//! The command `twolane worker`: reads files for a parent process. Not for people.

use std::ffi::OsString;
use std::io::{stdin, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::exit::Exit;
#[cfg(feature = "serve")]
use twolane_ingest::worker::{Limits, limit_this_process};
use twolane_ingest::worker::{
    Probe, ProgramLimits, become_program, confine_program, confine_reader, serve, try_the_forbidden,
};

/// The arguments of a worker process.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// Attempt what a worker is refused, and report the outcome.
    #[arg(long)]
    pub probe: bool,
    /// Draw this page of the PDF on standard input, as PNG.
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "PAGE")]
    pub draw: Option<u32>,
    /// Width of that picture in pixels.
    #[cfg(feature = "serve")]
    #[arg(long, default_value_t = 1000)]
    pub width: u32,
    /// Become this program, confined, with the arguments that follow.
    #[arg(long, value_name = "PROGRAM")]
    pub recognise: Option<PathBuf>,
    /// Bytes of address space for that program.
    #[arg(long, default_value_t = 2 << 30)]
    pub memory: u64,
    /// Processor seconds for that program.
    #[arg(long, default_value_t = 120)]
    pub seconds: u64,
    /// Arguments of that program.
    #[arg(last = true)]
    pub arguments: Vec<OsString>,
}

/// Serves until the parent closes the pipe or is gone.
pub fn run(args: &WorkerArgs) -> anyhow::Result<Exit> {
    if let Some(program) = &args.recognise {
        confine_program(program, ProgramLimits { memory: args.memory, seconds: args.seconds });
        become_program(program, &args.arguments)
            .with_context(|| format!("cannot start {}", program.display()))?;
        return Ok(Exit::Done);
    }
    let confinement = confine_reader();
    #[cfg(feature = "serve")]
    if let Some(page) = args.draw {
        limit_this_process(Limits::default());
        twolane_serve::draw_from(stdin().lock(), stdout().lock(), page, args.width)?;
        return Ok(Exit::Done);
    }
    if args.probe {
        let probe = Probe { confinement, tried: try_the_forbidden() };
        serde_json::to_writer(stdout().lock(), &probe)?;
        return Ok(Exit::Done);
    }
    serve(stdin().lock(), stdout())?;
    Ok(Exit::Done)
}
