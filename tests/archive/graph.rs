//! The graph over an archive's vectors: when it is built, extended and left out, and what it finds.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::archives::{embedding_of_text, embeddings, graph_from, record};
use twolane::archive::{Archive, ChunkId, ChunkSet, Writer};
use twolane::text::SourceId;

/// Puts a source of so many chunks.
fn put(writer: &mut Writer, source: usize, chunks: usize) {
    let texts: Vec<String> = (0..chunks).map(|n| format!("paper {source} says {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let record = record(&format!("s{source}"), &format!("/p/{source}"), &texts);
    let vectors = embeddings(&record);
    writer.put(record, Some(&vectors)).unwrap();
}

fn graphs(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir.join("graph")).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// An archive of these sources, each put in by a commit of its own.
fn archive_of(dir: &Path, sizes: &[usize]) -> Archive {
    let archive = Archive::create(dir).unwrap().with_graph_options(graph_from(500));
    let mut writer = archive.writer().unwrap();
    for (source, size) in sizes.iter().enumerate() {
        put(&mut writer, source, *size);
        writer.commit().unwrap();
    }
    drop(writer);
    archive.refresh().unwrap();
    archive
}

/// The share of the exact nearest ten that a search gives, over some queries.
fn recall(archive: &Archive, exact: &Archive, within: &ChunkSet) -> f64 {
    let (mut found, mut all) = (0, 0);
    for n in 0..40 {
        let query = embedding_of_text(&format!("question {n}"));
        let ids = |archive: &Archive| -> BTreeSet<ChunkId> {
            archive.nearest(&query, within, 10).unwrap().into_iter().map(|(id, _)| id).collect()
        };
        let (got, want) = (ids(archive), ids(exact));
        assert!(got.iter().all(|id| within.contains(*id)));
        found += got.intersection(&want).count();
        all += want.len();
    }
    f64::from(found as u32) / f64::from(all as u32)
}

/// The same archive, where every search looks at all vectors.
fn exact(dir: &Path) -> Archive {
    Archive::open(dir).unwrap().with_graph_options(graph_from(usize::MAX))
}

/// Whether searches of both give the same.
fn same(a: &Archive, b: &Archive) -> bool {
    (0..10).all(|n| {
        let query = embedding_of_text(&format!("question {n}"));
        let near = |archive: &Archive| archive.nearest(&query, &ChunkSet::all(), 10).unwrap();
        near(a).len() == 10 && near(a) == near(b)
    })
}

#[test]
fn many_vectors_get_a_graph_and_it_goes_along_with_what_changes() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive_of(dir.path(), &[300, 150]);
    assert!(graphs(dir.path()).is_empty(), "450 are few");

    let mut writer = archive.writer().unwrap();
    put(&mut writer, 2, 900);
    let generation = writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), [format!("{generation}.hnsw")]);
    // What comes now is scanned beside it.
    put(&mut writer, 3, 200);
    writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), [format!("{generation}.hnsw")]);
    archive.refresh().unwrap();
    assert!(archive.recall(10, 60).unwrap().unwrap() > 0.95);
    let exact = exact(dir.path());
    let every = |n: u64| ChunkSet::of((0..1550).filter(|id| id % n == 0).map(ChunkId));
    for within in [ChunkSet::all(), every(2), every(7)] {
        assert!(recall(&archive, &exact, &within) > 0.95);
    }
    assert_eq!(recall(&archive, &exact, &every(40)), 1.0, "so few are scanned");

    // Too many to be scanned each time: it is extended.
    put(&mut writer, 4, 2100);
    let extended = writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), [format!("{extended}.hnsw")]);
    // Deleted rows are skipped.
    writer.remove(&SourceId("s0".into())).unwrap();
    writer.remove(&SourceId("s3".into())).unwrap();
    writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), [format!("{extended}.hnsw")]);
    archive.refresh().unwrap();
    assert!(archive.recall(10, 60).unwrap().unwrap() > 0.95);
    let gone = ChunkSet::of((0..300).chain(1350..1550).map(ChunkId));
    for n in 0..20 {
        let query = embedding_of_text(&format!("question {n}"));
        let near = archive.nearest(&query, &ChunkSet::all(), 20).unwrap();
        assert_eq!(near.len(), 20);
        assert!(near.iter().all(|(id, _)| !gone.contains(*id)));
    }
    assert_eq!(archive.check().unwrap(), []);
    // Once many are gone, all is built anew; and dropped with too few left.
    writer.remove(&SourceId("s2".into())).unwrap();
    let anew = writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), [format!("{anew}.hnsw")]);
    writer.remove(&SourceId("s4".into())).unwrap();
    writer.commit().unwrap();
    assert!(graphs(dir.path()).is_empty());
    archive.refresh().unwrap();
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn an_interrupted_build_loses_nothing_and_the_next_commit_takes_it_up() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap().with_graph_options(graph_from(500));
    let mut writer = archive.writer().unwrap();
    put(&mut writer, 0, 700);
    let mut steps = 0;
    let generation = writer.commit_with(&mut |_, _| {
        steps += 1;
        steps < 5
    });
    assert_eq!((generation.unwrap(), steps), (1, 5));
    assert!(graphs(dir.path()).is_empty());
    archive.refresh().unwrap();
    assert_eq!(archive.nearest(&embedding_of_text("question"), &ChunkSet::all(), 900).unwrap().len(), 700);
    put(&mut writer, 1, 1);
    assert_eq!(writer.commit().unwrap(), 3, "the chunk, then the graph");
    drop(writer);
    assert_eq!(graphs(dir.path()), ["3.hnsw"]);
    archive.refresh().unwrap();
    assert_eq!(archive.check().unwrap(), []);
    assert_eq!(archive.stats().unwrap().vectors, 701);
}

