//! Paragraphs, tables and notes of an RTF file on their way to lines.

use std::collections::BTreeSet;

use crate::Page;
use crate::blocks::{Block, Blocks, Span};
use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::struck::StruckText;
use twolane_text::LineFlags;

/// Most heads and feet of pages that are kept.
const MOST_FURNITURE: usize = 10_000;

/// A paragraph that is open.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub text: StruckText,
    pub has_plain: bool,
    pub has_bold: bool,
    pub is_item: bool,
}

impl Paragraph {
    fn take_text(&mut self) -> String {
        squeeze(&clean(&self.text.take()))
    }
}

/// Takes paragraphs in the order of the file.
pub(super) struct Output {
    blocks: Blocks,
    width: usize,
    in_table: bool,
    in_row: bool,
    in_cell: bool,
    notes: Vec<String>,
    furniture: BTreeSet<String>,
}

impl Output {
    pub(super) fn new(page: PageBuilder, width: usize) -> Self {
        Output {
            blocks: Blocks::new(page, width),
            width,
            in_table: false,
            in_row: false,
            in_cell: false,
            notes: Vec::new(),
            furniture: BTreeSet::new(),
        }
    }

    /// Adds a paragraph; one in a table goes to the open cell, or to a new one.
    pub(super) fn push(&mut self, mut paragraph: Paragraph, is_table: bool, heading: Option<u8>) {
        match is_table {
            true => self.open_cell(),
            false => self.close_table(),
        }
        let text = paragraph.take_text();
        let heading = heading.filter(|_| !is_table);
        let mut flags = LineFlags::empty();
        flags.set(LineFlags::BOLD, paragraph.has_bold && !paragraph.has_plain);
        flags.set(LineFlags::LIST_ITEM, paragraph.is_item && heading.is_none());
        self.blocks.push(Block { text, flags, heading, whole: false });
    }

    /// Adds a head or foot of the pages, once.
    pub(super) fn push_furniture(&mut self, paragraph: &mut Paragraph) {
        let text = paragraph.take_text();
        let is_new =
            !text.is_empty() && self.furniture.len() < MOST_FURNITURE && self.furniture.insert(text.clone());
        if is_new && !self.in_table {
            let flags = LineFlags::RUNNING_HEAD;
            self.blocks.push(Block { text, flags, heading: None, whole: false });
        }
    }

    /// Keeps a footnote for the end.
    pub(super) fn push_note(&mut self, number: usize, paragraph: &mut Paragraph) {
        let text = paragraph.take_text();
        if !text.is_empty() {
            self.notes.push(format!("[{number}] {text}"));
        }
    }

    fn open_cell(&mut self) {
        if !std::mem::replace(&mut self.in_table, true) {
            self.blocks.open_table();
        }
        if !std::mem::replace(&mut self.in_row, true) {
            self.blocks.open_row();
        }
        if !std::mem::replace(&mut self.in_cell, true) {
            self.blocks.open_cell(Span::default());
        }
    }

    fn close_table(&mut self) {
        if std::mem::take(&mut self.in_table) {
            self.blocks.close_table();
        }
        (self.in_row, self.in_cell) = (false, false);
    }

    pub(super) fn end_cell(&mut self) {
        self.blocks.close_cell();
        self.in_cell = false;
    }

    pub(super) fn end_row(&mut self) {
        if std::mem::take(&mut self.in_row) {
            self.blocks.close_row();
            self.blocks.set_head(false);
            self.in_cell = false;
        }
    }

    /// Begins a row that is a head (`\trhdr`).
    pub(super) fn begin_head(&mut self) {
        if !std::mem::replace(&mut self.in_table, true) {
            self.blocks.open_table();
        }
        self.blocks.set_head(true);
    }

    pub(super) fn finish(mut self) -> Result<Page, ReadError> {
        self.close_table();
        let mut page = self.blocks.finish()?;
        for note in self.notes {
            page.paragraph(&note, self.width, LineFlags::FOOTNOTE, None)?;
        }
        Ok(page.finish("rtf"))
    }
}
