//! Equations (Office Math) as one line of text.

use quick_xml::events::BytesStart;

use crate::scripts::{fraction, power, subscript, superscript};

use crate::xml_stream::{attribute, local};

/// Placeholder for an equation that can't be written in one line.
pub(super) const FORMULA: &str = "[formula]";

/// Equations nest this deep; what is nested deeper is read as plain text.
const DEEPEST: usize = 40;

/// An element that is open, with what its children came to.
#[derive(Debug, Default)]
struct Frame {
    name: String,
    parts: Vec<(String, String)>,
    /// Characters that the element's properties name: brackets, operator, accent.
    begins: Option<String>,
    ends: Option<String>,
    separator: Option<String>,
    character: Option<String>,
    /// Kind of a fraction.
    kind: Option<String>,
}

/// An equation on its way to text. Elements are rendered as they end.
#[derive(Debug)]
pub(super) struct Equation {
    frames: Vec<Frame>,
    too_deep: usize,
}

impl Equation {
    pub(super) fn new() -> Self {
        Equation { frames: vec![Frame::default()], too_deep: 0 }
    }

    pub(super) fn start(&mut self, e: &BytesStart<'_>, empty: bool) {
        let name = local(e);
        if let Some(frame) = self.frames.iter_mut().rev().find(|f| !f.name.ends_with("Pr")) {
            let value = || Some(attribute(e, "val").unwrap_or_default());
            match name {
                "begChr" => frame.begins = value(),
                "endChr" => frame.ends = value(),
                "sepChr" => frame.separator = value(),
                "chr" => frame.character = value(),
                "type" => frame.kind = value(),
                _ => {}
            }
        }
        if empty {
            return;
        }
        if self.frames.len() > DEEPEST {
            self.too_deep = self.too_deep.saturating_add(1);
        } else {
            self.frames.push(Frame { name: name.to_owned(), ..Frame::default() });
        }
    }

    pub(super) fn end(&mut self, name: &str) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.frames.len() > 1 && self.frames.iter().any(|f| f.name == name) {
            while self.frames.len() > 1 && self.close().is_some_and(|closed| closed != name) {}
        }
    }

    /// Adds text of a run.
    pub(super) fn text(&mut self, text: &str) {
        if let Some(frame) = self.frames.last_mut() {
            frame.parts.push(("t".to_owned(), text.to_owned()));
        }
    }

    pub(super) fn finish(mut self) -> String {
        while self.frames.len() > 1 {
            self.close();
        }
        self.frames.pop().map(|root| join(&root.parts)).unwrap_or_default()
    }

    fn close(&mut self) -> Option<String> {
        let frame = self.frames.pop()?;
        let text = render(&frame);
        if let Some(outer) = self.frames.last_mut().filter(|_| !text.is_empty()) {
            outer.parts.push((frame.name.clone(), text));
        }
        Some(frame.name)
    }
}

fn render(frame: &Frame) -> String {
    let part = |name: &str| {
        let found = frame.parts.iter().find(|(n, _)| n == name);
        found.map(|(_, text)| text.trim().to_owned()).unwrap_or_default()
    };
    let elements = |sign: &str| {
        let all = frame.parts.iter().filter(|(n, _)| n == "e").map(|(_, text)| text.as_str());
        all.collect::<Vec<_>>().join(sign)
    };
    match frame.name.as_str() {
        name if name.ends_with("Pr") => String::new(),
        "f" if frame.kind.as_deref() == Some("noBar") => FORMULA.to_owned(),
        "m" | "sPre" => FORMULA.to_owned(),
        "f" => fraction(&part("num"), &part("den")),
        "sSup" => raised(&part("e"), &part("sup")),
        "sSub" => lowered(&part("e"), &part("sub")),
        "sSubSup" => raised(&lowered(&part("e"), &part("sub")), &part("sup")),
        "limLow" => lowered(&part("e"), &part("lim")),
        "limUpp" => raised(&part("e"), &part("lim")),
        "rad" => {
            let degree = part("deg");
            let sign = match degree.as_str() {
                "" | "2" => "√".to_owned(),
                "3" => "∛".to_owned(),
                "4" => "∜".to_owned(),
                _ => format!("{}√", superscript(&degree)),
            };
            format!("{sign}{}", grouped(&part("e")))
        }
        "d" => {
            let sign = |own: &Option<String>, usual: &str| own.clone().unwrap_or_else(|| usual.to_owned());
            let inner = elements(&sign(&frame.separator, "|"));
            format!("{}{inner}{}", sign(&frame.begins, "("), sign(&frame.ends, ")"))
        }
        "nary" => {
            let sign = frame.character.as_deref().filter(|c| !c.is_empty()).unwrap_or("∫");
            let bound = |mark: &str, text: String| {
                if text.is_empty() { text } else { format!("{mark}{}", grouped(&text)) }
            };
            format!("{sign}{}{} {}", bound("_", part("sub")), bound("^", part("sup")), part("e"))
        }
        "func" => match (part("fName"), part("e")) {
            (name, e) if e.starts_with('(') => format!("{name}{e}"),
            (name, e) => format!("{name} {e}"),
        },
        "acc" => format!("{}{}", part("e"), frame.character.as_deref().unwrap_or("\u{302}")),
        "eqArr" => elements("; "),
        _ => join(&frame.parts),
    }
}

