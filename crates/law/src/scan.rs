//! Scans a text for citations: selects the forms that apply, the preceding parts ("subsection (a) of"), and
//! the list or range that follows. Each byte is read a bounded number of times, so the time is linear in the
//! text's length.

use std::collections::HashMap;
use std::ops::Range;

use twolane_text::pattern::Pattern;

use super::citation::Citation;
use super::form::{Form, Values, regex, value};
use super::forms::Forms;
use super::label::following;

/// Maximum length of a list; limits the work on text where everything looks like a list.
const LONGEST_LIST: usize = 60;

/// One citation in folded bytes.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    pub(super) bytes: Range<usize>,
    pub(super) form: usize,
    pub(super) values: Values,
    /// End of a range, if any.
    pub(super) last: Option<Values>,
    /// Number of its list, shared by all members.
    pub(super) list: usize,
}

impl Hit {
    pub(super) fn citation(&self, forms: &Forms) -> Citation {
        forms.get(self.form).map(|form| form.citation(&self.values, self.last.as_ref())).unwrap_or_default()
    }
}

macro_rules! folded_pattern {
    ($name:ident, $source:expr) => {
        static $name: Pattern = Pattern::new($source, || compile($source));
    };
}

#[allow(clippy::expect_used)] // Every use is a literal, and the tests of this module compile it.
fn compile(source: &str) -> regex::Regex {
    regex(source).expect("constant pattern")
}

// Separator between the members of a list; `range` is the separator in a range.
folded_pattern!(
    JOINT,
    r"^(?:,? ?inclusive\b)?(?: ?[,;] ?(?:(?:and/or|and|or|&) ?)?| (?:and/or|and|or|&) |(?P<range>,? (?:to|through|thru) (?:and including )?| ?(?P<dash>-) ?)(?:sections? )?)(?:§ ?§? ?)?"
);

// A further label in a list of paragraphs.
folded_pattern!(
    LABEL,
    r"^(?:(?:sub)?(?:paragraphs?|pars?\.|sections?|divisions?|clauses?|sec\.) )?(?P<label>(?-i:[IVXL]{1,6})(?:-(?-i:[a-z]))?\b(?: ?\([a-z0-9]{1,5}\)){0,5}|\([a-z0-9-]{1,5}\)(?: ?\([a-z0-9-]{1,5}\)){0,5})"
);

// A letter that ends a range of lettered sections: 180A-D.
folded_pattern!(LETTER, r"^(?-i:[A-Z])\b");

// Parts that precede their whole. Lists and their members are bounded.
folded_pattern!(
    PART,
    r"(?:\b(?P<word>subsections?|subsecs?\.|subparagraphs?|paragraphs?|pars?\.|subdivisions?|subds?\.|subclauses?|clauses?|items?) (?P<labels>(?:(?-i:[IVXLC]{1,6})\b(?:-(?-i:[a-z])\b)?(?:\([a-z0-9]{1,4}\)){0,4}|(?:\([a-z0-9-]{1,5}\)){1,4}|\d{1,2}\b)(?:(?:,? (?:to|through|thru) |, ?(?:and |or |& )?| (?:and/or|and|or|&) | ?- ?)(?:(?-i:[IVXLC]{1,6})\b(?:-(?-i:[a-z])\b)?(?:\([a-z0-9]{1,4}\)){0,4}|(?:\([a-z0-9-]{1,5}\)){1,4}|\d{1,2}\b)){0,10})(?:,? inclusive)?,? (?:of|under|in) (?:the )?(?:said )?|(?:\b(?P<section>sections?|secs?\.)|§§?) ?(?P<numbers>(?:\d{1,4}[A-Z]{0,2}\b(?:\([a-z0-9]{1,4}\)){0,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]{3,5})?)\b)(?:(?:,? (?:to|through|thru) |, ?(?:and |or |& )?| (?:and/or|and|or|&) )(?:\d{1,4}[A-Z]{0,2}\b(?:\([a-z0-9]{1,4}\)){0,3}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]{3,5})?)\b)){0,10})(?:(?:,? inclusive)?,? (?:of|under|in) (?:the )?(?:said )?|, ))"
);

