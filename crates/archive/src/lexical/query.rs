//! Terms of a query.

use std::collections::HashMap;

use super::analyzer::analyze;

/// A term of the query.
#[derive(Debug)]
pub struct QueryTerm {
    /// As the index has it.
    pub text: String,
    /// Number of times that the query has the term.
    pub count: u16,
    /// The query's own spelling.
    pub word: String,
}

/// The terms of a query, each once, in order.
pub fn query_terms(query: &str) -> Vec<QueryTerm> {
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for token in analyze(query).tokens {
        match places.get(&token.text).and_then(|i| terms.get_mut(*i)) {
            Some(term) => term.count = term.count.saturating_add(1),
            None => {
                places.insert(token.text.clone(), terms.len());
                let word = query.get(token.offset_from..token.offset_to).unwrap_or("").to_lowercase();
                terms.push(QueryTerm { text: token.text, count: 1, word });
            }
        }
    }
    terms
}
