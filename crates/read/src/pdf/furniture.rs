//! Running heads and page numbers: lines at the edge of a page that repeat without information.
//!
//! A line is marked only when nothing would be lost without it: it holds a page number that counts
//! with the page, or it is equal to the letter on the pages around, apart from such a number. A
//! line whose value differs between pages is content, wherever it is on the page. When in doubt,
//! the line stays.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::Page;
use twolane_text::LineFlags;

use super::geometry::lower_quartile;
use super::printed_number::{PrintedNumber, printed_number};

/// Pages looked at on each side. Heads change with chapters and alternate between left and right.
const REACH: usize = 8;

/// Share of the page's height, at top and at bottom, in which furniture is looked for.
const ZONE: f32 = 0.13;

/// Lines from the outside looked at, at top and bottom each.
const DEPTH: usize = 6;

/// Most characters of a running head.
const LONGEST: usize = 160;

/// Least number of consecutive pages with a running head.
const RUN: usize = 3;

/// Most points by which the places of a repeated line differ.
const NEAR: f32 = 3.0;

/// Words before a number that make it the name of a thing and not a page number.
const DESIGNATORS: &[&str] = &[
    "account",
    "addendum",
    "amendment",
    "appendix",
    "application",
    "article",
    "attachment",
    "aye",
    "ayes",
    "bid",
    "bill",
    "block",
    "book",
    "bylaw",
    "case",
    "chapter",
    "check",
    "claim",
    "contract",
    "district",
    "docket",
    "exhibit",
    "figure",
    "file",
    "form",
    "fund",
    "invoice",
    "item",
    "license",
    "lot",
    "map",
    "motion",
    "nay",
    "nays",
    "no",
    "nos",
    "number",
    "order",
    "ordinance",
    "parcel",
    "part",
    "permit",
    "petition",
    "phase",
    "plan",
    "plat",
    "policy",
    "precinct",
    "project",
    "question",
    "record",
    "regulation",
    "resolution",
    "route",
    "rule",
    "schedule",
    "sec",
    "section",
    "step",
    "subpart",
    "table",
    "title",
    "total",
    "tract",
    "unit",
    "volume",
    "vote",
    "votes",
    "ward",
    "warrant",
    "yes",
    "zone",
];

/// Words of an outcome: a line with one says how something ended, however often it is repeated.
const OUTCOMES: &[&str] = &[
    "accepted",
    "adopted",
    "affirmed",
    "allowed",
    "approved",
    "carried",
    "closed",
    "complied",
    "continued",
    "defeated",
    "denied",
    "dismissed",
    "disapproved",
    "failed",
    "granted",
    "issued",
    "lost",
    "no",
    "none",
    "paid",
    "passed",
    "pending",
    "postponed",
    "rejected",
    "settled",
    "tabled",
    "unanimous",
    "unanimously",
    "unpaid",
    "vacant",
    "vetoed",
    "void",
    "voided",
    "withdrawn",
    "yes",
];

/// Marks running heads and page numbers, and gives pages the number printed on them as a label
/// where no label is known and the two differ.
pub(super) fn mark(pages: &mut [Page]) {
    let seen: Vec<Vec<Candidate>> = pages.iter().map(candidates).collect();
    let mut roles: BTreeMap<(usize, usize), Role> = BTreeMap::new();
    for (page, line, label) in page_numbers(&seen) {
        roles.insert((page, line), Role::Number(label));
    }
    for key in running_heads(&seen, &roles) {
        roles.entry(key).or_insert(Role::Head);
    }
    for (index, page) in pages.iter_mut().enumerate() {
        let kept = from_the_edge(page, seen.get(index).map_or(&[], Vec::as_slice), |line| {
            roles.contains_key(&(index, line))
        });
        // A page of nothing but repeated lines has no other text: they are its content.
        let is_number = |line: &usize| matches!(roles.get(&(index, *line)), Some(Role::Number(_)));
        let bare = page.lines.iter().enumerate().all(|(line, l)| {
            l.flags.contains(LineFlags::HIDDEN) || (kept.contains(&line) && !is_number(&line))
        });
        for line in kept {
            match roles.get(&(index, line)) {
                Some(Role::Number(label)) => {
                    flag(page, line, LineFlags::PAGE_NUMBER);
                    if page.label.is_none() && page.number.to_string() != *label {
                        page.label = Some(label.clone());
                    }
                }
                Some(Role::Head) if !bare => flag(page, line, LineFlags::RUNNING_HEAD),
                _ => {}
            }
        }
    }
}

fn flag(page: &mut Page, line: usize, flag: LineFlags) {
    if let Some(line) = page.lines.get_mut(line) {
        line.flags.insert(flag);
        line.flags.remove(LineFlags::PARAGRAPH_START | LineFlags::LIST_ITEM);
    }
}

