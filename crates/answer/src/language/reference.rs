//! Words that refer to something that the question does not name: "my unit", "that invoice", "it".

use std::collections::HashSet;
use std::ops::Range;

use super::rules::Rules;
use super::words::{Word, words};

/// Kind of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// Possession, such as "my unit".
    Owned,
    /// Demonstrative, such as "that invoice".
    Demonstrative,
    /// Pronoun, such as "it", "them", "she".
    Pronoun,
    /// Relative day, such as "today".
    Day,
}

/// A reference of a question to something that it does not name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Kind of the reference.
    pub kind: ReferenceKind,
    /// Words as written.
    pub phrase: String,
    /// Byte range of the words in the question.
    pub range: Range<usize>,
    /// Noun in lower case; for a pronoun or a day, that word.
    pub noun: String,
}

/// Returns every reference of a question to something outside the question. A thing that an earlier sentence, or an
/// earlier noun of the same one, names is not outside.
pub fn references(question: &str, rules: &Rules) -> Vec<Reference> {
    let words = words(question);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let reader = Reader { words: &words, at, rules };
        if let Some((kind, last)) = reader.reference()
            && let (Some(first), Some(end)) = (words.get(at), words.get(last))
        {
            let range = first.range.start..end.range.end;
            let phrase = question.get(range.clone()).unwrap_or_default().to_owned();
            found.push(Reference { kind, phrase, range, noun: end.lower.clone() });
        }
    }
    found
}

/// Counts the distinct words of a question that name its subject, without those of the reference, function words and
/// small talk.
pub fn own_words(question: &str, reference: &Reference, rules: &Rules) -> usize {
    let words = words(question);
    let own =
        words.iter().filter(|w| w.range.end <= reference.range.start || w.range.start >= reference.range.end);
    let telling = own.filter(|w| {
        !rules.is_function_word(&w.lower)
            && !rules.small_talk.contains(&w.lower)
            && !rules.requests.contains(&w.lower)
    });
    telling.map(|w| w.lower.as_str()).collect::<HashSet<&str>>().len()
}

struct Reader<'w> {
    words: &'w [Word],
    at: usize,
    rules: &'w Rules,
}

