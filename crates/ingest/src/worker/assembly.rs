//! Builds documents from replies. A worker's messages are untrusted: it has read an untrusted file.

use std::collections::BTreeMap;

use crate::{Document, DocumentKind, LawMarks, Page, PageStatus};
use twolane_text::{ContentHash, LineFlags};

use super::failure::ReadFailure;
use super::limits::Limits;
use super::message::Reply;

/// The longest title, note, label or metadata value that is kept, in characters.
const MAX_STATEMENT: usize = 2_000;
/// The largest number of notes and of metadata values of a document.
const MAX_STATEMENTS: usize = 200;

/// The documents of one file, so far as they have arrived.
#[derive(Debug)]
pub(super) struct Assembly {
    limits: Limits,
    documents: Vec<Partial>,
    bytes: u64,
    pages: u32,
    announced: Option<u32>,
    current: Option<u32>,
    hash: Option<ContentHash>,
}

#[derive(Debug, Default)]
struct Partial {
    head: Option<Head>,
    pages: Vec<Page>,
}

#[derive(Debug)]
struct Head {
    kind: DocumentKind,
    title: Option<String>,
    meta: BTreeMap<String, String>,
    notes: Vec<String>,
    law: Option<LawMarks>,
}

/// Returns the marks with texts of bounded length. Their lines are looked up where they are used, so a range
/// outside the document matches nothing.
fn law_marks(mut marks: LawMarks) -> LawMarks {
    let shorten = |texts: &mut Vec<String>| {
        for text in texts {
            *text = statement(std::mem::take(text));
        }
    };
    shorten(&mut marks.links);
    marks.paragraphs.iter_mut().for_each(|p| shorten(&mut p.path));
    for part in &mut marks.parts {
        part.number = statement(std::mem::take(&mut part.number));
        shorten(&mut part.hierarchy);
    }
    marks
}

/// The result of reading one file.
#[derive(Debug)]
pub struct FileRead {
    /// Its documents: one, except for JSONL and mail.
    pub documents: Vec<Document>,
    /// The hash of the bytes that were read.
    pub hash: Option<ContentHash>,
    /// The bytes that came over the pipe: a measure of the documents' size.
    pub bytes: u64,
}

impl Assembly {
    pub(super) fn new(limits: Limits) -> Self {
        Assembly {
            limits,
            documents: Vec::new(),
            bytes: 0,
            pages: 0,
            announced: None,
            current: None,
            hash: None,
        }
    }

    /// Returns the number of pages that the file declares, once it is open.
    pub(super) fn announced(&self) -> Option<u32> {
        self.announced
    }

    /// Returns the page that the worker is at, in a file with pages.
    pub(super) fn current_page(&self) -> Option<u32> {
        self.current
    }

    /// Discards everything received, for another attempt.
    pub(super) fn restart(&mut self) {
        *self = Assembly { announced: self.announced, ..Assembly::new(self.limits) };
    }

    /// Takes in a reply; returns true when it was the last one.
    pub(super) fn take(&mut self, reply: Reply, bytes: usize) -> Result<bool, ReadFailure> {
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        if self.bytes > self.limits.output {
            let limit = self.limits.output >> 20;
            return Err(ReadFailure::TooMuch { limit, what: "MB of text" });
        }
        match reply {
            Reply::Opened { pages } => {
                if pages > self.limits.pages {
                    return Err(self.too_many_pages());
                }
                self.announced = Some(pages);
                Ok(false)
            }
            Reply::Reading { page } => {
                if page == 0 || self.announced.is_none_or(|pages| page > pages) {
                    return Err(ReadFailure::malformed(format!("page {page} is not there to be read")));
                }
                self.current = Some(page);
                Ok(false)
            }
            Reply::Page { document, page } => self.page(document, page).map(|()| false),
            Reply::Document { document, kind, title, meta, notes, law } => {
                let head = Head {
                    kind,
                    title: title.map(statement).filter(|t| !t.is_empty()),
                    meta: meta
                        .into_iter()
                        .take(MAX_STATEMENTS)
                        .map(|(k, v)| (statement(k), statement(v)))
                        .collect(),
                    notes: notes.into_iter().take(MAX_STATEMENTS).map(statement).collect(),
                    law: law.map(law_marks),
                };
                let slot = self.slot(document)?;
                if slot.head.replace(head).is_some() {
                    return Err(ReadFailure::malformed(format!("document {document} came twice")));
                }
                Ok(false)
            }
            Reply::Done { documents, hash } => {
                let whole = self.documents.iter().filter(|d| d.head.is_some()).count();
                if u32::try_from(whole).ok() != Some(documents) || whole != self.documents.len() {
                    return Err(ReadFailure::malformed(format!(
                        "{documents} documents were announced and {whole} came"
                    )));
                }
                if hash.0.len() != 64 || !hash.0.bytes().all(|b| b.is_ascii_hexdigit()) {
                    return Err(ReadFailure::malformed("its hash is none"));
                }
                self.hash = Some(hash);
                Ok(true)
            }
            Reply::Recognise { .. } => Err(ReadFailure::malformed("a picture came that nobody asked for")),
            Reply::Refused { reason } => Err(ReadFailure::Refused { reason: statement(reason) }),
        }
    }

