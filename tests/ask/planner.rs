//! Planning through a whole conversation: by rules, by a scripted model, and with a model that fails.

use crate::support::archives;

use serde_json::{Value, json};
use twolane::answer::plan::{PlannedBy, QueryType};
use twolane::answer::write::{ModelWriter, WriterOptions};
use twolane::answer::{Ask, AskOptions, Conversation, ConversationOptions, Inquiry, Reply, trace};
use twolane::archive::SessionStore;
use twolane::llm::{LanguageModelError, Scripted, ScriptedModel};
use twolane::retrieve::{Query, Request, SessionSource};

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
const MULTI_HOP: &str =
    "Who moved to close the footbridge, when, and how much is a burn permit compared to a dog license?";

fn plan(change: impl Fn(&mut Value)) -> String {
    let mut plan = json!({
        "town": "", "entities": ["footbridge"], "actions": ["close"], "legal_topics": ["liability"], "boards": [],
        "time_hints": [], "requested_output": "risk", "scope": "mixed", "priority": "law_first",
        "legal_salience": 80, "local_queries": ["footbridge notice damages"],
        "state_queries": ["municipal liability footbridge statute"], "must_include": ["footbridge"],
        "state_lane_anchors": true, "force_parallel_state_retrieval": true, "reason": "it asks who is liable",
        "confidence": 90
    });
    change(&mut plan);
    plan.to_string()
}

struct Asked {
    reply: Reply,
    trace: Value,
}

fn ask(
    question: &str,
    model: Option<&ScriptedModel>,
    change: impl Fn(&mut ConversationOptions, &mut Request),
) -> Asked {
    let (dir, archive) = archives::of_texts(&PAPER);
    let store = SessionStore::open(dir.path()).unwrap().unwrap();
    let model_writer = model.map(|m| ModelWriter::new(m, WriterOptions::default()));
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(model_writer.as_ref());
    let mut options = ConversationOptions::default();
    options.gate.enabled = false;
    let mut request = Request::new(Query::new(question));
    change(&mut options, &mut request);
    let conversation = Conversation::new(&ask, None, Some(&store), &options)
        .with_planner(model.map(|m| m as &dyn twolane::llm::LanguageModel));
    let reply = conversation.ask(&Inquiry::new(request)).unwrap();
    let trace = trace(&store, reply.trace_id.as_deref().unwrap()).unwrap();
    Asked { reply, trace }
}

fn as_it_is(_: &mut ConversationOptions, _: &mut Request) {}

/// Answers calls for a plan with this, those for another wording with that, and names the first sentence.
fn model(plan: Scripted, rewrite: &str) -> ScriptedModel {
    let (mut plan, rewrite) = (Some(plan), rewrite.to_owned());
    ScriptedModel::answering(move |request| match request.purpose {
        "plan" => plan.take().unwrap(),
        "rewrite" => rewrite.as_str().into(),
        _ => "[1]".into(),
    })
}

/// Every query that retrieval asked, and what it was made of.
fn queries(asked: &Asked) -> Vec<(String, String)> {
    let lanes = asked.trace["retrieval"]["plan"]["lanes"].as_array().unwrap();
    let queries = lanes.iter().flat_map(|lane| lane["queries"].as_array().unwrap());
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    queries.map(|q| (text(&q["text"]), text(&q["made_of"]))).collect()
}

fn planned(asked: &Asked) -> Vec<String> {
    queries(asked).into_iter().filter(|(_, made_of)| made_of == "plan").map(|(text, _)| text).collect()
}

#[test]
fn a_simple_question_is_searched_as_ever_and_costs_no_call_for_a_plan() {
    let scripted = model(plan(|_| {}).into(), "");
    let asked = ask(SIMPLE, Some(&scripted), as_it_is);
    assert_eq!(asked.trace["query_type"], "simple");
    assert!(planned(&asked).is_empty());
    let calls = asked.trace["calls"].as_object().unwrap();
    assert_eq!(calls.keys().collect::<Vec<_>>(), ["synthesize"]);
    assert!(asked.trace["model_calls"].as_u64().unwrap() <= asked.trace["call_limit"].as_u64().unwrap());
    assert_eq!(asked.trace["call_limit"], 4);
    assert_eq!(asked.trace["planning"]["by"], "rules");
}

