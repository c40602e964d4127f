//! Queries of a lane, built from the question without a model (SPEC RET-4, RET-7).

use crate::error::SearchError;
use crate::question::generic::Telling;
use crate::question::issue_map::IssueMap;
use crate::question::phrase::{Phrase, terms_of};
use crate::question::place::Place;
use crate::question::request::Request;
use crate::question::vocabulary::{Jurisdiction, Term, Vocabulary};
use twolane_archive::{Archive, ChunkSet, LexicalOptions};
use twolane_law::Grammar;

/// One query of a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneQuery {
    /// Words of the query.
    pub text: String,
    /// Origin of the query, for the trace.
    pub made_of: &'static str,
}

/// Inputs for building queries.
#[derive(Debug, Clone, Copy)]
pub struct Ingredients<'a> {
    /// The question with its context.
    pub request: &'a Request,
    /// Question without the names of its place, see [`Place::taken_out_of`].
    pub without_place: &'a str,
    /// Town and state of the question.
    pub place: &'a Place,
    /// Distinctive words of the question.
    pub telling: &'a Telling,
    /// Domain vocabulary of town government.
    pub vocabulary: &'a Vocabulary,
    /// State of the archive's papers if they share one.
    pub only_state: Option<&'a Jurisdiction>,
}

/// Lane properties that the query builder uses.
#[derive(Debug, Clone, Copy)]
pub struct LaneView<'a> {
    /// Name of the lane.
    pub name: &'a str,
    /// True if metadata filters its sources, so that no anchor is needed.
    pub filtered: bool,
    /// True if it holds the law of a state.
    pub statewide: bool,
}

/// Origin of a planner's query.
pub const PLAN: &str = "plan";

/// Builds the queries of a first pass, the most useful first, without repetitions, at most `most`. The first
/// is the question itself, without its place.
pub fn first_pass(
    archive: &Archive,
    from: Ingredients<'_>,
    lane: LaneView<'_>,
    most: usize,
) -> Result<Vec<LaneQuery>, SearchError> {
    let Ingredients { request, without_place, telling, vocabulary, .. } = from;
    let question = request.text();
    let mut queries = Collected::new(most.max(1));
    queries.add(without_place.to_owned(), "question");
    if request.rewritten.is_some() {
        queries.add(request.query.text.clone(), "question as it was asked");
    }
    for text in planned(request, lane) {
        queries.add(text, PLAN);
    }
    let synonyms = synonyms_in(archive, question, vocabulary)?;
    if !synonyms.is_empty() {
        let texts: Vec<&str> = synonyms.iter().map(|t| t.text.as_str()).collect();
        queries.add(format!("{without_place} {}", texts.join(" ")), "question and synonyms");
    }
    queries.add(telling.words_of(question).join(" "), "telling words");
    if !request.situation.is_empty() {
        queries.add(
            format!("{} {}", request.situation.join(" "), telling.words_of(question).join(" ")),
            "situation",
        );
    }
    for source in request.session_sources.iter().rev().take(1) {
        queries.add(format!("{} {}", source.title, telling.words_of(question).join(" ")), "session source");
    }
    if !request.categories.is_empty() {
        queries.add(format!("{without_place} {}", request.categories.join(" ")), "categories");
    }
    // Anchors without a topic would find unrelated text.
    let topic = telling.words_of(question);
    let anchored = !lane.statewide || request.plan.as_ref().is_none_or(|plan| plan.statewide_anchors);
    if !lane.filtered && anchored && !topic.is_empty() {
        for filled in anchors(from, lane) {
            queries.add(format!("{filled} {}", topic.join(" ")), "anchors");
        }
    }
    Ok(queries.done)
}

