//! A pasted text beside the papers and the law, records of many cases, and references that a table resolves. Words alone,
//! without a model.

use crate::support::town::Town;

fn facts(reply: &serde_json::Value) -> Vec<String> {
    let facts = reply["evidence"]["facts"].as_array().cloned().unwrap_or_default();
    facts.iter().map(|fact| fact["text"].as_str().unwrap_or("").to_owned()).collect()
}

fn town(papers: &[(&str, &str)], law: &[(&str, &str)]) -> Town {
    let town = Town { home: tempfile::tempdir().unwrap() };
    for (lane, files) in [("local", papers), ("state", law)] {
        for (name, text) in files {
            let path = town.file(name, text);
            let read = town.run(&["ingest", "--lane", lane, &path], "");
            assert_eq!(read.code, 0, "{}", read.error);
        }
    }
    town
}

/// The papers' record and the state's rules stand beside a pasted text, whatever share of the question's words they have.
#[test]
fn the_record_and_the_law_stand_beside_a_pasted_text() {
    let minutes = "Town of Harrow\nSelect Board\nMinutes of March 4, 2025\n\nThe inspector reported that eleven piles of the \
                   gangway are rotten.\n\nMr. Lund moved to close the gangway. The motion failed, 1 to 2.\n";
    let other = "Town of Harrow\nSelect Board\nMinutes of May 6, 2025\n\nMr. Cobb claims that his neighbor is liable and \
                 negligent and led the drain onto his lot.\n";
    let law = "12 V.S.A. \u{a7} 77. Liability of municipal units.\nA municipal unit shall be liable for injury that its \
               negligent care of premises causes.\n";
    let town = town(&[("minutes.txt", minutes), ("other.txt", other)], &[("law.txt", law)]);
    let article = "Visitor falls through gangway\nBy Dana Whitcomb\nUpdated May 3, 2025\n\nA visitor fell through the \
                   gangway at Gull Point on Friday and broke an ankle.\n\nThe gangway was known to be rotten. Eleven \
                   piles of the gangway were bad, an inspector had said. The board left the gangway open.\n";
    for question in [
        "What actions taken by the select board led to potential liability?",
        "could the town get sued over the gangway",
    ] {
        let reply = town.ask(&format!("{question}\n\n{article}"), &[]).json;
        let found = facts(&reply);
        let has = |words: &str| found.iter().any(|fact| fact.contains(words));
        // Without a model the second question shares no word with the section.
        let by_words = !question.contains("sued");
        assert!(!by_words || has("municipal unit shall be liable"), "{question}: {found:?}");
        assert!(
            has("piles of the gangway are rotten") || has("moved to close the gangway"),
            "{question}: {found:?}"
        );
        assert!(!has("Mr. Cobb"), "{question}: {found:?}");
        let limitations = reply["evidence"]["limitations"].to_string();
        assert!(!limitations.contains("No matching items"), "{limitations}");
    }
}

/// Of one paper with two items, the item that the pasted text is about is quoted, and not the other with its words of law.
#[test]
fn another_item_of_the_same_paper_is_another_matter() {
    let minutes = "# Harrow Select Board\n## Minutes of March 4, 2025\n\n### 25-7 Gull Point gangway\nThe select board spoke of \
                   its potential liability and of actions that it had taken. Mr. Lund moved to close it. The motion failed, 1 to 2.\n\n\
                   ### 25-8 Cobb and Birch\nMr. Cobb said that the select board ought to find his neighbor liable for potential \
                   actions that led to damage. No action was taken.\n";
    let town = town(&[("minutes.md", minutes)], &[]);
    let article = "Visitor falls at Gull Point\nBy Dana Whitcomb\nUpdated May 3, 2025\n\nA visitor fell at Gull Point on Friday and \
                   broke an ankle. The way at Gull Point was open. Gull Point is the town's.\n";
    let question = "What actions taken by the select board led to potential liability?";
    let found = facts(&town.ask(&format!("{question}\n\n{article}"), &[]).json).join(" | ");
    assert!(!found.contains("ought to find his neighbor"), "{found}");
    // Without the text, nothing tells which item is meant.
    let found = facts(&town.ask(question, &[]).json).join(" | ");
    assert!(found.contains("Mr. Cobb said"), "{found}");
}

