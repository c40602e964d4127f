//! Papers that may answer a question, by its own conditions and, per lane, by its place. All other access to
//! the archive on behalf of a question uses this scope too.

use crate::options::lane::{LaneOptions, Lanes};
use twolane_archive::{
    Archive, ArchiveError, ChunkSet, Facet, Filter, LexicalHit, LexicalOptions, SourceSummary,
};
use twolane_law::FEDERAL;
use twolane_text::SourceId;

use super::place::Place;

/// The papers that may answer a question; by default all papers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// A paper that passes any of these filters is in scope.
    filters: Vec<Filter>,
}

impl Default for Scope {
    fn default() -> Self {
        Scope { filters: vec![Filter::default()] }
    }
}

/// The place that a person named with the question.
#[derive(Debug, Clone, Copy, Default)]
pub struct NamedPlace<'a> {
    /// The town, as given.
    pub town: Option<&'a str>,
    /// The only papers of lanes without law, those that mention a place no paper is filed under; empty for all.
    pub papers: &'a [SourceId],
}

/// Narrows a filter to one lane. Law is narrowed to its states. Other papers are narrowed to a town. Papers
/// of unknown town, or all papers if no town is given, are narrowed to the states. Papers of unknown place
/// stay.
pub(crate) fn in_lane(
    filter: &Filter,
    lane: &str,
    statewide: bool,
    named: NamedPlace<'_>,
    place: &Place,
    facets: &[Facet],
) -> Filter {
    let jurisdictions = place.narrowing(statewide, filter);
    let mut narrowed = Filter { lanes: vec![lane.to_owned()], ..filter.clone() };
    if statewide {
        if !jurisdictions.is_empty() {
            narrowed.jurisdictions = with_federal(jurisdictions.to_vec());
            narrowed.unknown_passes = true;
        }
    } else if let Some(town) = named.town {
        narrowed.town = Some(town.to_owned());
        narrowed.jurisdictions = states_of(town, facets);
        narrowed.unknown_passes = true;
    } else if !jurisdictions.is_empty() {
        narrowed.jurisdictions = with_federal(jurisdictions.to_vec());
        narrowed.unknown_passes = true;
    }
    if !statewide && narrowed.sources.is_empty() {
        narrowed.sources = named.papers.to_vec();
    }
    narrowed
}

/// Adds the federal government, whose publications apply in every state.
fn with_federal(mut states: Vec<String>) -> Vec<String> {
    if !states.iter().any(|state| state == FEDERAL) {
        states.push(FEDERAL.to_owned());
    }
    states
}

/// Returns the states of a town's papers and the federal government. Returns an empty list if no paper states
/// its state.
fn states_of(town: &str, facets: &[Facet]) -> Vec<String> {
    let here = facets.iter().filter(|f| f.town.as_deref().is_some_and(|t| t.eq_ignore_ascii_case(town)));
    let mut states: Vec<String> = here.filter_map(|f| f.jurisdiction.clone()).collect();
    states.sort_unstable();
    states.dedup();
    if states.is_empty() { states } else { with_federal(states) }
}

impl Scope {
    /// Builds the scope of a question with these conditions, the place as given, and its place. Papers of
    /// other states than the question's are out of scope even if it names no town.
    pub fn of(
        filter: &Filter,
        named: NamedPlace<'_>,
        place: &Place,
        facets: &[Facet],
        lanes: &Lanes,
    ) -> Scope {
        let town = named.town.map(|given| place.towns.first().map_or(given, String::as_str));
        let named = NamedPlace { town, ..named };
        if town.is_none() && place.jurisdictions.is_empty() && named.papers.is_empty() {
            return Scope { filters: vec![filter.clone()] };
        }
        let mut names: Vec<&str> = facets.iter().map(|f| f.lane.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let wanted = |name: &&str| {
            filter.lanes.is_empty() || filter.lanes.iter().any(|l| l.eq_ignore_ascii_case(name))
        };
        let of_lane = |name: &str| {
            let statewide =
                lanes.0.get(name).map_or_else(|| LaneOptions::named(name).statewide, |lane| lane.statewide);
            in_lane(filter, name, statewide, named, place, facets)
        };
        Scope { filters: names.into_iter().filter(wanted).map(of_lane).collect() }
    }

    /// Returns its conditions; a paper that meets any of them is in scope.
    pub fn filters(&self) -> &[Filter] {
        &self.filters
    }

    /// Returns its chunks, in disjoint sets.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn chunks(&self, archive: &Archive) -> Result<Vec<ChunkSet>, ArchiveError> {
        self.filters.iter().map(|filter| archive.select(filter)).collect()
    }

