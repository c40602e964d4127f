//! Finds titles: the document's own statement if it is sound, else the first page, else the file's name made
//! readable.

use std::sync::LazyLock;

use regex::Regex;

use crate::Document;
use crate::read::heading::is_title_case;
use twolane_law::{SectionKind, section_head};
use twolane_text::{Line, LineFlags};

use super::dates::find_date;

/// The longest title, in characters.
const LONGEST: usize = 160;
/// Most characters of a line that may be a title without being marked as one.
const RUNNING: usize = 60;

/// Returns the words of a file's name: `alder-nh_2024-10-09_minutes` gives `alder nh 2024-10-09 minutes`.
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

/// Returns the title of a document in a file of this stem.
pub(super) fn title(document: &Document, stem: &str) -> String {
    if let Some(stated) = document.title.as_deref().map(str::trim).filter(|t| is_sound(t, stem)) {
        return clip(stated);
    }
    from_first_page(document).unwrap_or_else(|| {
        let words = name_words(stem);
        if words.is_empty() { "untitled".to_owned() } else { words }
    })
}

/// Returns false for titles that programs and scanners insert by themselves.
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
        && !is_place_alone(title)
        && !is_cut_off(title)
        && title != stem
        && !JUNK.as_ref().is_some_and(|j| j.is_match(title))
}

/// Returns true for a title such as "Township of Alder", which names the owner and not the document.
fn is_place_alone(title: &str) -> bool {
    const KINDS: &[&str] =
        &["town", "city", "village", "township", "county", "state", "borough", "commonwealth"];
    const PAPERS: &[&str] = &[
        "fees",
        "minutes",
        "agenda",
        "budget",
        "report",
        "warrant",
        "ordinance",
        "ordinances",
        "rules",
        "code",
        "charter",
        "bylaws",
        "hours",
        "schedule",
        "plan",
        "policy",
        "newsletter",
    ];
    let words: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty() && !w.eq_ignore_ascii_case("of") && !w.eq_ignore_ascii_case("the"))
        .map(str::to_lowercase)
        .collect();
    words.len() <= 3
        && words.iter().any(|w| KINDS.contains(&w.as_str()))
        && !words.iter().any(|w| PAPERS.contains(&w.as_str()))
}

/// Returns true when the title ends in a word that something must follow.
fn is_cut_off(title: &str) -> bool {
    let last = title.rsplit(char::is_whitespace).next().unwrap_or("").to_lowercase();
    title.ends_with([',', '&', '-'])
        || ["of", "the", "and", "to", "for", "no", "no.", "in", "on", "a", "an", "by"]
            .contains(&last.as_str())
}

fn from_first_page(document: &Document) -> Option<String> {
    let page = document.pages.iter().find(|p| p.lines.iter().any(is_text))?;
    let top: Vec<&Line> = page.lines.iter().filter(|l| is_text(l)).take(14).collect();
    // A heading below running text names a part, unless it is the only one of the highest level.
    // A single long line at the very top may be a letterhead.
    let body = match top.iter().position(|line| is_running(line)) {
        Some(0) => top.windows(2).position(|pair| pair.iter().all(|line| is_running(line))),
        body => body,
    };
    let head = top.get(..body.unwrap_or(top.len()))?;
    let shown = largest(&page.lines, &top)
        .or_else(|| headed(&top).filter(|found| found.start < head.len() || is_only(document, found)))
        .or_else(|| capitals(head));
    let title = match shown {
        Some(found) if heads_a_part(document, &top, &found) => opening(top.get(..found.start)?),
        Some(found) => Some(found.text),
        None => opening(head),
    };
    title.map(|t| clip(&t))
}

/// Lines at the top that look alike.
struct Shown<'l> {
    text: String,
    /// Place of the first one among the lines at the top.
    start: usize,
    first: &'l Line,
}

