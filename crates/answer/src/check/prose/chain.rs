//! Parses a sentence into parts and the joints between them.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::reasoning::Side;

use super::cited::Cited;
use super::words::{is_vague, is_verb, may_share, runs_on, stands_alone};

/// Longest sentence that is parsed, in bytes.
const LONGEST: usize = 2000;
/// Most comparisons while parsing one sentence; past the limit, the sentence counts as unsupported.
const MOST_STEPS: usize = 2000;
/// Most words at the start of a part that the next part may leave out.
const MOST_SHARED: usize = 12;

/// Joint between two parts. No joint asserts a relation between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// Separates independent parts.
    Parted,
    /// Joins parts that could be read into each other.
    And,
    /// Joins such parts under a common "that".
    AndThat,
    /// "and" without a comma: ambiguous, except where the second part leaves out shared words.
    Bare,
}

const JOINTS: &[(&str, Joint)] = &[
    (", and that ", Joint::AndThat),
    ("; and ", Joint::Parted),
    (", and ", Joint::And),
    ("; ", Joint::Parted),
    (" and ", Joint::Bare),
];

/// Words before a part that attribute it to a side or a paper.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Lead {
    Side(Side),
    Title(String),
}

const LEADS: &[(&str, Side)] = &[
    ("he papers say that ", Side::Local),
    ("he papers say: ", Side::Local),
    ("he papers say ", Side::Local),
    ("he statewide text says that ", Side::State),
    ("he statewide text says: ", Side::State),
    ("he statewide text says ", Side::State),
    ("he text that you provided says that ", Side::User),
    ("he text that you provided says: ", Side::User),
    ("he text that you provided says ", Side::User),
];

/// A part of a sentence.
#[derive(Debug, Clone)]
struct Part {
    joint: Option<Joint>,
    lead: Option<(Lead, bool)>,
    /// True for a part in quotation marks.
    marked: bool,
    /// True when the part leaves out the first words of the part before it.
    shared: bool,
    text: String,
    /// Indexes of the facts that support the part.
    bearers: Vec<usize>,
}

/// Result of parsing a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chain {
    /// Supported by all the cited facts.
    Stands,
    /// Parts supported by these facts, but joined in an unsupported way.
    PartsOf(Vec<usize>),
    /// At least one part is no whole sentence of the cited facts.
    Broken,
}

/// Parses a sentence and checks it against its cited facts.
pub(super) fn chain(text: &str, cited: &[Cited<'_>]) -> Chain {
    let text = text.trim();
    let toned = text.ends_with("..") || text.ends_with('!');
    if text.is_empty() || toned || text.len() > LONGEST || cited.is_empty() {
        return Chain::Broken;
    }
    let mut cuts: BTreeSet<usize> =
        JOINTS.iter().flat_map(|(joint, _)| text.match_indices(joint).map(|(at, _)| at)).collect();
    cuts.insert(text.len());
    let mut reader = Reader {
        text,
        cited,
        cuts,
        borne: BTreeMap::new(),
        steps: MOST_STEPS,
        parts: Vec::new(),
        loose: None,
    };
    if reader.part(0, None) {
        return Chain::Stands;
    }
    match reader.loose {
        Some(facts) if reader.steps > 0 => Chain::PartsOf(facts),
        _ => Chain::Broken,
    }
}

struct Reader<'t, 'a> {
    text: &'t str,
    cited: &'t [Cited<'a>],
    cuts: BTreeSet<usize>,
    borne: BTreeMap<(usize, usize), Vec<usize>>,
    steps: usize,
    parts: Vec<Part>,
    loose: Option<Vec<usize>>,
}

