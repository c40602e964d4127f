//! Assessment of one question by the gate.

use std::collections::BTreeMap;

use crate::draft::wording;
use crate::error::AskError;
use crate::language::reference::{Reference, ReferenceKind, own_words, references};
use crate::language::rules::Rules;
use crate::understand::gate::decision::{ClarifyQuestion, Decision};
use crate::understand::session::{Field, Origin};
use twolane_archive::Archive;
use twolane_law::FEDERAL;
use twolane_retrieve::{Retriever, Scope};

use super::clarify::{Reason, Scores};
use super::conditions::{OpenConditions, Statement, is_personal, open_conditions, told};
use super::grounding::coverage;
use super::intent::intent;
use super::look::FirstLook;
use super::offer::{nearest, options_for};
use super::options::GateOptions;
use super::parameters::{PlaceNeed, place_need};
use super::rounds::Spent;

/// Context of a question, as known before the gate's assessment.
#[derive(Debug, Clone, Default)]
pub struct QuestionContext {
    /// Values by field, each with its origin.
    pub fields: BTreeMap<String, Field>,
    /// Texts that the user gave.
    pub texts: Vec<String>,
    /// Statements about the asker's case, including replies to clarifying questions.
    pub said: Vec<Statement>,
    /// True when the question is already limited to one place, one source, or one part of the archive.
    pub narrowed: bool,
    /// Papers from which it may be answered.
    pub scope: Scope,
}

/// The gate of one archive.
#[derive(Clone)]
pub struct Gate<'a> {
    archive: &'a Archive,
    retriever: &'a Retriever<'a>,
    rules: &'a Rules,
    options: &'a GateOptions,
}

/// Findings of the gate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assessment {
    /// Scores of the question's clarity.
    pub scores: Scores,
    /// Reasons why it is not clear; empty for a clear question.
    pub reasons: Vec<Reason>,
    /// Clarifying questions for the user.
    pub questions: Vec<ClarifyQuestion>,
    /// Values that were used or found, each with its origin.
    pub fields: BTreeMap<String, Field>,
    /// Question with its references replaced by their values.
    pub rewritten: String,
}

impl Assessment {
    /// Returns true when the question may proceed.
    pub fn is_clear(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Returns the decision for this assessment.
    pub fn decision(&self) -> Decision {
        if self.is_clear() {
            return Decision::Proceed;
        }
        Decision::Clarify {
            questions: self.questions.clone(),
            reasons: self.reasons.iter().map(|r| r.as_str().to_owned()).collect(),
        }
    }

    /// Returns the decision on a question whose clarification rounds are used up.
    pub fn after_timeout(&self, _spent: &Spent) -> Decision {
        Decision::ProceedAfterTimeout { open: self.questions.iter().map(|q| q.field.clone()).collect() }
    }
}

impl<'a> Gate<'a> {
    /// Builds a gate with the built-in rules, over the archive of a retriever.
    pub fn new(retriever: &'a Retriever<'a>, options: &'a GateOptions) -> Self {
        Gate { archive: retriever.archive(), retriever, rules: Rules::built_in(), options }
    }

