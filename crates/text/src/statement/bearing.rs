//! Texts that support statements.

use crate::footnotes::without_struck;
use crate::sentences;

use super::canonical::{Canonical, Item};
use super::characters::composed;
use super::difference::{Nearest, differences};
use super::judgement::{Judgement, Unjudged};
use super::matching::stands_in;
use super::words::Side;

/// Checks if these texts support a statement; shorthand for a single use of [`BearingText::judge`].
///
/// Pass whole sentences: a text that is itself cut from a sentence supports the cut.
pub fn bears_out(texts: &[&str], statement: &str) -> Judgement {
    BearingText::of(texts.iter().copied()).judge(statement)
}

/// Texts prepared for judging statements. Preparing and judging take time linear in the texts and the
/// statement.
#[derive(Debug, Clone, Default)]
pub struct BearingText {
    texts: Vec<Prepared>,
}

#[derive(Debug, Clone)]
struct Prepared {
    raw: Vec<String>,
    raw_starts: Vec<bool>,
    raw_ends: Vec<bool>,
    items: Vec<Item>,
    keys: Vec<String>,
    starts: Vec<bool>,
    ends: Vec<bool>,
}

impl BearingText {
    /// Prepares these texts, each on its own: a statement is never pieced together from two of them.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let texts = texts.into_iter().map(|t| Prepared::of(t, Side::Text)).filter(|t| !t.raw.is_empty());
        BearingText { texts: texts.collect() }
    }

    /// Judges a statement of one or more sentences. They must be adjacent in one of the texts: whole
    /// sentences, in order, without omissions.
    pub fn judge(&self, statement: &str) -> Judgement {
        self.judge_counting(statement, &mut 0)
    }

    /// Runs [`BearingText::judge`] and adds its number of comparisons to `steps`.
    pub(super) fn judge_counting(&self, statement: &str, steps: &mut usize) -> Judgement {
        if !statement.contains(char::is_alphanumeric) {
            return Judgement::Unchecked(Unjudged::Empty);
        }
        if self.texts.is_empty() {
            return Judgement::Unchecked(Unjudged::NoText);
        }
        let said = Prepared::of(statement, Side::Statement);
        let at = |starts: &[bool], ends: &[bool], from: usize, to: usize| {
            starts.get(from) == Some(&true) && ends.get(to) == Some(&true)
        };
        for text in &self.texts {
            let borders = |from, to| at(&text.raw_starts, &text.raw_ends, from, to);
            if stands_in(&said.raw, &text.raw, borders, steps) {
                return Judgement::Verbatim;
            }
        }
        for text in &self.texts {
            if stands_in(&said.keys, &text.keys, |from, to| at(&text.starts, &text.ends, from, to), steps) {
                return Judgement::Borne;
            }
        }
        if said.keys.iter().any(|k| k.starts_with('\u{1}')) {
            return Judgement::Unchecked(Unjudged::Characters);
        }
        let mut nearest = Nearest::to(&said.items);
        for text in &self.texts {
            *steps += text.items.len();
            nearest.look_at(&text.items);
        }
        Judgement::NotBorne(differences(&said.items, nearest.sentence()))
    }
}

impl Prepared {
    fn of(text: &str, side: Side) -> Self {
        let text = composed(text);
        let mut out = Prepared {
            raw: Vec::new(),
            raw_starts: Vec::new(),
            raw_ends: Vec::new(),
            items: Vec::new(),
            keys: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
        };
        let (mut open, mut colon) = (false, false);
        let in_force = without_struck(&text);
        for range in sentences(&text) {
            let sentence = text.get(range.clone()).unwrap_or("");
            let kept = in_force.get(range).unwrap_or("");
            // Struck text is not in force: it supports only its own print.
            let canonical = match side {
                Side::Text => Canonical::of(kept, side),
                Side::Statement => Canonical::of(sentence, side),
            };
            // Text that depends on the previous sentence is not separated from it: a condition in a sentence
            // of its own, a list and its lead-in.
            let joined = open || canonical.goes_on || (colon && canonical.label > 0);
            if joined {
                if let Some(end) = out.raw_ends.last_mut() {
                    *end = false;
                }
                if let Some(end) = out.ends.last_mut() {
                    *end = false;
                }
            }
            let begins = !joined || out.raw.is_empty();
            let from = out.raw.len();
            out.raw.extend(words_with_strikes(sentence, kept));
            mark(&mut out.raw_starts, out.raw.len(), begins.then_some(from));
            mark(&mut out.raw_ends, out.raw.len(), out.raw.len().checked_sub(1));
            let from = out.items.len();
            out.items.extend(canonical.items);
            mark(&mut out.starts, out.items.len(), begins.then_some(from));
            if let Some(body) = out.starts.get_mut(from + canonical.label).filter(|_| begins) {
                *body = true;
            }
            mark(&mut out.ends, out.items.len(), out.items.len().checked_sub(1));
            open = canonical.open;
            colon |= canonical.colon;
        }
        out.keys = out.items.iter().map(|i| i.key.clone()).collect();
        out
    }
}

