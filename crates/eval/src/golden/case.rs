//! Case files in `golden/cases`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::EvalError;
use twolane_answer::write::WriterOptions;

use super::expect::Expect;
use super::script::ScriptedReply;

/// A file of cases about the same papers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenFile {
    /// Folder under `papers/` to ingest.
    pub papers: String,
    /// Folders under `packs/`, in the order of installation; a later edition updates an earlier one.
    #[serde(default)]
    pub packs: Vec<String>,
    /// Cases of the file.
    pub case: Vec<GoldenCase>,
}

/// One golden case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenCase {
    /// Unique name within the folder.
    pub id: String,
    /// Purpose of the case.
    pub about: String,
    /// True if the case requires an embedding model.
    #[serde(default)]
    pub needs_embedder: bool,
    /// True to answer its questions step by step, regardless of their route.
    #[serde(default)]
    pub research: bool,
    /// True to run all turns in one session, even a single one.
    #[serde(default)]
    pub session: bool,
    /// True to remember answers and reuse them.
    #[serde(default)]
    pub memory: bool,
    /// Settings of the writer for the run with a model.
    #[serde(default)]
    pub writer: Option<WriterOptions>,
    /// Replies of the model; if empty, the case runs only without a model.
    #[serde(default)]
    pub script: Vec<ScriptedReply>,
    /// Questions in order; several of them share one session.
    pub turn: Vec<GoldenTurn>,
}

/// One question of a case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenTurn {
    /// Text of the question.
    pub question: String,
    /// Town of the question.
    #[serde(default)]
    pub town: Option<String>,
    /// Values supplied with the question.
    #[serde(default)]
    pub context: BTreeMap<String, String>,
    /// File under `texts/` supplied with the question.
    #[serde(default)]
    pub paste: Option<String>,
    /// Day that the answer applies to.
    #[serde(default)]
    pub as_of: Option<String>,
    /// Restricts the search to this lane.
    #[serde(default)]
    pub lane: Option<String>,
    /// Expectations for every run.
    #[serde(default)]
    pub expect: Expect,
    /// Additional expectations for the run with a model.
    #[serde(default)]
    pub expect_with_model: Expect,
    /// Additional expectations for the run without a model.
    #[serde(default)]
    pub expect_without_model: Expect,
}

/// Reads all case files of a golden folder, ordered by name.
///
/// # Errors
/// An error for a folder without cases, a malformed file, a duplicate id, a case without a turn, or a turn
/// without expectations.
pub fn read_golden(dir: &Path) -> Result<Vec<(PathBuf, GoldenFile)>, EvalError> {
    let cases = dir.join("cases");
    let read = |path: &Path, source| EvalError::Golden { path: path.to_owned(), what: format!("{source}") };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&cases).map_err(|e| read(&cases, e))? {
        let path = entry.map_err(|e| read(&cases, e))?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut files = Vec::new();
    let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|e| read(&path, e))?;
        let file: GoldenFile = toml::from_str(&text).map_err(|e| EvalError::Golden {
            path: path.clone(),
            what: e.to_string().trim_end().to_owned(),
        })?;
        check(&file, &path, &mut seen)?;
        files.push((path, file));
    }
    if files.iter().all(|(_, file)| file.case.is_empty()) {
        return Err(EvalError::Golden { path: cases, what: "there is no case in it".into() });
    }
    Ok(files)
}

fn check(file: &GoldenFile, path: &Path, seen: &mut BTreeMap<String, PathBuf>) -> Result<(), EvalError> {
    let wrong = |what: String| Err(EvalError::Golden { path: path.to_owned(), what });
    for case in &file.case {
        if let Some(other) = seen.insert(case.id.clone(), path.to_owned()) {
            return wrong(format!("the case {:?} stands in {} already", case.id, other.display()));
        }
        if case.turn.is_empty() {
            return wrong(format!("the case {:?} has no [[case.turn]]", case.id));
        }
        let nothing = Expect::default();
        for (number, turn) in (1..).zip(&case.turn) {
            let expects = [&turn.expect, &turn.expect_with_model, &turn.expect_without_model];
            if expects.iter().all(|e| **e == nothing) {
                return wrong(format!("turn {number} of {:?} expects nothing", case.id));
            }
        }
    }
    Ok(())
}