    /// Assesses a question.
    ///
    /// # Errors
    /// Returns the errors of reading the archive.
    pub fn assess(&self, question: &str, context: &QuestionContext) -> Result<Assessment, AskError> {
        let mut out = Assessment {
            scores: Scores { intent: 1.0, parameters: 1.0, coverage: 1.0 },
            rewritten: question.to_owned(),
            ..Assessment::default()
        };
        if !self.options.enabled {
            return Ok(out);
        }
        let mut found = references(question, self.rules);
        if !context.texts.is_empty() {
            // "the article", "this": refer to the text that came with the question.
            found.retain(|r| {
                !(self.rules.texts.contains(&r.noun)
                    || (r.kind == ReferenceKind::Pronoun || r.kind == ReferenceKind::Demonstrative))
            });
        }
        if context.said.iter().any(|s| s.reply.is_some()) {
            // A user who replied to questions about "this expense" knows which one it is.
            found.retain(|r| !matches!(r.kind, ReferenceKind::Pronoun | ReferenceKind::Demonstrative));
        }
        let mut open = self.resolve(found, context, &mut out)?;
        open.retain(|r| r.kind != ReferenceKind::Pronoun || !self.rules.those_in_charge.contains(&r.noun));
        // Speakers often use pronouns: "how long after it stops snowing do I have to clear my sidewalk" has enough
        // words to search for without "it".
        open.retain(|r| {
            let points = matches!(r.kind, ReferenceKind::Pronoun | ReferenceKind::Demonstrative);
            let tells = own_words(&out.rewritten, r, self.rules) >= self.options.own_words;
            !(points && tells)
        });
        // "My association in Michigan": the state says whose law or papers apply.
        open.retain(|r| !(context.narrowed && self.field_name(r) == "town"));
        let telling = self.retriever.telling(&[&out.rewritten])?;
        let look = FirstLook::at(self.archive, &out.rewritten, &telling, &context.scope, self.options.look)?;
        let town = context.fields.get("town").or(out.fields.get("town")).map(|f| f.value.clone());
        out.scores.intent = intent(&out.rewritten, self.rules);
        out.scores.coverage = coverage(&look, &context.texts);
        for reference in &open {
            let question = self.question_about(reference, &look, &context.scope)?;
            out.add(Reason::AmbiguousSubject, question);
        }
        if open.is_empty()
            && out.scores.intent < self.options.tau_intent
            && !context.fields.contains_key("question")
        {
            let question = self.what_is_wanted(&look, &context.scope)?;
            out.add(Reason::UnknownIntent, question);
        }
        self.place(&look, context, town.as_deref(), &mut out)?;
        self.own_case(context, &mut out)?;
        if out.reasons.is_empty()
            && out.scores.coverage < self.options.retrieval_min_coverage
            && !look.telling
            && context.texts.is_empty()
        {
            let question = self.other_words(&out.rewritten, &look, &context.scope)?;
            out.add(Reason::InsufficientGrounding, question);
        }
        out.questions.truncate(self.options.most_questions);
        Ok(out)
    }

    /// Replaces references by known values; returns the open references.
    fn resolve(
        &self,
        found: Vec<Reference>,
        context: &QuestionContext,
        out: &mut Assessment,
    ) -> Result<Vec<Reference>, AskError> {
        let mut open = Vec::new();
        // From the end, so that earlier ranges stay valid.
        for reference in found.into_iter().rev() {
            let name = self.field_name(&reference);
            let value = match context.fields.get(&name) {
                Some(field) => Some(field.clone()),
                None => self.only_one(&name, &context.scope)?,
            };
            match value {
                Some(field) => {
                    let words = put_in(&reference, &field.value, self.rules);
                    out.rewritten.replace_range(reference.range.clone(), &words);
                    out.fields.insert(name, field);
                }
                None => open.push(reference),
            }
        }
        open.reverse();
        Ok(open)
    }

    fn field_name(&self, reference: &Reference) -> String {
        match reference.kind {
            ReferenceKind::Day => "date".to_owned(),
            ReferenceKind::Pronoun => "subject".to_owned(),
            ReferenceKind::Owned => {
                self.rules.field_of(&reference.noun).map_or(reference.noun.clone(), |f| f.name.clone())
            }
            ReferenceKind::Demonstrative => match self.rules.field_of(&reference.noun) {
                Some(rule) => rule.name.clone(),
                None => reference.noun.clone(),
            },
        }
    }

    /// Returns the only place of the question's papers.
    fn only_one(&self, field: &str, scope: &Scope) -> Result<Option<Field>, AskError> {
        if !matches!(field, "town" | "state") {
            return Ok(None);
        }
        let mut values: Vec<String> = Vec::new();
        for source in scope.sources(self.archive)? {
            let value = if field == "town" { source.meta.town } else { source.meta.jurisdiction };
            if let Some(value) = value.filter(|v| v != FEDERAL && !values.contains(v)) {
                values.push(value);
            }
        }
        Ok(match values.as_slice() {
            [one] => Some(Field::new(one.clone(), Origin::Archive)),
            _ => None,
        })
    }

    fn question_about(
        &self,
        reference: &Reference,
        look: &FirstLook,
        scope: &Scope,
    ) -> Result<ClarifyQuestion, AskError> {
        let field = self.field_name(reference);
        let noun = reference.noun.as_str();
        let prompt = match (reference.kind, self.rules.field_of(noun)) {
            (ReferenceKind::Day, _) => wording::WHICH_DAY.say(&[&reference.phrase]),
            (ReferenceKind::Pronoun, _) => wording::STANDS_FOR.say(&[&reference.phrase]),
            (_, Some(rule)) => wording::FIELD_OF.say(&[&rule.prompt, &reference.phrase]),
            _ => wording::WHICH_ONE.say(&[noun, &reference.phrase]),
        };
        let options = options_for(self.archive, &field, noun, look, scope, self.options.most_options)?;
        Ok(ClarifyQuestion { field, prompt, options, allow_free_text: true })
    }

