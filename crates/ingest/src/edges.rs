//! Extracts the citations in a source's lines as edges (SPEC ING-11).

use twolane_archive::EdgeRecord;
use twolane_law::{Context, Grammar, Resolution, resolve};
use twolane_text::Line;

/// Finds every citation of law in these lines, with the line that it begins in. `own` is the section that the
/// lines belong to, if any. Bare numbers then are sections of its code, and its references to itself are no
/// edges.
pub fn edges(lines: &[Line], own: Option<&str>) -> Vec<EdgeRecord> {
    let grammar = Grammar::built_in();
    let own = own.and_then(|citation| grammar.parse_citation(citation));
    let own_whole = own.as_ref().map(|c| c.section.clone().unwrap_or_else(|| c.text.clone()));
    let context = Context {
        code: own.as_ref().map(|c| c.code.clone()),
        jurisdiction: own.as_ref().map(|c| c.jurisdiction.clone()),
        own,
        numbering: None,
    };
    let mut out: Vec<EdgeRecord> = Vec::new();
    for reference in resolve(grammar, lines.iter().map(|l| l.text.as_str()), &context) {
        for citation in reference.citations.iter().filter(|c| !c.jurisdiction.is_empty()) {
            let whole = citation.section.clone().unwrap_or_else(|| citation.text.clone());
            // "This section", "this chapter", "paragraph II", its heading: the section refers to itself.
            let heading = lines.get(reference.first_line).is_some_and(|l| l.heading.is_some());
            let of_itself = reference.how == Resolution::This
                || own_whole.as_ref() == Some(&whole) && (citation.text == whole || heading);
            if of_itself {
                continue;
            }
            let line = u32::try_from(reference.first_line).unwrap_or(u32::MAX);
            let edge = EdgeRecord { line, target: citation.text.clone(), whole };
            if !out.contains(&edge) {
                out.push(edge);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str], own: Option<&str>) -> Vec<(u32, String, String)> {
        let lines: Vec<Line> = (1..).zip(texts).map(|(n, t)| Line::plain(0, n, *t)).collect();
        edges(&lines, own).into_iter().map(|e| (e.line, e.target, e.whole)).collect()
    }

    fn edge(line: u32, target: &str, whole: &str) -> (u32, String, String) {
        (line, target.into(), whole.into())
    }

    #[test]
    fn papers_and_sections() {
        assert_eq!(
            found(
                &["Held under RSA 91-A:3, II(a)", "and Section 4.2 of this ordinance; see", "RSA 31:95-b."],
                None
            ),
            [edge(0, "RSA 91-A:3, II(a)", "RSA 91-A:3"), edge(2, "RSA 31:95-b", "RSA 31:95-b")]
        );
        assert_eq!(
            found(
                &[
                    "RSA 901:4 Appeal.",
                    "I. As in RSA 901:4, a hearing under section 902:3 is held.",
                    "II. See paragraph I."
                ],
                Some("RSA 901:4")
            ),
            [edge(1, "RSA 902:3", "RSA 902:3")]
        );
    }
}