folded_pattern!(
    PLURAL,
    r"\b(?:articles|sections|chapters|parts|ordinances|RSAs)\b|\b(?:secs|ss|pts|chs)\.|(?-i:\bS\. )|§ ?§"
);

// "of" introduces another law than that of the bare number.
folded_pattern!(
    FOREIGN,
    r"^(?:,? inclusive,?)? of (?:an? |the |public|special|P\.A\.|house|senate|substitute|ordinance|act )"
);
folded_pattern!(FOREIGN_TO_ACT, r"^(?:,? inclusive,?)? of (?:title|chapter|article|part) ");
folded_pattern!(
    HOME,
    r"^(?:,? inclusive,?)? of (?:the general statutes|the code\b|the district of columbia (?:official )?code|the revised statutes)"
);

// "Under RSA 91-A:3, I ask for": a pronoun is not a paragraph.
folded_pattern!(
    PRONOUN,
    r"^ (?:am|was|have|had|will|would|want|request|ask|think|believe|understand|need|can|could|do|did|hereby|move|see|know|wish|hope|should|respectfully|write|file|also|agree|object|propose|urge|submit)\b"
);

#[derive(Clone)]
struct Candidate {
    /// Start including the preceding parts.
    start: usize,
    head: Range<usize>,
    form: usize,
    values: Values,
    plural: bool,
    parts: Vec<Part>,
}

/// A part such as "subsections (a) and (b) of" or "section 9 of".
#[derive(Debug, Clone)]
struct Part {
    bytes: Range<usize>,
    section: bool,
    labels: Vec<Label>,
}

#[derive(Debug, Clone)]
struct Label {
    text: String,
    /// True for the end of a range that starts with the previous label.
    ends_range: bool,
}

/// Returns all citations in a folded text; `code` is the code that the text belongs to, if any.
pub(super) fn scan(forms: &Forms, text: &str, code: Option<&str>) -> Vec<Hit> {
    let mut hits = as_it_stands(forms, text, code);
    let bare = |hit: &Hit| forms.get(hit.form).is_some_and(|form| form.jurisdiction.is_empty());
    for hit in hits.iter_mut().filter(|hit| bare(hit)) {
        read_alone(forms, hit);
    }
    hits
}

fn as_it_stands(forms: &Forms, text: &str, code: Option<&str>) -> Vec<Hit> {
    let mut candidates = candidates(forms, text, code);
    // Order: the earliest start, then the longest, then the earlier form.
    candidates.sort_by_key(|c| (c.start, usize::MAX - c.head.end, c.form));
    let mut hits: Vec<Hit> = Vec::new();
    let mut end = 0;
    let mut list = 0;
    // End of each form's last rejected list: a candidate within it would be rejected too and is skipped.
    let mut refused = vec![0; forms.len()];
    for candidate in candidates {
        if candidate.start < end || refused.get(candidate.form).is_some_and(|r| candidate.start < *r) {
            continue;
        }
        let Some(form) = forms.get(candidate.form) else { continue };
        let mut found = spread(form, &candidate, list);
        follow(form, text, &candidate, &mut found);
        let Some(last) = found.last() else { continue };
        let rest = text.get(last.bytes.end..).unwrap_or("");
        if form.own.is_some() && foreign(rest) || form.followed.as_ref().is_some_and(|f| !f.is_match(rest)) {
            if let Some(refused) = refused.get_mut(candidate.form) {
                *refused = last.bytes.end;
            }
            continue;
        }
        end = last.bytes.end;
        list += 1;
        hits.append(&mut found);
    }
    hits
}

