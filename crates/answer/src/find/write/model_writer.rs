//! A model combines the sentences that answer, and names the sources of each of its own sentences.

use std::time::{Duration, Instant};

use crate::draft::prompt::{Untrusted, fill};
use crate::draft::{DraftFact, DraftSentence};
use crate::find::extract::as_fact;
use crate::find::ranked::Ranked;
use crate::options::FormName;
use twolane_archive::SourceSummary;
use twolane_llm::{
    Budget, CallCount, CallCounter, Completion, Control, Counted, FailureKind, LanguageModel,
    LanguageModelError, Message, SpanGrammar, SpanOptions, SpanParseError,
};

use super::critic::{self, Claim};
use super::options::{LabelKind, WriterOptions};
use super::prompts;

/// Most characters of a sentence of the model's own. A joined one contains two or three whole sentences of the papers.
const OWN_SENTENCE_CHARS: usize = 1000;

/// Writer of answers with a language model.
pub struct ModelWriter<'a> {
    model: &'a dyn LanguageModel,
    options: WriterOptions,
    form: Option<FormName>,
}

/// Reason why a model wrote nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WritingFailure {
    /// Kind of the failure.
    pub kind: FailureKind,
    /// Description of the error, for people. It may repeat a server's or a model's words.
    pub what: String,
}

impl From<LanguageModelError> for WritingFailure {
    fn from(error: LanguageModelError) -> Self {
        WritingFailure { kind: error.kind(), what: error.to_string() }
    }
}

/// Text that a model wrote, or the reason why it did not.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// Sentences that the model selected, in its order, each once.
    pub facts: Vec<DraftFact>,
    /// The model's own sentences, each with its claimed support.
    pub sentences: Vec<DraftSentence>,
    /// True when the model judged that nothing answers.
    pub silent: bool,
    /// Reason why there is no text.
    pub failed: Option<WritingFailure>,
    /// Calls by purpose.
    pub calls: CallCount,
    /// Id of the model.
    pub model: String,
}

impl<'a> ModelWriter<'a> {
    /// Builds a writer with these settings.
    pub fn new(model: &'a dyn LanguageModel, options: WriterOptions) -> Self {
        ModelWriter { model, options, form: None }
    }

    /// Returns true when the model writes its own sentences.
    fn own_sentences(&self) -> bool {
        self.options.own_sentences.unwrap_or_else(|| self.model.writes_sentences())
    }

    fn labels(&self) -> LabelKind {
        self.options.labels.unwrap_or(match self.own_sentences() && self.model.writes_sentences() {
            true => LabelKind::Sides,
            false => LabelKind::Neutral,
        })
    }

    /// Sets the form to write for, and so what its reader wants first. By default it is the form that fits the question.
    pub fn for_form(self, form: Option<FormName>) -> Self {
        ModelWriter { form, ..self }
    }

    /// Returns a fingerprint of the settings on which the texts depend.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{} {:?} {} {:?}", self.model.id(), self.options, self.own_sentences(), self.form)
    }

    /// Begins writing on one question, with these candidates (best first) from these sources. All later calls share one
    /// budget of calls, tokens and time; the calls also count for the question. `fitting` is the form that fits it.
    pub fn begin<'w>(
        &'w self,
        question: &'w str,
        fitting: FormName,
        ranked: &[Ranked],
        sources: &[SourceSummary],
        calls: &CallCounter,
        go_on: &'w (dyn Fn() -> bool + Sync),
    ) -> Writing<'w> {
        let budget = Budget {
            calls: Some(self.options.max_calls),
            tokens: Some(self.options.max_tokens),
            deadline: Instant::now().checked_add(Duration::from_secs(self.options.seconds)),
        };
        let counted = Counted::new(self.model, budget).booking(calls);
        let shown = self.shown(ranked);
        let named = match self.labels() {
            LabelKind::Neutral => Vec::new(),
            LabelKind::Sides => by_side(&shown, sources),
        };
        Writing {
            writer: self,
            form: self.form.unwrap_or(fitting),
            counted,
            calls: calls.clone(),
            question,
            shown,
            named,
            go_on,
        }
    }

    /// Returns the best candidates, none a part of another.
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

