//! Statutes in the forms that people save them in: structure, ordinary ingest, hostile files.

use crate::support::{ingesting, skip};

use std::fs;
use std::path::{Path, PathBuf};

use ingesting::*;
use twolane::archive::Archive;
use twolane::ingest::Document;
use twolane::ingest::read::{ReadOptions, read};
use twolane::ingest::statute::{StatuteOptions, Statutes, located, sections_of};
use twolane::law::SectionStatus;
use twolane::law::structure::addresses;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/statute").join(name)
}

fn documents(paths: &[PathBuf]) -> Vec<Document> {
    paths
        .iter()
        .flat_map(|p| read(&fs::read(p).unwrap(), p.to_str().unwrap(), &ReadOptions::default()).unwrap())
        .collect()
}

fn lines_of(statutes: &Statutes) -> Vec<String> {
    let mut out = Vec::new();
    for section in &statutes.sections {
        out.push(format!("{} {} [{}]", section.citation, section.heading, section.status.words()));
        for unit in &section.units {
            out.push(format!("{} | {}", section.address(&unit.path), unit.text));
        }
    }
    out
}

#[test]
fn pages_of_the_general_court() {
    let whole = sections_of(&documents(&[data("html/990-B-mrg.htm")]), &StatuteOptions::default());
    assert_eq!(
        lines_of(&whole),
        [
            "RSA 990-B:1 Purpose. [in force]",
            "RSA 990-B:1 | The purpose of this chapter is to keep the wells and ponds of the towns clean.",
            "RSA 990-B:2 Well Register; Fees. [in force]",
            "RSA 990-B:2 | The clerk of each town shall keep a register of wells, as follows:",
            "RSA 990-B:2, I | I. The register shall name the owner and the place of each well.",
            "RSA 990-B:2, II(a) | II. (a) A new well shall be entered within 30 days after it is dug.",
            "RSA 990-B:2, II(b) | (b) The entry shall state:",
            "RSA 990-B:2, II(b)(1) | (1) The depth of the well; and",
            "RSA 990-B:2, II(b)(2) | (2) The day on which its water was tested.",
            "RSA 990-B:2, II(c) | (c) The fee for an entry is $12, but $5 for a dug well less than 20 feet deep.",
            "RSA 990-B:2, II-a | II-a. A pond that is used as a supply shall be entered as a well under RSA 990-B:4.",
            "RSA 990-B:2, III | III. The register is open to the public.",
            "RSA 990-B:3 Repealed by 2001, 5:1, eff. July 1, 2001. [repealed]",
            "RSA 990-B:4 Ponds. [in force]",
            "RSA 990-B:4, I | I. No person shall draw water from a pond in the register without leave of the board of selectmen.",
            "RSA 990-B:4, II | II. Whoever does shall be fined:",
            "RSA 990-B:4, II(a) | (a) For a first offense, $50; or",
            "RSA 990-B:4, II(b) | (b) For each further offense, $200.",
            "RSA 990-B:4 | Fines are paid to the town.",
        ]
    );
    let second = &whole.sections[1];
    assert_eq!(second.hierarchy, ["TITLE XC PUBLIC WATER", "CHAPTER 990-B WELLS AND PONDS"]);
    assert_eq!(second.history.as_deref(), Some("1971, 14:2. 2011, 9:2, eff. Jan. 1, 2012."));
    assert_eq!(second.effective.as_deref(), Some("2012-01-01"));
    assert!(whole.problems.is_empty(), "{:?}", whole.problems);
    let page = sections_of(&documents(&[data("html/990-B-2.htm")]), &StatuteOptions::default());
    assert_eq!(page.sections, std::slice::from_ref(second));
}

#[test]
fn a_folder_of_xml_ingested_and_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let (report, record) = ingest(&archive, &[&data("xml")], options());
    report.unwrap();
    assert_eq!(record.told(), ["added 90-101.xml", "added 90-102.xml", "added index.xml"]);
    let of = |name: &str| archive.find_source(name).unwrap();
    let summary = of("90-101.xml");
    assert_eq!(summary.meta.lane, "state");
    assert_eq!(summary.meta.jurisdiction.as_deref(), Some("DC"));
    assert_eq!(of("90-102.xml").meta.status.as_deref(), Some("repealed"));
    let source = archive.source(&summary.id).unwrap();
    let aliases = archive.aliases(&summary.id).unwrap();
    let quote = |name: &str| {
        let (_, locator) =
            aliases.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name}: {aliases:?}"));
        source.quote(locator).unwrap().text().to_owned()
    };
    assert_eq!(
        quote("D.C. Code § 90-101(a)(2)"),
        "(2) An entry states: (A) The depth of the well; and (B) The day on which its water was tested."
    );
    assert_eq!(quote("D.C. Code § 90-101(a)(2)(A)"), "(A) The depth of the well; and");
    assert_eq!(quote("D.C. Code § 90-101(a-1)"), "(a-1) A pond counts as a well.");
}

