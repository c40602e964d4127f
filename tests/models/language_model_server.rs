//! Models on servers, with a server that answers from a script. `a_real_server_is_a_peer` asks one
//! that runs: `TWOLANE_TEST_SERVER=http://127.0.0.1:8080/v1 cargo test --test models language_model_server::
//! -- --ignored --nocapture`.

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support::{chat_server, skip};

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use chat_server::{ChatServer, Reply};
use serde_json::{Value, json};
use twolane::llm::*;

fn options(server: &ChatServer) -> ServerOptions {
    ServerOptions { first_pause: Duration::from_millis(1), ..ServerOptions::new(&server.address) }
}

fn model(server: &ChatServer) -> ServerModel {
    ServerModel::new(options(server)).unwrap()
}

fn request() -> Completion {
    Completion::new("test", vec![Message::system("Be brief."), Message::user("How much?")]).at_most(32)
}

fn text(text: &str) -> Reply {
    Reply::Text(text.to_owned())
}

fn pieces(pieces: &[&str]) -> Vec<String> {
    pieces.iter().map(|piece| (*piece).to_owned()).collect()
}

fn refused(what: &str) -> Reply {
    Reply::Status(400, "", json!({ "error": { "message": what } }).to_string())
}

#[test]
fn texts_at_once_and_piece_by_piece() {
    let server = ChatServer::start(|number, _| match number {
        0 => text("twenty dollars"),
        1 => Reply::Stream(pieces(&["twen", "ty ", "dollars"]), "stop"),
        _ => Reply::Stream(pieces(&["twenty"]), "length"),
    });
    let mut options = options(&server);
    options.key = Some("secret-key".to_owned());
    options.model = "m1".to_owned();
    assert!(!format!("{options:?}").contains("secret-key"));
    let model = ServerModel::new(options).unwrap();
    assert!(model.id().0.starts_with("m1@127.0.0.1:"));
    let heard = Mutex::new(String::new());
    let hear = |piece: &str| heard.lock().unwrap().push_str(piece);
    for expected in [(Finish::Stop, 2), (Finish::Stop, 7)] {
        heard.lock().unwrap().clear();
        let completed = model.complete(&request(), &Control::default().hearing(&hear)).unwrap();
        assert_eq!(completed.text, "twenty dollars");
        assert_eq!(
            (completed.finish, completed.tokens_out, completed.tokens_in),
            (expected.0, expected.1, 11)
        );
        assert_eq!(*heard.lock().unwrap(), completed.text);
    }
    let completed = model.complete(&request(), &Control::default()).unwrap();
    assert!(completed.whole("m").unwrap_err().to_string().contains("cut"));
    let asked = &server.asked()[0];
    assert_eq!(asked.line, "POST /v1/chat/completions HTTP/1.1");
    assert!(asked.headers.contains(&"authorization: bearer secret-key".to_owned()), "{:?}", asked.headers);
    assert_eq!(asked.body["messages"][1], json!({ "role": "user", "content": "How much?" }));
    assert_eq!((asked.body["model"].as_str(), asked.body["max_tokens"].as_u64()), (Some("m1"), Some(32)));
    assert_eq!((&asked.body["temperature"], &asked.body["stream"]), (&json!(0.0), &json!(true)));
    assert!(asked.body.get("response_format").is_none());
}

#[test]
fn busy_and_broken_servers_are_asked_again() {
    let server = ChatServer::start(|number, _| match number {
        0 => Reply::Status(429, "retry-after: 0\r\n", "{}".to_owned()),
        1 => Reply::Status(503, "", "starting".to_owned()),
        2 => Reply::Closed,
        _ => text("done"),
    });
    let completed = model(&server).complete(&request(), &Control::default()).unwrap();
    assert_eq!((completed.text.as_str(), completed.timing.retries), ("done", 3));
}

