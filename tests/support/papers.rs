//! The shared papers, where they are, and the tools that tests compare with.

#![allow(dead_code)] // each test takes what it needs

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the shared papers are, relative to the crate.
pub const DATA: &str = "../shared/data";

/// PDFs of the local papers; `None`, said aloud, when they are not here.
pub fn local_pdfs() -> Option<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in ["local-pdf", "hoa", "federal-or-other-pdf"] {
        files.extend(pdfs_in(&Path::new(DATA).join(folder)));
    }
    if files.is_empty() {
        super::skip::lacks(format_args!("no papers in {DATA}"));
        return None;
    }
    files.sort();
    Some(files)
}

/// PDFs directly in a folder, by name.
pub fn pdfs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "pdf")).collect();
    files.sort();
    files
}

/// Folder and file name.
pub fn short_name(file: &Path) -> String {
    let name = |p: Option<&std::ffi::OsStr>| p.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    format!("{}/{}", name(file.parent().and_then(Path::file_name)), name(file.file_name()))
}

/// True when poppler's tools are installed; says so aloud when not.
pub fn has_poppler() -> bool {
    let found = Command::new("pdftotext").arg("-v").output().is_ok();
    if !found {
        super::skip::lacks("pdftotext is not installed");
    }
    found
}

/// Keeps a run's figures under `benches/runs/` when `TWOLANE_RECORD` is set.
pub fn record(name: &str, json: &str) {
    if std::env::var_os("TWOLANE_RECORD").is_none() {
        return;
    }
    let out = Command::new("date").arg("+%Y-%m-%d").output().unwrap();
    let date = String::from_utf8_lossy(&out.stdout).trim().to_owned();
    std::fs::create_dir_all("benches/runs").unwrap();
    std::fs::write(format!("benches/runs/{date}-{name}.json"), json).unwrap();
}
