//! Finds the readings of a section's labels that form the best sequence.
//!
//! Each label is the next of an open level, the first of a new level, or not a label at all. Each choice has
//! a cost, and a beam search finds the cheapest path through all labels. A label's reading therefore depends
//! on the following labels as much as on the preceding ones. Time is linear in the number of labels.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::label::{Label, Mark, Numbering, Ordinal, Reading, Style, readings_of_printed};
use super::scheme::Scheme;

/// Costs. Only their order matters: a new level or a gap in a count costs less than an unread label. A level
/// that starts in mid-count costs more, except at the start of a text: an excerpt of a section may start
/// anywhere, but a list within it does not.
mod price {
    pub const NEW_LEVEL: f32 = 0.3;
    pub const LEVEL_LEFT_OUT: f32 = 0.15;
    pub const AGAINST_ORDER: f32 = 1.2;
    pub const STRANGE_STYLE: f32 = 0.6;
    pub const ONLY_MEMBER: f32 = 0.25;
    pub const GAP: f32 = 0.4;
    pub const GAP_EACH: f32 = 0.1;
    pub const GAP_MOST: u32 = 5;
    pub const STARTS_LATE_OUTSIDE: f32 = 0.5;
    pub const STARTS_LATE_WITHIN: f32 = 1.5;
    pub const LATE_EACH: f32 = 0.02;
    pub const NO_LABEL_BRACKETS: f32 = 1.1;
    pub const NO_LABEL_OTHER: f32 = 0.9;
    pub const NO_LABEL_IN_RUN: f32 = 0.7;
}

/// Number of states kept in the beam search.
const BEAM: usize = 10;

/// Maximum nesting depth.
const DEEPEST: usize = 8;

/// Number of letters in the alphabet.
const LETTERS: u32 = 26;

/// Maximum number of labels; the remainder counts as text, since no section has so many.
const MOST_LABELS: usize = 20_000;

/// Start of a text that is only a part of its section: the path of its first paragraph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// Labels as printed in an address (`["VIII", "(h)"]`); empty for a whole section.
    pub path: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Level {
    printed: String,
    style: Style,
    last: Ordinal,
    members: u32,
}

#[derive(Debug, Clone)]
struct State {
    price: f32,
    levels: Vec<Level>,
    /// Number of levels from the start that no label has named yet.
    given: usize,
    node: Option<usize>,
    /// True if the last label of the run was read as a label.
    in_run: bool,
}

#[derive(Debug)]
struct Node {
    before: Option<usize>,
    /// Path of the label; `None` if it is not a label.
    path: Option<Vec<String>>,
    /// Path of the words before the first label, known after that label is read.
    opening: Option<Vec<String>>,
}

/// Result of reading a sequence of labels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sequence {
    /// Path of each label in each run; `None` for text that is not a label.
    pub paths: Vec<Vec<Option<Vec<String>>>>,
    /// Path of the words before the first label.
    pub opening: Vec<String>,
    /// Cost of the reading: its distance from a perfect sequence.
    pub price: f32,
}

/// Reads the runs of labels of a section's paragraphs, in order.
pub fn sequence(runs: &[Vec<Label>], scheme: &Scheme, start: &Start) -> Sequence {
    let mut nodes: Vec<Node> = Vec::new();
    let mut states = starts(start);
    let mut taken = 0_usize;
    let mut read: Vec<usize> = Vec::with_capacity(runs.len());
    for run in runs {
        let run = run.get(..run.len().min(MOST_LABELS.saturating_sub(taken))).unwrap_or(&[]);
        taken += run.len();
        read.push(run.len());
        for (i, label) in run.iter().enumerate() {
            let mut next: Vec<State> = Vec::new();
            for state in &states {
                follow(state, label, i > 0, scheme, start, &mut nodes, &mut next);
            }
            states = best(next);
        }
    }
    for state in &mut states {
        state.price += only_members(&state.levels);
    }
    let Some(state) = states.into_iter().min_by(|a, b| order(a.price, b.price)) else {
        return Sequence::default();
    };
    let mut opening = None;
    let mut flat = Vec::new();
    let mut at = state.node;
    while let Some(node) = at.and_then(|i| nodes.get_mut(i)) {
        flat.push(node.path.take());
        opening = node.opening.take().or(opening);
        at = node.before;
    }
    flat.reverse();
    let mut flat = flat.into_iter();
    let paths = read.into_iter().map(|n| flat.by_ref().take(n).collect()).collect();
    Sequence { paths, opening: opening.unwrap_or_else(|| start.path.clone()), price: state.price }
}

