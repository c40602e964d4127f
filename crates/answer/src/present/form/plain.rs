//! Markdown of a form without its marks, for a terminal or a letter.

/// Converts headings, bullets and emphasis to plain characters. Only marks that the forms set themselves are removed: a
/// quote keeps its own.
pub fn plain(markdown: &str) -> String {
    let lines = markdown.lines().map(|line| {
        let head = line.trim_start_matches('#');
        let line = if head.len() < line.len() { head.trim_start().to_uppercase() } else { line.to_owned() };
        let line = match line.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
            Some((strong, rest)) => format!("{strong}{rest}"),
            None => line,
        };
        match line.strip_prefix('_').and_then(|rest| rest.strip_suffix('_')) {
            Some(inner) => inner.to_owned(),
            None => line,
        }
    });
    let mut out = lines.collect::<Vec<_>>().join("\n");
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_forms_own_marks_go() {
        let text = "## At a glance\n\n- “a * b # c_d”\n**Rule**: x **y**\n_Not advice._\n";
        assert_eq!(plain(text), "AT A GLANCE\n\n- “a * b # c_d”\nRule: x **y**\nNot advice.\n");
    }
}
