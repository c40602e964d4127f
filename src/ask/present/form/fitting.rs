//! The form that fits a question (SPEC SYN-10): nobody has to choose one.

use crate::ask::language::question::Question;
use crate::ask::options::FormName;
use crate::ask::understand::plan::{Planning, QueryType, RequestedOutput};

/// What a form is chosen by.
#[derive(Debug, Clone, Copy)]
pub(in crate::ask) struct Fit<'a> {
    /// How the search was planned.
    pub planned: &'a Planning,
    /// The question as it was read.
    pub question: &'a Question,
    /// It touches a matter of law.
    pub law: bool,
    /// The user gave a text with it.
    pub users_text: bool,
    /// It is one of those that are made of parts, such as taxes.
    pub mixed: bool,
}

/// Several hops: `research`. Exposure and rights, or law over a text that was given: `legal`. Several
/// parts: `civic`. A fact: `brief`.
pub(in crate::ask) fn fitting(fit: Fit<'_>) -> FormName {
    let asked_for = fit.planned.issue_map.requested_output;
    if fit.planned.route.query_type == QueryType::MultiHop {
        FormName::Research
    } else if fit.law && (asked_for == RequestedOutput::Risk || fit.users_text) {
        FormName::Legal
    } else if fit.mixed || !fit.question.one_by_one().is_empty() || asked_for == RequestedOutput::Steps {
        FormName::Civic
    } else {
        FormName::Brief
    }
}
