//! "Mixed questions (taxes) list their parts and which are missing."

use crate::ask::check::answer::AnswerContent;
use crate::ask::check::audit::flag::{Flag, HardRule};
use crate::ask::check::audit::input::AuditInput;
use crate::ask::check::audit::phrases::first_of;
use crate::ask::check::audit::run::missing;
use crate::ask::check::audit::wording::AuditWords;
use crate::ask::draft::wording;
use crate::trial::Rule;

/// Whether a text speaks of the part of a mixed question that has this name; `None` when there is no
/// such part.
pub(in crate::ask) fn says_part(words: &AuditWords, name: &str, said: &str) -> Option<bool> {
    let part = words.mixed.iter().flat_map(|m| &m.parts).find(|p| p.name == name)?;
    let named =
        first_of(said, &part.words).is_some() || first_of(said, std::slice::from_ref(&part.name)).is_some();
    Some(named)
}

/// One flag for each part that neither a fact nor a gap speaks of.
pub(in crate::ask::check::audit) fn mixed_parts(answer: &AnswerContent, input: &AuditInput<'_>) -> Vec<Flag> {
    let facts = answer.facts.iter().flat_map(|f| f.support.iter().map(|q| q.text()).chain([f.text.as_str()]));
    let gaps = answer.gaps.iter().flat_map(|g| [g.need.as_str(), g.reason.as_str()]);
    let said = facts.chain(gaps).collect::<Vec<_>>().join("\n");
    let mut flags = Vec::new();
    for mixed in input.words.mixed.iter().filter(|m| first_of(input.question, &m.asks).is_some()) {
        for part in &mixed.parts {
            let named = first_of(&said, &part.words).is_some()
                || first_of(&said, std::slice::from_ref(&part.name)).is_some();
            if !named && Rule::MixedParts.on() {
                let sentence = wording::NO_PART.say(&[&part.name]);
                flags.push(missing(HardRule::MixedParts, &part.name, &sentence));
            }
        }
    }
    flags
}
