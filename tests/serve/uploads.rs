//! Papers that come over HTTP: who may send them, what becomes of them, and readers meanwhile.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use twolane::archive::Archive;
use twolane::serve::{Role, TokenFile, Tokens};

use crate::running::{Reply, Running};
use crate::support::ingesting::{pdf, pdf_of};

const BYTES: (&str, &str) = ("Content-Type", "application/octet-stream");

/// A server over an archive of its own, which takes papers.
struct Taking {
    dir: tempfile::TempDir,
    server: Running,
}

impl Taking {
    fn new(tokens: Option<TokenFile>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let papers = dir.path().join("papers");
        std::fs::create_dir(&papers).unwrap();
        let change = |options: &mut twolane::serve::Options| {
            options.uploads = Some(papers);
            options.limits.upload = 100_000;
        };
        let server = Running::over(archive.folder().unwrap(), change, tokens);
        Taking { dir, server }
    }

    fn send(&self, query: &str, body: &[u8]) -> Reply {
        self.server.send("POST", &format!("/uploads?{query}"), &[BYTES], body)
    }

    fn papers(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(self.dir.path().join("papers")).unwrap();
        let mut all: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    }
}

#[test]
fn a_paper_is_taken_in_and_answers() {
    let taking = Taking::new(None);
    assert_eq!(taking.server.get("/filters").json()["uploads"], true);
    let text = b"Fee Schedule\n\nThe fee for a kennel license is $31.\n";
    let taken = taking.send("name=fees.txt&town=Alder&type=fee_schedule", text);
    assert_eq!(taken.status, 200, "{}", taken.text());
    let source = &taken.json()["sources"][0];
    assert_eq!((&source["status"], &source["path"]), (&Value::from("added"), &Value::from("fees.txt")));
    let id = source["id"].as_str().unwrap().to_owned();
    let meta = taking.server.get(&format!("/sources/{id}")).json()["meta"].clone();
    assert_eq!(meta["town"], "Alder");
    let question = serde_json::json!({ "question": "What is the fee for a kennel license in Alder?" });
    let answer = taking.server.post("/ask", &question).json();
    assert!(answer["answer"]["level1"].as_str().unwrap().contains("$31"), "{answer}");

    // Again it is the same; another of the name stays out until it is to take the place.
    assert_eq!(
        taking.send("name=fees.txt&town=Alder&type=fee_schedule", text).json()["sources"][0]["status"],
        "unchanged"
    );
    let newer = b"Fee Schedule\n\nThe fee for a kennel license is $37.\n";
    taking.send("name=fees.txt&town=Alder", newer).is_problem(409);
    let changed = taking.send("name=fees.txt&town=Alder&replace=true", newer);
    assert_eq!(changed.json()["sources"][0]["status"], "changed", "{}", changed.text());
    let answer = taking.server.post("/ask", &question).json();
    assert!(answer["answer"]["level1"].as_str().unwrap().contains("$37"), "{answer}");
    assert_eq!(taking.papers().len(), 1);
}

#[test]
fn whoever_waits_hears_of_pages() {
    let taking = Taking::new(None);
    let paper = pdf(&["The burn permit costs 15 dollars.".into(), "Second page.".into()]);
    let headers = [BYTES, ("Accept", "text/event-stream")];
    let reply = taking.server.send("POST", "/uploads?name=notice.pdf", &headers, &paper);
    let events = reply.events();
    assert!(events.iter().any(|(name, data)| name == "page" && data["pages"] == 2), "{}", reply.text());
    let (last, done) = events.last().unwrap();
    assert_eq!((last.as_str(), &done["pages"]), ("done", &Value::from(2)), "{}", reply.text());
    // The file stays where a page can be drawn from it.
    let id = done["sources"][0]["id"].as_str().unwrap();
    let picture = taking.server.get(&format!("/sources/{id}/pages/1/picture?width=200"));
    assert_eq!(picture.status, 200, "{}", picture.text());
}

#[test]
fn a_pdf_with_an_attachment_has_pictures_and_the_attachment_has_none() {
    let taking = Taking::new(None);
    let page = b"BT /F1 12 Tf 72 700 Td (The burn permit costs 15 dollars.) Tj ET";
    let stream = |dictionary: &str, bytes: &[u8]| {
        let head = format!("<<{dictionary}/Length {}>>\nstream\n", bytes.len()).into_bytes();
        [head, bytes.to_vec(), b"\nendstream".to_vec()].concat()
    };
    let attached = pdf(&["The dump sticker costs 5 dollars.".into()]);
    let paper = pdf_of(
        &[
            b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>>>>>".to_vec(),
            b"<</Type/Pages/Kids[4 0 R]/Count 1>>".to_vec(),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>"
                .to_vec(),
            stream("", page),
            b"<</Type/Filespec/F(fees.pdf)/UF(fees.pdf)/EF<</F 7 0 R>>>>".to_vec(),
            stream("/Type/EmbeddedFile", &attached),
        ],
        "",
    );
    let done = taking.send("name=notice.pdf", &paper).json();
    let ids: Vec<&str> =
        done["sources"].as_array().unwrap().iter().filter_map(|source| source["id"].as_str()).collect();
    let [own, attachment] = ids[..] else { panic!("{done}") };
    let address = |id: &str| format!("/sources/{id}/pages/1");
    let picture = taking.server.get(&format!("{}/picture?width=200", address(own)));
    assert_eq!(picture.status, 200, "{}", picture.text());
    assert!(taking.server.get(&address(own)).json()["picture"].is_string());
    assert_eq!(taking.server.get(&address(attachment)).json()["picture"], Value::Null);
    taking.server.get(&format!("{}/picture", address(attachment))).is_problem(404);
}

