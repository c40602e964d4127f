//! Clarifying questions in a language model's words. The gate still decides the field and the options. A reworded
//! sentence is used only if each of its words is the user's, the gate's, or one of a few asking words.

use std::collections::HashSet;
use std::time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::draft::prompt::{Untrusted, fill};
use crate::language::words::words;
use twolane_llm::{Budget, CallCounter, Completion, Constraint, Control, Counted, LanguageModel, Message};
use twolane_text::sentences;

use super::decision::ClarifyQuestion;

const CLARIFY: &str = include_str!("../../../../../prompts/clarify.md");
const CLARIFY_QUESTION: &str = include_str!("../../../../../prompts/clarify-question.md");

/// Tokens of one sentence of `MOST_WORDS` words, with the object around it.
const PROMPT_TOKENS: usize = 64;
/// Words that a model may add: they ask, and say nothing about a subject. No word here negates a sentence.
const ASKING: &str = "please could can would will you i we us me my your the a an this that it is are do does did \
    of for to in on at by about with and or what which who whom whose when where how say tell give name know mean \
    need want asking ask exactly";
/// Most words of a clarifying question; `prompts/clarify.md` states the same limit.
const MOST_WORDS: usize = 25;
/// Most characters of a clarifying question.
const MOST_CHARS: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    prompt: String,
}

/// Rewords each question, with one call each, all to be finished by `until`. A question whose new words are unusable
/// keeps its own.
pub fn worded_by_model(
    asked: &str,
    questions: &mut [ClarifyQuestion],
    model: &dyn LanguageModel,
    calls: &CallCounter,
    until: Option<Instant>,
    go_on: &(dyn Fn() -> bool + Sync),
) {
    let counted = Counted::new(model, Budget { deadline: until, ..Budget::default() }).booking(calls);
    let control = Control { go_on: Some(go_on), ..Control::default() };
    for question in questions {
        let neutral = |text: &str| Untrusted(text).neutral();
        let options = if question.options.is_empty() { "none".into() } else { question.options.join("; ") };
        let user = fill(
            CLARIFY_QUESTION,
            &[
                ("field", &question.field),
                ("prompt", &neutral(&question.prompt)),
                ("options", &neutral(&options)),
                ("question", &neutral(asked)),
            ],
        );
        let request =
            Completion::new("clarify", vec![Message::system(CLARIFY.trim()), Message::user(user.trim())])
                .constrained(Constraint::JsonSchema(schema()))
                .at_most(PROMPT_TOKENS)
                .keeping_prefix("clarify");
        let done = counted.complete(&request, &control).and_then(|done| done.whole(&counted.id().0));
        let reply = done.ok().and_then(|text| serde_json::from_str::<Reply>(&text).ok());
        if let Some(Reply { prompt }) = reply
            && asks_the_same(&prompt, question, asked)
        {
            question.prompt = prompt;
        }
    }
}

/// Returns true for a single question of known words that has a word of the clarifying question, and does not repeat
/// the user's question.
fn asks_the_same(prompt: &str, question: &ClarifyQuestion, asked: &str) -> bool {
    let of = |text: &str| words(text).into_iter().map(|word| word.lower).collect::<HashSet<String>>();
    let (said, own, users, asking) = (of(prompt), of(&question.prompt), of(asked), of(ASKING));
    let own_matter = |word: &String| own.contains(word) && !asking.contains(word);
    prompt.ends_with('?')
        && prompt
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | ',' | '?' | '\'' | '\u{2019}' | '-'))
        && prompt.split_whitespace().count() <= MOST_WORDS
        && sentences(prompt).len() == 1
        && said.iter().all(|word| [&own, &users, &asking].iter().any(|known| known.contains(word)))
        && said.iter().any(own_matter)
        && said != users
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": { "prompt": { "type": "string", "maxLength": MOST_CHARS } },
        "required": ["prompt"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_llm::ScriptedModel;

    #[test]
    fn a_model_words_a_question_and_offers_nothing() {
        const OWN: &str = "Which unit do you mean?";
        for (reply, taken) in [
            ("Could you say which unit you mean?", true),
            ("Is it unit 12?", false),
            ("Do you mean Maple Court?", false),
            ("I think you mean the big one. Which is it?", false),
            ("Say which unit.", false),
            ("Is it the unit that the town condemned?", false),
            ("Which unit do you not mean?", false),
            ("Which unit [town] do you mean?", false),
            ("What do you mean?", false),
            ("How big is it, please?", false),
            ("How big is my unit?", false),
            ("", false),
        ] {
            let said = serde_json::json!({ "prompt": reply }).to_string();
            let model = ScriptedModel::answering(move |_| said.clone().into());
            let mut questions = [ClarifyQuestion {
                field: "unit".into(),
                prompt: OWN.into(),
                options: vec!["12".into(), "14".into()],
                allow_free_text: true,
            }];
            let calls = CallCounter::default();
            worded_by_model("How big is my unit?", &mut questions, &model, &calls, None, &|| true);
            let [question] = questions;
            assert_eq!(question.prompt, if taken { reply } else { OWN }, "{reply}");
            assert_eq!(question.options, ["12", "14"]);
            assert_eq!(calls.count().calls(), 1);
        }
    }
}
