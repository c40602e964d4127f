//! Asks every question of a file with all rules on, then once more for each rule that the question touches,
//! with that rule alone off. `benches/rules_on_trial.py` runs this and makes the table.
//!
//!     cargo run --release -p twolane-benches --features trial --bin rules_on_trial -- ask ARCHIVE MODEL_DIR QUESTIONS.jsonl OUT [all-on]
//!     … -- gate ARCHIVE QUESTIONS.jsonl OUT           the gate's verdict alone, no model
//!     … -- golden PROGRAM MODEL_DIR GOLDEN_DIR OUT    our own cases; PROGRAM reads their papers
//!
//! OUT/all/ID.json holds the reply with all rules on, as `scripts/measure_answers.py --answers` takes it;
//! OUT/RULE/ID.json the reply without a rule, where it is another one; OUT/touched.json the questions that
//! each rule touches. Entries of the vocabulary are rules too, named by their list and first word.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use twolane::archive::{Archive, terms};
use twolane::ask::{Ask, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, Mode, Reply};
use twolane::cli::envelope;
use twolane::eval::golden::{GoldenOptions, GoldenRun};
use twolane::inference::{
    BertEmbedder, Embedder, EmbedderOptions, GoOn, InferenceError, ModelFiles, OnProgress, ReadPassages,
    Reading, Role, TokenVectors,
};
use twolane::retrieve::{Phrase, Query, Request, Vocabulary, find_town};
use twolane::text::{Embedding, ModelId};
use twolane::trial::Rule;

/// What the program comes with; entries are taken out of it.
const VOCABULARY: &str = include_str!("../../assets/retrieval.toml");

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["ask", archive, model, questions, out, rest @ ..] => {
            let memo = Memo::load(Path::new(model))?;
            let each = rest != ["all-on"];
            questions_of(Path::new(archive), Some(&memo), Path::new(questions), Path::new(out), each)
        }
        ["gate", archive, questions, out] => {
            questions_of(Path::new(archive), None, Path::new(questions), Path::new(out), true)
        }
        ["golden", program, model, dir, out] => {
            let memo = Memo::load(Path::new(model))?;
            golden(Path::new(program), &memo, Path::new(dir), Path::new(out))
        }
        _ => bail!("see the head of benches/programs/rules_on_trial.rs"),
    }
}

/// What is switched off.
#[derive(Clone)]
struct Off {
    name: String,
    does: String,
    way: Way,
}

#[derive(Clone)]
enum Way {
    /// By its switch.
    Switch(Rule),
    /// Another vocabulary, where one of these phrases stands in the question or this rule was touched.
    Words { vocabulary: PathBuf, phrases: Vec<String>, with: Option<Rule> },
}

fn switches() -> impl Iterator<Item = Off> {
    Rule::ALL.iter().map(|rule| Off {
        name: rule.name().to_owned(),
        does: rule.does().to_owned(),
        way: Way::Switch(*rule),
    })
}

/// One file for each entry of the vocabulary, without that entry.
fn vocabularies(dir: &Path) -> anyhow::Result<Vec<Off>> {
    let whole: toml::Table = toml::from_str(VOCABULARY)?;
    let mut found = Vec::new();
    let words = |value: &toml::Value| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.filter_map(|v| v.as_str().map(str::to_owned)).collect()
    };
    let mut add = |name: String, does: String, table: toml::Table, phrases, with| -> anyhow::Result<()> {
        let vocabulary = dir.join(format!("{}.toml", found.len()));
        std::fs::write(&vocabulary, toml::to_string(&table)?)?;
        found.push(Off { name, does, way: Way::Words { vocabulary, phrases, with } });
        Ok(())
    };
    for list in ["synonyms", "legal_topic"] {
        for (at, entry) in whole[list].as_array().into_iter().flatten().enumerate() {
            let mut table = whole.clone();
            table[list].as_array_mut().context("a list")?.remove(at);
            let terms = words(&entry["terms"]);
            let name = entry.get("name").and_then(|v| v.as_str()).unwrap_or(&terms[0]);
            add(format!("{list}: {name}"), terms.join(", "), table, terms.clone(), None)?;
        }
    }
    for list in ["high_stakes", "process", "places"] {
        for (at, term) in words(&whole[list]["terms"]).into_iter().enumerate() {
            let mut table = whole.clone();
            table[list]["terms"].as_array_mut().context("a list")?.remove(at);
            add(format!("{list}: {term}"), term.clone(), table, vec![term], None)?;
        }
    }
    for (list, with) in [("anchors", Rule::QueryAnchors), ("second_pass", Rule::SecondPass)] {
        for lane in ["local", "state"] {
            for (at, template) in words(&whole[list][lane]).into_iter().enumerate() {
                let mut table = whole.clone();
                table[list][lane].as_array_mut().context("a list")?.remove(at);
                let name = format!("{list} {lane}: {template}");
                add(name, template, table, Vec::new(), Some(with))?;
            }
        }
    }
    Ok(found)
}

