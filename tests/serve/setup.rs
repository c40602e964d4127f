//! The first run: the page that the program opened, and nobody else, sets up the archive of this machine.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::{JSON, Reply, Running};
use crate::support::ingesting::program;

/// A home folder for the program with `--open`, and a browser that only notes the address that it is given.
struct Machine {
    dir: tempfile::TempDir,
}

struct Opened {
    child: Child,
    client: Running,
    key: String,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Machine {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let browser = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
        let bin = dir.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        let script = format!(
            "#!/bin/sh\necho \"$1\" > '{0}/part' && mv '{0}/part' '{0}/opened'\n",
            dir.path().display()
        );
        std::fs::write(bin.join(browser), script).unwrap();
        std::fs::set_permissions(bin.join(browser), std::fs::Permissions::from_mode(0o755)).unwrap();
        Machine { dir }
    }

    fn open(&self) -> Opened {
        let opened = self.dir.path().join("opened");
        let _ = std::fs::remove_file(&opened);
        let path = format!("{}:{}", self.dir.path().join("bin").display(), std::env::var("PATH").unwrap());
        let mut child = Command::new(program())
            .args(["--offline", "serve", "--open", "--listen", "127.0.0.1:0"])
            .env("HOME", self.dir.path())
            .env("PATH", path)
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("TWOLANE_ARCHIVE")
            .env_remove("TWOLANE_MODELS")
            .current_dir(self.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().strip_prefix("http://").unwrap().parse().unwrap();
        soon("the browser is started", || opened.is_file());
        let page = std::fs::read_to_string(&opened).unwrap();
        let key = page.trim().split_once("/#/open/").expect("the page has a key").1.to_owned();
        Opened { child, client: Running::at(address), key }
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Opened {
    fn begin(&self) -> String {
        let reply = self.client.post("/setup/begin", &json!({ "key": self.key }));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["key"].as_str().unwrap().to_owned()
    }

    fn with(&self, key: &str, method: &str, path: &str, body: &Value) -> Reply {
        let body = if method == "GET" { String::new() } else { body.to_string() };
        self.client.send(method, path, &[JSON, ("X-Twolane-Setup", key)], body.as_bytes())
    }

    fn papers(&self) -> usize {
        self.client.get("/sources").json()["sources"].as_array().unwrap().len()
    }
}

fn soon(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn only_the_opened_page_sets_up() {
    let machine = Machine::new();
    let secret = machine.file("private/letter.txt", "The combination of the safe is 4711.\n");
    let folder = secret.strip_suffix("/letter.txt").unwrap();
    let opened = machine.open();
    let read = json!({ "path": folder });
    // Another user of this machine reaches the server, and has no key.
    for (method, path) in [
        ("GET", "/setup"),
        ("POST", "/setup/folder"),
        ("DELETE", "/setup/folder"),
        ("POST", "/setup/model"),
        ("POST", "/setup/recognition"),
        ("POST", "/setup/sample"),
        ("DELETE", "/setup/sample"),
    ] {
        for key in ["", "x", opened.key.as_str()] {
            opened.with(key, method, path, &read).is_problem(403);
        }
    }
    opened.client.post("/setup/begin", &json!({ "key": "0".repeat(64) })).is_problem(403);
    let key = opened.begin();
    opened.client.post("/setup/begin", &json!({ "key": opened.key })).is_problem(403);
    opened.client.post("/setup/begin", &json!({ "key": key })).is_problem(403);
    // A page of another site can't, with the key or without.
    let foreign = [JSON, ("X-Twolane-Setup", key.as_str()), ("Origin", "http://evil.example")];
    let reply = opened.client.send("POST", "/setup/folder", &foreign, read.to_string().as_bytes());
    reply.is_problem(403);
    assert_eq!(opened.papers(), 0);
    let state = opened.with(&key, "GET", "/setup", &Value::Null).json();
    assert_eq!((&state["papers"], &state["model"]["is_here"]), (&json!(0), &json!(false)));
    let reply = opened.with(&key, "POST", "/setup/folder", &read);
    assert_eq!(reply.json()["added"], 1, "{}", reply.text());
    assert_eq!(opened.papers(), 1);
}

/// A server that was started in another way has no setup at all.
#[test]
fn other_servers_have_no_setup() {
    let server = Running::new();
    server.get("/setup").is_problem(403);
    server.post("/setup/begin", &json!({ "key": "" })).is_problem(403);
    server.post("/setup/folder", &json!({ "path": "/" })).is_problem(403);
}

#[test]
fn a_folder_is_read_watched_and_remembered() {
    let machine = Machine::new();
    machine.file("Minutes/fees.txt", "Town of Alder\nFee Schedule\n\nA kennel license costs $31.\n");
    let opened = machine.open();
    let key = opened.begin();
    for (path, says) in [
        ("Minutes", "not a whole path"),
        ("~/Minuets", "there is no folder"),
        ("~/Minutes/fees.txt", "is a file"),
    ] {
        let refused = opened.with(&key, "POST", "/setup/folder", &json!({ "path": path }));
        refused.is_problem(422);
        assert!(refused.text().contains(says), "{}", refused.text());
    }
    let asked = json!({ "path": "~/Minutes", "town": "Alder", "watch": true });
    let reply = opened.with(&key, "POST", "/setup/folder", &asked).json();
    assert_eq!((&reply["added"], &reply["watched"]), (&json!(1), &json!(true)), "{reply}");
    assert_eq!(opened.client.get("/sources").json()["sources"][0]["meta"]["town"], "Alder");
    machine.file("Minutes/tags.txt", "Town of Alder\n\nA dog tag costs $7.\n");
    soon("a new file of a watched folder is added", || opened.papers() == 2);
    drop(opened);

    machine.file("Minutes/later.txt", "Town of Alder\n\nA boat sticker costs $9.\n");
    let again = machine.open();
    soon("the folder is watched at the next start", || again.papers() == 3);
    let key = again.begin();
    let watched = again.with(&key, "GET", "/setup", &Value::Null).json()["watched"].clone();
    let path = watched[0]["path"].as_str().unwrap().to_owned();
    assert!(path.ends_with("/Minutes") && watched[0]["is_here"] == true, "{watched}");
    assert_eq!(again.with(&key, "DELETE", "/setup/folder", &json!({ "path": path })).status, 200);
    drop(again);
    machine.file("Minutes/last.txt", "Town of Alder\n\nA canoe sticker costs $8.\n");
    let third = machine.open();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(third.papers(), 3, "it is no longer watched");
}

/// The page and the configuration have one list; a folder ends where it was named.
#[test]
fn page_shows_folders_of_the_configuration() {
    let machine = Machine::new();
    machine.file("Minutes/fees.txt", "Town of Alder\n\nA kennel license costs $31.\n");
    machine.file("Own/tags.txt", "Town of Alder\n\nA dog tag costs $7.\n");
    let config = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" };
    machine.file(&format!("{config}/twolane/twolane.toml"), "[[folders]]\npath = '~/Minutes'\n");
    let opened = machine.open();
    soon("the folder of the configuration is read", || opened.papers() == 1);
    let key = opened.begin();
    let added = opened.with(&key, "POST", "/setup/folder", &json!({ "path": "~/Own", "watch": true }));
    assert_eq!(added.json()["added"], 1, "{}", added.text());
    let watched = || opened.with(&key, "GET", "/setup", &Value::Null).json()["watched"].clone();
    let ends: Vec<bool> = watched().as_array().unwrap().iter().map(|one| one["can_end"] == true).collect();
    assert_eq!(ends, [false, true]);
    for (at, status) in [(0, 422), (1, 200)] {
        let path = watched()[at]["path"].clone();
        let reply = opened.with(&key, "DELETE", "/setup/folder", &json!({ "path": path }));
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    assert_eq!(watched().as_array().unwrap().len(), 1);
    drop(opened);
    // What the page adds is read by `sync` too.
    let again = machine.open();
    let key = again.begin();
    again.with(&key, "POST", "/setup/folder", &json!({ "path": "~/Own", "watch": true }));
    drop(again);
    let out = Command::new(program())
        .args(["--offline", "--json", "sync"])
        .env("HOME", machine.dir.path())
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("TWOLANE_ARCHIVE")
        .env_remove("TWOLANE_MODELS")
        .current_dir(machine.dir.path())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    let rows = report["folders"].as_array().unwrap();
    assert!(rows.len() == 2 && rows.iter().all(|row| row["unchanged"] == 1), "{report}");
}

#[test]
fn folder_in_a_watched_one_is_not_watched_too() {
    let machine = Machine::new();
    machine.file("Minutes/2025/fees.txt", "Town of Alder\n\nA kennel license costs $31.\n");
    let opened = machine.open();
    let key = opened.begin();
    let watch = |path: &str| {
        opened.with(&key, "POST", "/setup/folder", &json!({ "path": path, "watch": true })).json()
    };
    let first = watch("~/Minutes");
    assert!(first["watched"] == true && first["not_kept"].is_null(), "{first}");
    // The watch of the first one may still be writing.
    soon("the inner folder is refused", || {
        watch("~/Minutes/2025")["not_kept"].as_str().is_some_and(|why| why.contains("it overlaps with"))
    });
    let state = opened.with(&key, "GET", "/setup", &Value::Null).json();
    assert_eq!(state["watched"].as_array().map(Vec::len), Some(1), "{state}");
}

#[test]
fn example_questions_are_answered_by_their_papers() {
    let machine = Machine::new();
    let schedule =
        "Town of Alder\n\nFee Schedule\n\nService  Fee\nKennel license  $31.00\nBurn permit  $5.00\n";
    let file = machine.file("Papers/fee-schedule_2025.txt", schedule);
    let folder = file.strip_suffix("/fee-schedule_2025.txt").unwrap();
    let opened = machine.open();
    let key = opened.begin();
    assert_eq!(opened.client.get("/examples").json(), json!({ "questions": [], "looking": false }));
    opened.with(&key, "POST", "/setup/folder", &json!({ "path": folder }));
    soon("the questions are found", || opened.client.get("/examples").json()["looking"] == false);
    let questions = opened.client.get("/examples").json()["questions"].clone();
    let questions: Vec<&str> = questions.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(!questions.is_empty());
    for question in questions {
        assert!(question.contains("burn permit") || question.contains("kennel license"), "{question}");
        let reply = opened.client.post("/ask", &json!({ "question": question })).json();
        let first = reply["evidence"]["facts"][0]["text"].as_str().unwrap_or("");
        assert!(reply["evidence"]["mode"] == "answer" && first.contains('$'), "{question}: {first}");
    }
}

#[test]
fn the_sample_comes_and_goes() {
    let machine = Machine::new();
    machine.file("Own/note.txt", "Town of Alder\n\nA kennel license costs $31.\n");
    let opened = machine.open();
    let key = opened.begin();
    let added = opened.with(&key, "POST", "/setup/sample", &json!({})).json();
    assert!(added["sample_papers"].as_u64().is_some_and(|papers| papers > 30), "{added}");
    assert_eq!(opened.client.get("/packs").json()["packs"].as_array().map(Vec::len), Some(2));
    opened.with(&key, "POST", "/setup/folder", &json!({ "path": "~/Own" }));
    let removed = opened.with(&key, "DELETE", "/setup/sample", &json!({})).json();
    assert_eq!((&removed["sample_papers"], &removed["papers"]), (&json!(0), &json!(1)), "{removed}");
    assert_eq!(opened.papers(), 1, "own papers stay, and no section of the sample's law");
    // It may come again.
    let again = opened.with(&key, "POST", "/setup/sample", &json!({})).json();
    assert_eq!(again["sample_papers"], added["sample_papers"]);
}
