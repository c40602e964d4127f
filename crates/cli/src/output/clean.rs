//! Makes visible the characters that a reader can't see, or that control a terminal.

use std::fmt::Write;

use super::style::own_style;

/// Returns text that is safe for a terminal. Every hidden or control character (see [`hides`]) is written as
/// `\u{1b}`; line ends, tabs and the program's own styles stay.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '\x1b'
            && let Some((sequence, after)) = own_style(rest)
        {
            out.push_str(&sequence);
            rest = after;
            continue;
        }
        put(&mut out, c, !matches!(c, '\n' | '\t') && hides(c));
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    out
}

/// Cleans a value within a line of the program's own layout: line ends and tabs also become visible, so that
/// it can't forge a line.
pub fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| put(&mut out, c, hides(c)));
    out
}

/// Returns JSON with the same data, in which hidden characters are written as `\u202e`. They can only occur
/// within its strings.
pub fn clean_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && hides(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string can't fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn put(out: &mut String, c: char, hidden: bool) {
    match c {
        '\n' if hidden => out.push_str("\\n"),
        '\t' if hidden => out.push_str("\\t"),
        c if hidden => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}

/// Returns true for control characters (C0, delete, C1), line and paragraph separators, and Unicode's default
/// ignorables. The latter are soft hyphen, zero-width and joining characters, marks of writing direction,
/// variation selectors, fillers, tags. Also true for interlinear annotation and the other formats without a
/// shape (Unicode 16, DerivedCoreProperties.txt and categories Cc, Zl, Zp, Cf).
fn hides(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{70F}'
                | '\u{115F}'..='\u{1160}'
                | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF0}'..='\u{FFFB}'
                | '\u{13430}'..='\u{1343F}'
                | '\u{1BCA0}'..='\u{1BCA3}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hidden_characters_show() {
        for (given, shown) in [
            ("plain “text”\n\twith – layout\n", "plain “text”\n\twith – layout\n"),
            ("a\x1b[2Kb", "a\\u{1b}[2Kb"),
            ("a\rb", "a\\u{d}b"),
            ("a\u{9b}2Kb", "a\\u{9b}2Kb"),
            ("a\x7fb\0", "a\\u{7f}b\\u{0}"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
            ("so\u{ad}ft\u{200d}\u{200b}\u{feff}", "so\\u{ad}ft\\u{200d}\\u{200b}\\u{feff}"),
            ("a\u{2028}b\u{85}c", "a\\u{2028}b\\u{85}c"),
            ("tag\u{e0041}\u{e007f}", "tag\\u{e0041}\\u{e007f}"),
            ("Règlement 公告 🎉", "Règlement 公告 🎉"),
        ] {
            assert_eq!(clean(given), shown);
        }
        assert_eq!(inline("a\n  exact\tb"), "a\\n  exact\\tb");
    }

    #[test]
    fn own_styles_stay_and_foreign_ones_do_not() {
        let styled = Style::new(true).good("exact\x1b[31m");
        assert_eq!(clean(&styled), "\x1b[32mexact\\u{1b}[31m\x1b[0m");
        assert_eq!(clean(&Style::new(false).good("exact")), "exact");
        // The mark alone opens no other sequence.
        let mark = styled.split('[').next().unwrap();
        assert!(!clean(&format!("{mark}[2Jx{mark}")).contains('\x1b'));
    }

    proptest! {
        #[test]
        fn nothing_hidden_goes_out(text in any::<String>()) {
            prop_assert!(clean(&text).chars().all(|c| matches!(c, '\n' | '\t') || !hides(c)));
        }

        #[test]
        fn json_stays_the_same_data(text in any::<String>()) {
            let json = clean_json(&serde_json::to_string(&text).unwrap());
            prop_assert!(!json.chars().any(hides));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
