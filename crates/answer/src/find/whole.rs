//! All rows of a table, or all votes of a meeting, for a question about all of them: "how are the rates made up", "list
//! the votes of May 4, 2025".

use std::collections::HashSet;
use std::ops::Range;

use crate::draft::DraftFact;
use crate::error::AskError;
use crate::language::question::Question;
use crate::language::question_terms::term_set;
use crate::language::value::subject_terms;
use crate::options::AnswerOptions;
use twolane_archive::Archive;
use twolane_retrieve::{Expected, Periods};
use twolane_text::pattern::pattern;
use twolane_text::{Source, SourceId, pieces, states_decision, tokens};

use super::candidate::{Candidate, candidates};
use super::ranked::Ranked;

pattern!(ASKS_FOR_ALL, r"(?i)^\W*(?:please )?(?:list|show|give)\b|\ball\b|\bwhat are the\b");
pattern!(PARTS, r"(?i)\b(?:made|make|makes) up\b|\bbreakdown of\b|\bbroken[- ]down\b|\bconsists? of\b");
pattern!(VOTES, r"(?i)\b(?:votes?|voted on|motions?|decisions?)\b");

// How a vote ended: a count of votes, or the words of minutes for it.
pattern!(
    ENDS,
    concat!(
        r"(?i)\b(?:(?:all|both|everybody|everyone)(?: \w+)? in favou?r|unanimous(?:ly)?|so voted|tabled|roll(?: call)?: \w+|died for (?:lack|want)|voted? (?:to|\d)|(?:in favou?r|ayes?|yes|nays?|no|opposed)\W{1,3}\d",
        r"|(?:motion|vote|amendment|article|request|it)\b[^.;]{0,60}\b(?:carrie[sd]|carried|passe[sd]|fail(?:s|ed)|did not (?:carry|pass)|defeated|approved)",
        r"|(?:carried|passed|failed|approved|accepted|adopted|defeated|voted|vote)\W{1,4}(?:on |by |with )?(?:a |the )?(?:vote of )?\(?\d{1,2}",
        r"|(?:\d{1,2}|one|two|three|four|five|six|seven|none|nobody) (?:in favou?r|opposed|against|yes|ayes?))\b|\b\d{1,2}\s?(?:-|\u{2013}|to|yes)\s?\d{1,2}(?:\s?(?:-|\u{2013})\s?\d{1,2})?\s*[.;,)]"
    )
);
pattern!(MOVES, r"(?i)\b(?:mov(?:e[sd]?|ed)|motions?|mot|made|m/s)\b");

pattern!(PART_LABEL, r"(?i)\b(?:parts?|portions?|shares?|components?) of\b|\bbreakdown\b|\bcomponents?\b");
pattern!(TOTAL, r"(?i)^\W*(?:combined |grand )?total\b");
pattern!(IS_TOTAL, r"(?i)\b(?:sub)?totals?\b");

// The first and the further members of an enumeration in running text, with the noun of a member if it is named.
pattern!(BEGINS, r"(?:^|[.?!:]\s+)(?:First(?:ly)?,|The first (?P<noun>\w+) (?:is|was)\b)");
pattern!(
    GOES_ON,
    concat!(
        r"^\W*(?:(?:Second|Third|Fourth|Last|Final)(?:ly)?,",
        r"|The (?:second|third|fourth)(?: (?P<noun>\w+))? (?:is|was)\b)"
    )
);

/// Words that only ask for parts.
const ASKS_FOR_PARTS: &str = "make makes made up breakdown broken down consist consists";
/// Words that only ask for a whole.
const ASKS: &str = "list show give name complete full please";
/// Number of the first facts among which a row shows that the table answers.
const AMONG: usize = 3;
/// Least share of the question's words in and around a row of its parts.
const LEAST_OF_MATTER: f32 = 0.3;
/// Words of a question that asks for a sum as a whole.
const OF_A_SUM: &str = "budget budgets budgeted change changed increase increased decrease decreased rise rose go went up down \
                        department spending spend spent appropriation appropriated proposed voted town";
