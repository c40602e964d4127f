//! All tokens in a text.

use std::borrow::Cow;

use super::codes::codes;
use super::dates::dates;
use super::fractions::fractions;
use super::names::names;
use super::numbers::{numbers, spelled_numbers, spelled_ordinals};
use super::sections::sections;
use super::times::times;
use super::token::{Taken, Token, TokenKind};
use crate::footnotes::{without_marks, without_struck};

/// Returns the tokens of a text in order; tokens of one kind never overlap. Footnote marks are excluded ("6⁴
/// feet" is 6 feet), and struck words (`~~$25~~`) have no tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let in_force = without_struck(text);
    let read = without_marks(&in_force);
    let mut found = tokens_as_read(&read);
    if matches!((&in_force, &read), (Cow::Borrowed(_), Cow::Borrowed(_))) {
        return found;
    }
    for token in &mut found {
        if let Some(raw) = text.get(token.range.clone()) {
            token.raw = raw.trim().to_owned();
        }
    }
    found
}

fn tokens_as_read(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut taken = Taken::none_of(text);
    dates(text, &mut found, &mut taken);
    sections(text, &mut found, &mut taken);
    times(text, &mut found, &mut taken);
    fractions(text, &mut found, &mut taken);
    numbers(text, &mut found, &mut taken);
    spelled_numbers(text, &mut found, &mut taken);
    spelled_ordinals(text, &mut found, &taken);
    codes(text, &mut found, &mut taken);
    names(text, &mut found);
    found.sort_by_key(|t| (t.range.start, t.range.end));
    found
}

/// Returns the tokens of one kind.
pub fn tokens_of(text: &str, kind: TokenKind) -> Vec<Token> {
    tokens(text).into_iter().filter(|t| t.kind == kind).collect()
}

#[cfg(test)]
mod tests {
    use super::super::supports;
    use super::*;
    use proptest::prelude::*;

    fn normals(text: &str, kind: TokenKind) -> Vec<String> {
        tokens_of(text, kind).into_iter().map(|t| t.normal).collect()
    }

