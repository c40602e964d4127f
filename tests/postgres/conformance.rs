//! Every operation of an archive, in a folder and in a database: the same results.

use std::collections::HashSet;

use twolane::archive::{
    Archive, ArchiveError, ChunkSet, EdgeRecord, Editions, Filter, LexicalOptions, NewSection, SourceRecord,
    StoredAnswer, StoredMemory, StoredSession, StoredTrace,
};
use twolane::law::pack::Manifest;
use twolane::law::{SectionStatus, StatuteSection, Unit};
use twolane::text::{ModelId, SourceId, TokenSigns};

use crate::pair::{Asked, Pair, told};
use crate::support::archives::{MODEL, embedding, embedding_of_text, embeddings, record};

fn model() -> ModelId {
    ModelId(MODEL.into())
}

/// Papers that differ in every field that a filter asks for.
fn papers() -> Vec<SourceRecord> {
    let made = [
        ("a", "local", Some("Alder"), Some("Select Board"), Some("minutes"), Some("2024-10-09"), Some("NH")),
        ("b", "Local", Some("ALDER"), Some("Planning Board"), Some("warrant"), Some("2023"), Some("nh")),
        ("c", "state", None, None, Some("rsa"), None, None),
        ("d", "news", Some("\u{c9}tang"), None, Some("Minutes"), Some("2024-11"), Some("VT")),
        ("e", "local", Some("Birch"), Some("select board"), None, Some("2024-10-10"), Some("NH")),
    ];
    let mut papers = Vec::new();
    for (id, lane, town, board, doc_type, date, jurisdiction) in made {
        let texts = [
            format!("The road budget of {id} in 2024 is $1,200 for the town."),
            format!("See RSA 91-A:3 and case 200-43 of {id}; the library opens at nine."),
            "Dogs must be leashed on every road.".to_owned(),
        ];
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut paper = record(id, &format!("/papers/{id}.pdf"), &texts);
        let own = |value: Option<&str>| value.map(str::to_owned);
        paper.meta.lane = lane.into();
        paper.meta.town = own(town);
        paper.meta.board = own(board);
        paper.meta.doc_type = own(doc_type);
        paper.meta.date = own(date);
        paper.meta.jurisdiction = own(jurisdiction);
        paper.meta.status = (id == "a").then(|| "Approved".to_owned());
        paper.meta.authority = Some(if id == "c" { "rsa" } else { "minutes" }.into());
        paper.meta.topics = vec!["roads".into(), id.into()];
        paper.meta.origin.insert("town".into(), "flag".into());
        paper.edges =
            vec![EdgeRecord { line: 1, target: "RSA 91-A:3, II".into(), whole: "RSA 91-A:3".into() }];
        papers.push(paper);
    }
    papers
}

fn filters() -> Vec<Filter> {
    let own = |values: &[&str]| values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>();
    let none = Filter::default;
    let mut filters = vec![
        none(),
        Filter { lanes: own(&["LOCAL"]), ..none() },
        Filter { lanes: own(&["state", "news"]), ..none() },
        Filter { town: Some("alder".into()), ..none() },
        Filter { town: Some("\u{e9}TANG".into()), ..none() },
        Filter { town: Some("nowhere".into()), ..none() },
        Filter { boards: own(&["SELECT board"]), ..none() },
        Filter { doc_types: own(&["minutes", "warrant"]), ..none() },
        Filter { authorities: own(&["RSA"]), ..none() },
        Filter { status: Some("approved".into()), ..none() },
        Filter { jurisdictions: own(&["NH", "VT"]), ..none() },
        Filter { edition: Some("2024".into()), ..none() },
        Filter { as_of: Some("2024-10-09".into()), ..none() },
        Filter { as_of: Some("2022".into()), ..none() },
        Filter { sources: vec![SourceId("c".into()), SourceId("x' OR 1=1".into())], ..none() },
        Filter { from: Some("2024-10-09".into()), to: Some("2024-10-09".into()), ..none() },
        Filter {
            lanes: own(&["local"]),
            town: Some("Alder".into()),
            boards: own(&["select board"]),
            jurisdictions: own(&["NH"]),
            from: Some("2024".into()),
            ..none()
        },
    ];
    for day in ["2023", "2023-06", "2024", "2024-10", "2024-10-08", "2024-10-10", "2024-11-30"] {
        filters.push(Filter { from: Some(day.into()), ..none() });
        filters.push(Filter { to: Some(day.into()), ..none() });
    }
    for with in [
        Filter { town: Some("Alder".into()), ..none() },
        Filter { boards: own(&["select board"]), ..none() },
        Filter { jurisdictions: own(&["nh"]), ..none() },
    ] {
        filters.push(Filter { unknown_passes: true, ..with });
    }
    filters
}

