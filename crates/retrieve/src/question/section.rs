//! A section of law with its citations in both directions and the papers that mention it (SPEC LAW-3).

use serde::{Deserialize, Serialize};

use twolane_archive::{Archive, ArchiveError, Edge, Editions, SectionEntry};
use twolane_law::{Amended, Citation, Grammar, amended};
use twolane_text::{Locator, SourceId};

/// A section that cites another one or is cited by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CitedSection {
    /// Normal form of the citation.
    pub citation: String,
    /// Heading of the section, if the archive knows it.
    pub heading: Option<String>,
    /// True if the section's text is in the archive.
    pub text_here: bool,
}

/// A line of a local paper that cites a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// Id of the paper.
    pub source_id: SourceId,
    /// Title of the paper.
    pub title: String,
    /// Locator of the line.
    pub locator: Locator,
    /// Page number; 0 in a source without pages.
    pub page: u32,
    /// Words of the line.
    pub quote: String,
    /// Section as cited in the line.
    pub citation: String,
}

/// Content of `section show`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionView {
    /// Normal form of the requested citation.
    pub citation: String,
    /// Heading of the section.
    pub heading: String,
    /// Words of the section or the requested paragraph; empty if the archive lacks the text.
    pub text: String,
    /// `in force`, `repealed`, `reserved`, `proposed`, `heading only`.
    pub status: String,
    /// Source note of the section.
    pub history: Option<String>,
    /// First day on which the text applies.
    pub effective: Option<String>,
    /// Headings above the section in its code, outermost first.
    pub hierarchy: Vec<String>,
    /// Pack and edition (`nh-rsa 2026-02`); `None` for a section from no pack.
    pub edition: Option<String>,
    /// Date, coverage and limits of the pack.
    pub pack: Option<PackNote>,
    /// Id of the source that contains the lines.
    pub source_id: Option<SourceId>,
    /// Locator of the lines.
    pub locator: Option<Locator>,
    /// Sections that it cites.
    pub cites: Vec<CitedSection>,
    /// Sections that cite it.
    pub cited_by: Vec<CitedSection>,
    /// Lines of other papers that cite it.
    pub mentioned_in: Vec<Mention>,
    /// Other texts of the same section, such as a proposed one.
    pub also: Vec<SectionEntry>,
}

/// Data of a pack that every answer from it includes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackNote {
    /// Name of the pack.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Edition of the pack.
    pub edition: String,
    /// Day for which the text is valid.
    pub as_of: String,
    /// Content that the pack covers.
    pub coverage: String,
    /// Content that the pack lacks.
    pub limits: Vec<String>,
}

impl PackNote {
    /// Builds the note from a manifest.
    pub fn of(manifest: &twolane_law::pack::Manifest) -> Self {
        PackNote {
            name: manifest.name.clone(),
            title: manifest.title.clone(),
            edition: manifest.edition.clone(),
            as_of: manifest.as_of.clone(),
            coverage: manifest.coverage.clone(),
            limits: manifest.limits.clone(),
        }
    }
}

/// Returns the section or paragraph that a text names; `None` if the archive doesn't know it.
///
/// # Errors
/// Those of reading the archive.
pub fn section_view(
    archive: &Archive,
    citation: &Citation,
    editions: &Editions,
) -> Result<Option<SectionView>, ArchiveError> {
    let whole = citation.section.clone().unwrap_or_else(|| citation.text.clone());
    let mut entries = archive.sections(&citation.text, editions)?;
    if entries.is_empty() {
        entries = archive.sections(&whole, editions)?;
    }
    if entries.is_empty() {
        entries = archive.section_parts(&whole, editions)?;
    }
    // Entries with text before headings, law before bills.
    entries.sort_by_key(|e| (e.status == twolane_law::SectionStatus::Proposed, e.source_id.is_none()));
    let mut view = match entries.first() {
        Some(entry) => of_entry(archive, citation, entry)?,
        None => match of_alias(archive, citation)? {
            Some(view) => view,
            None => return Ok(None),
        },
    };
    view.also = entries.into_iter().skip(1).collect();
    view.pack = match &view.edition {
        Some(edition) => archive
            .packs_in_force(editions)?
            .iter()
            .find(|p| format!("{} {}", p.manifest.name, p.manifest.edition) == *edition)
            .map(|p| PackNote::of(&p.manifest)),
        None => None,
    };
    if let Some(id) = view.source_id.clone() {
        view.cites = cites(archive, &id, view.locator.as_ref(), &whole, editions)?;
    }
    links_to(archive, &mut view, citation, &whole, editions)?;
    Ok(Some(view))
}

