//! Derives issues from a question's own words.

use jiff::ToSpan;
use jiff::civil::Date;

use twolane_archive::Facet;
use twolane_retrieve::{
    IssueMap, Phrase, Place, Request, RequestedOutput, ScopeHint, Telling, TimeHint, Vocabulary,
    legal_salience,
};
use twolane_text::pattern::pattern;
use twolane_text::{TokenKind, tokens_of};

use super::rules::{PlanRules, Words};

pattern!(YEAR, r"\b(?:19|20)\d{2}\b");

/// Inputs for reading a question.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) request: &'a Request,
    /// Question without its choices.
    pub(super) stem: &'a str,
    pub(super) place: &'a Place,
    pub(super) facets: &'a [Facet],
    pub(super) telling: &'a Telling,
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) rules: &'a PlanRules,
    pub(super) today: Date,
}

impl Reading<'_> {
    /// Returns the issues of the question.
    pub(super) fn issue_map(&self) -> IssueMap {
        let request = self.request;
        let newest = request.session_sources.last().map(|s| format!("{} {}", s.title, s.text));
        let issues =
            IssueMap::of(self.stem, &request.situation, newest.as_deref(), self.telling, self.vocabulary);
        let words = Words::of(self.stem);
        let terms = twolane_archive::terms(self.stem);
        let requested_output = self
            .rules
            .outputs
            .iter()
            .find(|(_, phrases)| phrases.iter().any(|p| p.are_in(&words)))
            .map_or(RequestedOutput::Explain, |(output, _)| *output);
        let actions = self.rules.actions.iter().filter(|a| a.phrase.is_in(&terms));
        let legal_salience = request.legal_salience.unwrap_or_else(|| {
            legal_salience(self.stem, issues.legal_topics.len(), ScopeHint::Mixed, self.vocabulary)
        });
        let mut map = IssueMap {
            town: request.town.clone().or_else(|| match self.place.towns.as_slice() {
                [town] => Some(town.clone()),
                _ => None,
            }),
            situation: request.situation.clone(),
            actions: actions.map(|a| a.text.clone()).collect(),
            boards: self.boards(&terms),
            time_hints: self.time_hints(&words),
            requested_output,
            legal_salience,
            ..issues
        };
        map.confidence = confidence(&map);
        map
    }

    /// Returns the boards that were given, and those of the archive that the question names.
    fn boards(&self, terms: &[String]) -> Vec<String> {
        let mut boards = self.request.boards.clone();
        for board in self.facets.iter().filter_map(|f| f.board.as_ref()) {
            let named = Phrase::of(board).is_some_and(|p| p.is_in(terms));
            if named && !boards.iter().any(|b| b.eq_ignore_ascii_case(board)) {
                boards.push(board.clone());
            }
        }
        boards
    }

    fn time_hints(&self, words: &Words) -> Vec<TimeHint> {
        let mut hints: Vec<TimeHint> = tokens_of(self.stem, TokenKind::Date)
            .into_iter()
            .map(|t| TimeHint { text: t.raw, period: Some(t.normal) })
            .collect();
        for year in YEAR.get().find_iter(self.stem) {
            if !hints.iter().any(|h| h.text.contains(year.as_str())) {
                hints.push(TimeHint {
                    text: year.as_str().to_owned(),
                    period: Some(year.as_str().to_owned()),
                });
            }
        }
        for hint in self.rules.time_hints.iter().filter(|h| h.words.are_in(words)) {
            let period = match (hint.years, hint.months) {
                (Some(n), _) => self.today.checked_add(n.years()).ok().map(|d| d.strftime("%Y").to_string()),
                (None, Some(n)) => {
                    self.today.checked_add(n.months()).ok().map(|d| d.strftime("%Y-%m").to_string())
                }
                (None, None) => None,
            };
            hints.push(TimeHint { text: hint.words.text(), period });
        }
        hints
    }
}

/// Computes the confidence: a quarter each for the action, the subject, a name or place, and a time.
fn confidence(map: &IssueMap) -> f32 {
    let named = [
        !map.actions.is_empty() || map.requested_output != RequestedOutput::Explain,
        !map.topic.is_empty(),
        map.town.is_some() || !map.entities.is_empty() || !map.boards.is_empty(),
        !map.time_hints.is_empty(),
    ];
    named.iter().map(|n| if *n { 0.25 } else { 0.0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use twolane_retrieve::{Query, SessionSource};

    fn read(question: &str) -> IssueMap {
        let mut request = Request::new(Query::new(question));
        request.session_sources =
            vec![SessionSource { title: "Pier closed".into(), text: "Inez Calder closed the pier.".into() }];
        let facets = [Facet {
            lane: "local".into(),
            town: Some("Alder".into()),
            jurisdiction: None,
            board: Some("Harbor Committee".into()),
            chunks: 3,
        }];
        let place = Place::of(question, None, None, &facets, Vocabulary::built_in());
        Reading {
            request: &request,
            stem: question,
            place: &place,
            facets: &facets,
            telling: &Telling::default(),
            vocabulary: Vocabulary::built_in(),
            rules: PlanRules::built_in(),
            today: Date::constant(2026, 11, 22),
        }
        .issue_map()
    }

    #[test]
    fn issues_of_questions() {
        let map = read("How did Alder's Harbor Committee vote on the pier on March 4, 2025?");
        assert_eq!(
            (map.town.as_deref(), map.boards.as_slice()),
            (Some("Alder"), &["Harbor Committee".into()][..])
        );
        assert!(map.entities.contains(&"Inez Calder".to_owned()), "{map:?}");
        assert_eq!(map.actions, ["vote"]);
        assert_eq!(map.time_hints[0].period.as_deref(), Some("2025-03-04"));
        assert_eq!(map.requested_output, RequestedOutput::Explain);
        for (question, output, period) in [
            ("How do I apply for a variance this year?", RequestedOutput::Steps, Some("2026")),
            ("Which statute governed proxies in 2019?", RequestedOutput::CiteLaws, Some("2019")),
            ("Could we be sued for last month?", RequestedOutput::Risk, Some("2026-10")),
            ("Who decides on abatements?", RequestedOutput::Process, None),
            ("What is the latest budget?", RequestedOutput::Explain, None),
        ] {
            let map = read(question);
            let got = map.time_hints.first().and_then(|h| h.period.as_deref());
            assert_eq!((map.requested_output, got), (output, period), "{question}");
        }
        assert!(read("What does RSA 31-B:3 say?").legal_salience > 0.9);
    }
}
