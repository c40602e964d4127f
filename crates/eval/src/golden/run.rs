//! Run of the golden cases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use crate::EvalError;
use twolane_answer::write::{ModelWriter, WriterOptions};
use twolane_answer::{
    Ask, AskOptions, Conversation, ConversationOptions, FormName, Inquiry, Reply, recheck_in_session,
};
use twolane_encoder::Embedder;
use twolane_llm::LanguageModel;
use twolane_retrieve::{Query, Request};
use twolane_text::{Source, SourceId};

use super::case::{GoldenCase, GoldenFile, GoldenTurn, read_golden};
use super::observed::Observed;
use super::recorded::RecordedRun;
use super::report::{GoldenReport, GoldenResult};
use super::script::scripted_model;
use super::world::{World, Worlds};

/// Name of the file with the last recorded run, in the golden folder.
const LAST_RUN: &str = "last-run.json";
/// Key of a recorded run without an embedding model.
const WORDS: &str = "words";

/// Settings of a run, answered with the same stages as `ask`.
#[derive(Debug, Clone, Default)]
pub struct GoldenOptions {
    /// Id of the only case to run.
    pub only: Option<String>,
    /// Settings of search and answers.
    pub ask: AskOptions,
    /// Settings of gate, sessions and traces.
    pub conversation: ConversationOptions,
    /// Settings of the writer, unless a case has its own.
    pub writer: WriterOptions,
}

/// Runner for written cases.
pub struct GoldenRun<'a> {
    /// Path of the golden folder.
    pub dir: &'a Path,
    /// Path of this program, for workers.
    pub program: &'a Path,
    /// Embedding model; without one, keyword search alone decides.
    pub embedder: Option<&'a dyn Embedder>,
    /// Formats a reply as `ask --json` does.
    pub printed: &'a dyn Fn(&Reply) -> Value,
    /// Settings of the run.
    pub options: &'a GoldenOptions,
}

