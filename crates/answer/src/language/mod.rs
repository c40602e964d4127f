//! Analysis of a question's words: its kind, form and parts, the values that it asks for, its references, and the words
//! that a text supports. Of an archive, it uses only the frequencies of words.

pub(crate) mod borne;
pub(crate) mod facets;
pub(crate) mod question;
pub(crate) mod question_form;
pub(crate) mod question_terms;
pub(crate) mod reference;
pub(crate) mod rules;
pub(crate) mod same_question;
pub(crate) mod shorthand;
pub(crate) mod value;
pub(crate) mod words;