fn of_entry(
    archive: &Archive,
    citation: &Citation,
    entry: &SectionEntry,
) -> Result<SectionView, ArchiveError> {
    let statute = archive.statute(entry)?.unwrap_or_default();
    let mut view = SectionView {
        citation: citation.text.clone(),
        heading: entry.heading.clone(),
        text: String::new(),
        status: entry.status.words().to_owned(),
        history: statute.history.clone(),
        effective: statute.effective.clone(),
        hierarchy: statute.hierarchy.clone(),
        edition: Some(format!("{} {}", entry.pack, entry.edition)),
        pack: None,
        source_id: entry.source_id.clone(),
        locator: None,
        cites: Vec::new(),
        cited_by: Vec::new(),
        mentioned_in: Vec::new(),
        also: Vec::new(),
    };
    let Some(id) = &entry.source_id else { return Ok(view) };
    if citation.section.is_some() && entry.citation != citation.text {
        // A paragraph shows its own lines, or nothing rather than the whole section.
        if let Some((_, locator)) = archive.aliases(id)?.into_iter().find(|(name, _)| *name == citation.text)
        {
            view.text = archive.source(id)?.quote(&locator).map(|q| q.text().to_owned()).unwrap_or_default();
            view.locator = Some(locator);
        }
        return Ok(view);
    }
    let texts: Vec<&str> = statute.units.iter().map(|u| u.text.as_str()).collect();
    view.text = texts.join("\n");
    view.locator = archive.aliases(id)?.into_iter().find(|(name, _)| *name == entry.citation).map(|(_, l)| l);
    // If only paragraphs of the section are in the archive, the first one represents it.
    view.citation.clone_from(&entry.citation);
    Ok(view)
}

/// Builds the view of a section that was ingested without a pack.
fn of_alias(archive: &Archive, citation: &Citation) -> Result<Option<SectionView>, ArchiveError> {
    for (id, locator) in archive.named(&citation.text)? {
        let Some(summary) = archive.summary(&id)? else { continue };
        if summary.paths.iter().any(|p| p.starts_with("pack:")) {
            continue;
        }
        let source = archive.source(&id)?;
        let Ok(quote) = source.quote(&locator) else { continue };
        return Ok(Some(SectionView {
            citation: citation.text.clone(),
            heading: summary.title.clone(),
            text: quote.text().to_owned(),
            status: summary.meta.status.clone().unwrap_or_else(|| "in force".to_owned()),
            history: None,
            effective: summary.meta.date.clone(),
            hierarchy: Vec::new(),
            edition: None,
            pack: None,
            source_id: Some(id),
            locator: Some(locator),
            cites: Vec::new(),
            cited_by: Vec::new(),
            mentioned_in: Vec::new(),
            also: Vec::new(),
        }));
    }
    Ok(None)
}

fn cites(
    archive: &Archive,
    id: &SourceId,
    within: Option<&Locator>,
    own: &str,
    editions: &Editions,
) -> Result<Vec<CitedSection>, ArchiveError> {
    let source = archive.source(id)?;
    let lines = within.and_then(|l| source.resolve(l).ok()).unwrap_or(0..source.lines().len());
    let mut out: Vec<CitedSection> = Vec::new();
    for edge in archive.edges_of(id)? {
        let line = usize::try_from(edge.line).unwrap_or(usize::MAX);
        if !lines.contains(&line) || edge.whole == own || out.iter().any(|c| c.citation == edge.target) {
            continue;
        }
        let known = archive.sections(&edge.whole, editions)?;
        let alias = known.is_empty() && !archive.named(&edge.whole)?.is_empty();
        out.push(CitedSection {
            citation: edge.target,
            heading: known.first().map(|e| e.heading.clone()).filter(|h| !h.is_empty()),
            text_here: alias || known.iter().any(|e| e.source_id.is_some()),
        });
    }
    Ok(out)
}

