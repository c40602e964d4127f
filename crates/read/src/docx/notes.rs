//! Marks of footnotes and endnotes, counted as word processors count them.

use std::collections::{HashMap, HashSet};

use quick_xml::events::{BytesStart, Event};

use super::numbering::print;
use crate::xml_stream::{Skip, attribute, lenient, local, local_end};

/// A note at the foot of the page or at the end of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum NoteKind {
    Footnote,
    Endnote,
}

/// Stretches of a document that notes are numbered through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Scope {
    Document,
    Section(usize),
    Page(usize),
}

/// Numbers of one kind of note in one section.
#[derive(Debug, Clone, Default)]
struct Form {
    format: Option<String>,
    start: Option<u32>,
    /// Value of `w:numRestart`.
    restart: Option<String>,
}

/// Forms of both kinds.
#[derive(Debug, Clone, Default)]
struct Forms {
    footnote: Form,
    endnote: Form,
}

impl Forms {
    fn of(&self, kind: NoteKind) -> &Form {
        match kind {
            NoteKind::Footnote => &self.footnote,
            NoteKind::Endnote => &self.endnote,
        }
    }

    fn read(&mut self, kind: NoteKind, e: &BytesStart<'_>) {
        let form = match kind {
            NoteKind::Footnote => &mut self.footnote,
            NoteKind::Endnote => &mut self.endnote,
        };
        let value = attribute(e, "val");
        match local(e) {
            "numFmt" => form.format = value,
            "numStart" => form.start = value.and_then(|v| v.parse().ok()),
            "numRestart" => form.restart = value,
            _ => {}
        }
    }
}

/// Mark at the start of a note's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoteMark {
    /// Its counted number.
    Counted(String),
    /// A mark that its author typed, in the text and in the note.
    Typed,
    /// It was deleted together with its reference.
    Deleted,
}

/// Marks of the notes that the text refers to.
#[derive(Debug, Default)]
pub(super) struct NoteMarks {
    document: Forms,
    /// Settings of the sections, in order.
    sections: Vec<Forms>,
    section: usize,
    /// Pages as the word processor broke them when it last saved the document.
    page: usize,
    footnotes: u32,
    endnotes: u32,
    marks: HashMap<(NoteKind, String), NoteMark>,
    begun: HashSet<(NoteKind, Scope)>,
}

impl NoteMarks {
    /// Takes the forms of numbers from the settings and from the sections of the body.
    pub(super) fn parse(settings: &str, body: &str) -> Self {
        let document = forms(settings, false).into_iter().next().unwrap_or_default();
        let stated = body.contains("footnotePr") || body.contains("endnotePr");
        NoteMarks {
            document,
            sections: if stated { forms(body, true) } else { Vec::new() },
            ..Self::default()
        }
    }

    /// Counts a reference in the text and returns its mark.
    pub(super) fn count(&mut self, kind: NoteKind, id: &str) -> String {
        let section = self.sections.get(self.section).map(|forms| forms.of(kind));
        let document = self.document.of(kind);
        let start = section.and_then(|form| form.start).or(document.start).unwrap_or(1);
        let restart = section.and_then(|form| form.restart.as_deref()).or(document.restart.as_deref());
        let scope = match restart {
            Some("eachSect") => Scope::Section(self.section),
            Some("eachPage") => Scope::Page(self.page),
            _ => Scope::Document,
        };
        let begins = self.begun.insert((kind, scope));
        let usual = if kind == NoteKind::Footnote { "decimal" } else { "lowerRoman" };
        let format = section.and_then(|form| form.format.as_deref()).or(document.format.as_deref());
        let count = match kind {
            NoteKind::Footnote => &mut self.footnotes,
            NoteKind::Endnote => &mut self.endnotes,
        };
        *count = if begins { start } else { count.saturating_add(1) };
        let mark = print(*count, format.unwrap_or(usual));
        self.marks.insert((kind, id.to_owned()), NoteMark::Counted(mark.clone()));
        mark
    }

    /// Keeps what else is known of a note; a counted reference stays.
    pub(super) fn keep(&mut self, kind: NoteKind, id: &str, mark: NoteMark) {
        self.marks.entry((kind, id.to_owned())).or_insert(mark);
    }

    /// Returns the mark of a note; `None` when the text does not refer to it.
    pub(super) fn mark(&self, kind: NoteKind, id: &str) -> Option<&NoteMark> {
        self.marks.get(&(kind, id.to_owned()))
    }

    pub(super) fn begin_page(&mut self) {
        self.page = self.page.saturating_add(1);
    }

    pub(super) fn end_section(&mut self) {
        self.section = self.section.saturating_add(1);
    }
}

/// Forms by section, or those of the whole document from its settings.
fn forms(xml: &str, by_section: bool) -> Vec<Forms> {
    let mut reader = lenient(xml);
    let mut all = Vec::new();
    let mut current = Forms::default();
    let mut kind = None;
    let mut skip = Skip::default();
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) if skip.passes(local(&e)) => {}
            Ok(Event::Start(e)) if local(&e).ends_with("Change") => skip.begin(local(&e)),
            Ok(Event::Empty(_)) if skip.is_open() => {}
            Ok(Event::Start(e) | Event::Empty(e)) => match (local(&e), kind) {
                ("footnotePr", _) => kind = Some(NoteKind::Footnote),
                ("endnotePr", _) => kind = Some(NoteKind::Endnote),
                (_, Some(kind)) => current.read(kind, &e),
                _ => {}
            },
            Ok(Event::End(e)) if skip.ends(local_end(&e)) => {}
            Ok(Event::End(e)) => match local_end(&e) {
                "footnotePr" | "endnotePr" => kind = None,
                "sectPr" if by_section => all.push(std::mem::take(&mut current)),
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    all.push(current);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use NoteKind::{Endnote, Footnote};

    #[test]
    fn counts_in_the_form_of_the_section() {
        let settings = "<w:settings><w:footnotePr><w:numFmt w:val='chicago'/></w:footnotePr></w:settings>";
        let body = "<w:sectPr><w:footnotePr><w:numFmt w:val='decimal'/><w:numStart w:val='3'/></w:footnotePr></w:sectPr>\
            <w:sectPr><w:footnotePr><w:numRestart w:val='eachSect'/></w:footnotePr></w:sectPr>";
        let mut plain = NoteMarks::parse("", "");
        assert_eq!((plain.count(Footnote, "7"), plain.count(Footnote, "2")), ("1".into(), "2".into()));
        assert_eq!((plain.count(Endnote, "1"), plain.count(Endnote, "2")), ("i".into(), "ii".into()));
        let mut marks = NoteMarks::parse(settings, body);
        assert_eq!((marks.count(Footnote, "1"), marks.count(Footnote, "2")), ("3".into(), "4".into()));
        marks.end_section();
        assert_eq!((marks.count(Footnote, "3"), marks.count(Footnote, "4")), ("*".into(), "†".into()));
        assert_eq!(marks.mark(Footnote, "3"), Some(&NoteMark::Counted("*".into())));
        assert_eq!(marks.mark(Footnote, "9"), None);
        let settings =
            "<w:settings><w:footnotePr><w:numRestart w:val='eachPage'/></w:footnotePr></w:settings>";
        let mut paged = NoteMarks::parse(settings, "");
        assert_eq!((paged.count(Footnote, "1"), paged.count(Footnote, "2")), ("1".into(), "2".into()));
        paged.begin_page();
        assert_eq!(paged.count(Footnote, "3"), "1");
    }
}
