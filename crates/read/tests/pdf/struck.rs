//! Text with a line through it is struck; underlines and rules of tables strike nothing.

use twolane_text::LineFlags;

use crate::sheet::{Sheet, document, line, texts};

fn open() -> Sheet {
    Sheet::default()
        .text(72.0, 80.0, 11.0, "The fee of the town is this.")
        .text(72.0, 110.0, 10.0, "$25")
        .text(100.0, 110.0, 10.0, "$50 a year")
}

#[test]
fn struck_words_stand_between_tildes() {
    for sheet in [open().stroke(72.0, 89.0, 107.0, 0.7), open().fill([72.0, 106.5, 89.0, 107.2], "0 g")] {
        assert_eq!(texts(&document(&[sheet]).pages[0])[1], "~~$25~~ $50 a year");
    }
}

#[test]
fn struck_lines_are_flagged() {
    let document = document(&[open().stroke(70.0, 160.0, 107.0, 0.7)]);
    assert!(line(&document, "~~$25 $50 a year~~").flags.contains(LineFlags::STRUCK));
}

#[test]
fn underlines_and_rules_strike_nothing() {
    for y in [111.5, 113.0, 99.0, 120.0] {
        assert_eq!(texts(&document(&[open().stroke(70.0, 500.0, y, 0.7)]).pages[0])[1], "$25 $50 a year");
    }
}

#[test]
fn underlined_additions_are_noted() {
    let struck = open().stroke(72.0, 89.0, 107.0, 0.7);
    let noted = |sheet: Sheet| {
        document(&[sheet]).notes.iter().any(|note| note.starts_with("additions are underlined"))
    };
    assert!(noted(struck.clone().stroke(100.0, 150.0, 111.5, 0.7)));
    assert!(!noted(struck));
    assert!(!noted(open().stroke(100.0, 150.0, 111.5, 0.7)));
}
