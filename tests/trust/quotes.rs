//! A quote says no more than the paper: negations, conditions and modality stay with what they bind,
//! whatever border of the layout stands between (SPEC EVD-11, EVD-12).

// Tests may fail where a library must not.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

mod cases;
mod files;

use crate::support::pdf_writer;

use std::process::Command;

use cases::{Case, Random};
use twolane::answer::{AnswerOptions, candidates};
use twolane::text::{ContentHash, Line, Source, SourceId};

fn source(lines: Vec<Line>) -> Source {
    Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines)
}

/// What is wrong with the facts of a source, and whether one of them says what the case says.
fn faults(source: &Source, case: &Case) -> (Vec<String>, bool) {
    let options = AnswerOptions::default();
    let mut wrong = Vec::new();
    let mut said = false;
    for candidate in candidates(source, 0..source.lines().len(), &options) {
        let fact = candidate.shown(source);
        if !fact.contains(&case.payload) {
            continue;
        }
        match case.guards.iter().find(|g| !fact.contains(g.as_str())) {
            Some(guard) => wrong.push(format!("without {guard:?}: {fact:?}")),
            None if case.hidden.as_ref().is_some_and(|h| fact.contains(h)) => {
                wrong.push(format!("with hidden text: {fact:?}"));
            }
            None => said |= !candidate.cut,
        }
    }
    (wrong, said)
}

#[test]
fn no_border_parts_a_statement_from_what_binds_it() {
    let mut wrong: Vec<String> = Vec::new();
    let (mut silent, mut kinds) = (Vec::new(), std::collections::BTreeMap::<String, (usize, usize)>::new());
    const CASES: u64 = 2400;
    for seed in 0..CASES {
        let case = Case::made(&mut Random::new(seed));
        let source = source(case.lines.clone());
        let (faults, said) = faults(&source, &case);
        let counted = kinds.entry(case.kind.clone()).or_default();
        counted.0 += 1;
        let show = || {
            case.lines
                .iter()
                .map(|l| format!("    {:?} p{} {}", l.flags, l.page, l.text))
                .collect::<Vec<_>>()
                .join("\n")
        };
        if !faults.is_empty() {
            wrong.push(format!("{seed} {}: {}\n{}", case.kind, faults[0], show()));
        } else if !said {
            counted.1 += 1;
            silent.push(format!("{seed} {}: {:?}\n{}", case.kind, case.payload, show()));
        }
    }
    for (kind, (all, silent)) in &kinds {
        println!("{kind}: {all} cases, {silent} silent");
    }
    for text in silent.iter().take(8) {
        println!("SILENT {text}");
    }
    for text in wrong.iter().take(12) {
        println!("WRONG {text}");
    }
    assert!(wrong.is_empty(), "{} of {CASES} cases are wrong", wrong.len());
    // A check that throws everything away would pass as well.
    assert!(silent.len() * 20 <= CASES as usize, "{} of {CASES} cases have no fact", silent.len());
}

#[test]
fn real_files_keep_what_binds_a_statement() {
    let mut wrong = Vec::new();
    let mut silent = Vec::new();
    let mut all = 0;
    for seed in 0..60 {
        let case = Case::prose(&mut Random::new(10_000 + seed));
        for (name, lines) in files::through_readers(&case) {
            all += 1;
            let show = lines
                .iter()
                .map(|l| format!("    {:?} p{} {:?} {}", l.flags, l.page, l.heading, l.text))
                .collect::<Vec<_>>()
                .join("\n");
            let (faults, said) = faults(&source(lines), &case);
            if !faults.is_empty() {
                wrong.push(format!("{seed} {name} {}: {}\n{show}", case.kind, faults[0]));
            } else if !said {
                silent.push(format!("{seed} {name} {}: {:?}\n{show}", case.kind, case.payload));
            }
        }
    }
    for text in wrong.iter().take(10) {
        println!("WRONG {text}");
    }
    for text in silent.iter().take(6) {
        println!("SILENT {text}");
    }
    println!("{all} files, {} silent", silent.len());
    assert!(wrong.is_empty(), "{} of {all} files are wrong", wrong.len());
    assert!(silent.len() * 10 <= all, "{} of {all} files have no fact", silent.len());
}

#[test]
fn a_long_sentence_is_one_fact_in_several_quotes() {
    let options = AnswerOptions::default();
    let made = |clauses: usize, clause: &str| {
        let mut lines =
            vec![Line::plain(1, 1, "No owner of a lot in the district shall, by day or by night,")];
        for i in 0..clauses {
            lines.push(Line::plain(
                1,
                i as u32 + 2,
                format!("{clause} number {i} of the many that the warrant names,"),
            ));
        }
        lines.push(Line::plain(1, clauses as u32 + 2, "or let a goat graze on the common."));
        source(lines)
    };
    let s = made(20, "burn brush on the lot");
    let all = candidates(&s, 0..s.lines().len(), &options);
    assert!(!all.is_empty());
    for c in &all {
        assert!(c.pieces.len() > 1 && c.pieces.len() <= options.max_quote_pieces && !c.cut);
        let shown = c.shown(&s);
        assert!(
            shown.starts_with("No owner") && shown.ends_with("on the common.") && !shown.contains('\u{2026}'),
            "{shown}"
        );
        for claim in c.claims(&s).unwrap() {
            assert!(claim.quote.split_whitespace().count() <= 60);
            assert!(s.resolve(&claim.locator).unwrap().len() <= 3);
        }
    }
    // Too long to show whole: what keeps its head and loses nothing that binds is shown as cut.
    let s = made(90, "burn brush on the lot");
    let all = candidates(&s, 0..s.lines().len(), &options);
    assert!(!all.is_empty() && all.iter().all(|c| c.cut && c.shown(&s).starts_with("No owner")));
    // A condition before what answers can't be left out.
    let s = made(90, "except with leave burn brush");
    let all = candidates(&s, 0..s.lines().len(), &options);
    assert!(!all.iter().any(|c| c.shown(&s).contains("goat")), "{all:?}");
}

