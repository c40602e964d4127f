//! Calls of a language model by way and purpose (SPEC HOP-3): one count for planner, writer, critic and repair,
//! held to the limit of the way.

use std::collections::BTreeMap;

use crate::support::archives;

use serde_json::Value;
use twolane::answer::write::{ModelWriter, WriterOptions};
use twolane::answer::{Ask, AskOptions, Conversation, ConversationOptions, Inquiry, trace};
use twolane::archive::SessionStore;
use twolane::llm::{LanguageModel, ScriptedModel};
use twolane::retrieve::{Query, Request};

const PAPER: [&str; 6] = [
    "The fee for a burn permit is $20 for each fire.",
    "The clerk sells burn permits on Tuesdays.",
    "Ruth Ames moved to close the footbridge over Mill Brook.",
    "The motion on the footbridge passed 2 to 1.",
    "Dogs are licensed by the clerk until April 30, 2025.",
    "The town is liable for damages at the footbridge only after notice.",
];

const SIMPLE: &str = "What is the fee for a burn permit?";
const COMPLEX: &str = "Is the town liable for damages at the footbridge?";
const STEPS: &str =
    "What is the fee for a burn permit, who moved to close the footbridge, and when are dogs licensed?";
const CHOICES: &str = "What is the fee for a burn permit, who moved to close the footbridge, and when are dogs licensed?\nAnswer choices:\nA. Ruth Ames moved it\nB. The clerk moved it";

/// Calls by purpose, their limit, and the trace.
fn calls(
    question: &str,
    own_sentences: bool,
    change: impl Fn(&mut ConversationOptions),
) -> (BTreeMap<String, u64>, u64, Value) {
    let model = ScriptedModel::answering(move |request| {
        match request.purpose {
        "plan" => r#"{"town":"","entities":[],"actions":[],"legal_topics":[],"boards":[],"time_hints":[],"requested_output":"explain","scope":"local","priority":"facts_first","legal_salience":5,"local_queries":["fee for a burn permit"],"state_queries":[],"must_include":[],"state_lane_anchors":true,"force_parallel_state_retrieval":true,"reason":"it is short","confidence":90}"#.into(),
        "choices" => r#"{"choices":[{"letter":"A","holds":"yes","evidence":[1],"reason":"it says so"},{"letter":"B","holds":"no","evidence":[1],"reason":"it says so"}],"answer":"A"}"#.into(),
        // What no quote says, so that the writer is asked for another sentence.
        "synthesize" if own_sentences => "[1] The fee is $99.".into(),
        // A sentence that only the critic can judge, which refuses it.
        "repair" => "[1] Each fire needs a burn permit that costs $20.".into(),
        "critic" => r#"{"sentences":[{"number":1,"wrong":"","supported":false}]}"#.into(),
        _ => "[1]".into(),
    }
    });
    let (dir, archive) = archives::of_texts(&PAPER);
    let store = SessionStore::open(dir.path()).unwrap().unwrap();
    let writer = ModelWriter::new(
        &model,
        WriterOptions { own_sentences: Some(own_sentences), ..WriterOptions::default() },
    );
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(Some(&writer));
    let mut options = ConversationOptions::default();
    options.gate.enabled = false;
    change(&mut options);
    let conversation = Conversation::new(&ask, None, Some(&store), &options)
        .with_planner(Some(&model as &dyn LanguageModel));
    let reply = conversation.ask(&Inquiry::new(Request::new(Query::new(question)))).unwrap();
    let trace = trace(&store, reply.trace_id.as_deref().unwrap()).unwrap();
    let by_purpose = trace["calls"].as_object().unwrap();
    let counts = by_purpose.iter().map(|(name, c)| (name.clone(), c["calls"].as_u64().unwrap())).collect();
    (counts, trace["call_limit"].as_u64().unwrap(), trace)
}

#[test]
fn the_table_of_calls() {
    println!(
        "| way | planner | writer | critic | repair | choices | all | limit |\n|---|---|---|---|---|---|---|---|"
    );
    let mut answered = 0;
    for (name, question, own_sentences, most) in [
        ("simple, labels", SIMPLE, false, 1),
        ("simple, sentences", SIMPLE, true, 3),
        ("complex, labels", COMPLEX, false, 2),
        ("complex, sentences", COMPLEX, true, 4),
        ("several steps, labels", STEPS, false, 3),
        ("several steps, sentences", STEPS, true, 5),
        ("with choices, sentences", CHOICES, true, 6),
    ] {
        let (counts, limit, trace) = calls(question, own_sentences, |_| {});
        let of = |names: &[&str]| names.iter().filter_map(|n| counts.get(*n)).sum::<u64>();
        let all: u64 = counts.values().sum();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {all} | {limit} |",
            of(&["plan", "rewrite"]),
            of(&["synthesize"]),
            of(&["critic"]),
            of(&["repair"]),
            of(&["choices"])
        );
        assert_eq!(trace["model_calls"].as_u64(), Some(all));
        assert!(all <= most && all <= limit, "{name}: {counts:?}, limit {limit}, at most {most}");
        // Where nothing answers, no model is asked to write.
        let writes = u64::from(trace["answer"]["mode"] == "answer");
        assert_eq!(of(&["synthesize"]), writes, "{name}: one call writes");
        assert_eq!(of(&["repair"]), if own_sentences { writes } else { 0 }, "{name}");
        answered += writes;
    }
    assert!(answered >= 4, "{answered}");
}

#[test]
fn what_the_limit_does_not_allow_is_not_called() {
    // An answer that is written again, and a reading by the critic, may each cost one call more.
    let all = ["critic", "repair", "synthesize"];
    for (limit, expected, in_the_end) in [(2, &all[..], 4), (1, &all, 3), (0, &[], 0)] {
        let (counts, told, trace) = calls(SIMPLE, true, |o| o.plan.calls.simple = limit);
        let made: Vec<&str> = counts.iter().filter(|(_, n)| **n > 0).map(|(name, _)| name.as_str()).collect();
        assert_eq!((made.as_slice(), told), (expected, in_the_end), "{trace}");
        assert_eq!(trace["answer"]["mode"], "answer");
    }
}

#[test]
fn screening_by_a_model_costs_one_call_and_raises_the_limit_by_one() {
    let (counts, limit, _) = calls(SIMPLE, false, |o| o.screen.by_model = true);
    let (_, without, _) = calls(SIMPLE, false, |_| {});
    // The scripted reply is no verdict: the question passes with a mark.
    assert_eq!((counts["screening"], counts["synthesize"], limit), (1, 1, without + 1));
}
