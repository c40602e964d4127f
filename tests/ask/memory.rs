//! Answers that are given again (SPEC MEM-1): when they are, when not, and that none is stale.

use serde_json::{Value, json};
use twolane::answer::{Ask, AskOptions, Conversation, ConversationOptions, Inquiry};
use twolane::archive::{Archive, SessionStore};
use twolane::encoder::{BertEmbedder, Embedder, EmbedderOptions, ModelFiles};
use twolane::ingest::chunk::ChunkOptions;
use twolane::ingest::pack::{InstallStep, Installer, InstallerOptions};
use twolane::law::pack::{Manifest, Pack, PackContent, PackOptions, open, write};
use twolane::law::{StatuteSection, Unit};
use twolane::retrieve::{Query, Request};
use twolane::text::SourceId;

use crate::support::archives::record;
use crate::support::model;
use crate::support::town::{Town, quoted};

const BURN: &str = "What is the fee for a burn permit in Alder?";

fn from_memory(answer: &Value) -> bool {
    answer["from_memory"].as_bool().unwrap()
}

#[test]
fn the_same_question_is_answered_from_memory_and_says_so() {
    let town = Town::new();
    let first = town.ask(BURN, &[]);
    assert_eq!((first.code, from_memory(&first.json)), (0, false), "{}", first.out);
    assert_eq!(first.json["memory"], Value::Null);
    let again = town.ask("what is the fee for a burn permit in Alder", &[]);
    assert!(from_memory(&again.json), "{}", again.out);
    assert_eq!(again.json["evidence"], first.json["evidence"]);
    assert_eq!(again.json["memory"]["question"], BURN);
    assert_eq!(again.json["model_calls"], 0);
    assert!(again.json["latency_ms"].as_f64().is_some());
    // A form is made anew of the same answer.
    let brief = town.ask(BURN, &["--form", "brief"]);
    assert!(from_memory(&brief.json) && brief.json["form"]["name"] == "brief", "{}", brief.out);
    let told = town.run(&["ask", BURN], "");
    assert!(told.out.contains("From memory: first answered on") && told.out.contains("$15"), "{}", told.out);
    let trace = again.json["trace_id"].as_str().unwrap().to_owned();
    let trace = town.run(&["trace", "show", &trace, "--json"], "").json;
    assert_eq!((&trace["memory_hit"], &trace["retrieval"]), (&json!(true), &Value::Null), "{trace}");

    // What was saved can be checked like any other answer; what somebody wrote into it can't pass.
    let saved = town.file("answer.json", &again.out);
    let checked = town.run(&["verify", &saved, "--json"], "");
    assert_eq!((checked.code, &checked.json["ok"]), (0, &json!(true)), "{}", checked.out);
    let mut forged = again.json.clone();
    forged["memory"]["question"] = "What is the fee for a burn permit in Birch?".into();
    let saved = town.file("forged.json", &forged.to_string());
    let checked = town.run(&["verify", &saved, "--json"], "");
    assert_eq!((checked.code, &checked.json["ok"]), (5, &json!(false)), "{}", checked.out);

    // The list, and forgetting.
    let list = town.run(&["memory", "list", "--json"], "").json;
    let entries = list["entries"].as_array().unwrap();
    assert_eq!(
        (entries.len(), &entries[0]["question"], &entries[0]["stands"]),
        (1, &json!(BURN), &json!(true))
    );
    assert_ne!(town.run(&["memory", "clear"], "").code, 0);
    assert_eq!(town.run(&["memory", "clear", "m-none"], "").code, 1);
    let id = entries[0]["id"].as_str().unwrap();
    let cleared = town.run(&["memory", "clear", id, "--json"], "").json;
    assert_eq!((&cleared["removed"], &cleared["wholly"]), (&json!(1), &json!(true)));
    assert!(!from_memory(&town.ask(BURN, &["--no-memory"]).json));
    assert!(!from_memory(&town.ask(BURN, &["--no-personal"]).json));
    assert_eq!(town.run(&["memory", "list", "--json"], "").json, json!({ "entries": [] }));
}

