//! Retrieval over lanes, through the public API and without a model, so that every rule shows by
//! itself.

use std::sync::atomic::{AtomicUsize, Ordering};

use twolane::archive::{Archive, ChunkRecord, Metadata, SourceRecord};
use twolane::retrieve::{
    Candidate, Query, Request, Rerank, RerankWeights, RetrievalOptions, Retrieved, Retriever, ScopeHint,
    SearchError, SearchOptions, SessionSource,
};
use twolane::text::{ContentHash, Line, SourceId};

struct Paper {
    id: &'static str,
    lane: &'static str,
    place: (Option<&'static str>, Option<&'static str>),
    status: Option<&'static str>,
    citations: &'static [&'static str],
    text: &'static str,
}

const fn paper(id: &'static str, text: &'static str) -> Paper {
    Paper { id, lane: "local", place: (Some("Alder"), Some("NH")), status: None, citations: &[], text }
}

const HEARD: &str = "The select board heard the harbor master on the boardwalk at the landing. Two planks are rotten, and a visitor fell. \
    The board asked the road agent to close it until the repair, and to report on the cost of new planks by the next meeting in June.";

const PAPERS: &[Paper] = &[
    Paper { status: Some("draft"), ..paper("minutes-draft", HEARD) },
    Paper { status: Some("approved"), ..paper("minutes-approved", HEARD) },
    paper(
        "camper",
        "The select board heard Mr. Brown of Pike Lane on his camper and cesspool. Ann Moss and Tom Reed spoke on liability. The board will vote.",
    ),
    paper(
        "fees",
        "The dump fee for a car load is four dollars. The clerk takes the fee at the gate of the transfer station.",
    ),
    Paper {
        place: (Some("Birch"), Some("MA")),
        ..paper(
            "birch",
            "The Birch boardwalk was repaired for nine hundred dollars, and the select board voted to reopen it.",
        )
    },
    Paper {
        place: (None, None),
        ..paper(
            "leaflet",
            "A leaflet on boardwalk safety: rotten planks are to be replaced before the summer.",
        )
    },
    Paper {
        lane: "state",
        place: (None, Some("NH")),
        citations: &["RSA 507-b:2"],
        ..paper(
            "nh-liability",
            "RSA 507-B:2 A governmental unit may be held liable for damages arising out of ownership of premises, such as a landing or boardwalk.",
        )
    },
    Paper {
        lane: "state",
        place: (None, Some("NH")),
        ..paper(
            "nh-selectmen",
            "The selectmen shall have the care of the public landings of the town and may close them by order.",
        )
    },
    Paper {
        lane: "state",
        place: (None, Some("MI")),
        ..paper("mi-liability", "A township may be held liable for damages at a boardwalk or landing.")
    },
    Paper {
        lane: "county",
        place: (None, None),
        ..paper("county-plan", "The county plan has a boardwalk in every town by the river.")
    },
];

fn record(paper: &Paper) -> SourceRecord {
    SourceRecord {
        id: SourceId(paper.id.into()),
        paths: vec![format!("/papers/{}.txt", paper.id)],
        title: paper.id.into(),
        hash: ContentHash::of(paper.id.as_bytes()),
        kind: "text".into(),
        bytes: 1,
        meta: Metadata {
            lane: paper.lane.into(),
            town: paper.place.0.map(Into::into),
            jurisdiction: paper.place.1.map(Into::into),
            status: paper.status.map(Into::into),
            ..Metadata::default()
        },
        pages: Vec::new(),
        chunks: vec![ChunkRecord {
            first_line: 0,
            end_line: 1,
            header: String::new(),
            text: paper.text.into(),
            citations: paper.citations.iter().map(|c| (*c).to_owned()).collect(),
            section: None,
            table: false,
        }],
        lines: vec![Line::plain(0, 1, paper.text)],
        aliases: Vec::new(),
        notes: Vec::new(),
        edges: Vec::new(),
        recipe: "test".into(),
    }
}

