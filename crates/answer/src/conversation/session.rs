//! The session of a turn, with the input of that turn.

use crate::error::AskError;
use crate::understand::gate::fingerprint;
use crate::understand::session::{Origin, Session, Sessions};

use super::conversation::Conversation;
use super::turn::Turn;

impl Conversation<'_> {
    /// Returns the session with the values and texts of this turn.
    pub(super) fn session(&self, turn: &Turn<'_>) -> Result<Session, AskError> {
        let (inquiry, stamp) = (turn.inquiry, turn.now.to_string());
        let apply = |session: &mut Session| {
            let mut new = false;
            for (name, value) in &inquiry.context {
                new |= session.set(name, value, Origin::Text);
            }
            for text in &turn.texts {
                session.add_source(text, &stamp, &self.options.session);
                new = true;
            }
            if new {
                session.rounds.reset(&fingerprint(&turn.question));
            }
        };
        let mut session = match (&inquiry.session, self.store) {
            (Some(id), Some(store)) => {
                Sessions::new(store, &self.options.session, turn.now).update(id, apply)?
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
