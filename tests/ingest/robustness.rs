//! Files that break readers, through the real worker program: each ends in a report, the parent
//! stays small, nothing is left running.

use crate::support::{ingesting, skip};

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use ingesting::*;
use twolane::archive::Archive;
use twolane::ingest::Status;

fn write_odd_files(dir: &Path) {
    let write = |name: &str, bytes: &[u8]| fs::write(dir.join(name), bytes).unwrap();
    let good = pdf(&["The select board met on May 7.".to_owned(), "It adjourned at 9.".to_owned()]);
    write("good.pdf", &good);
    write("good.txt", b"The planning board met.\n");
    write("good.docx", &docx("The zoning board met.", 0));
    write("flate-bomb.pdf", &flate_bomb(1 << 30));
    write("zip-bomb.docx", &docx("bomb", 600 << 20));
    write("truncated.pdf", &good[..good.len() / 2]);
    write("truncated.docx", &docx("cut", 0)[..300]);
    write("empty.pdf", b"");
    write("mislabelled-pdf.txt", &good);
    write("mislabelled-text.pdf", b"These are plain words under the name of a PDF file.\n");
    write("mislabelled-picture.docx", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    write("old-office.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more");
    let locked = format!(
        "/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<{}>/U<{}>>>/ID[<00><00>]",
        "5a".repeat(32),
        "a5".repeat(32)
    );
    write("encrypted.pdf", &pdf_with(&["secret".to_owned()], &locked));
    let pages: Vec<String> = (1..=10_000).map(|n| format!("Page {n} of a very long record")).collect();
    write("ten-thousand-pages.pdf", &pdf(&pages));
    write("deep.html", format!("<html><body>{}deep words", "<div>".repeat(200_000)).as_bytes());
    write("deep-list.html", format!("<html><body>{}deep", "<ul><li>".repeat(50_000)).as_bytes());
    write("deep.jsonl", format!("{{\"text\":{}1{}}}\n", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
    write("deep-array.pdf", &pdf_of(&[[b"[".repeat(200_000), b"]".repeat(200_000)].concat()], ""));
    // Ten megabytes in one line. The parent needs about fifteen bytes for a byte of plain text.
    write("one-line.txt", &b"word ".repeat(2 << 20));
    write("control.txt", &[b"text \x01\x02 ".repeat(3), b"words and more words ".repeat(40)].concat());
    write("huge-count.pdf", b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 99999999>>endobj\ntrailer<</Root 1 0 R>>");
    write("mail.eml", b"From: a@example.org\nSubject: Hearing\nMessage-ID: <1@example.org>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n--x\n--x--\n");
    write("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff");
    write("unknown.bin", b"\0\x01\x02\x03");
    write("code.rs", b"fn main() {}\n");
    #[cfg(unix)]
    {
        fs::create_dir(dir.join("loop")).unwrap();
        write("loop/inside.txt", b"Inside the loop.\n");
        std::os::unix::fs::symlink(dir, dir.join("loop/up")).unwrap();
        std::os::unix::fs::symlink(dir.join("nowhere.pdf"), dir.join("dangling.pdf")).unwrap();
        // A named pipe would block whoever opens it.
        let made = std::process::Command::new("mkfifo").arg(dir.join("pipe.pdf")).status();
        assert!(made.is_ok_and(|s| s.success()));
        use std::os::unix::fs::PermissionsExt;
        write("forbidden.txt", b"Nobody may read this.\n");
        fs::set_permissions(dir.join("forbidden.txt"), fs::Permissions::from_mode(0)).unwrap();
    }
}

#[test]
fn every_odd_file_ends_in_a_report() {
    let home = tempfile::tempdir().unwrap();
    let odd = home.path().join("odd");
    fs::create_dir(&odd).unwrap();
    write_odd_files(&odd);
    let mut paths = vec![odd.as_path()];
    let nasty = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pdf-nasty");
    if nasty.is_dir() {
        paths.push(&nasty);
    } else {
        skip::lacks(format_args!("{} is not there, the collected PDFs are left out", nasty.display()));
    }
    let archive = Archive::create(&home.path().join("archive")).unwrap();
    let before = peak_memory_mb();
    let (report, record) = ingest(&archive, &paths, options());
    let report = report.unwrap();
    let after = peak_memory_mb();

    // Everything that is there was told of, once.
    let mut told = BTreeSet::new();
    for outcome in record.outcomes.lock().unwrap().iter() {
        assert!(told.insert(outcome.path.clone()), "{} was told of twice", outcome.path);
    }
    let mut files = 0;
    for folder in &paths {
        for entry in ignore::WalkBuilder::new(folder).build().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let passed_over =
                ["unknown.bin", "code.rs", "pipe.pdf", "make_probes.py"].contains(&name.as_str());
            if entry.file_type().is_some_and(|t| t.is_file()) && !passed_over {
                let path = fs::canonicalize(entry.path()).unwrap().display().to_string();
                let numbered = format!("{path}#");
                assert!(
                    told.iter().any(|t| *t == path || t.starts_with(&numbered)),
                    "nothing was told of {path}"
                );
                files += 1;
            }
        }
    }
    assert_eq!(
        report.skipped.values().sum::<u64>(),
        report.skipped.get("bin").unwrap_or(&0)
            + report.skipped.get("rs").unwrap_or(&0)
            + report.skipped.get("py").unwrap_or(&0)
    );
    #[cfg(unix)]
    assert!(report.passed_over.iter().any(|p| p.path.ends_with("/pipe.pdf")), "{:?}", report.passed_over);
    eprintln!(
        "{files} files: {} sources, {} pages, {} not read, {:.1} s, peak memory {before:?} -> {after:?} MB",
        report.sources,
        report.pages,
        report.failed.len(),
        report.seconds
    );

    for (name, expected) in [
        ("flate-bomb.pdf", "inflate"),
        ("zip-bomb.docx", "limit"),
        ("truncated.docx", "DOCX"),
        ("empty.pdf", "empty"),
        ("old-office.docx", "Office"),
        ("encrypted.pdf", "--password"),
        ("deep.jsonl", "JSON"),
        ("dangling.pdf", "not there"),
    ] {
        let failed = report.failed.iter().find(|f| f.path.ends_with(name));
        let reason = failed.map_or("it did not fail", |f| f.reason.as_str());
        assert!(reason.to_lowercase().contains(&expected.to_lowercase()), "{name}: {reason}");
    }
    for (name, lines) in [
        ("good.pdf", 2),
        ("good.txt", 1),
        ("good.docx", 1),
        ("mislabelled-text.pdf", 1),
        ("ten-thousand-pages.pdf", 10_000),
        ("loop/inside.txt", 1),
    ] {
        let outcomes = record.outcomes.lock().unwrap();
        let outcome = outcomes.iter().find(|o| o.path.ends_with(name)).unwrap();
        assert_eq!((outcome.status, outcome.lines), (Status::Added, lines), "{name}: {}", outcome.reason);
    }
    let remarks = record.remarks.lock().unwrap().join("\n");
    assert!(remarks.contains("link back"), "{remarks}");
    if fs::read(odd.join("forbidden.txt")).is_err() {
        assert!(record.reason("forbidden.txt").contains("permission"));
    } else {
        skip::not_on_this_machine(
            "this user may read everything, so a file without permission can't be tried",
        );
    }

    // Deep nesting reaches the end of the text.
    let deep = archive.find_source("deep.html").unwrap();
    assert!(archive.source(&deep.id).unwrap().reading().text().contains("deep words"));
    // The parent holds no more than it should, and has let all workers go.
    if let Some(peak) = after {
        assert!(peak < 300, "the parent's peak was {peak} MB");
    }
    assert_eq!(children(), Vec::<u32>::new());

    // A second run reads nothing again but what failed.
    let (again, _) = ingest(&archive, &paths, options());
    let again = again.unwrap();
    assert_eq!((again.added, again.changed), (0, 0));
    assert_eq!(again.unchanged, report.sources);
    assert!(Duration::from_secs_f64(again.seconds) < Duration::from_secs(600));
}
