//! A model names the sentences that answer.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::ask::draft::prompt::{Untrusted, fill};
use crate::ask::draft::{Draft, DraftFact};
use crate::ask::find::candidate::LEFT_OUT;
use crate::ask::find::extract::{Ranked, as_fact};
use crate::ask::options::FormName;
use crate::inference::language_model::{
    Budget, CallCount, CallCounter, Claims, Completion, Control, Counted, FailureKind, LanguageModel,
    LanguageModelError, Message, SpanGrammar, SpanOptions, SpanParseError,
};
use crate::text::tokens;

use super::options::{ClaimKind, WriterOptions};
use super::prompts;

/// Writes with a model.
pub struct ModelWriter<'a> {
    model: &'a dyn LanguageModel,
    options: WriterOptions,
    form: FormName,
}

/// Why a model wrote nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WritingFailure {
    /// Its kind.
    pub kind: FailureKind,
    /// What went wrong, for people. It may repeat a server's or a model's words.
    pub what: String,
}

impl From<LanguageModelError> for WritingFailure {
    fn from(error: LanguageModelError) -> Self {
        WritingFailure { kind: error.kind(), what: error.to_string() }
    }
}

/// What a model wrote, or why it did not.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Facts in the model's order; each is a sentence that it was shown, or a statement with that
    /// sentence as its quote.
    pub facts: Vec<DraftFact>,
    /// It held that nothing answers.
    pub silent: bool,
    /// Why there is nothing.
    pub failed: Option<WritingFailure>,
    /// Calls by purpose.
    pub calls: CallCount,
    /// The model's id.
    pub model: String,
}

impl<'a> ModelWriter<'a> {
    /// With these settings.
    pub fn new(model: &'a dyn LanguageModel, options: WriterOptions) -> Self {
        ModelWriter { model, options, form: FormName::default() }
    }

    /// Writes for this form: what a reader of it wants first.
    pub fn for_form(self, form: FormName) -> Self {
        ModelWriter { form, ..self }
    }

    /// What of a writer its texts depend on.
    pub(in crate::ask) fn fingerprint(&self) -> String {
        format!("{} {:?} {}", self.model.id(), self.options, self.form)
    }

    /// Begins on one question with these candidates, best first. Calls, tokens and time of all that
    /// follows count together, and the calls with those of the question.
    pub fn begin<'w>(
        &'w self,
        question: &'w str,
        ranked: &[Ranked],
        calls: &CallCounter,
        go_on: &'w (dyn Fn() -> bool + Sync),
    ) -> Writing<'w> {
        let budget = Budget {
            calls: Some(self.options.max_calls),
            tokens: Some(self.options.max_tokens),
            deadline: Instant::now().checked_add(Duration::from_secs(self.options.seconds)),
        };
        let counted = Counted::new(self.model, budget).booking(calls);
        Writing { writer: self, counted, calls: calls.clone(), question, shown: self.shown(ranked), go_on }
    }

    /// The best candidates, none of them a part of another.
    fn shown(&self, ranked: &[Ranked]) -> Vec<DraftFact> {
        let mut shown: Vec<DraftFact> = Vec::new();
        for fact in ranked.iter().filter_map(as_fact) {
            if shown.len() >= self.options.sentences {
                break;
            }
            if !shown.iter().any(|held| held.is_within(&fact) || fact.is_within(held)) {
                shown.push(fact);
            }
        }
        shown
    }
}

/// A model at work on one question.
pub struct Writing<'w> {
    writer: &'w ModelWriter<'w>,
    counted: Counted<&'w dyn LanguageModel>,
    calls: CallCounter,
    question: &'w str,
    shown: Vec<DraftFact>,
    go_on: &'w (dyn Fn() -> bool + Sync),
}

