//! The stream of a text part (body, header, footnotes) turned into blocks.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};

use crate::blocks::{Block, Blocks};
use crate::scripts::superscript;
use twolane_text::{Line, LineFlags};

use super::format::is_shaded;
use super::forms::{Control, Field, check_box, is_prompt, label_of};
use super::math::{Equation, FORMULA};
use super::notes::{NoteKind, NoteMark, NoteMarks};
use super::numbering::Numbering;
use super::paragraph::{Look, Paragraph};
use super::seen::Seen;
use super::styles::Styles;
use super::survey::bold_rows;
use super::symbols::{SymbolFont, UNKNOWN, shown};
use super::tables::Tables;
use super::xml::{Skip, attribute, is_on, lenient, local, local_end};

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
    pub(super) styles: &'a Styles,
    pub(super) numbering: Numbering,
    pub(super) blocks: Blocks,
    pub(super) notes: NoteMarks,
    /// Lines of included parts, by relationship.
    pub(super) chunks: HashMap<String, Vec<Line>>,
    pub(super) seen: Seen,
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
    fields: Vec<Field>,
    controls: Vec<Control>,
    text_boxes: usize,
    page_shaded: bool,
    /// A paragraph whose end is deleted, and the number of paragraphs around it.
    joined: Option<(Paragraph, usize)>,
    /// A caption that waits for its table.
    caption: Option<Block>,
    /// The next paragraph begins a note, with this mark unless its author typed one.
    begins_note: bool,
    mark: Option<String>,
    /// The paragraph before was struck, or underlined, as a whole.
    before_struck: bool,
    before_underlined: bool,
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
            fields: Vec::new(),
            controls: Vec::new(),
            text_boxes: 0,
            page_shaded: false,
            joined: None,
            caption: None,
            begins_note: false,
            mark: None,
            before_struck: false,
            before_underlined: false,
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
        Walker { styles, numbering, blocks, notes, chunks, seen: Seen::default(), state }
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
        broken_at
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
                self.state.tables.begin_cell(&mut self.blocks);
                self.begin_paragraph();
                if empty {
                    self.end_paragraph();
                }
            }
            "r" if !empty => self.begin_run(),
            "t" if !empty => self.state.in_text = true,
            "instrText" if !empty => self.state.in_instruction = true,
            "tab" | "ptab" | "br" | "cr" if self.in_run() => self.show(" "),
            "noBreakHyphen" => self.show("-"),
            "sym" => self.symbol(e),
            "oMath" if !empty => self.state.equation = Some(Equation::new()),
            "fldChar" => self.field(e),
            "sdt" if !empty && self.state.controls.len() < DEEPEST => {
                self.state.controls.push(Control::default());
            }
            "drawing" | "pict" => self.seen.pictures += 1,
            "OLEObject" if attribute(e, "ProgID").is_some_and(|id| id.starts_with("Equation")) => {
                self.seen.formulas += 1;
                self.show(FORMULA);
            }
            "OLEObject" | "control" => self.seen.objects += 1,
            "altChunk" => self.include(e),
            "background" => {
                self.state.page_shaded =
                    attribute(e, "color").is_some_and(|c| !matches!(&*c, "auto" | "FFFFFF"));
            }
            "txbxContent" if !empty => self.state.text_boxes += 1,
            "footnote" if !empty => self.begbegins_note(NoteKind::Footnote, e),
            "endnote" if !empty => self.begbegins_note(NoteKind::Endnote, e),
            "sectPr" if empty => self.notes.end_section(),
            "tbl" if !empty => self.begin_table(at),
            "tr" if !empty => self.state.tables.begin_row(&mut self.blocks),
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
            Properties::Control => {
                if let Some(control) = self.state.controls.last_mut() {
                    control.read(e);
                }
            }
            Properties::LegacyField => {
                if let Some(field) = self.state.fields.last_mut() {
                    field.read(e);
                }
            }
            Properties::Table => self.state.tables.read(e),
            Properties::Row => match name {
                "tblHeader" if is_on(e) => self.blocks.set_head(true),
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
                self.state.tables.end_row(&mut self.blocks);
            }
            return;
        }
        if name == "t" {
            self.state.in_text = false;
        }
        if let Some(mut equation) = self.state.equation.take() {
            if name == "oMath" {
                let text = equation.finish();
                self.seen.formulas += usize::from(text.contains(FORMULA));
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
                self.show_legacy_field();
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
                self.state.controls.pop();
            }
            "txbxContent" => {
                self.release();
                self.state.text_boxes = self.state.text_boxes.saturating_sub(1);
            }
            "footnote" | "endnote" => {
                self.release();
                self.state.begins_note = false;
                self.state.mark = None;
            }
            "tc" => {
                self.state.tables.begin_cell(&mut self.blocks);
                self.release();
                self.blocks.close_cell();
            }
            "tr" => self.state.tables.end_row(&mut self.blocks),
            "tbl" => {
                self.release();
                self.state.tables.end();
                self.blocks.close_table();
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
        self.state.tables.begin_cell(&mut self.blocks);
        let caption = self.state.caption.take();
        self.release();
        self.blocks.open_table();
        if let Some(caption) = caption {
            self.blocks.caption(&caption.text);
        }
        self.state.tables.begin(self.state.bold_rows.get(&at).copied());
    }

    fn begbegins_note(&mut self, kind: NoteKind, e: &BytesStart<'_>) {
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
        self.state.begins_note = mark.is_some();
        self.state.mark = match mark {
            Some(NoteMark::Counted(mark)) => Some(superscript(&mark)),
            _ => None,
        };
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
            Some("begin") if self.state.fields.len() < DEEPEST => {
                let is_silent = self.state.fields.last().is_some_and(|f| f.is_silent || !f.in_result);
                self.state.fields.push(Field::new(is_silent));
            }
            Some("separate") => {
                if let Some(field) = self.state.fields.last_mut() {
                    field.in_result = true;
                }
            }
            Some("end") => {
                let Some(field) = self.state.fields.pop() else { return };
                if field.is_silent {
                    return;
                }
                let shows = if field.has_result { None } else { field.shows() };
                self.seen.blanks += usize::from(shows.as_deref() == Some(""));
                if let Some(text) = shows {
                    self.seen.formulas += usize::from(text == FORMULA);
                    self.show_equation(&text);
                } else if let Some(outer) = self.state.fields.last_mut() {
                    outer.has_result |= field.has_result;
                }
            }
            _ => {}
        }
    }

    /// Shows the value of a legacy form field once, whatever its result repeats.
    fn show_legacy_field(&mut self) {
        let Some(field) = self.state.fields.last_mut().filter(|f| !f.is_silent) else { return };
        let Some(value) = field.value() else { return };
        field.in_result = true;
        self.show(&value);
        if let Some(field) = self.state.fields.last_mut() {
            field.is_silent = true;
        }
    }

    /// Shows the box of a control whose content did not show it.
    fn show_check_box(&mut self) {
        if self.state.paragraphs.is_empty() {
            return;
        }
        if self.state.controls.last().is_some_and(|c| c.checked.is_some() && !c.is_shown) {
            self.show("");
        }
    }

    fn text(&mut self, text: &str) {
        if self.state.skip.is_open() {
            return;
        }
        if self.state.in_instruction {
            if let Some(field) = self.state.fields.last_mut() {
                field.instruct(text);
            }
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
        let is_box = self.state.controls.last().is_some_and(|c| c.checked.is_some());
        let text: String = text.chars().map(|c| shown(c, font)).collect();
        if !is_box {
            self.seen.symbols += text.matches(UNKNOWN).count();
        }
        self.show(&text);
    }

    /// Adds text to the paragraph, unless its field or control keeps it out.
    fn show(&mut self, text: &str) {
        if let Some(field) = self.state.fields.last_mut() {
            if field.is_silent || !field.in_result {
                return;
            }
            field.has_result |= !text.trim().is_empty();
        }
        let placeholder = self.in_placeholder_style();
        let mut shown = String::new();
        let text = match self.state.controls.last_mut() {
            Some(Control { checked: Some(checked), is_shown, .. }) => {
                if !std::mem::replace(is_shown, true) {
                    shown.push_str(check_box(*checked));
                }
                shown.push_str(label_of(text));
                shown.as_str()
            }
            Some(control) if control.is_prompt && (placeholder || is_prompt(text)) => {
                self.seen.blanks += usize::from(!std::mem::replace(&mut control.is_shown, true));
                " "
            }
            _ => text,
        };
        if text.is_empty() {
            return;
        }
        let (look, _) = self.look();
        if let Some(paragraph) = self.state.paragraphs.last_mut() {
            paragraph.push(text, look);
        }
    }

    /// Adds an equation, kept apart from the figure before it as a mark is.
    fn show_equation(&mut self, text: &str) {
        let field = self.state.fields.last().is_some_and(|f| f.is_silent || !f.in_result);
        if field || text.is_empty() {
            return;
        }
        let look = Look { is_mark: text.contains(['/', '√']), ..self.look().0 };
        if let Some(paragraph) = self.state.paragraphs.last_mut() {
            paragraph.push(text, look);
        }
    }

    fn in_placeholder_style(&self) -> bool {
        let style = self.state.paragraphs.last().and_then(|p| p.run_style.as_deref());
        style.is_some_and(|style| self.styles.is_named(style, "placeholder text"))
    }

    /// Returns the look of the run that is open, and its symbol font.
    fn look(&self) -> (Look, Option<SymbolFont>) {
        let Some(paragraph) = self.state.paragraphs.last() else { return (Look::default(), None) };
        let style = |id: &Option<String>| id.as_deref().map(|id| self.styles.format(id)).unwrap_or_default();
        let own = style(&paragraph.run_style).toggled_over(style(&paragraph.style));
        let format = paragraph.run.over(own);
        let around = self.state.tables.is_shaded();
        let backed =
            paragraph.shaded.unwrap_or(around || self.state.text_boxes > 0 || self.state.page_shaded);
        let link = paragraph.run_style.as_deref().is_some_and(|id| self.styles.is_named(id, "hyperlink"));
        let (script, by_position) = format.script();
        let look = Look {
            hidden: format.is_hidden(backed),
            bold: format.bold == Some(true),
            struck: format.is_struck(),
            underlined: format.underlined == Some(true) && !link,
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
        // An instruction ends with its paragraph at the latest, or a broken field would silence the rest.
        self.state.fields.retain(|field| field.in_result);
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
        if let Some(caption) = self.state.caption.take() {
            self.blocks.push(caption);
        }
        if let Some((paragraph, _)) = self.state.joined.take() {
            self.put_out(&paragraph);
        }
    }

    fn put_out(&mut self, paragraph: &Paragraph) {
        let style = paragraph.style.as_deref();
        let heading = match paragraph.outline {
            Some(outline) => (outline < 6).then_some(outline.saturating_add(1)),
            None => style.and_then(|s| self.styles.heading(s)),
        };
        let own = paragraph.list.clone().map(|l| (l, paragraph.list_level.unwrap_or(0)));
        let list = own.or_else(|| style.and_then(|s| self.styles.list(s))).filter(|(l, _)| l != "0");
        // A paragraph without text is counted too.
        let mut number = list.as_ref().and_then(|(list, level)| self.numbering.next(list, *level));
        let segments = paragraph.segments();
        if segments.is_empty() {
            return;
        }
        self.note_changes(paragraph);
        let is_caption = style.is_some_and(|s| self.styles.is_named(s, "caption"));
        let may_wait = is_caption && segments.len() == 1 && self.state.paragraphs.is_empty();
        let mut first = true;
        for segment in segments {
            let mut text = segment.text;
            let mut flags = match self.state.part {
                Part::Furniture => LineFlags::RUNNING_HEAD,
                _ if std::mem::take(&mut self.state.begins_note) => LineFlags::FOOTNOTE,
                _ if first && segment.begins_with_mark && heading.is_none() => LineFlags::FOOTNOTE,
                _ => LineFlags::empty(),
            };
            flags.set(LineFlags::HIDDEN, segment.hidden);
            flags.set(LineFlags::BOLD, segment.bold && !self.state.tables.is_bold_throughout());
            flags.set(LineFlags::STRUCK, segment.struck);
            if first && list.is_some() {
                if let Some(number) = number.take() {
                    text = format!("{number} {text}");
                }
                flags.set(LineFlags::LIST_ITEM, heading.is_none());
            }
            if let Some(mark) = self.state.mark.take() {
                text = format!("{mark} {text}");
            }
            first = false;
            let block = Block { text, flags, heading, whole: false };
            if let Some(caption) = self.state.caption.take() {
                self.blocks.push(caption);
            }
            if may_wait {
                self.state.caption = Some(block);
            } else {
                self.blocks.push(block);
            }
        }
    }

    /// Looks for additions that are underlined beside deletions that are struck.
    fn note_changes(&mut self, paragraph: &Paragraph) {
        let (some_struck, all_struck) = paragraph.looks(|l| l.struck);
        let (some_underlined, all_underlined) = paragraph.looks(|l| l.underlined && !l.struck);
        self.seen.marks_changes |= (some_struck && some_underlined)
            || (self.state.before_struck && all_underlined)
            || (self.state.before_underlined && all_struck);
        (self.state.before_struck, self.state.before_underlined) = (all_struck, all_underlined);
    }

    /// Puts in the lines of an included part.
    fn include(&mut self, e: &BytesStart<'_>) {
        self.state.tables.begin_cell(&mut self.blocks);
        self.release();
        let lines = attribute(e, "id").and_then(|id| self.chunks.remove(&id));
        for line in lines.into_iter().flatten() {
            self.blocks.push(Block {
                text: line.text,
                flags: line.flags,
                heading: line.heading,
                whole: true,
            });
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
