//! Small PDF files for tests.

/// A file of one letter page. Object 1 is the catalog, 3 the page, 5 Helvetica; further ones
/// follow from number 6.
#[derive(Debug, Clone, Default)]
pub(crate) struct Made {
    /// Entries of the catalog.
    pub catalog: String,
    /// Entries of the page.
    pub page: String,
    /// The page's content.
    pub content: String,
    /// Objects from number 6, without `obj` and `endobj`.
    pub objects: Vec<Vec<u8>>,
}

impl Made {
    /// Text lines from the page's top, at the left margin.
    pub fn of_lines(lines: &[&str]) -> Self {
        let mut content = String::new();
        let mut y = 740;
        for line in lines {
            content.push_str(&format!("BT /F1 12 Tf 72 {y} Td ({line}) Tj ET\n"));
            y -= 24;
        }
        Made { content, ..Made::default() }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut objects: Vec<Vec<u8>> = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog).into_bytes(),
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
                 /Resources << /Font << /F1 5 0 R >> >> {} >>",
                self.page
            )
            .into_bytes(),
            stream("", self.content.as_bytes()),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
        ];
        objects.extend(self.objects.iter().cloned());
        let mut out = b"%PDF-1.7\n".to_vec();
        let mut places = Vec::new();
        for (number, object) in (1..).zip(&objects) {
            places.push(out.len());
            out.extend(format!("{number} 0 obj\n").bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let start = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
        for place in places {
            out.extend(format!("{place:010} 00000 n \n").bytes());
        }
        let size = objects.len() + 1;
        out.extend(format!("trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").bytes());
        out
    }
}

/// Builds a stream with these entries and its length.
pub(crate) fn stream(entries: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("<< /Length {} {entries} >>\nstream\n", bytes.len());
    [head.as_bytes(), bytes, b"\nendstream"].concat()
}

/// A PDF file of one line.
pub(crate) fn pdf_of(text: &str) -> Vec<u8> {
    Made::of_lines(&[text]).bytes()
}
