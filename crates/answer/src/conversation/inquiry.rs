//! Input of a conversation.

use twolane_retrieve::Request;

/// A question for a conversation, with the input that came with it.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// Question with its conditions.
    pub request: Request,
    /// Session id; a session of an unknown id is created. With `None`, nothing is remembered.
    pub session: Option<String>,
    /// Given values, such as replies to clarifying questions.
    pub context: Vec<(String, String)>,
    /// Text that the user gave as a source, whatever its length.
    pub paste: Option<String>,
}

impl Inquiry {
    /// Builds an inquiry for a question alone.
    pub fn new(request: Request) -> Self {
        Inquiry { request, session: None, context: Vec::new(), paste: None }
    }
}
