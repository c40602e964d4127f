//! Compiled citation forms, with one search that tells which of them occur in a text.

use regex::{RegexSet, RegexSetBuilder};

use super::form::Form;

/// The forms of a grammar in its order.
#[derive(Debug)]
pub(super) struct Forms {
    all: Vec<Form>,
    any: RegexSet,
}

impl Forms {
    /// Joins forms with the sources of their patterns.
    pub(super) fn new(all: Vec<Form>, patterns: &[String]) -> Result<Self, regex::Error> {
        let any = RegexSetBuilder::new(patterns).case_insensitive(true).unicode(false).build()?;
        Ok(Forms { all, any })
    }

    /// Returns the form with this number.
    pub(super) fn get(&self, number: usize) -> Option<&Form> {
        self.all.get(number)
    }

    /// Returns the number of forms.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Iterates over the forms in the grammar's order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Form> {
        self.all.iter()
    }

    /// Returns the numbers of the forms that occur in a folded text.
    pub(super) fn matches(&self, text: &str) -> impl Iterator<Item = usize> {
        self.any.matches(text).into_iter()
    }
}
