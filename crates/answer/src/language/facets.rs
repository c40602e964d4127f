//! Parts of a question that an answer must cover, each with the kind of value that it asks for. "Who voted, when, and
//! how much" has three (SPEC EVD-8, EVD-10).

use twolane_retrieve::Expected;

/// A part of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// Words of the part, with the subject of the question where it has no subject of its own.
    pub text: String,
    /// Clause as the question has it.
    pub clause: String,
    /// Kind of value that it asks for.
    pub expected: Expected,
}

/// Words before the first thing of a list.
const BEFORE_A_LIST: &[&str] = &["for", "of", "on", "to", "in", "about", "between", "from", "by"];
/// Most words of one thing of a list.
const LISTED: usize = 4;

/// Returns the things that a question lists ("for the town, the county and the school"), each with the question that
/// asks for it alone. Returns an empty list for fewer than three things.
pub fn listed(question: &str) -> Vec<(String, String)> {
    let question = question.trim().trim_end_matches(['?', '.', '!']);
    let segments: Vec<&str> = question.split(", ").map(str::trim).filter(|s| !s.is_empty()).collect();
    let Some((first, rest)) = segments.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Vec::new();
    };
    let words: Vec<&str> = first.split_whitespace().collect();
    let Some(at) = words.iter().rposition(|w| BEFORE_A_LIST.contains(&w.to_lowercase().as_str())) else {
        return Vec::new();
    };
    let (head, item) = words.split_at(at + 1);
    let mut things = vec![item.join(" ")];
    for segment in rest {
        for part in segment.split(" and ").flat_map(|p| p.split(" or ")) {
            let part = part.trim();
            let part = part.strip_prefix("and ").or_else(|| part.strip_prefix("or ")).unwrap_or(part);
            things.push(part.trim().to_owned());
        }
    }
    let short = |t: &String| (1..=LISTED).contains(&t.split_whitespace().count());
    let asks = |t: &String| t.split_whitespace().any(|w| ASKING.contains(&w.to_lowercase().as_str()));
    if things.len() < 3 || !things.iter().all(|t| short(t) && !asks(t)) {
        return Vec::new();
    }
    let head = head.join(" ");
    things.into_iter().map(|t| (t.clone(), format!("{head} {t}?"))).collect()
}

/// Words that begin a clause of their own after a comma or an "and".
const OPENERS: &[&str] = &[
    "who", "whom", "whose", "what", "which", "when", "where", "why", "how", "is", "are", "was", "were",
    "did", "does", "do", "by", "at", "for", "in", "on", "under",
];
/// Opening words that ask by themselves.
const ASKING: &[&str] = &["who", "whom", "whose", "what", "which", "when", "where", "why", "how"];

/// Returns the facets of a question, at least one.
pub fn facets(question: &str) -> Vec<Facet> {
    let clauses = clauses(question);
    let whole = || {
        vec![Facet {
            text: question.trim().to_owned(),
            clause: question.trim().to_owned(),
            expected: Expected::of(question),
        }]
    };
    if clauses.len() < 2 {
        return whole();
    }
    // The longest clause has the subject that the short ones leave out.
    let main = clauses.iter().max_by_key(|c| c.split_whitespace().count()).cloned().unwrap_or_default();
    clauses
        .iter()
        .map(|clause| {
            let short = clause.split_whitespace().count() <= 4 && *clause != main;
            let text = if short { format!("{clause} {}", without_asking(&main)) } else { clause.clone() };
            Facet { text, clause: clause.clone(), expected: Expected::of(clause) }
        })
        .collect()
}

/// Cuts at commas, semicolons and "and" before a question word.
fn clauses(question: &str) -> Vec<String> {
    let words: Vec<&str> = question.trim().trim_end_matches('?').split_whitespace().collect();
    let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    for (i, word) in words.iter().enumerate() {
        let here = bare(word);
        let previous = i.checked_sub(1).and_then(|p| words.get(p)).copied().unwrap_or("");
        let before = i.checked_sub(2).and_then(|p| words.get(p)).copied().unwrap_or("");
        let parted = previous.ends_with([',', ';', '?']) || bare(previous) == "and";
        // "by when", "at what hour": the preposition belongs to the question word.
        let next = words.get(i + 1).map(|w| bare(w)).unwrap_or_default();
        let asks = ASKING.contains(&here.as_str())
            || (OPENERS.contains(&here.as_str()) && ASKING.contains(&next.as_str()));
        let goes_on = i > 0
            && OPENERS.contains(&bare(previous).as_str())
            && !previous.ends_with([',', ';', '?'])
            && (before.is_empty() || !ASKING.contains(&bare(previous).as_str()));
        if i > 0 && parted && asks && !goes_on {
            found.push(Vec::new());
        }
        if let Some(last) = found.last_mut() {
            last.push(word);
        }
    }
    let tidy = |words: Vec<&str>| {
        let mut words = words;
        while words.last().is_some_and(|w| bare(w) == "and" || bare(w).is_empty()) {
            words.pop();
        }
        words.join(" ").trim_end_matches([',', ';', '?']).to_owned()
    };
    found.into_iter().map(tidy).filter(|c| !c.is_empty()).collect()
}

fn without_asking(clause: &str) -> String {
    let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    clause.split_whitespace().skip_while(|w| ASKING.contains(&bare(w).as_str())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_and_their_kinds() {
        for (question, expected) in [
            ("Who voted, when, and how much?", vec![Expected::Name, Expected::Date, Expected::Money]),
            ("When and where is the hearing held?", vec![Expected::Date, Expected::Any]),
            ("What does a permit cost and who issues it?", vec![Expected::Money, Expected::Name]),
            ("What does a permit for doors and windows cost?", vec![Expected::Money]),
            ("By when and at what hour must it be done?", vec![Expected::Date, Expected::Any]),
            ("How did the board vote on the sign, and why?", vec![Expected::Decision, Expected::Cause]),
            ("Is it allowed?", vec![Expected::Any]),
            ("", vec![Expected::Any]),
        ] {
            let got: Vec<Expected> = facets(question).into_iter().map(|f| f.expected).collect();
            assert_eq!(got, expected, "{question}: {:?}", facets(question));
        }
    }

    #[test]
    fn lists_of_things() {
        for (question, expected) in [
            (
                "What were the 2024 rates for the town, the county, the school and the precinct?",
                vec!["the town", "the county", "the school", "the precinct"],
            ),
            ("Who signed for Alder, Birch, or Cedar?", vec!["Alder", "Birch", "Cedar"]),
            ("What is the fee for doors and windows?", vec![]),
            ("Who voted for it, when, and how much was it?", vec![]),
            ("Under what rule, on May 5, 2025, was it done?", vec![]),
            ("", vec![]),
        ] {
            let got: Vec<String> = listed(question).into_iter().map(|(thing, _)| thing).collect();
            assert_eq!(got, expected, "{question}");
        }
        assert_eq!(listed("What are the rates for A, B and C?")[1].1, "What are the rates for B?");
    }

    #[test]
    fn short_clauses_take_the_subject_of_the_long_one() {
        let found = facets("What does a burn permit cost and who issues it?");
        assert_eq!(found[1].text, "who issues it does a burn permit cost");
    }
}
