//! Form for questions of law.

use crate::check::answer::AnswerContent;
use crate::check::reasoning::{labelled, risk};
use crate::check::verify::{Answer, Verified};

use super::parts::{Side, caveat, cited, closing, disagreement, in_short, not_shown, page, section};

/// Renders the sections Situation anchor, Facts, Applicable framework, Risk, and What would clarify.
pub fn legal(answer: &Verified<Answer>) -> String {
    legal_of(answer.get())
}

pub(super) fn legal_of(answer: &AnswerContent) -> String {
    let all = labelled(answer);
    let cite = |side: Side| {
        let own = all.iter().filter(|l| l.side == side);
        own.map(|l| format!("{} {}", l.label, cited(answer, l.fact))).collect::<Vec<_>>()
    };
    let user = cite(Side::User);
    let caveat = caveat(answer);
    let mut situation: Vec<String> = Vec::new();
    if !caveat.is_empty() {
        situation.push(caveat.to_owned());
    }
    if user.is_empty() {
        situation.push("The situation comes only from the question.".to_owned());
    } else {
        situation.extend(user);
    }
    let mut framework = cite(Side::State);
    if framework.is_empty() {
        framework.push("No state law is quoted in this answer.".to_owned());
    } else if !answer.applicability_check.is_empty() {
        framework.push(format!("Whether it applies: {}", answer.applicability_check));
    }
    framework.extend(answer.packs.iter().map(|p| format!("{}, edition {}.", p.title, p.edition)));
    let reasoned = risk(answer);
    let mut shown: Vec<String> = reasoned.shown;
    shown.extend(answer.conflicts.iter().map(|c| disagreement(answer, c)));
    // Added only to a rule or a disagreement: without one, nothing is at risk.
    if !shown.is_empty() {
        shown.push("The quotes do not show who is right. No conclusion is drawn beyond them.".to_owned());
    }
    let mut clarify = reasoned.open;
    clarify.extend(not_shown(answer));
    clarify.extend(answer.suggested_followups.iter().cloned());
    page(&[
        section("Situation", &situation),
        in_short(answer),
        section("Facts", &cite(Side::Local)),
        section("Applicable framework", &framework),
        section("Risk", &shown),
        section("What would clarify", &clarify),
        closing(answer),
    ])
}
