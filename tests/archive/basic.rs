//! The archive from outside: what is put in comes out, in one step and of one generation.

use crate::support::archives;

use archives::{MODEL, embedding, embeddings, record};
use twolane::archive::{Archive, ArchiveError, ChunkSet, Filter, LexicalOptions};
use twolane::text::{ModelId, SourceId};

fn hits(archive: &Archive, query: &str) -> Vec<String> {
    let hits = archive.lexical(query, &ChunkSet::all(), 10, &LexicalOptions::default()).unwrap();
    let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
    archive.chunks(&ids).unwrap().into_iter().map(|c| c.source_id.0).collect()
}

#[test]
fn what_is_put_in_comes_out() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    assert_eq!((archive.generation(), archive.model()), (0, None));
    let a =
        record("a", "/p/a.pdf", &["The budget is $822,000 for roads.", "See RSA 91-A:3 and case 200-43."]);
    let b = record("b", "/p/b.pdf", &["The library opens at nine.", "Dogs must be leashed."]);
    let mut writer = archive.writer().unwrap();
    writer.put(a.clone(), Some(&embeddings(&a))).unwrap();
    writer.put(b.clone(), Some(&embeddings(&b))).unwrap();
    assert_eq!(archive.generation(), 0);
    assert_eq!(writer.commit().unwrap(), 1);
    drop(writer);
    assert!(archive.sources().unwrap().is_empty(), "a reader keeps its generation");
    archive.refresh().unwrap();
    assert_eq!(archive.generation(), 1);
    assert_eq!(archive.model(), Some(ModelId(MODEL.into())));

    let reopened = Archive::open(dir.path()).unwrap();
    for archive in [&archive, &reopened] {
        assert_eq!(archive.sources().unwrap().len(), 2);
        let source = archive.source(&a.id).unwrap();
        assert_eq!(source.lines(), a.lines);
        assert_eq!(archive.pages(&a.id).unwrap(), a.pages);
        assert_eq!(archive.aliases(&a.id).unwrap(), a.aliases);
        let chunks = archive.chunks_of(&a.id).unwrap();
        assert_eq!(chunks.iter().map(|c| c.record.clone()).collect::<Vec<_>>(), a.chunks);
        assert_eq!(archive.find_source("a.pdf").unwrap().id, a.id);
        for query in ["$822,000", "822", "000", "91-A:3", "91-A", "91", "200-43", "200", "road", "RSA"] {
            assert_eq!(hits(archive, query), ["a"], "{query}");
        }
        assert_eq!(hits(archive, "leash dog"), ["b"]);
        let chunk = &archive.chunks_of(&b.id).unwrap()[1];
        let near = archive.nearest(&embedding(&b.chunks[1]), &ChunkSet::all(), 2).unwrap();
        assert_eq!(near[0].0, chunk.id);
        assert!((near[0].1 - 1.0).abs() < 1e-5);
        let only_a = archive.select(&Filter { sources: vec![a.id.clone()], ..Filter::default() }).unwrap();
        let near = archive.nearest(&embedding(&b.chunks[1]), &only_a, 10).unwrap();
        assert_eq!(near.len(), 2);
        assert!(near.iter().all(|(id, _)| only_a.contains(*id)));
        assert!(archive.lexical("dogs", &only_a, 10, &LexicalOptions::default()).unwrap().is_empty());
    }
}

#[test]
fn dropping_a_writer_leaves_no_trace() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let a = record("a", "/p/a", &["one"]);
    let mut writer = archive.writer().unwrap();
    writer.put(a.clone(), Some(&embeddings(&a))).unwrap();
    assert!(
        matches!(archive.writer(), Err(ArchiveError::Locked { pid, .. }) if pid == std::process::id().to_string())
    );
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!((archive.generation(), archive.sources().unwrap().len(), archive.model()), (0, 0, None));
    let cached = archive.cached(&ModelId(MODEL.into()), &[a.chunks[0].embedded_hash()]).unwrap();
    assert_eq!(cached, [None]);
    let mut writer = archive.writer().unwrap();
    assert_eq!(writer.commit().unwrap(), 0, "nothing to commit");
}

