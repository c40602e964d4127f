//! Example questions made of the archive's own papers. Each was asked before it is shown, and its paper answered.

use std::collections::BTreeSet;
use std::sync::{Mutex, TryLockError};

use serde_json::{Value, json};

use crate::access::caller::Caller;
use crate::cancel::Cancel;
use crate::problem::Problem;
use crate::requests::AskRequest;
use twolane_archive::{SourceSummary, Visibility};
use twolane_text::{Line, SourceId};

use super::Engine;

/// The number of questions that are shown.
const SHOWN: usize = 6;
/// The most questions that are asked to find them.
const TRIED: usize = 18;
/// The most papers that questions are made of, the newest first.
const PAPERS: usize = 60;
/// The most words of a heading or of a row's name.
const LONGEST_NAME: usize = 4;

/// The questions that were found for a generation of the archive, by the level that they were asked at.
#[derive(Default)]
pub struct Kept(Mutex<Vec<(u64, Visibility, Vec<String>)>>);

/// A question, and the paper that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    kind: &'static str,
    question: String,
    paper: SourceId,
}

impl Engine {
    /// Returns example questions that this archive answers. The list is empty while another request looks for them.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn examples(&self, caller: &Caller, cancel: &Cancel) -> Result<Value, Problem> {
        let archive = self.archive();
        let generation = archive.generation();
        let mut kept = match self.shared.examples.0.try_lock() {
            Ok(kept) => kept,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(json!({ "questions": [] })),
        };
        if let Some((.., questions)) =
            kept.iter().find(|(of, level, _)| *of == generation && *level == self.sees)
        {
            return Ok(json!({ "questions": questions }));
        }
        let mut papers: Vec<SourceSummary> = archive.sources()?;
        papers.retain(|paper| paper.meta.lane == "local" && paper.lines > 0);
        papers.sort_by(|a, b| b.meta.date.cmp(&a.meta.date).then_with(|| a.id.cmp(&b.id)));
        let mut candidates = Vec::new();
        for paper in papers.iter().take(PAPERS) {
            if let Ok(source) = archive.source(&paper.id) {
                candidates.extend(of_paper(paper, source.lines()));
            }
        }
        let mut questions: Vec<String> = Vec::new();
        for candidate in in_turn(candidates).into_iter().take(TRIED) {
            if questions.len() >= SHOWN {
                break;
            }
            cancel.still()?;
            if self.is_answered(&candidate, caller, cancel) {
                questions.push(candidate.question);
            }
        }
        kept.retain(|(of, level, _)| *of == generation && *level != self.sees);
        kept.push((generation, self.sees, questions.clone()));
        Ok(json!({ "questions": questions }))
    }

    /// Returns true when the first quote of the answer is from the question's own paper, is of the kind that was asked
    /// for, and is not weak.
    fn is_answered(&self, candidate: &Candidate, caller: &Caller, cancel: &Cancel) -> bool {
        let asked =
            AskRequest { question: candidate.question.clone(), no_model: true, ..AskRequest::default() };
        // Nobody asked it, so nothing is remembered.
        let reply = self.reply_kept(&asked, caller, cancel, &|_| {}, None);
        let Ok((reply, form)) = reply else { return false };
        let reply = super::written(&reply, form, &asked);
        let text = |path: &str| reply.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let is_strong = matches!(text("/evidence/record_strength/tier"), "A" | "B");
        let quote = text("/evidence/facts/0/text");
        let fits = match candidate.kind {
            FEES | BUDGET => quote.contains('$'),
            MINUTES => ["oted", "oved", "arried"].iter().any(|part| quote.contains(part)),
            _ => true,
        };
        text("/evidence/mode") == "answer"
            && text("/evidence/facts/0/support/0/source_id") == candidate.paper.0
            && fits
            && is_strong
    }
}

/// The kinds of questions.
const FEES: &str = "fees";
const BUDGET: &str = "budget";
const MINUTES: &str = "minutes";
const RULES: &str = "rules";