fn archive() -> (tempfile::TempDir, Archive) {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let mut writer = archive.writer().unwrap();
    for paper in PAPERS {
        writer.put(record(paper), None).unwrap();
    }
    writer.commit().unwrap();
    archive.refresh().unwrap();
    (dir, archive)
}

fn asked(question: &str) -> Request {
    Request { lane_hits: true, ..Request::new(Query { k: 20, ..Query::new(question) }) }
}

fn run(archive: &Archive, options: RetrievalOptions, request: &Request) -> Retrieved {
    Retriever::new(archive, None, SearchOptions::default(), options).unwrap().run(request).unwrap()
}

fn ids(found: &Retrieved) -> Vec<&str> {
    found.hits.iter().map(|h| h.source.id.0.as_str()).collect()
}

fn lane<'f>(found: &'f Retrieved, name: &str) -> Vec<&'f str> {
    let lane = found.lanes.iter().find(|l| l.name == name);
    lane.map(|l| l.hits.iter().map(|h| h.source.id.0.as_str()).collect()).unwrap_or_default()
}

#[test]
fn all_lanes_are_searched_whatever_the_scope_hint() {
    let (_dir, archive) = archive();
    for hint in [ScopeHint::Mixed, ScopeHint::Local, ScopeHint::State] {
        let request = Request { scope_hint: hint, ..asked("boardwalk landing") };
        let found = run(&archive, RetrievalOptions::default(), &request);
        let names: Vec<&str> = found.lanes.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names, ["county", "local", "state"], "a lane of a user's own is one too");
        assert!(lane(&found, "state").contains(&"nh-liability") && lane(&found, "county") == ["county-plan"]);
        assert!(found.trace.lanes.iter().all(|l| !l.queries.is_empty()));
    }
    // Switched off, state law waits for a question that expects its answer there.
    let off = RetrievalOptions { enable_parallel_state_lane: false, ..RetrievalOptions::default() };
    assert!(lane(&run(&archive, off.clone(), &asked("boardwalk")), "state").is_empty());
    let hinted = Request { scope_hint: ScopeHint::State, ..asked("boardwalk") };
    assert!(!lane(&run(&archive, off, &hinted), "state").is_empty());
    // One mixed search finds the same papers.
    let mixed =
        run(&archive, RetrievalOptions::default(), &Request { lanes: false, ..asked("boardwalk landing") });
    assert_eq!(mixed.trace.lanes.len(), 1);
    assert!(ids(&mixed).contains(&"nh-liability") && ids(&mixed).contains(&"county-plan"));
}

#[test]
fn a_given_town_keeps_others_out_and_the_unknown_in() {
    let (_dir, archive) = archive();
    let request = Request { town: Some("alder".into()), ..asked("What was said of the boardwalk?") };
    let found = run(&archive, RetrievalOptions::default(), &request);
    let local = lane(&found, "local");
    assert!(local.contains(&"leaflet") && !local.contains(&"birch"), "{local:?}");
    // So does one search over all lanes.
    let mixed = run(&archive, RetrievalOptions::default(), &Request { lanes: false, ..request.clone() });
    assert!(ids(&mixed).contains(&"leaflet") && !ids(&mixed).contains(&"birch"), "{:?}", ids(&mixed));
    // The town brings its state: law of another one is left out.
    let state = lane(&found, "state");
    assert!(state.contains(&"nh-liability") && !state.contains(&"mi-liability"), "{state:?}");
    assert_eq!(
        (found.trace.towns.join(""), found.trace.jurisdictions.join("")),
        ("Alder".into(), "NH".into())
    );
    // A paper of another state is none of the town's, even if its own town is not known.
    let paper = Paper { place: (None, Some("MA")), ..paper("bay", "A bay state leaflet on the boardwalk.") };
    let mut writer = archive.writer().unwrap();
    writer.put(record(&paper), None).unwrap();
    writer.put(record(&Paper { id: "ours", place: (None, Some("NH")), ..paper }), None).unwrap();
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let found = run(&archive, RetrievalOptions::default(), &request);
    let local = lane(&found, "local");
    assert!(local.contains(&"ours") && local.contains(&"leaflet") && !local.contains(&"bay"), "{local:?}");
    // A state given outright does the same.
    let request = Request { jurisdiction: Some("Michigan".into()), ..asked("Who is liable at a boardwalk?") };
    assert_eq!(lane(&run(&archive, RetrievalOptions::default(), &request), "state"), ["mi-liability"]);
    // Counter-example: a town that the question only names is a prior; its neighbour stays, below.
    let found =
        run(&archive, RetrievalOptions::default(), &asked("What was said of the boardwalk in Alder?"));
    let place = |id: &str| ids(&found).iter().position(|i| *i == id);
    assert!(place("minutes-approved").unwrap() < place("birch").unwrap(), "{:?}", ids(&found));
}

