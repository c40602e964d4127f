//! Our side of `benches/stores.py`: fills an archive with made sources and searches it, in a folder or in a
//! database (`postgres://…`, where built with the feature `postgres`). Tells what it measured as lines of JSON.
//!
//! - `fill PLACE CHUNKS VECTORS TEXTS [CHUNKS_A_COMMIT [GRAPH_FROM]]` writes sources of 50 chunks, each on a page of its own, into
//!   an empty archive: TEXTS has one a line, VECTORS little-endian f32. Each hundredth source is of the same town. A
//!   graph over the vectors is made from GRAPH_FROM on, as `[graph] from_vectors` says it.
//! - `search PLACE QUERIES COUNT [SECONDS]` asks the first COUNT of QUERIES.txt, whose vectors QUERIES.f32 holds: by
//!   words, by vectors, and both one after the other, in all chunks and in those of one town. A kind of search that
//!   takes longer than SECONDS stops there.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use twolane::archive::{
    Archive, ArchiveError, ChunkId, ChunkRecord, ChunkSet, Filter, LexicalOptions, Metadata, PageRecord,
    Place, SourceRecord,
};
use twolane::text::{ContentHash, Embedding, Line, ModelId, Reading, SourceId};
use twolane::vector::GraphOptions;

const DIMS: usize = 384;
const CHUNKS_OF_SOURCE: usize = 50;
const CHUNKS_A_COMMIT: usize = 2000;
const WORDS_OF_LINE: usize = 12;
/// Towns, one source after the other.
const TOWNS: usize = 100;
/// The town of the filter.
const TOWN: usize = 7;
/// Hits that are compared.
const K: usize = 10;
/// Hits that a search asks of each side, as `SearchOptions` has it.
const DEPTH: usize = 100;
/// Searches before those that are timed, of the last queries, and how long they may take in all.
const WARM_UP: (usize, Duration) = (20, Duration::from_secs(10));

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["fill", place, chunks, vectors, texts, rest @ ..] if rest.len() < 3 => {
            let a_commit = rest.first().map_or(Ok(CHUNKS_A_COMMIT), |n| n.parse())?;
            let mut graph = GraphOptions::default();
            if let Some(from) = rest.get(1) {
                graph.from_vectors = from.parse()?;
            }
            fill(&Place::named(place), chunks.parse()?, Made::open(vectors, texts)?, a_commit, graph)
        }
        ["search", place, queries, count, rest @ ..] if rest.len() < 2 => {
            let seconds = rest.first().map_or(Ok(f64::INFINITY), |s| s.parse())?;
            let made = Made::open(&format!("{queries}.f32"), &format!("{queries}.txt"))?;
            search(&Place::named(place), made, count.parse()?, seconds)
        }
        _ => Err("usage: store_speed fill PLACE CHUNKS VECTORS TEXTS [CHUNKS_A_COMMIT [GRAPH_FROM]]
       store_speed search PLACE QUERIES COUNT [SECONDS]"
            .into()),
    }
}

/// Texts and vectors, read one after the other, so that the memory of this program is the archive's.
struct Made {
    texts: Lines<BufReader<File>>,
    vectors: BufReader<File>,
}

impl Made {
    fn open(vectors: &str, texts: &str) -> Result<Self, Failure> {
        let open = |path: &str| File::open(path).map(BufReader::new).map_err(|e| format!("{path}: {e}"));
        Ok(Made { texts: open(texts)?.lines(), vectors: open(vectors)? })
    }

    fn next(&mut self) -> Result<Option<(String, Embedding)>, Failure> {
        let Some(text) = self.texts.next().transpose()? else { return Ok(None) };
        let mut bytes = [0_u8; DIMS * 4];
        self.vectors.read_exact(&mut bytes)?;
        let values = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        Ok(Some((text, Embedding { model: ModelId("all-minilm-l6-v2@made".to_owned()), values })))
    }
}

fn town(number: usize) -> String {
    format!("Town {:02}", number % TOWNS)
}

