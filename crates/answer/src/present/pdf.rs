//! An answer as a PDF file, with each citation as a note at the foot of its page, for the board packet.

use std::collections::VecDeque;

use pdf_writer::{Buf, Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::packet::{Piece, Style, blocks};
use super::pdf_font::{BOLD, ELLIPSIS, Face, ROMAN, code};

/// Errors of setting a PDF file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// The standard fonts lack this character, and a quote is never changed.
    #[error("a PDF file's fonts lack the character {}\nhint: use .docx instead", named(*.0))]
    Character(char),
}

/// Names a character. An invisible one has only its number.
fn named(c: char) -> String {
    let number = format!("U+{:04X}", u32::from(c));
    if c.escape_debug().count() == 1 { format!("`{c}`, {number}") } else { number }
}

/// Sets a form's Markdown on pages of US Letter under the heading `title`. A citation in parentheses behind a quote
/// becomes a numbered note on the same page. `about` is the last paragraph, and in each footer: its first
/// sentence on one line, the others on the next.
///
/// # Errors
/// A character that the standard fonts lack.
pub fn pdf(title: &str, markdown: &str, about: &str) -> Result<Vec<u8>, PdfError> {
    let mut notes = Vec::new();
    let mut lines = TITLE.lines(&[Piece::Text(title.to_owned())], &mut notes)?;
    for block in blocks(markdown) {
        let layout = match block.style {
            Style::Heading => &HEADING,
            Style::Point => &POINT,
            Style::Normal => &NORMAL,
        };
        lines.extend(layout.lines(&block.pieces, &mut notes)?);
    }
    lines.extend(NORMAL.lines(&[Piece::Text(about.to_owned())], &mut notes)?);
    let (sentence, others) = match about.find(". ").and_then(|end| end.checked_add(1)) {
        Some(end) => about.split_at_checked(end).unwrap_or((about, "")),
        None => (about, ""),
    };
    let footer = [
        shortened(NOTE.glyphs(sentence)?, MEASURE - NUMBER_ROOM),
        shortened(NOTE.glyphs(others.trim_start())?, MEASURE),
    ];
    Ok(file(title, &paginate(&lines, &notes), &footer))
}

/// Lengths are in points, 72 to an inch.
const PAGE: Rect = Rect { x1: 0.0, y1: 0.0, x2: 612.0, y2: 792.0 };
const MARGIN: f32 = 72.0;
const MEASURE: f32 = PAGE.x2 - 2.0 * MARGIN;
const HEIGHT: f32 = PAGE.y2 - 2.0 * MARGIN;
/// Height of the baseline of the footer.
const FOOTER: f32 = 40.0;
/// Part of the footer for the page number.
const NUMBER_ROOM: f32 = 100.0;
/// Space between the text and the notes, with the rule in it.
const FOOT_GAP: f32 = 12.0;
const RULE_LENGTH: f32 = 120.0;
/// Size and rise of a note's number, as shares of the size of the text.
const RAISED_SIZE: f32 = 0.7;
const RISE: f32 = 0.35;

/// The layout of a paragraph.
#[derive(Debug)]
struct Layout {
    face: &'static Face,
    size: f32,
    leading: f32,
    /// Space above the first line.
    before: f32,
    /// Indent of the first line.
    indent: f32,
    /// Indent of the other lines, which is not less.
    hang: f32,
    keeps_next: bool,
}

static NORMAL: Layout = Layout {
    face: &ROMAN,
    size: 11.0,
    leading: 15.0,
    before: 6.0,
    indent: 0.0,
    hang: 0.0,
    keeps_next: false,
};
/// The bullet and the space behind it take 6.6 points.
static POINT: Layout = Layout { before: 4.0, indent: 6.0, hang: 12.6, ..NORMAL };
static NOTE: Layout = Layout { size: 9.0, leading: 11.5, before: 2.0, ..NORMAL };
static HEADING: Layout =
    Layout { face: &BOLD, size: 13.0, leading: 17.0, before: 14.0, keeps_next: true, ..NORMAL };
static TITLE: Layout = Layout { size: 15.0, leading: 19.0, before: 0.0, ..HEADING };