/// Name and description of a sentence in the prompt.
struct Named {
    name: String,
    about: String,
}

/// Builds `L1`, `L2`, `S1`: numbered by lane, with title, lane and authority.
fn by_side(shown: &[DraftFact], sources: &[SourceSummary]) -> Vec<Named> {
    let mut seen = [0usize; 2];
    let of = |fact: &DraftFact| {
        let id = fact.support.first().map(|c| &c.source_id);
        let source = sources.iter().find(|s| Some(&s.id) == id);
        let state = source.is_some_and(|s| s.meta.lane == "state");
        let number = seen.get_mut(usize::from(state)).map_or(0, |n| {
            *n += 1;
            *n
        });
        let about = source.map(|s| {
            let authority = s.meta.authority.as_deref().unwrap_or("no authority given");
            format!("({}; {}; {authority}) ", Untrusted(&s.title).neutral(), s.meta.lane)
        });
        Named { name: format!("{}{number}", if state { 'S' } else { 'L' }), about: about.unwrap_or_default() }
    };
    shown.iter().map(of).collect()
}

/// A model at work on one question.
pub struct Writing<'w> {
    writer: &'w ModelWriter<'w>,
    form: FormName,
    counted: Counted<&'w dyn LanguageModel>,
    calls: CallCounter,
    question: &'w str,
    shown: Vec<DraftFact>,
    named: Vec<Named>,
    go_on: &'w (dyn Fn() -> bool + Sync),
}

