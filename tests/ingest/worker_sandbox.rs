//! What a worker gives up before it reads a stranger's file, and that reading works without it.
#![cfg(target_os = "linux")]

use crate::support::ingesting;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use ingesting::*;
use serde_json::Value;
use twolane::archive::Archive;
use twolane::ingest::read::OcrMode;
use twolane::ingest::worker::{Force, Probe, probe};

/// True on kernels that have the means; elsewhere there is nothing to show.
fn here(probe: &Probe) -> bool {
    probe.confinement.seccomp.is_there()
}

#[test]
fn everything_that_reading_does_not_need_is_refused() {
    let found = probe(&program()).unwrap();
    assert!(found.tried.len() >= 13, "{found:?}");
    if here(&found) {
        assert_eq!(found.open(), Vec::<&str>::new(), "{found:#?}");
        assert_eq!(found.confinement.seccomp, Force::InForce);
    }
}

#[test]
fn environment_and_descriptors_of_the_parent_stay_outside() {
    let line = format!("exec 9</etc/passwd 17</etc/hosts; exec '{}' worker --probe", program().display());
    let output = Command::new("/bin/bash")
        .args(["-c", &line])
        .env("SECRET", "x")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let found: Probe = serde_json::from_slice(&output.stdout).unwrap();
    for number in [9, 17] {
        assert!(found.confinement.closed.contains(&number), "{found:?}");
    }
    // Started by hand it has an environment; started by its parent it has none.
    assert!(found.open().contains(&"the environment"), "{found:?}");
    assert!(!probe(&program()).unwrap().open().contains(&"the environment"));
}

#[test]
fn a_worker_that_waits_is_filtered_and_can_gain_nothing() {
    let mut child =
        Command::new(program()).arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let path = format!("/proc/{}/status", child.id());
    let field = |name: &str| {
        let status = fs::read_to_string(&path).unwrap();
        let line = status.lines().find(|l| l.starts_with(name)).unwrap_or_default();
        line.rsplit('\t').next().unwrap_or_default().to_owned()
    };
    let start = std::time::Instant::now();
    while field("Seccomp:") != "2" && start.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let (seccomp, privileges) = (field("Seccomp:"), field("NoNewPrivs:"));
    drop(child.stdin.take());
    child.wait().unwrap();
    if here(&probe(&program()).unwrap()) {
        assert_eq!((seccomp.as_str(), privileges.as_str()), ("2", "1"));
    }
}

/// A stand-in for tesseract: says what it could do, in a table of one line.
fn fake_tesseract(dir: &Path, lines: &str) -> std::path::PathBuf {
    let path = dir.join("tesseract");
    let table = r#"table() {
printf 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n'
printf '1\t1\t0\t0\t0\t0\t0\t0\t2550\t3300\t-1\t\n'
n=1; for word in "$@"; do printf '5\t1\t1\t1\t1\t%s\t300\t300\t200\t50\t96\t%s\n' "$n" "$word"; n=$((n+1)); done
}"#;
    fs::write(
        &path,
        format!("#!/bin/sh\n[ \"$1\" = --version ] && exec echo tesseract 5\n{table}\n{lines}\n"),
    )
    .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";

/// What OCR by this stand-in gives for a picture: its lines, or why there are none.
fn recognised(lines: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("scan.png");
    fs::write(&file, PICTURE).unwrap();
    let mut options = options();
    options.read.ocr.mode = OcrMode::Auto;
    options.read.ocr.program = fake_tesseract(dir.path(), lines);
    options.read.ocr.page_time = std::time::Duration::from_secs(5);
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let (report, _) = ingest(&archive, &[&file], options);
    let report = report.unwrap();
    if let Some(unread) = report.unread.first() {
        return unread.reason.clone();
    }
    let source = archive.sources().unwrap().remove(0);
    assert_eq!(report.pages_ocr, 1, "{report:?}");
    let text = archive.source(&source.id).unwrap();
    text.lines().iter().map(|l| l.text.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn pictures_are_recognised_by_a_program_that_can_do_nothing_else() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret");
    fs::write(&secret, "papers").unwrap();
    let (secret, stray) = (secret.display(), outside.path().join("stray"));
    // The picture comes whole, and the table goes back.
    let size = PICTURE.len();
    assert_eq!(recognised("n=$(wc -c); table Town of Alder $n"), format!("Town of Alder {size}"));
    if !here(&probe(&program()).unwrap()) {
        return;
    }
    for (lines, expected) in [
        (format!("if (cat '{secret}') >/dev/null 2>&1; then table read it; else table could not read; fi"), "could not read"),
        ("if (cat /etc/passwd) >/dev/null 2>&1; then table read it; else table could not read; fi".to_owned(), "could not read"),
        (format!("if (echo x > '{}') 2>/dev/null; then table wrote it; else table could not write; fi", stray.display()), "could not write"),
        ("if /bin/bash -c 'exec 3<>/dev/tcp/127.0.0.1/9' 2>&1 | grep -qi 'refused'; then table reached it; else table could not reach; fi".to_owned(), "could not reach"),
        ("if [ -n \"$SECRET$HOME$USER\" ]; then table knows the user; else table knows nothing here; fi".to_owned(), "knows nothing here"),
    ] {
        assert_eq!(recognised(&lines), expected, "{lines}");
    }
    assert!(!stray.exists());
}

#[test]
fn a_program_that_fails_or_hangs_costs_its_page_with_a_reason() {
    for (lines, expected) in [
        ("echo 'no language data' >&2; exit 1", "tesseract failed: no language data"),
        ("exec sleep 60", "longer than 5 s"),
        ("yes | head -c 40000000", "it gives more than 16 MB"),
        ("kill -SEGV $$", "tesseract failed"),
    ] {
        let said = recognised(lines);
        assert!(said.contains(expected), "{lines}: {said}");
    }
}

/// Frames of a worker's answers.
fn frames(bytes: &[u8]) -> Vec<Value> {
    let mut rest = bytes;
    let mut all = Vec::new();
    while let Some((head, tail)) = rest.split_at_checked(4) {
        let length = u32::from_le_bytes(head.try_into().unwrap()) as usize;
        let (body, tail) = tail.split_at(length);
        all.push(serde_json::from_slice(body).unwrap());
        rest = tail;
    }
    all
}

#[test]
fn a_worker_takes_bytes_and_no_path() {
    use std::io::Write;
    let mut child =
        Command::new(program()).arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let options = serde_json::to_value(twolane::ingest::read::ReadOptions::default()).unwrap();
    let limits = serde_json::to_value(twolane::ingest::worker::Limits::default()).unwrap();
    let order = |name: &str| {
        serde_json::json!({"read": {"name": name, "options": options, "skip": [], "limits": limits}})
            .to_string()
    };
    for name in ["a.txt", "/etc/passwd"] {
        let order = order(name);
        stdin.write_all(&u32::try_from(order.len()).unwrap().to_le_bytes()).unwrap();
        stdin.write_all(order.as_bytes()).unwrap();
        for piece in [&b"two "[..], b"lanes", b""] {
            stdin.write_all(&u32::try_from(piece.len()).unwrap().to_le_bytes()).unwrap();
            stdin.write_all(piece).unwrap();
        }
        stdin.flush().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let told = frames(&output.stdout);
    let text: Vec<&str> =
        told.iter().filter_map(|f| f["page"]["page"]["lines"][0]["text"].as_str()).collect();
    assert_eq!(text, ["two lanes", "two lanes"], "{told:?}");
}