fn asked() -> Asked {
    Asked { filters: filters(), ..Asked::default() }
}

fn filled() -> Pair {
    let pair = Pair::new();
    pair.write(|writer| {
        for paper in papers() {
            let vectors = embeddings(&paper);
            // One without vectors, as a model's absence leaves it.
            writer.put(paper.clone(), (paper.id.0 != "d").then_some(&vectors[..]))?;
        }
        Ok(())
    });
    pair
}

#[test]
fn an_empty_archive_is_empty() {
    let pair = Pair::new();
    pair.assert_same(&asked());
    assert_eq!(pair.both().map(Archive::generation), [0, 0]);
    pair.ask(|archive| archive.writer()?.commit());
    pair.ask(|archive| archive.nearest(&embedding_of_text("x"), &ChunkSet::all(), 5));
    let again = Archive::create_at(&pair.place).unwrap();
    assert_eq!(again.state_hash(), pair.other.state_hash(), "made again, it is the one that is there");
}

#[test]
fn what_is_put_in_comes_out_through_every_filter() {
    let pair = filled();
    pair.assert_same(&asked());
    pair.assert_copied(&asked());
    for wanted in ["a", "a.pdf", "/papers/b.pdf", "papers/c.pdf", "", "pdf", "zz", "e.pd", " d ", "A"] {
        pair.ask(|archive| archive.find_source(wanted).map(|s| s.id));
    }
    pair.ask(|archive| archive.source_at("/papers/none").map(|s| s.map(|s| s.id)));
    let reopened = Archive::open_at(&pair.place).unwrap();
    assert_eq!(reopened.sources().unwrap().len(), 5);
    assert_eq!(reopened.state_hash(), pair.other.state_hash());
}

#[test]
fn sources_are_replaced_moved_and_removed() {
    let pair = filled();
    let new = record("a", "/papers/new.pdf", &["Only this line about a sleigh.", "And the road."]);
    pair.write(|writer| writer.put(new.clone(), Some(&embeddings(&new))));
    pair.assert_same(&asked());
    pair.write(|writer| writer.add_path(&SourceId("b".into()), "/papers/new.pdf"));
    pair.write(|writer| writer.add_path(&SourceId("none".into()), "/papers/new.pdf"));
    pair.assert_same(&asked());
    pair.write(|writer| writer.remove_path("/papers/new.pdf"));
    pair.write(|writer| writer.remove_path("/papers/none.pdf"));
    pair.assert_same(&asked());
    pair.write(|writer| Ok([writer.remove(&SourceId("c".into()))?, writer.remove(&SourceId("c".into()))?]));
    pair.assert_same(&asked());
    // Put and removed in one commit, and another source with its text.
    pair.write(|writer| {
        writer.put(new.clone(), None)?;
        writer.remove(&new.id)?;
        writer.put(record("z", "/papers/new.pdf", &["Only this line about a sleigh."]), None)
    });
    pair.assert_same(&asked());
}

