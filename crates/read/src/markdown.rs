//! Markdown. Lines are the file's own lines, so that `L12` is line 12 of the file.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::blocks::{Block, RowKinds};
use crate::html::{HIDDEN_NOTE, InlineTags, Style, StyledText, read_fragment, style_notes};
use crate::scripts::superscript;
use crate::{Document, DocumentKind};
use twolane_text::LineFlags;

use super::encoding::decode;
use super::error::ReadError;
use super::front_matter::front_matter;
use super::lines::{PageBuilder, clean, is_struck, squeeze};
use super::options::ReadOptions;

/// One physical line as a reader of the rendered page sees it.
#[derive(Debug, Clone, Default)]
struct Shown {
    text: String,
    heading: Option<u8>,
    flags: LineFlags,
    /// Number of an item, or mark of a footnote, that precedes the text.
    mark: String,
    /// A comment, a rule, a fence: nothing that is read.
    is_markup: bool,
}

/// Reads CommonMark with tables, footnotes, task lists, struck words and HTML.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let decoded = decode(bytes, None);
    let text = decoded.text.as_str();
    let front = front_matter(text);
    let (lines, mut notes) = Walk::over(text, front.lines);

    let mut page = PageBuilder::new(0, options.limits.lines);
    let mut after_blank = true;
    for (i, line) in lines.into_iter().enumerate().skip(front.lines) {
        if line.text.trim().is_empty() {
            after_blank = true;
            continue;
        }
        let mut flags = line.flags;
        if after_blank || line.heading.is_some() || flags.contains(LineFlags::LIST_ITEM) {
            flags |= LineFlags::PARAGRAPH_START;
        }
        if is_struck(&line.text) {
            flags |= LineFlags::STRUCK;
        }
        after_blank = line.heading.is_some();
        page.push_numbered(number_of(i), line.text, flags, line.heading)?;
    }

    notes.extend(front.problem);
    notes.extend(decoded.notes());
    let level = page.lines().iter().filter_map(|l| l.heading).min();
    let heading =
        page.lines().iter().find(|l| l.heading.is_some() && l.heading == level).map(|l| l.text.clone());
    let title = front.meta.get("title").cloned().or(heading);
    Ok(Document {
        kind: DocumentKind::Markdown,
        title,
        pages: vec![page.finish("markdown")],
        meta: front.meta,
        notes,
        law: None,
    })
}

/// Number of the line at an index.
fn number_of(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

/// A run of HTML blocks with nothing but blank lines between them.
#[derive(Debug, Default)]
struct Region {
    lines: Vec<(u32, String)>,
    /// Index of its last line.
    last: usize,
}

/// Collects the text of each physical line from the parser's events.
struct Walk<'a> {
    /// The text after the front matter.
    body: &'a str,
    /// Offset of the body, and starts of the file's lines.
    from: usize,
    starts: Vec<usize>,
    lines: Vec<Shown>,
    /// Line whose text is in the buffer.
    current: Option<usize>,
    buffer: StyledText,
    tags: InlineTags,
    /// Mark of the footnote that begins with the next text.
    note: Option<String>,
    table: RowKinds,
    /// Cells of the row that is open.
    row: Option<Vec<String>>,
    in_code: bool,
    /// No text of the block has come yet.
    block_begins: bool,
    regions: Vec<Region>,
    /// The last region may go on.
    region_is_open: bool,
}

