//! A reader of one town sees nothing of another, by whatever way in.

use twolane::archive::{
    Archive, ChunkId, ChunkSet, Editions, Filter, FilterField, LexicalOptions, Place, StoredMemory,
    StoredSession, StoredTrace,
};
use twolane::text::{ModelId, SourceId};

use crate::server::Server;
use crate::support::archives::{MODEL, embedding_of_text, embeddings, record};
use crate::support::mutator::Random;

/// Stands in all that is of town B, and nowhere else.
pub const PLANTED: &str = "xyzzy";
const PAPERS: u64 = 12;
/// Of every reader.
pub const PASSWORD: &str = "of-a-reader";

struct Towns {
    server: Server,
    database: String,
    /// The archive as its owner sees it.
    whole: Archive,
    /// And as a reader of town A does.
    reader: Archive,
    user: String,
}

/// A reader of this database, who may see what `allowed` says to `twolane.allow`; the name of its role.
pub fn reader_of(server: &Server, database: &str, name: &str, allowed: &[&str]) -> String {
    let user = format!("{name}_of_{database}");
    server.sql(database, &format!("CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}' IN ROLE twolane_reader"));
    for what in allowed {
        server.sql(database, &format!("SELECT twolane.allow('{user}', {what})"));
    }
    user
}

fn towns() -> Towns {
    let server = Server::shared();
    let database = server.database();
    let whole = Archive::create_at(&Place::named(&server.url(&database))).unwrap();
    let mut writer = whole.writer().unwrap();
    for n in 0..PAPERS {
        for (town, word) in [("Alder", "plover"), ("Birch", PLANTED)] {
            let texts = [format!("{word}{n} of the road budget"), format!("RSA 91-A:3 and {word} in 2024")];
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let mut paper = record(&format!("{word}-{n}"), &format!("/papers/{word}/{n}.pdf"), &texts);
            paper.title = format!("Title {word} {n}");
            paper.meta.town = Some(if n % 2 == 0 { town.into() } else { town.to_uppercase() });
            paper.meta.board = Some(format!("Board of {word}"));
            paper.meta.status = Some(format!("status {word}"));
            paper.meta.authority = Some(format!("authority {word}"));
            paper.meta.doc_type = Some(format!("type {word}"));
            paper.aliases = vec![(format!("Section {word}"), "p.1 L1".parse().unwrap())];
            paper.notes = vec![format!("note {word}")];
            writer.put(paper.clone(), Some(&embeddings(&paper))).unwrap();
        }
    }
    writer.commit().unwrap();
    drop(writer);
    whole.refresh().unwrap();
    let user = reader_of(&server, &database, "reader", &["town => 'Alder'"]);
    let reader = Archive::open_at(&Place::named(&server.url_of(&user, PASSWORD, &database))).unwrap();
    Towns { server, database, whole, reader, user }
}

