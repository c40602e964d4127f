//! Words that decide whether a sentence can follow one from another place. `tests/trust/prose.rs` measures their
//! effect: without them, sentences of two matters read as one.

/// Words that refer outside their sentence: to an earlier thing or person, to the speaker, to the time of writing.
/// Others refer to a step of a proceeding that another sentence names.
const DEPENDENT: &[&str] = &[
    "i",
    "me",
    "my",
    "mine",
    "we",
    "us",
    "our",
    "ours",
    "you",
    "your",
    "yours",
    "he",
    "him",
    "his",
    "she",
    "her",
    "hers",
    "it",
    "its",
    "itself",
    "himself",
    "herself",
    "themselves",
    "they",
    "them",
    "their",
    "theirs",
    "this",
    "these",
    "those",
    "such",
    "said",
    "same",
    "former",
    "latter",
    "aforesaid",
    "aforementioned",
    "foregoing",
    "above",
    "below",
    "herein",
    "hereof",
    "hereby",
    "hereto",
    "hereunder",
    "therein",
    "thereof",
    "thereto",
    "thereby",
    "thereunder",
    "therefor",
    "thereafter",
    "therefrom",
    "therefore",
    "thus",
    "hence",
    "consequently",
    "accordingly",
    "otherwise",
    "instead",
    "however",
    "nevertheless",
    "nonetheless",
    "meanwhile",
    "subsequently",
    "afterwards",
    "afterward",
    "likewise",
    "similarly",
    "also",
    "moreover",
    "furthermore",
    "additionally",
    "too",
    "so",
    "then",
    "here",
    "again",
    "today",
    "yesterday",
    "tomorrow",
    "tonight",
    "now",
    "currently",
    "presently",
    "ago",
    "recently",
    "last",
    "next",
    "previous",
    "previously",
    "earlier",
    "later",
    "soon",
    "motion",
    "motions",
    "seconded",
    "carried",
    "applicant",
    "applicants",
    "petitioner",
    "petition",
    "application",
    "request",
    "yes",
];

/// Words whose clause may continue after a comma and an "and".
const OPEN: &[&str] = &[
    "if",
    "unless",
    "when",
    "whenever",
    "until",
    "while",
    "where",
    "wherever",
    "after",
    "before",
    "because",
    "since",
    "although",
    "though",
    "provided",
    "except",
    "excepting",
    "as",
    "whether",
    "that",
    "which",
    "who",
    "whom",
    "whose",
    "or",
    "either",
    "requires",
    "required",
    "means",
    "shows",
];

/// Verbs that report what somebody said, thought or wished.
const REPORTING: &[&str] = &[
    "say",
    "says",
    "said",
    "state",
    "states",
    "stated",
    "note",
    "notes",
    "noted",
    "report",
    "reports",
    "reported",
    "ask",
    "asks",
    "asked",
    "argued",
    "claims",
    "claimed",
    "alleges",
    "alleged",
    "believes",
    "believed",
    "thinks",
    "thought",
    "testified",
    "explained",
    "told",
    "wrote",
    "writes",
    "recommended",
    "recommends",
    "suggested",
    "suggests",
    "proposed",
    "proposes",
    "hopes",
    "expects",
    "expected",
    "estimates",
    "estimated",
    "concluded",
    "found",
    "confirmed",
    "denied",
    "denies",
    "doubts",
    "doubted",
    "fears",
    "feared",
    "hoped",
    "assumes",
    "assumed",
    "knows",
    "knew",
    "learned",
    "agreed",
    "agrees",
    "promised",
    "warned",
    "heard",
    "felt",
    "insisted",
    "acknowledged",
    "admitted",
    "announced",
    "declared",
    "determined",
    "decided",
];

/// Returns true for a verb that reports what somebody said, thought or wished.
pub(crate) fn is_reporting(word: &str) -> bool {
    REPORTING.contains(&word.to_lowercase().as_str())
}

/// Words that negate the words after them.
const TURNING: &[&str] =
    &["no", "not", "never", "neither", "nor", "none", "nobody", "nothing", "without", "hardly", "cannot"];

/// Verbs that end a subject.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "does", "did", "may", "must", "shall", "will", "can",
    "should", "would",
];

/// Words that specify the subject: "the fee for a burn permit".
const SAYING_WHICH: &[&str] = &["of", "for", "in", "on", "at", "from", "with", "to", "under", "between"];

/// First words of a subject that is complete in itself: "a person", "no dog".
const OF_ITS_OWN: &[&str] = &["a", "an", "no", "each", "every", "any", "all"];

/// Number of words of a subject in which one must specify it.
const SUBJECT: usize = 3;

fn has(text: &str, list: &[&str]) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| {
        let bare = word.trim_matches('\'');
        list.contains(&bare) || (bare.ends_with("n't") && list.contains(&"not"))
    })
}

/// Returns true for a sentence that means the same in any place, by its words.
pub(super) fn stands_alone(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
    !has(text, DEPENDENT) && first != "that" && !text.contains('?')
}

/// Returns true for a clause that could run on into a clause appended with "and".
pub(super) fn runs_on(text: &str) -> bool {
    has(text, OPEN) || has(text, REPORTING)
}

/// Returns true for a clause whose first words the next clause may leave out.
pub(super) fn may_share(text: &str) -> bool {
    !has(text, OPEN) && !has(text, REPORTING) && !has(text, TURNING)
}

/// Returns true for a verb that ends a subject: "the fee for a permit | is $20".
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word.to_lowercase().as_str())
}

/// Returns true for a clause whose subject is not specified ("the fee is $20", "permits cost $20"). After a sentence of
/// another matter, it would be read as part of that matter.
pub(super) fn is_vague(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("").to_lowercase();
    if OF_ITS_OWN.contains(&first.as_str()) {
        return false;
    }
    for word in words.take(SUBJECT) {
        if word.starts_with(char::is_uppercase) || SAYING_WHICH.contains(&word) {
            return false;
        }
        if is_verb(word) {
            return true;
        }
    }
    true
}
