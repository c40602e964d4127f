//! hnsw_rs as a system of `../run.py`: `hnsw_rs_peer DATA M EF_CONSTRUCTION`, then one line of JSON at a time, as in
//! `../peers.py`.

use std::error::Error;
use std::io::{BufRead, Write};

use hnsw_rs::prelude::*;
use serde_json::{Value, json};

const DIMS: usize = 384;

type Failure = Box<dyn Error>;

fn floats(path: &str) -> Result<Vec<f32>, Failure> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect())
}

/// Processor seconds: of this thread where `whole` is false, else of all threads, in hundredths.
fn seconds(whole: bool) -> Result<f64, Failure> {
    if !whole {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
        return Ok(text.split_whitespace().next().ok_or("no time")?.parse::<f64>()? / 1e9);
    }
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = text.rsplit(')').next().ok_or("no time")?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).ok_or("no time").map(|f| f.parse::<f64>());
    Ok((ticks(11)?? + ticks(12)??) / 100.0)
}

fn resident() -> Result<i64, Failure> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    Ok(text.split_whitespace().nth(1).ok_or("no size")?.parse::<i64>()? * 4096)
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, m, ef_construction] = arguments.as_slice() else {
        return Err("usage: hnsw_rs_peer DATA M EF_CONSTRUCTION".into());
    };
    let (m, ef_construction): (usize, usize) = (m.parse()?, ef_construction.parse()?);
    let rows = floats(&format!("{data}.f32"))?;
    let queries = floats(&format!("{data}.q.f32"))?;
    let rows: Vec<&[f32]> = rows.chunks_exact(DIMS).collect();
    let layers = 16.min((rows.len() as f32).ln().trunc() as usize);
    let mut index = Hnsw::<f32, DistDot>::new(m, rows.len(), layers, ef_construction, DistDot {});
    for line in std::io::stdin().lock().lines() {
        let order: Value = serde_json::from_str(&line?)?;
        let number = |name: &str| order.get(name).and_then(Value::as_u64).map(|n| n as usize);
        let told = match number("build") {
            Some(threads) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
                let (memory, cpu, wall) = (resident()?, seconds(true)?, std::time::Instant::now());
                let numbered: Vec<(&[f32], usize)> = rows.iter().copied().zip(0..).collect();
                pool.install(|| index.parallel_insert_slice(&numbered));
                index.set_searching_mode(true);
                let (cpu, wall) = (seconds(true)? - cpu, wall.elapsed().as_secs_f64());
                json!({"cpu_s": cpu, "wall_s": wall, "memory": resident()? - memory})
            }
            None => {
                let (k, ef) = (number("k").ok_or("k is missing")?, number("ef").ok_or("ef is missing")?);
                let keep = order.get("filter").and_then(Value::as_str).map(std::fs::read).transpose()?;
                let mut found: Vec<u8> = Vec::new();
                let start = seconds(false)?;
                for query in queries.chunks_exact(DIMS) {
                    let near = match &keep {
                        None => index.search(query, k, ef),
                        Some(keep) => {
                            let keep = |id: &usize| keep.get(*id).is_some_and(|byte| *byte != 0);
                            index.search_filter(query, k, ef, Some(&keep))
                        }
                    };
                    for place in 0..k {
                        let id = near.get(place).map_or(-1, |n| n.d_id as i32);
                        found.extend_from_slice(&id.to_le_bytes());
                    }
                }
                let cpu_s = seconds(false)? - start;
                std::fs::write(order.get("out").and_then(Value::as_str).ok_or("out is missing")?, &found)?;
                json!({"cpu_s": cpu_s, "queries": queries.len() / DIMS})
            }
        };
        println!("{told}");
        std::io::stdout().flush()?;
    }
    Ok(())
}
