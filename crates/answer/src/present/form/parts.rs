//! Pieces that several forms share.

use crate::check::answer::{AnswerContent, Cited, Conflict, ConflictValue, Mode};
use crate::check::prose::{ProseBy, ProseSentence};
use crate::check::reasoning::{Labelled, labelled};
use crate::check::verify::Fact;
use crate::draft::wording;
use twolane_archive::Visibility;
use twolane_text::{Quote, SourceId};

pub(super) use crate::check::reasoning::{Side, quoted as marked, side};

/// Formats a place: "Title, May 4, 2025, p.3 L4-L5".
pub fn place(answer: &AnswerContent, quote: &Quote) -> String {
    format!("{}, {}", title(answer, quote.source_id()), quote.locator())
}

/// Formats a place without the paper's date, for programs, which have it in the index of citations.
pub(super) fn undated(answer: &AnswerContent, quote: &Quote) -> String {
    let cited = answer.citations_index.iter().find(|c| &c.source_id == quote.source_id());
    let title = cited.map_or_else(|| quote.source_id().to_string(), |c| c.title.clone());
    format!("{title}, {}", quote.locator())
}

/// Returns the quotes of the facts in order, in groups: a fact that begins with the same quotes as the fact before it,
/// such as the heading above both, is in that fact's group and has them once. A group of several facts has to be set
/// apart from the next one, whose quotes are not under that heading.
pub fn shown_quotes(answer: &AnswerContent) -> Vec<Vec<&Quote>> {
    let mut shown: Vec<Vec<&Quote>> = Vec::new();
    let mut before: &[Quote] = &[];
    for fact in &answer.facts {
        let pairs = fact.support.iter().zip(before);
        let same = pairs.take_while(|(a, b)| a == b).count().min(fact.support.len().saturating_sub(1));
        let own = fact.support.iter().skip(same);
        match shown.last_mut().filter(|_| same > 0) {
            Some(group) => group.extend(own),
            None => shown.push(own.collect()),
        }
        before = &fact.support;
    }
    shown
}

/// Returns the title of a source that the answer cites, with the paper's date unless the title has its year, and with
/// marks where not everybody may see it and where its words were recognized from a picture.
pub(super) fn title(answer: &AnswerContent, id: &SourceId) -> String {
    let Some(cited) = answer.citations_index.iter().find(|c| &c.source_id == id) else {
        return id.to_string();
    };
    let title = cited.title.trim();
    // A guess would look like the paper's own word.
    let date = cited.date.as_deref().filter(|_| cited.date_from.is_none()).unwrap_or_default();
    let level = match cited.visibility {
        Visibility::Public => "",
        Visibility::Staff => " [staff only]",
        Visibility::Sealed => " [sealed]",
    };
    let mark = match cited.ocr_confidence {
        Some(percent) => format!("{level} [scan, OCR {percent} %]"),
        None => level.to_owned(),
    };
    match (date.get(..4), in_words(date)) {
        (Some(year), Some(date)) if !title.contains(year) => format!("{title}, {date}{mark}"),
        _ => format!("{title}{mark}"),
    }
}

/// Formats a day, month or year (`2024-10-09`, `2024-10`, `2024`) in words.
fn in_words(date: &str) -> Option<String> {
    let day =
        |text: &str, format: &str| Some(text.parse::<jiff::civil::Date>().ok()?.strftime(format).to_string());
    match date.len() {
        4 => day(&format!("{date}-01-01"), "%Y"),
        7 => day(&format!("{date}-01"), "%B %Y"),
        _ => day(date, "%B %-d, %Y"),
    }
}

/// Formats the places of quotes, each paper once: "Title, p.1 L2; L4".
pub fn places(answer: &AnswerContent, quotes: &[Quote]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut before: Option<&SourceId> = None;
    for quote in quotes {
        let locator = quote.locator().to_string();
        let same = before == Some(quote.source_id());
        let entry = if same { locator } else { place(answer, quote) };
        before = Some(quote.source_id());
        if !out.contains(&entry) {
            out.push(entry);
        }
    }
    out.join("; ")
}

