use proptest::prelude::*;

use crate::archive::Archive;
use crate::error::ArchiveError;
use crate::filter::{Filter, FilterField};
use crate::law::EdgeRecord;
use crate::lexical::{LexicalOptions, terms};
use crate::record::{ChunkRecord, Metadata, PageRecord, SourceRecord};
use crate::removed::RemovedPaper;
use crate::visibility::Visibility;
use crate::{ChunkId, ChunkSet};
use twolane_text::{ContentHash, Embedding, Line, ModelId, SourceId};

const LEVELS: [Visibility; 3] = Visibility::ALL;
const MODEL: &str = "made-up@1";

/// A paper with a marker word that no other has, in its text, title, board and section.
fn paper(n: usize, visibility: Visibility) -> SourceRecord {
    let marker = marker(n);
    let text = format!("The kennel fee of {marker} is $31 under RSA 91-A:3.");
    SourceRecord {
        id: SourceId(format!("{marker}-{n}")),
        paths: vec![format!("/papers/{marker}.txt")],
        title: format!("Minutes of {marker}"),
        hash: ContentHash::of(text.as_bytes()),
        kind: "text".into(),
        bytes: 10,
        meta: Metadata {
            lane: "local".into(),
            town: Some(format!("Town{marker}")),
            board: Some(format!("Board {marker}")),
            visibility,
            ..Metadata::default()
        },
        pages: vec![PageRecord {
            number: 1,
            label: None,
            size: None,
            status: "read".into(),
            reason: String::new(),
            engine: "test".into(),
        }],
        lines: vec![Line::plain(1, 1, &text)],
        aliases: vec![("Section 1".into(), "p.1 L1".parse().unwrap())],
        chunks: vec![ChunkRecord {
            first_line: 0,
            end_line: 1,
            header: String::new(),
            text,
            citations: vec!["RSA 91-A:3".into()],
            section: None,
            table: false,
        }],
        edges: vec![EdgeRecord { line: 0, target: "RSA 91-A:3".into(), whole: "RSA 91-A:3".into() }],
        notes: Vec::new(),
        recipe: "test 1".into(),
    }
}

/// A word without a stem that the analyzer would cut.
fn marker(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
    format!("zq{}{}x", letter(n), letter(n / 26))
}

fn embedding(n: usize) -> Embedding {
    let mut values = vec![0.1f32; 4];
    values[n % 4] = 1.0;
    let norm = values.iter().map(|x| x * x).sum::<f32>().sqrt();
    values.iter_mut().for_each(|x| *x /= norm);
    Embedding { model: ModelId(MODEL.into()), values }
}

fn archive(levels: &[Visibility]) -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    put(&archive, levels.iter().copied().enumerate());
    (dir, archive)
}

