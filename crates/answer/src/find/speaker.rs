//! The person whose words a question asks for: "what did Ann Lee say about the dock".

use twolane_archive::terms;
use twolane_text::pattern::pattern;

use super::ranked::Passage;

pattern!(
    SAYS,
    concat!(
        r"(?i)\b(?:what|why|when|how|did)\b.*?\b(?:did|does|do|has|have)\s+((?:\S+\s+){1,4}?)",
        r"(?:say|said|tell|told|think|argue|argued|claim|claimed|warn|warned|complain|complained|mention|mentioned)\b"
    )
);

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
