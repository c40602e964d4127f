//! Answers at their addresses, and answers as documents.

use serde_json::{Value, json};
use twolane::answer::ConversationOptions;
use twolane::serve::{Role, TokenFile, Tokens};

use crate::running::{JSON, Reply, Running, engine_in};
use crate::support::town::Town;

const QUESTION: &str = "What is the fee for a burn permit in Alder?";

fn ask(server: &Running, more: &Value) -> Reply {
    let mut body = json!({ "question": QUESTION, "session": "walk", "town": "Alder" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let reply = server.post("/ask", &body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

fn address(reply: &Reply) -> Option<String> {
    reply.header("content-location").map(str::to_owned)
}

#[test]
fn an_address_gives_the_same_answer_checked_again() {
    let (town, server) = own();
    let given = ask(&server, &json!({}));
    let place = address(&given).unwrap();
    assert!(place.starts_with("/answers/a-") && place.len() == "/answers/a-".len() + 32, "{place}");
    let kept = server.get(&place).json();
    assert_eq!(
        (&kept["standing"], &kept["question"], &kept["archive_changed"]),
        (&json!("holds"), &json!(QUESTION), &json!(false)),
        "{kept}"
    );
    assert_eq!(kept["quotes"], kept["quotes_exact"]);
    assert_eq!(kept["answer"]["evidence"], given.json()["evidence"]);
    assert_eq!(kept["answer"]["session_id"], Value::Null);
    assert_eq!(server.post("/verify", &kept["answer"]).json()["ok"], true);

    // Another paper changes the archive, and no quote.
    let other = town.file("more.md", "Town of Alder\nNotice\n\nThe library is closed on Monday.\n");
    town.run(&["ingest", &other], "");
    let kept = server.get(&place).json();
    assert_eq!(kept["archive_changed"], true, "{kept}");
    assert!(kept["standing"] == "holds" || kept["standing"] == "quotes_hold", "{kept}");
    assert_eq!(kept["answer"]["evidence"]["facts"], given.json()["evidence"]["facts"]);

    // Without its paper nothing of it is shown.
    let cited = &given.json()["evidence"]["facts"][0]["support"][0]["source_id"];
    town.run(&["source", "remove", cited.as_str().unwrap()], "");
    let kept = server.get(&place).json();
    assert_eq!((&kept["standing"], &kept["answer"]), (&json!("changed"), &Value::Null), "{kept}");
    assert_ne!(kept["quotes"], kept["quotes_exact"]);
    assert!(!kept.to_string().contains("$15"), "{kept}");
}

#[test]
fn a_stream_tells_the_address_before_the_end() {
    let server = Running::new();
    let body = json!({ "question": QUESTION, "session": "streamed", "town": "Alder" }).to_string();
    let reply = server.send("POST", "/ask", &[JSON, ("Accept", "text/event-stream")], body.as_bytes());
    let events = reply.events();
    let [.., (name, kept), (last, _)] = events.as_slice() else { panic!("{}", reply.text()) };
    assert_eq!((name.as_str(), last.as_str()), ("kept", "done"));
    assert_eq!(server.get(&format!("/answers/{}", kept["id"].as_str().unwrap())).status, 200);
}

#[test]
fn an_answer_that_must_not_be_kept_has_no_address() {
    let server = Running::new();
    let text = "Harbor news\n\nThe fee for a burn permit in Alder is $15, said the chief.\n";
    for more in [
        json!({ "session": null }),
        json!({ "no_memory": true }),
        json!({ "no_personal": true }),
        json!({ "paste": text, "session": "pasted" }),
    ] {
        assert_eq!(address(&ask(&server, &more)), None, "{more}");
    }
    let settings: [fn(&mut ConversationOptions); 4] = [
        |options| options.memory.enabled = false,
        |options| options.memory.keep = 0,
        |options| options.trace.keep = 0,
        |options| options.trace.personal_text = false,
    ];
    for change in settings {
        let mut options = ConversationOptions::default();
        change(&mut options);
        let server = Running::of(engine_in(&crate::running::town().archive(), options), |_| {}, None);
        assert_eq!(address(&ask(&server, &json!({}))), None);
    }
}

#[test]
fn an_answer_is_forgotten_with_its_session_and_by_newer_ones() {
    let (town, server) = own();
    let first = address(&ask(&server, &json!({}))).unwrap();
    assert_eq!(server.get(&first).status, 200);
    server.send("DELETE", "/sessions/walk", &[], b"");
    server.get(&first).is_problem(404);
    server.get("/answers/a-00000000000000000000000000000000").is_problem(404);
    server.get("/answers/..%2f..%2fsessions.sqlite").is_problem(404);
    drop(server);

    let mut options = ConversationOptions::default();
    options.memory.keep = 2;
    let server = Running::of(engine_in(&town.archive(), options), |_| {}, None);
    let places: Vec<String> = (0..3).map(|_| address(&ask(&server, &json!({}))).unwrap()).collect();
    server.get(&places[0]).is_problem(404);
    assert_eq!((server.get(&places[1]).status, server.get(&places[2]).status), (200, 200));
}

#[test]
fn an_address_is_for_those_who_may_ask() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tokens");
    let [a, b] = ["a", "b"].map(|name| Tokens::add(&path, name, Role::User).unwrap());
    let server = Running::with(|_| {}, Some(TokenFile::open(&path).unwrap()));
    let [a, b] = [a, b].map(|token| format!("Bearer {token}"));
    let body = json!({ "question": QUESTION, "session": "walk", "town": "Alder" }).to_string();
    let given = server.send("POST", "/ask", &[JSON, ("Authorization", &a)], body.as_bytes());
    let place = address(&given).unwrap();
    server.get(&place).is_problem(401);
    let kept = server.send("GET", &place, &[("Authorization", &b)], b"").json();
    assert_eq!(kept["standing"], "holds");
    // Nothing in it leads to the asker's session or to a trace.
    assert_eq!((&kept["answer"]["session_id"], &kept["answer"]["trace_id"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_document_holds_what_was_checked() {
    let server = Running::new();
    let answer = ask(&server, &json!({ "session": null })).json();
    let told = answer["form"]["markdown"].as_str().unwrap();
    let markdown = server.post("/document?kind=markdown", &answer).text();
    assert!(markdown.starts_with(&format!("# {QUESTION}\n")) && markdown.contains(told), "{markdown}");
    for part in ["Checked on ", "twolane ", " papers", "Informational, not legal advice."] {
        assert!(markdown.contains(part), "{markdown}");
    }
    let text = server.post("/document?kind=text", &answer).text();
    assert!(text.starts_with(QUESTION) && text.contains("$15"), "{text}");
    let word = server.post("/document", &answer);
    assert!(word.body.starts_with(b"PK"));
    assert!(word.header("content-disposition").unwrap().contains("answer.docx"));

    let pdf = server.post("/document?kind=pdf", &answer);
    // A line with curly quotation marks is written in hexadecimal digits.
    let has = |bytes: &[u8]| pdf.body.windows(bytes.len()).any(|w| w == bytes);
    assert!(pdf.body.starts_with(b"%PDF-") && (has(b"$15") || has(b"243135")));
    assert!(pdf.header("content-disposition").unwrap().contains("answer.pdf"));

    let forged = answer.to_string().replace("$15", "$51");
    server.send("POST", "/document", &[JSON], forged.as_bytes()).is_problem(422);
    server.send("POST", "/document", &[JSON], b"{}").is_problem(422);
    server.send("POST", "/document?kind=rtf", &[JSON], answer.to_string().as_bytes()).is_problem(422);
}

/// A server over papers of its own.
fn own() -> (Town, Running) {
    let town = Town::new();
    let server = Running::over(&town.archive(), |_| {}, None);
    (town, server)
}
