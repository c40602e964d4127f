//! Finds sections by their lines: saved pages, PDF, plain text.

use std::collections::HashMap;
use std::ops::Range;

use crate::{Document, DocumentKind};
use twolane_law::structure::{Start, label_run};
use twolane_law::{SectionKind, SectionStatus, StatuteSection, section_head};
use twolane_text::{Line, LineFlags, sentences};

use super::code::{CODES, Code, scheme};
use super::effective::effective;
use super::located::{Found, LocatedSection, is_skipped, lines_of, paragraphs, read_units, words};
use super::natural::natural_order;
use super::options::StatuteOptions;
use super::status::status_of;
use twolane_law::is_note;

/// The longest heading of a section in characters; the longest of New Hampshire and Michigan have about 400.
const LONGEST_HEADING: usize = 500;

/// The longest sentence of a heading in words, where no dash ends it.
const LONGEST_TITLE: usize = 14;

/// A line that a section may start with.
#[derive(Debug, Clone)]
struct Head {
    line: usize,
    number: String,
    /// The byte of the line after the number.
    rest: usize,
    /// True with the name of the code before the number.
    named: bool,
}

/// Finds the sections of a chapter or page, in the order of its numbers. Without a given code, only numbers
/// that no other paper has (`31-B:3`) make sections: `Section 4.2` may belong to any bylaw.
pub(super) fn find(document: &Document, options: &StatuteOptions) -> Found {
    let name = options.code.as_deref().unwrap_or("rsa");
    let Some(code) = Code::of_name(name) else {
        let known = CODES.iter().map(|c| c.name).collect::<Vec<_>>().join(", ");
        let problem =
            format!("sections of the code {name:?} can't be told from text; the codes that can are {known}");
        return Found { sections: Vec::new(), problems: vec![problem] };
    };
    let lines = lines_of(document);
    let heads = heads(&lines, code);
    let chosen = choose(&lines, &heads);
    let mut found = Found::default();
    let Some(first) = chosen.first() else { return found };
    let mut place = Place::default();
    place.pass(&lines, 0..first.line, code, &mut found.problems);
    for (i, head) in chosen.iter().enumerate() {
        let end = chosen.get(i + 1).map_or(lines.len(), |next| next.line);
        let own = own_lines(&lines, head, end, code);
        found.sections.push(section(&lines, head, own.clone(), &place, code, document));
        place.pass(&lines, own.end..end, code, &mut found.problems);
    }
    found
}

fn heads(lines: &[Line], code: &Code) -> Vec<Head> {
    let Some(pattern) = code.pattern() else { return Vec::new() };
    let mut out = Vec::new();
    let mut previous: Option<&Line> = None;
    for (i, line) in lines.iter().enumerate() {
        if is_skipped(line) {
            continue;
        }
        let before = previous.replace(line);
        if line.flags.contains(LineFlags::HIDDEN) {
            continue;
        }
        let Some(captures) = pattern.captures(&line.text) else { continue };
        let (Some(whole), Some(number)) = (captures.get(0), captures.name("number")) else { continue };
        // `7-148, (a)` continues with a citation.
        if whole.as_str().ends_with([',', '(']) {
            continue;
        }
        let rest = line.text.get(whole.end()..).unwrap_or("").trim_start();
        let word = captures.name("word").is_some();
        // Bare numbers are sections where the code prints them so; a dash alone can mean anything.
        let bare = matches!(code.name, "rsa" | "mcl");
        let clock = !word && code.name == "rsa" && section_head(&line.text).is_none() && !rest.is_empty();
        let titled = rest.is_empty()
            || rest.starts_with(|c: char| {
                c.is_uppercase() || matches!(c, '[' | '"' | '\u{201c}' | '(' | '-' | '\u{2013}' | '\u{2014}')
            });
        if (word || bare) && titled && !clock && may_start(before, line) {
            let named =
                captures.name("word").is_some_and(|w| w.as_str().eq_ignore_ascii_case(code.prefix.trim()));
            out.push(Head { line: i, number: number.as_str().to_owned(), rest: whole.end(), named });
        }
    }
    // Where sections have bare numbers, a line with the code's name is a cross-reference.
    if out.iter().any(|head| !head.named) {
        out.retain(|head| !head.named);
    }
    out
}

