//! Strings that pages elsewhere have run as code, planted wherever others write: names of files, titles, texts,
//! headings of law, questions. Everything that leaves is JSON that says the same, events of one line, or a page that
//! holds none of it. What a browser makes of them: `tests/web/planted.py`.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::{Value, json};
use twolane::archive::Archive;
use twolane::ingest::chunk::ChunkOptions;
use twolane::ingest::pack::{Installer, InstallerOptions};
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};
use twolane::law::pack::{Manifest, PackContent, PackOptions, open, write};
use twolane::law::{StatuteSection, Unit};

use crate::running::{JSON, Reply, Running};

/// Longest name of a file, with room for its number and ending.
const NAME: usize = 200;

fn strings() -> &'static [String] {
    static STRINGS: OnceLock<Vec<String>> = OnceLock::new();
    STRINGS.get_or_init(|| serde_json::from_str(include_str!("../data/planted/strings.json")).unwrap())
}

/// As a file's name may hold it.
fn name_of(n: usize) -> String {
    let fits = strings()[n].replace('/', "\u{2044}");
    let end = fits.floor_char_boundary(NAME);
    format!("{n} {}.txt", &fits[..end])
}

/// Packs take no heading with characters that can't be seen.
fn is_seen_whole(string: &str) -> bool {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || matches!(c, '\u{e0000}'..='\u{e007f}')
    };
    !string.contains(hidden)
}

/// A server over papers and a pack that hold the strings.
fn server() -> &'static Running {
    static SERVER: OnceLock<(Running, tempfile::TempDir)> = OnceLock::new();
    let made = || {
        let dir = tempfile::tempdir().unwrap();
        let papers = dir.path().join("papers");
        std::fs::create_dir(&papers).unwrap();
        for (n, string) in strings().iter().enumerate() {
            let text = format!("Notice {n}: {string}\n\nThe fee for planted permit {n} is ${n}. {string}\n");
            std::fs::write(papers.join(name_of(n)), text).unwrap();
        }
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let mut options = IngestOptions::new(Reading::InProcess);
        options.metadata.insert("town".into(), strings()[0].clone());
        options.metadata.insert("board".into(), strings()[1].clone());
        let report = Ingest::new(&archive, None, options).run(&[papers], &NoObserver).unwrap();
        assert!(report.failed.is_empty(), "{:?}", report.failed);
        install(&archive, dir.path());
        (Running::over(archive.folder().unwrap(), |_| {}, None), dir)
    };
    &SERVER.get_or_init(made).0
}

fn install(archive: &Archive, dir: &Path) {
    let about = Manifest {
        format: 1,
        name: "planted".into(),
        title: strings()[0].clone(),
        jurisdiction: "NH".into(),
        edition: "2025".into(),
        as_of: "2025-01-01".into(),
        grammar: "rsa".into(),
        licence: strings()[1].clone(),
        coverage: strings()[2].clone(),
        limits: vec![strings()[3].clone()],
        every_section: true,
        sections: 0,
        embeddings: None,
        files: vec![],
    };
    let section = |(n, string): (usize, &String)| StatuteSection {
        citation: format!("RSA 950:{}", n + 1),
        heading: string.clone(),
        hierarchy: vec![string.clone()],
        units: vec![Unit { path: vec![], text: format!("Planted section {n}. {string}") }],
        ..StatuteSection::default()
    };
    let sections = strings().iter().enumerate().filter(|(_, s)| is_seen_whole(s)).map(section).collect();
    let path = dir.join("planted.twopack");
    write(&path, about, &PackContent { sections, embeddings: None }, &PackOptions::default()).unwrap();
    let options = InstallerOptions {
        lane: "state".into(),
        wrap: 100,
        chunk: ChunkOptions::default(),
        embed_group: 32,
        token_vectors: false,
    };
    let pack = open(&path, &PackOptions::default()).unwrap();
    Installer::new(archive, None, options).install(&pack, &|_| true).unwrap();
}

/// Everything but letters and digits as `%20`.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// A reply that no browser takes for a page, and whose head holds nothing of what was planted.
fn is_data(reply: &Reply, what: &str) -> Value {
    assert!(reply.status > 0 && reply.status != 500, "{what}: {} {}", reply.status, reply.text());
    let kind = reply.header("content-type").unwrap();
    assert!(["application/json", "application/problem+json"].contains(&kind), "{what}: {kind}");
    has_a_plain_head(reply, what);
    reply.json()
}

fn has_a_plain_head(reply: &Reply, what: &str) {
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{what}");
    let policy = reply.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{what}: {policy}");
    for part in ["planted", "<", "javascript"] {
        assert!(!reply.head.contains(part), "{what}: {}", reply.head);
    }
}

#[test]
fn there_are_enough_of_them() {
    let different: std::collections::HashSet<_> = strings().iter().collect();
    assert!(different.len() >= 100 && different.len() == strings().len(), "{}", different.len());
}

