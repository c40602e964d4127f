//! The last resort: text as lopdf finds it, without places on the page.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lopdf::{Document as LopdfDocument, LoadOptions};

use twolane_text::Line;

use super::normalise::normalised;
use super::options::PdfOptions;

/// A document opened by lopdf.
pub(super) struct Fallback {
    document: LopdfDocument,
    pages: usize,
    limit: usize,
}

impl Fallback {
    pub fn open(bytes: &[u8], options: &PdfOptions) -> Option<Self> {
        let limit = usize::try_from(options.limits.content_bytes).unwrap_or(usize::MAX);
        let load = LoadOptions {
            password: options.password.clone(),
            max_decompressed_size: Some(limit),
            ..LoadOptions::default()
        };
        let document = catch_unwind(AssertUnwindSafe(|| LopdfDocument::load_mem_with_options(bytes, load)))
            .ok()?
            .ok()?;
        let pages =
            catch_unwind(AssertUnwindSafe(|| document.page_iter().take(options.limits.pages + 1).count()));
        Some(Fallback { pages: pages.ok()?, document, limit })
    }

    /// Number of pages; a page is only asked for when this equals what the first reader found.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Lines of a page by its number from 1.
    pub fn lines(&self, number: u32) -> Vec<Line> {
        let text =
            catch_unwind(AssertUnwindSafe(|| self.document.extract_text_with_limit(&[number], self.limit)));
        let Ok(Ok(text)) = text else { return Vec::new() };
        text.lines()
            .map(normalised)
            .filter(|line| !line.trim().is_empty())
            .zip(1..)
            .map(|(line, position)| Line::plain(number, position, line))
            .collect()
    }
}