/// Returns the questions that a paper may answer, by its kind, headings and rows.
fn of_paper(paper: &SourceSummary, lines: &[Line]) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut add = |kind: &'static str, question: String| {
        out.push(Candidate { kind, question, paper: paper.id.clone() });
    };
    let kind = paper.meta.doc_type.as_deref().unwrap_or_default();
    if let ("minutes", Some(board), Some(date)) = (kind, &paper.meta.board, &paper.meta.date)
        && let Ok(day) = date.parse::<jiff::civil::Date>()
    {
        add(MINUTES, format!("What did the {board} decide on {}?", day.strftime("%B %-d, %Y")));
    }
    let rules = ["ordinance", "policy", "declaration", "bylaws"].contains(&kind);
    for line in lines {
        if rules
            && line.heading.is_some_and(|level| level > 1)
            && let Some(name) = heading_name(&line.text)
        {
            add(RULES, format!("What are the rules on {name}?"));
        }
        let Some(name) = priced(&line.text) else { continue };
        match kind {
            "fee schedule" if name.ends_with('s') && !name.ends_with("ss") => {
                add(FEES, format!("What is the fee for {name}?"));
            }
            "fee schedule" => {
                let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                add(FEES, format!("What is the fee for {article} {name}?"));
            }
            "budget" => add(BUDGET, format!("How much is in the budget for {name}?")),
            _ => {}
        }
    }
    out
}

/// Returns the name of a heading without its number, in lower case; `None` for one that is no short name.
fn heading_name(text: &str) -> Option<String> {
    let numbers = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.is_empty()
            || bare.contains(|c: char| c.is_ascii_digit())
            || bare.chars().all(|c| matches!(c, 'I' | 'V' | 'X'))
            || ["section", "article", "chapter", "part"].iter().any(|word| bare.eq_ignore_ascii_case(word))
    };
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| numbers(word)).collect();
    name_of(&words)
}

/// Returns the name of a row that ends with a sum of money, in lower case.
fn priced(text: &str) -> Option<String> {
    let (name, sum) = text.split_once("  ")?;
    let is_sum =
        sum.trim().strip_prefix('$').is_some_and(|sum| sum.starts_with(|c: char| c.is_ascii_digit()));
    let words: Vec<&str> = name.split_whitespace().collect();
    name_of(&words).filter(|name| is_sum && !name.starts_with("total") && !name.starts_with("each "))
}

/// Returns words as a name in lower case, if they are few and have nothing but letters.
fn name_of(words: &[&str]) -> Option<String> {
    let plain = |word: &&str| word.chars().all(|c| c.is_alphabetic() || c == '-');
    let fits = !words.is_empty() && words.len() <= LONGEST_NAME && words.iter().all(plain);
    let name = words.join(" ").to_lowercase();
    (fits && name.len() > 3).then_some(name)
}

/// Orders questions so that kinds take turns, and within a kind the papers.
fn in_turn(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut left = candidates;
    let mut out: Vec<Candidate> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    while !left.is_empty() && out.len() < TRIED {
        let (mut kinds, mut papers) = (BTreeSet::new(), BTreeSet::new());
        let before = out.len();
        let mut rest = Vec::new();
        for candidate in left {
            let again = seen.contains(&candidate.question);
            if !again && !papers.contains(&candidate.paper) && kinds.insert(candidate.kind) {
                papers.insert(candidate.paper.clone());
                seen.insert(candidate.question.clone());
                out.push(candidate);
            } else if !again {
                rest.push(candidate);
            }
        }
        left = rest;
        if out.len() == before {
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for (text, expected) in [
            ("SECTION 4. PARKING", Some("parking")),
            ("Article IV: Animals and Pets", Some("animals and pets")),
            ("§ 12-3 Hours of quiet", Some("hours of quiet")),
            ("This ordinance takes effect upon passage", None),
            ("4.", None),
        ] {
            assert_eq!(heading_name(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("Burn permit  $5.00", Some("burn permit")),
            ("Burn permit  none", None),
            ("Total  $5.00", None),
            ("Residential, up to 500 sq. ft.  $40", None),
            ("Burn permit costs $5.00", None),
        ] {
            assert_eq!(priced(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn kinds_take_turns() {
        let one = |kind, question: &str, paper: &str| Candidate {
            kind,
            question: question.to_owned(),
            paper: SourceId(paper.to_owned()),
        };
        let order = in_turn(vec![
            one("fees", "a", "x"),
            one("fees", "b", "x"),
            one("fees", "a", "y"),
            one("minutes", "c", "z"),
        ]);
        let order: Vec<&str> = order.iter().map(|c| c.question.as_str()).collect();
        assert_eq!(order, ["a", "c", "b"]);
    }
}
