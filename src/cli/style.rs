//! Bold and dim text, on terminals only.

/// Writes escape sequences, or nothing.
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

    /// Green.
    pub fn good(&self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// Red.
    pub fn bad(&self, text: &str) -> String {
        self.wrap("31", text)
    }

    fn wrap(&self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
