//! Sessions, texts of the user, follow-ups, traces and chat, through the built program.

use crate::support::town;

use serde_json::Value;
use town::{ARTICLE, Town, quoted, quotes};

#[test]
fn a_pasted_article_is_evidence_and_no_record() {
    let town = Town::new();
    let input = format!("{ARTICLE}\nHow did the Harbor Committee vote on the pier repair?");
    let asked = town.ask(&input, &["--session", "pier"]);
    assert_eq!(asked.code, 0, "{}", asked.out);
    let evidence = &asked.json["evidence"];
    assert!(quoted(&asked.json, "voted 3 to 2 in February"), "{}", asked.out);
    let index = evidence["citations_index"].as_array().unwrap();
    let cited = index.iter().find(|c| c["source_id"] == "user:1").expect("the text is cited");
    assert!(cited["title"].as_str().unwrap().starts_with("USER-PROVIDED TEXT: Pier closed after fall"));
    let limits = evidence["limitations"].to_string();
    assert!(limits.contains("No matching items were found in the archive for this situation"), "{limits}");
    let gaps = evidence["gaps"].to_string();
    assert!(!gaps.contains("No paper in this archive"), "{gaps}");
    assert_eq!(evidence["record_strength"]["tier"], "C");
    let locator = evidence["facts"][0]["support"][0]["locator"].as_str().unwrap();
    assert!(locator.starts_with('L'), "{locator}");
    assert_eq!(asked.json["session_sources"][0]["type"], "article");

    // The next question needs no paste; "the pier" is the session's.
    let next = town.ask("What price was named for the work on the pier?", &["--session", "pier"]);
    assert!(quoted(&next.json, "$86,000"), "{}", next.out);
    let shown = town.run(&["session", "show", "pier", "--json"], "");
    assert_eq!(shown.json["situation"]["title"], "Pier closed after fall");
    let entities = shown.json["situation"]["entities"].to_string();
    assert!(entities.contains("Harbor Committee"), "{entities}");

    // The saved answer can be checked as long as the session is there.
    let saved = town.file("answer.json", &asked.out);
    let checked = town.run(&["verify", &saved, "--json"], "");
    assert_eq!((checked.code, &checked.json["ok"]), (0, &Value::from(true)), "{}", checked.out);
    assert_eq!(town.run(&["session", "remove", "pier"], "").code, 0);
    let gone = town.run(&["verify", &saved, "--json"], "");
    assert_eq!(gone.code, 5);
    let verdicts: Vec<&str> =
        gone.json["quotes"].as_array().unwrap().iter().filter_map(|q| q["verdict"].as_str()).collect();
    assert!(verdicts.contains(&"unchecked") && !verdicts.contains(&"exact"), "{verdicts:?}");
}

#[test]
fn what_is_taken_for_granted_is_said_and_looked_up_again() {
    let town = Town::new();
    let first = town.ask("What does a burn permit cost in Birch?", &["--session", "s"]);
    assert_eq!(first.json["evidence"]["assumptions"], serde_json::json!([]), "{}", first.out);
    let next = town.ask("What is the fee for a tree cutting permit?", &["--session", "s"]);
    let said = "The town is assumed to be Birch, as you said earlier in this session.";
    assert_eq!(next.json["evidence"]["assumptions"], serde_json::json!([said]), "{}", next.out);
    let dated = town.ask("What did Birch decide on 3/4/2025 about a burn permit?", &[]);
    let read = "3/4/2025 is read as March 4, 2025, the month first.";
    assert_eq!(dated.json["evidence"]["assumptions"], serde_json::json!([read]), "{}", dated.out);
    for (answer, from, to) in [
        (&next.out, "assumed to be Birch", "assumed to be Alder"),
        (&next.out, "The town is assumed", "The state is assumed"),
        (&dated.out, "read as March 4", "read as April 3"),
        (&dated.out, "3/4/2025 is read as March 4", "5/4/2025 is read as May 4"),
    ] {
        let checked = |text: &str| town.run(&["verify", &town.file("answer.json", text), "--json"], "");
        let held = checked(answer);
        assert_eq!(held.code, 0, "{}", held.out);
        assert!(answer.contains(from), "{answer}");
        assert_eq!(checked(&answer.replace(from, to)).code, 5, "{to}");
    }
}

