//! Collects what a page draws.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hayro_cmap::{BfString, WritingMode};
use hayro_interpret::font::{Glyph as HayroGlyph, GlyphRun};
use hayro_interpret::kurbo::{Affine, BezPath, Cap, PathEl, Point, Rect as KurboRect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps, Paint, SoftMask,
};
use hayro_syntax::object::{Dict, String as PdfString};
use hayro_syntax::page::Resources;

use super::area::{Area, Thin};
use super::fonts::Stems;
use super::geometry::{Rect, single};
use super::glyph::{Cut, Glyph, PageContent, Rule, TextSource};
use super::placed::{Placed, place, scales_across};
use super::strikes::Strikes;
use super::strings::text_string;
use super::unicode::{UnicodeFallback, stated};
use super::visibility::{Backdrop, Colour, colour, is_opaque};

/// Upright lines: thinner than a bar of a chart, taller than a letter.
const THICKEST_RULE: f32 = 2.5;
const SHORTEST_RULE: f32 = 6.0;
const MOST_RULES: usize = 4000;

/// Opacity from which paint hides the text below it.
const OPAQUE: f32 = 0.6;

/// Samples of a glyph's body that have to be painted over for it to be hidden: three fifths.
const MOSTLY: u32 = Glyph::SAMPLES * 3 / 5;

/// Thinnest shape that can hide a part of a glyph.
const THINNEST_COVER: f32 = 0.3;

/// Knowledge about a document's fonts, gathered so far.
#[derive(Default)]
pub(super) struct FontKnowledge {
    pub stems: Stems,
    pub fallback: UnicodeFallback,
}

/// When to stop a page.
pub(super) struct Budget {
    pub glyphs: usize,
    pub deadline: Instant,
    pub stop: Arc<AtomicBool>,
}

/// Carried by the unwinding that ends a page early.
pub(super) struct PageCut(pub Cut);

/// The device that [`hayro_interpret::interpret_page`] draws on.
pub(super) struct Collector<'k, 'r> {
    pub content: PageContent,
    knowledge: &'k mut FontKnowledge,
    resources: &'r Resources<'r>,
    budget: Budget,
    hidden_size: f32,
    calls: u32,
    backdrop: Backdrop,
    clips: Vec<Clip>,
    marks: Vec<Mark>,
    /// For each open transparency group, whether it paints over what lies below it.
    groups: Vec<bool>,
    strikes: Strikes,
}

/// Region to which drawing is confined.
struct Clip {
    /// Intersection of the boxes of this clip and of all clips around it.
    bounds: Rect,
    /// Its shape, when it is no box.
    shape: Option<Area>,
}

/// An open marked-content sequence.
struct Mark {
    replacement: Option<String>,
    first_glyph: usize,
}

impl<'k, 'r> Collector<'k, 'r> {
    pub fn new(
        size: (f32, f32),
        knowledge: &'k mut FontKnowledge,
        resources: &'r Resources<'r>,
        budget: Budget,
        hidden_size: f32,
    ) -> Self {
        Collector {
            content: PageContent { size, ..PageContent::default() },
            knowledge,
            resources,
            budget,
            hidden_size,
            calls: 0,
            backdrop: Backdrop::default(),
            clips: Vec::new(),
            marks: Vec::new(),
            groups: Vec::new(),
            strikes: Strikes::default(),
        }
    }

    /// Ends the page by unwinding when a limit is reached: the interpreter has no other way out.
    fn tick(&mut self) {
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(64) {
            if self.budget.stop.load(Ordering::Relaxed) {
                self.cut(Cut::Stopped);
            }
            if Instant::now() >= self.budget.deadline {
                self.cut(Cut::Time);
            }
        }
    }

    fn cut(&mut self, cut: Cut) {
        self.content.cut = Some(cut);
        resume_unwind(Box::new(PageCut(cut)));
    }

    fn clip(&self) -> Rect {
        self.clips.last().map_or(self.page(), |clip| clip.bounds)
    }

    fn page(&self) -> Rect {
        Rect { x0: 0.0, y0: 0.0, x1: self.content.size.0, y1: self.content.size.1 }
    }

