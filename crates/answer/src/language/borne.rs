//! Span alignment (SPEC EVD-1): the tokens that a set of quotes supports.

use std::collections::HashSet;

use twolane_law::{Citation, Grammar};
use twolane_text::{Quote, SupportIndex, Token, TokenKind, is_plain, tokens};

/// Index of everything that some quotes (and titles) support. Adding or judging a text takes time linear in its length.
#[derive(Debug, Clone, Default)]
pub struct Borne {
    tokens: SupportIndex,
    words: HashSet<String>,
    /// Runs of adjacent words of names.
    names: HashSet<String>,
    /// Words with characters that are not judged, in their exact form.
    odd: HashSet<String>,
    /// Normal forms of the citations in the quotes, and of the sections that contain the quotes.
    citations: HashSet<String>,
}

/// Most words of a name that are looked up together.
const NAME_WORDS: usize = 6;

impl Borne {
    /// Builds the index from these texts.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut borne = Borne::default();
        for text in texts {
            borne.add(text);
        }
        borne
    }

    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        self.add_tokens(text);
        self.words.extend(words(text));
        self.odd.extend(text.split_whitespace().filter(|w| !is_plain(w)).map(str::to_owned));
        for found in Grammar::built_in().find(text) {
            self.add_citation(&found.citation);
        }
    }

    fn add_tokens(&mut self, text: &str) {
        for token in tokens(text) {
            self.tokens.add(&token);
            if token.kind == TokenKind::Name {
                let held = words(&token.raw);
                for length in 1..=NAME_WORDS.min(held.len()) {
                    self.names.extend(held.windows(length).map(|run| run.join(" ")));
                }
            }
        }
    }

    /// Adds the address of a section that contains a quote: `RSA 91-A:3, II(c)` supports itself and the section that
    /// contains it.
    pub fn add_section(&mut self, address: &str) {
        match Grammar::built_in().parse_citation(address) {
            Some(citation) => self.add_citation(&citation),
            None => {
                self.citations.insert(address.to_owned());
                self.add_tokens(address);
            }
        }
    }

    fn add_citation(&mut self, citation: &Citation) {
        self.citations.extend(citation.keys());
        // A paragraph is a part of its section; `RSA 91-A:3, II(c)` also names `RSA 91-A:3, II`.
        let mut part = citation.text.as_str();
        while let Some((outer, _)) = part.rsplit_once('(') {
            part = outer.trim_end();
            if Some(part) == citation.section.as_deref() {
                break;
            }
            self.citations.insert(part.to_owned());
        }
    }

    /// Returns the tokens of a text that nothing here supports. A word with invisible characters, look-alikes or
    /// letters of another script has no certain meaning. It is unsupported unless a quote has it in exactly this form.
    pub fn unsupported(&self, text: &str) -> Vec<Token> {
        let mut cited = Grammar::built_in().find(text);
        cited.sort_by_key(|f| f.bytes.start);
        let all = tokens(text);
        let sections: Vec<_> =
            all.iter().filter(|t| t.kind == TokenKind::Section).map(|t| t.range.clone()).collect();
        let mut strays: Vec<Token> = all
            .into_iter()
            .filter(|claim| {
                // Citations do not overlap: the last one that begins before the token may contain it.
                let at = cited.partition_point(|f| f.bytes.start <= claim.range.start);
                let citation =
                    at.checked_sub(1).and_then(|i| cited.get(i)).filter(|f| claim.range.end <= f.bytes.end);
                let known = match citation {
                    Some(found) => self.citations.contains(&found.citation.text) || self.has(claim),
                    None if claim.kind == TokenKind::Name => self.has_name(claim, &sections),
                    None => self.has(claim),
                };
                !known
            })
            .collect();
        for word in text.split_whitespace().filter(|w| !is_plain(w) && !self.odd.contains(*w)) {
            strays.push(Token {
                kind: TokenKind::Code,
                range: 0..0,
                raw: word.to_owned(),
                normal: word.to_owned(),
                counted: Vec::new(),
            });
        }
        strays
    }

    /// Returns true when every token of a text is supported.
    pub fn bears_out(&self, text: &str) -> bool {
        self.unsupported(text).is_empty()
    }

    fn has(&self, claim: &Token) -> bool {
        self.tokens.supports(claim)
            // The capital letter may be the writer's; a quote must have the word itself.
            || (claim.kind == TokenKind::ProperNoun && self.words.contains(&claim.normal))
    }

    /// Returns true when one name of a quote has the name's own words together, in their order. When only one word is
    /// left, a quote must have that word. Words that begin a sentence, titles, and those of a section's number ("See
    /// RSA 4:1") do not count.
    fn has_name(&self, claim: &Token, sections: &[std::ops::Range<usize>]) -> bool {
        if self.has(claim) {
            return true;
        }
        let at = sections.partition_point(|s| s.end <= claim.range.start);
        let end = sections
            .get(at)
            .filter(|s| s.start < claim.range.end)
            .map_or(claim.raw.len(), |s| s.start.saturating_sub(claim.range.start));
        let own = name_words(claim.raw.get(..end).unwrap_or(&claim.raw));
        match own.as_slice() {
            [] => true,
            [word] => self.words.contains(word),
            own => own.len() <= NAME_WORDS && self.names.contains(&own.join(" ")),
        }
    }
}

