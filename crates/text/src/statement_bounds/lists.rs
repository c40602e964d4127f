//! Lists: their items, lead-ins and continuations.

use std::collections::{HashMap, HashSet};

use super::marks::{Class, Mark, Style};
use super::runs::{Kind, Run};
use super::statement::Statement;
use super::words::{binds, goes_on, leads_on, stands_alone, turns, words};
use crate::sentences::closed;

/// A list of statements.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct List {
    /// The enclosing list, if any.
    pub outer: Option<usize>,
    /// Statement that leads into it.
    pub lead: Option<usize>,
    /// Statements of its items, in order.
    pub items: Vec<usize>,
    /// Statements after the list that continue its lead-in.
    pub tail: Vec<usize>,
    /// True if the lead-in negates or qualifies every item.
    pub binds: bool,
    /// True if the items form one condition together.
    pub together: bool,
}

/// All lists of a source.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Lists {
    pub lists: Vec<List>,
    /// List of an item's statement.
    pub of_item: HashMap<usize, usize>,
    /// Items that are complete sentences.
    pub alone: HashSet<usize>,
    /// Items in lower case that continue their lead-in.
    pub small: HashSet<usize>,
    /// List that a statement leads into.
    pub led_by: HashMap<usize, usize>,
    /// List that a statement follows.
    pub tail_of: HashMap<usize, usize>,
}

struct Level {
    list: usize,
    style: Style,
    class: Class,
    number: u32,
    /// Left edge of its items, if the format has one.
    x0: Option<f32>,
}

/// Finds all lists. `of_run` has the statements of each run; `text` returns a statement's words.
pub(super) fn lists(
    runs: &[Run],
    of_run: &[std::ops::Range<usize>],
    statements: &[Statement],
    text: &dyn Fn(&Statement) -> String,
) -> Lists {
    let mut found = Lists::default();
    let mut stack: Vec<Level> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let own = of_run.get(index).cloned().unwrap_or(0..0);
        let Some(mark) = run.mark.as_ref().filter(|_| run.kind == Kind::Text) else {
            if run.kind == Kind::Heading {
                stack.clear();
            } else if run.tail
                && let (Some(root), Some(first)) = (stack.first(), own.clone().next())
            {
                if let Some(list) = found.lists.get_mut(root.list) {
                    list.tail.push(first);
                }
                found.tail_of.insert(first, root.list);
                stack.clear();
            }
            continue;
        };
        let before = run.before.and_then(|b| runs.get(b).map(|r| (b, r)));
        // A bullet after "that are:" belongs under it, regardless of its look.
        let opens = mark.readings.iter().any(|(c, _)| *c == Class::None)
            && before.is_some_and(|(b, r)| {
                let last = of_run.get(b).and_then(|own| own.clone().last()).and_then(|s| statements.get(s));
                r.mark.is_some() && last.is_some_and(|s| text(s).ends_with(':'))
            });
        // Bullets under another lead-in, in text between the two lists, begin a list.
        let has_bullet = mark.readings.iter().all(|(class, _)| *class == Class::None);
        let is_led_anew = has_bullet
            && before.is_some_and(|(b, r)| {
                let last = of_run.get(b).and_then(|own| own.clone().last()).and_then(|s| statements.get(s));
                r.mark.is_none() && r.kind == Kind::Text && last.is_some_and(|s| text(s).ends_with(':'))
            });
        if is_led_anew && let Some(at) = stack.iter().position(|level| level.class == Class::None) {
            stack.truncate(at);
        }
        if let Some((depth, class, number)) = follows(&stack, mark, run.x0).filter(|_| !opens) {
            stack.truncate(depth + 1);
            if let Some(level) = stack.last_mut() {
                (level.class, level.number) = (class, number);
            }
        } else {
            let nested = before.is_some_and(|(_, r)| r.mark.is_some()) && !stack.is_empty();
            let first_of = |l: &Level| mark.readings.iter().any(|(c, n)| *n == 1 && *c == l.class);
            if stack.iter().any(|l| l.style == mark.style && first_of(l)) {
                stack.clear();
            }
            let previous = before.map(|(b, r)| (r, of_run.get(b).cloned().unwrap_or(0..0)));
            let lead = previous.and_then(|(r, statements_of)| {
                let last = statements_of.last()?;
                let words = text(statements.get(last)?);
                let first = own.clone().next().and_then(|s| statements.get(s)).map(text).unwrap_or_default();
                // An item whose own mark was not recognised is not a lead-in.
                let beside = r.mark.is_none() && Mark::of(&words).is_some_and(|m| m.style == mark.style);
                let fits = !beside && leads(r, &words, first.get(mark.length..).unwrap_or(""));
                fits.then_some(last)
            });
            let unknown_depth = opens && run.x0.is_none();
            let together = unknown_depth
                || lead.and_then(|l| statements.get(l)).is_some_and(|s| holds_together(&text(s)));
            // A separate paragraph between two lists is not nested in the first.
            let outer = stack.last().filter(|_| nested).map(|l| (l.list, l.style));
            // Nor is a list nested in paragraphs without marks, unless their lead-in binds them.
            let binding = |list: usize| found.lists.get(list).is_some_and(|l| l.binds);
            let outer = outer.filter(|(l, style)| *style != Style::Unmarked || binding(*l)).map(|(l, _)| l);
            let list = found.lists.len();
            let binds = lead.and_then(|l| statements.get(l)).is_some_and(|s| binds_items(&text(s)));
            found.lists.push(List { outer, lead, binds, together, ..List::default() });
            if let Some(lead) = lead {
                found.led_by.entry(lead).or_insert(list);
            }
            let (class, number) = mark
                .readings
                .iter()
                .find(|(_, n)| *n == 1)
                .or_else(|| {
                    mark.readings
                        .iter()
                        .find(|(c, _)| matches!(c, Class::Lower | Class::Upper | Class::Digit))
                })
                .or_else(|| mark.readings.first())
                .copied()
                .unwrap_or((Class::None, 0));
            stack.push(Level { list, style: mark.style, class, number, x0: run.x0 });
        }
        if let Some(level) = stack.last() {
            for (place, statement) in own.enumerate() {
                let said = statements.get(statement).map(text).unwrap_or_default();
                let behind = if place == 0 { said.get(mark.length..).unwrap_or("") } else { said.as_str() };
                if stands_alone(behind) || (place > 0 && closed(behind) && !goes_on(behind)) {
                    found.alone.insert(statement);
                } else if goes_on(behind) {
                    found.small.insert(statement);
                }
                found.of_item.insert(statement, level.list);
                if let Some(list) = found.lists.get_mut(level.list) {
                    list.items.push(statement);
                }
            }
        }
    }
    found
}

