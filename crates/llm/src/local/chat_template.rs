//! Chat template of a GGUF file.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind, context};

use super::vocabulary::Vocabulary;
use crate::completion::{Message, Speaker};

/// A chat template. A base model has no template; its prompt is the messages with blank lines between.
pub(crate) struct ChatTemplate {
    environment: Option<Environment<'static>>,
}

/// Markers around message content in the rendered text. Both are Unicode noncharacters, which are removed
/// from the content first.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';
/// Limit on a template's steps; the longest known ones need some thousands.
const FUEL: u64 = 2_000_000;
const NAME: &str = "chat";

impl ChatTemplate {
    /// Compiles the template; the error names unsupported parts.
    pub(crate) fn new(source: Option<&str>) -> Result<Self, String> {
        let Some(source) = source else { return Ok(Self { environment: None }) };
        let mut environment = Environment::new();
        environment.set_fuel(Some(FUEL));
        // Same settings as the families' own tokenizers.
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|e| e.to_string())?);
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |what: String| -> Result<String, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, what))
        });
        // Prompts include no date, so that the same question gets the same answer tomorrow.
        environment.add_function("strftime_now", |_format: String| "");
        environment.add_template_owned(NAME, source.to_owned()).map_err(|e| e.to_string())?;
        Ok(Self { environment: Some(environment) })
    }

    /// Encodes the messages up to the start of the model's answer. Words of the messages never become special
    /// tokens.
    pub(crate) fn encode(&self, messages: &[Message], vocabulary: &Vocabulary) -> Result<Vec<u32>, String> {
        let rendered = self.render(messages, vocabulary)?;
        let mut pieces = Vec::new();
        let mut rest = rendered.as_str();
        while let Some((before, after)) = rest.split_once(OPEN) {
            let (words, behind) = after.split_once(CLOSE).unwrap_or((after, ""));
            pieces.push((before, true));
            pieces.push((words, false));
            rest = behind;
        }
        pieces.push((rest, true));
        vocabulary.encode_chat(&pieces)
    }

    fn render(&self, messages: &[Message], vocabulary: &Vocabulary) -> Result<String, String> {
        let fenced: Vec<Message> = messages.iter().map(fenced).collect();
        let Some(environment) = &self.environment else {
            return Ok(fenced
                .iter()
                .map(|message| message.content.as_str())
                .collect::<Vec<_>>()
                .join("\n\n")
                + "\n\n");
        };
        let template = environment.get_template(NAME).map_err(|e| e.to_string())?;
        let render = |messages: &[Message]| {
            template
                .render(context! {
                    messages => Serde(messages),
                    add_generation_prompt => true,
                    enable_thinking => false,
                    bos_token => vocabulary.begin_name(),
                    eos_token => vocabulary.end_name(),
                })
                .map_err(|e| format!("{e:#}"))
        };
        // Some templates support no system message; its content then precedes the user's.
        render(&fenced).or_else(|error| match joined(&fenced) {
            Some(joined) => render(&joined),
            None => Err(error),
        })
    }
}

fn fenced(message: &Message) -> Message {
    let words: String = message.content.chars().filter(|c| !matches!(*c, OPEN | CLOSE)).collect();
    Message { role: message.role, content: format!("{OPEN}{words}{CLOSE}") }
}

fn joined(messages: &[Message]) -> Option<Vec<Message>> {
    let (first, rest) = messages.split_first()?;
    let (second, rest) = rest.split_first()?;
    if first.role != Speaker::System || second.role != Speaker::User {
        return None;
    }
    let mut joined = vec![Message::user(format!("{}\n\n{}", first.content, second.content))];
    joined.extend_from_slice(rest);
    Some(joined)
}