fn ask(name: &str, bytes: &[u8], question: &str) -> (i32, serde_json::Value) {
    let home = tempfile::tempdir().unwrap();
    let paper = home.path().join(name);
    std::fs::write(&paper, bytes).unwrap();
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_twolane"))
            .current_dir(home.path())
            .args(["--offline", "--archive"])
            .arg(home.path().join("archive"))
            .args(["--model-dir", "no-models", "--json"])
            .args(args)
            .output()
            .unwrap()
    };
    let read = run(&["ingest", "--ocr", "never", paper.to_str().unwrap()]);
    assert!(matches!(read.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&read.stderr));
    let asked = run(&["ask", question]);
    let json = serde_json::from_slice(&asked.stdout).unwrap_or_default();
    (asked.status.code().unwrap_or(-1), json)
}

/// Facts that have these words also have the others; level 1 too, whatever the exit code.
fn assert_bound(name: &str, bytes: &[u8], question: &str, words: &str, bound: &[&str]) {
    let (code, json) = ask(name, bytes, question);
    let facts: Vec<&str> = json["evidence"]["facts"]
        .as_array()
        .map(|f| f.iter().filter_map(|f| f["text"].as_str()).collect())
        .unwrap_or_default();
    let level = json["answer"]["level1"].as_str().unwrap_or("");
    let with: Vec<&&str> = facts.iter().filter(|f| f.contains(words)).collect();
    assert!(!with.is_empty(), "{name}: exit {code}, no fact has {words:?}: {facts:?}");
    for text in with.into_iter().copied().chain(level.contains(words).then_some(level)) {
        for b in bound {
            assert!(text.contains(b), "{name}: {text:?} lacks {b:?}");
        }
    }
    for fact in json["evidence"]["facts"].as_array().unwrap() {
        for quote in fact["support"].as_array().unwrap() {
            let quote = quote["quote"].as_str().unwrap();
            assert!(quote.split_whitespace().count() <= 60);
            // Between marks stand quotes and nothing else.
            assert!(!quote.contains('\u{2026}'), "{quote}");
        }
    }
}

#[test]
fn a_negation_at_a_pages_end_stays() {
    use pdf_writer::{pdf, show};
    let first = [
        show(72, 760, 12, "TOWN OF ALDER"),
        show(72, 700, 12, "The select board wrote these rules for all the dogs and cats of the town."),
        show(72, 684, 12, "No resident of the town of Alder shall at any time of the year be allowed to"),
        show(300, 40, 12, "1"),
    ];
    let second = [
        show(72, 760, 12, "TOWN OF ALDER"),
        show(72, 700, 12, "keep more than 3 dogs at any one house within the bounds of the town."),
        show(72, 684, 12, "The clerk keeps a list of them."),
        show(300, 40, 12, "2"),
    ];
    let paper = pdf(&[first.concat(), second.concat()], "");
    assert_bound(
        "dogs.pdf",
        &paper,
        "Is a resident of Alder allowed to keep more than 3 dogs at one house?",
        "keep more than 3 dogs",
        &["No resident of the town of Alder shall"],
    );
}

#[test]
fn a_negation_before_a_blank_line_stays() {
    let text = "Town of Alder\nBoat Rules\n\nThe harbor master of the town of Alder shall never allow,\n\n\
        whatever is paid for it, more than 12 boats to be moored at the town pier.\n\nThe pier is made of oak.\n";
    assert_bound(
        "boats.txt",
        text.as_bytes(),
        "Are more than 12 boats to be moored at the town pier of Alder?",
        "more than 12 boats",
        &["shall never allow,"],
    );
}

#[test]
fn an_item_keeps_what_leads_into_it() {
    let text = "Town of Alder\nBeach Rules\n\nIt shall be unlawful for any person to:\n\n(a) keep a pig on the town beach,\n\
        (b) light a fire on the town beach, or\n(c) park a boat on the town beach for more than 2 hours.\n\nThe beach is long.\n";
    assert_bound(
        "beach.txt",
        text.as_bytes(),
        "May a person park a boat on the town beach for more than 2 hours?",
        "park a boat",
        &["It shall be unlawful for any person to:"],
    );
}

#[test]
fn hanging_items_of_a_pdf_are_no_rows() {
    use pdf_writer::{pdf, show};
    let page = [
        show(72, 700, 12, "No person shall do any of these in the Village at any time:"),
        show(72, 680, 12, "(a)"),
        show(110, 680, 12, "moor at the public dock a boat or a raft that is any longer"),
        show(110, 664, 12, "than 25 feet in the Village;"),
        show(72, 648, 12, "(b)"),
        show(110, 648, 12, "swim from the public dock after the sun has gone down there"),
        show(110, 632, 12, "or before it has come up again;"),
        show(72, 616, 12, "(c)"),
        show(110, 616, 12, "clean fish on the public dock."),
    ];
    let paper = pdf(&[page.concat()], "");
    assert_bound(
        "dock.pdf",
        &paper,
        "How long a boat may a person moor at the public dock in the Village?",
        "than 25 feet",
        &["No person shall", "moor at the public dock a boat"],
    );
}
