//! A section of law with what it cites, what cites it, and which papers mention it (SPEC LAW-3).

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ArchiveError, Edge, Editions, SectionEntry};
use crate::law::{Amended, Citation, Grammar, amended};
use crate::text::{Locator, SourceId};

/// A section that another one cites, or that cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CitedSection {
    /// Normal form, as cited.
    pub citation: String,
    /// Its heading, where the archive knows it.
    pub heading: Option<String>,
    /// Whether its text is in the archive.
    pub text_here: bool,
}

/// A line of a local paper that cites a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mention {
    /// The paper.
    pub source_id: SourceId,
    /// Its title.
    pub title: String,
    /// The line.
    pub locator: Locator,
    /// Page, 0 in a source without pages.
    pub page: u32,
    /// Words of the line.
    pub quote: String,
    /// As cited.
    pub citation: String,
}

/// What `section show` shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionView {
    /// Normal form of what was asked for.
    pub citation: String,
    /// Heading of the section.
    pub heading: String,
    /// Words of the section, or of the paragraph asked for; empty when the text is not in the archive.
    pub text: String,
    /// `in force`, `repealed`, `reserved`, `proposed`, `heading only`.
    pub status: String,
    /// Source note.
    pub history: Option<String>,
    /// Day from which the text holds.
    pub effective: Option<String>,
    /// Where it stands in its code, outermost first.
    pub hierarchy: Vec<String>,
    /// Pack and edition (`nh-rsa 2026-02`); `None` for a section that no pack brought.
    pub edition: Option<String>,
    /// What the pack says of its day, coverage and limits.
    pub pack: Option<PackNote>,
    /// Source that holds the lines.
    pub source_id: Option<SourceId>,
    /// The lines.
    pub locator: Option<Locator>,
    /// Sections that it cites.
    pub cites: Vec<CitedSection>,
    /// Sections that cite it.
    pub cited_by: Vec<CitedSection>,
    /// Lines of other papers that cite it.
    pub mentioned_in: Vec<Mention>,
    /// Other texts of the same section that were found, such as a proposed one.
    pub also: Vec<SectionEntry>,
}

/// What an answer that uses a pack carries of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackNote {
    /// Name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Edition.
    pub edition: String,
    /// Day for which the text holds.
    pub as_of: String,
    /// What it covers.
    pub coverage: String,
    /// What it lacks.
    pub limits: Vec<String>,
}

impl PackNote {
    /// From a manifest.
    pub fn of(manifest: &crate::law::pack::Manifest) -> Self {
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

/// The section or paragraph that a text names; `None` when the archive knows nothing of it.
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
    // Text before heading, law before bill.
    entries.sort_by_key(|e| (e.status == crate::law::SectionStatus::Proposed, e.source_id.is_none()));
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
        // A paragraph: its own lines, or nothing rather than the whole section.
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
    // Of a section of which only paragraphs are here, the first stands for it.
    view.citation.clone_from(&entry.citation);
    Ok(view)
}

/// A section that was ingested without a pack.
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
        // Of a paragraph, what cites the whole section counts too; what cites another one does not.
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
                // Only in an edition that does not count.
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

/// Two editions of one section against each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SectionDiff {
    /// Pack.
    pub pack: String,
    /// Older edition.
    pub from: String,
    /// Newer edition.
    pub to: String,
    /// False when heading and text are the same.
    pub changed: bool,
    /// The difference; `citation` is the section.
    #[serde(flatten)]
    pub amended: Amended,
}

/// What changed in a section between the two newest editions that have it, or between two that are
/// named. `None` when fewer than two have it.
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
                .find(|e| e.pack == pack.manifest.name && e.status != crate::law::SectionStatus::Proposed),
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
        changed: difference.changes.iter().any(|c| !matches!(c, crate::law::Change::Same(_))),
        amended: difference,
    }))
}

/// The citation in a text that a person typed: a whole citation, else the first of law in it.
pub fn asked_citation(text: &str) -> Option<Citation> {
    let grammar = Grammar::built_in();
    grammar
        .parse_citation(text)
        .or_else(|| grammar.find(text).into_iter().map(|f| f.citation).find(|c| !c.jurisdiction.is_empty()))
}
