//! The command `twolane doctor`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use twolane_archive::{Archive, SourceSummary};
use twolane_encoder::Embedder;
use twolane_ingest::only_waits;
use twolane_ingest::read::{Launch, OcrError, Tesseract};
use twolane_ingest::worker::{Force, probe};

use super::context::Context;
use super::exit::Exit;
use super::given::check_built_in_files;

/// Check the setup and suggest fixes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane doctor
  twolane doctor --json | jq '.checks[] | select(.ok | not)'")]
pub struct DoctorArgs {}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The part that was checked.
    pub name: String,
    /// True when it works.
    pub ok: bool,
    /// True when a requested feature depends on it. A failure of a part that is not needed is reported, but
    /// does not change the exit code.
    pub needed: bool,
    /// The finding in words.
    pub detail: String,
    /// The remedy; empty when it works.
    pub next: String,
}

impl Check {
    fn good(name: &str, detail: impl Into<String>) -> Self {
        Check { name: name.into(), ok: true, needed: true, detail: detail.into(), next: String::new() }
    }

    fn bad(name: &str, detail: impl Into<String>, next: impl Into<String>) -> Self {
        Check { name: name.into(), ok: false, needed: true, detail: detail.into(), next: next.into() }
    }

    fn lacking(name: &str, detail: impl Into<String>, next: impl Into<String>) -> Self {
        Check { needed: false, ..Check::bad(name, detail, next) }
    }
}

/// Runs the command.
pub fn run(_args: &DoctorArgs, context: &Context) -> anyhow::Result<Exit> {
    let mut checks = vec![model(context)];
    checks.extend(archive(context));
    checks.push(ocr(context));
    checks.push(readers(context));
    checks.push(rules());
    if let Some(dir) = context.archive_place.folder() {
        checks.push(permissions(dir));
        checks.push(disk(dir));
    }
    checks.push(Check::good(
        "network",
        if context.offline {
            "refused: --offline is set".to_owned()
        } else {
            match &context.config.model.server {
                None => "only `models get` and `demo` would use it".to_owned(),
                Some(server) => format!("`models get` and `demo` would use it, and answers: {server}"),
            }
        },
    ));
    if context.json {
        context.print_json(&json!({ "checks": checks }))?;
    } else {
        let style = context.style();
        let mut out = Vec::new();
        for check in &checks {
            let mark = match (check.ok, check.needed) {
                (true, _) => style.good("ok  "),
                (false, true) => style.bad("look"),
                (false, false) => "note".to_owned(),
            };
            writeln!(out, "{mark}  {:<12} {}", check.name, check.detail)?;
            if !check.next.is_empty() {
                writeln!(out, "                   next: {}", check.next)?;
            }
        }
        context.print(String::from_utf8_lossy(&out))?;
    }
    Ok(if checks.iter().all(|c| c.ok || !c.needed) { Exit::Done } else { Exit::Insufficient })
}

/// Checks the rule files that the program was built with. Not every command does so: a test checks those of a
/// release, and reading all of them takes longer than a search.
fn rules() -> Check {
    match check_built_in_files() {
        Ok(()) => Check::good("rules", "the rule files of this build are sound"),
        Err(error) => Check::bad(
            "rules",
            error.to_string(),
            "report this build's version; it was built from changed files",
        ),
    }
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
        Ok(None) => Check::bad("model", "none: only keyword search works", "twolane models get"),
        Err(error) => Check::bad("model", format!("{error:#}"), "twolane models check"),
    }
}

fn archive(context: &Context) -> Vec<Check> {
    let archive = match Archive::open_at(&context.archive_place) {
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
                format!("{}: {} sources, {pages} pages, {lines} lines", context.archive_place, sources.len()),
            ));
            let (waiting, unread): (Vec<_>, Vec<_>) =
                sources.iter().filter(|s| s.pages_unread > 0).partition(|s| only_waits(&archive, &s.id));
            if !waiting.is_empty() {
                let pages: u32 = waiting.iter().map(|s| s.pages_unread).sum();
                checks.push(Check::lacking(
                    "pictures",
                    format!(
                        "{pages} pages of {} sources are pictures of text that was not recognized",
                        waiting.len()
                    ),
                    "install tesseract and run `twolane ocr`; until then, searches miss these pages",
                ));
            }
            if unread.is_empty() {
                let all =
                    if waiting.is_empty() { "every page was read" } else { "every page with text was read" };
                checks.push(Check::good("coverage", all));
            } else {
                let pages: u32 = unread.iter().map(|s| s.pages_unread).sum();
                let names: Vec<&str> = unread.iter().take(8).map(|s| s.id.0.as_str()).collect();
                let more =
                    if unread.len() > 8 { format!(" and {} more", unread.len() - 8) } else { String::new() };
                checks.push(Check::bad(
                    "coverage",
                    format!("{pages} pages of {} sources unread: {}{more}", unread.len(), names.join(", ")),
                    "`twolane source show ID` says why; scanned pages need tesseract and `twolane ocr`",
                ));
            }
            checks.extend(notes(&sources));
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

