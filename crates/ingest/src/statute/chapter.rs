//! Finds sections by their lines: saved pages, PDF, plain text.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::{Document, DocumentKind};
use twolane_law::structure::{Mark, Scheme, label_run};
use twolane_law::{SectionKind, SectionStatus, is_annotation, is_note, section_head, section_run};
use twolane_text::{Line, LineFlags};

use super::chapter_section::{Head, LONGEST_HEADING, LONGEST_TITLE, Page, section};
use super::code::{CODES, Code, scheme};
use super::located::{Found, is_skipped, lines_of, words};
use super::options::StatuteOptions;

/// The most lines that a heading in a table of contents goes on for.
const MOST_LINES: usize = 8;

/// Finds the sections of a chapter or page, in the order of its numbers. Without a given code, only numbers
/// that no other paper has (`31-B:3`) make sections: `Section 4.2` may belong to any bylaw.
pub(super) fn find(document: &Document, options: &StatuteOptions) -> Found {
    let name = options.code.as_deref().unwrap_or("rsa");
    let Some(code) = Code::of_name(name) else {
        let known = CODES.iter().map(|c| c.name).collect::<Vec<_>>().join(", ");
        let problem =
            format!("sections of the code {name:?} can't be told from text; the codes that can are {known}");
        return Found { problems: vec![problem], ..Found::default() };
    };
    let lines = with_brackets(lines_of(document), document.kind, code);
    let heads = heads(&lines, code);
    let chosen = choose(&lines, &heads, code);
    let mut found = Found::default();
    let Some(first) = chosen.first() else { return found };
    let contents = contents(&lines, &heads, &chosen);
    let mut place = Place::default();
    place.pass(&lines, 0..first.line, code, &mut found.problems);
    for (i, head) in chosen.iter().enumerate() {
        let end = chosen.get(i + 1).map_or(lines.len(), |next| next.line);
        let own = own_lines(&lines, head, end, code, document.kind);
        let title = place.title().or_else(|| title_of_file(document));
        let page = Page { lines: &lines, place: &place.names, contents: &contents, code, document };
        let (section, notes) = section(&page, head, own.clone());
        found.notes_left_out += notes;
        let stub = section.section.status != SectionStatus::InForce && section.section.units.is_empty();
        let numbers = std::iter::once(&head.number).chain(head.more.iter().filter(|_| stub));
        for number in numbers {
            match code.citation(number, title.as_deref()) {
                Some(citation) => {
                    let mut section = section.clone();
                    section.section.citation = citation;
                    found.sections.push(section);
                }
                None => found.problems.push(format!("§ {number} is in no title whose number the page gives")),
            }
        }
        place.pass(&lines, own.end..end, code, &mut found.problems);
    }
    found
}

/// The number after the word `title` in a file's name: `24` of `24-chapter-117.html`, `30-a` of `30-a.html`.
static OF_FILE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<number>\d{1,2}(?:-?[a-z])?)(?:[^a-z0-9]|$)").ok());

/// Returns the number of the title that a file's own name gives: `24` of `title-24.html`.
fn title_of_file(document: &Document) -> Option<String> {
    let name = document.meta.get("file")?.to_lowercase();
    let (_, rest) = name.rsplit_once("title")?;
    let rest = rest.trim_start_matches(['.', '-', '_', ' ', '0']);
    Some(OF_FILE.as_ref()?.captures(rest)?.name("number")?.as_str().to_uppercase())
}

/// The label of an item in a list of HTML, whose marks a browser draws.
static ITEM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<label>\d{1,3}|[a-z]{1,5}|[A-Z]{1,5})\.(?P<rest>\s.*)?$").ok());

/// Writes the labels of a web page's lists as the code prints them. A page has `a list of letters`, and its code
/// has brackets around all labels.
fn with_brackets<'l>(lines: Cow<'l, [Line]>, kind: DocumentKind, code: &Code) -> Cow<'l, [Line]> {
    let all = |scheme: &Scheme| scheme.levels.iter().all(|style| style.mark == Mark::Brackets);
    let is_item = |line: &Line| line.flags.contains(LineFlags::LIST_ITEM | LineFlags::PARAGRAPH_START);
    if kind != DocumentKind::Html || !scheme(Some(code.name)).is_some_and(all) || !lines.iter().any(is_item) {
        return lines;
    }
    let mut lines = lines.into_owned();
    for line in lines.iter_mut().filter(|line| is_item(line)) {
        let captures = ITEM.as_ref().and_then(|item| item.captures(&line.text));
        let Some(label) = captures.as_ref().and_then(|c| c.name("label")) else { continue };
        let rest = captures.as_ref().and_then(|c| c.name("rest")).map_or("", |m| m.as_str());
        line.text = format!("({}){rest}", label.as_str());
    }
    Cow::Owned(lines)
}

