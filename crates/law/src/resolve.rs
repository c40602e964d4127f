//! Citations of one document: named ones, and those that depend on their place in it ("said section",
//! "section 8-24" in the Connecticut statutes, "paragraph IV" within a section).

use std::ops::Range;

use twolane_text::pattern::Pattern;

use super::citation::Citation;
use super::fold::Folded;
use super::form::{regex, value};
use super::grammar::Grammar;
use super::reference::{Context, Reference, Resolution};
use super::scan::{Hit, foreign_to_act, scan};
use super::section::{SectionKind, section_head};

macro_rules! folded_pattern {
    ($name:ident, $source:expr) => {
        static $name: Pattern = Pattern::new($source, || compile($source));
    };
}

#[allow(clippy::expect_used)] // Every use is a literal, and the tests of this module compile it.
fn compile(source: &str) -> regex::Regex {
    regex(source).expect("constant pattern")
}

// Labels of the section that the text belongs to. Lists are bounded.
folded_pattern!(
    LABELS,
    r"\b(?P<sub>sub)?(?:sections?|secs?\.|paragraphs?|pars?\.|divisions?|clauses?) (?P<labels>(?:(?-i:[IVXL]{1,6})\b(?:-(?-i:[a-z]{1,2})\b)?(?:\([a-z0-9]{1,4}\)){0,4}|\([a-z0-9-]{1,5}\)(?:\([a-z0-9-]{1,5}\)){0,4})(?:(?:,? (?:to|through) |, ?(?:and |or )?| (?:and/or|and|or) | ?- ?)(?:(?-i:[IVXL]{1,6})\b(?:-(?-i:[a-z]{1,2})\b)?(?:\([a-z0-9]{1,4}\)){0,4}|\([a-z0-9-]{1,5}\)(?:\([a-z0-9-]{1,5}\)){0,4})){0,10})(?P<of>,? (?:of|under|in) this section\b)?"
);

folded_pattern!(
    BEFORE,
    concat!(
        r"\b(?:(?P<this>this (?:section|chapter))\b",
        r"|(?P<same>(?:said|that|such|the same) (?P<kind>sections?|chapters?))\b(?: (?P<chapter>\d{1,3}[A-Z]{0,2})\b)?(?:,? (?:§§? ?|sections? |secs?\. )(?P<section>\d{1,4}[A-Z]{0,2})\b)?",
        r"|(?P<of>sections?) (?P<number>\d{1,4}[A-Z]{0,2}),? of (?:said|that|such) chapter\b(?: (?P<numbered>\d{1,3}[A-Z]{0,2})\b)?",
        r"|(?P<id>id\.|ibid\b\.?)(?: ?(?:at )?(?:§ ?§? ?|sections? |secs?\. )?(?P<at>\([a-z0-9]{1,4}\)|\d[\w.:-]{0,12}\w)(?P<labels>(?:\([a-z0-9]{1,4}\)){0,4}))?)"
    )
);

folded_pattern!(
    FURTHER,
    r"^,? (?:of |(?:under|in) (?:RSA|section|§|said|such|article|chapter)|(?:RSA|section) \d)"
);
folded_pattern!(NUMBER, r"^ ?\d");
folded_pattern!(PARAGRAPH, r"^\[?(?P<label>(?-i:[IVXL]{1,6})(?:-(?-i:[a-z]{1,2}))?)\.(?: |\[|\(|$)");
// "Amend RSA 187-A by inserting after section 20-d": a section of that chapter.
folded_pattern!(
    AFTER_SECTION,
    r"^ by inserting after (?P<words>section (?P<number>\d{1,3}(?:-[a-z]{1,3})?))\b"
);
folded_pattern!(OF_THIS_ACT, r"^,? of this act\b");

/// Maximum distance in bytes between "said section" and its antecedent. A reader would also look farther
/// back, but might find another one.
const FARTHEST: usize = 600;