/// Says in plain words how far the first quote can be trusted, with the reason if it is not the usual one. Returns an
/// empty string for an answer that reports insufficient evidence.
pub fn verdict(answer: &AnswerContent) -> String {
    if answer.mode == Mode::ReportInsufficientEvidence || answer.facts.is_empty() {
        return String::new();
    }
    let strength = &answer.record_strength;
    let plain = match strength.tier {
        'A' => "This looks like the answer.",
        'B' => "This may be the answer. Check it in the paper.",
        _ => "These are the closest passages found; they may not answer the question.",
    };
    let usual = [wording::READ, wording::NOT_CLEARLY_READ, wording::HARDLY_READ].map(|frame| frame.0);
    let other: Vec<&str> =
        strength.reasons.iter().map(String::as_str).filter(|reason| !usual.contains(reason)).collect();
    match other.is_empty() {
        true => plain.to_owned(),
        false => format!("{plain} Note: {}.", other.join("; ")),
    }
}

/// Returns the reasons of the gaps for people, each once. A draft that was refused for its form tells a reader nothing.
pub fn missing(answer: &AnswerContent) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for gap in answer.gaps.iter().filter(|gap| gap.need != wording::NEED_QUOTE.0) {
        if !out.contains(&gap.reason.as_str()) {
            out.push(&gap.reason);
        }
    }
    out
}

/// Returns the facts whose first quote is on this side.
pub(super) fn facts_of(answer: &AnswerContent, wanted: Side) -> Vec<&Fact> {
    let of = |fact: &&Fact| fact.support.first().is_some_and(|q| side(answer, q.source_id()) == wanted);
    answer.facts.iter().filter(of).collect()
}

/// Lead-in for words of the user's text, because no paper says them.
pub(super) const USERS_SAY: &str = "The text that you provided says";

/// Returns true for a fact that rests on the user's own text.
pub(super) fn is_users(answer: &AnswerContent, fact: &Fact) -> bool {
    fact.support.first().is_some_and(|q| side(answer, q.source_id()) == Side::User)
}

/// Formats “Quote” (place; place), with a lead-in where the quote is not from a paper.
pub(super) fn cited(answer: &AnswerContent, fact: &Fact) -> String {
    let lead = if is_users(answer, fact) { format!("{USERS_SAY}: ") } else { String::new() };
    format!("{lead}{} ({})", said(fact), places(answer, &fact.support))
}

/// Formats a fact. Only quotes are in quotation marks: a statement has no marks, and its quotes follow it.
pub(super) fn said(fact: &Fact) -> String {
    match fact.verbatim() {
        Some(_) => marked(fact),
        None => format!("{} — {}", fact.text.trim(), marked(fact)),
    }
}

/// Names the parties of a disagreement.
pub fn who_disagrees(answer: &AnswerContent, conflict: &Conflict) -> &'static str {
    let users = |v: &ConflictValue| side(answer, v.quote.source_id()) == Side::User;
    if conflict.values.iter().any(users) {
        "The text that you provided and the papers disagree"
    } else {
        "The papers disagree"
    }
}

/// Formats all sides of a disagreement in one line.
pub(super) fn disagreement(answer: &AnswerContent, conflict: &Conflict) -> String {
    let sides: Vec<String> = conflict
        .values
        .iter()
        .map(|v| format!("{} (“{}”, {})", v.value, v.quote.text(), undated(answer, &v.quote)))
        .collect();
    let notes = if conflict.notes.is_empty() { String::new() } else { format!(" {}", conflict.notes) };
    format!("{}: {}.{notes}", who_disagrees(answer, conflict), sides.join("; "))
}

/// Note below sentences in a model's own words.
const OWN_WORDS: &str = "A language model wrote these sentences. Their figures, dates and names are in the quotes they \
                         cite; read the quotes before you rely on the wording.";

/// Returns the sentences of a model's prose that a form shows: those in its own words, or all if it has no such sentence.
fn shown_prose(answer: &AnswerContent) -> Vec<&ProseSentence> {
    let all = || answer.prose.sentences.iter();
    match (answer.prose.by, all().any(|sentence| sentence.own_words)) {
        (ProseBy::Rule, _) => Vec::new(),
        (ProseBy::Model, true) => all().filter(|sentence| sentence.own_words).collect(),
        (ProseBy::Model, false) => all().collect(),
    }
}

