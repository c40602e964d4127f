//! OpenDocument texts, written here.

use twolane_text::LineFlags;

use crate::office_made::{open_document, stored};
use crate::{Document, DocumentKind, ReadOptions, mutator, read, sniff};

fn lines(document: &Document) -> Vec<(&str, LineFlags, Option<u8>)> {
    document.pages[0].lines.iter().map(|l| (l.text.as_str(), l.flags, l.heading)).collect()
}

const BODY: &str = "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>\
    <text:h text:outline-level=\"1\">Harbor Rules</text:h>\
    <text:p>The raft<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Bought in 2024.</text:p></text:note-body></text:note> costs<text:s text:c=\"2\"/><text:span text:style-name=\"T1\">$20</text:span> $25 &amp; <text:span>tax</text:span>.</text:p>\
    <text:list><text:list-item><text:p>No dogs</text:p></text:list-item></text:list>\
    <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Item</text:p></table:table-cell><table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table-header-rows>\
    <table:table-row><table:table-cell><text:p>Kayak rack</text:p></table:table-cell><table:table-cell><text:p>$38</text:p></table:table-cell></table:table-row></table:table>\
    <text:section text:display=\"none\"><text:p>For the clerk alone</text:p></text:section>";

const STRUCK: &str = "<style:style style:name=\"T1\"><style:text-properties style:text-line-through-style=\"solid\"/></style:style>";

#[test]
fn reads_text_lists_tables_and_notes() {
    let bytes = open_document("text", STRUCK, BODY);
    assert_eq!(sniff(&bytes, "a.bin"), Ok(DocumentKind::Odt));
    let document = read(&bytes, "a.odt", &ReadOptions::default()).unwrap().remove(0);
    let start = LineFlags::PARAGRAPH_START;
    assert_eq!(
        lines(&document),
        [
            ("Harbor Rules", start, Some(1)),
            ("The raft[1] costs ~~$20~~ $25 & tax.", start, None),
            ("No dogs", start | LineFlags::LIST_ITEM, None),
            ("Item  Fee", LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD | LineFlags::TABLE_START, None),
            ("Kayak rack  $38", LineFlags::TABLE_ROW, None),
            ("For the clerk alone", start | LineFlags::HIDDEN, None),
            ("[1] Bought in 2024.", start | LineFlags::FOOTNOTE, None),
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Harbor Rules"));
}

#[test]
fn hidden_spans_are_left_out() {
    let style = "<style:style style:name=\"T2\"><style:text-properties text:display=\"none\"/></style:style>";
    let body = "<text:p>The raft costs <text:span text:style-name=\"T2\">$20 <text:span/>or </text:span>$25.</text:p>";
    let bytes = open_document("text", style, body);
    let document = read(&bytes, "a.odt", &ReadOptions::default()).unwrap().remove(0);
    assert_eq!(lines(&document), [("The raft costs $25.", LineFlags::PARAGRAPH_START, None)]);
    assert!(document.notes.iter().any(|note| note.contains("hidden")), "{:?}", document.notes);
}

#[test]
fn mutated_files_never_panic() {
    let bytes = stored(&open_document("text", STRUCK, BODY));
    for seed in 0..500 {
        let _ = read(&mutator::mutated(&bytes, &bytes, seed), "a.odt", &ReadOptions::default());
    }
}
