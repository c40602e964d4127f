//! Judged sets in BEIR's layout (Thakur et al. 2021).

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::error::EvalError;

/// A document of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BeirDocument {
    /// Id in the judgements.
    #[serde(rename = "_id")]
    pub id: String,
    /// Title; empty for a document without one.
    #[serde(default)]
    pub title: String,
    /// Text of the document.
    pub text: String,
}

/// A query with its judgements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// Id in the judgements.
    pub id: String,
    /// Text of the query.
    pub text: String,
    /// Grade of each judged document; above 0 means relevant.
    pub grades: HashMap<String, u32>,
}

/// A judged set of queries.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Name of the folder.
    pub name: String,
    /// Path of the corpus file.
    pub corpus_path: PathBuf,
    /// Documents in file order.
    pub documents: Vec<BeirDocument>,
    /// Queries that have at least one relevant document, in file order.
    pub queries: Vec<Judged>,
    /// Number of judged documents missing in the corpus; they count as not found.
    pub missing: usize,
}

#[derive(Deserialize)]
struct BeirQuery {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

impl Dataset {
    /// Reads `corpus.jsonl` (or `corpus`, if given), `queries.jsonl` and `qrels/<split>.tsv`. Unknown fields
    /// are ignored; a line that can't be parsed is an error.
    pub fn read(folder: &Path, corpus: Option<&Path>, split: &str) -> Result<Dataset, EvalError> {
        let corpus_path = corpus.map_or_else(|| folder.join("corpus.jsonl"), Path::to_path_buf);
        let documents: Vec<BeirDocument> = jsonl(&corpus_path)?;
        let known: HashSet<&str> = documents.iter().map(|d| d.id.as_str()).collect();
        let mut grades = judgements(&folder.join("qrels").join(format!("{split}.tsv")))?;
        let queries: Vec<Judged> = jsonl::<BeirQuery>(&folder.join("queries.jsonl"))?
            .into_iter()
            .filter_map(|query| {
                let grades = grades.remove(&query.id)?;
                Some(Judged { id: query.id, text: query.text, grades })
            })
            .filter(|query| query.grades.values().any(|&grade| grade > 0))
            .collect();
        let judged = || queries.iter().flat_map(|q| q.grades.keys());
        if !judged().any(|document| known.contains(document.as_str())) {
            return Err(EvalError::NothingJudged { path: folder.to_path_buf() });
        }
        let missing = judged().filter(|document| !known.contains(document.as_str())).count();
        let name =
            folder.file_name().map_or_else(|| folder.to_string_lossy(), |n| n.to_string_lossy()).into_owned();
        Ok(Dataset { name, corpus_path, documents, queries, missing })
    }
}

fn lines(path: &Path) -> Result<impl Iterator<Item = Result<(usize, String), EvalError>>, EvalError> {
    let failed = |path: &Path, source| EvalError::Read { path: path.to_path_buf(), source };
    let file = File::open(path).map_err(|source| failed(path, source))?;
    let path = path.to_path_buf();
    Ok((1..)
        .zip(BufReader::new(file).lines())
        .map(move |(number, line)| line.map(|line| (number, line)).map_err(|source| failed(&path, source)))
        .filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty())))
}

fn jsonl<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, EvalError> {
    lines(path)?
        .map(|line| {
            let (number, text) = line?;
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| EvalError::Line {
                path: path.to_path_buf(),
                line: number,
                what: error.to_string(),
            })
        })
        .collect()
}

/// Reads a map from query to document to grade. The first line may be a header; a grade below 0 counts as 0.
fn judgements(path: &Path) -> Result<HashMap<String, HashMap<String, u32>>, EvalError> {
    let mut all: HashMap<String, HashMap<String, u32>> = HashMap::new();
    for line in lines(path)? {
        let (number, text) = line?;
        let fields: Vec<&str> = text.split('\t').map(str::trim).collect();
        let parsed = match fields.as_slice() {
            [query, document, grade] => grade.parse::<f64>().ok().map(|grade| (query, document, grade)),
            _ => None,
        };
        match parsed {
            Some((query, document, grade)) => {
                all.entry((*query).to_owned()).or_default().insert((*document).to_owned(), whole(grade));
            }
            None if number == 1 => {}
            None => {
                return Err(EvalError::Line {
                    path: path.to_path_buf(),
                    line: number,
                    what: "expected query id, document id and grade, parted by tabs".to_owned(),
                });
            }
        }
    }
    Ok(all)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to 0..=1000 first
fn whole(grade: f64) -> u32 {
    if grade.is_nan() { 0 } else { grade.round().clamp(0.0, 1000.0) as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(corpus: &str, queries: &str, qrels: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("qrels")).unwrap();
        fs::write(dir.path().join("corpus.jsonl"), corpus).unwrap();
        fs::write(dir.path().join("queries.jsonl"), queries).unwrap();
        fs::write(dir.path().join("qrels/test.tsv"), qrels).unwrap();
        dir
    }

    const CORPUS: &str =
        "{\"_id\":\"a\",\"title\":\"T\",\"text\":\"x\",\"more\":1}\n\n{\"_id\":\"b\",\"text\":\"y\"}\n";
    const QUERIES: &str = "{\"_id\":\"q1\",\"text\":\"one\"}\n{\"_id\":\"q2\",\"text\":\"two\"}\n{\"_id\":\"q3\",\"text\":\"3\"}";

    #[test]
    fn reads_with_and_without_heading() {
        for qrels in [
            "query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tz\t1\nq2\tb\t0\n",
            "q1\ta\t2\r\nq1\tz\t1\r\nq2\tb\t-1",
        ] {
            let dir = folder(CORPUS, QUERIES, qrels);
            let set = Dataset::read(dir.path(), None, "test").unwrap();
            assert_eq!(set.documents.len(), 2);
            assert_eq!(set.queries.len(), 1, "q2 has no relevant document, q3 no judgement");
            assert_eq!(set.queries[0].grades, HashMap::from([("a".into(), 2), ("z".into(), 1)]));
            assert_eq!(set.missing, 1);
        }
    }

    #[test]
    fn says_where_it_is_wrong() {
        let cases = [
            (CORPUS, QUERIES, "q1\ta\t1\nq2 b 1\n", "line 2"),
            ("{\"_id\":\"a\"}\n", QUERIES, "q1\ta\t1\n", "line 1"),
            (CORPUS, "not json\n", "q1\ta\t1\n", "line 1"),
            (CORPUS, QUERIES, "q1\tnowhere\t1\n", "belong together"),
        ];
        for (corpus, queries, qrels, expected) in cases {
            let dir = folder(corpus, queries, qrels);
            let error = Dataset::read(dir.path(), None, "test").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let dir = folder(CORPUS, QUERIES, "");
        let error = Dataset::read(dir.path(), None, "dev").unwrap_err().to_string();
        assert!(error.contains("dev.tsv") && error.contains("--split"), "{error}");
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_end_in_a_value_or_an_error(qrels in "[q\t01a.\n\r -]{0,60}", corpus in "\\PC{0,80}") {
            let dir = folder(&corpus, QUERIES, &qrels);
            let _ = Dataset::read(dir.path(), None, "test");
        }
    }
}
