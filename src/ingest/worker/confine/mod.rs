//! What a process that reads strangers' files gives up before it sees the first byte of one: the
//! network, starting programs, opening files, signals to others, the environment, open descriptors.
//!
//! On Linux a seccomp filter lists the system calls that reading needs and refuses every other one,
//! and Landlock takes away the file system and TCP. Both are asked for, neither is required: on a
//! kernel or system without them a worker still works in its own process under limits, and
//! [`Confinement`] says so. A refused call is an error like any other, never the end of the process.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
mod probe;
mod raw;

pub use probe::{Probe, Tried, probe, try_the_forbidden};

/// Whether a means of confinement is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Force {
    /// It is.
    InForce,
    /// It is as far as this kernel knows it.
    Partly,
    /// It is not.
    Absent {
        /// Why.
        why: String,
    },
}

impl Force {
    /// True unless it is wholly absent.
    pub fn is_there(&self) -> bool {
        !matches!(self, Force::Absent { .. })
    }

    #[cfg(not(target_os = "linux"))]
    fn elsewhere() -> Force {
        Force::Absent { why: "not available on this system".to_owned() }
    }
}

/// What a process has given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// System calls beyond those of a list (seccomp).
    pub seccomp: Force,
    /// Files and the network (Landlock).
    pub landlock: Force,
    /// Descriptors that it was started with and has closed.
    pub closed: Vec<i32>,
}

/// Limits of a program that is started for a worker.
#[derive(Debug, Clone, Copy)]
pub struct ProgramLimits {
    /// Address space, in bytes.
    pub memory: u64,
    /// Processor seconds.
    pub seconds: u64,
}

/// Gives up, for good, everything that reading bytes from standard input does not need. To be
/// called before the process has a second thread: some of it holds for the calling thread and
/// those that it starts.
pub fn confine_reader() -> Confinement {
    let closed = raw::close_inherited();
    #[cfg(target_os = "linux")]
    {
        // Other programs of this user may not look into the memory of this one.
        let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
        let landlock = files::nothing();
        no_new_descriptors();
        Confinement { seccomp: calls::for_reading(), landlock, closed }
    }
    #[cfg(not(target_os = "linux"))]
    {
        no_new_descriptors();
        Confinement { seccomp: Force::elsewhere(), landlock: Force::elsewhere(), closed }
    }
}

/// Gives up what recognising a picture does not need, before this process becomes that program:
/// the network, writing, other processes, and files outside the system's and the program's folders.
pub fn confine_program(program: &Path, limits: ProgramLimits) -> Confinement {
    let closed = raw::close_inherited();
    limit(limits);
    #[cfg(target_os = "linux")]
    {
        // Without this process nobody waits for the program any more.
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
        let landlock = files::of_program(program, &folders_of(program));
        Confinement { seccomp: calls::for_program(), landlock, closed }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folders_of(program);
        Confinement { seccomp: Force::elsewhere(), landlock: Force::elsewhere(), closed }
    }
}

/// The command without this process's environment, but for what a system's loader can't do without.
pub(super) fn bare(mut command: Command) -> Command {
    command.env_clear();
    // Windows programs don't start without the one; CUDA libraries may be found by the other alone.
    let kept: &[&str] = if cfg!(windows) {
        &["SystemRoot"]
    } else if cfg!(feature = "cuda") {
        &["LD_LIBRARY_PATH"]
    } else {
        &[]
    };
    command.envs(kept.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command
}

/// A command that starts this program, with nothing of the environment.
#[cfg(feature = "serve")]
pub(crate) fn launcher(own: &Path) -> Command {
    bare(Command::new(own))
}

/// Becomes a program, which keeps what this process has given up.
///
/// # Errors
/// Why it was not started. Without an error the function does not come back.
#[cfg(unix)]
pub fn become_program(program: &Path, arguments: &[std::ffi::OsString]) -> std::io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(Command::new(program).args(arguments)))
}

/// Runs a program in the place of this one.
///
/// # Errors
/// Why it was not started, or that it failed.
#[cfg(not(unix))]
pub fn become_program(program: &Path, arguments: &[std::ffi::OsString]) -> std::io::Result<()> {
    let status = Command::new(program).args(arguments).status()?;
    if status.success() { Ok(()) } else { Err(std::io::Error::other("it failed")) }
}

/// Folders beside a program that its libraries and data may lie in, and those that the environment
/// names.
fn folders_of(program: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for file in [Some(program.to_owned()), program.canonicalize().ok()].into_iter().flatten() {
        if let Some(prefix) = file.parent().and_then(Path::parent) {
            folders.extend(["lib", "lib64", "share"].map(|name| prefix.join(name)));
        }
        folders.push(file);
    }
    let named = ["LD_LIBRARY_PATH", "TESSDATA_PREFIX"];
    let named = named.iter().filter_map(std::env::var_os);
    folders.extend(named.flat_map(|list| std::env::split_paths(&list).collect::<Vec<_>>()));
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// From here on nothing can be opened, whatever the kernel knows besides.
fn no_new_descriptors() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(0), maximum: Some(0) });
    }
}

fn limit(limits: ProgramLimits) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let values = [(Resource::As, limits.memory), (Resource::Cpu, limits.seconds), (Resource::Core, 0)];
        for (resource, value) in values {
            let _ = setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) });
        }
    }
    #[cfg(not(unix))]
    let _ = limits;
}
