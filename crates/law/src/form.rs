//! A citation form: its patterns and the format of its normal form.

use std::collections::BTreeMap;

use regex::{Captures, Regex, RegexBuilder};
use serde::Deserialize;

use super::citation::{Citation, CitationRange};
use super::label::{between, range_tail};
use super::order::OrderKey;
use super::spelled::spelled_value;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormData {
    pub(super) code: String,
    jurisdiction: String,
    own: Option<String>,
    pattern: String,
    next: Option<String>,
    through: Option<String>,
    not_followed: Option<String>,
    not_preceded: Option<String>,
    followed: Option<String>,
    print: String,
    section: Option<String>,
    chapter: Option<String>,
    member: Option<String>,
    range: Option<String>,
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

/// Captured values of a form's fields.
pub(super) type Values = BTreeMap<String, String>;

/// A compiled form.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) code: String,
    pub(super) jurisdiction: String,
    /// Code whose text is the only place for this form ("section 8-24" in the Connecticut statutes).
    pub(super) own: Option<String>,
    pub(super) pattern: Regex,
    /// Pattern of a further member in a list.
    pub(super) next: Option<Regex>,
    /// Pattern of the end of a range.
    pub(super) through: Option<Regex>,
    /// Pattern that must not follow.
    pub(super) not_followed: Option<Regex>,
    /// Pattern that must not directly precede.
    pub(super) not_preceded: Option<Regex>,
    /// Pattern that must follow the list.
    pub(super) followed: Option<Regex>,
    print: String,
    section: Option<String>,
    chapter: Option<String>,
    member: Option<String>,
    range: Option<String>,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    name: String,
    case: Case,
    whole: Regex,
}

impl Form {
    /// Compiles a form; also returns its pattern's source, for a set.
    pub(super) fn compile(data: FormData) -> Result<(Self, String), String> {
        let (pattern, source) = compile(&data, &data.pattern, false)?;
        let anchored = |pattern: &Option<String>| {
            pattern.as_deref().map(|p| compile(&data, p, true).map(|c| c.0)).transpose()
        };
        let (next, through) = (anchored(&data.next)?, anchored(&data.through)?);
        let (not_followed, followed) = (anchored(&data.not_followed)?, anchored(&data.followed)?);
        let not_preceded = data.not_preceded.as_deref().map(|p| regex(&format!("(?:{p})$"))).transpose()?;
        let fields = data
            .fields
            .iter()
            .map(|(name, field)| {
                let whole = regex(&format!("^(?:{})$", field.pattern))?;
                Ok(Field { name: name.clone(), case: field.case, whole })
            })
            .collect::<Result<_, String>>()?;
        let form = Form {
            code: data.code,
            jurisdiction: data.jurisdiction,
            own: data.own,
            pattern,
            through: through.or_else(|| next.clone()),
            next,
            not_followed,
            not_preceded,
            followed,
            print: data.print,
            section: data.section,
            chapter: data.chapter,
            member: data.member,
            range: data.range,
            fields,
        };
        Ok((form, source))
    }

    /// Returns the fields of a match. Missing fields are taken from `before`, the previous citation in a
    /// list, except those that are part of a section.
    pub(super) fn values(&self, captures: &Captures<'_>, before: Option<&Values>) -> Values {
        let mut values = Values::new();
        for field in &self.fields {
            let value = match captures.name(&field.name) {
                Some(m) => tidy(m.as_str(), field.case),
                None if field.name == "sub" => String::new(),
                None => before.and_then(|b| b.get(&field.name)).cloned().unwrap_or_default(),
            };
            values.insert(field.name.clone(), value);
        }
        values
    }

    /// Sets a field to a text, if it is valid for the field.
    pub(super) fn set(&self, values: &mut Values, name: &str, text: &str) -> bool {
        let Some(field) = self.fields.iter().find(|f| f.name == name) else { return false };
        let value = tidy(text, field.case);
        if !field.whole.is_match(&value) {
            return false;
        }
        values.insert(name.to_owned(), value);
        true
    }