#[test]
fn as_many_hits_as_are_asked_for() {
    let (_dir, archive) = archive();
    let mut writer = archive.writer().unwrap();
    for n in 0..90u32 {
        let text: &'static str =
            Box::leak(format!("The culvert of road {n} was dug up and laid again.").into_boxed_str());
        let id: &'static str = Box::leak(format!("culvert-{n}").into_boxed_str());
        writer.put(record(&paper(id, text)), None).unwrap();
    }
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let hits = |k: usize| {
        let request = Request { query: Query { k, ..Query::new("culvert dug up") }, ..asked("") };
        let found = run(&archive, RetrievalOptions::default(), &request);
        (found.hits.len(), found.trace.context)
    };
    assert_eq!(hits(3).0, 3);
    // The context stays within the local lane's cap; what is asked for beyond it follows.
    assert_eq!(hits(20), (20, 10));
    assert_eq!(hits(60), (60, 10));
}

#[test]
fn what_is_not_there_is_told() {
    let (_dir, archive) = archive();
    let note = |request: Request| {
        run(&archive, RetrievalOptions::default(), &request).signals.search.notes.join("; ")
    };
    assert!(
        note(Request { town: Some("Cedar".into()), ..asked("boardwalk") })
            .contains("under Cedar. This archive has these towns: Alder, Birch")
    );
    assert!(
        note(Request { jurisdiction: Some("Vermont".into()), ..asked("boardwalk") }).contains("No law of VT")
    );
    let mut elsewhere = asked("boardwalk");
    elsewhere.query.filter.lanes = vec!["federal".into()];
    assert!(note(elsewhere).contains("This archive has these lanes: county, local, state"));
    assert!(!note(asked("boardwalk")).contains("rchive"));
}

#[test]
fn draft_and_approved_are_one_hit_with_both_locators() {
    let (_dir, archive) = archive();
    let found = run(
        &archive,
        RetrievalOptions::default(),
        &asked("rotten planks boardwalk harbor master road agent"),
    );
    assert_eq!(ids(&found)[0], "minutes-approved");
    assert!(!ids(&found).contains(&"minutes-draft"));
    let also: Vec<&str> = found.hits[0].also.iter().map(|a| a.source_id.0.as_str()).collect();
    assert_eq!((also, found.trace.folded), (vec!["minutes-draft"], 1));
    let unfolded = run(
        &archive,
        RetrievalOptions::default(),
        &Request { merge_rules: false, ..asked("rotten planks boardwalk") },
    );
    assert!(ids(&unfolded).contains(&"minutes-draft"));
}

#[test]
fn synonyms_find_what_the_question_does_not_name() {
    let (_dir, archive) = archive();
    let question = "Can the select board shut a wharf?";
    let single = run(
        &archive,
        RetrievalOptions::default(),
        &Request { multi_query: false, second_pass: false, ..asked(question) },
    );
    assert!(!lane(&single, "state").contains(&"nh-selectmen"));
    let several =
        run(&archive, RetrievalOptions::default(), &Request { second_pass: false, ..asked(question) });
    assert!(lane(&several, "state").contains(&"nh-selectmen"), "{:?}", several.trace.lanes);
    let queries = &several.trace.lanes.iter().find(|l| l.name == "state").unwrap().queries;
    assert!(queries.iter().any(|q| q.made_of == "question and synonyms" && q.text.contains("selectmen")));
    assert!(queries.len() <= RetrievalOptions::default().max_queries_per_lane);
    // The archive does not hold RSA 91-A, so no query names it.
    let known =
        run(&archive, RetrievalOptions::default(), &asked("Is the boardwalk file open under Right-to-Know?"));
    assert!(known.trace.lanes.iter().flat_map(|l| &l.queries).all(|q| !q.text.contains("91-A")));
}