/// True for a line below what reads as a title, in the form that other headings of the document have: it names a
/// part ("DISCONTINUED"), not the document.
fn heads_a_part(document: &Document, top: &[&Line], found: &Shown<'_>) -> bool {
    let Some(first) = top.first().filter(|_| found.start > 0) else { return false };
    let alike = |line: &&Line| {
        let capitals = |l: &Line| !l.text.chars().any(char::is_lowercase);
        line.heading == found.first.heading
            && (line.size - found.first.size).abs() < 0.5
            && capitals(line) == capitals(found.first)
            && (line.heading.is_some() || capitals(line))
    };
    let lines = document.pages.iter().flat_map(|page| &page.lines).filter(|line| is_text(line));
    is_title_case(&first.text) && lines.filter(alike).any(|line| !found.text.contains(line.text.trim()))
}

/// Returns true for a line of a paragraph.
fn is_running(line: &Line) -> bool {
    let text = line.text.trim();
    line.heading.is_none() && text.chars().count() > RUNNING && text.chars().any(char::is_lowercase)
}

/// Returns true for the only heading of level 1 in the document.
fn is_only(document: &Document, found: &Shown<'_>) -> bool {
    let lines = document.pages.iter().flat_map(|page| &page.lines);
    found.first.heading == Some(1) && lines.filter(|line| line.heading == Some(1)).count() == 1
}

fn is_text(line: &Line) -> bool {
    let text = line.text.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let shown = text.chars().filter(|c| !c.is_whitespace()).count();
    let date_alone = find_date(text).is_some_and(|(at, _)| at.len() + 12 >= text.len());
    !line.is_furniture()
        && !line.flags.contains(LineFlags::TABLE_ROW)
        && letters * 3 >= shown * 2
        && !date_alone
        && !is_place_alone(text)
        && !is_contents_or_label(text)
        && !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED)
        && letters >= 4
        && line.confidence.is_none_or(|c| c >= 60)
}

/// Returns true for text that names a part, an item, a stamp, a form's blank or a scribe, and not the document.
fn is_contents_or_label(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["contents", "table of contents", "page ", "prepared by", "downloaded", "attest"]
        .iter()
        .any(|w| lower.starts_with(w))
        || lower.contains("prepared by")
        || lower.replace(' ', "").contains("preparedby")
        || text.ends_with(':')
        || text.contains('?')
        || is_stamp_or_item(text)
        || section_head(text).is_some_and(|h| h.kind != SectionKind::Part)
}

/// Returns true for a stamp or a kind of paper alone ("D R A F T", "MINUTES"), an item ("1. Call to order"), a table's
/// caption, a list of those present, and a salutation.
fn is_stamp_or_item(text: &str) -> bool {
    static ITEM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)^(?:\W*(?:(?:final|revised|official|unofficial|draft|approved|unapproved)\W*)*",
            r"(?:draft|approved|unapproved|final|revised|minutes|agenda|memo|memorandum|press release|for immediate release)\W*$",
            r"|\d{1,2}[.)]\s|(?:table|figure|attachment|exhibit|payment) #?\d+\b|present\s*:|dear\b[^,]*,$|to whom\b)",
            r"|\bdraft\b.*\bapproved\b"
        ))
        .ok()
    });
    let is_spaced = text.split_whitespace().all(|word| word.chars().count() == 1);
    let joined: String = text.split_whitespace().collect();
    let text = if is_spaced { joined.as_str() } else { text };
    ITEM.as_ref().is_some_and(|item| item.is_match(text))
}

/// Returns the lines at the top in a font clearly larger than the page's usual one.
fn largest<'l>(all: &[Line], top: &[&'l Line]) -> Option<Shown<'l>> {
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

fn headed<'l>(top: &[&'l Line]) -> Option<Shown<'l>> {
    let level = top.iter().filter_map(|l| l.heading).min()?;
    run(top, |l| l.heading == Some(level))
}