/// Builds the queries of a second pass from the vocabulary's templates, filled from the issue map, and the
/// lane's anchors. Together the lanes get 6 to 10 if the issues allow it.
pub fn second_pass(
    from: Ingredients<'_>,
    lane: LaneView<'_>,
    issues: &IssueMap,
    most: usize,
) -> Vec<LaneQuery> {
    let mut queries = Collected::new(most);
    let templates = named(&from.vocabulary.second_pass, lane.name);
    let topic = Some(issues.topic.as_str()).filter(|t| !t.is_empty());
    let entities: Vec<Option<&str>> = if issues.entities.is_empty() {
        vec![None]
    } else {
        issues.entities.iter().map(|e| Some(e.as_str())).collect()
    };
    for template in templates {
        for entity in &entities {
            let place = issues.places.first().map(String::as_str);
            if let Some(text) = fill(template, from, *entity, topic, place) {
                queries.add(text, "second pass");
            }
            if !template.contains("{entity}") {
                break;
            }
        }
    }
    for filled in anchors(from, lane).into_iter().filter(|_| topic.is_some()) {
        queries.add(format!("{filled} {}", issues.topic), "anchors");
    }
    queries.done
}

/// Returns a planner's queries for the lane.
fn planned(request: &Request, lane: LaneView<'_>) -> Vec<String> {
    let Some(plan) = &request.plan else { return Vec::new() };
    let mut queries = plan.lane(lane.name).map(|l| l.queries.clone()).unwrap_or_default();
    if !plan.must_include.is_empty() {
        queries.push(plan.must_include.join(" "));
    }
    queries
}

/// Returns synonyms of the question's words that the archive contains.
fn synonyms_in<'v>(
    archive: &Archive,
    question: &str,
    vocabulary: &'v Vocabulary,
) -> Result<Vec<&'v Term>, SearchError> {
    let asked = terms_of(question);
    let mut found: Vec<&Term> = Vec::new();
    for group in &vocabulary.synonyms {
        let Some(used) = group.iter().find(|t| t.phrase.is_in(&asked)) else { continue };
        for term in group.iter().filter(|t| !t.phrase.is_in(&asked)) {
            if shown(archive, term, used)? {
                found.push(term);
            }
        }
    }
    Ok(found)
}

/// Accepts a plain term if the archive contains all of its words. A term that names a section of law is
/// accepted only if a chunk that cites it also has the question's own word for it: statute numbers come only
/// from the archive.
fn shown(archive: &Archive, term: &Term, used: &Term) -> Result<bool, SearchError> {
    let cited = Grammar::built_in().find(&term.text);
    if cited.is_empty() {
        let (frequencies, _) = archive.document_frequencies(term.phrase.terms())?;
        return Ok(frequencies.iter().all(|n| *n > 0));
    }
    for key in cited.iter().flat_map(|found| found.citation.keys()) {
        let within = ChunkSet::of(archive.chunks_citing(&key)?);
        if within.is_empty() {
            continue;
        }
        let hits = archive.lexical(&used.text, &within, 10, &LexicalOptions::default())?;
        let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
        if archive.chunks(&ids)?.iter().any(|c| used.phrase.is_in(&terms_of(&c.record.text))) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn anchors(from: Ingredients<'_>, lane: LaneView<'_>) -> Vec<String> {
    let templates = named(&from.vocabulary.anchors, lane.name).iter();
    templates.filter_map(|template| fill(template, from, None, None, None)).collect()
}

fn named<'a>(lists: &'a [(String, Vec<String>)], lane: &str) -> &'a [String] {
    lists.iter().find(|(name, _)| name == lane).map_or(&[], |(_, list)| list.as_slice())
}