#[test]
fn a_second_pass_has_its_reasons() {
    let (_dir, archive) = archive();
    let reasons = |request: &Request| run(&archive, RetrievalOptions::default(), request).trace.second_pass;
    let stakes = reasons(&asked("Who has liability for the boardwalk in Alder?"));
    assert!(stakes.iter().any(|r| r.contains("high stakes: liability")), "{stakes:?}");
    assert!(reasons(&asked("zebra quokka")).iter().any(|r| r.contains("0 passages")));
    let situation =
        Request { situation: vec!["observatory".into()], ..asked("dump fee car load gate clerk") };
    assert!(reasons(&situation).iter().any(|r| r.contains("topic alignment")));
    // Counter-examples: a plain question that is found, and alignment without a situation.
    let plain = reasons(&asked("dump fee for a car load at the gate"));
    assert!(!plain.iter().any(|r| r.contains("alignment") || r.contains("stakes")), "{plain:?}");
    assert!(reasons(&Request { second_pass: false, ..asked("liability for the boardwalk") }).is_empty());

    let found =
        run(&archive, RetrievalOptions::default(), &asked("Who has liability for the boardwalk in Alder?"));
    assert!(found.signals.used_second_pass);
    let second: Vec<&str> = found
        .trace
        .lanes
        .iter()
        .flat_map(|l| &l.queries)
        .filter(|q| q.made_of == "second pass")
        .map(|q| q.text.as_str())
        .collect();
    assert!((4..=10).contains(&second.len()), "{second:?}");
    assert!(
        second.iter().all(|q| !q.chars().any(|c| c.is_ascii_digit())),
        "a number was guessed: {second:?}"
    );
}

#[test]
fn a_case_that_shares_only_generic_words_does_not_take_over() {
    let (_dir, archive) = archive();
    // Matters of their own that make the words of government generic in this archive.
    let mut writer = archive.writer().unwrap();
    for n in 0..60u32 {
        let text = format!(
            "The select board heard Mr. Harlow and Ann Moss on matter {n}. It spoke of liability, and the select board voted."
        );
        let text: &'static str = Box::leak(text.into_boxed_str());
        let id: &'static str = Box::leak(format!("matter-{n}").into_boxed_str());
        writer.put(record(&paper(id, text)), None).unwrap();
    }
    writer.commit().unwrap();
    archive.refresh().unwrap();
    let options = || RetrievalOptions {
        generic: twolane::retrieve::GenericOptions { share: 0.1, least: 8 },
        ..RetrievalOptions::default()
    };
    let request = Request {
        situation: vec!["boardwalk".into()],
        ..asked("What liability does the select board have, and what was heard and voted?")
    };
    let of_the_boardwalk = |found: &Retrieved, first: usize| {
        found.hits.iter().take(first).filter(|h| h.quote.text().contains("boardwalk")).count()
    };
    // By score alone the other matters take over.
    let bare = run(&archive, options(), &Request { merge_rules: false, ..request.clone() });
    assert_eq!(of_the_boardwalk(&bare, 3), 0, "{:?}", ids(&bare));
    let found = run(&archive, options(), &request);
    assert_eq!(of_the_boardwalk(&found, 3), 3, "{:?}", ids(&found));
    assert!(ids(&found).iter().any(|id| id.starts_with("matter-")), "below, but not gone");
    assert!(found.trace.second_pass.iter().any(|r| r.contains("alignment") || r.contains("another matter")));
    // Counter-example: a question that is about such a matter finds it, rules or not.
    let its_own = run(&archive, options(), &asked("What did Mr. Brown of Pike Lane say of his camper?"));
    assert_eq!(ids(&its_own)[0], "camper");
}