/// Returns the words of a sentence, with a special mark on struck ones. `kept` is the sentence with blanks in
/// their place.
fn words_with_strikes<'a>(sentence: &'a str, kept: &'a str) -> impl Iterator<Item = String> + 'a {
    let mut at = 0;
    sentence.split_whitespace().map(move |word| {
        let rest = sentence.get(at..).unwrap_or("");
        let start = at + (rest.len() - rest.trim_start().len());
        at = start + word.len();
        if kept.get(start..at) == Some(word) { word.to_owned() } else { format!("~{word}") }
    })
}

/// Extends the list to this length with `false`, and sets `true` at one index.
fn mark(list: &mut Vec<bool>, length: usize, at: Option<usize>) {
    list.resize(length, false);
    if let Some(place) = at.and_then(|at| list.get_mut(at)) {
        *place = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::judgement::DifferenceKind;
    use super::*;

    const LAW: &str = "No person shall keep more than 3 dogs at any one house unless the chief approves. \
        The fee is $20 for dogs and $10 for cats. The clerk sells permits.";

    #[test]
    fn whole_sentences_are_verbatim() {
        for statement in [
            LAW,
            "The clerk sells permits.",
            "The fee is $20 for dogs and $10 for cats.  The clerk\nsells permits.",
        ] {
            assert_eq!(bears_out(&[LAW], statement), Judgement::Verbatim, "{statement}");
        }
    }

    #[test]
    fn another_print_of_the_same_is_borne_out() {
        for statement in [
            "The clerk sells permits",
            "Clerk sells permits.",
            "The fee is 20 dollars for dogs and $10.00 for cats",
            "No person shall keep more than three dogs at any one house unless the chief approves.",
            "NO PERSON SHALL KEEP MORE THAN 3 DOGS AT ANY ONE HOUSE UNLESS THE CHIEF APPROVES.",
        ] {
            assert_eq!(bears_out(&[LAW], statement), Judgement::Borne, "{statement}");
        }
        assert_eq!(bears_out(&["(a) The owner pays."], "The owner pays."), Judgement::Borne);
        for (text, statement) in [
            ("A fence may be 6⁴ feet high.² The next rule.", "A fence may be 6 feet high."),
            ("The fee[4] is $20*.", "The fee is $20."),
            ("The fee is ~~$25~~ $50.", "The fee is $50."),
            ("A fence may be 7½ feet high.", "A fence may be 7.5 feet high."),
            ("A fence may be 7 1/2 feet high.", "A fence may be 7½ feet high."),
            ("A fence may be 7-1/2 feet high.", "A fence may be 7½ feet high."),
        ] {
            assert_eq!(bears_out(&[text], statement), Judgement::Borne, "{text}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for statement in [
            "person shall keep more than 3 dogs at any one house unless the chief approves.",
            "A person shall keep more than 3 dogs at any one house unless the chief approves.",
            "No person shall keep more than 3 dogs at any one house.",
            "No person may keep more than 3 dogs at any one house unless the chief approves.",
            "The fee is $20 for cats and $10 for dogs.",
            "The fee is $20 for cats.",
            "The fee is $20¹ for dogs and $10 for cats.",
            "The fee is $20",
            "The fee is €20 for dogs and $10 for cats.",
            "The fee is $20 for dogs, and $10 for cats.",
            "The clerk sells no permits.",
            "The clerk sold permits.",
            "The fee is $20 for dogs and $10 for cats. The clerk buys permits.",
            "No person shall keep more than 3 dogs at any one house unless the chief approves. The clerk sells permits.",
        ] {
            let judged = bears_out(&[LAW], statement);
            assert!(matches!(judged, Judgement::NotBorne(_)), "{statement}: {judged:?}");
        }
    }

    #[test]
    fn struck_words_bear_nothing_out() {
        let text = "~~The fee is $25. It is due now. No dogs.~~ The fee is ~~$30~~ $50.";
        for statement in
            ["The fee is $25.", "It is due now.", "No dogs.", "The fee is $30 $50.", "The fee is $30."]
        {
            assert!(matches!(bears_out(&[text], statement), Judgement::NotBorne(_)), "{statement}");
        }
        assert_eq!(bears_out(&[text], "The fee is ~~$30~~ $50."), Judgement::Verbatim);
        assert_eq!(bears_out(&[text], "The fee is $50."), Judgement::Borne);
    }

    #[test]
    fn what_hangs_on_its_neighbour_is_not_parted_from_it() {
        for (text, statement) in [
            ("A person may burn. Provided, however, that the chief approves.", "A person may burn."),
            ("It is unlawful to: (a) Keep dogs. (b) Park a boat.", "Park a boat."),
            ("It is unlawful to: (a) Keep dogs. (b) Park a boat.", "(b) Park a boat."),
            ("The fee is $20. It is for dogs. The fine is $50. It doubles.", "The fee is $20. It doubles."),
        ] {
            assert!(!bears_out(&[text], statement).is_borne(), "{statement}");
        }
        assert!(
            !bears_out(&["The fee is $20.", "The fine is $5."], "The fee is $20. The fine is $5.").is_borne()
        );
    }

    #[test]
    fn characters_that_are_not_what_they_look_like_are_never_borne_out() {
        let text = "The fee is $20.";
        for statement in [
            "The f\u{435}e is $20.",
            "The fee is $2\u{200b}0.",
            "The fee is ＄２０.",
            "The fee is \u{202e}02$.",
            "The fee is $𝟐𝟎.",
            "The fee is $20.\u{e0041}",
            "The f\u{ad}ee is $20.",
            "The fee is $20\u{fe0f}.",
        ] {
            assert_eq!(
                bears_out(&[text], statement),
                Judgement::Unchecked(Unjudged::Characters),
                "{statement:?}"
            );
        }
        assert_eq!(bears_out(&["The fee of re\u{ad}sidents."], "The fee of residents."), Judgement::Borne);
        assert_eq!(bears_out(&["Плата 20."], "Плата 20."), Judgement::Verbatim);
        assert_eq!(bears_out(&[text], " . "), Judgement::Unchecked(Unjudged::Empty));
        assert_eq!(bears_out(&[], "The fee."), Judgement::Unchecked(Unjudged::NoText));
    }

    #[test]
    fn differences_are_named() {
        for (statement, kind) in [
            ("The clerk sells no permits.", DifferenceKind::Negation),
            ("The clerk may sells permits.", DifferenceKind::Modality),
            ("The fee is $20 for dogs and $15 for cats.", DifferenceKind::Number),
            ("The fee is $20 for cats and $10 for dogs.", DifferenceKind::Order),
            ("Clerk Moss sells permits.", DifferenceKind::Name),
        ] {
            let Judgement::NotBorne(found) = bears_out(&[LAW], statement) else { panic!("{statement}") };
            assert!(found.iter().any(|d| d.kind == kind), "{statement}: {found:?}");
        }
    }

    #[test]
    fn the_work_is_linear_in_the_text() {
        let work = |repeats: usize, sentence: &str, statement: &str| {
            let text = sentence.repeat(repeats);
            let mut steps = 0;
            let bearing = BearingText::of([text.as_str()]);
            bearing.judge_counting(statement, &mut steps);
            (steps, text.len())
        };
        for (sentence, statement) in [
            ("The fee is $20 for dogs. ", "The fee is $20 for cats."),
            ("a a a a a a a a. ", "a a a a a a b."),
            ("A. A. A. A. ", "A. A. A. A. B."),
        ] {
            let ((one, small), (four, large)) =
                (work(200, sentence, statement), work(800, sentence, statement));
            assert!(large >= 4 * small && four <= 5 * one, "{one} {four}");
            assert!(four <= 4 * large, "{four} steps for {large} bytes");
        }
    }
}
