//! Checks that every kind of expectation can hold and can fail: an expectation that can't fail proves
//! nothing.

use serde_json::{Value, json};

use super::expect::Expect;
use super::observed::Observed;
use twolane_answer::{QuoteVerdict, Recheck, Stray, Verdict};

fn answer() -> Observed {
    let output = json!({
        "status": "proceed",
        "answer": {"level1": "The fee is $15.", "level2": "“The fee is $15.”\nNot shown: the late fee", "level3": "x"},
        "form": {"name": "levels", "markdown": "The fee is $15."},
        "model_calls": 2,
        "steps": [
            {"phase": "question", "question": "What is the fee?", "queries": ["fee schedule"], "status": "completed"},
            {"phase": "part", "question": "Who sells it?", "queries": [], "status": "failed"}
        ],
        "research": {"stop": "nothing_open"},
        "from_memory": true,
        "choice": {"answer": "B", "note": "x", "reasons": [
            {"choice": "A", "holds": "no", "support": []},
            {"choice": "B", "holds": "yes", "support": [{"source_id": "a", "locator": "L1", "quote": "The fee is $15."}]}
        ]},
        "resolved_context": {"fields": {"town": "Alder"}, "question": "What is the fee in Alder? secretword"},
        "evidence": {
            "mode": "answer",
            "answer": "The fee is $15.",
            "facts": [
                {"text": "The fee is $15.", "support": [{"source_id": "a", "locator": "L1", "quote": "The  fee is\n$15."}]},
                {"text": "A permit is needed.", "support": [{"source_id": "s", "locator": "L1", "quote": "A permit is needed."}]},
                {"text": "By the clerk.", "support": [{"source_id": "a", "locator": "L2", "quote": "By the clerk."}]}
            ],
            "gaps": [{"need": "the late fee", "why": "no_quote_found", "reason": "Nothing has: late.", "searched": ["late fee Alder"]}],
            "conflicts": [{"key": "fee", "values": [{"value": "$15", "quote": "q"}, {"value": "$16", "quote": "r"}]}],
            "limitations": ["Law is quoted from edition 2025."],
            "used_statewide": true,
            "citations_index": [{"source_id": "a", "title": "Fee schedule"}],
            "record_strength": {"tier": "B"}
        }
    });
    Observed {
        output,
        queries: vec!["fee Alder".into()],
        lanes: vec!["local".into(), "state".into(), "local".into()],
        recheck: None,
    }
}

fn asked_back() -> Observed {
    let output = json!({
        "status": "clarify",
        "questions": [
            {"field": "unit", "prompt": "Which unit?", "options": ["4B", "7A"]},
            {"field": "town", "prompt": "Which town?", "options": []}
        ],
        "notes": {"reason": ["AmbiguousSubject"], "round": 2}
    });
    Observed { output, ..Observed::default() }
}

