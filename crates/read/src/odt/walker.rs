//! Walks over the content of an OpenDocument text.

use std::collections::BTreeSet;

use quick_xml::events::{BytesStart, Event};

use crate::blocks::{Block, Blocks, Rows, Span};
use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::struck::StruckText;
use crate::xml_stream::{Skip, attribute, lenient, local, local_end, text_of};
use twolane_text::LineFlags;

/// Most spaces that one element stands for.
const MOST_SPACES: usize = 40;
/// Most columns or rows that a cell covers.
const MOST_COVERED: usize = 1_000;

/// Counts of content that is not text.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Seen {
    pub deletions: usize,
    pub pictures: usize,
    /// Hidden words within a paragraph, which are left out.
    pub has_hidden: bool,
}

/// A paragraph or heading that is open.
#[derive(Debug, Default)]
struct Paragraph {
    text: StruckText,
    heading: Option<u8>,
    is_hidden: bool,
    /// Bold through its style.
    is_bold: bool,
    is_struck: bool,
}

/// State of the walk.
pub(super) struct Walker {
    blocks: Blocks,
    width: usize,
    /// Paragraphs that are open: a text box or note within one has paragraphs of its own.
    open: Vec<Paragraph>,
    lists: usize,
    /// The item of a list has not begun a paragraph yet.
    item_begins: bool,
    hidden_sections: Vec<bool>,
    /// A note that is open: its mark, and the number of paragraphs that are open around it.
    note: Option<(String, usize)>,
    mark: Option<String>,
    notes: Vec<(String, String)>,
    style: String,
    hidden_styles: BTreeSet<String>,
    bold_styles: BTreeSet<String>,
    struck_styles: BTreeSet<String>,
    /// Spans that are open: whether each is struck, and whether it is hidden.
    spans: Vec<(bool, bool)>,
    skip: Skip,
    seen: Seen,
}

impl Walker {
    pub(super) fn new(page: PageBuilder, width: usize) -> Self {
        Walker {
            blocks: Blocks::new(page, width),
            width,
            open: Vec::new(),
            lists: 0,
            item_begins: false,
            hidden_sections: Vec::new(),
            note: None,
            mark: None,
            notes: Vec::new(),
            style: String::new(),
            hidden_styles: BTreeSet::new(),
            bold_styles: BTreeSet::new(),
            struck_styles: BTreeSet::new(),
            spans: Vec::new(),
            skip: Skip::default(),
            seen: Seen::default(),
        }
    }