/// Part that a line at the edge of a page may play.
enum Role {
    /// The page's number, as printed.
    Number(String),
    /// A running head or foot.
    Head,
}

/// Returns lines with a role, from the top and from the bottom up to the first line without one. A
/// row of a table goes only with its whole table. A line that could be a statement goes only where
/// a gap separates it from the text.
fn from_the_edge(page: &Page, seen: &[Candidate], has_role: impl Fn(usize) -> bool) -> Vec<usize> {
    let is_row = |line: usize| page.lines.get(line).is_some_and(|l| l.flags.contains(LineFlags::TABLE_ROW));
    // A group label below a head is a line of their table.
    let in_table = |line: usize| is_row(line) || (is_row(line + 1) && line > 0 && is_row(line - 1));
    let whole_table = |line: usize| {
        !is_row(line)
            || ((line + 1..).take_while(|next| in_table(*next)).all(&has_role)
                && (0..line).rev().take_while(|before| is_row(*before)).all(&has_role))
    };
    let mut kept = Vec::new();
    for at_top in [true, false] {
        let mut side: Vec<&Candidate> = seen.iter().filter(|c| c.at_top == at_top).collect();
        side.sort_by_key(|candidate| candidate.depth);
        let outer = side.iter().take_while(|c| has_role(c.line) && whole_table(c.line)).count();
        let mut block = side.get(..outer).unwrap_or(&[]);
        while let Some((last, rest)) = block.split_last() {
            if !is_statement(&last.text) || last.stands_apart {
                break;
            }
            block = rest;
        }
        kept.extend(block.iter().map(|candidate| candidate.line));
    }
    kept
}

/// `Posted: 9-14-2021`, `The motion has been read.`
fn is_statement(text: &str) -> bool {
    text.ends_with(['.', ';', '?', '!']) || text.split_once(": ").is_some_and(|(_, value)| !value.is_empty())
}

/// A line near the top or the bottom of its page.
struct Candidate {
    line: usize,
    /// Text with single spaces.
    text: String,
    at_top: bool,
    /// Distance from the top or the bottom edge in points.
    place: f32,
    /// Left and right edge.
    extent: (f32, f32),
    number: Option<PrintedNumber>,
    /// Numbers in it that may count with the page.
    counters: Vec<Counter>,
    /// Lines further out.
    depth: usize,
    /// A gap wider than the page's usual one parts it from the next line further in.
    stands_apart: bool,
}

fn candidates(page: &Page) -> Vec<Candidate> {
    let Some((_, height)) = page.size else { return Vec::new() };
    let mut placed: Vec<(usize, [f32; 4])> = page
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.flags.intersects(LineFlags::HIDDEN | LineFlags::ROTATED))
        .filter_map(|(index, line)| line.bounds.map(|b| (index, b)))
        .collect();
    placed.sort_by(|a, b| a.1[1].total_cmp(&b.1[1]));
    let gaps = placed.windows(2).filter_map(|pair| match pair {
        [(_, a), (_, b)] => Some(b[1] - a[3]),
        _ => None,
    });
    let usual = lower_quartile(gaps.filter(|gap| *gap > 0.0).collect());
    let mut out = Vec::new();
    for at_top in [true, false] {
        let mut inwards = placed.clone();
        if !at_top {
            inwards.reverse();
        }
        for (depth, (line, bounds)) in inwards.iter().enumerate().take(DEPTH) {
            let in_zone =
                if at_top { bounds[3] <= ZONE * height } else { bounds[1] >= (1.0 - ZONE) * height };
            let Some(text) = page.lines.get(*line).map(|l| l.text.as_str()).filter(|_| in_zone) else {
                continue;
            };
            if text.len() > LONGEST {
                continue;
            }
            let stands_apart = inwards.get(depth + 1).is_none_or(|(_, next)| {
                let gap = if at_top { next[1] - bounds[3] } else { bounds[1] - next[3] };
                gap > usual.max(0.0) + 0.5 * (bounds[3] - bounds[1])
            });
            out.push(Candidate {
                line: *line,
                text: text.split_whitespace().collect::<Vec<_>>().join(" "),
                at_top,
                place: if at_top { bounds[1] } else { height - bounds[3] },
                extent: (bounds[0], bounds[2]),
                number: printed_number(text),
                counters: counters(text),
                depth,
                stands_apart,
            });
        }
    }
    out
}

/// A number within a line that may be the page's, and the line around it.
struct Counter {
    value: i64,
    /// The line with `#` for the number.
    frame: String,
    /// "Page" or "of" says that it is one.
    is_named: bool,
    /// True if it is in a cell of its own.
    is_alone: bool,
}

