//! Answers questions about town papers and state law in verbatim quotes, each with its source, page and line.
//!
//! twolane reads files into an archive on the local machine, searches it by keywords and by vectors, and answers a
//! question with sentences cut from the papers themselves. The program `twolane` is a command line over this library.
//! The library does no terminal, environment or home-folder work.
//!
//! # Example
//!
//! ```
//! use twolane::{Archive, Ask, AskOptions, Ingest, IngestOptions, NoObserver, Query, Reading, Request, levels};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dir = tempfile::tempdir()?;
//! let paper = dir.path().join("minutes.txt");
//! std::fs::write(&paper, "The board met on March 3, 2025.\nThe burn permit fee is $20 a year.\n")?;
//!
//! // Files in: lines, chunks, metadata. `None` is the embedding model: keyword search needs no model.
//! let archive = Archive::create(&dir.path().join("archive"))?;
//! Ingest::new(&archive, None, IngestOptions::new(Reading::InProcess)).run(&[paper], &NoObserver)?;
//! archive.refresh()?;
//!
//! // A question: search, sentences that answer, the check of each, one sealed answer.
//! let ask = Ask::new(&archive, None, AskOptions::default())?;
//! let asked = ask.run(&Request::new(Query::new("What is the burn permit fee?")))?;
//! assert!(levels(&asked.answer).level1.contains("$20 a year"));
//! for fact in &asked.answer.get().facts {
//!     for quote in &fact.support {
//!         println!("“{}” ({}, {})", quote.text(), quote.source_id(), quote.locator());
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! With a model, which finds passages that use other words than the question:
//!
//! ```no_run
//! use std::path::Path;
//! use twolane::{Archive, Ask, AskOptions, BertEmbedder, EmbedderOptions, ModelFiles};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let files = ModelFiles::from_folder(Path::new("models/all-minilm-l6-v2"))?;
//! let model = BertEmbedder::load(&files, &EmbedderOptions::default())?;
//! let archive = Archive::open(Path::new("my-archive"))?;
//! let ask = Ask::new(&archive, Some(&model), AskOptions::default())?;
//! # Ok(())
//! # }
//! ```
//!
//! # Concepts
//!
//! - **Archive** ([`Archive`]): everything that was read, with the indexes that find it, under one commit at a time.
//!   A folder, or a database.
//! - **Source** ([`Source`]): one document as lines in reading order. A **line** is the smallest piece with an
//!   address. A **locator** ([`Locator`]) is the address of lines: `p.12 L3-L5`.
//! - **Chunk** ([`archive::Chunk`]): the passage that a search finds. It has no effect on what can be quoted.
//! - **Quote** ([`Quote`]): words with their source and locator. Only a [`Source`] makes one, so a quote that is in
//!   no source cannot exist.
//! - **Fact** ([`Fact`]): a statement with the quotes that support it. Only the verifier makes one, after it has looked
//!   up each quote in the archive.
//! - **Answer** ([`Answer`]): facts, conflicts, gaps and limitations. It leaves the library only as
//!   [`Verified<Answer>`](Verified), which no other code can build or change.
//! - **Strength** ([`RecordStrength`]): `A`, `B` or `C`, the likelihood that the first quote answers. It is a
//!   prediction, not a check.
//! - **Lane** ([`retrieve::Lanes`]): a named part of the archive with its own queries and limits: `local` for a town's
//!   papers, `state` for law. All lanes are searched in parallel.
//! - **Pack** ([`Pack`]): an edition of a body of law in one file, with the day for which its text holds.
//! - **Embedder** ([`Embedder`]): the model that turns texts into vectors. Implement it to use your own.
//!
//! # Flow of a question
//!
//! 1. [`Conversation`] completes the question from its session, and asks back if it is unclear. [`Ask`] skips this
//!    step: each of its questions is on its own.
//! 2. [`Retriever`] searches every lane by keywords (BM25) and by vectors, fuses and reranks the candidates, and merges
//!    the lanes into one list of [`Hit`]s.
//! 3. Sentences and table rows that answer are chosen from the best hits, or the question is found unanswerable.
//! 4. The verifier looks up each quote at its lines. What it cannot confirm becomes a [`Gap`].
//! 5. Values that disagree become a [`Conflict`], the rules of an answer are audited, and the answer is sealed.
//! 6. [`levels`] and [`answer::markdown`] print it. [`recheck`] repeats the check on a saved answer later.
//!
//! # Where to start reading
//!
//! [`Ingest`] and [`Ask`] for the two ways in, [`Quote`] and [`Verified`] for what the types promise,
//! `ARCHITECTURE.md` for the path of a file and of a question from module to module. The folder `examples/` has one
//! small program for each idea: ask a folder, search an archive, a custom embedder, verify a saved answer, read a pack.
//!
//! The names at the root are those that most programs need. The modules hold the rest:
//!
//! | module | holds |
//! | --- | --- |
//! | [`archive`] | sources, chunks, sections of law, sessions: stored, filtered, checked, rebuilt |
//! | [`ingest`] | files to lines, chunks and metadata; readers of formats; packs into the archive |
//! | [`retrieve`] | queries, lanes, fusion, reranking, merge, explanations |
//! | [`answer`] | sentences that answer, the verifier, forms, conversations, the check of saved answers |
//! | [`law`] | citations, structure of sections, editions, the pack file |
//! | [`text`] | lines, locators, quotes, sentences, tokens |
//! | [`encoder`] | embedding models, rerankers, the hub that downloads them |
//! | [`llm`] | language models: in process, on a server |
//! | [`vector`] | vector index: exact scan and graph |
//! | [`api`] | requests and replies as JSON |
//! | [`eval`] | judged runs, golden cases, benchmarks |
//! | `serve` | the HTTP and MCP servers (feature `serve`) |
//! | `cli` | the commands (feature `cli`) |

