//! Quotes cut so that they mislead. Words can match their source exactly and still say something else: "$5" of "$5
//! million", "person shall keep" of "No person shall keep".

use std::collections::HashMap;
use std::ops::Range;

use crate::check::prose::is_reporting;
use crate::find::candidate::candidates;
use crate::options::AnswerOptions;
use twolane_text::{LineFlags, Source, SourceId, TokenKind, tokens};

/// Bytes on each side of a quote that are searched for a number that it may cut.
const BESIDE: usize = 96;

/// Words that negate, limit or qualify the words beside them.
const TELLING: &[&str] = &[
    "no",
    "not",
    "never",
    "nor",
    "neither",
    "none",
    "nothing",
    "nobody",
    "nowhere",
    "without",
    "cannot",
    "unless",
    "except",
    "excepting",
    "excluding",
    "exempt",
    "only",
    "solely",
    "if",
    "whether",
    "provided",
    "providing",
    "until",
    "till",
    "while",
    "when",
    "whenever",
    "where",
    "wherever",
    "before",
    "after",
    "within",
    "may",
    "must",
    "shall",
    "should",
    "can",
    "could",
    "will",
    "would",
    "might",
    "least",
    "most",
    "more",
    "less",
    "fewer",
    "than",
    "up",
    "over",
    "under",
    "above",
    "below",
    "between",
    "any",
    "all",
    "each",
    "every",
    "some",
    "both",
    "either",
    "but",
    "however",
    "although",
    "though",
    "subject",
    "notwithstanding",
    "otherwise",
    "instead",
    "prohibited",
    "unlawful",
    "forbidden",
    "illegal",
    "denied",
    "refused",
    "rejected",
    "failed",
    "void",
    "repealed",
    "rescinded",
    "withdrawn",
    "tabled",
    "false",
    "untrue",
    "alleged",
    "allegedly",
    "proposed",
    "draft",
    "hardly",
    "rarely",
    "half",
    "about",
    "approximately",
    "per",
];

/// Most quotes of one source that support one fact together.
const MOST_PIECES: usize = 64;

/// Words that continue a number.
const SCALES: &[&str] = &[
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "dozen",
    "percent",
    "half",
    "quarter",
    "k",
    "m",
    "bn",
    "mm",
    "mil",
    "dollars",
    "cents",
    "point",
];

/// Words that end a number.
const JOINING: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "that", "the", "to",
    "was", "were", "with", "are", "has", "have", "which", "who",
];

/// Borders between sentences and rows of one source, as byte offsets in its reading text.
struct Borders {
    starts: Vec<usize>,
    ends: Vec<usize>,
}

/// Cache of the sentence borders of each source; each source is split once.
pub(super) struct Cuts {
    options: AnswerOptions,
    known: HashMap<SourceId, Borders>,
}

impl Cuts {
    pub(super) fn new() -> Self {
        Cuts { options: AnswerOptions::default(), known: HashMap::new() }
    }