/// Number of first candidates among which a paper with a heading of the matter is looked for.
const HEADING_AMONG: usize = 12;
/// Number of first candidates among which the total of a table is looked for.
const TOTAL_AMONG: usize = 24;
/// Maximum numbers of rows and of votes.
const ROWS: usize = 14;
const VOTES_OF_ONE: usize = 24;
/// Number of statements after the first member of an enumeration among which the others are looked for.
const MEMBERS: usize = 5;
/// Number of statements before a vote among which its motion is looked for.
const BEFORE_A_VOTE: usize = 4;

/// Returns true for a question about all of several things, or about the parts of one.
fn asks_for_whole(question: &str) -> bool {
    ASKS_FOR_ALL.get().is_match(question) || PARTS.get().is_match(question)
}

/// A row of a table whose rows may all be facts.
#[derive(Clone, Copy)]
pub(super) struct TableRow<'r> {
    source: &'r Source,
    row: usize,
    table: usize,
    /// Share of the question's words in and around the row.
    context: f32,
}

impl<'r> TableRow<'r> {
    fn of(r: &'r Ranked) -> Option<Self> {
        let statements = r.source().statements();
        let row = *statements.touching(r.candidate().bytes.clone()).first()?;
        let table = statements.table_of(row)?;
        Some(TableRow { source: r.source(), row, table, context: r.features.context })
    }
}

/// Puts all rows of the table, in its order, in place of the first row among the facts and of what follows it, where
/// the question asks for the whole and names no row by its key; returns true if it did. The rows under other labels of
/// the table are left out. The table of `part` leads, if there is one.
pub(super) fn whole_table(
    question: &str,
    facts: &mut Vec<DraftFact>,
    chosen: &[&Ranked],
    part: Option<TableRow<'_>>,
    options: &AnswerOptions,
) -> bool {
    let first = || in_force(chosen).take(AMONG);
    if !asks_for_whole(question) || first().any(Ranked::is_keyed) {
        return false;
    }
    let paper = first().find(|r| r.features.kind > 0.0).map(|r| r.source().id());
    let of_paper = first().filter(|r| Some(r.source().id()) == paper);
    let shown = |r: &Ranked| r.candidate().shown(r.source());
    let mut of_paper = of_paper;
    let of_paper = || of_paper.find_map(|r| Some((TableRow::of(r)?, Some(shown(r)))));
    let found = part.map(|part| (part, None)).or_else(of_paper);
    let Some((TableRow { source, row, table, context }, shown)) = found else { return false };
    let (statements, asked) = (source.statements(), term_set(question));
    let groups = statements.groups_of(row);
    let mut rows = Vec::new();
    for (at, statement) in statements.all().iter().enumerate() {
        let of_table =
            statement.row && statements.table_of(at) == Some(table) && statements.groups_of(at) == groups;
        let Some(bytes) = statement.parts.first().filter(|_| of_table) else { continue };
        let Some(lines) = source.reading().lines_of(bytes.clone()) else { continue };
        let of_row = candidates(source, lines, options);
        let own = of_row.iter().find(|c| c.bytes.start < bytes.end && bytes.start < c.bytes.end);
        rows.extend(own.and_then(|c| c.fact(source, context)).filter(|fact| !fact.cut));
    }
    if rows.len() > ROWS {
        let shares = |row: &DraftFact| term_set(&row.text).iter().any(|term| asked.contains(term));
        rows.retain(shares);
    }
    let place = shown.map_or(Some(0), |shown| facts.iter().position(|fact| fact.text == shown));
    let Some(place) = place.filter(|_| (2..=ROWS).contains(&rows.len())) else { return false };
    facts.truncate(place);
    rows.retain(|row| !facts.iter().any(|fact| row.is_within(fact)));
    facts.append(&mut rows);
    true
}

