//! A file of questions with known answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::eval::EvalError;

/// Longest question file, in bytes.
const LONGEST: u64 = 256 << 20;

/// What kind of answer a question has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseKind {
    /// A statement.
    Fact,
    /// A number.
    Figure,
    /// A date.
    Date,
    /// What somebody decided.
    Decision,
    /// What a word means.
    Definition,
    /// The papers do not say.
    Unanswerable,
    /// The papers disagree.
    Conflict,
    /// Has to be asked back.
    Clarify,
    /// What else the papers answer, by the names that question files have for it.
    #[serde(
        alias = "rule",
        alias = "consequence",
        alias = "procedure",
        alias = "person",
        alias = "change",
        alias = "list",
        alias = "statelaw"
    )]
    Other,
}

impl CaseKind {
    /// True when the papers answer it as it is.
    pub fn is_answerable(self) -> bool {
        !matches!(self, CaseKind::Unanswerable | CaseKind::Clarify)
    }

    /// As files write it.
    pub fn as_str(self) -> &'static str {
        match self {
            CaseKind::Fact => "fact",
            CaseKind::Figure => "figure",
            CaseKind::Date => "date",
            CaseKind::Decision => "decision",
            CaseKind::Definition => "definition",
            CaseKind::Unanswerable => "unanswerable",
            CaseKind::Conflict => "conflict",
            CaseKind::Clarify => "clarify",
            CaseKind::Other => "other",
        }
    }
}

/// Where an answer stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gold {
    /// File, named from any folder above it; empty where a citation stands instead.
    #[serde(default)]
    pub file: String,
    /// Page from 1; 0 or none in a file without pages.
    #[serde(default)]
    pub page: Option<u32>,
    /// The section of law that it is, instead of file and page.
    #[serde(default)]
    pub citation: Option<String>,
    /// Words of it.
    pub quote: String,
}

impl Gold {
    /// What names its source: the citation of a section of law, else the file.
    pub fn name(&self) -> &str {
        self.citation.as_deref().unwrap_or(&self.file)
    }

    /// Its page; none matters in a section of law.
    pub fn page(&self) -> Option<u32> {
        self.citation.is_none().then_some(self.page.unwrap_or(0))
    }
}

/// One question. Fields that are not known are passed over, so that a set may carry notes of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AnswerCase {
    /// Name, once in a file.
    pub id: String,
    /// The question.
    pub question: String,
    /// Its town.
    #[serde(default)]
    pub town: Option<String>,
    /// Values that are known, such as replies to questions back, by field.
    #[serde(default)]
    pub context: BTreeMap<String, Value>,
    /// A text that comes along, or the name of a file beside the question file that holds it.
    #[serde(default)]
    pub paste: Option<String>,
    /// Where the answer stands; each is one place that would do.
    #[serde(default)]
    pub gold: Vec<Gold>,
    /// The answer in words.
    #[serde(default)]
    pub answer: Option<String>,
    /// Kind.
    pub kind: CaseKind,
    /// Part of the set, for `--split`.
    #[serde(default)]
    pub split: Option<String>,
    /// Files that are asked alone, named like those of `gold`; none: the whole archive.
    #[serde(default)]
    pub within: Vec<String>,
}

/// A value of a context: text, number or truth value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `"4B"`
    Text(String),
    /// `4`, `true`
    Other(serde_json::Value),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Other(serde_json::Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
            Value::Other(other) => other.to_string(),
        }
    }
}

impl AnswerCase {
    /// Context as field and value.
    pub fn fields(&self) -> Vec<(String, String)> {
        self.context.iter().map(|(name, value)| (name.to_lowercase(), value.text())).collect()
    }
}