pub use twolane_answer as answer;
pub use twolane_api as api;
pub use twolane_archive as archive;
#[cfg(feature = "cli")]
pub use twolane_cli as cli;
pub use twolane_encoder as encoder;
pub use twolane_eval as eval;
pub use twolane_ingest as ingest;
pub use twolane_law as law;
pub use twolane_llm as llm;
pub use twolane_retrieve as retrieve;
#[cfg(feature = "serve")]
pub use twolane_serve as serve;
pub use twolane_text as text;
pub use twolane_vector as vector;

// The public face. `tests/trust/public_face.rs` lists these names: a new one needs a reason.
#[doc(inline)]
pub use twolane_answer::{
    Answer, AnswerContent, Ask, AskError, AskOptions, Asked, Conflict, Conversation, ConversationOptions,
    Envelope, Fact, FactContent, Gap, Inquiry, Levels, Recheck, RecordStrength, Reply, Verified, levels,
    recheck,
};
#[doc(inline)]
pub use twolane_archive::{Archive, ArchiveError, Filter, SourceSummary};
#[doc(inline)]
pub use twolane_encoder::{BertEmbedder, Embedder, EmbedderOptions, InferenceError, ModelFiles, Role};
#[doc(inline)]
pub use twolane_ingest::pack::{Installer, InstallerOptions};
#[doc(inline)]
pub use twolane_ingest::{
    Event, Ingest, IngestError, IngestOptions, IngestReport, NoObserver, Observer, Reading,
};
#[doc(inline)]
pub use twolane_law::StatuteSection;
#[doc(inline)]
pub use twolane_law::pack::{Pack, PackError, PackOptions, open as open_pack};
#[doc(inline)]
pub use twolane_retrieve::{
    Hit, Query, Request, RetrievalOptions, Retrieved, Retriever, SearchError, SearchOptions, Vocabulary,
};
#[doc(inline)]
pub use twolane_text::{Embedding, Locator, ModelId, NotInSource, Quote, Source, SourceId};

/// The README's Rust code, which the doc tests compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