/// A character on a line.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    /// Code in WinAnsiEncoding.
    code: u8,
    width: f32,
    is_raised: bool,
    /// A line may end behind it.
    is_break: bool,
    /// Index of the note that this digit calls.
    note: Option<usize>,
}

/// A line of a paragraph.
#[derive(Debug)]
struct Line {
    layout: &'static Layout,
    glyphs: Vec<Glyph>,
    before: f32,
    indent: f32,
    /// The next line has to be on the same page.
    keeps_next: bool,
}

impl Layout {
    /// Breaks a paragraph into lines, and appends the lines of each of its notes to `notes`.
    fn lines(&'static self, pieces: &[Piece], notes: &mut Vec<Vec<Line>>) -> Result<Vec<Line>, PdfError> {
        let mut glyphs = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => glyphs.extend(self.glyphs(text)?),
                Piece::Note(text) => {
                    let note = NOTE.glyphs(&format!("{}. {text}", notes.len() + 1))?;
                    glyphs.extend(self.mark(notes.len()));
                    notes.push(NOTE.broken(&note));
                }
            }
        }
        Ok(self.broken(&glyphs))
    }

    fn glyphs(&self, text: &str) -> Result<Vec<Glyph>, PdfError> {
        let mut glyphs = Vec::new();
        for c in text.chars() {
            match c {
                '\u{ad}' => {}
                '\u{fb01}' => glyphs.extend([b'f', b'i'].map(|code| self.glyph(code))),
                '\u{fb02}' => glyphs.extend([b'f', b'l'].map(|code| self.glyph(code))),
                _ => {
                    let glyph = self.glyph(code(c).ok_or(PdfError::Character(c))?);
                    let is_break = glyph.code == b' ' && !matches!(c, '\u{a0}' | '\u{202f}');
                    glyphs.push(Glyph { is_break, ..glyph });
                }
            }
        }
        Ok(glyphs)
    }

    /// Returns the raised number that calls a note.
    fn mark(&self, index: usize) -> impl Iterator<Item = Glyph> {
        (index + 1).to_string().into_bytes().into_iter().enumerate().map(move |(at, digit)| {
            let glyph = self.glyph(digit);
            let note = (at == 0).then_some(index);
            Glyph { is_raised: true, width: glyph.width * RAISED_SIZE, note, ..glyph }
        })
    }

    fn glyph(&self, code: u8) -> Glyph {
        let width = f32::from(self.face.width(code)) * self.size / 1000.0;
        Glyph { code, width, is_raised: false, is_break: false, note: None }
    }

    /// Breaks glyphs into lines at spaces, and within a word only if it is wider than a line. The spaces at a break
    /// are kept at the end of the line, so that no character gets lost.
    fn broken(&'static self, glyphs: &[Glyph]) -> Vec<Line> {
        let mut parts = Vec::new();
        let room = MEASURE - self.hang;
        let (mut start, mut width) = (0, 0.0);
        // End of the last space and width up to it.
        let mut space = None;
        for (at, glyph) in glyphs.iter().enumerate() {
            while width + glyph.width > room && !glyph.is_break && at > start {
                let (end, used) = space.take().unwrap_or((at, width));
                parts.extend(glyphs.get(start..end));
                (start, width) = (end, width - used);
            }
            width += glyph.width;
            if glyph.is_break {
                space = Some((at + 1, width));
            }
        }
        parts.extend(glyphs.get(start..).filter(|rest| !rest.is_empty()));
        let count = parts.len();
        let line = |(index, part): (usize, &[Glyph])| Line {
            layout: self,
            glyphs: part.to_vec(),
            before: if index == 0 { self.before } else { 0.0 },
            indent: if index == 0 { self.indent } else { self.hang },
            // No page begins or ends with a single line of a longer paragraph.
            keeps_next: self.keeps_next || (index + 1 < count && (index == 0 || index + 2 == count)),
        };
        parts.into_iter().enumerate().map(line).collect()
    }
}

impl Line {
    fn height(&self) -> f32 {
        self.before + self.layout.leading
    }