    /// Returns the documents; call it only after the last reply.
    pub(super) fn finish(self) -> FileRead {
        let documents = self.documents.into_iter().filter_map(|partial| {
            let head = partial.head?;
            Some(Document {
                kind: head.kind,
                title: head.title,
                pages: partial.pages,
                meta: head.meta,
                notes: head.notes,
                law: head.law,
            })
        });
        FileRead { documents: documents.collect(), hash: self.hash, bytes: self.bytes }
    }

    fn page(&mut self, document: u32, mut page: Page) -> Result<(), ReadFailure> {
        if self.pages >= self.limits.pages.max(self.limits.documents) {
            return Err(self.too_many_pages());
        }
        let limit = self.limits.pages;
        let slot = self.slot(document)?;
        let follows = match slot.pages.last() {
            None => true,
            Some(before) => before.number > 0 && page.number > before.number,
        };
        if !follows || slot.head.is_some() {
            return Err(ReadFailure::malformed(format!("page {} does not follow", page.number)));
        }
        if page.number > limit {
            return Err(self.too_many_pages());
        }
        clean(&mut page)?;
        slot.pages.push(page);
        self.pages = self.pages.saturating_add(1);
        Ok(())
    }

    /// Returns the slot of a document: the last one, or the next one.
    fn slot(&mut self, document: u32) -> Result<&mut Partial, ReadFailure> {
        if document >= self.limits.documents {
            let limit = u64::from(self.limits.documents);
            return Err(ReadFailure::TooMuch { limit, what: "documents" });
        }
        let count = self.documents.len();
        let index = usize::try_from(document).unwrap_or(usize::MAX);
        if index == count && self.documents.last().is_none_or(|d| d.head.is_some()) {
            self.documents.push(Partial::default());
        } else if index.checked_add(1) != Some(count) {
            return Err(ReadFailure::malformed(format!("document {document} is out of turn")));
        }
        self.documents.last_mut().ok_or_else(|| ReadFailure::malformed("no document"))
    }

    fn too_many_pages(&self) -> ReadFailure {
        ReadFailure::TooMuch { limit: u64::from(self.limits.pages), what: "pages" }
    }
}

/// Enforces what the rest relies on: lines ascend, belong to their page, and hold no line breaks or control
/// characters; numbers are finite.
fn clean(page: &mut Page) -> Result<(), ReadFailure> {
    let number = page.number;
    let mut before = 0;
    for line in &mut page.lines {
        if line.page != number || line.number <= before {
            return Err(ReadFailure::malformed(format!(
                "line {} of page {} does not follow on page {number}",
                line.number, line.page
            )));
        }
        before = line.number;
        if line.text.chars().any(char::is_control) {
            line.text = line.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        }
        if line.bounds.is_some_and(|b| b.iter().any(|v| !v.is_finite())) {
            line.bounds = None;
        }
        if !line.size.is_finite() {
            line.size = 0.0;
        }
        line.flags = LineFlags::from_bits_truncate(line.flags.bits());
        line.heading = line.heading.map(|h| h.clamp(1, 6));
        line.confidence = line.confidence.map(|c| c.min(100));
    }
    page.label = page.label.take().map(statement).filter(|l| !l.is_empty());
    page.size = page.size.filter(|(w, h)| w.is_finite() && h.is_finite());
    page.engine = statement(std::mem::take(&mut page.engine));
    if let PageStatus::Unread { reason } = &mut page.status {
        *reason = statement(std::mem::take(reason));
    }
    Ok(())
}

