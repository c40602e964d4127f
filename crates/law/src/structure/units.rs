//! Paragraphs of a section with the paths from their labels.

use std::collections::HashMap;
use std::ops::Range;

use crate::Unit;

use super::label::{Label, label_run};
use super::scheme::Scheme;
use super::sequence::{Start, cheapest, sequence};

/// A stretch of a section with one path: a paragraph, or a part that a label splits off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Path of its words.
    pub path: Vec<String>,
    /// Number of labels at its head, which are the last ones of its path.
    pub labels: usize,
    /// Index of its paragraph.
    pub paragraph: usize,
    /// Byte range in the paragraph, labels included.
    pub bytes: Range<usize>,
}

/// An unfinished piece; byte offsets are those of its segment.
#[derive(Debug, Clone)]
struct Read {
    path: Vec<String>,
    labels: usize,
    words: usize,
}

/// Maximum number of words in a caption between two labels.
const LONGEST_CAPTION: usize = 10;

/// Splits paragraphs into segments. A label within a paragraph starts a segment if the next labelled
/// paragraph starts with the second member of its count (`(1) Corporate powers. (A) Contract;` before `(B)
/// sue;`). The code's printer then set the first member on its parent's line.
fn segments<'a>(paragraphs: &[&'a str]) -> Vec<(usize, usize, &'a str)> {
    let runs: Vec<Vec<Label>> = paragraphs.iter().map(|p| label_run(p)).collect();
    // The first label after each paragraph.
    let mut nexts: Vec<Option<&Label>> = Vec::with_capacity(runs.len());
    let mut next = None;
    for run in runs.iter().rev() {
        nexts.push(next);
        next = run.first().or(next);
    }
    nexts.reverse();
    let mut out = Vec::new();
    for (i, (text, run)) in paragraphs.iter().zip(&runs).enumerate() {
        let mut cuts: Vec<usize> = vec![0];
        let from = run.last().map_or(0, |l| l.bytes.end);
        let wanted = nexts.get(i).copied().flatten().map(Label::first_before).unwrap_or_default();
        let printed_here = run.iter().any(|l| wanted.iter().any(|w| w.trim_end_matches('.') == l.printed));
        let cut = wanted.iter().filter(|_| !printed_here).find_map(|w| inline(text, from, w));
        if let Some(cut) = cut {
            captions(text, from, cut, &mut cuts);
            cuts.push(cut);
        }
        cuts.push(text.len());
        for pair in cuts.windows(2) {
            if let [start, end] = pair
                && let Some(segment) = text.get(*start..*end)
            {
                out.push((i, *start, segment));
            }
        }
    }
    out
}

/// Finds the first offset after `from` at which a label follows the end of a sentence or item.
fn inline(text: &str, from: usize, label: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.match_indices(label).find_map(|(at, _)| {
        let before = rest.get(..at)?;
        let ended =
            before.ends_with(' ') && before.trim_end().ends_with(['.', ':', ';', '\u{2014}', '\u{2013}']);
        let free = rest.get(at + label.len()..)?.starts_with([' ', '(']);
        (ended && free).then_some(from + at)
    })
}

/// Finds labels before the cut that each follow a caption: `(6) Safety. (A) Police. (i) Hire`.
fn captions(text: &str, from: usize, cut: usize, cuts: &mut Vec<usize>) {
    let mut at = from;
    while let Some(open) = text.get(at..cut).and_then(|t| t.find(". (")).map(|i| at + i + 2) {
        let caption = text.get(at..open).unwrap_or("");
        let label = text.get(open..cut).map(label_run).unwrap_or_default();
        let Some(label) = label.first().filter(|l| l.may_be_first()) else { return };
        if caption.split_whitespace().count() > LONGEST_CAPTION {
            return;
        }
        cuts.push(open);
        at = open + label.bytes.end;
    }
}

