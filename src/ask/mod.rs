//! Answering: the best verbatim sentences, checked against their sources before anybody sees them.

mod answer;
mod answerability;
mod candidate;
mod compose;
mod conversation;
mod draft;
mod envelope;
mod error;
mod extract;
mod followup;
mod form;
pub mod gate;
mod law;
mod options;
mod pipeline;
mod question_terms;
mod recheck;
pub mod session;
mod trace;
mod verify;

pub use answer::{
    Answer, Cited, Conflict, ConflictValue, Extractions, Fact, Gap, GapReason, Mode, RecordStrength, Unread,
};
pub use answerability::{Answerability, Signals};
pub use candidate::{Candidate, candidates};
pub use conversation::{Conversation, ConversationOptions, Inquiry, Reply, Screen, new_id};
pub use draft::{Claimed, Draft, DraftFact};
pub use envelope::{Clarification, Envelope, Proceeded};
pub use error::AskError;
pub use extract::{Extraction, Features, Passage, Ranked, extract, rank};
pub use followup::{FollowUp, self_contained};
pub use form::{FormName, Levels, brief, levels, markdown, place};
pub use options::{AbstainOptions, AnswerOptions, Weights};
pub use pipeline::{Ask, AskOptions, Asked};
pub use question_terms::{QuestionTerms, term_set};
pub use recheck::{Found, QuoteVerdict, Recheck, Stray, Verdict, recheck, recheck_in_session, session_of};
pub use trace::{
    AnswerPart, AnswerTrace, GateTrace, RetrievalTrace, TopTitle, TraceOptions, leave_out_personal, trace,
    traces,
};
pub use verify::{Checked, Lookup, Verified, allowed_tokens, check_facts, seal, unsupported};