    fn push_clip(&mut self, bounds: KurboRect, shape: Option<Area>) {
        self.tick();
        let bounds = self.clip().intersect(&Rect::of(bounds));
        self.clips.push(Clip { bounds, shape });
    }

    /// Notes an upright line, when it is long enough to part cells.
    fn rule(&mut self, x: f64, y0: f64, y1: f64) {
        let (x, y0, y1) = (single(x), single(y0), single(y1));
        if (y1 - y0).abs() >= SHORTEST_RULE && self.content.rules.len() < MOST_RULES {
            self.content.rules.push(Rule { x, y0: y0.min(y1), y1: y0.max(y1) });
        }
    }

    fn upright_strokes(&mut self, path: &BezPath, transform: Affine) {
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        for element in path.elements().iter().take(MOST_RULES) {
            let to = match *element {
                PathEl::MoveTo(p) => {
                    (start, last) = (transform * p, transform * p);
                    continue;
                }
                PathEl::LineTo(p) | PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => transform * p,
                PathEl::ClosePath => start,
            };
            if (to.x - last.x).abs() < 0.5 {
                self.rule(to.x, to.y, last.y);
            }
            last = to;
        }
    }

    /// Text under a picture of most of the page is an OCR layer like invisible text over one.
    fn cover(&mut self, area: Rect) {
        for glyph in &mut self.content.glyphs {
            glyph.invisible |= area.contains(glyph.x, glyph.y);
        }
    }

    /// Hides the glyphs whose body opaque paint has mostly covered by now. A picture hides no
    /// invisible text: scans come in pieces, which may follow their OCR layer.
    fn paint_over(&mut self, bounds: Rect, is_picture: bool, area: impl FnOnce() -> Option<Area>) {
        let thickness = (bounds.x1 - bounds.x0).min(bounds.y1 - bounds.y0);
        if thickness < THINNEST_COVER || self.groups.contains(&false) {
            return;
        }
        let near = |glyph: &Glyph| {
            let reach = glyph.size.max(glyph.advance);
            !(is_picture && glyph.invisible)
                && glyph.x + reach > bounds.x0
                && glyph.x - reach < bounds.x1
                && glyph.y + reach > bounds.y0
                && glyph.y - reach < bounds.y1
        };
        let mut glyphs = self.content.glyphs.iter_mut().filter(|glyph| near(glyph)).peekable();
        let Some(area) = glyphs.peek().is_some().then(area).flatten() else { return };
        for glyph in glyphs {
            let is_open = |x, y| {
                bounds.contains(x, y)
                    && area.contains(x, y)
                    && self.clips.iter().filter_map(|clip| clip.shape.as_ref()).all(|s| s.contains(x, y))
            };
            for (bit, (x, y)) in glyph.samples().enumerate() {
                glyph.cover |= u32::from(is_open(x, y)) << bit;
            }
            if glyph.cover.count_ones() > MOSTLY {
                glyph.covered |= !glyph.hidden;
                glyph.hidden = true;
            }
        }
    }

