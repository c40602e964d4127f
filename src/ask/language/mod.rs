//! Analysis of a question's words: its kind, form and parts, the values that it asks for, its references, and the words
//! that a text supports. Of an archive, it uses only the frequencies of words.

pub(in crate::ask) mod borne;
pub(in crate::ask) mod facets;
pub(in crate::ask) mod question;
pub(in crate::ask) mod question_form;
pub(in crate::ask) mod question_terms;
pub(in crate::ask) mod reference;
pub(in crate::ask) mod rules;
pub(in crate::ask) mod same_question;
pub(in crate::ask) mod value;
pub(in crate::ask) mod words;
