//! Writes every candidate of every query of a judged set with what each part of the second stage
//! says of it, one JSON object a query: what the weights of `LateInteractionOptions` were chosen
//! from, by `benches/rerank_weights.py`.
//!
//! `cargo run --release -p twolane-benches --bin rerank_features -- CACHE MODEL_DIR SET_FOLDER [CORPUS.jsonl] > features.jsonl`

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use serde_json::json;
use twolane::archive::{Archive, ChunkId, ChunkSet, LexicalOptions, terms};
use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles, Role, TokenVectors};
use twolane::eval::{Dataset, archive_folder, fill};
use twolane::retrieve::{OrderedPairs, max_sim};

/// Candidates of either side.
const DEPTH: usize = 40;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [cache, model, folder, rest @ ..] = args.as_slice() else {
        anyhow::bail!("usage: rerank_features CACHE MODEL_DIR SET_FOLDER [CORPUS.jsonl]");
    };
    let dataset = Dataset::read(Path::new(folder), rest.first().map(Path::new), "test")?;
    let files = ModelFiles::from_folder(Path::new(model))?;
    let embedder = BertEmbedder::load(&files, &EmbedderOptions::default())?;
    let archive =
        Archive::create(&archive_folder(Path::new(cache), &dataset.corpus_path, Some(embedder.model())))?;
    let go_on = |_: usize, _: usize| true;
    fill(&archive, &dataset, Some(&embedder), &go_on)?;
    let options = LexicalOptions::default();
    let mut kept: HashMap<ChunkId, TokenVectors> = HashMap::new();
    for judged in &dataset.queries {
        let text = judged.text.as_str();
        let Some(asked) = embedder.embed(&[text], Role::Query, &go_on)?.pop() else { continue };
        let Some(tokens) = embedder.token_vectors(&[text], Role::Query)?.and_then(|mut t| t.pop()) else {
            continue;
        };
        let all = ChunkSet::all();
        let words = archive.lexical(text, &all, DEPTH, &options)?;
        let near = archive.nearest(&asked, &all, DEPTH)?;
        let pool: BTreeSet<ChunkId> = words.iter().map(|h| h.chunk).chain(near.iter().map(|h| h.0)).collect();
        let within = ChunkSet::of(pool.iter().copied());
        let bm25: HashMap<ChunkId, f32> = archive
            .lexical(text, &within, pool.len(), &options)?
            .iter()
            .map(|h| (h.chunk, h.score))
            .collect();
        let cosine: HashMap<ChunkId, f32> =
            archive.nearest(&asked, &within, pool.len())?.into_iter().collect();
        let missing: Vec<ChunkId> = pool.iter().filter(|c| !kept.contains_key(c)).copied().collect();
        let texts: Vec<String> = archive.chunks(&missing)?.iter().map(|c| c.record.embedded_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embedder.token_vectors(&texts, Role::Passage)?.unwrap_or_default();
        kept.extend(missing.into_iter().zip(vectors));
        let ids: Vec<ChunkId> = pool.iter().copied().collect();
        let chunks = archive.chunks(&ids)?;
        let asked_terms = terms(text);
        let (frequencies, documents) = archive.document_frequencies(&asked_terms)?;
        let idf = |n: u64| (1.0 + (documents - n) as f32 / (n as f32 + 0.5)).ln();
        let weights: HashMap<&String, f32> =
            asked_terms.iter().zip(frequencies.into_iter().map(idf)).collect();
        let pairs = OrderedPairs::of(&asked_terms, |term| weights[&term.to_owned()]);
        let lengths = chunks.iter().map(|c| terms(&c.record.embedded_text()).len() as f32);
        let mean_length = lengths.sum::<f32>() / (chunks.len().max(1) as f32);
        let rows: Vec<_> = chunks
            .iter()
            .map(|c| {
                json!({
                    "grade": judged.grades.get(&c.source_id.0).copied().unwrap_or(0),
                    "bm25": bm25.get(&c.id).copied().unwrap_or(0.0),
                    "bm25_rank": words.iter().position(|h| h.chunk == c.id),
                    "cosine": cosine.get(&c.id).copied().unwrap_or(0.0),
                    "cosine_rank": near.iter().position(|h| h.0 == c.id),
                    "max_sim": kept.get(&c.id).map(|t| max_sim(&tokens, &t.signs())),
                    "pairs": pairs.share(&terms(&c.record.embedded_text()), mean_length),
                    "tokens": kept.get(&c.id).map(|t| t.rows().count()),
                })
            })
            .collect();
        let ceiling = archive.lexical_ceiling(text, &options)?;
        let grades: Vec<u32> = judged.grades.values().copied().collect();
        println!(
            "{}",
            json!({"id": judged.id, "ceiling": ceiling, "grades": grades, "query_tokens": tokens.rows().count(), "rows": rows})
        );
    }
    Ok(())
}
