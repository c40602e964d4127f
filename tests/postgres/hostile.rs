//! Words that would be statements, if a statement were made of words.

use twolane::archive::{Editions, Filter};
use twolane::text::{ModelId, SourceId};

use crate::pair::{Asked, Pair, kind};
use crate::support::archives::{embeddings, record};

/// Each stands as id, path, title, town, header, text, question, citation, and in filters.
const WORDS: [&str; 14] = [
    "'; DROP TABLE source; --",
    "\"; DROP SCHEMA twolane CASCADE; --",
    "x' OR '1'='1",
    "$1",
    "$$; SELECT pg_sleep(60); $$",
    "\\'; COMMIT; --",
    "E'\\\\x00'",
    "%_\\%",
    "{a,b}",
    "\\N",
    "\\.\n1\t2",
    "/* */ --",
    "\u{202e}\u{feff}\u{1f600}\u{301}",
    "NULL",
];

#[test]
fn words_stay_words() {
    let pair = Pair::new();
    for (n, word) in WORDS.iter().enumerate() {
        let mut made = record(word, &format!("/papers/{word}"), &[word, "RSA 91-A:3 of a road"]);
        made.title = (*word).into();
        made.kind = (*word).into();
        made.recipe = (*word).into();
        made.notes = vec![(*word).into()];
        made.meta.lane = (*word).into();
        made.meta.town = Some((*word).into());
        made.meta.board = Some((*word).into());
        made.meta.doc_type = Some((*word).into());
        made.meta.jurisdiction = Some((*word).into());
        made.meta.date = (n % 2 == 0).then(|| (*word).into());
        made.meta.topics = vec![(*word).into()];
        made.meta.origin.insert((*word).into(), (*word).into());
        made.aliases = vec![((*word).into(), "p.1 L1".parse().unwrap())];
        made.chunks[0].header = (*word).into();
        made.chunks[0].citations = vec![(*word).into()];
        made.chunks[0].section = Some((*word).into());
        made.pages[0].label = Some((*word).into());
        made.pages[0].reason = (*word).into();
        pair.write(|writer| writer.put(made.clone(), Some(&embeddings(&made))));
    }
    let own = |word: &str| Some(word.to_owned());
    let filters = WORDS.iter().flat_map(|word| {
        let none = Filter::default;
        [
            Filter { lanes: vec![(*word).into()], ..none() },
            Filter { town: own(word), unknown_passes: true, ..none() },
            Filter { boards: vec![(*word).into()], jurisdictions: vec![(*word).into()], ..none() },
            Filter { doc_types: vec![(*word).into()], ..none() },
            Filter { authorities: vec![(*word).into()], ..none() },
            Filter { status: own(word), edition: own(word), ..none() },
            Filter { from: own(word), ..none() },
            Filter { to: own(word), ..none() },
            Filter { as_of: own(word), ..none() },
            Filter { sources: vec![SourceId((*word).into())], ..none() },
        ]
    });
    let asked = Asked {
        queries: WORDS.map(str::to_owned).to_vec(),
        filters: filters.collect(),
        options: vec![Default::default()],
        citations: WORDS.map(str::to_owned).to_vec(),
        editions: WORDS.iter().map(|word| Editions { as_of: own(word), edition: own(word) }).collect(),
    };
    pair.assert_same(&asked);
    for word in WORDS {
        pair.ask(|archive| archive.find_source(word).map(|s| s.id));
        pair.ask(|archive| archive.cached(&ModelId(word.into()), &[]));
        pair.write(|writer| writer.add_path(&SourceId(word.into()), &format!("/copies/{word}")));
        pair.write(|writer| writer.remove_pack(word, Some(word)));
    }
    pair.assert_same(&Asked::default());
    for word in WORDS {
        pair.write(|writer| writer.remove(&SourceId(word.into())));
    }
    assert_eq!(pair.ask(|archive| archive.sources()), "[]");
}

/// PostgreSQL's text has no NUL. A store may refuse such a record, keep it, or put something in the NUL's place;
/// what it may not do is stop, or lose what was there.
#[test]
fn a_nul_does_no_harm() {
    let pair = Pair::new();
    let good = record("good", "/papers/good", &["A road."]);
    pair.write(|writer| writer.put(good.clone(), None));
    let mut bad = record("bad", "/papers/bad", &["A \0 in a road."]);
    bad.title = "a\0b".into();
    let mut said = Vec::new();
    for archive in pair.both() {
        let mut writer = archive.writer().unwrap();
        said.push(writer.put(bad.clone(), None).map_err(|error| kind(&error)));
        drop(writer);
        let mut writer = archive.writer().unwrap();
        writer.add_path(&good.id, "/papers/other").unwrap();
        writer.commit().unwrap();
        drop(writer);
        archive.refresh().unwrap();
        for question in ["a\0b", "\0", "road \0"] {
            let _ = archive.find_source(question);
            let within = archive.select(&Filter { town: Some(question.into()), ..Filter::default() });
            assert!(within.is_ok_and(|set| set.is_empty()), "{}: {question:?}", archive.place());
            let hits = archive.lexical(question, &twolane::archive::ChunkSet::all(), 5, &Default::default());
            assert_eq!(hits.unwrap().is_empty(), !question.contains("road"), "{question:?}");
            assert!(archive.chunks_citing(question).unwrap().is_empty());
        }
    }
    assert_eq!(said[0], said[1], "a folder and a database differ in what they take");
    pair.assert_same(&Asked::default());
}