    /// Returns the byte at which the XML is broken, if it is.
    pub(super) fn walk(&mut self, xml: &str) -> Option<u64> {
        let mut reader = lenient(xml);
        loop {
            match reader.read_event() {
                Ok(Event::Start(e)) => {
                    if !self.skip.passes(local(&e)) {
                        self.start(&e, true);
                    }
                }
                Ok(Event::Empty(e)) if !self.skip.is_open() => {
                    let name = local(&e).to_owned();
                    self.start(&e, false);
                    self.end(&name);
                }
                Ok(Event::End(e)) => {
                    let name = local_end(&e).to_owned();
                    if !self.skip.ends(&name) {
                        self.end(&name);
                    }
                }
                Ok(Event::Eof) => return None,
                Err(_) => return Some(reader.buffer_position()),
                Ok(event) => {
                    if !self.skip.is_open()
                        && let Some(text) = text_of(&event)
                    {
                        self.text(&text);
                    }
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> Result<(PageBuilder, Seen), ReadError> {
        while !self.open.is_empty() {
            self.end_paragraph();
        }
        let mut page = self.blocks.finish()?;
        for (mark, text) in self.notes {
            let text = format!("[{mark}] {text}");
            page.paragraph(&text, self.width, LineFlags::FOOTNOTE, None)?;
        }
        Ok((page, self.seen))
    }

    fn text(&mut self, text: &str) {
        if let Some(mark) = &mut self.mark {
            mark.push_str(text);
        } else if self.spans.last().is_some_and(|(_, hidden)| *hidden) {
            // Words among others can't be marked as hidden by themselves.
            self.seen.has_hidden |= !text.trim().is_empty();
        } else if let Some(paragraph) = self.open.last_mut() {
            paragraph
                .text
                .push(text, paragraph.is_struck || self.spans.last().is_some_and(|(struck, _)| *struck));
        }
    }

    fn start(&mut self, e: &BytesStart<'_>, has_content: bool) {
        let name = local(e);
        let count = |name: &str| {
            attribute(e, name).and_then(|n| n.parse::<usize>().ok()).unwrap_or(1).clamp(1, MOST_COVERED)
        };
        match name {
            "style" => self.style = attribute(e, "name").unwrap_or_default(),
            "text-properties" => self.note_style(e),
            // Deleted text waits here, and comments are not the paper's.
            "tracked-changes" | "annotation" | "forms" | "table-of-content-source" if has_content => {
                self.skip.begin(name);
            }
            "change" => self.seen.deletions = self.seen.deletions.saturating_add(1),
            "image" => self.seen.pictures = self.seen.pictures.saturating_add(1),
            "section" => {
                let is_hidden = self.hidden_sections.last().copied().unwrap_or_default();
                self.hidden_sections.push(is_hidden || attribute(e, "display").as_deref() == Some("none"));
            }
            "h" => self
                .begin_paragraph(e, attribute(e, "outline-level").and_then(|n| n.parse().ok()).or(Some(1))),
            "p" => self.begin_paragraph(e, None),
            "s" => {
                let spaces =
                    attribute(e, "c").and_then(|n| n.parse::<usize>().ok()).unwrap_or(1).min(MOST_SPACES);
                self.text(&" ".repeat(spaces));
            }
            "tab" | "line-break" => self.text(" "),
            "span" => {
                let style = attribute(e, "style-name").unwrap_or_default();
                // A span has what the spans around it have.
                let (struck, hidden) = self.spans.last().copied().unwrap_or_default();
                self.spans.push((
                    struck || self.struck_styles.contains(&style),
                    hidden || self.hidden_styles.contains(&style),
                ));
            }
            "list" => self.lists = self.lists.saturating_add(1),
            "list-item" => self.item_begins = true,
            "note" if has_content => self.note = Some((String::new(), self.open.len())),
            "note-citation" if has_content => self.mark = Some(String::new()),
            "table" => self.blocks.open_table(),
            "table-header-rows" => self.blocks.open_group(true),
            "table-row" => self.blocks.open_row(),
            "table-cell" => {
                let rows = Rows::Count(count("number-rows-spanned"));
                self.blocks.open_cell(Span { head: false, columns: count("number-columns-spanned"), rows });
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "section" => drop(self.hidden_sections.pop()),
            "h" | "p" => self.end_paragraph(),
            "span" => drop(self.spans.pop()),
            "list" => self.lists = self.lists.saturating_sub(1),
            "note-citation" => {
                let mark = squeeze(&self.mark.take().unwrap_or_default());
                self.text(&format!("[{mark}]"));
                if let Some((held, _)) = &mut self.note {
                    *held = mark;
                }
            }
            "note" => self.note = None,
            "table" => self.blocks.close_table(),
            "table-header-rows" => self.blocks.open_group(false),
            "table-row" => self.blocks.close_row(),
            "table-cell" => self.blocks.close_cell(),
            _ => {}
        }
    }

    /// Takes note of a style of hidden, struck or bold text.
    fn note_style(&mut self, e: &BytesStart<'_>) {
        if attribute(e, "display").as_deref() == Some("none") {
            self.hidden_styles.insert(self.style.clone());
        }
        let line = attribute(e, "text-line-through-style").or_else(|| attribute(e, "text-line-through-type"));
        if line.is_some_and(|line| line != "none") {
            self.struck_styles.insert(self.style.clone());
        }
        if matches!(attribute(e, "font-weight").as_deref(), Some("bold" | "600" | "700" | "800" | "900")) {
            self.bold_styles.insert(self.style.clone());
        }
    }

    fn begin_paragraph(&mut self, e: &BytesStart<'_>, level: Option<u8>) {
        let style = attribute(e, "style-name").unwrap_or_default();
        let heading = match style.as_str() {
            "Title" => Some(1),
            "Subtitle" => Some(2),
            _ => level.map(|level| level.clamp(1, 6)),
        };
        let is_hidden =
            self.hidden_sections.last().copied().unwrap_or_default() || self.hidden_styles.contains(&style);
        let is_bold = self.bold_styles.contains(&style);
        let is_struck = self.struck_styles.contains(&style);
        self.open.push(Paragraph { text: StruckText::default(), heading, is_hidden, is_bold, is_struck });
    }

    fn end_paragraph(&mut self) {
        let Some(mut paragraph) = self.open.pop() else { return };
        let text = squeeze(&clean(&paragraph.text.take()));
        if text.is_empty() {
            return;
        }
        if let Some((mark, depth)) = &self.note
            && self.open.len() >= *depth
        {
            self.notes.push((mark.clone(), text));
            return;
        }
        let mut flags = LineFlags::empty();
        flags.set(LineFlags::HIDDEN, paragraph.is_hidden);
        flags.set(LineFlags::BOLD, paragraph.is_bold);
        let is_item = self.lists > 0 && std::mem::take(&mut self.item_begins);
        flags.set(LineFlags::LIST_ITEM, is_item && paragraph.heading.is_none());
        self.blocks.push(Block { text, flags, heading: paragraph.heading, whole: false });
    }
}
