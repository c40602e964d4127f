//! From what a page draws to its lines.

use std::collections::BTreeMap;

use twolane_text::{Line, LineFlags};

use super::columns::blocks;
use super::footnotes;
use super::geometry::{Frame, whole};
use super::glyph::{Glyph, PageContent};
use super::lines::lines;
use super::margin::take_line_numbers;
use super::options::PdfOptions;
use super::rows::rows;
use super::words::words;

/// Lines of a page in reading order, and what was left out of them.
#[derive(Debug, Default)]
pub(super) struct PageLines {
    pub lines: Vec<Line>,
    /// Margin line numbers kept out of the text.
    pub line_numbers: usize,
}

/// Glyphs that form lines together: one direction, all seen or all hidden.
struct Group<'c> {
    frame: Frame,
    upright: bool,
    hidden: bool,
    glyphs: Vec<&'c Glyph>,
}

/// Makes lines: the main direction first, then turned text, then hidden text.
pub(super) fn page_lines(content: &PageContent, ocr_layer: bool, options: &PdfOptions) -> PageLines {
    let mut out = PageLines::default();
    for (index, group) in groups(content, ocr_layer).into_iter().enumerate() {
        let mut flags = LineFlags::empty();
        flags.set(LineFlags::HIDDEN, group.hidden);
        flags.set(LineFlags::ROTATED, index > 0 && !group.hidden);
        // Upright lines part cells of upright text.
        let rules = if group.upright { content.rules.as_slice() } else { &[] };
        let words = words(content, &group.glyphs, group.frame, ocr_layer, &options.layout);
        let mut rows = rows(words, &options.layout);
        out.line_numbers += take_line_numbers(&mut rows);
        for block in blocks(rows, &options.layout) {
            out.lines.extend(lines(&block, group.frame, content.size, rules, flags, &options.layout));
        }
    }
    footnotes::mark(&mut out.lines);
    out
}

fn groups(content: &PageContent, ocr_layer: bool) -> Vec<Group<'_>> {
    let mut by_angle: BTreeMap<(bool, i32), Vec<&Glyph>> = BTreeMap::new();
    for glyph in &content.glyphs {
        let degrees = whole(glyph.direction.1.atan2(glyph.direction.0).to_degrees()).rem_euclid(360);
        // Scans lie a little askew; what is within two degrees of upright counts as upright.
        let upright = ((degrees + 2) / 90 * 90).rem_euclid(360);
        let off = (degrees - upright).rem_euclid(360);
        let angle = if off <= 2 || off >= 358 { upright } else { degrees };
        let hidden = glyph.hidden || (glyph.invisible && !ocr_layer);
        by_angle.entry((hidden, angle)).or_default().push(glyph);
    }
    let mut groups: Vec<Group<'_>> = by_angle
        .into_iter()
        .map(|((hidden, angle), glyphs)| Group {
            frame: mean_frame(&glyphs),
            upright: angle == 0,
            hidden,
            glyphs,
        })
        .collect();
    // The main direction is upright unless most of the text runs otherwise, as on a sideways table.
    let most = groups.iter().filter(|group| !group.hidden).map(|group| group.glyphs.len()).max().unwrap_or(0);
    let main = |group: &Group<'_>| group.upright && group.glyphs.len() * 3 >= most;
    groups.sort_by_key(|group| (group.hidden, !main(group), std::cmp::Reverse(group.glyphs.len())));
    groups
}

