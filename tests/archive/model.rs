//! An archive against the simplest thing that could be one: a map in memory, scanned in full.

use crate::support::archives;
use crate::support::steps::{Step, step};

use std::collections::{BTreeMap, HashMap};

use archives::{MODEL, embedding_of_text, embeddings, record};
use proptest::prelude::*;
use twolane::archive::{Archive, Filter, LexicalOptions, SourceRecord, Writer, analyze};
use twolane::text::{ModelId, SourceId};

const WORDS: [&str; 12] = [
    "road",
    "budget",
    "town",
    "$1,200",
    "RSA 91-A:3",
    "meeting",
    "vote",
    "tax",
    "library",
    "the",
    "water",
    "2024",
];

/// What an archive should be.
#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    /// By id: the record, which chunks have vectors, its rank in age.
    sources: BTreeMap<String, (SourceRecord, Vec<bool>, u64)>,
    puts: u64,
    has_model: bool,
    /// Texts whose embedding was ever given.
    cache: std::collections::BTreeSet<String>,
}

impl Model {
    fn take(&mut self, path: &str) {
        for (record, ..) in self.sources.values_mut() {
            record.paths.retain(|p| p != path);
        }
    }

    fn apply(&mut self, step: &Step, writer: &mut Writer) {
        match step {
            Step::Put { id, path, texts, vectors } => {
                let texts: Vec<String> = texts
                    .iter()
                    .map(|words| words.iter().map(|w| WORDS[*w]).collect::<Vec<_>>().join(" "))
                    .collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let path = format!("/p/{path}");
                let mut r = record(&format!("s{id}"), &path, &texts);
                r.aliases.clear();
                r.meta.lane = if id % 2 == 0 { "Local" } else { "state" }.into();
                let embeddings = vectors.then(|| embeddings(&r));
                writer.put(r.clone(), embeddings.as_deref()).unwrap();
                self.take(&path);
                self.has_model |= *vectors && !r.chunks.is_empty();
                if *vectors {
                    self.cache.extend(r.chunks.iter().map(|c| c.embedded_text()));
                }
                self.puts += 1;
                let has = vec![*vectors; r.chunks.len()];
                self.sources.insert(r.id.0.clone(), (r, has, self.puts));
            }
            Step::Remove(id) => {
                let id = format!("s{id}");
                let there = self.sources.remove(&id).is_some();
                assert_eq!(writer.remove(&SourceId(id)).unwrap(), there);
            }
            Step::AddPath { id, path } => {
                let (id, path) = (format!("s{id}"), format!("/p/{path}"));
                let there = self.sources.contains_key(&id);
                assert_eq!(writer.add_path(&SourceId(id.clone()), &path).is_ok(), there);
                if there {
                    self.take(&path);
                    self.sources.get_mut(&id).unwrap().0.paths.push(path);
                }
            }
            Step::RemovePath(path) => {
                let path = format!("/p/{path}");
                writer.remove_path(&path).unwrap();
                self.take(&path);
            }
            Step::UseModel => {
                let complete = self.chunks(|_| true).iter().all(|c| self.cache.contains(&c.3));
                let result = writer.use_model(&ModelId(MODEL.into()));
                assert_eq!(result.is_ok(), complete, "{result:?}");
                if complete {
                    self.has_model = self.sources.values().any(|s| !s.0.chunks.is_empty());
                    self.sources.values_mut().for_each(|s| s.1.fill(true));
                }
            }
            Step::Commit | Step::DropWriter | Step::Reopen | Step::Rebuild => {}
        }
    }

    /// (age, source id, texts to be indexed, embedded text, has a vector) by age.
    fn chunks(&self, keep: impl Fn(&SourceRecord) -> bool) -> Vec<(u64, String, String, String, bool)> {
        let mut sources: Vec<_> = self.sources.values().filter(|s| keep(&s.0)).collect();
        sources.sort_by_key(|s| s.2);
        let mut out = Vec::new();
        for (record, vectors, age) in sources {
            for (i, c) in record.chunks.iter().enumerate() {
                let indexed = format!("{}\n{}\n{}", c.text, c.header, c.citations.join("\n"));
                out.push((age * 100 + i as u64, record.id.0.clone(), indexed, c.embedded_text(), vectors[i]));
            }
        }
        out
    }
}

/// BM25 from its definition (Lucene's form), over the concatenation of the fields.
fn bm25(all: &[String], query: &str, k1: f64, b: f64) -> Vec<f64> {
    let docs: Vec<(HashMap<String, f64>, f64)> = all
        .iter()
        .map(|text| {
            let analyzed = analyze(text);
            let mut counts = HashMap::new();
            analyzed.tokens.iter().for_each(|t| *counts.entry(t.text.clone()).or_default() += 1.0);
            (counts, f64::from(analyzed.length))
        })
        .collect();
    let n = docs.len() as f64;
    let average = docs.iter().map(|d| d.1).sum::<f64>() / n;
    let mut scores = vec![0.0; docs.len()];
    for token in analyze(query).tokens {
        let df = docs.iter().filter(|d| d.0.contains_key(&token.text)).count() as f64;
        let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
        for ((counts, length), score) in docs.iter().zip(&mut scores) {
            if let Some(tf) = counts.get(&token.text) {
                *score += idf * tf / (tf + k1 * (1.0 - b + b * length / average));
            }
        }
    }
    scores
}