/// Returns the words of a name without the titles and sentence openings before it: "At Mr. Hale" is `hale`. Such words
/// within a name stay: "Hale and Moss" is not "Hale Moss".
fn name_words(raw: &str) -> Vec<String> {
    const NO_PART: &[&str] = &[
        "mr",
        "mrs",
        "ms",
        "dr",
        "chair",
        "chairman",
        "selectman",
        "councilor",
        "the",
        "a",
        "an",
        "at",
        "in",
        "on",
        "by",
        "for",
        "from",
        "under",
        "see",
        "when",
        "after",
        "before",
        "if",
        "and",
        "but",
        "as",
        "with",
        "to",
        "of",
        "this",
        "that",
        "these",
        "all",
        "any",
        "no",
        "each",
        "its",
        "his",
        "her",
        "their",
        "our",
    ];
    words(raw).into_iter().skip_while(|w| NO_PART.contains(&w.as_str())).collect()
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('’', "'")
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|w| w.strip_suffix("'s").unwrap_or(w).trim_matches('\''))
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the raw forms of the tokens of one kind in these quotes, each once, in order.
pub fn printed<'a>(quotes: impl Iterator<Item = &'a Quote>, kind: TokenKind) -> Vec<String> {
    let mut seen = Vec::new();
    for token in quotes.flat_map(|q| tokens(q.text())) {
        if token.kind == kind && !seen.contains(&token.raw) {
            seen.push(token.raw);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_and_bad() {
        for (quote, text, strays) in [
            ("The fee is $20 for each tree.", "It costs 20 dollars a tree.", vec![]),
            ("The fee is $20 for each tree.", "It is 20 feet.", vec!["20 feet"]),
            ("sixty days after the vote", "within 60 days", vec![]),
            ("sixty days after the vote", "within 60 months", vec!["60 months"]),
            ("Ann Hale moved; Tim Moss seconded.", "So moved Ms. Hale.", vec![]),
            ("Ann Hale moved; Tim Moss seconded.", "So moved Ann Moss.", vec!["Ann Moss"]),
            ("Ann Hale and Tim Moss met.", "So moved Hale Tim.", vec!["Hale Tim"]),
            ("Ann Hale. Tim Moss seconded.", "So moved Hale Tim.", vec!["Hale Tim"]),
            ("Ann Hale moved.", "So moved Hale Ann.", vec!["Hale Ann"]),
            ("Ann Hale of the Select Board moved.", "So moved Chair Ann Hale.", vec![]),
            ("for FY2025", "for FY2031", vec!["FY2031"]),
            ("on March 3, 2025 at 7:30 p.m.", "30 dogs and 3 cats", vec!["30", "3"]),
            ("The fee is $20.", "The f\u{435}e is $20.", vec!["f\u{435}e"]),
            ("The fee is $20.", "The fee is $2\u{200b}0.", vec!["$2", "0", "$2\u{200b}0."]),
            ("The bridge at Alder is closed.", "They closed it in Alder.", vec![]),
            ("Alder has a bridge.", "They closed it in Alder.", vec![]),
            ("The bridge is closed.", "They closed it in Alder.", vec!["Alder"]),
            ("as RSA 31-B:3, II(c) says", "See RSA 31-B:3.", vec![]),
            ("as RSA 31-B:3, II(c) says", "See RSA 31-B:3, II.", vec![]),
            ("as RSA 31-B:3, II(c) says", "See RSA 31-B:3, II(d).", vec!["RSA 31-B:3, II(d)"]),
            ("as RSA 31-B:3 says", "See RSA 31-B:4.", vec!["RSA 31-B:4"]),
            ("a vote of 3-2", "by 3 to 2", vec![]),
            ("The Planning Board met.", "At the Planning Board, it was so.", vec![]),
            ("The Planning Board met.", "The Zoning Board met.", vec!["The Zoning Board"]),
        ] {
            let got: Vec<String> = Borne::of([quote]).unsupported(text).into_iter().map(|t| t.raw).collect();
            assert_eq!(got, strays, "{quote} / {text}");
        }
    }

    #[test]
    fn a_section_bears_out_its_own_address() {
        let mut borne = Borne::of(["II. Only the following matters shall be considered"]);
        assert!(!borne.bears_out("RSA 31-B:3, II says so."));
        borne.add_section("RSA 31-B:3, II");
        assert!(borne.bears_out("RSA 31-B:3, II says so, as does RSA 31-B:3."));
        assert!(!borne.bears_out("RSA 31-B:3, III says so."));
    }
}
