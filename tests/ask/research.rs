//! Questions of several steps: each rule that ends them, with a scripted model and without one, what they
//! cost, and what of a saved answer's steps is accounted for.

use crate::support::archives;

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use twolane::answer::write::{ModelWriter, WriterOptions};
use twolane::answer::{
    Ask, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, Stop, Watch, recheck, trace,
};
use twolane::api::envelope;
use twolane::archive::SessionStore;
use twolane::llm::{LanguageModel, LanguageModelError, Scripted, ScriptedModel};
use twolane::retrieve::{Query, Request, Vocabulary};

const PAPER: [&str; 12] = [
    "The fee for a burn permit is $20 for each fire.",
    "The clerk sells burn permits on Tuesdays.",
    "Ruth Ames moved to close the footbridge over Mill Brook.",
    "The motion on the footbridge passed 2 to 1 on March 4, 2025.",
    "Dogs are licensed by the clerk until April 30, 2025.",
    "A dog license costs $9 and is sold by Inez Calder.",
    "The hall is rented to residents for $50 an evening.",
    "The library opens at nine on weekdays.",
    "The road agent salts the hill road first.",
    "The beach is closed when the flag is red.",
    "The cemetery gate is locked at dusk.",
    "The transfer station takes brush in May.",
];
const THREE: &str =
    "What is the fee for a burn permit, who moved to close the footbridge, and what does a dog license cost?";

/// A confidence that no step has.
const OUT_OF_REACH: f32 = 2.0;

/// How a question is asked.
struct Asking<'m> {
    model: Option<&'m ScriptedModel>,
    options: ConversationOptions,
    ask: AskOptions,
    form: FormName,
    papers: Vec<&'static str>,
    /// How often whoever asked still wants to go on.
    patience: usize,
}

impl Default for Asking<'_> {
    fn default() -> Self {
        let mut options = ConversationOptions::default();
        options.gate.enabled = false;
        options.research.by_route = true;
        let mut ask = AskOptions::default();
        ask.retrieval.eval_confidence_threshold = 0.3;
        let form = FormName::Research;
        Asking { model: None, options, ask, form, papers: PAPER.to_vec(), patience: usize::MAX }
    }
}

struct Seen {
    output: Value,
    trace: Value,
    _dir: tempfile::TempDir,
    archive: twolane::archive::Archive,
}

impl Asking<'_> {
    fn ask(self, question: &str) -> Seen {
        let (dir, archive) = archives::of_texts(&self.papers);
        let store = SessionStore::open(dir.path()).unwrap().unwrap();
        let writer = self.model.map(|m| ModelWriter::new(m, WriterOptions::default()));
        let asked = AtomicUsize::new(0);
        let go_on = || asked.fetch_add(1, Ordering::Relaxed) < self.patience;
        let output = {
            let ask = Ask::new(&archive, None, self.ask).unwrap().with_writer(writer.as_ref());
            let conversation = Conversation::new(&ask, None, Some(&store), &self.options)
                .with_planner(self.model.map(|m| m as &dyn LanguageModel))
                .for_form(self.form)
                .watched(Watch { go_on: Some(&go_on), ..Watch::default() });
            let reply = conversation.ask(&Inquiry::new(Request::new(Query::new(question)))).unwrap();
            envelope(&reply, Some(self.form))
        };
        let trace = trace(&store, output["trace_id"].as_str().unwrap()).unwrap();
        Seen { output, trace, _dir: dir, archive }
    }
}

impl Seen {
    fn stop(&self) -> &str {
        self.output["research"]["stop"].as_str().unwrap()
    }

    fn steps(&self) -> &Vec<Value> {
        self.output["steps"].as_array().unwrap()
    }

    fn verified(&self, output: &Value) -> bool {
        recheck(&self.archive, Vocabulary::built_in(), &output.to_string()).unwrap().accounted
    }
}

fn next(decision: &str, question: &str) -> String {
    json!({ "decision": decision, "question": question, "reason": "" }).to_string()
}

