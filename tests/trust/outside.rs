//! What comes from outside: packs, working folders, words that steer a terminal, and what stays on
//! this machine. Each test is a table of one class of attack.

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folders;
mod packs;
mod privacy;
mod terminal;

use crate::support::chat_server;

use std::path::{Path, PathBuf};

/// A home of its own, in which the program runs.
pub struct Home {
    folder: tempfile::TempDir,
}

/// What a run gave.
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub error: String,
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

impl Home {
    /// An empty one.
    pub fn new() -> Self {
        Home { folder: tempfile::tempdir().unwrap() }
    }

    /// The home itself.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A folder or file below it.
    pub fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The program in the folder `work` below the home, with nothing of the caller's environment
    /// that would lead it elsewhere.
    pub fn command(&self) -> assert_cmd::Command {
        let work = self.at("work");
        std::fs::create_dir_all(&work).unwrap();
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_twolane"));
        command.env("HOME", self.path()).current_dir(work);
        for name in
            ["TWOLANE_MODELS", "TWOLANE_ARCHIVE", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HF_HOME", "HF_TOKEN"]
        {
            command.env_remove(name);
        }
        command
    }

    /// Runs it with these arguments.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, |_| {})
    }

    /// The same, prepared.
    pub fn run_with(&self, args: &[&str], prepare: impl FnOnce(&mut assert_cmd::Command)) -> Ran {
        let mut command = self.command();
        command.args(args);
        prepare(&mut command);
        let output = command.output().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            error: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
