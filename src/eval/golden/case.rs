//! The files of `golden/cases`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::ask::write::WriterOptions;
use crate::eval::EvalError;

use super::expect::Expect;
use super::script::ScriptedReply;

/// A file of cases over the same papers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenFile {
    /// Folder under `papers/` that is ingested.
    pub papers: String,
    /// Folders under `packs/`, in the order in which they are installed; a later edition updates an
    /// earlier one.
    #[serde(default)]
    pub packs: Vec<String>,
    /// Its cases.
    pub case: Vec<GoldenCase>,
}

/// One case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenCase {
    /// Name, once in the folder.
    pub id: String,
    /// What it is for.
    pub about: String,
    /// Only runs with an embedding model.
    #[serde(default)]
    pub needs_embedder: bool,
    /// Its questions are answered step by step, whatever their route.
    #[serde(default)]
    pub research: bool,
    /// All turns in one session, even if there is but one.
    #[serde(default)]
    pub session: bool,
    /// Answers are remembered, and given again.
    #[serde(default)]
    pub memory: bool,
    /// Settings of the writer in the run with a model.
    #[serde(default)]
    pub writer: Option<WriterOptions>,
    /// What a model replies; without any, the case runs without a model only.
    #[serde(default)]
    pub script: Vec<ScriptedReply>,
    /// Questions in their order; several of them are in one session.
    pub turn: Vec<GoldenTurn>,
}

/// One question.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoldenTurn {
    /// The question.
    pub question: String,
    /// Its town.
    #[serde(default)]
    pub town: Option<String>,
    /// Values that come along.
    #[serde(default)]
    pub context: BTreeMap<String, String>,
    /// File under `texts/` that comes along.
    #[serde(default)]
    pub paste: Option<String>,
    /// The day that the answer is for.
    #[serde(default)]
    pub as_of: Option<String>,
    /// Only this lane.
    #[serde(default)]
    pub lane: Option<String>,
    /// What has to hold in every run.
    #[serde(default)]
    pub expect: Expect,
    /// What has to hold in the run with a model besides.
    #[serde(default)]
    pub expect_with_model: Expect,
    /// What has to hold in the run without one besides.
    #[serde(default)]
    pub expect_without_model: Expect,
}

/// Reads all case files of a golden folder, in the order of their names.
///
/// # Errors
/// A folder without cases, a file that does not parse, an id that stands twice, a case without a
/// turn, a turn that expects nothing.
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
