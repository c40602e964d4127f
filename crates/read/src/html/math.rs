//! MathML as a line of text.

use html5ever::Attribute;

use super::attributes::value;
use crate::lines::{clean, squeeze};
use crate::scripts::{fraction, is_set_as_is, power, subscript};

/// Shown where a formula has no form as a line of text.
pub(crate) const UNREAD_FORMULA: &str = "[formula]";

/// A formula of more elements than this is not shown.
const MOST_ELEMENTS: usize = 2000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operator,
    Text,
    Other,
}

#[derive(Debug)]
struct Piece {
    kind: Kind,
    text: String,
}

#[derive(Debug)]
struct Node {
    name: String,
    text: String,
    children: Vec<Piece>,
    /// Brackets of `mfenced`.
    fence: Option<(String, String)>,
}

/// A formula that is open. Each element is rendered when it ends, so that depth costs nothing.
#[derive(Debug, Default)]
pub(crate) struct Formula {
    open: Vec<Node>,
    done: Vec<Piece>,
    elements: usize,
    failed: bool,
}

impl Formula {
    pub(crate) fn start(&mut self, name: &str, attributes: &[Attribute], closes_itself: bool) {
        self.elements += 1;
        if self.elements > MOST_ELEMENTS {
            self.failed = true;
            return;
        }
        let name = local(name);
        let is_stacked = value(attributes, "linethickness").is_some_and(|v| v.starts_with('0'));
        let fence = (name == "mfenced").then(|| {
            let bracket = |key, usual: &str| value(attributes, key).unwrap_or(usual).to_owned();
            (bracket("open", "("), bracket("close", ")"))
        });
        self.failed |= is_stacked;
        self.open.push(Node { name: name.to_owned(), text: String::new(), children: Vec::new(), fence });
        if closes_itself {
            self.pop();
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        match self.open.last_mut() {
            Some(node) => node.text.push_str(text),
            None => self.done.push(Piece { kind: Kind::Text, text: text.to_owned() }),
        }
    }

    pub(crate) fn end(&mut self, name: &str) {
        let name = local(name);
        if self.open.iter().any(|node| node.name == name) {
            while self.open.last().is_some_and(|node| node.name != name) {
                self.pop();
            }
            self.pop();
        }
    }

    /// Returns the formula as text, or [`UNREAD_FORMULA`].
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() && !self.failed {
            self.pop();
        }
        if self.failed { UNREAD_FORMULA.to_owned() } else { join(&self.done) }
    }

    fn pop(&mut self) {
        let Some(node) = self.open.pop() else { return };
        let Some(piece) = render(node) else {
            self.failed = true;
            return;
        };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(piece),
            None => self.done.push(piece),
        }
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn render(node: Node) -> Option<Piece> {
    let own = || squeeze(&clean(&node.text));
    let child = |i: usize| node.children.get(i).map(|p| p.text.as_str());
    let pair = || Some((child(0)?, child(1)?)).filter(|_| node.children.len() == 2);
    let (kind, text) = match node.name.as_str() {
        "mn" | "mi" | "ms" | "mo" | "mtext" if !node.children.is_empty() => return None,
        "mn" | "mi" | "ms" => (Kind::Other, own()),
        "mo" => (Kind::Operator, own().replace(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'], "")),
        "mtext" => (Kind::Text, own()),
        "mspace" => (Kind::Text, " ".to_owned()),
        "annotation" | "annotation-xml" | "mphantom" | "none" => (Kind::Other, String::new()),
        "semantics" => return node.children.into_iter().next(),
        "mfrac" => {
            let (above, below) = pair()?;
            (Kind::Other, fraction(above, below))
        }
        "msup" => {
            let (base, exponent) = pair()?;
            (Kind::Other, raise(base, exponent))
        }
        "msub" => {
            let (base, index) = pair()?;
            (Kind::Other, format!("{base}{}", subscript(index)))
        }
        "msubsup" if node.children.len() == 3 => {
            (Kind::Other, raise(&format!("{}{}", child(0)?, subscript(child(1)?)), child(2)?))
        }
        "msqrt" => (Kind::Other, format!("√{}", bracketed(&join(&node.children)))),
        "mroot" => {
            let (base, index) = pair()?;
            let sign = match index {
                "2" => '√',
                "3" => '∛',
                "4" => '∜',
                _ => return None,
            };
            (Kind::Other, format!("{sign}{}", bracketed(base)))
        }
        "mfenced" => {
            let (open, close) = node.fence.clone().unwrap_or_default();
            let parts: Vec<&str> = node.children.iter().map(|p| p.text.as_str()).collect();
            (Kind::Other, format!("{open}{}{close}", parts.join(", ")))
        }
        "mover" | "munder" | "munderover" | "msubsup" | "mtable" | "mmultiscripts" | "menclose"
        | "merror" | "mstack" | "mlongdiv" => return None,
        _ => {
            let mut children = node.children;
            if !node.text.trim().is_empty() {
                children.push(Piece { kind: Kind::Text, text: clean(&node.text) });
            }
            if let [Piece { kind: Kind::Operator, .. }] = children.as_slice() {
                return children.pop();
            }
            (Kind::Other, join(&children))
        }
    };
    Some(Piece { kind, text })
}

fn raise(base: &str, exponent: &str) -> String {
    if is_set_as_is(exponent) { format!("{base}{exponent}") } else { power(&bracketed(base), exponent) }
}

/// Puts brackets around a sum.
fn bracketed(text: &str) -> String {
    let is_closed = text.starts_with('(') && text.find(')') == Some(text.len().saturating_sub(1));
    if text.contains(' ') && !is_closed { format!("({text})") } else { text.to_owned() }
}

/// Joins the pieces of a row: blanks around operators, and between figures.
fn join(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        let text = piece.text.as_str();
        let before = i.checked_sub(1).and_then(|i| pieces.get(i));
        if piece.kind == Kind::Operator {
            let is_prefix = out.is_empty()
                || before
                    .is_some_and(|p| p.kind == Kind::Operator && !p.text.ends_with([')', ']', '%', '!']));
            if matches!(text, "," | ";") {
                out.push_str(text);
                out.push(' ');
            } else if is_infix(text) && !is_prefix {
                out.push(' ');
                out.push_str(text);
                out.push(' ');
            } else {
                out.push_str(text);
            }
            continue;
        }
        let is_word = piece.kind == Kind::Text || before.is_some_and(|p| p.kind == Kind::Text);
        if joins_words(&out, text, is_word) {
            out.push(' ');
        }
        out.push_str(text);
    }
    squeeze(&out)
}

/// True where two figures or two words would become one.
fn joins_words(before: &str, next: &str, is_word: bool) -> bool {
    let (Some(last), Some(first)) = (before.chars().last(), next.chars().next()) else { return false };
    let is_letter = !is_word && next.chars().nth(1).is_none();
    last.is_alphanumeric() && (first.is_ascii_digit() || first.is_alphabetic() && !is_letter)
}

fn is_infix(operator: &str) -> bool {
    matches!(
        operator,
        "=" | "+"
            | "-"
            | "−"
            | "×"
            | "·"
            | "⋅"
            | "÷"
            | "±"
            | "≤"
            | "≥"
            | "<"
            | ">"
            | "≠"
            | "≈"
            | "→"
            | "*"
            | "∗"
            | ":="
    )
}