/// Returns true when a section may start here. A number within a sentence that starts a line by chance heads
/// no section.
fn may_start(previous: Option<&Line>, line: &Line) -> bool {
    let Some(previous) = previous else { return true };
    let text = previous.text.trim_end();
    line.flags.contains(LineFlags::PARAGRAPH_START)
        || line.heading.is_some()
        || previous.heading.is_some()
        || previous.page != line.page
        || text.ends_with(['.', ':', ')', ']', '"', '\u{201d}', '-', '\u{2013}', '\u{2014}'])
        || !text.chars().any(char::is_lowercase)
}

/// Chooses one head for each number: the one with the most text after it, which excludes a table of contents.
/// Of these it keeps the longest run of rising numbers.
fn choose(lines: &[Line], heads: &[Head]) -> Vec<Head> {
    let mut best: HashMap<&str, (usize, usize)> = HashMap::new();
    for (i, head) in heads.iter().enumerate() {
        let end = heads.get(i + 1).map_or(lines.len(), |n| n.line);
        let size: usize =
            lines.get(head.line..end).unwrap_or(&[]).iter().map(|l| l.text.len()).sum::<usize>();
        let held = best.entry(head.number.as_str()).or_insert((size, i));
        if size > held.0 {
            *held = (size, i);
        }
    }
    let mut places: Vec<usize> = best.into_values().map(|(_, i)| i).collect();
    places.sort_unstable();
    let candidates: Vec<&Head> = places.into_iter().filter_map(|i| heads.get(i)).collect();
    rising(&candidates).into_iter().cloned().collect()
}

/// Returns the longest run of rising numbers, by patience sorting.
fn rising<'a>(heads: &[&'a Head]) -> Vec<&'a Head> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(heads.len());
    for (i, head) in heads.iter().enumerate() {
        let at = piles.partition_point(|p| {
            heads.get(*p).is_some_and(|h| natural_order(&h.number, &head.number).is_lt())
        });
        before.push(at.checked_sub(1).and_then(|b| piles.get(b).copied()));
        match piles.get_mut(at) {
            Some(pile) => *pile = i,
            None => piles.push(i),
        }
    }
    let mut out = Vec::new();
    let mut at = piles.last().copied();
    while let Some(i) = at {
        out.extend(heads.get(i).copied());
        at = before.get(i).copied().flatten();
    }
    out.reverse();
    out
}

/// Returns the lines of a section: up to the next, without headings of the following part.
fn own_lines(lines: &[Line], head: &Head, end: usize, code: &Code) -> Range<usize> {
    let pattern = code.pattern();
    let bare = |line: &Line| {
        pattern
            .as_ref()
            .and_then(|p| p.find(&line.text))
            .is_some_and(|m| m.end() >= line.text.trim_end().len())
    };
    let mut last = head.line + 1;
    for (i, line) in lines.iter().enumerate().take(end).skip(head.line + 1) {
        if is_skipped(line) {
            continue;
        }
        if outer_head(&line.text).is_some() {
            break;
        }
        let heading = line.heading.is_some() && label_run(&line.text).is_empty() && !is_note(&line.text);
        if !heading && !bare(line) {
            last = i + 1;
        }
    }
    head.line..last
}

/// Returns the label and the rest of `CHAPTER 91-A` or `TITLE VI`.
fn outer_head(text: &str) -> Option<(SectionKind, &str)> {
    let text = text.trim();
    let head = section_head(text)?;
    let outer = matches!(head.kind, SectionKind::Part | SectionKind::Chapter) || {
        head.kind == SectionKind::Article && text.to_uppercase().starts_with("ARTICLE")
    };
    let name = text.get(head.rest..).unwrap_or("").trim();
    let capitals = !name.chars().any(char::is_lowercase);
    let title = name.split_whitespace().count() <= LONGEST_TITLE && !name.ends_with([',', ';']);
    (outer && (capitals || head.marked && title)).then_some((head.kind, name))
}