/// A decision belongs to the case whose number begins a line above it.
#[test]
fn a_decision_belongs_to_the_case_above_it() {
    let part = |number: &str, name: &str, decision: &str| {
        format!(
            "CASE #{number}\nHearing: March 19, 2025\nApplicant: {name}\n\n{name} spoke for an hour about the lot.\n\nDecision: {decision}\n\n"
        )
    };
    let record = format!(
        "Zoning Board\nNotices of Decision\n\n{}{}{}",
        part("25-03-AB", "Ada Birch", "Variance GRANTED, 4 to 1."),
        part("25-04-CD", "Carl Dunn", "Appeal DENIED, 5 to 0."),
        part("25-05-EF", "Eva Frost", "CONTINUED to October 15.")
    );
    let town = town(&[("decisions.txt", &record)], &[]);
    for (question, own, others) in [
        ("What was the decision in Case #25-04-CD?", "DENIED", ["GRANTED", "CONTINUED"]),
        ("what was the decision in case 25-05-EF", "CONTINUED", ["GRANTED", "DENIED"]),
    ] {
        let found = facts(&town.ask(question, &[]).json).join(" | ");
        assert!(
            found.contains(own) && others.iter().all(|other| !found.contains(other)),
            "{question}: {found}"
        );
    }
    let absent = facts(&town.ask("What was the decision in Case #25-09-XY?", &[]).json).join(" | ");
    assert!(["GRANTED", "DENIED", "CONTINUED"].iter().all(|other| !absent.contains(other)), "{absent}");
}

/// "My unit" is asked back with the keys of the table, however the question is contracted.
#[test]
fn my_unit_is_asked_back_with_the_keys_of_a_table() {
    let paper = "# Declaration of the Heron Row Association\n\n| Unit | Square feet | Share |\n| --- | --- | --- |\n\
                 | 1A | 1,040 | 12% |\n| 2B | 980 | 11% |\n| 3C | 1,260 | 14% |\n";
    let town = town(&[("declaration.md", paper)], &[]);
    for question in [
        "What's the square footage of my unit?",
        "What\u{2019}s the square footage of my unit?",
        "Whats the sq footage of my unit",
        "What is the square footage of my unit?",
    ] {
        let reply = town.ask(question, &[]);
        assert_eq!(reply.code, 4, "{question}: {}", reply.out);
        let options = reply.json["questions"][0]["options"].to_string();
        assert!(["1A", "2B", "3C"].iter().all(|unit| options.contains(unit)), "{question}: {options}");
    }
}

/// An answer that quotes law comes from memory like any other.
#[test]
fn an_answer_that_quotes_law_is_remembered() {
    let law = "TITLE VI\nCHAPTER 91-A\n\n91-A:2 Meetings Open to Public. – A notice of the time and place of each meeting \
               shall be posted in 2 appropriate places at least 24 hours prior to the meeting.\n";
    let minutes =
        "Town of Harrow\nSelect Board Minutes of March 3, 2025\n\nThe Board paid the manifest of $4,120.\n";
    let town = town(&[("minutes.txt", minutes)], &[("law.txt", law)]);
    let question =
        "How many hours prior to the meeting shall a notice of the time and place of each meeting be posted?";
    let first = town.ask(question, &["--state", "NH"]).json;
    assert!(facts(&first).iter().any(|fact| fact.contains("24 hours")), "{first}");
    let again = town.ask(question, &["--state", "NH"]).json;
    assert_eq!((&again["from_memory"], &again["evidence"]), (&true.into(), &first["evidence"]), "{again}");
}

/// A short sentence with a date in a pasted text is no byline.
#[test]
fn a_dated_sentence_of_a_pasted_text_is_quoted() {
    let minutes =
        "Town of Harrow\nSelect Board Minutes of March 3, 2025\n\nThe Board paid the manifest of $4,120.\n";
    let town = town(&[("minutes.txt", minutes)], &[]);
    let article = "Pier closed after inspection\nBy Dana Whitcomb of the Daily Sun\n\nThe pier closed on May 3, 2025. Divers had \
                   found rot in the piles, and the harbor master put up a chain the same night.\n";
    let found = facts(&town.ask(&format!("{article}\n\nWhen did the pier close?"), &["--no-memory"]).json);
    assert!(found.iter().any(|fact| fact.contains("closed on May 3, 2025")), "{found:?}");
    assert!(found.iter().all(|fact| !fact.contains("Dana Whitcomb")), "{found:?}");
}
