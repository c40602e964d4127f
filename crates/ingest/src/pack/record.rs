//! Converts a section of a pack to a source.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::DocumentKind;
use crate::chunk::{ChunkOptions, ChunkSource, chunks};
use crate::edges::edges;
use crate::read::Paragraphs;
use twolane_archive::{Metadata, PageRecord, SourceRecord};
use twolane_law::pack::{Manifest, is_day};
use twolane_law::structure::addresses;
use twolane_law::{SectionStatus, StatuteSection};
use twolane_text::{ContentHash, Line, Locator, SourceId};

/// The largest number of lines of a section.
const LINES: usize = 200_000;

/// Returns the path of a pack's section in the archive.
pub fn pack_path(manifest: &Manifest, citation: &str) -> String {
    format!("pack:{}/{citation}", manifest.name)
}

/// Builds a source from a section: heading, each paragraph with its label, history. Every paragraph's address
/// is a named locator.
///
/// `id` is the source's id, `hash` the hash of the text and of its context.
pub fn section_record(
    section: &StatuteSection,
    manifest: &Manifest,
    lane: &str,
    (id, hash): (SourceId, &ContentHash),
    wrap: usize,
    options: &ChunkOptions,
    count: &dyn Fn(&str) -> usize,
) -> SourceRecord {
    let title = match section.heading.is_empty() {
        true => section.citation.clone(),
        false => format!("{} {}", section.citation, section.heading.trim_end_matches('.')),
    };
    let shown = match section.status {
        SectionStatus::Proposed => format!("{title} (proposed, not law)"),
        SectionStatus::Repealed => format!("{title} (repealed)"),
        _ => title.clone(),
    };
    let Text { lines, body, runs } = text(section, &shown, wrap);
    let hierarchy = section.hierarchy.join(" / ");
    let plan = chunks(
        &ChunkSource {
            title: &shown,
            name_words: "",
            date: None,
            hierarchy: (!hierarchy.is_empty()).then_some(hierarchy.as_str()),
            citation: (section.status != SectionStatus::Proposed).then_some(section.citation.as_str()),
            kind: DocumentKind::Jsonl,
            lines: &lines,
        },
        options,
        count,
    );
    let mut chunks = plan.chunks;
    for chunk in &mut chunks {
        // A question can name a paragraph that a chunk holds whole or in part.
        let inside = |run: &Range<usize>| {
            let (first, end) = (as_u32(run.start), as_u32(run.end));
            first < chunk.end_line && chunk.first_line < end
        };
        let named = runs.iter().filter(|(_, run)| inside(run)).map(|(name, _)| name.clone());
        let mut citations: Vec<String> = chunk.citations.drain(..).chain(named).collect();
        citations.sort();
        citations.dedup();
        chunk.citations = citations;
    }
    let mut aliases: Vec<(String, Locator)> = Vec::new();
    if section.status != SectionStatus::Proposed {
        aliases.extend(locator(&lines, &(0..lines.len())).map(|l| (section.citation.clone(), l)));
        aliases.extend(runs.iter().filter_map(|(name, run)| Some((name.clone(), locator(&lines, run)?))));
    }
    SourceRecord {
        id,
        paths: vec![path_of(manifest, section, hash)],
        title: shown,
        hash: hash.clone(),
        kind: "statute".to_owned(),
        bytes: lines.iter().map(|l| l.text.len() as u64 + 1).sum(),
        meta: metadata(section, manifest, lane),
        pages: vec![PageRecord {
            number: 0,
            label: None,
            size: None,
            status: "read".to_owned(),
            reason: String::new(),
            engine: "pack".to_owned(),
        }],
        // The acts that made a section are its history, not its citations.
        edges: edges(lines.get(..body).unwrap_or(&lines), Some(&section.citation)),
        lines,
        aliases,
        chunks,
        notes: Vec::new(),
        recipe: "pack".to_owned(),
    }
}

/// Returns a separate path for each text of one section (of two editions, or in force and proposed).
fn path_of(manifest: &Manifest, section: &StatuteSection, hash: &ContentHash) -> String {
    // Half of the hash: no two texts can be made to agree in 128 bits.
    format!("{}#{}", pack_path(manifest, &section.citation), hash.0.get(..32).unwrap_or(&hash.0))
}

/// Returns ids for a section's source, the best first: readable, the same for the same text
/// (`rsa-91-a-3-1f2e3d4c5b`), and longer where another text has taken that one.
pub fn source_ids(section: &StatuteSection, hash: &ContentHash) -> impl Iterator<Item = SourceId> {
    let words = ContentHash::of(serde_json::to_string(section).unwrap_or_default().as_bytes());
    let mut slug = String::new();
    for c in section.citation.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-').to_owned();
    let hash = hash.clone();
    std::iter::once((words, 10))
        .chain((16..=64).step_by(6).chain([64]).map(move |n| (hash.clone(), n)))
        .map(move |(hash, digits)| SourceId(format!("{slug}-{}", hash.0.get(..digits).unwrap_or(&hash.0))))
}