#[test]
fn session_sources_and_rewriting_are_queries_too() {
    let (_dir, archive) = archive();
    let request = Request {
        rewritten: Some("Who closes the boardwalk?".into()),
        session_sources: vec![SessionSource {
            title: "Visitor falls at landing".into(),
            text: "A visitor fell.".into(),
        }],
        second_pass: false,
        ..asked("Who closes it?")
    };
    let found = run(&archive, RetrievalOptions::default(), &request);
    let queries: Vec<(&str, &str)> =
        found.trace.lanes[1].queries.iter().map(|q| (q.made_of.as_str(), q.text.as_str())).collect();
    assert_eq!(queries[0], ("question", "Who closes the boardwalk?"));
    assert!(
        queries.iter().any(|(made_of, text)| *made_of == "session source" && text.contains("Visitor falls"))
    );
}

/// Scores in the order given, one look at the clock a candidate.
struct Slow {
    reached: AtomicUsize,
}

impl Rerank for Slow {
    fn name(&self) -> &str {
        "slow"
    }
    fn pool(&self) -> usize {
        5
    }
    fn weights(&self) -> RerankWeights {
        RerankWeights { words: 0.0, meaning: 0.0, close: 1.0, pairs: 0.0 }
    }
    fn closeness(
        &self,
        _: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError> {
        let score = |index: usize| {
            in_time().then(|| {
                self.reached.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(60));
                f32::from(u8::try_from(index).unwrap())
            })
        };
        Ok((0..candidates.len()).map(score).collect())
    }
}

#[test]
fn a_second_stage_that_runs_out_of_time_leaves_the_rest_in_place() {
    let (_dir, archive) = archive();
    let slow = Slow { reached: AtomicUsize::new(0) };
    let search = SearchOptions { rerank_budget_ms: 1, ..SearchOptions::default() };
    let retriever =
        Retriever::new(&archive, None, search, RetrievalOptions::default()).unwrap().with_reranker(&slow);
    let found = retriever.run(&asked("boardwalk planks landing")).unwrap();
    assert_eq!((found.trace.rerank.pool, slow.reached.load(Ordering::Relaxed)), (5, 1));
    assert_eq!(found.trace.rerank.out_of_time, 4);
    let plain = run(&archive, RetrievalOptions::default(), &asked("boardwalk planks landing"));
    let mut all = (ids(&found), ids(&plain));
    all.0.sort_unstable();
    all.1.sort_unstable();
    assert_eq!(all.0, all.1, "nothing is lost");
}

#[test]
fn hits_are_verbatim_and_the_same_every_time() {
    let (_dir, archive) = archive();
    let request = asked("Who is liable when a visitor falls on the boardwalk in Alder?");
    let first = run(&archive, RetrievalOptions::default(), &request);
    for hit in &first.hits {
        let source = archive.source(&hit.source.id).unwrap();
        assert_eq!(source.quote(hit.quote.locator()).unwrap(), hit.quote);
    }
    for _ in 0..5 {
        assert_eq!(ids(&run(&archive, RetrievalOptions::default(), &request)), ids(&first));
    }
    let nothing = run(&archive, RetrievalOptions::default(), &asked("quokka"));
    assert!(nothing.hits.is_empty() && nothing.strength.tier == 'C');
}

#[test]
fn a_vocabulary_of_ones_own_and_a_bad_one() {
    let (_dir, archive) = archive();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "[[synonyms]]\nterms = [\"jetty\", \"boardwalk\"]\n").unwrap();
    let options = RetrievalOptions { vocabulary: Some(file.path().into()), ..RetrievalOptions::default() };
    assert!(ids(&run(&archive, options.clone(), &asked("Is the jetty closed?"))).contains(&"birch"));
    std::fs::write(file.path(), "nonsense = 1\n").unwrap();
    let error = Retriever::new(&archive, None, SearchOptions::default(), options).err().unwrap().to_string();
    assert!(error.contains("nonsense") && error.contains("retrieval.toml"), "{error}");
}
