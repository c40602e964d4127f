//! File names, which systems store in composed or decomposed characters.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Returns a name in composed characters (NFC), as on most systems and keyboards.
pub fn composed_name(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// Returns true if two names differ at most in the composition of their characters.
pub fn same_name(a: &str, b: &str) -> bool {
    a == b || composed_name(a) == composed_name(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn composed_and_decomposed_are_one_name() {
        for (a, b, same) in [
            ("e\u{301}te\u{301}.pdf", "\u{e9}t\u{e9}.pdf", true),
            ("fees.pdf", "fees.pdf", true),
            ("e\u{301}te\u{301}.pdf", "ete.pdf", false),
            ("Fees.pdf", "fees.pdf", false),
            ("\u{fb01}le.pdf", "file.pdf", false),
        ] {
            assert_eq!(same_name(a, b), same, "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn every_form_is_one_name(name in "\\PC{0,20}") {
            let (composed, decomposed): (String, String) = (name.nfc().collect(), name.nfd().collect());
            prop_assert!(same_name(&composed, &decomposed));
            prop_assert!(same_name(&name, &decomposed));
        }
    }
}
