//! Answering: the best verbatim sentences, checked against their sources before anybody sees them.
//!
//! The rooms read like the way of a question, and each uses those above it alone:
//!
//! ```text
//! error, options   what can go wrong; settings
//! language         what the words of a question tell
//! draft            what a writer is given, and what it proposes
//! understand       screened, made to stand alone, asked back or planned
//! find             the sentences that answer, as a draft
//! check            the draft against its sources, the audit, the seal
//! memory           an answer that was given before, looked up again
//! stage            what whoever waits hears of it
//! answer           one answer, of what was found and checked
//! research         one search after the other, where a question takes several
//! present          envelope, forms, trace
//! recheck          a saved answer, looked at again
//! pipeline         the way of one question: search, find, answer, seal
//! conversation     the way around it: understand, answer or ask back, remember
//! ```
//!
//! Rooms name each other by `crate::ask::room::…` and in no other way. The table in ARCHITECTURE.md says
//! which may use which, and `tests/trust/architecture.rs` holds them to it.

mod answer;
mod check;
mod conversation;
mod draft;
mod error;
mod find;
mod language;
mod memory;
mod options;
mod pipeline;
mod present;
mod recheck;
mod research;
mod stage;
mod understand;

pub use answer::conflict;
pub use check::{audit, repair};
pub use find::write;
pub use understand::{gate, plan, screen};

/// Sessions: what a conversation knows besides its archive (SPEC SES-1, SES-2).
pub mod session {
    pub use super::answer::user_facts::user_facts;
    pub use super::understand::session::*;
}

pub use answer::asked::Asked;
pub use answer::covered::is_covered;
pub use answer::fill::{Filled, fill};
pub use check::answer::{AnswerContent, Cited, Conflict, ConflictValue, Extractions, Mode, RecordStrength};
pub use check::choice::{Choice, ChoiceReason, Holds};
pub use check::drafted::{DraftChecks, answer_of_draft};
pub use check::prose::{Prose, ProseBy, ProseSentence};
pub use check::step::{Phase, Research, Step, StepPlace, StepStatus, Stop, step_sources};
pub use check::verify::{
    Answer, Checked, Fact, FactContent, Lookup, OwnSections, Verified, check_facts, check_facts_with,
    exact_quote, own_sections,
};
pub use conversation::{Conversation, ConversationOptions, Inquiry, Reply, new_id};
pub use draft::{Claimed, Draft, DraftFact, DraftSentence, Gap, GapReason, Unread};
pub use error::AskError;
pub use find::answerability::{Answerability, Signals};
pub use find::ask::{Ask, AskOptions};
pub use find::candidate::{Candidate, candidates};
pub use find::extract::{Extraction, Features, Passage, Ranked, extract, rank};
pub use find::gap_search::{GapSearch, search_gap, unread};
pub use language::borne::Borne;
pub use language::facets::{Facet, facets};
pub use language::question::{Part, Question};
pub use language::question_form::QuestionForm;
pub use language::question_terms::{QuestionTerms, term_set};
pub use memory::{MemoryOptions, Recalled, Remembered, forget, remembered};
pub use options::{
    AbstainOptions, AnswerOptions, Caution, ChoiceOptions, FormName, GapOptions, IndirectWeights,
    ReaderAbstention, ReaderStrength, UnknownForm, VerifyOptions, Weights,
};
pub use present::envelope::{Envelope, TIMEOUT_ACKNOWLEDGEMENT};
pub use present::form::{
    Levels, brief, civic, legal, levels, markdown, place, plain, research, shown_choice, who_disagrees,
};
pub use present::trace::{
    AnswerPart, AnswerTrace, GateTrace, RetrievalTrace, TopTitle, TraceOptions, leave_out_personal, trace,
    traces,
};
pub use recheck::{
    Found, LONGEST_ANSWER, QuoteVerdict, Recheck, Stray, TextState, TextVerdict, Verdict, recheck,
    recheck_in_session, recheck_watched, session_of,
};
pub use research::ResearchOptions;
pub use stage::{Stage, Watch};
pub use understand::followup::{FollowUp, self_contained};
pub use understand::gate::decision::{ClarifyQuestion, Cleared, Decision};
