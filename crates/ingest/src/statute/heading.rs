//! Repairs headings that collections cut badly.

use std::sync::LazyLock;

use regex::Regex;

/// Matches a web page's list of links run together: `Definitions.Section 15.182 - Holding Offices`.
static RUN_TOGETHER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[.\]]?Section\s+(?P<number>\d[\d.:A-Za-z-]*)?(?:\s+-\s+)?").ok());

/// Restores a heading to the code's own form, where the record allows it. Text that is no heading becomes
/// empty; nothing is added.
pub(super) fn clean_heading(heading: &str, number: &str) -> String {
    let heading = heading.trim();
    // Cut at a dot in its first words: "(Formerly Sec. 1-18a)" without the rest.
    if matches!(heading.trim_end_matches('.').to_lowercase().as_str(), "(formerly" | "(formerly sec") {
        return String::new();
    }
    let Some(pattern) = RUN_TOGETHER.as_ref() else { return heading.to_owned() };
    for found in pattern.captures_iter(heading) {
        let Some(whole) = found.get(0) else { continue };
        let before = heading.get(..whole.start()).unwrap_or("");
        // Only where no space separates the words: a sentence may well mention a section.
        if before.is_empty()
            || before.ends_with(char::is_whitespace)
            || !whole.as_str().contains(char::is_whitespace)
        {
            continue;
        }
        let own = found.name("number").is_some_and(|n| n.as_str() == number);
        let after = heading.get(whole.end()..).unwrap_or("").trim();
        return if own && !after.is_empty() {
            clean_heading(after, number)
        } else {
            format!("{}.", before.trim_end_matches('.'))
        };
    }
    heading.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoiled_headings() {
        for (heading, number, expected) in [
            ("(Formerly", "1-200", ""),
            ("Definitions.Section 15.182 - Holding Incompatible Offices", "15.181", "Definitions."),
            (
                "Definitions.Section 15.182 - Holding Incompatible Offices",
                "15.182",
                "Holding Incompatible Offices",
            ),
            ("Short Title; Public Policy.Section 15", "15.231", "Short Title; Public Policy."),
            ("Deposit; Applicability of Section.", "41.339", "Deposit; Applicability of Section."),
            ("Effect of Section 15 on towns", "9", "Effect of Section 15 on towns"),
            ("Fees.", "9", "Fees."),
            ("", "9", ""),
        ] {
            assert_eq!(clean_heading(heading, number), expected, "{heading:?}");
        }
    }
}
