//! Statements that cancel or qualify another one: a heading above ("DISCONTINUED"), a line over a list
//! ("Example:"), a following sentence ("The motion failed."). Recognises only plain forms.

use std::collections::HashMap;
use std::ops::Range;

use crate::line::{Line, LineFlags};
use crate::pattern::pattern;

use super::runs::{Kind, Run};
use super::statement::Statement;

pattern!(
    WITHOUT_FORCE,
    concat!(
        r"(?i)\b(?:not (?:yet |currently |now )?(?:in (?:force|effect)|effective|adopted|approved|valid)",
        r"|no longer|discontinued|repealed|rescinded|superseded|suspended|vacated|withdrawn|expired|obsolete",
        r"|abolished|proposed|drafts?|unapproved|specimen|examples?|hypothetical|fictional|fictitious",
        r"|april fools?'?|rumou?rs?|rumou?r has it)\b"
    )
);
pattern!(
    OVER_ALL,
    concat!(
        r"(?i)\b(?:drafts?|unapproved|not (?:yet )?(?:adopted|approved)|specimen|fictional|fictitious|april fools?'?",
        r"|all (?:of (?:these|them|which) |\w+ )?(?:\w+ )?(?:repealed|rescinded|superseded|expired|suspended|discontinued)",
        r"|in (?:thousands|millions|hundreds)(?: of dollars)?)\b"
    )
);
pattern!(
    OUTCOME,
    concat!(
        r"(?i)\b(?:fail(?:s|ed)|lost|defeated|denied|rejected|withdr(?:ew|awn)|tabled|rescinded|vacated|reversed",
        r"|overturned|annulled|vetoed|suspended|repealed|died for (?:want|lack)|did not (?:pass|carry|prevail)",
        r"|no action (?:was|has been) taken|took no action|struck down)\b"
    )
);
pattern!(
    OF_A_MATTER,
    concat!(
        r"(?i)^\W*(?:on reconsideration\b|no action\b|died\b|failed\b|denied\b|vacated\b|suspended\b|repealed\b|withdrawn\b",
        r"|(?:the |this |that |said |his |her |their )?(?:main |original |amended )?(?:motion|resolution|article|amendment",
        r"|question|proposal|ordinance|appeal|request|application|vote|petition|measure|item|warrant|by-?law|it|this|that",
        r"|board|council|commission|committee|court|town|meeting)\b)"
    )
);
pattern!(
    CORRECTION,
    concat!(
        r"(?i)^\W*(?:correction\b|corrected\b|erratum\b|errata\b|(?:no, )?(?:that|this|it) (?:is|was) (?:wrong|incorrect|false",
        r"|untrue|mistaken|not (?:so|true|correct|right|the case)|an error|a mistake)\b)",
        r"|\bcorrected (?:her|him|them|this|that|himself|herself|the record)\b|\bstands? corrected\b"
    )
);
pattern!(MAIL_HEAD, r"^(?:From|To|Cc|Date|Sent|Subject):");
pattern!(STANDS, r"(?i)\b(?:carrie[sd]|passe[sd]|adopted|approved|prevailed|so voted|in the affirmative)\b");

pattern!(MOTION, r"(?i)\b(?:mov(?:es?|ed|ing)|motions?|resol(?:ve|ved|ution)|article|proposal|amendment)\b");

/// Maximum number of words in a heading or in a line over a list.
const LONGEST_LABEL: usize = 12;
/// Maximum number of words in a sentence that cancels the previous ones.
const LONGEST_OUTCOME: usize = 18;
/// Maximum number of previous sentences that it can cancel.
const MOST_UNDONE: usize = 4;
/// Number of statements at the top of a paper, below a mail's header, that can qualify the whole paper.
const AT_THE_TOP: usize = 4;