/// One attempt by a way in that the number chooses; all that it gives, as text.
fn attempt(towns: &Towns, hidden: &[(SourceId, Vec<ChunkId>)], random: &mut Random) -> (String, String) {
    let reader = &towns.reader;
    let (id, chunks) = &hidden[random.below(hidden.len())];
    let summary = towns.whole.summary(id).unwrap().unwrap();
    let chunk = chunks[random.below(chunks.len())];
    let text = towns.whole.chunks(&[chunk]).unwrap().remove(0).record;
    let all = ChunkSet::all();
    let by = [
        Filter { town: Some("Birch".into()), ..Filter::default() },
        Filter { sources: vec![id.clone()], ..Filter::default() },
        Filter { boards: vec![format!("Board of {PLANTED}")], unknown_passes: true, ..Filter::default() },
        Filter::default(),
    ];
    let filter = &by[random.below(by.len())];
    let queries =
        [PLANTED.to_owned(), format!("{PLANTED}3 road"), text.text.clone(), "RSA 91-A:3".to_owned()];
    let query = &queries[random.below(queries.len())];
    let options = LexicalOptions { title: 1.0, ..LexicalOptions::default() };
    let texts = |ids: Vec<ChunkId>| format!("{:?}", reader.chunks(&ids));
    let way = random.below(19);
    let given = match way {
        0 => texts(reader.lexical(query, &all, 100, &options).unwrap().iter().map(|h| h.chunk).collect()),
        1 => {
            let set = reader.select(filter).unwrap();
            texts(reader.lexical(query, &set, 100, &options).unwrap().iter().map(|h| h.chunk).collect())
        }
        2 => {
            let near = reader.nearest(&embedding_of_text(&text.embedded_text()), &all, 100).unwrap();
            texts(near.into_iter().map(|n| n.0).collect())
        }
        3 => {
            let near = reader.nearest(&embedding_of_text(query), &ChunkSet::of([chunk]), 100).unwrap();
            texts(near.into_iter().map(|n| n.0).collect())
        }
        4 => format!("{:?}", reader.chunks(&[chunk])),
        5 => format!("{:?}", reader.chunks_of(id)),
        6 => format!("{:?}", reader.source(id).map(|s| s.lines().to_vec())),
        7 => format!("{:?} {:?}", reader.pages(id).is_ok(), reader.aliases(id).map(|a| a.len()))
            .replace("Err", "no"),
        8 => format!("{:?}", reader.summary(id)),
        9 => format!("{:?}", reader.source_at(&summary.paths[0])),
        10 => format!("{:?}", reader.source_with_hash(&summary.hash)),
        // The name that was asked comes back in the error: what is near it may not.
        11 => format!("{:?}", reader.find_source(&id.0[..id.0.len().min(4)])),
        12 => format!("{:?} {:?}", reader.sources(), reader.sources_within(filter)),
        13 => format!("{:?}", reader.facets()),
        14 => {
            let fields = [
                FilterField::Lane,
                FilterField::Board,
                FilterField::DocType,
                FilterField::Authority,
                FilterField::Status,
                FilterField::Edition,
                FilterField::Jurisdiction,
            ];
            format!("{:?}", fields.map(|field| reader.values(field)))
        }
        15 => {
            let cited = "RSA 91-A:3".to_owned();
            let edges = reader.edges_to(std::slice::from_ref(&cited));
            let named = reader.named(&format!("Section {PLANTED}"));
            let sections = reader.sections(&cited, &Editions::default());
            let citing = texts(reader.chunks_citing(&cited).unwrap());
            format!("{edges:?} {named:?} {sections:?} {citing} {:?}", reader.edges_of(id))
        }
        16 => {
            let found = reader.cached(&ModelId(MODEL.into()), &[text.embedded_hash()]).unwrap();
            let own = reader.embedding_of(chunk).ok().flatten();
            if found[0].is_some() || own.is_some() {
                format!("the vector of {PLANTED}")
            } else {
                String::new()
            }
        }
        17 => {
            let (frequencies, _) = reader.document_frequencies(&twolane::archive::terms(PLANTED)).unwrap();
            let ceiling = reader.lexical_ceiling(PLANTED, &options).unwrap();
            let tells = frequencies.iter().any(|n| *n > 0) || ceiling.is_some();
            if tells { format!("how many hold {PLANTED}") } else { String::new() }
        }
        _ => {
            let missing = reader.missing_embeddings(&ModelId("other@1".into()), true, None, 1000);
            format!("{missing:?}")
        }
    };
    (format!("way {way}, {query:?}, {filter:?}"), given)
}

#[test]
fn five_hundred_attempts_by_every_way_in() {
    let towns = towns();
    let hidden: Vec<(SourceId, Vec<ChunkId>)> = towns
        .whole
        .sources()
        .unwrap()
        .into_iter()
        .filter(|s| s.title.contains(PLANTED))
        .map(|s| (s.id.clone(), towns.whole.chunks_of(&s.id).unwrap().iter().map(|c| c.id).collect()))
        .collect();
    assert_eq!(hidden.len() as u64, PAPERS);
    assert_eq!(towns.reader.sources().unwrap().len() as u64, PAPERS, "its own town it sees");
    let mut random = Random(23);
    let mut leaks = Vec::new();
    for _ in 0..500 {
        let (what, given) = attempt(&towns, &hidden, &mut random);
        // An error says the name that was asked; where that was a part, only a leak makes it whole.
        let unknown =
            ["Err(UnknownSource", "false no(UnknownSource"].iter().any(|start| given.starts_with(start));
        let asked = unknown && !what.starts_with("way 11,");
        if !asked && (given.contains(PLANTED) || given.to_lowercase().contains("birch")) {
            leaks.push(format!("{what}: {}", given.chars().take(200).collect::<String>()));
        }
    }
    assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n"));
}