/// Returns a short text without control characters.
fn statement(text: String) -> String {
    let short = text.chars().count() <= MAX_STATEMENT;
    if short && !text.chars().any(char::is_control) {
        return text;
    }
    text.chars().take(MAX_STATEMENT).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::Line;

    fn page(number: u32, lines: &[(u32, u32)]) -> Page {
        Page {
            number,
            label: None,
            size: None,
            lines: lines.iter().map(|(p, n)| Line::plain(*p, *n, "a\u{0}b\nc")).collect(),
            status: PageStatus::Read,
            engine: "test".into(),
        }
    }

    fn document(document: u32) -> Reply {
        Reply::Document {
            document,
            kind: DocumentKind::Pdf,
            title: Some("T".into()),
            meta: BTreeMap::new(),
            notes: vec![],
            law: None,
        }
    }

    fn done(documents: u32) -> Reply {
        Reply::Done { documents, hash: ContentHash::of(b"x") }
    }

    fn run(replies: Vec<Reply>) -> Result<Assembly, ReadFailure> {
        let mut assembly = Assembly::new(Limits { pages: 9, ..Limits::default() });
        for reply in replies {
            assembly.take(reply, 10)?;
        }
        Ok(assembly)
    }

    #[test]
    fn takes_what_is_in_order_and_nothing_else() {
        let p = |d, n: u32, lines: &[(u32, u32)]| Reply::Page { document: d, page: page(n, lines) };
        for (replies, ok) in [
            (vec![p(0, 1, &[(1, 1), (1, 2)]), p(0, 3, &[]), document(0), done(1)], true),
            (vec![p(0, 0, &[(0, 1)]), document(0), p(1, 0, &[]), document(1), done(2)], true),
            (vec![done(0)], true),
            (vec![p(0, 2, &[]), p(0, 1, &[])], false),
            (vec![p(0, 1, &[]), p(0, 1, &[])], false),
            (vec![p(0, 0, &[]), p(0, 1, &[])], false),
            (vec![p(1, 1, &[])], false),
            (vec![p(0, 1, &[]), p(1, 1, &[])], false),
            (vec![document(0), document(0)], false),
            (vec![document(0), p(0, 1, &[])], false),
            (vec![p(0, 1, &[(2, 1)])], false),
            (vec![p(0, 1, &[(1, 2), (1, 1)])], false),
            (vec![p(0, 10, &[])], false),
            (vec![Reply::Opened { pages: 10 }], false),
            (vec![Reply::Opened { pages: 2 }, Reply::Reading { page: 2 }], true),
            (vec![Reply::Opened { pages: 2 }, Reply::Reading { page: 3 }], false),
            (vec![Reply::Reading { page: 1 }], false),
            (vec![p(0, 1, &[]), done(1)], false),
            (vec![done(1)], false),
            (vec![Reply::Done { documents: 0, hash: ContentHash("../x".into()) }], false),
        ] {
            let shown = format!("{replies:?}");
            assert_eq!(run(replies).is_ok(), ok, "{shown}");
        }
    }

    #[test]
    fn cleans_what_it_takes() {
        let mut bad = page(1, &[(1, 1)]);
        bad.lines[0].bounds = Some([f32::NAN, 0.0, 1.0, 1.0]);
        bad.lines[0].size = f32::INFINITY;
        bad.lines[0].heading = Some(200);
        let read = run(vec![Reply::Page { document: 0, page: bad }, document(0), done(1)]).unwrap().finish();
        let line = &read.documents[0].pages[0].lines[0];
        assert_eq!((line.text.as_str(), line.bounds, line.size, line.heading), ("a b c", None, 0.0, Some(6)));
    }
}
