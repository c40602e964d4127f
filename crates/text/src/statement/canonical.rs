//! Canonical form of a sentence for comparison: its words in order, with all permitted differences between
//! two prints of the same sentence normalised.

use std::borrow::Cow;

use super::dates::period;
use super::number_forms::number;
use super::words::{Atom, Side, atoms, label_length};
use crate::footnotes::unmarked;

/// Class of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Number,
    Period,
    Name,
    Word,
    Mark,
    /// End of a sentence.
    End,
}

/// One item of a sentence. Equal keys mean equal meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub key: String,
    /// The item as printed.
    pub shown: String,
    pub class: Class,
}

/// A sentence in canonical form.
#[derive(Debug, Clone, Default)]
pub(super) struct Canonical {
    pub items: Vec<Item>,
    /// Number of items in a list mark at its start.
    pub label: usize,
    /// True if its first word is in lower case or depends on the previous sentence.
    pub goes_on: bool,
    /// True if it ends in a mark after which a sentence continues.
    pub open: bool,
    /// True if it has a colon.
    pub colon: bool,
}

/// First words of a sentence that retracts or qualifies the previous one.
const HANGING: &[&str] = &[
    "provided",
    "except",
    "excepting",
    "unless",
    "but",
    "nor",
    "or",
    "and",
    "however",
    "notwithstanding",
    "only",
    "nevertheless",
    "otherwise",
];

/// Words with another meaning when capitalised.
const CASED: &[&str] = &[
    "us", "it", "who", "may", "march", "will", "or", "in", "me", "ma", "pa", "oh", "hi", "id", "al", "la",
    "ok", "no", "mark", "bill", "grant", "frank", "rob", "chip", "art", "sue", "rich", "chase", "hope",
    "faith", "grace", "drew", "don", "pat", "jack", "polish", "turkey", "china", "reading", "mobile",
    "august", "rose", "young", "wood", "hill",
];

/// Words after which an article counts something ("not a vote"), or after which a letter is a label ("section
/// a").
const BEFORE_ARTICLE: &[&str] = &[
    "not",
    "such",
    "what",
    "many",
    "half",
    "quite",
    "rather",
    "once",
    "twice",
    "thrice",
    "times",
    "per",
    "section",
    "subsection",
    "paragraph",
    "subparagraph",
    "part",
    "item",
    "exhibit",
    "clause",
    "class",
    "grade",
    "type",
    "group",
    "district",
    "zone",
    "title",
    "article",
    "chapter",
    "schedule",
    "appendix",
    "phase",
    "plan",
    "lot",
    "unit",
    "option",
    "level",
    "route",
];

/// Words before which an article expresses a number, frequency or choice.
const BEHIND_ARTICLE: &[&str] = &[
    "few", "little", "lot", "number", "majority", "minority", "bit", "couple", "dozen", "good", "great",
    "same", "only", "other", "third", "quarter", "half", "hundred", "thousand", "million", "second",
    "minute", "hour", "day", "night", "week", "month", "quarter", "year", "time", "piece", "fourth", "fifth",
    "sixth", "eighth", "tenth", "single", "total", "maximum", "minimum", "most", "least", "more", "less",
];

impl Canonical {
    /// Builds the canonical form of one sentence in normal form C.
    pub(super) fn of(sentence: &str, side: Side) -> Self {
        // A footnote mark has no meaning by itself.
        let words = match side {
            Side::Text => unmarked(sentence),
            Side::Statement => Cow::Borrowed(sentence),
        };
        let atoms = atoms(&words, side);
        let label = label_length(&atoms);
        let body = atoms.get(label..).unwrap_or(&[]);
        let first = body.iter().find(|a| a.text.contains(char::is_alphanumeric));
        let opens = first.map_or("", |a| a.text.as_str());
        let capitals = sentence.chars().any(char::is_uppercase) && !sentence.chars().any(char::is_lowercase);
        let mut out = Canonical {
            label,
            goes_on: opens.starts_with(char::is_lowercase)
                || HANGING.contains(&opens.to_lowercase().as_str()),
            open: atoms.last().is_some_and(|a| matches!(a.text.as_str(), ";" | ":" | ",")),
            colon: atoms.iter().any(|a| a.text == ":"),
            items: Vec::with_capacity(atoms.len() + 1),
        };
        for atom in atoms.iter().take(label) {
            out.items.push(item(&atom.text, Class::Mark, &atom.text));
        }
        let end = body.len()
            - body.iter().rev().take_while(|a| a.mark && matches!(a.text.as_str(), "." | "!")).count();
        let body = body.get(..end).unwrap_or(&[]);
        let read = read(body, capitals);
        out.items.extend(without_articles(read));
        out.items.push(item("\u{2}", Class::End, ""));
        out
    }
}

fn item(key: impl Into<String>, class: Class, shown: &str) -> Item {
    Item { key: key.into(), shown: shown.to_owned(), class }
}

fn read(atoms: &[Atom], capitals: bool) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::with_capacity(atoms.len());
    let mut at = 0;
    let mut first = true;
    while let Some(atom) = atoms.get(at) {
        let rest = atoms.get(at..).unwrap_or(&[]);
        let printed =
            |used: usize| rest.iter().take(used).map(|a| a.text.as_str()).collect::<Vec<_>>().join(" ");
        if atom.odd {
            out.push(item(format!("\u{1}{}", atom.text), Class::Word, &atom.text));
            at += 1;
        } else if atom.mark {
            out.push(item(atom.text.as_str(), Class::Mark, &atom.text));
            at += 1;
            continue;
        } else if let Some((key, used)) = period(rest) {
            out.push(item(key, Class::Period, &printed(used)));
            at += used;
        } else if let Some(found) = number(rest) {
            out.push(item(found.key, Class::Number, &printed(found.atoms)));
            at += found.atoms;
        } else {
            at += word(rest, first, capitals, &mut out);
        }
        first = false;
    }
    out
}

