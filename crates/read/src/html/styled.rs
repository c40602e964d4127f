//! Running text with its raised, lowered, struck and linked stretches, as plain text.

use std::collections::{BTreeMap, BTreeSet};

use crate::scripts::{fraction, subscript, superscript};

/// Style of a stretch of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Style {
    /// Text as a superscript.
    Raised,
    /// Text as a subscript.
    Lowered,
    /// Text that was deleted.
    Struck,
    /// Text that was added.
    Added,
    /// A link to the element with this id.
    Link(String),
}

/// The last superscript, which may turn out to be a numerator.
#[derive(Debug, Clone)]
struct Raised {
    start: usize,
    end: usize,
    raw: String,
    /// The superscript as shown, where it was not known as a footnote mark before.
    new_mark: Option<String>,
}

/// A buffer of text with the styles that are open.
#[derive(Debug, Default)]
pub(crate) struct StyledText {
    text: String,
    /// Open styles, outermost first, and where each began.
    open: Vec<(Style, usize)>,
    raised: Option<Raised>,
    /// End of the last struck stretch.
    struck_end: Option<usize>,
    /// End of the last fraction, which no digit may follow.
    fraction_end: Option<usize>,
    /// Raised marks within the text so far.
    marks: BTreeSet<String>,
    /// Marks by the id that their link leads to.
    notes: BTreeMap<String, String>,
    /// Something struck has been seen.
    pub(crate) has_struck: bool,
    /// Something added has been seen.
    pub(crate) has_added: bool,
}

/// Most marks and links that are remembered.
const MOST_NOTES: usize = 10_000;

/// Longest text of a mark, in characters.
const LONGEST_MARK: usize = 6;

/// A raised text longer than this is small print, not a mark.
const LONGEST_RAISED: usize = 12;

