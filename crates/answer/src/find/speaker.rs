//! The person whose words a question asks for: "what did Ann Lee say about the dock".

use twolane_archive::terms;
use twolane_text::pattern::pattern;
use twolane_text::states_decision;

use crate::language::question::Question;

use super::ranked::{Passage, Ranked};
use super::voice::states_nothing;

pattern!(
    SAYS,
    concat!(
        r"(?i)\b(?:what|why|when|how|did)\b.*?\b(?:did|does|do|has|have)\s+((?:\S+\s+){1,4}?)",
        r"(?:say|said|tell|told|think|argue|argued|claim|claimed|warn|warned|complain|complained|mention|mentioned)\b"
    )
);

// A sentence about what somebody said or thought: "Lucille Dow, Main Street, said".
pattern!(
    SPOKEN,
    concat!(
        r"^\W*(?:An? )?[\w.'\u{2019}-]+(?: [\w.'\u{2019}-]+){0,3}(?:,[^,.;]{1,40},)? (?:then |also |again )?",
        r"(?:said|says|asked|claim(?:s|ed)|argue[sd]|insist(?:s|ed)|complain(?:s|ed)|alleg(?:es|ed)|thought|felt|believe[sd]|wondered)\b"
    )
);

// "The owner of said dog" and "a taxpayer who believes" are words of rules.
pattern!(
    NOT_SPOKEN,
    concat!(
        r"(?i)\b(?:of|for|to|in|on|at|by|from|with|upon|under|and|or|the|that|if|when)\s+said\b",
        r"|\b(?:who|which|that)\s+(?:claim|believe|allege|insist)s?\b|\bclaims\s+(?:must|shall|may|are|is|were|will)\b"
    )
);

/// Number of candidates behind the first among which a statement of the paper itself is looked for.
const BEHIND: usize = 4;
/// Least share of the first candidate's evidence that it has.
const AS_LIKELY: f32 = 0.6;

/// Returns true for a sentence about what somebody said or thought.
fn is_spoken(text: &str) -> bool {
    SPOKEN.get().is_match(text) && !NOT_SPOKEN.get().is_match(text)
}

/// Moves a statement of a paper itself before what somebody said at a meeting, where it is about as likely to answer.
/// A question of somebody's words keeps its order, and a statement with a decision its place.
pub(super) fn own_statement_first(question: &Question, ranked: &mut [Ranked]) {
    let Some((first, behind)) = ranked.split_first() else { return };
    let Some(evidence) =
        first.features.evidence.filter(|_| is_spoken(first.text()) && !states_decision(first.text()))
    else {
        return;
    };
    if Speaker::of(question.text()).is_some() {
        return;
    }
    let is_own = |r: &Ranked| {
        !is_spoken(r.text())
            && !states_nothing(r.text())
            && !r.candidate().cut
            && r.source().id() != first.source().id()
            && r.is_law == first.is_law
            && r.choice <= first.choice
            && r.features.kind >= first.features.kind
            && r.features.evidence.is_some_and(|own| own >= AS_LIKELY * evidence)
    };
    let own = behind.iter().take(BEHIND).position(is_own);
    if let Some(head) = own.and_then(|own| ranked.get_mut(..=own + 1)) {
        head.rotate_right(1);
    }
}

/// Maximum number of other words between those of a name, such as an initial.
const BETWEEN: usize = 1;

/// Words of a person's or body's name, as index terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Speaker(Vec<String>);

impl Speaker {
    /// Reads the speaker of a question; `None` where it asks for nobody's words.
    pub(super) fn of(question: &str) -> Option<Self> {
        let name = SAYS.get().captures(question)?.get(1)?;
        let terms = terms(name.as_str());
        (!terms.is_empty()).then_some(Speaker(terms))
    }

    /// Returns true when no passage has the name.
    pub(super) fn is_absent(&self, passages: &[Passage]) -> bool {
        let has = |passage: &Passage| {
            let record = &passage.chunk.record;
            let own = terms(&format!("{} {}", record.header, record.text));
            let named = |near: &[String]| self.0.iter().all(|term| near.contains(term));
            own.windows((self.0.len() + BETWEEN).min(own.len()).max(1)).any(named)
        };
        !passages.iter().any(has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_what_somebody_said() {
        for (text, expected) in [
            ("Lucille Dow, Main Street, said the taxes rise because of the cruiser.", true),
            ("Mr. Lee said that the dock is closed.", true),
            ("A resident asked whether the dock is closed.", true),
            ("Ms. Lee reported that the dock is closed.", false),
            ("The dock is closed, Mr. Lee said.", false),
            ("It is said that the dock is closed.", true),
            ("The fee rose by $4.", false),
            ("The owner of said dog shall pay $25.", false),
            ("Any taxpayer who believes the assessment is wrong may appeal by March 1.", false),
            ("All abatement claims must be filed by March 1.", false),
            ("The fee for said permit is $15.", false),
        ] {
            assert_eq!(is_spoken(text), expected, "{text}");
        }
    }

    #[test]
    fn whose_words_are_asked_for() {
        for (question, name) in [
            ("What did Ann Lee say about the dock?", Some("Ann Lee")),
            ("what did ann lee say about the dock", Some("ann lee")),
            ("Why does Mr. Lee think the dock is unsafe?", Some("Mr. Lee")),
            ("What does the ordinance say about dogs?", Some("the ordinance")),
            ("What did the board decide?", None),
            ("How much is a sticker?", None),
        ] {
            assert_eq!(Speaker::of(question), name.map(|name| Speaker(terms(name))), "{question}");
        }
    }
}