#[test]
fn a_source_is_replaced_and_removed() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let old = record("a", "/p/a", &["alpha", "beta"]);
    let new = record("a", "/p/a", &["gamma"]);
    let other = record("b", "/p/b", &["beta too"]);
    let mut writer = archive.writer().unwrap();
    writer.put(old.clone(), Some(&embeddings(&old))).unwrap();
    writer.put(other.clone(), Some(&embeddings(&other))).unwrap();
    writer.commit().unwrap();
    writer.put(new.clone(), Some(&embeddings(&new))).unwrap();
    writer.add_path(&new.id, "/p/b").unwrap();
    writer.commit().unwrap();
    archive.refresh().unwrap();
    assert_eq!(hits(&archive, "beta"), ["b"]);
    assert_eq!(hits(&archive, "gamma"), ["a"]);
    assert_eq!(archive.summary(&new.id).unwrap().unwrap().paths, ["/p/a", "/p/b"]);
    assert!(archive.summary(&other.id).unwrap().unwrap().paths.is_empty());
    assert_eq!(archive.nearest(&embedding(&old.chunks[0]), &ChunkSet::all(), 9).unwrap().len(), 2);
    assert!(writer.remove(&other.id).unwrap());
    assert!(!writer.remove(&SourceId("none".into())).unwrap());
    writer.commit().unwrap();
    archive.refresh().unwrap();
    assert!(hits(&archive, "beta").is_empty());
    assert!(archive.source(&other.id).is_err());
    let cached = writer.cached(&ModelId(MODEL.into()), &[old.chunks[0].embedded_hash()]).unwrap();
    assert_eq!(cached, [Some(embedding(&old.chunks[0]))], "the cache outlives the source");
}

#[test]
fn vectors_of_two_models_never_meet() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let a = record("a", "/p/a", &["one"]);
    let mut writer = archive.writer().unwrap();
    writer.put(a.clone(), Some(&embeddings(&a))).unwrap();
    let mut foreign = embeddings(&a);
    foreign[0].model = ModelId("other@2".into());
    assert!(matches!(writer.put(a.clone(), Some(&foreign)), Err(ArchiveError::OtherModel { .. })));
    let mut short = embeddings(&a);
    short[0].values.pop();
    assert!(matches!(writer.put(a.clone(), Some(&short)), Err(ArchiveError::OtherDimensions { .. })));
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let error = archive.nearest(&foreign[0], &ChunkSet::all(), 1).unwrap_err();
    assert!(error.to_string().contains("reembed"), "{error}");
}

#[test]
fn filters_mean_what_they_say() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for (id, date, town, doc_type) in [
        ("a", Some("2024-10-09"), "Sample", "minutes"),
        ("b", Some("2023"), "SAMPLE", "warrant"),
        ("c", None, "Other", "minutes"),
        ("d", Some("2024-11"), "\u{c9}tang", "budget"),
    ] {
        let mut r = record(id, &format!("/p/{id}"), &["one", "two"]);
        r.meta.date = date.map(str::to_owned);
        r.meta.town = Some(town.into());
        r.meta.doc_type = Some(doc_type.into());
        writer.put(r, None).unwrap();
    }
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let from = |from: &str| Filter { from: Some(from.into()), ..Filter::default() };
    let to = |to: &str| Filter { to: Some(to.into()), ..Filter::default() };
    let cases: Vec<(Filter, &str)> = vec![
        (Filter { town: Some("sample".into()), ..Filter::default() }, "ab"),
        (Filter { town: Some("\u{e9}TANG".into()), ..Filter::default() }, "d"),
        (Filter { doc_types: vec!["Minutes".into(), "budget".into()], ..Filter::default() }, "acd"),
        (Filter { lanes: vec!["state".into()], ..Filter::default() }, ""),
        (from("2024"), "ad"),
        (from("2024-10-10"), "d"),
        (from("2023-06"), "abd"),
        (to("2024-10"), "ab"),
        (to("2024-10-08"), "b"),
        (Filter { from: Some("2024-10-09".into()), to: Some("2024-10-09".into()), ..Filter::default() }, "a"),
        (
            Filter { sources: vec![SourceId("c".into()), SourceId("x' OR 1=1".into())], ..Filter::default() },
            "c",
        ),
    ];
    for (filter, expected) in cases {
        let set = archive.select(&filter).unwrap();
        let found: String = ["a", "b", "c", "d"]
            .into_iter()
            .filter(|id| {
                archive.chunks_of(&SourceId((*id).into())).unwrap().iter().all(|c| set.contains(c.id))
            })
            .collect();
        assert_eq!(found, expected, "{filter:?}");
        assert_eq!(set.len(), Some(2 * expected.len()));
    }
}

#[test]
fn not_an_archive_and_newer_versions_are_said_to_be_so() {
    let dir = tempfile::tempdir().unwrap();
    let error = Archive::open(dir.path()).unwrap_err();
    assert!(matches!(error, ArchiveError::NotAnArchive { .. }), "{error}");
    let archive = Archive::create(dir.path()).unwrap();
    drop(archive);
    let conn = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    assert!(matches!(Archive::open(dir.path()), Err(ArchiveError::NewerVersion { found: 99, .. })));
    assert!(matches!(Archive::create(dir.path()), Err(ArchiveError::NewerVersion { found: 99, .. })));
}