fn put(archive: &Archive, papers: impl IntoIterator<Item = (usize, Visibility)>) {
    let mut writer = archive.writer().unwrap();
    for (n, level) in papers {
        writer.put(paper(n, level), Some(&[embedding(n)])).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
}

/// Everything that a view says, as one text.
fn all_of(view: &Archive, levels: &[Visibility]) -> String {
    let mut out = String::new();
    let mut say = |what: String| out.push_str(&what);
    let options = LexicalOptions::default();
    say(format!("{:?}", view.sources().unwrap()));
    say(format!(
        "{:?}",
        view.sources_within(&Filter { lanes: vec!["local".into()], ..Filter::default() }).unwrap()
    ));
    say(format!("{:?}", view.facets().unwrap()));
    for field in [FilterField::Lane, FilterField::Board, FilterField::DocType, FilterField::Jurisdiction] {
        say(format!("{:?}", view.values(field).unwrap()));
    }
    say(format!("{:?}", view.named("Section 1").unwrap()));
    say(format!("{:?}", view.edges_to(&["RSA 91-A:3".to_owned()]).unwrap()));
    say(format!("{:?} {:?}", view.removed_papers().unwrap(), view.check().unwrap()));
    let cited = view.chunks_citing("RSA 91-A:3").unwrap();
    say(format!("{:?}", view.chunks(&cited).unwrap()));
    for set in [ChunkSet::all(), view.select(&Filter::default()).unwrap()] {
        let hits = view.lexical("kennel fee minutes", &set, 100, &options).unwrap();
        let ids: Vec<ChunkId> = hits.iter().map(|hit| hit.chunk).collect();
        say(format!("{:?}", view.chunks(&ids).unwrap()));
        let near = view.nearest(&embedding(0), &set, 100).unwrap();
        let ids: Vec<ChunkId> = near.iter().map(|(id, _)| *id).collect();
        say(format!("{:?}", view.chunks(&ids).unwrap()));
    }
    for (n, _) in levels.iter().enumerate() {
        let (marker, id) = (marker(n), SourceId(format!("{}-{n}", marker(n))));
        // A close miss is where names are suggested.
        for wanted in [&id.0, &format!("{marker}.txt"), &format!("{}y-{n}", &marker[..4]), "minutes"] {
            say(match view.find_source(wanted) {
                Ok(found) => format!("{found:?}"),
                Err(ArchiveError::UnknownSource { near, .. }) => format!("{near:?}"),
                Err(ArchiveError::AmbiguousSource { matches, .. }) => format!("{matches:?}"),
                Err(other) => panic!("{other}"),
            });
        }
        say(format!("{:?}", view.summary(&id).unwrap()));
        say(format!("{:?}", view.source_at(&format!("/papers/{marker}.txt")).unwrap()));
        say(format!("{:?}", view.source_with_hash(&paper(n, Visibility::Public).hash).unwrap()));
        say(format!("{:?}", view.source(&id).ok().map(|source| source.lines().to_vec())));
        say(format!("{:?} {:?}", view.pages(&id).ok(), view.aliases(&id).ok()));
        say(format!("{:?} {:?}", view.chunks_of(&id).ok(), view.edges_of(&id).unwrap()));
        say(format!("{:?}", view.sections_at(&id, &crate::Editions::default()).unwrap()));
        let filter = Filter { sources: vec![id.clone()], ..Filter::default() };
        say(format!("{:?}", view.sources_within(&filter).unwrap()));
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn no_method_shows_what_is_above_the_level(levels in proptest::collection::vec(0usize..3, 1..12)) {
        let levels: Vec<Visibility> = levels.into_iter().map(|n| LEVELS[n]).collect();
        let (_dir, archive) = archive(&levels);
        for level in LEVELS {
            let view = archive.seen_by(level);
            let all = all_of(&view, &levels);
            for (n, of) in levels.iter().enumerate() {
                prop_assert_eq!(all.contains(&marker(n)), *of <= level, "{} of {} at {}", marker(n), of, level);
            }
            let seen = levels.iter().filter(|of| **of <= level).count();
            let stats = view.stats().unwrap();
            prop_assert_eq!((stats.sources, stats.chunks, view.count_edges().unwrap()), (seen as u64, seen as u64, seen as u64));
            let all_terms: Vec<String> = (0..levels.len()).flat_map(|n| terms(&marker(n))).collect();
            let (counts, total) = view.document_frequencies(&all_terms).unwrap();
            prop_assert_eq!(total, seen as u64);
            for (n, of) in levels.iter().enumerate() {
                prop_assert_eq!(counts[n], u64::from(*of <= level));
                let ceiling = view.lexical_ceiling(&marker(n), &LexicalOptions::default()).unwrap();
                prop_assert_eq!(ceiling.is_some(), *of <= level);
            }
            let mut missing = 0;
            view.store().missing_embeddings(&ModelId("other".into()), false, 0, &mut |_, _, _| {
                missing += 1;
                true
            }).unwrap();
            prop_assert_eq!(missing, seen);
        }
    }
}

#[test]
fn hidden_chunk_is_unknown_by_number() {
    let (_dir, archive) = archive(&[Visibility::Public, Visibility::Sealed]);
    let hidden = archive.chunks_of(&SourceId(format!("{}-1", marker(1)))).unwrap()[0].id;
    let view = archive.seen_by(Visibility::Staff);
    assert!(matches!(view.chunks(&[hidden]), Err(ArchiveError::UnknownChunk { .. })));
    assert_eq!(view.embedding_of(hidden).unwrap(), None);
    assert_eq!(view.store().embeddings_of(&[hidden]).unwrap(), [None]);
    assert!(archive.embedding_of(hidden).unwrap().is_some());
    assert!(
        view.lexical(&marker(1), &ChunkSet::of([hidden]), 5, &LexicalOptions::default()).unwrap().is_empty()
    );
    assert!(view.nearest(&embedding(1), &ChunkSet::of([hidden]), 5).unwrap().is_empty());
}

#[test]
fn state_differs_by_level_where_something_is_hidden() {
    let (_dir, archive) = archive(&[Visibility::Public, Visibility::Staff]);
    let state = |level| archive.seen_by(level).state_hash();
    assert_eq!(state(Visibility::Sealed), archive.state_hash());
    assert_eq!(state(Visibility::Staff), archive.state_hash(), "staff sees all that there is");
    assert_ne!(state(Visibility::Public), archive.state_hash());
    let again = archive.seen_by(Visibility::Public).seen_by(Visibility::Sealed);
    assert_eq!(again.sources().unwrap().len(), 1, "a view of a view sees no more");
}

#[test]
fn view_moves_on_and_hides_what_was_sealed_meanwhile() {
    let (_dir, archive) = archive(&[Visibility::Public, Visibility::Public]);
    let view = archive.seen_by(Visibility::Public);
    let fork = view.clone();
    assert_eq!(view.sources().unwrap().len(), 2);
    put(&archive, [(1, Visibility::Sealed)]);
    assert_eq!(view.sources().unwrap().len(), 2, "it keeps its generation");
    view.refresh().unwrap();
    assert_eq!((view.sources().unwrap().len(), fork.sources().unwrap().len()), (1, 2));
    assert!(matches!(view.writer(), Err(ArchiveError::PartialView)));
    assert!(archive.writer().is_ok());
}

#[test]
fn removed_paper_above_the_level_is_not_listed() {
    let (_dir, archive) = archive(&[Visibility::Public, Visibility::Staff]);
    let mut writer = archive.writer().unwrap();
    for source in archive.sources().unwrap() {
        writer.remove(&source.id).unwrap();
        writer.keep_out(&RemovedPaper::of(&source)).unwrap();
    }
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    let removed = |level| archive.seen_by(level).removed_papers().unwrap().len();
    assert_eq!((removed(Visibility::Public), removed(Visibility::Staff)), (1, 2));
}

#[test]
fn notes_are_empty_where_something_is_hidden() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    let mail =
        SourceRecord { notes: vec![format!("attached: {}.pdf", marker(1))], ..paper(0, Visibility::Public) };
    let (id, path) = (mail.id.clone(), mail.paths[0].clone());
    writer.put(mail, None).unwrap();
    writer.put(paper(1, Visibility::Sealed), None).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    for (level, notes) in [(Visibility::Public, 0), (Visibility::Staff, 0), (Visibility::Sealed, 1)] {
        let view = archive.seen_by(level);
        let all = [
            view.sources().unwrap().remove(0),
            view.sources_within(&Filter::default()).unwrap().remove(0),
            view.summary(&id).unwrap().unwrap(),
            view.source_at(&path).unwrap().unwrap(),
            view.find_source(&id.0).unwrap(),
        ];
        assert!(all.iter().all(|source| source.id == id && source.notes.len() == notes), "{level}");
    }
}
