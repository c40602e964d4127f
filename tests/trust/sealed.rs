//! What the types of an answer forbid, held by the compiler: each program in `tests/sealed/` names in
//! its first line the errors by which it must not compile, and `reading.rs`, which only reads, must.
//! They are checked against the library that this test was built with, so nothing is built anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The library as it was built for this test: the newest, where several settings were built.
fn library(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).unwrap().filter_map(|entry| entry.ok().map(|e| e.path()));
    let built = files.filter(|path| {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        name.starts_with("libtwolane-") && name.ends_with(".rlib")
    });
    built.max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok()).unwrap()
}

/// Codes of the errors that a program gives.
fn errors(program: &Path, library: &Path, out: &Path) -> (bool, BTreeSet<String>, String) {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "bin", "--emit", "metadata", "--error-format", "json"])
        .arg("--extern")
        .arg(format!("twolane={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", library.parent().unwrap().display()))
        .arg("-o")
        .arg(out.join("program.rmeta"))
        .arg(program)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let codes = messages
        .filter(|m| m["level"] == "error")
        .filter_map(|m| m["code"]["code"].as_str().map(str::to_owned))
        .collect();
    (output.status.success(), codes, said)
}

#[test]
fn nobody_outside_makes_changes_or_seals_an_answer() {
    let out = tempfile::tempdir().unwrap();
    let library = library(std::env::current_exe().unwrap().parent().unwrap());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sealed");
    let mut refused = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let program = entry.unwrap().path();
        let text = std::fs::read_to_string(&program).unwrap();
        let expected: BTreeSet<String> = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// errors:"))
            .map(|codes| codes.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default();
        let (compiles, codes, said) = errors(&program, &library, out.path());
        assert_eq!(compiles, expected.is_empty(), "{}: {said}", program.display());
        assert_eq!(codes, expected, "{}: {said}", program.display());
        refused += usize::from(!compiles);
    }
    assert!(refused >= 8, "{refused} programs were refused");
}