/// `each`: also without each rule that a question touches.
fn questions_of(
    archive: &Path,
    memo: Option<&Memo>,
    questions: &Path,
    out: &Path,
    each: bool,
) -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let archive = Archive::open(archive)?;
    let embedder = memo.map(|m| m as &dyn Embedder);
    let mut ask_options = AskOptions::default();
    // A loaded machine changes nothing.
    ask_options.search.rerank_budget_ms = u64::MAX;
    let conversation_options = ConversationOptions::default();
    let offs: Vec<Off> = switches().chain(vocabularies(dir.path())?).collect();
    let whole = Ask::new(&archive, embedder, ask_options.clone())?;
    let mut others: HashMap<PathBuf, Ask<'_>> = HashMap::new();
    for off in &offs {
        if let Way::Words { vocabulary, .. } = &off.way {
            let mut options = ask_options.clone();
            options.retrieval.vocabulary = Some(vocabulary.clone());
            others.insert(vocabulary.clone(), Ask::new(&archive, embedder, options)?);
        }
    }
    let reply = |ask: &Ask<'_>, case: &Value| -> anyhow::Result<Value> {
        let conversation = Conversation::new(ask, embedder, None, &conversation_options);
        let inquiry = inquiry(case, &archive, &ask_options)?;
        if embedder.is_none() {
            let assessment = conversation.assess(&inquiry)?;
            let asked: Vec<&String> = assessment.questions.iter().map(|q| &q.prompt).collect();
            let exit = if assessment.is_clear() { 0 } else { 4 };
            return Ok(json!({ "exit": exit, "output": { "questions": asked } }));
        }
        Ok(saved(&conversation.ask(&inquiry)?))
    };
    let mut touched: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let cases = std::fs::read_to_string(questions)?;
    let cases = cases.lines().filter(|l| !l.trim().is_empty()).map(serde_json::from_str::<Value>);
    for (number, case) in cases.enumerate() {
        let case = case?;
        let id = case["id"].as_str().context("a case without an id")?.to_owned();
        let asked = terms(case["question"].as_str().unwrap_or_default());
        Rule::switch_off(None);
        Rule::touched();
        let base = reply(&whole, &case)?;
        write(out, "all", &id, &base)?;
        let rules = Rule::touched();
        let mut asked_again = 0;
        for off in offs.iter().filter(|_| each) {
            let ask = match &off.way {
                Way::Switch(rule) if rules.contains(rule) => {
                    Rule::switch_off(Some(*rule));
                    &whole
                }
                Way::Words { vocabulary, phrases, with }
                    if memo.is_some()
                        && (with.is_some_and(|rule| rules.contains(&rule))
                            || phrases.iter().any(|p| Phrase::of(p).is_some_and(|p| p.is_in(&asked)))) =>
                {
                    others.get(vocabulary).context("a vocabulary")?
                }
                _ => continue,
            };
            let without = reply(ask, &case)?;
            Rule::switch_off(None);
            asked_again += 1;
            touched.entry(off.name.clone()).or_default().push(id.clone());
            if without != base {
                write(out, &slug(&off.name), &id, &without)?;
            }
        }
        if let Some(memo) = memo {
            memo.forget();
        }
        eprintln!("{} {id}: {asked_again} rules", number + 1);
    }
    let rules: Vec<Value> =
        offs.iter().map(|o| json!({ "name": o.name, "does": o.does, "folder": slug(&o.name) })).collect();
    let touched = json!({ "rules": rules, "touched": touched });
    std::fs::write(out.join("touched.json"), serde_json::to_string_pretty(&touched)?)?;
    Ok(())
}

