//! Search and judged runs over small archives, through the public API.

use std::collections::HashSet;
use std::fs;

use twolane::archive::{Archive, ChunkRecord, Filter, Metadata, SourceRecord};
use twolane::encoder::{CrossEncoder, Embedder, GoOn, InferenceError, OnProgress, Role};
use twolane::eval::{Dataset, JudgedMode, fill, judge};
use twolane::retrieve::{
    CrossEncoderRerank, CrossEncoderRerankOptions, Fusion, Mode, Query, Request, RetrievalOptions, Retriever,
    Scale, Search, SearchError, SearchOptions,
};
use twolane::text::{ContentHash, Embedding, Line, ModelId, SourceId};

/// Counts letters: near texts get near vectors, the same text the same one.
struct Letters(ModelId);

impl Letters {
    fn new(name: &str) -> Self {
        Letters(ModelId(format!("{name}@1")))
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut counts = vec![0.0f32; 26];
        for c in text.to_lowercase().bytes().filter(u8::is_ascii_lowercase) {
            counts[usize::from(c - b'a')] += 1.0;
        }
        let norm = counts.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::EPSILON);
        counts.into_iter().map(|x| x / norm).collect()
    }
}

impl Embedder for Letters {
    fn model(&self) -> &ModelId {
        &self.0
    }
    fn dimensions(&self) -> usize {
        26
    }
    fn max_tokens(&self) -> usize {
        256
    }
    /// Words of `WORDS` are one token, others three pieces, between two special tokens.
    fn count_tokens(&self, text: &str) -> usize {
        2 + text.split_whitespace().map(|word| if WORDS.contains(&word) { 1 } else { 3 }).sum::<usize>()
    }
    fn embed(&self, texts: &[&str], _: Role, _: OnProgress<'_>) -> Result<Vec<Embedding>, InferenceError> {
        Ok(texts.iter().map(|t| Embedding { model: self.0.clone(), values: self.vector(t) }).collect())
    }
}

/// Words of the vocabulary of `Letters`.
const WORDS: [&str; 3] = ["permit", "hermit", "permits"];

struct Paper {
    id: &'static str,
    lane: &'static str,
    date: Option<&'static str>,
    lines: &'static [&'static str],
    citations: &'static [&'static str],
}

const PAPERS: [Paper; 5] = [
    Paper {
        id: "fees-2022",
        lane: "local",
        date: Some("2022-03-01"),
        citations: &[],
        lines: &["The burn permit", "costs ten dollars."],
    },
    Paper {
        id: "fees-2025",
        lane: "local",
        date: Some("2025-03-01"),
        citations: &[],
        lines: &["The burn permit", "costs fifteen dollars."],
    },
    Paper {
        id: "culvert",
        lane: "local",
        date: Some("2024-06-01"),
        citations: &["rsa 231:62"],
        lines: &["A culvert on Mill Road was replaced."],
    },
    Paper {
        id: "state-burn",
        lane: "state",
        date: None,
        citations: &["rsa 227-l:17"],
        lines: &["No person shall burn brush without a permit."],
    },
    Paper {
        id: "zebra",
        lane: "local",
        date: None,
        citations: &[],
        lines: &["Zebras graze in the quiet zoo."],
    },
];

fn record(paper: &Paper) -> SourceRecord {
    let lines: Vec<Line> = (1..).zip(paper.lines).map(|(n, text)| Line::plain(0, n, *text)).collect();
    SourceRecord {
        id: SourceId(paper.id.into()),
        paths: vec![format!("/papers/{}.txt", paper.id)],
        title: paper.id.into(),
        hash: ContentHash::of(paper.id.as_bytes()),
        kind: "text".into(),
        bytes: 1,
        meta: Metadata { lane: paper.lane.into(), date: paper.date.map(Into::into), ..Metadata::default() },
        pages: Vec::new(),
        chunks: vec![ChunkRecord {
            first_line: 0,
            end_line: u32::try_from(lines.len()).unwrap(),
            header: paper.id.into(),
            text: paper.lines.join(" "),
            citations: paper.citations.iter().map(|c| (*c).to_owned()).collect(),
            section: None,
            table: false,
        }],
        lines,
        aliases: Vec::new(),
        notes: Vec::new(),
        edges: Vec::new(),
        recipe: "test".into(),
    }
}