/// Returns the pieces of a section, in order. Without a scheme, uses the one that reads the labels best.
pub fn pieces(paragraphs: &[&str], scheme: Option<&Scheme>, start: &Start) -> Vec<Piece> {
    let segments = segments(paragraphs);
    let texts: Vec<&str> = segments.iter().map(|(_, _, text)| *text).collect();
    read(&texts, scheme, start)
        .into_iter()
        .zip(segments)
        .map(|(read, (paragraph, offset, text))| Piece {
            path: read.path,
            labels: read.labels,
            paragraph,
            bytes: offset..offset + text.len(),
        })
        .collect()
}

fn read(paragraphs: &[&str], scheme: Option<&Scheme>, start: &Start) -> Vec<Read> {
    let runs: Vec<_> = paragraphs.iter().map(|p| label_run(p)).collect();
    let read = match scheme {
        Some(scheme) => sequence(&runs, scheme, start),
        None => cheapest(&runs, start),
    };
    let mut out: Vec<Option<Read>> = Vec::with_capacity(paragraphs.len());
    for (run, paths) in runs.iter().zip(&read.paths) {
        let labels = paths.iter().take_while(|p| p.is_some()).count();
        let last = labels.checked_sub(1).and_then(|i| Some((paths.get(i)?.clone()?, run.get(i)?.bytes.end)));
        out.push(last.map(|(path, words)| Read { path, labels, words }));
    }
    inline_lists(paragraphs, &runs, &read.paths, &mut out);
    // Depth that the next label after each paragraph leaves open.
    let mut next_depth = 0_usize;
    let mut depths = vec![0_usize; out.len()];
    for (piece, depth) in out.iter().zip(depths.iter_mut()).rev() {
        *depth = next_depth;
        if let Some(piece) = piece {
            next_depth = (piece.path.len() + 1).saturating_sub(piece.labels);
        }
    }
    let mut current = read.opening;
    let mut labelled = false;
    let mut open = false;
    let mut done = Vec::with_capacity(out.len());
    for ((piece, depth), text) in out.into_iter().zip(depths).zip(paragraphs) {
        let piece = match piece {
            Some(piece) => {
                labelled = true;
                piece
            }
            None => {
                // Text without a label continues the preceding text while that is unfinished or a member of
                // the same list follows. After the list's end, it belongs to the part that encloses the list.
                let flush = labelled && !open && depth < current.len();
                if flush {
                    current.truncate(depth);
                }
                Read { path: current.clone(), labels: 0, words: 0 }
            }
        };
        current.clone_from(&piece.path);
        open = !ends(text.get(piece.words..).unwrap_or(""));
        done.push(piece);
    }
    done
}

/// Removes labels that begin a list within a paragraph (`(b) (1) one, (2) two`): the other members of the
/// list have no address, so the first has none either.
fn inline_lists(
    paragraphs: &[&str],
    runs: &[Vec<Label>],
    paths: &[Vec<Option<Vec<String>>>],
    out: &mut [Option<Read>],
) {
    let mut members: HashMap<&[String], usize> = HashMap::new();
    for path in paths.iter().flatten().flatten() {
        if let Some(above) = path.len().checked_sub(1).and_then(|n| path.get(..n)) {
            *members.entry(above).or_default() += 1;
        }
    }
    let count = |path: &[String]| members.get(path).copied().unwrap_or(0);
    for ((piece, run), text) in out.iter_mut().zip(runs).zip(paragraphs) {
        let Some(held) = piece else { continue };
        while let Some(label) = held.labels.checked_sub(1).and_then(|i| run.get(i)) {
            let above = held.path.get(..held.path.len().saturating_sub(1)).unwrap_or(&[]);
            let rest = text.get(label.bytes.end..).unwrap_or("");
            let goes_on = label.next().iter().any(|next| rest.contains(&format!(" {next} ")));
            if !goes_on || count(above) > 1 || count(&held.path) > 0 {
                break;
            }
            held.labels -= 1;
            held.words = label.bytes.start;
            held.path.pop();
        }
        if held.labels == 0 {
            *piece = None;
        }
    }
}

