//! The text of a reply for people, as `ask` prints it.

use std::io::Write;

use twolane_answer::{
    Answer, FormName, Mode, NO_ADVICE, Reply, Verified, levels, markdown, missing, place, places, plain,
    prose_heading, shown_choice, shown_quotes, tokens_told, told, verdict, who_disagrees,
};

use super::output::{Style, clean, date_of, inline};

/// Returns the answer, or the question back. Without a requested form, a short answer has its first line and one
/// quote per row.
///
/// # Errors
/// Writing to memory does not fail.
pub fn reply_text(reply: &Reply, form: Option<FormName>, style: Style) -> std::io::Result<String> {
    let form = match (form, reply.fitting_form) {
        (Some(form), _) => form,
        (None, FormName::Brief) => FormName::Levels,
        (None, fitting) => fitting,
    };
    match (reply.envelope.checked(), reply.envelope.rejection()) {
        (Some(answer), _) => {
            let value = reply.asked.as_ref().and_then(|asked| asked.signals.first_value.as_deref());
            let mut text = answer_text(answer, form, &reply.question, value, style)?;
            text.push_str(&memory_text(reply, style));
            Ok(text)
        }
        (None, Some(reason)) => Ok(format!("The question was not answered: {reason}.\n")),
        (None, None) => questions_text(reply, style),
    }
}

/// Returns the same text without colors, with hidden characters made visible, for a program that shows it to people.
///
/// # Errors
/// Writing to memory does not fail.
pub fn shown_text(reply: &Reply, form: Option<FormName>) -> std::io::Result<String> {
    Ok(clean(&reply_text(reply, form, Style::new(false))?))
}

/// Returns the first line of a reply: the answer and its place, or the question back.
pub fn first_line(reply: &Reply, style: Style) -> String {
    let Some(answer) = reply.envelope.checked() else {
        let asked: Vec<&str> = reply.envelope.questions().iter().map(|q| q.prompt.as_str()).collect();
        return format!("{}\n", style.bold(&asked.join(" ")));
    };
    let first = answer.get().facts.first().map_or(&[][..], |fact| fact.support.as_slice());
    let line = format!("{}\n", style.bold(&levels(answer).level1));
    if first.is_empty() { line } else { format!("{line}    {}\n", style.dim(&places(answer.get(), first))) }
}

/// Returns a note that an answer was given before; empty for a new answer.
fn memory_text(reply: &Reply, style: Style) -> String {
    let Some(recalled) = &reply.recalled else { return String::new() };
    let day = date_of(&recalled.at);
    let line = format!(
        "From memory: first answered on {day} for “{}”. The archive has not changed since, and every quote was checked again. --no-memory searches again.",
        inline(&recalled.question)
    );
    format!("{}\n", style.dim(&line))
}

fn questions_text(reply: &Reply, style: Style) -> std::io::Result<String> {
    let mut out = Vec::new();
    writeln!(out, "{}", style.bold("Please answer this first:"))?;
    for question in reply.envelope.questions() {
        writeln!(out, "\n{}", question.prompt)?;
        for (number, option) in (1..).zip(&question.options) {
            writeln!(out, "  {number}. {option}")?;
        }
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Returns the text of an answer. `value` is the part of the first fact that the reader takes for the answer; the
/// first line highlights it where the record is strong.
///
/// # Errors
/// Writing to memory does not fail.
pub fn answer_text(
    checked: &Verified<Answer>,
    form: FormName,
    question: &str,
    value: Option<&str>,
    style: Style,
) -> std::io::Result<String> {
    let mut out = Vec::new();
    let answer = checked.get();
    if form != FormName::Levels {
        return Ok(plain(&markdown(checked, form, question)));
    }
    let levels = levels(checked);
    let value = value.filter(|_| answer.record_strength.tier != 'C');
    writeln!(out, "{}", style.bold_with(&levels.level1, value))?;
    let groups = shown_quotes(answer);
    let first = answer.facts.first().map_or(&[][..], |fact| fact.support.as_slice());
    // The first line has the quotes of the first fact already, unless others stand under the same heading.
    let alone = groups.first().is_some_and(|group| group.len() == first.len());
    if alone {
        writeln!(out, "    {}", style.dim(&places(answer, first)))?;
    }
    let told = told(answer);
    if !told.is_empty() {
        let (heading, note) = prose_heading(answer);
        writeln!(out, "\n{}", style.dim(&format!("{heading}:")))?;
        for sentence in &told {
            writeln!(out, "  {sentence}")?;
        }
        for line in note.map(str::to_owned).into_iter().chain(tokens_told(answer)) {
            writeln!(out, "      {}", style.dim(&line))?;
        }
    }
    let further = groups.iter().skip(usize::from(alone));
    if alone && groups.len() > 1 {
        writeln!(
            out,
            "\n{}",
            style.dim(if answer.mode == Mode::Answer {
                "Also in the papers:"
            } else {
                "Other close passages:"
            })
        )?;
    } else {
        writeln!(out)?;
    }
    for group in further {
        // Quotes of one statement, or under one heading, are indented under the first of them.
        for (n, quote) in group.iter().enumerate() {
            let indent = if n == 0 { "" } else { "  " };
            writeln!(out, "  {indent}“{}”", quote.text())?;
            writeln!(out, "  {indent}    {}", style.dim(&place(answer, quote)))?;
        }
    }
    for conflict in &answer.conflicts {
        writeln!(out, "  {}", style.bold(&format!("{}:", who_disagrees(answer, conflict))))?;
        for value in &conflict.values {
            writeln!(out, "  {}: “{}”", value.value, value.quote.text())?;
            writeln!(out, "      {}", style.dim(&place(answer, &value.quote)))?;
        }
        if !conflict.notes.is_empty() {
            writeln!(out, "      {}", style.dim(&conflict.notes))?;
        }
    }
    for reason in missing(answer) {
        writeln!(out, "  Not shown: {reason}")?;
    }
    for limit in &answer.limitations {
        writeln!(out, "  {}", style.dim(limit))?;
    }
    for next in answer.suggested_followups.iter().filter(|next| next.ends_with('?')) {
        writeln!(out, "  Ask next: {next}")?;
    }
    let choice = plain(&shown_choice(checked));
    if !choice.trim().is_empty() {
        writeln!(out, "{choice}")?;
    }
    let verdict = verdict(answer);
    if !out.ends_with(b"\n\n") {
        writeln!(out)?;
    }
    writeln!(out, "{}", style.dim(format!("{verdict} {NO_ADVICE}").trim()))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}