/// The source of this number with these texts.
fn source(number: usize, texts: &[String]) -> Result<SourceRecord, Failure> {
    let town = town(number);
    let (year, month, day) = (2000 + number % 25, 1 + number / 25 % 12, 1 + number / 300 % 28);
    let date = format!("{year}-{month:02}-{day:02}");
    let title = format!("Minutes of {town}, {date}");
    let (mut pages, mut lines, mut chunks) = (Vec::new(), Vec::new(), Vec::new());
    for (page, text) in (1..).zip(texts) {
        let first = lines.len();
        let words: Vec<&str> = text.split_whitespace().collect();
        for (line, words) in (1_u16..).zip(words.chunks(WORDS_OF_LINE)) {
            let top = 72.0 + 14.0 * f32::from(line);
            let bounds = Some([72.0, top, 540.0, top + 11.0]);
            lines.push(Line { bounds, size: 11.0, ..Line::plain(page, u32::from(line), words.join(" ")) });
        }
        chunks.push(ChunkRecord {
            first_line: u32::try_from(first)?,
            end_line: u32::try_from(lines.len())?,
            header: title.clone(),
            text: Reading::of(lines.get(first..).unwrap_or(&[])).text().to_owned(),
            citations: Vec::new(),
            section: None,
            table: false,
        });
        pages.push(PageRecord {
            number: page,
            label: None,
            size: Some((612.0, 792.0)),
            status: "read".to_owned(),
            reason: String::new(),
            engine: "made".to_owned(),
        });
    }
    Ok(SourceRecord {
        id: SourceId(number.to_string()),
        paths: vec![format!("/made/{number}.pdf")],
        hash: ContentHash::of(&number.to_le_bytes()),
        kind: "pdf".to_owned(),
        bytes: texts.iter().map(|text| text.len() as u64).sum(),
        meta: Metadata {
            lane: "local".to_owned(),
            town: Some(town),
            doc_type: Some("minutes".to_owned()),
            date: Some(date),
            ..Metadata::default()
        },
        title,
        pages,
        lines,
        aliases: Vec::new(),
        chunks,
        edges: Vec::new(),
        notes: Vec::new(),
        recipe: "made".to_owned(),
    })
}

/// Number of a chunk among the made ones, whatever number the archive gave it.
fn numbers(archive: &Archive, ids: &[ChunkId]) -> Result<Vec<usize>, Failure> {
    let chunks = archive.chunks(ids)?.into_iter();
    chunks
        .map(|chunk| {
            let place = usize::try_from(chunk.page)?.saturating_sub(1);
            Ok(chunk.source_id.0.parse::<usize>()? * CHUNKS_OF_SOURCE + place)
        })
        .collect()
}

fn fill(
    place: &Place,
    chunks: usize,
    mut made: Made,
    a_commit: usize,
    graph: GraphOptions,
) -> Result<(), Failure> {
    let archive = Archive::create_at(place)?.with_graph_options(graph);
    if archive.generation() > 0 {
        return Err(format!("{place} is not empty").into());
    }
    let mut writer = archive.writer()?;
    let (mut putting, mut committing) = (Duration::ZERO, Duration::ZERO);
    let (cpu, start) = (process_seconds()?, Instant::now());
    let (mut done, mut committed, mut told) = (0, 0, 0);
    let figures = |done: usize, putting: Duration, committing: Duration| -> Result<Value, Failure> {
        let wall = start.elapsed().as_secs_f64();
        Ok(
            json!({"chunks": done, "chunks_per_s": done as f64 / wall, "wall_s": wall, "cpu_s": process_seconds()? - cpu,
            "putting_s": putting.as_secs_f64(), "committing_s": committing.as_secs_f64()}),
        )
    };
    while done < chunks {
        let (mut texts, mut embeddings) = (Vec::new(), Vec::new());
        for _ in 0..CHUNKS_OF_SOURCE.min(chunks - done) {
            let (text, embedding) = made.next()?.ok_or("there are fewer texts than chunks")?;
            texts.push(text);
            embeddings.push(embedding);
        }
        let record = source(done / CHUNKS_OF_SOURCE, &texts)?;
        let one = Instant::now();
        writer.put(record, Some(&embeddings))?;
        putting += one.elapsed();
        done += texts.len();
        if done == chunks || done - committed >= a_commit {
            let one = Instant::now();
            writer.commit()?;
            committing += one.elapsed();
            committed = done;
            if let Some(error) = writer.without_graph() {
                return Err(error.into());
            }
            if done * 10 / chunks > told && done < chunks {
                told = done * 10 / chunks;
                say(&figures(done, putting, committing)?)?;
            }
        }
    }
    drop(writer);
    let mut whole = figures(done, putting, committing)?;
    let peak = peak_bytes()?;
    archive.refresh()?;
    if let Some(whole) = whole.as_object_mut() {
        whole.extend([
            ("done".to_owned(), json!(true)),
            ("chunks_a_commit".to_owned(), json!(a_commit)),
            ("chunks_of_source".to_owned(), json!(CHUNKS_OF_SOURCE)),
            ("towns".to_owned(), json!(TOWNS)),
            ("town_of_filter".to_owned(), json!(TOWN)),
            ("peak_bytes".to_owned(), json!(peak)),
            ("stats".to_owned(), serde_json::to_value(archive.stats()?)?),
        ]);
    }
    say(&whole)
}

#[derive(Clone, Copy)]
enum Kind {
    Words,
    Vectors,
    Both,
}