/// Finds the level whose next item this is, deepest first.
fn follows(stack: &[Level], mark: &Mark, x0: Option<f32>) -> Option<(usize, Class, u32)> {
    let fits = |level: &Level, step: bool| {
        let apart = matches!((level.x0, x0), (Some(a), Some(b)) if (a - b).abs() > 3.0);
        if level.style != mark.style || (level.class == Class::None && apart) {
            return None;
        }
        mark.readings.iter().copied().find(|(class, n)| {
            *class == level.class
                && (*class == Class::None || if step { *n == level.number + 1 } else { *n > level.number })
        })
    };
    let deepest = |step| {
        stack
            .iter()
            .enumerate()
            .rev()
            .find_map(|(depth, l)| fits(l, step).map(|(class, n)| (depth, class, n)))
    };
    deepest(true).or_else(|| deepest(false))
}

/// Returns true if a text leads into the list after it.
fn leads(run: &Run, text: &str, item: &str) -> bool {
    let text = text.trim_end();
    match run.kind {
        Kind::Row => false,
        // Text under "Prohibited" or "Exceptions" is governed by that heading.
        Kind::Heading => turns(text) || text.ends_with(':'),
        Kind::Text => {
            if text.ends_with([':', '\u{2014}', '\u{2013}']) {
                return true;
            }
            let connects = [" and", " or"]
                .iter()
                .any(|w| text.strip_suffix(w).is_some_and(|t| t.trim_end().ends_with([';', ',', '.'])));
            if run.mark.is_some() {
                let breaks_off = !closed(text) && !text.ends_with([';', ',']);
                return (breaks_off && !connects) || names_what_follows(text);
            }
            let small = item.trim_start().starts_with(char::is_lowercase);
            (leads_on(text) && !connects)
                || names_what_follows(text)
                || (!closed(text) && !text.ends_with(';') && (small || turns(text)))
        }
    }
}

/// Recognises lead-ins that bind complete sentences, such as "The Board may require that:". A whole sentence
/// before a list binds them if it negates or qualifies them.
fn binds_items(lead: &str) -> bool {
    turns(lead) || (!closed(lead) && binds(lead))
}

/// Maximum number of words in a sentence that introduces the following list; a longer one is about something
/// else.
const LONGEST_LEAD: usize = 25;

fn names_what_follows(text: &str) -> bool {
    let all: Vec<String> = words(text).collect();
    if closed(text) && all.len() > LONGEST_LEAD {
        return false;
    }
    all.iter().any(|w| w == "following" || w == "below")
        || all.windows(2).any(|pair| matches!(pair, [a, b] if a == "as" && b == "follows"))
        || all.windows(2).any(|pair| matches!(pair, [a, b] if a == "any" && b == "of") && !closed(text))
}

/// Recognises "if:" and "unless all of the following": no item alone is the whole condition.
fn holds_together(lead: &str) -> bool {
    let clause = lead.rsplit([',', ';']).next().unwrap_or(lead);
    let clause = if clause.split_whitespace().count() < 2 { lead } else { clause };
    let all: Vec<String> = words(clause).collect();
    let has = |w: &str| all.iter().any(|x| x == w);
    let condition =
        ["if", "unless", "except", "provided", "only", "when", "where", "until", "both", "without"];
    condition.iter().any(|w| has(w))
        || all
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if matches!(a.as_str(), "all" | "each") && b == "of"))
}
