//! The reading itself, on the thread with the large stack.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use hayro_interpret::kurbo::Rect as KurboRect;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};
use hayro_syntax::Pdf;
use hayro_syntax::page::Page as PdfPage;

use crate::ReadError;
use crate::{DocumentKind, Page, PageStatus};
use twolane_text::{Line, LineFlags};

use super::attachments::{Embedded, embedded};
use super::bomb::inflates_too_far;
use super::device::{Budget, Collector, FontKnowledge, PageCut};
use super::forms;
use super::glyph::{Cut, Glyph, PageContent};
use super::labels;
use super::open::{OpenError, open};
use super::options::PdfOptions;
use super::page::{PageLines, page_lines};
use super::quality::Quality;
use super::xfa::{self, Instead};

/// Shapes from which a page without text may hold text drawn as shapes.
const MANY_DRAWINGS: usize = 60;

/// Share of the page under pictures from which invisible text counts as an OCR layer.
const LAYER_COVER: f32 = 0.3;

/// Message of the reading thread.
pub(super) enum Message {
    /// The file is open.
    Opened(Opened),
    /// The next page, in order.
    Page(Box<Page>),
    /// Files within the file.
    Embedded(Vec<Embedded>),
    /// The page of this number has text that is painted over.
    Covered(u32),
    /// A page has struck words and underlined ones.
    Marked,
    /// Something worth telling.
    Note(String),
    /// Nothing was read.
    Failed(ReadError),
}

/// Properties of a file that are known before the first page.
#[derive(Debug, Default)]
pub(super) struct Opened {
    pub pages: usize,
    pub title: Option<String>,
    pub meta: BTreeMap<String, String>,
}

/// Reads the document and tells its pages in order. A receiver that has gone ends the reading.
pub(super) fn run(
    bytes: &Arc<Vec<u8>>,
    options: &PdfOptions,
    deadline: Instant,
    stop: &Arc<AtomicBool>,
    to: &Sender<Message>,
) {
    let error = match open(bytes, options.password.as_deref()) {
        Ok(pdf) if !pdf.pages().is_empty() => {
            let labels = catch_unwind(AssertUnwindSafe(|| labels::page_labels(&pdf, pdf.pages().len())));
            let reading = Reading {
                options,
                deadline,
                stop,
                pdf: &pdf,
                labels: labels.unwrap_or_default(),
                knowledge: FontKnowledge::default(),
                text_bytes: 0,
                covers_text: false,
                marks_changes: false,
            };
            reading.all(to);
            return;
        }
        Ok(_) => damaged("it has no pages that could be found"),
        Err(OpenError::Password) => ReadError::Encrypted,
        Err(OpenError::Encryption) => damaged("it is encrypted in a way that is not supported"),
        Err(OpenError::Damaged) => damaged("its structure can't be read"),
    };
    let _ = to.send(Message::Failed(error));
}

pub(super) fn damaged(what: &str) -> ReadError {
    ReadError::Damaged { kind: DocumentKind::Pdf, what: what.to_owned() }
}

struct Reading<'p> {
    options: &'p PdfOptions,
    deadline: Instant,
    stop: &'p Arc<AtomicBool>,
    pdf: &'p Pdf,
    labels: Vec<Option<String>>,
    knowledge: FontKnowledge,
    text_bytes: usize,
    /// The page read last has text that is painted over.
    covers_text: bool,
    /// The page read last has struck words and underlined ones.
    marks_changes: bool,
}

