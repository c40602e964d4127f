//! The grammar of an answer that names spans of the passages it was shown.
//!
//! Every span has a label, `[1]` to `[n]`, counted through all passages: small models favour one
//! passage when its name is part of the label. The text is one line a fact, the span's label and,
//! where wanted, a claim; or the one word `none`. So a span that is named is one that exists.

use serde::Deserialize;
use serde_json::{Value, json};

use super::completion::{Constraint, Grammar};

/// What an answer may look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanGrammar {
    /// Number of spans in each passage.
    passages: Vec<usize>,
    options: SpanOptions,
}

/// How much an answer may say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanOptions {
    /// Most facts; at least one.
    pub max_facts: usize,
    /// Whether `none` is an answer.
    pub may_abstain: bool,
    /// What stands behind a label.
    pub claims: Claims,
}

impl Default for SpanOptions {
    fn default() -> Self {
        // As many facts as an extractive answer has at most.
        Self { max_facts: 5, may_abstain: true, claims: Claims::None }
    }
}

/// What a fact says beside its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claims {
    /// Nothing.
    None,
    /// One line of text.
    Free {
        /// Its most characters.
        max_chars: usize,
    },
    /// Lower-case words without digits, and these tokens of the span that is named: its numbers,
    /// dates, names and statutes. The first word may be one of a list of function words.
    Held {
        /// Most words and tokens of a claim.
        max_words: usize,
        /// Tokens of each span, in the order of the labels.
        tokens: Vec<Vec<String>>,
    },
}

/// A span that an answer names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSpan {
    /// Place of the passage, from 0.
    pub passage: usize,
    /// Place of the span in its passage, from 0.
    pub span: usize,
    /// What is said of it.
    pub claim: Option<String>,
}

/// A text that is not of the grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpanParseError {
    /// A line that is no fact.
    #[error("line {line} is no fact: {text:?}; ask again, or write the answer without the model")]
    Line {
        /// From 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A label of no span.
    #[error("label {label:?} names no span; ask again, or write the answer without the model")]
    Label {
        /// What was named.
        label: String,
    },
    /// JSON of another shape.
    #[error("the JSON is not that of an answer: {what}; ask again, or write the answer without the model")]
    Json {
        /// What is wrong.
        what: String,
    },
    /// A claim that the grammar does not allow.
    #[error(
        "the claim beside label {label:?} has words, marks or a length that it may not have; ask again, or write the answer without the model"
    )]
    Claim {
        /// The label.
        label: String,
    },
    /// More facts than were allowed, or none where one was wanted.
    #[error(
        "the answer has {found} facts, where {most} are allowed; ask again, or write the answer without the model"
    )]
    Count {
        /// Facts of the text.
        found: usize,
        /// Most that are allowed.
        most: usize,
    },
}