#[test]
fn a_generation_stays_what_it_was_for_whoever_holds_it() {
    let pair = filled();
    let held = pair.both().map(Archive::clone);
    let look = |archive: &Archive| {
        let hits = archive.lexical("road budget", &ChunkSet::all(), 100, &LexicalOptions::default()).unwrap();
        let near = archive.nearest(&embedding_of_text("road"), &ChunkSet::all(), 100).unwrap();
        let sources: Vec<_> = archive.sources().unwrap().into_iter().map(|s| (s.title, s.paths)).collect();
        let lines = archive.source(&SourceId("a".into())).unwrap().lines().to_vec();
        format!("{hits:?} {near:?} {sources:?} {lines:?} {} {}", archive.generation(), archive.state_hash())
    };
    let before = [look(&held[0]), look(&held[1])];
    for n in 0..3 {
        let new = record("a", "/papers/a.pdf", &["changed", &format!("road {n}")]);
        pair.write(|writer| {
            writer.put(new.clone(), Some(&embeddings(&new)))?;
            writer.remove(&SourceId("b".into()))
        });
        assert_eq!([look(&held[0]), look(&held[1])], before, "a clone keeps its generation");
    }
    let generations = pair.both().map(Archive::generation);
    assert_eq!(generations, held.each_ref().map(|h| h.generation() + 3));
    for archive in &held {
        archive.refresh().unwrap();
    }
    assert_eq!(look(&held[1]), look(&pair.other));
}

#[test]
fn a_writer_that_is_dropped_leaves_nothing_and_a_reader_sees_nothing_before_the_commit() {
    let pair = filled();
    let hashes = pair.both().map(Archive::state_hash);
    let new = record("n", "/papers/n.pdf", &["A zeppelin landed."]);
    for archive in pair.both() {
        let mut writer = archive.writer().unwrap();
        writer.put(new.clone(), Some(&embeddings(&new))).unwrap();
        writer.remove(&SourceId("a".into())).unwrap();
        assert!(writer.summary(&new.id).unwrap().is_some(), "the writer sees it");
        assert!(writer.summary(&SourceId("a".into())).unwrap().is_none());
        assert_eq!(writer.source_at("/papers/n.pdf").unwrap().unwrap().id, new.id);
        assert_eq!(writer.source_with_hash(&new.hash).unwrap().unwrap().id, new.id);
        let own = [new.chunks[0].embedded_hash()];
        assert_eq!(writer.cached(&model(), &own).unwrap(), [Some(embedding(&new.chunks[0]))]);
        archive.refresh().unwrap();
        assert!(archive.summary(&new.id).unwrap().is_none(), "nobody else does");
        drop(writer);
        archive.refresh().unwrap();
        assert_eq!(archive.cached(&model(), &own).unwrap(), [None]);
    }
    assert_eq!(pair.both().map(Archive::state_hash), hashes);
    pair.assert_same(&asked());
}

