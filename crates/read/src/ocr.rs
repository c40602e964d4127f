//! Optical character recognition by the `tesseract` program, if it is installed.

use std::time::Duration;

use crate::{Page, PageStatus};
use twolane_text::{Line, LineFlags};

use super::lines::clean;
use super::ocr_error::OcrError;
use super::ocr_options::{OcrOptions, Recogniser};
use super::ocr_program::{Launch, run, run_tesseract};

/// True when a page's reason for being unread is that its text is a picture, and that OCR is
/// switched off or not installed: nothing failed then. A page that was given up for another reason
/// may name OCR too, behind it.
pub fn waits_for_ocr(reason: &str) -> bool {
    let rest = reason.split_once("OCR is wanted; ").map_or(reason, |(_, rest)| rest);
    let absent = rest.starts_with("the text is a picture and ")
        && rest.contains(" is not installed; install tesseract");
    absent || rest == OcrError::SwitchedOff.to_string()
}

/// The program with its settings.
#[derive(Debug, Clone)]
pub struct Tesseract<'a> {
    options: &'a OcrOptions,
}

/// Resolution that a picture without one of its own is taken to have.
const USUAL_DPI: f32 = 300.0;

impl<'a> Tesseract<'a> {
    /// With these settings; nothing is started yet.
    pub fn new(options: &'a OcrOptions) -> Self {
        Tesseract { options }
    }

    /// First line of `tesseract --version`, or why it can't be started.
    pub fn version(&self) -> Result<String, OcrError> {
        self.version_within(Launch::Direct)
    }

    /// As [`version`](Self::version), started in another way.
    ///
    /// # Errors
    /// [`OcrError`], when it can't be started so.
    pub fn version_within(&self, launch: Launch<'_>) -> Result<String, OcrError> {
        let limit = Duration::from_secs(10);
        let output = run(self.options, &["--version"], Vec::new(), launch, limit, &|| false)?;
        Ok(String::from_utf8_lossy(&output).lines().next().unwrap_or("").trim().to_owned())
    }

    /// Lines of one page's picture (PNG, TIFF, JPEG, PNM) drawn at this resolution, with boxes in
    /// points.
    pub fn lines(&self, picture: Vec<u8>, dpi: f32, page: u32) -> Result<Vec<Line>, OcrError> {
        let tsv = self.tsv(picture, dpi)?;
        Ok(parse_tsv(&tsv, dpi, self.options.min_confidence)
            .into_iter()
            .next()
            .map(|(_, lines)| renumber(lines, page))
            .unwrap_or_default())
    }

    /// Pages of a picture file.
    pub fn pages(&self, bytes: &[u8]) -> Result<Vec<Page>, OcrError> {
        let tsv = self.tsv(bytes.to_vec(), USUAL_DPI)?;
        let pages = parse_tsv(&tsv, USUAL_DPI, self.options.min_confidence);
        Ok((1u32..)
            .zip(pages)
            .map(|(number, (size, lines))| Page {
                number,
                label: None,
                size: Some(size),
                status: if lines.is_empty() { PageStatus::Blank } else { PageStatus::Ocr },
                lines: renumber(lines, number),
                engine: "tesseract".to_owned(),
            })
            .collect())
    }

    fn tsv(&self, picture: Vec<u8>, dpi: f32) -> Result<String, OcrError> {
        let dpi = whole(dpi);
        match &self.options.recogniser {
            Recogniser::Program => run_tesseract(self.options, picture, dpi, Launch::Direct, &|| false),
            Recogniser::Other(other) => other.table(&picture, dpi, self.options),
        }
    }
}

/// A resolution as tesseract takes it.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped before.
fn whole(dpi: f32) -> u32 {
    if dpi.is_finite() { dpi.clamp(1.0, 10_000.0).round() as u32 } else { 300 }
}

fn renumber(mut lines: Vec<Line>, page: u32) -> Vec<Line> {
    for (number, line) in (1u32..).zip(&mut lines) {
        line.page = page;
        line.number = number;
    }
    lines
}

type RecognisedPage = ((f32, f32), Vec<Line>);