    /// Returns the `k` best chunks of a keyword search, best first.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn lexical(&self, archive: &Archive, query: &str, k: usize) -> Result<Vec<LexicalHit>, ArchiveError> {
        let mut hits: Vec<LexicalHit> = Vec::new();
        for within in self.chunks(archive)? {
            hits.extend(archive.lexical(query, &within, k, &LexicalOptions::default())?);
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
        hits.truncate(k);
        Ok(hits)
    }

    /// Returns its sources.
    ///
    /// # Errors
    /// Those of reading the archive.
    pub fn sources(&self, archive: &Archive) -> Result<Vec<SourceSummary>, ArchiveError> {
        let mut found = Vec::new();
        for filter in &self.filters {
            found.extend(archive.sources_within(filter)?);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_is_narrowed_by_its_own_place() {
        let facet =
            |lane: &str| Facet { lane: lane.into(), town: None, jurisdiction: None, board: None, chunks: 1 };
        let at = |town: &str, state: &str| Facet {
            town: Some(town.into()),
            jurisdiction: Some(state.into()),
            ..facet("local")
        };
        let mut facets = vec![facet("local"), facet("state"), facet("news")];
        let place = Place { towns: vec!["Alder".into()], jurisdictions: vec!["NH".into()] };
        let of = |filter: Filter, town: Option<&str>, place: &Place| {
            Scope::of(&filter, NamedPlace { town, papers: &[] }, place, &facets, &Lanes::default()).filters
        };
        assert_eq!(of(Filter::default(), None, &Place::default()), [Filter::default()]);
        let all = of(Filter::default(), Some("alder"), &place);
        let town = |f: &Filter| (f.town.clone(), f.jurisdictions.len(), f.unknown_passes);
        assert_eq!(
            all.iter().map(town).collect::<Vec<_>>(),
            [(Some("Alder".into()), 0, true), (Some("Alder".into()), 0, true), (None, 2, true)]
        );
        // A paper with a state but no town counts as the town's only if the states match.
        facets.extend([at("ALDER", "NH"), at("Birch", "ME")]);
        let of = |filter: Filter, town: Option<&str>, place: &Place| {
            Scope::of(&filter, NamedPlace { town, papers: &[] }, place, &facets, &Lanes::default()).filters
        };
        let states: Vec<_> = of(Filter::default(), Some("Alder"), &place);
        let states: Vec<_> = states.iter().map(|f| f.jurisdictions.join(" ")).collect();
        assert_eq!(states, ["NH US", "NH US", "NH US"]);
        let one = of(Filter { lanes: vec!["State".into()], ..Filter::default() }, Some("Alder"), &place);
        assert_eq!(one.len(), 1);
        let state = Place { towns: Vec::new(), jurisdictions: vec!["NH".into()] };
        let states: Vec<_> = of(Filter::default(), None, &state);
        let states: Vec<_> = states.iter().map(|f| f.jurisdictions.join(" ")).collect();
        assert_eq!(states, ["NH US", "NH US", "NH US"]);
        // Papers that mention a place narrow every lane but that of the law.
        let papers = [SourceId("a".into())];
        let named = NamedPlace { town: None, papers: &papers };
        let scope = Scope::of(&Filter::default(), named, &Place::default(), &facets, &Lanes::default());
        let sources: Vec<usize> = scope.filters.iter().map(|f| f.sources.len()).collect();
        assert_eq!(sources, [1, 1, 0]);
    }
}
