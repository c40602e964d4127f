//! Workers that misbehave, played by small scripts: what each costs is its file alone, and the
//! report says what happened.
#![cfg(unix)]

use crate::support::ingesting;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use ingesting::*;
use serde_json::{Value, json};
use twolane::archive::Archive;
use twolane::ingest::{IngestError, IngestOptions, Reading};

/// A worker program made of shell lines; `$HERE` is its folder.
fn script(dir: &Path, lines: &str) -> PathBuf {
    let path = dir.join("worker.sh");
    fs::write(&path, format!("#!/bin/sh\nHERE='{}'\n{lines}\n", dir.display())).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn frames(replies: &[Value]) -> Vec<u8> {
    let mut out = Vec::new();
    for reply in replies {
        let body = reply.to_string();
        out.extend(u32::try_from(body.len()).unwrap().to_le_bytes());
        out.extend(body.as_bytes());
    }
    out
}

fn with(program: PathBuf) -> IngestOptions {
    let mut options = options();
    options.reading = Reading::Workers { program };
    options.limits.silence_ms = 2_000;
    options
}

#[test]
fn each_way_to_fail_has_its_reason() {
    for (lines, expected) in [
        ("kill -ABRT $$", "signal 6 (abort)"),
        ("kill -SEGV $$", "signal 11 (invalid memory access)"),
        ("echo 'something odd' >&2; exit 7", "status 7: something odd"),
        ("echo 'memory allocation of 99 bytes failed' >&2; kill -ABRT $$", "more than 2048 MB of memory"),
        ("echo \"thread 'reader' has overflowed its stack\" >&2; kill -ABRT $$", "nested too deeply"),
        ("exec sleep 600", "longer than 2 s"),
        ("exec yes", "a frame of"),
        ("printf 'abcd'; exec sleep 600", "a frame of"),
        ("printf '\\003\\000\\000\\000{}}'; exec sleep 600", "not a message"),
        ("printf '\\020\\000\\000\\000'; exit 0", "ended with status 0"),
        ("cat \"$HERE/early.bin\"; exec sleep 600", "0 documents"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.txt");
        fs::write(&file, "words").unwrap();
        let hash = "0".repeat(64);
        let early = frames(&[
            json!({"page": {"document": 0, "page": page(1, &[])}}),
            json!({"done": {"documents": 0, "hash": hash}}),
        ]);
        fs::write(dir.path().join("early.bin"), early).unwrap();
        let archive = Archive::create(&dir.path().join("archive")).unwrap();
        let (report, _) = ingest(&archive, &[&file], with(script(dir.path(), lines)));
        let report = report.unwrap();
        let reason = &report.failed[0].reason;
        assert!(reason.contains(expected), "{lines}: {reason}");
    }
}

fn page(number: u32, lines: &[&str]) -> Value {
    let lines: Vec<Value> =
        (1..).zip(lines).map(|(n, text)| json!({"page": number, "number": n, "text": text})).collect();
    json!({"number": number, "label": null, "size": null, "lines": lines, "status": {"status": "read"}, "engine": "script"})
}

#[test]
fn a_page_that_kills_is_left_out_of_the_second_try() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "words").unwrap();
    let first = frames(&[
        json!({"opened": {"pages": 3}}),
        json!({"reading": {"page": 1}}),
        json!({"reading": {"page": 2}}),
    ]);
    let mut unread = page(2, &[]);
    unread["status"] = json!({"status": "unread", "reason": "left out"});
    let second = frames(&[
        json!({"opened": {"pages": 3}}),
        json!({"reading": {"page": 1}}),
        json!({"page": {"document": 0, "page": page(1, &["first"])}}),
        json!({"page": {"document": 0, "page": unread}}),
        json!({"page": {"document": 0, "page": page(3, &["third"])}}),
        json!({"document": {"document": 0, "kind": "pdf", "title": "T", "meta": {}, "notes": []}}),
        json!({"done": {"documents": 1, "hash": blake3::hash(b"words").to_hex().to_string()}}),
    ]);
    fs::write(dir.path().join("first.bin"), first).unwrap();
    fs::write(dir.path().join("second.bin"), second).unwrap();
    let lines = "if [ -e \"$HERE/tried\" ]; then cat \"$HERE/second.bin\"; cat > \"$HERE/request\"; mv \"$HERE/request\" \"$HERE/asked\";\nelse touch \"$HERE/tried\"; cat \"$HERE/first.bin\"; kill -ABRT $$; fi";
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let mut options = with(script(dir.path(), lines));
    options.limits.silence_ms = 20_000;
    let (report, record) = ingest(&archive, &[&file], options);
    let report = report.unwrap();
    assert!(report.failed.is_empty(), "{:?}", report.failed);
    assert_eq!((report.pages, report.pages_unread, report.lines), (3, 1, 2));
    assert_eq!(report.unread[0].pages, [2]);
    assert_eq!(record.told(), ["added a.txt"]);
}

#[test]
fn what_a_hanging_worker_started_ends_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "words").unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let lines = "sleep 600 & echo $! > \"$HERE/child\"; wait";
    let (report, _) = ingest(&archive, &[&file], with(script(dir.path(), lines)));
    assert_eq!(report.unwrap().failed.len(), 1);
    let child = fs::read_to_string(dir.path().join("child")).unwrap();
    let runs = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z')).then_some(stat)
    };
    // A busy machine takes its time to end what was killed; the child itself sleeps for ten minutes.
    let mut looks = 0;
    while runs().is_some() && looks < 600 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        looks += 1;
    }
    assert_eq!(runs(), None, "the worker's child still runs");
}

#[test]
fn a_program_that_is_not_there_ends_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "words").unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let (report, _) = ingest(&archive, &[&file], with(dir.path().join("nothing")));
    let error = report.unwrap_err();
    assert!(matches!(error, IngestError::Worker(_)), "{error}");
    assert!(error.to_string().contains("could not be started"), "{error}");
}

#[test]
fn a_file_that_changes_while_it_is_read_waits_for_the_next_run() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.txt");
    fs::write(&file, "words").unwrap();
    let replies = frames(&[
        json!({"page": {"document": 0, "page": page(0, &["other"])}}),
        json!({"document": {"document": 0, "kind": "text", "title": null, "meta": {}, "notes": []}}),
        json!({"done": {"documents": 1, "hash": blake3::hash(b"other").to_hex().to_string()}}),
    ]);
    fs::write(dir.path().join("replies.bin"), replies).unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let lines = "cat \"$HERE/replies.bin\"; cat > /dev/null";
    let (report, _) = ingest(&archive, &[&file], with(script(dir.path(), lines)));
    assert!(report.unwrap().failed[0].reason.contains("changed while"));
    assert!(archive.sources().unwrap().is_empty());
}
