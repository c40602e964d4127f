//! Classifies each line as furniture, heading, section head or text, and finds the headings above it.

use std::ops::Range;

use crate::DocumentKind;
use twolane_law::{SectionHead, SectionKind, section_head};
use twolane_text::{Line, LineFlags};

use twolane_read::heading::{
    heading_level, is_capitals, is_contents_entry, is_contents_title, is_sentence, is_title, is_title_case,
};

/// A heading or section above some lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    /// The rank of the entry; outer entries have smaller ranks.
    pub(super) rank: u32,
    pub(super) text: String,
    pub(super) label: Option<String>,
    pub(super) number: String,
    /// True for a section proper, in contrast to an article or chapter above it.
    pub(super) is_section: bool,
    /// The index of the first line.
    pub(super) start: usize,
}

/// Consecutive lines of one page under one heading.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) lines: Range<usize>,
    /// The headings above, outermost first, as indices into [`Outline::entries`].
    pub(super) path: Vec<usize>,
    /// The line after the headings that open the node.
    pub(super) body: usize,
}

#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) entries: Vec<Entry>,
    pub(super) nodes: Vec<Node>,
    /// The labelled entries with all lines that they hold.
    pub(super) spans: Vec<(usize, Range<usize>)>,
}

enum Mark {
    /// Not part of the text: furniture or an empty line.
    Skip,
    Text,
    /// A heading that takes the whole line.
    Heading(Entry),
    /// A line with which a section starts, and its text as well.
    RunIn(Entry),
}

/// Returns true for lines that are not part of the text.
pub(super) fn is_skipped(line: &Line) -> bool {
    line.is_furniture() || line.text.trim().is_empty()
}

pub(super) fn outline(lines: &[Line], kind: DocumentKind) -> Outline {
    let explicit = matches!(
        kind,
        DocumentKind::Markdown
            | DocumentKind::Html
            | DocumentKind::Docx
            | DocumentKind::Pptx
            | DocumentKind::Odt
            | DocumentKind::Jsonl
            | DocumentKind::Xml
    ) && lines.iter().any(|l| l.heading.is_some());
    let speaks_of_rsa = lines.iter().any(|l| l.text.contains("RSA"));
    let mut builder = Builder { explicit, ..Builder::default() };
    for (i, line) in lines.iter().enumerate() {
        let mark = mark(lines, i, explicit, speaks_of_rsa);
        builder.take(i, line, mark);
    }
    builder.finish(lines.len())
}

fn mark(lines: &[Line], i: usize, explicit: bool, speaks_of_rsa: bool) -> Mark {
    let Some(line) = lines.get(i) else { return Mark::Skip };
    if is_skipped(line) {
        return Mark::Skip;
    }
    let text = line.text.trim();
    let row = line.flags.contains(LineFlags::TABLE_ROW);
    if row || is_contents_entry(text) || line.flags.contains(LineFlags::HIDDEN) {
        return Mark::Text;
    }
    let previous = lines.get(..i).and_then(|l| l.iter().rev().find(|l| !is_skipped(l)));
    let next = lines.get(i + 1..).and_then(|l| l.iter().find(|l| !is_skipped(l)));
    let head = section_head(text).filter(|h| speaks_of_rsa || !h.label.starts_with("RSA ")).filter(|h| {
        line.heading.is_some() || (h.marked || is_title_next(text, h)) && may_start(previous, line)
    });
    let stated = line.heading.filter(|_| explicit || !(is_sentence(text) || runs_on(previous, line)));
    let level = stated.or_else(|| {
        if explicit {
            return None;
        }
        let before = line.flags.contains(LineFlags::PARAGRAPH_START) || starts_page(previous, line);
        let after = next.is_none_or(|n| n.page != line.page || n.flags.contains(LineFlags::PARAGRAPH_START));
        heading_level(text, before, after).filter(|_| !runs_on(previous, line))
    });
    match (head, level) {
        (Some(head), level) => {
            let title = text.get(head.rest..).unwrap_or("").trim();
            let whole = level.is_some() && (explicit || is_title(title));
            let entry = labelled(text, &head, level.filter(|_| explicit && line.heading.is_some()), i, whole);
            if whole { Mark::Heading(entry) } else { Mark::RunIn(entry) }
        }
        (None, Some(level)) => Mark::Heading(Entry {
            rank: if is_contents_title(text) {
                CONTENTS
            } else if explicit {
                10 * u32::from(level)
            } else if previous.is_none() {
                // A heading that opens the document names all of it.
                5
            } else if level == 1 && starts_page(previous, line) {
                10
            } else {
                // Type sizes do not prove that a heading ends the article around it.
                10 * u32::from(level.max(2))
            },
            text: text.to_owned(),
            label: None,
            number: String::new(),
            is_section: false,
            start: i,
        }),
        (None, None) => Mark::Text,
    }
}