fn order(a: f32, b: f32) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// Creates the start states. An excerpt of a section may print the labels above its own, or omit them.
fn starts(start: &Start) -> Vec<State> {
    let mut out = Vec::new();
    let mut levels: Vec<Vec<Level>> = vec![Vec::new()];
    for printed in &start.path {
        let readings = readings_of_printed(printed);
        levels = levels
            .iter()
            .flat_map(|above| readings.iter().map(move |r| (above, r)))
            .map(|(above, r)| {
                let mut levels = above.clone();
                levels.push(Level { printed: printed.clone(), style: r.style, last: r.last, members: 2 });
                levels
            })
            .take(BEAM)
            .collect();
        if levels.is_empty() {
            break;
        }
    }
    for levels in levels {
        for given in 0..=levels.len() {
            let levels = levels.get(..given).unwrap_or(&[]).to_vec();
            out.push(State { price: 0.0, levels, given, node: None, in_run: false });
        }
    }
    if out.is_empty() {
        out.push(State { price: 0.0, levels: Vec::new(), given: 0, node: None, in_run: false });
    }
    best(out)
}

fn follow(
    state: &State,
    label: &Label,
    in_run: bool,
    scheme: &Scheme,
    start: &Start,
    nodes: &mut Vec<Node>,
    out: &mut Vec<State>,
) {
    // After one label of a run is read as text, the others are text too.
    if !in_run || state.in_run {
        for reading in &label.readings {
            if !in_run {
                siblings(state, label, reading, nodes, out);
            }
            child(state, label, reading, scheme, start, nodes, out);
        }
    }
    let price = match label.readings.first().map(|r| r.style.mark) {
        _ if in_run => price::NO_LABEL_IN_RUN,
        Some(Mark::Brackets) => price::NO_LABEL_BRACKETS,
        _ => price::NO_LABEL_OTHER,
    };
    nodes.push(Node { before: state.node, path: None, opening: None });
    let node = Some(nodes.len() - 1);
    out.push(State { price: state.price + price, node, in_run: false, ..state.clone() });
}

/// Reads the label as the next of each open level.
fn siblings(state: &State, label: &Label, reading: &Reading, nodes: &mut Vec<Node>, out: &mut Vec<State>) {
    for (depth, level) in state.levels.iter().enumerate() {
        if level.style != reading.style || reading.first <= level.last {
            continue;
        }
        // Doubled letters follow z; earlier, `(ii)` is a numeral.
        let doubled = reading.first.value > LETTERS && level.last.value < LETTERS - 1;
        if doubled && matches!(reading.style.numbering, Numbering::LowerLetter | Numbering::UpperLetter) {
            continue;
        }
        let missing = missing(level.last, reading.first);
        let mut price = state.price;
        if missing > 0 {
            let each = u16::try_from(missing.min(price::GAP_MOST)).unwrap_or(0);
            price += price::GAP + price::GAP_EACH * f32::from(each);
        }
        price += only_members(state.levels.get(depth + 1..).unwrap_or(&[]));
        let mut levels = state.levels.get(..=depth).unwrap_or(&[]).to_vec();
        if let Some(level) = levels.last_mut() {
            level.printed.clone_from(&label.printed);
            level.last = reading.last;
            level.members = level.members.saturating_add(1);
        }
        push(state, price, levels, nodes, out);
    }
}

