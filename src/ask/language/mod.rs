//! What the words of a question tell: its kind, form and parts, the values that it asks for, how its
//! words are cut and what they point at; and which words a text bears out. Of an archive it knows how
//! often words stand in it, and no more.

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
