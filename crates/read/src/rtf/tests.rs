//! RTF as Word, WordPad and LibreOffice write it.

use proptest::prelude::*;
use twolane_text::LineFlags;

use crate::{Document, DocumentKind, PageStatus, ReadOptions, mutator, read, sniff};

const FILE: &str = "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fnil\\fcharset2 Symbol;}{\\f2\\fcharset204 Times;}}\r\n\
    {\\colortbl;\\red0\\green0\\blue0;}{\\stylesheet{\\s0 Normal;}{\\s1\\b heading 1;}}{\\info{\\title Harbor Rules 2025}{\\author Clerk}{\\creatim\\yr2025}}\r\n\
    {\\header\\pard Town of Harrow\\par}\\pard\\s1\\b Harbor Rules\\b0\\par\r\n\
    \\pard The raft\\~costs{\\strike  $20} $25 \\endash  the clerk\\rquote s fee caf\\'e9 \\u8212?done.{\\super\\chftn}{\\footnote\\pard {\\super\\chftn} Set in May.}\\par\r\n\
    {\\pntext\\f1\\'b7\\tab}No dogs\\par\r\n\
    \\pard{\\v secret}{\\deleted gone}{\\*\\unknown words}{\\f2\\'cc\\'e8\\'f0}\\par\r\n\
    \\trowd\\trhdr\\pard\\intbl Item\\cell Fee\\cell\\row\\trowd\\pard\\intbl Kayak rack\\cell $38\\cell\\row\\pard After\\par}";

fn lines(document: &Document) -> Vec<(&str, LineFlags, Option<u8>)> {
    document.pages[0].lines.iter().map(|l| (l.text.as_str(), l.flags, l.heading)).collect()
}

#[test]
fn reads_text_tables_lists_and_notes() {
    assert_eq!(sniff(FILE.as_bytes(), "a.doc"), Ok(DocumentKind::Rtf));
    let document = read(FILE.as_bytes(), "a.rtf", &ReadOptions::default()).unwrap().remove(0);
    let start = LineFlags::PARAGRAPH_START;
    assert_eq!(
        lines(&document),
        [
            ("Town of Harrow", start | LineFlags::RUNNING_HEAD, None),
            ("Harbor Rules", start | LineFlags::BOLD, Some(1)),
            (
                "The raft costs ~~$20~~ $25 \u{2013} the clerk\u{2019}s fee caf\u{e9} \u{2014}done.[1]",
                start,
                None
            ),
            ("\u{2022} No dogs", start | LineFlags::LIST_ITEM, None),
            ("\u{41c}\u{438}\u{440}", start, None),
            ("Item  Fee", LineFlags::TABLE_ROW | LineFlags::TABLE_HEAD | LineFlags::TABLE_START, None),
            ("Kayak rack  $38", LineFlags::TABLE_ROW, None),
            ("After", start, None),
            ("[1] Set in May.", start | LineFlags::FOOTNOTE, None),
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Harbor Rules 2025"));
    assert_eq!(document.meta["author"], "Clerk");
    assert!(document.notes.iter().any(|note| note.contains("hidden")), "{:?}", document.notes);
}

#[test]
fn deep_groups_are_refused() {
    let deep = format!("{{\\rtf1 {}", "{".repeat(100_000));
    assert!(
        read(deep.as_bytes(), "a.rtf", &ReadOptions::default()).unwrap_err().to_string().contains("deep")
    );
}

#[test]
fn a_picture_alone_is_unread() {
    let file = "{\\rtf1\\ansi\\pard{\\*\\shppict{\\pict\\pngblip 89504e47}}\\par}";
    let document = read(file.as_bytes(), "a.rtf", &ReadOptions::default()).unwrap().remove(0);
    assert!(
        matches!(&document.pages[0].status, PageStatus::Unread { reason } if reason.contains("pictures"))
    );
}

#[test]
fn mutated_files_never_panic() {
    for seed in 0..500 {
        let bytes = mutator::mutated(FILE.as_bytes(), FILE.as_bytes(), seed);
        let _ = read(&bytes, "a.rtf", &ReadOptions::default());
    }
}

proptest! {
    #[test]
    fn never_panics(parts in proptest::collection::vec(prop_oneof![
        Just("{"), Just("}"), Just("\\par "), Just("\\cell "), Just("\\row "), Just("\\intbl "), Just("\\trhdr "), Just("\\pard "),
        Just("\\u-10179?"), Just("\\u56832?"), Just("\\'"), Just("\\'f"), Just("\\'e9"), Just("\\*"), Just("\\footnote "),
        Just("\\header "), Just("\\bin99999999999 "), Just("\\f1 "), Just("\\fcharset2 "), Just("words"), Just("\\strike "),
        Just("\\title "), Just("\\stylesheet "), Just("\\chftn "), Just("\\uc255 "), Just("\\"),
    ], 0..60)) {
        let _ = read(format!("{{\\rtf1 {}", parts.concat()).as_bytes(), "a.rtf", &ReadOptions::default());
    }
}
