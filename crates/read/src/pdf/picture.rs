//! A page as a picture, for OCR: pictures, letters and filled shapes in grey.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, FillRule, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, LumaData, Paint, SoftMask, TransformExt, interpret_page,
};

use crate::ReadError;

use super::bomb::inflates_too_far;
use super::canvas::{Canvas, level};
use super::job::damaged;
use super::open::{OpenError, open};
use super::options::PdfOptions;
use super::visibility::colour;

/// Most pixels of a picture; a larger page is drawn at a lower resolution.
const MOST_PIXELS: f64 = 40e6;

/// A page as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Encoding of `bytes`.
    pub format: PictureFormat,
    /// The file's content.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Pixels an inch; may be less than was asked for on a huge page.
    pub dpi: u32,
}

/// Format of a [`Picture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureFormat {
    /// Binary portable grey map (PNM, `P5`).
    Pgm,
}

impl PictureFormat {
    /// File name ending.
    pub fn extension(self) -> &'static str {
        match self {
            PictureFormat::Pgm => "pgm",
        }
    }
}

/// Draws a page (index from 0) upright at `dpi` pixels an inch, with the default options.
///
/// # Errors
/// As [`page_picture_with`].
pub fn page_picture(bytes: &[u8], page_index: usize, dpi: u32) -> Result<Option<Picture>, ReadError> {
    page_picture_with(bytes, page_index, dpi, &PdfOptions::default())
}

/// Draws a page (index from 0) upright at `dpi` pixels an inch. `None` when the document has no such
/// page, or when nothing is drawn on it. Of the options the password and the limits count.
///
/// # Errors
/// As [`read`](super::read); [`ReadError::TooLarge`] when the page takes too long.
pub fn page_picture_with(
    bytes: &[u8],
    page_index: usize,
    dpi: u32,
    options: &PdfOptions,
) -> Result<Option<Picture>, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let (to, from) = channel();
    let bytes = Arc::new(bytes.to_vec());
    let limit = options.limits.time_per_page.saturating_mul(2);
    let thread_options = options.clone();
    let spawned = std::thread::Builder::new()
        .name("pdf picture".to_owned())
        .stack_size(options.limits.stack_bytes)
        .spawn(move || {
            let _ = to.send(draw(&bytes, page_index, dpi, &thread_options));
        });
    let too_slow = || ReadError::TooLarge {
        what: format!("the time to draw page {}", page_index.saturating_add(1)),
        limit: format!("{} s", limit.as_secs()),
        key: Some("pdf.limits.time_per_page"),
    };
    if spawned.is_err() {
        return Err(too_slow());
    }
    from.recv_timeout(limit + Duration::from_secs(1)).unwrap_or_else(|_| Err(too_slow()))
}