fn expect(text: &str) -> Expect {
    toml::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn each_expectation_holds_and_fails() {
    for (seen, holds, fails) in [
        (answer(), r#"status = ["clarify", "proceed"]"#, r#"status = ["clarify"]"#),
        (answer(), r#"mode = "answer""#, r#"mode = "report_insufficient_evidence""#),
        (answer(), r#"tier = ["A", "B"]"#, r#"tier = ["A"]"#),
        (
            answer(),
            r#"quotes = ["fee is $15", "by the CLERK"]"#,
            r#"quotes = ["fee is $15", "by the board"]"#,
        ),
        (answer(), r#"any_quote = ["nothing", "by the clerk"]"#, r#"any_quote = ["nothing", "nobody"]"#),
        (answer(), r#"first_quote = "$15""#, r#"first_quote = "clerk""#),
        (answer(), r#"quotes_not = ["$16"]"#, r#"quotes_not = ["$16", "clerk"]"#),
        (answer(), r#"shown = ["fee is $15"]"#, r#"shown = ["fee is $17"]"#),
        (answer(), r#"not_shown = ["$17", "late"]"#, r#"not_shown = ["needed"]"#),
        (answer(), r#"nowhere = ["secretword"]"#, r#"nowhere = ["fee schedule"]"#),
        (answer(), r#"lanes_only = ["local", "state"]"#, r#"lanes_only = ["local"]"#),
        (answer(), r#"lanes = ["state"]"#, r#"lanes = ["state", "user"]"#),
        (answer(), r#"lane_dominates = "local""#, r#"lane_dominates = "state""#),
        (answer(), r#"gaps = ["no_quote_found"]"#, r#"gaps = ["clarify_timeout"]"#),
        (answer(), r#"gap_names = ["late fee"]"#, r#"gap_names = ["dog"]"#),
        (asked_back(), "no_gaps = true", ""),
        (answer(), "", "no_gaps = true"),
        (answer(), r#"conflict = ["15", "16"]"#, r#"conflict = ["15", "17"]"#),
        (asked_back(), "no_conflict = true", ""),
        (answer(), "", "no_conflict = true"),
        (answer(), "facts = [1, 3]", "facts = [0, 2]"),
        (answer(), r#"queries_not = ["Birch"]"#, r#"queries_not = ["alder"]"#),
        (answer(), r#"queries = ["alder"]"#, r#"queries = ["birch"]"#),
        (answer(), "model_calls_at_most = 2", "model_calls_at_most = 1"),
        (answer(), "model_calls_at_least = 2", "model_calls_at_least = 3"),
        (asked_back(), "round = 2", "round = 1"),
        (asked_back(), r#"asks = ["town", "unit"]"#, r#"asks = ["unit"]"#),
        (asked_back(), r#"asks_not = ["floor"]"#, r#"asks_not = ["unit"]"#),
        (asked_back(), "questions = 2", "questions = 3"),
        (asked_back(), r#"offers = ["4B"]"#, r#"offers = ["5C"]"#),
        (asked_back(), r#"reasons = ["AmbiguousSubject"]"#, r#"reasons = ["UnknownIntent"]"#),
        (answer(), "used_statewide = true", "used_statewide = false"),
        (answer(), r#"limitations = ["edition 2025"]"#, r#"limitations = ["edition 2023"]"#),
        (answer(), r#"cites = ["fee schedule"]"#, r#"cites = ["minutes"]"#),
        (answer(), r#"cites_not = ["minutes"]"#, r#"cites_not = ["fee"]"#),
        (answer(), "resolved = { town = \"alder\" }", "resolved = { town = \"Birch\" }"),
        (answer(), r#"question = ["Alder"]"#, r#"question = ["Birch"]"#),
        (answer(), "steps = [1, 2]", "steps = [3, 4]"),
        (answer(), "steps_completed = 1", "steps_completed = 2"),
        (answer(), r#"step_questions = ["the fee"]"#, r#"step_questions = ["the dog"]"#),
        (answer(), r#"step_questions_not = ["Birch"]"#, r#"step_questions_not = ["fee schedule"]"#),
        (answer(), r#"phases = ["question", "part"]"#, r#"phases = ["definition"]"#),
        (answer(), r#"research_stop = ["nothing_open"]"#, r#"research_stop = ["deadline"]"#),
        (answer(), "from_memory = true", "from_memory = false"),
        (answer(), r#"choice = "B""#, r#"choice = "none""#),
        (answer(), r#"choice_quotes = { B = "$15" }"#, r#"choice_quotes = { A = "$15" }"#),
    ] {
        assert_eq!(expect(holds).check(&seen), Vec::<String>::new(), "{holds}");
        if !fails.is_empty() {
            assert_eq!(expect(fails).check(&seen).len(), 1, "{fails}: {:?}", expect(fails).check(&seen));
        }
    }
    assert!(toml::from_str::<Expect>("qoutes = []").is_err(), "a slip in a name is no silence");
    // An answer without quotes does not satisfy a list of lanes.
    assert_eq!(expect(r#"lanes_only = ["local"]"#).check(&asked_back()).len(), 1);
}

#[test]
fn every_field_is_tried_above() {
    let source = include_str!("expect.rs");
    let tried = include_str!("expect_tests.rs");
    let body = source.split("pub struct Expect {").nth(1).and_then(|s| s.split("\n}").next()).unwrap();
    for line in body.lines().filter_map(|l| l.trim().strip_prefix("pub ")) {
        let name = line.split(':').next().unwrap();
        assert!(tried.contains(&format!("{name} = ")), "{name} is never tried");
    }
}

#[test]
fn an_unsound_answer_fails_whatever_is_expected() {
    let quote = |verdict| QuoteVerdict {
        verdict,
        source_id: "a".into(),
        locator: "L1".into(),
        quote: "x".into(),
        found: None,
        old_hash: None,
        new_hash: None,
        note: String::new(),
    };
    let with = |quotes: Vec<QuoteVerdict>, tokens: Vec<Stray>| {
        let recheck = Recheck {
            quotes,
            counts: Default::default(),
            unsupported_tokens: tokens,
            texts: Vec::new(),
            accounted: false,
            made_again: None,
            ok: false,
        };
        Observed { recheck: Some(recheck), output: Value::Null, ..Observed::default() }
    };
    let stray = Stray { token: "$99".into(), place: "answer.level1".into() };
    assert!(Expect::default().check(&with(vec![quote(Verdict::Exact)], vec![])).is_empty());
    assert_eq!(Expect::default().check(&with(vec![quote(Verdict::Moved)], vec![])).len(), 1);
    assert_eq!(Expect::default().check(&with(vec![quote(Verdict::NotFound)], vec![stray])).len(), 2);
}
