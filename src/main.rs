//! The `twolane` program, a thin wrapper around the library's `cli` module.

fn main() -> std::process::ExitCode {
    twolane::cli::main().into()
}
