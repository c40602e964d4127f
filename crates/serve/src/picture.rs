//! Pictures of pages. The file is the one at the archive's path, and only if it still has the content that
//! was read. A separate process, confined like a reader of papers, draws the page.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

use twolane_archive::SourceSummary;
use twolane_ingest::sniff::{self, Sniffed};
use twolane_ingest::worker::launcher;
use twolane_ingest::{DocumentKind, files_of};
use twolane_text::ContentHash;

use super::problem::Problem;

/// The largest file whose pages are drawn, in bytes.
const LARGEST_FILE: u64 = 128 << 20;
/// The largest picture, in bytes.
const LARGEST_PICTURE: u64 = 32 << 20;
/// The largest number of pixels of a picture.
const MOST_PIXELS: f32 = 12_000_000.0;
/// The longest time for drawing.
const TIME: Duration = Duration::from_secs(20);
/// The number of cached pictures.
const KEPT: usize = 24;

/// The pictures drawn last.
#[derive(Debug, Default)]
pub struct Pictures(Mutex<VecDeque<(Key, Bytes)>>);

/// The cache key: file, page, width.
type Key = (String, u32, u32);

impl Pictures {
    /// Returns the picture of a page as PNG. Blocks.
    ///
    /// # Errors
    /// Fails for a source without pictures, a file that is gone or changed, or a page that can't be drawn.
    pub fn of(
        &self,
        source: &SourceSummary,
        page: u32,
        width: u32,
        program: &Path,
    ) -> Result<Bytes, Problem> {
        let key = (source.hash.to_string(), page, width);
        if let Some((_, picture)) = self.kept().iter().find(|(held, _)| *held == key) {
            return Ok(picture.clone());
        }
        if source.kind != "pdf" || page == 0 || page > source.pages {
            return Err(none(format!("{} has no picture of page {page}", source.id)));
        }
        let file = original(source)?;
        let picture = Bytes::from(drawn(program, file, page, width)?);
        let mut kept = self.kept();
        kept.push_front((key, picture.clone()));
        kept.truncate(KEPT);
        Ok(picture)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, VecDeque<(Key, Bytes)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn none(what: String) -> Problem {
    Problem::not_found(what, "the text of the page is at the same address without /picture")
}

/// Returns the bytes of the paper, where a file with this content still exists at one of its paths.
fn original(source: &SourceSummary) -> Result<Vec<u8>, Problem> {
    let files = files_of(source);
    if files.is_empty() {
        return Err(none(format!("{} is inside another file and has no pictures", source.id)));
    }
    // Reading something that is no longer a file, such as a pipe, could block forever.
    let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|m| m.is_file());
    for (path, hash) in files.into_iter().filter(|(path, _)| is_file(path)) {
        let mut bytes = Vec::new();
        let read = std::fs::File::open(&path).and_then(|f| f.take(LARGEST_FILE).read_to_end(&mut bytes));
        // A member may come first in its container.
        if read.is_ok() && ContentHash::of(&bytes) == hash && is_pdf(&bytes, &path) {
            return Ok(bytes);
        }
    }
    Err(none(format!("the file of {} is not where it was, or has changed since it was read", source.id)))
}

/// Returns true for a file that is read as a PDF.
fn is_pdf(bytes: &[u8], path: &Path) -> bool {
    let head = bytes.get(..sniff::HEAD).unwrap_or(bytes);
    let tail = bytes.get(bytes.len().saturating_sub(sniff::TAIL)..).unwrap_or(bytes);
    sniff::sniff(head, tail, path) == Sniffed::Kind(DocumentKind::Pdf)
}

/// Has a worker draw a page.
fn drawn(program: &Path, file: Vec<u8>, page: u32, width: u32) -> Result<Vec<u8>, Problem> {
    let mut command = launcher(program);
    command.arg("worker").arg("--draw").arg(page.to_string()).arg("--width").arg(width.to_string());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // An interrupt from the terminal reaches only the parent.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|error| Problem::internal(&error))?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Problem::internal(&"a worker without pipes"));
    };
    // A worker that is ended closes its pipes, which ends these threads.
    let file = Arc::new(file);
    let feed = std::thread::spawn(move || input.write_all(&file));
    let (done, picture) = sync_channel(1);
    let take = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(LARGEST_PICTURE).read_to_end(&mut bytes);
        let _ = done.send(read.map(|_| bytes));
    });
    let taken = picture.recv_timeout(TIME);
    let _ = child.kill();
    let _ = child.wait();
    let _ = (feed.join(), take.join());
    match taken {
        Ok(Ok(bytes)) if bytes.starts_with(b"\x89PNG") => Ok(bytes),
        _ => Err(none(format!("page {page} could not be drawn"))),
    }
}

/// Draws a page of the PDF from the input, and writes it as PNG. Meant for a confined process.
///
/// # Errors
/// Fails when a pipe breaks.
pub fn draw_from(input: impl Read, mut output: impl Write, page: u32, width: u32) -> std::io::Result<()> {
    let mut file = Vec::new();
    input.take(LARGEST_FILE).read_to_end(&mut file)?;
    if let Some(picture) = draw(file, page, width) {
        output.write_all(&picture)?;
    }
    output.flush()
}

/// Returns a page as PNG, this many pixels wide, on white; `None` for one that can't be drawn.
pub fn draw(file: Vec<u8>, page: u32, width: u32) -> Option<Vec<u8>> {
    let pdf = Pdf::new_with_password(Arc::new(file), "").ok()?;
    let pages = pdf.pages();
    let page = pages.get(usize::try_from(page.checked_sub(1)?).ok()?)?;
    let (across, down) = page.render_dimensions();
    if !(across.is_finite() && down.is_finite() && across >= 1.0 && down >= 1.0) {
        return None;
    }
    let wanted = f32::from(u16::try_from(width).ok()?) / across;
    let scale = wanted.min((MOST_PIXELS / (across * down)).sqrt());
    let most = f32::from(u16::MAX);
    if across * scale >= most || down * scale >= most {
        return None;
    }
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let cache = RenderCache::new();
    let picture =
        render(page, &cache, &InterpreterSettings::default(), &RenderSettings::default(), &settings);
    picture.into_png().ok()
}