/// A claim may begin with one of these; any other capital has to come from the span.
const FIRST_WORDS: [&str; 18] = [
    "The", "A", "An", "It", "Its", "This", "That", "These", "There", "In", "On", "At", "By", "For", "From",
    "If", "No", "To",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonAnswer {
    facts: Vec<JsonFact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFact {
    span: String,
    claim: Option<String>,
}

impl SpanGrammar {
    /// For passages with so many spans each; `None` when there is no span at all.
    pub fn new(passages: Vec<usize>, options: SpanOptions) -> Option<Self> {
        let spans = passages.iter().fold(0usize, |sum, spans| sum.saturating_add(*spans));
        let options = SpanOptions { max_facts: options.max_facts.max(1), ..options };
        (spans > 0).then_some(Self { passages, options })
    }

    /// For one choice among so many: `[1]` to `[n]`, one token to be decided. `None` for none.
    pub fn choice(of: usize, may_abstain: bool) -> Option<Self> {
        Self::new(vec![1; of], SpanOptions { max_facts: 1, may_abstain, claims: Claims::None })
    }

    /// Spans of all passages.
    pub fn spans(&self) -> usize {
        self.passages.iter().fold(0, |sum, spans| sum.saturating_add(*spans))
    }

    /// The label under which a span is shown, `[3]`; `None` for a span that is not there.
    pub fn label(&self, passage: usize, span: usize) -> Option<String> {
        let spans = self.passages.get(passage).filter(|spans| span < **spans)?;
        debug_assert!(span < *spans);
        let before: usize = self.passages.iter().take(passage).sum();
        Some(format!("[{}]", before.saturating_add(span).saturating_add(1)))
    }

    /// The constraint, in all forms.
    pub fn constraint(&self) -> Constraint {
        Constraint::Grammar(Grammar {
            lark: self.lark(),
            gbnf: Some(self.gbnf()),
            json_schema: Some(self.json_schema()),
        })
    }

    /// Tokens that an answer of this grammar needs at most, if a token has three characters.
    pub fn max_tokens(&self) -> usize {
        let claim = match &self.options.claims {
            Claims::None => 0,
            Claims::Free { max_chars } => max_chars / 3,
            Claims::Held { max_words, .. } => max_words.saturating_mul(4),
        };
        claim.saturating_add(16).saturating_mul(self.options.max_facts).saturating_add(16)
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        (1..=self.spans()).map(|label| label.to_string())
    }

    /// In the Lark dialect of llguidance.
    pub fn lark(&self) -> String {
        let more = self.options.max_facts.saturating_sub(1);
        let facts = match more {
            0 => "fact".to_owned(),
            _ => format!("fact (\"\\n\" fact){{0,{more}}}"),
        };
        let none = if self.options.may_abstain { "\"none\" | " } else { "" };
        let mut lark = format!("start: {none}{facts}\n");
        let any = self.labels().collect::<Vec<_>>().join("|");
        match &self.options.claims {
            Claims::None => lark.push_str(&format!("fact: LABEL\nLABEL: /\\[({any})\\]/\n")),
            Claims::Free { max_chars } => {
                lark.push_str("fact: LABEL \" \" CLAIM\n");
                lark.push_str(&format!(
                    "LABEL: /\\[({any})\\]/\nCLAIM: /[^\\n\\[\\]\\s][^\\n\\[\\]]{{0,{max_chars}}}/\n"
                ));
            }
            Claims::Held { max_words, tokens } => {
                let rules: Vec<String> = self.labels().map(|label| format!("fact_{label}")).collect();
                lark.push_str(&format!("fact: {}\n", rules.join(" | ")));
                for (label, rule) in self.labels().zip(&rules) {
                    let own = tokens_of(tokens, &label);
                    let token = own.iter().map(|token| format!("|{}", escaped(token))).collect::<String>();
                    let first = FIRST_WORDS.join("|");
                    let word = format!("([a-z][a-z'-]{{0,19}}{token}),?");
                    let rest = max_words.saturating_sub(1);
                    lark.push_str(&format!(
                        "{rule}: \"[{label}] \" CLAIM_{label}\nCLAIM_{label}: /({first}|{word})( {word}){{0,{rest}}}\\.?/\n"
                    ));
                }
            }
        }
        lark
    }

    /// The same language in llama.cpp's GBNF.
    pub fn gbnf(&self) -> String {
        let more = self.options.max_facts.saturating_sub(1);
        let facts = match more {
            0 => "fact".to_owned(),
            _ => format!("fact (\"\\n\" fact){{0,{more}}}"),
        };
        let none = if self.options.may_abstain { "\"none\" | " } else { "" };
        let mut gbnf = format!("root ::= {none}{facts}\n");
        let any = self.labels().map(|label| format!("\"{label}\"")).collect::<Vec<_>>().join(" | ");
        match &self.options.claims {
            Claims::None => gbnf.push_str(&format!("fact ::= \"[\" ({any}) \"]\"\n")),
            Claims::Free { max_chars } => gbnf.push_str(&format!(
                "fact ::= \"[\" ({any}) \"] \" [^\\n\\[\\] ] [^\\n\\[\\]]{{0,{max_chars}}}\n"
            )),
            Claims::Held { max_words, tokens } => {
                let rules: Vec<String> = self.labels().map(|label| format!("fact-{label}")).collect();
                gbnf.push_str(&format!("fact ::= {}\n", rules.join(" | ")));
                let first = FIRST_WORDS.map(|word| format!("\"{word}\"")).join(" | ");
                gbnf.push_str(&format!("first ::= {first}\nword ::= [a-z] [a-z'-]{{0,19}}\n"));
                for (label, rule) in self.labels().zip(&rules) {
                    let own = tokens_of(tokens, &label);
                    let token = own.iter().map(|token| format!(" | {}", quoted(token))).collect::<String>();
                    let rest = max_words.saturating_sub(1);
                    gbnf.push_str(&format!(
                        "{rule} ::= \"[{label}] \" (first | piece-{label}) (\" \" piece-{label}){{0,{rest}}} \".\"?\npiece-{label} ::= (word{token}) \",\"?\n"
                    ));
                }
            }
        }
        gbnf
    }

    /// As a JSON schema: `{"facts": [{"span": "3", "claim": "..."}]}`. What a claim may be made of
    /// cannot be said in it.
    pub fn json_schema(&self) -> Value {
        let labels: Vec<Value> = self.labels().map(Value::String).collect();
        let mut properties = json!({ "span": { "type": "string", "enum": labels } });
        let mut required = vec![json!("span")];
        let claim = match &self.options.claims {
            Claims::None => None,
            Claims::Free { max_chars } => Some(*max_chars),
            Claims::Held { max_words, .. } => Some(max_words.saturating_mul(12)),
        };
        if let (Some(max_chars), Some(fields)) = (claim, properties.as_object_mut()) {
            fields.insert(
                "claim".to_owned(),
                json!({ "type": "string", "minLength": 1, "maxLength": max_chars }),
            );
            required.push(json!("claim"));
        }
        let least = usize::from(!self.options.may_abstain);
        json!({
            "type": "object",
            "properties": { "facts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": false
                },
                "minItems": least,
                "maxItems": self.options.max_facts
            } },
            "required": ["facts"],
            "additionalProperties": false
        })
    }

    /// Reads a text of any of the forms. Nothing that is not of the grammar passes, whatever whoever wrote
    /// it was told or promised: a server may take a grammar and not keep to it, and a JSON schema can't
    /// say what a held claim is made of.
    pub fn parse(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        let text = text.trim();
        let facts = match text.starts_with('{') {
            true => self.parse_json(text)?,
            false => self.parse_lines(text)?,
        };
        let most = self.options.max_facts;
        if facts.len() > most || (facts.is_empty() && !self.options.may_abstain) {
            return Err(SpanParseError::Count { found: facts.len(), most });
        }
        Ok(facts)
    }

    fn parse_json(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        let answer: JsonAnswer =
            serde_json::from_str(text).map_err(|e| SpanParseError::Json { what: e.to_string() })?;
        let fact = |fact: JsonFact| {
            let (passage, span) = self.place(&fact.span)?;
            let claim = fact.claim.map(|claim| claim.trim().to_owned()).filter(|claim| !claim.is_empty());
            if claim.is_some() == (self.options.claims == Claims::None) {
                let span: String = fact.span.chars().take(20).collect();
                return Err(SpanParseError::Json { what: format!("claim of span {span}") });
            }
            self.check_claim(&fact.span, claim.as_deref())?;
            Ok(NamedSpan { passage, span, claim })
        };
        answer.facts.into_iter().map(fact).collect()
    }

    fn parse_lines(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        if text == "none" {
            return Ok(Vec::new());
        }
        let fact = |(index, line): (usize, &str)| {
            let odd = || SpanParseError::Line {
                line: index.saturating_add(1),
                text: line.chars().take(60).collect(),
            };
            let (label, claim) =
                line.strip_prefix('[').and_then(|line| line.split_once(']')).ok_or_else(odd)?;
            let (passage, span) = self.place(label)?;
            let claim = claim.trim();
            if claim.is_empty() != (self.options.claims == Claims::None) {
                return Err(odd());
            }
            self.check_claim(label, Some(claim))?;
            Ok(NamedSpan { passage, span, claim: (!claim.is_empty()).then(|| claim.to_owned()) })
        };
        if text.is_empty() {
            return Err(SpanParseError::Line { line: 1, text: String::new() });
        }
        text.lines().enumerate().map(fact).collect()
    }

    /// Holds a claim to what the grammar lets stand beside its label.
    fn check_claim(&self, label: &str, claim: Option<&str>) -> Result<(), SpanParseError> {
        let claim = claim.unwrap_or("");
        let allowed = match &self.options.claims {
            Claims::None => claim.is_empty(),
            Claims::Free { max_chars } => {
                claim.chars().count() <= max_chars.saturating_add(1) && !claim.contains(['\n', '[', ']'])
            }
            Claims::Held { max_words, tokens } => is_held(claim, &tokens_of(tokens, label), *max_words),
        };
        match allowed {
            true => Ok(()),
            false => Err(SpanParseError::Claim { label: label.chars().take(20).collect() }),
        }
    }

    /// Passage and span of a label, both from 0.
    fn place(&self, label: &str) -> Result<(usize, usize), SpanParseError> {
        let unknown = || SpanParseError::Label { label: label.chars().take(20).collect() };
        let plain = !label.starts_with('0') && label.bytes().all(|byte| byte.is_ascii_digit());
        let number: usize = label.parse().ok().filter(|_| plain).ok_or_else(unknown)?;
        let mut left = number.checked_sub(1).ok_or_else(unknown)?;
        for (passage, spans) in self.passages.iter().enumerate() {
            match left.checked_sub(*spans) {
                Some(rest) => left = rest,
                None => return Ok((passage, left)),
            }
        }
        Err(unknown())
    }
}