/// Returns true for text that ends a sentence or a list item.
fn ends(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with([
        '.', ';', ':', '!', '?', ')', ']', '"', '\u{201d}', '\u{2019}', '-', '\u{2014}', '\u{2013}',
    ]) || text.ends_with(" and")
        || text.ends_with(" or")
}

/// Builds the units of a section from its paragraphs. Their texts together are the words of the paragraphs,
/// labels included, in order. Consecutive paragraphs of the same path form one unit. A path that occurs again
/// is text that continues after its subparagraphs.
pub fn units(paragraphs: &[&str], scheme: Option<&Scheme>, start: &Start) -> Vec<Unit> {
    unit_paragraphs(paragraphs, scheme, start).into_iter().map(|(unit, _)| unit).collect()
}

/// Builds [`units`], each with its range of paragraphs (indices, end exclusive).
pub fn unit_paragraphs(
    paragraphs: &[&str],
    scheme: Option<&Scheme>,
    start: &Start,
) -> Vec<(Unit, Range<usize>)> {
    let mut out: Vec<(Unit, Range<usize>)> = Vec::new();
    for piece in pieces(paragraphs, scheme, start) {
        let i = piece.paragraph;
        let text = paragraphs.get(i).and_then(|p| p.get(piece.bytes)).unwrap_or("");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match out.last_mut() {
            Some((unit, range)) if piece.labels == 0 && unit.path == piece.path => {
                if !words.is_empty() {
                    if !unit.text.is_empty() {
                        unit.text.push(' ');
                    }
                    unit.text.push_str(&words);
                }
                range.end = i + 1;
            }
            _ if words.is_empty() => {}
            _ => out.push((Unit { path: piece.path, text: words }, i..i + 1)),
        }
    }
    out
}

