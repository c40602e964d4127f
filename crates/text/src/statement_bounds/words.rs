//! Words that negate or qualify a sentence, and words that cannot end a sentence.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::sentences::closed;

/// Negations, exceptions and conditions.
const TURNING: &str = "no not never nor neither none nobody nothing nowhere cannot without unless except \
    excepting excepted exception exceptions excluding excluded only if provided providing subject until \
    till lest otherwise notwithstanding however hardly rarely unlawful illegal prohibited prohibit \
    prohibits prohibition prohibitions forbidden forbid forbids ban bans banned barred denied exempt \
    exempted exemption exemptions refuse refused deny void invalid violation violations offense offenses \
    restricted restrictions limited nuisance nuisances wherever whenever when where failing fails fail \
    ain't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't mustn't can't couldn't \
    hasn't haven't hadn't nonexempt ineligible disallowed";

/// Words of modality and limits.
const BINDING: &str = "shall may must should can could would might will ought required requires require \
    permitted permit permits allowed allow allows lawful eligible entitled least most than maximum minimum \
    fewer less exceed exceeds exceeding";

/// Words that require a continuation.
const LEADING: &str = "the a an of to in on at by for from with without under over within between among \
    into onto upon through throughout during before after until till against about above below per via as \
    than and or nor but if unless except that which who whom whose when where while whereas because \
    although though shall may must should can could would will might cannot be been being is are was were \
    has have had having do does did not no never only any each every either neither both such this these \
    those its his her their our your my more less fewer toward towards beyond beside besides across along \
    around near including excluding regarding concerning pursuant whether provided said section sections \
    chapter article paragraph subsection sec secs rsa nos mr mrs ms dr hon exceeding allow allows allowed \
    permitted";

/// Verbs that form a sentence, if they are distinguishable from other words.
const FINITE: &str = "is are was were shall may must should can could would might will cannot has have had \
    do does did applies apply means includes requires provides moved seconded voted passed met said asked \
    reported stated approved adopted read gave took began ended opened closed wrote told";

static FINITE_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| FINITE.split_whitespace().collect());
static TURNING_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| TURNING.split_whitespace().collect());
static BINDING_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| BINDING.split_whitespace().collect());
static LEADING_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| LEADING.split_whitespace().collect());

/// Returns the words in lower case, with apostrophes.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '\u{2019}'))
        .map(|w| w.trim_matches(['\'', '\u{2019}']).replace('\u{2019}', "'").to_lowercase())
        .filter(|w| !w.is_empty())
}

/// Returns words that may negate or qualify: without months and names that look like modal verbs, and without
/// the "No." of a number.
fn telling(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut tokens = text.split_whitespace().peekable();
    std::iter::from_fn(move || {
        let token = tokens.next()?;
        let numbers = matches!(token.trim_start_matches('(').to_lowercase().as_str(), "no." | "nos.")
            && tokens.peek().is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit() || c == '#'));
        let name = matches!(token.trim_matches(|c: char| !c.is_alphanumeric()), "May" | "Will");
        Some(if numbers || name { "" } else { token })
    })
    .flat_map(words)
}

/// Returns true if the text has a negation, an exception or a condition.
pub fn turns(text: &str) -> bool {
    telling(text).any(|w| TURNING_SET.contains(w.as_str()) || w.ends_with("n't"))
}

/// Returns true if the text has a negation, an exception, a condition, a modality or a limit.
pub(super) fn binds(text: &str) -> bool {
    telling(text)
        .any(|w| TURNING_SET.contains(w.as_str()) || BINDING_SET.contains(w.as_str()) || w.ends_with("n't"))
}

