//! From text to terms.

use std::cell::RefCell;

use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, Stemmer, StopWordFilter, TextAnalyzer, Token, TokenStream,
};

use super::words::Words;

/// Terms of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analyzed {
    /// Terms in order, with the bytes of the text that each stands for.
    pub tokens: Vec<Token>,
    /// Length of the text in terms, without the wholes of numbers, whose parts count already.
    pub length: u32,
}

thread_local! {
    // An analyzer is mutable state; making one costs a table of stop words.
    static ANALYZER: RefCell<TextAnalyzer> = RefCell::new(pipeline());
}

/// Words that say nothing of a paper's matter: Lucene's English list, and the pronouns, auxiliary
/// verbs and question words that people's questions are full of, with what the cut leaves of
/// `'s` and `n't`. In a small archive these are rare enough to count as telling. Against Lucene's
/// list alone nDCG@10 rose on five of five judged dev sets (by .001 to .011). `may` is a month.
const STOP_WORDS: &str = "a an and are as at be but by for if in into is it no not of on or such that the \
    their then there these they this to was will with \
    i me my myself we our ours ourselves you your yours yourself he him his she her hers its them theirs \
    am were been being have has had having do does did doing can could would should \
    what which who whom how when where why here s t";

/// Lower case, ASCII folding, stop words, English stemmer (Snowball).
fn pipeline() -> TextAnalyzer {
    TextAnalyzer::builder(Words)
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .filter(StopWordFilter::remove(STOP_WORDS.split_whitespace().map(str::to_owned)))
        .filter(Stemmer::new(Language::English))
        .build()
}

/// Cuts a text into terms, the same way for chunks and queries.
pub fn analyze(text: &str) -> Analyzed {
    ANALYZER.with_borrow_mut(|analyzer| {
        let mut out = Analyzed::default();
        analyzer.token_stream(text).process(&mut |token| {
            if token.position_length == 1 {
                out.length = out.length.saturating_add(1);
            }
            out.tokens.push(token.clone());
        });
        out
    })
}

/// The terms of a text as the index has them, in order, repeated where the text repeats them.
pub fn terms(text: &str) -> Vec<String> {
    analyze(text).tokens.into_iter().map(|token| token.text).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn terms_of_texts() {
        let cases = [
            ("The Board approved it.", "board approv", 2),
            ("Caf\u{e9} NA\u{cf}VE", "cafe naiv", 2),
            ("the town's meeting, don't", "town meet don", 3),
            ("raise $822,000 for", "822000 822 000 rais", 3),
            ("$822,000.00", "822000 822 000 00", 3),
            ("$1,250.50", "1250.50 1 250 50", 3),
            ("RSA 91-A:3, II", "91-a:3 91-a 91 3 rsa ii", 4),
            ("case 200-43 of 88-2018", "200-43 200 43 88-2018 88 2018 case", 5),
            ("200\u{2013}43", "200-43 200 43", 2),
            ("non-profit and/or", "non profit", 2),
            ("3.5% in 2024.", "3.5 3 5 2024", 3),
            ("10/9/2024", "10/9/2024 10 9 2024", 3),
            ("at 7:00 p.m.", "7:00 7 00 p m", 4),
            ("", "", 0),
            ("\u{2014} \u{a7} !", "", 0),
        ];
        for (text, terms, length) in cases {
            let analyzed = analyze(text);
            let mut found: Vec<&str> = analyzed.tokens.iter().map(|t| t.text.as_str()).collect();
            let mut expected: Vec<&str> = terms.split_whitespace().collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text:?}");
            assert_eq!(analyzed.length, length, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_offsets_are_in_the_text(text in "\\PC{0,80}") {
            for token in analyze(&text).tokens {
                prop_assert!(text.get(token.offset_from..token.offset_to).is_some());
            }
        }
    }
}