/// Returns every addressable path with its units (indices, end exclusive), in order. The range includes the
/// unit of that path, all units below it, and text that continues after those.
pub fn addresses(units: &[Unit]) -> Vec<(Vec<String>, Range<usize>)> {
    let mut out: Vec<(Vec<String>, Range<usize>)> = Vec::new();
    let mut known: HashMap<&[String], usize> = HashMap::new();
    for (i, unit) in units.iter().enumerate() {
        for depth in 1..=unit.path.len() {
            let Some(path) = unit.path.get(..depth) else { continue };
            match known.get(path).and_then(|at| out.get_mut(*at)) {
                Some((_, range)) => range.end = i + 1,
                None => {
                    known.insert(path, out.len());
                    out.push((path.to_vec(), i..i + 1));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn paths(scheme: Option<&str>, start: &[&str], paragraphs: &[&str]) -> Vec<String> {
        let start = Start { path: start.iter().map(|s| (*s).to_owned()).collect() };
        pieces(paragraphs, scheme.and_then(Scheme::of_code), &start)
            .into_iter()
            .map(|p| p.path.join(""))
            .collect()
    }

    #[test]
    fn schemes() {
        for (scheme, paragraphs, expected) in [
            (
                "rsa",
                &[
                    "Opening:",
                    "I. One.",
                    "II. (a) Two a.",
                    "(b) Two b:",
                    "(1) x;",
                    "(2) y.",
                    "II-a. Inserted.",
                    "III. Three.",
                ][..],
                &["", "I", "II(a)", "II(b)", "II(b)(1)", "II(b)(2)", "II-a", "III"][..],
            ),
            (
                "dc",
                &[
                    "(a)(1) A;",
                    "(2) B;",
                    "(3A) C:",
                    "(A) D;",
                    "(i) E;",
                    "(I) F;",
                    "(II) G;",
                    "(ii) H.",
                    "(b) I.",
                    "(b-1) J.",
                    "(c) K.",
                ],
                &[
                    "(a)(1)",
                    "(a)(2)",
                    "(a)(3A)",
                    "(a)(3A)(A)",
                    "(a)(3A)(A)(i)",
                    "(a)(3A)(A)(i)(I)",
                    "(a)(3A)(A)(i)(II)",
                    "(a)(3A)(A)(ii)",
                    "(b)",
                    "(b-1)",
                    "(c)",
                ],
            ),
            (
                "mcl",
                &["(1) A:", "(a) B:", "(i) C;", "(ii) D.", "(b) E.", "(2) F."],
                &["(1)", "(1)(a)", "(1)(a)(i)", "(1)(a)(ii)", "(1)(b)", "(2)"],
            ),
            // Decimals stand between two numbers or letters.
            (
                "crs",
                &["(1) A:", "(a) B;", "(a.5) C;", "(b) D.", "(1.5) E:", "(a) F;", "(b) G.", "(2) H."],
                &["(1)", "(1)(a)", "(1)(a.5)", "(1)(b)", "(1.5)", "(1.5)(a)", "(1.5)(b)", "(2)"],
            ),
            // A letter if letters are counted, otherwise a numeral.
            ("cgs", &["(g) A.", "(h) B.", "(i) C.", "(j) D."], &["(g)", "(h)", "(i)", "(j)"]),
            (
                "cgs",
                &["(g) A.", "(h) B:", "(i) C;", "(ii) D.", "(i) E.", "(j) F."],
                &["(g)", "(h)", "(h)(i)", "(h)(ii)", "(i)", "(j)"],
            ),
            (
                "cgs",
                &["(u) A.", "(v) B.", "(w) C.", "(x) D.", "(y) E.", "(z) F.", "(aa) G.", "(bb) H."],
                &["(u)", "(v)", "(w)", "(x)", "(y)", "(z)", "(aa)", "(bb)"],
            ),
            ("rsa", &["IV. Four.", "V. Five.", "VI. Six."], &["IV", "V", "VI"]),
        ] {
            assert_eq!(paths(Some(scheme), &[], paragraphs), expected, "{scheme} {paragraphs:?}");
            assert_eq!(paths(None, &[], paragraphs), expected, "no scheme, {paragraphs:?}");
        }
    }

    #[test]
    fn what_is_no_label() {
        for (paragraphs, expected) in [
            (
                &["(a) A.", "(b) B.", "(a) of section 3 applies.", "(c) C."][..],
                &["(a)", "(b)", "(b)", "(c)"][..],
            ),
            (&["Text.", "V. Smith signed it."], &["", ""]),
            (&["(a) See:", "(1) one;", "(2) two (3) three"], &["(a)", "(a)(1)", "(a)(2)"]),
            (&["(a) A.", "(b) (1) One, (2) two.", "(c) C."], &["(a)", "(b)", "(c)"]),
            (&["(1) One, (2) two."], &[""]),
        ] {
            assert_eq!(paths(Some("dc"), &[], paragraphs), expected, "{paragraphs:?}");
        }
    }

    #[test]
    fn text_without_label() {
        for (paragraphs, expected) in [
            (
                &["Opening.", "(a) A:", "(1) x;", "(2) y.", "Of (a) still.", "(b) B.", "Of all."][..],
                &["", "(a)", "(a)(1)", "(a)(2)", "(a)", "(b)", ""][..],
            ),
            (&["(a) A.", "More of a.", "(b) B."], &["(a)", "(a)", "(b)"]),
            (&["(a)", "The words of a.", "(b) B which", "goes on."], &["(a)", "(a)", "(b)", "(b)"]),
        ] {
            assert_eq!(paths(Some("dc"), &[], paragraphs), expected, "{paragraphs:?}");
        }
    }

    #[test]
    fn first_members_on_their_parents_line() {
        for (paragraphs, expected) in [
            (
                &[
                    "(1) Corporate powers. (A) Contract;",
                    "(B) sue;",
                    "(2) Safety. (A) Police. (i) Hire;",
                    "(ii) pay;",
                    "(B) Fire.",
                ][..],
                &["(1)", "(1)(A)", "(1)(B)", "(2)", "(2)(A)", "(2)(A)(i)", "(2)(A)(ii)", "(2)(B)"][..],
            ),
            (&["(a) Records include: (1) One;", "(2) two.", "(b) B."], &["(a)", "(a)(1)", "(a)(2)", "(b)"]),
            (&["(a) Not later than (1) one, and", "(b) B."], &["(a)", "(b)"]),
        ] {
            assert_eq!(paths(Some("cgs"), &[], paragraphs), expected, "{paragraphs:?}");
        }
    }

    #[test]
    fn parts_of_sections() {
        for (start, paragraphs, expected) in [
            (&["VIII", "(h)"][..], &["(h) Words."][..], &["VIII(h)"][..]),
            (&["VIII", "(h)"], &["(1) Words.", "(2) More."], &["VIII(h)(1)", "VIII(h)(2)"]),
            (&["III"], &["III. Words:", "(a) x;", "(b) y."], &["III", "III(a)", "III(b)"]),
            (&["I", "(d)"], &["(d) Words.", "II. More."], &["I(d)", "II"]),
            (&["II", "(c)"], &["Words without a label."], &["II(c)"]),
            (&["II", "(i)"], &["(i) A;", "(j) B."], &["II(i)", "II(j)"]),
        ] {
            assert_eq!(paths(Some("rsa"), start, paragraphs), expected, "{start:?} {paragraphs:?}");
        }
    }

    #[test]
    fn addresses_and_lines() {
        let units =
            units(&["Opening.", "(a)(1) A;", "(2) B.", "Flush of a.", "(b) C."], None, &Start::default());
        let got: Vec<(String, Range<usize>)> =
            addresses(&units).into_iter().map(|(p, r)| (p.join(""), r)).collect();
        assert_eq!(
            got,
            [("(a)".into(), 1..4), ("(a)(1)".into(), 1..2), ("(a)(2)".into(), 2..3), ("(b)".into(), 4..5)]
        );
        assert_eq!(
            units.iter().map(|u| u.text.as_str()).collect::<Vec<_>>(),
            ["Opening.", "(a)(1) A;", "(2) B.", "Flush of a.", "(b) C."]
        );
    }

    fn paragraph() -> impl Strategy<Value = String> {
        "(I|II|III|IV|V|X|I-a)?\\.? ?(\\((a|b|c|h|i|ii|iii|v|x|A|B|1|2|3A|aa)\\) ?){0,3}([a-z]{1,4} ?){0,4}[.;]?"
    }

    proptest! {
        #[test]
        fn no_word_is_lost(paragraphs in proptest::collection::vec(paragraph(), 0..25), scheme in 0usize..5) {
            let scheme = Scheme::kinds().nth(scheme);
            let texts: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
            let squeeze = |t: &str| t.chars().filter(|c| !c.is_whitespace() && *c != '.').collect::<String>();
            let out = units(&texts, scheme, &Start::default());
            prop_assert_eq!(squeeze(&out.iter().map(|u| u.text.as_str()).collect::<String>()), squeeze(&texts.concat()));
            // A path is opened only once.
            let count = addresses(&out).len();
            let paths: std::collections::HashSet<Vec<String>> = addresses(&out).into_iter().map(|(p, _)| p).collect();
            prop_assert_eq!(paths.len(), count);
        }

        #[test]
        fn never_panics(paragraphs in proptest::collection::vec("\\PC{0,20}", 0..10)) {
            let texts: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
            let _ = units(&texts, None, &Start { path: vec!["II".into(), "(c)".into(), "x".into()] });
        }
    }
}