fn archive(embedder: Option<&Letters>) -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for paper in &PAPERS {
        let record = record(paper);
        let embeddings = embedder.map(|e| {
            let texts: Vec<String> = record.chunks.iter().map(ChunkRecord::embedded_text).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            e.embed(&texts, Role::Passage, &|_, _| true).unwrap()
        });
        writer.put(record, embeddings.as_deref()).unwrap();
    }
    writer.commit().unwrap();
    archive.refresh().unwrap();
    (dir, archive)
}

fn ids(search: &Search<'_>, query: &Query) -> Vec<String> {
    search.run(query).unwrap().hits.into_iter().map(|h| h.source.id.0).collect()
}

#[test]
fn a_misspelled_word_is_looked_for_as_the_papers_spell_it() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    let (search, options) = (SearchOptions::default(), RetrievalOptions::default());
    let retriever = Retriever::new(&archive, Some(&model), search, options).unwrap();
    let looked_for = |question: &str| {
        let found = retriever.run(&Request::new(Query::new(question))).unwrap();
        found.trace.lanes[0].queries[0].text.clone()
    };
    assert_eq!(looked_for("whats a premit, to burn?"), "whats a permit, to burn?");
    assert_eq!(looked_for("whats a permmit to burn"), "whats a permit to burn");
    let many = format!("{}premit", "unknownword ".repeat(8));
    assert_eq!(looked_for(&many), many, "a long question costs no more");
    // A name, a word of the model's, another first letter, a word of one chunk only, and a short word.
    for question in ["whats a Premit", "whats a hermit", "whats a bermit", "whats a culvret", "whats a permt"]
    {
        assert_eq!(looked_for(question), question);
    }
}

#[test]
fn every_mode_finds_and_every_hit_is_verbatim() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    let search = Search::new(&archive, Some(&model), SearchOptions::default());
    for mode in [Mode::Hybrid, Mode::Bm25, Mode::Vector] {
        let query = Query { mode, k: 3, ..Query::new("zebras in the zoo") };
        let found = search.run(&query).unwrap();
        assert_eq!(found.hits[0].source.id.0, "zebra", "{mode}");
        assert_eq!(found.signals.mode, mode);
        assert!(found.hits.len() <= 3);
        assert!(found.timing.total >= found.timing.fetch);
        for (rank, hit) in (1..).zip(&found.hits) {
            assert_eq!(hit.rank, rank);
            let source = archive.source(&hit.source.id).unwrap();
            assert_eq!(source.quote(hit.quote.locator()).unwrap(), hit.quote);
        }
    }
}

#[test]
fn a_filter_means_the_same_set_on_both_sides() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    let search = Search::new(&archive, Some(&model), SearchOptions::default());
    for (filter, expected) in [
        (Filter { lanes: vec!["state".into()], ..Filter::default() }, &["state-burn"][..]),
        (Filter { from: Some("2024".into()), ..Filter::default() }, &["fees-2025", "culvert"]),
        (Filter { sources: vec![SourceId("zebra".into())], ..Filter::default() }, &["zebra"]),
        (Filter { lanes: vec!["nowhere".into()], ..Filter::default() }, &[]),
    ] {
        for mode in [Mode::Hybrid, Mode::Bm25, Mode::Vector] {
            let query = Query { mode, filter: filter.clone(), ..Query::new("burn permit culvert zebras") };
            let found: HashSet<String> = ids(&search, &query).into_iter().collect();
            assert_eq!(found, expected.iter().map(|s| (*s).to_owned()).collect(), "{mode} {filter:?}");
        }
    }
}

#[test]
fn without_a_model_it_says_so() {
    let model = Letters::new("letters");
    let (_dir, plain) = archive(None);
    let (_dir2, embedded) = archive(Some(&model));
    let other = Letters::new("other");
    for (archive, embedder, expected) in [
        (&embedded, None, "no embedding model"),
        (&plain, Some(&model), "holds no vectors"),
        (&embedded, Some(&other), "letters@1"),
    ] {
        let search = Search::new(archive, embedder.map(|e| e as &dyn Embedder), SearchOptions::default());
        let found = search.run(&Query::new("burn permit")).unwrap();
        assert_eq!((found.signals.mode, found.signals.vector_candidates), (Mode::Bm25, 0));
        assert!(found.signals.notes.iter().any(|n| n.contains(expected)), "{:?}", found.signals.notes);
        assert!(!found.hits.is_empty());
        let error = search.run(&Query { mode: Mode::Vector, ..Query::new("burn") }).unwrap_err();
        assert!(matches!(error, SearchError::NoVectors { .. }) && error.to_string().contains("models get"));
    }
}

