//! The command `twolane ocr`: reads the pages that wait for text recognition.

use clap::Args;

use super::context::Context;
use super::exit::Exit;
use super::folders::all;
use super::ingest;
use super::ingest_progress::Progress;
use super::output::{counted, inline};
use twolane_encoder::Embedder;
use twolane_ingest::Waiting;
use twolane_ingest::read::{OcrError, OcrMode, Tesseract};
use twolane_ingest::sync::Folder;

/// Read the pages that wait for text recognition.
///
/// A page that is a picture of text waits when it is ingested without tesseract, or with `--ocr never`.
#[derive(Debug, Args)]
#[command(after_help = "\
Only papers with such pages are read again. They keep the town, the lane and other values that they
were ingested with.

Examples:
  twolane ingest --ocr never scans/   read what needs no recognition, which is fast
  twolane ocr                         recognize the rest, for example at night

A quote from such a page is marked as [scan, OCR 94 %]: the mean confidence of the paper's
recognized lines. Check its figures against the picture of the page.")]
pub struct OcrArgs {}

/// Runs the command.
pub fn run(_: &OcrArgs, context: &Context) -> anyhow::Result<Exit> {
    if context.is_foreign_archive {
        anyhow::bail!(
            "./index/archive is the archive of this working folder, and files that it names are not read\nhint: name the archive with --archive, or use --trust-folder if this folder is yours"
        );
    }
    let options = context.ingest_options()?;
    let ocr = options.read.ocr.clone();
    if ocr.mode == OcrMode::Never {
        anyhow::bail!(
            "text recognition is switched off\nhint: take `ocr.mode = \"never\"` out of your twolane.toml"
        );
    }
    let archive = context.open_archive()?;
    let waiting = Waiting::find(&archive)?;
    if waiting.pages == 0 {
        if context.json {
            context.print_json(&serde_json::json!({ "pages_waiting": 0 }))?;
        }
        context.say("no page waits for text recognition");
        return Ok(Exit::Done);
    }
    if let Err(error @ OcrError::NotInstalled { .. }) = Tesseract::new(&ocr).version() {
        let pages = counted(usize::try_from(waiting.pages).unwrap_or(usize::MAX), "page");
        anyhow::bail!("{pages} of {} wait, but {error}", counted(waiting.sources, "paper"));
    }
    let gone = waiting.gone.clone();
    for path in &gone {
        context.say(format!(
            "{} is no longer there; its pages stay unread until it is ingested again",
            inline(path)
        ));
    }
    if waiting.is_gone() {
        return Ok(Exit::Error);
    }
    let embedder = context.embedder_for(&archive)?;
    let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
    ingest::say_rights_kept(context);
    let folders: Vec<Folder> = all(context)?.into_iter().map(|kept| kept.folder).collect();
    let progress = Progress::new(context);
    let report = waiting.read(&archive, embedder, &options, &folders, &progress)?;
    let exit = ingest::finish(&report, &ocr, &progress, context);
    Ok(if exit == Exit::Done && !gone.is_empty() { Exit::Partly } else { exit })
}
