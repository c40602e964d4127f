//! Label styles of each code, outermost first.

use super::label::{Mark, Numbering, Style};

use Mark::{Brackets, Dot};
use Numbering::{Arabic, DoubleLower, DoubleUpper, LowerLetter, LowerRoman, UpperLetter, UpperRoman};

/// Order of the levels in a code. Other styles are possible, at a cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheme {
    /// Name of the code in the citation grammar (`rsa`, `cgs`, `mcl`, `dc`), or of a kind.
    pub name: &'static str,
    /// Styles, outermost first.
    pub levels: &'static [Style],
}

const fn style(numbering: Numbering, mark: Mark) -> Style {
    Style { numbering, mark }
}

/// Orders from the drafting manuals: New Hampshire's `I. (a) (1) (A) (i)`, Connecticut's and the District of
/// Columbia's `(a) (1) (A) (i) (I) (aa) (AA)`, Michigan's `(1) (a) (i) (A)`, Oregon's `(1) (a) (A) (i)`,
/// Colorado's `(1) (a) (I) (A)`, Nevada's `1. (a) (1)`, Virginia's `A. 1. a.`, Ohio's `(A) (1) (a)`. Those of
/// Georgia, Alaska, Vermont and the United States Code follow D.C.'s.
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
        name: "ors",
        levels: &[
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(UpperLetter, Brackets),
            style(LowerRoman, Brackets),
            style(UpperRoman, Brackets),
        ],
    },
    Scheme {
        name: "rcw",
        levels: &[
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(LowerRoman, Brackets),
            style(UpperLetter, Brackets),
            style(UpperRoman, Brackets),
        ],
    },
    Scheme {
        name: "crs",
        levels: &[
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(UpperRoman, Brackets),
            style(UpperLetter, Brackets),
        ],
    },
    Scheme {
        name: "nrs",
        levels: &[
            style(Arabic, Dot),
            style(LowerLetter, Brackets),
            style(Arabic, Brackets),
            style(LowerRoman, Brackets),
            style(UpperRoman, Brackets),
        ],
    },
    Scheme {
        name: "vac",
        levels: &[
            style(UpperLetter, Dot),
            style(Arabic, Dot),
            style(LowerLetter, Dot),
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
        ],
    },
    Scheme {
        name: "ndcc",
        levels: &[
            style(Arabic, Dot),
            style(LowerLetter, Dot),
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
        ],
    },
    Scheme {
        name: "orc",
        levels: &[
            style(UpperLetter, Brackets),
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
            style(LowerRoman, Brackets),
        ],
    },
    Scheme {
        name: "mrs",
        levels: &[
            style(Arabic, Dot),
            style(UpperLetter, Dot),
            style(Arabic, Brackets),
            style(LowerLetter, Brackets),
        ],
    },
    Scheme { name: "ak", levels: LETTER_FIRST },
    Scheme { name: "vsa", levels: LETTER_FIRST },
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
    /// Returns the scheme of a code by its name in the citation grammar.
    pub fn of_code(code: &str) -> Option<&'static Scheme> {
        SCHEMES.iter().find(|s| s.name == code)
    }

    /// Returns one scheme of each kind, for text of an unknown code.
    pub(super) fn kinds() -> impl Iterator<Item = &'static Scheme> {
        SCHEMES.iter().filter(|s| matches!(s.name, "rsa" | "dc" | "mcl" | "cfr" | "outline"))
    }

    pub(super) fn depth(&self, style: Style) -> Option<usize> {
        self.levels.iter().position(|s| *s == style)
    }
}