impl Writing<'_> {
    /// The model names sentences. Whatever goes wrong with it is in the result, so that the answer
    /// can be written without it.
    pub fn write(&mut self) -> Written {
        let options = &self.writer.options;
        let system = prompts::answer(self.writer.form, options.claims != ClaimKind::None);
        let key = format!("answer-{}", self.writer.form.as_str());
        let named = self.ask("synthesize", &system, &key, &self.shown, "", options.may_abstain);
        match named {
            Ok(facts) => Written { silent: facts.is_empty(), facts, ..Written::default() },
            Err(failed) => Written { failed: Some(failed), ..Written::default() },
        }
    }

    /// The model writes anew the statements that no quote bore out, from their sentences alone;
    /// `None` when it gives nothing that can be used.
    pub fn rewrite(
        &mut self,
        purpose: &'static str,
        draft: &Draft,
        wrong: &[(usize, String)],
    ) -> Option<Draft> {
        if self.writer.options.claims == ClaimKind::None {
            return None;
        }
        let refused: Vec<&DraftFact> =
            wrong.iter().filter_map(|(place, _)| draft.facts.get(*place)).collect();
        let shown: Vec<DraftFact> = refused
            .iter()
            .map(|fact| DraftFact {
                text: fact.statement().iter().map(|s| s.quote.as_str()).collect::<Vec<_>>().join(LEFT_OUT),
                ..(*fact).clone()
            })
            .filter(|fact| !fact.text.is_empty())
            .collect();
        let notes: Vec<String> =
            wrong.iter().map(|(_, why)| format!("- {}", Untrusted(why).neutral())).collect();
        // An answer that is written anew may cost one call more (SPEC HOP-3).
        self.calls.raise(1);
        let facts =
            self.ask(purpose, prompts::REPAIR.trim(), "repair", &shown, &notes.join("\n"), true).ok()?;
        Some(Draft { facts, ..Draft::default() })
    }

    /// What was called, put into the result.
    pub fn end(&self, written: Written) -> Written {
        Written { calls: self.counted.count(), model: self.writer.model.id().0.clone(), ..written }
    }

    fn ask(
        &self,
        purpose: &'static str,
        system: &str,
        prefix: &str,
        shown: &[DraftFact],
        notes: &str,
        may_abstain: bool,
    ) -> Result<Vec<DraftFact>, WritingFailure> {
        let options = &self.writer.options;
        let claims = match options.claims {
            ClaimKind::None => Claims::None,
            ClaimKind::Free => Claims::Free { max_chars: options.claim_chars },
            ClaimKind::Held => Claims::Held {
                max_words: options.claim_words,
                tokens: shown.iter().map(own_tokens).collect(),
            },
        };
        let spans = SpanOptions { max_facts: options.max_facts, may_abstain, claims };
        // One list of numbered sentences: small models favour a passage that its label names.
        let Some(grammar) = SpanGrammar::new(vec![shown.len()], spans) else { return Ok(Vec::new()) };
        let sentences: Vec<String> = shown
            .iter()
            .enumerate()
            .filter_map(|(i, fact)| {
                Some(format!("{} {}", grammar.label(0, i)?, Untrusted(&fact.text).neutral()))
            })
            .collect();
        let question = Untrusted(self.question).neutral();
        let asked = fill(
            prompts::QUESTION,
            &[("sentences", &sentences.join("\n")), ("notes", notes), ("question", &question)],
        );
        let request =
            Completion::new(purpose, vec![Message::system(system.trim()), Message::user(asked.trim())])
                .constrained(grammar.constraint())
                .at_most(grammar.max_tokens())
                .keeping_prefix(prefix);
        let control = Control { go_on: Some(self.go_on), ..Control::default() };
        let text = self
            .counted
            .complete(&request, &control)
            .and_then(|completed| completed.whole(&self.writer.model.id().0))
            .map_err(WritingFailure::from)?;
        let not_of_the_form =
            |e: SpanParseError| WritingFailure { kind: FailureKind::OtherForm, what: e.to_string() };
        let named = grammar.parse(&text).map_err(not_of_the_form)?;
        let fact = |span: &crate::inference::language_model::NamedSpan| {
            let fact = shown.get(span.span)?;
            let claim = span.claim.as_ref().map(|c| c.trim()).filter(|c| !c.is_empty());
            Some(DraftFact { text: claim.map_or_else(|| fact.text.clone(), str::to_owned), ..fact.clone() })
        };
        // A sentence that is named twice has its first statement.
        let mut spans = HashSet::new();
        Ok(named.iter().filter(|n| spans.insert(n.span)).filter_map(fact).collect())
    }
}

/// Numbers, dates, sections and names of a sentence, as it prints them.
fn own_tokens(fact: &DraftFact) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    for token in tokens(&fact.text) {
        let raw = token.raw.trim();
        if !raw.is_empty() && !own.iter().any(|held| held == raw) {
            own.push(raw.to_owned());
        }
    }
    own
}
