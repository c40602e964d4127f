//! The stream of a text part (body, header, footnotes) turned into blocks.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use crate::blocks::{Block, Blocks};
use crate::scripts::superscript;
use twolane_text::Line;

use super::format::is_shaded;
use super::forms::Forms;
use super::math::{Equation, FORMULA};
use super::notes::{NoteKind, NoteMark, NoteMarks};
use super::numbering::Numbering;
use super::output::{Output, Setting};
use super::paragraph::{Look, Paragraph};
use super::seen::Seen;
use super::styles::Styles;
use super::survey::bold_rows;
use super::symbols::{SymbolFont, UNKNOWN, shown};
use super::tables::Tables;
use crate::xml_stream::{Skip, attribute, is_on, lenient, local, local_end};

/// A part of the package, with the flags of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Notes(NoteKind),
    /// A header or footer.
    Furniture,
}

/// The element whose properties are being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Properties {
    Paragraph,
    ParagraphMark,
    Run,
    Table,
    Row,
    Cell,
    Control,
    LegacyField,
}

/// Walks the parts of one document and puts their blocks out.
pub(super) struct Walker<'a> {
    styles: &'a Styles,
    output: Output<'a>,
    notes: NoteMarks,
    /// Lines of included parts, by relationship.
    chunks: HashMap<String, Vec<Line>>,
    seen: Seen,
    state: State,
}

/// Where in a part the walk is.
struct State {
    part: Part,
    bold_rows: HashMap<u64, bool>,
    /// Text boxes hold paragraphs inside a paragraph.
    paragraphs: Vec<Paragraph>,
    tables: Tables,
    properties: Option<Properties>,
    skip: Skip,
    in_text: bool,
    in_instruction: bool,
    equation: Option<Equation>,
    forms: Forms,
    text_boxes: usize,
    page_shaded: bool,
    /// A paragraph whose end is deleted, and the number of paragraphs around it.
    joined: Option<(Paragraph, usize)>,
}

impl State {
    fn new(part: Part, bold_rows: HashMap<u64, bool>) -> Self {
        State {
            part,
            bold_rows,
            paragraphs: Vec::new(),
            tables: Tables::default(),
            properties: None,
            skip: Skip::default(),
            in_text: false,
            in_instruction: false,
            equation: None,
            forms: Forms::default(),
            text_boxes: 0,
            page_shaded: false,
            joined: None,
        }
    }
}

/// Paragraphs within paragraphs, fields and controls are followed this deep.
const DEEPEST: usize = 64;

impl<'a> Walker<'a> {
    pub(super) fn new(
        styles: &'a Styles,
        numbering: Numbering,
        blocks: Blocks,
        notes: NoteMarks,
        chunks: HashMap<String, Vec<Line>>,
    ) -> Self {
        let state = State::new(Part::Body, HashMap::new());
        let output = Output::new(styles, numbering, blocks);
        Walker { styles, output, notes, chunks, seen: Seen::default(), state }
    }

    /// Walks one part; returns the byte at which its XML broke off.
    pub(super) fn walk(&mut self, xml: &str, part: Part) -> Option<u64> {
        self.state = State::new(part, bold_rows(xml, self.styles));
        let mut reader = lenient(xml);
        let broken_at = loop {
            let event = reader.read_event();
            let at = reader.buffer_position();
            match event {
                Ok(Event::Start(e)) => self.start(&e, false, at),
                Ok(Event::Empty(e)) => self.start(&e, true, at),
                Ok(Event::End(e)) => self.end(local_end(&e)),
                Ok(Event::Text(t)) => self.text(&t.xml_content(quick_xml::XmlVersion::Implicit1_0)),
                Ok(Event::CData(t)) => self.text(&t.into_inner()),
                Ok(Event::GeneralRef(r)) => {
                    let character = r.resolve_char_ref().ok().flatten().map(String::from);
                    let text = character.or_else(|| {
                        quick_xml::escape::resolve_predefined_entity(&r.into_inner()).map(str::to_owned)
                    });
                    self.seen.references += usize::from(text.is_none());
                    self.text(text.as_deref().unwrap_or("\u{fffd}"));
                }
                Ok(Event::DocType(_)) => self.seen.has_dtd = true,
                Ok(Event::Eof) => break None,
                Ok(_) => {}
                Err(_) => break Some(at),
            }
        };
        while !self.state.paragraphs.is_empty() {
            self.end_paragraph();
        }
        self.release();
        self.seen.blanks += self.state.forms.blanks;
        broken_at
    }