/// True when a claim is of the words of [`Claims::Held`]: the same language as in the grammar's other
/// forms. Time is the claim's length times the number of tokens.
fn is_held(claim: &str, own: &[&str], max_words: usize) -> bool {
    // Least number of words before each place where a word begins.
    let mut least: Vec<Option<usize>> = vec![None; claim.len().saturating_add(1)];
    if let Some(first) = least.first_mut() {
        *first = Some(0);
    }
    for at in 0..claim.len() {
        let Some(words) = least.get(at).copied().flatten().filter(|n| *n < max_words) else { continue };
        let Some(rest) = claim.get(at..) else { continue };
        let run = rest.bytes().take_while(|b| b.is_ascii_lowercase() || matches!(b, b'\'' | b'-')).count();
        let word = (rest.starts_with(|c: char| c.is_ascii_lowercase()) && run <= 20).then_some(run);
        let tokens = own.iter().filter(|token| rest.starts_with(**token)).map(|token| token.len());
        let openings = FIRST_WORDS.iter().filter(|f| at == 0 && rest.starts_with(**f)).map(|f| f.len());
        let commas = word.into_iter().chain(tokens).flat_map(|end| {
            let comma = rest.get(end..).is_some_and(|t| t.starts_with(','));
            [Some(end), comma.then_some(end.saturating_add(1))].into_iter().flatten()
        });
        for end in commas.chain(openings) {
            match rest.get(end..).unwrap_or("") {
                "" | "." => return true,
                behind if behind.starts_with(' ') => {
                    let next = at.saturating_add(end).saturating_add(1);
                    if let Some(place) = least.get_mut(next) {
                        let count = words.saturating_add(1);
                        *place = Some(place.map_or(count, |held| held.min(count)));
                    }
                }
                _ => {}
            }
        }
    }
    false
}

