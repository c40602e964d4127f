//! PDF pages that hold pictures of text: drawn, recognised, and put in place of the page.

use crate::{Document, DocumentKind, Page, PageStatus};

use super::container::{Nesting, part, shown_name, unread};
use super::error::ReadError;
use super::ocr::Tesseract;
use super::ocr_error::OcrError;
use super::ocr_options::OcrMode;
use super::options::ReadOptions;
use super::pdf::{self, Embedded, PdfOptions};
use super::watch::{SkippedPages, Watch};

/// Reads a PDF file, with OCR for the pages that need it.
pub(super) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    skip: &[SkippedPages],
    watch: &mut dyn Watch,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let mut pdf_options = options.pdf.clone();
    pdf_options.skip.extend_from_slice(skip);
    if options.password.is_some() {
        pdf_options.password.clone_from(&options.password);
    }
    let (mut document, embedded) = pdf::read_with_embedded(bytes, &pdf_options, watch)?;
    let tesseract = Tesseract::new(&options.ocr);
    let mut absent: Option<OcrError> = None;
    for (index, page) in document.pages.iter_mut().enumerate() {
        let wanted = match options.ocr.mode {
            OcrMode::Never | OcrMode::Auto => matches!(page.status, PageStatus::Unread { .. }),
            OcrMode::Always => page.status != PageStatus::Blank,
        };
        if !wanted
            || page.engine == pdf::XFA_ENGINE
            || pdf_options.skip.iter().any(|s| (s.first..=s.last).contains(&page.number))
        {
            continue;
        }
        let result = match (&absent, options.ocr.mode) {
            (_, OcrMode::Never) => Err(OcrError::SwitchedOff),
            (Some(error), _) => Err(error.clone()),
            (None, _) => {
                watch.page(page.number);
                recognise(bytes, index, page, &tesseract, options, &pdf_options)
            }
        };
        match result {
            Ok(()) => {}
            Err(error) => {
                if let PageStatus::Unread { reason } = &mut page.status {
                    reason.push_str("; ");
                    reason.push_str(&error.to_string());
                } else {
                    document.notes.push(format!("page {} was not recognised again: {error}", page.number));
                }
                if matches!(error, OcrError::NotInstalled { .. }) {
                    absent = Some(error);
                }
            }
        }
    }
    if !embedded.is_empty() {
        document.notes.push(attached(&embedded));
    }
    let mut documents = vec![document];
    for Embedded { name, bytes } in embedded {
        let name = shown_name(&name);
        match bytes {
            Ok(bytes) if u64::try_from(bytes.len()).is_ok_and(|size| size <= nesting.room(options)) => {
                nesting.used(bytes.len());
                documents.append(&mut part(&bytes, &name, DocumentKind::Pdf, options, nesting));
            }
            Ok(_) => {
                documents.push(unread(DocumentKind::Pdf, &name, "all attachments together are too large"))
            }
            Err(why) => documents.push(unread(DocumentKind::Pdf, &name, &why)),
        }
    }
    Ok(documents)
}

/// Says which files are attached.
fn attached(embedded: &[Embedded]) -> String {
    const SHOWN: usize = 10;
    let names: Vec<String> = embedded.iter().take(SHOWN).map(|file| shown_name(&file.name)).collect();
    let names = names.join(", ");
    let more = if embedded.len() > SHOWN { ", …" } else { "" };
    match embedded.len() {
        1 => format!("1 file is attached and is a source of its own: {names}"),
        count => format!("{count} files are attached and are sources of their own: {names}{more}"),
    }
}

/// Puts recognised lines on a page. A page without anything to recognise stays as it was.
fn recognise(
    bytes: &[u8],
    index: usize,
    page: &mut Page,
    tesseract: &Tesseract<'_>,
    options: &ReadOptions,
    pdf_options: &PdfOptions,
) -> Result<(), OcrError> {
    let failed = |what: String| OcrError::Failed { what };
    let picture = pdf::page_picture_with(bytes, index, options.ocr.dpi, pdf_options)
        .map_err(|e| failed(e.to_string()))?
        .ok_or_else(|| failed("nothing is drawn on the page".to_owned()))?;
    let dpi = u16::try_from(picture.dpi).map_or(f32::from(u16::MAX), f32::from);
    let lines = tesseract.lines(picture.bytes, dpi, page.number)?;
    if lines.is_empty() {
        return Err(failed("it found no text".to_owned()));
    }
    if pdf::is_placeholder(&lines) {
        return Err(failed("it shows only that a viewer can't show the document".to_owned()));
    }
    page.lines = lines;
    page.status = PageStatus::Ocr;
    page.engine = "tesseract".to_owned();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::pdf::made::{Made, stream};
    use crate::{OcrOptions, Recognise, Recogniser, read};

    /// Sees on each picture what it was given.
    struct Sees(&'static str);

    impl Recognise for Sees {
        fn table(&self, _: &[u8], _: u32, _: &OcrOptions) -> Result<String, OcrError> {
            let mut table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
                1\t1\t0\t0\t0\t0\t0\t0\t2550\t3300\t-1\t\n4\t1\t1\t1\t1\t0\t100\t100\t900\t40\t-1\t\n"
                .to_owned();
            for (number, word) in (1..).zip(self.0.split(' ')) {
                let left = number * 100;
                table.push_str(&format!("5\t1\t1\t1\t1\t{number}\t{left}\t100\t80\t40\t95\t{word}\n"));
            }
            Ok(table)
        }
    }

    #[test]
    fn recognises_no_placeholder() {
        let wait = "If this message is not eventually replaced by the proper contents";
        let mut form = Made::of_lines(&[wait]);
        form.catalog = "/AcroForm << /XFA 6 0 R >>".to_owned();
        form.objects = vec![stream("", b"<xfa:data><Fee>$40</Fee></xfa:data>")];
        let page = |made: &Made, mode, sees| {
            let mut options = ReadOptions::default();
            options.ocr.mode = mode;
            options.ocr.recogniser = Recogniser::Other(Arc::new(Sees(sees)));
            let page = read(&made.bytes(), "a.pdf", &options).unwrap().remove(0).pages.remove(0);
            page.lines.into_iter().map(|l| l.text).collect::<Vec<_>>()
        };
        for mode in [OcrMode::Auto, OcrMode::Always, OcrMode::Never] {
            assert_eq!(page(&form, mode, wait), ["Fee: $40"]);
            assert!(page(&Made::of_lines(&[wait]), mode, wait).is_empty());
        }
        // A page that was drawn is recognised, unless it was the placeholder that was drawn.
        let drawn = Made { content: "72 72 400 600 re f\n".repeat(70), ..Made::default() };
        assert_eq!(page(&drawn, OcrMode::Auto, "The fee is $25."), ["The fee is $25."]);
        assert!(page(&drawn, OcrMode::Auto, wait).is_empty());
    }
}
