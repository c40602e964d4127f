//! Plain text. Lines are the file's own lines; form feeds part pages.

use super::encoding::decode;
use super::error::ReadError;
use super::front_matter::front_matter;
use super::lines::PageBuilder;
use super::options::ReadOptions;
use super::text_layout::placed;
use crate::{Document, DocumentKind, Page};

/// Reads UTF-8, UTF-16 or Windows-1252.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let decoded = decode(bytes, None);
    let mut notes = Vec::new();
    notes.extend(decoded.notes());
    let front = front_matter(&decoded.text);
    notes.extend(front.problem);

    let body = decoded.text.trim_end_matches(['\u{c}', '\n', '\r', ' ']);
    let paged = body.contains('\u{c}');
    let mut pages: Vec<Page> = Vec::new();
    let mut room = options.limits.lines;
    for (i, part) in body.split('\u{c}').enumerate() {
        let number = if paged { u32::try_from(i + 1).unwrap_or(u32::MAX) } else { 0 };
        let skip = if i == 0 { front.lines } else { 0 };
        let page = read_page(part, number, skip, room)?;
        room = room.saturating_sub(page.lines.len());
        pages.push(page);
    }
    let title = front.meta.get("title").cloned();
    Ok(Document { kind: DocumentKind::Text, title, pages, meta: front.meta, notes, law: None })
}

fn read_page(text: &str, page: u32, skip: usize, limit: usize) -> Result<Page, ReadError> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut builder = PageBuilder::new(page, limit);
    for line in placed(&lines, skip) {
        builder.push_numbered(line.number, line.text, line.flags, line.heading)?;
    }
    Ok(builder.finish("text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use twolane_text::LineFlags;

    #[test]
    fn lines_pages_and_headings() {
        let text = "TOWN OF ALDER\n\nARTICLE V\nSection 4.2 Fees\nThe fee is $5.\n\x0cPage two\nSign permit    $25.00\n\x0c";
        let document = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(document.pages.len(), 2);
        let first: Vec<_> = document.pages[0].lines.iter().map(|l| (l.number, l.heading.is_some())).collect();
        assert_eq!(first, [(1, true), (3, true), (4, true), (5, false)]);
        assert_eq!(document.pages[1].number, 2);
        assert!(document.pages[1].lines[1].flags.contains(LineFlags::TABLE_ROW));
        let flat = read(b"a\r\n\r\nb", &ReadOptions::default()).unwrap();
        let numbers: Vec<_> =
            flat.pages[0].lines.iter().map(|l| (l.page, l.number, l.text.as_str())).collect();
        assert_eq!(numbers, [(0, 1, "a"), (0, 3, "b")]);
    }

    proptest! {
        #[test]
        fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let document = read(&bytes, &ReadOptions::default()).unwrap();
            for page in &document.pages {
                prop_assert!(page.lines.windows(2).all(|w| w[0].number < w[1].number));
                prop_assert!(page.lines.iter().all(|l| !l.text.contains('\n') && !l.text.is_empty()));
            }
        }
    }
}
