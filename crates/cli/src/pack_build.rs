//! The command `twolane pack build`.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;

use super::context::Context;
use super::exit::Exit;
use twolane_encoder::Embedder;
use twolane_ingest::pack::{About, FolderRead, embed_sections, read_folder};
use twolane_ingest::statute::{StatuteOptions, sections_of};
use twolane_ingest::{Document, Failure};
use twolane_law::pack::{Manifest, PackContent, write};
use twolane_law::{SectionStatus, StatuteSection};

/// The number of problems that are shown without `-v`.
const SHOWN: usize = 20;

/// The result of a build.
pub struct Built {
    manifest: Manifest,
    sections: Vec<StatuteSection>,
    problems: Vec<String>,
    failed: Vec<Failure>,
}

/// Reads a folder's statutes and writes a pack of them. Exit code 3 when some files were not read.
pub fn run(folder: &Path, output: &Path, embeddings: bool, context: &Context) -> anyhow::Result<Exit> {
    let start = std::time::Instant::now();
    let Some(built) = build(folder, output, embeddings, context)? else { return Ok(Exit::Interrupted) };
    let Built { manifest: written, sections, problems, failed } = built;
    let with = |status: SectionStatus| sections.iter().filter(|s| s.status == status).count();
    let bytes = std::fs::metadata(output).map_or(0, |m| m.len());
    if context.json {
        context.print_json(&json!({
            "file": output.display().to_string(),
            "bytes": bytes,
            "manifest": written,
            "in_force": with(SectionStatus::InForce),
            "repealed": with(SectionStatus::Repealed),
            "reserved": with(SectionStatus::Reserved),
            "proposed": with(SectionStatus::Proposed),
            "heading_only": with(SectionStatus::HeadingOnly),
            "problems": problems,
            "failed": failed,
            "seconds": start.elapsed().as_secs_f64(),
        }))?;
    } else {
        let mut out = String::new();
        // Writing to a string can't fail.
        let _ = writeln!(
            out,
            "{}: {}\n{} sections: {} in force, {} repealed, {} reserved, {} proposed, {} headings only; {bytes} bytes",
            output.display(),
            written.cite(),
            written.sections,
            with(SectionStatus::InForce),
            with(SectionStatus::Repealed),
            with(SectionStatus::Reserved),
            with(SectionStatus::Proposed),
            with(SectionStatus::HeadingOnly),
        );
        let most = if context.verbose > 0 { usize::MAX } else { SHOWN };
        for problem in problems.iter().take(most) {
            let _ = writeln!(out, "  {problem}");
        }
        if problems.len() > most {
            let _ = writeln!(out, "  … and {} more; -v shows all", problems.len() - most);
        }
        for failure in &failed {
            let _ = writeln!(out, "  not read: {}: {}", failure.path, failure.reason);
        }
        context.print(out)?;
    }
    Ok(if failed.is_empty() { Exit::Done } else { Exit::Partly })
}

/// Builds a pack; returns `None` when it was interrupted.
pub fn build(
    folder: &Path,
    output: &Path,
    embeddings: bool,
    context: &Context,
) -> anyhow::Result<Option<Built>> {
    let about = About::read(folder)?;
    let mut options = context.ingest_options()?;
    options.read.proposed = about.proposed;
    let interrupt = context.interrupt.clone();
    let cancelled = move || interrupt.is_set();
    let FolderRead { files, mut failed } =
        read_folder(folder, &context.program, options.limits, &options.read, &cancelled);
    if context.interrupt.is_set() {
        return Ok(None);
    }
    failed.retain(|f| !f.path.ends_with(twolane_ingest::pack::ABOUT));
    let documents: Vec<Document> = files.into_iter().flat_map(|(_, documents)| documents).collect();
    let manifest = about.manifest();
    let statutes = sections_of(&documents, &StatuteOptions { code: Some(manifest.grammar.clone()) });
    if statutes.sections.is_empty() {
        anyhow::bail!(
            "{} has no recognizable section of law{}; docs/making-a-pack.md says what is read",
            folder.display(),
            statutes.problems.first().map(|p| format!(" ({p})")).unwrap_or_default()
        );
    }
    let mut content = PackContent { sections: statutes.sections, embeddings: None };
    if embeddings {
        let Some(embedder) = context.embedder()? else {
            anyhow::bail!("--embeddings needs the model; `twolane models get` fetches it");
        };
        let progress = |_: usize, _: usize| !context.interrupt.is_set();
        let embedded = embed_sections(&content.sections, &manifest, &embedder, &options, &progress)?;
        content.embeddings = Some((embedder.model().0.clone(), embedded));
    }
    let manifest = write(output, manifest, &content, &context.config.packs)?;
    Ok(Some(Built { manifest, sections: content.sections, problems: statutes.problems, failed }))
}
