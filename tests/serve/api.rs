//! What is asked and told, held against the command line.

use serde_json::{Value, json};

use crate::running::{JSON, Running, town};

const QUESTION: &str = "What is the fee for a burn permit in Alder?";

#[test]
fn an_answer_is_that_of_the_command_line() {
    let server = Running::new();
    let told = server.post("/ask", &json!({ "question": QUESTION, "town": "Alder" }));
    assert_eq!(told.status, 200, "{}", told.text());
    let (told, printed) = (told.json(), town().ask(QUESTION, &["--town", "Alder"]).json);
    assert!(told["answer"]["level1"].as_str().unwrap().contains("$15"), "{told}");
    for field in ["status", "answer", "evidence", "form", "resolved_context"] {
        assert_eq!(told[field], printed[field], "{field}");
    }
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&told), fields(&printed));
}

#[test]
fn body_up_to_the_limit_is_read() {
    let server = Running::new();
    let long = "The culvert on Mill Road is old. ".repeat(100_000);
    let reply = server.post("/ask", &json!({ "question": QUESTION, "paste": long }));
    assert!(reply.status != 500 && reply.status != 413, "{}: {}", reply.status, reply.text());
    let reply = server.post("/v1/embeddings", &json!({ "input": long }));
    assert!(reply.status != 500 && reply.status != 413, "{}: {}", reply.status, reply.text());
}

#[test]
fn a_stream_brings_checked_quotes_before_the_end() {
    let server = Running::new();
    let body = json!({ "question": QUESTION }).to_string();
    let reply = server.send("POST", "/ask", &[JSON, ("Accept", "text/event-stream")], body.as_bytes());
    assert!(reply.header("content-type").unwrap().starts_with("text/event-stream"));
    let events = reply.events();
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["gate", "plan", "facts", "prose", "done"]);
    let at = |n: usize| &events[n].1;
    assert_eq!(at(0)["status"], "proceed");
    assert!(at(1)["lanes"][0]["name"].is_string());
    assert_eq!(at(2)["evidence"]["facts"], at(4)["evidence"]["facts"]);
    assert_eq!(at(3)["form"], at(4)["form"]);
}

#[test]
fn an_unclear_question_is_asked_back_and_its_reply_answers() {
    let server = Running::new();
    let first =
        server.post("/ask", &json!({ "question": "How big is my unit?", "session": "walk-a" })).json();
    assert_eq!(
        (&first["status"], &first["questions"][0]["field"]),
        (&json!("clarify"), &json!("unit")),
        "{first}"
    );
    let body = json!({ "question": "How big is my unit?", "session": "walk-a", "context": { "unit": "4B" } });
    let next = server.post("/ask", &body).json();
    assert_eq!(next["status"], "proceed", "{next}");
    assert!(next["answer"]["level1"].as_str().unwrap().contains("1,140"), "{next}");
    assert_eq!(next["session_id"], "walk-a");

    let session = server.get("/sessions/walk-a").json();
    assert_eq!((&session["id"], &session["fields"]["unit"]["value"]), (&json!("walk-a"), &json!("4B")));
    let change = json!({ "fields": { "unit": "7A" } }).to_string();
    let changed = server.send("PATCH", "/sessions/walk-a", &[JSON], change.as_bytes()).json();
    assert_eq!(changed["fields"]["unit"]["value"], "7A");
    assert!(server.get("/sessions").text().contains("walk-a"));
    assert_eq!(server.send("DELETE", "/sessions/walk-a", &[], b"").json()["removed"], "walk-a");
    server.get("/sessions/walk-a").is_problem(404);
    server.send("DELETE", "/sessions/walk-a", &[], b"").is_problem(404);
}

#[test]
fn an_answer_can_be_checked_and_its_quotes_looked_up() {
    let server = Running::new();
    let answer = server.post("/ask", &json!({ "question": QUESTION })).json();
    let verdict = server.post("/verify", &answer).json();
    assert_eq!(verdict["ok"], true, "{verdict}");
    let support = &answer["evidence"]["facts"][0]["support"][0];
    let quote = server
        .post("/quote", &json!({ "source": support["source_id"], "locator": support["locator"] }))
        .json();
    assert_eq!(quote["quote"], support["quote"]);
    let id = support["source_id"].as_str().unwrap();
    let page = server.get(&format!("/sources/{id}/pages/0")).json();
    let folded = |value: &Value| value.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(folded(&page["text"]).contains(&folded(&support["quote"])), "{support} {page}");
    assert_eq!(page["picture"], Value::Null);
    server.get(&format!("/sources/{id}/pages/0/picture")).is_problem(404);
    server.get(&format!("/sources/{id}/pages/7")).is_problem(404);
    server.get(&format!("/sources/{id}/pages/x")).is_problem(404);
    let mut forged = answer.clone();
    forged["evidence"]["facts"][0]["support"][0]["quote"] =
        json!("The fee for a burn permit in Alder is $99.");
    assert_eq!(server.post("/verify", &forged).json()["ok"], false);
    let trace = server.get(&format!("/traces/{}", answer["trace_id"].as_str().unwrap())).json();
    assert_eq!(trace["question"], QUESTION);
}