impl Reader<'_, '_> {
    /// Returns true when the sentence can be parsed from this offset to its end without an error.
    fn part(&mut self, at: usize, joint: Option<Joint>) -> bool {
        for (lead, from) in self.leads(at) {
            let rest = self.text.get(from..).unwrap_or("");
            for end in self.cited.iter().filter_map(|c| starts(rest, &c.marked)).collect::<BTreeSet<_>>() {
                let text = rest.get(..end).unwrap_or("").to_owned();
                let has = |(place, cited): (usize, &Cited<'_>)| (cited.marked == text).then_some(place);
                let bearers = self.cited.iter().enumerate().filter_map(has).collect();
                let part = Part { joint, lead: lead.clone(), marked: true, shared: false, text, bearers };
                if self.go_on(from + end, part) {
                    return true;
                }
            }
            let ends: Vec<usize> = self.cuts.range(from + 1..).copied().collect();
            for end in ends {
                let bearers = self.bearers(from, end);
                let text = self.text.get(from..end).unwrap_or("").to_owned();
                let of = |shared, bearers| Part {
                    joint,
                    lead: lead.clone(),
                    marked: false,
                    shared,
                    text: text.clone(),
                    bearers,
                };
                if !bearers.is_empty() {
                    if self.go_on(end, of(false, bearers)) {
                        return true;
                    }
                } else if lead.is_none() && matches!(joint, Some(Joint::And | Joint::Bare)) {
                    let bearers = self.bearers_with_shared_words(&text);
                    if !bearers.is_empty() && self.go_on(end, of(true, bearers)) {
                        return true;
                    }
                }
                if self.steps == 0 {
                    return false;
                }
            }
        }
        false
    }

    fn go_on(&mut self, end: usize, part: Part) -> bool {
        self.parts.push(part);
        let rest = self.text.get(end..).unwrap_or("");
        let mut found = false;
        if matches!(rest, "" | ".") {
            found = self.is_clear();
            if !found && self.loose.is_none() {
                let mut facts: Vec<usize> = Vec::new();
                for place in self.parts.iter().filter_map(|p| p.bearers.first()) {
                    if !facts.contains(place) {
                        facts.push(*place);
                    }
                }
                self.loose = Some(facts);
            }
        } else {
            for (joint, kind) in JOINTS.iter().filter(|(joint, _)| rest.starts_with(joint)) {
                if self.part(end + joint.len(), Some(*kind)) {
                    found = true;
                    break;
                }
            }
        }
        self.parts.pop();
        found
    }

    fn bearers(&mut self, from: usize, end: usize) -> Vec<usize> {
        if let Some(known) = self.borne.get(&(from, end)) {
            return known.clone();
        }
        let text = self.text.get(from..end).unwrap_or("");
        let found = self.who_bears(text);
        self.borne.insert((from, end), found.clone());
        found
    }

    fn who_bears(&mut self, text: &str) -> Vec<usize> {
        self.steps = self.steps.saturating_sub(self.cited.len());
        if self.steps == 0 {
            return Vec::new();
        }
        (0..self.cited.len()).filter(|i| self.cited.get(*i).is_some_and(|c| c.bears(text))).collect()
    }

    /// Returns the facts that contain this part with the first words of the part before it in front.
    fn bearers_with_shared_words(&mut self, text: &str) -> Vec<usize> {
        let Some(before) = self.parts.last().filter(|p| !p.marked && !p.shared && may_share(&p.text)) else {
            return Vec::new();
        };
        // The left-out words are the whole subject of both parts: a verb follows them on either side.
        if !text.split_whitespace().next().is_some_and(is_verb) {
            return Vec::new();
        }
        let words: Vec<String> = before.text.split_whitespace().map(str::to_owned).collect();
        let sources: BTreeSet<_> =
            before.bearers.iter().filter_map(|i| self.cited.get(*i)?.source.cloned()).collect();
        for shared in 1..words.len().min(MOST_SHARED + 1) {
            let head = words.get(..shared).unwrap_or(&[]).join(" ");
            if !words.get(shared).is_some_and(|word| is_verb(word)) || is_vague(&head) {
                continue;
            }
            let mut bearers = self.who_bears(&format!("{head} {text}"));
            bearers.retain(|i| {
                self.cited.get(*i).and_then(|c| c.source).is_some_and(|source| sources.contains(source))
            });
            if !bearers.is_empty() {
                return bearers;
            }
        }
        Vec::new()
    }

    /// Returns the leads that are possible here, including no lead, each with the offset of its part. The flag is true
    /// for a lead that ends in "that".
    fn leads(&self, at: usize) -> Vec<(Option<(Lead, bool)>, usize)> {
        let rest = self.text.get(at..).unwrap_or("");
        let mut found = vec![(None, at)];
        if let Some(behind) = rest.strip_prefix(['T', 't']) {
            let of = |(words, side): &(&str, Side)| {
                let end = at + 1 + starts(behind, words)?;
                Some((Some((Lead::Side(*side), words.ends_with("that "))), end))
            };
            found.extend(LEADS.iter().filter_map(of));
        }
        if rest.starts_with("According to ") || rest.starts_with("according to ") {
            for cited in self.cited.iter().filter(|c| !c.title.is_empty()) {
                let named = format!("ccording to {}, ", cited.title);
                if let Some(end) = rest.get(1..).and_then(|rest| starts(rest, &named)) {
                    found.push((Some((Lead::Title(cited.title.clone()), false)), at + 1 + end));
                }
            }
        }
        found
    }

    /// Returns true when the parts together say nothing that no single part says.
    fn is_clear(&self) -> bool {
        let mut lead: Option<&(Lead, bool)> = None;
        let mut before: Option<&Part> = None;
        let mut used: BTreeSet<usize> = BTreeSet::new();
        // Papers that may contain all parts without quotation marks.
        let mut papers: Option<BTreeSet<_>> = None;
        let mut each_named = true;
        let several = self.parts.iter().filter(|p| !p.marked).count() > 1;
        for part in &self.parts {
            lead = part.lead.as_ref().or(lead);
            let fits = |cited: &Cited<'_>| match lead {
                Some((Lead::Side(side), _)) => cited.side == *side,
                Some((Lead::Title(title), _)) => cited.title == *title,
                None => true,
            };
            let bearers: Vec<usize> =
                part.bearers.iter().copied().filter(|i| self.cited.get(*i).is_some_and(fits)).collect();
            if bearers.is_empty() || (!part.marked && !stands_alone(&part.text)) {
                return false;
            }
            let titled = matches!(part.lead, Some((Lead::Title(_), _)));
            if before.is_some() && !part.marked && !part.shared && !titled && is_vague(&part.text) {
                return false;
            }
            let open = before.is_some_and(|b| !b.marked && runs_on(&b.text));
            let joined = match part.joint {
                None | Some(Joint::Parted) => true,
                Some(Joint::And) => !open,
                Some(Joint::AndThat) => !open && lead.is_some_and(|(_, that)| *that) && part.lead.is_none(),
                Some(Joint::Bare) => !open && part.shared,
            };
            if !joined {
                return false;
            }
            if !part.marked {
                each_named &= titled;
                let own: BTreeSet<_> =
                    bearers.iter().filter_map(|i| self.cited.get(*i).and_then(|c| c.source)).collect();
                papers = Some(match papers {
                    None => own,
                    Some(held) => held.intersection(&own).copied().collect(),
                });
            }
            used.extend(bearers);
            before = Some(part);
        }
        let one_paper = papers.is_none_or(|papers| !papers.is_empty());
        // A token that supports nothing in the sentence is false.
        (one_paper || (several && each_named)) && used.len() == self.cited.len()
    }
}

/// Returns the length of these words when they start a text.
fn starts(text: &str, words: &str) -> Option<usize> {
    (!words.is_empty() && text.starts_with(words)).then_some(words.len())
}