/// Detects words that open an exception or condition after a complete clause.
pub(super) fn opens_condition(text: &str) -> bool {
    let mut first = words(text).take(2);
    let (a, b) = (first.next().unwrap_or_default(), first.next().unwrap_or_default());
    let opens = |w: &str| {
        matches!(
            w,
            "provided"
                | "providing"
                | "except"
                | "excepting"
                | "unless"
                | "but"
                | "however"
                | "if"
                | "only"
                | "nor"
                | "without"
                | "until"
                | "subject"
                | "so"
                | "when"
                | "where"
                | "otherwise"
                | "not"
                | "notwithstanding"
        )
    };
    opens(&a) || (matches!(a.as_str(), "and" | "or") && opens(&b))
}

/// Returns true if the text requires a continuation: it ends with a comma, a hyphen, an open bracket, or a
/// word that leads on.
pub(super) fn leads_on(text: &str) -> bool {
    let text = text.trim_end();
    let Some(last) = text.chars().next_back() else { return false };
    if matches!(
        last,
        ',' | ':'
            | '-'
            | '/'
            | '&'
            | '('
            | '['
            | '$'
            | '#'
            | '='
            | '+'
            | '\u{2010}'
            | '\u{2013}'
            | '\u{2014}'
            | '\u{ad}'
            | '\u{a7}'
            | '\u{201c}'
            | '\u{2018}'
    ) {
        return true;
    }
    let mut words = text.rsplit(char::is_whitespace).filter(|word| !word.is_empty());
    let word = words.next().unwrap_or("");
    // "Mattress: $37 each" is complete.
    let is_rate = word.eq_ignore_ascii_case("each")
        && words.next().is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()));
    let bare = word.trim_start_matches(['(', '[', '"', '\u{201c}', '\'', '\u{2018}']).to_lowercase();
    if LEADING_SET.contains(bare.as_str()) && !matches!(word, "May" | "Will") && !is_rate {
        return true;
    }
    open_bracket(text)
}

/// Returns true if the last bracket is open.
fn open_bracket(text: &str) -> bool {
    match (text.rfind('('), text.rfind(')')) {
        (Some(open), Some(close)) => open > close,
        (Some(open), None) => text.len() - open < 300,
        _ => false,
    }
}

/// Returns true if a text is a complete sentence: it begins with a capital, ends, and has a finite verb.
pub(super) fn stands_alone(text: &str) -> bool {
    let begins = text.trim_start().trim_start_matches(['"', '\u{201c}', '(', '[']);
    begins.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && closed(text)
        && words(text).skip(1).any(|w| FINITE_SET.contains(w.as_str()))
}

/// Returns true if a text continues another: it begins in lower case or with a mark that cannot begin a
/// sentence.
pub(super) fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let Some(first) = text.chars().next() else { return false };
    if matches!(first, ',' | ';' | ':' | ')' | ']' | '%' | '\u{201d}') {
        return true;
    }
    let word = text.trim_start_matches(['"', '\u{201c}', '\'', '\u{2018}', '(', '[']);
    let lower = word.chars().next().is_some_and(char::is_lowercase);
    let token = word.split_whitespace().next().unwrap_or("");
    lower && !token.contains("://") && !token.starts_with("www.") && !token.contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_beginnings() {
        for open in [
            "No Resident of",
            "shall be allowed to",
            "the owner,",
            "the ordi-",
            "two (2",
            "as in Sec",
            "$37 for each",
        ] {
            assert!(leads_on(open), "{open}");
        }
        for whole in [
            "Town Clerk",
            "The fee is $20.",
            "(see below)",
            "; or dogs",
            "Mattress: $37 each",
            "Tires $4  each",
        ] {
            assert!(!leads_on(whole), "{whole}");
        }
        for next in ["keep more", "; provided", "(or a person", "\u{201c}dogs"] {
            assert!(goes_on(next), "{next}");
        }
        for next in ["Marblehead shall", "3 dogs", "www.town.org", "(A) Dogs"] {
            assert!(!goes_on(next), "{next}");
        }
        assert!(
            turns("It shall be unlawful") && !turns("The fee may be paid") && binds("The fee may be paid")
        );
        assert!(opens_condition("; provided, however, that") && !opens_condition("the fee is"));
    }
}