    fn what_is_wanted(&self, look: &FirstLook, scope: &Scope) -> Result<ClarifyQuestion, AskError> {
        let most = self.options.most_options;
        let prompt = if look.seen.is_empty() {
            wording::WHAT_TO_KNOW.say(&[])
        } else {
            wording::WHAT_ABOUT_IT.say(&[])
        };
        let options = options_for(self.archive, "question", "", look, scope, most)?;
        Ok(ClarifyQuestion { field: "question".to_owned(), prompt, options, allow_free_text: true })
    }

    /// Asks for other words, and offers the headings that are nearest in meaning.
    fn other_words(&self, asked: &str, look: &FirstLook, scope: &Scope) -> Result<ClarifyQuestion, AskError> {
        let most = self.options.most_options;
        let words: Vec<String> =
            look.missing.iter().take(5).map(|w| format!("\u{201c}{w}\u{201d}")).collect();
        let mut options = nearest(self.retriever, asked, scope, most)?;
        let frame = if options.is_empty() { wording::OTHER_WORDS } else { wording::NEAR_WORDS };
        let prompt = frame.say(&[&words.join(" or ")]);
        for field in ["kind of document", "town"] {
            if options.is_empty() {
                options = options_for(self.archive, field, "", look, scope, most)?;
            }
        }
        Ok(ClarifyQuestion { field: "words".to_owned(), prompt, options, allow_free_text: true })
    }

    /// Asks for the place, when several have papers on the subject and nothing selects one.
    fn place(
        &self,
        look: &FirstLook,
        context: &QuestionContext,
        town: Option<&str>,
        out: &mut Assessment,
    ) -> Result<(), AskError> {
        if town.is_some() || context.narrowed || !out.reasons.is_empty() {
            return Ok(());
        }
        let PlaceNeed::Open(_) = place_need(&out.rewritten, look, self.rules, self.options) else {
            return Ok(());
        };
        // The answer depends on subject and place; one of the two is known.
        out.scores.parameters = 0.5;
        if out.scores.parameters < self.options.tau_param {
            let options =
                options_for(self.archive, "town", "", look, &context.scope, self.options.most_options)?;
            let prompt = wording::WHICH_PLACE.say(&[]);
            let question =
                ClarifyQuestion { field: "town".to_owned(), prompt, options, allow_free_text: true };
            out.add(Reason::InsufficientParameters, question);
        }
        Ok(())
    }
}

impl Gate<'_> {
    /// Asks for open conditions of the rule that decides the asker's own case.
    fn own_case(&self, context: &QuestionContext, out: &mut Assessment) -> Result<(), AskError> {
        if !self.options.personal_conditions
            || !out.reasons.is_empty()
            || !context.texts.is_empty()
            || !is_personal(&out.rewritten, self.rules)
        {
            return Ok(());
        }
        let mut said = told(&out.rewritten);
        said.extend(context.said.iter().cloned());
        let Some(found) = open_conditions(self.archive, &out.rewritten, &said, &context.scope)? else {
            return Ok(());
        };
        out.scores.parameters = found.known_share();
        if out.scores.parameters < self.options.tau_param {
            for condition in found.open.iter().take(self.options.most_questions) {
                let question = ClarifyQuestion {
                    field: condition.to_lowercase().replace('=', " "),
                    prompt: wording::CONDITION.say(&[&found.rule, condition]),
                    options: vec!["yes".to_owned(), "no".to_owned()],
                    allow_free_text: true,
                };
                out.add(Reason::InsufficientParameters, question);
            }
        }
        Ok(())
    }
}

impl OpenConditions {
    /// Returns the share of known conditions.
    fn known_share(&self) -> f32 {
        let share = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        let open = share(self.open.len());
        let all = share(self.all).max(1.0);
        // A rule is never settled by most of its conditions alone, while it is undecided.
        ((all - open) / all).min(0.5)
    }
}

impl Assessment {
    fn add(&mut self, reason: Reason, question: ClarifyQuestion) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
        if !self.questions.iter().any(|q| q.field == question.field) {
            self.questions.push(question);
        }
    }
}

/// Builds the replacement of a reference: "my unit" and "4B" become "unit 4B". A value that names its kind needs no
/// noun.
fn put_in(reference: &Reference, value: &str, rules: &Rules) -> String {
    let names_kind = value.to_lowercase().split_whitespace().any(|w| w == reference.noun);
    let is_place = rules.field_of(&reference.noun).is_some();
    match reference.kind {
        ReferenceKind::Owned | ReferenceKind::Demonstrative if !names_kind && !is_place => {
            format!("{} {value}", reference.noun)
        }
        _ => value.to_owned(),
    }
}