#[test]
fn lists_are_json_that_says_the_same() {
    let server = server();
    let listed = is_data(&server.get("/sources"), "sources");
    let names: Vec<&str> =
        listed["sources"].as_array().unwrap().iter().filter_map(|s| s["paths"][0].as_str()).collect();
    let missing: Vec<_> =
        (0..strings().len()).map(name_of).filter(|name| !names.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let pack = is_data(&server.get("/packs/planted"), "pack");
    assert_eq!(pack["editions"][0]["title"], strings()[0]);
    let headings: Vec<&str> =
        pack["sections"].as_array().unwrap().iter().filter_map(|s| s["heading"].as_str()).collect();
    assert!(headings.len() > 100);
    for string in strings().iter().filter(|s| is_seen_whole(s)) {
        assert!(headings.contains(&string.as_str()), "{string:?} is no heading");
    }
    for path in ["/packs", "/filters", "/sessions", "/memory", "/traces", "/v1/models"] {
        is_data(&server.get(path), path);
    }
    for path in ["/", "/docs", "/web/main.js", "/openapi.json", "/healthz", "/metrics"] {
        let reply = server.get(path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(!reply.text().contains("planted"), "{path}");
    }
}

#[test]
fn addresses_with_them_are_answered_with_data() {
    let server = server();
    for (n, string) in strings().iter().enumerate() {
        let given = escaped(string);
        for path in [
            format!("/search?q={given}&k=5"),
            format!("/sources/{given}"),
            format!("/sources/{given}/pages/0"),
            format!("/sources/{given}/pages/1/picture"),
            format!("/quote?source={given}&locator={given}"),
            format!("/sections?citation={given}"),
            format!("/packs/{given}"),
            format!("/sessions/{given}"),
            format!("/traces/{given}"),
            format!("/web/{given}"),
            format!("/{given}"),
        ] {
            is_data(&server.get(&path), &path);
        }
        if is_seen_whole(string) {
            let section = is_data(&server.get(&format!("/sections?citation=RSA%20950:{}", n + 1)), string);
            assert_eq!(section["heading"], *string);
        }
    }
}

#[test]
fn questions_with_them_are_answered_with_data() {
    let server = server();
    for (n, string) in strings().iter().enumerate() {
        let question = format!("{string} What is the fee for planted permit {n}?");
        let form = ["levels", "brief", "civic", "legal", "research"][n % 5];
        let body = json!({
            "question": question, "session": format!("planted-{n}"), "form": form,
            "context": { "planted": string }, "paste": format!("{string}\n\nA text of planted permit {n}. {string}"),
        });
        let asked = is_data(&server.post("/ask", &body), string);
        assert!(asked["status"].is_string(), "{asked}");
        is_data(&server.post("/verify", &asked), string);
        // What is no question is not kept.
        if asked["status"] != "rejected" {
            let session = is_data(&server.get(&format!("/sessions/planted-{n}")), string);
            assert_eq!(session["turns"][0]["question"], question, "{session}");
        }

        let reply = server.send(
            "POST",
            "/ask",
            &[JSON, ("Accept", "text/event-stream")],
            json!({ "question": question }).to_string().as_bytes(),
        );
        has_a_plain_head(&reply, string);
        let text = reply.text();
        for line in text.split(['\n', '\r']).filter(|line| !line.is_empty() && !line.starts_with(':')) {
            let (name, value) = line.split_once(": ").unwrap_or((line, ""));
            match name {
                "event" => assert!(value.chars().all(|c| c.is_ascii_lowercase()), "{string:?}: {line}"),
                "data" => drop(serde_json::from_str::<Value>(value).unwrap()),
                other => panic!("{string:?}: {other}"),
            }
        }
        assert_eq!(reply.events().last().unwrap().0, "done", "{string:?}: {text}");
    }
}

/// Clients draw chats as Markdown: what papers say sets no link, no picture, no HTML there.
#[test]
fn a_chat_draws_nothing_of_them() {
    let server = server();
    for (n, string) in strings().iter().enumerate() {
        let messages =
            json!([{ "role": "user", "content": format!("What is the fee for planted permit {n}?") }]);
        let chat = is_data(&server.post("/v1/chat/completions", &json!({ "messages": messages })), string);
        let message = &chat["choices"][0]["message"];
        let content = message["content"].as_str().unwrap();
        let (said, sources) = content.split_once("\n\nSources:\n").unwrap_or((content, ""));
        assert_eq!(live_marks(said), Vec::<char>::new(), "{string:?}: {said}");
        for line in sources.lines() {
            let (title, address) = line
                .strip_prefix("- [")
                .and_then(|line| line.strip_suffix(')')?.rsplit_once("](http://"))
                .unwrap_or_else(|| panic!("{string:?}: {line}"));
            assert_eq!(live_marks(title), Vec::<char>::new(), "{string:?}: {title}");
            assert!(address.starts_with(&server.address.to_string()), "{address}");
        }
        // Where a citation says that its quote stands, it stands.
        for citation in message["annotations"].as_array().unwrap() {
            let place = |name| usize::try_from(citation["url_citation"][name].as_u64().unwrap()).unwrap();
            let (start, end) = (place("start_index"), place("end_index"));
            let shown: String = content.chars().skip(start).take(end - start).collect();
            let plain = unescaped(&shown);
            let facts = chat["twolane"]["evidence"]["facts"].as_array().unwrap();
            let mut quotes = facts.iter().flat_map(|fact| fact["support"].as_array().unwrap());
            assert!(plain.is_empty() || quotes.any(|quote| quote["quote"] == plain), "{string:?}: {plain}");
        }
    }
}

/// Characters that begin a link, a picture, code or HTML, without a backslash before them.
fn live_marks(markdown: &str) -> Vec<char> {
    let mut live = Vec::new();
    let mut chars = markdown.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '[' | '<' | '`' => live.push(c),
            _ => {}
        }
    }
    live
}

fn unescaped(markdown: &str) -> String {
    let mut text = String::new();
    let mut chars = markdown.chars();
    while let Some(c) = chars.next() {
        text.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    text
}
