//! Our side of `benches/vectors/run.py`: builds a graph over a file of vectors and searches, as told
//! by lines of JSON on standard input (see `benches/vectors/peers.py`).
//!
//! `vector_speed DATA M EF_CONSTRUCTION FOLDER`, where DATA.f32 holds rows and DATA.q.f32 queries

use std::error::Error;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use twolane::vector::{
    DeleteSet, Graph, GraphOptions, IdBits, Keep, KernelLevel, Segment, VectorIndex, make_graph,
    write_segment,
};

const DIMS: usize = 384;

type Failure = Box<dyn Error>;

fn floats(path: &str) -> Result<Vec<f32>, Failure> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect())
}

/// Processor seconds of this thread.
fn thread_seconds() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().ok_or("no time")?.parse()?;
    Ok(nanoseconds / 1e9)
}

/// Processor seconds of all threads, in hundredths.
fn process_seconds() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = text.rsplit(')').next().ok_or("no time")?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).ok_or("no time").map(|f| f.parse::<f64>());
    Ok((ticks(11)?? + ticks(12)??) / 100.0)
}

/// Memory of this process in bytes.
fn resident() -> Result<i64, Failure> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    Ok(text.split_whitespace().nth(1).ok_or("no size")?.parse::<i64>()? * 4096)
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, m, ef_construction, folder] = arguments.as_slice() else {
        return Err("usage: vector_speed DATA M EF_CONSTRUCTION FOLDER".into());
    };
    let options = GraphOptions {
        from_vectors: 0,
        m: m.parse()?,
        ef_construction: ef_construction.parse()?,
        ..GraphOptions::default()
    };
    let folder = Path::new(folder);
    let queries = floats(&format!("{data}.q.f32"))?;
    let segment = folder.join("rows.vec");
    {
        let rows = floats(&format!("{data}.f32"))?;
        let rows = rows.chunks_exact(DIMS);
        write_segment(&segment, "bench", DIMS, rows.len(), (0_u64..).zip(rows))?;
    }
    let open = || -> Result<VectorIndex, Failure> {
        Ok(VectorIndex::new(vec![Arc::new(Segment::open(&segment)?)], &DeleteSet::default())?)
    };
    let mut index = open()?;
    for line in std::io::stdin().lock().lines() {
        let order: Value = serde_json::from_str(&line?)?;
        let told = match order.get("build").and_then(Value::as_u64) {
            Some(threads) => {
                let pool = rayon_pool(threads)?;
                let graph = folder.join("rows.hnsw");
                let (cpu, wall) = (process_seconds()?, std::time::Instant::now());
                pool.install(|| make_graph(&graph, &index, None, &options, &mut |_, _| true))?;
                let (cpu, wall) = (process_seconds()? - cpu, wall.elapsed().as_secs_f64());
                let before = resident()?;
                index = open()?.with_graph(Arc::new(Graph::open(&graph)?))?;
                index.nearest(queries.get(..DIMS).unwrap_or(&[]), 10, Keep::All, &options)?;
                let memory = resident()? - before;
                index.load()?;
                json!({"cpu_s": cpu, "wall_s": wall, "memory": memory,
                    "file": std::fs::metadata(&graph)?.len(), "blake3": hash(&graph)?})
            }
            None => search(&order, &index, &queries, options)?,
        };
        println!("{told}");
        std::io::stdout().flush()?;
    }
    Ok(())
}

fn rayon_pool(threads: u64) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(usize::try_from(threads)?).build()?)
}

fn hash(path: &Path) -> Result<String, Failure> {
    Ok(blake3::hash(&std::fs::read(path)?).to_hex().to_string())
}

fn search(
    order: &Value,
    index: &VectorIndex,
    queries: &[f32],
    options: GraphOptions,
) -> Result<Value, Failure> {
    let number = |name: &str| order.get(name).and_then(Value::as_u64).map(usize::try_from).transpose();
    let k = number("k")?.ok_or("k is missing")?;
    let mut options = GraphOptions {
        ef_search: number("ef")?.unwrap_or(options.ef_search),
        // What is asked for is what is measured.
        ef_search_up_to: usize::MAX,
        ..options
    };
    if let Some(costs) = number("scan_per_candidate")? {
        options.scan_per_candidate = costs;
    }
    let words: Option<Vec<u64>> = match order.get("filter").and_then(Value::as_str) {
        None => None,
        Some(path) => {
            let bytes = std::fs::read(path)?;
            let word = |bytes: &[u8]| {
                bytes.iter().enumerate().fold(0_u64, |word, (at, byte)| word | u64::from(*byte != 0) << at)
            };
            Some(bytes.chunks(64).map(word).collect())
        }
    };
    let keep = words.as_ref().map_or(Keep::All, |words| Keep::These(IdBits::new(0, words)));
    let exact = order.get("scan").is_some();
    let mut found: Vec<u8> = Vec::new();
    let mut times = Vec::new();
    let start = thread_seconds()?;
    for query in queries.chunks_exact(DIMS) {
        let one = std::time::Instant::now();
        let near = if exact {
            index.scan(KernelLevel::best(), query, k, keep)?
        } else {
            index.nearest(query, k, keep, &options)?
        };
        times.push(one.elapsed().as_secs_f64() * 1e3);
        for place in 0..k {
            let id = near.get(place).map_or(Ok(-1), |n| i32::try_from(n.id))?;
            found.extend_from_slice(&id.to_le_bytes());
        }
    }
    let cpu = thread_seconds()? - start;
    times.sort_by(f64::total_cmp);
    if let Some(path) = order.get("out").and_then(Value::as_str) {
        std::fs::write(path, found)?;
    }
    let at = |share: usize| times.get(times.len() * share / 100).copied();
    Ok(json!({"cpu_s": cpu, "queries": queries.len() / DIMS, "p50_ms": at(50), "p95_ms": at(95)}))
}