    /// Returns the blocks, and what else was met.
    pub(super) fn finish(mut self) -> (Blocks, Seen) {
        self.seen.marks_changes = self.output.marks_changes;
        (self.output.blocks, self.seen)
    }

    fn start(&mut self, e: &BytesStart<'_>, empty: bool, at: u64) {
        let name = local(e);
        if if empty { self.state.skip.is_open() } else { self.state.skip.passes(name) } {
            if let (Some(kind), Some(id)) = (reference(name), attribute(e, "id")) {
                self.notes.keep(kind, &id, NoteMark::Deleted);
            }
            return;
        }
        let in_properties = self.state.properties.is_some();
        let left_out = match name {
            "del" | "moveFrom" if !in_properties => {
                self.seen.deletions += 1;
                true
            }
            // `Fallback` repeats what `Choice` holds for older programs.
            "Fallback" => true,
            // Properties before a tracked change.
            _ => name.ends_with("PrChange") || name == "tblGridChange",
        };
        if left_out {
            if !empty {
                self.state.skip.begin(name);
            }
            return;
        }
        if let Some(equation) = &mut self.state.equation {
            self.state.in_text |= name == "t" && !empty;
            equation.start(e, empty);
            return;
        }
        match self.state.properties {
            Some(properties) => self.property(properties, e, empty),
            None => self.element(e, empty, at),
        }
    }

    fn element(&mut self, e: &BytesStart<'_>, empty: bool, at: u64) {
        let name = local(e);
        if let Some(kind) = reference(name) {
            self.refer(kind, e);
            return;
        }
        match name {
            "ins" | "moveTo" => self.seen.insertions += 1,
            "p" if self.state.paragraphs.len() < DEEPEST => {
                self.state.tables.begin_cell(&mut self.output.blocks);
                self.begin_paragraph();
                if empty {
                    self.end_paragraph();
                }
            }
            "r" if !empty => self.begin_run(),
            "t" if !empty => self.state.in_text = true,
            "instrText" if !empty => self.state.in_instruction = true,
            "tab" | "ptab" | "br" | "cr" if self.in_run() => self.show(" "),
            "lastRenderedPageBreak" => self.notes.begin_page(),
            "noBreakHyphen" => self.show("-"),
            "sym" => self.symbol(e),
            "oMath" if !empty => self.state.equation = Some(Equation::new()),
            "fldChar" => self.field(e),
            "sdt" if !empty => self.state.forms.begin_control(),
            "drawing" | "pict" => self.seen.pictures += 1,
            "OLEObject" if attribute(e, "ProgID").is_some_and(|id| id.starts_with("Equation")) => {
                self.show_equation(FORMULA);
            }
            "OLEObject" | "control" => self.seen.objects += 1,
            "altChunk" => self.include(e),
            "background" => {
                self.state.page_shaded =
                    attribute(e, "color").is_some_and(|c| !matches!(&*c, "auto" | "FFFFFF"));
            }
            "txbxContent" if !empty => self.state.text_boxes += 1,
            "footnote" if !empty => self.begin_note(NoteKind::Footnote, e),
            "endnote" if !empty => self.begin_note(NoteKind::Endnote, e),
            "sectPr" if empty => self.notes.end_section(),
            "tbl" if !empty => self.begin_table(at),
            "tr" if !empty => self.state.tables.begin_row(&mut self.output.blocks),
            "tc" if !empty => self.state.tables.announce_cell(),
            _ => {}
        }
        self.state.properties = match name {
            _ if empty => self.state.properties,
            "pPr" => Some(Properties::Paragraph),
            "rPr" if self.in_run() => Some(Properties::Run),
            "tblPr" | "tblPrEx" => Some(Properties::Table),
            "trPr" => Some(Properties::Row),
            "tcPr" => Some(Properties::Cell),
            "sdtPr" => Some(Properties::Control),
            "ffData" => Some(Properties::LegacyField),
            _ => self.state.properties,
        };
    }

