//! Raised and lowered characters: marks never join a figure.

use proptest::prelude::*;
use twolane_text::LineFlags;

use crate::sheet::{Sheet, document, line, texts};

/// The text of a line made of strings with size and rise.
fn shown(runs: &[(f32, f32, &str)]) -> String {
    let sheet = Sheet::default()
        .text(72.0, 80.0, 11.0, "The fence rules of the town are these.")
        .runs(72.0, 110.0, runs);
    texts(&document(&[sheet]).pages[0])[1].to_owned()
}

#[test]
fn raised_marks_stay_apart_from_figures() {
    for (runs, expected) in [
        (
            &[(11.0, 0.0, "A fence may be 6"), (6.5, 4.0, "4"), (11.0, 0.0, " feet high.")][..],
            "A fence may be 6⁴ feet high.",
        ),
        (&[(11.0, 0.0, "approved 2-27-2018"), (7.0, 3.6, "10"), (11.0, 0.0, "]")], "approved 2-27-2018¹⁰]"),
        (&[(12.0, 0.0, "Section 12"), (9.96, 4.0, "3"), (12.0, 0.0, " applies.")], "Section 12³ applies."),
        (
            &[(11.0, 0.0, "on July 4"), (7.0, 4.0, "th"), (11.0, 0.0, ", 2025 at noon")],
            "on July 4th, 2025 at noon",
        ),
        (
            &[(11.0, 0.0, "a lot of 43,560 ft"), (7.0, 4.0, "2"), (11.0, 0.0, " or more")],
            "a lot of 43,560 ft² or more",
        ),
        (
            &[
                (11.0, 0.0, "the gas is CO"),
                (7.0, -2.0, "2"),
                (11.0, 0.0, " and H"),
                (7.0, -2.0, "2"),
                (11.0, 0.0, "O"),
            ],
            "the gas is CO₂ and H₂O",
        ),
        (
            &[
                (11.0, 0.0, "up to 7"),
                (7.0, 4.0, "1"),
                (11.0, 0.0, "/"),
                (7.0, 0.0, "2"),
                (11.0, 0.0, " inches"),
            ],
            "up to 7½ inches",
        ),
        (
            &[
                (11.0, 0.0, "up to 7"),
                (7.0, 4.0, "3"),
                (11.0, 0.0, "/"),
                (7.0, 0.0, "16"),
                (11.0, 0.0, " inches"),
            ],
            "up to 7 3/16 inches",
        ),
        (&[(11.0, 0.0, "see note [1] there")], "see note [1] there"),
        (
            &[(11.0, 0.0, "the sum of 1,200 "), (8.0, 0.0, "2025"), (11.0, 0.0, " dollars")],
            "the sum of 1,200 2025 dollars",
        ),
    ] {
        assert_eq!(shown(runs), expected);
    }
}

#[test]
fn footnotes_carry_their_mark() {
    for (mark, note) in [
        ((6.0, 3.5, "2"), " Set by the board of selectmen in June."),
        ((8.0, 0.0, "2"), " Set by the board of selectmen in June."),
    ] {
        let mut sheet = Sheet::default().runs(
            72.0,
            80.0,
            &[(11.0, 0.0, "The fee is $25"), (6.5, 4.0, "2"), (11.0, 0.0, " a year.")],
        );
        for row in 0..10u8 {
            sheet = sheet.text(
                72.0,
                100.0 + 14.0 * f32::from(row),
                11.0,
                "Text of the body goes on from here to there.",
            );
        }
        let document = document(&[sheet.runs(72.0, 700.0, &[mark, (8.0, 0.0, note)])]);
        let footnote = line(&document, "² Set by the board of selectmen in June.");
        assert!(footnote.flags.contains(LineFlags::FOOTNOTE));
        assert!(!line(&document, "The fee is $25² a year.").flags.contains(LineFlags::FOOTNOTE));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Checks that a raised number is shown raised, whatever figure precedes it, and that no figure
    /// grows by it.
    #[test]
    fn figures_stay_as_they_are(
        figure in 1u32..99_999,
        mark in 1u32..130,
        size in 8.0f32..16.0,
        share in 0.5f32..0.84,
        rise in 0.2f32..0.5,
    ) {
        let (head, text) = (format!("The rate was {figure}"), mark.to_string());
        let runs = [(size, 0.0, head.as_str()), (size * share, size * rise, text.as_str()), (size, 0.0, " in all")];
        let raised: String =
            text.chars().map(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10).unwrap() as usize).unwrap()).collect();
        prop_assert_eq!(shown(&runs), format!("{head}{raised} in all"));
    }
}
