//! The grammar: forms read from data, compiled to regular expressions.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;

use super::citation::{Citation, Found};
use super::error::GrammarError;

const BUILT_IN: &str = include_str!("../../assets/citation-grammar.toml");

/// What may stand between the members of a list of citations.
const JOINT: &str = r"^\s*(?:,\s*(?:and|or|&)?|;|and|or|&|to|through|and/or)\s*(?:§§?\s*)?";

/// Longest list that is followed.
const LONGEST_LIST: usize = 40;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    form: Vec<FormData>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormData {
    code: String,
    jurisdiction: String,
    pattern: String,
    next: Option<String>,
    print: String,
    section: Option<String>,
    fields: BTreeMap<String, FieldData>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldData {
    pattern: String,
    #[serde(default)]
    case: Case,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Case {
    #[default]
    Keep,
    Upper,
    Lower,
}

#[derive(Debug)]
struct Form {
    code: String,
    jurisdiction: String,
    pattern: Regex,
    next: Option<Regex>,
    print: String,
    section: Option<String>,
    fields: Vec<(String, Case)>,
}

/// Citation forms, ready for use.
#[derive(Debug)]
pub struct Grammar {
    forms: Vec<Form>,
    any: RegexSet,
    joint: Regex,
}

impl Grammar {
    /// Reads a grammar from its TOML text.
    pub fn parse(text: &str) -> Result<Self, GrammarError> {
        let file: File =
            toml::from_str(text).map_err(|e| GrammarError::Syntax { what: e.message().to_owned() })?;
        let mut forms = Vec::new();
        let mut patterns = Vec::new();
        for (i, data) in file.form.into_iter().enumerate() {
            let wrong = |what: String| GrammarError::Form { number: i + 1, code: data.code.clone(), what };
            let (pattern, source) = compile(&data, &data.pattern, "").map_err(wrong)?;
            let next =
                data.next.as_deref().map(|n| compile(&data, n, "^")).transpose().map_err(wrong)?.map(|n| n.0);
            patterns.push(source);
            forms.push(Form {
                fields: data.fields.iter().map(|(name, f)| (name.clone(), f.case)).collect(),
                code: data.code,
                jurisdiction: data.jurisdiction,
                pattern,
                next,
                print: data.print,
                section: data.section,
            });
        }
        let syntax = |e: regex::Error| GrammarError::Syntax { what: e.to_string() };
        let any = RegexSetBuilder::new(&patterns).case_insensitive(true).build().map_err(syntax)?;
        let joint = RegexBuilder::new(JOINT).case_insensitive(true).build().map_err(syntax)?;
        Ok(Grammar { forms, any, joint })
    }

    /// The grammar that is built in.
    pub fn built_in() -> &'static Grammar {
        static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
            Grammar::parse(BUILT_IN).unwrap_or_else(|_| Grammar {
                // A test reads the built-in grammar, so this is never reached in a build that passed.
                forms: Vec::new(),
                any: RegexSet::empty(),
                joint: NOTHING.clone(),
            })
        });
        &GRAMMAR
    }

    /// Codes of all forms, each once, sorted.
    pub fn codes(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = self.forms.iter().map(|f| f.code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// All citations in a text, in order, none within another.
    pub fn find(&self, text: &str) -> Vec<Found> {
        let mut candidates: Vec<(usize, Found)> = Vec::new();
        for index in self.any.matches(text) {
            let Some(form) = self.forms.get(index) else { continue };
            for captures in form.pattern.captures_iter(text) {
                if let Some(found) = form.found(&captures, 0, None) {
                    candidates.push((index, found));
                }
            }
        }
        // First the one that starts first, of those the longest, of those the earlier form.
        candidates.sort_by_key(|(index, f)| (f.bytes.start, usize::MAX - f.bytes.end, *index));
        let mut out: Vec<Found> = Vec::new();
        for (index, found) in candidates {
            if out.last().is_some_and(|last| found.bytes.start < last.bytes.end) {
                continue;
            }
            out.push(found);
            if let Some(form) = self.forms.get(index) {
                self.follow_list(form, text, &mut out);
            }
        }
        out
    }

    /// Reads a text that is a citation and nothing else.
    pub fn parse_citation(&self, text: &str) -> Option<Citation> {
        let text = text.trim();
        let found = self.find(text).into_iter().next()?;
        (found.bytes == (0..text.len())).then_some(found.citation)
    }

    fn follow_list(&self, form: &Form, text: &str, out: &mut Vec<Found>) {
        let Some(next) = &form.next else { return };
        for _ in 0..LONGEST_LIST {
            let Some(last) = out.last() else { return };
            let Some(rest) = text.get(last.bytes.end..) else { return };
            let Some(joint) = self.joint.find(rest) else { return };
            let at = last.bytes.end + joint.end();
            let Some(captures) = text.get(at..).and_then(|t| next.captures(t)) else { return };
            // "Articles 3 and 4 dogs": a number may count something. Whoever lists numbers lists
            // them in the plural or with letters and marks in them; a lone number after a singular
            // is left alone.
            let Some(found) = form.found(&captures, at, Some(last)) else { return };
            let plain = text.get(found.bytes.clone()).is_some_and(|t| t.bytes().all(|b| b.is_ascii_digit()));
            let head = text.get(..last.bytes.end).unwrap_or("").to_lowercase();
            let plural = ["articles", "sections", "chapters", "§§", "secs."]
                .iter()
                .any(|w| head.rfind(w).is_some_and(|i| last.bytes.start <= i + 60));
            if plain && !plural {
                return;
            }
            out.push(found);
        }
    }
}

static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::expect_used)] // A constant pattern.
    Regex::new(r"^\b\B").expect("a constant pattern")
});