#[test]
fn an_empty_query_is_an_error_and_odd_ones_are_not() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    let search = Search::new(&archive, Some(&model), SearchOptions::default());
    for text in ["", "  \n"] {
        assert!(matches!(search.run(&Query::new(text)), Err(SearchError::EmptyQuery)));
    }
    for text in ["the of and", "\u{0}\u{fffd} \" AND ( OR *", "¿\u{202e}?"] {
        search.run(&Query::new(text)).unwrap();
    }
    assert!(search.run(&Query { k: 0, ..Query::new("burn") }).unwrap().hits.is_empty());
}

#[test]
fn newer_papers_are_lifted_when_asked() {
    let (_dir, archive) = archive(None);
    let search = Search::new(&archive, None, SearchOptions::default());
    let query = Query::new("what does a burn permit cost");
    let plain = ids(&search, &query);
    let recent = ids(&search, &Query { prefer_recent: true, ..query });
    let place = |all: &[String], id: &str| all.iter().position(|x| x == id).unwrap();
    assert!(place(&recent, "fees-2025") < place(&recent, "fees-2022"), "{recent:?}");
    assert_eq!(
        plain.iter().collect::<HashSet<_>>(),
        recent.iter().collect::<HashSet<_>>(),
        "recency reorders, it does not filter"
    );
}

#[test]
fn a_named_section_is_lifted() {
    let (_dir, archive) = archive(None);
    let search = Search::new(&archive, None, SearchOptions::default());
    let plain = Query::new("burn permit costs dollars");
    assert_ne!(search.run(&plain).unwrap().hits[0].source.id.0, "state-burn");
    for query in [
        Query { citations: vec!["RSA 227-L:17".into()], ..plain },
        Query::new("burn permit costs dollars under RSA 227-L:17"),
    ] {
        let options = SearchOptions { citation_boost: 1.0, ..SearchOptions::default() };
        let found = Search::new(&archive, None, options).run(&query).unwrap();
        assert_eq!(found.hits[0].source.id.0, "state-burn");
        assert!(found.hits[0].why.contains("cites rsa 227-l:17"), "{}", found.hits[0].why);
        let with = |hits: &[twolane::retrieve::Hit]| {
            hits.iter().find(|h| h.source.id.0 == "state-burn").unwrap().score
        };
        let lifted = with(&search.run(&query).unwrap().hits);
        let options = SearchOptions { citation_boost: 0.0, ..SearchOptions::default() };
        let left = with(&Search::new(&archive, None, options).run(&query).unwrap().hits);
        assert!((lifted - left - 0.1).abs() < 1e-6, "half of the boost: {left} to {lifted}");
    }
}

/// Fits what has the word that it is made with.
struct Has(&'static str);

impl CrossEncoder for Has {
    fn name(&self) -> &str {
        "has"
    }
    fn scores(&self, _: &str, passages: &[&str], _: GoOn<'_>) -> Result<Vec<Option<f32>>, InferenceError> {
        let score = |has| if has { 4.0 } else { -8.0 };
        Ok(passages.iter().map(|p| Some(score(p.contains(self.0)))).collect())
    }
}

#[test]
fn a_cross_encoder_is_mixed_in_by_its_weight() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    let query = Query { explain: true, ..Query::new("what does a burn permit cost in dollars") };
    let has = Has("culvert");
    let run = |weight: f32, query: &Query| {
        let options = CrossEncoderRerankOptions { weight, ..CrossEncoderRerankOptions::default() };
        let reranker = CrossEncoderRerank::new(&has, options);
        let search = Search::new(&archive, Some(&model), SearchOptions::default()).with_reranker(&reranker);
        search.run(query).unwrap().hits
    };
    let sources = |hits: &[twolane::retrieve::Hit]| -> Vec<String> {
        hits.iter().map(|hit| hit.source.id.0.clone()).collect()
    };
    let fused = run(0.0, &Query { rerank: false, ..query.clone() });
    assert_ne!(fused[0].source.id.0, "culvert");
    let alone = run(1.0, &query);
    assert_eq!(alone[0].source.id.0, "culvert");
    let explanation = alone[0].explanation.as_ref().unwrap();
    assert!(explanation.boosts.iter().any(|boost| boost.reason == "cross-encoder has" && boost.added > 0.0));
    let place =
        |hits: &[twolane::retrieve::Hit]| sources(hits).iter().position(|id| id == "culvert").unwrap();
    assert!(place(&alone) <= place(&run(0.5, &query)) && place(&run(0.5, &query)) < place(&fused));
}

