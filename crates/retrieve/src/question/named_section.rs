//! Sections of law that a question names.

use serde::Serialize;

use crate::error::SearchError;
use twolane_archive::Archive;
use twolane_law::{Citation, Grammar, SectionStatus};
use twolane_text::SourceId;

use super::cited_lines::section_entries;
use super::request::Request;
use super::section::PackNote;

/// A section of law that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedSection {
    /// Citation as named, in normal form.
    pub citation: String,
    /// The section that the citation names or belongs to.
    pub whole: String,
    /// Heading of the section, if a pack has it.
    pub heading: Option<String>,
    /// Status of the section, if a pack has it.
    pub status: Option<SectionStatus>,
    /// True if the section's text is in the archive.
    pub text_here: bool,
    /// True if a pack that lists every section of this code lacks this one.
    pub unknown_to_pack: bool,
    /// The pack that contains the section or lacks it.
    pub pack: Option<PackNote>,
    /// The source that holds its text.
    #[serde(skip)]
    pub(crate) source: Option<SourceId>,
}

/// Looks up the sections that the question or the query names.
pub(crate) fn named_sections(archive: &Archive, request: &Request) -> Result<Vec<NamedSection>, SearchError> {
    let query = &request.query;
    let grammar = Grammar::built_in();
    let mut citations: Vec<Citation> = grammar.find(request.text()).into_iter().map(|f| f.citation).collect();
    citations.extend(query.citations.iter().filter_map(|c| grammar.parse_citation(c)));
    let editions = request.editions();
    let mut out: Vec<NamedSection> = Vec::new();
    for citation in citations.into_iter().filter(|c| !c.jurisdiction.is_empty()) {
        let whole = citation.section.clone().unwrap_or_else(|| citation.text.clone());
        if out.iter().any(|n| n.citation == citation.text) {
            continue;
        }
        let entries = section_entries(archive, &citation.text, &whole, &editions)?;
        let law = entries.iter().filter(|e| e.status != SectionStatus::Proposed);
        let entry = law.clone().find(|e| e.source_id.is_some()).or_else(|| law.clone().next());
        let source = match entry.and_then(|e| e.source_id.clone()) {
            Some(source) => Some(source),
            None => archive.named(&whole)?.into_iter().map(|(id, _)| id).next(),
        };
        let packs = archive.packs_in_force(&editions)?;
        let pack = packs.iter().find(|p| match entry {
            Some(entry) => p.manifest.name == entry.pack,
            None => p.manifest.every_section && p.manifest.grammar == citation.code,
        });
        if entry.is_none() && source.is_none() && !is_section(&citation) {
            continue;
        }
        out.push(NamedSection {
            heading: entry.map(|e| e.heading.clone()).filter(|h| !h.is_empty()),
            status: entry.map(|e| e.status),
            text_here: source.is_some(),
            unknown_to_pack: entry.is_none() && source.is_none() && pack.is_some(),
            pack: pack.map(|p| PackNote::of(&p.manifest)),
            source,
            citation: citation.text,
            whole,
        });
    }
    Ok(out)
}

/// Returns false for a chapter or title as a whole, which has no text that could be missing.
fn is_section(citation: &Citation) -> bool {
    citation.section.is_some()
        || citation.text.contains(['§', ':', '.', '/']) && !citation.text.contains("ch. ")
}
