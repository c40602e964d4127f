//! The same sentences in real files, through the readers.

use std::io::Write;

use twolane::ingest::Document;
use twolane::ingest::read::pdf::{PdfOptions, read as read_pdf};
use twolane::ingest::read::{ReadOptions, read_docx, read_html, read_markdown, read_text};
use twolane::text::Line;

use super::cases::{Case, wrapped};
use crate::support::pdf_writer::{pdf, show};

fn lines(document: Document) -> Vec<Line> {
    document.pages.into_iter().flat_map(|p| p.lines).collect()
}

/// The case's two halves as two paragraphs, or on two pages.
pub fn through_readers(case: &Case) -> Vec<(&'static str, Vec<Line>)> {
    let options = ReadOptions::default();
    let (a, b) = (case.before.replace('\u{ad}', "-"), case.after.clone());
    let text = |gap: &str| {
        let wrap = |t: &str| wrapped(t, 72).join("\n");
        format!("The hall is open.\n\n{}{gap}{}\n\nThe end came at nine.\n", wrap(&a), wrap(&b))
    };
    let markdown = format!("# Rules\n\nThe hall is open.\n\n{a}\n\n{b}\n\nThe end came at nine.\n");
    let html = format!(
        "<html><body><h1>Rules</h1><p>The hall is open.</p><p>{a}</p><p>{b}</p><p>The end came at nine.</p></body></html>"
    );
    vec![
        ("txt", lines(read_text(text("\n\n").as_bytes(), &options).unwrap())),
        ("txt pages", lines(read_text(text("\n\u{c}").as_bytes(), &options).unwrap())),
        ("md", lines(read_markdown(markdown.as_bytes(), &options).unwrap())),
        ("html", lines(read_html(html.as_bytes(), &options).unwrap())),
        (
            "docx",
            lines(
                read_docx(&docx(&["The hall is open.", &a, &b, "The end came at nine."]), &options).unwrap(),
            ),
        ),
        ("pdf", lines(read_pdf(&pages(&a, &b), &PdfOptions::default()).unwrap())),
    ]
}

fn pages(a: &str, b: &str) -> Vec<u8> {
    let escape = |t: &str| t.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    let page = |number: usize, text: &str| {
        let mut out = show(72, 760, 12, "TOWN OF ALDER ORDINANCES");
        let mut y = 700;
        for line in wrapped(text, 70) {
            out.push_str(&show(72, y, 11, &escape(&line)));
            y -= 14;
        }
        out.push_str(&show(300, 40, 10, &number.to_string()));
        out
    };
    let filler =
        "The hall is open on all days of the week for all the people of the town and for their guests.";
    let third = "Minutes are kept by the clerk. A copy of them is sent to each of the members in the week after a meeting.";
    pdf(&[page(1, &format!("{filler} {a}")), page(2, b), page(3, third)], "")
}

fn docx(paragraphs: &[&str]) -> Vec<u8> {
    let escape = |t: &str| t.replace('&', "&amp;").replace('<', "&lt;");
    let body: String =
        paragraphs.iter().map(|p| format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", escape(p))).collect();
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let types = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";
    for (name, text) in [("[Content_Types].xml", types), ("word/document.xml", document.as_str())] {
        zip.start_file(name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