impl<'a> Walk<'a> {
    /// Returns the lines of a file, and notes.
    fn over(text: &'a str, skip: usize) -> (Vec<Shown>, Vec<String>) {
        let starts = line_starts(text);
        let from = starts.get(skip).copied().unwrap_or(text.len());
        let body = text.get(from..).unwrap_or("");
        let mut walk = Walk {
            body,
            from,
            lines: vec![Shown::default(); starts.len()],
            starts,
            current: None,
            buffer: StyledText::default(),
            tags: InlineTags::default(),
            note: None,
            table: RowKinds::default(),
            row: None,
            in_code: false,
            block_begins: true,
            regions: Vec::new(),
            region_is_open: false,
        };
        let extensions = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        for (event, range) in Parser::new_ext(body, extensions).into_offset_iter() {
            walk.take(event, range);
        }
        walk.end_block();
        walk.keep_unparsed(text, skip);
        walk.finish()
    }

    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset + self.from).saturating_sub(1)
    }

    fn take(&mut self, event: Event<'a>, range: Range<usize>) {
        if !matches!(event, Event::Html(_) | Event::Start(Tag::HtmlBlock) | Event::End(_)) {
            self.region_is_open = false;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) if self.in_code => self.code_text(&text, range.start),
            Event::Text(text) => self.text(range.start, &text),
            Event::Code(text) => self.code_span(&text, &range),
            Event::Html(html) => self.html(&html, range.start),
            Event::InlineHtml(html) => {
                self.go_to(self.line_of(range.start));
                self.tags.apply(&html, &mut self.buffer);
            }
            Event::FootnoteReference(label) => {
                self.go_to(self.line_of(range.start));
                self.buffer.push(&superscript(&label));
            }
            Event::TaskListMarker(is_done) => self.text(range.start, if is_done { "☒ " } else { "☐ " }),
            Event::Rule => self.mark(range, |line| line.is_markup = true),
            Event::SoftBreak | Event::HardBreak if self.row.is_some() => self.buffer.push(" "),
            Event::SoftBreak | Event::HardBreak => self.flush(),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(range.start, &text),
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => {
                let level = level_number(level);
                self.mark(range, |line| line.heading = Some(level));
            }
            Tag::CodeBlock(kind) => {
                self.in_code = true;
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.mark_fences(&range);
                }
            }
            Tag::HtmlBlock => self.mark(range, |line| line.is_markup = true),
            Tag::Table(_) => self.table = RowKinds::default(),
            Tag::TableHead | Tag::TableRow => {
                self.end_block();
                self.row = Some(Vec::new());
                self.current = Some(self.line_of(range.start));
            }
            Tag::Strikethrough => self.tilde(&range, true),
            Tag::Paragraph => self.end_block(),
            Tag::Item => {
                self.end_block();
                // The range of an indented item begins with its indent.
                let marker = self.body.get(range.start..).unwrap_or("").trim_start_matches([' ', '\t']);
                let digits = marker.bytes().take_while(u8::is_ascii_digit).count();
                let number = marker.get(..digits + 1).filter(|_| digits > 0).unwrap_or("").to_owned();
                let line = self.line_of(range.start);
                if let Some(line) = self.lines.get_mut(line) {
                    line.flags |= LineFlags::LIST_ITEM;
                    if !number.is_empty() {
                        line.mark.push_str(&number);
                        line.mark.push(' ');
                    }
                }
            }
            Tag::FootnoteDefinition(label) => {
                self.end_block();
                self.note = Some(superscript(&label));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::TableCell => {
                self.buffer.close_all();
                let text = squeeze(&clean(&self.buffer.take()));
                if let Some(row) = &mut self.row {
                    row.push(text);
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => self.end_row(tag == TagEnd::TableHead, range),
            TagEnd::Strikethrough => self.tilde(&range, false),
            TagEnd::FootnoteDefinition => {
                self.end_block();
                self.note = None;
            }
            TagEnd::CodeBlock => {
                self.in_code = false;
                self.end_block();
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock => {}
            _ => self.end_block(),
        }
    }

    /// Opens or closes a struck stretch. A single tilde is a sign for "about", not a mark.
    fn tilde(&mut self, range: &Range<usize>, opens: bool) {
        let is_struck = self.body.get(range.clone()).is_some_and(|source| source.starts_with("~~"));
        if opens {
            self.go_to(self.line_of(range.start));
        }
        match (is_struck, opens) {
            (false, _) => self.buffer.push("~"),
            (true, true) => self.buffer.open(Style::Struck),
            (true, false) => self.buffer.close_style(&Style::Struck),
        }
    }

    fn mark(&mut self, range: Range<usize>, change: impl FnMut(&mut Shown)) {
        let first = self.line_of(range.start);
        let last = self.line_of(range.end.saturating_sub(1).max(range.start));
        if let Some(lines) = self.lines.get_mut(first..=last) {
            lines.iter_mut().for_each(change);
        }
    }

    fn mark_fences(&mut self, range: &Range<usize>) {
        let first = self.line_of(range.start);
        let last = self.line_of(range.end.saturating_sub(1).max(range.start));
        let ends = self.body.get(range.clone()).is_some_and(|code| {
            let end = code.trim_end().rsplit('\n').next().unwrap_or("").trim_start_matches(['>', ' ']);
            end.starts_with("```") || end.starts_with("~~~")
        });
        for line in [Some(first), ends.then_some(last)].into_iter().flatten() {
            if let Some(line) = self.lines.get_mut(line) {
                line.is_markup = true;
            }
        }
    }

    /// Begins the text of another physical line.
    fn go_to(&mut self, line: usize) {
        if self.row.is_some() {
            return;
        }
        if self.current != Some(line) {
            self.flush();
            self.current = Some(line);
        }
        if let Some(note) = self.note.take()
            && let Some(line) = self.lines.get_mut(line)
        {
            line.flags |= LineFlags::FOOTNOTE;
            line.mark = format!("{note} {}", line.mark);
        }
    }

    fn text(&mut self, offset: usize, text: &str) {
        if !self.tags.takes(text) {
            self.go_to(self.line_of(offset));
            self.buffer.push(text);
        }
    }

    fn code_text(&mut self, text: &str, offset: usize) {
        let first = self.line_of(offset);
        for (i, piece) in text.split('\n').enumerate() {
            self.add_to_line(first.saturating_add(i), &clean(piece));
        }
    }

    fn code_span(&mut self, text: &str, range: &Range<usize>) {
        let source = self.body.get(range.clone()).unwrap_or("").trim_matches('`');
        if !source.contains('\n') || self.row.is_some() {
            self.text(range.start, text);
            return;
        }
        let first = self.line_of(range.start);
        for (i, piece) in source.split('\n').enumerate() {
            if !self.tags.takes(piece) {
                self.go_to(first.saturating_add(i));
                self.buffer.push(piece.trim_start_matches(['>', ' ']));
            }
        }
    }

    fn html(&mut self, html: &str, offset: usize) {
        if !std::mem::replace(&mut self.region_is_open, true) {
            self.regions.push(Region::default());
        }
        let first = self.line_of(offset);
        let Some(region) = self.regions.last_mut() else { return };
        for (i, piece) in html.split_inclusive('\n').enumerate() {
            region.last = first.saturating_add(i);
            region.lines.push((number_of(region.last), piece.to_owned()));
        }
    }

    /// Gives the buffer's text to the current line.
    fn flush(&mut self) {
        // A box brings its own blank.
        let text = clean(&self.buffer.take()).replace("☒  ", "☒ ").replace("☐  ", "☐ ");
        let Some(line) = self.current.filter(|_| !text.is_empty()) else { return };
        if std::mem::take(&mut self.block_begins) && self.buffer.begins_with_mark(&text) {
            self.mark_line(line, LineFlags::FOOTNOTE);
        }
        self.add_to_line(line, &text);
    }

    fn mark_line(&mut self, line: usize, flags: LineFlags) {
        if let Some(line) = self.lines.get_mut(line) {
            line.flags |= flags;
        }
    }

    fn add_to_line(&mut self, line: usize, text: &str) {
        let Some(line) = self.lines.get_mut(line).filter(|_| !text.is_empty()) else { return };
        if !line.text.is_empty() {
            line.text.push(' ');
        }
        line.text.push_str(text);
    }

    fn end_block(&mut self) {
        self.tags.end_all(&mut self.buffer);
        self.flush();
        self.buffer.close_all();
        self.block_begins = true;
    }

    /// Ends a row. Its source may have more cells than the table's head, which the parser drops.
    fn end_row(&mut self, is_head: bool, range: Range<usize>) {
        let Some(mut row) = self.row.take() else { return };
        let source = cells(self.body.get(range).unwrap_or(""));
        row.extend(source.iter().skip(row.len()).map(|cell| squeeze(&clean(&inline(cell)))));
        if let Some((text, flags)) = self.table.next(&row, is_head)
            && let Some(line) = self.current.and_then(|line| self.lines.get_mut(line))
        {
            line.text = text;
            line.flags |= flags;
        }
        self.current = None;
    }

    /// Keeps lines that the parser takes for the targets of links, since they may be notes.
    fn keep_unparsed(&mut self, text: &str, skip: usize) {
        for (line, source) in self.lines.iter_mut().zip(text.lines()).skip(skip) {
            let source = source.trim_start_matches(['>', ' ']);
            let is_target = source.starts_with('[') && !source.starts_with("[^") && source.contains("]:");
            if is_target && line.text.is_empty() && !line.is_markup {
                line.text = clean(source);
            }
        }
    }

    fn finish(mut self) -> (Vec<Shown>, Vec<String>) {
        let (mut struck, mut added) = (self.buffer.has_struck, self.buffer.has_added);
        let mut unread_formula = self.tags.has_unread_formula;
        let (mut is_hidden, mut left_out) = (false, false);
        for region in std::mem::take(&mut self.regions) {
            let fragment = read_fragment(region.lines.iter().map(|(line, html)| (*line, html.as_str())));
            struck |= fragment.has_struck;
            added |= fragment.has_added;
            unread_formula |= fragment.has_unread_formula;
            is_hidden |= fragment.blocks.iter().any(|(_, b)| b.flags.contains(LineFlags::HIDDEN));
            left_out |= self.place(fragment.blocks, region.last);
        }
        for line in self.lines.iter_mut().filter(|line| !line.mark.is_empty()) {
            line.text = format!("{}{}", line.mark, line.text).trim_end().to_owned();
        }
        let mut notes = style_notes(struck, added, unread_formula);
        if is_hidden {
            notes.push(HIDDEN_NOTE.to_owned());
        }
        if left_out {
            notes.push("some hidden text shares its line with visible text and is left out".to_owned());
        }
        (self.lines, notes)
    }

    /// Gives the blocks of a region to its lines. Each line keeps its number: blocks that begin on one source
    /// line go to the free lines below it, or share it. Returns true where hidden text found no line.
    fn place(&mut self, blocks: Vec<(u32, Block)>, last: usize) -> bool {
        let mut groups: Vec<(usize, Vec<Block>)> = Vec::new();
        for (number, block) in blocks {
            let line = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1).min(last);
            match groups.last_mut() {
                Some((begin, group)) if *begin >= line => group.push(block),
                _ => groups.push((line, vec![block])),
            }
        }
        let mut left_out = false;
        let ends: Vec<usize> = groups.iter().skip(1).map(|(line, _)| *line).chain([last + 1]).collect();
        for ((first, group), end) in groups.into_iter().zip(ends) {
            let room = end.saturating_sub(first).max(1);
            let group = if group.len() <= room { group } else { shared(group) };
            left_out |= group.len() > room;
            for (i, block) in group.into_iter().take(room).enumerate() {
                if let Some(line) = self.lines.get_mut(first + i) {
                    line.text = block.text;
                    line.flags |= block.flags;
                    line.heading = block.heading;
                }
            }
        }
        left_out
    }
}

