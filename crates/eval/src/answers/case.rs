//! Question files with known answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::EvalError;

/// Maximum size of a question file in bytes.
const LONGEST: u64 = 256 << 20;

/// Kind of answer that a question has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseKind {
    /// A statement of fact.
    Fact,
    /// A number or amount.
    Figure,
    /// A date or time.
    Date,
    /// A decision of a board or meeting.
    Decision,
    /// The meaning of a word.
    Definition,
    /// The papers have no answer.
    Unanswerable,
    /// The papers contradict each other.
    Conflict,
    /// The question needs a follow-up question to the user.
    Clarify,
    /// Any other question that the papers answer, under the names in question files.
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
    /// Returns true if the papers answer the question as it is.
    pub fn is_answerable(self) -> bool {
        !matches!(self, CaseKind::Unanswerable | CaseKind::Clarify)
    }

    /// Returns the spelling in files.
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

/// Location of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Gold {
    /// File, named from any folder above it; empty if a citation replaces it.
    #[serde(default)]
    pub file: String,
    /// Page number from 1; 0 or absent in a file without pages.
    #[serde(default)]
    pub page: Option<u32>,
    /// The section of law, instead of file and page.
    #[serde(default)]
    pub citation: Option<String>,
    /// Words of the passage.
    pub quote: String,
}

impl Gold {
    /// Returns the name of its source: the citation of a section of law, otherwise the file.
    pub fn name(&self) -> &str {
        self.citation.as_deref().unwrap_or(&self.file)
    }

    /// Returns its page; `None` for a section of law, where pages don't count.
    pub fn page(&self) -> Option<u32> {
        self.citation.is_none().then_some(self.page.unwrap_or(0))
    }
}

/// One question. Unknown fields are ignored, so that a set may include its own notes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AnswerCase {
    /// Unique name within a file.
    pub id: String,
    /// Text of the question.
    pub question: String,
    /// Town that the question is about.
    #[serde(default)]
    pub town: Option<String>,
    /// Known values by field, such as replies to follow-up questions.
    #[serde(default)]
    pub context: BTreeMap<String, Value>,
    /// A supplied text, or the name of a file next to the question file.
    #[serde(default)]
    pub paste: Option<String>,
    /// Locations of the answer; each one is sufficient.
    #[serde(default)]
    pub gold: Vec<Gold>,
    /// The answer in words.
    #[serde(default)]
    pub answer: Option<String>,
    /// Kind of answer.
    pub kind: CaseKind,
    /// Part of the set, for `--split`.
    #[serde(default)]
    pub split: Option<String>,
    /// Files to search, named as in `gold`; empty means the whole archive.
    #[serde(default)]
    pub within: Vec<String>,
}

/// A value of a context: text, number or Boolean.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A string such as `"4B"`.
    Text(String),
    /// Any other JSON value, such as `4` or `true`.
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
    /// Returns the context as field and value.
    pub fn fields(&self) -> Vec<(String, String)> {
        self.context.iter().map(|(name, value)| (name.to_lowercase(), value.text())).collect()
    }
}

/// Reads a file of questions, one JSON object per line.
///
/// # Errors
/// Those of reading the file, and the first invalid line with its number.
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

/// Returns the text itself, or that of the file it names next to the question file.
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
