//! Words that tell whether a sentence can stand beside one of another place. `tests/trust/prose.rs`
//! measures what they are worth: without them, sentences of two matters read as one.

/// Words that speak of something outside their sentence: of a thing or person named before, of who speaks, of
/// when it was written, of a step of a proceeding that another sentence names.
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

/// Words whose clause may go on behind a comma and an "and".
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
    "requires",
    "required",
    "means",
    "shows",
];

/// Words that turn what stands behind them.
const TURNING: &[&str] =
    &["no", "not", "never", "neither", "nor", "none", "nobody", "nothing", "without", "hardly", "cannot"];

/// Verbs before which a subject ends.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "does", "did", "may", "must", "shall", "will", "can",
    "should", "would",
];

/// Words that say which one is meant: "the fee for a burn permit".
const SAYING_WHICH: &[&str] = &["of", "for", "in", "on", "at", "from", "with", "to", "under", "between"];

/// First words of a subject that needs nothing before it: "a person", "no dog".
const OF_ITS_OWN: &[&str] = &["a", "an", "no", "each", "every", "any", "all"];

/// Words of a subject among which one has to say which is meant.
const SUBJECT: usize = 3;

fn has(text: &str, list: &[&str]) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    words.any(|word| {
        let bare = word.trim_matches('\'');
        list.contains(&bare) || (bare.ends_with("n't") && list.contains(&"not"))
    })
}

/// True for a sentence that says the same wherever it stands, as far as its words tell.
pub(super) fn stands_alone(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
    !has(text, DEPENDENT) && first != "that" && !text.contains('?')
}

/// True for a clause that could run on into what is put behind it with "and".
pub(super) fn runs_on(text: &str) -> bool {
    has(text, OPEN)
}

/// True for a clause behind which words may be left out that it begins with.
pub(super) fn may_share(text: &str) -> bool {
    !has(text, OPEN) && !has(text, TURNING)
}

/// True where a subject ends between these words: "the fee for a permit | is $20".
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word.to_lowercase().as_str())
}

/// True for a clause whose subject does not say which it is ("the fee is $20", "permits cost $20"): behind a
/// sentence of another matter it would be that one's.
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
