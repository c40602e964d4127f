//! Presentations, written here.

use twolane_text::LineFlags;

use crate::office_made::{pptx, stored};
use crate::{Document, DocumentKind, PageStatus, ReadOptions, mutator, read, sniff};

fn texts(document: &Document) -> Vec<(u32, &str)> {
    document.pages.iter().flat_map(|p| &p.lines).map(|l| (l.page, l.text.as_str())).collect()
}

#[test]
fn slides_are_pages_in_the_order_of_the_show() {
    let title = "<p:sp><p:nvPr><p:ph type=\"title\"/></p:nvPr><p:txBody><a:p><a:r><a:t>Harbor &amp; Fees</a:t></a:r></a:p></p:txBody></p:sp>";
    let body = "<p:sp><p:nvPr><p:ph idx=\"1\"/></p:nvPr><p:txBody><a:p><a:r><a:t>The raft </a:t></a:r><a:r><a:t>costs $25.</a:t></a:r></a:p></p:txBody></p:sp>";
    let number = "<p:sp><p:nvPr><p:ph type=\"sldNum\"/></p:nvPr><p:txBody><a:p><a:fld><a:t>7</a:t></a:fld></a:p></p:txBody></p:sp>";
    let cell =
        |text: &str| format!("<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>");
    let table = format!(
        "<p:graphicFrame><a:tbl><a:tblPr firstRow=\"1\"/><a:tr>{}{}</a:tr><a:tr>{}{}</a:tr></a:tbl></p:graphicFrame>",
        cell("Item"),
        cell("Fee"),
        cell("Kayak rack"),
        cell("$38")
    );
    let bytes = pptx(&[
        (&format!("{title}{body}{number}"), "Say that the raft is new."),
        (&table, ""),
        ("<p:pic/>", ""),
    ]);
    assert_eq!(sniff(&bytes, "a.bin"), Ok(DocumentKind::Pptx));
    let document = read(&bytes, "a.pptx", &ReadOptions::default()).unwrap().remove(0);
    assert_eq!(document.title.as_deref(), Some("Harbor & Fees"));
    assert_eq!(
        texts(&document),
        [
            (1, "Harbor & Fees"),
            (1, "The raft costs $25."),
            (1, "Notes"),
            (1, "Say that the raft is new."),
            (2, "Item  Fee"),
            (2, "Kayak rack  $38"),
        ]
    );
    assert!(document.pages[1].lines[0].flags.contains(LineFlags::TABLE_HEAD));
    assert!(matches!(&document.pages[2].status, PageStatus::Unread { reason } if reason.contains("PDF")));
}

#[test]
fn struck_runs_are_marked_and_empty_covered_cells_end_nothing() {
    let struck = "<p:sp><p:txBody><a:p><a:r><a:rPr strike=\"noStrike\"/><a:t>The fee is </a:t></a:r><a:r><a:rPr strike=\"sngStrike\"/><a:t>$20</a:t></a:r><a:r><a:t> $25.</a:t></a:r></a:p></p:txBody></p:sp>";
    let cell =
        |text: &str| format!("<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>");
    let table = format!(
        "<p:graphicFrame><a:tbl><a:tr>{}<a:tc hMerge=\"1\"/></a:tr><a:tr>{}{}</a:tr></a:tbl></p:graphicFrame>",
        cell("Fees"),
        cell("Kayak rack"),
        cell("$38")
    );
    let bytes = pptx(&[(&format!("{table}{struck}"), "")]);
    let document = read(&bytes, "a.pptx", &ReadOptions::default()).unwrap().remove(0);
    let found = texts(&document);
    assert!(found.contains(&(1, "Kayak rack  $38")), "{found:?}");
    assert!(found.contains(&(1, "The fee is ~~$20~~ $25.")), "{found:?}");
}

#[test]
fn mutated_files_never_panic() {
    let bytes = stored(&pptx(&[(
        "<p:sp><p:txBody><a:p><a:r><a:t>Words</a:t></a:r></a:p></p:txBody></p:sp>",
        "More",
    )]));
    for seed in 0..500 {
        let _ = read(&mutator::mutated(&bytes, &bytes, seed), "a.pptx", &ReadOptions::default());
    }
}