fn capitals<'l>(top: &[&'l Line]) -> Option<Shown<'l>> {
    run(top.get(..top.len().min(8))?, |l| {
        !l.text.chars().any(char::is_lowercase) && l.text.split_whitespace().count() >= 2
    })
}

/// Returns true for a line that ends in the short form of a kind of firm.
fn is_firm(text: &str) -> bool {
    ["Inc.", "Assoc.", "Assn.", "Co.", "Corp.", "Ltd."].iter().any(|form| text.ends_with(form))
}

/// Returns the short lines before the first long one.
fn opening(top: &[&Line]) -> Option<String> {
    let short: Vec<&str> = top
        .iter()
        .map(|l| l.text.trim())
        .take_while(|t| t.chars().count() <= RUNNING && (!t.ends_with('.') || is_firm(t)))
        .take(2)
        .collect();
    if short.is_empty() {
        return None;
    }
    Some(short.join(" "))
}

/// Returns the first run of up to three lines that match.
fn run<'l>(lines: &[&'l Line], is: impl Fn(&Line) -> bool) -> Option<Shown<'l>> {
    let start = lines.iter().position(|l| is(l))?;
    let mut text = String::new();
    for (i, line) in lines.get(start..)?.iter().enumerate() {
        let open = is_cut_off(&text);
        if !(open && i < 5 || i < 3 && is(line)) || text.chars().count() > 120 {
            break;
        }
        if i > 0 {
            text.push(' ');
        }
        text.push_str(line.text.trim());
    }
    let first = lines.get(start)?;
    (text.chars().filter(|c| c.is_alphabetic()).count() >= 5).then_some(Shown { text, start, first })
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
    use crate::{DocumentKind, Page, PageStatus};

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
            law: None,
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
        let fees = [
            ("Town of Oak, Schedule of Fees", 11.0),
            ("IN FORCE", 11.0),
            ("Burial plot $500", 11.0),
            ("NO LONGER IN FORCE", 11.0),
            ("Bicycle plate $2", 11.0),
        ];
        assert_eq!(title(&document(None, &fees), "stem"), "Town of Oak, Schedule of Fees");
        assert_eq!(title(&document(None, &[]), "alder-nh_2024-10-09_minutes"), "alder nh 2024-10-09 minutes");
        let running = "A regular meeting of the board was held on the ninth of October, 2024, at the hall.";
        for (lines, expected) in [
            (
                &["MINUTES", "Oak Association, Inc.", "Board of Directors Meeting", running][..],
                "Oak Association, Inc. Board of Directors Meeting",
            ),
            (&["D R A F T", "Board of Directors Meeting", running], "Board of Directors Meeting"),
            (
                &["Oak Association", "Meeting of August 26", running, "CALL TO ORDER", "The chair"],
                "Oak Association Meeting of August 26",
            ),
            (&["Dear neighbor,", "Electronic voting is back", running], "Electronic voting is back"),
            (&["Selectmen Minutes", "Present: Chet Orr, Ann Poe", running], "Selectmen Minutes"),
            (&[running, running, "CONTROVERSY OVER PARKING", "Text"], "stem"),
            (
                &[
                    "These minutes are a draft and have not been approved by the board.",
                    "SELECT BOARD MEETING",
                ],
                "SELECT BOARD MEETING",
            ),
            (&["DRAFT MINUTES", "Select Board"], "Select Board"),
            (&["Present Use Value Program", running], "Present Use Value Program"),
            (&["1. Landing", "2. Boat ramp"], "stem"),
            (
                &[
                    "Town of Oak Fees",
                    "NO LONGER IN FORCE",
                    "Bicycle plate $2",
                    "IN EFFECT NOW",
                    "Burial plot $500",
                ],
                "Town of Oak Fees",
            ),
        ] {
            let lines: Vec<(&str, f32)> = lines.iter().map(|line| (*line, 11.0)).collect();
            assert_eq!(title(&document(None, &lines), "stem"), expected);
        }
    }
}