/// Resolves the citations in a document's lines, in order. Named ones, lists and ranges are those of
/// [`Grammar::find`]. Additions are bare sections of the context's code, references to an earlier citation,
/// and parts of the text's own section. A citation may wrap over a line end. References that the document
/// does not determine are left out.
pub fn resolve<'a>(
    grammar: &Grammar,
    lines: impl IntoIterator<Item = &'a str>,
    context: &Context,
) -> Vec<Reference> {
    let mut text = String::new();
    let mut starts = Vec::new();
    for line in lines {
        if !starts.is_empty() {
            text.push('\n');
        }
        starts.push(text.len());
        text.push_str(line);
    }
    let folded = Folded::new(&text);
    let mut reader = Reader {
        grammar,
        context,
        text: &folded.text,
        out: Vec::new(),
        end: 0,
        last: None,
        chapters: Vec::new(),
        own: Own::of(context),
    };
    for event in events(grammar, context, &folded, &text) {
        reader.read(event);
    }
    let place = |at: usize| {
        let index = starts.partition_point(|s| *s <= at).saturating_sub(1);
        (index, at - starts.get(index).copied().unwrap_or(0))
    };
    let mut out: Vec<Reference> = Vec::new();
    for (bytes, citations, how) in reader.out {
        let bytes = folded.original(bytes.start)..folded.original(bytes.end);
        let (first_line, at) = place(bytes.start);
        let (last_line, _) = place(bytes.end.saturating_sub(1).max(bytes.start));
        out.push(Reference { bytes, first_line, last_line, at, citations, how });
    }
    out
}

/// An event at a position of the text, in folded bytes.
enum Event {
    /// A list of citations, by name or number.
    List(Vec<Hit>),
    /// A line's label: the text now belongs to that section or paragraph.
    Section(usize, Option<Citation>),
    Paragraph(usize, String),
    /// Words that matched a pattern of this module.
    Labels(Range<usize>),
    Before(Range<usize>),
}

impl Event {
    fn start(&self) -> usize {
        match self {
            Event::List(hits) => hits.first().map_or(0, |h| h.bytes.start),
            Event::Section(at, _) | Event::Paragraph(at, _) => *at,
            Event::Labels(bytes) | Event::Before(bytes) => bytes.start,
        }
    }

    /// Ranks events at the same position: labels of lines first, then those that may use a citation's words.
    fn rank(&self) -> u8 {
        match self {
            Event::Section(..) => 0,
            Event::Paragraph(..) => 1,
            Event::Before(_) => 2,
            Event::List(_) => 3,
            Event::Labels(_) => 4,
        }
    }
}

fn events(grammar: &Grammar, context: &Context, folded: &Folded, original: &str) -> Vec<Event> {
    let text = folded.text.as_str();
    let mut events: Vec<Event> = Vec::new();
    let mut hits = scan(&grammar.forms, text, context.code.as_deref()).into_iter().peekable();
    while let Some(first) = hits.next() {
        let mut list = vec![first];
        while let Some(next) = hits.next_if(|h| list.first().is_some_and(|f| f.list == h.list)) {
            list.push(next);
        }
        events.push(Event::List(list));
    }
    events.extend(LABELS.get().find_iter(text).map(|m| Event::Labels(m.range())));
    events.extend(BEFORE.get().find_iter(text).map(|m| Event::Before(m.range())));
    let statutes = context.code.as_deref() == Some("rsa");
    if statutes || context.code.is_none() {
        let mut at = 0;
        for line in original.split_inclusive('\n') {
            let from = at + (line.len() - line.trim_start().len());
            at += line.len();
            let line = line.trim();
            let place = folded.folded(from);
            let unmarked = line.trim_start_matches(['#', ' ']);
            let head = section_head(unmarked).filter(|_| context.own.is_none());
            let named = head.as_ref().is_some_and(|h| {
                if statutes {
                    h.label.starts_with("RSA ")
                } else {
                    h.kind == SectionKind::Section && h.marked && unmarked.starts_with(['S', '§'])
                }
            });
            if let Some(head) = head.filter(|_| named || !statutes) {
                let section = named.then(|| grammar.parse_citation(&head.label)).flatten();
                events.push(Event::Section(place, section));
            } else if !statutes {
                continue;
            } else if let Some(label) = PARAGRAPH.get().captures(line).and_then(|c| c.name("label")) {
                events.push(Event::Paragraph(place, label.as_str().to_owned()));
            }
        }
    }
    events.sort_by_key(|e| (e.start(), e.rank()));
    events
}

