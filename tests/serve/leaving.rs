//! Clients that go away, or read slowly, while something is worked on for them.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use twolane::encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane::serve::Models;
use twolane::text::{Embedding, ModelId};

use crate::running::{Running, engine_with};
use crate::support::archives::{DIMS, MODEL, embedding_of_text, embeddings, record};

/// A text of this model takes so long.
const A_TEXT: Duration = Duration::from_millis(40);

/// A bi-encoder that is slow, and counts what it does.
struct Slow {
    model: ModelId,
    /// Texts that it embeds until a question's own is done, to make that long.
    each: usize,
    done: Arc<AtomicUsize>,
}

impl Embedder for Slow {
    fn model(&self) -> &ModelId {
        &self.model
    }

    fn dimensions(&self) -> usize {
        DIMS
    }

    fn max_tokens(&self) -> usize {
        256
    }

    fn count_tokens(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn embed(
        &self,
        texts: &[&str],
        _: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        let mut embedded = Vec::new();
        for text in texts {
            for _ in 0..self.each {
                if !progress(embedded.len(), texts.len()) {
                    return Err(InferenceError::Cancelled);
                }
                std::thread::sleep(A_TEXT);
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            embedded.push(embedding_of_text(text));
        }
        Ok(embedded)
    }
}

/// The models are there once, and an archive that another model made is searched by keywords alone.
#[test]
fn archives_share_the_models_that_made_them() {
    let dir = tempfile::tempdir().unwrap();
    let made_by = |name: &str, model: &str| {
        let place = dir.path().join(name);
        let archive = twolane::archive::Archive::create(&place).unwrap();
        let mut writer = archive.writer().unwrap();
        let paper = record("a", "/a.txt", &["The fee for a dog license is $9."]);
        let mut vectors = embeddings(&paper);
        vectors.iter_mut().for_each(|vector| vector.model = ModelId(model.into()));
        writer.put(paper, Some(&vectors)).unwrap();
        writer.commit().unwrap();
        place
    };
    let places = [made_by("own", MODEL), made_by("other", "another@1")];
    let model = Slow { model: ModelId(MODEL.into()), each: 0, done: Arc::default() };
    let models = Arc::new(Models { embedder: Some(Box::new(model)), ..Models::default() });
    let engines = places.map(|place| engine_with(&place, Arc::clone(&models)));
    assert_eq!(engines.each_ref().map(|engine| engine.embedder().is_some()), [true, false]);
    assert_eq!(Arc::strong_count(&models), 3);
}

/// A server with a slow model over an archive with its vectors.
fn slow(each: usize) -> (tempfile::TempDir, Running, Arc<AtomicUsize>) {
    let dir = tempfile::tempdir().unwrap();
    let archive = twolane::archive::Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    let paper = record("a", "/a.txt", &["The fee for a dog license is $9.", "The hall is open on Mondays."]);
    let vectors = embeddings(&paper);
    writer.put(paper, Some(&vectors)).unwrap();
    writer.commit().unwrap();
    drop(writer);
    let done = Arc::new(AtomicUsize::new(0));
    let model = Slow { model: ModelId(MODEL.into()), each, done: Arc::clone(&done) };
    let models = Models { embedder: Some(Box::new(model)), ..Models::default() };
    let change = |options: &mut twolane::serve::Options| options.limits.workers = 1;
    let server = Running::of(engine_with(dir.path(), models), change, None);
    (dir, server, done)
}

/// The turn of whoever left comes back within this time, far less than the work would have taken.
fn comes_back(server: &Running) {
    let until = Instant::now() + Duration::from_secs(5);
    while !server.get("/metrics").text().contains("twolane_work_running 0") {
        assert!(Instant::now() < until, "a turn is still held");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn embeddings_end_with_their_client() {
    let (_dir, server, done) = slow(1);
    let texts: Vec<String> = (0..250).map(|n| format!("text {n}")).collect();
    let body = json!({ "input": texts }).to_string();
    leave(&server, "/v1/embeddings", &body, &done);
    comes_back(&server);
    let then = done.load(Ordering::Relaxed);
    assert!(then < 100, "{then} of 250 texts");
}

#[test]
fn a_search_ends_with_its_client() {
    let (_dir, server, done) = slow(250);
    leave(&server, "/search", &json!({ "query": "dog license" }).to_string(), &done);
    comes_back(&server);
    assert!(done.load(Ordering::Relaxed) < 100);
}

#[test]
fn a_search_that_takes_too_long_is_ended() {
    let (dir, _, _) = slow(250);
    let model = Slow { model: ModelId(MODEL.into()), each: 250, done: Arc::default() };
    let models = Models { embedder: Some(Box::new(model)), ..Models::default() };
    let change =
        |options: &mut twolane::serve::Options| options.limits.answer_time = Duration::from_millis(200);
    let server = Running::of(engine_with(dir.path(), models), change, None);
    let reply = server.post("/search", &json!({ "query": "dog license" }));
    reply.is_problem(503);
    assert_eq!(reply.header("retry-after"), Some("5"));
    assert_eq!(reply.header("connection"), Some("close"), "it would be closed while the client waits");
}

/// A check looks at the clock between two quotes: one that is not waited for is not gone on with.
#[test]
fn a_check_that_takes_too_long_is_ended() {
    let change = |options: &mut twolane::serve::Options| options.limits.answer_time = Duration::ZERO;
    let server = Running::with(change, None);
    let quote = json!({ "source_id": "fees", "locator": "L1", "quote": "Town of Alder" });
    let reply = server.post("/verify", &json!({ "quotes": [quote], "text": "" }));
    reply.is_problem(503);
    assert!(reply.header("retry-after").is_some());
}

#[test]
fn a_check_ends_with_its_client() {
    let server = Running::with(|options| options.limits.workers = 1, None);
    // Words that stand nowhere are looked for in every paper.
    let quote =
        |n: usize| json!({ "source_id": "fees", "locator": "L1", "quote": format!("no such words {n}") });
    let body = json!({ "quotes": (0..60_000).map(quote).collect::<Vec<_>>(), "text": "" }).to_string();
    let started = Instant::now();
    assert_eq!(server.send("POST", "/verify", &[crate::running::JSON], body.as_bytes()).status, 200);
    let whole = started.elapsed();
    let head = format!(
        "POST /verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = server.connect();
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while !server.get("/metrics").text().contains("twolane_work_running 1") {
        assert!(Instant::now() < until, "the check has not begun");
    }
    let left = Instant::now();
    drop(stream);
    comes_back(&server);
    assert!(left.elapsed() < whole / 2, "{:?} of {whole:?}", left.elapsed());
}

/// Sends a request and goes away once the model has begun.
fn leave(server: &Running, path: &str, body: &str, done: &AtomicUsize) {
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while done.load(Ordering::Relaxed) == 0 {
        assert!(Instant::now() < until, "the model has not begun");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A streamed chat that nobody reads holds no turn: with one worker, others are answered beside twenty of them.
#[test]
fn a_streamed_chat_that_nobody_reads_holds_no_turn() {
    let server = Running::with(|options| options.limits.workers = 1, None);
    let question = "What is the fee for a burn permit in Alder?";
    let body = json!({ "stream": true, "messages": [{ "role": "user", "content": question }] }).to_string();
    let mut unread: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = server.connect();
            let head = format!(
                "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.post("/ask", &json!({ "question": question })).status, 200);
    comes_back(&server);
    // What was not read is there all the same.
    let mut text = String::new();
    unread[0].read_to_string(&mut text).unwrap();
    assert!(text.contains("[DONE]"), "{text}");
}
