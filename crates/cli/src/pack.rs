//! The command `twolane pack`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::Context;
use super::exit::Exit;
use super::output::Bar;
use twolane_archive::Archive;
use twolane_encoder::{Embedder, InferenceError};

use twolane_ingest::pack::{InstallError, InstallReport, InstallStep, Installer, InstallerOptions};
use twolane_law::pack::{PackError, PackOptions, Signing, open};

/// Build, install, update and remove bodies of law.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  twolane pack build statutes/ -o my-state-2024.twopack
  twolane pack verify my-state-2024.twopack
  twolane pack install my-state-2024.twopack
  twolane pack update my-state-2025.twopack      what was added, amended and repealed
  twolane pack list
  twolane pack remove my-state --edition 2024

docs/making-a-pack.md explains how to make one from saved pages.")]
pub struct PackArgs {
    /// The action on packs.
    #[command(subcommand)]
    pub action: PackAction,
}

/// The action on packs.
#[derive(Debug, Subcommand)]
pub enum PackAction {
    /// Build a pack from a folder with statutes and a `pack.toml`.
    Build {
        /// Folder with the statutes.
        folder: PathBuf,
        /// Write the pack to this file.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Include this machine's embeddings, so that others need not compute them.
        #[arg(long)]
        embeddings: bool,
    },
    /// Add a pack to the archive, next to other editions of the same name.
    Install {
        /// The pack file.
        file: PathBuf,
        /// Assign the sections to this lane.
        #[arg(long, default_value = "state")]
        lane: String,
        #[command(flatten)]
        trust: Trust,
    },
    /// List the packs in the archive.
    List,
    /// Show the description of a pack in the archive.
    Show {
        /// Name of the pack.
        name: String,
        /// List its sections too.
        #[arg(long)]
        sections: bool,
    },
    /// Check a pack file without touching the archive.
    Verify {
        /// The pack file.
        file: PathBuf,
        #[command(flatten)]
        trust: Trust,
    },
    /// Add a newer edition and report what changed. The older one stays for `--as-of`.
    Update {
        /// The pack file.
        file: PathBuf,
        /// Remove the older edition.
        #[arg(long)]
        replace: bool,
        /// Assign the sections to this lane.
        #[arg(long, default_value = "state")]
        lane: String,
        #[command(flatten)]
        trust: Trust,
    },
    /// Remove a pack from the archive.
    Remove {
        /// Name of the pack.
        name: String,
        /// Remove only this edition.
        #[arg(long)]
        edition: Option<String>,
    },
}

/// The trust in signatures.
#[derive(Debug, Clone, Default, Args)]
pub struct Trust {
    /// Require a signature by this minisign public key (base64). Keys of the configuration also count.
    #[arg(long, value_name = "KEY")]
    pub public_key: Vec<String>,
    /// Accept an edition without the signature of the installed ones. It may be unsigned, or signed with
    /// another key.
    #[arg(long)]
    pub accept_signer_change: bool,
}

impl Trust {
    fn options(&self, context: &Context) -> PackOptions {
        let mut options = context.config.packs.clone();
        options.require_signature |= !self.public_key.is_empty();
        options.trusted_keys.extend(self.public_key.iter().cloned());
        options
    }
}

/// Runs the command.
pub fn run(args: &PackArgs, context: &Context) -> anyhow::Result<Exit> {
    match &args.action {
        PackAction::Build { folder, output, embeddings } => {
            super::pack_build::run(folder, output, *embeddings, context)
        }
        PackAction::Install { file, lane, trust } => {
            let archive = context.create_archive()?;
            change(context, &archive, file, lane, trust, |installer, pack, step| {
                installer.install(pack, step)
            })
        }
        PackAction::Update { file, replace, lane, trust } => {
            let archive = context.open_archive()?;
            change(context, &archive, file, lane, trust, |installer, pack, step| {
                installer.update(pack, *replace, step)
            })
        }
        PackAction::List => list(context),
        PackAction::Show { name, sections } => show(name, *sections, context),
        PackAction::Verify { file, trust } => verify(file, trust, context),
        PackAction::Remove { name, edition } => {
            let archive = context.open_archive()?;
            let step = |_| !context.interrupt.is_set();
            let installer = installer(&archive, None, "state", context);
            let removed = installer.remove(name, edition.as_deref(), &step)?;
            if context.json {
                context.print_json(&json!({ "removed": removed, "name": name, "edition": edition }))?;
            } else {
                context.say(format!(
                    "removed {removed} edition{} of {name}",
                    if removed == 1 { "" } else { "s" }
                ));
            }
            Ok(Exit::Done)
        }
    }
}

