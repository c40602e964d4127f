//! Sections that the quotes cite and that the archive has.

use crate::archive::EdgeRecord;
use crate::ask::check::step::Phase;
use crate::ask::error::AskError;
use crate::ask::find::ask::Ask;
use crate::ask::find::evidence::Evidence;
use crate::law::SectionStatus;
use crate::text::SourceId;

use super::need::{Need, padded};
use super::step_loop::{Researcher, Sofar};

impl Ask<'_> {
    /// One need for each, in the order of the quotes. A section whose text was quoted already is none.
    pub(super) fn cited_sections(
        &self,
        evidence: &Evidence<'_>,
        sofar: &Sofar,
        how: &Researcher<'_>,
    ) -> Result<Vec<Need>, AskError> {
        let question = evidence.request.text();
        let quoted =
            |id: &SourceId| sofar.facts.iter().any(|f| f.support.iter().any(|q| q.source_id() == id));
        let mut needs: Vec<Need> = Vec::new();
        for quote in sofar.facts.iter().flat_map(|fact| fact.statement()) {
            let source = self.archive.source(quote.source_id())?;
            let Ok(lines) = source.resolve(quote.locator()) else { continue };
            let inside = |edge: &EdgeRecord| usize::try_from(edge.line).is_ok_and(|l| lines.contains(&l));
            for edge in self.archive.edges_of(quote.source_id())?.into_iter().filter(inside) {
                let key = format!("section {}", edge.whole);
                let Some((holds, heading)) = self.section_of(&edge, evidence)? else { continue };
                if quoted(&holds) || needs.iter().any(|n| n.key == key) {
                    continue;
                }
                let asked = format!("What does {} say on this: {question}", edge.target);
                let most = how.plan.query_words;
                needs.push(Need {
                    phase: Phase::CitedSection,
                    question: padded(&asked, "", 0, most),
                    alternatives: vec![
                        padded(
                            &format!("{} {heading}", edge.target),
                            question,
                            how.options.least_words,
                            most,
                        ),
                        padded(quote.text(), "", 0, most),
                    ],
                    town: None,
                    source: None,
                    key,
                });
            }
        }
        Ok(needs)
    }

    /// The source that holds a cited section, in the edition that counts, and its heading.
    fn section_of(
        &self,
        edge: &EdgeRecord,
        evidence: &Evidence<'_>,
    ) -> Result<Option<(SourceId, String)>, AskError> {
        let mut entries = self.archive.sections(&edge.whole, &evidence.editions)?;
        if edge.target != edge.whole {
            entries.splice(0..0, self.archive.sections(&edge.target, &evidence.editions)?);
        }
        let law = entries.into_iter().filter(|e| e.status != SectionStatus::Proposed);
        let found = law.filter_map(|e| Some((e.source_id?, e.heading))).next();
        if found.is_some() {
            return Ok(found);
        }
        Ok(self.archive.named(&edge.whole)?.into_iter().next().map(|(id, _)| (id, String::new())))
    }
}