/// Names these steps one after the other, then `end`; rewords nothing, and names the first sentence.
fn model(steps: &[&str], end: Scripted) -> ScriptedModel {
    let mut steps: Vec<String> = steps.iter().rev().map(|q| next("next_step", q)).collect();
    let mut end = Some(end);
    ScriptedModel::answering(move |request| match request.purpose {
        "replan" => match steps.pop() {
            Some(step) => step.into(),
            None => end.take().unwrap_or_else(|| next("complete", "").into()),
        },
        "synthesize" => "[1]".into(),
        _ => "nothing".into(),
    })
}

#[test]
fn what_no_fact_covers_is_the_next_step() {
    let seen = Asking::default().ask(THREE);
    let phases: Vec<&str> = seen.steps().iter().map(|s| s["phase"].as_str().unwrap()).collect();
    assert_eq!(phases[0], "question");
    assert!(phases[1..].iter().all(|p| *p == "part"), "{phases:?}");
    let text = seen.output["form"]["markdown"].as_str().unwrap();
    for words in ["### Step 1", "### Step 2", "[Query 1][Source 1]", "$20", "Ruth Ames", "$9"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // No step reads what a step before took its facts from: here a passage is one line.
    let mut used: Vec<String> = Vec::new();
    for step in seen.steps() {
        for passage in step["passages"].as_array().unwrap() {
            assert!(!used.contains(&passage.to_string()), "{passage} is read again");
        }
        let quotes = step["facts"].as_array().unwrap().iter().flat_map(|f| f["support"].as_array().unwrap());
        used.extend(
            quotes.map(|q| json!({ "source_id": q["source_id"], "locator": q["locator"] }).to_string()),
        );
        let words = step["question"].as_str().unwrap().split_whitespace().count();
        assert!((10..=30).contains(&words), "{step}");
    }
    assert!(seen.verified(&seen.output));
    for field in ["iterations", "steps_completed", "steps_failed", "steps_pending"] {
        assert!(seen.trace[field].is_u64(), "{field}");
    }
    assert_eq!(seen.trace["iterations"], seen.steps().len());
    assert_eq!(seen.trace["research_stop"], seen.stop());
}

#[test]
fn every_rule_that_ends_steps_is_reached_without_a_model() {
    type Change = fn(&mut Asking<'_>);
    let cases: Vec<(Stop, &str, Change)> = vec![
        (Stop::ThresholdReached, "What is the fee for a burn permit?", |_| {}),
        (Stop::NothingOpen, "What is the fee for a burn permit?", |a| {
            a.ask.retrieval.eval_confidence_threshold = OUT_OF_REACH;
        }),
        (Stop::CompletedSteps, THREE, |a| {
            a.options.research.most_completed = 1;
            a.options.research.least_covered = 2.0;
        }),
        (Stop::MostSteps, THREE, |a| {
            a.options.research.most_steps = 1;
            a.options.research.least_covered = 2.0;
        }),
        // Two steps fail alike before the passages run out.
        (Stop::NoProgress, THREE, |a| {
            a.papers.truncate(4);
            a.options.research.least_covered = 2.0;
        }),
        (Stop::NoProgress, THREE, |a| {
            a.ask.retrieval.eval_confidence_threshold = OUT_OF_REACH;
            a.options.research.least_covered = 2.0;
            a.options.research.similar_failures = 1.0;
        }),
        (Stop::Stagnation, THREE, |a| {
            a.ask.retrieval.eval_confidence_threshold = OUT_OF_REACH;
            a.options.research.least_covered = 2.0;
            a.options.research.similar_failures = -1.0;
            a.options.research.stagnation = 2.0;
        }),
        (Stop::Deadline, THREE, |a| a.options.research.seconds = 0),
        (Stop::Cancelled, THREE, |a| {
            a.options.research.least_covered = 2.0;
            // Asked after the search, after the sentences, before the first step and behind it.
            a.patience = 3;
        }),
    ];
    for (stop, question, change) in cases {
        let mut asking = Asking::default();
        change(&mut asking);
        let seen = asking.ask(question);
        assert_eq!(seen.stop(), stop.as_str(), "{:#}", seen.output["steps"]);
        let count = |status: &str| seen.steps().iter().filter(|s| s["status"] == status).count();
        let told = &seen.output["research"];
        assert_eq!(told["iterations"], seen.steps().len(), "{stop:?}");
        assert_eq!(
            (&told["completed"], &told["failed"]),
            (&json!(count("completed")), &json!(count("failed")))
        );
        let limitations = seen.output["evidence"]["limitations"].to_string();
        let early = matches!(stop, Stop::Deadline | Stop::Cancelled);
        assert_eq!(limitations.contains("Not every research step"), early, "{stop:?}: {limitations}");
        // What there is, is an answer all the same.
        assert!(limitations.contains("Not every research step") || !seen.steps().is_empty());
        assert!(!seen.output["evidence"]["facts"].as_array().unwrap().is_empty(), "{stop:?}");
        assert!(seen.verified(&seen.output), "{stop:?}");
    }
}

#[test]
fn nothing_to_read_ends_steps() {
    let seen = Asking { papers: vec![PAPER[8], PAPER[11]], ..Asking::default() }.ask(THREE);
    assert_eq!(seen.stop(), Stop::NoFreshPassages.as_str(), "{:#}", seen.output["steps"]);
    assert_eq!(seen.output["evidence"]["mode"], "report_insufficient_evidence");
    assert!(seen.verified(&seen.output));
}

#[test]
fn a_model_names_steps_and_ends_them() {
    let steps = ["What is the fee for a burn permit?", "What does a dog license cost at the clerk?"];
    let scripted = model(&steps, next("complete", "").into());
    let seen = Asking { model: Some(&scripted), ..Asking::default() }.ask(THREE);
    assert_eq!(seen.stop(), "nothing_open", "{:#}", seen.output);
    let asked: Vec<&str> = seen.steps().iter().map(|s| s["question"].as_str().unwrap()).collect();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[1].contains("dog license cost"), "{asked:?}");
    assert!(seen.verified(&seen.output));
    // The model was shown what the step before had found, as data.
    let prompt = scripted.prompts().into_iter().rfind(|p| p.contains("Steps so far")).unwrap();
    assert!(
        prompt.contains("1. What is the fee for a burn permit") && prompt.contains("Confidence"),
        "{prompt}"
    );
    assert!(prompt.contains("never an instruction"));
    let calls = seen.output["calls"].as_object().unwrap();
    assert_eq!(calls["replan"]["calls"], 3);
    assert_eq!(calls["step_rewrite"]["calls"], 2);
    let all: u64 = calls.values().map(|c| c["calls"].as_u64().unwrap()).sum();
    assert_eq!(seen.output["model_calls"], all);
    assert_eq!(seen.trace["model_calls"], all);
}

#[test]
fn a_step_of_a_model_has_no_word_of_its_own() {
    let steps = ["What did Springfield pay under RSA 507-B:2 for the burn permit fee in 1999?"];
    let scripted = model(&steps, next("complete", "").into());
    let seen = Asking { model: Some(&scripted), ..Asking::default() }.ask(THREE);
    let asked = seen.output["steps"].to_string();
    for invented in ["Springfield", "507", "1999"] {
        assert!(!asked.contains(invented), "{asked}");
    }
    assert!(seen.verified(&seen.output));
}

#[test]
fn calls_of_a_question_are_counted_together_and_end_its_steps() {
    let steps = [
        "What is the fee for a burn permit?",
        "Who moved to close the footbridge?",
        "What does a dog license cost?",
    ];
    for limit in 4..9 {
        let scripted = model(&steps, next("complete", "").into());
        let mut asking = Asking { model: Some(&scripted), ..Asking::default() };
        asking.options.plan.calls.multi_hop = limit;
        let seen = asking.ask(THREE);
        let calls = seen.output["model_calls"].as_u64().unwrap();
        assert!(calls <= limit, "{calls} of {limit}");
        assert_eq!(seen.output["plan"]["call_limit"], limit);
        assert_eq!(scripted.prompts().len() as u64, calls);
        if limit < 8 {
            assert!(seen.stop() == "call_limit" || limit < 6, "{limit}: {}", seen.stop());
        }
        if seen.stop() == "call_limit" {
            assert!(seen.output["evidence"]["limitations"].to_string().contains("calls was reached"));
        }
        assert!(seen.verified(&seen.output), "{limit}");
    }
}

#[test]
fn a_model_that_fails_leaves_what_there_is() {
    let unreachable = LanguageModelError::Unreachable { who: "scripted".into(), what: "gone".into() };
    for end in
        [Scripted::from("I would go on."), Scripted::Fails(unreachable), Scripted::Endless("{ ".into())]
    {
        let label = format!("{end:?}");
        let scripted = model(&["What is the fee for a burn permit?"], end);
        let seen = Asking { model: Some(&scripted), ..Asking::default() }.ask(THREE);
        assert_eq!((seen.stop(), seen.steps().len()), ("model_failed", 1), "{label}");
        assert!(seen.output["evidence"]["facts"].to_string().contains("$20"));
        assert!(seen.verified(&seen.output), "{label}");
    }
    // One that fails at once leaves the steps to the question and the quotes.
    let scripted = ScriptedModel::answering(|_| "no".into());
    let seen = Asking { model: Some(&scripted), ..Asking::default() }.ask(THREE);
    assert_eq!(seen.steps()[0]["phase"], "question");
    assert!(seen.verified(&seen.output));
}

#[test]
fn only_questions_of_several_steps_are_researched() {
    for (question, form, researched) in [
        ("What is the fee for a burn permit?", FormName::Levels, false),
        ("What is the fee for a burn permit?", FormName::Research, true),
        (
            "Who moved to close the footbridge, and what is the fee for a burn permit?",
            FormName::Levels,
            false,
        ),
        (THREE, FormName::Levels, true),
    ] {
        let seen = Asking { form, ..Asking::default() }.ask(question);
        assert_eq!(!seen.steps().is_empty(), researched, "{question} {form:?}");
        assert_eq!(seen.output["research"].is_null(), !researched);
        if form != FormName::Research {
            assert!(seen.output["evidence"]["facts"].as_array().unwrap().len() <= 5);
        }
    }
    let mut asking = Asking { form: FormName::Levels, ..Asking::default() };
    asking.options.research.by_route = false;
    assert!(asking.ask(THREE).steps().is_empty());
}

/// The first step that brought a fact.
fn brought(output: &mut Value) -> &mut Value {
    let mut steps = output["steps"].as_array_mut().unwrap().iter_mut();
    steps.find(|step| step["facts"].as_array().is_some_and(|facts| !facts.is_empty())).unwrap()
}

#[test]
fn what_was_changed_in_saved_steps_does_not_verify() {
    let seen = Asking::default().ask(THREE);
    assert!(seen.verified(&seen.output));
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 10] = [
        ("question", |o| o["steps"][1]["question"] = json!("Why did Mary Hale steal the fee?")),
        ("number", |o| o["steps"][1]["question"] = json!("What is the fee of $900 for a burn permit?")),
        ("query", |o| o["steps"][0]["queries"][0] = json!("Springfield pier")),
        ("fact", |o| brought(o)["facts"][0]["text"] = json!("The fee for a burn permit is $90.")),
        ("passage", |o| o["steps"][0]["passages"][0]["locator"] = json!("p.90 L1")),
        ("source", |o| brought(o)["sources"][0]["source_id"] = json!("nowhere")),
        ("status", |o| o["steps"][0]["status"] = json!("proven")),
        ("more", |o| o["steps"][0]["conclusion"] = json!("The town is liable.")),
        ("stop", |o| o["research"]["stop"] = json!("the town is liable")),
        ("form", |o| {
            let text = o["form"]["markdown"].as_str().unwrap().replace("$20", "$21");
            o["form"]["markdown"] = json!(text);
        }),
    ];
    for (what, change) in changes {
        let mut output = seen.output.clone();
        change(&mut output);
        assert!(!seen.verified(&output), "{what}");
    }
}
