//! Answering: the best verbatim sentences, checked against their sources before anybody sees them.

mod answer;
mod answerability;
pub mod audit;
mod candidate;
pub mod conflict;
mod draft;
mod draft_json;
mod envelope;
mod error;
mod extract;
mod facets;
mod fill;
mod form;
mod gap_search;
mod options;
mod pipeline;
mod question_terms;
mod recheck;
pub mod repair;
pub mod screen;
mod verify;

pub use answer::{
    Answer, Cited, Conflict, ConflictValue, Extractions, Fact, Gap, GapReason, Mode, RecordStrength, Unread,
};
pub use answerability::{Answerability, Signals};
pub use candidate::{Candidate, candidates};
pub use draft::{Claimed, Draft, DraftFact};
pub use draft_json::{DraftError, LONGEST_DRAFT};
pub use envelope::{ClarifyQuestion, Cleared, Decision, Envelope, TIMEOUT_ACKNOWLEDGEMENT};
pub use error::AskError;
pub use extract::{Extraction, Features, Passage, Ranked, extract, rank};
pub use facets::{Facet, facets, is_covered};
pub use fill::{Filled, fill};
pub use form::{FormName, Levels, brief, levels, markdown, place};
pub use gap_search::{GapSearch, search_gap, unread};
pub use options::{AbstainOptions, AnswerOptions, GapOptions, Weights};
pub use pipeline::{Ask, AskOptions, Asked};
pub use question_terms::{QuestionTerms, term_set};
pub use recheck::{Found, QuoteVerdict, Recheck, Stray, Verdict, recheck};
pub use verify::{
    Aligned, Borne, Checked, Lookup, OwnSections, OwnWords, SecondarySupport, Shown, Verified, VerifyOptions,
    align, check_facts, check_facts_with, exact_quote, own_sections, seal, seal_with, secondary_support,
    shown,
};