#[test]
fn sessions_traces_and_answers_are_their_owners() {
    let towns = towns();
    let store = towns.whole.session_store().unwrap().unwrap();
    let body = format!("{{\"words\":\"{PLANTED}\"}}");
    let session = StoredSession { id: "s".into(), updated: 1, expires: 1000, body: body.clone() };
    store.update_session("s", 1, |_| Ok::<_, ()>(session)).unwrap().unwrap();
    let trace = StoredTrace { id: "t".into(), session: None, at: 1, body: body.clone() };
    store.put_trace(&trace, 10).unwrap();
    let (context, state) = ("c".to_owned(), "z".to_owned());
    let memory = StoredMemory {
        id: "m".into(),
        owner: String::new(),
        session: None,
        context,
        state,
        at: 1,
        embedding: None,
        body,
    };
    store.put_memory(&memory, 10).unwrap();
    if let Some(reader) = towns.reader.session_store().unwrap() {
        assert_eq!((reader.sessions(5).unwrap(), reader.session("s", 5).unwrap()), (vec![], None));
        assert_eq!((reader.traces(10).unwrap(), reader.trace("t").unwrap()), (vec![], None));
        assert_eq!(reader.memories(None, 5).unwrap(), []);
        assert_eq!(reader.memories_of("c", "z", 5, 10).unwrap(), []);
    }
    assert!(towns.reader.writer().and_then(|mut w| w.put(record("x", "/x", &["x"]), None)).is_err());
}

/// Sessions are each role's own, and so are their names: that one is taken would tell of somebody else's.
#[test]
fn two_readers_have_a_session_each_of_one_name() {
    let towns = towns();
    let other = reader_of(&towns.server, &towns.database, "other", &["town => 'Birch'"]);
    let url = towns.server.url_of(&other, PASSWORD, &towns.database);
    let other = Archive::open_at(&Place::named(&url)).unwrap();
    let stores = [&other, &towns.reader].map(|archive| archive.session_store().unwrap().unwrap());
    let body = |n: usize| format!("{{\"reader\":{n}}}");
    for (n, store) in stores.iter().enumerate() {
        let begun = store.update_session("walk", 1, |held| {
            assert_eq!(held, None);
            Ok::<_, ()>(StoredSession { id: "walk".into(), updated: 1, expires: 1000, body: body(n) })
        });
        begun.unwrap().unwrap();
    }
    for (n, store) in stores.iter().enumerate() {
        assert_eq!(store.session("walk", 5).unwrap().map(|s| s.body), Some(body(n)));
    }
}

#[test]
fn sql_of_the_readers_own_gets_no_further() {
    let towns = towns();
    let own_access = "CREATE TEMP TABLE access (role text, lane text, town text, jurisdiction text); \
         INSERT INTO access VALUES (session_user, NULL, NULL, NULL); GRANT SELECT ON access TO PUBLIC;";
    let own_realm = "CREATE TEMP TABLE realm AS SELECT n AS id, 'local'::text AS lane, 'alder'::text AS town, \
         NULL::text AS jurisdiction FROM generate_series(1, 100) n; GRANT SELECT ON realm TO PUBLIC;";
    let look = "SELECT * FROM twolane.line; SELECT * FROM twolane.source; SELECT * FROM twolane.chunk; \
         SELECT * FROM twolane.posting; SELECT * FROM twolane.path; SELECT * FROM twolane.alias;";
    for before in ["", own_access, own_realm, "SET twolane.towns = 'Birch';", "SET row_security = off;"] {
        let said = towns.server.sql_as(&towns.user, PASSWORD, &towns.database, &format!("{before} {look}"));
        let leaks = said.as_ref().is_ok_and(|out| out.contains(PLANTED));
        assert!(!leaks, "after {before:?} the reader sees the other town");
    }
    for refused in [
        "SELECT * FROM twolane.access",
        "SELECT * FROM twolane.realm",
        "SELECT twolane.allow(session_user)",
        "SELECT twolane.realm_of('local', 'birch', NULL)",
        "SELECT twolane.take_chunks(1)",
        "DELETE FROM twolane.source",
        "UPDATE twolane.line SET text = 'x'",
        "INSERT INTO twolane.commit (generation) VALUES (1000)",
        "SET ROLE twolane_writer",
        "DROP SCHEMA twolane CASCADE",
        "ALTER TABLE twolane.line DISABLE ROW LEVEL SECURITY",
    ] {
        let said = towns.server.sql_as(&towns.user, PASSWORD, &towns.database, refused);
        assert!(said.is_err(), "a reader may: {refused}");
    }
}