/// The section and paragraph that the text belongs to.
struct Own {
    section: Option<Citation>,
    paragraph: String,
}

impl Own {
    fn of(context: &Context) -> Self {
        let Some(own) = &context.own else { return Own { section: None, paragraph: String::new() } };
        let section = own.section.clone().unwrap_or_else(|| own.text.clone());
        let paragraph = own.text.strip_prefix(&section).unwrap_or("").trim_start_matches([',', ' ']);
        let section = Citation { text: section, section: None, range: None, ..own.clone() };
        Own { section: Some(section), paragraph: paragraph.to_owned() }
    }
}

struct Reader<'a> {
    grammar: &'a Grammar,
    context: &'a Context,
    text: &'a str,
    out: Vec<(Range<usize>, Vec<Citation>, Resolution)>,
    /// End of the processed text.
    end: usize,
    /// The citations of the last list that names sections, their end, and the last member.
    last: Option<(usize, Vec<Citation>, Hit)>,
    /// Chapters named so far, by number, in order of appearance.
    chapters: Vec<(String, Citation)>,
    own: Own,
}

impl Reader<'_> {
    fn read(&mut self, event: Event) {
        if event.start() < self.end && !matches!(event, Event::Section(..) | Event::Paragraph(..)) {
            return;
        }
        match event {
            Event::Section(_, section) => {
                self.own = Own { section, paragraph: String::new() };
                self.last = None;
            }
            Event::Paragraph(_, label) => self.own.paragraph = label,
            Event::List(hits) => self.list(&hits),
            Event::Labels(bytes) => self.labels(bytes),
            Event::Before(bytes) => self.before(bytes),
        }
    }

    fn emit(&mut self, bytes: Range<usize>, citations: Vec<Citation>, how: Resolution) {
        self.end = bytes.end;
        self.out.push((bytes, citations, how));
    }

    fn list(&mut self, hits: &[Hit]) {
        let (Some(first), Some(last)) = (hits.first(), hits.last()) else { return };
        let Some(form) = self.grammar.forms.get(first.form) else { return };
        let bytes = first.bytes.start..last.bytes.end;
        let rest = self.text.get(bytes.end..).unwrap_or("");
        let generic = form.jurisdiction.is_empty()
            && matches!(form.code.as_str(), "section" | "chapter" | "article" | "part");
        let mut how = if form.own.is_some() { Resolution::OwnCode } else { Resolution::Named };
        let mut citations: Vec<Citation> = hits.iter().map(|h| h.citation(&self.grammar.forms)).collect();
        // In the text of a code, a number in a generic form means nothing by itself. It counts if the act
        // numbers its own sections or if the bill says that the number is its own.
        if generic && self.context.code.is_some() && !OF_THIS_ACT.get().is_match(rest) {
            let Some(numbering) = self.context.numbering.as_ref().filter(|_| form.code == "section") else {
                return;
            };
            if foreign_to_act(rest) {
                return;
            }
            let counted: Option<Vec<Citation>> =
                citations.iter().map(|c| numbering.citation(self.grammar, c)).collect();
            let Some(counted) = counted else { return };
            citations = counted;
            how = Resolution::OwnCode;
        } else if generic
            && self.context.numbering.is_some()
            && OF_THIS_ACT.get().is_match(rest)
            && let Some(numbering) = &self.context.numbering
        {
            let counted: Option<Vec<Citation>> =
                citations.iter().map(|c| numbering.citation(self.grammar, c)).collect();
            let Some(counted) = counted else { return };
            citations = counted;
            how = Resolution::OwnCode;
        }
        for citation in &mut citations {
            if citation.code == "constitution" && citation.jurisdiction.is_empty() {
                citation.jurisdiction = self.context.jurisdiction.clone().unwrap_or_default();
            }
        }
        let before = self.text.get(..bytes.start).unwrap_or("");
        if form.code == "rsa" && before.ends_with("Amend ") && self.context.own.is_none() {
            self.own = citations
                .first()
                .filter(|c| c.chapter.is_some())
                .map_or(Own { section: None, paragraph: String::new() }, |c| {
                    Own::of(&Context { own: Some(c.clone()), ..Context::default() })
                });
        }
        for (hit, citation) in hits.iter().zip(&citations) {
            let number = value(&hit.values, "chapter");
            if !number.is_empty() && matches!(citation.code.as_str(), "mgl" | "maacts" | "rsa" | "cgs") {
                let whole = citation
                    .chapter
                    .clone()
                    .or_else(|| (citation.code != "maacts").then(|| citation.text.clone()))
                    .unwrap_or_else(|| citation.section.clone().unwrap_or_else(|| citation.text.clone()));
                if let Some(chapter) = self.grammar.parse_citation(&whole) {
                    self.chapters.retain(|(n, _)| n != number);
                    self.chapters.push((number.to_owned(), chapter));
                }
            }
        }
        let names_section =
            !value(&last.values, "section").is_empty() || !value(&last.values, "number").is_empty();
        let chapter = citations
            .first()
            .filter(|c| c.chapter.is_none() && form.code == "rsa" && before.ends_with("Amend "));
        let after = chapter.and_then(|chapter| {
            let captures = AFTER_SECTION.get().captures(rest)?;
            let number = captures.name("number")?;
            let chapter = chapter.text.strip_prefix("RSA ch. ")?;
            let section = self.grammar.parse_citation(&format!("RSA {chapter}:{}", number.as_str()))?;
            let end = bytes.end + number.end();
            Some((end - captures.name("words")?.as_str().len()..end, section))
        });
        let expanded: Vec<Citation> = citations.iter().flat_map(Citation::expanded).collect();
        if names_section && form.code != "bill" {
            self.last = Some((bytes.end, citations, last.clone()));
        }
        self.emit(bytes, expanded, how);
        if let Some((bytes, section)) = after {
            self.emit(bytes, vec![section], Resolution::This);
        }
    }

    /// Handles "paragraph IV" and "subsection (a) of this section".
    fn labels(&mut self, bytes: Range<usize>) {
        let Some(captures) = self.text.get(bytes.clone()).and_then(|t| LABELS.get().captures(t)) else {
            return;
        };
        let Some(labels) = captures.name("labels") else { return };
        let Some(section) = self.own.section.clone() else { return };
        let rest = self.text.get(bytes.end..).unwrap_or("");
        let of_this = captures.name("of").is_some();
        let whole = captures.get(0).map_or("", |w| w.as_str()).to_lowercase();
        let roman = labels.as_str().starts_with(|c: char| c.is_ascii_uppercase());
        let further = FURTHER.get().is_match(rest);
        // In every code with subsections, they are directly below the section; a deeper part may belong to
        // any of them.
        let subsection = section.code != "rsa"
            && !section.jurisdiction.is_empty()
            && whole.starts_with("subsec")
            && !further;
        let lettered = labels.as_str().get(1..2).is_some_and(|c| c.bytes().all(|b| b.is_ascii_lowercase()));
        let within = if of_this || roman || subsection {
            ""
        } else if captures.name("sub").is_some() && lettered && !self.own.paragraph.contains('(') {
            // A subparagraph of the current paragraph.
            self.own.paragraph.as_str()
        } else {
            return;
        };
        // Only New Hampshire uses Roman numerals for paragraphs; elsewhere "paragraph (1)" may belong to any
        // subsection.
        if !of_this && !subsection && (section.code != "rsa" || further || (!roman && within.is_empty())) {
            return;
        }
        let comma = if labels.as_str().starts_with('(') && within.is_empty() { "" } else { ", " };
        let written = format!("{}{comma}{within}{}", section.text, labels.as_str());
        let found = scan(&self.grammar.forms, &written, None);
        let complete = found.last().is_some_and(|h| h.bytes.end == written.len());
        if !complete || found.iter().any(|h| h.list != 0) {
            return;
        }
        let citations = found.iter().flat_map(|h| h.citation(&self.grammar.forms).expanded()).collect();
        self.emit(bytes, citations, Resolution::This);
    }

    fn before(&mut self, bytes: Range<usize>) {
        let Some(captures) = self.text.get(bytes.clone()).and_then(|t| BEFORE.get().captures(t)) else {
            return;
        };
        let word = |name: &str| captures.name(name).map(|m| m.as_str());
        if let Some(this) = word("this") {
            // Papers have headings that are not section labels, so the last label may belong to another
            // section.
            if self.context.code.is_none() && self.context.own.is_none() {
                return;
            }
            let Some(section) = &self.own.section else { return };
            let whole = if this.to_lowercase().ends_with("chapter") {
                section.chapter.as_deref().and_then(|c| self.grammar.parse_citation(c))
            } else {
                Some(section.clone())
            };
            if let Some(whole) = whole {
                self.emit(bytes, vec![whole], Resolution::This);
            }
        } else if word("id").is_some() {
            self.id(bytes, word("at"), word("labels"));
        } else if let Some(number) = word("number") {
            self.of_chapter(bytes, word("numbered"), Some(number));
        } else if let Some(kind) = word("kind") {
            if kind.to_lowercase().starts_with("chapter") {
                self.of_chapter(bytes, word("chapter"), word("section"));
            } else if word("chapter").is_none() && word("section").is_none() {
                self.said(bytes, kind.ends_with(['s', 'S']));
            }
        }
    }

    /// Handles "said section" and "said sections".
    fn said(&mut self, bytes: Range<usize>, plural: bool) {
        let rest = self.text.get(bytes.end..).unwrap_or("");
        if NUMBER.get().is_match(rest) {
            return;
        }
        let Some((at, citations, _)) = &self.last else { return };
        if bytes.start - at.min(&bytes.start) > FARTHEST {
            return;
        }
        let many = citations.len() > 1 || citations.iter().any(|c| c.range.is_some());
        if many != plural {
            return;
        }
        let whole = citations.iter().map(|c| match (&c.section, &c.range) {
            (Some(section), None) => Citation { text: section.clone(), section: None, ..c.clone() },
            _ => c.clone(),
        });
        let citations = whole.collect();
        self.emit(bytes, citations, Resolution::Same);
    }

    /// Handles "said chapter", "said chapter 40, section 8B" and "section 8B of said chapter".
    fn of_chapter(&mut self, bytes: Range<usize>, number: Option<&str>, section: Option<&str>) {
        let chapter = match number {
            Some(number) => self.chapters.iter().find(|(n, _)| n.eq_ignore_ascii_case(number)),
            None => self.chapters.last(),
        };
        let Some((_, chapter)) = chapter else { return };
        let citation = match section {
            None => Some(chapter.clone()),
            Some(section) if matches!(chapter.code.as_str(), "mgl" | "maacts") => {
                self.grammar.parse_citation(&format!("{}, § {section}", chapter.text))
            }
            Some(_) => None,
        };
        if let Some(citation) = citation {
            self.emit(bytes, vec![citation], Resolution::Same);
        }
    }

    /// Handles "id.", "id. § 12(b)" and "id. at (b)".
    fn id(&mut self, bytes: Range<usize>, at: Option<&str>, labels: Option<&str>) {
        let Some((_, citations, hit)) = &self.last else { return };
        let [cited] = citations.as_slice() else { return };
        let Some(form) = self.grammar.forms.get(hit.form) else { return };
        let citation = match at {
            None => cited.clone(),
            Some(at) => {
                let mut values = hit.values.clone();
                let labels = labels.unwrap_or("");
                let set = if at.starts_with('(') {
                    form.set(&mut values, "sub", &format!("{at}{labels}"))
                } else {
                    values.insert("sub".to_owned(), String::new());
                    form.set(&mut values, "section", at)
                        && (labels.is_empty() || form.set(&mut values, "sub", labels))
                };
                if !set {
                    return;
                }
                form.citation(&values, None)
            }
        };
        self.emit(bytes, vec![citation], Resolution::Same);
    }
}
