//! Regular expressions that are constants of the program.

use std::sync::LazyLock;

use regex::Regex;

/// A pattern compiled at first use.
pub(crate) struct Pattern(LazyLock<Regex>, &'static str);

impl Pattern {
    /// `build` must be `|| compile(SAME_PATTERN)`.
    pub(crate) const fn new(source: &'static str, build: fn() -> Regex) -> Self {
        Pattern(LazyLock::new(build), source)
    }

    /// The compiled form.
    pub(crate) fn get(&self) -> &Regex {
        &self.0
    }

    /// The text it was written as.
    #[allow(dead_code)] // Shown by tests when a table fails.
    pub(crate) fn source(&self) -> &'static str {
        self.1
    }
}

/// Compiles a pattern that is a constant of the program, never input.
#[allow(clippy::expect_used)] // Every use is a literal, and the tables of its module compile it.
pub(crate) fn compile(source: &str) -> Regex {
    Regex::new(source).expect("constant pattern")
}

/// `pattern!(NAME, r"...")`: a static regular expression.
macro_rules! pattern {
    ($name:ident, $source:expr) => {
        static $name: $crate::text::pattern::Pattern =
            $crate::text::pattern::Pattern::new($source, || $crate::text::pattern::compile($source));
    };
}
pub(crate) use pattern;
