//! Which styles of labels a code uses, outermost first.

use super::label::{Mark, Numbering, Style};

use Mark::{Brackets, Dot};
use Numbering::{Arabic, DoubleLower, DoubleUpper, LowerLetter, LowerRoman, UpperLetter, UpperRoman};

/// Order of the levels of a code. A style that is not in it may still occur, at a price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheme {
    /// Name of the code as the citation grammar has it (`rsa`, `cgs`, `mcl`, `dc`), or of a kind.
    pub name: &'static str,
    /// Styles, outermost first.
    pub levels: &'static [Style],
}

const fn style(numbering: Numbering, mark: Mark) -> Style {
    Style { numbering, mark }
}

/// The drafting manuals' orders: New Hampshire's `I. (a) (1) (A) (i)`, Connecticut's and the
/// District of Columbia's `(a) (1) (A) (i) (I) (aa) (AA)`, Michigan's `(1) (a) (i) (A)`; Georgia's
/// and the United States Code's are as D.C.'s, with Georgia's `(a) (1) (A) (i) (I)`.
const SCHEMES: &[Scheme] = &[
    Scheme {
        name: "rsa",
        levels: &[
            style(UpperRoman, Dot),
            style(LowerLetter, Brackets),
            style(Arabic, Brackets),
            style(UpperLetter, Brackets),
            style(LowerRoman, Brackets),
        ],
    },
    Scheme { name: "dc", levels: LETTER_FIRST },
    Scheme { name: "cgs", levels: LETTER_FIRST },
    Scheme { name: "ocga", levels: LETTER_FIRST },
    Scheme { name: "usc", levels: LETTER_FIRST },
    Scheme {
        name: "cfr",
        levels: &[
            style(LowerLetter, Brackets),
            style(Arabic, Brackets),
            style(LowerRoman, Brackets),
            style(UpperLetter, Brackets),
        ],
    },
    Scheme {
        name: "mcl",
        levels: &[
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(LowerRoman, Brackets),
            style(UpperLetter, Brackets),
            style(UpperRoman, Brackets),
        ],
    },
    Scheme {
        name: "outline",
        levels: &[
            style(UpperRoman, Dot),
            style(UpperLetter, Dot),
            style(Arabic, Dot),
            style(LowerLetter, Dot),
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(LowerRoman, Brackets),
        ],
    },
];

const LETTER_FIRST: &[Style] = &[
    style(LowerLetter, Brackets),
    style(Arabic, Brackets),
    style(UpperLetter, Brackets),
    style(LowerRoman, Brackets),
    style(UpperRoman, Brackets),
    style(DoubleLower, Brackets),
    style(DoubleUpper, Brackets),
];

impl Scheme {
    /// The scheme of a code by its name in the citation grammar.
    pub fn of_code(code: &str) -> Option<&'static Scheme> {
        SCHEMES.iter().find(|s| s.name == code)
    }

    /// One of each kind, for text whose code is not known.
    pub(super) fn kinds() -> impl Iterator<Item = &'static Scheme> {
        SCHEMES.iter().filter(|s| matches!(s.name, "rsa" | "dc" | "mcl" | "cfr" | "outline"))
    }

    pub(super) fn depth(&self, style: Style) -> Option<usize> {
        self.levels.iter().position(|s| *s == style)
    }
}
