//! Who is let in, and what can't be reached (SPEC SEC-3).

use proptest::prelude::*;
use serde_json::json;
use twolane::serve::{Role, TokenFile, Tokens};

use crate::running::{JSON, Running};

fn with_tokens() -> (Running, [String; 3], tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("tokens");
    let admin = Tokens::add(&path, "clerk", Role::Admin).unwrap();
    let [a, b] = ["a", "b"].map(|name| Tokens::add(&path, name, Role::User).unwrap());
    let tokens = Some(TokenFile::open(&path).unwrap());
    (Running::with(|_| {}, tokens), [admin, a, b], dir)
}

#[test]
fn a_name_that_is_not_ours_is_refused() {
    let server = Running::new();
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "user@localhost",
        "",
        "localhost, evil",
    ] {
        for path in ["/", "/healthz", "/ask", "/sources", "/mcp", "/web/main.js", "/v1/models"] {
            let reply = server
                .raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
            assert!([400, 421].contains(&reply.status), "{host:?} {path}: {}", reply.status);
        }
    }
    server.raw(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n").is_problem(421);
    server
        .raw(b"GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .is_problem(421);
    let local = server.raw(b"GET /healthz HTTP/1.1\r\nHost: LocalHost:99\r\nConnection: close\r\n\r\n");
    assert_eq!(local.status, 200);
}

#[test]
fn a_page_of_another_site_gets_nothing() {
    let server = Running::new();
    let body = json!({ "question": "What does a burn permit cost?" }).to_string();
    for origin in
        ["http://evil.example", "null", "https://localhost.evil.example", "file://", "http://localhost:1"]
    {
        let reply = server.send("POST", "/ask", &[JSON, ("Origin", origin)], body.as_bytes());
        reply.is_problem(403);
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    server.send("GET", "/sources", &[("Sec-Fetch-Site", "cross-site")], b"").is_problem(403);
    // A form can't send JSON, and nothing else is read.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        server.send("POST", "/ask", &[("Content-Type", kind)], body.as_bytes()).is_problem(415);
    }
    let own = format!("http://{}", server.address);
    let reply = server.send("POST", "/ask", &[JSON, ("Origin", &own)], body.as_bytes());
    assert_eq!(reply.status, 200);
    assert!(server.send("OPTIONS", "/ask", &[("Origin", "http://evil.example")], b"").status >= 400);
}

#[test]
fn a_token_opens_and_sessions_are_its_own() {
    let (server, [admin, a, b], _dir) = with_tokens();
    let with = |token: &str, method: &str, path: &str, body: &str| {
        server.send(method, path, &[JSON, ("Authorization", &format!("Bearer {token}"))], body.as_bytes())
    };
    for path in
        ["/sources", "/search?q=x", "/sessions", "/traces", "/metrics", "/filters", "/v1/models", "/mcp"]
    {
        let refused = server.get(path);
        refused.is_problem(401);
        assert!(refused.header("www-authenticate").is_some());
        with("tl_wrong", "GET", path, "").is_problem(401);
    }
    // What tells nothing of the archive is open, so that the page can ask for the token.
    for path in ["/", "/web/main.js", "/healthz", "/openapi.json"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    let question =
        json!({ "question": "What is the fee for a burn permit in Alder?", "session": "private-talk" })
            .to_string();
    let answer = with(&a, "POST", "/ask", &question).json();
    assert_eq!(answer["session_id"], "private-talk", "{answer}");
    assert!(with(&a, "GET", "/sessions", "").text().contains("private-talk"));
    assert!(!with(&b, "GET", "/sessions", "").text().contains("private-talk"));
    with(&b, "GET", "/sessions/private-talk", "").is_problem(404);
    with(&b, "DELETE", "/sessions/private-talk", "").is_problem(404);
    assert_eq!(with(&a, "GET", "/sessions/private-talk", "").status, 200);
    for path in ["/traces", "/metrics", "/traces/t-1"] {
        with(&a, "GET", path, "").is_problem(403);
    }
    let traces = with(&admin, "GET", "/traces", "");
    assert_eq!(traces.status, 200);
    assert!(!traces.text().contains(&a));
}

/// A session's name in the store begins with a part of the token's hash.
#[test]
fn errors_name_sessions_as_their_callers_do() {
    let (server, [_, token, _], dir) = with_tokens();
    let lines = std::fs::read_to_string(dir.path().join("tokens")).unwrap();
    let hash = lines.lines().find(|line| line.starts_with("a ")).unwrap().split(' ').nth(3).unwrap();
    let long = "x".repeat(41);
    for name in ["a b", "réunion", "a/../b", &long] {
        let bearer = format!("Bearer {token}");
        let send = |method: &str, path: &str, body: &str| {
            server.send(method, path, &[JSON, ("Authorization", bearer.as_str())], body.as_bytes())
        };
        let question = "What is the fee for a burn permit in Alder?";
        let path: String = name.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let path = format!("/sessions/{path}");
        let asked = json!({ "question": question, "session": name }).to_string();
        for (reply, status) in [
            (send("POST", "/ask", &asked), 422),
            (send("PATCH", &path, r#"{ "fields": { "town": "Alder" } }"#), 422),
            (send("GET", &path, ""), 404),
            (send("DELETE", &path, ""), 404),
        ] {
            assert_eq!(reply.status, status, "{name}: {}", reply.text());
            assert!(!reply.text().contains(&hash[..6]), "{}", reply.text());
            let detail = reply.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(&format!("{name:?}")), "{detail}");
        }
    }
}

#[test]
fn what_was_answered_to_a_token_is_remembered_for_it_alone() {
    let (server, [_, a, b], _dir) = with_tokens();
    let with = |token: &str, method: &str, path: &str, body: &str| {
        server.send(method, path, &[JSON, ("Authorization", &format!("Bearer {token}"))], body.as_bytes())
    };
    let question =
        |more: &str| format!(r#"{{ "question": "What is the fee for a burn permit in Alder?"{more} }}"#);
    let asked = |token: &str, more: &str| with(token, "POST", "/ask", &question(more)).json();
    assert_eq!(asked(&a, r#", "session": "walk""#)["from_memory"], false);
    let again = asked(&a, "");
    assert_eq!(
        (&again["from_memory"], &again["memory"]["similarity"]),
        (&json!(true), &json!(1.0)),
        "{again}"
    );
    assert_eq!(asked(&a, r#", "no_memory": true"#)["from_memory"], false);
    // Neither the answer, nor that it was asked.
    assert_eq!(with(&b, "GET", "/memory", "").json(), json!({ "entries": [] }));
    assert_eq!(asked(&b, "")["from_memory"], false);
    let own = with(&a, "GET", "/memory", "").json();
    let entries = own["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &entries[0]["session_id"]), (1, &json!("walk")), "{own}");
    let id = entries[0]["id"].as_str().unwrap();
    with(&b, "DELETE", &format!("/memory/{id}"), "").is_problem(404);
    assert_eq!(with(&b, "DELETE", "/memory", "").json()["removed"], 1, "its own");
    assert_eq!(asked(&a, "")["from_memory"], true);
    server.get("/memory").is_problem(401);
    server.send("DELETE", "/memory", &[], b"").is_problem(401);
    assert_eq!(with(&a, "DELETE", &format!("/memory/{id}"), "").json()["removed"], 1);
    with(&a, "DELETE", &format!("/memory/{id}"), "").is_problem(404);
    assert_eq!(asked(&a, "")["from_memory"], false);
}

#[test]
fn the_page_has_no_code_of_its_own_and_may_run_none() {
    let server = Running::new();
    for path in ["/", "/docs"] {
        let page = server.get(path);
        let policy = page.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"));
        let text = page.text();
        for tag in text.split("<script").skip(1) {
            assert!(tag.split('>').next().unwrap().contains("src=\"/web/"), "{tag}");
            assert!(tag.split_once('>').unwrap().1.starts_with("</script>"), "{tag}");
        }
        for forbidden in ["<style", " style=", " onclick=", " onload=", "javascript:", "http://", "https://"]
        {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
    }
    for file in ["main.js", "dom.js", "answer.js", "source.js", "ask.js"] {
        let script = server.get(&format!("/web/{file}"));
        assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
        for forbidden in
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "DOMParser"]
        {
            assert!(!script.text().contains(forbidden), "{file}: {forbidden}");
        }
    }
}

/// Documents leave as JSON, whatever they say.
#[test]
fn what_a_paper_says_is_never_a_page() {
    let server = Running::new();
    for path in
        ["/sources", "/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/filters", "/sources/%3Cscript%3E"]
    {
        let reply = server.get(path);
        let kind = reply.header("content-type").unwrap();
        assert!(kind == "application/json" || kind == "application/problem+json", "{path}: {kind}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
}

#[test]
fn no_request_reaches_a_file() {
    let server = Running::new();
    for path in [
        "/web/../Cargo.toml",
        "/web/..%2f..%2fCargo.toml",
        "/web/%2e%2e/Cargo.toml",
        "/web//etc/passwd",
        "/web/index.html",
        "/../../etc/passwd",
        "/sources/..%2f..%2fetc%2fpasswd",
        "/sources/%2fetc%2fpasswd/pages/0",
        "/sources/..%00/pages/1/picture",
        "/packs/..%2f..%2f",
        "/sessions/..%2fx",
        "/traces/..%2fx",
    ] {
        let reply = server.get(path);
        assert!([400, 404, 422].contains(&reply.status), "{path}: {} {}", reply.status, reply.text());
        assert!(!reply.text().contains("root:") && !reply.text().contains("[package]"), "{path}");
    }
    for source in ["/etc/passwd", "../../../etc/passwd", "file:///etc/passwd", "\0"] {
        server.post("/quote", &json!({ "source": source, "locator": "L1" })).is_problem(404);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Nothing that is sent makes the server fail or tell of the machine.
    #[test]
    fn hostile_requests_get_an_answer(
        path in "/[a-z0-9%./;?&=_~:@!$'()*+,-]{0,60}",
        host in prop_oneof![Just("localhost".to_owned()), "[ -~]{0,30}"],
        origin in prop::option::of("[ -~]{0,40}"),
        method in prop_oneof![Just("GET"), Just("POST"), Just("PUT"), Just("TRACE"), Just("CONNECT")],
        body in "\\PC{0,60}",
    ) {
        let server = shared();
        let origin = origin.map(|o| format!("Origin: {o}\r\n")).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{origin}Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let reply = server.raw(&[head.as_bytes(), body.as_bytes()].concat());
        prop_assert!(reply.status != 500, "{head}{}", reply.text());
        if !["localhost", "127.0.0.1", "[::1]"].contains(&host.trim().to_lowercase().split(':').next().unwrap_or("")) && !host.trim().starts_with("[::1]") {
            prop_assert!(reply.status >= 400 || reply.status == 0, "{host:?}: {}", reply.status);
        }
    }

    #[test]
    fn no_body_makes_it_fail(body in "\\PC{0,120}", which in 0_usize..6) {
        let path = ["/ask", "/search", "/quote", "/verify", "/v1/chat/completions", "/mcp"][which];
        let reply = shared().send("POST", path, &[JSON, ("Accept", "application/json, text/event-stream")], body.as_bytes());
        prop_assert!(reply.status != 500 && reply.status != 0, "{path} {body:?}: {}", reply.text());
    }
}

fn shared() -> &'static Running {
    static SERVER: std::sync::OnceLock<Running> = std::sync::OnceLock::new();
    SERVER.get_or_init(Running::new)
}
