//! Sections of law that come as lines of a JSON Lines file, not as a pack.

use serde_json::json;

use crate::support::town::{Town, quotes};

/// What an act once changed stands behind a section and uses the words of whoever asks; the rule itself need not.
#[test]
fn a_section_s_rule_comes_before_the_notes_behind_it() {
    let text = "Sec. 7-900. Fees for copies of plans.\n\n(a) Whoever asks a clerk for a plan that is on file shall be given it on paper.\n\n(b) For each sheet the clerk shall take no more than two dollars.\n\nHistory: 1989 act raised what a clerk charges for copies of plans from one dollar to two dollars; 1999 act let a clerk charge copies of plans by the sheet.";
    let section = json!({ "citation": "Conn. Gen. Stat. § 7-900", "heading": "Fees for copies of plans.", "text": text });
    let town = Town { home: tempfile::tempdir().unwrap() };
    let law = town.file("law.jsonl", &format!("{section}\n"));
    assert_eq!(town.run(&["ingest", &law], "").code, 0);
    let asked = town.ask("What does a clerk charge for copies of plans in Connecticut?", &[]);
    let first = quotes(&asked.json).into_iter().next().unwrap_or_default();
    assert!(first.contains("no more than two dollars"), "{}", asked.out);
}
