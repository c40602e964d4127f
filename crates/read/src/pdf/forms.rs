//! Values of form fields (ISO 32000-2, 12.7) that nothing on the page shows: set where their
//! widgets are, so that they come into line with their labels.

use std::collections::HashMap;

use hayro_interpret::{TransformExt, kurbo};
use hayro_syntax::object::{Array, Dict, Name, Object, Rect as PdfRect, Stream, String as PdfString};
use hayro_syntax::page::Page as PdfPage;

use crate::lines::{clean, squeeze, wrap};

use super::bomb::is_bomb;
use super::geometry::{Rect, whole};
use super::glyph::{Glyph, PageContent, TextSource};
use super::strings::text_string;

/// Most fields of a page, how far up their ancestors are asked, and the longest value in
/// characters.
const MOST_FIELDS: usize = 2_000;
const MOST_ANCESTORS: usize = 32;
const LONGEST_VALUE: usize = 20_000;
const LONGEST_STREAM: u64 = 1 << 20;

/// Widths of a letter and of a space, in em; what the page is set in is not known.
const LETTER: f32 = 0.5;
const SPACE: f32 = 0.3;

/// Marks of a box that is ticked and of one that is not.
const TICKED: &str = "\u{2612}";
const OPEN: &str = "\u{2610}";

/// Flags of annotations and fields, by their bits.
const ANNOTATION_HIDDEN: u32 = 1 << 1 | 1 << 5;
const MULTI_LINE: u32 = 1 << 12;
const PASSWORD: u32 = 1 << 13;
const RADIO: u32 = 1 << 15;
const PUSH_BUTTON: u32 = 1 << 16;

/// Adds to the page's content the values of its fields. A value that an appearance stream shows
/// already is left to it; a box is always given as a mark, in place of what is drawn in it.
pub(super) fn add_values(page: &PdfPage<'_>, content: &mut PageContent) {
    let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots") else { return };
    let transform = page.initial_transform(true).to_kurbo();
    let mut additions = Vec::new();
    for widget in annotations.iter::<Dict<'_>>().take(MOST_FIELDS) {
        let hidden = widget.get::<u32>(b"F").unwrap_or(0) & ANNOTATION_HIDDEN != 0;
        if hidden || widget.get::<Name<'_>>(b"Subtype").is_none_or(|kind| kind.as_str() != "Widget") {
            continue;
        }
        let Some(rect) = widget.get::<PdfRect>(b"Rect") else { continue };
        let rect = kurbo::Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
        let place = Rect::of(transform.transform_rect_bbox(rect));
        let page = Rect { x0: 0.0, y0: 0.0, x1: content.size.0, y1: content.size.1 };
        if place.area() <= 1.0 || place.intersect(&page).area() < place.area() / 2.0 {
            continue;
        }
        let field = Field::of(&widget);
        match field.kind.as_deref() {
            Some("Btn") if field.flags & PUSH_BUTTON == 0 => {
                if let Some(ticked) = field.ticked(&widget) {
                    hide_marks(content, &place);
                    additions.push(Addition::mark(if ticked { TICKED } else { OPEN }, place));
                }
            }
            Some("Tx") if field.flags & PASSWORD == 0 => {
                additions.extend(field.text(&widget, place, content))
            }
            Some("Ch") => additions.extend(field.text(&widget, place, content)),
            _ => {}
        }
    }
    let lines: Vec<Baseline> =
        content.glyphs.iter().filter_map(|glyph| Baseline::of(content, glyph)).collect();
    for addition in additions {
        addition.set(content, &lines);
    }
}

/// Properties of a field, from a widget and its ancestors.
struct Field<'a> {
    kind: Option<String>,
    flags: u32,
    value: Option<Object<'a>>,
    options: Option<Array<'a>>,
    appearance: Option<String>,
}

