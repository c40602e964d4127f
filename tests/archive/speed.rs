//! Figures for the closing note, not a test of anything:
//! `cargo test --release --test archive speed:: -- --ignored --nocapture`

use crate::support::archives;

use std::time::{Duration, Instant};

use archives::record;
use twolane::archive::{Archive, ChunkSet, LexicalOptions};
use twolane::text::{Embedding, ModelId};

const DIMS: usize = 384;
const CHUNKS: usize = 50_000;

/// Words with the frequencies of a language, roughly: the n-th is drawn 1/n as often as the first.
struct Words(u64);

impl Words {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| format!("w{} ", (30_000f64.powf(self.next())) as u64)).collect()
    }

    fn embedding(&mut self) -> Embedding {
        let mut values: Vec<f32> = (0..DIMS).map(|_| self.next() as f32 - 0.5).collect();
        let norm = values.iter().map(|x| x * x).sum::<f32>().sqrt();
        values.iter_mut().for_each(|x| *x /= norm);
        Embedding { model: ModelId("speed@1".into()), values }
    }
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |p: usize| times[(times.len() - 1) * p / 100];
    format!("p50 {:?}, p95 {:?}", at(50), at(95))
}

#[test]
#[ignore = "figures, not a test; see the comment"]
fn figures() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut words = Words(42);
    let per_source = 50;
    let mut writer = archive.writer().unwrap();
    let (mut putting, mut committing) = (Duration::ZERO, Duration::ZERO);
    for s in 0..CHUNKS / per_source {
        let texts: Vec<String> = (0..per_source).map(|_| words.text(150)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let r = record(&format!("s{s}"), &format!("/p/{s}"), &texts);
        let vectors: Vec<Embedding> = texts.iter().map(|_| words.embedding()).collect();
        let start = Instant::now();
        writer.put(r, Some(&vectors)).unwrap();
        putting += start.elapsed();
        if s % 40 == 39 {
            let start = Instant::now();
            writer.commit().unwrap();
            committing += start.elapsed();
        }
    }
    let start = Instant::now();
    writer.commit().unwrap();
    drop(writer);
    committing += start.elapsed();
    println!("{CHUNKS} chunks: put {putting:?}, 25 commits {committing:?}");
    let start = Instant::now();
    archive.refresh().unwrap();
    println!("refresh {:?}", start.elapsed());
    drop(archive);
    let start = Instant::now();
    let archive = Archive::open(dir.path()).unwrap();
    println!("open {:?}", start.elapsed());
    for n in [3, 8, 30] {
        let times = (0..200).map(|_| {
            let query = words.text(n);
            let start = Instant::now();
            archive.lexical(&query, &ChunkSet::all(), 50, &LexicalOptions::default()).unwrap();
            start.elapsed()
        });
        println!("lexical top 50, {n} words: {}", percentiles(times.collect()));
    }
    let tenth = ChunkSet::of((0..CHUNKS as u64).step_by(10).map(twolane::archive::ChunkId));
    for (name, set) in [("all", ChunkSet::all()), ("a tenth", tenth)] {
        let times = (0..200).map(|_| {
            let query = words.embedding();
            let start = Instant::now();
            archive.nearest(&query, &set, 50).unwrap();
            start.elapsed()
        });
        println!("nearest top 50 of {name}: {}", percentiles(times.collect()));
    }
    let ids: Vec<_> = (1..51).map(|i| twolane::archive::ChunkId(i * 900)).collect();
    let times = (0..50).map(|_| {
        let start = Instant::now();
        archive.chunks(&ids).unwrap();
        start.elapsed()
    });
    println!("50 chunks: {}", percentiles(times.collect()));
    let start = Instant::now();
    assert_eq!(archive.check().unwrap(), []);
    println!("check {:?}", start.elapsed());
    let start = Instant::now();
    archive.rebuild().unwrap();
    println!("rebuild {:?}", start.elapsed());
    let stats = archive.stats().unwrap();
    println!("segments {}, bytes {:?}", stats.segments, stats.bytes);
}
