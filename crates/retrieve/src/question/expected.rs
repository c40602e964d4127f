//! Kind of value that a question asks for, derived from its words.

use twolane_text::{TokenKind, tokens, year_of};

/// Kind of value that an answer has to contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// An amount of money.
    Money,
    /// A length of time, a count or a share.
    Quantity,
    /// A date, a day, a year or a time of day.
    Date,
    /// A person, a firm or a body.
    Name,
    /// The outcome of a decision.
    Decision,
    /// The meaning of a word.
    Definition,
    /// The cause of something.
    Cause,
    /// Any kind: the question's form does not tell.
    Any,
}

const MONEY: &[&str] = &[
    "cost",
    "costs",
    "price",
    "prices",
    "fee",
    "fees",
    "pay",
    "pays",
    "paid",
    "charge",
    "charged",
    "charges",
    "deposit",
    "fine",
    "dues",
    "salary",
    "amount",
    "dollars",
    "budget",
    "budgeted",
    "appropriation",
    "raise",
    "appropriate",
    "spend",
    "spent",
    "assessment",
    "tax",
    "worth",
    "value",
    "rent",
    "sum",
];
/// Words by which a text gives a cause, each between spaces or at a border of the text.
const CAUSES: &[&str] = &[
    "because",
    "due to",
    "owing to",
    "as a result",
    "result of",
    "reason",
    "reasons",
    "caused",
    "cause",
    "in order to",
    "driven by",
    "attributed to",
    "on account of",
    "thanks to",
    "so that",
];
const DECIDE: &[&str] = &["vote", "voted", "decide", "decided", "decision", "outcome", "rule", "ruled"];

impl Expected {
    /// Derives the kind from the question's words; the first matching form counts.
    pub fn of(question: &str) -> Expected {
        let lower = question.to_lowercase().replace('\u{2019}', "'");
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|w| !w.is_empty())
            .map(whole)
            .collect();
        let has = |list: &[&str]| words.iter().any(|w| list.contains(w));
        let pair = |a: &str, b: &str| words.windows(2).any(|w| w == [a, b]);
        if words.first() == Some(&"why")
            || pair("how", "come")
            || (has(&["what"]) && has(&["caused", "reason"]))
        {
            return Expected::Cause;
        }
        if let ["what", "is" | "are", "a" | "an", rest @ ..] = words.as_slice()
            && (1..=4).contains(&rest.len())
        {
            return Expected::Definition;
        }
        // The word for a share decides, whatever the share is of ("percentage of the budget").
        if has(&["percent", "percentage", "proportion"]) {
            return Expected::Quantity;
        }
        let lists = matches!(words.as_slice(), ["list" | "show" | "give", ..]);
        if pair("how", "much") || ((lists || has(&["what", "which"])) && has(MONEY)) {
            return Expected::Money;
        }
        if has(&["define", "defines", "defined", "definition", "meaning"])
            || (has(&["what"]) && has(&["mean", "means"]))
        {
            return Expected::Definition;
        }
        if pair("what", "happened") || ((pair("how", "did") || has(&["what"])) && has(DECIDE)) {
            return Expected::Decision;
        }
        if has(&["when", "deadline"])
            || pair("what", "date")
            || pair("what", "day")
            || pair("what", "time")
            || pair("what", "year")
        {
            return Expected::Date;
        }
        let quantities =
            ["many", "long", "large", "far", "high", "tall", "wide", "big", "old", "often", "fast"];
        if quantities.iter().any(|q| pair("how", q))
            || has(&["quorum", "size", "limit", "setback", "maximum", "minimum"])
        {
            return Expected::Quantity;
        }
        if has(&["who", "whom", "whose"]) {
            return Expected::Name;
        }
        let asks_hours = words.windows(2).any(
            |pair| matches!(pair, [before, "hours"] if !before.starts_with(|c: char| c.is_ascii_digit())),
        );
        let asks_day = words.iter().any(|w| is_weekday(w));
        if asks_hours || (asks_day && has(&["open", "opens", "close", "closes", "closed"])) {
            return Expected::Date;
        }
        Expected::Any
    }

    /// Returns true if the text contains a value of this kind; always true for [`Expected::Any`].
    pub fn is_in(self, text: &str) -> bool {
        let any = |test: &dyn Fn(&twolane_text::Token) -> bool| tokens(text).iter().any(test);
        match self {
            Expected::Any => true,
            Expected::Money => any(&|t| {
                t.kind == TokenKind::Number && (t.normal.ends_with(" usd") || is_bare_amount(&t.raw))
            }),
            Expected::Quantity => any(&|t| t.kind == TokenKind::Number),
            Expected::Date => {
                any(&|t| matches!(t.kind, TokenKind::Date | TokenKind::Time))
                    || any(&|t| year_of(&t.raw).is_some())
                    || text.split(|c: char| !c.is_alphabetic()).any(is_weekday)
            }
            Expected::Name => any(&|t| t.kind == TokenKind::Name),
            Expected::Definition => defines(text),
            Expected::Cause => gives_cause(text),
            Expected::Decision => {
                let lower = text.to_lowercase();
                [
                    "vote",
                    "passed",
                    "approved",
                    "carried",
                    "denied",
                    "adopted",
                    "motion",
                    "ayes",
                    "unanim",
                    "granted",
                    "defeated",
                    "failed",
                    "tabled",
                    "accepted",
                    "continued",
                    "postponed",
                    "withdrawn",
                ]
                .iter()
                .any(|w| lower.contains(w))
            }
        }
    }
}