/// Joins blocks that share a line: one block of what is seen, and one of what is hidden.
fn shared(blocks: Vec<Block>) -> Vec<Block> {
    let (hidden, seen): (Vec<Block>, Vec<Block>) =
        blocks.into_iter().partition(|b| b.flags.contains(LineFlags::HIDDEN));
    [seen, hidden].into_iter().filter_map(joined).collect()
}

/// Joins blocks. Rows on one line have no columns any more, so that a bar parts them.
fn joined(blocks: Vec<Block>) -> Option<Block> {
    let first = blocks.first()?;
    let common = blocks.iter().fold(LineFlags::all(), |flags, block| flags & block.flags);
    let row = LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD | LineFlags::TABLE_GROUP | LineFlags::TABLE_START;
    let begins = first.flags & (LineFlags::PARAGRAPH_START | LineFlags::FOOTNOTE);
    let (flags, heading) = match blocks.as_slice() {
        [only] => (only.flags, only.heading),
        _ => (
            (common - row) | begins,
            first.heading.filter(|_| blocks.iter().all(|b| b.heading == first.heading)),
        ),
    };
    let is_table = blocks.iter().any(|b| b.flags.contains(LineFlags::TABLE_ROW));
    let texts: Vec<&str> = blocks.iter().map(|b| b.text.as_str()).collect();
    let text = texts.join(if is_table { " | " } else { " " }).trim().to_owned();
    Some(Block { text, flags, heading, whole: true })
}

