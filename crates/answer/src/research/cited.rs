//! Sections of the archive that the quotes, and the passages read, cite.

use std::ops::Range;

use crate::check::step::Phase;
use crate::error::AskError;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;
use twolane_archive::EdgeRecord;
use twolane_law::SectionStatus;
use twolane_text::SourceId;

use super::need::{Need, padded};
use super::researcher::Researcher;
use super::state::Sofar;

impl Ask<'_> {
    /// Returns one need for each cited section, those of the quotes first, then those of the best passages. Sections
    /// already quoted are skipped; so are sections already read, when only a passage cites them.
    pub(super) fn cited_sections(
        &self,
        evidence: &Evidence<'_>,
        sofar: &Sofar,
        how: &Researcher<'_>,
    ) -> Result<Vec<Need>, AskError> {
        let mut needs: Vec<Need> = Vec::new();
        for quote in sofar.facts.iter().flat_map(|fact| fact.statement()) {
            let source = self.archive.source(quote.source_id())?;
            let Ok(lines) = source.resolve(quote.locator()) else { continue };
            for edge in self.edges_in(quote.source_id(), &lines)? {
                let quoted =
                    |id: &SourceId| sofar.facts.iter().any(|f| f.support.iter().any(|q| q.source_id() == id));
                self.add_section(&mut needs, &edge, quote.text(), evidence, how, &quoted)?;
            }
        }
        for passage in sofar.passages() {
            for edge in self.edges_in(&passage.chunk.source_id, &passage.chunk.record.lines())? {
                let read = |id: &SourceId| sofar.has_read(id);
                self.add_section(&mut needs, &edge, "", evidence, how, &read)?;
            }
        }
        Ok(needs)
    }

    fn edges_in(&self, source: &SourceId, lines: &Range<usize>) -> Result<Vec<EdgeRecord>, AskError> {
        let inside = |edge: &EdgeRecord| usize::try_from(edge.line).is_ok_and(|l| lines.contains(&l));
        Ok(self.archive.edges_of(source)?.into_iter().filter(inside).collect())
    }

    /// Adds a need for a cited section, if the archive has it and it is not known yet. `said` is the quote that cites
    /// it.
    fn add_section(
        &self,
        needs: &mut Vec<Need>,
        edge: &EdgeRecord,
        said: &str,
        evidence: &Evidence<'_>,
        how: &Researcher<'_>,
        known: &dyn Fn(&SourceId) -> bool,
    ) -> Result<(), AskError> {
        let key = format!("section {}", edge.whole);
        if needs.iter().any(|n| n.key == key) {
            return Ok(());
        }
        let Some((holds, heading)) = self.section_of(edge, evidence)? else { return Ok(()) };
        if known(&holds) {
            return Ok(());
        }
        let question = evidence.request.text();
        let most = how.plan.query_words;
        let asked = format!("What does {} say on this: {question}", edge.target);
        let headed = format!("{} {heading}", edge.target);
        let mut alternatives = vec![padded(&headed, question, how.options.least_words, most)];
        if !said.is_empty() {
            alternatives.push(padded(said, "", 0, most));
        }
        needs.push(Need {
            phase: Phase::CitedSection,
            question: padded(&asked, "", 0, most),
            alternatives,
            town: None,
            source: Some(holds),
            key,
        });
        Ok(())
    }

    /// Returns the source of a cited section, in the edition that applies, and its heading.
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