/// Returns the headings that a page's own table of contents gives, by number.
fn contents(lines: &[Line], heads: &[Head], chosen: &[Head]) -> HashMap<String, String> {
    let starts: HashSet<usize> = heads.iter().map(|head| head.line).collect();
    let sections: HashSet<usize> = chosen.iter().map(|head| head.line).collect();
    let entries = heads.iter().filter(|head| !sections.contains(&head.line));
    let continues = |i: &usize| {
        let line = lines.get(*i).filter(|_| !starts.contains(i));
        line.is_some_and(|l| !l.flags.contains(LineFlags::PARAGRAPH_START) && !is_skipped(l))
    };
    let heading = |head: &Head| {
        let more = (head.line + 1..).take(MOST_LINES + 1).take_while(continues).count();
        // So many lines are the text of a section.
        if more > MOST_LINES {
            return String::new();
        }
        let own = lines.get(head.line).and_then(|l| l.text.get(head.rest..)).unwrap_or("");
        let rest = words(lines, head.line + 1..head.line + 1 + more);
        format!("{own} {rest}").trim().to_owned()
    };
    let titled = entries.map(|head| (head.number.clone(), heading(head)));
    titled.filter(|(_, heading)| !heading.is_empty() && heading.chars().count() <= LONGEST_HEADING).collect()
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
        // `7-148 Fees` as a heading may be a town's own bylaw; `39-1-1 Age` is hardly one.
        let own_form = !code.in_papers || number.as_str().matches('-').count() > 1;
        let bare = code.bare || line.heading.is_some() && own_form;
        let clock = !word && code.name == "rsa" && section_head(&line.text).is_none() && !rest.is_empty();
        let titled = rest.is_empty()
            || rest.starts_with(|c: char| {
                c.is_uppercase() || matches!(c, '[' | '"' | '\u{201c}' | '(' | '-' | '\u{2013}' | '\u{2014}')
            });
        if (word || bare) && titled && !clock && may_start(before, line) {
            let named =
                captures.name("word").is_some_and(|w| w.as_str().eq_ignore_ascii_case(code.prefix.trim()));
            let more = captures.name("more").map(|m| further(code, number.as_str(), m.as_str()));
            let rest = if more.is_some() { number.start() } else { whole.end() };
            let number = number.as_str().to_owned();
            out.push(Head { line: i, number, more: more.unwrap_or_default(), rest, named });
        }
    }
    // Where sections have bare numbers, a line with the code's name is a cross-reference.
    if out.iter().any(|head| !head.named) {
        out.retain(|head| !head.named);
    }
    out
}