#[test]
fn a_model_plans_what_is_not_simple() {
    let scripted = model(plan(|_| {}).into(), "");
    let asked = ask(COMPLEX, Some(&scripted), as_it_is);
    let planning = asked.reply.planned.as_ref().unwrap();
    assert_eq!((planning.route.query_type, planning.by), (QueryType::Complex, PlannedBy::Model));
    assert_eq!(planned(&asked), ["footbridge notice damages", "footbridge"]);
    assert_eq!(asked.trace["calls"]["plan"]["calls"], 1);
    assert_eq!((&asked.trace["call_limit"], &asked.trace["model_calls"]), (&json!(5), &json!(2)));
    let state = &asked.trace["planning"]["plan"]["lanes"][1];
    assert_eq!(state["queries"], json!(["municipal liability footbridge statute"]));
    assert!(asked.trace["planning"]["issue_map"]["legal_salience"].as_f64().unwrap() > 0.5);
    // The prompt takes the question as data.
    let prompt = scripted.prompts().into_iter().find(|p| p.contains("You plan the search")).unwrap();
    assert!(prompt.contains("never an instruction") && prompt.contains(COMPLEX));
}

#[test]
fn several_steps_are_also_worded_anew() {
    let rewrite = json!({
        "primary": "Who made the motion to close the footbridge and what is the fee for a burn permit?",
        "alternatives": ["footbridge closing motion vote Springfield", "burn permit fee RSA 227-L:17"]
    });
    let scripted = model(plan(|_| {}).into(), &rewrite.to_string());
    let asked = ask(MULTI_HOP, Some(&scripted), as_it_is);
    let planning = asked.reply.planned.as_ref().unwrap();
    assert_eq!((planning.route.query_type, planning.by), (QueryType::MultiHop, PlannedBy::Model));
    let calls = asked.trace["calls"].as_object().unwrap();
    // The writer has nothing to choose from here.
    assert_eq!(calls.keys().collect::<Vec<_>>(), ["plan", "rewrite"]);
    assert_eq!(asked.trace["call_limit"], 10);
    let all = planning.plan.queries().collect::<Vec<_>>().join("\n");
    assert!(all.contains("footbridge closing motion vote"), "{all}");
    assert!(!all.contains("Springfield") && !all.contains("227-L"), "{all}");
    assert!(planning.dropped.iter().any(|d| d.value == "Springfield"));
}

#[test]
fn nothing_of_a_model_s_own_is_searched_for() {
    let hostile = plan(|p| {
        p["town"] = "Springfield".into();
        p["entities"] = json!(["Boardwalk Pavilion", "Ruth Ames", "quimby"]);
        p["local_queries"] =
            json!(["Boardwalk Pavilion footbridge quimby", "footbridge 1999 RSA 507-B:2", "Zoltan"]);
        p["state_queries"] = json!(["RSA 507-B:2 footbridge liability"]);
        p["must_include"] = json!(["Springfield", "footbridge", "$4,000"]);
        p["time_hints"] = json!(["May 1, 1999"]);
        p["reason"] = "RSA 507-B:2 of 1999".into();
    });
    let scripted = model(hostile.into(), "");
    let asked = ask(COMPLEX, Some(&scripted), as_it_is);
    for (query, made_of) in queries(&asked) {
        for invented in ["springfield", "boardwalk", "pavilion", "quimby", "zoltan", "1999", "507", "4,000"] {
            assert!(!query.to_lowercase().contains(invented), "{query} ({made_of})");
        }
    }
    assert!(planned(&asked).contains(&"footbridge".to_owned()));
    let kept =
        asked.trace["planning"]["plan"].to_string() + &asked.trace["planning"]["issue_map"].to_string();
    assert!(!kept.contains("507-B") && !kept.contains("Springfield"), "{kept}");
    // Ruth Ames stands in a paper, not in the question: no reason to look for her.
    assert!(!kept.contains("Ruth Ames"));
    let dropped = asked.trace["planning"]["dropped"].to_string();
    assert!(dropped.contains("Springfield") && dropped.contains("not_given"), "{dropped}");

    // What the asker's text says may be searched for.
    let scripted = model(plan(|p| p["entities"] = json!(["Ruth Ames"])).into(), "");
    let asked = ask(COMPLEX, Some(&scripted), |_, request| {
        let text = "Ruth Ames fell through the footbridge.".into();
        request.session_sources.push(SessionSource { title: "A letter".into(), text });
    });
    let entities = asked.trace["planning"]["issue_map"]["entities"].to_string();
    assert!(entities.contains("Ruth Ames"), "{entities}");
}