/// Puts a pack into the state lane, as an update where the archive has another edition, and prints nothing.
pub fn put(file: &Path, is_update: bool, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.create_archive()?;
    let put = |installer: &Installer<'_>, pack: &twolane_law::pack::Pack, step: Step<'_>| {
        if is_update { installer.update(pack, false, step) } else { installer.install(pack, step) }
    };
    let report = changed(context, &archive, file, STATE_LANE, &Trust::default(), put)?;
    Ok(if report.is_some() { Exit::Done } else { Exit::Interrupted })
}

#[cfg(feature = "serve")]
/// Removes all editions of a pack, and returns their number.
pub fn take_out(name: &str, context: &Context) -> anyhow::Result<usize> {
    let archive = context.open_archive()?;
    Ok(installer(&archive, None, STATE_LANE, context).remove(name, None, &|_| true)?)
}

/// The default lane of law.
const STATE_LANE: &str = "state";

fn installer<'a>(
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    lane: &str,
    context: &Context,
) -> Installer<'a> {
    let ingest = &context.config.ingest;
    let options = InstallerOptions {
        lane: lane.to_owned(),
        wrap: ingest.wrap,
        chunk: context.config.chunk,
        embed_group: ingest.embed_group,
        token_vectors: ingest.token_vectors,
    };
    Installer::new(archive, embedder, options)
}

type Step<'s> = &'s (dyn Fn(InstallStep) -> bool + Sync);

fn change(
    context: &Context,
    archive: &Archive,
    file: &Path,
    lane: &str,
    trust: &Trust,
    run: impl Fn(&Installer<'_>, &twolane_law::pack::Pack, Step<'_>) -> Result<InstallReport, InstallError>,
) -> anyhow::Result<Exit> {
    let Some(report) = changed(context, archive, file, lane, trust, run)? else {
        context.say("interrupted; the archive has the editions that it had");
        return Ok(Exit::Interrupted);
    };
    if let Some(why) = &report.without_graph {
        context.say(why);
    }
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(told(&report, context.verbose > 0))?;
    }
    Ok(Exit::Done)
}

/// Changes an archive by a pack, with a bar on a terminal; `None` when that was interrupted.
fn changed(
    context: &Context,
    archive: &Archive,
    file: &Path,
    lane: &str,
    trust: &Trust,
    run: impl Fn(&Installer<'_>, &twolane_law::pack::Pack, Step<'_>) -> Result<InstallReport, InstallError>,
) -> anyhow::Result<Option<InstallReport>> {
    let pack = open(file, &trust.options(context))?;
    let embedder = context.embedder_for(archive)?;
    let installer = installer(archive, embedder.as_ref().map(|e| e as &dyn Embedder), lane, context)
        .accepting_signer_change(trust.accept_signer_change);
    let bar = Bar::new(context.is_terminal(), "{msg:>10} [{bar:30}] {pos}/{len} {eta} left");
    let step = |step: InstallStep| {
        let (word, done, total) = match step {
            InstallStep::Embedded(done, total) => ("embedding", done, total),
            InstallStep::Written(done, total) => ("writing", done, total),
            InstallStep::Linked(done, total) => ("linking", done, total),
        };
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        bar.set_message(word);
        !context.interrupt.is_set()
    };
    let outcome = run(&installer, &pack, &step);
    bar.finish();
    match outcome {
        Err(InstallError::Cancelled | InstallError::Inference(InferenceError::Cancelled)) => Ok(None),
        other => Ok(Some(other?)),
    }
}

/// The number of changed sections whose words are shown without `-v`.
const SHOWN: usize = 20;