#[test]
fn explanations_add_up() {
    let model = Letters::new("letters");
    let (_dir, archive) = archive(Some(&model));
    for fusion in [
        Fusion::default(),
        Fusion::Rank { k: 60.0 },
        Fusion::Convex { lexical_weight: 0.5, lexical: Scale::MinMax, vector: Scale::MinMax },
    ] {
        let search =
            Search::new(&archive, Some(&model), SearchOptions { fusion, ..SearchOptions::default() });
        let query = Query { explain: true, prefer_recent: true, ..Query::new("burn permit") };
        let first = search.run(&query).unwrap();
        assert_eq!(first.hits, search.run(&query).unwrap().hits, "the same query gives the same hits");
        for hit in &first.hits {
            let e = hit.explanation.as_ref().unwrap();
            let (bm25, vector) = (e.bm25.as_ref(), e.vector.as_ref());
            if let (Some(b), Some(v)) = (bm25, vector) {
                assert!((b.part + v.part - e.fused).abs() < 1e-5, "{e:?}");
            }
            let boosts: f32 = e.boosts.iter().map(|b| b.added).sum();
            assert!((e.fused + boosts - hit.score).abs() < 1e-5, "{e:?}");
            if let Some(b) = bm25 {
                assert!(!b.matched.is_empty());
            }
        }
    }
}

#[test]
fn a_judged_set_is_embedded_once() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("toy");
    fs::create_dir_all(set.join("qrels")).unwrap();
    let corpus = |third: &str| {
        format!(
            "{{\"_id\":\"a\",\"title\":\"Burning\",\"text\":\"brush fires need a permit\"}}\n\
             {{\"_id\":\"b\",\"title\":\"\",\"text\":\"the zoo has zebras\\nand more\"}}\n{third}"
        )
    };
    fs::write(set.join("corpus.jsonl"), corpus("{\"_id\":\"c\",\"title\":\"Empty\",\"text\":\"\"}\n"))
        .unwrap();
    fs::write(
        set.join("queries.jsonl"),
        "{\"_id\":\"1\",\"text\":\"fire permit\"}\n{\"_id\":\"2\",\"text\":\"zebras\"}\n{\"_id\":\"3\",\"text\":\"zebras\"}",
    )
    .unwrap();
    fs::write(set.join("qrels/test.tsv"), "query-id\tcorpus-id\tscore\n1\ta\t1\n2\tb\t1\n3\tgone\t1\n")
        .unwrap();
    let model = Letters::new("letters");
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let go_on = |_: usize, _: usize| true;

    let data = Dataset::read(&set, None, "test").unwrap();
    assert_eq!(fill(&archive, &data, Some(&model), &go_on).unwrap().embedded, 3);
    let again = fill(&archive, &data, Some(&model), &go_on).unwrap();
    assert_eq!((again.written, again.removed, again.embedded), (0, 0, 0));

    let modes = [JudgedMode::Bm25, JudgedMode::Vector, JudgedMode::Hybrid];
    let report =
        judge(&data, &archive, Some(&model), None, &SearchOptions::default(), &modes, &|| true).unwrap();
    assert_eq!((report.runs.len(), report.missing), (3, 1));
    // Two of three queries have their document first; the third's is not in the corpus.
    for value in report.runs[0].mean.values() {
        assert!((value - 2.0 / 3.0).abs() < 1e-9, "{:?}", report.runs[0].mean);
    }
    assert!(
        judge(&data, &archive, Some(&model), None, &SearchOptions::default(), &modes, &|| false).is_err()
    );

    fs::write(set.join("corpus.jsonl"), corpus("{\"_id\":\"d\",\"title\":\"\",\"text\":\"new\"}\n")).unwrap();
    let changed = Dataset::read(&set, None, "test").unwrap();
    let filled = fill(&archive, &changed, Some(&model), &go_on).unwrap();
    assert_eq!((filled.written, filled.removed, filled.embedded), (1, 1, 1));
    assert_eq!(archive.sources().unwrap().len(), 3);
}
