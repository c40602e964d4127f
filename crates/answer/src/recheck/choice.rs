//! Account of `choice`. Its quotes must be among those of the answer's facts, which are looked up. Its words are the
//! program's own, or were asked. The letter must be that of the one choice that holds by its own entry. Which choice
//! the quotes favour is a judgement, like the tier of a record. It must agree with its own reasons; nothing here
//! repeats the judgement.

use serde_json::Value;

use crate::check::answer::AnswerContent;
use crate::check::choice::{Choice, ChoiceReason, Holds};
use crate::draft::wording;
use twolane_text::Quote;

use super::account::{Account, quote_fields};
use super::report::TextState;

pub(super) fn choice(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    let holding: Vec<String> = list(value, "reasons")
        .filter(|r| text(r, "holds") == "yes")
        .map(|r| text(r, "choice").to_owned())
        .collect();
    a.object(place, value, |a, key, place, value| {
        match key {
            "answer" => {
                let expected = match holding.as_slice() {
                    [letter] => Some(letter.as_str()),
                    _ => None,
                };
                a.same(place, value, expected, "the list of reasons");
                if value.is_null() && expected.is_some() {
                    a.note(place, "null", TextState::Contradicted, "its reasons say that a choice holds");
                }
            }
            "note" => a.own(place, value, wording::CHOICES),
            "reasons" => a.list(place, value, reason),
            _ => return false,
        }
        true
    });
}

fn reason(a: &mut Account<'_>, place: &str, value: &Value) {
    a.object(place, value, |a, key, place, value| {
        match key {
            "choice" => a.label(place, value),
            "text" => a.asked(place, value),
            "holds" => a.word(place, value, &["yes", "no", "unknown"]),
            "reason" => a.own(place, value, wording::CHOICE_REASONS),
            "support" => a.list(place, value, |a, place, item| {
                quote_fields(a, place, item, &[]);
                let stands = a.facts.iter().filter(|f| f.stands).flat_map(|f| &f.support);
                let known = stands.into_iter().any(|q| is(q, item));
                let words = text(item, "quote");
                let verdict = if known { TextState::Quoted } else { TextState::Unchecked };
                let why = if known { "" } else { "is no confirmed quote of the answer's facts" };
                a.note(place, words, verdict, why);
            }),
            _ => return false,
        }
        true
    });
}

/// Rebuilds the judgement that forms show, with the facts' quotes as cut again. Returns `None` for an object of another
/// form.
pub(super) fn choice_again(value: &Value, answer: &AnswerContent) -> Option<Choice> {
    let letter = |text: &str| text.chars().next();
    let quotes: Vec<&Quote> = answer.facts.iter().flat_map(|f| &f.support).collect();
    let reasons = list(value, "reasons").map(|reason| {
        let support =
            list(reason, "support").map(|item| quotes.iter().find(|q| is(q, item)).copied().cloned());
        Some(ChoiceReason {
            choice: letter(text(reason, "choice"))?,
            text: text(reason, "text").to_owned(),
            holds: match text(reason, "holds") {
                "yes" => Holds::Yes,
                "no" => Holds::No,
                _ => Holds::Unknown,
            },
            reason: text(reason, "reason").to_owned(),
            support: support.collect::<Option<_>>()?,
        })
    });
    let reasons = reasons.collect::<Option<_>>()?;
    value.is_object().then(|| Choice {
        answer: letter(text(value, "answer")),
        note: text(value, "note").to_owned(),
        reasons,
    })
}

fn is(quote: &Quote, item: &Value) -> bool {
    quote.source_id().0 == text(item, "source_id")
        && quote.locator().to_string() == text(item, "locator")
        && quote.text() == text(item, "quote")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}
