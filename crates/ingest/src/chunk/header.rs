//! Builds context headers: `title (words of the file's name) › heading path › date`.

use crate::metadata::find_date;

/// The longest text of one heading in a header, in characters.
const LONGEST_HEADING: usize = 90;

/// The longest header row that is repeated for the rows below it.
const LONGEST_ROW: usize = 160;

pub(super) struct Parts<'a> {
    pub(super) title: &'a str,
    pub(super) name_words: &'a str,
    pub(super) hierarchy: Option<&'a str>,
    pub(super) path: Vec<&'a str>,
    pub(super) date: Option<&'a str>,
    /// The header row of the table that the chunk's rows belong to.
    pub(super) columns: Option<&'a str>,
}

/// Builds the header within a budget of tokens. It drops outer headings first, then the columns, then the
/// words of the name.
pub(super) fn header(parts: &Parts<'_>, budget: usize, count: &dyn Fn(&str) -> usize) -> String {
    let mut path: Vec<String> = Vec::new();
    let mut outer: Vec<&str> = parts.hierarchy.into_iter().flat_map(|h| h.split(" / ")).collect();
    outer.extend(&parts.path);
    for heading in outer {
        let heading = clip(heading.trim().trim_end_matches([':', '.']), LONGEST_HEADING);
        let said = within(&heading, parts.title) || is_date(&heading);
        if !heading.is_empty() && !said && path.last() != Some(&heading) {
            path.push(heading);
        }
    }
    let mut name = if says_more(parts.name_words, parts.title) { parts.name_words } else { "" };
    let mut columns = parts.columns.map(|c| clip(c, LONGEST_ROW));
    let mut title = clip(parts.title, 2 * LONGEST_HEADING);
    loop {
        let text = write(&title, name, &path, parts.date, columns.as_deref());
        if count(&text) <= budget {
            return text;
        }
        if path.len() > 1 {
            path.remove(0);
        } else if columns.is_some() {
            columns = None;
        } else if !name.is_empty() {
            name = "";
        } else if let Some(last) = path.pop() {
            let shorter = clip(&last, last.chars().count() / 2);
            if shorter.chars().count() > 8 {
                path.push(shorter);
            }
        } else {
            let shorter = clip(&title, title.chars().count() / 2);
            if shorter.is_empty() {
                return String::new();
            }
            title = shorter;
        }
    }
}

fn write(title: &str, name: &str, path: &[String], date: Option<&str>, columns: Option<&str>) -> String {
    let mut out = title.to_owned();
    if !name.is_empty() {
        if out.is_empty() {
            out.push_str(name);
        } else {
            out.push_str(" (");
            out.push_str(name);
            out.push(')');
        }
    }
    for part in path.iter().map(String::as_str).chain(date).chain(columns) {
        if !out.is_empty() {
            out.push_str(" \u{203a} ");
        }
        out.push_str(part);
    }
    out
}

fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => {
            let head = text.get(..at).unwrap_or("");
            head.rsplit_once(' ').map_or(head, |(h, _)| h).trim_end_matches([',', ';', ':']).to_owned()
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase)
}

/// Returns true when the title contains a heading's words, in order.
fn within(heading: &str, title: &str) -> bool {
    let flat = |t: &str| format!(" {} ", words(t).collect::<Vec<_>>().join(" "));
    flat(title).contains(&flat(heading))
}

/// Returns true for a heading that is only a date: the header has the date in one form.
fn is_date(heading: &str) -> bool {
    find_date(heading).is_some_and(|(at, _)| {
        let rest = heading.get(..at.start).into_iter().chain(heading.get(at.end..));
        rest.map(|t| t.chars().filter(|c| c.is_alphanumeric()).count()).sum::<usize>() <= 9
    })
}

fn says_more(name: &str, title: &str) -> bool {
    let title: Vec<String> = words(title).collect();
    words(name).any(|w| !title.contains(&w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_its_budget() {
        let parts = Parts {
            title: "Zoning Ordinance",
            name_words: "alder nh zoning 2024",
            hierarchy: None,
            path: vec!["Zoning Ordinance", "ARTICLE V", "Section 5.2 Fees"],
            date: Some("2024-03-12"),
            columns: None,
        };
        let words = |t: &str| t.split_whitespace().count();
        assert_eq!(
            header(&parts, 50, &words),
            "Zoning Ordinance (alder nh zoning 2024) \u{203a} ARTICLE V \u{203a} Section 5.2 Fees \u{203a} 2024-03-12"
        );
        assert_eq!(
            header(&parts, 9, &words),
            "Zoning Ordinance \u{203a} Section 5.2 Fees \u{203a} 2024-03-12"
        );
        assert!(words(&header(&parts, 2, &words)) <= 2);
    }
}