impl StyledText {
    pub(crate) fn push(&mut self, text: &str) {
        if let Some(rest) = self.slash_fraction(text) {
            self.text.push_str(rest);
            return;
        }
        let digit_first = text.starts_with(|c: char| c.is_ascii_digit());
        if digit_first && self.fraction_end == Some(self.text.len()) {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// Completes a fraction whose numerator alone is raised (`<sup>1</sup>/2`); returns the text after it.
    fn slash_fraction<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let raised =
            self.raised.clone().filter(|r| r.end == self.text.trim_end().len() && is_number(&r.raw))?;
        let after = text.strip_prefix(['/', '⁄', '∕'])?;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let (denominator, rest) = after.split_at_checked(digits)?;
        let is_usual = matches!(denominator, "2" | "3" | "4" | "8" | "16" | "32" | "64");
        let is_below_one = raised.raw.parse::<u8>().ok()? < denominator.parse().ok()?;
        let fits = is_usual && is_below_one && self.text.is_char_boundary(raised.start);
        if !fits || self.open.iter().any(|(_, from)| *from > raised.start) {
            return None;
        }
        self.text.truncate(raised.start);
        if let Some(mark) = &raised.new_mark {
            self.marks.remove(mark);
        }
        self.push_fraction(&raised.raw, denominator);
        Some(rest)
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Inserts `text` at `at`, when only blanks follow `end`.
    pub(crate) fn insert(&mut self, at: usize, end: usize, text: &str) -> bool {
        let fits = self.text.is_char_boundary(at)
            && self.text.get(end..).is_some_and(|rest| rest.trim().is_empty())
            && self.open.iter().all(|(_, from)| *from <= at);
        if fits {
            self.text.insert_str(at, text);
            self.raised = None;
            self.struck_end = None;
            self.fraction_end = None;
        }
        fits
    }

    /// Adds a formula; it never joins a figure before or after it.
    pub(crate) fn push_formula(&mut self, formula: &str) {
        self.part_from(formula);
        self.text.push_str(formula);
        self.fraction_end = Some(self.text.len());
    }

    pub(crate) fn open(&mut self, style: Style) {
        self.open.push((style, self.text.len()));
    }

    /// Returns true where a style of this kind is open.
    pub(crate) fn is_open(&self, style: &Style) -> bool {
        self.open.iter().any(|(open, _)| open == style)
    }

    /// Closes the innermost style.
    pub(crate) fn close(&mut self) {
        let Some((style, from)) = self.open.pop() else { return };
        let Some(tail) = self.text.get(from..).map(str::to_owned) else { return };
        if tail.trim().is_empty() {
            return;
        }
        match style {
            Style::Raised if !self.is_open(&Style::Raised) => self.close_raised(from, &tail),
            Style::Lowered => self.close_lowered(from, &tail),
            Style::Struck if !self.is_open(&Style::Struck) => self.close_struck(from, &tail),
            Style::Added => self.has_added = true,
            Style::Link(id) => self.close_link(id, from, &tail),
            Style::Raised | Style::Struck => {}
        }
    }

    /// Closes the innermost open style of this kind, and those within it.
    pub(crate) fn close_style(&mut self, style: &Style) {
        if self.is_open(style) {
            while self.open.last().is_some_and(|(open, _)| open != style) {
                self.close();
            }
            self.close();
        }
    }

    /// Closes all styles.
    pub(crate) fn close_all(&mut self) {
        while !self.open.is_empty() {
            self.close();
        }
    }

    /// Returns the text so far; open styles go on in the text that follows.
    pub(crate) fn take(&mut self) -> String {
        let open: Vec<Style> = self.open.iter().map(|(style, _)| style.clone()).collect();
        self.close_all();
        self.open = open.into_iter().map(|style| (style, 0)).collect();
        self.raised = None;
        self.struck_end = None;
        self.fraction_end = None;
        std::mem::take(&mut self.text)
    }

    /// The mark whose link leads to the element with this id.
    pub(crate) fn note(&self, id: &str) -> Option<&str> {
        self.notes.get(id).map(String::as_str)
    }

    /// Returns true where the block's first word is a mark that the text before it holds.
    pub(crate) fn begins_with_mark(&self, block: &str) -> bool {
        let word = block.split(' ').next().unwrap_or("");
        let bracketed = word.starts_with('[') && word.ends_with(']');
        self.marks.contains(word) || bracketed && self.marks.contains(&superscript(word))
    }

    fn close_raised(&mut self, from: usize, tail: &str) {
        let raw = tail.trim();
        self.text.truncate(from);
        let parts = raw.split_once(['/', '⁄', '∕']);
        if let Some((numerator, denominator)) = parts.filter(|(n, d)| is_number(n) && is_number(d)) {
            self.push_fraction(numerator, denominator);
        } else if raw.chars().count() > LONGEST_RAISED && raw.contains(char::is_alphabetic) {
            self.push_apart(raw);
        } else {
            let first = self.is_blank();
            let last_word = self.text.rsplit(|c: char| !c.is_alphanumeric()).next();
            // Names such as McKay, set with a raised c.
            let shown = if raw == "c" && last_word == Some("M") { raw.to_owned() } else { superscript(raw) };
            self.text.push_str(&shown);
            let end = self.text.len();
            let starts_note = first && (shown.starts_with('[') || is_note_sign(&shown));
            let is_mark = !first
                && !shown.contains(|c: char| c.is_ascii_alphabetic() && !shown.starts_with('['))
                && self.marks.len() < MOST_NOTES
                && self.marks.insert(shown.clone());
            self.raised =
                Some(Raised { start: from, end, raw: raw.to_owned(), new_mark: is_mark.then_some(shown) });
            if starts_note {
                self.text.push(' ');
            }
        }
        self.keep_blank(tail);
    }

    fn close_lowered(&mut self, from: usize, tail: &str) {
        let raw = tail.trim();
        if let Some(raised) = self.raised.take() {
            let between = self.text.get(raised.end..from).map(str::trim);
            let inside = self.open.iter().all(|(_, open)| *open <= raised.start);
            if inside
                && self.text.is_char_boundary(raised.start)
                && between.is_some_and(|b| matches!(b, "/" | "⁄" | "∕"))
            {
                self.text.truncate(raised.start);
                if let Some(mark) = raised.new_mark {
                    self.marks.remove(&mark);
                }
                self.push_fraction(&raised.raw, raw);
                self.keep_blank(tail);
                return;
            }
        }
        self.text.truncate(from);
        if self.text.is_empty() || self.text.ends_with(char::is_whitespace) {
            self.text.push_str(raw);
        } else if raw.chars().count() > LONGEST_RAISED {
            self.push_apart(raw);
        } else {
            self.text.push_str(&subscript(raw));
        }
        self.keep_blank(tail);
    }

    fn close_struck(&mut self, from: usize, tail: &str) {
        let inner = tail.trim().replace("~~", "");
        self.has_struck = true;
        if self.struck_end == Some(from)
            && self.text.get(..from).is_some_and(|before| before.ends_with("~~"))
            && from == self.text.len() - tail.trim_start().len()
        {
            self.text.truncate(from.saturating_sub(2));
        } else {
            self.text.truncate(from + tail.len() - tail.trim_start().len());
            self.text.push_str("~~");
        }
        self.text.push_str(&inner);
        self.text.push_str("~~");
        self.struck_end = Some(self.text.len());
        self.keep_blank(tail);
        self.raised = None;
    }

    fn close_link(&mut self, id: String, from: usize, tail: &str) {
        let raw = tail.trim();
        if raw.chars().count() > LONGEST_MARK {
            return;
        }
        let after_word = self.text.get(..from).is_some_and(|t| t.ends_with(char::is_alphanumeric));
        let raised = self.is_open(&Style::Raised) || is_number(raw) && after_word;
        let bracketed = raw.strip_prefix('[').and_then(|t| t.strip_suffix(']')).is_some_and(is_note_label);
        let shown = superscript(raw);
        let is_raised_already = is_note_sign(raw);
        if !(raised || bracketed || is_raised_already) {
            return;
        }
        if raised && !self.is_open(&Style::Raised) {
            self.text.truncate(from);
            self.text.push_str(&shown);
            self.keep_blank(tail);
        }
        if self.notes.len() < MOST_NOTES {
            let mark = if raised || is_raised_already { shown } else { raw.to_owned() };
            self.notes.entry(id).or_insert(mark);
        }
    }

    fn push_fraction(&mut self, numerator: &str, denominator: &str) {
        let shown = fraction(numerator, denominator);
        self.push_formula(&shown);
        self.raised = None;
    }

    fn push_apart(&mut self, text: &str) {
        if self.text.ends_with(char::is_alphanumeric) {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.raised = None;
    }

    /// Adds a blank where two figures would join.
    fn part_from(&mut self, next: &str) {
        let figure = |c: char| c.is_ascii_digit();
        if self.text.ends_with(figure) && next.starts_with(figure) {
            self.text.push(' ');
        }
    }

    fn keep_blank(&mut self, tail: &str) {
        if tail.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// True for signs that can only be the mark of a note.
fn is_note_sign(text: &str) -> bool {
    let is_sign = |c: char| matches!(c, '*' | '†' | '‡') || c.is_numeric() && !c.is_ascii();
    !text.is_empty() && text.chars().all(is_sign)
}

/// True for a number or a letter or two.
fn is_note_label(text: &str) -> bool {
    is_number(text) || (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}
