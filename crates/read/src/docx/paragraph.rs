//! A paragraph on its way to text: pieces of one look each.

use crate::lines::{clean, squeeze};
use crate::scripts::{fraction, subscript, superscript};

use super::format::{Format, Script};

/// Formatting of a piece that its text depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) hidden: bool,
    pub(super) bold: bool,
    pub(super) struck: bool,
    pub(super) underlined: bool,
    pub(super) script: Script,
    /// Only the letters' position tells the script.
    pub(super) by_position: bool,
    /// A mark of a note, in its final form.
    pub(super) is_mark: bool,
}

#[derive(Debug, Clone, Default)]
struct Piece {
    text: String,
    look: Look,
}

impl Piece {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// A paragraph that is open, with the run that is open in it.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pieces: Vec<Piece>,
    pub(super) style: Option<String>,
    pub(super) outline: Option<u8>,
    pub(super) list: Option<String>,
    pub(super) list_level: Option<usize>,
    /// Ground of the paragraph: true when it is not white.
    pub(super) shaded: Option<bool>,
    /// Its end is deleted or a drop cap's: the next paragraph goes on with it.
    pub(super) joins_next: bool,
    pub(super) in_run: bool,
    pub(super) run: Format,
    pub(super) run_style: Option<String>,
}

/// Text of a paragraph that is all shown or all hidden.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) text: String,
    pub(super) hidden: bool,
    pub(super) bold: bool,
    pub(super) struck: bool,
    /// Begins with a mark that its author raised, as a note does.
    pub(super) begins_with_mark: bool,
}

/// Longest raised or lowered text that is a mark or an index, in characters; longer text is set small.
const LONGEST_SCRIPT: usize = 20;

/// Longest raised text that begins a note, in characters.
const LONGEST_MARK: usize = 3;

impl Paragraph {
    pub(super) fn push(&mut self, text: &str, look: Look) {
        match self.pieces.last_mut() {
            Some(last) if !last.look.is_mark && (last.look == look || text.trim().is_empty()) => {
                last.text.push_str(text);
            }
            _ => self.pieces.push(Piece { text: text.to_owned(), look }),
        }
    }

    /// Puts the text of an earlier paragraph before this one's.
    pub(super) fn continue_from(&mut self, earlier: Paragraph) {
        let own = std::mem::replace(&mut self.pieces, earlier.pieces);
        self.pieces.extend(own);
    }

    /// Tells whether some and whether all of the text fits.
    pub(super) fn looks(&self, fits: impl Fn(&Look) -> bool) -> (bool, bool) {
        let mut looks = self.pieces.iter().filter(|p| !p.is_blank()).map(|p| fits(&p.look)).peekable();
        if looks.peek().is_none() {
            return (false, false);
        }
        looks.fold((false, true), |(some, all), fits| (some || fits, all && fits))
    }

    /// Returns the text, cut where hidden text begins and ends.
    pub(super) fn segments(&self) -> Vec<Segment> {
        let blank_or = |hidden: bool| move |p: &Piece| p.is_blank() || p.look.hidden == hidden;
        let mut segments = Vec::new();
        let mut rest = self.pieces.as_slice();
        while !rest.is_empty() {
            let hidden = rest.iter().find(|p| !p.is_blank()).is_some_and(|p| p.look.hidden);
            let end = rest.iter().position(|p| !blank_or(hidden)(p)).unwrap_or(rest.len());
            let Some((own, after)) = rest.split_at_checked(end.max(1)) else { break };
            rest = after;
            segments.extend(segment(own, hidden));
        }
        segments
    }
}

