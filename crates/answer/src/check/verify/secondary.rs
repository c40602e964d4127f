//! Second-hand support (SPEC EVD-5): it lowers confidence and is reported; it does not block.

use crate::check::answer::AnswerContent;
use crate::draft::wording;
use crate::find::source_status::is_secondary;
use crate::options::VerifyOptions;
use twolane_archive::SourceSummary;

use super::fact::Fact;

/// Facts that rest on secondary sources alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecondarySupport {
    /// Indexes of the facts.
    pub facts: Vec<usize>,
    /// Titles of the sources.
    pub titles: Vec<String>,
}

/// Lowers the coverage of facts that rest on secondary sources alone, removes them where they are not allowed, and
/// reports this in the limitations. A tier A whose first fact is such a fact becomes a B.
pub fn secondary_support(
    answer: &mut AnswerContent,
    sources: &[SourceSummary],
    options: &VerifyOptions,
) -> SecondarySupport {
    let mut found = SecondarySupport::default();
    for (place, fact) in answer.facts.iter().enumerate() {
        let titles = secondary_titles(fact, sources);
        if titles.len() == fact.support.len() && !titles.is_empty() {
            found.facts.push(place);
            for title in titles {
                if !found.titles.contains(&title) {
                    found.titles.push(title);
                }
            }
        }
    }
    if found.facts.is_empty() {
        return found;
    }
    if options.lower_confidence_on_secondary {
        for place in &found.facts {
            if let Some(fact) = answer.facts.get_mut(*place) {
                fact.lower(options.secondary_factor.clamp(0.0, 1.0));
            }
        }
        if found.facts.first() == Some(&0) && answer.record_strength.tier == 'A' {
            answer.record_strength.tier = 'B';
        }
        if found.facts.first() == Some(&0) {
            answer.record_strength.reasons.push(wording::FIRST_AT_SECOND_HAND.say(&[]));
        }
        let titles: Vec<String> = found.titles.iter().map(|t| format!("“{t}”")).collect();
        answer.limitations.push(wording::SECOND_HAND.say(&[&titles.join(", ")]));
    }
    if !options.allow_secondary_sources {
        let mut place = 0;
        answer.facts.retain(|_| {
            place += 1;
            !found.facts.contains(&(place - 1))
        });
    }
    found
}

fn secondary_titles(fact: &Fact, sources: &[SourceSummary]) -> Vec<String> {
    fact.support
        .iter()
        .filter_map(|q| sources.iter().find(|s| &s.id == q.source_id()))
        .filter(|s| is_secondary(&s.meta))
        .map(|s| s.title.clone())
        .collect()
}
