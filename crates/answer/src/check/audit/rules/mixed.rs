//! "Mixed questions (taxes) list their parts and which are missing."

use crate::check::answer::AnswerContent;
use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::phrases::first_of;
use crate::check::audit::wording::AuditWords;
use crate::draft::wording;

/// Returns true when a text mentions the part with this name of a mixed question; `None` when there is no such part.
pub(crate) fn says_part(words: &AuditWords, name: &str, said: &str) -> Option<bool> {
    let part = words.mixed.iter().flat_map(|m| &m.parts).find(|p| p.name == name)?;
    let named =
        first_of(said, &part.words).is_some() || first_of(said, std::slice::from_ref(&part.name)).is_some();
    Some(named)
}

/// Returns true for a question about something composed of parts, such as a tax.
pub(crate) fn is_mixed(question: &str) -> bool {
    AuditWords::built_in().mixed.iter().any(|m| first_of(question, &m.asks).is_some())
}

/// Returns the parts of the question's subject that a text does not mention.
pub(crate) fn parts_missing(question: &str, said: &str) -> Vec<MixedPart> {
    let words = AuditWords::built_in();
    let asked = words.mixed.iter().filter(|m| first_of(question, &m.asks).is_some());
    asked
        .flat_map(|m| m.parts.iter().map(move |p| (m, p)))
        .filter(|(_, part)| says_part(words, &part.name, said) == Some(false))
        .map(|(mixed, part)| {
            let mut names = part.words.clone();
            names.push(part.name.clone());
            MixedPart { names, whole: mixed.asks.clone() }
        })
        .collect()
}

/// A part of the subject of a question.
pub(crate) struct MixedPart {
    names: Vec<String>,
    whole: Vec<String>,
}

impl MixedPart {
    /// Returns true when a text mentions the part.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        first_of(text, &self.names).is_some()
    }

    /// Returns true when a text mentions the whole that contains the part.
    pub(crate) fn whole_is_in(&self, text: &str) -> bool {
        first_of(text, &self.whole).is_some()
    }
}

/// Returns one flag for each part that neither a fact nor a gap mentions.
pub(in crate::check::audit) fn mixed_parts(answer: &AnswerContent, input: &AuditInput<'_>) -> Vec<Flag> {
    let facts = answer.facts.iter().flat_map(|f| f.support.iter().map(|q| q.text()).chain([f.text.as_str()]));
    let gaps = answer.gaps.iter().flat_map(|g| [g.need.as_str(), g.reason.as_str()]);
    let said = facts.chain(gaps).collect::<Vec<_>>().join("\n");
    let mut flags = Vec::new();
    for mixed in input.words.mixed.iter().filter(|m| first_of(input.question, &m.asks).is_some()) {
        for part in mixed.parts.iter().filter(|part| !part.optional) {
            let named = first_of(&said, &part.words).is_some()
                || first_of(&said, std::slice::from_ref(&part.name)).is_some();
            if !named {
                let sentence = wording::NO_PART.say(&[&part.name]);
                flags.push(Flag::missing(HardRule::MixedParts, &part.name, &sentence));
            }
        }
    }
    flags
}