/// The titles and chapters at the current position.
#[derive(Debug, Default)]
struct Place {
    names: Vec<(SectionKind, String)>,
}

impl Place {
    /// Takes in headings between sections; reports words that belong to no section.
    fn pass(&mut self, lines: &[Line], range: Range<usize>, code: &Code, problems: &mut Vec<String>) {
        let pattern = code.pattern();
        let mut open = false;
        let mut lost: Vec<&str> = Vec::new();
        for line in lines.get(range).unwrap_or(&[]).iter().filter(|l| !is_skipped(l)) {
            let text = line.text.trim();
            if let Some((kind, _)) = outer_head(text) {
                self.names.retain(|(k, _)| *k < kind);
                self.names.push((kind, text.to_owned()));
                open = true;
                continue;
            }
            let numbered = pattern.as_ref().is_some_and(|p| p.is_match(text));
            let capitals = !text.chars().any(char::is_lowercase);
            if open && !numbered && (capitals || line.heading.is_some()) && text.chars().count() <= 200 {
                if let Some((_, name)) = self.names.last_mut() {
                    name.push(' ');
                    name.push_str(text);
                }
                continue;
            }
            open = false;
            if !numbered && line.heading.is_none() {
                lost.push(text);
            }
        }
        if let Some(first) = lost.first() {
            let shown: String = first.chars().take(60).collect();
            problems.push(format!("{} lines stand in no section; the first is {shown:?}", lost.len()));
        }
    }
}

fn section(
    lines: &[Line],
    head: &Head,
    own: Range<usize>,
    place: &Place,
    code: &Code,
    document: &Document,
) -> LocatedSection {
    let loose = matches!(document.kind, DocumentKind::Pdf | DocumentKind::Text | DocumentKind::Image);
    let runs = paragraphs(lines, own.clone(), loose);
    let note = runs.iter().skip(1).position(|r| lines.get(r.start).is_some_and(|l| is_note(&l.text)));
    let (body, notes) = runs.split_at(note.map_or(runs.len(), |n| n + 1));
    let history = notes.iter().map(|r| words(lines, r.clone())).collect::<Vec<_>>().join(" ");
    let first = body.first().map(|r| words(lines, r.clone())).unwrap_or_default();
    // The line's own number, with single spaces as in the joined words.
    let number_end = lines
        .get(head.line)
        .and_then(|l| l.text.get(..head.rest))
        .map_or(0, |t| t.split_whitespace().collect::<Vec<_>>().join(" ").len());
    let (heading, skip) = split_heading(&first, number_end);
    let scheme = scheme(Some(code.name));
    let (units, unit_lines) = read_units(lines, body, skip, scheme, &Start::default());
    let text = units.iter().map(|u| u.text.as_str()).collect::<Vec<_>>().join(" ");
    let labelled = units.iter().any(|u| !u.path.is_empty());
    let status = if labelled { SectionStatus::InForce } else { status_of(&heading, &text) };
    let effective = effective(&history)
        .or_else(|| effective(&heading))
        .or_else(|| (status != SectionStatus::InForce).then(|| effective(&text)).flatten());
    let section = StatuteSection {
        citation: format!("{}{}", code.prefix, head.number),
        heading,
        hierarchy: place.names.iter().map(|(_, name)| name.clone()).collect(),
        units,
        history: Some(history.trim_start_matches("Source.").trim().to_owned()).filter(|h| !h.is_empty()),
        status,
        effective,
        source: document.meta.get("source").cloned(),
        links: Vec::new(),
    };
    LocatedSection { section, lines: own, units: unit_lines, part: Vec::new() }
}

