//! Answering: the best verbatim sentences, checked against their sources before anybody sees them.
//!
//! The rooms are in the order of a question's path, and each uses only those above it:
//!
//! ```text
//! error, options   errors; settings
//! language         analysis of a question's words
//! draft            input and output of a writer
//! understand       screening, completion, clarification, planning
//! find             the sentences that answer, as a draft
//! check            the draft against its sources, the audit, the seal
//! memory           a remembered answer, checked again
//! stage            progress reports for the caller
//! compose          one answer from search results and checks
//! research         a sequence of searches, for a question of several steps
//! present          envelope, forms, trace
//! recheck          a saved answer, checked again
//! conversation     every stage in its order, for a question alone and within its session
//! ```
//!
//! Rooms name each other by `crate::room::…` and in no other way. The table in ARCHITECTURE.md lists the permitted
//! uses, and `tests/trust/architecture.rs` enforces them.

mod check;
mod compose;
mod conversation;
mod draft;
mod error;
mod find;
mod language;
mod memory;
mod options;
mod present;
mod recheck;
mod research;
mod stage;
mod understand;

pub use check::{audit, repair};
pub use compose::conflict;
pub use find::write;
pub use understand::{gate, plan, screen};

/// Sessions: context of a conversation other than its archive (SPEC SES-1, SES-2).
pub mod session {
    pub use super::compose::user_facts::user_facts;
    pub use super::understand::session::*;
}

pub use check::answer::{AnswerContent, Cited, Conflict, ConflictValue, Extractions, Mode, RecordStrength};
pub use check::choice::{Choice, ChoiceReason, Holds};
pub use check::drafted::{DraftChecks, answer_of_draft};
pub use check::prose::{Prose, ProseBy, ProseSentence, restates};
pub use check::step::{Phase, Research, Step, StepPlace, StepStatus, Stop, step_sources};
pub use check::verify::{
    Answer, Checked, Fact, FactContent, Lookup, OwnSections, Verified, check_facts, check_facts_with,
    exact_quote, own_sections,
};
pub use compose::asked::Asked;
pub use compose::covered::is_covered;
pub use compose::fill::{Filled, fill};
pub use conversation::{Conversation, ConversationOptions, Inquiry, Reply, new_id};
pub use draft::{Claimed, Draft, DraftFact, DraftSentence, Gap, GapReason, Said, Unread};
pub use error::AskError;
pub use find::answerability::{Answerability, Signals};
pub use find::ask::{Ask, AskOptions};
pub use find::candidate::{Candidate, candidates};
pub use find::extract::{Extraction, extract, rank};
pub use find::gap_search::{GapSearch, search_gap, unread};
pub use find::ranked::{Features, Passage, Ranked};
pub use language::borne::Borne;
pub use language::facets::{Facet, facets};
pub use language::question::{Part, Question};
pub use language::question_form::QuestionForm;
pub use language::question_terms::{QuestionTerms, term_set};
pub use memory::{MemoryOptions, Recalled, Remembered, forget, remembered};
pub use options::{
    AbstainOptions, AnswerOptions, Caution, ChoiceOptions, ContextBorders, ContextOptions, FormName,
    GapOptions, IndirectWeights, ReaderAbstention, ReaderStrength, UnknownForm, VerifyOptions, Weights,
};
pub use present::docx::docx;
pub use present::envelope::{Envelope, TIMEOUT_ACKNOWLEDGEMENT};
pub use present::form::{
    Levels, NO_ADVICE, brief, civic, legal, levels, markdown, missing, place, places, plain, prose_heading,
    research, shown_choice, shown_quotes, tokens_told, told, verdict, who_disagrees,
};
pub use present::pdf::{PdfError, pdf};
pub use present::trace::{
    AnswerPart, AnswerTrace, GateTrace, RetrievalTrace, TopTitle, TraceOptions, leave_out_personal, trace,
    traces,
};
pub use recheck::{
    Found, LONGEST_ANSWER, MadeAgain, QuoteVerdict, Recheck, SavedQuestion, Stray, TextState, TextVerdict,
    Verdict, question_of, recheck, recheck_in_session, recheck_watched, session_of,
};
pub use research::ResearchOptions;
pub use stage::{Stage, Watch};
pub use understand::followup::{FollowUp, self_contained};
pub use understand::gate::decision::{ClarifyQuestion, Cleared, Decision};
