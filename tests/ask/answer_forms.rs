//! The five forms of one answer: what each must have, and that none says more than the quotes.

use crate::support::archives;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use twolane::answer::write::{ModelWriter, WriterOptions};
use twolane::answer::{
    Ask, AskError, AskOptions, Asked, FormName, Mode, Stage, Watch, levels, markdown, plain,
};
use twolane::archive::{Archive, SourceRecord};
use twolane::llm::ScriptedModel;
use twolane::retrieve::{Query, Request};

const TOWN: [&str; 4] = [
    "The Select Board voted 3-0 to approve the burn permit fee of $20 on March 3, 2025.",
    "The clerk sells burn permits on Tuesdays from 9 to 12.",
    "A burn permit is valid for 30 days unless the fire chief revokes it.",
    "Dogs are licensed by the clerk until April 30, 2025.",
];
/// The first sentence again, as another paper has it.
const REPORT: [&str; 2] = [
    "The Select Board voted 3-0 to approve the burn permit fee of $20 on March 3, 2025.",
    "The library was open on 240 days.",
];
const STATE: [&str; 2] = [
    "No person shall kindle a fire without a burn permit of the fire chief.",
    "A person who kindles a fire without a burn permit shall pay the cost of putting it out.",
];

fn record(id: &str, lane: &str, texts: &[&str]) -> SourceRecord {
    let mut record = archives::record(id, &format!("/{id}.txt"), texts);
    record.meta.lane = lane.into();
    record
}

fn archive(dir: &std::path::Path) -> Archive {
    let archive = Archive::create(dir).unwrap();
    let mut writer = archive.writer().unwrap();
    writer.put(record("minutes", "local", &TOWN), None).unwrap();
    writer.put(record("report", "local", &REPORT), None).unwrap();
    writer.put(record("statute", "state", &STATE), None).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    archive
}

const QUESTION: &str = "What is the burn permit fee, and who may kindle a fire without a burn permit?";

fn asked(question: &str) -> Asked {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap();
    ask.run(&Request::new(Query::new(question))).unwrap()
}

/// Every run of digits of a form stands in a quote, a locator, a title, or counts its steps.
fn says_no_other_figure(asked: &Asked, text: &str) {
    let answer = asked.answer.get();
    let mut known: String = answer
        .facts
        .iter()
        .flat_map(|f| &f.support)
        .map(|q| format!("{} {} ", q.text(), q.locator()))
        .collect();
    for conflict in &answer.conflicts {
        for value in &conflict.values {
            known.push_str(&format!("{} {} ", value.quote.text(), value.quote.locator()));
        }
        known.push_str(&conflict.notes);
    }
    for line in text.lines().filter(|l| !l.starts_with("### Step")) {
        for digits in line.split(|c: char| !c.is_ascii_digit()).filter(|d| !d.is_empty()) {
            assert!(known.contains(digits), "{digits} of {line:?} stands nowhere");
        }
    }
}

#[test]
fn every_form_has_its_parts_and_no_figure_of_its_own() {
    let asked = asked(QUESTION);
    for (form, heads) in [
        (FormName::Levels, vec!["The papers say:", "## Also in the papers"]),
        (FormName::Brief, vec!["p.1"]),
        (
            FormName::Civic,
            vec!["## At a glance", "## Local details", "## Statewide context", "## Key facts and numbers"],
        ),
        (FormName::Legal, vec!["## Situation", "## Facts", "## Applicable framework", "## Risk"]),
        (
            FormName::Research,
            vec![
                "### Step 1",
                "### Step 2",
                "**Rule**",
                "**Elements**",
                "**Exceptions**",
                "**Application**",
                "## Sources",
            ],
        ),
    ] {
        let text = markdown(&asked.answer, form, QUESTION);
        for head in heads {
            assert!(text.contains(head), "{form} has no {head:?}:\n{text}");
        }
        says_no_other_figure(&asked, &text);
        says_no_other_figure(&asked, &plain(&text));
        assert!(text.contains("$20"), "{form}:\n{text}");
    }
}

#[test]
fn at_a_glance_has_three_to_five_bullets_and_statewide_context_stands_only_where_it_is_used() {
    for question in
        [QUESTION, "When does the clerk sell burn permits?", "What did the orchestra play in Vienna?"]
    {
        let asked = asked(question);
        let text = markdown(&asked.answer, FormName::Civic, question);
        let glance = text.split("## ").find(|s| s.starts_with("At a glance")).unwrap();
        let bullets = glance.lines().filter(|l| l.starts_with("- ")).count();
        assert!((3..=5).contains(&bullets), "{bullets}:\n{text}");
        assert_eq!(
            text.contains("## Statewide context"),
            asked.answer.get().used_statewide,
            "{question}:\n{text}"
        );
    }
}

#[test]
fn the_levels_begin_as_they_must() {
    let found = levels(&asked("What is the burn permit fee?").answer);
    assert!(found.level1.starts_with("The papers say"), "{found:?}");
    assert!(found.level3.starts_with("Citations: Title of"), "{found:?}");
    let silent = levels(&asked("What did the orchestra play in Vienna?").answer);
    assert!(silent.level1.starts_with("Insufficient evidence"), "{silent:?}");
    assert!(silent.level3.starts_with("Citations: None — "), "{silent:?}");
}