    /// Returns the lines of the notes that this line calls.
    fn notes<'l>(&self, notes: &'l [Vec<Line>]) -> impl Iterator<Item = &'l Line> {
        self.glyphs.iter().filter_map(|glyph| glyph.note).filter_map(|index| notes.get(index)).flatten()
    }

    /// Writes the line with its top at `y`.
    fn draw(&self, content: &mut Content, y: f32) {
        draw(content, self.layout, &self.glyphs, MARGIN + self.indent, y - self.layout.size);
    }
}

fn height<'l>(lines: impl IntoIterator<Item = &'l Line>) -> f32 {
    lines.into_iter().map(Line::height).sum()
}

/// Lines of a page.
#[derive(Debug)]
struct Page<'l> {
    body: Vec<&'l Line>,
    foot: Vec<&'l Line>,
    free: f32,
}

/// Pages so far.
struct Pages<'l> {
    full: Vec<Page<'l>>,
    page: Page<'l>,
    /// Lines of notes that did not fit on the page of their numbers.
    waiting: VecDeque<&'l Line>,
    notes: &'l [Vec<Line>],
}

/// Distributes lines over pages, with the notes of each line at the foot of its page.
fn paginate<'l>(lines: &'l [Line], notes: &'l [Vec<Line>]) -> Vec<Page<'l>> {
    let mut pages = Pages { full: Vec::new(), page: Page::empty(), waiting: VecDeque::new(), notes };
    for group in lines.split_inclusive(|line| !line.keeps_next) {
        pages.make_room(height(group), height(group.iter().flat_map(|line| line.notes(notes))));
        for line in group {
            // Of a group longer than a page, a line's last note may continue on the next page.
            let called: Vec<&Line> = line.notes(notes).collect();
            let begun = called.iter().rposition(|note| note.before > 0.0).map_or(0, |last| last + 1);
            pages.make_room(line.height(), height(called.into_iter().take(begun)));
            pages.add(line);
        }
    }
    while !pages.waiting.is_empty() {
        pages.turn();
    }
    pages.full.push(pages.page);
    pages.full
}

impl<'l> Pages<'l> {
    /// Begins a page if text and notes of these heights do not fit on the current one.
    fn make_room(&mut self, text: f32, notes: f32) {
        let gap = |page: &Page| if notes > 0.0 { page.foot_gap() } else { 0.0 };
        while self.page.free < HEIGHT && text + notes + gap(&self.page) > self.page.free {
            self.turn();
        }
    }

    fn add(&mut self, line: &'l Line) {
        let before = if self.page.body.is_empty() { line.before } else { 0.0 };
        self.page.free -= line.height() - before;
        self.page.body.push(line);
        self.waiting.extend(line.notes(self.notes));
        self.add_notes();
    }

    fn add_notes(&mut self) {
        while let Some(line) = self.waiting.front() {
            let height = line.height() + self.page.foot_gap();
            if height > self.page.free {
                break;
            }
            self.page.free -= height;
            self.page.foot.extend(self.waiting.pop_front());
        }
    }

    fn turn(&mut self) {
        self.full.push(std::mem::replace(&mut self.page, Page::empty()));
        self.add_notes();
    }
}

