//! Conditions on the sources, as Python names them.

use pyo3::prelude::*;
use twolane::api::Conditions;

/// One value, or several.
#[derive(FromPyObject)]
pub enum OneOrSeveral {
    /// A value alone.
    One(String),
    /// A list of values.
    Several(Vec<String>),
}

/// The conditions that `ask` and `search` share; without values, everything is searched.
#[derive(Default)]
pub struct Given {
    /// The town, city or association.
    pub town: Option<String>,
    /// The lanes to search.
    pub lane: Option<OneOrSeveral>,
    /// The types of documents.
    pub doc_type: Option<OneOrSeveral>,
    /// The first date.
    pub date_from: Option<String>,
    /// The last date.
    pub date_to: Option<String>,
    /// The day of the answer.
    pub as_of: Option<String>,
}

impl From<Given> for Conditions {
    fn from(given: Given) -> Self {
        let several = |values: Option<OneOrSeveral>| match values {
            None => Vec::new(),
            Some(OneOrSeveral::One(value)) => vec![value],
            Some(OneOrSeveral::Several(values)) => values,
        };
        Conditions {
            town: given.town,
            lane: several(given.lane),
            doc_type: several(given.doc_type),
            from: given.date_from,
            to: given.date_to,
            as_of: given.as_of,
            ..Conditions::default()
        }
    }
}