#[test]
fn a_sentence_that_two_papers_have_is_one_fact_with_both_quotes() {
    let asked = asked("What is the burn permit fee?");
    let fact = asked.answer.get().facts.iter().find(|f| f.text.contains("$20")).unwrap();
    let mut sources: Vec<String> = fact.support.iter().map(|q| q.source_id().to_string()).collect();
    sources.sort();
    assert_eq!(sources, ["minutes", "report"]);
    let others = asked.answer.get().facts.iter().filter(|f| f.text.contains("$20")).count();
    assert_eq!(others, 1);
}

#[test]
fn whoever_does_not_want_to_wait_is_heard() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap();
    let never = || false;
    let watch = Watch { go_on: Some(&never), ..Watch::default() };
    let stopped = ask.run_watched(&Request::new(Query::new(QUESTION)), watch);
    assert!(matches!(stopped, Err(AskError::Cancelled)), "{stopped:?}");
}

#[test]
fn quotes_are_there_before_a_model_writes_and_stay_when_it_is_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let model = ScriptedModel::repeating("[1]");
    let writer = ModelWriter::new(&model, WriterOptions::default());
    let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(Some(&writer));
    let facts = AtomicUsize::new(0);
    let writing = AtomicBool::new(false);
    let on_stage = |stage: Stage<'_>| match stage {
        Stage::Facts(answer) => {
            assert_eq!(model.prompts().len(), 0, "the model was asked before the quotes were out");
            facts.store(answer.get().facts.len(), Ordering::SeqCst);
        }
        Stage::Writing => writing.store(true, Ordering::SeqCst),
        Stage::Searched(_) => {}
    };
    let go_on = || !writing.load(Ordering::SeqCst);
    let watch = Watch { on_stage: Some(&on_stage), go_on: Some(&go_on) };
    let asked = ask.run_watched(&Request::new(Query::new("What is the burn permit fee?")), watch).unwrap();
    assert!(facts.load(Ordering::SeqCst) > 0);
    assert_eq!(asked.answer.get().mode, Mode::Answer);
    assert!(asked.answer.get().facts.iter().any(|f| f.text.contains("$20")));
    assert!(asked.timing_ms["first_facts"] <= asked.timing_ms["total"]);
}

#[test]
fn a_statement_is_put_right_once_or_gives_way_to_its_quote() {
    let dir = tempfile::tempdir().unwrap();
    let archive = archive(dir.path());
    let options = WriterOptions { own_sentences: Some(true), ..WriterOptions::default() };
    for (second, expected) in [
        (
            "[1] The Select Board voted 3-0 to approve the burn permit fee of 20 dollars on March 3, 2025.",
            vec!["The Select Board voted 3-0 to approve the burn permit fee of 20 dollars on March 3, 2025."],
        ),
        ("[1] The fee is $20.", vec![TOWN[0]]),
        ("[1] The fee is $25.", vec![TOWN[0]]),
        ("none", vec![TOWN[0]]),
        ("not of the form", vec![TOWN[0]]),
    ] {
        let probe = ScriptedModel::repeating("[1] x");
        let writer = ModelWriter::new(&probe, options.clone());
        let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(Some(&writer));
        let request = Request::new(Query::new("What is the burn permit fee?"));
        ask.run(&request).unwrap();
        let prompts = probe.prompts().join("\n");
        let line = prompts.lines().find(|l| l.starts_with('[') && l.contains("$20")).unwrap().to_owned();
        let label = line.split(' ').next().unwrap();
        let model = ScriptedModel::script([format!("{label} The fee is $25."), second.to_owned()]);
        let writer = ModelWriter::new(&model, options.clone());
        let ask = Ask::new(&archive, None, AskOptions::default()).unwrap().with_writer(Some(&writer));
        let asked = ask.run(&request).unwrap();
        let answer = asked.answer.get();
        let texts: Vec<&str> = answer.prose.sentences.iter().map(|s| s.text.as_str()).collect();
        for text in expected {
            assert!(texts.iter().any(|t| t.contains(text)), "{second}: {texts:?}");
        }
        let left_out = answer.gaps.iter().any(|g| g.reason.starts_with("A drafted sentence could not"));
        assert_eq!(left_out, !second.contains("20 dollars"), "{second}: {:?}", answer.gaps);
        assert!(texts.iter().all(|t| !t.contains("$25")), "{second}: {texts:?}");
        let calls = &asked.written.unwrap().calls;
        // A sentence whose figure is in its quote goes to the critic, who gives no verdict here.
        let judged = second.ends_with("$20.").then_some("critic");
        let purposes: Vec<&str> = judged.into_iter().chain(["repair", "synthesize"]).collect();
        assert_eq!(calls.by_purpose.keys().collect::<Vec<_>>(), purposes, "{second}");
        assert!(calls.calls() <= 4, "HOP-3 allows four for a simple question");
    }
}