#[test]
fn saved_pages_have_names_for_their_paragraphs_and_bills_have_none() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let mut state = options();
    state.metadata.insert("lane".into(), "state".into());
    state.metadata.insert("jurisdiction".into(), "NH".into());
    let (report, _) = ingest(&archive, &[&data("html/990-B-mrg.htm"), &data("bill.txt")], state);
    report.unwrap();
    let page = archive.find_source("990-B-mrg.htm").unwrap();
    let aliases = archive.aliases(&page.id).unwrap();
    let source = archive.source(&page.id).unwrap();
    let (_, locator) =
        aliases.iter().find(|(n, _)| n == "RSA 990-B:2, II(c)").expect("the paragraph has a name");
    assert_eq!(
        source.quote(locator).unwrap().text(),
        "(c) The fee for an entry is $12, but $5 for a dug well less than 20 feet deep."
    );
    let bill = archive.find_source("bill.txt").unwrap();
    assert_eq!(bill.meta.status.as_deref(), Some("proposed"));
    assert_eq!(bill.meta.doc_type.as_deref(), Some("bill"));
    let names: Vec<String> = archive.aliases(&bill.id).unwrap().into_iter().map(|(n, _)| n).collect();
    assert!(names.iter().all(|n| !n.starts_with("RSA")), "{names:?}");
    for chunk in archive.chunks_of(&bill.id).unwrap() {
        assert!(chunk.record.header.starts_with("Proposed by HB 990 (2031)"), "{}", chunk.record.header);
        assert!(
            chunk.record.section.as_deref().is_none_or(|s| !s.starts_with("RSA")),
            "{:?}",
            chunk.record.section
        );
    }
}

#[test]
fn hostile_xml_is_refused_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let papers = dir.path().join("papers");
    fs::create_dir(&papers).unwrap();
    let lol: String =
        (1..10).map(|i| format!("<!ENTITY l{i} \"{}\">", format!("&l{};", i - 1).repeat(10))).collect();
    let files = [
        ("laughs.xml", format!("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY l0 'lol'>{lol}]><section><num>1</num>&l9;</section>"), "declares entities"),
        ("outside.xml", "<?xml version='1.0'?><!DOCTYPE a SYSTEM 'file:///etc/passwd'><section><num>1</num></section>".into(), "outer document type"),
        ("open.xml", "<?xml version='1.0'?><section><num>1</num><para>".into(), "ends within"),
        ("deep.xml", format!("<?xml version='1.0'?>{}", "<para>".repeat(500_000)), "nest"),
        ("include.xml", "<?xml version='1.0'?><container xmlns:xi='x'><num>1</num><xi:include href='../../etc/passwd'/></container>".into(), "own folder"),
        ("crossed.xml", "<?xml version='1.0'?><section><num>1</section></num>".into(), "well formed"),
    ];
    for (name, text, _) in &files {
        fs::write(papers.join(name), text).unwrap();
    }
    let archive = Archive::create(&dir.path().join("archive")).unwrap();
    let (report, record) = ingest(&archive, &[&papers], options());
    report.unwrap();
    for (name, _, expected) in &files {
        let reason = record.reason(name);
        assert!(reason.contains(expected), "{name}: {reason}");
    }
}

#[test]
fn no_word_of_the_shared_statutes_is_lost() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/statutes");
    if !shared.is_dir() {
        skip::lacks(format_args!("{} is not there", shared.display()));
        return;
    }
    let words = |t: &str| {
        t.split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for name in ["nh-rsa-text-from-2021-bills", "michigan-local-government", "connecticut-local-government"] {
        let path = shared.join(format!("{name}.jsonl"));
        let text = fs::read_to_string(&path).unwrap();
        let documents = documents(&[path]);
        for (line, document) in text.lines().zip(&documents) {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let found = located(document, &StatuteOptions::default());
            let section = &found[0].section;
            if section.status != SectionStatus::InForce {
                continue;
            }
            let texts: Vec<&str> = section.units.iter().map(|u| u.text.as_str()).collect();
            let got = words(&texts.join(" "));
            let wanted = words(record["text"].as_str().unwrap());
            // A part of a section is printed with the labels above it, which its text may leave out.
            let above = got.len().saturating_sub(wanted.len());
            assert!(above <= found[0].part.len() + 1, "{}: {got:?}", section.citation);
            let got = &got[above..];
            // What is not in the units stands before them: number and heading, printed once more.
            let before =
                wanted.len().checked_sub(got.len()).unwrap_or_else(|| panic!("{}", section.citation));
            assert_eq!(&wanted[before..], got, "{}", section.citation);
            let heading = words(&record["heading"].as_str().unwrap().to_lowercase());
            let opening = words(&wanted[..before].join(" ").to_lowercase());
            assert!(before == 0 || opening.ends_with(&heading), "{}: {opening:?}", section.citation);
            assert!(addresses(&section.units).iter().all(|(path, _)| !path.is_empty()));
        }
    }
}
