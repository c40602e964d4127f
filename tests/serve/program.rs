//! The command: how it starts, what it says, how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use twolane::archive::Archive;
use twolane::ingest::{Ingest, IngestOptions, NoObserver, Reading};

use crate::running::{Running, town};
use crate::support::ingesting::{pdf, program};
use crate::support::town::Town;

fn command(args: &[&str]) -> Command {
    let town = town();
    let mut command = Command::new(program());
    command.env("HOME", town.home.path()).current_dir(town.home.path());
    command.args(["--offline", "--archive", town.archive().to_str().unwrap()]).args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn started(args: &[&str]) -> (Child, String) {
    let mut child = command(args).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
    (child, address.trim().to_owned())
}

#[cfg(unix)]
#[test]
fn it_says_its_address_answers_and_ends_at_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let (mut child, address) = started(&["serve", "--listen", "127.0.0.1:0", "--log", "json"]);
        let host = address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /search?q=secretword HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(child.wait().unwrap().success());
        let mut log = String::new();
        child.stderr.unwrap().read_to_string(&mut log).unwrap();
        let line = log.lines().find(|l| l.contains("\"route\":\"/search\"")).expect("a line a request");
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((line["status"].as_u64(), line["method"].as_str()), (Some(200), Some("GET")));
        assert!(line["request"].is_string());
        assert!(!log.contains("secretword"), "no question in the log: {log}");
    }
}