impl Form {
    fn found(&self, captures: &Captures<'_>, offset: usize, _after: Option<&Found>) -> Option<Found> {
        let whole = captures.get(0)?;
        let values: BTreeMap<&str, String> = self
            .fields
            .iter()
            .map(|(name, case)| (name.as_str(), tidy(captures.name(name).map_or("", |m| m.as_str()), *case)))
            .collect();
        let text = print(&self.print, &values);
        let section = self.section.as_deref().map(|s| print(s, &values)).filter(|s| *s != text);
        let end = whole.start() + whole.as_str().trim_end().len();
        Some(Found {
            bytes: offset + whole.start()..offset + end,
            citation: Citation {
                code: self.code.clone(),
                jurisdiction: self.jurisdiction.clone(),
                text,
                section,
            },
        })
    }
}

/// White space out, dashes alike, case as the field says.
fn tidy(value: &str, case: Case) -> String {
    let value: String =
        value.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '\u{2013}' { '-' } else { c }).collect();
    match case {
        Case::Keep => value,
        Case::Upper => value.to_uppercase(),
        Case::Lower => value.to_lowercase(),
    }
}

fn compile(data: &FormData, pattern: &str, prefix: &str) -> Result<(Regex, String), String> {
    let mut source = prefix.to_owned();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        let (head, tail) = rest.split_at(open);
        source.push_str(head);
        let close = tail.find('}').ok_or("a `{` is not closed")?;
        let name = tail.get(1..close).unwrap_or("");
        if name.bytes().next().is_some_and(|b| b.is_ascii_lowercase()) {
            let field = data.fields.get(name).ok_or_else(|| format!("it has no field {name:?}"))?;
            source.push_str(&format!("(?P<{name}>{})", field.pattern));
        } else {
            source.push_str(tail.get(..=close).unwrap_or(""));
        }
        rest = tail.get(close + 1..).unwrap_or("");
    }
    source.push_str(rest);
    let regex = RegexBuilder::new(&source).case_insensitive(true).build().map_err(|e| e.to_string())?;
    Ok((regex, source))
}

