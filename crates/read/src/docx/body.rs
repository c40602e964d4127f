//! The stream of a text part (body, header, footnotes) turned into blocks.

use quick_xml::events::{BytesStart, Event};

use crate::blocks::{Block, Blocks, Rows, Span};
use crate::lines::{clean, squeeze};
use twolane_text::LineFlags;

use super::numbering::Numbering;
use super::styles::Styles;
use super::xml::{attribute, is_on, lenient, local};

/// What was met besides text.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) deletions: usize,
    pub(super) insertions: usize,
    pub(super) pictures: usize,
    /// Byte at which the XML broke off.
    pub(super) broken_at: Option<u64>,
}

#[derive(Default)]
struct Paragraph {
    text: String,
    hidden: bool,
    letters: usize,
    bold_letters: usize,
    style: Option<String>,
    outline: Option<u8>,
    list: Option<String>,
    list_level: Option<usize>,
    /// A part of it has gone out already.
    begun: bool,
}

struct Walker<'a> {
    styles: &'a Styles,
    numbering: &'a mut Numbering,
    blocks: &'a mut Blocks,
    extra: LineFlags,
    seen: Seen,
    /// Text boxes hold paragraphs inside a paragraph.
    paragraphs: Vec<Paragraph>,
    in_text: bool,
    in_run: bool,
    in_paragraph_properties: usize,
    run_hidden: bool,
    run_bold: bool,
    /// Depth inside an element whose text is not part of the document as it stands.
    skipped: usize,
}

/// Paragraphs within paragraphs are followed this deep.
const DEEPEST: usize = 64;

/// Walks one part; lines carry `extra` besides their own flags.
pub(super) fn walk(
    xml: &str,
    styles: &Styles,
    numbering: &mut Numbering,
    blocks: &mut Blocks,
    extra: LineFlags,
) -> Seen {
    let mut reader = lenient(xml);
    let mut walker = Walker {
        styles,
        numbering,
        blocks,
        extra,
        seen: Seen::default(),
        paragraphs: Vec::new(),
        in_text: false,
        in_run: false,
        in_paragraph_properties: 0,
        run_hidden: false,
        run_bold: false,
        skipped: 0,
    };
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => walker.start(&e, false),
            Ok(Event::Empty(e)) => walker.start(&e, true),
            Ok(Event::End(e)) => {
                let name = e.name().0;
                walker.end(name.rsplit(':').next().unwrap_or(name));
            }
            Ok(Event::Text(t)) => walker.text(&t.xml_content(quick_xml::XmlVersion::Implicit1_0)),
            Ok(Event::CData(t)) => walker.text(&t.into_inner()),
            Ok(Event::GeneralRef(r)) => {
                let text = match r.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    _ => {
                        quick_xml::escape::resolve_predefined_entity(&r.into_inner()).unwrap_or("").to_owned()
                    }
                };
                walker.text(&text);
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => {
                walker.seen.broken_at = Some(reader.buffer_position());
                break;
            }
        }
    }
    while !walker.paragraphs.is_empty() {
        walker.end_paragraph();
    }
    walker.seen
}