/// Returns those of no mail and of no superseded paper; all, if there are no others.
fn in_force<'r>(chosen: &[&'r Ranked]) -> impl Iterator<Item = &'r Ranked> {
    let stands = |r: &&Ranked| !r.in_mail && !r.superseded;
    let all = !chosen.iter().any(stands);
    chosen.iter().copied().filter(move |r| all || stands(r))
}

/// Returns every vote of one paper, in its order, where the question asks for all votes of a day; else nothing. Without a
/// day, the votes of one paper would pass for all.
pub(super) fn whole_record(question: &str, ranked: &[Ranked], options: &AnswerOptions) -> Vec<DraftFact> {
    if !asks_for_whole(question) || !VOTES.get().is_match(question) {
        return Vec::new();
    }
    let days = Periods::of(question);
    for r in ranked.iter().filter(|r| states_decision(r.text())) {
        if days.has_day(&r.date) {
            return votes(r.source(), options);
        }
    }
    Vec::new()
}

/// Returns true for a question about all votes of a day, if the archive has no paper of that day.
pub(super) fn is_of_day_without_paper(
    question: &str,
    ranked: &[Ranked],
    archive: &Archive,
) -> Result<bool, AskError> {
    let days = Periods::of(question);
    if !asks_for_whole(question) || !VOTES.get().is_match(question) || !days.has_days() {
        return Ok(false);
    }
    let names_day = |r: &Ranked| tokens(r.header()).iter().any(|token| days.has_day(&token.normal));
    if ranked.iter().any(|r| days.has_day(&r.date) || names_day(r)) {
        return Ok(false);
    }
    let sources = archive.sources()?;
    Ok(!sources.iter().any(|source| source.meta.date.as_deref().is_some_and(|date| days.has_day(date))))
}

/// Puts the total of a table before its other rows: "How much did the police budget change?" The first candidate is a row,
/// the total has all words of the question that the row has, and the question's other words only ask for a sum.
pub(super) fn total_first(question: &Question, ranked: &mut [Ranked]) {
    let Some(first) = ranked.first().filter(|r| r.candidate().table && !r.is_keyed()) else { return };
    let place = |r: &Ranked| {
        let row = *r.source().statements().touching(r.candidate().bytes.clone()).first()?;
        Some((r.source().id().clone(), r.source().statements().table_of(row)?))
    };
    let key = |r: &Ranked| r.text().split(|c: char| c.is_ascii_digit() || c == '$').next().map(str::to_owned);
    let is_total = |r: &Ranked| key(r).is_some_and(|key| IS_TOTAL.get().is_match(&key));
    let table = place(first);
    let asked = |r: &Ranked| {
        let terms = key(r).map(|key| term_set(&key)).unwrap_or_default();
        terms.into_iter().filter(|term| question.terms().has(term)).collect::<HashSet<String>>()
    };
    let of_first = asked(first);
    if table.is_none() || is_total(first) || of_first.is_empty() {
        return;
    }
    let mut beside = term_set(OF_A_SUM);
    beside.extend(
        term_set(question.text()).into_iter().filter(|term| term.contains(|c: char| c.is_ascii_digit())),
    );
    let matter = subject_terms(question.terms()).without(&beside);
    let same = |r: &Ranked| place(r) == table && is_total(r) && matter.missing(&asked(r)).is_empty();
    let found = ranked.iter().take(TOTAL_AMONG).position(same);
    if let Some(head) = found.and_then(|at| ranked.get_mut(..=at)) {
        head.rotate_right(1);
    }
}

