//! Regular expressions that are constants of the program.

use std::sync::LazyLock;

use regex::Regex;

/// A pattern compiled at first use.
pub struct Pattern(LazyLock<Regex>, &'static str);

impl Pattern {
    /// Creates a pattern; `build` must be `|| compile(SAME_PATTERN)`.
    pub const fn new(source: &'static str, build: fn() -> Regex) -> Self {
        Pattern(LazyLock::new(build), source)
    }

    /// Returns the compiled form.
    pub fn get(&self) -> &Regex {
        &self.0
    }

    /// Returns the source text.
    #[allow(dead_code)] // Shown by tests when a table fails.
    pub fn source(&self) -> &'static str {
        self.1
    }
}

/// Compiles a constant pattern of the program, never input.
#[allow(clippy::expect_used)] // Every use is a literal, and the tables of its module compile it.
pub fn compile(source: &str) -> Regex {
    Regex::new(source).expect("constant pattern")
}

/// `pattern!(NAME, r"...")`: a static regular expression.
#[macro_export]
macro_rules! pattern {
    ($name:ident, $source:expr) => {
        static $name: $crate::pattern::Pattern =
            $crate::pattern::Pattern::new($source, || $crate::pattern::compile($source));
    };
}
pub use pattern;