/// As `ask` takes a question with `--town`.
fn inquiry(case: &Value, archive: &Archive, options: &AskOptions) -> anyhow::Result<Inquiry> {
    let text = |key: &str| case.get(key).and_then(Value::as_str).unwrap_or_default();
    let mut request = Request::new(Query { k: options.answer.passages, ..Query::new(text("question")) });
    if let Some(given) = case.get("town").and_then(Value::as_str) {
        let town = find_town(given, &archive.facets()?, Vocabulary::built_in())
            .map_err(|why| anyhow::anyhow!("{given}: {why:?}"))?;
        request.jurisdiction = town.jurisdiction;
        request.town = Some(town.name);
    }
    let mut inquiry = Inquiry::new(request);
    if !text("scenario").is_empty() {
        inquiry.context.push(("scenario".to_owned(), text("scenario").to_owned()));
    }
    for turn in case.get("history").and_then(Value::as_array).into_iter().flatten() {
        let part = |key: &str| turn.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        inquiry.context.push((part("follow_up_question"), part("follow_up_answer")));
    }
    Ok(inquiry)
}

/// A reply as `ask --json` prints it, without what differs from run to run, and the exit code.
fn saved(reply: &Reply) -> Value {
    let exit = match reply.envelope.checked().map(|answer| answer.get().mode) {
        Some(Mode::Answer) => 0,
        Some(Mode::ReportInsufficientEvidence) => 5,
        None if reply.envelope.rejection().is_some() => 6,
        None => 4,
    };
    let mut output = envelope(reply, Some(FormName::Levels));
    let kept = ["answer", "evidence", "status", "questions"];
    if let Some(object) = output.as_object_mut() {
        object.retain(|key, _| kept.contains(&key.as_str()));
    }
    json!({ "exit": exit, "output": rounded(output) })
}

/// Sums over a set of words differ in their last digits from run to run.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => json!((float * 1000.0).round() / 1000.0),
            None => Value::Number(number),
        },
        Value::Array(list) => list.into_iter().map(rounded).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        other => other,
    }
}

fn golden(program: &Path, memo: &Memo, dir: &Path, out: &Path) -> anyhow::Result<()> {
    let mut options = GoldenOptions::default();
    options.ask.search.rerank_budget_ms = u64::MAX;
    let printed = |reply: &Reply| envelope(reply, Some(FormName::Levels));
    let run = GoldenRun { dir, program, embedder: Some(memo), printed: &printed, options: &options };
    let failed = |touched: &Mutex<Vec<Vec<Rule>>>| -> anyhow::Result<Vec<String>> {
        let report = run.run(&|_, _| {
            touched.lock().unwrap().push(Rule::touched());
            true
        })?;
        Ok(report.results.iter().filter(|r| !r.passed).map(|r| r.name()).collect())
    };
    Rule::switch_off(None);
    Rule::touched();
    let touched = Mutex::new(Vec::new());
    let all = failed(&touched)?;
    let touched = touched.into_inner().unwrap();
    let mut rows: BTreeMap<String, Value> = BTreeMap::new();
    for rule in Rule::ALL {
        let cases = touched.iter().filter(|rules| rules.contains(rule)).count();
        if cases == 0 {
            continue;
        }
        Rule::switch_off(Some(*rule));
        let broken: Vec<String> =
            failed(&Mutex::default())?.into_iter().filter(|name| !all.contains(name)).collect();
        eprintln!("{}: {cases} cases, broken {broken:?}", rule.name());
        rows.insert(rule.name().to_owned(), json!({ "touched": cases, "broken": broken }));
    }
    std::fs::create_dir_all(out)?;
    let report = json!({ "cases": touched.len(), "failed": all, "rules": rows });
    std::fs::write(out.join("golden.json"), serde_json::to_string_pretty(&report)?)?;
    Ok(())
}

fn slug(name: &str) -> String {
    let mut slug: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    while slug.contains("--") {
        slug = slug.replace("--", "-");
    }
    slug.trim_matches('-').to_owned()
}