#[test]
fn what_is_refused_is_refused_alike_and_stops_no_writer() {
    let pair = filled();
    type Spoiled = (&'static str, fn(&mut SourceRecord));
    let spoiled: [Spoiled; 4] = [
        ("no id", |r| r.id.0.clear()),
        ("lines out of order", |r| r.lines.swap(0, 1)),
        ("a chunk without lines", |r| r.chunks[0].end_line = 0),
        ("lines that are not there", |r| r.chunks[0].end_line = 99),
    ];
    for (what, spoil) in spoiled {
        let mut bad = record("bad", "/papers/bad.pdf", &["one", "two", "three"]);
        spoil(&mut bad);
        pair.write(|writer| {
            let said = told(writer.put(bad.clone(), None));
            assert!(said.starts_with("error InvalidRecord"), "{what}: {said}");
            Ok(said)
        });
    }
    let good = record("good", "/papers/good.pdf", &["one", "two"]);
    pair.write(|writer| Ok(told(writer.put(good.clone(), Some(&embeddings(&good)[..1])))));
    let mut other = embeddings(&good);
    other.iter_mut().for_each(|e| e.model = ModelId("other@2".into()));
    pair.write(|writer| Ok(told(writer.put(good.clone(), Some(&other)))));
    let mut short = embeddings(&good);
    short.iter_mut().for_each(|e| e.values.truncate(7));
    pair.write(|writer| Ok(told(writer.put(good.clone(), Some(&short)))));
    let mut odd = embeddings(&good);
    odd[0].values[0] = f32::NAN;
    pair.write(|writer| Ok(told(writer.put(good.clone(), Some(&odd)))));
    pair.write(|writer| Ok(told(writer.use_model(&ModelId("other@2".into())))));
    pair.write(|writer| Ok(told(writer.remove(&SourceId("none".into())))));
    pair.ask(|archive| archive.nearest(&other[0], &ChunkSet::all(), 3));
    pair.ask(|archive| archive.nearest(&short[0], &ChunkSet::all(), 3));
    pair.ask(|archive| archive.chunks(&[twolane::archive::ChunkId(u64::MAX)]));
    pair.ask(|archive| archive.chunks_of(&SourceId("none".into())));
    // The same writer goes on.
    pair.write(|writer| {
        assert!(writer.put(good.clone(), Some(&other)).is_err());
        writer.put(good.clone(), Some(&embeddings(&good)))
    });
    pair.assert_same(&asked());
}

#[test]
fn the_cache_the_signs_and_a_change_of_model() {
    let pair = filled();
    let other = ModelId("other@2".into());
    let paper = &papers()[0];
    let hashes: Vec<_> = papers().iter().flat_map(|p| p.chunks.clone()).map(|c| c.embedded_hash()).collect();
    pair.ask(|archive| archive.cached(&model(), &hashes));
    pair.ask(|archive| archive.cached(&other, &hashes));
    let rows =
        [[1.0f32, -1.0, 0.5, -0.25, 0.0, 1.0, -3.0, 2.0], [-1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0]];
    let signs = TokenSigns::of(8, rows.iter().map(|r| &r[..]));
    pair.write(|writer| writer.keep_token_signs(&model(), &[(hashes[1].clone(), signs.clone())]));
    pair.write(|writer| writer.keep_token_signs(&other, &[(hashes[2].clone(), signs.clone())]));
    pair.ask(|archive| archive.token_signs(&model(), &hashes));
    pair.ask(|archive| archive.token_signs(&other, &hashes));
    pair.assert_same(&asked());
    pair.assert_copied(&asked());

    let entry = |text: &str| {
        let mut made = embedding_of_text(text);
        made.values.rotate_left(3);
        made.model = other.clone();
        made
    };
    let all: Vec<_> = papers().iter().flat_map(|p| p.chunks.clone()).collect();
    let entries: Vec<_> = all.iter().map(|c| (c.embedded_hash(), entry(&c.embedded_text()))).collect();
    pair.write(|writer| writer.cache(&entries[..4]));
    pair.write(|writer| Ok(told(writer.use_model(&other))));
    pair.write(|writer| writer.cache(&entries));
    pair.write(|writer| writer.use_model(&other));
    pair.assert_same(&asked());
    pair.assert_copied(&asked());
    let query = entry(&paper.chunks[0].embedded_text());
    for archive in pair.both() {
        let near = archive.nearest(&query, &ChunkSet::all(), 1).unwrap();
        assert!((near[0].1 - 1.0).abs() < 1e-3);
    }
    pair.write(|writer| writer.drop_cache_except(&other));
    pair.ask(|archive| archive.cached(&model(), &hashes));
    pair.ask(|archive| archive.token_signs(&model(), &hashes));
    pair.ask(|archive| archive.token_signs(&other, &hashes));
    let report = pair.ask(Archive::rebuild);
    assert!(report.contains("without_vector: 0"), "{report}");
    pair.assert_same(&asked());
    pair.assert_copied(&asked());
}

#[test]
fn vectors_that_somebody_else_made_stay_with_their_source() {
    let pair = filled();
    let carried = record("k", "/papers/k.pdf", &["Carried words.", "Own words."]);
    let hashes: HashSet<_> = [carried.chunks[0].embedded_hash()].into();
    pair.write(|writer| writer.put_carried(carried.clone(), &embeddings(&carried), &hashes));
    let both: Vec<_> = carried.chunks.iter().map(|c| c.embedded_hash()).collect();
    let cached = pair
        .ask(|archive| Ok(archive.cached(&model(), &both)?.iter().map(Option::is_some).collect::<Vec<_>>()));
    assert_eq!(cached, "[false, true]");
    pair.assert_same(&asked());
    pair.assert_copied(&asked());
}

fn manifest(edition: &str, as_of: &str) -> Manifest {
    Manifest {
        format: 1,
        name: "sample-code".into(),
        title: "Sample Code".into(),
        jurisdiction: "NH".into(),
        edition: edition.into(),
        as_of: as_of.into(),
        grammar: "rsa".into(),
        licence: "written for tests".into(),
        coverage: "a few sections".into(),
        limits: vec!["no case law".into()],
        every_section: true,
        sections: 0,
        embeddings: None,
        files: vec![],
    }
}

fn section(citation: &str, text: &str) -> StatuteSection {
    StatuteSection {
        citation: citation.into(),
        heading: format!("Heading of {citation}."),
        hierarchy: vec!["Title I Towns".into()],
        units: vec![Unit { path: vec!["I".into()], text: text.into() }],
        ..StatuteSection::default()
    }
}

#[test]
fn editions_of_a_pack_come_share_and_go() {
    let pair = filled();
    let put = |edition: &str, as_of: &str, texts: &[(&str, &str, &str)]| {
        let (manifest, texts) = (manifest(edition, as_of), texts.to_vec());
        pair.write(|writer| {
            let mut sections = Vec::new();
            for (id, citation, text) in &texts {
                let mut source = record(id, &format!("/pack/{id}"), &[text]);
                source.kind = "statute".into();
                source.meta.lane = "state".into();
                source.meta.edition = Some(manifest.edition.clone());
                source.meta.town = None;
                source.aliases = vec![(
                    (*citation).to_owned(),
                    "L1".parse().unwrap_or_else(|_| "p.1 L1".parse().unwrap()),
                )];
                if writer.summary(&source.id)?.is_none() {
                    writer.put(source.clone(), Some(&embeddings(&source)))?;
                }
                sections.push(NewSection { section: section(citation, text), source: Some(source.id) });
            }
            let mut bare = section("RSA 901:9", "");
            bare.status = SectionStatus::HeadingOnly;
            bare.units.clear();
            sections.push(NewSection { section: bare, source: None });
            writer.put_pack(&manifest, (manifest.edition == "2024").then_some("a key"), &sections)
        });
    };
    let editions = |as_of: Option<&str>, edition: Option<&str>| Editions {
        as_of: as_of.map(str::to_owned),
        edition: edition.map(str::to_owned),
    };
    let asked = Asked {
        citations: ["RSA 901:1", "RSA 901:2", "RSA 901:9", "RSA 91-A:3", "RSA 999:9"]
            .map(str::to_owned)
            .to_vec(),
        editions: vec![
            Editions::default(),
            editions(Some("2023"), None),
            editions(Some("2020-01-01"), None),
            editions(None, Some("2022")),
            editions(None, Some("none")),
        ],
        ..asked()
    };
    put(
        "2022",
        "2022-01-01",
        &[("p1", "RSA 901:1", "The fee is five dollars."), ("p2", "RSA 901:2", "A hayrack is lit.")],
    );
    pair.assert_same(&asked);
    put(
        "2024",
        "2024-01-01",
        &[("p1b", "RSA 901:1", "The fee is ten dollars."), ("p2", "RSA 901:2", "A hayrack is lit.")],
    );
    pair.assert_same(&asked);
    pair.write(|writer| Ok(told(writer.remove(&SourceId("p2".into())))));
    let of = twolane::archive::Membership::new(&manifest("2022", "2022-01-01"), Some("state"));
    pair.ask(|archive| archive.statute_source(&section("RSA 901:2", "A hayrack is lit."), &of));
    pair.ask(|archive| archive.statute_source(&section("RSA 901:2", "Other words."), &of));
    // The same edition again takes the elder's place.
    put("2024", "2024-02-01", &[("p1b", "RSA 901:1", "The fee is ten dollars.")]);
    pair.assert_same(&asked);
    pair.assert_copied(&asked);
    pair.write(|writer| writer.remove_pack("sample-code", Some("2022")));
    pair.assert_same(&asked);
    pair.write(|writer| writer.remove_pack("sample-code", Some("2022")));
    pair.write(|writer| writer.remove_pack("sample-code", None));
    pair.assert_same(&asked);
    let lost = NewSection { section: section("RSA 1:1", "x"), source: Some(SourceId("none".into())) };
    pair.write(|writer| {
        Ok(told(writer.put_pack(&manifest("2025", "2025"), None, std::slice::from_ref(&lost))))
    });
}

#[test]
fn sessions_traces_and_remembered_answers() {
    let pair = filled();
    let [one, two] = pair.both().map(|archive| archive.session_store().unwrap().unwrap());
    let both = |run: &dyn Fn(&twolane::archive::SessionStore) -> String| {
        let (a, b) = (run(&one), run(&two));
        assert_eq!(a, b);
        a
    };
    let session = |id: &str, updated: i64, expires: i64| StoredSession {
        id: id.into(),
        updated,
        expires,
        body: format!("{{\"words\":\"of {id} \u{e9} ' \\\\\"}}"),
    };
    for (id, updated, expires) in [("s1", 10, 1000), ("s2", 20, 500), ("s3", 15, 2000)] {
        both(&|store| {
            format!(
                "{:?}",
                store.update_session(id, 5, |held| {
                    assert!(held.is_none());
                    Ok::<_, ()>(session(id, updated, expires))
                })
            )
        });
    }
    both(&|store| {
        format!(
            "{:?}",
            store.update_session("s1", 30, |held| {
                Ok::<_, ()>(StoredSession { updated: 40, ..held.unwrap() })
            })
        )
    });
    both(&|store| format!("{:?}", store.update_session("s1", 30, |_| Err("no"))));
    assert!(
        both(&|store| format!("{:?}", store.sessions(100))).starts_with("Ok([StoredSession { id: \"s1\"")
    );
    for (n, of) in [(1, Some("s1")), (2, None), (3, Some("s2")), (4, Some("s3")), (5, None)] {
        let trace = StoredTrace {
            id: format!("t{n}"),
            session: of.map(str::to_owned),
            at: 100 + n,
            body: "{}".into(),
        };
        both(&|store| format!("{:?}", store.put_trace(&trace, 4)));
        let answer = StoredAnswer {
            id: format!("a{n}"),
            session: of.unwrap_or("none").to_owned(),
            at: 100 + n,
            body: "{}".into(),
        };
        both(&|store| format!("{:?}", store.put_answer(&answer, 2)));
        let memory = StoredMemory {
            id: format!("m{n}"),
            owner: if n % 2 == 0 { "ann" } else { "" }.into(),
            session: of.map(str::to_owned),
            context: "c".into(),
            state: if n == 5 { "new" } else { "old" }.into(),
            at: 100 + n,
            embedding: (n != 2).then(|| embedding_of_text(&n.to_string())),
            body: format!("{{\"n\":{n}}}"),
        };
        both(&|store| format!("{:?}", store.put_memory(&memory, 3)));
        both(&|store| format!("{:?}", store.memories_of("c", "old", 110, 10)));
    }
    both(&|store| format!("{:?} {:?} {:?}", store.traces(10), store.trace("t1"), store.trace("t5")));
    both(&|store| format!("{:?} {:?}", store.answer("a1", 110), store.answer("a4", 110)));
    both(&|store| format!("{:?} {:?}", store.memories(None, 110), store.memories(Some("ann"), 110)));
    both(&|store| format!("{:?}", store.remove_session("s3")));
    both(&|store| format!("{:?}", store.remove_session("none")));
    both(&|store| format!("{:?} {:?}", store.answer("a3", 110), store.answer("a4", 110)));
    // s2 expires, its trace with it.
    both(&|store| format!("{:?} {:?} {:?}", store.session("s2", 600), store.sessions(600), store.traces(10)));
    both(&|store| format!("{:?}", store.remove_memories(Some("none"), None)));
    both(&|store| format!("{:?} {:?}", store.remove_memories(None, None), store.memories(None, 700)));
}

#[test]
fn no_message_tells_a_password() {
    let pair = Pair::new();
    let shown = format!("{} {:?} {} {:?}", pair.other.place(), pair.other, pair.place, pair.place);
    assert!(!shown.contains("of-tests-only"), "{shown}");
    let Some(wrong) = pair.place.folder().is_none().then(|| {
        let server = crate::server::Server::shared();
        server.url_of("postgres", "sesame-wrong", &server.database())
    }) else {
        return;
    };
    let error: ArchiveError = Archive::open_at(&twolane::archive::Place::named(&wrong)).unwrap_err();
    let told = format!("{error} {error:?}");
    assert!(!told.contains("sesame-wrong"), "{told}");
}