    /// Paints over with a shape, and notes the thin lines in it.
    fn shape_over(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        let is_opaque = is_opaque(&props.paint, OPAQUE)
            && props.blend_mode == BlendMode::Normal
            && props.soft_mask.is_none();
        if !is_opaque {
            return;
        }
        let clip = self.clip();
        let on_page = |bounds| Rect::of(props.transform.transform_rect_bbox(bounds)).intersect(&clip);
        let bounds = path.bounding_box();
        match mode {
            DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) => {
                let bounds = on_page(bounds);
                if bounds.area() <= 0.0 {
                    return;
                }
                let area = || Area::filled(&(props.transform * path), *rule);
                if Backdrop::counts(&bounds) && !self.groups.contains(&false) {
                    self.strikes.bury(|| Some(area()?.within(bounds)));
                }
                self.strikes.add(|| Thin::filled(&(props.transform * path)), &clip);
                self.paint_over(bounds, false, area);
            }
            DrawMode::Stroke(stroke) => {
                let width = f64::from(stroke.line_width);
                let reach = if stroke.line_cap == Cap::Butt { 0.0 } else { width / 2.0 };
                self.strikes.add(|| Thin::stroked(path, props.transform, width), &clip);
                // Frames stand around text; letters that they touch can still be read.
                if path.elements().contains(&PathEl::ClosePath) {
                    return;
                }
                let bounds = on_page(bounds.inflate(width / 2.0, width / 2.0));
                self.paint_over(bounds, false, || Area::stroked(path, props.transform, width, reach));
            }
            DrawMode::Invisible => {}
        }
    }

    /// Marks the glyphs that a thin line runs through or under, once all is drawn.
    pub fn strike(&mut self) {
        std::mem::take(&mut self.strikes).mark(&mut self.content.glyphs);
    }

    fn painted(&mut self, path: &BezPath, transform: Affine, paint: &Paint<'_>, mode: &DrawMode) {
        let bounds = transform.transform_rect_bbox(path.bounding_box());
        self.tick();
        let area = Rect::of(bounds).intersect(&self.clip());
        if area.x1 > area.x0 || area.y1 > area.y0 {
            let colour = colour(paint);
            if colour.is_none_or(|(_, alpha)| alpha > 0.0) {
                self.content.drawings += 1;
                if let DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) = mode {
                    if area.x1 - area.x0 <= THICKEST_RULE {
                        self.rule(bounds.center().x, bounds.y0, bounds.y1);
                    }
                    let is_boxed = self.clips.iter().all(|clip| clip.shape.is_none());
                    let colour = colour.filter(|(_, alpha)| *alpha > 0.5 && is_boxed).map(|(c, _)| c);
                    if Backdrop::counts(&area)
                        && let Some(shape) = Area::filled(&(transform * path), *rule)
                    {
                        self.backdrop.paint(shape.within(area), colour);
                    }
                }
            }
        }
    }
}