/// Returns the numbers that follow the first in a heading: those of a list, and all of a run.
fn further(code: &Code, first: &str, more: &str) -> Vec<String> {
    let Ok(pattern) =
        Regex::new(&format!(r"(?P<joint>[^\w]+|\s*(?:to|through|and)\s*§?\s*)(?P<number>{})", code.number))
    else {
        return Vec::new();
    };
    let mut out: Vec<String> = Vec::new();
    let mut before = first.to_owned();
    for captures in pattern.captures_iter(more) {
        let (Some(joint), Some(number)) = (captures.name("joint"), captures.name("number")) else { continue };
        let joint = joint.as_str();
        let is_run = ["-", "\u{2013}", "\u{2014}", "to", "through"].iter().any(|mark| joint.contains(mark));
        match is_run {
            true => out.extend(section_run(&before, number.as_str()).into_iter().skip(1)),
            false => out.push(number.as_str().to_owned()),
        }
        number.as_str().clone_into(&mut before);
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
fn choose(lines: &[Line], heads: &[Head], code: &Code) -> Vec<Head> {
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
    rising(&candidates, code).into_iter().cloned().collect()
}

/// Returns the longest run of rising numbers, by patience sorting.
fn rising<'a>(heads: &[&'a Head], code: &Code) -> Vec<&'a Head> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(heads.len());
    for (i, head) in heads.iter().enumerate() {
        let at = piles
            .partition_point(|p| heads.get(*p).is_some_and(|h| code.order(&h.number, &head.number).is_lt()));
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
fn own_lines(lines: &[Line], head: &Head, end: usize, code: &Code, kind: DocumentKind) -> Range<usize> {
    let pattern = code.pattern();
    let bare = |line: &Line| {
        pattern
            .as_ref()
            .and_then(|p| p.find(&line.text))
            .is_some_and(|m| m.end() >= line.text.trim_end().len())
    };
    let mut last = head.line + 1;
    // The lines of a heading in a larger size.
    while lines.get(last).is_some_and(|l| {
        last < end
            && l.heading.is_some()
            && !l.flags.contains(LineFlags::PARAGRAPH_START)
            && lines.get(head.line).is_some_and(|h| h.heading == l.heading)
    }) {
        last += 1;
    }
    for (i, line) in lines.iter().enumerate().take(end).skip(last) {
        if is_skipped(line) {
            continue;
        }
        // Under a heading, only a larger one ends the section, since a compact has articles too.
        let level = lines.get(head.line).and_then(|l| l.heading);
        if outer_head(line).is_some() && level.is_none_or(|level| line.heading.is_some_and(|l| l <= level)) {
            break;
        }
        let unlabelled = label_run(&line.text).is_empty();
        let heading = line.heading.is_some() && unlabelled && !is_note(&line.text)
            // A web page sets the name of the next group of sections in capitals.
            || kind == DocumentKind::Html && unlabelled && is_group_name(&line.text);
        if !heading && !bare(line) {
            last = i + 1;
        }
    }
    head.line..last
}

/// Returns true for a name in capitals (`OPEN MEETINGS`), which no sentence of law is.
fn is_group_name(text: &str) -> bool {
    let text = text.trim();
    text.chars().filter(|c| c.is_alphabetic()).count() >= 4
        && text.chars().count() <= 90
        && !text.chars().any(|c| c.is_lowercase() || c.is_ascii_digit())
        && !text.ends_with([';', ',', ':'])
}

/// Returns the label and the rest of `CHAPTER 91-A` or `TITLE VI`.
fn outer_head(line: &Line) -> Option<(SectionKind, &str)> {
    let text = line.text.trim();
    let head = section_head(text)?;
    let outer = matches!(head.kind, SectionKind::Part | SectionKind::Chapter) || {
        head.kind == SectionKind::Article && text.to_uppercase().starts_with("ARTICLE")
    };
    let name = text.get(head.rest..).unwrap_or("").trim();
    let capitals = !name.chars().any(char::is_lowercase);
    let title = name.split_whitespace().count() <= LONGEST_TITLE && !name.ends_with([',', ';']);
    (outer && (capitals || (head.marked || line.heading.is_some()) && title)).then_some((head.kind, name))
}

/// The titles and chapters at the current position.
#[derive(Debug, Default)]
struct Place {
    names: Vec<(SectionKind, String)>,
}

impl Place {
    /// Returns the number of the title at this position: `24` of `Title 24 Municipal Government`.
    fn title(&self) -> Option<String> {
        let names = self.names.iter().map(|(_, name)| name.trim());
        let rest = names
            .filter_map(|name| name.get(..6).filter(|w| w.eq_ignore_ascii_case("title ")).and(name.get(6..)));
        let number =
            |rest: &str| rest.split([' ', '.', ':', ',', '\u{2014}']).next().unwrap_or("").to_owned();
        rest.map(number).find(|n| n.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Takes in headings between sections; reports words that belong to no section.
    fn pass(&mut self, lines: &[Line], range: Range<usize>, code: &Code, problems: &mut Vec<String>) {
        let pattern = code.pattern();
        let mut open = false;
        let mut wrapped = false;
        let mut lost: Vec<&str> = Vec::new();
        for line in lines.get(range).unwrap_or(&[]).iter().filter(|l| !is_skipped(l)) {
            let text = line.text.trim();
            if let Some((kind, name)) = outer_head(line) {
                self.names.retain(|(k, _)| *k < kind);
                self.names.push((kind, text.to_owned()));
                // The name follows where the label has none beside it.
                open = name.is_empty();
                wrapped = line.heading.is_some();
                continue;
            }
            let numbered = pattern.as_ref().is_some_and(|p| p.is_match(text));
            let capitals = !text.chars().any(char::is_lowercase);
            wrapped &= line.heading.is_some() && !line.flags.contains(LineFlags::PARAGRAPH_START);
            let goes_on = wrapped || open && !is_annotation(text);
            if goes_on && !numbered && (capitals || line.heading.is_some()) && text.chars().count() <= 200 {
                if let Some((_, name)) = self.names.last_mut() {
                    name.push(' ');
                    name.push_str(text);
                }
                continue;
            }
            open = false;
            if !numbered && line.heading.is_none() && !is_group_name(text) {
                lost.push(text);
            }
        }
        if let Some(first) = lost.first() {
            let shown: String = first.chars().take(60).collect();
            problems.push(format!("{} lines stand in no section; the first is {shown:?}", lost.len()));
        }
    }
}

#[cfg(test)]
mod tests;
