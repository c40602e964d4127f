//! Grammar for answers that name spans of the shown passages.
//!
//! Every span has a label, `[1]` to `[n]`, numbered across all passages: small models favour one passage if
//! its name is part of the label. Callers can use names instead (`[L1]`, `[S1]`). The text has one line per
//! fact: the labels of one or several related spans and, optionally, a claim. The alternative is the single
//! word `none`. A named span therefore always exists.

use serde::Deserialize;
use serde_json::{Value, json};

use super::completion::{Constraint, Grammar};

/// The set of permitted answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanGrammar {
    /// Number of spans in each passage.
    passages: Vec<usize>,
    options: SpanOptions,
}

/// Limits of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanOptions {
    /// Maximum number of facts; at least one.
    pub max_facts: usize,
    /// True if `none` is a valid answer.
    pub may_abstain: bool,
    /// Maximum number of characters in the claim after the labels; `None` for labels alone.
    pub claim_chars: Option<usize>,
    /// Maximum number of spans in one line; at least one.
    pub max_joined: usize,
    /// Names of the spans instead of numbers, one per span; empty for numbers.
    pub names: Vec<String>,
}

impl Default for SpanOptions {
    fn default() -> Self {
        // Equals the maximum number of facts in an extractive answer.
        Self { max_facts: 5, may_abstain: true, claim_chars: None, max_joined: 1, names: Vec::new() }
    }
}

/// A span that an answer names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSpan {
    /// Index of the passage, from 0.
    pub passage: usize,
    /// Index of the span in its passage, from 0.
    pub span: usize,
    /// Claim about the span; a line with several spans assigns it to the last.
    pub claim: Option<String>,
    /// Index of the line that names it, from 0.
    pub line: usize,
}