impl Reader<'_> {
    fn word(&self, offset: isize) -> Option<&Word> {
        self.words.get(self.at.checked_add_signed(offset)?)
    }

    fn lower(&self, offset: isize) -> &str {
        self.word(offset).map_or("", |w| w.lower.as_str())
    }

    /// Returns the kind of the reference at this word, and the index of its last word.
    fn reference(&self) -> Option<(ReferenceKind, usize)> {
        let word = self.lower(0);
        let rules = self.rules;
        if rules.days.contains(word) {
            return Some((ReferenceKind::Day, self.at));
        }
        if rules.owners.contains(word) {
            return self.owned();
        }
        let named_before = self.is_named_before();
        if rules.demonstratives.contains(word)
            && let Some(last) = self.demonstrated()
        {
            return (!named_before).then_some((ReferenceKind::Demonstrative, last));
        }
        let is_pronoun = rules.thing_pronouns.contains(word)
            || rules.group_pronouns.contains(word)
            || rules.person_pronouns.contains(word)
            || rules.possessive_pronouns.contains(word);
        (is_pronoun && self.stands_for_a_thing() && !named_before)
            .then_some((ReferenceKind::Pronoun, self.at))
    }

    /// Recognizes "my unit", where the question is about exactly this thing: "the size of my unit", "how big is my
    /// unit". A rule for everybody's ("may I fence my lot") needs no owner.
    fn owned(&self) -> Option<(ReferenceKind, usize)> {
        let last = self.noun_phrase(self.at + 1)?;
        let noun = &self.words.get(last)?.lower;
        let place = self.rules.field_of(noun).is_some_and(|f| f.name != "date");
        if place {
            return Some((ReferenceKind::Owned, last));
        }
        let sentence = self.word(0)?.sentence;
        let before: Vec<&Word> = self.words.iter().take(self.at).filter(|w| w.sentence == sentence).collect();
        let asks = before.iter().any(|w| {
            self.rules.question_words.contains(&w.lower)
                || (w.first && self.rules.requests.contains(&w.lower))
        });
        let speaker_acts = before
            .windows(2)
            .any(|w| matches!(w, [aux, who] if self.rules.auxiliaries.contains(&aux.lower) && self.rules.speakers.contains(&who.lower)));
        let leads = matches!(
            self.lower(-1),
            "of" | "is" | "are" | "was" | "were" | "about" | "at" | "in" | "me" | "show" | "list"
        );
        let ends = self.ends_clause(last);
        // "How many square feet does my unit have?"
        let counts = before.windows(2).any(|w| {
            matches!(w, [how, many] if how.lower == "how" && matches!(many.lower.as_str(), "many" | "much"))
        });
        let has = counts
            && matches!(self.lower(-1), "does" | "do")
            && self.words.get(last + 1).is_some_and(|w| matches!(w.lower.as_str(), "have" | "measure"))
            && self.words.get(last + 2).is_none_or(|w| w.sentence != sentence);
        (asks && (leads && ends || has) && !speaker_acts && !self.is_named_before())
            .then_some((ReferenceKind::Owned, last))
    }

    /// Returns the last word of "that invoice" or "these chemicals", where the demonstrative belongs to a noun.
    fn demonstrated(&self) -> Option<usize> {
        let word = self.lower(0);
        let next = self.word(1)?;
        if self.word(0)?.breaks
            || self.rules.is_function_word(&next.lower)
            || next.is_marked()
            || self.rules.periods.contains(&next.lower)
            || self.rules.not_things.contains(&next.lower)
            || (word == "those" && next.lower == "with")
            || next.lower.ends_with("ly")
        {
            return None;
        }
        let last = self.noun_phrase(self.at + 1)?;
        if word != "that" {
            return Some(last);
        }
        // "the pipe that broke": a relative clause belongs to the noun before it.
        let before = self.lower(-1);
        let leads = before.is_empty()
            || self.rules.prepositions.contains(before)
            || self.rules.auxiliaries.contains(before)
            || self.word(0).is_some_and(|w| w.first);
        let verb_like =
            next.lower.ends_with("ed") || (next.lower.ends_with('s') && !next.lower.ends_with("ss"));
        let at_end = last + 1 >= self.words.len() && !before.ends_with('s');
        ((leads || at_end) && !verb_like).then_some(last)
    }

    /// Returns the index of the noun in a run of content words that begins at `from`: its last word.
    fn noun_phrase(&self, from: usize) -> Option<usize> {
        let mut last = None;
        // "When is that invoice due?": after a linking verb, the question's last word is a predicate of the noun.
        let linked = self.word(-1).is_some_and(|w| self.rules.auxiliaries.contains(&w.lower));
        for (index, word) in self.words.iter().enumerate().skip(from).take(3) {
            if self.rules.is_function_word(&word.lower) {
                break;
            }
            last = Some(index);
            // A verb or adjective after the noun is not part of the noun phrase. Without a dictionary, the first word
            // is the noun unless a second one ends the clause.
            if word.breaks {
                break;
            }
            let next_ends = self.words.get(index + 1).is_none_or(|w| self.rules.is_function_word(&w.lower));
            if next_ends || (linked && self.words.len() == index + 2) {
                break;
            }
            if index > from {
                break;
            }
            let second_ends = self.words.get(index + 1).is_some_and(|w| w.breaks)
                || self.words.get(index + 2).is_none_or(|w| self.rules.is_function_word(&w.lower));
            if !second_ends {
                break;
            }
        }
        last
    }

    fn ends_clause(&self, last: usize) -> bool {
        let Some(word) = self.words.get(last) else { return true };
        word.breaks
            || self.words.get(last + 1).is_none_or(|next| {
                self.rules.prepositions.contains(&next.lower) || self.rules.conjunctions.contains(&next.lower)
            })
    }

    /// Returns false for "it" and "that" without a referent: "is it allowed to", "the fee that applies".
    fn stands_for_a_thing(&self) -> bool {
        let word = self.lower(0);
        let rules = self.rules;
        match word {
            "it" => {
                !(rules.empty_it.contains(self.lower(1)) || rules.empty_it.contains(self.lower(2)))
                    && self.lower(1) != "that"
            }
            "this" | "that" | "these" | "those" => {
                let alone = self.word(1).is_none() || self.word(0).is_some_and(|w| w.breaks);
                let subject =
                    rules.auxiliaries.contains(self.lower(1)) && self.word(0).is_some_and(|w| w.first);
                let after_aux = rules.auxiliaries.contains(self.lower(-1))
                    && self.word(-1).is_some_and(|w| w.first)
                    && rules.is_function_word(self.lower(1));
                alone || subject || after_aux
            }
            // "her house" and "what is her name": a possessive occurs with a noun as well as alone.
            _ => true,
        }
    }

    /// Returns true when a possible antecedent comes before: in an earlier sentence, or as a noun with an article, or a
    /// name, in this one. An object pronoun does not refer to the subject of its own clause, so an object needs a
    /// second antecedent.
    fn is_named_before(&self) -> bool {
        let Some(here) = self.word(0) else { return false };
        let earlier = self.words.iter().take(self.at);
        if earlier.clone().any(|w| w.sentence < here.sentence && !self.rules.is_function_word(&w.lower)) {
            return true;
        }
        let mut named = 0;
        let mut new_clause = false;
        for (index, word) in self.words.iter().enumerate().take(self.at) {
            let previous = index.checked_sub(1).and_then(|i| self.words.get(i));
            let content = !self.rules.is_function_word(&word.lower);
            let led = previous.is_some_and(|p| {
                self.rules.determiners.contains(&p.lower)
                    || self.rules.owners.contains(&p.lower)
                    || self.rules.prepositions.contains(&p.lower)
            });
            let name = word.is_marked() && !word.first && !self.rules.speakers.contains(&word.lower);
            let goes_on = previous.is_some_and(|p| p.is_marked() && !p.first);
            if content && (led || (name && !goes_on)) {
                named += 1;
            }
            // "a dock and who pays it": the object's own clause begins after the conjunction.
            if named > 0 && (self.rules.conjunctions.contains(&word.lower) || word.breaks) {
                new_clause = true;
            }
        }
        let is_object = !self.rules.auxiliaries.contains(self.lower(1)) && self.word(-1).is_some();
        let possessive = self.rules.possessive_pronouns.contains(&here.lower);
        if is_object && !new_clause && !possessive { named > 1 } else { named > 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(question: &str) -> Vec<String> {
        references(question, Rules::built_in()).into_iter().map(|r| r.phrase).collect()
    }

    #[test]
    fn points_outside() {
        for (question, expected) in [
            ("What is the square footage of my unit?", "my unit"),
            ("How big is my unit?", "my unit"),
            ("What\u{2019}s the square footage of my unit?", "my unit"),
            ("whats the sq footage of my unit", "my unit"),
            ("who's my warden", "my warden"),
            ("How many square feet does my unit have?", "my unit"),
            ("Who signed that invoice?", "that invoice"),
            ("When is that invoice due?", "that invoice"),
            ("What did the board say about that invoice?", "that invoice"),
            ("Can I export these chemicals?", "these chemicals"),
            ("Who voted against it?", "it"),
            ("When did they vote?", "they"),
            ("What is her address?", "her"),
            ("Does the town allow it?", "it"),
            ("What happened today?", "today"),
            ("What is the tax rate in my town?", "my town"),
            ("Does our association allow hens?", "our association"),
            // The predicate is included: nothing distinguishes a noun from a participle here.
            ("Is this allowed?", "this allowed"),
        ] {
            let got = phrases(question);
            assert!(got.iter().any(|p| p.eq_ignore_ascii_case(expected)), "{question}: {got:?}");
        }
    }

    #[test]
    fn what_is_told_without_it() {
        for (question, words) in [
            ("Who voted against it?", 1),
            ("What did the board say about that invoice?", 2),
            ("how long after it stops snowing do i have to clear my sidewalk", 5),
            ("did they paint it", 1),
        ] {
            let found = references(question, Rules::built_in());
            let reference = found.last().unwrap();
            assert_eq!(own_words(question, reference, Rules::built_in()), words, "{question}");
        }
    }

    #[test]
    fn names_what_it_means() {
        for question in [
            "What is the fee that applies to docks?",
            "Which insurance value did the township set after the insurer asked for one?",
            "How wide is the steel pipe that the engineer inspected?",
            "What does it cost to leave a mattress at the station?",
            "Is it legal to burn brush?",
            "May I fence my lot?",
            "Do I need a permit for my deck?",
            "What are the annual dues per lot at Swan Lake this year?",
            "Which company manages Heron Ledge Village, and what is its monthly fee?",
            "What may be served at a private event in the hall, and what not?",
            "I have inherited a barn. Does it need a permit?",
            "For how long may a nonconforming use be given up before it may not be taken up again?",
            "What do I have to do to register my dog?",
            "Who are those who may vote?",
            "When is the town meeting?",
            "How many days does my landlord have to return the deposit?",
            "How long do my abutters have to appeal?",
            "What rights do my tenants have?",
        ] {
            assert!(phrases(question).is_empty(), "{question}: {:?}", phrases(question));
        }
    }
}