fn print(template: &str, values: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (head, tail) = rest.split_at(at);
        out.push_str(head);
        let (open, close) = if tail.starts_with('{') { ('{', '}') } else { ('[', ']') };
        let end = tail.find(close).unwrap_or(tail.len());
        let inner = tail.get(open.len_utf8()..end).unwrap_or("");
        if open == '{' {
            out.push_str(values.get(inner).map_or("", String::as_str));
        } else if values.iter().any(|(name, v)| !v.is_empty() && inner.contains(&format!("{{{name}}}"))) {
            out.push_str(&print(inner, values));
        }
        rest = tail.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<String> {
        Grammar::built_in().find(text).into_iter().map(|f| f.citation.text).collect()
    }

    #[test]
    fn built_in_grammar_is_well_formed() {
        assert!(Grammar::parse(BUILT_IN).is_ok_and(|g| g.forms.len() > 15));
    }

    #[test]
    fn recognises() {
        for (text, expected) in [
            ("under RSA 31-B:3, II(c), the board", &["RSA 31-B:3, II(c)"][..]),
            ("rsa 31-b:3 says", &["RSA 31-B:3"]),
            ("RSA chapter 676 and RSA 612:14, I-IV", &["RSA ch. 676", "RSA 612:14, I-IV"]),
            ("RSA 31-B:2 and 31-B:3, II", &["RSA 31-B:2", "RSA 31-B:3, II"]),
            ("see section 31-B:2", &["RSA 31-B:2"]),
            ("M.G.L. c. 40A, § 9", &["M.G.L. c. 40A, § 9"]),
            ("M.G.L.A . c. 43.", &["M.G.L. c. 43"]),
            ("section 9 of chapter 40A of the General Laws", &["M.G.L. c. 40A, § 9"]),
            ("MCL 125.3101(2)", &["MCL 125.3101(2)"]),
            ("Conn. Gen. Stat. § 7-131w", &["Conn. Gen. Stat. § 7-131w"]),
            ("D.C. Code § 12-301", &["D.C. Code § 12-301"]),
            ("ORS Chapters 197 and 227", &["ORS ch. 197", "ORS ch. 227"]),
            ("ORS 192.311", &["ORS 192.311"]),
            ("5 ILCS 120/2.02", &["5 ILCS 120/2.02"]),
            ("5 U.S.C. § 552(b)(4) and 28 CFR 35.104", &["5 U.S.C. § 552(b)(4)", "28 C.F.R. § 35.104"]),
            ("O.C.G.A. § 50-14-1", &["O.C.G.A. § 50-14-1"]),
            ("§ 200-43 and Section 4.2(a)", &["Section 200-43", "Section 4.2(a)"]),
            ("ARTICLE V", &["Article V"]),
            ("Articles 30 and 32", &["Article 30", "Article 32"]),
            ("Article 3 and 4 dogs", &["Article 3"]),
            ("ORDINANCE NO. 45-2017", &["Ordinance 45-2017"]),
            ("Resolution No 310 \u{2013} 2024", &["Resolution 310-2024"]),
            ("case #25-07-AB", &["Case 25-07-AB"]),
            ("HB 110", &["HB 110"]),
            ("at 7:00 PM in section of town", &[]),
        ] {
            assert_eq!(texts(text), expected, "{text:?}");
        }
    }

    #[test]
    fn bad_grammars_are_refused() {
        for text in [
            "x",
            "[[form]]\ncode='a'\njurisdiction=''\npattern='{b}'\nprint='x'\n[form.fields]\n",
            "[[form]]\ncode='a'\njurisdiction=''\npattern='('\nprint='x'\n[form.fields]\n",
        ] {
            assert!(Grammar::parse(text).is_err(), "{text}");
        }
    }

    fn sample() -> impl Strategy<Value = String> {
        prop_oneof![
            "RSA [1-9][0-9]{0,2}(-[A-Z])?:[1-9][0-9]?(-[a-z])?(, (I|II|IV|X)(\\([a-z]\\))?)?",
            "RSA ch\\. [1-9][0-9]{0,2}(-[A-Z])?",
            "M\\.G\\.L\\. c\\. [1-9][0-9]{0,2}[A-Z]?(, § [1-9][0-9]?[A-Z]?(\\([a-z]\\))?)?",
            "MCL [1-9][0-9]{0,2}\\.[1-9][0-9]{0,3}[a-z]?(\\([0-9]\\))?",
            "Conn\\. Gen\\. Stat\\. § [1-9][0-9]?-[1-9][0-9]{0,2}[a-z]?",
            "D\\.C\\. Code § [1-9][0-9]?-[1-9][0-9]{2}",
            "ORS [1-9][0-9]{0,2}\\.[0-9]{3}",
            "[1-9][0-9]? ILCS [1-9][0-9]{1,3}/[1-9][0-9]?(\\.[0-9])?",
            "[1-9][0-9]? U\\.S\\.C\\. § [1-9][0-9]{0,3}[a-z]?(\\([a-z]\\))?",
            "[1-9][0-9]? C\\.F\\.R\\. § [1-9][0-9]{0,2}\\.[1-9][0-9]?",
            "O\\.C\\.G\\.A\\. § [1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]?",
            "(Section|Article|Chapter) [1-9][0-9]?",
            "Section [1-9][0-9]?\\.[1-9](\\.[1-9])?(\\([a-z]\\))?",
            "Article (I|II|III|IV|V|IX|XII)",
            "(Ordinance|Resolution) [1-9][0-9]{0,2}-[12][0-9]{3}",
        ]
    }

    proptest! {
        #[test]
        fn parse_of_print_is_the_same(text in sample()) {
            let grammar = Grammar::built_in();
            let citation = grammar.parse_citation(&text);
            prop_assert!(citation.is_some(), "{text}");
            let citation = citation.unwrap();
            prop_assert_eq!(&citation.to_string(), &text);
            prop_assert_eq!(grammar.parse_citation(&citation.to_string()), Some(citation));
        }

        #[test]
        fn normal_forms_are_stable(text in "(RSA|MCL|§|Section|Article|c\\.|ch\\.|ORS|[0-9]|[-:.,()]| |[A-Ca-c]|IV){0,30}") {
            for found in Grammar::built_in().find(&text) {
                let again = Grammar::built_in().parse_citation(&found.citation.text);
                prop_assert_eq!(again.map(|c| c.text), Some(found.citation.text.clone()), "in {:?}", text);
            }
        }
    }
}