fn raised(base: &str, exponent: &str) -> String {
    match exponent {
        "" => base.to_owned(),
        "∘" | "°" | "o" if base.ends_with(|c: char| c.is_ascii_digit()) => format!("{base}°"),
        // Ordinal endings, primes and asterisks stand raised by themselves.
        mark if superscript(mark) == mark || mark.chars().all(|c| matches!(c, '′' | '″' | '\'')) => {
            format!("{base}{mark}")
        }
        _ => power(base, exponent),
    }
}

fn lowered(base: &str, index: &str) -> String {
    let shown = subscript(index);
    match shown.strip_prefix('_') {
        _ if index.is_empty() => base.to_owned(),
        Some(plain) => format!("{base}_{}", grouped(plain)),
        None => format!("{base}{shown}"),
    }
}

/// Puts brackets around anything but a single number or word.
fn grouped(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || c == '.') { text.to_owned() } else { format!("({text})") }
}

/// Joins neighbours so that no figure of one runs into a figure or letter of the other.
fn join(parts: &[(String, String)]) -> String {
    let mut out = String::new();
    let mut before_plain = true;
    for (name, text) in parts {
        let plain = matches!(name.as_str(), "r" | "t");
        let meets = out.ends_with(|c: char| c.is_ascii_alphanumeric())
            && text.starts_with(|c: char| c.is_ascii_alphanumeric());
        let figures =
            out.ends_with(|c: char| c.is_ascii_digit()) && text.starts_with(|c: char| c.is_ascii_digit());
        if meets && (!before_plain || (!plain && figures)) {
            out.push(' ');
        }
        out.push_str(text);
        before_plain = plain;
    }
    out
}

#[cfg(test)]
mod tests {
    use quick_xml::events::Event;

    use super::*;
    use crate::xml_stream::lenient;

    fn shown(xml: &str) -> String {
        let mut equation = Equation::new();
        let mut reader = lenient(xml);
        loop {
            match reader.read_event().unwrap() {
                Event::Start(e) => equation.start(&e, false),
                Event::Empty(e) => equation.start(&e, true),
                Event::End(e) => equation.end(e.name().0.rsplit(':').next().unwrap()),
                Event::Text(t) => equation.text(&t.into_inner()),
                Event::Eof => return equation.finish(),
                _ => {}
            }
        }
    }

    #[test]
    fn equations_become_text() {
        let t = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
        let e = |text: &str| format!("<m:e>{text}</m:e>");
        let f = |a: &str, b: &str| format!("<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>", t(a), t(b));
        let sup = |a: &str, b: &str| format!("<m:sSup>{}<m:sup>{}</m:sup></m:sSup>", e(&t(a)), t(b));
        for (xml, expected) in [
            (f("3", "5"), "3/5"),
            (format!("{}{}", t("7"), f("1", "2")), "7½"),
            (format!("{}{}{}", t("7"), f("3", "5"), t("4")), "7 3/5 4"),
            (f("a+b", "2"), "(a+b)/2"),
            (format!("{}{}", t("1"), t("0")), "10"),
            (sup("10", "3"), "10³"),
            (sup("4", "th"), "4th"),
            (sup("90", "∘"), "90°"),
            (sup("x", "n+k"), "x^(n+k)"),
            (format!("<m:sSub>{}<m:sub>{}</m:sub></m:sSub>", e(&t("CO")), t("2")), "CO₂"),
            (format!("<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/>{}</m:rad>", e(&t("a+b"))), "√(a+b)"),
            (format!("<m:d>{}</m:d>", e(&t("x+1"))), "(x+1)"),
            (
                format!("<m:d><m:dPr><m:begChr m:val='['/><m:endChr m:val=']'/></m:dPr>{}</m:d>", e(&t("x"))),
                "[x]",
            ),
            (
                format!(
                    "<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{}</m:sub><m:sup>{}</m:sup>{}</m:nary>",
                    t("i=1"),
                    t("n"),
                    e(&t("x"))
                ),
                "∑_(i=1)^n x",
            ),
            (format!("<m:m><m:mr>{}</m:mr></m:m>", e(&t("1"))), "[formula]"),
            (format!("{}{}", t("A=π"), sup("r", "2")), "A=πr²"),
        ] {
            assert_eq!(shown(&xml), expected, "{xml}");
        }
    }

    #[test]
    fn deep_equations_cost_nothing() {
        let xml = "<m:sSup><m:e>".repeat(100_000);
        assert_eq!(shown(&format!("{xml}<m:t>7</m:t>")), "7");
    }
}
