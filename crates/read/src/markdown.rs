//! Markdown. Lines are the file's own lines, so that `L12` is line 12 of the file.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::{Document, DocumentKind};
use twolane_text::LineFlags;

use super::encoding::decode;
use super::error::ReadError;
use super::front_matter::front_matter;
use super::lines::{PageBuilder, clean, squeeze};
use super::options::ReadOptions;

/// What the block structure says of one physical line.
#[derive(Debug, Clone, Copy, Default)]
struct Role {
    heading: Option<u8>,
    flags: LineFlags,
    /// A comment, a rule, a table's ruler: nothing that is read.
    markup: bool,
    /// Within a code block, where marks are text.
    code: bool,
}

/// Reads CommonMark with tables.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let decoded = decode(bytes, None);
    let text = decoded.text.as_str();
    let front = front_matter(text);
    let starts = line_starts(text);
    let roles = roles(text, &starts, front.lines);

    let mut page = PageBuilder::new(0, options.limits.lines);
    let mut after_blank = true;
    for (i, line) in text.lines().enumerate().skip(front.lines) {
        let role = roles.get(i).copied().unwrap_or_default();
        let shown = if role.markup {
            String::new()
        } else if role.code {
            clean(line)
        } else {
            shown(line, role)
        };
        if shown.is_empty() {
            after_blank = true;
            continue;
        }
        let mut flags = role.flags;
        if after_blank || role.heading.is_some() || flags.contains(LineFlags::LIST_ITEM) {
            flags |= LineFlags::PARAGRAPH_START;
        }
        after_blank = role.heading.is_some();
        let number = u32::try_from(i + 1).unwrap_or(u32::MAX);
        page.push_numbered(number, shown, flags, role.heading)?;
    }

    let mut notes = Vec::new();
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

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

fn roles(text: &str, starts: &[usize], skip: usize) -> Vec<Role> {
    let mut roles = vec![Role::default(); starts.len()];
    let from = starts.get(skip).copied().unwrap_or(text.len());
    let body = text.get(from..).unwrap_or("");
    let line_of = |offset: usize| starts.partition_point(|&s| s <= offset + from).saturating_sub(1);
    let mut in_table_head = false;
    for (event, range) in Parser::new_ext(body, Options::ENABLE_TABLES).into_offset_iter() {
        let last = line_of(range.end.saturating_sub(1).max(range.start));
        let mut mark = |change: &dyn Fn(&mut Role)| {
            if let Some(run) = roles.get_mut(line_of(range.start)..=last) {
                run.iter_mut().for_each(change);
            }
        };
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let level = level_number(level);
                mark(&|r| r.heading = Some(level));
            }
            Event::Start(Tag::CodeBlock(_)) => mark(&|r| r.code = true),
            Event::Start(Tag::HtmlBlock) | Event::Rule => mark(&|r| r.markup = true),
            Event::Start(Tag::TableHead) => {
                in_table_head = true;
                mark(&|r| r.flags |= LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD);
            }
            Event::End(TagEnd::TableHead) => in_table_head = false,
            Event::Start(Tag::TableRow) if !in_table_head => mark(&|r| r.flags |= LineFlags::TABLE_ROW),
            Event::Start(Tag::Item) => {
                let first = line_of(range.start);
                if let Some(role) = roles.get_mut(first) {
                    role.flags |= LineFlags::LIST_ITEM;
                }
            }
            _ => {}
        }
    }
    roles
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

/// A physical line as a reader of the rendered page would see it: marks of headings, items,
/// emphasis and links go away, words and numbers stay.
fn shown(line: &str, role: Role) -> String {
    let mut text = line.trim();
    while let Some(rest) = text.strip_prefix('>') {
        text = rest.trim_start();
    }
    if is_comment(text) || is_ruler(text) {
        return String::new();
    }
    if role.heading.is_some() {
        if text.chars().all(|c| matches!(c, '=' | '-')) {
            return String::new();
        }
        text = text.trim_start_matches('#').trim_end_matches('#').trim();
    }
    if role.flags.contains(LineFlags::TABLE_ROW) {
        let cells: Vec<String> =
            cells(text).iter().map(|c| squeeze(&clean(&inline(c)))).filter(|c| !c.is_empty()).collect();
        return cells.join("  ");
    }
    if role.flags.contains(LineFlags::LIST_ITEM) {
        text =
            text.strip_prefix(['-', '*', '+']).filter(|t| t.starts_with(' ')).map_or(text, str::trim_start);
    }
    clean(&inline(text.trim_end_matches('\\')))
}

fn is_comment(text: &str) -> bool {
    text.starts_with("<!--") && text.ends_with("-->")
}

fn is_ruler(text: &str) -> bool {
    text.contains('|') && text.contains("--") && text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
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

/// Takes emphasis, code marks, links, inline tags and escapes out of a line's text.
fn inline(text: &str) -> String {
    if !text.contains(['*', '_', '`', '[', '<', '&', '\\', '~']) {
        return text.to_owned();
    }
    // A blank line before it keeps a line such as `1. x` or `# x` from being anything but text:
    // the block structure was settled with the whole file in view.
    let guarded = format!("\u{2063}{text}");
    let mut out = String::with_capacity(text.len());
    for event in Parser::new(&guarded) {
        match event {
            Event::Text(t) | Event::Code(t) => out.push_str(&t),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::InlineHtml(t) if t.trim_start_matches('<').starts_with("br") => out.push(' '),
            _ => {}
        }
    }
    out.chars().filter(|c| *c != '\u{2063}').collect()
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

    proptest! {
        #[test]
        fn never_panics(text in "[#*_`|\\-<>!\\[\\]()a \n0-9.&+=~:\r\t\\\\]{0,200}") {
            let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            let numbers: Vec<u32> = document.pages[0].lines.iter().map(|l| l.number).collect();
            prop_assert!(numbers.windows(2).all(|w| w[0] < w[1]));
        }
    }
}