impl<'a> Field<'a> {
    fn of(widget: &Dict<'a>) -> Self {
        let mut field = Field { kind: None, flags: 0, value: None, options: None, appearance: None };
        let mut flags = None;
        let mut node = widget.clone();
        for _ in 0..MOST_ANCESTORS {
            field.kind = field.kind.or_else(|| node.get::<Name<'_>>(b"FT").map(|n| n.as_str().to_owned()));
            flags = flags.or_else(|| node.get::<u32>(b"Ff"));
            field.value = field.value.or_else(|| node.get::<Object<'_>>(b"V"));
            field.options = field.options.or_else(|| node.get::<Array<'_>>(b"Opt"));
            field.appearance = field
                .appearance
                .or_else(|| node.get::<PdfString<'_>>(b"DA").map(|text| text_string(text.as_bytes())));
            match node.get::<Dict<'_>>(b"Parent") {
                Some(parent) => node = parent,
                None => break,
            }
        }
        field.flags = flags.unwrap_or(0);
        field
    }

    /// True when a check box or radio button is on; `None` when nothing says so.
    fn ticked(&self, widget: &Dict<'_>) -> Option<bool> {
        let state = widget.get::<Name<'_>>(b"AS").map(|name| name.as_str().to_owned());
        let value = self.value.as_ref().and_then(|value| match value {
            Object::Name(name) => Some(name.as_str().to_owned()),
            Object::String(text) => Some(text_string(text.as_bytes())),
            _ => None,
        });
        let states: Vec<String> = widget
            .get::<Dict<'_>>(b"AP")
            .and_then(|appearances| appearances.get::<Dict<'_>>(b"N"))
            .map(|normal| normal.keys().map(|key| key.as_str().to_owned()).collect())
            .unwrap_or_default();
        let own = states.iter().find(|state| *state != "Off");
        match (state, value, own) {
            // Programs that fill forms in often leave the state behind.
            (Some(state), Some(value), Some(own)) if state == "Off" => Some(value == *own),
            (Some(state), ..) => Some(state != "Off"),
            (None, Some(value), Some(own)) => Some(value == *own),
            // A radio button without a name of its own says nothing.
            (None, Some(_), None) if self.flags & RADIO != 0 => None,
            (None, Some(value), None) => Some(value != "Off" && !value.is_empty()),
            (None, None, _) => Some(false),
        }
    }

    /// The value of a text field or a choice, unless the page shows it.
    fn text(&self, widget: &Dict<'_>, place: Rect, content: &PageContent) -> Option<Addition> {
        let value = self.shown_value()?;
        let shown: String = letters(&within(content, &place));
        let has_appearance = widget
            .get::<Dict<'_>>(b"AP")
            .is_some_and(|appearances| appearances.get::<Stream<'_>>(b"N").is_some());
        let start: String = letters(&value).chars().take(12).collect();
        if (has_appearance && !shown.is_empty()) || (!start.is_empty() && shown.contains(&start)) {
            return None;
        }
        Some(Addition { text: value, place, size: self.font_size(), many: self.flags & MULTI_LINE != 0 })
    }

    fn shown_value(&self) -> Option<String> {
        let options = self.options.as_ref().map(option_texts).unwrap_or_default();
        let one = |text: String| options.get(&text).cloned().unwrap_or(text);
        let value = match self.value.as_ref()? {
            Object::String(text) => one(text_string(text.as_bytes())),
            Object::Name(name) => one(name.as_str().to_owned()),
            Object::Stream(stream) if !is_bomb(stream, LONGEST_STREAM) => {
                text_string(&stream.decoded().ok()?)
            }
            Object::Array(values) => values
                .iter::<PdfString<'_>>()
                .take(MOST_FIELDS)
                .map(|text| one(text_string(text.as_bytes())))
                .collect::<Vec<_>>()
                .join(", "),
            _ => return None,
        };
        let value: String = value.chars().take(LONGEST_VALUE).collect();
        (!value.trim().is_empty()).then_some(value)
    }

    /// Font size that the field states; 0 leaves it to the program.
    fn font_size(&self) -> Option<f32> {
        let words: Vec<&str> = self.appearance.as_deref()?.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "Tf")?;
        let size: f32 = words.get(at.checked_sub(1)?)?.parse().ok()?;
        (size.is_finite() && (2.0..200.0).contains(&size)).then_some(size)
    }
}

/// Texts shown for the values of a choice.
fn option_texts(options: &Array<'_>) -> HashMap<String, String> {
    let pairs = options.iter::<Object<'_>>().take(MOST_FIELDS).filter_map(Object::into_array);
    pairs
        .filter_map(|pair| {
            let mut pair = pair.iter::<PdfString<'_>>();
            let value = text_string(pair.next()?.as_bytes());
            Some((value, text_string(pair.next()?.as_bytes())))
        })
        .collect()
}

/// A text that comes onto the page.
struct Addition {
    text: String,
    place: Rect,
    size: Option<f32>,
    many: bool,
}

impl Addition {
    fn mark(mark: &str, place: Rect) -> Self {
        Addition { text: mark.to_owned(), place, size: None, many: false }
    }

    /// Puts the text's glyphs into the widget, on the baseline of the text beside it if any.
    fn set(self, content: &mut PageContent, lines: &[Baseline]) {
        let Rect { x0, y0, x1, y1 } = self.place;
        let (width, height) = (x1 - x0, y1 - y0);
        let reach = if self.many { y1.min(y0 + 20.0) } else { y1 + 2.0 };
        let neighbour = Baseline::nearest(lines, &Rect { y1: reach, ..self.place });
        let filling = if self.many { 12.0 } else { (height * 0.8).min(14.0) };
        let size = self.size.or(neighbour.map(|line| line.size)).unwrap_or(filling).clamp(2.0, 40.0);
        let columns = usize::try_from(whole(width / (LETTER * size))).unwrap_or(0).max(4);
        let rows: Vec<String> = self
            .text
            .split(['\n', '\r'])
            .map(|line| squeeze(&clean(line)))
            .filter(|line| !line.is_empty())
            .flat_map(|line| if self.many { wrap(&line, columns) } else { vec![line] })
            .collect();
        let mut y = match neighbour {
            Some(line) => line.y,
            None if self.many => y0 + size,
            None => (y0 + y1) / 2.0 + size * 0.35,
        };
        for row in rows {
            set_row(content, &row, (x0, y), size, width);
            y += size * 1.2;
        }
    }
}

/// Puts a row of glyphs at a place, narrow enough to end within the width, a space from what ends
/// or begins at the place's sides.
fn set_row(content: &mut PageContent, row: &str, (x, y): (f32, f32), size: f32, width: f32) {
    let (x, width) = (x + SPACE * size, (width - 2.0 * SPACE * size).max(LETTER * size));
    let em = |c: char| if c == ' ' { SPACE } else { LETTER };
    let length: f32 = row.chars().map(em).sum::<f32>() * size;
    let narrow = if length > width { (width / length).max(0.1) } else { 1.0 };
    // A mark fills its box.
    let advance =
        |c: char| if row == TICKED || row == OPEN { width.min(size * 2.0) } else { em(c) * size * narrow };
    let mut x = x;
    for c in row.chars() {
        let start = content.text.len();
        content.text.push(c);
        content.glyphs.push(Glyph {
            text: start..content.text.len(),
            x,
            y,
            direction: (1.0, 0.0),
            advance: advance(c),
            size,
            stem: None,
            hidden: false,
            invisible: false,
            cover: 0,
            covered: false,
            struck: false,
            underlined: false,
            source: TextSource::Stated,
        });
        x += advance(c);
    }
}

/// Where a letter of the page is set.
#[derive(Debug, Clone, Copy)]
struct Baseline {
    x: f32,
    y: f32,
    size: f32,
}

impl Baseline {
    fn of(content: &PageContent, glyph: &Glyph) -> Option<Self> {
        let is_seen = !glyph.hidden && !glyph.invisible && glyph.direction.0 > 0.99;
        let is_letter = content.text_of(glyph).contains(char::is_alphanumeric);
        (is_seen && is_letter).then_some(Baseline { x: glyph.x, y: glyph.y, size: glyph.size })
    }

    /// The one that is nearest to the side of a place, on its height.
    fn nearest(lines: &[Self], place: &Rect) -> Option<Self> {
        let aside = |line: &&Baseline| (place.x0 - line.x).max(line.x - place.x1);
        lines
            .iter()
            .filter(|line| line.y > place.y0 && line.y <= place.y1)
            .filter(|line| aside(line) > 0.0)
            .min_by(|a, b| aside(a).total_cmp(&aside(b)))
            .copied()
    }
}

/// True when the middle of a glyph is in a place.
fn is_within(glyph: &Glyph, place: &Rect) -> bool {
    place.contains(glyph.x + glyph.advance / 2.0, glyph.y - glyph.size * 0.3)
}

/// Text that a reader sees in a place.
fn within(content: &PageContent, place: &Rect) -> String {
    let seen = content.glyphs.iter().filter(|glyph| !glyph.hidden && is_within(glyph, place));
    seen.map(|glyph| content.text_of(glyph)).collect()
}

/// Takes out the tick or the printed box within a check box.
fn hide_marks(content: &mut PageContent, place: &Rect) {
    const MOST_MARKS: usize = 2;
    if content.glyphs.iter().filter(|glyph| is_within(glyph, place)).count() <= MOST_MARKS {
        content.glyphs.retain(|glyph| !is_within(glyph, place));
    }
}

/// Letters and digits alone.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::made::{Made, stream};
    use super::super::options::QualityOptions;
    use super::super::{PdfOptions, read};

    fn lines(made: &Made) -> Vec<String> {
        lines_with(made, &PdfOptions::default())
    }

    fn lines_with(made: &Made, options: &PdfOptions) -> Vec<String> {
        let page = read(&made.bytes(), options).unwrap().pages.remove(0);
        page.lines.into_iter().map(|line| line.text).collect()
    }

    /// A form of these labels, 24 points apart from the top, with these widgets.
    fn form(labels: &[&str], widgets: &[String]) -> Made {
        let mut made = Made::of_lines(labels);
        made.catalog = "/AcroForm << /Fields [] /DA (/Helv 0 Tf) >>".to_owned();
        made.page = format!("/Annots [{}]", widgets.join(" "));
        made
    }

    /// A widget beside or after the label of this row.
    fn widget(row: i32, x0: i32, x1: i32, entries: &str) -> String {
        let base = 740 - 24 * row;
        format!(
            "<< /Type /Annot /Subtype /Widget /F 4 /Rect [{x0} {} {x1} {}] {entries} >>",
            base - 4,
            base + 12
        )
    }

    #[test]
    fn values_come_into_line_with_their_labels() {
        let widgets = [
            widget(0, 130, 300, "/FT /Tx /T (name) /V (Jo Smith)"),
            widget(1, 130, 300, "/FT /Tx /T (fee) /DA (/Helv 10 Tf 0 g) /V <FEFF00240034003020AC>"),
            widget(2, 130, 300, "/FT /Ch /T (zone) /Opt [[(r1) (Residential 1)] [(b) (Business)]] /V (r1)"),
            widget(3, 130, 300, "/FT /Ch /T (uses) /Opt [(Shop) (Office)] /V [(Shop) (Office)]"),
            widget(4, 130, 300, "/T (lot) /Parent << /FT /Tx /T (parent) /V (12-3) >>"),
        ];
        let made = form(&["Applicant:", "Fee:", "Zone:", "Uses:", "Lot:"], &widgets);
        let got: Vec<String> = lines(&made).iter().map(|line| crate::lines::squeeze(line)).collect();
        assert_eq!(
            got,
            [
                "Applicant: Jo Smith",
                "Fee: $40\u{20ac}",
                "Zone: Residential 1",
                "Uses: Shop, Office",
                "Lot: 12-3"
            ]
        );
    }

    #[test]
    fn boxes_show_their_state() {
        let yes = "/AP << /N << /Yes 6 0 R /Off 7 0 R >> >>";
        let radio = |own: &str, state: &str| {
            format!(
                "/Parent << /FT /Btn /Ff 49152 /T (way) /V /{state} >> /AP << /N << /{own} 6 0 R /Off 7 0 R >> >>"
            )
        };
        let widgets = [
            widget(0, 56, 68, &format!("/FT /Btn /T (granted) /V /Yes /AS /Yes {yes}")),
            widget(1, 56, 68, &format!("/FT /Btn /T (denied) /V /Off /AS /Off {yes}")),
            widget(2, 56, 68, &format!("/FT /Btn /T (tabled) /V /Yes {yes}")),
            widget(3, 56, 68, &radio("A", "B")),
            widget(4, 56, 68, &radio("B", "B")),
            widget(5, 56, 68, "/FT /Btn /T (none)"),
            widget(6, 56, 68, "/FT /Btn /Ff 65536 /MK << /CA (Print) >>"),
        ];
        let mut made =
            form(&["Granted", "Denied", "Tabled", "By mail", "In person", "Nothing", "Button"], &widgets);
        made.objects = vec![
            stream(
                "/Type /XObject /Subtype /Form /BBox [0 0 12 16] /Resources << /Font << /F1 5 0 R >> >>",
                b"BT /F1 10 Tf 2 4 Td (X) Tj ET",
            ),
            stream("/Type /XObject /Subtype /Form /BBox [0 0 12 16]", b""),
        ];
        assert_eq!(
            lines(&made),
            [
                "\u{2612} Granted",
                "\u{2610} Denied",
                "\u{2612} Tabled",
                "\u{2610} By mail",
                "\u{2612} In person",
                "\u{2610} Nothing",
                "Button"
            ]
        );
    }

    #[test]
    fn two_boxes_in_a_line_stay_with_their_captions() {
        let widgets =
            [widget(0, 118, 130, "/FT /Btn /T (g) /V /Yes"), widget(0, 172, 184, "/FT /Btn /T (d) /V /Off")];
        let mut made = form(&[], &widgets);
        made.content =
            "BT /F1 12 Tf 72 740 Td (Granted) Tj ET BT /F1 12 Tf 134 740 Td (Denied) Tj ET".to_owned();
        let got: Vec<String> = lines(&made).iter().map(|line| crate::lines::squeeze(line)).collect();
        assert_eq!(got, ["Granted \u{2612} Denied \u{2610}"]);
    }

    #[test]
    fn what_the_page_shows_is_not_given_twice() {
        let with_stream = widget(0, 130, 300, "/FT /Tx /T (name) /V (Jo Smith) /AP << /N 6 0 R >>");
        let appearance = |content: &[u8]| {
            let entries =
                "/Type /XObject /Subtype /Form /BBox [0 0 170 16] /Resources << /Font << /F1 5 0 R >> >>";
            stream(entries, content)
        };
        for (content, expected) in [
            (&b"/Tx BMC BT /F1 12 Tf 2 4 Td (Jo Smith) Tj ET EMC"[..], "Applicant: Jo Smith"),
            // Another value is drawn: the page is what a person sees.
            (b"BT /F1 12 Tf 2 4 Td (Al Jones) Tj ET", "Applicant: Al Jones"),
            // Nothing is drawn, as where a viewer has to make the appearance.
            (b"/Tx BMC EMC", "Applicant: Jo Smith"),
        ] {
            let mut made = form(&["Applicant:"], std::slice::from_ref(&with_stream));
            made.objects = vec![appearance(content)];
            let got: Vec<String> = lines(&made).iter().map(|line| crate::lines::squeeze(line)).collect();
            assert_eq!(got, [expected]);
        }
        // Printed into the page as well as kept in the field.
        let made = form(&["Applicant: Jo Smith"], &[widget(0, 126, 300, "/FT /Tx /V (Jo Smith)")]);
        assert_eq!(lines(&made), ["Applicant: Jo Smith"]);
    }

    #[test]
    fn hidden_and_secret_fields_stay_away() {
        for entries in
            ["/FT /Tx /V (x) /F 2", "/FT /Tx /V (x) /Ff 8192", "/FT /Tx", "/FT /Sig /V << /Name (Jo) >>"]
        {
            let widget = widget(0, 130, 300, entries).replace("/F 4 ", "");
            assert_eq!(lines(&form(&["Label"], &[widget])), ["Label"], "{entries}");
        }
    }

    #[test]
    fn long_answers_are_lines() {
        let text = "The fence may be six feet high. The hedge may be four feet high. The wall may be three.";
        let tall = format!(
            "<< /Type /Annot /Subtype /Widget /Rect [72 600 300 720] /FT /Tx /Ff 4096 /DA (/H 10 Tf) /V ({text}) >>"
        );
        let got = lines(&form(&["Remarks"], &[tall]));
        assert_eq!(got[0], "Remarks");
        assert!(got.len() > 2 && got[1..].join(" ") == text, "{got:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Whatever is typed into fields is on the page once.
        #[test]
        fn no_value_is_lost(values in proptest::collection::vec("[a-zA-Z0-9$][a-zA-Z0-9 .,$]{0,30}", 1..8), x in 100i32..300) {
            let labels: Vec<String> = (0..values.len()).map(|i| format!("Label{i}")).collect();
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            let widgets: Vec<String> = (0i32..).zip(&values)
                .map(|(row, value)| widget(row, 72 + x, 270 + x, &format!("/FT /Tx /V ({value})"))).collect();
            // Random letters form no words: the page would pass for one with a wrong encoding.
            let quality = QualityOptions { letters: 0.0, words: usize::MAX, ..QualityOptions::default() };
            let options = PdfOptions { quality, ..PdfOptions::default() };
            let got = lines_with(&form(&labels, &widgets), &options).join("\n");
            let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            for value in &values {
                prop_assert!(plain(&got).contains(&plain(value)), "{} in {}", value, got);
            }
        }

        #[test]
        fn never_panics(rect in "[-0-9. ]{0,30}", entries in proptest::collection::vec(proptest::sample::select(vec![
            "/FT /Tx", "/FT /Btn", "/FT /Ch", "/V (a)", "/V /Yes", "/V [(a) 3]", "/V 6 0 R", "/AS /Off", "/Ff 4096",
            "/Parent 3 0 R", "/Opt [[(a)] (b) 4]", "/DA (0 Tf)", "/DA (1e99 Tf)", "/AP << /N 6 0 R >>", "/AP << /N << /Yes 6 0 R >> >>",
        ]), 0..8)) {
            let widget = format!("<< /Subtype /Widget /Rect [{rect}] {} >>", entries.join(" "));
            let mut made = form(&["Label"], &[widget]);
            made.objects = vec![stream("", b"text")];
            let _ = read(&made.bytes(), &PdfOptions::default());
        }
    }
}
