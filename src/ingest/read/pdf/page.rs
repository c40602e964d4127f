//! From what a page draws to its lines.

use std::collections::BTreeMap;

use crate::text::{Line, LineFlags};

use super::columns::blocks;
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