#[test]
fn another_question_or_another_setting_is_searched_anew() {
    let town = Town::new();
    assert!(!from_memory(&town.ask(BURN, &[]).json));
    for (question, flags) in [
        ("What is the fee for a burn permit in Birch?", &[][..]),
        ("What was the fee for a burn permit in Alder?", &[]),
        ("What is the fee for a tree cutting permit in Alder?", &[]),
        ("What is not the fee for a burn permit in Alder?", &[]),
        (BURN, &["--town", "Birch"]),
        (BURN, &["--lane", "local"]),
        (BURN, &["--as-of", "2025-06-01"]),
        (BURN, &["--type", "budget"]),
        (BURN, &["--no-rerank"]),
        (BURN, &["--prefer-recent"]),
        (BURN, &["--from", "2001"]),
        (BURN, &["--context", "unit=4B"]),
    ] {
        let answer = town.ask(question, flags);
        let again = answer.json["from_memory"].as_bool().unwrap_or(false);
        assert!(!again, "{question} {flags:?}: {}", answer.out);
    }
    let config = town.file("off.toml", "[memory]\nenabled = false\n");
    assert!(!from_memory(&town.ask(BURN, &["--config", &config]).json));
    let config = town.file("sure.toml", "[memory]\nleast_confidence = 2.0\n");
    assert_eq!(town.run(&["memory", "clear", "--all"], "").code, 0);
    for _ in 0..2 {
        assert!(!from_memory(&town.ask(BURN, &["--tuning", &config]).json), "too little confidence");
    }
    assert!(from_memory(&{
        town.ask(BURN, &[]);
        town.ask(BURN, &[]).json
    }));
}

#[test]
fn failures_questions_back_and_texts_of_the_user_are_not_remembered() {
    let town = Town::new();
    for _ in 0..2 {
        let silent = town.ask("What does a dog licence cost in Alder?", &[]);
        assert!(!from_memory(&silent.json), "{}", silent.out);
        let unclear = town.ask("How big is my unit?", &["--session", "unit"]);
        assert_eq!(unclear.code, 4, "{}", unclear.out);
        let pasted =
            town.ask(BURN, &["--paste", &town.file("text.txt", "Our burn permit was $99 last year.")]);
        assert!(!from_memory(&pasted.json), "{}", pasted.out);
    }
    // Given up after three rounds: an answer after a timeout.
    for _ in 0..3 {
        let late = town.ask("How big is my unit?", &["--session", "unit"]);
        assert_ne!(late.json["from_memory"], json!(true), "{}", late.out);
    }
    let kept = town.run(&["memory", "list", "--json"], "").json;
    assert_eq!(kept, json!({ "entries": [] }));
}

#[test]
fn a_session_takes_its_answers_with_it() {
    let town = Town::new();
    town.ask(BURN, &["--session", "walk"]);
    let kept = town.run(&["memory", "list", "--json"], "").json;
    assert_eq!(kept["entries"][0]["session_id"], "walk", "{kept}");
    // The question is the same, and all sessions here are one person's.
    assert!(from_memory(&town.ask(BURN, &[]).json));
    assert_eq!(town.run(&["session", "remove", "walk"], "").code, 0);
    assert_eq!(town.run(&["memory", "list", "--json"], "").json, json!({ "entries": [] }));
}

#[test]
fn whatever_changes_in_the_archive_ends_it() {
    let town = Town::new();
    let papers = town.home.path().join("papers/alder");
    let papers = papers.to_str().unwrap();
    let ingest = |more: &[&str]| {
        let mut args = vec!["ingest", papers, "--town", "Alder"];
        args.extend(more);
        let read = town.run(&args, "");
        assert_eq!(read.code, 0, "{}", read.error);
    };
    let asked_twice = || {
        town.ask(BURN, &[]);
        town.ask(BURN, &[]).json
    };
    assert!(from_memory(&asked_twice()));
    // Nothing changed: it stands.
    ingest(&[]);
    assert!(from_memory(&town.ask(BURN, &[]).json));
    // Another paper says otherwise.
    let fees = "Town of Alder\nFees\n\nThe fee for a burn permit in Alder is $18 from June 1, 2025.\n";
    std::fs::write(town.home.path().join("papers/alder/fees-june.txt"), fees).unwrap();
    ingest(&[]);
    let answer = town.ask(BURN, &[]).json;
    assert!(!from_memory(&answer) && quoted(&answer, "$18"), "{answer}");
    // The paper itself.
    let path = town.home.path().join("papers/alder/fees.txt");
    let text = std::fs::read_to_string(&path).unwrap().replace("$15", "$16");
    std::fs::write(&path, text).unwrap();
    ingest(&[]);
    let answer = town.ask(BURN, &[]).json;
    assert!(!from_memory(&answer) && quoted(&answer, "$16") && !quoted(&answer, "$15"), "{answer}");
    // Gone.
    std::fs::remove_file(&path).unwrap();
    ingest(&["--prune"]);
    let answer = town.ask(BURN, &[]).json;
    assert!(!from_memory(&answer) && !quoted(&answer, "$16"), "{answer}");
}

