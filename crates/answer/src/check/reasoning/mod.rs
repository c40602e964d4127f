//! Conclusions that follow from an answer's checked facts by rule. They are the facts for each part of the question,
//! the scope of a statewide rule, and its requirements next to the record. The seal writes them from quotes and fixed
//! words alone; the check of a saved answer writes them again.

mod analysis;
mod applies;
mod labels;
mod quoted;
mod risk;

pub(crate) use analysis::{analysis, shared_out};
pub(crate) use applies::applicability;
pub(crate) use labels::{Labelled, Side, labelled, side};
pub(crate) use quoted::quoted;
pub(crate) use risk::risk;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::answer::{AnswerContent, Cited, Mode};
    use crate::check::verify::Fact;
    use twolane_archive::Visibility;
    use twolane_text::{ContentHash, Line, Source, SourceId};

    /// Builds an answer with one fact for each (lane, title, sentence).
    fn answer(facts: &[(&str, &str, &str)]) -> AnswerContent {
        let mut content = AnswerContent::empty(Mode::Answer);
        for (number, (lane, title, sentence)) in facts.iter().enumerate() {
            let id = SourceId(format!("s{number}"));
            let hash = ContentHash::of(sentence.as_bytes());
            let source = Source::new(
                id.clone(),
                (*title).to_owned(),
                hash.clone(),
                vec![Line::plain(0, 1, *sentence)],
            );
            let quote = source.quote(&"L1".parse().unwrap()).unwrap();
            content.facts.push(Fact::unchecked(sentence, vec![quote], Vec::new()));
            content.citations_index.push(Cited {
                source_id: id,
                ingest_hash: hash,
                title: (*title).to_owned(),
                lane: (*lane).to_owned(),
                authority: None,
                date: None,
                date_from: None,
                url: None,
                visibility: Visibility::Public,
                ocr_confidence: None,
            });
        }
        content
    }

    const RULE: (&str, &str, &str) =
        ("state", "Code 1:2", "A town is not liable for ice on its paths, unless it was told of it.");
    const RECORD: (&str, &str, &str) = ("local", "Minutes", "The board was told of the ice on May 2.");

    #[test]
    fn facts_are_put_together_by_part_and_side() {
        let both = answer(&[RECORD, RULE]);
        assert_eq!(
            analysis(&both, "Is the town liable for the ice?"),
            "The papers say: “The board was told of the ice on May 2.” [L1]. The statewide text says: “A town is not liable for ice on its paths, unless it was told of it.” [S1]."
        );
        assert_eq!(analysis(&answer(&[RECORD]), "Who was told of the ice?"), "", "one part on one side");
        let parts = analysis(&answer(&[RECORD]), "Who was told of the ice, and what did the repair cost?");
        let lines: Vec<&str> = parts.lines().collect();
        assert!(lines.first().is_some_and(|l| l.ends_with("[L1].")), "{parts}");
        assert!(lines.get(1).is_some_and(|l| l.ends_with("No quote was found.")), "{parts}");
    }

    #[test]
    fn for_whom_a_rule_is_and_who_else_says_so() {
        let open = applicability(&answer(&[RECORD, RULE]));
        assert_eq!(
            open,
            "[S1] names “A town”; no other quote has that word, so whether it applies here is not settled."
        );
        let titled = applicability(&answer(&[("local", "Town of Alder", RECORD.2), RULE]));
        assert_eq!(titled, "[S1] names “A town”; [L1] is from “Town of Alder”, which has the same word.");
        let quoted = applicability(&answer(&[("local", "Minutes", "The town was told of it."), RULE]));
        assert_eq!(quoted, "[S1] names “A town”, and [L1] uses the same word.");
        assert_eq!(applicability(&answer(&[RECORD])), "");
    }

    #[test]
    fn a_risk_needs_a_rule_and_a_record() {
        let both = risk(&answer(&[RECORD, RULE]));
        assert_eq!(both.shown, ["Rules: [S1]. Papers on the same subject: [L1]."]);
        assert_eq!(both.open, ["What the papers show about “unless it was told of it” ([S1])."]);
        let told_of = ("state", "Code 1:4", "A town is liable for a path, if the board was told of the ice.");
        let met = risk(&answer(&[RECORD, told_of]));
        assert_eq!(
            met.shown,
            [
                "[S1] depends on “if the board was told of the ice”. Papers on this point: [L1]. Whether they meet the condition is not settled."
            ]
        );
        assert_eq!(met.open, [""; 0]);
        for alone in [answer(&[RECORD]), answer(&[RULE]), answer(&[])] {
            assert_eq!(risk(&alone), Default::default());
        }
        let no_rule = ("state", "Code 1:3", "The bridge stands since 1902.");
        assert_eq!(risk(&answer(&[RECORD, no_rule])), Default::default());
    }
}
