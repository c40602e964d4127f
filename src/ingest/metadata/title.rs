//! Titles: what the document says of itself if that is sound, else what its first page shows, else
//! the file's name made readable.

use std::sync::LazyLock;

use regex::Regex;

use crate::ingest::Document;
use crate::text::{Line, LineFlags};

/// Longest title, in characters.
const LONGEST: usize = 160;

/// Words of a file's name: `alder-nh_2024-10-09_minutes` gives `alder nh 2024-10-09 minutes`.
pub fn name_words(stem: &str) -> String {
    let chars: Vec<char> = stem.chars().collect();
    let digit = |i: Option<usize>| i.and_then(|i| chars.get(i)).is_some_and(char::is_ascii_digit);
    let mut out = String::new();
    for (i, c) in chars.iter().enumerate() {
        let joins_digits = digit(i.checked_sub(1)) && digit(Some(i + 1));
        match c {
            '-' | '.' if joins_digits => out.push(*c),
            '_' | '-' | '.' | '+' | '%' => out.push(' '),
            c => out.push(*c),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Title of a document in a file of this stem.
pub(super) fn title(document: &Document, stem: &str) -> String {
    if let Some(stated) = document.title.as_deref().map(str::trim).filter(|t| is_sound(t, stem)) {
        return clip(stated);
    }
    from_first_page(document).unwrap_or_else(|| {
        let words = name_words(stem);
        if words.is_empty() { "untitled".to_owned() } else { words }
    })
}

/// False for what programs and scanners put there by themselves.
fn is_sound(title: &str, stem: &str) -> bool {
    static JUNK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)^(?:microsoft (?:word|powerpoint|excel)|untitled|document\s*\d*$|doc\d+$|presentation\d*$|slide 1$|scan|img[_-]?\d|",
            r"[a-z]{2,4}[_-]?[0-9a-f]{8,}$|print|full page|layout 1|no title|title$|page \d+)",
            r"|\.(?:docx?|xlsx?|pptx?|pdf|indd|exe|qxd|wpd|rtf|txt|html?|tmp|pub)\b"
        ))
        .ok()
    });
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 4
        && title.chars().count() <= LONGEST
        && title.contains(' ')
        && !title.contains('\u{fffd}')
        && title != stem
        && !JUNK.as_ref().is_some_and(|j| j.is_match(title))
}

fn from_first_page(document: &Document) -> Option<String> {
    let page = document.pages.iter().find(|p| p.lines.iter().any(is_text))?;
    let top: Vec<&Line> = page.lines.iter().filter(|l| is_text(l)).take(14).collect();
    largest(&page.lines, &top)
        .or_else(|| headed(&top))
        .or_else(|| capitals(&top))
        .or_else(|| opening(&top))
        .map(|t| clip(&t))
}

fn is_text(line: &Line) -> bool {
    !line.is_furniture()
        && !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED)
        && line.text.chars().filter(|c| c.is_alphabetic()).count() >= 4
        && line.confidence.is_none_or(|c| c >= 60)
}

/// Lines at the top in a font clearly larger than the page's usual one.
fn largest(all: &[Line], top: &[&Line]) -> Option<String> {
    let mut sizes: Vec<f32> =
        all.iter().filter(|l| l.size > 0.0 && l.confidence.is_none()).map(|l| l.size).collect();
    sizes.sort_by(f32::total_cmp);
    let median = *sizes.get(sizes.len() / 2)?;
    let most = top.iter().map(|l| l.size).fold(0.0, f32::max);
    if most < median * 1.15 || sizes.len() < 4 {
        return None;
    }
    run(top, |l| l.size >= most * 0.98)
}

fn headed(top: &[&Line]) -> Option<String> {
    let level = top.iter().filter_map(|l| l.heading).min()?;
    run(top, |l| l.heading == Some(level))
}

fn capitals(top: &[&Line]) -> Option<String> {
    run(top.get(..top.len().min(8))?, |l| {
        !l.text.chars().any(char::is_lowercase) && l.text.split_whitespace().count() >= 2
    })
}

/// Short lines before the first long one.
fn opening(top: &[&Line]) -> Option<String> {
    let short: Vec<&str> =
        top.iter().map(|l| l.text.trim()).take_while(|t| t.chars().count() <= 60).take(2).collect();
    if short.is_empty() {
        return None;
    }
    Some(short.join(" "))
}

/// The first run of up to three lines that are of a kind.
fn run(lines: &[&Line], is: impl Fn(&Line) -> bool) -> Option<String> {
    let start = lines.iter().position(|l| is(l))?;
    let taken: Vec<&str> =
        lines.get(start..)?.iter().take_while(|l| is(l)).take(3).map(|l| l.text.trim()).collect();
    let text = taken.join(" ");
    (text.chars().filter(|c| c.is_alphabetic()).count() >= 5).then_some(text)
}

fn clip(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((at, _)) => {
            let head = text.get(..at).unwrap_or("");
            head.rsplit_once(' ').map_or(head, |(h, _)| h).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::{DocumentKind, Page, PageStatus};

    fn document(title: Option<&str>, lines: &[(&str, f32)]) -> Document {
        let lines = (1u32..)
            .zip(lines)
            .map(|(n, (t, size))| {
                let mut line = Line::plain(1, n, *t);
                line.size = *size;
                line
            })
            .collect();
        Document {
            kind: DocumentKind::Pdf,
            title: title.map(str::to_owned),
            pages: vec![Page {
                number: 1,
                label: None,
                size: None,
                lines,
                status: PageStatus::Read,
                engine: "x".into(),
            }],
            meta: std::collections::BTreeMap::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn sound_titles_first() {
        let lines = [
            ("State of Unrest", 12.0),
            ("BOARD OF TRUSTEES MEETING", 12.0),
            ("The board met today at seven.", 12.0),
        ];
        for (stated, expected) in [
            (Some("Guide to Town Meeting"), "Guide to Town Meeting"),
            (Some("Microsoft Word - x.doc"), "BOARD OF TRUSTEES MEETING"),
            (Some("SKM_308e22090914100"), "BOARD OF TRUSTEES MEETING"),
            (Some("Budget FINAL.xlsx"), "BOARD OF TRUSTEES MEETING"),
            (None, "BOARD OF TRUSTEES MEETING"),
        ] {
            assert_eq!(title(&document(stated, &lines), "stem"), expected);
        }
        let sized = [
            ("Small print here", 9.0),
            ("The Annual", 20.0),
            ("Report", 20.0),
            ("text text", 9.0),
            ("text text", 9.0),
        ];
        assert_eq!(title(&document(None, &sized), "stem"), "The Annual Report");
        assert_eq!(title(&document(None, &[]), "alder-nh_2024-10-09_minutes"), "alder nh 2024-10-09 minutes");
    }
}