#[test]
fn a_text_alone_is_kept_and_asked_about() {
    let town = Town::new();
    let asked = town.ask(ARTICLE, &["--session", "pier"]);
    assert_eq!(
        (asked.code, &asked.json["questions"][0]["field"]),
        (4, &Value::from("question")),
        "{}",
        asked.out
    );
    let next = town.ask("Who had warned of the piles?", &["--session", "pier"]);
    assert!(quoted(&next.json, "Lou Tanner had warned"), "{}", next.out);
    // The archive's own papers are still asked first.
    let both = town.ask("What does a burn permit cost in Birch?", &["--session", "pier"]);
    assert!(quotes(&both.json)[0].contains("$22"), "{}", both.out);
}

#[test]
fn only_the_last_three_texts_stay() {
    let town = Town::new();
    for n in 1..=4 {
        let path = town.file("text.txt", &format!("{ARTICLE}\nThis is version {n}.\n"));
        town.ask("Who closed the pier?", &["--session", "pier", "--paste", &path]);
    }
    let shown = town.run(&["session", "show", "pier", "--json"], "");
    let ids: Vec<&str> =
        shown.json["sources"].as_array().unwrap().iter().filter_map(|s| s["id"].as_str()).collect();
    assert_eq!(ids, ["user:2", "user:3", "user:4"]);
}

#[test]
fn follow_ups_lean_on_the_question_before() {
    let town = Town::new();
    let with = &["--session", "walk"];
    let first = town.ask("What was the road budget of Alder in 2024?", with);
    assert!(quoted(&first.json, "$310,000"), "{}", first.out);
    let next = town.ask("And in 2025?", with);
    assert_eq!(next.json["resolved_context"]["question"], "What was the road budget of Alder in 2025?");
    assert!(quotes(&next.json)[0].contains("$342,500"), "{}", next.out);
    let from = next.json["resolved_context"]["from"].to_string();
    assert!(from.contains("prior_turns"), "{from}");
    town.ask("What does a tree cutting permit cost in Alder?", with);
    let other = town.ask("What about Birch?", with);
    assert!(quotes(&other.json)[0].contains("$65"), "{}", other.out);
    // The town stays until another one is named.
    let stays = town.ask("What does a burn permit cost?", with);
    assert!(quotes(&stays.json)[0].contains("$22"), "{}", stays.out);
    assert_eq!(stays.json["resolved_context"]["origins"]["town"], "prior_turns");
    town.ask("How did the Select Board vote on the footbridge in Alder?", with);
    let who = town.ask("Who voted against it?", with);
    assert_eq!(who.json["status"], "proceed", "{}", who.out);
    assert!(quoted(&who.json, "Mr. Oakes voted against"), "{}", who.out);
}

#[test]
fn sessions_are_listed_changed_and_removed() {
    let town = Town::new();
    assert_eq!(town.run(&["session", "list", "--json"], "").json["sessions"], Value::Array(Vec::new()));
    let set = town.run(&["session", "set", "walk", "unit=7A", "town=Birch", "--json"], "");
    assert_eq!((set.code, &set.json["fields"]["unit"]["value"]), (0, &Value::from("7A")), "{}", set.out);
    let asked = town.ask("What is the square footage of my unit?", &["--session", "walk"]);
    assert_eq!(asked.json["resolved_context"]["origins"]["unit"], "session", "{}", asked.out);
    town.run(&["session", "set", "walk", "town="], "");
    let shown = town.run(&["session", "show", "walk", "--json"], "");
    assert!(
        shown.json["fields"].get("town").is_none() && shown.json["expires_at"].is_string(),
        "{}",
        shown.out
    );
    assert_eq!(town.run(&["session", "list", "--json"], "").json["sessions"][0]["id"], "walk");
    assert_eq!(town.run(&["session", "remove", "walk"], "").code, 0);
    let gone = town.run(&["session", "show", "walk"], "");
    assert!(gone.code == 1 && gone.error.contains("twolane session list"), "{}", gone.error);
    let bad = town.run(&["session", "set", "../x", "a=b"], "");
    assert!(bad.code == 1 && bad.error.contains("can't be a session name"), "{}", bad.error);
}