#[test]
fn other_machines_are_answered_with_a_token_alone() {
    let refused = command(&["serve", "--listen", "0.0.0.0:0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("--token-file"), "{said}");
    // Another name means a proxy, and whoever comes through it is not this machine's user.
    let named = command(&["serve", "--listen", "127.0.0.1:0", "--host", "papers.example"]).output().unwrap();
    assert_eq!(named.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&named.stderr).contains("--token-file"));

    let file = town().home.path().join("tokens");
    let path = file.to_str().unwrap();
    let made = command(&["serve", "--token-file", path, "--new-token", "board"]).output().unwrap();
    let token = String::from_utf8(made.stdout).unwrap().trim().to_owned();
    assert!(token.starts_with("tl_") && !std::fs::read_to_string(&file).unwrap().contains(&token));
    let (mut child, address) = started(&["serve", "--listen", "0.0.0.0:0", "--token-file", path]);
    let port = address.rsplit(':').next().unwrap();
    for (header, status) in [(String::new(), "401"), (format!("Authorization: Bearer {token}\r\n"), "200")] {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        write!(
            stream,
            "GET /sources HTTP/1.1\r\nHost: localhost:{port}\r\n{header}Connection: close\r\n\r\n"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{reply}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Everybody is let in, and the log names the author of a change.
#[cfg(unix)]
#[test]
fn public_is_let_in_and_changes_are_logged() {
    let own = Town::new();
    let file = own.home.path().join("tokens").display().to_string();
    let made = own.run(&["serve", "--token-file", &file, "--new-token", "clerk", "--admin"], "");
    let token = made.out.trim().to_owned();
    let uploads = own.home.path().join("uploads").display().to_string();
    let mut command = Command::new(program());
    command.env("HOME", own.home.path()).current_dir(own.home.path());
    command.args(["--offline", "--archive", own.archive().to_str().unwrap(), "serve", "--log", "text"]);
    command.args(["--listen", "0.0.0.0:0", "--public", "--token-file", &file, "--uploads", &uploads]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
    let port = address.trim().rsplit(':').next().unwrap().to_owned();
    let send = |head: &str, token: Option<&str>, kind: &str, body: &str| {
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        write!(
            stream,
            "{head} HTTP/1.1\r\nHost: localhost:{port}\r\n{bearer}Content-Type: application/{kind}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    };
    assert!(send("GET /sources", None, "json", "").starts_with("HTTP/1.1 200"));
    let added = send(
        "POST /uploads?name=hire.txt&visibility=sealed",
        Some(&token),
        "octet-stream",
        "Notes\n\nThe board spoke of a hire.\n",
    );
    assert!(added.starts_with("HTTP/1.1 200"), "{added}");
    let id = added.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert!(send(&format!("GET /sources/{id}"), None, "json", "").starts_with("HTTP/1.1 404"));
    let path = format!("/sources/{id}");
    let changed = send(&format!("PATCH {path}"), Some(&token), "json", "{\"visibility\":\"staff\"}");
    assert!(changed.starts_with("HTTP/1.1 200"), "{changed}");
    assert!(send(&format!("DELETE {path}"), Some(&token), "json", "").starts_with("HTTP/1.1 200"));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(child.wait().unwrap().success());
    let mut log = String::new();
    child.stderr.unwrap().read_to_string(&mut log).unwrap();
    for line in ["paper added by clerk", "paper changed by clerk", "paper removed by clerk"] {
        assert!(log.contains(line), "{line}: {log}");
    }
}

/// The picture of the file that was read, and of no other.
#[test]
fn a_page_is_drawn_while_its_file_is_the_one_that_was_read() {
    let dir = tempfile::tempdir().unwrap();
    let paper = dir.path().join("notice.pdf");
    std::fs::write(&paper, pdf(&["The burn permit costs 15 dollars.".into(), "Second page.".into()]))
        .unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let options = IngestOptions::new(Reading::InProcess);
    Ingest::new(&archive, None, options).run(std::slice::from_ref(&paper), &NoObserver).unwrap();
    let server = Running::over(archive.folder().unwrap(), |_| {}, None);
    let id = server.get("/sources").json()["sources"][0]["id"].as_str().unwrap().to_owned();
    let page = server.get(&format!("/sources/{id}/pages/1")).json();
    assert_eq!(page["size"], serde_json::json!([612.0, 792.0]));
    assert_eq!(page["lines"][0]["box"].as_array().unwrap().len(), 4);
    let address = page["picture"].as_str().unwrap();
    let picture = server.get(&format!("{address}?width=306"));
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/png")),
        "{}",
        picture.head
    );
    let number = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (306, 396));
    let tag = picture.header("etag").unwrap();
    assert_eq!(
        server.send("GET", &format!("{address}?width=306"), &[("If-None-Match", tag)], b"").status,
        304
    );
    server.get(&format!("/sources/{id}/pages/3/picture")).is_problem(404);
    // Another file of the same name is another paper.
    std::fs::write(&paper, pdf(&["Something else.".into()])).unwrap();
    server.get(&format!("/sources/{id}/pages/2/picture")).is_problem(404);
    assert_eq!(server.get(&format!("/sources/{id}/pages/2")).status, 200);
}

/// What a newcomer has: the program, a new home, an empty folder.
#[test]
fn the_demo_needs_no_checkout() {
    let dir = tempfile::tempdir().unwrap();
    let [home, empty] = ["home", "empty"].map(|name| dir.path().join(name));
    for folder in [&home, &empty] {
        std::fs::create_dir(folder).unwrap();
    }
    let run = |args: &[&str]| {
        let mut command = Command::new(program());
        for name in
            ["TWOLANE_MODELS", "TWOLANE_ARCHIVE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"]
        {
            command.env_remove(name);
        }
        let output =
            command.env("HOME", &home).current_dir(&empty).arg("--offline").args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), output.stderr)
    };
    let (code, out, error) = run(&["--json", "demo", "--questions", "3"]);
    // 3 where tesseract is missing, for the one page that is a picture.
    assert!(matches!(code, Some(0 | 3)), "{code:?} {out} {}", String::from_utf8_lossy(&error));
    let replies: Vec<serde_json::Value> =
        out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(replies.iter().filter(|reply| reply["question"].is_string()).count(), 3);
    let (code, out, error) = run(&["--json", "ask", "What is the fee for a dog license in Aldersfield?"]);
    assert_eq!(code, Some(0), "{out} {}", String::from_utf8_lossy(&error));
    let reply: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(reply["evidence"]["facts"].to_string().contains("$10.00"), "{reply}");
    // The law of the sample is there too, in both editions.
    let (_, out, _) = run(&["--json", "pack", "list"]);
    assert_eq!(out.matches("\"edition\":").count(), 2, "{out}");
    assert!(empty.join("index/archive/archive.toml").is_file());
}