    /// Returns the reason why a quote of these bytes may mislead. `beside` holds the bytes of all pieces shown together
    /// with the quote, the quote included. With `whole`, the quote must consist of whole sentences.
    pub(super) fn problem(
        &mut self,
        source: &Source,
        bytes: &Range<usize>,
        beside: &[Range<usize>],
        whole: bool,
    ) -> Option<String> {
        let text = source.reading().text();
        let quote = text.get(bytes.clone())?;
        let flags = flags_of(source, bytes);
        if flags.contains(LineFlags::HIDDEN) {
            return Some("is on lines that are hidden on the page".into());
        }
        if flags.contains(LineFlags::INSTRUCTION) {
            return Some("is on a line that is an instruction to a language model".into());
        }
        // Pieces of one statement count together.
        let shown: usize = beside.iter().filter_map(|b| text.get(b.clone())).map(|t| words(t).count()).sum();
        let count = shown.max(words(quote).count());
        if beside.len() > MOST_PIECES {
            return Some("is one quote too many for one statement".into());
        }
        if count < self.options.verify.min_quote_words && !flags.contains(LineFlags::TABLE_ROW) {
            let least = self.options.verify.min_quote_words;
            return Some(format!("has fewer than {least} words, so it could mean anything"));
        }
        if source.statements().turned_by_cut(source.reading(), beside) {
            return Some("leaves out words that change the sentence: its beginning, a condition, or the lead-in to its list".into());
        }
        let run = run_of(text, bytes, beside);
        let borders = self.borders(source);
        let start =
            *borders.starts.get(borders.starts.partition_point(|s| *s <= run.start).checked_sub(1)?)?;
        let end = borders.ends.get(borders.ends.partition_point(|e| *e < run.end)).copied();
        let end = end.unwrap_or(text.len());
        // Text that another piece shows does not count as left out.
        let shown = beside.iter().filter(|b| b.end <= run.start).map(|b| b.end).max();
        let follows = beside.iter().filter(|b| b.start >= run.end).map(|b| b.start).min();
        let before = text.get(start.max(shown.unwrap_or(0)).min(run.start)..run.start).unwrap_or("");
        let after = text.get(run.end..end.min(follows.unwrap_or(end)).max(run.end)).unwrap_or("");
        let (open, close) = (!before.trim().is_empty(), !after.trim().is_empty());
        if let Some(what) = cut_number(text, &run, open, close) {
            return Some(what);
        }
        if let Some(lead) = governing(before) {
            return Some(format!("is a clause that depends on “{lead}” before it"));
        }
        for (left, side) in [(before, "before"), (after, "after")] {
            if let Some(word) = telling(left) {
                return Some(format!("is cut out of its sentence, which has “{word}” {side} it"));
            }
            if let Some(word) = words(left).find(|word| is_reporting(word)) {
                return Some(format!("is reported speech: “{word}” comes {side} it"));
            }
            if whole && words(left).next().is_some() {
                return Some(format!("is part of a sentence that continues {side} it"));
            }
        }
        None
    }

    fn borders(&mut self, source: &Source) -> &Borders {
        let options = &self.options;
        self.known.entry(source.id().clone()).or_insert_with(|| {
            let text = source.reading().text();
            let mut starts = vec![0];
            let mut ends = Vec::new();
            for candidate in candidates(source, 0..source.lines().len(), options) {
                for bytes in candidate.pieces.iter().chain([&candidate.bytes]) {
                    let piece = text.get(bytes.clone()).unwrap_or("");
                    let lead = piece.len() - piece.trim_start().len();
                    starts.push(bytes.start + lead);
                    ends.push(bytes.start + piece.trim_end().len());
                }
            }
            starts.sort_unstable();
            ends.sort_unstable();
            Borders { starts, ends }
        })
    }
}

/// Returns the last words of an omitted beginning on which the rest hangs: "Motion to", "believes that", "Wrong:".
fn governing(before: &str) -> Option<String> {
    let mut tail: Vec<&str> = before.split_whitespace().rev().take(2).collect();
    let last = tail.first()?;
    let hangs = last.ends_with(':') || ["that", "to"].contains(&last.to_lowercase().as_str());
    tail.reverse();
    hangs.then(|| tail.join(" "))
}

/// Returns the bytes of a quote, extended by the pieces that adjoin it.
fn run_of(text: &str, bytes: &Range<usize>, beside: &[Range<usize>]) -> Range<usize> {
    let mut sorted = beside.to_vec();
    sorted.sort_unstable_by_key(|b| b.start);
    let mut run = bytes.clone();
    let adjoin = |a: usize, b: usize| text.get(a..b).is_some_and(|t| words(t).next().is_none());
    for piece in &sorted {
        if piece.start >= run.start && piece.end > run.end && adjoin(run.end.min(piece.start), piece.start) {
            run.end = piece.end;
        }
    }
    for piece in sorted.iter().rev() {
        if piece.end <= run.end && piece.start < run.start && adjoin(piece.end.min(run.start), run.start) {
            run.start = piece.start;
        }
    }
    run
}