fn tokens_of<'t>(tokens: &'t [Vec<String>], label: &str) -> Vec<&'t str> {
    let own = label.parse().ok().and_then(|label: usize| tokens.get(label.saturating_sub(1)));
    let mut own: Vec<&str> = own.into_iter().flatten().map(String::as_str).collect();
    own.retain(|token| !token.trim().is_empty() && !token.contains(['\n', '\r', '[', ']']));
    own.sort_unstable();
    own.dedup();
    own
}

/// A token as a regular expression between slashes.
fn escaped(token: &str) -> String {
    regex::escape(token).replace('/', "\\/")
}

/// A token as a literal of GBNF.
fn quoted(token: &str) -> String {
    format!("\"{}\"", token.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grammar(claims: Claims) -> SpanGrammar {
        SpanGrammar::new(vec![2, 0, 3], SpanOptions { max_facts: 2, may_abstain: true, claims }).unwrap()
    }

    #[test]
    fn labels_count_through_all_passages() {
        let grammar = grammar(Claims::None);
        for (passage, span, expected) in [
            (0, 0, Some("[1]")),
            (0, 1, Some("[2]")),
            (0, 2, None),
            (1, 0, None),
            (2, 2, Some("[5]")),
            (3, 0, None),
        ] {
            assert_eq!(grammar.label(passage, span).as_deref(), expected);
        }
        assert_eq!(SpanGrammar::new(vec![0, 0], SpanOptions::default()), None);
        assert_eq!(SpanGrammar::choice(0, true), None);
    }

    #[test]
    fn texts_of_all_forms_are_read() {
        let plain = grammar(Claims::None);
        let with = grammar(Claims::Free { max_chars: 50 });
        let spans = |text: &str, grammar: &SpanGrammar| {
            grammar
                .parse(text)
                .map(|facts| facts.into_iter().map(|f| (f.passage, f.span)).collect::<Vec<_>>())
        };
        assert_eq!(spans("[2]\n[5]", &plain), Ok(vec![(0, 1), (2, 2)]));
        assert_eq!(spans("none", &plain), Ok(vec![]));
        assert_eq!(spans(r#"{"facts":[{"span":"3"}]}"#, &plain), Ok(vec![(2, 0)]));
        assert_eq!(spans("[1] The fee is $20.", &with), Ok(vec![(0, 0)]));
        assert_eq!(spans(r#"{"facts":[{"span":"1","claim":"The fee"}]}"#, &with), Ok(vec![(0, 0)]));
        for odd in [
            "",
            "[0]",
            "[6]",
            "[01]",
            "[1",
            "see [1]",
            "[1]\n[2]\n[3]",
            "[1] and more",
            "{}",
            "{\"facts\":1}",
            r#"{"facts":[{"span":"9"}]}"#,
            r#"{"facts":[{"span":"1","claim":"x"}]}"#,
            "[99999999999999999999999]",
        ] {
            assert!(plain.parse(odd).is_err(), "{odd:?}");
        }
        assert!(with.parse("[1]").is_err());
        let must = SpanGrammar::choice(3, false).unwrap();
        assert!(matches!(must.parse("none"), Err(SpanParseError::Count { found: 0, .. })));
    }

    #[test]
    fn claims_are_held_to_the_grammar_whatever_a_server_promised() {
        let tokens = vec![vec!["$20".to_owned(), "March 3, 2025".to_owned()], vec!["Ann Hale".to_owned()]];
        let held = grammar(Claims::Held { max_words: 8, tokens });
        let free = grammar(Claims::Free { max_chars: 30 });
        for (claim, allowed) in [
            ("The fee is $20.", true),
            ("the fee, set on March 3, 2025, is $20", true),
            ("The fee is $25.", false),
            ("the fee of Ann Hale", false),
            ("The Fee is $20.", false),
            ("the fee is $20; pay it", false),
            ("the fee is \u{201c}$20\u{201d}", false),
            ("one two three four five six seven eight nine", false),
            ("the f\u{435}e is $20", false),
            ("the fee  is $20", false),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
        ] {
            assert_eq!(held.parse(&format!("[1] {claim}")).is_ok(), allowed, "{claim}");
            let json = json!({ "facts": [{ "span": "1", "claim": claim }] }).to_string();
            assert_eq!(held.parse(&json).is_ok(), allowed, "{json}");
        }
        for (claim, allowed) in [
            ("Anything of \u{201c}words\u{201d}.", true),
            ("see [2] for more", false),
            ("a claim that goes on for longer than it may", false),
        ] {
            assert_eq!(free.parse(&format!("[1] {claim}")).is_ok(), allowed, "{claim}");
            let json = json!({ "facts": [{ "span": "1", "claim": claim }] }).to_string();
            assert_eq!(free.parse(&json).is_ok(), allowed, "{json}");
        }
        for odd in [
            r#"{"facts":[{"span":"1","claim":"the fee","note":"x"}]}"#,
            r#"{"facts":[],"answer":"the fee is $99"}"#,
            r#"{"facts":[{"span":"1","claim":"the fee"}]} and more"#,
            r#"{"facts":[{"span":"1","claim":"the fee"}],"facts":[]}"#,
            r#"{"facts":[{"span":1,"claim":"the fee"}]}"#,
        ] {
            assert!(held.parse(odd).is_err() && free.parse(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn the_forms_of_a_grammar() {
        let choice = SpanGrammar::choice(3, true).unwrap();
        assert_eq!(choice.lark(), "start: \"none\" | fact\nfact: LABEL\nLABEL: /\\[(1|2|3)\\]/\n");
        assert_eq!(choice.gbnf(), "root ::= \"none\" | fact\nfact ::= \"[\" (\"1\" | \"2\" | \"3\") \"]\"\n");
        assert_eq!(
            choice.json_schema()["properties"]["facts"]["items"]["properties"]["span"]["enum"],
            json!(["1", "2", "3"])
        );
        let tokens = vec![vec!["$1,250/year".to_owned(), "a[b".to_owned()], vec!["\"X\"".to_owned()]];
        let held = grammar(Claims::Held { max_words: 3, tokens });
        assert!(held.lark().contains(r"\$1,250\/year"), "{}", held.lark());
        assert!(!held.lark().contains("a[b"));
        assert!(held.gbnf().contains(r#""\"X\"""#), "{}", held.gbnf());
    }

    proptest! {
        #[test]
        fn what_is_named_exists(text in "[\\[\\]0-9a-z{}\":, \n]{0,60}", sizes in prop::collection::vec(0usize..4, 1..5)) {
            if let Some(grammar) = SpanGrammar::new(sizes.clone(), SpanOptions::default()) {
                for fact in grammar.parse(&text).unwrap_or_default() {
                    prop_assert!(fact.span < sizes[fact.passage]);
                }
                for (passage, spans) in sizes.iter().enumerate() {
                    for span in 0..*spans {
                        let label = grammar.label(passage, span).unwrap();
                        let facts = grammar.parse(&label).unwrap();
                        prop_assert_eq!((facts[0].passage, facts[0].span), (passage, span));
                    }
                }
            }
        }
    }
}