fn is_title_next(text: &str, head: &SectionHead) -> bool {
    is_title(text.get(head.rest..).unwrap_or("").trim())
}

/// The rank of a table of contents: any heading ends it.
const CONTENTS: u32 = 90;

/// Returns true when a line continues a sentence in capitals.
fn runs_on(previous: Option<&Line>, line: &Line) -> bool {
    !line.flags.contains(LineFlags::PARAGRAPH_START)
        && previous.is_some_and(|p| {
            p.page == line.page
                && p.text.split_whitespace().count() > 8
                && !p.text.chars().any(char::is_lowercase)
                && is_sentence(&p.text)
        })
}

/// Returns true when a label may start a section: only after the end of a page, paragraph, sentence or
/// heading.
fn may_start(previous: Option<&Line>, line: &Line) -> bool {
    let Some(previous) = previous else { return true };
    line.flags.contains(LineFlags::PARAGRAPH_START)
        || previous.heading.is_some()
        || previous.flags.contains(LineFlags::TABLE_ROW)
        || previous
            .text
            .trim_end()
            .ends_with(['.', ';', ':', '!', '?', ')', '"', '\u{201d}', '-', '\u{2014}', ']'])
        || !previous.text.chars().any(char::is_lowercase)
        || previous.text.chars().count() < 40
}

fn starts_page(previous: Option<&Line>, line: &Line) -> bool {
    previous.is_none_or(|p| p.page != line.page)
}

fn labelled(text: &str, head: &SectionHead, level: Option<u8>, start: usize, whole: bool) -> Entry {
    let deeper = u32::try_from(head.number.matches('.').count()).unwrap_or(0);
    let rank = match (level, head.kind) {
        (Some(level), _) => 10 * u32::from(level),
        (None, SectionKind::Part) => 12,
        (None, SectionKind::Chapter) => 14,
        (None, SectionKind::Article) => 16,
        (None, SectionKind::Section) => 34 + deeper.saturating_sub(1),
    };
    let shown = if whole { text.to_owned() } else { run_in_title(text, head) };
    Entry {
        rank,
        text: shown,
        label: Some(head.label.clone()),
        number: head.number.clone(),
        is_section: head.kind == SectionKind::Section,
        start,
    }
}

/// Returns the label and title, without the rule, of `Section 3. Quorum. A majority …`.
fn run_in_title(text: &str, head: &SectionHead) -> String {
    let rest = text.get(head.rest..).unwrap_or("");
    let title_end = rest.find(['.', ':', ';', '\u{2014}']).unwrap_or(0);
    let title = rest.get(..title_end).unwrap_or("").trim();
    let label = text.get(..head.rest).unwrap_or("").trim();
    let more = rest.get(title_end..).is_some_and(|r| r.chars().filter(|c| c.is_alphanumeric()).count() > 2);
    let named = if more { is_title(title) } else { is_capitals(title) || is_title_case(title) };
    if !title.is_empty() && title.chars().count() <= 70 && named {
        format!("{label} {title}")
    } else {
        label.trim_end_matches(['.', ':', '-', ' ']).to_owned()
    }
}