    fn property(&mut self, properties: Properties, e: &BytesStart<'_>, empty: bool) {
        let name = local(e);
        let value = || attribute(e, "val");
        let number = || value().and_then(|v| v.parse().ok());
        // Broken XML may leave properties open.
        if !empty && matches!(name, "r" | "p" | "tbl" | "tr" | "tc") {
            self.state.properties = None;
            return self.element(e, empty, 0);
        }
        self.seen.insertions += usize::from(matches!(name, "ins" | "moveTo" | "cellIns"));
        match properties {
            Properties::Paragraph | Properties::ParagraphMark => {
                if name == "sectPr" && empty {
                    self.notes.end_section();
                }
                let Some(paragraph) = self.state.paragraphs.last_mut() else { return };
                match name {
                    "rPr" if !empty => self.state.properties = Some(Properties::ParagraphMark),
                    "del" | "moveFrom" if properties == Properties::ParagraphMark => {
                        paragraph.joins_next = true
                    }
                    "shd" if properties == Properties::Paragraph => paragraph.shaded = is_shaded(e),
                    "pStyle" => paragraph.style = value(),
                    "outlineLvl" => paragraph.outline = number(),
                    "numId" => paragraph.list = value(),
                    "ilvl" => paragraph.list_level = value().and_then(|v| v.parse().ok()),
                    "framePr" => {
                        let drop_cap = attribute(e, "dropCap").is_some_and(|cap| cap != "none");
                        paragraph.joins_next |= drop_cap;
                    }
                    _ => {}
                }
            }
            Properties::Run => {
                let Some(paragraph) = self.state.paragraphs.last_mut() else { return };
                if name == "rStyle" {
                    paragraph.run_style = value();
                } else {
                    paragraph.run.read(e);
                }
            }
            Properties::Control => self.state.forms.read_control(e),
            Properties::LegacyField => self.state.forms.read_field(e),
            Properties::Table => self.state.tables.read(e, self.styles),
            Properties::Row => match name {
                "tblHeader" if is_on(e) => self.output.blocks.set_head(true),
                "del" | "moveFrom" => self.delete("tr"),
                _ => self.state.tables.read_row(e),
            },
            Properties::Cell if name == "cellDel" => {
                self.state.tables.delete_cell();
                self.delete("tc");
            }
            Properties::Cell => self.state.tables.read_cell(e),
        }
    }

    /// Leaves the row or cell out whose properties say that it is deleted.
    fn delete(&mut self, name: &str) {
        self.seen.deletions += 1;
        self.state.properties = None;
        self.state.skip.begin(name);
    }

    fn end(&mut self, name: &str) {
        if self.state.skip.ends(name) {
            if name == "tr" && !self.state.skip.is_open() {
                self.state.tables.end_row(&mut self.output.blocks);
            }
            return;
        }
        if name == "t" {
            self.state.in_text = false;
        }
        if let Some(mut equation) = self.state.equation.take() {
            if name == "oMath" {
                let text = equation.finish();
                self.show_equation(text.trim());
            } else {
                equation.end(name);
                self.state.equation = Some(equation);
            }
            return;
        }
        match (name, self.state.properties) {
            ("rPr", Some(Properties::ParagraphMark)) => self.state.properties = Some(Properties::Paragraph),
            ("rPr", Some(Properties::Run))
            | ("pPr", Some(Properties::Paragraph))
            | ("tblPr" | "tblPrEx", Some(Properties::Table))
            | ("trPr", Some(Properties::Row))
            | ("tcPr", Some(Properties::Cell))
            | ("sdtPr", Some(Properties::Control)) => self.state.properties = None,
            ("ffData", _) => {
                self.state.properties = None;
                if let Some(value) = self.state.forms.legacy_value() {
                    self.add(&value);
                }
            }
            _ => {}
        }
        match name {
            "p" => self.end_paragraph(),
            "r" => {
                if let Some(paragraph) = self.state.paragraphs.last_mut() {
                    paragraph.in_run = false;
                }
            }
            "instrText" => self.state.in_instruction = false,
            "sectPr" => self.notes.end_section(),
            "sdt" => {
                self.show_check_box();
                self.state.forms.end_control();
            }
            "txbxContent" => {
                self.release();
                self.state.text_boxes = self.state.text_boxes.saturating_sub(1);
            }
            "footnote" | "endnote" => {
                self.release();
                self.output.begin_note(None);
            }
            "tc" => {
                self.state.tables.begin_cell(&mut self.output.blocks);
                self.release();
                self.output.blocks.close_cell();
            }
            "tr" => self.state.tables.end_row(&mut self.output.blocks),
            "tbl" => {
                self.release();
                self.state.tables.end();
                self.output.blocks.close_table();
            }
            _ => {}
        }
    }

