//! Papers changed and removed over HTTP, and who may do that.

use serde_json::{Value, json};
use twolane::archive::Archive;
use twolane::serve::{Role, TokenFile, Tokens};

use crate::running::{JSON, Reply, Running};

/// A server over an archive with one paper, which takes papers.
struct Desk {
    _dir: tempfile::TempDir,
    server: Running,
    headers: Vec<(String, String)>,
}

impl Desk {
    fn new(tokens: Option<TokenFile>, token: Option<&str>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let papers = dir.path().join("papers");
        std::fs::create_dir(&papers).unwrap();
        let server =
            Running::over(archive.folder().unwrap(), |options| options.uploads = Some(papers), tokens);
        let headers =
            token.map(|t| ("Authorization".to_owned(), format!("Bearer {t}"))).into_iter().collect();
        let desk = Desk { _dir: dir, server, headers };
        let taken = desk.upload();
        assert_eq!(taken.status, 200, "{}", taken.text());
        desk
    }

    fn upload(&self) -> Reply {
        let bytes = ("Content-Type", "application/octet-stream");
        self.send(
            "POST",
            "/uploads?name=scan-7.txt",
            &[bytes],
            b"Some notes.\n\nThe fee for a kennel license is $31.\n",
        )
    }

    fn send(&self, method: &str, path: &str, more: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut headers: Vec<(&str, &str)> =
            self.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        headers.extend(more);
        self.server.send(method, path, &headers, body)
    }

    fn patch(&self, id: &str, change: &Value) -> Reply {
        self.send("PATCH", &format!("/sources/{id}"), &[JSON], change.to_string().as_bytes())
    }

    fn id(&self) -> String {
        let sources = self.send("GET", "/sources", &[], b"").json()["sources"].clone();
        sources[0]["id"].as_str().unwrap().to_owned()
    }
}

#[test]
fn paper_is_changed_taken_back_and_removed() {
    let desk = Desk::new(None, None);
    let id = desk.id();
    let found = desk.server.get(&format!("/sources/{id}")).json();
    let change =
        json!({ "title": "Fee Schedule", "kind": "Fee Schedule", "date": "2025-01-02", "town": "Alder" });
    let changed = desk.patch(&id, &change);
    assert_eq!(changed.status, 200, "{}", changed.text());
    let changed = changed.json();
    assert_eq!(
        (&changed["title"], &changed["meta"]["doc_type"]),
        (&json!("Fee Schedule"), &json!("fee schedule"))
    );
    assert_eq!(changed["meta"]["origin"]["date"], "by hand");
    assert_eq!(changed["paths"], json!(["scan-7.txt"]), "no path of this machine leaves");
    let hit =
        desk.server.get("/search?q=kennel%20license&type=fee%20schedule&from=2025").json()["hits"][0].clone();
    assert_eq!(hit["source"]["title"], "Fee Schedule", "{hit}");
    let back = desk.patch(&id, &json!({ "undo": ["title"], "none": ["date", "kind"] })).json();
    assert_eq!((&back["title"], &back["meta"]["date"]), (&found["title"], &Value::Null));

    let removed = desk.send("DELETE", &format!("/sources/{id}"), &[], b"");
    assert_eq!((removed.status, &removed.json()["removed"]), (200, &json!(id)), "{}", removed.text());
    assert_eq!(desk.server.get("/sources").json()["sources"], json!([]));
    desk.server.get(&format!("/sources/{id}")).is_problem(404);
    // Sent again, it was named: it comes back.
    assert_eq!(desk.upload().json()["sources"][0]["status"], "added");
}

#[test]
fn wrong_change_is_said_with_the_next_step() {
    let desk = Desk::new(None, None);
    let id = desk.id();
    for (status, change, says) in [
        (400, json!({ "date": "soon" }), "2024-10-09"),
        (400, json!({ "title": "" }), "undo"),
        (400, json!({ "none": ["title"] }), "needs a title"),
        (400, json!({ "state": "Mars" }), "not a state"),
        (400, json!({ "undo": ["colour"] }), "not a field"),
        (400, json!({}), "nothing to change"),
        (422, json!({ "colour": "red" }), "no field"),
        (422, json!({ "title": 7 }), "string"),
    ] {
        let reply = desk.patch(&id, &change);
        reply.is_problem(status);
        assert!(reply.text().contains(says), "{change} {}", reply.text());
    }
    desk.patch("none-such", &json!({ "title": "x" })).is_problem(404);
    desk.send("DELETE", "/sources/none-such", &[], b"").is_problem(404);
    desk.send("PATCH", &format!("/sources/{id}"), &[], b"{\"title\":\"x\"}").is_problem(415);
}

#[test]
fn reader_may_neither_change_nor_remove() {
    // A server that was not started for it changes nothing.
    let server = Running::new();
    let id = server.get("/sources").json()["sources"][0]["id"].as_str().unwrap().to_owned();
    server.send("PATCH", &format!("/sources/{id}"), &[JSON], b"{\"title\":\"x\"}").is_problem(403);
    server.send("DELETE", &format!("/sources/{id}"), &[], b"").is_problem(403);

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tokens");
    let [admin, user] =
        [("a", Role::Admin), ("b", Role::User)].map(|(name, role)| Tokens::add(&file, name, role).unwrap());
    let mut desk = Desk::new(Some(TokenFile::open(&file).unwrap()), Some(&admin));
    let id = desk.id();
    for (token, status) in [(Some(&user), 403), (None, 401), (Some(&admin), 200)] {
        desk.headers =
            token.map(|t| ("Authorization".to_owned(), format!("Bearer {t}"))).into_iter().collect();
        assert_eq!(desk.patch(&id, &json!({ "board": "Select Board" })).status, status);
    }
    desk.headers = vec![("Authorization".to_owned(), format!("Bearer {user}"))];
    desk.send("DELETE", &format!("/sources/{id}"), &[], b"").is_problem(403);
    let elsewhere = [JSON, ("Origin", "http://evil.example")];
    desk.headers = vec![("Authorization".to_owned(), format!("Bearer {admin}"))];
    desk.send("PATCH", &format!("/sources/{id}"), &elsewhere, b"{\"title\":\"x\"}").is_problem(403);
    assert_eq!(desk.send("DELETE", &format!("/sources/{id}"), &[], b"").status, 200);
}
