//! Collector of the verdicts on a saved answer, with the checks that all fields share.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::check::own_words::World;
use crate::stage::Watch;
use twolane_text::{Frame, Quote, Source, TokenKind, sentences};

use super::facts::{Fact, Group, Judged};
use super::report::{Stray, TextState, TextVerdict};
use super::statement::{Held, judge};

/// Most characters of a text that a report repeats.
const SHOWN: usize = 300;

/// Most facts of an answer with which a text from another place is compared; an answer has about five.
const MOST_FACTS: usize = 64;
/// Most sentences outside the facts that are compared with quotes. An answer has no such sentences; those past the
/// limit are `unchecked`.
const MOST_SENTENCES: usize = 64;

/// Verdicts on a saved answer, with the evidence that they rest on.
pub(super) struct Account<'a> {
    pub world: World<'a>,
    pub facts: Vec<Fact>,
    /// Quotes of each conflict's sides; `None` for a quote that is not exact.
    pub sides: HashMap<usize, Vec<Option<Quote>>>,
    pub texts: Vec<TextVerdict>,
    pub strays: Vec<Stray>,
    users: HashMap<String, Arc<Source>>,
    /// Stops the account early when nobody waits for it; a stopped account is discarded.
    watch: Watch<'a>,
    held: Held,
    /// Quotes outside the facts and conflicts; each one is support of its own.
    free: Vec<Quote>,
    /// Remaining budget of sentences outside the facts that may be compared with quotes.
    sentences_left: usize,
}

impl<'a> Account<'a> {
    /// Starts an account of answers with these facts and quotes.
    pub(super) fn new(
        world: World<'a>,
        facts: Vec<Fact>,
        judged: &[Judged],
        users: HashMap<String, Arc<Source>>,
        watch: Watch<'a>,
    ) -> Self {
        let mut sides: HashMap<usize, Vec<Option<Quote>>> = HashMap::new();
        let mut held = Held::default();
        for one in judged {
            if let Group::Side(conflict, _) = one.group {
                sides.entry(conflict).or_default().push(one.quote.clone());
            }
            if let Some(quote) = &one.quote {
                held.add(quote.text());
            }
        }
        let free =
            judged.iter().filter(|j| matches!(j.group, Group::Free(_))).filter_map(|j| j.quote.clone());
        let free = free.take(MOST_FACTS).collect();
        let (texts, strays) = (Vec::new(), Vec::new());
        Account {
            world,
            facts,
            sides,
            texts,
            strays,
            users,
            watch,
            held,
            free,
            sentences_left: MOST_SENTENCES,
        }
    }

    /// Records the verdict on a text.
    pub(super) fn note(&mut self, place: &str, text: &str, verdict: TextState, why: impl Into<String>) {
        if !verdict.passed() {
            let beyond = self.held.beyond(text);
            self.strays.extend(beyond.into_iter().map(|token| Stray { token, place: place.to_owned() }));
        }
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        self.texts.push(TextVerdict { place: place.to_owned(), text: shown, verdict, why: why.into() });
    }

    /// Records a passed text.
    pub(super) fn ok(&mut self, place: &str, text: &str, verdict: TextState) {
        self.note(place, text, verdict, "");
    }

    /// Records a text that nothing supports.
    pub(super) fn unchecked(&mut self, place: &str, text: &str, why: impl Into<String>) {
        self.note(place, text, TextState::Unchecked, why);
    }