/// Returns a model's prose, each sentence with its tokens. Returns nothing when the program composed the prose, because
/// every form does that itself. Beside sentences in a model's own words, the quotes are where the form has its quotes.
pub fn told(answer: &AnswerContent) -> Vec<String> {
    shown_prose(answer).into_iter().map(ProseSentence::cited).collect()
}

/// Lists the sources of the tokens in [`told`]: `[L1] Title, p.3 L4`.
pub fn tokens_told(answer: &AnswerContent) -> Vec<String> {
    let shown = shown_prose(answer);
    let used = |label: &String| shown.iter().any(|s| s.tokens.contains(label));
    let places = |l: &Labelled<'_>| format!("{} {}", l.label, places(answer, &l.fact.support));
    labelled(answer).iter().filter(|l| used(&l.label)).map(places).collect()
}

/// Returns the heading of a model's prose and, where sentences are in its own words, what a reader needs to know of them.
pub fn prose_heading(answer: &AnswerContent) -> (&'static str, Option<&'static str>) {
    match answer.prose.sentences.iter().any(|sentence| sentence.own_words) {
        true => ("In the model's words", Some(OWN_WORDS)),
        false => ("In short", None),
    }
}

/// Renders a model's prose as a section of its own.
pub(super) fn in_short(answer: &AnswerContent) -> String {
    let told = told(answer);
    if told.is_empty() {
        return String::new();
    }
    let (heading, note) = prose_heading(answer);
    let note = note.map(|note| format!("_{note}_\n\n")).unwrap_or_default();
    format!("## {heading}\n\n{}\n\n{note}{}\n", told.join(" "), tokens_told(answer).join("  \n"))
}

/// Lists what the answer does not show: gaps, then limits.
pub(super) fn not_shown(answer: &AnswerContent) -> Vec<String> {
    let gaps = missing(answer).into_iter().map(str::to_owned);
    gaps.chain(answer.limitations.iter().cloned()).chain(answer.assumptions.iter().cloned()).collect()
}

/// Returns the suggested questions that the archive can answer.
pub(super) fn next_questions(answer: &AnswerContent) -> Vec<String> {
    answer.suggested_followups.iter().filter(|next| next.ends_with('?')).cloned().collect()
}

/// Returns the opening words of an answer that does not answer; empty for one that does.
pub(super) fn caveat(answer: &AnswerContent) -> &'static str {
    match (answer.mode, answer.facts.is_empty()) {
        (Mode::Answer, _) => "",
        (Mode::ReportInsufficientEvidence, true) => {
            "Insufficient evidence: no answer was found in the papers of this archive."
        }
        (Mode::ReportInsufficientEvidence, false)
            if answer.facts.iter().all(|fact| is_users(answer, fact)) =>
        {
            "Insufficient evidence: no answer was found in the papers of this archive. Below is the text you provided."
        }
        (Mode::ReportInsufficientEvidence, false) => {
            "Insufficient evidence: the papers come close to the question but do not answer it."
        }
    }
}

/// Renders the heading of a section with its lines as bullets; empty without lines.
pub(super) fn section(head: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let bullets: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    format!("## {head}\n\n{}\n", bullets.join("\n"))
}

/// Joins sections with an empty line between them.
pub(super) fn page(sections: &[String]) -> String {
    let there: Vec<&str> = sections.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
    there.join("\n")
}

/// Lists the cited papers that a website has, each with its address as a link.
pub(super) fn on_the_web(answer: &AnswerContent) -> String {
    let row = |cited: &Cited| Some(format!("{}: <{}>", title(answer, &cited.source_id), cited.url.as_ref()?));
    let rows: Vec<String> = answer.citations_index.iter().filter_map(row).collect();
    section("On the web", &rows)
}

/// Returns the end of every form for people: addresses on the web, how far the answer can be trusted, and that it is no
/// advice.
pub(super) fn closing(answer: &AnswerContent) -> String {
    let last = format!("_{}_\n", format!("{} {NO_ADVICE}", verdict(answer)).trim());
    page(&[on_the_web(answer), last])
}

/// Said at the end of every answer.
pub const NO_ADVICE: &str = "Informational, not legal advice.";
