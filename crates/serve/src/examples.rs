//! Example questions made of an archive's own papers: of decisions in minutes, headings of rules, rows with sums.

use std::collections::BTreeSet;
use std::sync::Mutex;

use twolane_archive::{SourceSummary, Visibility};
use twolane_text::{Line, SourceId};

/// The most questions that are asked to find them.
pub const TRIED: usize = 18;
/// The most papers that questions are made of, the newest first.
pub const PAPERS: usize = 60;
/// The most words of a heading or of a row's name.
const LONGEST_NAME: usize = 4;

/// The questions that were found for a generation of the archive, by the level that they were asked at.
#[derive(Default)]
pub struct Kept(pub Mutex<Vec<Looked>>);

/// A search for questions, which may take several requests.
pub struct Looked {
    /// The generation of the archive.
    pub generation: u64,
    /// The level of the caller.
    pub level: Visibility,
    /// The number of questions that were tried.
    pub tried: usize,
    /// The questions that were found.
    pub questions: Vec<String>,
    /// True when no more are looked for.
    pub done: bool,
}

/// A question, and the paper that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The kind of the question.
    pub kind: &'static str,
    /// The question that is asked.
    pub question: String,
    /// The paper that it was made of.
    pub paper: SourceId,
}

/// The kinds of questions.
pub const FEES: &str = "fees";
pub const BUDGET: &str = "budget";
pub const MINUTES: &str = "minutes";
const RULES: &str = "rules";

/// Returns the questions that a paper may answer, by its kind, headings and rows.
pub fn of_paper(paper: &SourceSummary, lines: &[Line]) -> Vec<Candidate> {
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
pub fn in_turn(candidates: Vec<Candidate>) -> Vec<Candidate> {
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