/// Returns the word before a contraction: `who'd` counts as "who".
fn whole(word: &str) -> &str {
    word.split('\'').next().unwrap_or(word)
}

fn is_weekday(word: &str) -> bool {
    let word = word.to_lowercase();
    let day = word.strip_suffix('s').unwrap_or(&word);
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].contains(&day)
}

/// Recognises `"Lot" means`, `is defined as`, and a list of words that each have a colon and a meaning.
fn defines(text: &str) -> bool {
    let lower = text.to_lowercase();
    let verbs =
        [" means ", " mean ", "\u{201d} means", "\" means", "is defined as", "are defined as", "refers to"];
    if verbs.iter().any(|v| lower.contains(v)) {
        return true;
    }
    let articles = [": a ", ": an ", ": the ", ": any ", ": one "];
    articles.iter().map(|a| lower.matches(a).count()).sum::<usize>() >= 2
}

/// Recognises words of a cause.
fn gives_cause(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = format!(" {} ", words.join(" "));
    CAUSES.iter().any(|cause| text.contains(&format!(" {cause} ")))
}

/// Recognises a figure with cents, which tables print without a currency sign, or one of four digits or more
/// with a separator. "1,800" is an amount and "1800" a year.
fn is_bare_amount(raw: &str) -> bool {
    !raw.contains(' ') && (raw.contains('.') || raw.len() >= 4) && year_of(raw).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (question, expected) in [
            ("How much is the dog licence?", Expected::Money),
            ("What does a burn permit cost?", Expected::Money),
            ("What percentage of owners has to agree?", Expected::Quantity),
            ("What percentage of the town budget goes to schools?", Expected::Quantity),
            ("What percent of the vote is needed?", Expected::Quantity),
            ("When does the transfer station close?", Expected::Date),
            ("Who chairs the planning board?", Expected::Name),
            ("How many days may a sign stand?", Expected::Quantity),
            ("How did the board vote on the culvert?", Expected::Decision),
            ("Is parking allowed on the common?", Expected::Any),
            ("What does 'frontage' mean in the bylaw?", Expected::Definition),
            ("who\u{2019}d they make chair", Expected::Name),
            ("what's the fee", Expected::Money),
            ("List the fees for the hall", Expected::Money),
            ("what time does the dump open", Expected::Date),
            ("What are the library hours?", Expected::Date),
            ("is the dump open saturdays", Expected::Date),
            ("How many hours of notice does a meeting need?", Expected::Quantity),
            ("May I park for more than 2 hours?", Expected::Any),
            ("Who opens the gate on Saturday?", Expected::Name),
            ("Why was the culvert closed?", Expected::Cause),
            ("What is a default budget?", Expected::Definition),
            ("What is a transfer station sticker for a second car?", Expected::Any),
            ("what happened in case 24-03", Expected::Decision),
            ("how come my bill went up", Expected::Cause),
            ("Who may vote, and why?", Expected::Name),
        ] {
            assert_eq!(Expected::of(question), expected, "{question}");
        }
    }

    #[test]
    fn values() {
        for (kind, text, expected) in [
            (Expected::Money, "a fee of $20", true),
            (Expected::Money, "on 3 May 2024", false),
            (Expected::Money, "Culverts  12,500.00", true),
            (Expected::Date, "on March 3, 2025", true),
            (Expected::Date, "$2,000", false),
            (Expected::Date, "on the second Tuesday of a month, at the hall", true),
            (Expected::Date, "from 7:00 p.m. on", true),
            (Expected::Date, "after a week", false),
            (Expected::Date, "Culvert repair 1,800", false),
            (Expected::Money, "Culvert repair 1,800", true),
            (Expected::Money, "Culvert repair 2018", false),
            (Expected::Name, "moved by Ann Hale", true),
            (Expected::Name, "moved and seconded", false),
            (Expected::Definition, "\u{201c}Lot\u{201d} means a parcel of land", true),
            (Expected::Definition, "Barn: a building. Shed: any small one.", true),
            (Expected::Definition, "The lot was sold.", false),
            (Expected::Cause, "It rose because of the new school.", true),
            (Expected::Cause, "The rise is due to insurance.", true),
            (Expected::Cause, "The bill is due on May 3.", false),
            (Expected::Any, "", true),
        ] {
            assert_eq!(kind.is_in(text), expected, "{kind:?} {text}");
        }
    }
}
