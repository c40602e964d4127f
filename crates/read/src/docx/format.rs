//! Character formatting, as runs and styles state it.

use quick_xml::events::BytesStart;

use super::symbols::SymbolFont;
use crate::xml_stream::{attribute, is_on, local};

/// Height of letters against the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Script {
    #[default]
    Normal,
    Raised,
    Lowered,
}

/// Formatting that one place states; `None` leaves a property to the place below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Format {
    pub(super) bold: Option<bool>,
    pub(super) vanished: Option<bool>,
    pub(super) struck: Option<bool>,
    pub(super) struck_twice: Option<bool>,
    pub(super) underlined: Option<bool>,
    pub(super) script: Option<Script>,
    /// Half-points above the line.
    pub(super) position: Option<i32>,
    /// Font size in half-points.
    pub(super) size: Option<u32>,
    pub(super) white: Option<bool>,
    pub(super) shaded: Option<bool>,
    /// The outer option tells whether a font is named.
    pub(super) font: Option<Option<SymbolFont>>,
}

/// Letters below this size, in half-points, are not legible.
const SMALLEST: u32 = 4;

/// Least height of raised letters above the baseline, in half-points.
const RAISED: i32 = 3;

impl Format {
    /// Takes in one property of a run (`w:rPr`) or a paragraph's shading.
    pub(super) fn read(&mut self, e: &BytesStart<'_>) {
        let value = || attribute(e, "val");
        match local(e) {
            "b" => self.bold = Some(is_on(e)),
            "vanish" | "specVanish" => self.vanished = Some(is_on(e)),
            "strike" => self.struck = Some(is_on(e)),
            "dstrike" => self.struck_twice = Some(is_on(e)),
            "u" => self.underlined = Some(is_on(e)),
            "vertAlign" => {
                self.script = Some(match value().as_deref() {
                    Some("superscript") => Script::Raised,
                    Some("subscript") => Script::Lowered,
                    _ => Script::Normal,
                });
            }
            "position" => self.position = value().and_then(|v| v.parse().ok()),
            "sz" => self.size = value().and_then(|v| v.parse().ok()),
            "color" => self.white = value().map(|v| is_white(&v)),
            "shd" => self.shaded = is_shaded(e).or(self.shaded),
            "highlight" => self.shaded = value().map(|v| v != "none" && v != "white").or(self.shaded),
            "rFonts" => {
                let named = attribute(e, "ascii").or_else(|| attribute(e, "hAnsi"));
                self.font = named.map(|name| SymbolFont::named(&name)).or(self.font);
            }
            _ => {}
        }
    }

    /// Lays this formatting over another one.
    pub(super) fn over(self, below: Format) -> Format {
        Format {
            bold: self.bold.or(below.bold),
            vanished: self.vanished.or(below.vanished),
            struck: self.struck.or(below.struck),
            struck_twice: self.struck_twice.or(below.struck_twice),
            underlined: self.underlined.or(below.underlined),
            script: self.script.or(below.script),
            position: self.position.or(below.position),
            size: self.size.or(below.size),
            white: self.white.or(below.white),
            shaded: self.shaded.or(below.shaded),
            font: self.font.or(below.font),
        }
    }

    /// Lays a character style over a paragraph style: a property that both turn on is off (ECMA-376, 17.7.3).
    pub(super) fn toggled_over(self, below: Format) -> Format {
        let toggle = |own: Option<bool>, other: Option<bool>| match (own, other) {
            (Some(own), Some(other)) => Some(own != other),
            _ => own.or(other),
        };
        Format {
            bold: toggle(self.bold, below.bold),
            vanished: toggle(self.vanished, below.vanished),
            struck: toggle(self.struck, below.struck),
            struck_twice: toggle(self.struck_twice, below.struck_twice),
            ..self.over(below)
        }
    }

    /// True when nobody sees the letters. `backed` is true on a ground that may be dark.
    pub(super) fn is_hidden(self, backed: bool) -> bool {
        let white = self.white == Some(true) && !self.shaded.unwrap_or(backed);
        self.vanished == Some(true) || white || self.size.is_some_and(|size| size < SMALLEST)
    }

    pub(super) fn is_struck(self) -> bool {
        self.struck == Some(true) || self.struck_twice == Some(true)
    }

    /// Returns the script, and whether only the letters' position tells it.
    pub(super) fn script(self) -> (Script, bool) {
        match (self.script.unwrap_or_default(), self.position.unwrap_or(0)) {
            (Script::Normal, position) if position >= RAISED => (Script::Raised, true),
            (Script::Normal, position) if position <= -RAISED => (Script::Lowered, true),
            (script, _) => (script, false),
        }
    }
}

/// True for a colour that does not show on paper.
fn is_white(colour: &str) -> bool {
    colour.len() == 6
        && [0..2, 2..4, 4..6]
            .into_iter()
            .all(|at| colour.get(at).and_then(|c| u8::from_str_radix(c, 16).ok()).is_some_and(|c| c >= 0xfa))
}

/// Tells whether shading (`w:shd`) has a ground that is not white; `None` where it states no ground.
pub(super) fn is_shaded(e: &BytesStart<'_>) -> Option<bool> {
    let coloured =
        |name: &str| attribute(e, name).filter(|c| !c.eq_ignore_ascii_case("auto")).map(|c| !is_white(&c));
    if attribute(e, "themeFill").is_some_and(|fill| !matches!(fill.as_str(), "background1" | "light1")) {
        return Some(true);
    }
    match attribute(e, "val").as_deref() {
        None | Some("clear" | "nil") => coloured("fill"),
        // A pattern without a colour of its own is drawn in black.
        Some(_) => Some(coloured("color").unwrap_or(true) || coloured("fill") == Some(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(properties: &[&str]) -> Format {
        let mut format = Format::default();
        for property in properties {
            format.read(&BytesStart::from_content(*property, property.find(' ').unwrap_or(property.len())));
        }
        format
    }

    #[test]
    fn white_and_tiny_letters_are_hidden() {
        for (properties, hidden) in [
            (&["w:color w:val='FFFFFF'"][..], true),
            (&["w:color w:val='FFFFFF'", "w:shd w:val='clear' w:fill='1F3864'"], false),
            (&["w:color w:val='FFFFFF'", "w:shd w:val='clear' w:fill='auto'"], true),
            (&["w:color w:val='FFFFFF'", "w:shd w:val='solid' w:color='000000'"], false),
            (&["w:color w:val='FFFFFF'", "w:highlight w:val='black'"], false),
            (&["w:color w:val='FF0000'"], false),
            (&["w:color w:val='auto'"], false),
            (&["w:sz w:val='2'"], true),
            (&["w:sz w:val='16'"], false),
            (&["w:vanish"], true),
            (&["w:vanish w:val='0'"], false),
        ] {
            assert_eq!(format(properties).is_hidden(false), hidden, "{properties:?}");
        }
        assert!(!format(&["w:color w:val='FFFFFF'"]).is_hidden(true));
    }

    #[test]
    fn styles_toggle_and_runs_decide() {
        let on = format(&["w:strike"]);
        let off = format(&["w:strike w:val='0'"]);
        assert!(on.toggled_over(Format::default()).is_struck());
        assert!(!on.toggled_over(on).is_struck());
        assert!(!off.over(on).is_struck());
        assert!(format(&["w:dstrike"]).is_struck());
        assert_eq!(format(&["w:position w:val='6'"]).script(), (Script::Raised, true));
        assert_eq!(format(&["w:position w:val='1'"]).script(), (Script::Normal, false));
    }
}