/// A stored answer is not trusted: what somebody writes into the store is never shown.
#[test]
fn what_stands_in_the_store_is_looked_up_again() {
    let town = Town::new();
    town.ask(BURN, &[]);
    let store = rusqlite::Connection::open(town.archive().join("sessions.sqlite")).unwrap();
    let body: String = store.query_row("SELECT body FROM memory", [], |row| row.get(0)).unwrap();
    for forged in [
        body.replace("$15", "$95"),
        body.replace("\\\"limitations\\\":[]", "\\\"limitations\\\":[\\\"The fee is $95.\\\"]"),
        body.replace("\\\"tier\\\":\\\"", "\\\"tier\\\":\\\"Z"),
        body.replace("\"evidence\":\"", "\"evidence\":\"x"),
        "{".to_owned(),
    ] {
        if forged == body {
            continue;
        }
        store.execute("UPDATE memory SET body = ?1", [&forged]).unwrap();
        let answer = town.ask(BURN, &[]);
        assert!(!from_memory(&answer.json) && !answer.out.contains("$95"), "{}", answer.out);
        store.execute("DELETE FROM memory WHERE number > 1", []).unwrap();
    }
    store.execute("UPDATE memory SET body = ?1", [&body]).unwrap();
    assert!(from_memory(&town.ask(BURN, &[]).json), "as it was, it stands");
}

/// A store of the first format, which had another table of answers.
#[test]
fn an_older_store_is_brought_up_to_date() {
    let town = Town::new();
    town.ask(BURN, &["--session", "walk"]);
    let path = town.archive().join("sessions.sqlite");
    let store = rusqlite::Connection::open(&path).unwrap();
    store
        .execute_batch(
            "DROP TABLE answer;
             DROP TABLE memory;
             CREATE TABLE memory (number INTEGER PRIMARY KEY AUTOINCREMENT, context TEXT NOT NULL, at INTEGER NOT NULL, model TEXT, vector BLOB, body TEXT NOT NULL);
             CREATE INDEX memory_context ON memory (context);
             PRAGMA user_version = 1;",
        )
        .unwrap();
    drop(store);
    assert_eq!(town.run(&["index", "check"], "").code, 0);
    assert!(!from_memory(&town.ask(BURN, &[]).json));
    assert!(from_memory(&town.ask(BURN, &[]).json));
    assert!(town.run(&["session", "show", "walk"], "").out.contains("burn permit"), "sessions stay");
    assert_eq!(town.run(&["index", "check"], "").code, 0);
}

// ---- no stale answer ----

/// Numbers that follow from a seed (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % below as u64).unwrap()
    }
}

const THINGS: &[&str] = &["burn permit", "dog licence", "hall rental", "mooring", "sign permit"];
/// Two wordings of each question, `{}` for the thing.
const WORDINGS: &[&str] = &["What does a {} cost?", "What is the cost of a {}?"];

struct World<'e> {
    _dir: tempfile::TempDir,
    archive: Archive,
    store: SessionStore,
    embedder: Option<&'e dyn Embedder>,
    papers: Vec<String>,
    chance: Chance,
    made: usize,
    edition: usize,
}

