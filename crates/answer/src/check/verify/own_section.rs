//! Section that contains a quote. A statute's text seldom repeats its own number: lines under the section `RSA 91-A:3`
//! and after the paragraph marks support `RSA 91-A:3, II(c)`.

use twolane_law::Grammar;
use twolane_text::{Locator, Quote, Source, SourceId};

/// Named locators of a source (its aliases), possibly empty: `(name, lines)`.
pub type OwnSections<'a> = dyn Fn(&SourceId) -> Vec<(String, Locator)> + 'a;

/// Returns the addresses of the sections and paragraphs that contain a quote's lines, outermost first. Only names that
/// are citations or section labels count.
pub fn own_sections(source: &Source, quote: &Quote, names: &[(String, Locator)]) -> Vec<String> {
    let Ok(lines) = source.resolve(quote.locator()) else { return Vec::new() };
    let mut found = Vec::new();
    for (name, locator) in names {
        let Ok(section) = source.resolve(locator) else { continue };
        if section.start > lines.start || lines.end > section.end {
            continue;
        }
        found.push(name.clone());
        let Some(citation) = Grammar::built_in().parse_citation(name) else { continue };
        if citation.section.is_some() {
            continue;
        }
        // Paragraph marks from the section's head down to the quote.
        let before = source.lines().get(section.start..lines.start + 1).unwrap_or(&[]);
        let mut path: Vec<String> = Vec::new();
        for line in before {
            for mark in marks(&line.text) {
                push(&mut path, mark);
            }
        }
        let mut address = name.clone();
        for (depth, mark) in path.iter().enumerate() {
            if depth == 0 && !mark.starts_with('(') {
                address.push_str(", ");
            }
            address.push_str(mark);
            found.push(address.clone());
        }
    }
    found
}

/// Returns the marks at the start of a line: `II.`, `(c)`, `II. (c)`.
fn marks(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    loop {
        let mark = rest.split_whitespace().next().unwrap_or("");
        let bare = mark.trim_end_matches(['.', ':']);
        let roman = !bare.is_empty()
            && mark.len() > bare.len()
            && bare.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'));
        let bracketed = bare.len() <= 6
            && bare.starts_with('(')
            && bare.ends_with(')')
            && bare.len() > 2
            && bare.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '(' | ')'));
        if !(roman || bracketed) {
            return found;
        }
        found.push(bare.to_owned());
        rest = rest.get(mark.len()..).unwrap_or("").trim_start();
    }
}

/// Adds a mark to the path at the depth of its own form: Roman capitals, `(a)`, `(1)`.
fn push(path: &mut Vec<String>, mark: String) {
    let form = |m: &str| {
        let inner = m.trim_matches(['(', ')']);
        match inner.chars().next() {
            Some(c) if c.is_ascii_digit() => 2,
            Some(c) if c.is_ascii_uppercase() => 0,
            _ => 1,
        }
    };
    let rank = form(&mark);
    while path.last().is_some_and(|last| form(last) >= rank) {
        path.pop();
    }
    path.push(mark);
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::{ContentHash, Line};

    #[test]
    fn marks_above_a_quote_make_its_address() {
        let texts = [
            "31-B:3 Nonpublic Sessions.",
            "I. No body shall meet apart except under II.",
            "II. Only these matters count:",
            "(a) The dismissal of an employee.",
            "(c) Matters which would hurt a reputation.",
            "III. Minutes shall be kept.",
        ];
        let lines = texts.iter().zip(1u32..).map(|(t, n)| Line::plain(0, n, *t)).collect();
        let source = Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b""), lines);
        let names = [
            ("RSA 31-B:3".to_owned(), "L1-L6".parse().unwrap()),
            ("RSA 31-B:4".to_owned(), "L2".parse().unwrap()),
        ];
        let of = |locator: &str| {
            let quote = source.quote(&locator.parse().unwrap()).unwrap();
            own_sections(&source, &quote, &names)
        };
        assert_eq!(of("L5"), ["RSA 31-B:3", "RSA 31-B:3, II", "RSA 31-B:3, II(c)"]);
        assert_eq!(of("L2"), ["RSA 31-B:3", "RSA 31-B:3, I", "RSA 31-B:4", "RSA 31-B:4, I"]);
        assert_eq!(of("L1"), ["RSA 31-B:3"]);
        assert_eq!(of("L6"), ["RSA 31-B:3", "RSA 31-B:3, III"]);
    }
}
