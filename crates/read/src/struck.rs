//! Text with struck words between marks.

/// Mark before and after struck words.
const MARK: &str = "~~";

/// A text that is being put together of runs, some of them struck through.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct StruckText {
    text: String,
    is_open: bool,
}

impl StruckText {
    /// Adds a run. Marks touch their words, never a space.
    pub(super) fn push(&mut self, run: &str, is_struck: bool) {
        let words = run.trim_start();
        if words.is_empty() {
            self.text.push_str(run);
            return;
        }
        if self.is_open && !is_struck {
            self.close();
        }
        self.text.push_str(run.get(..run.len() - words.len()).unwrap_or(""));
        if is_struck && !self.is_open {
            self.text.push_str(MARK);
            self.is_open = true;
        }
        self.text.push_str(words);
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            let end = self.text.trim_end().len();
            self.text.insert_str(end, MARK);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the text and begins a new one.
    pub(super) fn take(&mut self) -> String {
        self.close();
        std::mem::take(&mut self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_tight() {
        let mut text = StruckText::default();
        for (run, is_struck) in
            [("The fee is", false), (" $5 ", true), ("or", true), (" ", true), ("$7.", false)]
        {
            text.push(run, is_struck);
        }
        assert_eq!(text.take(), "The fee is ~~$5 or~~ $7.");
        text.push("gone", true);
        assert_eq!(text.take(), "~~gone~~");
        assert!(text.is_empty());
    }
}