#[test]
fn traces_are_kept_shown_and_bounded() {
    let town = Town::new();
    let asked = town.ask("What does a burn permit cost in Birch?", &[]);
    assert!(asked.json["session_id"].is_null(), "no session unless asked for");
    let id = asked.json["trace_id"].as_str().unwrap();
    let shown = town.run(&["trace", "show", id, "--json"], "");
    for pointer in [
        "/question",
        "/status",
        "/gate/scores/intent",
        "/retrieval/plan/lanes/0/queries/0/text",
        "/retrieval/counts",
        "/retrieval/top",
        "/retrieval/selected/0",
        "/retrieval/strength/tier",
        "/answer/mode",
        "/answer/has_answer",
        "/model_calls",
        "/tokens",
        "/parse_failures",
        "/iterations",
        "/query_type",
        "/memory_hit",
        "/injection_safe",
        "/characters_in",
        "/characters_out",
        "/timing_ms/search",
        "/timing_ms/gate",
        "/audit_flags",
        "/repairs",
    ] {
        assert!(shown.json.pointer(pointer).is_some(), "{pointer}: {}", shown.out);
    }
    let bare = town.run(&["trace", "show", id, "--no-personal", "--json"], "");
    assert!(shown.out.contains("burn permit") && !bare.out.to_lowercase().contains("burn"), "{}", bare.out);
    let never = town.ask("What does a burn permit cost in Birch?", &["--no-personal"]);
    let stored = town.run(&["trace", "show", never.json["trace_id"].as_str().unwrap(), "--json"], "");
    assert!(!stored.out.to_lowercase().contains("burn"), "{}", stored.out);
    let config = town.file("few.toml", "[trace]\nkeep = 2\n");
    for _ in 0..3 {
        town.ask("What does a burn permit cost in Birch?", &["--config", &config]);
    }
    let listed = town.run(&["trace", "list", "--json"], "");
    assert_eq!(listed.json["traces"].as_array().unwrap().len(), 2);
    let missing = town.run(&["trace", "show", "t-0"], "");
    assert!(missing.code == 1 && missing.error.contains("trace list"), "{}", missing.error);
    assert_eq!(town.run(&["index", "check"], "").code, 0);
}

#[test]
fn chat_on_a_pipe() {
    let town = Town::new();
    let input = format!(
        "What is the square footage of my unit?\n1\n/context\n/paste\n{ARTICLE}.\nHow did the Harbor Committee vote?\n/sources\n/trace\n/nonsense\n/set unit=7A\n/quit\nnever read\n"
    );
    let chat = town.run(&["chat", "--session", "talk"], &input);
    assert_eq!(chat.code, 0, "{}", chat.error);
    for words in [
        "Which unit do you mean",
        "1,140 square feet",
        "unit: 4B",
        "user:1 saved: Pier closed after fall",
        "voted 3 to 2",
        "USER-PROVIDED TEXT",
        "timing_ms",
        "there is no command /nonsense",
        "unit: 7A",
    ] {
        assert!(chat.out.contains(words), "{words} in:\n{}\n{}", chat.out, chat.error);
    }
    assert!(!chat.out.contains("never read"));
    assert_eq!(town.run(&["chat", "--json"], "").code, 2);
}

#[test]
fn several_processes_write_at_once() {
    let town = Town::new();
    let writer = twolane::archive::Archive::open(&town.archive()).unwrap().writer().unwrap();
    std::thread::scope(|scope| {
        for n in 0..6 {
            let town = &town;
            scope.spawn(move || {
                let field = format!("field{n}={n}");
                let set = town.run(&["session", "set", "walk", &field, "--json"], "");
                assert_eq!(set.code, 0, "{}", set.error);
            });
        }
    });
    drop(writer);
    let shown = town.run(&["session", "show", "walk", "--json"], "");
    assert_eq!(shown.json["fields"].as_object().unwrap().len(), 6, "{}", shown.out);
}

#[test]
fn a_damaged_store_is_named_and_the_archive_stays_whole() {
    let town = Town::new();
    town.ask("What does a burn permit cost in Birch?", &["--session", "walk"]);
    for part in ["sessions.sqlite-wal", "sessions.sqlite-shm"] {
        let _ = std::fs::remove_file(town.archive().join(part));
    }
    std::fs::write(
        town.archive().join("sessions.sqlite"),
        "no database at all, and long enough to be read as one",
    )
    .unwrap();
    let asked = town.run(&["ask", "What does a burn permit cost in Birch?"], "");
    assert!(asked.code == 0 && asked.error.contains("move"), "answers go on without it: {}", asked.error);
    let needs = town.run(&["ask", "What does a burn permit cost in Birch?", "--session", "walk"], "");
    assert!(needs.code == 1 && needs.error.contains("move"), "{}", needs.error);
    let check = town.run(&["index", "check", "--json"], "");
    assert_eq!(check.code, 5);
    let problems = check.json["problems"].as_array().unwrap();
    assert!(
        problems.len() == 1 && problems[0]["part"].as_str().unwrap().ends_with("sessions.sqlite"),
        "{problems:?}"
    );
    std::fs::remove_file(town.archive().join("sessions.sqlite")).unwrap();
    assert_eq!(town.run(&["index", "check"], "").code, 0);
}