fn segment(pieces: &[Piece], hidden: bool) -> Option<Segment> {
    let text = squeeze(&clean(&render(pieces)));
    if text.is_empty() {
        return None;
    }
    let letters = |p: &Piece| p.text.chars().filter(|c| c.is_alphanumeric()).count();
    let all: usize = pieces.iter().map(letters).sum();
    let bold: usize = pieces.iter().filter(|p| p.look.bold).map(letters).sum();
    let mut shown = pieces.iter().filter(|p| !p.is_blank());
    Some(Segment {
        text,
        hidden,
        bold: all > 0 && all == bold,
        struck: shown.all(|p| p.look.struck),
        begins_with_mark: begins_with_mark(pieces),
    })
}

fn begins_with_mark(pieces: &[Piece]) -> bool {
    let mut shown = pieces.iter().filter(|p| !p.is_blank());
    let mark = shown.next().is_some_and(|p| {
        p.look.script == Script::Raised
            && p.text.trim().chars().count() <= LONGEST_MARK
            && !p.text.contains('/')
    });
    mark && shown.next().is_some_and(|p| p.look.script == Script::Normal && !p.text.starts_with(['/', '⁄']))
}

/// A text with its struck stretches.
#[derive(Default)]
struct Rendered {
    stretches: Vec<(String, bool)>,
}

impl Rendered {
    fn last(&self) -> Option<char> {
        self.stretches.last().and_then(|(text, _)| text.chars().next_back())
    }

    /// Adds text; `apart` keeps its first figure out of the figure before it.
    fn push(&mut self, text: &str, struck: bool, apart: bool) {
        let Some(first) = text.chars().next() else { return };
        let meets = self.last().is_some_and(|last| {
            let figures = last.is_ascii_digit() && first.is_ascii_digit();
            figures
                || (last.is_numeric()
                    && !last.is_ascii_digit()
                    && first.is_numeric()
                    && !first.is_ascii_digit())
        });
        let space = if apart && meets { " " } else { "" };
        match self.stretches.last_mut() {
            Some((stretch, same)) if *same == struck => {
                stretch.push_str(space);
                stretch.push_str(text);
            }
            _ => self.stretches.push((format!("{space}{text}"), struck)),
        }
    }

    fn text(self) -> String {
        let mut out = String::new();
        for (text, struck) in self.stretches {
            let (lead, core, trail) = parts(&text);
            if struck && !core.is_empty() {
                out.push_str(&format!("{lead}~~{core}~~{trail}"));
            } else {
                out.push_str(&text);
            }
        }
        out
    }
}

/// Returns the white space before a text, the text, and the white space after it.
fn parts(text: &str) -> (&str, &str, &str) {
    let core = text.trim_start();
    let (lead, _) = text.split_at_checked(text.len() - core.len()).unwrap_or(("", text));
    let trimmed = core.trim_end();
    let (core, trail) = core.split_at_checked(trimmed.len()).unwrap_or((core, ""));
    (lead, core, trail)
}

fn render(pieces: &[Piece]) -> String {
    let mixed = pieces.iter().any(|p| {
        p.look.script == Script::Normal && !p.look.is_mark && p.text.contains(char::is_alphanumeric)
    });
    let note = begins_with_mark(pieces);
    let mut out = Rendered::default();
    let mut rest = pieces;
    let mut before_normal = true;
    while let Some((piece, after)) = rest.split_first() {
        if let Some((text, used)) = built_fraction(rest) {
            out.push(&text, piece.look.struck, true);
            rest = rest.get(used..).unwrap_or(&[]);
            before_normal = false;
            continue;
        }
        rest = after;
        let normal = piece.look.script == Script::Normal && !piece.look.is_mark;
        let next = after.first().and_then(|p| p.text.chars().next());
        let text = if normal { piece.text.clone() } else { script(piece, mixed, out.last(), next) };
        let begins = out.stretches.iter().all(|(text, _)| text.trim().is_empty());
        out.push(&text, piece.look.struck, !(normal && before_normal));
        if note && begins && !piece.is_blank() && next.is_some_and(|c| !c.is_whitespace()) {
            out.push(" ", piece.look.struck, false);
        }
        before_normal = normal;
    }
    out.text()
}