/// Reassigns one of a paper's own sections to a code if a code's form matches its normal form: in "Sections 3
/// and 31-B:2", the second is the same as "Section 31-B:2". No range connects a code's section with a paper's
/// own.
///
/// The meaning of a code's own bare number depends on the surrounding text.
fn read_alone(forms: &Forms, hit: &mut Hit) {
    let text = Hit { last: None, ..hit.clone() }.citation(forms).text;
    let mut alone = as_it_stands(forms, &text, None).into_iter();
    if let (Some(claim), None) = (alone.next(), alone.next())
        && claim.bytes == (0..text.len())
        && claim.form != hit.form
    {
        *hit = Hit { bytes: hit.bytes.clone(), list: hit.list, ..claim };
    }
}

/// Returns true if the text after a code's bare number refers to another law.
fn foreign(rest: &str) -> bool {
    FOREIGN.get().is_match(rest) && !HOME.get().is_match(rest)
}

/// Returns true if the text after an act's bare number refers to another law, title, chapter or article.
pub(super) fn foreign_to_act(rest: &str) -> bool {
    FOREIGN.get().is_match(rest) || FOREIGN_TO_ACT.get().is_match(rest)
}

fn candidates(forms: &Forms, text: &str, code: Option<&str>) -> Vec<Candidate> {
    let parts = parts(text);
    let mut out = Vec::new();
    for index in forms.matches(text) {
        let Some(form) = forms.get(index) else { continue };
        if form.own.is_some() && form.own.as_deref() != code {
            continue;
        }
        for captures in form.pattern.captures_iter(text) {
            let Some(whole) = captures.get(0) else { continue };
            let mut head = whole.start()..whole.start() + whole.as_str().trim_end().len();
            let mut values = form.values(&captures, None);
            let rest = text.get(head.end..).unwrap_or("");
            if form.not_followed.as_ref().is_some_and(|n| n.is_match(rest)) {
                continue;
            }
            if form.not_preceded.as_ref().is_some_and(|n| n.is_match(just_before(text, head.start))) {
                continue;
            }
            if value(&values, "sub") == "I" && PRONOUN.get().is_match(rest) {
                values.insert("sub".to_owned(), String::new());
                head.end -=
                    whole.as_str().trim_end().len() - whole.as_str().trim_end_matches(['I', ' ', ',']).len();
            }
            let leading = before(form, &parts, head.start, &values);
            let candidate = Candidate {
                start: head.start,
                plural: PLURAL.get().is_match(whole.as_str()),
                head,
                form: index,
                values,
                parts: Vec::new(),
            };
            if let Some(outermost) = leading.last() {
                out.push(Candidate {
                    start: outermost.bytes.start,
                    parts: leading.clone(),
                    ..candidate.clone()
                });
            }
            out.push(candidate);
        }
    }
    out
}

/// Returns the few bytes before a position: enough for a word or two.
fn just_before(text: &str, at: usize) -> &str {
    const BYTES: usize = 24;
    (0..=3).find_map(|more| text.get(at.saturating_sub(BYTES + more)..at)).unwrap_or("")
}

/// Maps the start of each whole to the part before it.
fn parts(text: &str) -> HashMap<usize, Part> {
    PART.get()
        .captures_iter(text)
        .filter_map(|captures| {
            let whole = captures.get(0)?;
            let section = captures.name("numbers");
            let labels = section.or_else(|| captures.name("labels"))?.as_str();
            let part = Part { bytes: whole.range(), section: section.is_some(), labels: members(labels) };
            Some((whole.end(), part))
        })
        .collect()
}

/// Maximum nesting ("clause (i) of subparagraph (c) of paragraph II of section 5 of").
const DEEPEST: usize = 4;

/// Returns the parts that precede a head, nearest first.
fn before(form: &Form, parts: &HashMap<usize, Part>, mut at: usize, values: &Values) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    let mut has_section = !form.has("section") || !value(values, "section").is_empty();
    while let Some(part) = parts.get(&at).filter(|_| out.len() < DEEPEST) {
        // Only the outermost part may be a list; a section requires a head without one.
        let lists = out.iter().any(|p| p.labels.len() > 1);
        if lists || part.labels.is_empty() || (part.section == has_section) {
            break;
        }
        if !part.section && !form.has("sub") {
            break;
        }
        has_section = true;
        at = part.bytes.start;
        out.push(part.clone());
    }
    out
}