/// The frame of the middle direction.
fn mean_frame(glyphs: &[&Glyph]) -> Frame {
    let (x, y) =
        glyphs.iter().fold((0.0f32, 0.0f32), |(x, y), glyph| (x + glyph.direction.0, y + glyph.direction.1));
    let length = x.hypot(y);
    if length > 0.0 { Frame::along(x / length, y / length) } else { Frame::along(1.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::TextSource;
    use super::*;
    use proptest::prelude::*;

    /// A page of strings, each at its place, in glyphs half an em wide.
    fn page(strings: &[(f32, f32, f32, &str)]) -> PageContent {
        let mut content = PageContent { size: (600.0, 800.0), ..PageContent::default() };
        for &(x, y, size, text) in strings {
            for (index, c) in (0u16..).zip(text.chars()) {
                let start = content.text.len();
                content.text.push(c);
                content.glyphs.push(Glyph {
                    text: start..content.text.len(),
                    x: x + f32::from(index) * size / 2.0,
                    y,
                    direction: (1.0, 0.0),
                    advance: size / 2.0,
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
            }
        }
        content
    }

    fn texts(content: &PageContent) -> Vec<String> {
        page_lines(content, false, &PdfOptions::default()).lines.into_iter().map(|l| l.text).collect()
    }

    #[test]
    fn columns_are_read_one_after_the_other() {
        let mut strings = vec![(50.0, 60.0, 10.0, "A heading that spans both of the columns of this page")];
        for row in 0..6u8 {
            let y = 100.0 + 12.0 * f32::from(row);
            strings.push((50.0, y, 10.0, "left column text of prose"));
            strings.push((320.0, y, 10.0, "right column text of prose"));
        }
        let lines = texts(&page(&strings));
        assert_eq!(lines.len(), 13);
        assert!(lines[0].starts_with("A heading"));
        assert!(lines[1..7].iter().all(|line| line == "left column text of prose"));
        assert!(lines[7..].iter().all(|line| line == "right column text of prose"));
    }

    #[test]
    fn tables_are_read_row_by_row() {
        let rows =
            [("Fees", "1,200", "1,300"), ("Fines", "40", "55"), ("Rent", "900", "950"), ("Other", "7", "8")];
        let mut strings = Vec::new();
        for (index, (head, old, new)) in (0u8..).zip(rows) {
            let y = 100.0 + 12.0 * f32::from(index);
            strings.extend([(50.0, y, 10.0, head), (200.0, y, 10.0, old), (300.0, y, 10.0, new)]);
        }
        let made = page_lines(&page(&strings), false, &PdfOptions::default());
        let lines: Vec<&str> = made.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(lines, ["Fees  1,200  1,300", "Fines  40  55", "Rent  900  950", "Other  7  8"]);
        assert!(made.lines.iter().all(|line| line.flags.contains(LineFlags::TABLE_ROW)));
    }

    #[test]
    fn margin_numbers_stay_out() {
        let numbers: Vec<String> = (1..=12).map(|n: u8| n.to_string()).collect();
        let mut strings = Vec::new();
        for (index, number) in (0u8..).zip(&numbers) {
            let y = 100.0 + 24.0 * f32::from(index);
            strings.push((
                40.0 - 5.0 * f32::from(u8::try_from(number.len()).unwrap()),
                y,
                10.0,
                number.as_str(),
            ));
            strings.push((72.0, y, 10.0, "testimony of the witness goes on"));
        }
        let made = page_lines(&page(&strings), false, &PdfOptions::default());
        assert_eq!(made.line_numbers, 12);
        assert!(made.lines.iter().all(|line| line.text == "testimony of the witness goes on"));
    }

    proptest! {
        /// Checks that, wherever text is placed, nothing panics and no letter is lost but doubles.
        #[test]
        fn keeps_all_letters(
            strings in proptest::collection::vec(
                (0.0f32..500.0, 0.0f32..780.0, 4.0f32..30.0, "[a-zA-Z .,]{0,20}"), 0..60,
            )
        ) {
            let strings: Vec<(f32, f32, f32, &str)> =
                strings.iter().map(|(x, y, s, t)| (*x, *y, *s, t.as_str())).collect();
            let content = page(&strings);
            let given = strings.iter().flat_map(|s| s.3.chars()).filter(|c| c.is_alphabetic()).count();
            let made: usize =
                texts(&content).iter().flat_map(|t| t.chars()).filter(|c| c.is_alphabetic()).count();
            prop_assert!(made <= given && made * 10 >= given * 9, "{} of {}", made, given);
        }

        /// Places that no page has.
        #[test]
        fn survives_odd_places(
            glyphs in proptest::collection::vec((any::<f32>(), any::<f32>(), any::<f32>(), any::<f32>()), 0..40)
        ) {
            let mut content = page(&[(10.0, 10.0, 10.0, "text")]);
            for (x, y, size, advance) in glyphs {
                let start = content.text.len();
                content.text.push('x');
                let mut glyph = content.glyphs[0].clone();
                glyph.text = start..content.text.len();
                (glyph.x, glyph.y, glyph.size, glyph.advance) = (x, y, size, advance);
                content.glyphs.push(glyph);
            }
            texts(&content);
        }
    }
}