    fn in_run(&self) -> bool {
        self.state.paragraphs.last().is_some_and(|p| p.in_run)
    }

    fn begin_run(&mut self) {
        if let Some(paragraph) = self.state.paragraphs.last_mut() {
            paragraph.in_run = true;
            paragraph.run = super::format::Format::default();
            paragraph.run_style = None;
        }
    }

    fn begin_table(&mut self, at: u64) {
        self.state.tables.begin_cell(&mut self.output.blocks);
        let caption = self.output.take_caption();
        self.release();
        self.output.blocks.open_table();
        if let Some(caption) = caption {
            self.output.blocks.caption(&caption);
        }
        self.state.tables.begin(self.state.bold_rows.get(&at).copied());
    }

    fn begin_note(&mut self, kind: NoteKind, e: &BytesStart<'_>) {
        if self.state.part != Part::Notes(kind) {
            return;
        }
        let id = attribute(e, "id").unwrap_or_default();
        let between = matches!(
            attribute(e, "type").as_deref(),
            Some("separator" | "continuationSeparator" | "continuationNotice")
        );
        let mark = self.notes.mark(kind, &id).cloned();
        if between || mark == Some(NoteMark::Deleted) {
            self.state.skip.begin(local(e));
            return;
        }
        self.output.begin_note(mark.map(|mark| match mark {
            NoteMark::Counted(mark) => superscript(&mark),
            _ => String::new(),
        }));
    }

    fn refer(&mut self, kind: NoteKind, e: &BytesStart<'_>) {
        let Some(id) = attribute(e, "id") else { return };
        let typed = attribute(e, "customMarkFollows");
        if typed.is_some_and(|v| !matches!(v.as_str(), "0" | "false" | "off")) {
            self.notes.keep(kind, &id, NoteMark::Typed);
            return;
        }
        let mark = self.notes.count(kind, &id);
        let look = Look { is_mark: true, script: Default::default(), by_position: false, ..self.look().0 };
        if let Some(paragraph) = self.state.paragraphs.last_mut() {
            paragraph.push(&superscript(&mark), look);
        }
    }

    fn symbol(&mut self, e: &BytesStart<'_>) {
        let font = attribute(e, "font").as_deref().and_then(SymbolFont::named);
        let code = attribute(e, "char").and_then(|c| u32::from_str_radix(&c, 16).ok());
        let character = code.and_then(char::from_u32).map_or(UNKNOWN, |c| shown(c, font));
        self.seen.symbols += usize::from(character == UNKNOWN);
        self.show(character.encode_utf8(&mut [0; 4]));
    }

    fn field(&mut self, e: &BytesStart<'_>) {
        match attribute(e, "fldCharType").as_deref() {
            Some("begin") => self.state.forms.begin_field(),
            Some("separate") => self.state.forms.begin_result(),
            Some("end") => {
                if let Some(text) = self.state.forms.end_field() {
                    self.show_equation(&text);
                }
            }
            _ => {}
        }
    }

    /// Shows the box of a control whose content did not show it.
    fn show_check_box(&mut self) {
        if !self.state.paragraphs.is_empty() && self.state.forms.owes_box() {
            self.show("");
        }
    }

    fn text(&mut self, text: &str) {
        if self.state.skip.is_open() {
            return;
        }
        if self.state.in_instruction {
            self.state.forms.instruct(text);
            return;
        }
        if !self.state.in_text {
            return;
        }
        if let Some(equation) = &mut self.state.equation {
            equation.text(text);
            return;
        }
        let (_, font) = self.look();
        if font.is_none() && !text.contains(|c| ('\u{f020}'..='\u{f0ff}').contains(&c)) {
            return self.show(text);
        }
        let text: String = text.chars().map(|c| shown(c, font)).collect();
        if !self.state.forms.is_check_box() {
            self.seen.symbols += text.matches(UNKNOWN).count();
        }
        self.show(&text);
    }