/// Numbers of a line that could count with the page: `Page 3 of 12`, `Town Code 3`, `Fees - 3`. A number
/// right after the name of a thing (`Article 3`, `Yes 97`) is never one.
fn counters(text: &str) -> Vec<Counter> {
    let cells: Vec<Vec<&str>> = text.split("  ").map(|cell| cell.split_whitespace().collect()).collect();
    let words: Vec<(&str, bool)> =
        cells.iter().flat_map(|cell| cell.iter().map(|word| (*word, cell.len() == 1))).collect();
    let mut out = Vec::new();
    for (index, (word, is_alone)) in words.iter().enumerate() {
        let digits = word.trim_matches(['[', ']', '(', ')', '-', '|', '\u{2013}', '\u{2014}', '\u{2022}']);
        let short = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let Some(value) = digits.parse::<i64>().ok().filter(|_| short) else { continue };
        let before = index.checked_sub(1).and_then(|i| words.get(i)).map(|w| bare_word(w.0));
        let after = words.get(index + 1).map(|w| bare_word(w.0));
        let last = words.get(index + 2).map_or("", |w| w.0).trim_end_matches(['.', ')', ']', '|']);
        let is_page = |word: &Option<String>| matches!(word.as_deref(), Some("page" | "pg" | "p"));
        let counted = after.as_deref() == Some("of") && last.parse::<u32>().is_ok()
            || after.as_deref().and_then(|a| a.strip_prefix("of")).is_some_and(|n| n.parse::<u32>().is_ok());
        let at_end = index == 0 || index + 1 == words.len();
        // `Page 3` opens the line or `3 of 12` closes it: within a sentence it is a reference.
        let follows = if after.as_deref() == Some("of") { 2 } else { usize::from(counted) };
        let closes = index + follows + 1 >= words.len();
        let is_named = (is_page(&before) && (index == 1 || closes))
            || (counted && (index == 0 || closes) && !before.as_deref().is_some_and(is_designator));
        let several = words.iter().filter(|w| w.0.contains(char::is_alphabetic)).count() >= 2;
        // A dash or a bar sets a number off as a cell does: `RESOURCES - 3`.
        let is_alone = &(*is_alone || before.as_deref() == Some(""));
        let names = before.as_deref().is_some_and(is_designator) && !is_alone;
        if is_named || (!names && (*is_alone || (at_end && several))) {
            let frame = words
                .iter()
                .enumerate()
                .map(|(i, w)| if i == index { w.0.replace(digits, "#") } else { w.0.to_owned() })
                .collect::<Vec<_>>()
                .join(" ");
            out.push(Counter { value, frame, is_named, is_alone: *is_alone });
        }
    }
    out
}

fn bare_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn is_designator(word: &str) -> bool {
    DESIGNATORS.contains(&word)
}

/// A candidate and the index of its page.
type OnPage<'c> = (usize, &'c Candidate);

/// Lines that repeat: the same text, but for a number that counts with the page, at the same place of
/// enough pages in a row.
fn running_heads(
    seen: &[Vec<Candidate>],
    numbers: &BTreeMap<(usize, usize), Role>,
) -> BTreeSet<(usize, usize)> {
    let mut lines: HashMap<(bool, &str, i64), Vec<OnPage<'_>>> = HashMap::new();
    for (page, candidates) in seen.iter().enumerate() {
        let numbered = candidates.iter().any(|c| numbers.contains_key(&(page, c.line)));
        for candidate in candidates {
            lines.entry((candidate.at_top, &candidate.text, i64::MAX)).or_default().push((page, candidate));
            for counter in &candidate.counters {
                let offset = counter.value - i64::try_from(page).unwrap_or(i64::MAX);
                // A number past the page's own counts something else, unless the line says so.
                if !counter.is_named && (numbered || offset > 1) {
                    continue;
                }
                lines.entry((candidate.at_top, &counter.frame, offset)).or_default().push((page, candidate));
            }
        }
    }
    let mut out = BTreeSet::new();
    for ((_, text, offset), alike) in &lines {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 2 || states_outcome(text) {
            continue;
        }
        for (page, candidate) in alike {
            let counter = candidate.counters.iter().find(|c| *offset != i64::MAX && c.frame == *text);
            // The number itself says that the line repeats.
            let sure = counter.is_some_and(|c| c.is_named || (c.is_alone && *offset == 1));
            if is_repeated(seen, alike, *page, candidate, if sure { 2 } else { RUN }) {
                out.insert((*page, candidate.line));
            }
        }
    }
    out
}