    #[test]
    fn numbers_and_units() {
        for (text, expected) in [
            ("$1,200", vec!["1200 usd"]),
            ("1200 dollars", vec!["1200 usd"]),
            ("$1,200.00 fee", vec!["1200 usd"]),
            ("$2.5 million", vec!["2500000 usd"]),
            ("sixty (60%) of", vec!["60", "60 %"]),
            ("sixty percent", vec!["60 %"]),
            ("a 1.5 acre lot", vec!["1.5 acre"]),
            ("25 feet", vec!["25 ft"]),
            ("no one came", vec![]),
            ("B12 and FY27", vec![]),
            ("a loss of -5,000", vec!["-5000"]),
            ("lots 3-5", vec!["3", "5"]),
            ("€20 or £20", vec!["20 eur", "20 gbp"]),
            ("$2 trillion", vec!["2000000000000 usd"]),
            ("20K and 20ft2", vec![]),
            ("5 yrs or 5 hrs", vec!["5 year", "5 hour"]),
            ("a 1/2 acre lot", vec!["1/2 acre"]),
            ("İ sixty days", vec!["60 day"]),
            ("two and five dogs", vec!["2", "5"]),
            ("6⁴ feet high", vec!["6 ft"]),
            ("6[4] feet high", vec!["6 ft"]),
            ("6* feet high", vec!["6 ft"]),
            ("6 feet.⁴ The next 2¹ dogs", vec!["6 ft", "2"]),
            ("$1,200²", vec!["1200 usd"]),
            ("a sum of $1,200.50³.", vec!["1200.5 usd"]),
            ("six⁴ feet", vec!["6 ft"]),
            ("in 2018¹", vec!["2018"]),
            ("35³ dogs", vec!["35"]),
            ("43,560 ft² or 43,560 square feet", vec!["43560 sqft", "43560 sqft"]),
            ("10³ or 10^3 or 10⁻³", vec![]),
            ("⁴ See it", vec![]),
            ("a fee of ~~$25~~ $50", vec!["50 usd"]),
            ("~~10 days or 20~~ 30 days", vec!["30 day"]),
        ] {
            assert_eq!(normals(text, TokenKind::Number), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_all_forms() {
        for (text, expected) in [
            ("March 3, 2025", vec!["2025-03-03"]),
            ("3/3/2025", vec!["2025-03-03"]),
            ("3/3/25", vec!["2025-03-03"]),
            ("2025-03-03", vec!["2025-03-03"]),
            ("the 3rd day of March, 2025", vec!["2025-03-03"]),
            ("Sept. 9th, 2024", vec!["2024-09-09"]),
            ("in March 2025", vec!["2025-03"]),
            ("on March 3 at noon", vec!["--03-03"]),
            ("February 30, 2024 is none", vec![]),
            ("approved 2-27-2018¹", vec!["2018-02-27"]),
            ("on June 5², 2024³ and", vec!["2024-06-05"]),
            ("on 3/5 of the land", vec![]),
        ] {
            let mut got = normals(text, TokenKind::Date);
            got.retain(|n| n != "2024-02" && n != "--02-30");
            assert_eq!(got, expected, "{text}");
        }
    }

    #[test]
    fn sections_in_all_forms() {
        for (text, expected) in [
            ("RSA 91-A:3, II(c)", "rsa 91-a:3 ii(c)"),
            ("§ 200-43", "section 200-43"),
            ("Section 200-43", "section 200-43"),
            ("Article 32 of", "article 32"),
            ("Ordinance #89-2018", "ordinance 89-2018"),
            ("Ordinance No. 89-2018", "ordinance 89-2018"),
            ("ARTICLE IV", "article iv"),
            ("RSA 91-A:3¹ says", "rsa 91-a:3"),
            ("§ 200-43⁴", "section 200-43"),
            ("Article 32[2] of", "article 32"),
        ] {
            assert_eq!(normals(text, TokenKind::Section), [expected], "{text}");
        }
    }

    #[test]
    fn names_of_two_words_or_more() {
        assert_eq!(normals("elected Tim Miller as moderator", TokenKind::Name), ["tim miller"]);
        assert_eq!(normals("the Board of Selectmen met", TokenKind::Name), ["board of selectmen"]);
    }

    #[test]
    fn times_ordinals_and_fractions() {
        for (text, kind, expected) in [
            ("at 7:30 p.m. sharp", TokenKind::Time, vec!["19:30"]),
            ("from 8:00 AM to noon", TokenKind::Time, vec!["08:00", "12:00"]),
            ("7 o'clock", TokenKind::Time, vec!["07:00"]),
            ("the 3rd reading", TokenKind::Number, vec!["3 th"]),
            ("the third reading", TokenKind::Number, vec!["3 th"]),
            ("a two-thirds vote", TokenKind::Number, vec!["2/3"]),
            ("a 2/3 vote", TokenKind::Number, vec!["2/3"]),
            ("and/or 3/3/2025", TokenKind::Number, vec![]),
            ("7½ feet", TokenKind::Number, vec!["7.5 ft"]),
            ("7 ½ feet", TokenKind::Number, vec!["7.5 ft"]),
            ("7 1/2 feet", TokenKind::Number, vec!["7.5 ft"]),
            ("7-1/2 feet", TokenKind::Number, vec!["7.5 ft"]),
            ("7.5 feet", TokenKind::Number, vec!["7.5 ft"]),
            ("$7½ or 7½%", TokenKind::Number, vec!["7.5 usd", "7.5 %"]),
            ("$2½ million", TokenKind::Number, vec!["2500000 usd"]),
            ("1,200¼ acres", TokenKind::Number, vec!["1200.25 acre"]),
            ("7⅔ acres", TokenKind::Number, vec!["23/3 acre"]),
            ("7½⁴ feet", TokenKind::Number, vec!["7.5 ft"]),
            ("⅔ of the votes", TokenKind::Number, vec!["2/3"]),
            ("a ½ acre lot", TokenKind::Number, vec!["1/2 acre"]),
            ("3/5 of it", TokenKind::Number, vec!["3/5"]),
            ("lots 7 and 1/2 acre", TokenKind::Number, vec!["7", "1/2 acre"]),
            ("in 2018 1/2 of it", TokenKind::Number, vec!["2018", "1/2"]),
        ] {
            assert_eq!(normals(text, kind), expected, "{text}");
        }
    }

    #[test]
    fn capitalised_words_within_a_sentence() {
        assert_eq!(normals("The bridge in Alder is closed", TokenKind::ProperNoun), ["alder"]);
        assert!(normals("Bridges are closed. Roads too", TokenKind::ProperNoun).is_empty());
    }

    #[test]
    fn support_is_by_meaning() {
        for (quote, claim, expected) in [
            ("a fee of $1,200", "1200 dollars", true),
            ("a fee of $1,200", "$1,250", false),
            ("on March 3, 2025 the board", "3/3/2025", true),
            ("on March 3, 2025 the board", "March 2025", true),
            ("in March 2025", "March 3, 2025", false),
            ("sixty (60%) of the votes", "60 percent", true),
            ("10 days", "10 months", false),
            ("a fence of 20 feet", "$20", false),
            ("a fence of 20 feet", "20 dogs", false),
            ("20 trees", "$20", false),
            ("Permit  20.00", "$20", true),
            ("186 public trash barrels", "186 barrels", true),
            ("186 public trash barrels", "186 cars", false),
            ("a two-thirds vote", "a 2/3 vote", true),
            ("at 7 p.m. the board", "7:00 PM", true),
            ("at 7 p.m. the board", "8:00 PM", false),
            ("Ann Hale moved", "so said Hale", true),
            ("Ann Hale moved", "so said Moss", false),
            ("on 2025-03-13", "March 3, 2025", false),
            ("on March 3, 2025", "in 2025", true),
            ("on March 3, 2025", "2025 dogs", false),
            ("on March 3, 2025", "3 dogs", false),
            ("at 7:30 p.m.", "30 dogs", false),
            ("at 7:30 p.m.", "7", false),
            ("Section 12 says", "12 dogs", false),
            ("for FY2025", "for FY2031", false),
            ("in R1 and R-3", "in R3", false),
            ("in R-3", "in R-3", true),
            ("a fee of $20", "a fee of $20K", false),
            ("a fee of $20", "a fee of €20", false),
            ("a fee of $20", "a fee of 20 million", false),
            ("5 yrs", "5 hrs", false),
            ("1/2 acre", "2 acres", false),
            ("1/2 acre", "1/2 mile", false),
            ("1/2 acre", "2 acre", false),
            ("$5 million", "$5", false),
            ("a balance of -5,000", "a balance of 5,000", false),
            ("Ann Hale and Tim Moss moved", "so said Hale and Tim Moss", true),
            ("Ann Hale moved. Tim Moss seconded", "so said Hale Tim", false),
            ("Ann Hale", "so said Hale Ann", false),
            ("6⁴ feet", "6 feet", true),
            ("6⁴ feet", "64 feet", false),
            ("6⁴ feet", "1296 feet", false),
            ("in 2018¹", "in 20181", false),
            ("10³ dogs", "103 dogs", false),
            ("10³ dogs", "10 dogs", false),
            ("10³", "10^3", true),
            ("7½ feet", "7 1/2 feet", true),
            ("7½ feet", "7.5 feet", true),
            ("7½ feet", "7 feet", false),
            ("7½ feet", "1/2 foot", false),
            ("71/2 feet", "7½ feet", false),
            ("20 ft²", "20 feet", false),
            ("a fee of ~~$25~~ $50", "$25", false),
            ("a fee of ~~$25~~ $50", "$50", true),
            ("~~Ann Hale~~ Tim Moss moved", "so said Ann Hale", false),
        ] {
            let quoted = tokens(quote);
            let ok = tokens(claim).iter().all(|c| quoted.iter().any(|q| supports(q, c)));
            assert_eq!(ok, expected, "{quote} / {claim}");
        }
    }

    #[test]
    fn words_of_letters_and_digits_are_codes() {
        for (text, expected) in [
            ("FY2025 and R-3", vec!["fy2025", "r-3"]),
            ("20K or 20ft", vec!["20k"]),
            ("the 3rd of 30-day terms", vec![]),
            ("RSA 91-A:3", vec![]),
            ("7pm", vec![]),
        ] {
            assert_eq!(normals(text, TokenKind::Code), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_ranges_are_real(text in "\\PC{0,120}") {
            for token in tokens(&text) {
                prop_assert!(text.get(token.range.clone()).is_some());
            }
        }

        #[test]
        fn a_text_supports_its_own_tokens(text in "[A-Za-z0-9 $%.,/§:()-]{0,80}") {
            let all = tokens(&text);
            for claim in &all {
                prop_assert!(all.iter().any(|q| supports(q, claim)));
            }
        }

        /// A mark after a figure, date or section changes nothing, and a struck figure is not a token.
        #[test]
        fn marks_and_strikes_make_no_figures(
            figure in prop_oneof![
                "[1-9][0-9]{0,3}", "\\$[1-9][0-9]{0,2},[0-9]{3}\\.[0-9]{2}", "[1-9]/[1-9]/20[0-9]{2}",
                "RSA [1-9][0-9]-[A-Z]:[1-9]", "Section [1-9]\\.[1-9]", "[1-9] ?[½⅔¾]", "[1-9]%"
            ],
            mark in prop_oneof!["[¹²³⁴-⁹]{1,2}", "\\[[1-9]\\]", "[*†]"],
            behind in prop_oneof![Just(" feet high."), Just(", or"), Just(".")],
        ) {
            prop_assume!(figure != "10");
            let normals = |text: &str| -> Vec<_> {
                tokens(text).into_iter().map(|t| (t.kind, t.normal, t.counted)).collect()
            };
            let plain = normals(&format!("is {figure}{behind}"));
            prop_assert_eq!(normals(&format!("is {figure}{mark}{behind}")), plain);
            prop_assert_eq!(normals(&format!("is ~~{figure}~~ {behind}")), vec![]);
        }
    }
}
