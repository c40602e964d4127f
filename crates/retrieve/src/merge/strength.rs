//! Strength of the retrieved record (SPEC RET-9).

use serde::Serialize;

/// Strength of the record behind an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strength {
    /// Tier `A`, `B` or `C`.
    pub tier: char,
    /// Chunks of the town's or association's own papers in the context.
    pub local_count: usize,
    /// Chunks of state law in the context.
    pub state_count: usize,
    /// Share of the first chunks that name something of the situation; `None` without a situation.
    pub situation_alignment: Option<f32>,
    /// Share of the question's legal topics that the context covers; `None` if the question has no legal
    /// topic.
    pub legal_topic_coverage: Option<f32>,
    /// True if the context contains a statute's text or the state's own guidance.
    pub authoritative_state_present: bool,
    /// Reasons for this tier, for people.
    pub reasons: Vec<String>,
}

/// Measurements that determine the tier.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// Same as [`Strength::local_count`].
    pub local_count: usize,
    /// Same as [`Strength::state_count`].
    pub state_count: usize,
    /// Same as [`Strength::situation_alignment`].
    pub situation_alignment: Option<f32>,
    /// Same as [`Strength::legal_topic_coverage`].
    pub legal_topic_coverage: Option<f32>,
    /// Same as [`Strength::authoritative_state_present`].
    pub authoritative_state_present: bool,
    /// Retrieval confidence, 0 to 1 on the scale that all models share.
    pub confidence: f32,
    /// True if the question is legal.
    pub legal: bool,
    /// True if off-topic chunks dominate.
    pub drift: bool,
    /// Confidence at which a record can be strong: the mean of passages that answer their question, on the
    /// common scale (`retrieval.eval_confidence_threshold`).
    pub strong: f32,
}

/// Confidence below which a record is weak (RETRIEVAL_CONFIDENCE_THRESHOLD).
const WEAK: f32 = 0.35;
/// Minimum number of chunks of a record (RET-7's bar for a second pass).
const FEW: usize = 4;

impl Strength {
    /// Determines the tier. `A` has passages that answer such questions, of all kinds that the question
    /// needs. `C` has passages no better than chance, too few, or of another matter. `B` is everything else.
    pub fn of(f: &Findings) -> Strength {
        let mut reasons = vec![format!("retrieval confidence {:.2}", f.confidence)];
        let mut weak = Vec::new();
        let mut lacks = Vec::new();
        let all = f.local_count + f.state_count;
        if all < FEW {
            weak.push(format!("only {all} passages found"));
        }
        if f.confidence < WEAK {
            weak.push("the passages are no closer to the question than unrelated ones".to_owned());
        } else if f.confidence < f.strong {
            lacks.push("the passages are close to the question, not clearly an answer".to_owned());
        }
        if f.drift {
            weak.push("passages of another matter took over".to_owned());
        }
        if f.legal && !f.authoritative_state_present {
            lacks.push("a question of law without the text of a statute".to_owned());
        }
        if f.legal_topic_coverage.is_some_and(|share| share < 0.5) {
            lacks.push("most of the question's matters of law are not spoken of".to_owned());
        }
        if f.situation_alignment.is_some_and(|share| share < 0.3) {
            lacks.push("few passages name anything of the situation".to_owned());
        }
        let tier = if !weak.is_empty() {
            'C'
        } else if !lacks.is_empty() {
            'B'
        } else {
            'A'
        };
        reasons.extend(weak);
        reasons.extend(lacks);
        reasons.push(format!("{} local and {} state passages", f.local_count, f.state_count));
        Strength {
            tier,
            local_count: f.local_count,
            state_count: f.state_count,
            situation_alignment: f.situation_alignment,
            legal_topic_coverage: f.legal_topic_coverage,
            authoritative_state_present: f.authoritative_state_present,
            reasons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers() {
        let strong =
            Findings { local_count: 8, state_count: 2, confidence: 0.8, strong: 0.7, ..Findings::default() };
        let tier = |change: &dyn Fn(&mut Findings)| {
            let mut findings = strong.clone();
            change(&mut findings);
            let strength = Strength::of(&findings);
            assert!(strength.reasons.len() >= 2, "{strength:?}");
            strength.tier
        };
        assert_eq!(tier(&|_| {}), 'A');
        assert_eq!(tier(&|f| f.confidence = 0.5), 'B');
        assert_eq!(tier(&|f| f.confidence = 0.3), 'C');
        assert_eq!(tier(&|f| (f.local_count, f.state_count) = (1, 2)), 'C');
        assert_eq!(tier(&|f| f.drift = true), 'C');
        assert_eq!(tier(&|f| f.legal = true), 'B');
        assert_eq!(tier(&|f| (f.legal, f.authoritative_state_present) = (true, true)), 'A');
        assert_eq!(tier(&|f| f.legal_topic_coverage = Some(0.2)), 'B');
        assert_eq!(tier(&|f| f.situation_alignment = Some(0.1)), 'B');
        assert_eq!(tier(&|f| f.situation_alignment = Some(0.9)), 'A');
    }
}