/// Reads a file of questions, one JSON object a line.
///
/// # Errors
/// A file that can't be read, and the first line that is no question, with its number.
pub fn read_cases(path: &Path) -> Result<Vec<AnswerCase>, EvalError> {
    let questions = |source| EvalError::Questions { path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(questions)?.len();
    if size > LONGEST {
        return Err(questions(std::io::Error::other(format!("{size} bytes are more than {LONGEST}"))));
    }
    let text = std::fs::read_to_string(path).map_err(questions)?;
    let cases = parse(&text, path)?;
    if cases.is_empty() {
        return Err(EvalError::Nothing {
            what: format!("{} holds no question; see docs/evaluation.md for its form", path.display()),
        });
    }
    Ok(cases)
}

fn parse(text: &str, path: &Path) -> Result<Vec<AnswerCase>, EvalError> {
    let mut cases: Vec<AnswerCase> = Vec::new();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |what: String| EvalError::Line { path: path.to_owned(), line: number, what };
        let mut case: AnswerCase =
            serde_json::from_str(line).map_err(|e| wrong(format!("this is no question ({e})")))?;
        if case.question.trim().is_empty() && case.paste.is_none() {
            return Err(wrong("`question` is empty".into()));
        }
        let named = !case.id.trim().is_empty() && !case.id.contains(['/', '\\', '\0']);
        if !named || matches!(case.id.as_str(), "." | "..") {
            return Err(wrong(format!("{:?} can't be an `id`: answers are saved under it", case.id)));
        }
        if let Some(first) = lines.insert(case.id.clone(), number) {
            return Err(wrong(format!("the `id` {:?} stands on line {first} already", case.id)));
        }
        if let Some(gold) = case.gold.iter().find(|g| g.quote.trim().is_empty() || g.name().trim().is_empty())
        {
            return Err(wrong(format!("a `gold` without `file` (or `citation`) or `quote`: {gold:?}")));
        }
        case.paste = case.paste.map(|paste| pasted(paste, path)).transpose()?;
        cases.push(case);
    }
    Ok(cases)
}

/// The text, or that of the file beside the question file which it names.
fn pasted(paste: String, path: &Path) -> Result<String, EvalError> {
    let is_name = paste.len() < 200 && !paste.contains('\n');
    let beside: Option<PathBuf> = is_name.then(|| path.parent().unwrap_or(Path::new("")).join(&paste));
    match beside.filter(|file| file.is_file()) {
        Some(file) => {
            std::fs::read_to_string(&file).map_err(|source| EvalError::Questions { path: file, source })
        }
        None => Ok(paste),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<AnswerCase>, EvalError> {
        parse(text, Path::new("q.jsonl"))
    }

    #[test]
    fn questions_with_all_their_fields() {
        let text = r#"{"id":"a","question":"How big?","town":"Alder","context":{"Unit":"4B","floor":2,"own":true},"paste":"A text.","gold":[{"file":"x.pdf","page":2,"quote":"q"}],"answer":"1","kind":"figure","split":"dev","lane":"local"}

{"id":"b","question":"Who?","kind":"unanswerable"}"#;
        let cases = read(text).unwrap();
        assert_eq!(cases.len(), 2);
        let fields = cases[0].fields();
        let expected = [("floor", "2"), ("own", "yes"), ("unit", "4B")];
        let mut got: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        got.sort_unstable();
        assert_eq!(got, expected);
        assert!(cases[1].gold.is_empty() && !cases[1].kind.is_answerable());
        let law = r#"{"id":"c","question":"May it?","kind":"statelaw","gold":[{"citation":"RSA 901:3","quote":"q"}]}"#;
        let cases = read(law).unwrap();
        assert_eq!((cases[0].gold[0].name(), cases[0].kind), ("RSA 901:3", CaseKind::Other));
    }

    #[test]
    fn a_bad_line_is_named() {
        let good = r#"{"id":"a","question":"x?","kind":"fact"}"#;
        for (line, words) in [
            (r#"{"id":"a","question":"x?","kind":"fact"}"#, "stands on line 1 already"),
            (r#"{"id":"b","kind":"fact"}"#, "question"),
            (r#"{"id":"b","question":" ","kind":"fact"}"#, "empty"),
            (r#"{"id":"../b","question":"x?","kind":"fact"}"#, "can't be an `id`"),
            (
                r#"{"id":"b","question":"x?","kind":"fact","gold":[{"file":"","quote":"q"}]}"#,
                "without `file`",
            ),
            ("not json", "no question"),
            (r#"{"id":"b","question":"x?","kind":"unanswerabel"}"#, "unanswerabel"),
        ] {
            let error = read(&format!("{good}\n\n{line}\n")).unwrap_err().to_string();
            assert!(error.contains("line 3") && error.contains(words), "{line}: {error}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\PC{0,40}|\\{\"id\":\"[a-c]\",\"question\":\"x\",\"kind\":\"fact\"\\}|\n){0,6}") {
            let _ = read(&text);
        }
    }
}
