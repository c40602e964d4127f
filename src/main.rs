//! The `twolane` program; everything is in the library's `cli` room.

fn main() -> std::process::ExitCode {
    twolane::cli::main().into()
}