#[test]
fn what_can_not_be_a_paper_leaves_nothing_behind() {
    let taking = Taking::new(None);
    let text = b"Some words.";
    for (query, body, status) in [
        ("name=..%2Fescape.txt", &text[..], 422),
        ("name=%2Fetc%2Fpasswd.txt", text, 422),
        ("name=.hidden.txt", text, 422),
        ("name=sources.toml", b"[default]\ntown='X'\n", 422),
        ("name=nothing", text, 422),
        ("name=", text, 422),
        ("", text, 422),
        ("name=empty.txt", b"", 422),
        ("name=a.txt&date=yesterday", text, 422),
        ("name=a.txt&path=%2Ftmp", text, 422),
        ("name=broken.pdf", b"%PDF-1.4 and no more", 422),
        ("name=large.txt", &[b'x'; 100_001], 413),
    ] {
        let reply = taking.send(query, body);
        assert_eq!(reply.status, status, "{query}: {}", reply.text());
        reply.is_problem(status);
        let home = taking.dir.path().to_str().unwrap();
        assert!(!reply.text().contains(home), "{query}: {}", reply.text());
    }
    assert_eq!(taking.papers(), Vec::<PathBuf>::new());
    assert_eq!(taking.server.get("/sources").json()["coverage"]["sources"], 0);
    let form = taking.server.send("POST", "/uploads?name=a.txt", &[("Content-Type", "text/plain")], text);
    form.is_problem(415);
    let elsewhere = [BYTES, ("Origin", "http://evil.example")];
    taking.server.send("POST", "/uploads?name=a.txt", &elsewhere, text).is_problem(403);
}

#[test]
fn papers_are_taken_from_an_admin_alone() {
    // A server that was not started for it takes none.
    let server = Running::new();
    assert_eq!(server.get("/filters").json()["uploads"], false);
    server.send("POST", "/uploads?name=a.txt", &[BYTES], b"Some words.").is_problem(403);

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tokens");
    let [admin, user] =
        [("a", Role::Admin), ("b", Role::User)].map(|(name, role)| Tokens::add(&file, name, role).unwrap());
    let taking = Taking::new(Some(TokenFile::open(&file).unwrap()));
    for (token, status, may) in [(&user, 403, false), (&admin, 200, true)] {
        let bearer = format!("Bearer {token}");
        let headers = [BYTES, ("Authorization", bearer.as_str())];
        let reply = taking.server.send("POST", "/uploads?name=a.txt", &headers, b"Some words.");
        assert_eq!(reply.status, status, "{}", reply.text());
        assert_eq!(taking.server.send("GET", "/filters", &headers[1..], b"").json()["uploads"], may);
    }
    taking.send("name=b.txt", b"Some words.").is_problem(401);
    // Who may not send is not waited for either.
    let bearer = format!("Bearer {user}");
    let head = format!(
        "POST /uploads?name=a.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: {bearer}\r\nContent-Type: application/octet-stream\r\nContent-Length: 90000\r\nConnection: close\r\n\r\n"
    );
    assert_eq!(taking.server.raw(head.as_bytes()).status, 403);
}

/// Ten papers come in one after the other while four readers ask: each reply is of one state of the archive, no
/// request fails, and what is in is found.
#[test]
fn readers_go_on_beside_an_ingest() {
    let taking = Taking::new(None);
    let first = b"The fee for a boat sticker is $7.\n";
    assert_eq!(taking.send("name=boats.txt&town=Alder", first).status, 200);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = || {
            let mut most = 0;
            while !over.load(Ordering::Relaxed) {
                let found = taking.server.get("/search?q=boat%20sticker");
                assert_eq!(found.status, 200, "{}", found.text());
                assert!(!found.json()["hits"].as_array().unwrap().is_empty());
                let listed = taking.server.get("/sources").json();
                let count = listed["sources"].as_array().unwrap().len();
                assert!(count >= most, "{count} sources after {most}");
                assert_eq!(listed["coverage"]["sources"].as_u64(), u64::try_from(count).ok());
                most = count;
            }
            most
        };
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(reader)).collect();
        for n in 0..10 {
            let text = format!("Notice {n}\n\nThe hearing on matter {n} is held on May {}, 2025.\n", n + 1);
            let taken = taking.send(&format!("name=notice-{n}.txt&town=Alder"), text.as_bytes());
            assert_eq!(taken.status, 200, "{}", taken.text());
            let found = taking.server.get(&format!("/search?q=hearing%20matter%20{n}&k=20")).json();
            let titles = found["hits"].to_string();
            assert!(titles.contains(&format!("matter {n} ")), "{titles}");
        }
        over.store(true, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().unwrap() >= 1);
        }
    });
    assert_eq!(taking.server.get("/sources").json()["coverage"]["sources"], 11);
}

/// Another writer at work is no reason to lose a paper or to hang.
#[test]
fn a_paper_waits_for_no_other_writer() {
    let taking = Taking::new(None);
    let archive = Archive::open(&taking.dir.path().join("archive")).unwrap();
    let writer = archive.writer().unwrap();
    let refused = taking.send("name=a.txt", b"Some words.");
    refused.is_problem(503);
    assert!(refused.header("retry-after").is_some());
    assert_eq!(taking.papers(), Vec::<PathBuf>::new());
    drop(writer);
    assert_eq!(taking.send("name=a.txt", b"Some words.").status, 200);
    assert!(taking.papers()[0].starts_with(Path::new(taking.dir.path())));
}
