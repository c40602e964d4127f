//! Answering: the best verbatim sentences, checked against their sources before anybody sees them.

mod answer;
mod answerability;
mod applicability;
mod assemble;
pub mod audit;
mod candidate;
mod checking;
mod compose;
pub mod conflict;
mod conversation;
mod draft;
mod draft_json;
mod drafted;
mod envelope;
mod error;
mod evidence;
mod expand;
mod extract;
mod facets;
mod fill;
mod followup;
mod form;
mod gap_search;
pub mod gate;
mod law;
mod law_facts;
mod options;
mod own_words;
mod pipeline;
pub mod plan;
mod question;
mod question_form;
mod question_terms;
mod recheck;
pub mod repair;
pub mod screen;
pub mod session;
mod stage;
mod trace;
mod verify;
mod wording;
pub mod write;

pub use answer::{
    AnswerContent, Cited, Conflict, ConflictValue, Extractions, Gap, GapReason, Mode, RecordStrength, Unread,
};
pub use answerability::{Answerability, Signals};
pub use candidate::{Candidate, candidates};
pub use conversation::{Conversation, ConversationOptions, Inquiry, Reply, new_id};
pub use draft::{Claimed, Draft, DraftFact};
pub use draft_json::{DraftError, LONGEST_DRAFT};
pub use drafted::{DraftChecks, answer_of_draft};
pub use envelope::{ClarifyQuestion, Cleared, Decision, Envelope, TIMEOUT_ACKNOWLEDGEMENT};
pub use error::AskError;
pub use extract::{Extraction, Features, Passage, Ranked, extract, rank};
pub use facets::{Facet, facets, is_covered};
pub use fill::{Filled, fill};
pub use followup::{FollowUp, self_contained};
pub use form::{
    FormName, Levels, UnknownForm, brief, civic, legal, levels, markdown, place, plain, research,
    who_disagrees,
};
pub use gap_search::{GapSearch, search_gap, unread};
pub use options::{AbstainOptions, AnswerOptions, GapOptions, IndirectWeights, ReaderAbstention, Weights};
pub use pipeline::{Ask, AskOptions, Asked};
pub use question::{Part, Question};
pub use question_form::QuestionForm;
pub use question_terms::{QuestionTerms, term_set};
pub use recheck::{
    Found, LONGEST_ANSWER, QuoteVerdict, Recheck, Stray, TextState, TextVerdict, Verdict, recheck,
    recheck_in_session, session_of,
};
pub use stage::{Stage, Watch};
pub use trace::{
    AnswerPart, AnswerTrace, GateTrace, RetrievalTrace, TopTitle, TraceOptions, leave_out_personal, trace,
    traces,
};
pub use verify::{
    Answer, Borne, Checked, Fact, FactContent, Lookup, OwnSections, Verified, VerifyOptions, check_facts,
    check_facts_with, exact_quote, own_sections,
};
