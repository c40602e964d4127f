//! Several archives under one server: each answers for itself, and its guard sees the address within it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use twolane::archive::{Archive, Visibility};
use twolane::ingest::metadata::Given;
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};
use twolane::serve::{Public, Role, TokenFile, Tokens};

use crate::running::{JSON, Reply, Running};
use crate::support::ingesting::{pdf, program};

const BYTES: (&str, &str) = ("Content-Type", "application/octet-stream");
const MCP: [(&str, &str); 2] =
    [("Accept", "application/json, text/event-stream"), ("MCP-Protocol-Version", "2025-06-18")];
/// A word and a price that one archive alone has.
const OWN: [(&str, &str, &str); 2] = [("a", "quorvalpha", "$31"), ("b", "quorvbeta", "$57")];

/// Makes an archive with one paper of this level.
fn made(dir: &Path, name: &str, marker: &str, price: &str, level: Visibility) -> PathBuf {
    let place = dir.join(name);
    let archive = Archive::create(&place).unwrap();
    let papers = dir.join(format!("papers-{name}"));
    std::fs::create_dir(&papers).unwrap();
    let paper = papers.join(format!("{marker}.txt"));
    let text = format!(
        "Fee Schedule of {marker}\n\nThe kennel license fee of {marker} is {price}.\n\nThe office is closed on Friday.\n"
    );
    std::fs::write(&paper, text).unwrap();
    let mut options = IngestOptions::new(Reading::InProcess);
    let mut given = Given::default();
    given.set("visibility", level.name()).unwrap();
    given.set("town", &format!("Town of {marker}")).unwrap();
    options.metadata = given.flags;
    Ingest::new(&archive, None, options).run(&[paper], &NoObserver).unwrap();
    place
}

/// A server of two archives, without tokens.
struct Two {
    dir: tempfile::TempDir,
    server: Running,
}

impl Two {
    fn new() -> Self {
        Self::with(|_, _| {}, None, [Visibility::Public; 2])
    }

    fn with(
        change: impl FnOnce(&mut twolane::serve::Options, &Path),
        tokens: Option<TokenFile>,
        levels: [Visibility; 2],
    ) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let [a, b] = [0, 1].map(|n| {
            let (name, marker, price) = OWN[n];
            made(dir.path(), name, marker, price, levels[n])
        });
        let options = |options: &mut twolane::serve::Options| change(options, dir.path());
        let server = Running::several(&[("a", &a), ("b", &b)], options, tokens);
        Two { dir, server }
    }

    fn id(&self, name: &str) -> String {
        let sources = self.server.get(&format!("/archives/{name}/sources")).json();
        assert_eq!(sources["sources"].as_array().unwrap().len(), 1, "{sources}");
        sources["sources"][0]["id"].as_str().unwrap().to_owned()
    }
}

fn question(marker: &str) -> Value {
    json!({ "question": format!("What is the kennel license fee of {marker}?"), "session": "walk" })
}

#[test]
fn each_archive_answers_from_its_own_papers() {
    let two = Two::new();
    let server = &two.server;
    for n in [0, 1] {
        let ((name, marker, price), (_, other, others)) = (OWN[n], OWN[1 - n]);
        let base = format!("/archives/{name}");
        let answer = server.post(&format!("{base}/ask"), &question(marker));
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.text().contains(price) && !answer.text().contains(other), "{}", answer.text());
        let asked = server.post(&format!("{base}/ask"), &question(other)).text();
        assert!(!asked.contains(others), "{asked}");
        let found = server.get(&format!("{base}/search?q=kennel%20license")).text();
        assert!(found.contains(marker) && !found.contains(other), "{found}");
        let (id, foreign) = (two.id(name), two.id(OWN[1 - n].0));
        assert_eq!(server.get(&format!("{base}/sources/{id}")).status, 200);
        for path in ["", "/pages/0", "/pages/1", "/pages/1/picture"] {
            server.get(&format!("{base}/sources/{foreign}{path}")).is_problem(404);
        }
        assert_eq!(server.get(&format!("{base}/quote?source={id}&locator=L3")).status, 200);
        server.get(&format!("{base}/quote?source={foreign}&locator=L3")).is_problem(404);
        let tool = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "list_sources", "arguments": {} } });
        let headers = [&[JSON][..], &MCP].concat();
        let listed =
            server.send("POST", &format!("{base}/mcp"), &headers, tool.to_string().as_bytes()).text();
        assert!(listed.contains(marker) && !listed.contains(other), "{listed}");
        let chat = json!({ "messages": [{ "role": "user", "content": question(marker)["question"] }] });
        let chat = server.post(&format!("{base}/v1/chat/completions"), &chat).text();
        assert!(chat.contains(price) && chat.contains(&format!("{base}/#/source/")), "{chat}");
    }
}

