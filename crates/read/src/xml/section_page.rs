//! A section of law on its way to a document: lines with the marks that its format gives.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::lines::PageBuilder;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, LawMarks, MarkedParagraph};
use twolane_text::LineFlags;

use super::flow::Piece;

/// Checks that there is room for one more section.
pub(super) fn room_for_one_more(documents: usize, options: &ReadOptions) -> Result<(), ReadError> {
    match documents < options.limits.documents {
        true => Ok(()),
        false => Err(ReadError::TooLarge {
            what: "the number of sections".to_owned(),
            limit: format!("{} documents", options.limits.documents),
            key: Some("read.documents"),
        }),
    }
}

/// Lines of one section, in order: heading, body, history, notes.
pub(super) struct SectionPage<'a> {
    page: PageBuilder,
    options: &'a ReadOptions,
    marks: LawMarks,
    title: String,
    meta: BTreeMap<String, String>,
    path: Vec<String>,
    /// Labels that no words have followed yet.
    pending: Vec<String>,
}

impl<'a> SectionPage<'a> {
    /// Begins a section with its heading.
    pub(super) fn new(citation: &str, heading: &str, options: &'a ReadOptions) -> Result<Self, ReadError> {
        let title = format!("{citation} {heading}").trim().to_owned();
        let meta = BTreeMap::from([
            ("citation".to_owned(), citation.to_owned()),
            ("heading".to_owned(), heading.to_owned()),
        ]);
        let mut page = PageBuilder::new(0, options.limits.lines);
        page.paragraph(&title, options.wrap, LineFlags::empty(), Some(1))?;
        let mut section = SectionPage {
            page,
            options,
            marks: LawMarks::default(),
            title,
            meta,
            path: Vec::new(),
            pending: Vec::new(),
        };
        section.end_body();
        section.marks.body.start = section.at();
        Ok(section)
    }

    /// Sets a field of the document's own metadata, unless the value is blank.
    pub(super) fn set(&mut self, field: &str, value: &str) {
        if !value.trim().is_empty() {
            self.meta.insert(field.to_owned(), value.trim().to_owned());
        }
    }

    /// Opens a paragraph with these labels and returns the depth to which [`close`](Self::close) goes back.
    pub(super) fn open(&mut self, labels: Vec<String>) -> usize {
        let depth = self.path.len();
        self.path.extend(labels.iter().cloned());
        self.pending.extend(labels);
        depth
    }

    /// Closes a paragraph. A label without words becomes a separate line, unless paragraphs within it follow.
    pub(super) fn close(&mut self, depth: usize, has_paragraphs: bool) -> Result<(), ReadError> {
        if !self.pending.is_empty() && !has_paragraphs {
            self.line("", false)?;
        }
        self.path.truncate(depth);
        Ok(())
    }

    /// Adds words under the open labels; nothing for a blank text.
    pub(super) fn words(&mut self, text: &str) -> Result<(), ReadError> {
        if text.trim().is_empty() { Ok(()) } else { self.line(text, false) }
    }

    /// Adds a row of a table as a separate paragraph.
    pub(super) fn row(&mut self, cells: &[String]) -> Result<(), ReadError> {
        let text = cells.join(" ");
        if text.trim().is_empty() { Ok(()) } else { self.line(&text, true) }
    }

    /// Adds pieces under the open labels.
    pub(super) fn pieces(&mut self, pieces: &[Piece]) -> Result<(), ReadError> {
        pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => self.words(text),
            Piece::Row(cells) => self.row(cells),
        })
    }

    /// Adds a paragraph whose labels only its words show. A section has either these or marked ones.
    pub(super) fn unmarked(&mut self, piece: &Piece) -> Result<(), ReadError> {
        let (text, flags) = match piece {
            Piece::Text(text) => (text.clone(), LineFlags::empty()),
            Piece::Row(cells) => (cells.join(" "), LineFlags::TABLE_ROW),
        };
        self.page.paragraph(&text, self.options.wrap, flags, None)
    }

    /// Adds the citation of a link.
    pub(super) fn link(&mut self, citation: String) {
        self.marks.links.push(citation);
    }

    /// Ends the body; what follows is history and notes.
    pub(super) fn end_body(&mut self) {
        self.marks.body.end = self.at();
        self.marks.history = self.at()..self.at();
    }

    /// Adds paragraphs under a heading: the acts that made the section, or notes about it.
    pub(super) fn notes(&mut self, kind: &str, texts: &[String], is_history: bool) -> Result<(), ReadError> {
        if texts.iter().all(|t| t.trim().is_empty()) {
            return Ok(());
        }
        self.page.paragraph(kind, self.options.wrap, LineFlags::empty(), Some(2))?;
        let first = self.at();
        for text in texts {
            self.page.paragraph(text, self.options.wrap, LineFlags::empty(), None)?;
        }
        if is_history {
            self.marks.history = first..self.at();
        }
        Ok(())
    }

    /// Counts notes of the publisher that are no part of the section.
    pub(super) fn leave_out(&mut self, notes: usize) {
        let notes = u32::try_from(notes).unwrap_or(u32::MAX);
        self.marks.notes_left_out = self.marks.notes_left_out.saturating_add(notes);
    }

    /// Returns the document.
    pub(super) fn finish(mut self) -> Document {
        self.marks.links.sort();
        self.marks.links.dedup();
        Document {
            kind: DocumentKind::Xml,
            title: Some(self.title),
            pages: vec![self.page.finish("xml")],
            meta: self.meta,
            notes: Vec::new(),
            law: Some(self.marks),
        }
    }

    fn at(&self) -> u32 {
        u32::try_from(self.page.lines().len()).unwrap_or(u32::MAX)
    }

    /// A paragraph with the labels that wait for it.
    fn line(&mut self, text: &str, is_row: bool) -> Result<(), ReadError> {
        let mut labels = String::new();
        for label in std::mem::take(&mut self.pending) {
            // `(a)(1)`, but `2. a.`
            if labels.ends_with('.') {
                labels.push(' ');
            }
            labels.push_str(&label);
        }
        let first = self.at();
        let text = format!("{labels} {text}");
        self.page.paragraph(&text, self.options.wrap, LineFlags::empty(), None)?;
        let lines = first..self.at();
        self.marks.paragraphs.push(MarkedParagraph { path: self.path.clone(), lines, is_row });
        Ok(())
    }
}