impl Kind {
    const ALL: [(Kind, &'static str); 3] =
        [(Kind::Words, "words"), (Kind::Vectors, "vectors"), (Kind::Both, "both")];

    /// The first hits of one side; of both, those by vectors.
    fn ask(
        self,
        archive: &Archive,
        filter: Option<&Filter>,
        (text, embedding): &(String, Embedding),
    ) -> Result<Vec<ChunkId>, ArchiveError> {
        let within = filter.map_or_else(|| Ok(ChunkSet::all()), |filter| archive.select(filter))?;
        let mut found = Vec::new();
        if matches!(self, Kind::Words | Kind::Both) {
            let hits = archive.lexical(text, &within, DEPTH, &LexicalOptions::default())?;
            found = hits.into_iter().map(|hit| hit.chunk).collect();
        }
        if matches!(self, Kind::Vectors | Kind::Both) {
            let hits = archive.nearest(embedding, &within, DEPTH)?;
            found = hits.into_iter().map(|(chunk, _)| chunk).collect();
        }
        found.truncate(K);
        Ok(found)
    }
}

fn search(place: &Place, mut made: Made, count: usize, seconds: f64) -> Result<(), Failure> {
    let mut queries = Vec::new();
    while let Some(query) = made.next()? {
        queries.push(query);
    }
    let opening = Instant::now();
    let archive = Archive::open_at(place)?;
    let open_ms = milliseconds(opening);
    let of_town = Filter { town: Some(town(TOWN)), ..Filter::default() };
    for (filter, within) in [(None, "all"), (Some(&of_town), "town")] {
        for (kind, name) in Kind::ALL {
            let mut told = measure(&archive, kind, filter, &queries, count, seconds)?;
            if let Some(told) = told.as_object_mut() {
                told.extend([("kind".to_owned(), json!(name)), ("within".to_owned(), json!(within))]);
            }
            say(&told)?;
        }
    }
    if let Some(error) = archive.without_graph() {
        return Err(error.into());
    }
    say(&json!({"done": true, "open_ms": open_ms, "peak_bytes": peak_bytes()?, "depth": DEPTH,
        "generation": archive.generation()}))
}

fn measure(
    archive: &Archive,
    kind: Kind,
    filter: Option<&Filter>,
    queries: &[(String, Embedding)],
    count: usize,
    seconds: f64,
) -> Result<Value, Failure> {
    let start = Instant::now();
    let warm_up = queries.iter().rev().take(WARM_UP.0).try_for_each(|query| {
        // What fails here fails below, too, where it is counted.
        let _ = kind.ask(archive, filter, query);
        if start.elapsed() < WARM_UP.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    // Between the two marks, whoever reads them can tell what a server took.
    say(&json!({"mark": "begins"}))?;
    let (cpu, start) = (process_seconds()?, Instant::now());
    let (mut times, mut found, mut failed, mut error) = (Vec::new(), Vec::new(), 0, None);
    for query in queries.iter().take(count) {
        if start.elapsed().as_secs_f64() > seconds {
            break;
        }
        let one = Instant::now();
        let hits = kind.ask(archive, filter, query);
        times.push(milliseconds(one));
        match hits {
            Ok(hits) => found.push(Some(hits)),
            // A database ends a statement that takes too long; its time counts all the same.
            Err(told) => {
                failed += 1;
                error.get_or_insert(told.to_string());
                found.push(None);
            }
        }
    }
    let cpu_ms = (process_seconds()? - cpu) * 1e3 / times.len().max(1) as f64;
    say(&json!({"mark": "ends"}))?;
    let (mut fetching, mut top) = (Vec::new(), Vec::new());
    for hits in found {
        let one = Instant::now();
        let named = hits.map(|hits| numbers(archive, &hits)).transpose()?;
        fetching.push(milliseconds(one));
        top.push(named);
    }
    times.sort_by(f64::total_cmp);
    fetching.sort_by(f64::total_cmp);
    let at = |times: &[f64], share: usize| times.get(times.len() * share / 100).copied();
    Ok(json!({"queries": times.len(), "failed": failed, "error": error, "warm_up_cut": warm_up.is_break(),
        "p50_ms": at(&times, 50), "p95_ms": at(&times, 95), "cpu_ms": cpu_ms,
        "texts_of_ten_p50_ms": at(&fetching, 50), "top": top}))
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// Processor seconds of all threads, in hundredths.
fn process_seconds() -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = text.rsplit(')').next().ok_or("no time")?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).ok_or("no time").map(|f| f.parse::<f64>());
    Ok((ticks(11)?? + ticks(12)??) / 100.0)
}

/// Most memory that this process has held at once.
fn peak_bytes() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no peak")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

fn say(value: &Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{value}")?;
    Ok(out.flush()?)
}