impl Walker<'_> {
    fn start(&mut self, e: &BytesStart<'_>, empty: bool) {
        let name = local(e);
        match name {
            "del" | "moveFrom" if !empty && self.in_paragraph_properties == 0 => {
                self.seen.deletions += 1;
                self.skipped += 1;
            }
            // `Fallback` repeats what `Choice` holds for older programs.
            "Fallback" if !empty => self.skipped += 1,
            "footnote" | "endnote" if !empty => {
                if matches!(
                    attribute(e, "type").as_deref(),
                    Some("separator" | "continuationSeparator" | "continuationNotice")
                ) {
                    self.skipped += 1;
                }
            }
            _ => {}
        }
        if self.skipped > 0 {
            return;
        }
        match name {
            "ins" => self.seen.insertions += 1,
            "p" if self.paragraphs.len() < DEEPEST => {
                self.paragraphs.push(Paragraph::default());
                if empty {
                    self.end_paragraph();
                }
            }
            "pPr" if !empty => self.in_paragraph_properties += 1,
            "r" if !empty => {
                self.in_run = true;
                self.run_hidden = false;
                self.run_bold = false;
            }
            "t" if !empty => self.in_text = true,
            "tab" if self.in_run => self.push(" "),
            "br" | "cr" if self.in_run => self.push(" "),
            "noBreakHyphen" => self.push("-"),
            "drawing" | "pict" => self.seen.pictures += 1,
            "tbl" if !empty => self.blocks.open_table(),
            "tr" if !empty => self.blocks.open_row(),
            "tblHeader" if is_on(e) => self.blocks.set_head(true),
            "tc" if !empty => self.blocks.open_cell(Span::default()),
            "gridSpan" => {
                let columns = attribute(e, "val").and_then(|v| v.parse().ok()).unwrap_or(1);
                self.blocks.set_span(|span| span.columns = columns);
            }
            "vMerge" => {
                let begins = attribute(e, "val").as_deref() == Some("restart");
                self.blocks.set_span(|span| span.rows = if begins { Rows::Open } else { Rows::Continued });
            }
            _ => self.property(name, e),
        }
    }

    fn property(&mut self, name: &str, e: &BytesStart<'_>) {
        if self.in_paragraph_properties > 0 {
            let Some(paragraph) = self.paragraphs.last_mut() else { return };
            match name {
                "pStyle" => paragraph.style = attribute(e, "val"),
                "outlineLvl" => paragraph.outline = attribute(e, "val").and_then(|v| v.parse().ok()),
                "numId" => paragraph.list = attribute(e, "val"),
                "ilvl" => paragraph.list_level = attribute(e, "val").and_then(|v| v.parse().ok()),
                _ => {}
            }
        } else if self.in_run {
            match name {
                "vanish" | "specVanish" => self.run_hidden = is_on(e),
                "b" => self.run_bold = is_on(e),
                _ => {}
            }
        }
    }

    fn end(&mut self, name: &str) {
        if self.skipped > 0 {
            // Elements of these names nest only within each other, so counting is enough; an
            // ordinary footnote's end never meets a skip that is not its own.
            if matches!(name, "del" | "moveFrom" | "Fallback" | "footnote" | "endnote") {
                self.skipped -= 1;
            }
            return;
        }
        match name {
            "p" => self.end_paragraph(),
            "pPr" => self.in_paragraph_properties = self.in_paragraph_properties.saturating_sub(1),
            "r" => self.in_run = false,
            "t" => self.in_text = false,
            "tc" => self.blocks.close_cell(),
            "tr" => {
                self.blocks.close_row();
                self.blocks.set_head(false);
            }
            "tbl" => self.blocks.close_table(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text && self.skipped == 0 {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        let (hidden, bold) = (self.run_hidden, self.run_bold);
        let Some(paragraph) = self.paragraphs.last_mut() else { return };
        if hidden != paragraph.hidden && !text.trim().is_empty() {
            self.flush();
            if let Some(paragraph) = self.paragraphs.last_mut() {
                paragraph.hidden = hidden;
            }
        }
        let Some(paragraph) = self.paragraphs.last_mut() else { return };
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        paragraph.letters += letters;
        if bold {
            paragraph.bold_letters += letters;
        }
        paragraph.text.push_str(text);
    }

    /// Puts out what the paragraph holds so far.
    fn flush(&mut self) {
        let Some(paragraph) = self.paragraphs.last_mut() else { return };
        let mut text = squeeze(&clean(&std::mem::take(&mut paragraph.text)));
        if text.is_empty() {
            return;
        }
        let style = paragraph.style.as_deref();
        let heading = match paragraph.outline {
            Some(outline) => (outline < 6).then_some(outline + 1),
            None => style.and_then(|s| self.styles.heading(s)),
        };
        let mut flags = self.extra;
        if paragraph.hidden {
            flags |= LineFlags::HIDDEN;
        }
        if paragraph.letters > 0 && paragraph.letters == paragraph.bold_letters {
            flags |= LineFlags::BOLD;
        }
        if !paragraph.begun {
            let own = paragraph.list.clone().map(|l| (l, paragraph.list_level.unwrap_or(0)));
            let list = own.or_else(|| style.and_then(|s| self.styles.list(s)));
            if let Some((list, level)) = list.filter(|(l, _)| l != "0") {
                if let Some(number) = self.numbering.next(&list, level) {
                    text = format!("{number} {text}");
                }
                if heading.is_none() {
                    flags |= LineFlags::LIST_ITEM;
                }
            }
        }
        paragraph.begun = true;
        paragraph.letters = 0;
        paragraph.bold_letters = 0;
        self.blocks.push(Block { text, flags, heading, whole: false });
    }

    fn end_paragraph(&mut self) {
        self.flush();
        self.paragraphs.pop();
    }
}