#[test]
fn a_model_that_fails_leaves_the_plan_of_the_rules() {
    let without = ask(COMPLEX, None, as_it_is);
    let timeout =
        LanguageModelError::TimedOut { who: "scripted".into(), after: std::time::Duration::from_secs(1) };
    for (scripted, unreadable) in [
        (Scripted::from(""), 1),
        (Scripted::from("I would search for the footbridge."), 1),
        (Scripted::from("{\"town\": \"Alder\"}"), 1),
        (Scripted::Cut(plan(|_| {})), 1),
        (Scripted::from(plan(|p| p["confidence"] = 300.into())), 1),
        (Scripted::Endless("{\"town\": [".into()), 1),
        (Scripted::Fails(timeout), 0),
    ] {
        let label = format!("{scripted:?}");
        let scripted = model(scripted, "");
        let asked = ask(COMPLEX, Some(&scripted), as_it_is);
        let planning = asked.reply.planned.as_ref().unwrap();
        assert_eq!(planning.by, PlannedBy::Rules, "{label}");
        assert!(planning.failed.is_some(), "{label}");
        assert_eq!(asked.trace["parse_failures"], unreadable, "{label}");
        assert_eq!(queries(&asked), queries(&without), "{label}");
        assert!(asked.reply.envelope.checked().is_some());
    }
}

#[test]
fn an_unsure_model_and_one_that_is_switched_off() {
    let scripted = model(plan(|p| p["confidence"] = 20.into()).into(), "");
    let asked = ask(COMPLEX, Some(&scripted), as_it_is);
    assert_eq!(asked.trace["planning"]["by"], "conservative");
    assert!(planned(&asked).is_empty());
    let scripted = model(plan(|_| {}).into(), "");
    let asked = ask(COMPLEX, Some(&scripted), |options, _| options.plan.by_model = false);
    assert_eq!(asked.trace["planning"]["by"], "rules");
    assert!(asked.trace["calls"].get("plan").is_none());
}

#[test]
fn parts_of_a_question_are_asked_by_themselves() {
    let asked =
        ask("Who moved to close the footbridge, and what is the fee for a burn permit?", None, as_it_is);
    assert_eq!(asked.trace["query_type"], "complex");
    assert_eq!(planned(&asked), ["Who moved to close the footbridge", "what is the fee for a burn permit"]);
}

#[test]
fn choices_are_cut_off_before_planning() {
    let asked = ask(&format!("{SIMPLE}\nAnswer choices:\nA. $99\nB. $20\n"), None, as_it_is);
    assert_eq!(asked.trace["query_type"], "simple");
    assert_eq!(queries(&asked)[0].0, SIMPLE);
    assert_eq!(asked.reply.planned.as_ref().unwrap().choices.len(), 2);
}

#[test]
fn a_trace_without_personal_text_has_no_word_of_the_plan() {
    let scripted = model(plan(|_| {}).into(), "");
    let asked = ask(COMPLEX, Some(&scripted), |options, _| options.trace.personal_text = false);
    assert!(!asked.trace.to_string().contains("footbridge"), "{}", asked.trace);
    assert_eq!(asked.trace["planning"]["route"]["query_type"], "complex");
}
