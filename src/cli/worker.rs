//! `twolane worker`: reads files for a parent process. Not for people.

use std::ffi::OsString;
use std::io::{stdin, stdout};
use std::path::PathBuf;

use clap::Args;

use super::exit::Exit;
use crate::ingest::worker::{
    Probe, ProgramLimits, confine_program, confine_reader, serve, try_the_forbidden,
};

/// What a process started by this program does for it.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// Try what a worker is refused, and tell what came of it.
    #[arg(long)]
    pub probe: bool,
    /// Become this program, confined, with the arguments that follow.
    #[arg(long, value_name = "PROGRAM")]
    pub recognise: Option<PathBuf>,
    /// Bytes of address space for that program.
    #[arg(long, default_value_t = 2 << 30)]
    pub memory: u64,
    /// Processor seconds for that program.
    #[arg(long, default_value_t = 120)]
    pub seconds: u64,
    /// Its arguments.
    #[arg(last = true)]
    pub arguments: Vec<OsString>,
}

/// Serves until the parent closes the pipe or is gone.
pub fn run(args: &WorkerArgs) -> anyhow::Result<Exit> {
    if let Some(program) = &args.recognise {
        return become_program(program, args);
    }
    let confinement = confine_reader();
    if args.probe {
        let probe = Probe { confinement, tried: try_the_forbidden() };
        serde_json::to_writer(stdout().lock(), &probe)?;
        return Ok(Exit::Done);
    }
    serve(stdin().lock(), stdout())?;
    Ok(Exit::Done)
}

#[cfg(unix)]
fn become_program(program: &std::path::Path, args: &WorkerArgs) -> anyhow::Result<Exit> {
    use std::os::unix::process::CommandExt;
    confine_program(program, ProgramLimits { memory: args.memory, seconds: args.seconds });
    let error = std::process::Command::new(program).args(&args.arguments).exec();
    Err(anyhow::Error::new(error).context(format!("cannot start {}", program.display())))
}

#[cfg(not(unix))]
fn become_program(program: &std::path::Path, args: &WorkerArgs) -> anyhow::Result<Exit> {
    confine_program(program, ProgramLimits { memory: args.memory, seconds: args.seconds });
    let status = std::process::Command::new(program).args(&args.arguments).status()?;
    Ok(if status.success() { Exit::Done } else { Exit::Error })
}
