//! Replies of a server: one body, or events of a stream.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Usage {
    #[serde(default)]
    pub(crate) prompt_tokens: usize,
    #[serde(default)]
    pub(crate) completion_tokens: usize,
}

#[derive(Debug, Default, Deserialize)]
struct Body {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    message: Option<Words>,
    delta: Option<Words>,
    finish_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Words {
    content: Option<String>,
}

/// One part of a reply.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) text: String,
    pub(crate) finish: Option<String>,
    pub(crate) usage: Option<Usage>,
    /// The server's message about an error after the reply had started.
    pub(crate) error: Option<String>,
    /// True if the reply is complete.
    pub(crate) last: bool,
}

/// Parses a line of a stream (`text/event-stream`, as in the HTML standard; servers send each event as one
/// line). Returns `None` for lines without data.
pub(crate) fn event(line: &str) -> Option<Result<Part, String>> {
    let data = line.trim_end_matches(['\r', '\n']).strip_prefix("data:")?.trim();
    match data {
        "" => None,
        "[DONE]" => Some(Ok(Part { last: true, ..Part::default() })),
        data => Some(part(data)),
    }
}

/// Parses a whole reply, or the data of an event.
pub(crate) fn part(json: &str) -> Result<Part, String> {
    let body: Body = serde_json::from_str(json).map_err(|e| format!("{e} in {:?}", beginning(json)))?;
    let mut part = Part { usage: body.usage, error: body.error.as_ref().map(words), ..Part::default() };
    if let Some(choice) = body.choices.into_iter().next() {
        let words = choice.message.or(choice.delta);
        part.text = words.and_then(|words| words.content).unwrap_or_default();
        part.finish = choice.finish_reason;
    }
    Ok(part)
}

/// Extracts the message from an error's body, from any of the usual places.
pub(crate) fn complaint(body: &str) -> String {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let found = json.as_ref().map(|json| words(json.get("error").unwrap_or(json)));
    beginning(&found.unwrap_or_else(|| body.trim().to_owned()))
}

fn words(error: &Value) -> String {
    let message = error.get("message").or_else(|| error.get("detail")).unwrap_or(error);
    beginning(message.as_str().unwrap_or(&message.to_string()))
}

/// Shortens a server's message to the length that our messages can include.
fn beginning(text: &str) -> String {
    let mut beginning: String = text.chars().take(300).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts() {
        let part =
            event(r#"data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}"#).unwrap().unwrap();
        assert_eq!((part.text.as_str(), part.finish), ("a", None));
        assert!(event("data: [DONE]\r\n").unwrap().unwrap().last);
        for nothing in ["", ": ping", "event: x", "data:"] {
            assert!(event(nothing).is_none());
        }
        assert!(event("data: {\"choices\":").unwrap().is_err());
        let part = super::part(r#"{"choices":[{"message":{"content":null},"finish_reason":"length"}],"usage":{"prompt_tokens":3,"completion_tokens":4}}"#).unwrap();
        assert_eq!((part.text.as_str(), part.finish.as_deref()), ("", Some("length")));
        assert_eq!(part.usage.unwrap().completion_tokens, 4);
    }

    #[test]
    fn complaints() {
        for (body, expected) in [
            (r#"{"error":{"message":"no such model","code":404}}"#, "no such model"),
            (r#"{"error":"busy"}"#, "busy"),
            (r#"{"detail":"bad"}"#, "bad"),
            ("<html>gone</html>", "<html>gone</html>"),
            ("", ""),
        ] {
            assert_eq!(complaint(body), expected);
        }
        assert!(complaint(&"x".repeat(5000)).chars().count() < 400);
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in ".{0,80}", json in "[\\{\\}\\[\\]\":,a-z0-9 ]{0,80}") {
            let _ = event(&line);
            let _ = event(&format!("data: {json}"));
            let _ = complaint(&json);
        }
    }
}