/// Reads the label as the first of a level below the innermost one.
fn child(
    state: &State,
    label: &Label,
    reading: &Reading,
    scheme: &Scheme,
    start: &Start,
    nodes: &mut Vec<Node>,
    out: &mut Vec<State>,
) {
    if state.levels.len() >= DEEPEST || state.levels.iter().any(|l| l.style == reading.style) {
        return;
    }
    let mut price = state.price;
    let mut members = 1;
    let expected = state.node.is_none()
        && state.given == state.levels.len()
        && start.path.get(state.given).is_some_and(|p| *p == label.printed);
    if expected {
        // In an excerpt, a part is naturally the only one of its level.
        members = 2;
    } else {
        price += price::NEW_LEVEL;
        let above = state.levels.iter().rev().find_map(|l| scheme.depth(l.style));
        price += match (scheme.depth(reading.style), above) {
            (None, _) => price::STRANGE_STYLE,
            (Some(depth), Some(above)) if depth <= above => price::AGAINST_ORDER,
            (Some(depth), above) => {
                let left_out = depth - above.map_or(0, |a| a + 1);
                price::LEVEL_LEFT_OUT * f32::from(u16::try_from(left_out).unwrap_or(0))
            }
        };
        let late = reading.first.value.saturating_sub(1) + reading.first.inserted;
        if late > 0 {
            let each = price::LATE_EACH * f32::from(u16::try_from(late.min(20)).unwrap_or(0));
            let outside = state.levels.is_empty() || state.node.is_none();
            price += each + if outside { price::STARTS_LATE_OUTSIDE } else { price::STARTS_LATE_WITHIN };
        }
    }
    let mut levels = state.levels.clone();
    levels.push(Level { printed: label.printed.clone(), style: reading.style, last: reading.last, members });
    push(state, price, levels, nodes, out);
}

fn push(state: &State, price: f32, levels: Vec<Level>, nodes: &mut Vec<Node>, out: &mut Vec<State>) {
    let path = levels.iter().map(|l| l.printed.clone()).collect();
    let opening =
        state.node.is_none().then(|| state.levels.iter().map(|l| l.printed.clone()).collect::<Vec<_>>());
    nodes.push(Node { before: state.node, path: Some(path), opening });
    out.push(State { price, levels, given: usize::MAX, node: Some(nodes.len() - 1), in_run: true });
}

/// Counts the members that a count skips.
fn missing(last: Ordinal, next: Ordinal) -> u32 {
    if next.value == last.value {
        return next.inserted.saturating_sub(last.inserted + 1);
    }
    (next.value - last.value - 1) + next.inserted
}

fn only_members(levels: &[Level]) -> f32 {
    let lone = levels.iter().filter(|l| l.members == 1).count();
    price::ONLY_MEMBER * f32::from(u16::try_from(lone).unwrap_or(0))
}

/// Keeps the cheapest state of each stack, and the cheapest of those.
fn best(mut states: Vec<State>) -> Vec<State> {
    states.sort_by(|a, b| order(a.price, b.price));
    let mut kept: Vec<State> = Vec::with_capacity(BEAM);
    for state in states {
        let known = kept.iter().any(|k| k.levels == state.levels && k.in_run == state.in_run);
        if !known {
            kept.push(state);
            if kept.len() == BEAM {
                break;
            }
        }
    }
    kept
}

/// Returns the reading with the scheme of the lowest cost; the first of equal ones.
pub(super) fn cheapest(runs: &[Vec<Label>], start: &Start) -> Sequence {
    let mut out: Option<Sequence> = None;
    let mut tried: HashMap<&str, ()> = HashMap::new();
    for scheme in Scheme::kinds() {
        if tried.insert(scheme.name, ()).is_some() {
            continue;
        }
        let read = sequence(runs, scheme, start);
        if out.as_ref().is_none_or(|o| read.price < o.price) {
            out = Some(read);
        }
    }
    out.unwrap_or_default()
}