#[derive(Default)]
struct Builder {
    outline: Outline,
    stack: Vec<usize>,
    current: Option<Node>,
    page: Option<u32>,
    hidden: bool,
    last_heading: Option<usize>,
    explicit: bool,
}

impl Builder {
    fn take(&mut self, i: usize, line: &Line, mark: Mark) {
        if matches!(mark, Mark::Skip) {
            return;
        }
        let hidden = line.flags.contains(LineFlags::HIDDEN);
        if self.page != Some(line.page) || self.hidden != hidden {
            self.close();
            self.page = Some(line.page);
            self.hidden = hidden;
        }
        match mark {
            Mark::Skip => {}
            Mark::Text => {
                self.last_heading = None;
                self.extend(i, false);
            }
            Mark::Heading(entry) => {
                if self.continues_heading(&entry, line) || self.names_label(&entry) {
                    if let Some(last) = self.stack.last().and_then(|e| self.outline.entries.get_mut(*e)) {
                        last.text.push(' ');
                        last.text.push_str(&entry.text);
                    }
                    self.extend(i, true);
                } else {
                    self.open(entry, i, true);
                }
                self.last_heading = Some(i);
            }
            Mark::RunIn(entry) => {
                self.open(entry, i, false);
                self.last_heading = None;
            }
        }
    }

    /// Returns true when the line continues a heading of two or three lines.
    fn continues_heading(&self, entry: &Entry, line: &Line) -> bool {
        const LONGEST: usize = 200;
        let Some(last) = self.stack.last().and_then(|e| self.outline.entries.get(*e)) else { return false };
        self.last_heading.is_some_and(|l| l + 1 == entry.start)
            && self.current.is_some()
            && entry.label.is_none()
            && !line.flags.contains(LineFlags::PARAGRAPH_START)
            && last.label.is_none()
            && last.rank == entry.rank
            && entry.rank != CONTENTS
            && !entry.text.starts_with(|c: char| !c.is_alphabetic() && c != '"' && c != '\u{201c}')
            && !last.text.ends_with([':', '.'])
            && last.text.chars().count() + entry.text.chars().count() < LONGEST
    }

    /// Returns true when the line is the title of a label such as `ARTICLE 1` on the line before.
    fn names_label(&self, entry: &Entry) -> bool {
        let Some(last) = self.stack.last().and_then(|e| self.outline.entries.get(*e)) else { return false };
        self.last_heading.is_some_and(|l| l + 1 == entry.start)
            && self.current.is_some()
            && !self.explicit
            && entry.label.is_none()
            && entry.rank != CONTENTS
            && last.label.is_some()
            && last.text.split_whitespace().count() <= 3
    }

    fn open(&mut self, entry: Entry, i: usize, heading: bool) {
        self.close();
        while let Some(top) = self.stack.last().and_then(|e| self.outline.entries.get(*e)) {
            let nested = !top.number.is_empty() && entry.number.starts_with(&format!("{}.", top.number));
            if top.rank < entry.rank || nested {
                break;
            }
            self.pop(i);
        }
        self.outline.entries.push(entry);
        self.stack.push(self.outline.entries.len() - 1);
        self.extend(i, heading);
    }

    fn pop(&mut self, end: usize) {
        let Some(index) = self.stack.pop() else { return };
        let Some(entry) = self.outline.entries.get(index) else { return };
        if entry.label.is_some() {
            self.outline.spans.push((index, entry.start..end));
        }
    }

    fn extend(&mut self, i: usize, heading: bool) {
        let path = &self.stack;
        let node = self.current.get_or_insert_with(|| Node { lines: i..i, path: path.clone(), body: i });
        node.lines.end = i + 1;
        if heading {
            node.body = i + 1;
        }
    }

    fn close(&mut self) {
        self.outline.nodes.extend(self.current.take());
        self.last_heading = None;
    }

    fn finish(mut self, end: usize) -> Outline {
        self.close();
        while !self.stack.is_empty() {
            self.pop(end);
        }
        self.outline
    }
}
