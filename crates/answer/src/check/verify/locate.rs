//! Locator authenticity (SPEC EVD-2): a quote's words are on exactly the lines that it names.

use crate::draft::Claimed;
use twolane_text::{Locator, Quote, Source};

/// Cuts the claimed words again from the source, if they are within the claimed lines.
pub fn exact_quote(source: &Source, claimed: &Claimed) -> Option<Quote> {
    exact_place(source, claimed).map(|(quote, _)| quote)
}

/// Returns the same quote, with its byte range in the source's reading text.
pub fn exact_place(source: &Source, claimed: &Claimed) -> Option<(Quote, std::ops::Range<usize>)> {
    let within = find_at(source, &claimed.locator, &claimed.quote)?;
    let quote = source.quote_bytes(within.clone()).ok()?;
    // The locator must name exactly the lines of the words, not a wider range.
    (quote.locator() == &claimed.locator).then_some((quote, within))
}

/// Returns the byte range of the words within the lines of a locator, with white space folded. Only whole words match:
/// "fee of $2" is not found in "fee of $20".
pub fn find_at(source: &Source, locator: &Locator, quote: &str) -> Option<std::ops::Range<usize>> {
    let bytes = source.reading().bytes_of(source.resolve(locator).ok()?)?;
    let wanted = fold(quote);
    if wanted.is_empty() {
        return None;
    }
    let text = source.reading().text().get(bytes.clone())?;
    text.match_indices(&wanted)
        .find(|(at, _)| is_whole(text, *at, at + wanted.len()))
        .map(|(at, _)| bytes.start + at..bytes.start + at + wanted.len())
}

/// Returns true when neither end of the range cuts a word or a number in two. "$5" is not whole in "$5 million", nor is
/// "2 acre" in "1/2 acre". The same holds for "5,000" in "-5,000", and for "owner" in "owner's".
pub fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let (before, inner, after) =
        (text.get(..start).unwrap_or(""), text.get(start..end).unwrap_or(""), text.get(end..).unwrap_or(""));
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut behind = after.chars();
    let (next, second) = (behind.next(), behind.next());
    let began = word(inner.chars().next())
        && before.chars().next_back().is_some_and(|c| joins(c) || c.is_alphanumeric());
    let goes_on = word(inner.chars().next_back())
        && (word(next) || next == Some('%') || (next.is_some_and(joins) && word(second)));
    let scaled = inner.ends_with(|c: char| c.is_ascii_digit())
        && after.trim_start().split(|c: char| !c.is_alphanumeric() && c != '%').next().is_some_and(|word| {
            ["million", "billion", "trillion", "thousand", "percent", "%"]
                .contains(&word.to_lowercase().as_str())
        });
    !began && !goes_on && !scaled
}

/// Returns true for marks that join the characters on both sides into one word or number.
fn joins(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | '/'
            | ':'
            | '-'
            | '\u{2010}'
            | '\u{2011}'
            | '\u{2013}'
            | '\u{2212}'
            | '+'
            | '$'
            | '€'
            | '£'
            | '¥'
            | '\''
            | '’'
            | '_'
            | '@'
            | '#'
            | '&'
            | '='
            | '<'
            | '>'
            | '~'
            | '\u{ad}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'
    )
}

/// Folds white space to single blanks, and trims both ends.
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_text::{ContentHash, Line, SourceId};

    #[test]
    fn whole_words_at_the_very_lines() {
        let lines = [
            "The fee is $20 for each tree, $1,200 in all.",
            "Adopted on March 3.",
            "It is $5 million for 1/2 acre, down -5,000 or 40% at the owner's cost.",
        ];
        let lines = lines.iter().zip(1u32..).map(|(t, n)| Line::plain(1, n, *t)).collect();
        let source = Source::new(SourceId("a".into()), "A".into(), ContentHash::of(b""), lines);
        for (locator, quote, expected) in [
            ("p.1 L1", "The fee is $20 for each tree", true),
            ("p.1 L1", "The  fee is\n$20", true),
            ("p.1 L1", "The fee is $2", false),
            ("p.1 L1", "fee is 20 for", false),
            ("p.1 L1", "for each tree, $1", false),
            ("p.1 L1", "200 in all.", false),
            ("p.1 L1-L2", "The fee is $20", false),
            ("p.1 L2", "The fee is $20", false),
            ("p.1 L1-L2", "$1,200 in all. Adopted on", true),
            ("p.1 L1", " ", false),
            ("p.1 L3", "It is $5", false),
            ("p.1 L3", "It is $5 million", true),
            ("p.1 L3", "2 acre, down", false),
            ("p.1 L3", "1/2 acre, down", true),
            ("p.1 L3", "5,000 or 40%", false),
            ("p.1 L3", "-5,000 or 40%", true),
            ("p.1 L3", "-5,000 or 40", false),
            ("p.1 L3", "at the owner", false),
            ("p.1 L3", "at the owner's", true),
        ] {
            let claimed = Claimed {
                source_id: SourceId("a".into()),
                locator: locator.parse().unwrap(),
                quote: quote.into(),
            };
            assert_eq!(exact_quote(&source, &claimed).is_some(), expected, "{locator} {quote:?}");
        }
    }
}