folded_pattern!(
    JOINED,
    r"(?:,? (?P<to>to|through|thru) |(?:, ?(?:and |or |& )?| (?:and/or|and|or|&) )|(?P<dash> ?- ?))"
);

/// Returns the members of a part's list.
fn members(list: &str) -> Vec<Label> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut ends_range = false;
    for captures in JOINED.get().captures_iter(list) {
        let Some(joint) = captures.get(0) else { continue };
        // The dash of `I-a` or `12-3` is not a separator.
        let tail = list.get(joint.end()..).unwrap_or("");
        if captures.name("dash").is_some() && !tail.starts_with(|c: char| c == '(' || "IVXL".contains(c)) {
            continue;
        }
        out.push(Label { text: list.get(at..joint.start()).unwrap_or("").replace(' ', ""), ends_range });
        ends_range = captures.name("to").is_some() || captures.name("dash").is_some();
        at = joint.end();
    }
    out.push(Label { text: list.get(at..).unwrap_or("").replace(' ', ""), ends_range });
    out
}

/// Combines a head with the preceding parts, one hit for each member of the outermost part.
fn spread(form: &Form, candidate: &Candidate, list: usize) -> Vec<Hit> {
    let mut values = candidate.values.clone();
    let hit = |values: Values| Hit {
        bytes: candidate.start..candidate.head.end,
        form: candidate.form,
        values,
        last: None,
        list,
    };
    let apply = |values: &mut Values, part: &Part, label: &str| {
        if part.section {
            let (number, sub) = label.split_at(label.find('(').unwrap_or(label.len()));
            return form.set(values, "section", number) && (sub.is_empty() || form.set(values, "sub", sub));
        }
        let label = if label.starts_with(|c: char| c.is_ascii_digit()) {
            format!("({label})")
        } else {
            label.to_owned()
        };
        let sub = format!("{}{label}", value(values, "sub"));
        form.set(values, "sub", &sub)
    };
    let whole = vec![Hit { bytes: candidate.head.clone(), ..hit(candidate.values.clone()) }];
    let Some((outermost, inner)) = candidate.parts.split_last() else {
        let mut whole = whole;
        // A range within the head itself: `Section 180A-D of`.
        if let Some(first) = whole.first_mut() {
            let upto = value(&first.values, "upto").to_owned();
            let mut last = first.values.clone();
            first.values.remove("upto");
            last.remove("upto");
            if !upto.is_empty()
                && lettered(form, &mut last, &upto)
                && form.range(&first.values, &last).is_some()
            {
                first.last = Some(last);
            }
        }
        return whole;
    };
    for part in inner {
        let Some(label) = part.labels.first() else { return whole };
        if !apply(&mut values, part, &label.text) {
            return whole;
        }
    }
    let mut out: Vec<Hit> = Vec::new();
    for label in &outermost.labels {
        let mut values = values.clone();
        if !apply(&mut values, outermost, &label.text) {
            return whole;
        }
        match out.last_mut() {
            Some(first) if label.ends_range && form.range(&first.values, &values).is_some() => {
                first.last = Some(values);
            }
            _ => out.push(hit(values)),
        }
    }
    out
}

/// Completes the range from section 180A to section 180D.
fn lettered(form: &Form, values: &mut Values, letter: &str) -> bool {
    let section = value(values, "section");
    let digits = section.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let section = format!("{digits}{letter}");
    form.set(values, "section", &section)
}