#[test]
fn the_same_commits_make_the_same_bytes_and_a_rebuild_its_own() {
    let sizes = [600, 40, 2300, 7];
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let read = |dir: &Path| std::fs::read(dir.join("graph").join(&graphs(dir)[0])).unwrap();
    let first = archive_of(a.path(), &sizes);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let second = pool.install(|| archive_of(b.path(), &sizes));
    assert!(read(a.path()) == read(b.path()));
    first.rebuild().unwrap();
    second.rebuild().unwrap();
    assert!(read(a.path()) == read(b.path()));
    assert_eq!(first.check().unwrap(), []);
}

/// A graph is of use for its speed alone: vectors are found without it.
#[test]
fn a_damaged_graph_is_left_out_told_of_and_replaced_by_a_rebuild() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive_of(dir.path(), &[600]);
    let path = dir.path().join("graph").join(&graphs(dir.path())[0]);
    let good = std::fs::read(&path).unwrap();
    let exact = exact(dir.path());
    assert!(archive.without_graph().is_none());
    for at in [3, 60, 130, good.len() / 2, good.len() - 40] {
        let mut bad = good.clone();
        bad[at] ^= 4;
        std::fs::write(&path, &bad).unwrap();
        let opened = Archive::open(dir.path()).unwrap().with_graph_options(graph_from(500));
        assert!(!opened.check().unwrap().is_empty());
        assert!(same(&opened, &exact), "byte {at}");
        let why = opened.without_graph().expect("it is told").to_string();
        assert!(why.contains("twolane index rebuild"), "{why}");
    }
    std::fs::remove_file(&path).unwrap();
    let opened = Archive::open(dir.path()).unwrap().with_graph_options(graph_from(500));
    assert!(same(&opened, &exact) && opened.without_graph().is_some());
    drop(archive);
    let archive = Archive::open(dir.path()).unwrap().with_graph_options(graph_from(500));
    archive.rebuild().unwrap();
    assert_eq!(archive.check().unwrap(), []);
    assert!(archive.without_graph().is_none());
    assert_eq!(archive.nearest(&embedding_of_text("question"), &ChunkSet::all(), 10).unwrap().len(), 10);
}

/// The manifest of the graph fails, by a trigger, after the vectors were committed. What is there is
/// then told as it is, and the writer goes on.
#[test]
fn a_commit_of_a_graph_that_fails_leaves_the_one_before_it() {
    for how in ["ABORT", "ROLLBACK"] {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(dir.path()).unwrap().with_graph_options(graph_from(500));
        let other = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
        other
            .execute_batch(&format!(
                "CREATE TRIGGER t BEFORE INSERT ON file WHEN NEW.path LIKE 'graph/%'
                 BEGIN SELECT RAISE({how}, 'no graphs here'); END"
            ))
            .unwrap();
        let mut writer = archive.writer().unwrap();
        put(&mut writer, 0, 700);
        assert_eq!(writer.commit().unwrap(), 1);
        let why = writer.without_graph().expect("it is told").to_string();
        assert!(why.contains("no graphs here"), "{why}");
        assert!(writer.without_graph().is_none(), "once");
        assert!(graphs(dir.path()).is_empty());
        let text = std::fs::read_to_string(dir.path().join("archive.toml")).unwrap();
        assert!(text.contains("generation = 1"), "{text}");
        other.execute_batch("DROP TRIGGER t").unwrap();
        drop(other);
        archive.refresh().unwrap();
        assert_eq!((archive.generation(), archive.check().unwrap()), (1, vec![]));

        put(&mut writer, 1, 1);
        assert_eq!(writer.commit().unwrap(), 3, "the chunk, then the graph");
        assert!(writer.without_graph().is_none());
        drop(writer);
        archive.refresh().unwrap();
        assert_eq!(archive.check().unwrap(), []);
        assert_eq!((graphs(dir.path()), archive.stats().unwrap().vectors), (vec!["3.hnsw".to_owned()], 701));
    }
}

#[test]
fn a_graph_follows_the_number_of_its_links() {
    let dir = tempfile::tempdir().unwrap();
    drop(archive_of(dir.path(), &[600]));
    assert_eq!(graphs(dir.path()), ["2.hnsw"]);
    let options = twolane::vector::GraphOptions { m: 12, ..graph_from(500) };
    let archive = Archive::open(dir.path()).unwrap().with_graph_options(options);
    let mut writer = archive.writer().unwrap();
    put(&mut writer, 1, 1);
    writer.commit().unwrap();
    assert_eq!(graphs(dir.path()), ["4.hnsw"]);
}

/// A refresh after a commit that left the graph as it is reads nothing of it again: not even that its
/// file was altered meanwhile.
#[test]
fn an_unchanged_graph_stays_in_memory_over_a_refresh() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive_of(dir.path(), &[600]);
    let query = embedding_of_text("question");
    let first = ChunkSet::of((1..=600).map(ChunkId));
    let near = archive.nearest(&query, &first, 10).unwrap();
    let mut writer = archive.writer().unwrap();
    put(&mut writer, 1, 1);
    writer.commit().unwrap();
    drop(writer);
    let path = dir.path().join("graph").join(&graphs(dir.path())[0]);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let before = archive.generation();
    archive.refresh().unwrap();
    assert!(archive.generation() > before);
    assert_eq!(archive.nearest(&query, &first, 10).unwrap(), near);
    assert!(archive.without_graph().is_none());
    let afresh = Archive::open(dir.path()).unwrap().with_graph_options(graph_from(500));
    afresh.nearest(&query, &first, 10).unwrap();
    assert!(afresh.without_graph().is_some());
}