fn level_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// Cells of a row's source. The bars at its ends are no cells.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in row.chars() {
        match c {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '|' if !escaped => cells.push(String::new()),
            _ => {
                if let Some(cell) = cells.last_mut() {
                    if escaped && c != '|' {
                        cell.push('\\');
                    }
                    cell.push(c);
                }
            }
        }
        escaped = false;
    }
    cells
}

/// Takes emphasis, code marks, links, inline tags and escapes out of a cell's text.
fn inline(text: &str) -> String {
    // A mark before it keeps a text such as `1. x` or `# x` from being anything but text.
    let guarded = format!("\u{2063}{text}");
    let mut buffer = StyledText::default();
    let mut tags = InlineTags::default();
    for event in Parser::new_ext(&guarded, Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Text(t) | Event::Code(t) if !tags.takes(&t) => buffer.push(&t.replace('\u{2063}', "")),
            Event::SoftBreak | Event::HardBreak => buffer.push(" "),
            Event::InlineHtml(t) => tags.apply(&t, &mut buffer),
            Event::Start(Tag::Strikethrough) => buffer.open(Style::Struck),
            Event::End(TagEnd::Strikethrough) => buffer.close_style(&Style::Struck),
            _ => {}
        }
    }
    tags.end_all(&mut buffer);
    buffer.close_all();
    buffer.take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(text: &str) -> Vec<(u32, String, Option<u8>)> {
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        document.pages[0].lines.iter().map(|l| (l.number, l.text.clone(), l.heading)).collect()
    }

    #[test]
    fn numbers_are_those_of_the_file() {
        let text = "# Rules\r\n\r\nThe *first* rule is [here](x.html) and `code`.\r\n<!-- no -->\r\n1. item\r\n\r\nSetext\r\n---\r\nEnd & done";
        let got = lines(text);
        let expected = [
            (1, "Rules", Some(1)),
            (3, "The first rule is here and code.", None),
            (5, "1. item", None),
            (7, "Setext", Some(2)),
            (9, "End & done", None),
        ];
        assert_eq!(got.len(), expected.len(), "{got:?}");
        for (got, expected) in got.iter().zip(expected) {
            assert_eq!((got.0, got.1.as_str(), got.2), expected);
        }
    }

    #[test]
    fn indented_items_keep_their_numbers() {
        let expected = [
            (1, "1. Call to order"),
            (3, "2) Roll call"),
            (4, "1. Ayes 5"),
            (6, "10. Adjourn at 9 p.m."),
            (7, "No number"),
        ];
        for indent in ["", " ", "  ", "   "] {
            let text = format!(
                "{indent}1. Call to order\n\n{indent}2) Roll call\n{indent}     1. Ayes 5\n\n{indent}10. Adjourn at 9 p.m.\n{indent}- No number\n"
            );
            let got = lines(&text);
            let got: Vec<(u32, &str)> = got.iter().map(|(n, text, _)| (*n, text.as_str())).collect();
            assert_eq!(got, expected, "indent of {}", indent.len());
        }
    }

    #[test]
    fn front_matter_gives_metadata_and_keeps_numbers() {
        let document =
            read(b"---\ntitle: Fees\ndate: 2024-01-02\n---\n\nText", &ReadOptions::default()).unwrap();
        assert_eq!(document.title.as_deref(), Some("Fees"));
        assert_eq!(document.meta["date"], "2024-01-02");
        assert_eq!(document.pages[0].lines[0].number, 6);
    }

    #[test]
    fn tables_row_by_row() {
        let got = lines("| Permit | Fee |\n|---|--:|\n| Sign | $25 |\n| A \\| B | **$1** |\n");
        let texts: Vec<&str> = got.iter().map(|l| l.1.as_str()).collect();
        assert_eq!(texts, ["Permit  Fee", "Sign  $25", "A | B  $1"]);
    }

    fn flagged(text: &str, flag: LineFlags) -> Vec<(u32, String)> {
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let lines = document.pages[0].lines.iter().filter(|l| l.flags.contains(flag));
        lines.map(|l| (l.number, l.text.clone())).collect()
    }

    fn numbered(text: &str) -> Vec<(u32, String)> {
        flagged(text, LineFlags::empty())
    }

    #[test]
    fn marks_and_notes() {
        let text = "A fence may be 6[^4] or 6<sup>4</sup> or 7<sup>1</sup>/<sub>2</sub> feet,\nJuly 4<sup>th</sup>, ft<sup>2</sup>, 35³, [1].\n\n[^4]: Except on\n    corners.\n";
        let expected = [
            (1, "A fence may be 6⁴ or 6⁴ or 7½ feet,"),
            (2, "July 4th, ft², 35³, [1]."),
            (4, "⁴ Except on"),
            (5, "corners."),
        ];
        assert_eq!(numbered(text), expected.map(|(n, t)| (n, t.to_owned())));
        assert_eq!(flagged(text, LineFlags::FOOTNOTE), [(4, "⁴ Except on".to_owned())]);
    }

    #[test]
    fn struck_words_keep_their_marks_on_each_line() {
        let text =
            "~~The fee\nis $25~~ now $50, ~5 to ~10 or H~2~O.\n\n- ~~gone~~\n- [x] Granted\n- [ ] Denied\n";
        let expected = [
            (1, "~~The fee~~"),
            (2, "~~is $25~~ now $50, ~5 to ~10 or H~2~O."),
            (4, "~~gone~~"),
            (5, "☒ Granted"),
            (6, "☐ Denied"),
        ];
        assert_eq!(numbered(text), expected.map(|(n, t)| (n, t.to_owned())));
        let struck: Vec<u32> = flagged(text, LineFlags::STRUCK).iter().map(|l| l.0).collect();
        assert_eq!(struck, [1, 4]);
    }

    #[test]
    fn rows_keep_their_cells_and_kinds() {
        let text =
            "| Pass | Fee |\n|---|---|\n| Residents | |\n| Dog | $5 | more |\n|| $6 |\n| Pass | Fee |\n";
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let got: Vec<(&str, LineFlags)> = document.pages[0]
            .lines
            .iter()
            .map(|l| (l.text.as_str(), l.flags - LineFlags::TABLE_ROW - LineFlags::PARAGRAPH_START))
            .collect();
        let none = LineFlags::empty();
        let expected = [
            ("Pass  Fee", LineFlags::TABLE_HEAD | LineFlags::TABLE_START),
            ("Residents", LineFlags::TABLE_GROUP),
            ("Dog  $5  more", none),
            ("  $6", none),
            ("Pass  Fee", LineFlags::TABLE_HEAD),
        ];
        assert_eq!(got, expected);
    }

    #[test]
    fn html_blocks_are_read_on_their_own_lines() {
        for (text, expected) in [
            (
                "a\n\n<table>\n<tr><th>Pass<th>Fee\n<tr><td>Dog\n\n<td>$5\n</table>\n\nb",
                &[(1, "a"), (4, "Pass  Fee"), (5, "Dog  $5"), (10, "b")][..],
            ),
            (
                "<table><tr><th>Pass<th>Fee<tr><td>Dog<td>$5<tr><td>Cat<td>$6</table>\n\nb",
                &[(1, "Pass  Fee | Dog  $5 | Cat  $6"), (3, "b")],
            ),
            ("<ul><li>one<li>two\n</ul>\nb\n\nc", &[(1, "one"), (2, "two"), (3, "b"), (5, "c")]),
            (
                "<details><summary>More</summary>\n\nSome *text*\n\n</details>",
                &[(1, "More"), (3, "Some text")],
            ),
            (
                "<p>One 6<sup>4</sup>\nand <s>two\nthree</s></p>",
                &[(1, "One 6⁴"), (2, "and ~~two~~"), (3, "~~three~~")],
            ),
            ("<!-- no -->\n<script>\nvar x\n\ny\n</script>\n\nyes", &[(8, "yes")]),
            ("1. <p>item</p>\n2. <input type=checkbox checked> b", &[(1, "1. item"), (2, "2. ☒ b")]),
            ("> <div>a</div>\n> <div>b</div>", &[(1, "a"), (2, "b")]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(n, t)| (*n, (*t).to_owned())).collect();
            assert_eq!(numbered(text), expected, "{text}");
        }
    }

    #[test]
    fn hidden_html_is_never_shown() {
        let text = "<p>Seen</p>\n<div hidden>secret</div>\n\n<p>x <span hidden>secret</span> y</p>\n";
        let shown = numbered(text);
        let hidden = flagged(text, LineFlags::HIDDEN);
        assert!(shown.iter().filter(|l| l.1.contains("secret")).all(|l| hidden.contains(l)), "{shown:?}");
        assert!(shown.contains(&(4, "x y".to_owned())), "{shown:?}");
    }

    #[test]
    fn fences_and_targets() {
        let text = "```sh\ncode ~~x~~\n```\n\n[4]: Granted\n";
        assert_eq!(numbered(text), [(2, "code ~~x~~".to_owned()), (5, "[4]: Granted".to_owned())]);
    }

    proptest! {
        #[test]
        fn never_panics_with_tags(parts in proptest::collection::vec(prop_oneof![
            Just("<table>"), Just("</table>"), Just("<tr>"), Just("<td>"), Just("\n"), Just("\n\n"), Just("<sup>"), Just("</sup>"),
            Just("~~"), Just("~"), Just("| a | b |\n|--|--|\n"), Just("[^1]"), Just("\n[^1]: "), Just("- "), Just("- [x] "), Just("é"),
            Just("<p hidden>"), Just("</p>"), Just("word"), Just("1"), Just("/"), Just("`"), Just("> "), Just("<math>"), Just("</math>"),
            Just("```\n"), Just("\r\n"), Just("<details>"), Just("<script>"),
        ], 0..60)) {
            let document = read(parts.concat().as_bytes(), &ReadOptions::default()).unwrap();
            let numbers: Vec<u32> = document.pages[0].lines.iter().map(|l| l.number).collect();
            prop_assert!(numbers.windows(2).all(|w| w[0] < w[1]));
        }

        #[test]
        fn never_panics(text in "[#*_`|\\-<>!\\[\\]()a \n0-9.&+=~:\r\t\\\\]{0,200}") {
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let numbers: Vec<u32> = document.pages[0].lines.iter().map(|l| l.number).collect();
            prop_assert!(numbers.windows(2).all(|w| w[0] < w[1]));
        }
    }
}
