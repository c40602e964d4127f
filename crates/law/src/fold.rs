//! Running text in the form that the grammar reads: one blank for every run of white space (line ends
//! included) and one kind of dash, with a map back to the original bytes.

/// A text with single white space.
#[derive(Debug)]
pub(super) struct Folded {
    /// Text for the patterns. Because white space is single, no pattern looks far ahead.
    pub(super) text: String,
    /// Points at which the distance between folded and original offsets changes: (folded, original), both
    /// rising.
    steps: Vec<(usize, usize)>,
}

impl Folded {
    pub(super) fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut steps = vec![(0, 0)];
        let mut blank = false;
        let mut shift = 0;
        for (at, c) in original.char_indices() {
            if c.is_whitespace() {
                if blank {
                    continue;
                }
                blank = true;
            } else {
                blank = false;
            }
            // Folded text is never longer than the original, so the shift never falls below zero.
            if at - text.len() != shift {
                shift = at - text.len();
                steps.push((text.len(), at));
            }
            text.push(match c {
                c if c.is_whitespace() => ' ',
                '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}' => '-',
                c => c,
            });
        }
        steps.push((text.len(), original.len()));
        Folded { text, steps }
    }

    /// Converts an original byte offset to a folded one.
    pub(super) fn folded(&self, at: usize) -> usize {
        let index = self.steps.partition_point(|(_, original)| *original <= at);
        let Some(&(folded, original)) = index.checked_sub(1).and_then(|i| self.steps.get(i)) else {
            return at;
        };
        let next = self.steps.get(index).map_or(self.text.len(), |s| s.0);
        (folded + (at - original)).min(next)
    }

    /// Converts a folded offset to the original byte offset.
    pub(super) fn original(&self, at: usize) -> usize {
        let index = self.steps.partition_point(|(folded, _)| *folded <= at);
        let Some(&(folded, original)) = index.checked_sub(1).and_then(|i| self.steps.get(i)) else {
            return at;
        };
        original + (at - folded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folds() {
        let folded = Folded::new("a \n  b\u{2013}c  ");
        assert_eq!(folded.text, "a b-c ");
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|i| folded.original(i)), [0, 1, 5, 6, 9, 10, 12]);
    }

    proptest! {
        #[test]
        fn every_position_has_its_byte(text in "[a \\n\u{2013}§]{0,40}") {
            let folded = Folded::new(&text);
            for (at, c) in folded.text.char_indices() {
                let from = text[folded.original(at)..].chars().next();
                let same = from.map(|f| if f.is_whitespace() { ' ' } else if f == '\u{2013}' { '-' } else { f });
                prop_assert_eq!(same, Some(c));
            }
            prop_assert_eq!(folded.original(folded.text.len()), text.len());
        }
    }
}