#[test]
fn a_search_is_the_same_by_query_and_by_body() {
    let server = Running::new();
    let hits = |reply: Value| -> Vec<Value> {
        reply["hits"].as_array().unwrap().iter().map(|h| json!([h["source"]["id"], h["locator"]])).collect()
    };
    let got = hits(server.get("/search?q=burn%20permit&town=Birch&k=3").json());
    assert_eq!(
        got,
        hits(server.post("/search", &json!({ "query": "burn permit", "town": "Birch", "k": 3 })).json())
    );
    assert!(!got.is_empty());
    let one = server.post("/search", &json!({ "query": "permit", "lane": "local", "type": [] }));
    assert_eq!(one.status, 200, "{}", one.text());
}

#[test]
fn what_can_not_be_is_said_with_the_next_step() {
    let server = Running::new();
    for (status, path, body) in [
        (422, "/ask", json!({ "question": "" })),
        (422, "/ask", json!({ "question": QUESTION, "town": "Crete" })),
        (422, "/ask", json!({ "question": QUESTION, "form": "poem" })),
        (422, "/ask", json!({ "question": QUESTION, "from": "yesterday" })),
        (422, "/ask", json!({ "question": QUESTION, "session": "../x" })),
        (422, "/ask", json!({ "question": QUESTION, "session": "x".repeat(60) })),
        (422, "/ask", json!({ "question": 7 })),
        (422, "/ask", json!([])),
        (422, "/search", json!({ "query": "x", "mode": "magic" })),
        (409, "/search", json!({ "query": "x", "mode": "vector" })),
        (404, "/quote", json!({ "source": "nothing", "locator": "L1" })),
        (422, "/verify", json!({})),
        (422, "/v1/chat/completions", json!({ "messages": [] })),
        (409, "/v1/embeddings", json!({ "input": "a" })),
    ] {
        let reply = server.post(path, &body);
        assert_eq!(reply.status, status, "{path} {body}: {}", reply.text());
        reply.is_problem(status);
    }
    let near = server.post("/ask", &json!({ "question": QUESTION, "twon": "Alder" }));
    near.is_problem(422);
    assert!(near.text().contains("`town`"), "{}", near.text());
    server.send("POST", "/ask", &[JSON], b"{").is_problem(400);
    server.send("POST", "/ask", &[], b"{}").is_problem(415);
    server.get("/ask").is_problem(405);
    server.get("/nothing").is_problem(404);
    server.get("/search?q=x&colour=red").is_problem(422);
    server.get("/sections?citation=nonsense").is_problem(422);
    server.get("/sections?citation=RSA%2031-B:3").is_problem(404);
    server.get("/packs/none").is_problem(404);
    server.get("/traces/none").is_problem(404);
}

#[test]
fn no_path_of_this_machine_leaves() {
    let server = Running::new();
    let home = town().home.path().to_str().unwrap();
    let id = server.get("/sources").json()["sources"][0]["id"].as_str().unwrap().to_owned();
    for path in ["/sources", "/search?q=permit", &format!("/sources/{id}"), "/filters", "/metrics", "/packs"]
    {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(!reply.text().contains(home), "{path}: {}", reply.text());
    }
}

/// Every address that the document names is there, and takes the method.
#[test]
fn the_document_describes_what_there_is() {
    let server = Running::new();
    let api = server.get("/openapi.json").json();
    assert_eq!(api["openapi"], "3.1.0");
    let paths = api["paths"].as_object().unwrap();
    assert!(paths.len() > 20);
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let real = path.replace("{id}", "none").replace("{n}", "1").replace("{name}", "none");
            let reply = server.send(&method.to_uppercase(), &real, &[JSON], b"");
            assert!(
                reply.status != 405 && !reply.text().contains("nothing at this address"),
                "{method} {path}"
            );
            assert!(
                operation["responses"].get(reply.status.to_string()).is_some(),
                "{method} {path} {}",
                reply.status
            );
        }
    }
    let names: Vec<&str> = api["components"]["schemas"]["AskRequest"]["properties"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert!(
        ["question", "town", "session", "context", "paste", "as_of"].iter().all(|n| names.contains(n)),
        "{names:?}"
    );
    let text = api.to_string();
    for reference in text.split("\"$ref\":\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(api["components"]["schemas"].get(name).is_some(), "{name} is named and not described");
    }
}

#[test]
fn a_monitor_reads_counters() {
    let server = Running::new();
    server.post("/ask", &json!({ "question": QUESTION }));
    let text = server.get("/metrics").text();
    for line in [
        "twolane_answers_total{status=\"proceed\"} 1",
        "twolane_requests_total{method=\"POST\",route=\"/ask\",status=\"200\"} 1",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(server.get("/healthz").json()["status"], "ok");
}