fn told(report: &InstallReport, all: bool) -> String {
    let mut out = String::new();
    let m = &report.manifest;
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "{}\n{} sections with text ({} shared with another edition), {} headings only, {} citations, {:.1} s",
        m.cite(),
        report.with_text,
        report.shared,
        report.headings_only,
        report.edges,
        report.seconds
    );
    if let Some(key) = &report.signer_before {
        let _ = writeln!(out, "attention: earlier editions are signed by {key}, this one is not");
    }
    for (name, sections) in &report.also_in {
        let _ = writeln!(
            out,
            "note: {sections} of its sections are in {name} too; answers name the pack that they quote"
        );
    }
    if let Some(diff) = &report.diff {
        let from = report.from_edition.as_deref().unwrap_or("");
        let _ = writeln!(
            out,
            "since {from}: {} added, {} amended, {} repealed, {} with changed notes only, {} unchanged",
            diff.added.len(),
            diff.amended.len(),
            diff.repealed.len(),
            diff.notes_changed.len(),
            diff.unchanged
        );
        let most = if all { usize::MAX } else { SHOWN };
        for citation in diff.added.iter().take(most) {
            let _ = writeln!(out, "  added     {citation}");
        }
        for citation in diff.repealed.iter().take(most) {
            let _ = writeln!(out, "  repealed  {citation}");
        }
        for amended in diff.amended.iter().take(most) {
            let _ = writeln!(out, "  amended   {}\n            {}", amended.citation, amended.diff);
        }
        if [diff.added.len(), diff.repealed.len(), diff.amended.len()].iter().any(|n| *n > most) {
            let _ = writeln!(out, "  … -v shows all");
        }
    }
    out
}

fn list(context: &Context) -> anyhow::Result<Exit> {
    let packs = context.open_archive()?.packs()?;
    if context.json {
        context.print_json(&json!({ "packs": packs }))?;
        return Ok(Exit::Done);
    }
    let mut out = String::new();
    for pack in &packs {
        let m = &pack.manifest;
        let signed = if pack.signed_by.is_some() { ", signed" } else { "" };
        let _ = writeln!(
            out,
            "{} {}\n    {}, {} sections, as of {}{signed}",
            m.name, m.edition, m.title, m.sections, m.as_of
        );
    }
    let _ = writeln!(out, "{} pack editions", packs.len());
    context.print(out)?;
    Ok(Exit::Done)
}

fn show(name: &str, sections: bool, context: &Context) -> anyhow::Result<Exit> {
    let archive = context.open_archive()?;
    let packs: Vec<_> = archive.packs()?.into_iter().filter(|p| p.manifest.name == name).collect();
    if packs.is_empty() {
        return Err(InstallError::NotInstalled { name: name.to_owned() }.into());
    }
    let listed = match (sections, packs.first()) {
        (true, Some(newest)) => archive.sections_of(newest)?,
        _ => Vec::new(),
    };
    if context.json {
        context.print_json(&json!({ "name": name, "editions": packs, "sections": listed }))?;
        return Ok(Exit::Done);
    }
    let mut out = String::new();
    for pack in &packs {
        let m = &pack.manifest;
        let _ = writeln!(out, "{}\n  licence     {}\n  coverage    {}", m.cite(), m.licence, m.coverage);
        for limit in &m.limits {
            let _ = writeln!(out, "  limit       {limit}");
        }
        let _ = writeln!(out, "  sections    {}\n  cited by    {}", m.sections, m.grammar);
        if let Some(key) = &pack.signed_by {
            let _ = writeln!(out, "  signed by   {key}");
        }
        let _ = writeln!(out, "  installed   {}", pack.installed_at);
    }
    for section in &listed {
        let _ = writeln!(out, "  {} {} [{}]", section.citation, section.heading, section.status.words());
    }
    context.print(out)?;
    Ok(Exit::Done)
}

fn verify(file: &Path, trust: &Trust, context: &Context) -> anyhow::Result<Exit> {
    let pack = match open(file, &trust.options(context)) {
        Ok(pack) => pack,
        Err(error @ PackError::Read { .. }) => return Err(error.into()),
        Err(error) => {
            if context.json {
                context.print_json(&json!({ "ok": false, "reason": error.to_string() }))?;
            } else {
                context.print(format!("refused: {error}\n"))?;
            }
            return Ok(Exit::Insufficient);
        }
    };
    if context.json {
        context.print_json(&json!({ "ok": true, "manifest": pack.manifest, "signing": pack.signing }))?;
        return Ok(Exit::Done);
    }
    let signing = match &pack.signing {
        Signing::None => "not signed".to_owned(),
        Signing::Unchecked => "signed, but no key was given to check it with (`--public-key KEY`)".to_owned(),
        Signing::Valid { comment, .. } => format!("signed by a trusted key ({comment})"),
    };
    context.print(format!(
        "sound: {}, {} sections, {signing}\n",
        pack.manifest.cite(),
        pack.manifest.sections
    ))?;
    Ok(Exit::Done)
}
