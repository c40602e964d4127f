//! Text that something is painted over is hidden; shading, highlights and underlines hide nothing.

use twolane_text::LineFlags;

use crate::sheet::{Sheet, document, flagged};

const BOX: [f32; 4] = [70.0, 96.0, 300.0, 114.0];

fn open() -> Sheet {
    Sheet::default().text(72.0, 80.0, 11.0, "The clerk paid the sum named below.").text(
        72.0,
        110.0,
        11.0,
        "John Doe, $4,100",
    )
}

fn is_hidden(sheet: Sheet) -> bool {
    let document = document(&[sheet]);
    let hidden = flagged(&document.pages[0], LineFlags::HIDDEN) == ["John Doe, $4,100"];
    let note = document.notes.iter().any(|note| note == "text under a black box on p. 1");
    assert_eq!(hidden, note, "{:?}", document.notes);
    hidden
}

#[test]
fn painted_over_text_is_hidden() {
    for (name, sheet) in [
        ("black box", open().fill(BOX, "0 g")),
        ("white box", open().fill(BOX, "1 g")),
        ("red box", open().fill(BOX, "1 0 0 rg")),
        ("thick line", open().stroke(70.0, 300.0, 106.0, 14.0)),
        ("picture", open().raw("q 230 0 0 18 70 678 cm /Im Do Q\n")),
        ("redaction", open().annotation("Redact", BOX, "0 g")),
        ("square", open().annotation("Square", BOX, "0 g")),
    ] {
        assert!(is_hidden(sheet), "{name}");
    }
}

#[test]
fn visible_text_stays() {
    for (name, sheet) in [
        ("nothing", open()),
        (
            "shading before",
            Sheet::default().fill(BOX, "0.8 g").text(72.0, 80.0, 11.0, "Sum").text(
                72.0,
                110.0,
                11.0,
                "John Doe, $4,100",
            ),
        ),
        ("translucent", open().raw("/T gs\n").fill(BOX, "1 1 0 rg")),
        ("multiplied", open().raw("/GS gs\n").fill(BOX, "1 1 0 rg")),
        ("highlight", open().annotation("Highlight", BOX, "1 1 0 rg")),
        ("underline", open().stroke(72.0, 160.0, 112.0, 1.0)),
        ("thin rule", open().fill([72.0, 105.0, 160.0, 106.0], "0 g")),
        ("clipped", open().raw("q 400 600 50 20 re W n\n").fill(BOX, "0 g").raw("Q\n")),
    ] {
        assert!(!is_hidden(sheet), "{name}");
    }
}

#[test]
fn hidden_words_stand_on_their_own() {
    let sheet = Sheet::default()
        .text(72.0, 80.0, 11.0, "Paid to the clerk")
        .text(72.0, 110.0, 11.0, "Pay")
        .text(100.0, 110.0, 11.0, "Doe");
    let document = document(&[sheet.fill([98.0, 96.0, 130.0, 114.0], "0 g")]);
    assert_eq!(flagged(&document.pages[0], LineFlags::HIDDEN), ["Doe"]);
    assert!(
        document.pages[0]
            .lines
            .iter()
            .any(|line| line.text == "Pay" && !line.flags.contains(LineFlags::HIDDEN))
    );
}
