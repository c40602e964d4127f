//! Pages that wait for text recognition, and quotes from pages that were recognized.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use super::support::town::Town;

/// A stand-in for tesseract, which finds the same line on each picture.
const RECOGNIZER: &str = r#"#!/bin/sh
[ "$1" = --version ] && exec echo tesseract 5
printf 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n'
printf '1\t1\t0\t0\t0\t0\t0\t0\t2550\t3300\t-1\t\n'
n=1
for word in The fee for a mooring permit in Alder is '$85.'; do
    printf '5\t1\t1\t1\t1\t%s\t300\t300\t200\t50\t91\t%s\n' "$n" "$word"
    n=$((n+1))
done
"#;

fn picture(folder: &Path, name: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let bytes = [b"\x89PNG\r\n\x1a\n the picture ".as_slice(), name.as_bytes()].concat();
    std::fs::write(folder.join(name), bytes).unwrap();
}

fn recognizer(town: &Town) -> String {
    let program = town.home.path().join("tesseract");
    std::fs::write(&program, RECOGNIZER).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    town.file("ocr.toml", &format!("[ocr]\nprogram = \"{}\"\n", program.display()))
}

#[test]
fn waiting_pages_are_read_with_the_values_of_their_first_ingest() {
    let town = Town::new();
    let with = recognizer(&town);
    let scans = town.home.path().join("scans");
    let paper = |name: &str| {
        picture(&scans, name);
        scans.join(name).to_str().unwrap().to_owned()
    };
    let (plain, stated) = (paper("a.png"), paper("b.png"));
    let flags = [
        "--town",
        "Cedar",
        "--board",
        "Harbor Board",
        "--visibility",
        "staff",
        "--set",
        "title=Mooring Fees",
        "--base-url",
        "https://cedar.example/fees",
    ];
    for (file, flags) in [(&plain, &[][..]), (&stated, &flags[..])] {
        let args = [&["ingest", "--ocr", "never", file], flags].concat();
        let read = town.run(&args, "");
        assert_eq!(read.code, 0, "{}", read.error);
        assert!(read.error.contains("twolane ocr"), "{}", read.error);
    }
    let off = town.file("off.toml", "[ocr]\nmode = \"never\"\n");
    let refused = town.run(&["--config", &off, "ocr"], "");
    assert!(refused.code == 1 && refused.error.contains("ocr.mode"), "{}", refused.error);
    let absent = town.file("absent.toml", "[ocr]\nprogram = \"/no/such/tesseract\"\n");
    let refused = town.run(&["--config", &absent, "ocr"], "");
    assert!(
        refused.code == 1
            && refused.error.contains("2 pages of 2 papers wait")
            && refused.error.contains("install tesseract"),
        "{}",
        refused.error
    );

    let read = town.run(&["--config", &with, "ocr"], "");
    assert_eq!(read.code, 0, "{} {}", read.out, read.error);
    assert!(read.out.contains("2 sources (0 added, 2 changed"), "{}", read.out);
    let shown = town.run(&["--json", "source", "show", &stated], "").json;
    let meta = &shown["meta"];
    assert_eq!(shown["title"], "Mooring Fees", "{shown}");
    for (field, value) in [
        ("town", json!("Cedar")),
        ("board", json!("Harbor Board")),
        ("visibility", json!("staff")),
        ("url", json!("https://cedar.example/fees/b.png")),
        ("ocr_confidence", json!(91)),
    ] {
        assert_eq!(meta[field], value, "{field}: {meta}");
    }
    let shown = town.run(&["source", "show", &stated], "").out;
    assert!(shown.contains("1 page recognized, mean confidence 91 %"), "{shown}");

    let asked = ["ask", "What is the fee for a mooring permit?", "--town", "Cedar"];
    let answer = town.run(&asked, "");
    assert!(
        answer.out.contains("$85.") && answer.out.contains("[staff only] [scan, OCR 91 %]"),
        "{}",
        answer.out
    );
    let answer = town.ask(asked[1], &asked[2..]);
    let saved = town.file("saved.json", &answer.out);
    let verified = town.run(&["verify", &saved], "");
    assert_eq!(verified.code, 0, "{} {}", verified.out, verified.error);
    let forged = answer.out.replace("\"ocr_confidence\":91", "\"ocr_confidence\":99");
    assert_ne!(forged, answer.out);
    let saved = town.file("forged.json", &forged);
    assert_eq!(town.run(&["verify", &saved], "").code, 5);

    // Nothing waits any more.
    let again = town.run(&["--config", &with, "ocr"], "");
    assert!(again.code == 0 && again.error.contains("no page waits"), "{}", again.error);
}

#[test]
fn a_waiting_paper_whose_file_is_gone_is_named() {
    let town = Town::new();
    let with = recognizer(&town);
    let scans = town.home.path().join("scans");
    picture(&scans, "kept.png");
    picture(&scans, "lost.png");
    let read = town.run(&["ingest", "--ocr", "never", scans.to_str().unwrap()], "");
    assert_eq!(read.code, 0, "{}", read.error);
    std::fs::remove_file(scans.join("lost.png")).unwrap();
    let read = town.run(&["--config", &with, "ocr"], "");
    assert_eq!(read.code, 3, "{} {}", read.out, read.error);
    assert!(read.error.contains("lost.png is no longer there"), "{}", read.error);
    let read = town.run(&["--config", &with, "ocr"], "");
    assert_eq!(read.code, 1, "{} {}", read.out, read.error);
}