/// An edition of a made-up code with one section on each thing.
fn code(edition: usize, chance: &mut Chance) -> Pack {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    let year = 2000 + edition;
    let section = |(number, thing): (usize, &&str)| StatuteSection {
        citation: format!("RSA 901:{}", number + 1),
        heading: format!("The {thing}."),
        hierarchy: vec!["Chapter 901 Samples".into()],
        units: vec![Unit {
            path: Vec::new(),
            text: format!("The clerk of a town shall collect ${} for a {thing}.", 5 + chance.next(90)),
        }],
        ..StatuteSection::default()
    };
    let content =
        PackContent { sections: THINGS.iter().enumerate().map(section).collect(), embeddings: None };
    let about = Manifest {
        format: 1,
        name: "sample-code".into(),
        title: "Sample Code".into(),
        jurisdiction: "NH".into(),
        edition: year.to_string(),
        as_of: format!("{year}-01-01"),
        grammar: "rsa".into(),
        licence: "written for tests".into(),
        coverage: "a few sections".into(),
        limits: vec!["no case law".into()],
        every_section: true,
        sections: 0,
        embeddings: None,
        files: vec![],
    };
    write(&path, about, &content, &PackOptions::default()).unwrap();
    open(&path, &PackOptions::default()).unwrap()
}

impl<'e> World<'e> {
    fn new(seed: u64, embedder: Option<&'e dyn Embedder>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(dir.path()).unwrap();
        let store = SessionStore::open(dir.path()).unwrap().unwrap();
        let (papers, chance) = (Vec::new(), Chance(seed));
        let mut world = World { _dir: dir, archive, store, embedder, papers, chance, made: 0, edition: 0 };
        for _ in 0..4 {
            world.add();
        }
        world
    }

    fn text(&mut self) -> Vec<String> {
        let mut lines = vec!["Town of Sample, fees and permits.".to_owned()];
        for _ in 0..3 {
            let thing = THINGS[self.chance.next(THINGS.len())];
            let fee = 5 + self.chance.next(90);
            lines.push(format!("The cost of a {thing} in Sample is ${fee} a year."));
        }
        lines
    }

