//! Uses an embedding model of one's own, for ingest and for search.
//!
//! ```sh
//! cargo run --example custom_embedder
//! ```
//!
//! The model here is a toy: it hashes the three-letter pieces of words, so that "licence" is near to "license". Put
//! yours in its place: a server, another library, another language's runtime.

use std::path::PathBuf;

use twolane::encoder::OnProgress;
use twolane::retrieve::Mode;
use twolane::{
    Archive, Embedder, Embedding, InferenceError, Ingest, IngestOptions, ModelId, NoObserver, Query, Reading,
    Request, RetrievalOptions, Retriever, Role, SearchOptions,
};

const DIMENSIONS: usize = 256;

struct HashedPieces {
    /// Change the id with anything that changes a vector: vectors of different ids are never compared.
    id: ModelId,
}

impl HashedPieces {
    /// Counts pieces in buckets, each with the sign that its hash gives, and scales the vector to length 1.
    fn vector(text: &str) -> Vec<f32> {
        let mut values = vec![0.0_f32; DIMENSIONS];
        for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            let padded: Vec<char> = format!("^{word}$").chars().collect();
            for piece in padded.windows(3) {
                // FNV-1a: a hash that is the same on every machine, since archives can be moved.
                let hash = piece.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, c| {
                    (hash ^ u64::from(u32::from(*c))).wrapping_mul(0x0100_0000_01b3)
                });
                let sign = if hash >> 63 == 0 { 1.0 } else { -1.0 };
                values[(hash >> 20) as usize % DIMENSIONS] += sign;
            }
        }
        let length = values.iter().map(|v| v * v).sum::<f32>().sqrt();
        // A text without words has a vector of zeros.
        values.iter_mut().for_each(|v| *v /= length.max(f32::MIN_POSITIVE));
        values
    }
}

impl Embedder for HashedPieces {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    // Chunks are cut so that a passage fits.
    fn max_tokens(&self) -> usize {
        256
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    // A model that needs a prefix for questions looks at the role. The other methods of the trait have defaults.
    fn embed(
        &self,
        texts: &[&str],
        _: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        let mut embeddings = Vec::new();
        for (done, text) in texts.iter().enumerate() {
            if !progress(done, texts.len()) {
                return Err(InferenceError::Cancelled);
            }
            embeddings.push(Embedding { model: self.id.clone(), values: Self::vector(text) });
        }
        Ok(embeddings)
    }
}

fn main() -> anyhow::Result<()> {
    let model = HashedPieces { id: ModelId("hashed-pieces@1".to_owned()) };
    let kept = tempfile::tempdir()?;
    let archive = Archive::create(&kept.path().join("archive"))?;
    let options = IngestOptions::new(Reading::InProcess);
    Ingest::new(&archive, Some(&model), options).run(&[PathBuf::from("corpus/papers/town")], &NoObserver)?;
    archive.refresh()?;
    println!("vectors of {}, {} components\n", model.id, archive.dimensions().unwrap_or(0));

    // No paper has these two spellings: keyword search finds nothing, vectors of pieces do.
    for mode in [Mode::Bm25, Mode::Vector] {
        // The search gets the same model. With another one, or with `None`, it is keyword search alone.
        let retriever =
            Retriever::new(&archive, Some(&model), SearchOptions::default(), RetrievalOptions::default())?;
        let found = retriever.run(&Request::new(Query { k: 3, mode, ..Query::new("licenced doggs") }))?;
        println!("{mode}: {} hits", found.hits.len());
        for hit in found.hits.iter().take(3) {
            println!("  {} {}: {}", hit.source.title, hit.quote.locator(), hit.quote.text());
        }
    }
    Ok(())
}