/// Reads the list or range after a head.
fn follow(form: &Form, text: &str, candidate: &Candidate, hits: &mut Vec<Hit>) {
    let mut plural = candidate.plural;
    for _ in 0..LONGEST_LIST {
        let Some(before) = hits.last() else { return };
        let at = before.bytes.end;
        let Some(rest) = text.get(at..) else { return };
        let Some(captures) = JOINT.get().captures(rest) else { return };
        let Some(joint) = captures.get(0) else { return };
        let to = captures.name("range").is_some();
        let dash = captures.name("dash").is_some();
        // "Article 5, § 4": a list of articles does not continue with sections.
        if joint.as_str().contains('§') && form.jurisdiction.is_empty() && form.code != "section" {
            return;
        }
        plural |= joint.as_str().contains('§');
        // "§ 703-712" is a range, but "§ 703 - 3 pages" may not be.
        let tight = joint.as_str() == "-";
        let after = rest.get(joint.end()..).unwrap_or("");
        let values = before.last.as_ref().unwrap_or(&before.values);
        let next = label(form, values, after)
            .or_else(|| if to && dash { letter(form, values, after) } else { None })
            .or_else(|| {
                member(form, values, after, Joint { to, tight, apart: joint.as_str().contains(';') }, plural)
            });
        let Some((next, length)) = next else { return };
        let end = at + joint.end() + length;
        let mut hit = Hit {
            bytes: at + joint.end()..end,
            form: candidate.form,
            values: next,
            last: None,
            list: before.list,
        };
        if !to {
            hits.push(hit);
            continue;
        }
        if before.last.is_some() || form.range(&before.values, &hit.values).is_none() {
            return;
        }
        let start = before.bytes.start;
        if let Some(first) = hits.last_mut() {
            first.bytes = start..hit.bytes.end;
            first.last = Some(std::mem::take(&mut hit.values));
        }
    }
}

/// Reads a further paragraph of the previous section.
fn label(form: &Form, values: &Values, after: &str) -> Option<(Values, usize)> {
    let sub = value(values, "sub");
    if sub.is_empty() {
        return None;
    }
    let captures = LABEL.get().captures(after)?;
    let (whole, label) = (captures.get(0)?, captures.name("label")?);
    if label.as_str() == "I" && PRONOUN.get().is_match(after.get(whole.end()..).unwrap_or("")) {
        return None;
    }
    let mut values = values.clone();
    let sub = following(sub, &label.as_str().replace(' ', ""))?;
    form.set(&mut values, "sub", &sub).then_some((values, whole.end()))
}

fn letter(form: &Form, values: &Values, after: &str) -> Option<(Values, usize)> {
    let found = LETTER.get().find(after)?;
    if !value(values, "section").ends_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let mut values = values.clone();
    values.insert("sub".to_owned(), String::new());
    lettered(form, &mut values, found.as_str()).then_some((values, found.end()))
}

/// Separator before a further member.
struct Joint {
    /// True if the member ends a range.
    to: bool,
    /// True for a dash without blanks.
    tight: bool,
    /// True for a semicolon.
    apart: bool,
}

/// Reads a further section of a list.
fn member(form: &Form, values: &Values, after: &str, joint: Joint, plural: bool) -> Option<(Values, usize)> {
    let Joint { to, tight, apart } = joint;
    let pattern = if to { form.through.as_ref() } else { form.next.as_ref() }?;
    let captures = pattern.captures(after)?;
    let whole = captures.get(0)?;
    // In "Articles 3 and 4 dogs", a number may count something. Lists of numbers use the plural, or numbers
    // with letters and marks, so a plain number after a singular is ignored.
    let plain = whole.as_str().bytes().all(|b| b.is_ascii_digit());
    if plain && !plural && (!tight || form.jurisdiction.is_empty()) {
        return None;
    }
    // "Chapter 40; 21 days": after a semicolon, a number needs a mark of its own.
    if apart && whole.as_str().bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let rest = after.get(whole.end()..).unwrap_or("");
    if form.not_followed.as_ref().is_some_and(|n| n.is_match(rest)) {
        return None;
    }
    Some((form.values(&captures, Some(values)), whole.end()))
}
