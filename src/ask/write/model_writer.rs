//! A model names the sentences that answer.

use std::time::{Duration, Instant};

use crate::ask::draft::DraftFact;
use crate::ask::extract::{Ranked, as_fact};
use crate::inference::language_model::{
    Budget, CallCount, Claims, Completion, Control, Counted, LanguageModel, LanguageModelError, Message,
    SpanGrammar, SpanOptions,
};

use super::options::WriterOptions;
use super::prompt::{Untrusted, fill};

const SYSTEM: &str = include_str!("../../../prompts/answer.md");
const CLAIMS: &str = include_str!("../../../prompts/answer-claims.md");
const QUESTION: &str = include_str!("../../../prompts/answer-question.md");

/// Writes with a model.
pub struct ModelWriter<'a> {
    model: &'a dyn LanguageModel,
    options: WriterOptions,
}

/// What a model wrote, or why it did not.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Facts in the model's order; each is a sentence that it was shown, or a statement with that
    /// sentence as its quote.
    pub facts: Vec<DraftFact>,
    /// It held that nothing answers.
    pub silent: bool,
    /// Why there is nothing, for people.
    pub failed: Option<String>,
    /// Calls by purpose.
    pub calls: CallCount,
    /// The model's id.
    pub model: String,
}

impl<'a> ModelWriter<'a> {
    /// With these settings.
    pub fn new(model: &'a dyn LanguageModel, options: WriterOptions) -> Self {
        ModelWriter { model, options }
    }

    /// Chooses among the candidates, best first. Whatever goes wrong with the model is in the
    /// result, so that the answer can be written without it.
    pub fn write(&self, question: &str, ranked: &[Ranked], go_on: &(dyn Fn() -> bool + Sync)) -> Written {
        let deadline = Instant::now() + Duration::from_secs(self.options.seconds);
        let budget = Budget {
            calls: Some(self.options.max_calls),
            tokens: Some(self.options.max_tokens),
            deadline: Some(deadline),
        };
        let counted = Counted::new(self.model, budget);
        let mut written = match self.choose(&counted, question, ranked, go_on) {
            Ok(written) => written,
            Err(failed) => Written { failed: Some(failed), ..Written::default() },
        };
        written.calls = counted.count();
        written.model = self.model.id().0.clone();
        written
    }

    fn choose(
        &self,
        model: &dyn LanguageModel,
        question: &str,
        ranked: &[Ranked],
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Written, String> {
        let shown: Vec<DraftFact> = self.shown(ranked);
        let claims = match self.options.claims {
            true => Claims::Free { max_chars: self.options.claim_chars },
            false => Claims::None,
        };
        let spans =
            SpanOptions { max_facts: self.options.max_facts, may_abstain: self.options.may_abstain, claims };
        // One list of numbered sentences: small models favour a passage that its label names.
        let Some(grammar) = SpanGrammar::new(vec![shown.len()], spans) else {
            return Ok(Written { silent: true, ..Written::default() });
        };
        let sentences: Vec<String> = shown
            .iter()
            .enumerate()
            .filter_map(|(i, fact)| {
                Some(format!("{} {}", grammar.label(0, i)?, Untrusted(&fact.text).neutral()))
            })
            .collect();
        let system = fill(SYSTEM, &[("claims", if self.options.claims { CLAIMS } else { "" })]);
        let asked = fill(
            QUESTION,
            &[("sentences", &sentences.join("\n")), ("question", &Untrusted(question).neutral())],
        );
        let request =
            Completion::new("synthesize", vec![Message::system(system.trim()), Message::user(asked.trim())])
                .constrained(grammar.constraint())
                .at_most(grammar.max_tokens())
                .keeping_prefix("answer");
        let control = Control { go_on: Some(go_on), ..Control::default() };
        let text = model
            .complete(&request, &control)
            .and_then(|completed| completed.whole(&model.id().0))
            .map_err(|error: LanguageModelError| error.to_string())?;
        let named = grammar.parse(&text).map_err(|error| error.to_string())?;
        let facts: Vec<DraftFact> = named
            .iter()
            .filter_map(|span| {
                let fact = shown.get(span.span)?;
                let claim = span.claim.as_ref().map(|c| c.trim()).filter(|c| !c.is_empty());
                Some(DraftFact {
                    text: claim.map_or_else(|| fact.text.clone(), str::to_owned),
                    ..fact.clone()
                })
            })
            .collect();
        Ok(Written { silent: facts.is_empty(), facts, ..Written::default() })
    }

    /// The best candidates, none of them a part of another.
    fn shown(&self, ranked: &[Ranked]) -> Vec<DraftFact> {
        let mut shown: Vec<DraftFact> = Vec::new();
        for fact in ranked.iter().filter_map(as_fact) {
            if shown.len() >= self.options.sentences {
                break;
            }
            let within = |a: &DraftFact, b: &DraftFact| {
                a.support.iter().zip(&b.support).any(|(a, b)| {
                    a.source_id == b.source_id && (a.quote.contains(&b.quote) || b.quote.contains(&a.quote))
                })
            };
            if !shown.iter().any(|held| within(held, &fact)) {
                shown.push(fact);
            }
        }
        shown
    }
}
