//! What is stated is borne out (SPEC EVD-12, EVD-13): thousands of false statements made of true sentences,
//! none of them accepted, and model servers that keep to nothing they were asked.

// Clippy takes helper functions of a test file for code that input can reach.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod mutants;

use crate::support::{archives, chat_server};

use std::time::Duration;

use chat_server::{ChatServer, Reply};
use twolane::answer::write::{ModelWriter, WriterOptions};
use twolane::answer::{Ask, AskOptions, Asked, FormName, ProseBy, markdown};
use twolane::llm::{ServerModel, ServerOptions};
use twolane::retrieve::{Query, Request};
use twolane::text::bears_out;

const PAPER: [&str; 4] = [
    "No person shall burn brush without a burn permit of the fire chief.",
    "The fee for a burn permit is $20 for dogs and $10 for cats.",
    "A burn permit is valid for 30 days unless the fire chief revokes it.",
    "Ann Hale moved the burn permit rule and Tim Moss seconded it.",
];

/// Asks with a server that writes this behind the label of the sentence with these words.
fn asked(own_sentences: bool, words: &'static str, reply: &'static str) -> Asked {
    let (_dir, archive) = archives::of_texts(&PAPER);
    let server = ChatServer::start(move |_, body| {
        let prompt = body["messages"].to_string();
        let before = prompt.split(words).next().unwrap();
        let label = before.rsplit('[').next().unwrap().split(']').next().unwrap();
        Reply::Text(reply.replace("{n}", label))
    });
    let options =
        ServerOptions { first_pause: Duration::from_millis(1), ..ServerOptions::new(&server.address) };
    let model = ServerModel::new(options).unwrap();
    let writer = ModelWriter::new(
        &model,
        WriterOptions { own_sentences: Some(own_sentences), ..WriterOptions::default() },
    );
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(Some(&writer));
    ask.run(&Request::new(Query::new(QUESTION))).unwrap()
}

const QUESTION: &str = "Who may burn brush, and what is the fee for a burn permit?";

/// Whatever stands between quotation marks in any form stands in the paper, or in the question where the
/// engine names a part of it. Nothing there is a model's.
fn marks_hold_quotes_alone(asked: &Asked) {
    let paper = PAPER.join(" ");
    for form in FormName::ALL {
        let text = markdown(&asked.answer, form, QUESTION);
        for part in text.split('\u{201c}').skip(1) {
            let (inner, _) = part.split_once('\u{201d}').unwrap();
            assert!(paper.contains(inner) || QUESTION.contains(inner), "{form}: {inner:?} in {text}");
        }
    }
}

fn every_text_is_borne_out(asked: &Asked) {
    for fact in &asked.answer.get().facts {
        let judged = bears_out(&PAPER, &fact.text);
        assert!(judged.is_borne(), "{:?}: {judged:?}", fact.text);
    }
    // A sentence without marks is one of the paper's; what stands between them is looked at below.
    for sentence in &asked.answer.get().prose.sentences {
        let text = &sentence.text;
        assert!(text.contains('\u{201c}') || bears_out(&PAPER, text).is_borne(), "{text}");
    }
    marks_hold_quotes_alone(asked);
}

#[test]
fn a_servers_false_statements_give_way_to_their_quotes() {
    for (words, reply) in [
        ("No person", "[{n}] a person shall burn brush without a burn permit of the fire chief."),
        ("No person", "[{n}] no person may burn brush without a burn permit of the fire chief."),
        ("No person", "[{n}] no person shall burn brush."),
        ("The fee", "[{n}] The fee for a burn permit is $20 for cats and $10 for dogs."),
        ("The fee", "[{n}] The fee for a burn permit is $20."),
        ("valid for", "[{n}] A burn permit is valid for 30 days"),
        ("Ann Hale", "[{n}] Ann Moss moved the burn permit rule and Tim Hale seconded it."),
        ("The fee", r#"{"facts":[{"span":"{n}","claim":"The fee for a burn permit is $20 for all dogs."}]}"#),
    ] {
        let asked = asked(true, words, reply);
        every_text_is_borne_out(&asked);
        assert!(!asked.answer.get().facts.is_empty(), "{reply}");
    }
}

#[test]
fn a_reply_outside_the_form_is_no_reply() {
    for (own_sentences, reply) in [
        (false, "[{n}] The fee is $99."),
        (false, "The papers say that the fee is $99."),
        (false, r#"{"facts":[{"span":"{n}"}],"answer":"the fee is $99"}"#),
        (true, "[{n}] see [9] for the fee of $99"),
        (true, "[{n}] fee\nmore of it: $99"),
        (true, "[77] The fee is $99."),
    ] {
        let asked = asked(own_sentences, "The fee", reply);
        every_text_is_borne_out(&asked);
        let answer = asked.answer.get();
        assert!(
            answer.limitations.iter().any(|l| l.contains("language model")),
            "{reply}: {:?}",
            answer.limitations
        );
        assert!(asked.written.as_ref().unwrap().failed.is_some(), "{reply}");
        assert!(!serde_json::to_string(answer).unwrap().contains("99"), "{reply}");
    }
}

#[test]
fn a_statement_that_says_the_same_stands_without_marks() {
    let reply = "[{n}] The fee for a burn permit is 20 dollars for dogs and 10 dollars for cats.";
    let asked = asked(true, "The fee", reply);
    every_text_is_borne_out(&asked);
    let answer = asked.answer.get();
    let first = &answer.prose.sentences[0];
    assert_eq!(answer.prose.by, ProseBy::Model);
    assert!(first.text.contains("20 dollars") && first.tokens == ["[L1]"], "{first:?}");
    assert_eq!(answer.facts[0].text, PAPER[1], "the fact is the quote");
    for form in FormName::ALL {
        let text = markdown(&asked.answer, form, QUESTION);
        assert!(text.contains("The fee for a burn permit is 20 dollars for dogs"), "{form}: {text}");
        assert!(text.contains("cats. [L1]") && text.contains("[L1] "), "{form}: {text}");
        assert!(
            form == FormName::Brief || text.contains("\u{201c}The fee for a burn permit is $20"),
            "{text}"
        );
    }
}