/// Reads a word that is not a figure; returns the number of atoms that it uses.
fn word(atoms: &[Atom], first: bool, capitals: bool, out: &mut Vec<Item>) -> usize {
    let Some(atom) = atoms.first() else { return 1 };
    let text = atom.text.as_str();
    let lower = text.to_lowercase();
    let numbered =
        |i: usize| atoms.get(i).is_some_and(|a| !a.mark && a.text.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(bare) = text.strip_prefix('§') {
        let many = bare.starts_with('§');
        out.push(item(if many { "sections" } else { "section" }, Class::Word, text));
        let bare = bare.trim_start_matches('§');
        if !bare.is_empty() {
            out.push(item(bare, Class::Word, bare));
        }
        return 1;
    }
    if matches!(lower.as_str(), "sec" | "secs") && atoms.get(1).is_some_and(|a| a.text == ".") && numbered(2)
    {
        out.push(item(if lower == "sec" { "section" } else { "sections" }, Class::Word, text));
        return 2;
    }
    if let Some((verb, not)) = contraction(&lower) {
        out.push(item(verb, Class::Word, text));
        out.push(item(not, Class::Word, text));
        return 1;
    }
    let class =
        if !first && !capitals && text.starts_with(char::is_uppercase) { Class::Name } else { Class::Word };
    out.push(item(word_key(text, &lower, first, capitals), class, text));
    1
}

/// Returns the word in lower case if that is the same word.
fn word_key(text: &str, lower: &str, first: bool, capitals: bool) -> String {
    let mixed = text.chars().skip(1).any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    let letter = text.chars().count() == 1 && !(first && !capitals && text == "A");
    let figures = text.contains(|c: char| c.is_ascii_digit());
    let other = CASED.contains(&lower) && !first && !capitals;
    if mixed || letter || figures || other { text.to_owned() } else { lower.to_owned() }
}

fn contraction(lower: &str) -> Option<(&str, &str)> {
    let verb = match lower {
        "cannot" | "can't" => "can",
        "won't" => "will",
        "shan't" => "shall",
        other => other.strip_suffix("n't").filter(|verb| {
            matches!(
                *verb,
                "are"
                    | "is"
                    | "was"
                    | "were"
                    | "do"
                    | "does"
                    | "did"
                    | "has"
                    | "have"
                    | "had"
                    | "must"
                    | "should"
                    | "would"
                    | "could"
                    | "need"
            )
        })?,
    };
    Some((verb, "not"))
}

/// Removes articles that are only grammatical. An article that counts is kept: "a few", "not a vote", "$5 a
/// day", "a number of".
fn without_articles(items: Vec<Item>) -> Vec<Item> {
    let article = |i: &Item| i.class != Class::Mark && matches!(i.key.as_str(), "a" | "an" | "the");
    let plain = |i: &Item, list: &[&str]| {
        matches!(i.class, Class::Word | Class::Name) && !article(i) && !list.contains(&i.key.as_str())
    };
    let idle: Vec<bool> = items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            let before = at.checked_sub(1).and_then(|b| items.get(b));
            article(item)
                && before.is_none_or(|b| b.class == Class::Mark || plain(b, BEFORE_ARTICLE))
                && items.get(at + 1).is_some_and(|b| plain(b, BEHIND_ARTICLE))
        })
        .collect();
    items
        .into_iter()
        .zip(idle)
        .filter(|(_, idle)| !idle)
        .map(|(item, _)| if item.key == "an" { Item { key: "a".into(), ..item } } else { item })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> String {
        let items = Canonical::of(text, Side::Text).items;
        items.iter().map(|i| i.key.as_str()).collect::<Vec<_>>().join(" ").replace('\u{2}', "¶")
    }

    #[test]
    fn forms_of_one_sentence() {
        for (a, b) in [
            ("The fee is $1,200.", "fee is 1200 dollars"),
            ("A fee of sixty (60) percent is due.", "The fee of 60% is due"),
            ("A person mustn't burn leaves.", "A person must not burn leaves."),
            ("See § 4.2 of the code.", "See Sec. 4.2 of the code."),
            ("THE CLERK SELLS PERMITS.", "The clerk sells permits."),
            ("The Town Clerk sells permits.", "The town clerk sells permits."),
            ("It opens at 7 p.m.", "It opens at 7:00 PM"),
            ("On March 3, 2025, the board met.", "On 3/3/2025 the board met."),
        ] {
            assert_eq!(keys(a), keys(b));
        }
    }

    #[test]
    fn forms_that_are_not_one() {
        for (a, b) in [
            ("A few dogs are allowed.", "Few dogs are allowed."),
            ("A number of permits is 3.", "The number of permits is 3."),
            ("Aid went to US towns.", "Aid went to us towns."),
            ("The fee is $5 a day.", "The fee is $5 day."),
            ("Exhibit A shows it.", "Exhibit shows it."),
            ("The line carries 5 mW.", "The line carries 5 MW."),
            ("The bridge is closed.", "The bridge was closed."),
            ("The rule is 4.10.", "The rule is 4.1."),
            ("Between two and five dogs.", "Between seven dogs."),
            ("Is it open?", "Is it open."),
        ] {
            assert_ne!(keys(a), keys(b));
        }
    }
}