/// Returns a fraction made of a raised and a lowered number, and how many pieces it takes.
fn built_fraction(pieces: &[Piece]) -> Option<(String, usize)> {
    let (first, after) = pieces.split_first()?;
    if first.look.script != Script::Raised {
        return None;
    }
    let (second, third) = (after.first()?, after.get(1));
    let slash = second.look.script == Script::Normal && matches!(second.text.trim(), "/" | "⁄" | "∕");
    let (last, used) = if slash { (third?, 3) } else { (second, 2) };
    if last.look.script != Script::Lowered {
        return None;
    }
    let text: String = pieces.iter().take(used).map(|p| p.text.as_str()).collect();
    let (lead, core, trail) = parts(&text);
    Some((format!("{lead}{}{trail}", plain_fraction(core)?), used))
}

/// Returns `1/2` as "½"; `None` for what is not a fraction of two whole numbers.
fn plain_fraction(text: &str) -> Option<String> {
    let (over, under) = text.split_once(['/', '⁄', '∕'])?;
    let whole = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_digit());
    let (over, under) = (over.trim(), under.trim());
    (whole(over) && whole(under)).then(|| fraction(over, under))
}

/// Returns a raised or lowered piece as plain text.
fn script(piece: &Piece, mixed: bool, before: Option<char>, next: Option<char>) -> String {
    let (lead, core, trail) = parts(&piece.text);
    let long = core.chars().count() > LONGEST_SCRIPT || core.split_whitespace().nth(3).is_some();
    if piece.look.is_mark || core.is_empty() || long || (piece.look.by_position && !mixed) {
        return piece.text.clone();
    }
    let before = before.filter(|_| lead.is_empty());
    let next = next.filter(|_| trail.is_empty());
    let letters = core.chars().all(char::is_alphabetic);
    let inner = core.trim_end_matches(['.', ',', ';', ':']);
    let after = core.get(inner.len()..).unwrap_or("");
    let text = match piece.look.script {
        Script::Normal => return piece.text.clone(),
        // `McDonald`, `No. 5`
        Script::Raised
            if letters
                && before.is_some_and(char::is_alphabetic)
                && (next.is_some_and(char::is_alphabetic) || (core == "o" && before == Some('N'))) =>
        {
            core.to_owned()
        }
        Script::Raised if inner.is_empty() => core.to_owned(),
        Script::Raised => {
            let raised = plain_fraction(inner).unwrap_or_else(|| superscript(inner));
            format!("{raised}{after}")
        }
        Script::Lowered if before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ')' | ']')) => {
            core.to_owned()
        }
        Script::Lowered if piece.look.by_position && !core.chars().all(|c| c.is_ascii_digit()) => {
            core.to_owned()
        }
        Script::Lowered if inner.is_empty() => core.to_owned(),
        Script::Lowered => format!("{}{after}", subscript(inner)),
    };
    format!("{lead}{text}{trail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look {
        hidden: false,
        bold: false,
        struck: false,
        underlined: false,
        script: Script::Normal,
        by_position: false,
        is_mark: false,
    };
    const UP: Look = Look { script: Script::Raised, ..PLAIN };
    const DOWN: Look = Look { script: Script::Lowered, ..PLAIN };
    const HIGH: Look = Look { by_position: true, ..UP };
    const STRUCK: Look = Look { struck: true, ..PLAIN };
    const MARK: Look = Look { is_mark: true, ..PLAIN };
    const HIDDEN: Look = Look { hidden: true, ..PLAIN };

    fn shown(pieces: &[(&str, Look)]) -> String {
        let mut paragraph = Paragraph::default();
        pieces.iter().for_each(|(text, look)| paragraph.push(text, *look));
        paragraph.segments().into_iter().map(|s| s.text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn scripts_never_join_figures() {
        for (pieces, expected) in [
            (
                &[("A fence may be 6", PLAIN), ("4", UP), (" feet high.", PLAIN)][..],
                "A fence may be 6⁴ feet high.",
            ),
            (&[("in 2018", PLAIN), ("1", UP), ("2", UP), (",", PLAIN)], "in 2018¹²,"),
            (&[("6", PLAIN), ("a", UP), (" feet", PLAIN)], "6[a] feet"),
            (&[("6", PLAIN), ("4", HIGH), (" feet", PLAIN)], "6⁴ feet"),
            (&[("all of it raised 6", HIGH)], "all of it raised 6"),
            (&[("6", PLAIN), ("⁴", MARK), ("⁵", MARK), (" feet", PLAIN)], "6⁴ ⁵ feet"),
            (&[("43,560 ft", PLAIN), ("2", UP), ("⁴", MARK)], "43,560 ft² ⁴"),
            (&[("July 4", PLAIN), ("th", UP), (" is a holiday", PLAIN)], "July 4th is a holiday"),
            (&[("July 4", PLAIN), ("th,", UP), (" 1776", PLAIN)], "July 4th, 1776"),
            (&[("10", PLAIN), ("3", UP), (" and CO", PLAIN), ("2", DOWN), (".", PLAIN)], "10³ and CO₂."),
            (&[("7", PLAIN), ("1", UP), ("/", PLAIN), ("2", DOWN), (" feet", PLAIN)], "7½ feet"),
            (&[("7", PLAIN), ("3", UP), ("⁄", PLAIN), ("5", DOWN), ("9", PLAIN)], "7 3/5 9"),
            (&[("7 ", PLAIN), ("1/", UP), ("2", DOWN)], "7 ½"),
            (&[("7", PLAIN), ("1/2", UP), (" feet", PLAIN)], "7½ feet"),
            (&[("M", PLAIN), ("c", UP), ("Donald, N", PLAIN), ("o", UP), (" 5", PLAIN)], "McDonald, No 5"),
            (
                &[("6", PLAIN), ("4 of the words that are all set very small", UP)],
                "6 4 of the words that are all set very small",
            ),
            (&[("6", PLAIN), ("4", DOWN), ("5", PLAIN)], "6₄5"),
        ] {
            assert_eq!(shown(pieces), expected);
        }
    }

    #[test]
    fn struck_words_stand_between_tildes() {
        for (pieces, expected) in [
            (
                &[("The fee is ", PLAIN), ("$25", STRUCK), (" ", PLAIN), ("$50", PLAIN)][..],
                "The fee is ~~$25~~ $50",
            ),
            (&[("The fee is ", PLAIN), (" $25 ", STRUCK), ("$50", PLAIN)], "The fee is ~~$25~~ $50"),
            (&[("a", STRUCK), (" ", PLAIN), ("b", STRUCK), (".", PLAIN)], "~~a b~~."),
            (&[("x ", PLAIN), (" ", STRUCK), ("y", PLAIN)], "x y"),
            (&[("shown ", PLAIN), ("secret", HIDDEN), (" again", PLAIN)], "shown|secret|again"),
        ] {
            assert_eq!(shown(pieces), expected);
        }
    }

    #[test]
    fn notes_typed_by_hand_begin_with_their_mark() {
        for (pieces, expected, note) in [
            (&[("4", UP), ("Measured from grade.", PLAIN)][..], "⁴ Measured from grade.", true),
            (&[("*", UP), (" Residents only.", PLAIN)], "* Residents only.", true),
            (&[("1", UP), ("/", PLAIN), ("2", DOWN), (" acre", PLAIN)], "½ acre", false),
            (&[("Plain 6", PLAIN), ("4", UP)], "Plain 6⁴", false),
        ] {
            let mut paragraph = Paragraph::default();
            pieces.iter().for_each(|(text, look)| paragraph.push(text, *look));
            let segments = paragraph.segments();
            assert_eq!((segments[0].text.as_str(), segments[0].begins_with_mark), (expected, note));
        }
    }
}