/// Writes the file. `footer` has the lines of each footer; the page's number is beside the first.
fn file(title: &str, pages: &[Page<'_>], footer: &[Vec<Glyph>]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, info] = std::array::from_fn(|_| next.bump());
    let fonts = [&ROMAN, &BOLD].map(|face| (face, next.bump()));
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en-US")).viewer_preferences().display_doc_title(true);
    pdf.document_info(info).title(TextStr(title));
    for (face, id) in fonts {
        pdf.type1_font(id).base_font(face.standard_name).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let mut parent = pdf.pages(tree);
    let count = i32::try_from(ids.len()).unwrap_or(i32::MAX);
    parent.media_box(PAGE).kids(ids.iter().map(|(id, _)| *id)).count(count);
    parent.resources().fonts().pairs(fonts.map(|(face, id)| (face.name, id)));
    parent.finish();
    for (index, (page, (id, content))) in pages.iter().zip(ids).enumerate() {
        pdf.page(id).parent(tree).contents(content);
        let number = format!("Page {} of {}", index + 1, pages.len());
        pdf.stream(content, &page.content(footer, &number));
    }
    pdf.finish()
}

impl Page<'_> {
    fn empty() -> Self {
        Page { body: Vec::new(), foot: Vec::new(), free: HEIGHT }
    }

    fn foot_gap(&self) -> f32 {
        if self.foot.is_empty() { FOOT_GAP } else { 0.0 }
    }

    fn content(&self, footer: &[Vec<Glyph>], number: &str) -> Buf {
        let mut content = Content::new();
        let mut y = PAGE.y2 - MARGIN;
        for (index, line) in self.body.iter().enumerate() {
            y -= if index == 0 { 0.0 } else { line.before };
            line.draw(&mut content, y);
            y -= line.layout.leading;
        }
        let mut y = MARGIN + height(self.foot.iter().copied());
        if !self.foot.is_empty() {
            let rule = y + FOOT_GAP / 3.0;
            content.set_line_width(0.5).move_to(MARGIN, rule).line_to(MARGIN + RULE_LENGTH, rule).stroke();
        }
        for line in &self.foot {
            line.draw(&mut content, y - line.before);
            y -= line.height();
        }
        let number: Vec<Glyph> = number.bytes().map(|code| NOTE.glyph(code)).collect();
        let mut y = FOOTER;
        for line in footer.iter().filter(|line| !line.is_empty()) {
            draw(&mut content, &NOTE, line, MARGIN, y);
            y -= NOTE.leading;
        }
        draw(&mut content, &NOTE, &number, PAGE.x2 - MARGIN - width(&number), FOOTER);
        content.finish()
    }
}

fn width(glyphs: &[Glyph]) -> f32 {
    glyphs.iter().map(|glyph| glyph.width).sum()
}

/// Cuts glyphs at a space if they are wider than the room, with an ellipsis for the rest.
fn shortened(mut glyphs: Vec<Glyph>, room: f32) -> Vec<Glyph> {
    if width(&glyphs) > room {
        let ellipsis = NOTE.glyph(ELLIPSIS);
        let mut used = ellipsis.width;
        let fits = |glyph: &&Glyph| {
            used += glyph.width;
            used <= room
        };
        glyphs.truncate(glyphs.iter().take_while(fits).count());
        glyphs.truncate(glyphs.iter().rposition(|glyph| glyph.is_break).unwrap_or(glyphs.len()));
        glyphs.push(ellipsis);
    }
    glyphs
}

/// Writes glyphs with their baseline at `y`, in one run unless a note's number is among them.
fn draw(content: &mut Content, layout: &Layout, glyphs: &[Glyph], x: f32, y: f32) {
    content.begin_text().next_line(x, y);
    for run in glyphs.chunk_by(|a, b| a.is_raised == b.is_raised) {
        let is_raised = run.first().is_some_and(|glyph| glyph.is_raised);
        let (size, rise) = if is_raised { (RAISED_SIZE, RISE) } else { (1.0, 0.0) };
        let codes: Vec<u8> = run.iter().map(|glyph| glyph.code).collect();
        content.set_font(layout.face.name, layout.size * size).set_rise(layout.size * rise).show(Str(&codes));
    }
    content.end_text();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::present::pdf_font::HIGH;
    use proptest::prelude::*;

    /// Reads the lines of each page, with `[1]` for the number of a note.
    fn pages(file: &[u8]) -> Vec<Vec<String>> {
        let file = std::str::from_utf8(file.strip_prefix(b"%PDF-1.7\n%\x80\x80\x80\x80").unwrap()).unwrap();
        let streams = file.split("\nstream\n").skip(1).map(|rest| rest.split_once("\nendstream").unwrap().0);
        streams.map(|stream| stream.split("BT\n").skip(1).map(line).collect()).collect()
    }

    fn line(operators: &str) -> String {
        let mut text = String::new();
        let mut is_raised = false;
        for operator in operators.lines() {
            if let Some(rise) = operator.strip_suffix(" Ts") {
                is_raised = rise != "0";
            } else if let Some(shown) = operator.strip_suffix(" Tj") {
                let shown = shown_text(shown);
                text += &if is_raised { format!("[{shown}]") } else { shown };
            }
        }
        text
    }

    fn shown_text(string: &str) -> String {
        let inner = &string[1..string.len() - 1];
        let codes: Vec<u8> = match string.starts_with('<') {
            true => (0..inner.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&inner[at..at + 2], 16).unwrap())
                .collect(),
            false => {
                let marked = inner.replace(r"\\", "\0");
                marked.replace('\\', "").replace('\0', r"\").into_bytes()
            }
        };
        let printed = (' '..='~').chain('¡'..='ÿ').chain(HIGH.chars().filter(|c| *c != '\0'));
        let chars: std::collections::HashMap<u8, char> = printed.map(|c| (code(c).unwrap(), c)).collect();
        codes.iter().map(|code| chars[code]).collect()
    }

    /// Returns the index of the page with a line that satisfies the condition.
    fn page_of(pages: &[Vec<String>], holds: impl Fn(&str) -> bool) -> usize {
        pages.iter().position(|lines| lines.iter().any(|line| holds(line))).unwrap()
    }

    #[test]
    fn short_answer_is_one_page() {
        let markdown = "## Facts\n\n- “A (x\\y)  B” (Fees (old), L4) and “C” (Code, L5).\n_No advice._\n";
        let file = pdf("How much?", markdown, "By twolane 0.1. All “quotes” are verbatim.").unwrap();
        let expected = [
            "How much?",
            "Facts",
            r"• “A (x\y)  B”[1] and “C”[2].",
            "No advice.",
            "By twolane 0.1. All “quotes” are verbatim.",
            "1. Fees (old), L4",
            "2. Code, L5",
            "By twolane 0.1.",
            "All “quotes” are verbatim.",
            "Page 1 of 1",
        ];
        assert_eq!(pages(&file), [expected]);
        let file = String::from_utf8_lossy(&file);
        assert!(file.contains("/Lang (en-US)") && file.contains("/Title (How much?)"), "{file}");
    }

    #[test]
    fn long_text_has_its_words_in_order() {
        let lines: Vec<String> = (0..300)
            .map(|n| format!("- Word{n} “{}” (Paper {n}, L{}).", "ab “c”  d ".repeat(n % 40), n + 1))
            .collect();
        let markdown = lines.join("\n\n## Head\n\n");
        let pages = pages(&pdf("Title", &markdown, "About. More.").unwrap());
        assert!(
            pages.len() > 20 && pages[1].contains(&format!("Page 2 of {}", pages.len())),
            "{}",
            pages.len()
        );
        let body = |lines: &Vec<String>| {
            lines.iter().take_while(|line| !line.contains(". Paper ")).cloned().collect::<String>()
        };
        let text: String = pages.iter().map(body).collect();
        let marked = (0..300).map(|n| format!("• Word{n} “{}”[{}].", "ab “c”  d ".repeat(n % 40), n + 1));
        let expected = format!("Title{}About. More.", marked.collect::<Vec<_>>().join("Head"));
        assert!(text.starts_with(&expected), "{text}");
        for page in &pages {
            let last = page.iter().rposition(|line| line == "Head");
            assert!(last.is_none_or(|at| page[at + 1].starts_with("• ")), "{page:?}");
        }
        for n in 1..=300 {
            let mark = page_of(&pages, |line| line.contains(&format!("”[{n}].")));
            assert_eq!(mark, page_of(&pages, |line| line.starts_with(&format!("{n}. Paper"))), "{n}");
        }
    }

    #[test]
    fn long_note_continues_on_the_next_page() {
        let note = "“Short.” (note ".to_owned() + &"and on ".repeat(1500) + "end, L1)";
        let pages = pages(&pdf("Title", &format!("{note}\n\nNext."), "").unwrap());
        assert_eq!(pages.len(), 2, "{pages:?}");
        assert_eq!(pages[0][..2], ["Title", "“Short.”[1]"]);
        let words: String =
            pages.iter().flatten().filter(|line| !line.starts_with(['N', 'P', 'T'])).cloned().collect();
        assert_eq!(words.matches("and on ").count(), 1500);
        assert_eq!(page_of(&pages, |line| line == "Next."), 1);
    }

    #[test]
    fn missing_character_is_an_error() {
        for c in "Łα→\u{2212}\u{2003}\u{200b}\u{301}\u{fb00}\u{81}\u{7f}😀".chars() {
            for (title, text, about) in [(c, ' ', ' '), (' ', c, ' '), (' ', ' ', c)] {
                let file = pdf(&title.to_string(), &format!("“a” (b{text}, L1)"), &format!("a{about}b"));
                assert_eq!(file.unwrap_err(), PdfError::Character(c));
            }
        }
        let message = PdfError::Character('Ł').to_string();
        assert!(message.ends_with("the character `Ł`, U+0141\nhint: use .docx instead"), "{message}");
        assert!(PdfError::Character('\u{200b}').to_string().contains("the character U+200B\n"));
    }

    #[test]
    fn spaces_hyphens_and_ligatures_are_mapped() {
        let pages =
            pages(&pdf("a\u{a0}b\u{2009}c\td", "non\u{2011}stop o\u{ad}f\u{fb01}ce \u{fb02}y", "").unwrap());
        assert_eq!(pages[0][..2], ["a b c d", "non-stop office fly"]);
    }

    #[test]
    fn long_about_is_shortened_in_the_footer() {
        let pages = pages(&pdf("", "", &"word ".repeat(60)).unwrap());
        let footer = &pages[0][pages[0].len() - 2];
        assert!(
            footer.starts_with("word word") && footer.ends_with("word…") && footer.len() < 120,
            "{footer}"
        );
    }

    proptest! {
        #[test]
        fn lines_fit_and_keep_every_character(text in "([ -~“”€é]{0,200}|W{0,90}| {0,9}){0,9}") {
            for layout in [&NORMAL, &POINT, &NOTE, &TITLE] {
                let glyphs = layout.glyphs(&text).unwrap();
                let lines = layout.broken(&glyphs);
                let kept: Vec<u8> = lines.iter().flat_map(|line| &line.glyphs).map(|glyph| glyph.code).collect();
                prop_assert_eq!(kept, glyphs.iter().map(|glyph| glyph.code).collect::<Vec<_>>());
                for line in &lines {
                    let end = line.glyphs.iter().rposition(|glyph| !glyph.is_break).map_or(0, |last| last + 1);
                    prop_assert!(line.indent + width(&line.glyphs[..end]) <= MEASURE + 0.01);
                }
            }
        }

        #[test]
        fn pages_hold_their_lines(counts in prop::collection::vec((0..40usize, 0..900usize, 0..3usize), 0..40)) {
            let mut markdown = String::new();
            for (words, note, kind) in counts {
                let start = ["## ", "- ", ""][kind];
                let note = format!("“quote” (n {})", "note ".repeat(note * note / 900));
                markdown += &format!("{start}{} {note}\n", "some words ".repeat(words));
            }
            let (mut notes, mut lines) = (Vec::new(), Vec::new());
            for block in blocks(&markdown) {
                lines.extend(NORMAL.lines(&block.pieces, &mut notes).unwrap());
            }
            let pages = paginate(&lines, &notes);
            let body: usize = pages.iter().map(|page| page.body.len()).sum();
            let foot: usize = pages.iter().map(|page| page.foot.len()).sum();
            prop_assert_eq!((body, foot), (lines.len(), notes.iter().map(Vec::len).sum::<usize>()));
            for page in &pages {
                let height: f32 = page.body.iter().chain(&page.foot).map(|line| line.height()).sum();
                prop_assert!(page.free >= 0.0 && height <= HEIGHT + NORMAL.before + 0.1);
                for note in page.body.iter().flat_map(|line| line.glyphs.iter().filter_map(|glyph| glyph.note)) {
                    prop_assert!(page.foot.iter().any(|line| std::ptr::eq(*line, &notes[note][0])));
                }
            }
        }
    }
}