    fn put(&mut self, id: &str) {
        let lines = self.text();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let source = record(id, &format!("/{id}.txt"), &lines);
        let texts: Vec<String> = source.chunks.iter().map(|c| c.embedded_text()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors =
            self.embedder.map(|e| e.embed(&texts, twolane::encoder::Role::Passage, &|_, _| true).unwrap());
        let mut writer = self.archive.writer().unwrap();
        writer.put(source, vectors.as_deref()).unwrap();
        writer.commit().unwrap();
        drop(writer);
        self.archive.refresh().unwrap();
    }

    fn add(&mut self) {
        self.made += 1;
        let id = format!("paper-{}", self.made);
        self.put(&id);
        self.papers.push(id);
    }

    /// Changes a paper.
    fn edit(&mut self) {
        let id = self.papers[self.chance.next(self.papers.len())].clone();
        self.put(&id);
    }

    /// Takes papers out.
    fn remove(&mut self, count: usize) {
        let mut writer = self.archive.writer().unwrap();
        for _ in 0..count.min(self.papers.len().saturating_sub(1)) {
            let id = self.papers.remove(self.chance.next(self.papers.len()));
            writer.remove(&SourceId(id)).unwrap();
        }
        writer.commit().unwrap();
        drop(writer);
        self.archive.refresh().unwrap();
    }

    /// The code, or its next edition.
    fn update(&mut self) {
        self.edition += 1;
        let pack = code(self.edition, &mut self.chance);
        let options = InstallerOptions {
            lane: "state".into(),
            wrap: 100,
            chunk: ChunkOptions::default(),
            embed_group: 32,
            token_vectors: false,
        };
        let installer = Installer::new(&self.archive, self.embedder, options);
        let always = |_: InstallStep| true;
        match self.edition {
            1 => installer.install(&pack, &always).map(|_| ()).unwrap(),
            _ => installer.update(&pack, false, &always).map(|_| ()).unwrap(),
        }
        self.archive.refresh().unwrap();
    }

    /// The question that an answer was given to before, and the answer.
    fn ask(&self, question: &str, remembering: bool) -> (Option<String>, String) {
        let mut options = AskOptions::default();
        // On a busy machine time runs out, and an answer that was cut short is another one.
        options.search.rerank_budget_ms = 600_000;
        let ask = Ask::new(&self.archive, self.embedder, options).unwrap();
        let mut options = ConversationOptions::default();
        // Whatever is kept must not be stale: more is kept than by default.
        options.memory.least_confidence = 0.0;
        let talk = Conversation::new(&ask, self.embedder, Some(&self.store), &options);
        let talk = if remembering { talk.remembering("") } else { talk };
        let reply = talk.ask(&Inquiry::new(Request::new(Query::new(question)))).unwrap();
        let evidence = reply.envelope.checked().map(|a| serde_json::to_string(a.get()).unwrap());
        (reply.recalled.map(|r| r.question), evidence.unwrap_or_else(|| reply.envelope.status().to_owned()))
    }
}

/// The same with shares to four digits: sums of them are made in no fixed order.
fn rounded(evidence: &str) -> Value {
    fn of(value: Value) -> Value {
        match value {
            Value::Number(n) => json!((n.as_f64().unwrap() * 1e4).round()),
            Value::Array(items) => items.into_iter().map(of).collect(),
            Value::Object(map) => map.into_iter().map(|(key, value)| (key, of(value))).collect(),
            other => other,
        }
    }
    serde_json::from_str(evidence).map_or_else(|_| json!(evidence), of)
}

#[derive(Debug)]
struct Soaked {
    asked: usize,
    given_again: usize,
    /// Of these, to a question in other words.
    other_words: usize,
    stale: usize,
}

/// Asks in both wordings between random changes; an answer that a search anew would not give is stale.
fn soak(seeds: u64, steps: usize, embedder: Option<&dyn Embedder>) -> Soaked {
    let (mut asked, mut given_again, mut other_words, mut stale) = (0, 0, 0, 0);
    for seed in 0..seeds {
        let mut world = World::new(seed, embedder);
        for _ in 0..steps {
            match world.chance.next(30) {
                0 => world.add(),
                1 => world.edit(),
                2 => world.remove(1),
                3 => world.remove(2),
                4 => world.update(),
                _ => {
                    let thing = THINGS[world.chance.next(THINGS.len())];
                    let question = WORDINGS[world.chance.next(WORDINGS.len())].replace("{}", thing);
                    let (held, answer) = world.ask(&question, true);
                    asked += 1;
                    given_again += usize::from(held.is_some());
                    other_words += usize::from(held.as_ref().is_some_and(|held| *held != question));
                    // To the letter what a search anew gives to the question that was remembered.
                    let (_, anew) = world.ask(held.as_deref().unwrap_or(&question), false);
                    let same = rounded(&answer) == rounded(&anew);
                    stale += usize::from(!same);
                    assert!(same, "seed {seed}: {question} {held:?}\n{answer}\n{anew}");
                }
            }
        }
    }
    Soaked { asked, given_again, other_words, stale }
}

#[test]
fn no_answer_is_stale_by_words_alone() {
    let done = soak(4, 60, None);
    assert!(done.given_again * 10 >= done.asked, "the test shows nothing: {done:?}");
    assert_eq!((done.stale, done.other_words), (0, 0), "{done:?}");
}

#[test]
fn no_answer_is_stale_with_a_model() {
    let Some(folder) = model::folder() else { return };
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(&folder).unwrap(), &EmbedderOptions::default()).unwrap();
    let done = soak(2, 40, Some(&embedder));
    assert!(done.given_again * 10 >= done.asked && done.other_words > 0, "the test shows nothing: {done:?}");
    assert_eq!(done.stale, 0, "{done:?}");
}

/// `cargo test --release --test ask -- --ignored a_long_soak --nocapture`
#[test]
#[ignore = "minutes; prints its figures"]
fn a_long_soak() {
    println!("words: {:?}", soak(40, 120, None));
    let Some(folder) = model::folder() else { return };
    let embedder =
        BertEmbedder::load(&ModelFiles::from_folder(&folder).unwrap(), &EmbedderOptions::default()).unwrap();
    println!("model: {:?}", soak(10, 80, Some(&embedder)));
}
