//! Continuation of a text across a layout border.

use crate::line::{Line, LineFlags};
use crate::sentences::closed;

use super::marks::Mark;
use super::words::{binds, goes_on, leads_on, opens_condition, turns, words};

/// Length in words at which an unfinished sentence ends at a border without any other sign.
const LONGEST_OPEN: usize = 60;

/// Border between two lines that are consecutive in the reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Border {
    /// True for a new page or column.
    pub flow: bool,
    /// True for a new paragraph, or a blank line.
    pub paragraph: bool,
}

impl Border {
    pub(super) fn between(previous: &Line, next: &Line) -> Border {
        let above = match (previous.bounds, next.bounds) {
            (Some([_, y0, _, _]), Some([_, next_y0, _, _])) => next_y0 + 1.0 < y0,
            _ => false,
        };
        Border {
            flow: previous.page != next.page || above,
            paragraph: next.flags.contains(LineFlags::PARAGRAPH_START),
        }
    }

    pub(super) fn is_none(self) -> bool {
        !self.flow && !self.paragraph
    }
}

/// Text on one side of a border.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'t> {
    /// Before the border: the unfinished sentence. After it: the line.
    pub text: &'t str,
    pub heading: bool,
}

/// Returns true if the text before the border continues after it. `full` means that the line before the
/// border reaches the edge of its column.
pub(super) fn joins(border: Border, before: Side<'_>, after: Side<'_>, full: bool) -> bool {
    let (pending, next) = (before.text, after.text);
    let open = !closed(pending);
    let hangs = open && leads_on(pending) && !pending.ends_with(':');
    match (before.heading, after.heading) {
        (true, true) => border.is_none() || hangs,
        // A line was taken for a heading because it is short or in capitals. A new paragraph in capitals is no rest of it.
        (true, false) => {
            (hangs && (!border.paragraph || goes_on(next))) || (open && turns(pending) && goes_on(next))
        }
        (false, true) => hangs && !is_labelled(next),
        (false, false) if border.is_none() => true,
        (false, false) if is_salutation(pending) || (border.paragraph && has_label(next)) => false,
        (false, false) => text_joins(border, pending, next, open, full),
    }
}

fn text_joins(border: Border, pending: &str, next: &str, open: bool, full: bool) -> bool {
    if goes_on(next) {
        return true;
    }
    let digit = next.starts_with(|c: char| c.is_ascii_digit());
    if !open {
        return (digit && dotted(pending)) || is_proviso(next);
    }
    if pending.ends_with(':') {
        return false;
    }
    if leads_on(pending) || opens_condition(next) {
        return true;
    }
    if pending.ends_with(';') {
        return words(next).next().is_some_and(|w| w == "and" || w == "or");
    }
    let length = pending.split_whitespace().count();
    if length > LONGEST_OPEN {
        return full;
    }
    binds(pending) || (border.flow && (!border.paragraph || full))
}

/// Recognises a line with a label of at most three words before its text: "Decision:   Denied."
fn has_label(next: &str) -> bool {
    let Some((label, rest)) = next.split_once(':') else { return false };
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || "./'&-".contains(c));
    label.starts_with(char::is_uppercase)
        && rest.starts_with(char::is_whitespace)
        && label.split_whitespace().count() <= 3
        && label.split_whitespace().all(is_word)
}

/// Recognises the address of a letter: "Dear neighbors,".
fn is_salutation(pending: &str) -> bool {
    words(pending).next().is_some_and(|word| word == "dear") && pending.trim_end().ends_with([',', ':'])
}

/// "Provided, however, that ..." after a full stop belongs to the previous sentence.
fn is_proviso(next: &str) -> bool {
    let mut first = words(next);
    let a = first.next().unwrap_or_default();
    let b = first.next().unwrap_or_default();
    matches!((a.as_str(), b.as_str()), ("provided" | "providing", "however" | "that" | "further" | "also"))
}

/// Recognises a last word with inner full stops, such as `R.S.A.`, or an abbreviation.
fn dotted(pending: &str) -> bool {
    let word = pending.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
    let inner = word.strip_suffix('.').unwrap_or(word);
    word.ends_with('.')
        && (inner.contains('.') || (inner.chars().count() <= 5 && inner.starts_with(char::is_uppercase)))
}

/// Recognises a heading with a number or the name of a code's part, which starts a new text.
fn is_labelled(text: &str) -> bool {
    let first = words(text).next().unwrap_or_default();
    Mark::of(text).is_some()
        || text.trim_start().starts_with('\u{a7}')
        || matches!(first.as_str(), "section" | "sec" | "article" | "chapter" | "part" | "title" | "appendix")
        || first.starts_with(|c: char| c.is_ascii_digit())
}