/// `Decision: GRANTED`, `Motion carried`, `Yes`: the value of a line begins or ends with an outcome.
fn states_outcome(text: &str) -> bool {
    let value = text.rsplit_once(": ").map_or(text, |(_, value)| value);
    let words = value.split_whitespace();
    let ends = [words.clone().next(), words.last()];
    ends.into_iter()
        .flatten()
        .any(|word| !word.eq_ignore_ascii_case("no.") && OUTCOMES.contains(&bare_word(word).as_str()))
}

/// Returns true if a line is at one place on enough consecutive pages, or on every other page. It
/// may be missing from a page between, but a different line in its place there shows that it is a
/// value.
fn is_repeated(
    seen: &[Vec<Candidate>],
    alike: &[OnPage<'_>],
    page: usize,
    candidate: &Candidate,
    needed: usize,
) -> bool {
    let pages: BTreeSet<usize> = alike
        .iter()
        .filter(|(other, line)| other.abs_diff(page) <= REACH && (line.place - candidate.place).abs() <= NEAR)
        .filter(|(other, line)| {
            // Heads of facing pages are mirrored.
            other.abs_diff(page) % 2 == 1 || is_aligned(line.extent, candidate.extent)
        })
        .map(|(other, _)| *other)
        .collect();
    let other_there = |page: usize| {
        seen.get(page).is_some_and(|lines| {
            lines.iter().any(|line| {
                line.at_top == candidate.at_top
                    && (line.place - candidate.place).abs() <= NEAR
                    && line.extent.0 < candidate.extent.1
                    && line.extent.1 > candidate.extent.0
            })
        })
    };
    let every_other = pages.iter().all(|other| other.abs_diff(page) % 2 == 0);
    let step = if every_other { 2 } else { 1 };
    let walk = |forward: bool| {
        let (mut at, mut count, mut missing) = (page, 0usize, 0usize);
        loop {
            let next = if forward { at.checked_add(step) } else { at.checked_sub(step) };
            let Some(next) = next.filter(|next| *next < seen.len() && next.abs_diff(page) <= REACH) else {
                break;
            };
            if pages.contains(&next) {
                count += 1;
                missing = 0;
            } else if missing > 0 || other_there(next) {
                break;
            } else {
                missing += 1;
            }
            at = next;
        }
        (at, count)
    };
    let ((_, before), (_, after)) = (walk(false), walk(true));
    // A different line between two of its pages is another value of the same thing.
    let first = pages.first().copied().unwrap_or(page);
    let last = pages.last().copied().unwrap_or(page);
    let is_value =
        !every_other && (first..=last).any(|between| !pages.contains(&between) && other_there(between));
    before + after + 1 >= needed && !is_value
}

/// True for boxes that share an edge or their middle.
fn is_aligned(a: (f32, f32), b: (f32, f32)) -> bool {
    (a.0 - b.0).abs() <= NEAR || (a.1 - b.1).abs() <= NEAR || (a.0 + a.1 - b.0 - b.1).abs() <= 2.0 * NEAR
}

/// Numbers that keep the same distance to the page's own number on neighbouring pages, at one place. A
/// document of one or two pages prints 1 and 2.
fn page_numbers(seen: &[Vec<Candidate>]) -> Vec<(usize, usize, String)> {
    let mut by_offset: BTreeMap<(&str, i64), Vec<OnPage<'_>>> = BTreeMap::new();
    let offset_of =
        |number: &PrintedNumber, page: usize| number.value - i64::try_from(page).unwrap_or(i64::MAX);
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            if let Some(number) = &candidate.number {
                let series = (number.series.as_str(), offset_of(number, page));
                by_offset.entry(series).or_default().push((page, candidate));
            }
        }
    }
    let mut out = Vec::new();
    for (page, candidates) in seen.iter().enumerate() {
        for candidate in candidates {
            let Some(number) = &candidate.number else { continue };
            let offset = offset_of(number, page);
            let same = by_offset.get(&(number.series.as_str(), offset)).map_or(&[][..], Vec::as_slice);
            let near: BTreeSet<usize> = same
                .iter()
                .filter(|(other, line)| {
                    other.abs_diff(page) <= REACH
                        && *other != page
                        && line.at_top == candidate.at_top
                        && (line.place - candidate.place).abs() <= 2.0 * NEAR
                })
                .map(|(other, _)| *other)
                .collect();
            let counts_from_one = number.series.is_empty() && offset == 1;
            let needed = match seen.len() {
                0..=2 if counts_from_one => 0,
                _ if counts_from_one || number.is_named || !number.series.is_empty() => 1,
                _ => 2,
            };
            if near.len() >= needed {
                out.push((page, candidate.line, number.label.clone()));
            }
        }
    }
    out
}