/// Words of tesseract's TSV put into lines. Columns: level, page, block, paragraph, line, word,
/// left, top, width, height, confidence, text; pixels from the top left.
fn parse_tsv(tsv: &str, dpi: f32, min_confidence: u8) -> Vec<RecognisedPage> {
    struct Open {
        key: (u32, u32, u32),
        words: Vec<String>,
        confidence: f32,
        bounds: [f32; 4],
    }
    let to_points = 72.0 / dpi.max(1.0);
    let mut pages: Vec<RecognisedPage> = Vec::new();
    let mut open: Option<Open> = None;
    let mut last_paragraph = (0, 0);
    let mut close = |open: Option<Open>, pages: &mut Vec<RecognisedPage>| {
        let (Some(open), Some((_, lines))) = (open, pages.last_mut()) else { return };
        let text = clean(&open.words.join(" "));
        let mean = open.confidence / open.words.len().max(1) as f32;
        if !text.contains(char::is_alphanumeric) || mean < f32::from(min_confidence) {
            return;
        }
        let mut line = Line::plain(0, 0, text);
        line.flags = LineFlags::OCR;
        let paragraph = (open.key.0, open.key.1);
        if paragraph != last_paragraph {
            line.flags |= LineFlags::PARAGRAPH_START;
            last_paragraph = paragraph;
        }
        line.bounds = Some(open.bounds.map(|v| v * to_points));
        // A box from ascender to descender is about 1.2 times as high as the font's size.
        line.size = ((open.bounds[3] - open.bounds[1]) * to_points / 1.2 * 2.0).round() / 2.0;
        line.confidence = percent(mean);
        lines.push(line);
    };
    for row in tsv.lines().skip(1) {
        let cells: Vec<&str> = row.splitn(12, '\t').collect();
        let number = |i: usize| cells.get(i).and_then(|c| c.parse::<f32>().ok()).unwrap_or(0.0);
        let key = |i: usize| cells.get(i).and_then(|c| c.parse::<u32>().ok()).unwrap_or(0);
        match key(0) {
            1 => {
                close(open.take(), &mut pages);
                pages.push(((number(8) * to_points, number(9) * to_points), Vec::new()));
            }
            5 => {
                let text = cells.get(11).map_or("", |t| t.trim());
                if text.is_empty() {
                    continue;
                }
                let at = (key(2), key(3), key(4));
                if open.as_ref().is_none_or(|o| o.key != at) {
                    close(open.take(), &mut pages);
                }
                let (x0, y0) = (number(6), number(7));
                let word = [x0, y0, x0 + number(8), y0 + number(9)];
                let line = open.get_or_insert_with(|| Open {
                    key: at,
                    words: Vec::new(),
                    confidence: 0.0,
                    bounds: word,
                });
                line.words.push(text.to_owned());
                line.confidence += number(10).clamp(0.0, 100.0);
                let [a, b, c, d] = line.bounds;
                line.bounds = [a.min(word[0]), b.min(word[1]), c.max(word[2]), d.max(word[3])];
            }
            _ => {}
        }
    }
    close(open, &mut pages);
    pages
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped to 0..=100 before.
fn percent(value: f32) -> Option<u8> {
    value.is_finite().then(|| value.clamp(0.0, 100.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TSV: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
        1\t1\t0\t0\t0\t0\t0\t0\t2550\t3300\t-1\t\n4\t1\t1\t1\t1\t0\t300\t300\t600\t50\t-1\t\n\
        5\t1\t1\t1\t1\t1\t300\t300\t200\t50\t96.5\tTown\n5\t1\t1\t1\t1\t2\t520\t300\t380\t50\t90.5\tMeeting\n\
        5\t1\t1\t1\t2\t1\t300\t400\t200\t50\t10\tspeck\n5\t1\t2\t1\t1\t1\t300\t500\t200\t50\t80\tOrdered\n";

    #[test]
    fn words_become_lines() {
        let pages = parse_tsv(TSV, 300.0, 25);
        assert_eq!(pages.len(), 1);
        assert_eq!(pages[0].0, (612.0, 792.0));
        let lines = renumber(pages[0].1.clone(), 3);
        let got: Vec<_> = lines.iter().map(|l| (l.page, l.number, l.text.as_str(), l.confidence)).collect();
        assert_eq!(got, [(3, 1, "Town Meeting", Some(94)), (3, 2, "Ordered", Some(80))]);
        assert_eq!(lines[0].bounds, Some([72.0, 72.0, 216.0, 84.0]));
    }

    #[test]
    fn an_absent_program_is_named() {
        let options = OcrOptions { program: "no-such-program-here".into(), ..OcrOptions::default() };
        let error = Tesseract::new(&options).pages(b"x").unwrap_err();
        assert!(error.to_string().contains("install tesseract"), "{error}");
    }

    #[test]
    fn what_waits_for_ocr_is_known_by_its_reason() {
        let absent = OcrError::NotInstalled { program: "/opt/x/tesseract".into() };
        for (error, waits) in [
            (OcrError::SwitchedOff, true),
            (absent, true),
            (OcrError::TimedOut { seconds: 3 }, false),
            (OcrError::Failed { what: "no".into() }, false),
        ] {
            assert_eq!(waits_for_ocr(&error.to_string()), waits, "{error}");
            assert_eq!(waits_for_ocr(&format!("only a picture; OCR is wanted; {error}")), waits, "{error}");
            assert!(!waits_for_ocr(&format!("its content inflates to more than 9 bytes; {error}")));
        }
    }

    proptest! {
        #[test]
        fn never_panics(tsv in "[0-9a-z\t\n.-]{0,300}", dpi in -10f32..1000.0) {
            let _ = parse_tsv(&tsv, dpi, 25);
        }
    }
}