#[test]
fn errors_have_their_types() {
    type Is = fn(&LanguageModelError) -> bool;
    let wait = |seconds: &'static str| Reply::Status(429, seconds, "{}".to_owned());
    let cases: Vec<(Box<dyn Fn() -> Reply + Send + Sync>, Is, &str)> = vec![
        (
            Box::new(move || wait("retry-after: 100000\r\n")),
            |e| matches!(e, LanguageModelError::RateLimited { retry_after: Some(_), .. }),
            "ask again later",
        ),
        (
            Box::new(|| Reply::Status(500, "", "oops".to_owned())),
            |e| matches!(e, LanguageModelError::Refused { status: 500, .. }),
            "oops",
        ),
        (
            Box::new(|| Reply::Status(401, "", r#"{"error":"no key"}"#.to_owned())),
            |e| matches!(e, LanguageModelError::Refused { status: 401, .. }),
            "check the server's key",
        ),
        (
            Box::new(|| Reply::Status(301, "location: http://192.0.2.1/\r\n", String::new())),
            |e| matches!(e, LanguageModelError::Refused { status: 301, .. }),
            "301",
        ),
        (
            Box::new(|| refused("the request exceeds the available context size")),
            |e| matches!(e, LanguageModelError::PromptRefused { .. }),
            "fewer passages",
        ),
        (
            Box::new(|| Reply::Status(200, "", "<html>".to_owned())),
            |e| matches!(e, LanguageModelError::Malformed { .. }),
            "OpenAI-compatible",
        ),
        (
            Box::new(|| Reply::Raw(b"220 smtp ready\r\n".to_vec())),
            |e| matches!(e, LanguageModelError::Malformed { .. } | LanguageModelError::Unreachable { .. }),
            "the model server 127.0.0.1",
        ),
        (Box::new(|| Reply::Closed), |e| matches!(e, LanguageModelError::Unreachable { .. }), "server runs"),
        (
            Box::new(|| Reply::Cut(pieces(&["twenty ", "dol"]))),
            |e| matches!(e, LanguageModelError::Malformed { .. }),
            "10 characters",
        ),
    ];
    for (reply, is, part) in cases {
        let server = ChatServer::start(move |_, _| reply());
        let error = model(&server).complete(&request(), &Control::default()).unwrap_err();
        assert!(is(&error) && error.to_string().contains(part), "{part}: {error:?}");
    }
    let nowhere =
        ServerOptions { first_pause: Duration::ZERO, ..ServerOptions::new("http://127.0.0.1:1/v1") };
    let error = ServerModel::new(nowhere).unwrap().complete(&request(), &Control::default()).unwrap_err();
    assert!(matches!(error, LanguageModelError::Unreachable { .. }), "{error:?}");
}

#[test]
fn no_retry_passes_the_deadline_or_a_cancel() {
    let server = ChatServer::start(|_, _| Reply::Status(503, "retry-after: 30\r\n", "{}".to_owned()));
    let begun = Instant::now();
    let control = Control::default().within(Duration::from_secs(5));
    let error = model(&server).complete(&request(), &control).unwrap_err();
    assert!(matches!(error, LanguageModelError::Refused { status: 503, .. }), "{error:?}");
    assert_eq!(server.asked().len(), 1);
    let stop = AtomicBool::new(false);
    let go_on = || !stop.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while server.asked().len() < 2 {
                std::thread::yield_now();
            }
            stop.store(true, Ordering::Relaxed);
        });
        let error = model(&server).complete(&request(), &Control::default().asking(&go_on)).unwrap_err();
        assert!(matches!(error, LanguageModelError::Cancelled), "{error:?}");
    });
    assert!(begun.elapsed() < Duration::from_secs(29));
}

#[test]
fn silence_and_endless_text_end_when_asked() {
    let server = ChatServer::start(|number, _| match number {
        0 => Reply::Silence(Duration::from_secs(60)),
        _ => Reply::Endless("on and ".to_owned()),
    });
    let error = model(&server).complete(&request(), &Control::default().within(Duration::from_millis(200)));
    assert!(matches!(error, Err(LanguageModelError::TimedOut { .. })), "{error:?}");
    let heard = Mutex::new(0);
    let hear = |_: &str| *heard.lock().unwrap() += 1;
    let go_on = || *heard.lock().unwrap() < 5;
    let control = Control::default().hearing(&hear).asking(&go_on);
    let completed = model(&server).complete(&request(), &control).unwrap();
    assert_eq!(completed.finish, Finish::Cancelled);
    assert!(completed.text.starts_with("on and on and"));
    assert!(server.client_went_away());
}