    /// Records a value that has no place in an answer: it is unchecked, unless it is empty.
    pub(super) fn unknown(&mut self, place: &str, value: &Value) {
        match value {
            Value::Null | Value::Bool(false) => {}
            Value::String(text) if text.trim().is_empty() => {}
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.unknown(&format!("{place}[{i}]"), item);
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    self.unknown(&format!("{place}.{}", clip(key)), value);
                }
            }
            Value::String(text) => {
                let text = text.clone();
                self.unchecked(place, &text, "no answer has such a field");
            }
            other => self.unchecked(place, &other.to_string(), "no answer has such a field"),
        }
    }

    /// Visits every value of an object by its key. A key for which `of` returns false is unknown.
    pub(super) fn object(
        &mut self,
        place: &str,
        value: &Value,
        mut of: impl FnMut(&mut Self, &str, &str, &Value) -> bool,
    ) {
        let Value::Object(map) = value else { return self.unknown(place, value) };
        for (key, value) in map {
            if !self.watch.goes_on() {
                return;
            }
            let path = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            if !of(self, key, &path, value) {
                // A name can make a claim too, whatever stands behind it.
                match value {
                    Value::Null | Value::Bool(_) => {
                        self.unchecked(&clip(&path), key, "no answer has such a field")
                    }
                    Value::String(text) if text.trim().is_empty() => {
                        self.unchecked(&clip(&path), key, "no answer has such a field");
                    }
                    value => self.unknown(&clip(&path), value),
                }
            }
        }
    }

    /// Visits every item of a list; a value of another type is unknown.
    pub(super) fn list(&mut self, place: &str, value: &Value, mut of: impl FnMut(&mut Self, &str, &Value)) {
        match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    if !self.watch.goes_on() {
                        return;
                    }
                    of(self, &format!("{place}[{i}]"), item);
                }
            }
            other => self.unknown(place, other),
        }
    }

    /// Visits a text; a value of another type is unknown.
    pub(super) fn text(&mut self, place: &str, value: &Value, of: impl FnOnce(&mut Self, &str, &str)) {
        match value {
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => of(self, place, text),
            other => self.unknown(place, other),
        }
    }

    /// Accepts a number, a boolean or null, because these make no claim in words.
    pub(super) fn plain(&mut self, place: &str, value: &Value) {
        if !matches!(value, Value::Null | Value::Bool(_) | Value::Number(_)) {
            self.unknown(place, value);
        }
    }

    /// Checks that a text equals the expected one.
    pub(super) fn same(&mut self, place: &str, value: &Value, expected: Option<&str>, what: &str) {
        match (value, expected) {
            (Value::Null, None) => {}
            (Value::String(text), Some(expected)) if text == expected => {
                if !text.is_empty() {
                    self.ok(place, text, TextState::Derived);
                }
            }
            (Value::String(text), _) => {
                let said = expected.map_or_else(|| "has none".to_owned(), |e| format!("has “{}”", clip(e)));
                self.note(place, text, TextState::Contradicted, format!("{what} {said}"));
            }
            (Value::Null, Some(_)) => {}
            (other, _) => self.unknown(place, other),
        }
    }

    /// Checks that a word belongs to a closed list.
    pub(super) fn word(&mut self, place: &str, value: &Value, known: &[&str]) {
        self.text(place, value, |a, place, text| {
            if known.contains(&text) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "not a word that belongs here");
            }
        });
    }

    /// Checks a text against the program's own wordings.
    pub(super) fn own(&mut self, place: &str, value: &Value, frames: &[Frame]) {
        self.text(place, value, |a, place, text| a.own_text(place, text, frames));
    }

    /// Checks a text against the program's own wordings, and against the quotes otherwise.
    pub(super) fn own_text(&mut self, place: &str, text: &str, frames: &[Frame]) {
        match self.world.own_wording(text, frames) {
            Ok(()) => self.ok(place, text, TextState::OwnWording),
            Err(why) => self.statement(place, text, &why),
        }
    }

    /// Checks a statement outside the facts: each of its sentences must be in a quote, or be supported by the quotes of
    /// one fact.
    pub(super) fn statement(&mut self, place: &str, text: &str, why: &str) {
        for sentence in sentences(text).into_iter().filter_map(|r| text.get(r)) {
            let Some(left) = self.sentences_left.checked_sub(1) else {
                return self.unchecked(
                    place,
                    sentence,
                    "more texts of their own than are held against quotes",
                );
            };
            self.sentences_left = left;
            let facts = self.facts.iter().filter(|f| f.stands).take(MOST_FACTS).map(Fact::quotes);
            let free = self.free.iter().map(|q| vec![q.text()]);
            let judged = facts.chain(free).map(|quotes| judge(&quotes, sentence));
            let best = judged.min_by_key(|j| !j.0.passed());
            match best {
                Some((state, _)) if state.passed() => self.ok(place, sentence, state),
                Some((state @ TextState::Contradicted, why)) => self.note(place, sentence, state, why),
                _ => self.unchecked(place, sentence, why),
            }
        }
    }

    /// Checks a text that must repeat the question or a value given with the question.
    pub(super) fn asked(&mut self, place: &str, value: &Value) {
        self.text(place, value, |a, place, text| {
            if a.world.was_asked(text) || a.world.claimed.given.iter().any(|g| g == text) {
                a.ok(place, text, TextState::Asked);
            } else {
                a.unchecked(place, text, "is no part of what was asked");
            }
        });
    }

    /// Accepts an id that the program makes: a prefix, and so many hexadecimal digits.
    pub(super) fn made_id(&mut self, place: &str, value: &Value, prefix: &str, digits: usize) {
        self.text(place, value, |a, place, text| {
            let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            let rest = text.strip_prefix(prefix);
            if rest.is_some_and(|rest| rest.len() == digits && rest.chars().all(is_hex)) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "is not an id that the program gives");
            }
        });
    }

    /// Accepts an id, the date of a run, or the name of a model: one word that makes no claim.
    pub(super) fn label(&mut self, place: &str, value: &Value) {
        self.text(place, value, |a, place, text| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/+@".contains(c);
            if text.len() <= 128 && text.chars().all(plain) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "is no name");
            }
        });
    }

    /// Returns a text of the user, as the session holds it.
    pub(super) fn users_source(&self, id: &str) -> Option<Arc<Source>> {
        self.users.get(id).cloned()
    }

    /// Returns the title of a text of the user.
    pub(super) fn users_title(&self, id: &str) -> Option<String> {
        self.users.get(id).map(|s| s.title().to_owned())
    }
}

/// Accepts the fields of a quote that are judged elsewhere.
pub(super) fn quote_fields(a: &mut Account<'_>, place: &str, value: &Value, more: &[&str]) {
    a.object(place, value, |_, key, _, value| {
        let judged = matches!(key, "source_id" | "locator" | "quote") && value.is_string();
        judged || more.contains(&key)
    });
}

/// Cuts a long text to its start.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// Token kinds that `extractions` lists.
pub(super) const EXTRACTED: [(&str, TokenKind); 3] =
    [("entities", TokenKind::Name), ("numbers", TokenKind::Number), ("dates", TokenKind::Date)];