/// Fills a template's placeholders; returns `None` if a value is missing.
fn fill(
    template: &str,
    from: Ingredients<'_>,
    entity: Option<&str>,
    topic: Option<&str>,
    place: Option<&str>,
) -> Option<String> {
    let named = from.place.jurisdictions.first().and_then(|code| from.vocabulary.jurisdiction(code));
    // A state that the question does not name adds words to the query and filters nothing.
    let state = named.or(from.only_state);
    // A town that is metadata, or that the question does not name, is left out of the words.
    let town = from.request.town.as_deref().or(from.place.towns.first().map(String::as_str));
    let mut text = template.to_owned();
    for (name, value) in [
        ("{town}", town.or(Some(""))),
        ("{state}", state.map(|s| s.name.as_str())),
        ("{statutes}", state.map(|s| s.statutes.as_str())),
        ("{entity}", entity),
        ("{topic}", topic),
        ("{place}", place),
    ] {
        if text.contains(name) {
            text = text.replace(name, value?);
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Queries without repetitions: those with the same terms have the same results.
struct Collected {
    done: Vec<LaneQuery>,
    seen: Vec<Vec<String>>,
    most: usize,
}

impl Collected {
    fn new(most: usize) -> Self {
        Collected { done: Vec::new(), seen: Vec::new(), most }
    }

    fn add(&mut self, text: String, made_of: &'static str) {
        let Some(phrase) = Phrase::of(&text) else {
            // The question itself is included even if none of its words is indexed.
            if self.done.is_empty() && !text.trim().is_empty() {
                self.done.push(LaneQuery { text, made_of });
            }
            return;
        };
        let mut terms = phrase.terms().to_vec();
        terms.sort_unstable();
        terms.dedup();
        if self.done.len() < self.most && !self.seen.contains(&terms) {
            self.seen.push(terms);
            self.done.push(LaneQuery { text, made_of });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::query::Query;

    #[test]
    fn repeated_queries_are_asked_once() {
        let mut queries = Collected::new(3);
        for text in
            ["What did the culvert cost?", "culvert cost", "cost of culverts", "the", "bridge", "dam", "weir"]
        {
            queries.add(text.to_owned(), "test");
        }
        let texts: Vec<&str> = queries.done.iter().map(|q| q.text.as_str()).collect();
        assert_eq!(texts, ["What did the culvert cost?", "bridge", "dam"]);
    }

    #[test]
    fn templates_leave_out_what_is_not_known() {
        let request = Request::new(Query::new("Who is liable for the dock?"));
        let telling = Telling::default();
        let with = |place: &Place, lane: &str| {
            let from = Ingredients {
                request: &request,
                without_place: request.text(),
                place,
                telling: &telling,
                vocabulary: Vocabulary::built_in(),
                only_state: None,
            };
            let issues =
                IssueMap { topic: "dock".into(), places: vec!["dock".into()], ..IssueMap::default() };
            let lane = LaneView { name: lane, filtered: true, statewide: lane == "state" };
            second_pass(from, lane, &issues, 10).into_iter().map(|q| q.text).collect::<Vec<_>>()
        };
        let unknown = Place::default();
        assert!(with(&unknown, "local").iter().all(|q| !q.contains('{')));
        assert!(with(&unknown, "local").iter().any(|q| q == "dock facility dock"));
        assert!(with(&unknown, "state").is_empty(), "no state is known, and none is guessed");
        let known = Place { towns: vec!["Alder".into()], jurisdictions: vec!["NH".into()] };
        let state = with(&known, "state");
        assert!(state.iter().any(|q| q == "dock New Hampshire statute"), "{state:?}");
        let all: Vec<String> = state.into_iter().chain(with(&known, "local")).collect();
        assert!((6..=10).contains(&all.len()), "{all:?}");
        assert!(all.iter().all(|q| !q.chars().any(|c| c.is_ascii_digit())), "a number was guessed: {all:?}");
    }

    #[test]
    fn names_of_places_are_taken_out() {
        let place = Place { towns: vec!["Alder".into()], jurisdictions: vec!["NH".into()] };
        let out = |question: &str| place.taken_out_of(question, Vocabulary::built_in());
        for (question, left) in [
            ("What may Alder's board spend in New Hampshire?", "What may board spend"),
            ("what does the town of alder charge, in nh", "what does the charge,"),
            ("do Alder Township's dogs need a tag", "do dogs need a tag"),
            ("Does it pay to hire in the state?", "Does it pay to hire in the state?"),
            ("Alder, NH", "Alder, NH"),
            ("Who may vote at the Alder town meeting?", "Who may vote at the town meeting?"),
            ("when is alder road plowed in alder", "when is alder road plowed"),
            ("Where does Alder Road end?", "Where does Alder Road end?"),
            ("What is the Alder road agent paid?", "What is the road agent paid?"),
            ("When did Mary Alder retire in Alder?", "When did Mary Alder retire"),
            ("Did Alder sue Mary? Alder did not say", "Did sue Mary? did not say"),
            ("Who planted the alder at Alder's hall?", "Who planted the alder hall?"),
        ] {
            assert_eq!(out(question), left);
        }
    }
}
