//! A course of commits that anyone can foretell: what an archive holds after step g depends on g
//! alone, so a process that finds it there after a crash knows what must be in it. A step is a commit,
//! and another one where a graph over the vectors is due, so a source tells which step was the last.

use std::collections::BTreeMap;

use twolane::archive::{Archive, ArchiveError, ChunkSet, LexicalOptions, Writer};
use twolane::text::SourceId;

use crate::support::archives::{embedding_of_text, embeddings, record};

const SOURCES: u64 = 9;
/// The source that tells the last step.
const STEP: &str = "step";

fn texts(source: u64, version: u64) -> Vec<String> {
    (0..1 + (source * 5 + version) % 23)
        .map(|n| format!("source {source} version {version} line {n} marker{version}x{source} of ${n},000"))
        .collect()
}

/// The last step that is in an archive.
pub fn step(archive: &Archive) -> u64 {
    let id = SourceId(STEP.into());
    match archive.summary(&id).unwrap() {
        None => 0,
        Some(_) => archive.source(&id).unwrap().lines()[0].text.parse().unwrap(),
    }
}

/// Version of each source after a step.
pub fn expected(step: u64) -> BTreeMap<u64, u64> {
    let mut state = BTreeMap::new();
    for g in 1..=step {
        for (source, version) in changes(g) {
            match version {
                Some(version) => state.insert(source, version),
                None => state.remove(&source),
            };
        }
    }
    state
}

/// What step g does, in order.
fn changes(g: u64) -> Vec<(u64, Option<u64>)> {
    let mut out = vec![(g * 4 % SOURCES, Some(g)), (g * 7 % SOURCES, Some(g))];
    if g.is_multiple_of(3) {
        out.push((g / 3 % SOURCES, None));
    }
    out
}

/// Makes step g, on top of g - 1.
pub fn advance(writer: &mut Writer, g: u64) -> Result<u64, ArchiveError> {
    for (source, version) in changes(g) {
        let id = format!("s{source}");
        match version {
            Some(version) => {
                let texts = texts(source, version);
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let r = record(&id, &format!("/p/{id}"), &texts);
                let vectors = embeddings(&r);
                writer.put(r, Some(&vectors))?;
            }
            None => {
                writer.remove(&SourceId(id))?;
            }
        }
    }
    let text = g.to_string();
    writer.put(record(STEP, "/p/step", &[&text]), None)?;
    writer.commit()
}

/// Asserts that an archive holds what its last step says, by every way in.
pub fn assert_whole(archive: &Archive) {
    let step = step(archive);
    let expected = expected(step);
    let found: Vec<String> = archive.sources().unwrap().into_iter().map(|s| s.id.0).collect();
    let mut ids: Vec<String> = expected.keys().map(|s| format!("s{s}")).collect();
    ids.extend((step > 0).then(|| STEP.to_owned()));
    assert_eq!(found, ids, "step {step}");
    for (source, version) in expected {
        let id = SourceId(format!("s{source}"));
        let texts = texts(source, version);
        let lines: Vec<String> =
            archive.source(&id).unwrap().lines().iter().map(|l| l.text.clone()).collect();
        assert_eq!(lines, texts, "step {step}");
        let only = archive
            .select(&twolane::archive::Filter { sources: vec![id.clone()], ..Default::default() })
            .unwrap();
        let word = format!("marker{version}x{source}");
        let hits = archive.lexical(&word, &ChunkSet::all(), 100, &LexicalOptions::default()).unwrap();
        assert_eq!(hits.len(), texts.len(), "step {step}, {word}");
        assert!(hits.iter().all(|h| only.contains(h.chunk)));
        let chunk = &archive.chunks_of(&id).unwrap()[0];
        let query = embedding_of_text(&chunk.record.embedded_text());
        let near = archive.nearest(&query, &ChunkSet::all(), 1).unwrap();
        assert_eq!(near[0].0, chunk.id, "step {step}");
        assert_eq!(archive.nearest(&query, &only, 1000).unwrap().len(), texts.len());
    }
}