impl GoldenRun<'_> {
    /// Runs every case, each in a temporary archive of its own. `told` is called after each with the number
    /// of finished cases and the total; `false` cancels.
    ///
    /// # Errors
    /// Those of parsing files and of reading papers, and [`EvalError::Cancelled`].
    pub fn run(&self, told: &dyn Fn(usize, usize) -> bool) -> Result<GoldenReport, EvalError> {
        let files = read_golden(self.dir)?;
        let wanted = |case: &GoldenCase| self.options.only.as_ref().is_none_or(|id| *id == case.id);
        let all = files.iter().flat_map(|(_, f)| &f.case).filter(|c| wanted(c)).count();
        if all == 0 {
            let only = self.options.only.as_deref().unwrap_or("");
            return Err(EvalError::Golden {
                path: self.dir.to_owned(),
                what: format!("has no case {only:?}"),
            });
        }
        let home =
            tempfile::tempdir().map_err(|source| EvalError::Write { path: std::env::temp_dir(), source })?;
        let mut worlds = Worlds::new(self.dir, home.path(), self.program, self.embedder);
        let (mut results, mut skipped, mut done) = (Vec::new(), BTreeMap::new(), 0);
        for (path, file) in &files {
            for case in file.case.iter().filter(|c| wanted(c)) {
                if case.needs_embedder && self.embedder.is_none() {
                    skipped.insert(case.id.clone(), "it needs the embedding model".to_owned());
                } else {
                    self.both(path, file, case, &mut worlds, &mut results)?;
                }
                done += 1;
                if !told(done, all) {
                    return Err(EvalError::Cancelled);
                }
            }
        }
        let mut report = GoldenReport::new(self.embedder_name(), results, skipped);
        let last = RecordedRun::read(&self.last_run())?;
        let whole = self.options.only.is_none();
        report.changes = last.changes(&report.embedder, &report.results, whole);
        Ok(report)
    }

    /// Records a report as the last run of its embedding model.
    ///
    /// # Errors
    /// Those of reading and writing the file.
    pub fn record(&self, report: &GoldenReport) -> Result<PathBuf, EvalError> {
        let path = self.last_run();
        let mut last = RecordedRun::read(&path)?;
        last.record(&report.embedder, &report.results);
        last.write(&path)?;
        Ok(path)
    }

    fn last_run(&self) -> PathBuf {
        self.dir.join(LAST_RUN)
    }

    fn embedder_name(&self) -> String {
        self.embedder.map_or_else(|| WORDS.to_owned(), |e| e.model().to_string())
    }

    fn both(
        &self,
        path: &Path,
        file: &GoldenFile,
        case: &GoldenCase,
        worlds: &mut Worlds<'_>,
        results: &mut Vec<GoldenResult>,
    ) -> Result<(), EvalError> {
        let world = worlds.get(&file.papers, &file.packs)?;
        results.push(self.one(path, world, case, false)?);
        if !case.script.is_empty() {
            results.push(self.one(path, world, case, true)?);
        }
        Ok(())
    }

    fn one(
        &self,
        path: &Path,
        world: &World,
        case: &GoldenCase,
        with_model: bool,
    ) -> Result<GoldenResult, EvalError> {
        let model = scripted_model(&case.script);
        let writer_options = case.writer.clone().unwrap_or_else(|| self.options.writer.clone());
        let writer = ModelWriter::new(&model, writer_options);
        let ask = Ask::new(&world.archive, self.embedder, self.options.ask.clone())?
            .with_writer(with_model.then_some(&writer));
        let conversation =
            Conversation::new(&ask, self.embedder, Some(&world.store), &self.options.conversation)
                .with_planner(with_model.then_some(&model as &dyn LanguageModel))
                .for_form(if case.research { FormName::Research } else { FormName::default() });
        // Each case has its own memory.
        let owner = format!("{}-{with_model}", case.id);
        let conversation = if case.memory { conversation.remembering(&owner) } else { conversation };
        let session = (case.session || case.turn.len() > 1)
            .then(|| if with_model { format!("{}-model", case.id) } else { case.id.clone() });
        let mut result = GoldenResult {
            id: case.id.clone(),
            with_model,
            passed: false,
            why: Vec::new(),
            turns: Vec::new(),
            model_calls: 0,
            latency_ms: Vec::new(),
            quotes: 0,
            verbatim: 0,
            unsupported_tokens: 0,
        };
        for (number, turn) in (1..).zip(&case.turn) {
            let inquiry = Inquiry { session: session.clone(), ..self.inquiry(path, turn)? };
            let start = Instant::now();
            let reply = conversation.ask(&inquiry)?;
            result.latency_ms.push(start.elapsed().as_secs_f64() * 1000.0);
            let seen = self.observe(world, &reply)?;
            let mut why = turn.expect.check(&seen);
            let besides = if with_model { &turn.expect_with_model } else { &turn.expect_without_model };
            for more in besides.check(&seen) {
                if !why.contains(&more) {
                    why.push(more);
                }
            }
            let turns = case.turn.len();
            result
                .why
                .extend(why.into_iter().map(|w| if turns > 1 { format!("turn {number}: {w}") } else { w }));
            result.turns.push(in_words(&seen));
            result.model_calls += seen.output.get("model_calls").and_then(Value::as_u64).unwrap_or(0);
            if let Some(recheck) = &seen.recheck {
                result.quotes += recheck.quotes.len();
                result.verbatim +=
                    recheck.quotes.iter().filter(|q| q.verdict == twolane_answer::Verdict::Exact).count();
                result.unsupported_tokens += recheck.unsupported_tokens.len();
            }
        }
        result.passed = result.why.is_empty();
        Ok(result)
    }

    fn inquiry(&self, path: &Path, turn: &GoldenTurn) -> Result<Inquiry, EvalError> {
        let mut request = Request::new(Query::new(turn.question.as_str()));
        request.query.k = self.options.ask.answer.passages;
        request.town.clone_from(&turn.town);
        request.query.filter.as_of.clone_from(&turn.as_of);
        request.query.filter.lanes.extend(turn.lane.clone());
        let paste = match &turn.paste {
            Some(name) => {
                let file = self.dir.join("texts").join(name);
                let text = std::fs::read_to_string(&file).map_err(|e| EvalError::Golden {
                    path: path.to_owned(),
                    what: format!("{}: {e}", file.display()),
                })?;
                Some(text)
            }
            None => None,
        };
        let context = turn.context.iter().map(|(name, value)| (name.to_lowercase(), value.clone())).collect();
        Ok(Inquiry { context, paste, ..Inquiry::new(request) })
    }

    fn observe(&self, world: &World, reply: &Reply) -> Result<Observed, EvalError> {
        let output = (self.printed)(reply);
        let texts: Vec<Arc<Source>> = reply.user_texts.iter().map(|text| Arc::new(text.source())).collect();
        let lookup = |id: &SourceId| texts.iter().find(|s| s.id() == id).cloned();
        let recheck = match reply.envelope.checked() {
            Some(_) => Some(recheck_in_session(
                &world.archive,
                twolane_retrieve::Vocabulary::built_in(),
                &lookup,
                &output.to_string(),
            )?),
            None => None,
        };
        let lane = |id: &str| {
            let summary = world.archive.summary(&SourceId(id.to_owned())).ok().flatten();
            summary.map(|s| s.meta.lane)
        };
        Ok(Observed::new(reply, output, recheck, &lane))
    }
}

/// Summarises a turn in one line for the record.
fn in_words(seen: &Observed) -> String {
    let mut words = seen.status().to_owned();
    for question in seen.list("/questions") {
        words.push_str(&format!(" | asks {}", question.get("field").and_then(Value::as_str).unwrap_or("")));
    }
    for quote in seen.quotes() {
        words.push_str(" | ");
        words.extend(quote.chars().take(80));
    }
    words
}