fn metadata(section: &StatuteSection, manifest: &Manifest, lane: &str) -> Metadata {
    let rsa = manifest.grammar == "rsa";
    let federal = manifest.jurisdiction == "US";
    // A day in another form can't be compared with other days.
    let effective = section.effective.clone().filter(|day| is_day(day));
    let mut meta = Metadata {
        lane: lane.to_owned(),
        doc_type: Some(if rsa { "rsa" } else { "statute" }.to_owned()),
        scope: Some(if federal { "federal" } else { "state" }.to_owned()),
        jurisdiction: Some(manifest.jurisdiction.clone()),
        authority: Some(if rsa { "rsa" } else { "official" }.to_owned()),
        status: Some(section.status.words().to_owned()),
        date: effective.clone(),
        provenance_kind: Some("primary".to_owned()),
        ..Metadata::default()
    };
    let fields = ["lane", "doc_type", "scope", "jurisdiction", "authority", "status", "provenance_kind"];
    let origins = fields.into_iter().chain(effective.is_some().then_some("date"));
    meta.origin = origins.map(|f| (f.to_owned(), "pack".to_owned())).collect::<BTreeMap<_, _>>();
    meta
}

struct Text {
    lines: Vec<Line>,
    /// The number of lines before the history.
    body: usize,
    /// The addresses of paragraphs with their lines.
    runs: Vec<(String, Range<usize>)>,
}

fn text(section: &StatuteSection, title: &str, wrap: usize) -> Text {
    let mut page = Paragraphs::new(wrap, LINES);
    page.heading(title, 1);
    let mut starts: Vec<usize> = Vec::new();
    for unit in &section.units {
        starts.push(page.len());
        page.paragraph(&unit.text);
    }
    let body = page.len();
    if let Some(history) = &section.history {
        if !history.to_lowercase().starts_with("history") {
            page.heading("History", 2);
        }
        for paragraph in history.split('\n') {
            page.paragraph(paragraph);
        }
    }
    let lines = page.finish();
    let mut runs = Vec::new();
    for (path, units) in addresses(&section.units) {
        let start = starts.get(units.start).copied().unwrap_or(body);
        let end = starts.get(units.end).copied().unwrap_or(body);
        runs.push((section.address(&path), start..end));
    }
    // A repeated address is ambiguous, so it is no address.
    let twice: Vec<String> = runs
        .iter()
        .filter(|(name, _)| runs.iter().filter(|(other, _)| other == name).count() > 1)
        .map(|(name, _)| name.clone())
        .collect();
    runs.retain(|(name, run)| !twice.contains(name) && !run.is_empty());
    Text { lines, body, runs }
}

fn locator(lines: &[Line], run: &Range<usize>) -> Option<Locator> {
    let first = lines.get(run.start)?.number;
    let last = lines.get(run.end.checked_sub(1)?)?.number;
    format!("L{first}-L{last}").parse().ok()
}

fn as_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_law::Unit;

    #[test]
    fn paragraphs_are_addressable() {
        let unit = |path: &[&str], text: &str| Unit {
            path: path.iter().map(|s| (*s).to_owned()).collect(),
            text: text.into(),
        };
        let section = StatuteSection {
            citation: "RSA 31-B:3".into(),
            heading: "Meetings.".into(),
            units: vec![
                unit(&[], "In this chapter:"),
                unit(&["I"], "I. A board shall meet under RSA 31-B:2."),
                unit(&["I", "(a)"], "(a) In spring."),
                unit(&["I", "(b)"], "(b) In fall."),
                unit(&["II"], "II. Nothing else."),
            ],
            history: Some("Source. 1999, 1:1.".into()),
            ..StatuteSection::default()
        };
        let Text { lines, body, runs } = text(&section, "RSA 31-B:3 Meetings.", 90);
        let texts: Vec<&str> = lines.iter().map(|l| l.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "RSA 31-B:3 Meetings.",
                "In this chapter:",
                "I. A board shall meet under RSA 31-B:2.",
                "(a) In spring.",
                "(b) In fall.",
                "II. Nothing else.",
                "History",
                "Source. 1999, 1:1.",
            ]
        );
        let found: Vec<(&str, Range<usize>)> = runs.iter().map(|(n, r)| (n.as_str(), r.clone())).collect();
        assert_eq!(
            found,
            [
                ("RSA 31-B:3, I", 2..5),
                ("RSA 31-B:3, I(a)", 3..4),
                ("RSA 31-B:3, I(b)", 4..5),
                ("RSA 31-B:3, II", 5..6),
            ]
        );
        let edges = edges(&lines[..body], Some("RSA 31-B:3"));
        assert_eq!(edges.len(), 1);
        assert_eq!((edges[0].line, edges[0].target.as_str()), (2, "RSA 31-B:2"));
    }
}
