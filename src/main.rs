//! The `twolane` program, a thin wrapper around the library's `cli` module.

use std::process::ExitCode;

#[cfg(not(windows))]
fn main() -> ExitCode {
    twolane::cli::main().into()
}

/// The stack of the thread that runs the program. Windows gives the first thread 1 MiB, other systems give it 8.
#[cfg(windows)]
const STACK: usize = 8 << 20;

#[cfg(windows)]
fn main() -> ExitCode {
    let thread = std::thread::Builder::new().name("main".to_owned()).stack_size(STACK);
    match thread.spawn(twolane::cli::main).map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.into(),
        // The panic was printed.
        Ok(Err(_)) => ExitCode::from(101),
        Err(_) => ExitCode::FAILURE,
    }
}