fn write(out: &Path, rule: &str, id: &str, reply: &Value) -> anyhow::Result<()> {
    let dir = out.join(rule);
    std::fs::create_dir_all(&dir)?;
    std::fs::write(dir.join(format!("{id}.json")), serde_json::to_string(reply)?)?;
    Ok(())
}

/// The models' replies, kept while one question is asked again and again: only the first run pays, and a
/// text's vector is the same in all of them.
struct Memo {
    inner: BertEmbedder,
    embedded: Mutex<HashMap<(bool, String), Embedding>>,
    tokens: Mutex<HashMap<(bool, String), TokenVectors>>,
    reader: Option<MemoReader>,
}

struct MemoReader {
    readings: Mutex<HashMap<(String, String), Reading>>,
    /// The model whose reader it is.
    of: BertEmbedder,
}

impl Memo {
    fn load(model: &Path) -> anyhow::Result<Memo> {
        let load = || -> anyhow::Result<BertEmbedder> {
            Ok(BertEmbedder::load(&ModelFiles::from_folder(model)?, &EmbedderOptions::default())?)
        };
        let of = load()?;
        let has_reader = of.reader()?.is_some();
        Ok(Memo {
            inner: load()?,
            embedded: Mutex::default(),
            tokens: Mutex::default(),
            reader: has_reader.then(|| MemoReader { readings: Mutex::default(), of }),
        })
    }

    /// What belongs to one question.
    fn forget(&self) {
        self.tokens.lock().unwrap().clear();
        if let Some(reader) = &self.reader {
            reader.readings.lock().unwrap().clear();
        }
    }
}

/// Values of the texts, made for those that are not kept yet.
fn kept<V: Clone, E>(
    store: &Mutex<HashMap<(bool, String), V>>,
    texts: &[&str],
    role: Role,
    make: impl FnOnce(&[&str]) -> Result<Vec<V>, E>,
) -> Result<Vec<V>, E> {
    let key = |text: &str| (role == Role::Query, text.to_owned());
    let mut new: Vec<&str> = {
        let store = store.lock().unwrap();
        texts.iter().copied().filter(|t| !store.contains_key(&key(t))).collect()
    };
    new.sort_unstable();
    new.dedup();
    if !new.is_empty() {
        let made = make(&new)?;
        store.lock().unwrap().extend(new.into_iter().map(key).zip(made));
    }
    let store = store.lock().unwrap();
    Ok(texts.iter().map(|t| store[&key(t)].clone()).collect())
}

impl Embedder for Memo {
    fn model(&self) -> &ModelId {
        self.inner.model()
    }

    fn dimensions(&self) -> usize {
        self.inner.dimensions()
    }

    fn max_tokens(&self) -> usize {
        self.inner.max_tokens()
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.inner.count_tokens(text)
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        kept(&self.embedded, texts, role, |new| self.inner.embed(new, role, progress))
    }

    fn token_vectors(&self, texts: &[&str], role: Role) -> Result<Option<Vec<TokenVectors>>, InferenceError> {
        kept(&self.tokens, texts, role, |new| Ok(self.inner.token_vectors(new, role)?.unwrap_or_default()))
            .map(Some)
    }

    fn reader(&self) -> Result<Option<&dyn ReadPassages>, InferenceError> {
        Ok(self.reader.as_ref().map(|reader| reader as &dyn ReadPassages))
    }
}

impl ReadPassages for MemoReader {
    fn read(
        &self,
        question: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<Reading>>, InferenceError> {
        let key = |passage: &str| (question.to_owned(), passage.to_owned());
        let mut new: Vec<&str> = {
            let readings = self.readings.lock().unwrap();
            passages.iter().copied().filter(|p| !readings.contains_key(&key(p))).collect()
        };
        new.sort_unstable();
        new.dedup();
        if let (false, Some(reader)) = (new.is_empty(), self.of.reader()?) {
            let read = reader.read(question, &new, go_on)?;
            let made = new.into_iter().zip(read).filter_map(|(p, r)| Some((key(p), r?)));
            self.readings.lock().unwrap().extend(made);
        }
        let readings = self.readings.lock().unwrap();
        Ok(passages.iter().map(|p| readings.get(&key(p)).cloned()).collect())
    }
}