/// Finds, for each statement, the statements without which it would mislead.
pub(super) fn bindings(
    lines: &[Line],
    runs: &[Run],
    of_run: &[Range<usize>],
    all: &[Statement],
    text: &dyn Fn(&Statement) -> String,
) -> HashMap<usize, Vec<usize>> {
    let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut over_all: Vec<usize> = Vec::new();
    let mut mail_heads = 0;
    let mut headings: Vec<(u8, Option<usize>)> = Vec::new();
    let mut label: Option<usize> = None;
    for (run, own) in runs.iter().zip(of_run) {
        let Some(first) = own.clone().next() else { continue };
        let said = all.get(first).map(text).unwrap_or_default();
        let words = said.split_whitespace().count();
        mail_heads += usize::from(first < AT_THE_TOP + mail_heads && MAIL_HEAD.get().is_match(&said));
        let at_the_top = first < AT_THE_TOP + mail_heads && run.mark.is_none();
        // A sentence about a draft does not make the paper a draft.
        let is_sentence = said.ends_with('.') && run.kind != Kind::Heading && !said.starts_with("All ");
        if at_the_top && words <= LONGEST_LABEL && !is_sentence && OVER_ALL.get().is_match(&said) {
            over_all.push(first);
        }
        let names_force = words <= LONGEST_LABEL && WITHOUT_FORCE.get().is_match(&said);
        match run.kind {
            Kind::Heading => {
                let line = run.lines.first().and_then(|line| lines.get(*line));
                let level = line.and_then(|line| line.heading).unwrap_or(u8::MAX);
                headings.retain(|(above, _)| *above < level);
                headings.push((level, names_force.then_some(first)));
                label = None;
                continue;
            }
            Kind::Text if run.mark.is_none() && own.len() == 1 && is_label(&said, words) => {
                label = names_force.then_some(first);
            }
            Kind::Text if words > LONGEST_LABEL && run.mark.is_none() => {
                // A line over a list applies up to the end of the paragraph after it.
                let of_label = label.take().filter(|label| label + 1 == first);
                of_label.into_iter().for_each(|label| own.clone().for_each(|s| bind(&mut found, s, label)));
            }
            Kind::Text | Kind::Row => {}
        }
        let above =
            headings.iter().filter_map(|(_, heading)| *heading).chain(label).chain(over_all.iter().copied());
        for over in above.collect::<Vec<_>>() {
            own.clone().filter(|s| *s != over).for_each(|s| bind(&mut found, s, over));
        }
    }
    undone(lines, runs, of_run, all, text, &mut found);
    found
}

/// Binds sentences to the following ones that cancel them, in the same paragraph or at the start of the next.
/// The outcome of a motion reaches back to the paragraph with the motion.
fn undone(
    lines: &[Line],
    runs: &[Run],
    of_run: &[Range<usize>],
    all: &[Statement],
    text: &dyn Fn(&Statement) -> String,
    found: &mut HashMap<usize, Vec<usize>>,
) {
    let said_of = |statement: usize| all.get(statement).map(text).unwrap_or_default();
    let moves = |statements: &[usize]| statements.iter().any(|s| MOTION.get().is_match(&said_of(*s)));
    let mut above: Vec<usize> = Vec::new();
    for (run, own) in runs.iter().zip(of_run) {
        let is_note = run.lines.first().and_then(|line| lines.get(*line)).is_some_and(is_footnote);
        if is_note {
            continue;
        }
        if run.kind == Kind::Heading {
            above.clear();
            continue;
        }
        let mut before: Vec<usize> = Vec::new();
        for statement in own.clone() {
            let said = said_of(statement);
            if undoes(&said) {
                let of_above = before.is_empty() || (MOTION.get().is_match(&said) && !moves(&before));
                let above = above.iter().filter(|_| of_above);
                above.chain(&before).for_each(|other| bind(found, *other, statement));
            } else if STANDS.get().is_match(&said) {
                // The outcome of the next motion does not cancel a carried one.
                (before, above) = (Vec::new(), Vec::new());
            }
            before.push(statement);
            let extra = before.len().saturating_sub(MOST_UNDONE);
            before.drain(..extra);
        }
        above = before;
    }
}

/// Returns true for a sentence that corrects the one before it.
pub(super) fn corrects(text: &str) -> bool {
    CORRECTION.get().is_match(text)
}

/// Returns true for a sentence that tells how a motion ended.
pub fn decides(said: &str) -> bool {
    OUTCOME.get().is_match(said) || STANDS.get().is_match(said)
}

fn is_footnote(line: &Line) -> bool {
    line.flags.contains(LineFlags::FOOTNOTE)
}

/// Returns true for a short sentence that declares the matter before it failed or wrong.
fn undoes(said: &str) -> bool {
    if said.len() > 240 || said.split_whitespace().count() > LONGEST_OUTCOME {
        return false;
    }
    CORRECTION.get().is_match(said) || (OUTCOME.get().is_match(said) && OF_A_MATTER.get().is_match(said))
}

/// Returns true for a line that describes the lines below it.
fn is_label(said: &str, words: usize) -> bool {
    words <= LONGEST_LABEL
        && !said.starts_with(['[', '('])
        && !undoes(said)
        && !said.contains(['$', '?'])
        && !said.trim_end().ends_with(['.', ';', ',', '!'])
}

fn bind(found: &mut HashMap<usize, Vec<usize>>, statement: usize, to: usize) {
    let bound = found.entry(statement).or_default();
    if statement != to && !bound.contains(&to) {
        bound.push(to);
    }
}