/// Splits a section's heading from its text and returns the byte at which the text begins. The heading ends
/// at a dash that follows a dot or ends the line (`91-A:3 Sessions. – I. ...`). Otherwise it ends at the
/// first label, or else after the first sentences that are titles.
fn split_heading(first: &str, number_end: usize) -> (String, usize) {
    let at = number_end.min(first.len());
    let rest = first.get(at..).unwrap_or("");
    let tidy = |t: &str| t.trim().trim_matches(['\u{2013}', '\u{2014}', '-', ' ']).to_owned();
    for dash in ['\u{2013}', '\u{2014}', '-'] {
        for (i, _) in rest.match_indices(dash) {
            let before = rest.get(..i).unwrap_or("");
            let after = rest.get(i + dash.len_utf8()..).unwrap_or("");
            let parts =
                before.trim_end().ends_with(['.', ']', '"', '\u{201d}', '?']) || after.trim().is_empty();
            let free = after.is_empty() || after.starts_with(char::is_whitespace);
            if parts && free && !before.trim().is_empty() && before.chars().count() <= LONGEST_HEADING {
                return (tidy(before), at + i + dash.len_utf8());
            }
        }
    }
    let mut end = 0;
    for sentence in sentences(rest) {
        let text = rest.get(sentence.clone()).unwrap_or("");
        let few = text.split_whitespace().count() <= LONGEST_TITLE && sentence.end <= LONGEST_HEADING;
        let titled = end == 0 || text.split_whitespace().count() <= 6;
        if !few || !titled || !label_run(text).is_empty() || text.trim().is_empty() {
            break;
        }
        // A sentence with a verb states the law; these verbs recognise most.
        let lower = text.to_lowercase();
        if [" shall ", " may ", " is ", " are ", " means "].iter().any(|w| lower.contains(w)) {
            break;
        }
        end = sentence.end;
    }
    // A bracketed or dotted label may follow the heading without a sentence end.
    (tidy(rest.get(..end).unwrap_or("")), at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};
    use proptest::prelude::*;

    fn of(text: &str, name: &str, code: Option<&str>) -> Found {
        let document = read(text.as_bytes(), name, &ReadOptions::default()).unwrap().remove(0);
        find(&document, &StatuteOptions { code: code.map(str::to_owned) })
    }

    fn shown(found: &Found) -> Vec<String> {
        found
            .sections
            .iter()
            .map(|s| {
                let units: Vec<String> =
                    s.section.units.iter().map(|u| format!("{}:{}", u.path.concat(), u.text)).collect();
                format!("{} {} = {}", s.section.citation, s.section.heading, units.join("|"))
            })
            .collect()
    }

    #[test]
    fn a_chapter_as_text() {
        let text = "TITLE X\nPUBLIC WATER\n\nCHAPTER 90-B\nWELLS\n\n90-B:1 Purpose.\n90-B:2 Notice.\n\n\
            90-B:1 Purpose. – Wells are kept clean.\nSource. 1999, 2:1, eff. Jan. 1, 2000.\n\n\
            90-B:2 Public Notice. – I. Each board under RSA\n90-B:1 posts notice:\n(a) in town; and\n(b) at the well.\n\
            II. The clerk keeps it.\nSource. 1999, 2:2.\n\n90-B:3 Repealed by 2001, 5:1, eff. July 1, 2001. –\n";
        let found = of(text, "chapter.txt", None);
        assert_eq!(
            shown(&found),
            [
                "RSA 90-B:1 Purpose. = :Wells are kept clean.",
                "RSA 90-B:2 Public Notice. = I:I. Each board under RSA 90-B:1 posts notice:|I(a):(a) in town; and|I(b):(b) at the well.|II:II. The clerk keeps it.",
                "RSA 90-B:3 Repealed by 2001, 5:1, eff. July 1, 2001. = ",
            ]
        );
        let section = &found.sections[0].section;
        assert_eq!(section.hierarchy, ["TITLE X PUBLIC WATER", "CHAPTER 90-B WELLS"]);
        assert_eq!(section.effective.as_deref(), Some("2000-01-01"));
        let repealed = &found.sections[2].section;
        assert_eq!(
            (repealed.status, repealed.effective.as_deref()),
            (SectionStatus::Repealed, Some("2001-07-01"))
        );
        assert!(found.problems.is_empty(), "{:?}", found.problems);
    }

    #[test]
    fn other_codes() {
        let text = "Preface of the printer.\n\nSec. 7-910. Scope of powers. (a) Any town may dig.\n\n(1) Wells; and\n\n(2) ponds.\n\nSec. 7-911. Fees. The fee is five dollars.\n\n(1999, P.A. 9.)\n";
        let found = of(text, "a.txt", Some("cgs"));
        assert_eq!(
            shown(&found),
            [
                "Conn. Gen. Stat. § 7-910 Scope of powers. = (a):(a) Any town may dig.|(a)(1):(1) Wells; and|(a)(2):(2) ponds.",
                "Conn. Gen. Stat. § 7-911 Fees. = :The fee is five dollars.",
            ]
        );
        assert_eq!(found.problems.len(), 1, "{:?}", found.problems);
        let text = "Section 15.963 Meetings; open.\n\n(1) All are open.\n\n(2) As section 15.969 says.\n\nSection 15.964 Notice.\n\nA notice is posted.\n";
        let found = of(text, "a.txt", Some("mcl"));
        assert_eq!(
            shown(&found),
            [
                "MCL 15.963 Meetings; open. = (1):(1) All are open.|(2):(2) As section 15.969 says.",
                "MCL 15.964 Notice. = :A notice is posted."
            ]
        );
        assert!(of("Section 4.2 Fees\nThe fee is $5.", "bylaws.txt", None).sections.is_empty());
        // The code's name before a number heads a section, but not among bare numbers, where it refers to another one.
        let named = of("RSA 31:95 Audit. – The town is audited.", "a.txt", None);
        assert_eq!(shown(&named), ["RSA 31:95 Audit. = :The town is audited."]);
        let text = "31:95 Audit. – The town is audited.\n\nCross References:\n\nRSA 91-A:2 Meetings Open to Public.\n\n31:96 Reports. – A report is printed.";
        let found = of(text, "a.txt", None);
        let sections: Vec<&str> = found.sections.iter().map(|s| s.section.citation.as_str()).collect();
        assert_eq!(sections, ["RSA 31:95", "RSA 31:96"]);
        assert!(of("x", "a.txt", Some("klingon")).problems[0].contains("rsa, mcl"));
    }

    proptest! {
        #[test]
        fn never_panics_and_loses_nothing(parts in proptest::collection::vec(prop_oneof![
            Just("90:1 Purpose. – "), Just("90:2 Notice. – I. "), Just("90-A:1 "), Just("Section 90:3\n"), Just("CHAPTER 90\n"),
            Just("TITLE X\n"), Just("(a) one; "), Just("II. two.\n"), Just("words go on\n"), Just("\n"), Just("Source. 1999, 1:1.\n"),
        ], 0..30)) {
            let text = parts.concat();
            prop_assume!(!text.trim().is_empty());
            let document = read(text.as_bytes(), "a.txt", &ReadOptions::default()).unwrap().remove(0);
            let found = find(&document, &StatuteOptions::default());
            let lines = lines_of(&document);
            let mut end = 0;
            for located in &found.sections {
                prop_assert!(located.lines.start >= end && located.lines.end <= lines.len());
                end = located.lines.end;
                let section = &located.section;
                let number = section.citation.trim_start_matches("RSA ");
                let printed = section.units.iter().map(|u| u.text.as_str()).collect::<String>();
                let got = format!("{number}{}{printed}{}", section.heading, section.history.clone().unwrap_or_default());
                let want: String = lines[located.lines.clone()].iter().map(|l| l.text.as_str()).collect();
                let letters = |t: &str| t.replace("Source.", "").replace("Section", "").chars().filter(|c| c.is_alphanumeric()).collect::<String>();
                prop_assert_eq!(letters(&got), letters(&want));
            }
        }
    }
}
