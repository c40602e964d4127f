//! The RTF reader: a state for each group, and paragraphs as they end.

use std::collections::{BTreeMap, HashMap};

use encoding_rs::Encoding;

use crate::error::ReadError;
use crate::lines::{PageBuilder, clean, squeeze};
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, PageStatus};

use super::code_page::{SYMBOLS, UNKNOWN, of_charset, of_page, symbol};
use super::lexer::{Lexer, Token};
use super::output::{Output, Paragraph};
use super::state::{Destination, READ_OPTIONAL, State, destination};

/// Deepest nesting of groups. Word nests about a dozen deep.
const DEEPEST: usize = 2_000;
/// Most fonts and styles that are kept.
const MOST_KEPT: usize = 10_000;

/// Reads an RTF file.
pub(crate) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let page = PageBuilder::new(0, options.limits.lines);
    let mut reader = Reader::new(Output::new(page, options.wrap));
    for token in Lexer::new(bytes) {
        reader.take(token)?;
    }
    reader.finish()
}

/// Encoding of a font.
#[derive(Debug, Clone, Copy)]
enum Font {
    /// The document's own code page.
    Plain,
    Coded(&'static Encoding),
    Symbols,
}

struct Reader {
    output: Output,
    groups: Vec<State>,
    now: State,
    page: &'static Encoding,
    fonts: HashMap<i32, Font>,
    headings: HashMap<i32, u8>,
    /// Bytes that wait for those after them, and half of a character outside of the basic plane.
    bytes: Vec<u8>,
    surrogate: Option<u16>,
    /// Bytes that stand for the character before them.
    to_skip: u8,
    paragraph: Paragraph,
    /// The paragraph around a footnote.
    around: Option<Paragraph>,
    note_count: usize,
    name: String,
    meta: BTreeMap<String, String>,
    deletions: usize,
    has_hidden: bool,
    pictures: usize,
    unknown: usize,
}

impl Reader {
    fn new(output: Output) -> Self {
        Reader {
            output,
            groups: Vec::new(),
            now: State { fallback: 1, ..State::default() },
            page: encoding_rs::WINDOWS_1252,
            fonts: HashMap::new(),
            headings: HashMap::new(),
            bytes: Vec::new(),
            surrogate: None,
            to_skip: 0,
            paragraph: Paragraph::default(),
            around: None,
            note_count: 0,
            name: String::new(),
            meta: BTreeMap::new(),
            deletions: 0,
            has_hidden: false,
            pictures: 0,
            unknown: 0,
        }
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        if let Token::Byte(byte) = token {
            if self.to_skip > 0 {
                self.to_skip -= 1;
            } else if self.now.destination != Destination::Ignored {
                self.bytes.push(byte);
            }
            return Ok(());
        }
        self.flush();
        match token {
            Token::Open => {
                if self.groups.len() >= DEEPEST {
                    let what = format!("its groups nest more than {DEEPEST} deep");
                    return Err(ReadError::Damaged { kind: DocumentKind::Rtf, what });
                }
                self.groups.push(self.now);
                self.now.is_optional = false;
                self.to_skip = 0;
            }
            Token::Close => self.close(),
            Token::Sign(b'*') => self.now.is_optional = true,
            Token::Sign(b'~') => self.text(" "),
            Token::Sign(b'_') => self.text("-"),
            Token::Sign(b'\n' | b'\r') => self.end_paragraph(),
            Token::Sign(sign @ (b'\\' | b'{' | b'}')) if self.to_skip == 0 => {
                self.text(char::from(sign).encode_utf8(&mut [0; 4]));
            }
            Token::Sign(_) | Token::Byte(_) => {}
            Token::Word(word, number) => self.word(word, number),
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(outer) = self.groups.pop() else { return };
        let inner = std::mem::replace(&mut self.now, outer);
        match inner.destination {
            Destination::Footnote if outer.destination != Destination::Footnote => {
                self.output.push_note(self.note_count, &mut self.paragraph);
                self.paragraph = self.around.take().unwrap_or_default();
            }
            Destination::Furniture if outer.destination != Destination::Furniture => {
                self.output.push_furniture(&mut self.paragraph);
                self.paragraph = self.around.take().unwrap_or_default();
            }
            Destination::Styles => {
                let name = std::mem::take(&mut self.name).trim_end_matches(';').trim().to_lowercase();
                let level = match name.as_str() {
                    "title" => Some(1),
                    name => name.strip_prefix("heading ").and_then(|n| n.parse::<u8>().ok()),
                };
                if let Some(level) = level.filter(|_| self.headings.len() < MOST_KEPT) {
                    self.headings.insert(inner.style, level.clamp(1, 6));
                }
            }
            Destination::Title | Destination::Author if outer.destination != inner.destination => {
                let field = if inner.destination == Destination::Title { "title" } else { "author" };
                let text = squeeze(&clean(&std::mem::take(&mut self.name)));
                if !text.is_empty() {
                    self.meta.insert(field.to_owned(), text);
                }
            }
            Destination::Fonts => self.name.clear(),
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        // Word puts pictures into optional groups, which are left out.
        self.pictures = self.pictures.saturating_add(usize::from(word == "pict"));
        if self.now.destination == Destination::Ignored {
            // Title and author are within groups that are ignored otherwise.
            if !matches!(word, "title" | "author") {
                return;
            }
        }
        if let Some(found) = destination(word, self.now.destination) {
            self.begin(found);
            return;
        }
        if self.now.is_optional && !READ_OPTIONAL.contains(&word) {
            self.now.destination = Destination::Ignored;
            return;
        }
        self.now.is_optional = false;
        let is_on = number != Some(0);
        match word {
            "ansicpg" => self.page = of_page(number.unwrap_or(1252)),
            "mac" => self.page = of_page(10000),
            "fcharset" if self.fonts.len() < MOST_KEPT => {
                let font = match number.unwrap_or(0) {
                    SYMBOLS => Font::Symbols,
                    charset => of_charset(charset).map_or(Font::Plain, Font::Coded),
                };
                self.fonts.insert(self.now.font, font);
            }
            "f" => self.now.font = number.unwrap_or(0),
            "plain" => {
                (self.now.is_bold, self.now.is_struck) = (false, false);
                (self.now.is_hidden, self.now.is_deleted) = (false, false);
            }
            "b" => self.now.is_bold = is_on,
            "strike" | "striked" => self.now.is_struck = is_on,
            "v" => self.now.is_hidden = is_on,
            "deleted" => {
                self.now.is_deleted = is_on;
                self.deletions = self.deletions.saturating_add(usize::from(is_on));
            }
            "uc" => self.now.fallback = number.and_then(|n| u8::try_from(n).ok()).unwrap_or(1),
            "u" => self.unicode(number.unwrap_or(0)),
            "s" => self.now.style = number.unwrap_or(0),
            "outlinelevel" => {
                self.now.outline =
                    number.and_then(|n| u8::try_from(n).ok()).filter(|n| *n < 9).map(|n| n.min(5) + 1);
            }
            "pard" => {
                (self.now.is_table, self.now.style, self.now.outline) = (false, 0, None);
            }
            "intbl" => self.now.is_table = true,
            "listtext" | "pntext" => self.paragraph.is_item = true,
            "par" | "sect" | "page" => self.end_paragraph(),
            "cell" | "nestcell" => self.end_cell(),
            "row" | "nestrow" => self.end_row(),
            "trhdr" => self.output.begin_head(),
            "line" | "tab" => self.text(" "),
            "emdash" => self.text("\u{2014}"),
            "endash" => self.text("\u{2013}"),
            "lquote" => self.text("\u{2018}"),
            "rquote" => self.text("\u{2019}"),
            "ldblquote" => self.text("\u{201c}"),
            "rdblquote" => self.text("\u{201d}"),
            "bullet" => self.text("\u{2022}"),
            "emspace" | "enspace" | "qmspace" => self.text(" "),
            "chftn" if self.now.destination == Destination::Body => {
                self.note_count = self.note_count.saturating_add(1);
                self.text(&format!("[{}]", self.note_count));
            }
            _ => {}
        }
    }

    fn begin(&mut self, found: Destination) {
        let is_apart = |d| matches!(d, Destination::Footnote | Destination::Furniture);
        if is_apart(found) && !is_apart(self.now.destination) {
            self.around = Some(std::mem::take(&mut self.paragraph));
        }
        if is_apart(found) && is_apart(self.now.destination) {
            return;
        }
        self.now.destination = found;
        self.now.is_table &= !is_apart(found);
    }

    /// Adds a character by its number; negative ones count from the end of the basic plane.
    fn unicode(&mut self, number: i32) {
        self.to_skip = self.now.fallback;
        let Ok(unit) = u16::try_from(number.rem_euclid(0x1_0000)) else { return };
        match (self.surrogate.take(), unit) {
            (_, 0xd800..=0xdbff) => self.surrogate = Some(unit),
            (Some(first), 0xdc00..=0xdfff) => self.text(&String::from_utf16_lossy(&[first, unit])),
            // Symbol fonts are placed in the private area.
            (_, 0xf020..=0xf0ff) => {
                let sign = symbol(u8::try_from(unit & 0xff).unwrap_or(0));
                self.unknown = self.unknown.saturating_add(usize::from(sign == UNKNOWN));
                self.text(sign.encode_utf8(&mut [0; 4]));
            }
            (_, unit) => self.text(&String::from_utf16_lossy(&[unit])),
        }
    }

    /// Adds the bytes that wait, in the encoding of their font.
    fn flush(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let font = self.fonts.get(&self.now.font).copied().unwrap_or(Font::Plain);
        let is_text = !matches!(self.now.destination, Destination::Fonts | Destination::Styles);
        let text = match font {
            Font::Symbols if is_text => {
                let signs: String = bytes.iter().copied().map(symbol).collect();
                self.unknown = self.unknown.saturating_add(signs.matches(UNKNOWN).count());
                signs
            }
            Font::Coded(encoding) => encoding.decode_without_bom_handling(&bytes).0.into_owned(),
            Font::Plain | Font::Symbols => self.page.decode_without_bom_handling(&bytes).0.into_owned(),
        };
        self.text(&text);
    }

    fn text(&mut self, text: &str) {
        match self.now.destination {
            Destination::Ignored | Destination::Fonts => {}
            Destination::Styles | Destination::Title | Destination::Author => self.name.push_str(text),
            _ if self.now.is_deleted => {}
            _ if self.now.is_hidden => self.has_hidden |= !text.trim().is_empty(),
            _ => {
                if text.contains(char::is_alphanumeric) {
                    self.paragraph.has_bold |= self.now.is_bold;
                    self.paragraph.has_plain |= !self.now.is_bold;
                }
                self.paragraph.text.push(text, self.now.is_struck);
            }
        }
    }

    fn end_paragraph(&mut self) {
        match self.now.destination {
            Destination::Body => {}
            Destination::Furniture => return self.output.push_furniture(&mut self.paragraph),
            _ => return self.text(" "),
        }
        let heading = self.now.outline.or_else(|| self.headings.get(&self.now.style).copied());
        self.output.push(std::mem::take(&mut self.paragraph), self.now.is_table, heading);
    }

    fn end_cell(&mut self) {
        if self.now.destination != Destination::Body {
            return self.text(" ");
        }
        self.now.is_table = true;
        self.end_paragraph();
        self.output.end_cell();
    }

    fn end_row(&mut self) {
        if self.now.destination == Destination::Body {
            self.output.end_row();
        }
    }

    fn finish(mut self) -> Result<Document, ReadError> {
        self.flush();
        self.groups.clear();
        self.now.destination = Destination::Body;
        if let Some(around) = self.around.take() {
            self.paragraph = around;
        }
        if !self.paragraph.text.is_empty() {
            self.end_paragraph();
        }
        let mut page = self.output.finish()?;
        if page.lines.is_empty() && self.pictures > 0 {
            page.status = PageStatus::Unread {
                reason:
                    "it holds pictures and no text; save it as PDF and ingest that, so that OCR can read it"
                        .to_owned(),
            };
        }
        let mut notes = Vec::new();
        if self.deletions > 0 {
            notes.push(format!("{} tracked deletions are left out", self.deletions));
        }
        if self.has_hidden {
            notes.push("hidden text is left out".to_owned());
        }
        if self.unknown > 0 {
            notes.push(format!("{} symbols of special fonts show as {UNKNOWN}", self.unknown));
        }
        let title =
            self.meta.get("title").cloned().or_else(|| {
                page.lines.iter().find(|line| line.heading == Some(1)).map(|line| line.text.clone())
            });
        Ok(Document { kind: DocumentKind::Rtf, title, pages: vec![page], meta: self.meta, notes, law: None })
    }
}
