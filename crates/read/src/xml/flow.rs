//! Text of an element as paragraphs and table rows.

use super::tree::{Content, Element};

/// Part that an element plays in running text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// Runs in the text.
    Inline,
    /// Runs in the text, with white space behind it: a label, a heading before its words.
    Lead,
    /// Starts and ends a paragraph.
    Block,
    /// A table row, whose elements are cells.
    Row,
    /// A raised figure, shown by its own character.
    Raised,
    /// A picture, which these words replace.
    Shown(&'static str),
    /// No part of the text.
    Skipped,
}

/// A paragraph, or a table row with its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words of a paragraph.
    Text(String),
    /// Cells of a row.
    Row(Vec<String>),
}

/// Splits the content of an element into pieces, in order. No text is lost but that of skipped elements.
pub(super) fn pieces(element: &Element, flow: &dyn Fn(&Element) -> Flow) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut text = String::new();
    collect(element, flow, &mut text, &mut out);
    flush(&mut text, &mut out);
    out
}

/// Returns the text of an element as one paragraph.
pub(super) fn words(element: &Element, flow: &dyn Fn(&Element) -> Flow) -> String {
    joined(pieces(element, flow))
}

/// Returns the text of an element that runs in a sentence. The white space at its ends stays: it parts words.
pub(super) fn running(element: &Element, flow: &dyn Fn(&Element) -> Flow) -> String {
    let mut out = Vec::new();
    let mut text = String::new();
    collect_child(element, flow, &mut text, &mut out);
    if out.is_empty() { text } else { format!("{} {text}", joined(out)) }
}

fn joined(pieces: Vec<Piece>) -> String {
    let pieces = pieces.into_iter().map(|piece| match piece {
        Piece::Text(text) => text,
        Piece::Row(cells) => cells.join(" "),
    });
    pieces.collect::<Vec<_>>().join(" ")
}

fn collect(element: &Element, flow: &dyn Fn(&Element) -> Flow, text: &mut String, out: &mut Vec<Piece>) {
    for content in &element.content {
        match content {
            Content::Text(words) => text.push_str(words),
            Content::Element(child) => collect_child(child, flow, text, out),
        }
    }
}

fn collect_child(child: &Element, flow: &dyn Fn(&Element) -> Flow, text: &mut String, out: &mut Vec<Piece>) {
    match flow(child) {
        Flow::Inline => collect(child, flow, text, out),
        Flow::Lead => {
            collect(child, flow, text, out);
            text.push(' ');
        }
        Flow::Block => {
            flush(text, out);
            collect(child, flow, text, out);
            flush(text, out);
        }
        Flow::Row => {
            flush(text, out);
            let cells: Vec<String> =
                child.elements().map(|cell| words(cell, flow)).filter(|c| !c.is_empty()).collect();
            if !cells.is_empty() {
                out.push(Piece::Row(cells));
            }
        }
        Flow::Raised => text.extend(child.text().chars().map(raised)),
        Flow::Shown(words) => text.push_str(words),
        Flow::Skipped => {}
    }
}

fn flush(text: &mut String, out: &mut Vec<Piece>) {
    let words = crate::lines::squeeze(&crate::lines::clean(text));
    text.clear();
    if !words.is_empty() {
        out.push(Piece::Text(words));
    }
}

/// Returns the raised form of a digit; another character unchanged.
fn raised(c: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10).and_then(|d| DIGITS.get(usize::try_from(d).ok()?).copied()).unwrap_or(c)
}