    /// Returns the citation. The citation is a range from `values` to `last` if `last` is given and the form
    /// can print ranges.
    pub(super) fn citation(&self, values: &Values, last: Option<&Values>) -> Citation {
        let text = print(&self.print, values);
        let part =
            |template: &Option<String>| template.as_deref().map(|t| print(t, values)).filter(|t| *t != text);
        let mut citation = Citation {
            code: self.code.clone(),
            jurisdiction: self.jurisdiction.clone(),
            section: part(&self.section),
            chapter: part(&self.chapter),
            text,
            range: None,
        };
        if let Some((text, range)) = last.and_then(|last| self.range(values, last)) {
            // The ends of a range of sections are complete sections.
            if range.members.is_empty() && value(values, "sub") == value(last.unwrap_or(values), "sub") {
                citation.section = None;
            }
            citation.text = text;
            citation.range = Some(range);
        }
        citation
    }

    /// Returns the normal form of a range and its ends; `None` if it does not rise or the form has no ranges.
    pub(super) fn range(&self, first: &Values, last: &Values) -> Option<(String, CitationRange)> {
        let ends = (print(&self.print, first), print(&self.print, last));
        let keys = (OrderKey::of(&ends.0), OrderKey::of(&ends.1));
        if keys.0 >= keys.1 || keys.1.is_part_of(&keys.0) {
            return None;
        }
        let (sub, end) = (value(first, "sub"), value(last, "sub"));
        let differ: Vec<&str> = first
            .iter()
            .filter(|(name, v)| last.get(*name) != Some(v))
            .map(|(name, _)| name.as_str())
            .collect();
        let mut members = Vec::new();
        let text = if differ == ["sub"] {
            let of = |sub: String| {
                let mut values = first.clone();
                values.insert("sub".to_owned(), sub);
                print(&self.print, &values)
            };
            members = between(sub, end).unwrap_or_default().into_iter().map(of).collect();
            format!("{}{}", ends.0, range_tail(sub, end)?)
        } else {
            let member = self.member.as_deref()?;
            // In "1 U.S.C. § 100 to 2 U.S.C. § 1", fields printed only at the first end would have to apply
            // to both.
            if differ.iter().any(|name| !member.contains(&format!("{{{name}}}"))) {
                return None;
            }
            let mut values = first.clone();
            values.insert("first".to_owned(), print(member, first));
            values.insert("last".to_owned(), print(member, last));
            print(self.range.as_deref()?, &values)
        };
        Some((text, CitationRange { first: ends.0, last: ends.1, members }))
    }

    /// Returns true if the form has a field of this name, such as `sub` for the parts of a section.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|f| f.name == name)
    }
}

/// Returns a field's value; empty for a missing field.
pub(super) fn value<'a>(values: &'a Values, name: &str) -> &'a str {
    values.get(name).map_or("", String::as_str)
}

/// Normalises a field: removes white space, converts number words to figures and applies the field's case.
fn tidy(text: &str, case: Case) -> String {
    if let Some(number) = spelled_value(text) {
        return number.to_string();
    }
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace("1/2", "½");
    match case {
        Case::Keep => text,
        Case::Upper => text.to_uppercase(),
        Case::Lower => text.to_lowercase(),
    }
}

/// Compiles a pattern for folded text, where ASCII blanks, digits and word boundaries are sufficient.
pub(super) fn regex(source: &str) -> Result<Regex, String> {
    RegexBuilder::new(source).case_insensitive(true).unicode(false).build().map_err(|e| e.to_string())
}

fn compile(data: &FormData, pattern: &str, anchored: bool) -> Result<(Regex, String), String> {
    let mut source = if anchored { "^(?:" } else { "(?:" }.to_owned();
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
    source.push(')');
    Ok((regex(&source)?, source))
}

fn print(template: &str, values: &Values) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        let (head, tail) = rest.split_at(at);
        out.push_str(head);
        let (open, close) = if tail.starts_with('{') { ('{', '}') } else { ('[', ']') };
        let end = tail.find(close).unwrap_or(tail.len());
        let inner = tail.get(open.len_utf8()..end).unwrap_or("");
        if open == '{' {
            let value = value(values, inner);
            // The comma is in `RSA 31-B:3, II` but not in `RSA 31-B:3(a)`.
            if inner == "sub" && value.starts_with(|c: char| c.is_ascii_uppercase()) {
                out.push_str(", ");
            }
            out.push_str(value);
        } else if values.iter().any(|(name, v)| !v.is_empty() && inner.contains(&format!("{{{name}}}"))) {
            out.push_str(&print(inner, values));
        }
        rest = tail.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}