/// Returns the votes of a paper: each sentence or row that says how one ended, with the motion before it.
fn votes(source: &Source, options: &AnswerOptions) -> Vec<DraftFact> {
    let (all, reading) = (source.statements().all(), source.reading());
    let mut found: Vec<DraftFact> = Vec::new();
    let mut free = 0;
    for (at, statement) in all.iter().enumerate() {
        let own = statement.text(reading);
        if found.len() >= VOTES_OF_ONE || statement.heading || statement.label || !ENDS.get().is_match(&own) {
            continue;
        }
        let motion = (free..at).rev().take(BEFORE_A_VOTE).take_while(|before| {
            all.get(*before).is_some_and(|s| !s.heading && !s.row && !ENDS.get().is_match(&s.text(reading)))
        });
        let motion = motion
            .filter(|before| all.get(*before).is_some_and(|s| MOVES.get().is_match(&s.text(reading))))
            .last();
        let first = motion.filter(|_| !statement.row).unwrap_or(at);
        found.extend(fact_of(source, first, at, options));
        free = at + 1;
    }
    found
}

/// Builds the fact of consecutive statements; `None` where they are too long for a fact, or incomplete.
pub(super) fn fact_of(
    source: &Source,
    first: usize,
    last: usize,
    options: &AnswerOptions,
) -> Option<DraftFact> {
    let (statements, reading) = (source.statements(), source.reading());
    let row = statements.all().get(last)?.row;
    let mut parts: Vec<Range<usize>> = (first..=last).flat_map(|at| statements.whole_parts(at)).collect();
    parts.sort_by_key(|part| part.start);
    let bytes =
        statements.all().get(first)?.parts.first()?.start..statements.all().get(last)?.parts.last()?.end;
    let candidate = if row {
        let lines = reading.lines_of(bytes.clone())?;
        candidates(source, lines, options).into_iter().find(|c| c.bytes.end == bytes.end)?
    } else {
        let pieces =
            pieces(reading, &joined(reading.text(), parts), options.max_quote_words, options.max_quote_lines);
        let cut = statements.all().get(first..=last)?.iter().any(|s| s.broken);
        Candidate { pieces, bytes, table: false, cut }
    };
    let is_short = candidate.pieces.len() <= options.max_quote_pieces && !candidate.cut;
    candidate.fact(source, 1.0).filter(|_| is_short)
}

/// Joins ranges, by their starts, that have only white space between them.
fn joined(text: &str, parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match out.last_mut() {
            Some(last) if text.get(last.end..part.start).is_none_or(|gap| gap.trim().is_empty()) => {
                last.end = last.end.max(part.end);
            }
            _ => out.push(part),
        }
    }
    out
}

/// Puts all statements with a value of the asked kind, in their order, in place of the first fact and of what follows it,
/// where the question asks for the whole: those under the headings of the paper that have all words of its matter, or
/// those under the heading of an answer in running text.
pub(super) fn whole_section(
    question: &Question,
    facts: &mut Vec<DraftFact>,
    chosen: &[&Ranked],
    ranked: &[Ranked],
    options: &AnswerOptions,
) {
    let kind = question.expected();
    let Some(first) = in_force(chosen).next() else { return };
    if !asks_for_whole(question.text()) || kind == Expected::Any || facts.len() < 2 {
        return;
    }
    let matter = subject_terms(question.terms()).without(&term_set(ASKS));
    let headings = |source: &Source| {
        let all = source.statements().all();
        (0..all.len()).filter(|at| all.get(*at).is_some_and(|s| s.heading)).collect::<Vec<usize>>()
    };
    let named = |r: &Ranked| {
        let (source, all) = (r.source(), r.source().statements().all());
        let is_named = |at: &usize| {
            let words = all.get(*at).map(|s| term_set(&s.text(source.reading()))).unwrap_or_default();
            matter.missing(&words).is_empty()
        };
        headings(source).into_iter().filter(is_named).collect::<Vec<usize>>()
    };
    // Another paper than the first one's counts only where the first candidate has no value, or fewer of the question's
    // words.
    let may_have = |r: &&Ranked| {
        first.features.kind == 0.0
            || r.source().id() == first.source().id()
            || r.features.context > first.features.context
    };
    let near: Vec<&Ranked> = ranked.iter().take(HEADING_AMONG).collect();
    let others = in_force(&near).filter(may_have).filter(|r| r.features.kind > 0.0);
    let with_heading = in_force(chosen)
        .take(AMONG)
        .filter(may_have)
        .chain(others)
        .find(|r| !matter.is_empty() && !named(r).is_empty());
    let r = with_heading.unwrap_or(first);
    let (source, all) = (r.source(), r.source().statements().all());
    let (mut above, headings) = (named(r), headings(source));
    if above.is_empty() && !r.candidate().table {
        let own = source.statements().touching(r.candidate().bytes.clone()).first().copied();
        above.extend(own.and_then(|own| headings.iter().rev().find(|at| **at < own)));
    }
    let states = |at: &usize| {
        let statement = all.get(*at).filter(|s| !s.label && !s.struck && !s.instructs);
        statement.is_some_and(|s| kind.is_in(&s.text(source.reading())))
    };
    let mut section: Vec<DraftFact> = Vec::new();
    for heading in above {
        let below = headings.iter().find(|at| **at > heading).copied().unwrap_or(all.len());
        section.extend((heading..below).filter(states).filter_map(|at| fact_of(source, at, at, options)));
    }
    if (2..=ROWS).contains(&section.len()) {
        *facts = section;
    }
}

