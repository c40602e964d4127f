//! An answer as paragraphs for the board packet, with its citations apart from the text.

use twolane_text::Locator;

/// A paragraph of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub style: Style,
    pub pieces: Vec<Piece>,
}

/// The style of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Heading,
    /// Text that begins with a bullet.
    Point,
    Normal,
}

/// A piece of a paragraph.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// Citation of the quote before it.
    Note(String),
}

/// Splits a form's Markdown into paragraphs. A citation in parentheses behind a quote becomes a note.
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    markdown.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "---").map(block).collect()
}

fn block(line: &str) -> Block {
    let (style, text) = match (line.trim_start_matches('#'), line.strip_prefix("- ")) {
        (head, _) if head.len() < line.len() => (Style::Heading, head.trim_start().to_owned()),
        (_, Some(point)) => (Style::Point, format!("\u{2022} {point}")),
        _ => (Style::Normal, without_marks(line)),
    };
    Block { style, pieces: pieces(&text) }
}

/// Separates the citations in a line, each in parentheses right behind a quote, from its text.
fn pieces(line: &str) -> Vec<Piece> {
    const OPEN: &str = "\u{201d} (";
    let text = |text: &str| Piece::Text(text.to_owned());
    let mut found = Vec::new();
    let mut rest = line;
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|rest| rest.find(OPEN)).map(|at| at + from) {
        let open = at + OPEN.len();
        let Some(close) = rest.get(open..).and_then(closing) else { break };
        // An ordinance may define “Accessory Dwelling Unit” (ADU) within a quote.
        if !rest.get(open..open + close).is_some_and(is_citation) {
            from = open;
            continue;
        }
        from = 0;
        found.extend(rest.get(..at + '\u{201d}'.len_utf8()).map(text));
        found.extend(rest.get(open..open + close).map(|note| Piece::Note(note.to_owned())));
        rest = rest.get(open + close + 1..).unwrap_or("");
    }
    if !rest.is_empty() {
        found.push(text(rest));
    }
    found
}

/// Returns true for places of quotes: each ends in a locator.
fn is_citation(text: &str) -> bool {
    let last = text.rsplit("; ").next().and_then(|place| place.rsplit(", ").next());
    last.is_some_and(|locator| locator.parse::<Locator>().is_ok())
}

/// Most characters of a citation.
const LONGEST_NOTE: usize = 20_000;

/// Returns the byte of the parenthesis that closes the one before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1usize;
    for (at, c) in text.char_indices().take(LONGEST_NOTE) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Removes the marks of emphasis that a form sets around a whole line or its beginning.
fn without_marks(line: &str) -> String {
    super::form::plain(line).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_styled_paragraphs() {
        let markdown = "## At a glance\n\n- One * two\n---\n**Rule**: x **y**\n_Not advice._\n";
        let found: Vec<_> = blocks(markdown).into_iter().map(|block| (block.style, block.pieces)).collect();
        let text = |text: &str| vec![Piece::Text(text.to_owned())];
        assert_eq!(
            found,
            [
                (Style::Heading, text("At a glance")),
                (Style::Point, text("• One * two")),
                (Style::Normal, text("Rule: x **y**")),
                (Style::Normal, text("Not advice.")),
            ]
        );
    }

    #[test]
    fn citations_leave_the_text() {
        let found = pieces("“A (b)” (Fees (old), L4) and “C” (Code, L5). “D” (ADU) “D” (open");
        let expected = [
            Piece::Text("“A (b)”".to_owned()),
            Piece::Note("Fees (old), L4".to_owned()),
            Piece::Text(" and “C”".to_owned()),
            Piece::Note("Code, L5".to_owned()),
            Piece::Text(". “D” (ADU) “D” (open".to_owned()),
        ];
        assert_eq!(found, expected);
    }
}
