//! Bold and dim text, on terminals only.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// What stands before each of the program's own styles: text from outside can't know it, so no
/// text from outside can set one.
static MARK: LazyLock<String> =
    LazyLock::new(|| format!("\x1b{:016x}", RandomState::new().hash_one(std::process::id())));

/// Codes of the styles, the one that ends them first.
const CODES: [&str; 6] = ["0", "1", "2", "7", "31", "32"];

/// Marks text that is to be bold, dim or coloured, or leaves it as it is. The mark becomes an
/// escape sequence where the text goes out ([`super::clean`]).
#[derive(Debug, Clone, Copy)]
pub struct Style {
    on: bool,
}

impl Style {
    /// `on` only where standard output is a terminal that wants colour.
    pub fn new(on: bool) -> Self {
        Style { on }
    }

    /// Bold.
    pub fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// Dim.
    pub fn dim(&self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// Bold, with a part of it that stands out.
    pub fn bold_with(&self, text: &str, part: Option<&str>) -> String {
        match part.and_then(|part| text.split_once(part)) {
            Some((before, behind)) if self.on => {
                let part = part.unwrap_or_default();
                format!("{}{}{}", self.bold(before), self.wrap("7", part), self.bold(behind))
            }
            _ => self.bold(text),
        }
    }

    /// Green.
    pub fn good(&self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// Red.
    pub fn bad(&self, text: &str) -> String {
        self.wrap("31", text)
    }

    fn wrap(&self, code: &str, text: &str) -> String {
        if self.on { format!("{mark}[{code}m{text}{mark}[0m", mark = *MARK) } else { text.to_owned() }
    }
}

/// The style that a text begins with, as an escape sequence, and the text after it.
pub(super) fn own_style(text: &str) -> Option<(String, &str)> {
    let rest = text.strip_prefix(MARK.as_str())?.strip_prefix('[')?;
    let (code, rest) = rest.split_once('m')?;
    CODES.contains(&code).then(|| (format!("\x1b[{code}m"), rest))
}
