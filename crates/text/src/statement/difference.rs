//! Differences between a statement and the most similar sentence.

use std::collections::{HashMap, HashSet};

use super::canonical::{Class, Item};
use super::judgement::{Difference, DifferenceKind};

/// Maximum number of differences to report.
const MOST: usize = 8;

/// The sentence that shares most items with a statement; of two equal ones, the shorter.
pub(super) struct Nearest<'t> {
    keys: HashSet<String>,
    best: Option<(usize, &'t [Item])>,
}

impl<'t> Nearest<'t> {
    pub(super) fn to(said: &[Item]) -> Self {
        Nearest {
            keys: said.iter().filter(|i| i.class != Class::End).map(|i| i.key.clone()).collect(),
            best: None,
        }
    }

    pub(super) fn look_at(&mut self, items: &'t [Item]) {
        for sentence in items.split_inclusive(|i| i.class == Class::End) {
            let shared = sentence.iter().filter(|i| self.keys.contains(&i.key)).count();
            let better = self
                .best
                .is_none_or(|(most, held)| shared > most || (shared == most && sentence.len() < held.len()));
            if better {
                self.best = Some((shared, sentence));
            }
        }
    }

    pub(super) fn sentence(&self) -> &'t [Item] {
        self.best.map_or(&[], |(_, sentence)| sentence)
    }
}

/// Compares the parts between the common prefix and the common suffix of both.
pub(super) fn differences(said: &[Item], written: &[Item]) -> Vec<Difference> {
    let same = |a: &Item, b: &Item| a.key == b.key;
    let head = said.iter().zip(written).take_while(|(a, b)| same(a, b)).count();
    let left = said.len().min(written.len()) - head;
    let tail = said.iter().rev().zip(written.iter().rev()).take(left).take_while(|(a, b)| same(a, b)).count();
    let middle = |items: &'_ [Item]| -> Vec<Item> {
        items
            .get(head..items.len() - tail)
            .unwrap_or(&[])
            .iter()
            .filter(|i| i.class != Class::End)
            .cloned()
            .collect()
    };
    let (said, written) = (middle(said), middle(written));
    let added = beyond(&said, &written);
    let missing = beyond(&written, &said);
    let mut out: Vec<Difference> = Vec::new();
    for item in added {
        out.push(Difference { kind: kind_of(item), said: Some(item.shown.clone()), written: None });
    }
    for item in missing {
        let kind = kind_of(item);
        // An item replaced by one of the same kind counts as one difference.
        match out.iter_mut().find(|d| d.kind == kind && d.written.is_none()) {
            Some(other) => other.written = Some(item.shown.clone()),
            None => out.push(Difference { kind, said: None, written: Some(item.shown.clone()) }),
        }
    }
    if out.is_empty() {
        let words = |items: &[Item]| {
            let words: Vec<&str> = items.iter().take(MOST).map(|i| i.shown.as_str()).collect();
            (!words.is_empty()).then(|| words.join(" "))
        };
        out.push(Difference { kind: DifferenceKind::Order, said: words(&said), written: words(&written) });
    }
    // Differences that change the meaning come first.
    out.sort_by_key(|d| d.kind);
    out.truncate(MOST);
    out
}

/// Returns the items of `a` that `b` lacks or has less often.
fn beyond<'i>(a: &'i [Item], b: &[Item]) -> Vec<&'i Item> {
    let mut held: HashMap<&str, usize> = HashMap::new();
    for item in b {
        *held.entry(item.key.as_str()).or_default() += 1;
    }
    a.iter()
        .filter(|item| match held.get_mut(item.key.as_str()) {
            Some(n) if *n > 0 => {
                *n -= 1;
                false
            }
            _ => true,
        })
        .collect()
}

fn kind_of(item: &Item) -> DifferenceKind {
    match item.class {
        Class::Number => return DifferenceKind::Number,
        Class::Period => return DifferenceKind::Period,
        Class::Mark | Class::End => return DifferenceKind::Punctuation,
        Class::Name | Class::Word => {}
    }
    match item.key.as_str() {
        "no" | "not" | "never" | "nor" | "neither" | "none" | "nothing" | "nobody" | "nowhere"
        | "without" | "hardly" => DifferenceKind::Negation,
        "may" | "must" | "shall" | "can" | "could" | "should" | "would" | "will" | "might" | "ought"
        | "need" | "required" | "permitted" | "allowed" | "prohibited" | "forbidden" | "only" => {
            DifferenceKind::Modality
        }
        "if" | "unless" | "except" | "provided" | "when" | "whenever" | "until" | "subject" | "otherwise" => {
            DifferenceKind::Condition
        }
        "all" | "any" | "each" | "every" | "some" | "both" | "either" | "few" | "many" | "most"
        | "several" => DifferenceKind::Quantifier,
        "least" | "more" | "less" | "fewer" | "than" | "over" | "under" | "above" | "below" | "before"
        | "after" | "within" | "exceed" | "exceeding" | "up" => DifferenceKind::Comparison,
        "foot" | "feet" | "ft" | "yard" | "yards" | "mile" | "miles" | "inch" | "inches" | "acre"
        | "acres" | "day" | "days" | "week" | "weeks" | "month" | "months" | "year" | "years" | "hour"
        | "hours" | "minute" | "minutes" | "cent" | "cents" | "pound" | "pounds" | "gallon" | "gallons"
        | "ton" | "tons" | "mph" | "mw" | "kw" => DifferenceKind::Unit,
        _ if item.class == Class::Name => DifferenceKind::Name,
        _ => DifferenceKind::Word,
    }
}