impl<'a> Device<'a> for Collector<'_, '_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Stroke(_)) {
            self.upright_strokes(path, props.transform);
        }
        self.shape_over(path, &props, mode);
        self.painted(path, props.transform, &props.paint, mode);
    }

    fn draw_rect(&mut self, rect: &KurboRect, props: DrawProps<'a>, mode: &DrawMode) {
        let bounds = props.transform.transform_rect_bbox(*rect);
        if matches!(mode, DrawMode::Stroke(_)) {
            self.rule(bounds.x0, bounds.y0, bounds.y1);
            self.rule(bounds.x1, bounds.y0, bounds.y1);
        }
        let path = rect.to_path(0.1);
        self.shape_over(&path, &props, mode);
        self.painted(&path, props.transform, &props.paint, mode);
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        let shape = Area::filled(&clip_path.path, clip_path.fill).filter(|shape| !shape.is_box());
        self.push_clip(clip_path.path.bounding_box(), shape);
    }

    fn push_clip_rect(&mut self, rect: &KurboRect) {
        self.push_clip(*rect, None);
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, mode: BlendMode) {
        self.tick();
        self.groups.push(opacity >= OPAQUE && mask.is_none() && mode == BlendMode::Normal);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.tick();
        let vertical = run.writing_mode() == WritingMode::Vertical;
        let paint = colour(&props.paint);
        let invisible = matches!(mode, DrawMode::Invisible);
        let clip = self.clip();
        let placed: Vec<Option<Placed>> = run
            .glyphs()
            .iter()
            .map(|glyph| {
                let advance = match &**glyph {
                    HayroGlyph::Outline(outline) => outline.advance_width(),
                    HayroGlyph::Type3(type3) => type3.advance_width(),
                };
                place(props.transform * glyph.transform(), advance, vertical)
            })
            .collect();
        let across = scales_across(&placed);
        for (glyph, placed) in run.glyphs().iter().zip(placed) {
            if self.content.glyphs.len() >= self.budget.glyphs {
                self.cut(Cut::Glyphs);
            }
            let Some(placed) = placed else { continue };
            let start = self.content.text.len();
            let source = match stated(glyph) {
                Some(BfString::Char(c)) => {
                    self.content.text.push(c);
                    TextSource::Stated
                }
                Some(BfString::String(s)) => {
                    self.content.text.push_str(&s);
                    TextSource::Stated
                }
                None => {
                    let (text, source) = self.knowledge.fallback.find(glyph, self.resources);
                    self.content.text.push_str(&text);
                    source
                }
            };
            let text = self.content.text.get(start..).unwrap_or("");
            let stem = match &**glyph {
                HayroGlyph::Outline(outline) => self.knowledge.stems.of(outline, text),
                HayroGlyph::Type3(_) => None,
            };
            let em = if across { placed.em.0 } else { placed.em.1 };
            let size = single(placed.em.0);
            let advance = single(placed.advance * em);
            let (x, y) = (single(placed.origin.x), single(placed.origin.y));
            let direction = (single(placed.along.x), single(placed.along.y));
            // The middle of the letter at some height, for questions of what lies over and under it.
            let middle = |up: f32| {
                let across = up * size;
                (
                    x + direction.0 * advance / 2.0 + direction.1 * across,
                    y + direction.1 * advance / 2.0 - direction.0 * across,
                )
            };
            let (middle_x, middle_y) = middle(0.3);
            let hidden = size <= self.hidden_size
                || !self.page().contains(middle_x, middle_y)
                || !clip.contains(middle_x, middle_y)
                || paint.is_some_and(|(colour, alpha): (Colour, f32)| {
                    alpha < 0.05
                        || (!invisible
                            && [0.3, 0.05, 0.55]
                                .map(middle)
                                .iter()
                                .all(|at| self.backdrop.swallows(colour, *at)))
                });
            self.content.glyphs.push(Glyph {
                text: start..self.content.text.len(),
                x,
                y,
                direction,
                advance,
                size,
                stem,
                hidden,
                invisible,
                cover: 0,
                covered: false,
                struck: false,
                underlined: false,
                source,
            });
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.tick();
        let pixels = KurboRect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        let outline = || Area::filled(&(props.transform * pixels.to_path(0.1)), FillRule::NonZero);
        let area = Rect::of(props.transform.transform_rect_bbox(pixels)).intersect(&self.clip());
        if area.area() > 0.0 {
            if let Image::Raster(raster) = &image
                && area.area() > 0.5 * self.page().area()
                && !raster.stream().dict().contains_key(b"SMask")
            {
                self.cover(area);
            } else if matches!(&image, Image::Raster(raster) if !raster.stream().dict().contains_key(b"SMask")
                    && !raster.stream().dict().contains_key(b"Mask"))
                && props.blend_mode == BlendMode::Normal
                && props.soft_mask.is_none()
            {
                self.paint_over(area, true, outline);
            }
            self.content.pictures.push(area);
            self.backdrop.paint(Area::of(area), None);
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }

    fn begin_marked_content(&mut self, _tag: &[u8], properties: Option<&Dict<'_>>) {
        self.tick();
        let replacement = properties
            .and_then(|dict| dict.get::<PdfString<'_>>(b"ActualText"))
            .map(|text| text_string(text.as_bytes()));
        self.marks.push(Mark { replacement, first_glyph: self.content.glyphs.len() });
    }

    fn end_marked_content(&mut self) {
        let Some(Mark { replacement: Some(replacement), first_glyph }) = self.marks.pop() else { return };
        replace_text(&mut self.content, first_glyph, &replacement);
    }
}

/// Gives a marked sequence its `ActualText`, when the sequence is on one line.
fn replace_text(content: &mut PageContent, first: usize, replacement: &str) {
    let Some((head, rest)) = content.glyphs.get_mut(first..).and_then(<[Glyph]>::split_first_mut) else {
        return;
    };
    let one_line = rest.iter().all(|glyph| {
        let (dx, dy) = (glyph.x - head.x, glyph.y - head.y);
        let off = dy * head.direction.0 - dx * head.direction.1;
        off.abs() <= head.size * 0.5 && glyph.direction == head.direction
    });
    if !one_line {
        return;
    }
    let reach = |glyph: &Glyph| {
        let (dx, dy) = (glyph.x - head.x, glyph.y - head.y);
        dx * head.direction.0 + dy * head.direction.1 + glyph.advance
    };
    let advance = rest.iter().map(reach).fold(head.advance, f32::max);
    head.advance = advance;
    head.source = TextSource::Stated;
    head.text = content.text.len()..content.text.len() + replacement.len();
    content.text.push_str(replacement);
    content.glyphs.truncate(first + 1);
}