/// Returns, for a question of what a whole consists of, a row of the table that tells its parts: of the table with the
/// most words of the question among those with a total or a head such as "part of the rate", else the first row with a
/// figure in the paper of the first candidate, else a row of such a table anywhere in that paper. Where the question is
/// answered, only a table with such a total or head counts. The words that ask for the parts count nowhere.
pub(super) fn row_of_parts<'r>(
    question: &Question,
    ranked: &'r [Ranked],
    is_answered: bool,
) -> Option<TableRow<'r>> {
    let first = ranked.first().filter(|_| PARTS.get().is_match(question.text()))?;
    let matter = question.terms().without(&term_set(ASKS_FOR_PARTS));
    let has_figure = |r: &&Ranked| r.text().contains(|c: char| c.is_ascii_digit());
    let is_read =
        |r: &&Ranked| r.candidate().table && !r.candidate().cut && !r.is_law && !r.in_mail && !r.superseded;
    let rows = || ranked.iter().filter(is_read).filter(has_figure);
    // One row of each table decides for it.
    let mut tables: Vec<(&SourceId, usize, bool)> = Vec::new();
    let of_matter = |r: &Ranked| {
        let mut around = term_set(r.header());
        around.extend(term_set(r.source().title()));
        around.extend(term_set(&r.described));
        matter.share(&around)
    };
    let near = rows().filter_map(|r| {
        let context = of_matter(r).max(r.features.context);
        (context >= LEAST_OF_MATTER).then(|| Some(TableRow { context, ..TableRow::of(r)? }))?
    });
    let of_parts = near.filter(|r| {
        let known = tables.iter().find(|(id, of, _)| *id == r.source.id() && *of == r.table);
        let tells = known.map_or_else(|| tells_parts(r.source, r.row, r.table), |(_, _, tells)| *tells);
        tables.push((r.source.id(), r.table, tells));
        tells
    });
    let best = of_parts.reduce(|best, r| if r.context > best.context { r } else { best });
    let of_first = || rows().filter(|r| r.source().id() == first.source().id()).find_map(TableRow::of);
    let in_paper = || {
        let source = first.source();
        let context = first.features.context;
        let is_open = !(first.is_law || first.in_mail || first.superseded) && context >= LEAST_OF_MATTER;
        let mut rows = (0..source.statements().all().len()).filter(|_| is_open).filter_map(|row| {
            let table = source.statements().table_of(row)?;
            Some(TableRow { source, row, table, context })
        });
        rows.find(|r| tells_parts(r.source, r.row, r.table))
    };
    match best {
        None if !is_answered => of_first().or_else(in_paper),
        best => best,
    }
}

