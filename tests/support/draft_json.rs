//! Drafts as a language model writes them in JSON.

use serde::Deserialize;
use twolane::answer::{Claimed, Draft, DraftFact, DraftSentence, Gap, GapReason, Unread};
use twolane::text::SourceId;

/// Longest text that is read, in bytes.
const LONGEST_DRAFT: usize = 256 * 1024;
/// Most facts of a draft.
const MOST_FACTS: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    facts: Vec<WrittenFact>,
    #[serde(default)]
    gaps: Vec<WrittenGap>,
    #[serde(default)]
    insufficient: bool,
    #[serde(default)]
    limitations: Vec<String>,
    #[serde(default)]
    sentences: Vec<WrittenSentence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSentence {
    text: String,
    /// Places of facts of the draft, from 0.
    cites: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFact {
    text: String,
    support: Vec<WrittenSupport>,
    #[serde(default)]
    coverage: Option<f32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSupport {
    source_id: String,
    locator: String,
    quote: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGap {
    need: String,
    #[serde(default)]
    reason: String,
}

/// Reads `{"facts":[{"text","support":[{"source_id","locator","quote"}],"coverage"?}],"gaps"?,"insufficient"?,
/// "limitations"?,"sentences"?:[{"text","cites":[0]}]}` and nothing else; `None` for any other text.
pub fn draft_of_json(text: &str) -> Option<Draft> {
    if text.len() > LONGEST_DRAFT {
        return None;
    }
    let written: Written = serde_json::from_str(text).ok()?;
    if written.facts.len() > MOST_FACTS {
        return None;
    }
    let facts = written.facts.into_iter().map(fact).collect::<Option<Vec<_>>>()?;
    let gaps = written.gaps.into_iter().map(|gap| Gap {
        need: gap.need,
        why: GapReason::NoQuoteFound,
        reason: gap.reason,
        searched: Vec::new(),
        unread: Unread::default(),
    });
    let sentence = |sentence: WrittenSentence| {
        let cited = sentence.cites.iter().map(|at| facts.get(*at).map(|fact| fact.statement().to_vec()));
        let cites = cited.collect::<Option<_>>()?;
        Some(DraftSentence { text: Some(sentence.text), cites, supported: false })
    };
    let sentences = written.sentences.into_iter().take(MOST_FACTS).map(sentence).collect::<Option<_>>()?;
    Some(Draft {
        sentences,
        facts,
        gaps: gaps.collect(),
        insufficient: written.insufficient,
        limitations: written.limitations,
    })
}

fn fact(fact: WrittenFact) -> Option<DraftFact> {
    let quoted = |s: WrittenSupport| {
        Some(Claimed { source_id: SourceId(s.source_id), locator: s.locator.parse().ok()?, quote: s.quote })
    };
    let support = fact.support.into_iter().map(quoted).collect::<Option<_>>()?;
    let coverage = fact.coverage.filter(|c| c.is_finite()).unwrap_or(0.0).clamp(0.0, 1.0);
    // A writer's quotes are each their own.
    Some(DraftFact { text: fact.text, support, pieces: 1, cut: false, coverage })
}