impl Writing<'_> {
    /// Lets the model write its answer, in one call. Errors are part of the result, so that the answer can be written
    /// without the model.
    pub fn write(&mut self) -> Written {
        let options = &self.writer.options;
        let system = prompts::answer(self.form, self.writer.own_sentences());
        let key = format!("answer-{}", self.form.as_str());
        let asked = Asked { system: &system, prefix: &key, notes: "", may_abstain: options.may_abstain };
        let names: Vec<&Named> = self.named.iter().collect();
        match self.ask("synthesize", &asked, &self.shown, &names) {
            Ok(lines) => {
                let (facts, sentences) = self.within_bounds(lines);
                Written { silent: facts.is_empty(), facts, sentences, ..Written::default() }
            }
            Err(failed) => Written { failed: Some(failed), ..Written::default() },
        }
    }

    /// Keeps the first lines, as long as the answer has room for the facts that they cite.
    fn within_bounds(&self, lines: Vec<DraftLine<'_>>) -> (Vec<DraftFact>, Vec<DraftSentence>) {
        let mut facts: Vec<DraftFact> = Vec::new();
        let mut sentences = Vec::new();
        for line in lines {
            let new: Vec<&DraftFact> = line.facts.iter().copied().filter(|f| !facts.contains(f)).collect();
            if facts.len() + new.len() > self.writer.options.max_facts {
                break;
            }
            facts.extend(new.into_iter().cloned());
            sentences.push(line.sentence());
        }
        (facts, sentences)
    }

    /// Lets the model rewrite the unsupported sentences from their cited facts alone. Returns nothing when the reply is
    /// unusable.
    pub fn rewrite(&mut self, fallen: &[&DraftSentence]) -> Vec<DraftSentence> {
        if !self.writer.own_sentences() {
            return Vec::new();
        }
        let cited = |fact: &DraftFact| {
            fallen.iter().any(|s| s.cites.iter().any(|cite| cite.as_slice() == fact.statement()))
        };
        let places: Vec<usize> =
            self.shown.iter().enumerate().filter(|(_, fact)| cited(fact)).map(|(at, _)| at).collect();
        let shown: Vec<DraftFact> = places.iter().filter_map(|at| self.shown.get(*at)).cloned().collect();
        let names: Vec<&Named> = places.iter().filter_map(|at| self.named.get(*at)).collect();
        let asked =
            Asked { system: prompts::REPAIR, prefix: "repair", notes: prompts::NOT_BORNE, may_abstain: true };
        // A rewritten answer may cost one more call (SPEC HOP-3).
        self.calls.raise(1);
        let lines = self.ask("repair", &asked, &shown, &names).unwrap_or_default();
        lines.into_iter().map(|line| line.sentence()).collect()
    }

    /// Lets the model judge sentences by the quotes that they cite, in one call; `None` without a usable reply.
    pub fn criticise(&mut self, claims: &[Claim<'_>]) -> Option<Vec<bool>> {
        if claims.is_empty() {
            return Some(Vec::new());
        }
        if self.counted.calls_left() != Some(0) {
            // The critic may cost one more call (SPEC HOP-3).
            self.calls.raise(1);
        }
        let control = Control { go_on: Some(self.go_on), ..Control::default() };
        let reply = self.counted.complete(&critic::request(claims), &control);
        let text = reply.and_then(|completed| completed.whole(&self.writer.model.id().0)).ok()?;
        critic::verdicts(&text, claims.len())
    }

    /// Adds the call counts and the model's id to the result.
    pub fn end(&self, written: Written) -> Written {
        Written { calls: self.counted.count(), model: self.writer.model.id().0.clone(), ..written }
    }

    fn ask<'s>(
        &self,
        purpose: &'static str,
        asked: &Asked<'_>,
        shown: &'s [DraftFact],
        names: &[&Named],
    ) -> Result<Vec<DraftLine<'s>>, WritingFailure> {
        let options = &self.writer.options;
        let spans = SpanOptions {
            max_facts: options.max_facts,
            may_abstain: asked.may_abstain,
            claim_chars: self.writer.own_sentences().then_some(OWN_SENTENCE_CHARS),
            max_joined: options.joined,
            names: names.iter().map(|n| n.name.clone()).collect(),
        };
        // One list of numbered sentences: small models favour a passage that its label names.
        let Some(grammar) = SpanGrammar::new(vec![shown.len()], spans) else { return Ok(Vec::new()) };
        let sentences: Vec<String> = shown
            .iter()
            .enumerate()
            .filter_map(|(i, fact)| {
                let about = names.get(i).map_or("", |n| n.about.as_str());
                Some(format!("{} {about}{}", grammar.label(0, i)?, Untrusted(&fact.text).neutral()))
            })
            .collect();
        let question = Untrusted(self.question).neutral();
        let filled = fill(
            prompts::QUESTION,
            &[("sentences", &sentences.join("\n")), ("notes", asked.notes), ("question", &question)],
        );
        let messages = vec![Message::system(asked.system.trim()), Message::user(filled.trim())];
        let request = Completion::new(purpose, messages)
            .constrained(grammar.constraint())
            .at_most(grammar.max_tokens())
            .keeping_prefix(asked.prefix);
        let control = Control { go_on: Some(self.go_on), ..Control::default() };
        let text = self
            .counted
            .complete(&request, &control)
            .and_then(|completed| completed.whole(&self.writer.model.id().0))
            .map_err(WritingFailure::from)?;
        let not_of_the_form =
            |e: SpanParseError| WritingFailure { kind: FailureKind::OtherForm, what: e.to_string() };
        let mut lines: Vec<DraftLine<'s>> = Vec::new();
        for named in grammar.parse(&text).map_err(not_of_the_form)? {
            let Some(fact) = shown.get(named.span) else { continue };
            if lines.len() <= named.line {
                lines.push(DraftLine::default());
            }
            if let Some(line) = lines.last_mut() {
                if !line.facts.contains(&fact) {
                    line.facts.push(fact);
                }
                line.words.extend(named.claim);
            }
        }
        Ok(lines)
    }
}

/// Prompt parts and options of one request.
struct Asked<'a> {
    system: &'a str,
    prefix: &'a str,
    notes: &'a str,
    may_abstain: bool,
}

/// One line of a reply: the selected facts, and the model's words.
#[derive(Default)]
struct DraftLine<'s> {
    facts: Vec<&'s DraftFact>,
    words: Vec<String>,
}

impl DraftLine<'_> {
    fn sentence(&self) -> DraftSentence {
        let text = self.words.join(" ");
        DraftSentence {
            text: (!text.trim().is_empty()).then_some(text),
            cites: self.facts.iter().map(|fact| fact.statement().to_vec()).collect(),
            supported: false,
        }
    }
}
