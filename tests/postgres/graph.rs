//! The graph that the server keeps over vectors, against a scan of all.

use std::time::{Duration, Instant};

use twolane::archive::{Archive, ChunkId, ChunkSet, Filter, Place};
use twolane::text::{Embedding, ModelId, SourceId};
use twolane::vector::GraphOptions;

use crate::server::Server;
use crate::support::archives::record;
use crate::support::mutator::Random;

const DIMS: usize = 384;
const SOURCES: usize = 60;
const CHUNKS: usize = 100;

/// A unit vector near one of forty centres, as texts lie in groups.
fn vector(random: &mut Random) -> Embedding {
    let mut centre = Random(1 + random.below(40) as u64);
    let part = |random: &mut Random| random.below(2001) as f32 / 1000.0 - 1.0;
    let mut values: Vec<f32> = (0..DIMS).map(|_| part(&mut centre)).collect();
    values.iter_mut().for_each(|x| *x += 0.7 * part(random));
    let norm = values.iter().map(|x| x * x).sum::<f32>().sqrt();
    values.iter_mut().for_each(|x| *x /= norm);
    Embedding { model: ModelId("of-tests@1".into()), values }
}

#[test]
fn a_graph_finds_what_a_scan_finds() {
    let server = Server::shared();
    let database = server.database();
    let options = GraphOptions { from_vectors: 3000, ..GraphOptions::default() };
    let archive =
        Archive::create_at(&Place::named(&server.url(&database))).unwrap().with_graph_options(options);
    let mut random = Random(11);
    let mut writer = archive.writer().unwrap();
    let texts: Vec<String> = (0..CHUNKS).map(|n| format!("line {n}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let graphs =
        || server.sql(&database, "SELECT count(*) FROM pg_indexes WHERE indexname = 'vector_graph_384'");
    let mut all = Vec::new();
    for n in 0..SOURCES {
        let mut source = record(&format!("s{n}"), &format!("/s/{n}"), &texts);
        source.meta.town = Some(if n % 3 == 0 { "Alder" } else { "Birch" }.into());
        let vectors: Vec<Embedding> = (0..CHUNKS).map(|_| vector(&mut random)).collect();
        writer.put(source, Some(&vectors)).unwrap();
        all.push(vectors);
        if n == 20 {
            writer.commit().unwrap();
            assert_eq!(graphs(), "0", "made before it is due");
        }
    }
    writer.commit().unwrap();
    assert!(writer.without_graph().is_none());
    assert_eq!(graphs(), "1");
    archive.refresh().unwrap();
    let recall = archive.recall(10, 100).unwrap().unwrap();
    assert!(recall >= 0.95, "{recall}");

    let query = vector(&mut random);
    let dot = |e: &Embedding| -> f32 { e.values.iter().zip(&query.values).map(|(a, b)| a * b).sum() };
    let town = |town: &str| Filter { town: Some(town.into()), ..Filter::default() };
    // Two thousand are few enough to be looked at all; four thousand are not.
    for (filter, least) in [(town("Alder"), 20), (town("Birch"), 18)] {
        let within = archive.select(&filter).unwrap();
        let near = archive.nearest(&query, &within, 20).unwrap();
        assert_eq!(near.len(), 20);
        assert!(near.iter().all(|(chunk, _)| within.contains(*chunk)));
        assert!(near.is_sorted_by(|a, b| a.1 >= b.1));
        let mut exact: Vec<f32> = (0..SOURCES)
            .filter(|n| (n % 3 == 0) == (filter.town.as_deref() == Some("Alder")))
            .flat_map(|n| all[n].iter().map(&dot))
            .collect();
        exact.sort_by(|a, b| b.total_cmp(a));
        let right = near.iter().filter(|(_, score)| *score >= exact[19] - 1e-5).count();
        assert!(right >= least, "{right} of 20 under {filter:?}");
    }
    let deadline = Instant::now() + Duration::from_secs(30);
    let used = "SELECT coalesce(sum(idx_scan), 0) > 0 FROM pg_stat_user_indexes WHERE indexrelname = 'vector_graph_384'";
    while server.sql(&database, used) != "t" {
        assert!(Instant::now() < deadline, "no search went by the graph");
        std::thread::sleep(Duration::from_millis(200));
    }

    // What goes is no longer found, what comes is.
    let nearest =
        |archive: &Archive| -> Vec<(ChunkId, f32)> { archive.nearest(&query, &ChunkSet::all(), 5).unwrap() };
    let best = archive.chunks(&[nearest(&archive)[0].0]).unwrap().remove(0).source_id;
    writer.remove(&best).unwrap();
    let own = record("own", "/own", &["A road."]);
    writer.put(own, Some(std::slice::from_ref(&query))).unwrap();
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let near = nearest(&archive);
    let of = archive.chunks(&near.iter().map(|n| n.0).collect::<Vec<_>>()).unwrap();
    assert_eq!(of[0].source_id, SourceId("own".into()));
    assert!(near[0].1 > 0.9999);
    assert!(of.iter().all(|chunk| chunk.source_id != best));
}