/// Lists the readers' notes: a redacted file whose black boxes hide nothing, attachments, tracked changes.
fn notes(sources: &[SourceSummary]) -> Option<Check> {
    const LISTED: usize = 8;
    let noted: Vec<&SourceSummary> = sources.iter().filter(|source| !source.notes.is_empty()).collect();
    let first = noted.first()?;
    let each = noted.iter().take(LISTED).map(|s| format!("{}: {}", s.id.0, s.notes.join("; ")));
    let mut detail = each.collect::<Vec<_>>().join(" · ");
    if noted.len() > LISTED {
        detail.push_str(&format!(" · and {} more", noted.len() - LISTED));
    }
    Some(Check::lacking("notes", detail, format!("twolane source show {}", first.id.0)))
}

fn ocr(context: &Context) -> Check {
    let mut options = context.config.ocr.clone();
    let memory = context.config.limits.address_space;
    options.page_time = options.page_time.min(std::time::Duration::from_secs(30));
    let confined = Launch::Confined { program: &context.program, memory };
    let tesseract = Tesseract::new(&options);
    match tesseract.version().and_then(|version| tesseract.version_within(confined).map(|_| version)) {
        Ok(version) => Check::good("ocr", version),
        Err(OcrError::NotInstalled { program }) => Check::lacking(
            "ocr",
            format!(
                "{} is not installed: scanned pages stay unread, everything else works",
                program.display()
            ),
            "install tesseract (Debian, Ubuntu: apt install tesseract-ocr; macOS: brew install tesseract)",
        ),
        Err(error) => Check::bad(
            "ocr",
            error.to_string(),
            "check that `tesseract --version` works; in the sandbox, it can read only system folders and its own",
        ),
    }
}

/// Checks the confinement of worker processes with one that attempts everything forbidden.
fn readers(context: &Context) -> Check {
    let name = "readers";
    let found = match probe(&context.program) {
        Ok(found) => found,
        Err(error) => {
            return Check::bad(
                name,
                error.to_string(),
                "twolane ingest would fail in the same way; see above",
            );
        }
    };
    let by = |means: &str, force: &Force| match force {
        Force::InForce => format!("{means} in force"),
        Force::Partly => format!("{means} partly in force (limited by this kernel)"),
        Force::Absent { why } => format!("no {means} ({why})"),
    };
    let means = format!(
        "{}, {}",
        by("seccomp", &found.confinement.seccomp),
        by("landlock", &found.confinement.landlock)
    );
    let limits = if cfg!(windows) {
        "a limit of time, none of memory"
    } else if cfg!(target_os = "macos") {
        "limits of time, none of memory"
    } else {
        "limits"
    };
    let open = found.open();
    if open.is_empty() {
        Check::good(name, format!("confined: no network, no files, no programs; {means}"))
    } else {
        Check::lacking(
            name,
            format!(
                "worker processes have {limits}, but are not confined from: {}; {means}",
                open.join(", ")
            ),
            "Linux 5.13 and later have both; on other systems, read files from strangers in a virtual machine",
        )
    }
}

/// Returns the folder itself, or its nearest ancestor that exists.
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

/// The least free space without a warning: room for a few hundred scanned sources.
const FREE_BYTES: u64 = 1 << 30;

fn disk(dir: &Path) -> Check {
    let dir = existing(dir);
    match free_bytes(&dir) {
        Ok(None) => Check::lacking("disk", "the free space is not measured on this system", ""),
        Ok(Some(free)) => {
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

/// Returns the free space for this user at a folder; `None` on a system where it is not measured.
#[cfg(unix)]
fn free_bytes(dir: &Path) -> std::io::Result<Option<u64>> {
    let stat = rustix::fs::statvfs(dir)?;
    Ok(Some(stat.f_bavail.saturating_mul(stat.f_frsize)))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> std::io::Result<Option<u64>> {
    Ok(None)
}