fn draw(
    bytes: &Arc<Vec<u8>>,
    index: usize,
    dpi: u32,
    options: &PdfOptions,
) -> Result<Option<Picture>, ReadError> {
    let pdf = open(bytes, options.password.as_deref()).map_err(|error| match error {
        OpenError::Password => ReadError::Encrypted,
        OpenError::Encryption => damaged("it is encrypted in a way that is not supported"),
        OpenError::Damaged => damaged("its structure can't be read"),
    })?;
    let Some(page) = pdf.pages().get(index) else { return Ok(None) };
    if catch_unwind(AssertUnwindSafe(|| inflates_too_far(page, options.limits.content_bytes))).unwrap_or(true)
    {
        return Ok(None);
    }
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    let mut scale = f64::from(dpi.clamp(10, 1200)) / 72.0;
    if width * height * scale * scale > MOST_PIXELS {
        scale = (MOST_PIXELS / (width * height)).sqrt();
    }
    let mut painter = Painter {
        canvas: Canvas::white(pixels(width * scale), pixels(height * scale)),
        deadline: Instant::now() + options.limits.time_per_page,
        painted: false,
    };
    let cache = InterpreterCache::new();
    // What was drawn before damaged content or the time limit is worth recognising.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let mut context = Context::new(
            Affine::scale(scale) * page.initial_transform(true).to_kurbo(),
            Rect::new(0.0, 0.0, width * scale, height * scale),
            &cache,
            pdf.xref(),
            InterpreterSettings::default(),
        );
        interpret_page(page, &mut context, &mut painter);
    }));
    if !painter.painted {
        return Ok(None);
    }
    let Canvas { width, height, pixels: grey, .. } = painter.canvas;
    let mut file = format!("P5\n{width} {height}\n255\n").into_bytes();
    file.extend(grey);
    let dpi = pixels(scale * 72.0);
    Ok(Some(Picture { format: PictureFormat::Pgm, bytes: file, width, height, dpi }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bounded by MOST_PIXELS
fn pixels(length: f64) -> u32 {
    length.round().clamp(1.0, MOST_PIXELS) as u32
}

struct Painter {
    canvas: Canvas,
    deadline: Instant,
    painted: bool,
}

impl Painter {
    fn tick(&self) {
        if Instant::now() >= self.deadline {
            resume_unwind(Box::new(()));
        }
    }

    fn fill(&mut self, path: &BezPath, rule: FillRule, paint: &Paint<'_>) {
        self.tick();
        // A pattern is most often a shading behind text.
        let (grey, opacity) = colour(paint).map_or((200.0, 1.0), |(c, alpha)| (luma(c) * 255.0, alpha));
        if opacity > 0.0 {
            self.painted = true;
            self.canvas.fill(path, rule, level(grey), opacity);
        }
    }
}

/// Rec. 601 luma.
fn luma([red, green, blue]: [f32; 3]) -> f32 {
    0.299 * red + 0.587 * green + 0.114 * blue
}

fn fill_rule(mode: &DrawMode) -> Option<FillRule> {
    match mode {
        DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) => Some(*rule),
        DrawMode::Stroke(_) | DrawMode::Invisible => None,
    }
}

impl<'a> Device<'a> for Painter {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        if let Some(rule) = fill_rule(mode) {
            self.fill(&(props.transform * path), rule, &props.paint);
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        self.canvas.push_clip(clip_path.path.bounding_box());
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Invisible) {
            return;
        }
        for glyph in run.glyphs() {
            match &**glyph {
                Glyph::Outline(outline) => {
                    let path = props.transform * glyph.transform() * outline.outline();
                    self.fill(&path, FillRule::NonZero, &props.paint);
                }
                Glyph::Type3(type3) => {
                    self.tick();
                    type3.interpret(self, props.transform, glyph.transform(), &props.paint);
                }
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.tick();
        self.painted = true;
        let transform = props.transform;
        let canvas = &mut self.canvas;
        match image {
            Image::Raster(raster) => raster.with_rgba(
                |data, alpha| {
                    let size = (data.width(), data.height());
                    let fit = Affine::scale_non_uniform(
                        f64::from(data.scale_factors().0),
                        f64::from(data.scale_factors().1),
                    );
                    canvas.picture(transform * fit, size, 1.0, |x, y| {
                        let opacity = alpha.as_ref().map_or(1.0, |alpha| {
                            let (ax, ay) = (scaled(x, size.0, alpha.width), scaled(y, size.1, alpha.height));
                            sample(alpha, ax, ay).map_or(1.0, |a| f32::from(a) / 255.0)
                        });
                        grey_at(&data, x, y).map(|grey| (grey, opacity))
                    });
                },
                None,
            ),
            Image::Stencil(stencil) => stencil.with_stencil(
                |mask, paint| {
                    let (grey, opacity) =
                        colour(paint).map_or((0, 1.0), |(c, a)| (level(luma(c) * 255.0), a));
                    let fit = Affine::scale_non_uniform(
                        f64::from(mask.scale_factors.0),
                        f64::from(mask.scale_factors.1),
                    );
                    canvas.picture(transform * fit, (mask.width, mask.height), opacity, |x, y| {
                        sample(&mask, x, y).map(|m| (grey, f32::from(m) / 255.0))
                    });
                },
                None,
            ),
        }
    }

    fn pop_clip(&mut self) {
        self.canvas.pop_clip();
    }

    fn pop_transparency_group(&mut self) {}
}

fn scaled(at: u32, from: u32, to: u32) -> u32 {
    if from == to {
        return at;
    }
    u32::try_from(u64::from(at) * u64::from(to) / u64::from(from.max(1))).unwrap_or(0)
}

fn sample(luma: &LumaData, x: u32, y: u32) -> Option<u8> {
    let at = u64::from(y) * u64::from(luma.width) + u64::from(x);
    luma.data.get(usize::try_from(at).ok()?).copied()
}

fn grey_at(data: &ImageData, x: u32, y: u32) -> Option<u8> {
    match data {
        ImageData::Luma(luma) => sample(luma, x, y),
        ImageData::Rgb(rgb) => {
            let at = usize::try_from((u64::from(y) * u64::from(rgb.width) + u64::from(x)) * 3).ok()?;
            let [red, green, blue] = rgb.data.get(at..at.checked_add(3)?)? else { return None };
            let [red, green, blue] = [red, green, blue].map(|&c| f32::from(c));
            Some(level(luma([red, green, blue])))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luma_of_white_is_one() {
        assert!((luma([1.0; 3]) - 1.0).abs() < 1e-6);
        assert_eq!(scaled(10, 100, 50), 5);
    }
}