fn assert_same(archive: &Archive, model: &Model) {
    let found = archive.sources().unwrap();
    assert_eq!(found.len(), model.sources.len());
    for (summary, (id, (record, _, _))) in found.iter().zip(&model.sources) {
        let mut paths = record.paths.clone();
        paths.sort();
        assert_eq!((&summary.id.0, &summary.paths, &summary.title), (id, &paths, &record.title));
        assert_eq!(
            (&summary.meta, &summary.notes, &summary.hash),
            (&record.meta, &record.notes, &record.hash)
        );
        assert_eq!(archive.source(&record.id).unwrap().lines(), record.lines);
        assert_eq!(archive.pages(&record.id).unwrap(), record.pages);
        let chunks = archive.chunks_of(&record.id).unwrap();
        assert!(chunks.iter().map(|c| &c.record).eq(&record.chunks));
        for path in &paths {
            assert_eq!(archive.source_at(path).unwrap().unwrap().id, record.id);
        }
    }
    assert_eq!(archive.model().is_some(), model.has_model);

    let filters: [(Filter, fn(&SourceRecord) -> bool); 3] = [
        (Filter::default(), |_| true),
        (Filter { lanes: vec!["LOCAL".into()], ..Filter::default() }, |r| r.meta.lane == "Local"),
        (Filter { town: Some("elsewhere".into()), ..Filter::default() }, |_| false),
    ];
    for (filter, keep) in filters {
        let set = archive.select(&filter).unwrap();
        let everything = model.chunks(|_| true);
        let kept: Vec<bool> = everything.iter().map(|c| keep(&model.sources[&c.1].0)).collect();
        let texts: Vec<String> = everything.iter().map(|c| c.2.clone()).collect();
        for query in ["road budget road", "RSA 91-A:3 of the town", "$1,200 in 2024", "nothing"] {
            // With equal weights a chunk is one text to BM25, as it is to the simple model.
            let options = LexicalOptions { k1: 1.1, b: 0.6, header: 1.0, ..LexicalOptions::default() };
            let hits = archive.lexical(query, &set, 1000, &options).unwrap();
            let want = bm25(&texts, query, 1.1, 0.6);
            let passing = want.iter().zip(&kept).filter(|(s, k)| **s > 0.0 && **k).count();
            assert_eq!(hits.len(), passing, "{query}");
            let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
            let chunks = archive.chunks(&ids).unwrap();
            for (hit, chunk) in hits.iter().zip(&chunks) {
                let at = everything.iter().position(|c| {
                    c.1 == chunk.source_id.0 && c.0 % 100 == u64::from(chunk.record.first_line)
                });
                let want = want[at.unwrap()];
                assert!((f64::from(hit.score) - want).abs() < 1e-5, "{query}: {} {want}", hit.score);
                assert!(!hit.matched.is_empty());
            }
            assert!(hits.is_sorted_by(|a, b| (b.score, a.chunk) <= (a.score, b.chunk)));
        }
        if model.has_model {
            let query = embedding_of_text("query");
            let near = archive.nearest(&query, &set, 1000).unwrap();
            let mut want: Vec<f32> = everything
                .iter()
                .zip(&kept)
                .filter(|(c, kept)| c.4 && **kept)
                .map(|(c, _)| twolane::vector::dot(&embedding_of_text(&c.3).values, &query.values))
                .collect();
            want.sort_by(|a, b| b.total_cmp(a));
            let scores: Vec<f32> = near.iter().map(|n| n.1).collect();
            assert_eq!(scores, want);
        }
    }
    let problems = archive.check().unwrap();
    assert_eq!(problems, []);
}

fn run(steps: &[Step]) {
    let dir = tempfile::tempdir().unwrap();
    let mut archive = Archive::create(dir.path()).unwrap();
    let (mut committed, mut pending) = (Model::default(), Model::default());
    let mut writer = Some(archive.writer().unwrap());
    let mut changed;
    for step in steps {
        match step {
            Step::Commit => {
                let generation = writer.as_mut().unwrap().commit().unwrap();
                let before = archive.clone();
                archive.refresh().unwrap();
                assert_eq!(archive.generation(), generation);
                assert!(generation <= before.generation() + 1);
                assert_eq!(before.sources().unwrap().len(), committed.sources.len());
                committed = pending.clone();
                changed = false;
                assert_same(&archive, &committed);
            }
            Step::DropWriter => {
                drop(writer.take());
                pending = committed.clone();
                changed = false;
                writer = Some(archive.writer().unwrap());
            }
            Step::Reopen => {
                drop(writer.take());
                drop(archive);
                archive = Archive::open(dir.path()).unwrap();
                pending = committed.clone();
                changed = false;
                assert_same(&archive, &committed);
                writer = Some(archive.writer().unwrap());
            }
            Step::Rebuild => {
                drop(writer.take());
                archive.rebuild().unwrap();
                // A rebuild takes every vector from the cache, so chunks that were put without
                // one get theirs when the same text was embedded for another.
                for (record, vectors, _) in committed.sources.values_mut() {
                    for (has, chunk) in vectors.iter_mut().zip(&record.chunks) {
                        *has = committed.has_model && committed.cache.contains(&chunk.embedded_text());
                    }
                }
                pending = committed.clone();
                changed = false;
                writer = Some(archive.writer().unwrap());
            }
            other => {
                pending.apply(other, writer.as_mut().unwrap());
                changed = true;
            }
        }
        if changed {
            assert_eq!(archive.sources().unwrap().len(), committed.sources.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn does_what_the_model_does(steps in proptest::collection::vec(step(WORDS.len()), 1..25)) {
        run(&steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// `cargo test --release --test archive model:: -- --ignored`
    #[test]
    #[ignore = "some minutes; see the comment"]
    fn does_what_the_model_does_at_length(steps in proptest::collection::vec(step(WORDS.len()), 1..60)) {
        run(&steps);
    }
}