#[test]
fn the_strictest_form_that_a_server_takes_is_learnt() {
    let taken = |body: &Value, name: &str| body.get(name).is_some();
    let server = ChatServer::start(move |_, body| {
        if taken(body, "response_format") || taken(body, "grammar") || taken(body, "json_schema") {
            refused("unknown field")
        } else if taken(body, "guided_json") {
            text(r#"{"facts":[{"span":"2"}]}"#)
        } else {
            text("whatever")
        }
    });
    let model = model(&server);
    let grammar = SpanGrammar::choice(3, true).unwrap();
    for expected in [4, 5] {
        let completed =
            model.complete(&request().constrained(grammar.constraint()), &Control::default()).unwrap();
        assert_eq!(completed.constrained_by, ConstrainedBy::JsonSchema);
        let facts = grammar.parse(&completed.text).unwrap();
        assert_eq!((facts[0].passage, facts[0].span), (1, 0));
        assert_eq!(server.asked().len(), expected);
    }
    let last = server.asked().pop().unwrap().body;
    assert_eq!(last["guided_json"], grammar.json_schema());
}

#[test]
fn a_form_that_is_taken_but_not_kept_to_is_given_up() {
    let server = ChatServer::start(|_, body| match body.get("response_format") {
        Some(_) => text("Sure! Here is the JSON: {}"),
        None => text(r#"{"a": 1}"#),
    });
    let model = model(&server);
    let constraint = Constraint::JsonSchema(json!({ "type": "object" }));
    let completed = model.complete(&request().constrained(constraint.clone()), &Control::default()).unwrap();
    assert_eq!(
        (completed.text.as_str(), completed.constrained_by),
        (r#"{"a": 1}"#, ConstrainedBy::JsonSchema)
    );
    model.complete(&request().constrained(constraint), &Control::default()).unwrap();
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn a_server_that_takes_no_constraint() {
    let constrained = |body: &Value| {
        ["response_format", "grammar", "json_schema", "guided_json"]
            .iter()
            .any(|name| body.get(*name).is_some())
    };
    let server = ChatServer::start(move |_, body| if constrained(body) { refused("no") } else { text("{}") });
    let constraint = Constraint::JsonSchema(json!({ "type": "object" }));
    let completed =
        model(&server).complete(&request().constrained(constraint.clone()), &Control::default()).unwrap();
    assert_eq!(completed.constrained_by, ConstrainedBy::Nothing);
    let must = ServerModel::new(ServerOptions { must_constrain: true, ..options(&server) }).unwrap();
    let error = must.complete(&request().constrained(constraint), &Control::default()).unwrap_err();
    assert!(matches!(&error, LanguageModelError::ConstraintRefused { .. }), "{error:?}");
    assert!(error.to_string().contains("response_format: json_schema, json_schema, guided_json"), "{error}");
    // A refusal that has nothing to do with the form teaches nothing about it.
    let server =
        ChatServer::start(|number, _| if number < 5 { refused("no such model") } else { text("{}") });
    let model = model(&server);
    let ask =
        || model.complete(&request().constrained(Constraint::JsonSchema(json!({}))), &Control::default());
    let error = ask().unwrap_err();
    assert!(matches!(&error, LanguageModelError::Refused { status: 400, .. }), "{error:?}");
    assert_eq!(ask().unwrap().constrained_by, ConstrainedBy::JsonSchema);
}

#[test]
fn other_names_for_things_are_learnt() {
    let server = ChatServer::start(|_, body| {
        if body.get("max_tokens").is_some() {
            refused("use max_completion_tokens instead")
        } else if body.get("stream_options").is_some() {
            refused("stream_options is not known")
        } else {
            text("done")
        }
    });
    let model = model(&server);
    assert_eq!(model.complete(&request(), &Control::default()).unwrap().timing.retries, 2);
    assert_eq!(model.complete(&request(), &Control::default()).unwrap().timing.retries, 0);
}

#[test]
fn offline_only_this_machine_is_asked() {
    for (address, allowed) in [
        ("http://127.0.0.1:9/v1", true),
        ("http://localhost:9/v1", true),
        ("http://[::1]:9", true),
        ("https://models.example.org/v1", false),
        ("http://192.0.2.1:9/v1", false),
    ] {
        let options = ServerOptions { offline: true, ..ServerOptions::new(address) };
        match ServerModel::new(options) {
            Ok(_) => assert!(allowed, "{address}"),
            Err(error) => {
                assert!(!allowed && matches!(error, LanguageModelError::Offline { .. }), "{address}");
                let host = address.split('/').nth(2).unwrap();
                assert!(
                    error.to_string().contains(&format!("the model server {host} tried to use the network"))
                );
            }
        }
    }
}

#[test]
#[ignore = "needs a running server, see the top of the file"]
fn a_real_server_is_a_peer() {
    let Ok(address) = std::env::var("TWOLANE_TEST_SERVER") else {
        skip::lacks("TWOLANE_TEST_SERVER names no server");
        return;
    };
    let ask = |stream: bool, constraint: Constraint, words: &str| {
        let model = ServerModel::new(ServerOptions { stream, offline: true, ..ServerOptions::new(&address) })
            .unwrap();
        let heard = Mutex::new((0, String::new()));
        let hear = |piece: &str| {
            let mut heard = heard.lock().unwrap();
            heard.0 += 1;
            heard.1.push_str(piece);
        };
        let request = Completion::new("test", vec![Message::user(words)]).constrained(constraint).at_most(64);
        let completed = model.complete(&request, &Control::default().hearing(&hear)).unwrap();
        let (pieces, heard) = heard.into_inner().unwrap();
        eprintln!("{} pieces: {completed:?}", pieces);
        assert_eq!(heard, completed.text);
        (completed, pieces)
    };
    let words = "What is the capital of France? One sentence.";
    let (plain, one) = ask(false, Constraint::None, words);
    let (streamed, many) = ask(true, Constraint::None, words);
    assert!(one == 1 && many > 3 && plain.tokens_in > 5);
    assert_eq!(plain.text, streamed.text);
    let schema = json!({
        "type": "object",
        "properties": { "town": { "type": "string", "maxLength": 20 }, "kind": { "enum": ["fee", "rule"] } },
        "required": ["town", "kind"],
        "additionalProperties": false
    });
    let (schema, _) = ask(true, Constraint::JsonSchema(schema), "Which town has which fee?");
    assert_eq!(schema.constrained_by, ConstrainedBy::JsonSchema);
    let value: Value = serde_json::from_str(&schema.text).unwrap();
    assert!(value["kind"] == "fee" || value["kind"] == "rule");
    let grammar = SpanGrammar::choice(3, false).unwrap();
    let question = "[1] Cats sleep. [2] The fee is $20. [3] Dogs bark. Which sentence has a price?";
    let (spans, _) = ask(true, grammar.constraint(), question);
    assert_eq!(spans.constrained_by, ConstrainedBy::JsonSchema);
    grammar.parse(&spans.text).unwrap();
    let Constraint::Grammar(forms) = grammar.constraint() else { return };
    let gbnf_only = Constraint::Grammar(Grammar { json_schema: None, ..forms });
    let (spans, _) = ask(true, gbnf_only, question);
    assert_eq!(spans.constrained_by, ConstrainedBy::Grammar);
    grammar.parse(&spans.text).unwrap();
    let options =
        SpanOptions { max_facts: 2, may_abstain: true, claim_chars: Some(60), ..SpanOptions::default() };
    let grammar = SpanGrammar::new(vec![2], options).unwrap();
    let Constraint::Grammar(forms) = grammar.constraint() else { return };
    let (spans, _) = ask(true, Constraint::Grammar(Grammar { json_schema: None, ..forms }), question);
    assert_eq!(spans.constrained_by, ConstrainedBy::Grammar);
    grammar.parse(&spans.text).unwrap();
}