/// Returns the union of the flags of all lines that the bytes touch.
pub(super) fn flags_of(source: &Source, bytes: &Range<usize>) -> LineFlags {
    let lines = source.reading().lines_of(bytes.clone()).unwrap_or(0..0);
    source.lines().get(lines).unwrap_or(&[]).iter().fold(LineFlags::empty(), |all, l| all | l.flags)
}

/// Finds a number, date, time or section that continues beyond these bytes. An end at a border of a sentence or row
/// (`open`, `close` false) cuts nothing.
fn cut_number(text: &str, bytes: &Range<usize>, open: bool, close: bool) -> Option<String> {
    let from = floor(text, bytes.start.saturating_sub(BESIDE));
    let to = ceil(text, (bytes.end + BESIDE).min(text.len()));
    let (before, inner, after) =
        (text.get(from..bytes.start)?, text.get(bytes.clone())?, text.get(bytes.end..to)?);
    let cut = |what: &str| Some(format!("cuts “{}”", what.trim()));
    for edge in [open.then_some(bytes.start), close.then_some(bytes.end)].into_iter().flatten() {
        let (a, b) = (floor(text, edge.saturating_sub(BESIDE)), ceil(text, (edge + BESIDE).min(text.len())));
        for token in tokens(text.get(a..b)?) {
            let range = a + token.range.start..a + token.range.end;
            let counts = matches!(
                token.kind,
                TokenKind::Number | TokenKind::Date | TokenKind::Time | TokenKind::Section
            );
            if counts && range.start < edge && edge < range.end {
                return cut(&token.raw);
            }
        }
    }
    let is_part = |c: char| c.is_numeric() || "-−–‐‑/⁄.,$€£¥¢%‰°+±(#§½¼¾'’′″".contains(c);
    if open && inner.starts_with(|c: char| c.is_numeric() || "$€£¥.".contains(c)) {
        let number = before.chars().next_back().is_some_and(is_part);
        let spaced = last_word(before).is_some_and(goes_on);
        if number || spaced {
            return cut(&format!("{}{}", last(before), first(inner)));
        }
    }
    if close && inner.ends_with(|c: char| c.is_numeric() || "%$€£".contains(c)) {
        let mut behind = after.chars();
        let number = match (behind.next(), behind.next()) {
            // A mark that ends the sentence.
            (Some('.' | ','), next) => next.is_some_and(char::is_numeric),
            (Some(c), _) => is_part(c) && c != '(',
            _ => false,
        };
        if number {
            return cut(&format!("{}{}", last(inner), first(after)));
        }
    }
    // A number without the noun that it counts.
    if close && after.starts_with(char::is_whitespace) && goes_on(last(inner).trim_start_matches('$')) {
        let next = first(after);
        let joins = JOINING.contains(&next) || !next.starts_with(char::is_alphanumeric);
        if !joins || words(after).next().is_some_and(goes_on) {
            return cut(&format!("{} {next}", last(inner)));
        }
    }
    None
}

/// Returns true for a word that continues a number.
fn goes_on(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.starts_with(char::is_numeric)
        || SCALES.contains(&lower.as_str())
        || tokens(&lower).iter().any(|t| t.kind == TokenKind::Number)
}

fn first(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

fn last(text: &str) -> &str {
    text.split_whitespace().next_back().unwrap_or("")
}

fn last_word(text: &str) -> Option<&str> {
    let word = text.ends_with(char::is_whitespace).then(|| last(text))?;
    (!word.is_empty() && word.ends_with(char::is_alphanumeric)).then_some(word)
}

/// Returns the first qualifying word of a text.
pub(super) fn telling(text: &str) -> Option<&str> {
    words(text).find(|word| {
        let lower = word.to_lowercase().replace('’', "'");
        TELLING.contains(&lower.as_str()) || lower.ends_with("n't")
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').filter(|w| !w.is_empty())
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
