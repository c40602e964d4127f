//! The question: its request, words, place, matter, vocabulary and named sections of law.

pub(super) mod analysis;
pub(super) mod cited_lines;
pub(super) mod expected;
pub(super) mod generic;
pub(super) mod issue_map;
pub(super) mod law_notes;
pub(super) mod mentions;
pub(super) mod named_section;
pub(super) mod paper_words;
pub(super) mod period;
pub(super) mod phrase;
pub(super) mod place;
pub(super) mod planned;
pub(super) mod query;
pub(super) mod request;
pub(super) mod scope;
pub(super) mod section;
pub(super) mod spelling;
pub(super) mod topic;
pub(super) mod vocabulary;
pub(super) mod words;
