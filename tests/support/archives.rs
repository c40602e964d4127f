//! Small sources for archive tests.
#![allow(dead_code)]

use twolane::archive::{Archive, ChunkRecord, Metadata, PageRecord, SourceRecord};
use twolane::text::{ContentHash, Embedding, Line, ModelId, SourceId};
use twolane::vector::GraphOptions;

/// The model of the made-up embeddings.
pub const MODEL: &str = "made-up@1";
/// Their components.
pub const DIMS: usize = 24;

/// Settings with which so many vectors get a graph.
pub fn graph_from(vectors: usize) -> GraphOptions {
    GraphOptions {
        from_vectors: vectors,
        m: 8,
        ef_construction: 40,
        ef_search: 80,
        scan_per_candidate: 1,
        ..GraphOptions::default()
    }
}

/// An archive, in a folder of its own, of one source with these texts.
pub fn of_texts(texts: &[&str]) -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    writer.put(record("a", "/a.txt", texts), None).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    (dir, archive)
}

/// A source with one line and one chunk a text, two lines a page.
pub fn record(id: &str, path: &str, texts: &[&str]) -> SourceRecord {
    let mut lines = Vec::new();
    let mut pages = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let (page, number) = (i as u32 / 2 + 1, i as u32 % 2 + 1);
        if number == 1 {
            pages.push(PageRecord {
                number: page,
                label: (page > 1).then(|| "ii".to_owned()),
                size: Some((612.0, 792.0)),
                status: "read".into(),
                reason: String::new(),
                engine: "test".into(),
            });
        }
        let mut line = Line::plain(page, number, *text);
        line.bounds = Some([72.0, 10.5 * number as f32, 300.25, 20.0]);
        line.size = 11.5;
        lines.push(line);
    }
    let chunks = texts
        .iter()
        .enumerate()
        .map(|(i, text)| ChunkRecord {
            first_line: i as u32,
            end_line: i as u32 + 1,
            header: format!("{id} header"),
            text: (*text).to_owned(),
            citations: if text.contains("RSA") { vec!["RSA 91-A:3".into()] } else { Vec::new() },
            section: (i == 0).then(|| "Section 1".to_owned()),
            table: false,
        })
        .collect();
    SourceRecord {
        id: SourceId(id.into()),
        paths: vec![path.into()],
        title: format!("Title of {id}"),
        hash: ContentHash::of(texts.concat().as_bytes()),
        kind: "text".into(),
        bytes: 100,
        meta: Metadata { lane: "local".into(), town: Some("Sample".into()), ..Metadata::default() },
        pages,
        lines,
        aliases: vec![("Section 1".into(), "p.1 L1".parse().unwrap())],
        chunks,
        notes: vec!["a note".into()],
        edges: Vec::new(),
        recipe: "test 1".into(),
    }
}

/// A unit vector that depends on the chunk's text alone.
pub fn embedding(chunk: &ChunkRecord) -> Embedding {
    embedding_of_text(&chunk.embedded_text())
}

pub fn embedding_of_text(text: &str) -> Embedding {
    let mut values = vec![0.0f32; DIMS];
    for (x, b) in values.iter_mut().zip(blake3::hash(text.as_bytes()).as_bytes()) {
        *x = f32::from(*b) - 127.5;
    }
    let norm = values.iter().map(|x| x * x).sum::<f32>().sqrt();
    values.iter_mut().for_each(|x| *x /= norm);
    Embedding { model: ModelId(MODEL.into()), values }
}

pub fn embeddings(record: &SourceRecord) -> Vec<Embedding> {
    record.chunks.iter().map(embedding).collect()
}