impl<'p> Reading<'p> {
    fn all(mut self, to: &Sender<Message>) {
        let pages = self.pdf.pages();
        if pages.len() > self.options.limits.pages {
            let _ = to.send(Message::Failed(ReadError::TooLarge {
                what: format!("a PDF of {} pages", pages.len()),
                limit: format!("{} pages", self.options.limits.pages),
                key: Some("pdf.limits.pages"),
            }));
            return;
        }
        let opened = Opened {
            pages: pages.len(),
            title: labels::title(self.pdf),
            meta: labels::information(self.pdf),
        };
        if to.send(Message::Opened(opened)).is_err() {
            return;
        }
        let limit = self.options.limits.content_bytes;
        let files = catch_unwind(AssertUnwindSafe(|| embedded(self.pdf, limit)));
        let lost =
            || vec![Embedded { name: "all".to_owned(), bytes: Err("their list is damaged".to_owned()) }];
        let _ = to.send(Message::Embedded(files.unwrap_or_else(|_| lost())));
        let mut cache = InterpreterCache::new();
        for (index, (number, pdf_page)) in (1u32..).zip(pages.iter()).enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let mut notes = Vec::new();
            let skipped = self.options.skip.iter().find(|s| (s.first..=s.last).contains(&number));
            let mut page = if let Some(skipped) = skipped {
                unread(pdf_page, skipped.reason.clone())
            } else if self.text_bytes > self.options.limits.text_bytes {
                let limit = self.options.limits.text_bytes;
                unread(
                    pdf_page,
                    format!("the limit of {limit} bytes of text a document was reached; split the file"),
                )
            } else {
                self.page(pdf_page, number, &mut cache, &mut notes)
            };
            page.number = number;
            page.label =
                self.labels.get(index).cloned().flatten().filter(|label| *label != number.to_string());
            for (position, line) in (1u32..).zip(page.lines.iter_mut()) {
                line.page = number;
                line.number = position;
                self.text_bytes += line.text.len();
            }
            if std::mem::take(&mut self.covers_text) {
                let _ = to.send(Message::Covered(number));
            }
            if std::mem::take(&mut self.marks_changes) {
                let _ = to.send(Message::Marked);
            }
            for note in notes {
                let _ = to.send(Message::Note(format!("page {number}: {note}")));
            }
            if to.send(Message::Page(Box::new(page))).is_err() {
                return;
            }
        }
    }

    fn page(
        &mut self,
        pdf_page: &PdfPage<'p>,
        number: u32,
        cache: &mut InterpreterCache<'p>,
        notes: &mut Vec<String>,
    ) -> Page {
        let limit = self.options.limits.content_bytes;
        let bomb = catch_unwind(AssertUnwindSafe(|| inflates_too_far(pdf_page, limit)));
        if bomb.unwrap_or(true) {
            return unread(pdf_page, format!("its content inflates to more than {limit} bytes"));
        }
        let (mut content, broke_off) = self.interpret(pdf_page, cache);
        // Without them the page is still what it draws.
        let _ = catch_unwind(AssertUnwindSafe(|| forms::add_values(pdf_page, &mut content)));
        if let Some(why) = broke_off {
            notes.push(why);
            // The interpreter's caches may be left in the middle of a change.
            *cache = InterpreterCache::new();
        }
        let is_letter = |glyph: &&Glyph| content.text_of(glyph).contains(char::is_alphanumeric);
        let has = |mark: fn(&Glyph) -> bool| {
            content.glyphs.iter().filter(is_letter).filter(|glyph| mark(glyph)).count() > 1
        };
        self.marks_changes = has(|glyph| glyph.struck) && has(|glyph| glyph.underlined);
        let cover = content.picture_cover();
        let ocr_layer = cover >= LAYER_COVER;
        let is_covered = |glyph: &Glyph| {
            glyph.covered
                && (ocr_layer || !glyph.invisible)
                && content.text_of(glyph).contains(char::is_alphanumeric)
        };
        self.covers_text = content.glyphs.iter().any(is_covered);
        let made = catch_unwind(AssertUnwindSafe(|| page_lines(&content, ocr_layer, self.options)));
        let Ok(PageLines { lines, line_numbers }) = made else {
            return unread(pdf_page, "its lines could not be put together".to_owned());
        };
        if line_numbers > 0 {
            notes.push(format!("{line_numbers} line numbers in the margin were left out of the text"));
        }
        let instead = catch_unwind(AssertUnwindSafe(|| xfa::instead(self.pdf, &lines, number, limit)));
        match instead.ok().flatten() {
            Some(Instead::Lines(lines)) => {
                let engine = xfa::ENGINE.to_owned();
                Page { lines, status: PageStatus::Read, engine, ..unread(pdf_page, String::new()) }
            }
            Some(Instead::Unread(reason)) => {
                Page { engine: xfa::ENGINE.to_owned(), ..unread(pdf_page, reason) }
            }
            None => self.judged(pdf_page, &content, lines, cover),
        }
    }

    /// Runs the page's content; also says why it broke off, if it did.
    fn interpret(
        &mut self,
        pdf_page: &PdfPage<'p>,
        cache: &InterpreterCache<'p>,
    ) -> (PageContent, Option<String>) {
        let limits = &self.options.limits;
        let budget = Budget {
            glyphs: limits.glyphs_per_page,
            deadline: self.deadline.min(Instant::now() + limits.time_per_page),
            stop: Arc::clone(self.stop),
        };
        let (width, height) = pdf_page.render_dimensions();
        let resources = pdf_page.resources().clone();
        let mut collector = Collector::new(
            (width, height),
            &mut self.knowledge,
            &resources,
            budget,
            self.options.layout.hidden_size,
        );
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut context = Context::new(
                pdf_page.initial_transform(true).to_kurbo(),
                KurboRect::new(0.0, 0.0, f64::from(width), f64::from(height)),
                cache,
                self.pdf.xref(),
                InterpreterSettings::default(),
            );
            interpret_page(pdf_page, &mut context, &mut collector);
        }));
        let broke_off = outcome.err().map(|payload| match payload.downcast_ref::<PageCut>() {
            Some(PageCut(Cut::Glyphs)) => {
                format!("cut off after {} glyphs, the limit of a page", limits.glyphs_per_page)
            }
            Some(PageCut(Cut::Time)) => {
                format!("cut off after {} s, the limit of a page", limits.time_per_page.as_secs())
            }
            Some(PageCut(Cut::Stopped)) => "cut off by the time limit of the document".to_owned(),
            None => "broke off at damaged content; what stands before it was read".to_owned(),
        });
        collector.strike();
        (collector.content, broke_off)
    }

    /// Decides whether the lines are the page's text, and what to do if not.
    fn judged(&self, pdf_page: &PdfPage<'p>, content: &PageContent, lines: Vec<Line>, cover: f32) -> Page {
        let options = &self.options.quality;
        let quality = Quality::of_page(lines.iter().map(|line| line.text.as_str()), content);
        let seen = lines.iter().filter(|line| !line.flags.contains(LineFlags::HIDDEN));
        let letters: usize = seen.map(|line| line.text.chars().filter(|c| c.is_alphanumeric()).count()).sum();
        if let Some(fault) = quality.fault(options) {
            return unread(pdf_page, format!("{}; OCR is wanted", fault.describe()));
        }
        if cover >= options.scan_cover && letters < options.scan_letters {
            let reason = if letters == 0 {
                "a picture without text; OCR is wanted".to_owned()
            } else {
                format!("a picture with only {letters} letters of text; OCR is wanted")
            };
            return Page { lines, ..unread(pdf_page, reason) };
        }
        if !lines.is_empty() {
            return Page { lines, status: PageStatus::Read, ..unread(pdf_page, String::new()) };
        }
        if !content.pictures.is_empty() {
            return unread(pdf_page, "only a picture; OCR is wanted".to_owned());
        }
        if content.cut.is_some() {
            return unread(pdf_page, "cut off by a limit before any text".to_owned());
        }
        if pdf_page.page_stream().is_none() && pdf_page.raw().contains_key(b"Contents") {
            return unread(
                pdf_page,
                "its content can't be decoded; save the file again from a PDF viewer".to_owned(),
            );
        }
        if content.drawings >= MANY_DRAWINGS {
            return unread(pdf_page, "drawings without text; OCR is wanted".to_owned());
        }
        Page { status: PageStatus::Blank, ..unread(pdf_page, String::new()) }
    }
}

fn unread(pdf_page: &PdfPage<'_>, reason: String) -> Page {
    Page {
        number: 0,
        label: None,
        size: Some(pdf_page.render_dimensions()),
        lines: Vec::new(),
        status: PageStatus::Unread { reason },
        engine: "hayro".to_owned(),
    }
}