#[test]
fn sessions_and_saved_answers_stay_in_their_archive() {
    let two = Two::new();
    let server = &two.server;
    let (_, marker, price) = OWN[0];
    let answer = server.post("/archives/a/ask", &question(marker));
    let place = answer.header("content-location").unwrap().to_owned();
    let id = place.strip_prefix("/archives/a/answers/").unwrap();
    let kept = server.get(&place);
    assert_eq!((kept.status, kept.text().contains(price)), (200, true), "{}", kept.text());
    server.get(&format!("/archives/b/answers/{id}")).is_problem(404);
    server.get(&format!("/answers/{id}")).is_problem(404);
    assert_eq!(server.get("/archives/a/sessions/walk").status, 200);
    server.get("/archives/b/sessions/walk").is_problem(404);
    for (name, number) in [("a", 1), ("b", 0)] {
        for list in ["sessions", "traces"] {
            let listed = server.get(&format!("/archives/{name}/{list}")).json();
            assert_eq!(listed[list].as_array().unwrap().len(), number, "{name} {list}: {listed}");
        }
    }
    let trace = answer.json()["trace_id"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/archives/a/traces/{trace}")).status, 200);
    server.get(&format!("/archives/b/traces/{trace}")).is_problem(404);
    assert!(server.get("/archives/a/memory").text().contains(marker));
    assert!(!server.get("/archives/b/memory").text().contains(marker));
    // The other archive does not have the quotes.
    let checked = server.post("/archives/b/verify", &answer.json());
    assert_ne!(checked.json()["ok"], true, "{}", checked.text());
    assert_eq!(server.post("/archives/b/document?kind=text", &answer.json()).status, 422);
}

#[test]
fn root_lists_the_archives_and_answers_nothing_else() {
    let two = Two::new();
    let server = &two.server;
    let list = server.get("/archives").json();
    let entry = |name: &str| {
        json!({ "name": name, "title": name.to_uppercase(), "address": format!("/archives/{name}/"),
            "sources": 1, "places": 1 })
    };
    assert_eq!(list, json!({ "archives": [entry("a"), entry("b")], "sign_in": false }));
    for (method, path) in [
        ("GET", "/search?q=kennel"),
        ("GET", "/sources"),
        ("GET", "/filters"),
        ("GET", "/traces"),
        ("GET", "/archives/"),
        ("GET", "/archives/c/"),
        ("GET", "/archives/A/"),
        ("GET", "/nothing"),
        ("POST", "/ask"),
        ("POST", "/uploads?name=x.txt"),
        ("DELETE", "/sources/x"),
    ] {
        let reply = server.send(method, path, &[JSON], b"");
        reply.is_problem(404);
        let next = reply.json()["next"].as_str().unwrap().to_owned();
        assert!(next.contains("/archives/a/ or /archives/b/"), "{method} {path}: {next}");
    }
    server.send("POST", "/archives", &[JSON], b"{}").is_problem(405);
    for path in ["/", "/docs", "/healthz", "/web/main.js", "/favicon.ico", "/archives/a", "/archives/a/"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert!(server.get("/").text().contains("Choose an archive"));
    assert!(server.get("/archives/a/").text().contains("id=\"question\""));
    for path in
        ["/archives/a/healthz", "/archives/a/web/main.js", "/archives/a/metrics", "/archives/a/archives"]
    {
        server.get(path).is_problem(404);
    }
    let metrics = server.get("/metrics").text();
    for line in ["twolane_sources{archive=\"a\"} 1", "twolane_sources{archive=\"b\"} 1"] {
        assert!(metrics.contains(line), "{metrics}");
    }
    assert_eq!(metrics.matches("# TYPE twolane_sources gauge").count(), 1);
}

#[test]
fn description_has_the_addresses_of_each_archive() {
    let two = Two::new();
    let own = two.server.get("/archives/b/openapi.json").json();
    assert_eq!(own["servers"], json!([{ "url": "/archives/b" }]));
    assert!(own["paths"]["/ask"].is_object() && own["paths"]["/metrics"].is_null());
    let root = two.server.get("/openapi.json").json();
    let paths = &root["paths"];
    assert!(paths["/archives"].is_object() && paths["/metrics"].is_object() && paths["/ask"].is_null());
    assert_eq!(paths["/archives/{archive}/ask"]["parameters"][0]["name"], "archive");
    assert!(root["components"]["schemas"]["ArchiveList"].is_object());
    for document in [&own, &root] {
        assert!(document["info"]["description"].as_str().unwrap().contains("/archives/NAME"));
    }
    let alone = Running::new().get("/openapi.json").text();
    assert!(!alone.contains("/archives"), "a server of one archive describes no others");
}

#[test]
fn one_archive_has_no_addresses_of_several() {
    let server = Running::new();
    for path in ["/archives", "/archives/archive/", "/archives/archive/ask"] {
        let reply = server.get(path);
        reply.is_problem(404);
        assert_eq!(reply.json()["next"], "GET /openapi.json lists what there is");
    }
    assert!(server.get("/metrics").text().contains("\ntwolane_sources "));
}

#[test]
fn picture_of_one_archive_is_not_in_the_other() {
    let dir = tempfile::tempdir().unwrap();
    let places = ["a", "b"].map(|name| {
        let paper = dir.path().join(format!("{name}.pdf"));
        std::fs::write(&paper, pdf(&[format!("Paper of {name}.")])).unwrap();
        let archive = Archive::create(&dir.path().join(name)).unwrap();
        let options = IngestOptions::new(Reading::InProcess);
        Ingest::new(&archive, None, options).run(&[paper], &NoObserver).unwrap();
        archive.folder().unwrap().to_owned()
    });
    let server = Running::several(&[("a", &places[0]), ("b", &places[1])], |_| {}, None);
    let id = server.get("/archives/a/sources").json()["sources"][0]["id"].as_str().unwrap().to_owned();
    let page = server.get(&format!("/archives/a/sources/{id}/pages/1")).json();
    let address = page["picture"].as_str().unwrap();
    assert_eq!(address, format!("/archives/a/sources/{id}/pages/1/picture"));
    let picture = server.get(&format!("{address}?width=200"));
    assert_eq!(picture.status, 200, "{}", picture.head);
    let tag = picture.header("etag").unwrap();
    let other = format!("/archives/b/sources/{id}/pages/1/picture?width=200");
    server.send("GET", &other, &[("If-None-Match", tag)], b"").is_problem(404);
}

/// A server that lets the public in, with tokens; the second archive has a paper for staff alone.
fn open_house(per_minute: usize, levels: [Visibility; 2]) -> (Two, [String; 2], tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tokens");
    let tokens = [("clerk", Role::Admin), ("board", Role::User)]
        .map(|(name, role)| Tokens::add(&file, name, role).unwrap());
    let change = move |options: &mut twolane::serve::Options, folder: &Path| {
        options.public = Some(Public { per_minute });
        options.uploads = Some(folder.join("sent"));
        for name in ["a", "b"] {
            std::fs::create_dir_all(folder.join("sent").join(name)).unwrap();
        }
    };
    let file = TokenFile::open(&file).unwrap();
    (Two::with(change, Some(file), levels), tokens, dir)
}

fn as_holder(server: &Running, token: &str, method: &str, path: &str, body: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    server.send(method, path, &[JSON, ("Authorization", &bearer)], body.as_bytes())
}

#[test]
fn guard_of_an_archive_sees_its_addresses() {
    let (two, [clerk, board], _dir) = open_house(usize::MAX, [Visibility::Public; 2]);
    let server = &two.server;
    let id = two.id("b");
    for (method, path) in [
        ("GET", "/traces".to_owned()),
        ("GET", "/traces/t-1".to_owned()),
        ("POST", "/uploads?name=x.txt".to_owned()),
        ("PATCH", format!("/sources/{id}")),
        ("DELETE", format!("/sources/{id}")),
        ("DELETE", "/memory".to_owned()),
        ("POST", "/v1/embeddings".to_owned()),
    ] {
        let path = format!("/archives/b{path}");
        server.send(method, &path, &[JSON], b"").is_problem(403);
    }
    server.get("/metrics").is_problem(403);
    for path in [
        "/archives/b//traces",
        "/archives/b/%74races",
        "/archives/%62/traces",
        "/archives//b/traces",
        "//archives/b/traces",
        "/archives/b/./traces",
        "/archives/a/../b/traces",
        "/archives/b%2Ftraces",
        "/archives/b/traces%2F",
        "/archives/b/traces/",
        "/archives/b/web/../traces",
        "/archives/b/web/%2e%2e/traces",
        "/archives/b/docs/traces",
        "/archives/b/archives/b/traces",
        "/archives/b/metrics",
        "/web/../archives/b/traces",
    ] {
        for method in ["GET", "POST", "DELETE"] {
            let reply = server.send(method, path, &[JSON], b"");
            assert!([403, 404].contains(&reply.status), "{method} {path}: {}", reply.status);
            // A token opens no other address either.
            let reply = as_holder(server, &board, method, path, "");
            assert!([403, 404].contains(&reply.status), "{method} {path}: {}", reply.status);
        }
    }
    let absolute = format!(
        "GET http://{0}/archives/b/traces HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\n\r\n",
        server.address
    );
    server.raw(absolute.as_bytes()).is_problem(403);
    as_holder(server, &board, "GET", "/archives/b/traces", "").is_problem(403);
    assert_eq!(as_holder(server, &clerk, "GET", "/archives/b/traces", "").status, 200);
    assert_eq!(server.get(&format!("/archives/b/sources/{id}")).status, 200, "nothing was removed");
}

#[test]
fn limits_and_names_hold_within_an_archive() {
    let (two, [clerk, _], _dir) = open_house(2, [Visibility::Public; 2]);
    let server = &two.server;
    let evil = |path: &str| {
        server
            .raw(format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n").as_bytes())
    };
    for path in ["/archives", "/archives/a/", "/archives/a/sources"] {
        evil(path).is_problem(421);
    }
    let origin = [JSON, ("Origin", "http://evil.example")];
    server.send("POST", "/archives/a/ask", &origin, b"{}").is_problem(403);
    // A link from elsewhere may open the page, and nothing else.
    let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")];
    assert_eq!(server.send("GET", "/archives/a/", &link, b"").status, 200);
    server.send("GET", "/archives/a/sources", &link, b"").is_problem(403);
    // Where no body is expected, none is read.
    server.send("GET", "/archives/a/", &[JSON], b"{}").is_problem(413);
    let long = json!({ "question": "fee ".repeat(70_000) });
    let longer = as_holder(server, &clerk, "POST", "/archives/a/ask", &long.to_string());
    assert_ne!(longer.status, 413, "a token's holder may send more");
    // One rate for all archives; a refused question counts too.
    server.post("/archives/a/ask", &long).is_problem(413);
    assert_eq!(server.get("/archives/b/search?q=kennel").status, 200);
    server.get("/archives/a/search?q=kennel").is_problem(429);
    server.get("/archives/b/search?q=kennel").is_problem(429);
    assert_eq!(server.get("/archives/b/sources").status, 200);
}

#[test]
fn public_is_shown_no_archive_without_public_papers() {
    let (two, [_, board], _dir) = open_house(usize::MAX, [Visibility::Public, Visibility::Staff]);
    let server = &two.server;
    let names = |reply: &Reply| {
        let list = reply.json()["archives"].as_array().unwrap().clone();
        list.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let public = server.get("/archives");
    assert_eq!((names(&public), &public.json()["sign_in"]), (vec!["a".to_owned()], &json!(true)));
    assert_eq!(names(&as_holder(server, &board, "GET", "/archives", "")), ["a", "b"]);
    let hint = server.get("/nothing");
    assert!(hint.text().contains("GET /archives") && !hint.text().contains("/archives/"), "{}", hint.text());
    let hint = as_holder(server, &board, "GET", "/nothing", "").text();
    assert!(hint.contains("/archives/a/") && hint.contains("/archives/b/"), "{hint}");
    let asked = server.post("/archives/b/ask", &question(OWN[1].1));
    assert!(!asked.text().contains(OWN[1].2), "{}", asked.text());
}

#[test]
fn token_opens_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tokens");
    let token = Tokens::add(&file, "board", Role::User).unwrap();
    let two = Two::with(|_, _| {}, Some(TokenFile::open(&file).unwrap()), [Visibility::Public; 2]);
    let server = &two.server;
    for path in
        ["/archives", "/archives/a/sources", "/archives/c/sources", "/archives/c/", "/ask", "/nothing"]
    {
        server.get(path).is_problem(401);
    }
    for path in ["/", "/archives/a/", "/archives/a/openapi.json", "/healthz"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert_eq!(as_holder(server, &token, "GET", "/archives", "").status, 200);
    as_holder(server, &token, "GET", "/archives/c/", "").is_problem(404);
}

#[test]
fn papers_go_into_the_folder_of_their_archive() {
    let change = |options: &mut twolane::serve::Options, folder: &Path| {
        options.uploads = Some(folder.join("sent"));
        std::fs::create_dir_all(folder.join("sent/b")).unwrap();
    };
    let two = Two::with(change, None, [Visibility::Public; 2]);
    let text = b"Notes\n\nThe hall rental deposit is $250.\n";
    let sent = two.server.send("POST", "/archives/b/uploads?name=hall.txt", &[BYTES], text);
    assert_eq!(sent.status, 200, "{}", sent.text());
    let number = |name: &str| {
        let sources = two.server.get(&format!("/archives/{name}/sources")).json();
        sources["sources"].as_array().unwrap().len()
    };
    assert_eq!((number("a"), number("b")), (1, 2));
    assert_eq!(std::fs::read(two.dir.path().join("sent/b/hall.txt")).unwrap(), text);
    assert!(!two.dir.path().join("sent/hall.txt").exists());
}

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.env("HOME", dir).env_remove("TWOLANE_ARCHIVE").current_dir(dir).arg("--offline").args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn only_serve_takes_several_archives() {
    let dir = tempfile::tempdir().unwrap();
    for (args, said) in [
        (&["ask", "x", "--archive", "a", "--archive", "b"][..], "only `twolane serve`"),
        (&["--archive", "a", "source", "list", "--archive", "b"], "only `twolane serve`"),
        (&["--archive", "a", "--archive", "b", "mcp"], "only `twolane serve`"),
        (&["serve", "--archive", "a", "--archive", "./a"], "given twice"),
        (&["--archive", "a", "serve", "--archive", "b"], "behind `serve`"),
    ] {
        let output = command(dir.path(), args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(said), "{args:?}: {error}");
    }
}

#[test]
fn program_prints_the_address_of_each_archive() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["Regional Planner", "news"] {
        Archive::create(&dir.path().join(name)).unwrap();
    }
    let args = [
        "serve",
        "--archive",
        "Regional Planner",
        "--archive",
        "news",
        "--listen",
        "127.0.0.1:0",
        "--uploads",
        "sent",
    ];
    let mut child = command(dir.path(), &args).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines.next().unwrap();
    let printed = [lines.next().unwrap(), lines.next().unwrap()];
    child.kill().unwrap();
    child.wait().unwrap();
    let expected = ["regional-planner", "news"].map(|name| format!("{address}/archives/{name}/"));
    assert_eq!(printed, expected);
    assert!(dir.path().join("sent/regional-planner").is_dir() && dir.path().join("sent/news").is_dir());
}
