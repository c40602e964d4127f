//! One slide: its title, texts and tables as blocks, then its notes.

use quick_xml::events::{BytesStart, Event};

use crate::Page;
use crate::blocks::{Block, Blocks, Rows, Span};
use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::struck::StruckText;
use crate::xml_stream::{Skip, attribute, lenient, local, local_end, text_of};
use twolane_text::LineFlags;

/// Heading over the notes of a slide.
const NOTES: &str = "Notes";

/// A slide that is being read.
pub(super) struct Slide {
    blocks: Blocks,
    pub(super) holds_pictures: bool,
}

impl Slide {
    pub(super) fn new(number: u32, room: usize, width: usize) -> Self {
        Slide { blocks: Blocks::new(PageBuilder::new(number, room), width), holds_pictures: false }
    }

    pub(super) fn finish(self) -> Result<Page, ReadError> {
        Ok(self.blocks.finish()?.finish("pptx"))
    }
}

/// Place of a shape in the layout of a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Role {
    /// A text box of its own.
    #[default]
    Box,
    Title,
    Subtitle,
    /// The main text, whose paragraphs are items.
    Body,
    /// Date or footer, which repeat on each slide.
    Footer,
    /// Number or picture of the slide.
    Other,
}

impl Role {
    fn of(placeholder: &BytesStart<'_>) -> Self {
        match attribute(placeholder, "type").as_deref() {
            Some("title" | "ctrTitle") => Role::Title,
            Some("subTitle") => Role::Subtitle,
            None | Some("body" | "obj") => Role::Body,
            Some("ftr" | "dt" | "hdr") => Role::Footer,
            Some("sldNum" | "sldImg") => Role::Other,
            Some(_) => Role::Box,
        }
    }
}

/// Adds the texts of a slide; returns true for a slide that the show leaves out.
pub(super) fn read_slide(xml: &str, slide: &mut Slide) -> bool {
    let mut walker = Walker::new(&mut slide.blocks, false);
    walker.walk(xml);
    let (is_hidden, pictures) = (walker.is_hidden, walker.pictures);
    slide.holds_pictures |= pictures;
    is_hidden
}

/// Adds the notes of a slide's speaker.
pub(super) fn read_notes(xml: &str, slide: &mut Slide) {
    Walker::new(&mut slide.blocks, true).walk(xml);
}

/// Walks over the shapes of a slide or of its page of notes.
struct Walker<'b> {
    blocks: &'b mut Blocks,
    /// Of a page of notes only the notes are read: the rest repeats the slide.
    only_notes: bool,
    has_notes: bool,
    role: Role,
    /// Text of the paragraph that is open.
    text: Option<StruckText>,
    is_in_text: bool,
    /// The run that is open is struck through.
    is_struck: bool,
    has_bullet: bool,
    skip: Skip,
    is_hidden: bool,
    pictures: bool,
}

impl<'b> Walker<'b> {
    fn new(blocks: &'b mut Blocks, only_notes: bool) -> Self {
        Walker {
            blocks,
            only_notes,
            has_notes: false,
            role: Role::Box,
            text: None,
            is_in_text: false,
            is_struck: false,
            has_bullet: true,
            skip: Skip::default(),
            is_hidden: false,
            pictures: false,
        }
    }

    fn walk(&mut self, xml: &str) {
        let mut reader = lenient(xml);
        loop {
            match reader.read_event() {
                Ok(Event::Start(e)) => {
                    if !self.skip.passes(local(&e)) {
                        self.start(&e, true);
                    }
                }
                Ok(Event::Empty(e)) if !self.skip.is_open() => {
                    self.start(&e, false);
                    let name = local(&e).to_owned();
                    self.end(&name);
                }
                Ok(Event::End(e)) => {
                    let name = local_end(&e).to_owned();
                    if !self.skip.ends(&name) {
                        self.end(&name);
                    }
                }
                Ok(Event::Eof) | Err(_) => return,
                Ok(event) => {
                    if let (true, false, Some(open)) = (self.is_in_text, self.skip.is_open(), &mut self.text)
                        && let Some(text) = text_of(&event)
                    {
                        open.push(&text, self.is_struck);
                    }
                }
            }
        }
    }

    fn start(&mut self, e: &BytesStart<'_>, has_content: bool) {
        let name = local(e);
        match name {
            "sld" => self.is_hidden = matches!(attribute(e, "show").as_deref(), Some("0" | "false")),
            // What an old program shows in place of the choice before it.
            "Fallback" if has_content => self.skip.begin(name),
            "sp" | "graphicFrame" => self.role = Role::Box,
            "ph" => self.role = Role::of(e),
            "pic" => self.pictures = true,
            "p" => (self.text, self.has_bullet) = (Some(StruckText::default()), true),
            "r" | "fld" => self.is_struck = false,
            "rPr" => {
                self.is_struck = attribute(e, "strike").is_some_and(|strike| strike != "noStrike");
            }
            "buNone" => self.has_bullet = false,
            "t" => self.is_in_text = true,
            "br" | "tab" => {
                if let Some(text) = &mut self.text {
                    text.push(" ", false);
                }
            }
            "tbl" => self.blocks.open_table(),
            "tblPr" => {
                self.blocks.set_head(matches!(attribute(e, "firstRow").as_deref(), Some("1" | "true")));
            }
            "tr" => self.blocks.open_row(),
            "tc" => self.open_cell(e, has_content),
            _ => {}
        }
    }

    fn open_cell(&mut self, e: &BytesStart<'_>, has_content: bool) {
        let is_on = |name: &str| matches!(attribute(e, name).as_deref(), Some("1" | "true"));
        let count = |name: &str| attribute(e, name).and_then(|n| n.parse().ok()).unwrap_or(1_usize).max(1);
        // The cell before it covers this one.
        if is_on("hMerge") {
            if has_content {
                self.skip.begin("tc");
            }
            return;
        }
        let rows = match (is_on("vMerge"), count("rowSpan")) {
            (true, _) => Rows::Continued,
            (false, 1) => Rows::Count(1),
            (false, _) => Rows::Open,
        };
        self.blocks.open_cell(Span { head: false, columns: count("gridSpan"), rows });
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" => self.is_in_text = false,
            "r" | "fld" => self.is_struck = false,
            "p" => self.end_paragraph(),
            "tc" => self.blocks.close_cell(),
            "tr" => {
                self.blocks.close_row();
                self.blocks.set_head(false);
            }
            "tbl" => self.blocks.close_table(),
            "sp" | "graphicFrame" => self.role = Role::Box,
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(text) =
            self.text.take().map(|mut text| squeeze(&clean(&text.take()))).filter(|t| !t.is_empty())
        else {
            return;
        };
        let (flags, heading) = match (self.only_notes, self.role) {
            (true, Role::Body) => {
                if !std::mem::replace(&mut self.has_notes, true) {
                    self.push(NOTES.to_owned(), LineFlags::empty(), Some(2));
                }
                (LineFlags::empty(), None)
            }
            (true, _) | (false, Role::Other) => return,
            (false, Role::Title) => (LineFlags::empty(), Some(1)),
            (false, Role::Body) if self.has_bullet => (LineFlags::LIST_ITEM, None),
            (false, Role::Footer) => (LineFlags::RUNNING_HEAD, None),
            (false, Role::Subtitle | Role::Body | Role::Box) => (LineFlags::empty(), None),
        };
        self.push(text, flags, heading);
    }

    fn push(&mut self, text: String, flags: LineFlags, heading: Option<u8>) {
        self.blocks.push(Block { text, flags, heading, whole: false });
    }
}
