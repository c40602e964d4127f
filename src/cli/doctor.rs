//! `twolane doctor`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::archive::Archive;
use crate::inference::{Embedder, program};

use super::context::Context;
use super::exit::Exit;

/// What works here, and what to do about the rest.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane doctor
  twolane doctor --json | jq '.checks[] | select(.ok | not)'")]
pub struct DoctorArgs {}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// Whether it works.
    pub ok: bool,
    /// What was found.
    pub detail: String,
    /// What to do; empty when it works.
    pub next: String,
}

impl Check {
    fn good(name: &str, detail: impl Into<String>) -> Self {
        Check { name: name.into(), ok: true, detail: detail.into(), next: String::new() }
    }

    fn bad(name: &str, detail: impl Into<String>, next: impl Into<String>) -> Self {
        Check { name: name.into(), ok: false, detail: detail.into(), next: next.into() }
    }
}

/// Runs the command.
pub fn run(_args: &DoctorArgs, context: &Context) -> anyhow::Result<Exit> {
    let mut checks = vec![model(context)];
    checks.extend(archive(context));
    checks.push(ocr());
    checks.push(permissions(&context.archive_dir));
    checks.push(disk(&context.archive_dir));
    checks.push(Check::good(
        "network",
        if context.offline {
            "refused: --offline is set"
        } else {
            "only `models get` and `demo` would use it"
        },
    ));
    if context.json {
        context.print_json(&json!({ "checks": checks }))?;
    } else {
        let style = context.style();
        let mut out = Vec::new();
        for check in &checks {
            let mark = if check.ok { style.good("ok  ") } else { style.bad("look") };
            writeln!(out, "{mark}  {:<12} {}", check.name, check.detail)?;
            if !check.next.is_empty() {
                writeln!(out, "                   next: {}", check.next)?;
            }
        }
        context.print(String::from_utf8_lossy(&out))?;
    }
    Ok(if checks.iter().all(|c| c.ok) { Exit::Done } else { Exit::Insufficient })
}

fn model(context: &Context) -> Check {
    match context.embedder() {
        Ok(Some(embedder)) => Check::good(
            "model",
            format!(
                "{} ({} dimensions, {} tokens) on {}",
                embedder.model(),
                embedder.dimensions(),
                embedder.max_tokens(),
                embedder.device()
            ),
        ),
        Ok(None) => Check::bad("model", "none: search goes by words alone", "twolane models get"),
        Err(error) => Check::bad("model", format!("{error:#}"), "twolane models check"),
    }
}

fn archive(context: &Context) -> Vec<Check> {
    let archive = match Archive::open(&context.archive_dir) {
        Ok(archive) => archive,
        Err(error) => {
            return vec![Check::bad("archive", error.to_string(), "twolane ingest FOLDER, or twolane demo")];
        }
    };
    let mut checks = Vec::new();
    match archive.sources() {
        Ok(sources) => {
            let lines: u64 = sources.iter().map(|s| u64::from(s.lines)).sum();
            let pages: u64 = sources.iter().map(|s| u64::from(s.pages)).sum();
            checks.push(Check::good(
                "archive",
                format!(
                    "{}: {} sources, {pages} pages, {lines} lines",
                    context.archive_dir.display(),
                    sources.len()
                ),
            ));
            let unread: Vec<_> = sources.iter().filter(|s| s.pages_unread > 0).collect();
            if unread.is_empty() {
                checks.push(Check::good("coverage", "every page was read"));
            } else {
                let pages: u32 = unread.iter().map(|s| s.pages_unread).sum();
                let names: Vec<&str> = unread.iter().take(8).map(|s| s.id.0.as_str()).collect();
                let more =
                    if unread.len() > 8 { format!(" and {} more", unread.len() - 8) } else { String::new() };
                checks.push(Check::bad(
                    "coverage",
                    format!("{pages} pages of {} sources unread: {}{more}", unread.len(), names.join(", ")),
                    "`twolane source show ID` says why; scanned pages need tesseract and another ingest",
                ));
            }
        }
        Err(error) => checks.push(Check::bad("archive", error.to_string(), "twolane index check")),
    }
    match archive.check() {
        Ok(problems) if problems.is_empty() => checks.push(Check::good("integrity", "index check is clean")),
        Ok(problems) => {
            checks.extend(
                problems
                    .into_iter()
                    .map(|p| Check::bad("integrity", format!("{}: {}", p.part, p.what), p.next)),
            );
        }
        Err(error) => checks.push(Check::bad("integrity", error.to_string(), "twolane index rebuild")),
    }
    checks
}

fn ocr() -> Check {
    match program(Path::new("tesseract")).map(|mut command| command.arg("--version").output()) {
        Some(Ok(output)) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            Check::good("ocr", text.lines().next().unwrap_or("tesseract").to_owned())
        }
        _ => Check::bad(
            "ocr",
            "tesseract is not installed: scanned pages stay unread",
            "install tesseract (Debian, Ubuntu: apt install tesseract-ocr; macOS: brew install tesseract)",
        ),
    }
}

/// The folder itself, or its nearest ancestor that exists.
fn existing(dir: &Path) -> PathBuf {
    let absolute = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    absolute.ancestors().find(|a| a.exists()).map_or(absolute.clone(), Path::to_owned)
}

fn permissions(dir: &Path) -> Check {
    let dir = existing(dir);
    match tempfile::Builder::new().prefix(".twolane-doctor").tempfile_in(&dir) {
        Ok(_) => Check::good("permissions", format!("{} can be written", dir.display())),
        Err(error) => Check::bad(
            "permissions",
            format!("{} can't be written: {error}", dir.display()),
            "change its permissions, or name another folder with --archive",
        ),
    }
}

/// Least free space that is fine without a word: room for a few hundred scanned sources.
const FREE_BYTES: u64 = 1 << 30;

fn disk(dir: &Path) -> Check {
    let dir = existing(dir);
    match rustix::fs::statvfs(&dir) {
        Ok(stat) => {
            let free = stat.f_bavail.saturating_mul(stat.f_frsize);
            let detail = format!("{} MiB free at {}", free >> 20, dir.display());
            if free >= FREE_BYTES {
                Check::good("disk", detail)
            } else {
                Check::bad("disk", detail, "make room, or name another folder with --archive")
            }
        }
        Err(error) => Check::bad("disk", format!("free space of {} is unknown: {error}", dir.display()), ""),
    }
}
