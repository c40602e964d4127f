//! Names of other matters (SPEC EVD-6): an answer stays with the situation that the question is about.

use crate::check::audit::flag::{Flag, HardRule};
use crate::check::audit::input::AuditInput;
use crate::check::audit::phrases::first_of;
use crate::check::audit::shown_sentence::ShownSentence;

/// Flags sentences and facts that name something of another matter and nothing of this one.
pub(in crate::check::audit) fn off_topic_entities(
    said: &[ShownSentence<'_>],
    input: &AuditInput<'_>,
) -> Vec<Flag> {
    if input.off_topic.is_empty() {
        return Vec::new();
    }
    let lower = |list: &[String]| list.iter().map(|s| s.to_lowercase()).collect::<Vec<_>>();
    let asked = lower(std::slice::from_ref(&input.question.to_owned())).concat();
    let off: Vec<String> = lower(input.off_topic).into_iter().filter(|name| !asked.contains(name)).collect();
    let situation = lower(input.situation);
    said.iter()
        .filter(|s| first_of(s.sentence, &situation).is_none())
        .filter_map(|s| first_of(s.sentence, &off).map(|name| s.flag(HardRule::OffTopicEntity, name)))
        .collect()
}
