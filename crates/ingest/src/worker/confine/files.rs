//! The Landlock rules: the files that a process may still open.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};

use super::force::Force;

/// The newest rules that are requested; an older kernel applies those that it supports.
const NEWEST: ABI = ABI::V6;

/// The places where systems keep programs, their libraries and their data.
const SYSTEM: [&str; 18] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system",
    "/snap",
    "/home/linuxbrew/.linuxbrew",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/sys/devices/system/cpu",
    "/proc/cpuinfo",
    "/dev/urandom",
];

/// Denies all files, TCP, and signals and abstract sockets to the outside.
pub(super) fn nothing() -> Force {
    force(restrict(&[], &[]))
}

/// Allows reading and executing in the system's own folders and in these, and writing nowhere.
pub(super) fn of_program(program: &Path, folders: &[PathBuf]) -> Force {
    let readable: Vec<&Path> =
        SYSTEM.iter().map(Path::new).chain(folders.iter().map(PathBuf::as_path)).chain([program]).collect();
    force(restrict(&readable, &[Path::new("/dev/null")]))
}

fn restrict(readable: &[&Path], writable: &[&Path]) -> Result<RulesetStatus, RulesetError> {
    let both: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(NEWEST)))?
        .add_rules(path_beneath_rules(writable, both))?
        .restrict_self()?;
    Ok(status.ruleset)
}

fn force(result: Result<RulesetStatus, RulesetError>) -> Force {
    match result {
        Ok(RulesetStatus::FullyEnforced) => Force::InForce,
        Ok(RulesetStatus::PartiallyEnforced) => Force::Partly,
        Ok(RulesetStatus::NotEnforced) => Force::Absent { why: "this kernel does not have it".to_owned() },
        Err(error) => Force::Absent { why: error.to_string() },
    }
}