    /// Adds what a field or control shows of a text.
    fn show(&mut self, text: &str) {
        let style = self.state.paragraphs.last().and_then(|p| p.run_style.as_deref());
        let in_placeholder = self.styles.resolved(style).is_placeholder;
        let text = self.state.forms.shown(text, in_placeholder);
        self.add(&text);
    }

    fn add(&mut self, text: &str) {
        let (look, _) = self.look();
        if let Some(paragraph) = self.state.paragraphs.last_mut().filter(|_| !text.is_empty()) {
            paragraph.push(text, look);
        }
    }

    /// Adds an equation, kept apart from the figure before it as a mark is.
    fn show_equation(&mut self, text: &str) {
        if self.state.forms.is_silent() || text.is_empty() {
            return;
        }
        self.seen.formulas += usize::from(text.contains(FORMULA));
        let look = Look { is_mark: text.contains(['/', '√']), ..self.look().0 };
        if let Some(paragraph) = self.state.paragraphs.last_mut() {
            paragraph.push(text, look);
        }
    }

    /// Returns the look of the run that is open, and its symbol font.
    fn look(&self) -> (Look, Option<SymbolFont>) {
        let Some(paragraph) = self.state.paragraphs.last() else { return (Look::default(), None) };
        let style = self.styles.resolved(paragraph.run_style.as_deref());
        let below = self.styles.resolved(paragraph.style.as_deref()).format;
        let format = paragraph.run.over(style.format.toggled_over(below));
        let around = self.state.tables.is_shaded();
        let backed =
            paragraph.shaded.unwrap_or(around || self.state.text_boxes > 0 || self.state.page_shaded);
        let (script, by_position) = format.script();
        let look = Look {
            hidden: format.is_hidden(backed),
            bold: format.bold == Some(true),
            struck: format.is_struck(),
            underlined: format.underlined == Some(true) && !style.is_link,
            script,
            by_position,
            is_mark: false,
        };
        (look, format.font.flatten())
    }

    fn begin_paragraph(&mut self) {
        let level = self.state.paragraphs.len();
        let mut paragraph = Paragraph::default();
        match self.state.joined.take() {
            Some((earlier, at)) if at == level => paragraph.continue_from(earlier),
            other => self.state.joined = other,
        }
        self.state.properties = None;
        self.state.paragraphs.push(paragraph);
    }

    fn end_paragraph(&mut self) {
        self.show_check_box();
        let Some(paragraph) = self.state.paragraphs.pop() else { return };
        self.state.forms.end_paragraph();
        self.state.properties = None;
        if paragraph.joins_next {
            self.release();
            self.state.joined = Some((paragraph, self.state.paragraphs.len()));
        } else {
            self.put_out(&paragraph);
        }
    }

    /// Puts out what waits for its neighbour.
    fn release(&mut self) {
        self.output.release();
        if let Some((paragraph, _)) = self.state.joined.take() {
            self.put_out(&paragraph);
        }
    }

    fn put_out(&mut self, paragraph: &Paragraph) {
        let setting = Setting {
            is_furniture: self.state.part == Part::Furniture,
            is_inside: !self.state.paragraphs.is_empty(),
            ignores_bold: self.state.tables.is_bold_throughout(),
        };
        self.output.paragraph(paragraph, setting);
    }

    /// Puts in the lines of an included part.
    fn include(&mut self, e: &BytesStart<'_>) {
        self.state.tables.begin_cell(&mut self.output.blocks);
        self.release();
        let lines = attribute(e, "id").and_then(|id| self.chunks.remove(&id));
        for line in lines.into_iter().flatten() {
            let Line { text, flags, heading, .. } = line;
            self.output.blocks.push(Block { text, flags, heading, whole: true });
        }
    }
}

/// The kind of note that an element refers to.
fn reference(name: &str) -> Option<NoteKind> {
    match name {
        "footnoteReference" => Some(NoteKind::Footnote),
        "endnoteReference" => Some(NoteKind::Endnote),
        _ => None,
    }
}
