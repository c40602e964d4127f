//! Selects the form that fits a question (SPEC SYN-10), so that users need not choose one.

use crate::options::FormName;
use crate::understand::plan::{Planning, QueryType, RequestedOutput};

/// Properties of a question that select its form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fit<'a> {
    /// Plan of the search.
    pub planned: &'a Planning,
    /// True when it asks for several things.
    pub several: bool,
    /// True when it touches a matter of law.
    pub law: bool,
    /// True when the user gave a text with it.
    pub users_text: bool,
    /// True for a mixed question, such as one about taxes.
    pub mixed: bool,
    /// True when it was researched in steps.
    pub researched: bool,
}

/// Selects `research` for several hops that were taken. Selects `legal` for exposure and rights, or for law on a user's text. Selects
/// `civic` for several parts, and `brief` for a single fact.
pub(crate) fn fitting(fit: Fit<'_>) -> FormName {
    let asked_for = fit.planned.issue_map.requested_output;
    if fit.researched && fit.planned.route.query_type == QueryType::MultiHop {
        FormName::Research
    } else if fit.law && (asked_for == RequestedOutput::Risk || fit.users_text) {
        FormName::Legal
    } else if fit.mixed || fit.several || asked_for == RequestedOutput::Steps {
        FormName::Civic
    } else {
        FormName::Brief
    }
}