/// Returns true for a table of which a label speaks of parts or a row is a total.
fn tells_parts(source: &Source, row: usize, table: usize) -> bool {
    let (statements, reading) = (source.statements(), source.reading());
    let text = |at: usize| statements.all().get(at).map(|s| s.text(reading)).unwrap_or_default();
    let mut rows = (0..statements.all().len()).filter(|at| statements.table_of(*at) == Some(table));
    statements.labels_of(row).iter().any(|at| PART_LABEL.get().is_match(&text(*at)))
        || rows.any(|at| TOTAL.get().is_match(&text(at)))
}

/// Puts the other members of an enumeration behind the first fact, which has its first member: "First, …", and in the
/// next statements "Second, …".
pub(super) fn whole_enumeration(facts: &mut Vec<DraftFact>, chosen: &[&Ranked], options: &AnswerOptions) {
    let Some(first) = facts.first() else { return };
    let of_first = |r: &&&Ranked| r.candidate().shown(r.source()) == first.text;
    let Some(r) = chosen.iter().find(of_first) else { return };
    let Some(begins) = BEGINS.get().captures(r.text()) else { return };
    let noun = begins.name("noun").map(|noun| noun.as_str());
    let (source, all) = (r.source(), r.source().statements().all());
    let Some(own) = source.statements().touching(r.candidate().bytes.clone()).last().copied() else { return };
    let after = (own + 1..all.len()).take(MEMBERS).take_while(|at| all.get(*at).is_some_and(|s| !s.heading));
    let is_member = |at: &usize| {
        let text = all.get(*at).map(|s| s.text(source.reading())).unwrap_or_default();
        let member = GOES_ON.get().captures(&text);
        member.is_some_and(|member| member.name("noun").is_none_or(|own| Some(own.as_str()) == noun))
    };
    let members = after.filter(is_member).filter_map(|at| fact_of(source, at, at, options));
    let members: Vec<DraftFact> = members.filter(|member| !member.is_within(first)).collect();
    if members.is_empty() {
        return;
    }
    let is_new = |fact: &DraftFact| !members.iter().any(|m| m.is_within(fact) || fact.is_within(m));
    let rest: Vec<DraftFact> = facts.split_off(1).into_iter().filter(is_new).collect();
    let most = options.max_facts.max(1 + members.len());
    facts.extend(members);
    facts.extend(rest);
    facts.truncate(most);
}

#[cfg(test)]
mod tests {
    use super::{BEGINS, GOES_ON, asks_for_whole};

    #[test]
    fn members_of_an_enumeration() {
        for text in ["Two causes. First, the budget rose.", "The first cause is the school.", "Firstly, no."]
        {
            assert!(BEGINS.get().is_match(text), "{text}");
        }
        for text in ["Second, the rate fell.", "The second is insurance.", "The second cause was snow."] {
            assert!(GOES_ON.get().is_match(text), "{text}");
        }
        for text in [
            "Second by Ms. Orr.",
            "Second Street is closed.",
            "The last meeting was May 3.",
            "One is required.",
        ] {
            assert!(!GOES_ON.get().is_match(text) && !BEGINS.get().is_match(text), "{text}");
        }
        let floor = GOES_ON.get().captures("The second floor is closed.").unwrap();
        assert_eq!(&floor["noun"], "floor", "a member only of first floors");
    }

    #[test]
    fn the_whole_is_asked_for() {
        for question in ["How are rates made up?", "list the fees for the hall", "What are all the dues?"] {
            assert!(asks_for_whole(question), "{question}");
        }
        for question in ["What is the fee for a hall?", "Who makes the rates?", "how much is a tag"] {
            assert!(!asks_for_whole(question), "{question}");
        }
    }
}
