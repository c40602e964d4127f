//! The session of a turn, with the input of that turn.

use crate::error::AskError;
use crate::understand::gate::fingerprint;
use crate::understand::session::{Origin, Session, Sessions};

use super::conversation::Conversation;
use super::input::Input;

impl Conversation<'_> {
    /// Returns the session with the values and texts of this turn.
    pub(super) fn session(&self, input: &Input<'_>) -> Result<Session, AskError> {
        let (inquiry, stamp) = (input.inquiry, input.now.to_string());
        let apply = |session: &mut Session| {
            let mut new = false;
            for (name, value) in &inquiry.context {
                new |= session.set(name, value, Origin::Text);
            }
            for text in &input.texts {
                session.add_source(text, &stamp, &self.options.session);
                new = true;
            }
            if new {
                session.rounds.reset(&fingerprint(&input.question));
            }
        };
        let mut session = match (&inquiry.session, self.store) {
            (Some(id), Some(store)) => {
                Sessions::new(store, &self.options.session, input.now).update(id, apply)?
            }
            _ => {
                let mut session = Session::new("", &stamp);
                apply(&mut session);
                session
            }
        };
        // Values without input in this turn were known before.
        for (name, field) in &mut session.fields {
            let given = inquiry.context.iter().any(|(n, _)| n == name);
            if !given && field.origin == Origin::Text {
                field.origin = Origin::Session;
            }
        }
        Ok(session)
    }
}