fn links_to(
    archive: &Archive,
    view: &mut SectionView,
    citation: &Citation,
    whole: &str,
    editions: &Editions,
) -> Result<(), ArchiveError> {
    for Edge { source_id, record } in archive.edges_to(&[whole.to_owned()])? {
        // For a paragraph, citations of the whole section count too; those of another paragraph do not.
        let other = citation.section.is_some()
            && record.target != whole
            && !record.target.starts_with(citation.text.as_str());
        if other || Some(&source_id) == view.source_id.as_ref() {
            continue;
        }
        let Some(summary) = archive.summary(&source_id)? else { continue };
        let law = matches!(summary.meta.doc_type.as_deref(), Some("rsa" | "statute"));
        if law {
            let entry = archive.sections_at(&source_id, editions)?.into_iter().next();
            let of_pack = summary.paths.iter().any(|p| p.starts_with("pack:"));
            let (name, heading) = match entry {
                Some(entry) => (entry.citation, Some(entry.heading).filter(|h| !h.is_empty())),
                // The section exists only in an edition that does not apply.
                None if of_pack => continue,
                None => (summary.title.clone(), None),
            };
            if !view.cited_by.iter().any(|c| c.citation == name) {
                view.cited_by.push(CitedSection { citation: name, heading, text_here: true });
            }
            continue;
        }
        let source = archive.source(&source_id)?;
        let line = usize::try_from(record.line).unwrap_or(usize::MAX);
        let Some(locator) = source.locator(line..line.saturating_add(1)) else { continue };
        let Some(text) = source.lines().get(line) else { continue };
        view.mentioned_in.push(Mention {
            source_id,
            title: summary.title,
            page: text.page,
            quote: text.text.clone(),
            locator,
            citation: record.target,
        });
    }
    Ok(())
}

/// Difference between two editions of one section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionDiff {
    /// Name of the pack.
    pub pack: String,
    /// Name of the older edition.
    pub from: String,
    /// Name of the newer edition.
    pub to: String,
    /// False if heading and text are the same.
    pub changed: bool,
    /// The difference; `citation` names the section.
    #[serde(flatten)]
    pub amended: Amended,
}

/// Compares a section between its two newest editions, or between two named ones. Returns `None` if fewer
/// than two editions have it.
///
/// # Errors
/// Those of reading the archive.
pub fn section_diff(
    archive: &Archive,
    citation: &Citation,
    from: Option<&str>,
    to: Option<&str>,
) -> Result<Option<SectionDiff>, ArchiveError> {
    let whole = citation.section.clone().unwrap_or_else(|| citation.text.clone());
    let mut found: Vec<SectionEntry> = Vec::new();
    for pack in archive.packs()? {
        let editions = Editions { edition: Some(pack.manifest.edition.clone()), as_of: None };
        let entries = archive.sections(&whole, &editions)?;
        found.extend(
            entries
                .into_iter()
                .find(|e| e.pack == pack.manifest.name && e.status != twolane_law::SectionStatus::Proposed),
        );
    }
    let named = |wanted: Option<&str>, nth: usize| match wanted {
        Some(edition) => found.iter().find(|e| e.edition == edition),
        None => found.get(nth),
    };
    let (Some(new), Some(old)) = (named(to, 0), named(from, 1)) else { return Ok(None) };
    let (Some(before), Some(after)) = (archive.statute(old)?, archive.statute(new)?) else { return Ok(None) };
    let difference = amended(&before, &after);
    Ok(Some(SectionDiff {
        pack: new.pack.clone(),
        from: old.edition.clone(),
        to: new.edition.clone(),
        changed: difference.changes.iter().any(|c| !matches!(c, twolane_law::Change::Same(_))),
        amended: difference,
    }))
}

/// Parses the citation in a text that a person typed: a whole citation, otherwise the first citation of law
/// in the text.
pub fn asked_citation(text: &str) -> Option<Citation> {
    let grammar = Grammar::built_in();
    grammar
        .parse_citation(text)
        .or_else(|| grammar.find(text).into_iter().map(|f| f.citation).find(|c| !c.jurisdiction.is_empty()))
}