/// Error for a text outside the grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpanParseError {
    /// The line is not a fact.
    #[error("line {line} is no fact: {text:?}; ask again, or write the answer without the model")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Start of the line.
        text: String,
    },
    /// The label belongs to no span.
    #[error("label {label:?} names no span; ask again, or write the answer without the model")]
    Label {
        /// The label that was named.
        label: String,
    },
    /// The JSON has another shape.
    #[error("the JSON is not that of an answer: {what}; ask again, or write the answer without the model")]
    Json {
        /// Description of the problem.
        what: String,
    },
    /// The claim breaks the grammar.
    #[error(
        "the claim beside label {label:?} has words, marks or a length that it may not have; ask again, or write the answer without the model"
    )]
    Claim {
        /// Labels of the claim.
        label: String,
    },
    /// The text has more facts than allowed, or no fact although one is required.
    #[error(
        "the answer has {found} facts, where {most} are allowed; ask again, or write the answer without the model"
    )]
    Count {
        /// Number of facts in the text.
        found: usize,
        /// Maximum number of facts.
        most: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonAnswer {
    facts: Vec<JsonFact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFact {
    span: Option<String>,
    #[serde(default)]
    spans: Vec<String>,
    claim: Option<String>,
}

impl SpanGrammar {
    /// Creates a grammar for passages with these numbers of spans; `None` without any span.
    pub fn new(passages: Vec<usize>, options: SpanOptions) -> Option<Self> {
        let spans = passages.iter().fold(0usize, |sum, spans| sum.saturating_add(*spans));
        let options = SpanOptions {
            max_facts: options.max_facts.max(1),
            max_joined: options.max_joined.max(1),
            ..options
        };
        let named = options.names.is_empty() || options.names.len() == spans;
        (spans > 0 && named).then_some(Self { passages, options })
    }

    /// Creates a grammar for a choice among this many options, `[1]` to `[n]`; `None` for 0. Only one token
    /// is decided.
    pub fn choice(of: usize, may_abstain: bool) -> Option<Self> {
        Self::new(vec![1; of], SpanOptions { max_facts: 1, may_abstain, ..SpanOptions::default() })
    }

    /// Returns the number of spans in all passages.
    pub fn spans(&self) -> usize {
        self.passages.iter().fold(0, |sum, spans| sum.saturating_add(*spans))
    }

    /// Returns the label of a span, such as `[3]`; `None` for a span that does not exist.
    pub fn label(&self, passage: usize, span: usize) -> Option<String> {
        let spans = self.passages.get(passage).filter(|spans| span < **spans)?;
        debug_assert!(span < *spans);
        let before: usize = self.passages.iter().take(passage).sum();
        let name = self.labels().nth(before.saturating_add(span))?;
        Some(format!("[{name}]"))
    }

    /// Returns the constraint in all forms.
    pub fn constraint(&self) -> Constraint {
        Constraint::Grammar(Grammar {
            lark: self.lark(),
            gbnf: Some(self.gbnf()),
            json_schema: Some(self.json_schema()),
        })
    }

    /// Returns the maximum number of tokens of an answer, at three characters per token.
    pub fn max_tokens(&self) -> usize {
        let claim = self.options.claim_chars.map_or(0, |most| most / 3);
        claim
            .saturating_add(self.options.max_joined.saturating_mul(8))
            .saturating_add(8)
            .saturating_mul(self.options.max_facts)
            .saturating_add(16)
    }

    fn labels(&self) -> impl Iterator<Item = String> {
        let name = |at: usize| self.options.names.get(at).cloned();
        (0..self.spans()).map(move |at| name(at).unwrap_or_else(|| at.saturating_add(1).to_string()))
    }

    /// Repeats the pattern of one span, up to the maximum number of spans in a line.
    fn joined(&self, item: &str) -> String {
        match self.options.max_joined {
            1 => item.to_owned(),
            most => format!("{item}{{1,{most}}}"),
        }
    }

    /// Returns the grammar in the Lark dialect of llguidance.
    pub fn lark(&self) -> String {
        let more = self.options.max_facts.saturating_sub(1);
        let facts = match more {
            0 => "fact".to_owned(),
            _ => format!("fact (\"\\n\" fact){{0,{more}}}"),
        };
        let none = if self.options.may_abstain { "\"none\" | " } else { "" };
        let mut lark = format!("start: {none}{facts}\n");
        let any = self.labels().collect::<Vec<_>>().join("|");
        match self.options.claim_chars {
            None => lark.push_str(&format!("fact: {}\nLABEL: /\\[({any})\\]/\n", self.joined("LABEL"))),
            Some(most) => {
                lark.push_str(&format!("fact: {} \" \" CLAIM\n", self.joined("LABEL")));
                lark.push_str(&format!(
                    "LABEL: /\\[({any})\\]/\nCLAIM: /[^\\n\\[\\]\\s][^\\n\\[\\]]{{0,{most}}}/\n"
                ));
            }
        }
        lark
    }

    /// Returns the equivalent grammar in llama.cpp's GBNF.
    pub fn gbnf(&self) -> String {
        let more = self.options.max_facts.saturating_sub(1);
        let facts = match more {
            0 => "fact".to_owned(),
            _ => format!("fact (\"\\n\" fact){{0,{more}}}"),
        };
        let none = if self.options.may_abstain { "\"none\" | " } else { "" };
        let mut gbnf = format!("root ::= {none}{facts}\n");
        let any = self.labels().map(|label| format!("\"{label}\"")).collect::<Vec<_>>().join(" | ");
        match self.options.claim_chars {
            None if self.options.max_joined == 1 => {
                gbnf.push_str(&format!("fact ::= \"[\" ({any}) \"]\"\n"));
            }
            None => {
                gbnf.push_str(&format!("fact ::= {}\nlabel ::= \"[\" ({any}) \"]\"\n", self.joined("label")))
            }
            Some(most) => gbnf.push_str(&format!(
                "label ::= \"[\" ({any}) \"]\"\nfact ::= {} \" \" [^\\n\\[\\] ] [^\\n\\[\\]]{{0,{most}}}\n",
                self.joined("label")
            )),
        }
        gbnf
    }

    /// Returns a JSON schema: `{"facts": [{"span": "3", "claim": "..."}]}`, or with `"spans": ["3", "4"]` if
    /// a line may name several spans.
    pub fn json_schema(&self) -> Value {
        let labels: Vec<Value> = self.labels().map(Value::String).collect();
        let label = json!({ "type": "string", "enum": labels });
        let most = self.options.max_joined;
        let (mut properties, mut required) = match most {
            1 => (json!({ "span": label }), vec![json!("span")]),
            _ => {
                let spans = json!({ "type": "array", "items": label, "minItems": 1, "maxItems": most });
                (json!({ "spans": spans }), vec![json!("spans")])
            }
        };
        if let (Some(max_chars), Some(fields)) = (self.options.claim_chars, properties.as_object_mut()) {
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

    /// Parses a text of any of the forms. Rejects everything outside the grammar, since a server may accept a
    /// grammar and ignore it.
    pub fn parse(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        let text = text.trim();
        let facts = match text.starts_with('{') {
            true => self.parse_json(text)?,
            false => self.parse_lines(text)?,
        };
        let lines = facts.iter().map(|fact| fact.line.saturating_add(1)).max().unwrap_or(0);
        let most = self.options.max_facts;
        if lines > most || (facts.is_empty() && !self.options.may_abstain) {
            return Err(SpanParseError::Count { found: lines, most });
        }
        Ok(facts)
    }

    fn parse_json(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        let answer: JsonAnswer =
            serde_json::from_str(text).map_err(|e| SpanParseError::Json { what: e.to_string() })?;
        let mut out = Vec::new();
        for (line, fact) in answer.facts.into_iter().enumerate() {
            let labels: Vec<String> = fact.span.into_iter().chain(fact.spans).collect();
            let claim = fact.claim.map(|claim| claim.trim().to_owned()).filter(|claim| !claim.is_empty());
            if claim.is_some() != self.options.claim_chars.is_some() {
                let labels: String = labels.concat().chars().take(20).collect();
                return Err(SpanParseError::Json { what: format!("claim of span {labels}") });
            }
            self.push_line(line, &labels, claim, &mut out)?;
        }
        Ok(out)
    }

    fn parse_lines(&self, text: &str) -> Result<Vec<NamedSpan>, SpanParseError> {
        if text == "none" {
            return Ok(Vec::new());
        }
        if text.is_empty() {
            return Err(SpanParseError::Line { line: 1, text: String::new() });
        }
        let mut out = Vec::new();
        for (line, words) in text.lines().enumerate() {
            let odd = || SpanParseError::Line {
                line: line.saturating_add(1),
                text: words.chars().take(60).collect(),
            };
            let mut rest = words;
            let mut labels: Vec<String> = Vec::new();
            while let Some(behind) = rest.strip_prefix('[') {
                let (label, behind) = behind.split_once(']').ok_or_else(odd)?;
                labels.push(label.to_owned());
                rest = behind;
            }
            let claim = rest.trim();
            let bare = claim.is_empty();
            if labels.is_empty()
                || labels.len() > self.options.max_joined
                || bare == self.options.claim_chars.is_some()
            {
                return Err(odd());
            }
            self.push_line(line, &labels, (!bare).then(|| claim.to_owned()), &mut out)?;
        }
        Ok(out)
    }

    /// Adds the spans of one line, with the claim on the last.
    fn push_line(
        &self,
        line: usize,
        labels: &[String],
        claim: Option<String>,
        out: &mut Vec<NamedSpan>,
    ) -> Result<(), SpanParseError> {
        let places = labels.iter().map(|l| self.place(l)).collect::<Result<Vec<_>, _>>()?;
        if places.is_empty() || places.len() > self.options.max_joined {
            return Err(SpanParseError::Json { what: format!("{} spans in one fact", places.len()) });
        }
        self.check_claim(labels, claim.as_deref())?;
        let last = places.len().saturating_sub(1);
        for (at, (passage, span)) in places.into_iter().enumerate() {
            let claim = claim.clone().filter(|_| at == last);
            out.push(NamedSpan { passage, span, claim, line });
        }
        Ok(())
    }

    /// Checks a claim against the grammar.
    fn check_claim(&self, labels: &[String], claim: Option<&str>) -> Result<(), SpanParseError> {
        let claim = claim.unwrap_or("");
        let allowed = self.options.claim_chars.map_or(claim.is_empty(), |most| {
            claim.chars().count() <= most.saturating_add(1) && !claim.contains(['\n', '[', ']'])
        });
        match allowed {
            true => Ok(()),
            false => Err(SpanParseError::Claim { label: labels.concat().chars().take(20).collect() }),
        }
    }

    /// Returns passage and span of a label, both from 0.
    fn place(&self, label: &str) -> Result<(usize, usize), SpanParseError> {
        let unknown = || SpanParseError::Label { label: label.chars().take(20).collect() };
        let mut left = self.labels().position(|l| l == label).ok_or_else(unknown)?;
        for (passage, spans) in self.passages.iter().enumerate() {
            match left.checked_sub(*spans) {
                Some(rest) => left = rest,
                None => return Ok((passage, left)),
            }
        }
        Err(unknown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grammar(claim_chars: Option<usize>) -> SpanGrammar {
        SpanGrammar::new(vec![2, 0, 3], SpanOptions { max_facts: 2, claim_chars, ..SpanOptions::default() })
            .unwrap()
    }

    #[test]
    fn labels_count_through_all_passages() {
        let grammar = grammar(None);
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
        let plain = grammar(None);
        let with = grammar(Some(50));
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
        let free = grammar(Some(30));
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
            assert!(free.parse(odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn spans_that_are_named_together() {
        let of = |claim_chars, names: &[&str]| {
            let names = names.iter().map(|n| (*n).to_owned()).collect();
            let options = SpanOptions { max_joined: 2, claim_chars, names, ..SpanOptions::default() };
            SpanGrammar::new(vec![3], options).unwrap()
        };
        let read = |grammar: &SpanGrammar, text: &str| {
            let named = grammar.parse(text).ok()?;
            Some(named.into_iter().map(|n| (n.line, n.span, n.claim.unwrap_or_default())).collect::<Vec<_>>())
        };
        let words = |w: &str| w.to_owned();
        let plain = of(None, &[]);
        assert_eq!(
            read(&plain, "[1][3]\n[2]"),
            Some(vec![(0, 0, words("")), (0, 2, words("")), (1, 1, words(""))])
        );
        assert_eq!(read(&plain, r#"{"facts":[{"spans":["1","3"]}]}"#).map(|n| n.len()), Some(2));
        let free = of(Some(40), &["L1", "L2", "S1"]);
        assert_eq!(free.label(0, 2).as_deref(), Some("[S1]"));
        assert_eq!(
            read(&free, "[L1][S1] Both say so."),
            Some(vec![(0, 0, words("")), (0, 2, words("Both say so."))])
        );
        for (grammar, odd) in [
            (&plain, "[1][2][3]"),
            (&plain, "[1] [2]"),
            (&plain, "[4]"),
            (&plain, r#"{"facts":[{"spans":[]}]}"#),
            (&plain, r#"{"facts":[{"spans":["1","2","3"]}]}"#),
            (&free, "[1] Both say so."),
            (&free, "[L1][S1]"),
            (&free, "[L1] one [S1] two"),
            (&free, "Both say so."),
        ] {
            assert_eq!(read(grammar, odd), None, "{odd}");
        }
        assert!(plain.lark().contains("fact: LABEL{1,2}"), "{}", plain.lark());
        assert!(plain.gbnf().contains("fact ::= label{1,2}"), "{}", plain.gbnf());
        assert!(free.lark().contains("fact: LABEL{1,2} \" \" CLAIM"), "{}", free.lark());
        let options = SpanOptions { names: vec!["L1".to_owned()], ..SpanOptions::default() };
        assert_eq!(SpanGrammar::new(vec![2], options), None, "a name for each");
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
