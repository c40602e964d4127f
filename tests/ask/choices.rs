//! Answer choices (SPEC HOP-4) through the built program: judged by the answer's own quotes, refused where
//! the papers do not answer, and accounted for when a saved answer is checked.

use serde_json::{Value, json};

use crate::support::town::Town;

const BURN: &str = "What is the fee for a burn permit in Alder?\nAnswer choices:\nA. $10\nB. $15\nC. $22\n";

fn letter(answer: &Value) -> &Value {
    &answer["choice"]["answer"]
}

#[test]
fn the_choice_that_the_quote_bears_out() {
    let town = Town::new();
    let asked = town.ask(BURN, &[]);
    assert_eq!((asked.code, letter(&asked.json)), (0, &json!("B")), "{}", asked.out);
    let reasons = asked.json["choice"]["reasons"].as_array().unwrap();
    let holds: Vec<&str> = reasons.iter().map(|r| r["holds"].as_str().unwrap()).collect();
    assert_eq!(holds, ["no", "yes", "no"]);
    // A reason for each, with its quote; each quote is one of the facts'.
    for reason in reasons {
        let quote = reason["support"][0]["quote"].as_str().unwrap();
        assert!(asked.json["evidence"]["facts"].to_string().contains(quote), "{reason}");
        assert!(!reason["reason"].as_str().unwrap().is_empty());
    }
    let markdown = asked.json["form"]["markdown"].as_str().unwrap();
    assert!(markdown.contains("\n---\n\n**Answer: (B)**\n"), "{markdown}");
    let told = town.run(&["ask", BURN], "");
    assert!(told.out.contains("Answer: (B)"), "{}", told.out);
    // What is asked is searched for without its choices.
    assert!(!asked.json["evidence"]["gaps"].to_string().contains("$22"), "{}", asked.out);

    let saved = town.file("answer.json", &asked.out);
    let checked = town.run(&["verify", &saved, "--json"], "");
    assert_eq!((checked.code, &checked.json["ok"]), (0, &json!(true)), "{}", checked.out);
    // What somebody writes into it does not pass.
    for (pointer, value) in [
        ("/choice/answer", json!("C")),
        ("/choice/answer", Value::Null),
        ("/choice/note", json!("The law is clear.")),
        ("/choice/reasons/1/reason", json!("The board said so.")),
        ("/choice/reasons/1/text", json!("$95")),
        ("/choice/reasons/1/support/0/quote", json!("The fee for a burn permit in Alder is $95.")),
        ("/choice/reasons/1/holds", json!("surely")),
        ("/choice/reasons/2/holds", json!("yes")),
    ] {
        let mut forged = asked.json.clone();
        *forged.pointer_mut(pointer).unwrap() = value;
        let saved = town.file("forged.json", &forged.to_string());
        let checked = town.run(&["verify", &saved, "--json"], "");
        assert_eq!((checked.code, &checked.json["ok"]), (5, &json!(false)), "{pointer}: {}", checked.out);
    }
}

/// A long story with lines of choices is no pasted text, also where the choices finish its last sentence.
#[test]
fn a_story_with_choices_is_a_question() {
    let town = Town::new();
    let story = "Mr. Lund has a shed in Alder. He has cut brush all week. Rain is due on Sunday. ";
    for (times, end) in
        [(4, "What is the fee for a burn permit in Alder?"), (8, "The fee for a burn permit in Alder is")]
    {
        let asked =
            format!("{}{end}\nAnswer choices:\nA. $10\nB. $15\nC. $22\nD. $40\n", story.repeat(times));
        let answer = town.ask(&asked, &[]);
        assert_ne!(answer.json["status"], "clarify", "{}", answer.out);
        assert_eq!(answer.json["session_sources"], json!([]), "{}", answer.out);
        assert!(answer.json["choice"].is_object(), "{}", answer.out);
    }
}

/// A name that choice and quote share says nothing of the rest of the choice.
#[test]
fn a_name_alone_bears_no_choice_out() {
    let town = Town::new();
    let asked = "What is the fee for a burn permit in Alder?\nAnswer choices:\nA. Nothing, since the warden of Alder gives them to whoever asks beforehand\nB. Whatever the harbor master of Boston charges for a mooring\n";
    let config = town.file("any-share.toml", "[answer.choices]\nleast_share_named = 0.0\n");
    // The name would decide, were its choice not asked for more.
    assert_eq!(letter(&town.ask(asked, &["--tuning", &config]).json), &json!("A"));
    let answer = town.ask(asked, &[]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert_eq!(letter(&answer.json), &Value::Null, "{}", answer.json["choice"]);
}

#[test]
fn nothing_is_judged_where_the_papers_do_not_answer() {
    let town = Town::new();
    let asked =
        town.ask("What does a mooring on the lake cost in Alder?\nAnswer choices:\nA. $10\nB. $15\n", &[]);
    assert_eq!(asked.code, 5, "{}", asked.out);
    assert_eq!(asked.json["choice"]["reasons"], json!([]));
    assert_eq!(letter(&asked.json), &Value::Null);
    assert!(asked.json["choice"]["note"].as_str().unwrap().contains("were not judged"));
    // And a question without choices has no judgement.
    assert_eq!(town.ask("What is the fee for a burn permit in Alder?", &[]).json["choice"], Value::Null);
}

#[test]
fn choices_that_the_quotes_do_not_tell_apart_stay_open() {
    let town = Town::new();
    let asked =
        town.ask("What is the fee for a burn permit in Alder?\nAnswer choices:\nA. $10\nB. $11\n", &[]);
    assert_eq!(letter(&asked.json), &Value::Null, "{}", asked.out);
    assert!(
        asked.json["choice"]["note"].as_str().unwrap().contains("do not show which choice"),
        "{}",
        asked.out
    );
}
