//! Writes an answer down to be taken along, after a check of every quote.

use serde_json::Value;

use crate::access::caller::Caller;
use crate::cancel::Cancel;
use crate::problem::Problem;
use crate::requests::DocumentKind;
use twolane_answer::{TextState, Watch, docx, pdf, plain, recheck_watched};

use super::Engine;
use crate::about::about;

impl Engine {
    /// Writes a saved answer as a document with the day, the archive, the version and the disclaimer. Only an answer
    /// whose every quote and text holds becomes one.
    ///
    /// # Errors
    /// Returns 422 for text that is no answer or does not hold, and 503 once the client is gone.
    pub fn document(
        &self,
        saved: &str,
        kind: DocumentKind,
        caller: &Caller,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, Problem> {
        let archive = self.archive();
        let texts = self.texts_of(saved, caller)?;
        let go_on = || cancel.goes_on();
        let watch = Watch { go_on: Some(&go_on), ..Watch::default() };
        let own = |id: &twolane_text::SourceId| texts.iter().find(|text| text.id() == id).cloned();
        let found = recheck_watched(&archive, self.vocabulary(), &own, watch, saved)?;
        if !found.accounted {
            return Err(Problem::unusable(
                "this answer has text that is not in the papers as they are now",
                "ask the question again",
            ));
        }
        let answer: Value = serde_json::from_str(saved).map_err(|error| Problem::internal(&error))?;
        let text = |path: &str| answer.pointer(path).and_then(Value::as_str);
        let (Some(question), Some(markdown)) = (text("/resolved_context/question"), text("/form/markdown"))
        else {
            return Err(Problem::unusable("this is not a complete answer", "send the whole reply of `/ask`"));
        };
        let mut about = about(&archive)?;
        if found.texts.iter().any(|text| text.verdict == TextState::ModelWords) {
            about.push_str(" The wording of the sentences in a model's words was not checked.");
        }
        match kind {
            DocumentKind::Docx => docx(question, markdown, &about).map_err(|error| Problem::internal(&error)),
            DocumentKind::Pdf => pdf(question, markdown, &about).map_err(|error| {
                Problem::unusable(
                    error.to_string().lines().next().unwrap_or_default(),
                    "choose another format",
                )
            }),
            DocumentKind::Markdown => Ok(format!("# {question}\n\n{markdown}\n\n{about}\n").into_bytes()),
            DocumentKind::Text => Ok(format!("{question}\n\n{}\n{about}\n", plain(markdown)).into_bytes()),
        }
    }
}
