//! Confinement of a process that reads untrusted files. Before the first byte of a file, it gives up the
//! network, starting programs, opening files, signals to other processes, the environment and open
//! descriptors.
//!
//! On Linux a seccomp filter lists the system calls that reading needs and refuses every other one; Landlock
//! takes away the file system and TCP. Both are requested, neither is required. On a kernel or system without
//! them a worker still runs in its own process under limits, and [`Confinement`] records this. A refused call
//! is an error like any other and never ends the process.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
mod force;
mod probe;
mod raw;

pub use force::Force;
pub use probe::{Probe, Tried, probe, try_the_forbidden};

/// The rights that a process has given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// The restriction to a list of system calls (seccomp).
    pub seccomp: Force,
    /// The restriction of files and the network (Landlock).
    pub landlock: Force,
    /// The inherited descriptors that it has closed.
    pub closed: Vec<i32>,
}

/// The limits of a program that is started for a worker.
#[derive(Debug, Clone, Copy)]
pub struct ProgramLimits {
    /// The address space, in bytes.
    pub memory: u64,
    /// The limit of processor time, in seconds.
    pub seconds: u64,
}

/// Gives up, for good, everything that reading bytes from standard input does not need. Call it before the
/// process has a second thread: some restrictions apply only to the calling thread and the threads that it
/// starts.
pub fn confine_reader() -> Confinement {
    let closed = raw::close_inherited();
    #[cfg(target_os = "linux")]
    {
        // Other programs of this user may not read this process's memory.
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

/// Gives up what text recognition of a picture does not need, before this process becomes that program. This
/// covers the network, writing, other processes, and files outside the system's and the program's folders.
pub fn confine_program(program: &Path, limits: ProgramLimits) -> Confinement {
    let closed = raw::close_inherited();
    limit(limits);
    #[cfg(target_os = "linux")]
    {
        // Without this process nothing waits for the program any more.
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

/// Returns the rights that a worker keeps on this system although reading does not need them, in words. `None` on
/// Linux, where they depend on the kernel: a [`Probe`] finds them.
pub fn rights_kept() -> Option<&'static str> {
    if cfg!(target_os = "linux") {
        None
    } else if cfg!(unix) {
        Some("start programs, change files by their names, and use any amount of memory")
    } else {
        Some("open files, use the network, start programs, and use any amount of memory")
    }
}

/// Removes this process's environment from the command, except what a system's loader needs.
pub(super) fn bare(mut command: Command) -> Command {
    command.env_clear();
    // Windows programs don't start without `SystemRoot`; CUDA libraries may be found only by
    // `LD_LIBRARY_PATH`.
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

/// Returns a command that starts this program with a bare environment.
pub fn launcher(own: &Path) -> Command {
    bare(Command::new(own))
}

/// Replaces this process with a program, which keeps the restrictions of this process.
///
/// # Errors
/// Returns the reason why the program was not started. On success the function does not return.
#[cfg(unix)]
pub fn become_program(program: &Path, arguments: &[std::ffi::OsString]) -> std::io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(Command::new(program).args(arguments)))
}

/// Runs a program in place of this one.
///
/// # Errors
/// Returns the reason why the program was not started, or that it failed.
#[cfg(not(unix))]
pub fn become_program(program: &Path, arguments: &[std::ffi::OsString]) -> std::io::Result<()> {
    let status = Command::new(program).args(arguments).status()?;
    if status.success() { Ok(()) } else { Err(std::io::Error::other("it failed")) }
}

/// Returns the folders beside a program that its libraries and data may lie in, and those that the
/// environment names.
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

/// Forbids opening any further descriptor, whatever else the kernel supports.
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
