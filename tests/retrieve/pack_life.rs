//! The life of a pack in an archive: installed, updated, asked as of a day, removed; and an archive of
//! the format before packs.

use twolane::archive::{Archive, ArchiveError, Editions, Filter};
use twolane::ingest::chunk::ChunkOptions;
use twolane::ingest::pack::{InstallError, InstallStep, Installer, InstallerOptions};
use twolane::law::pack::{Manifest, Pack, PackContent, PackOptions, open, write};
use twolane::law::{Change, SectionStatus, StatuteSection, Unit};
use twolane::retrieve::{asked_citation, section_diff, section_view};
use twolane::text::SourceId;

fn about(edition: &str, as_of: &str) -> Manifest {
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

fn section(citation: &str, units: &[(&[&str], &str)]) -> StatuteSection {
    StatuteSection {
        citation: citation.into(),
        heading: format!("Heading of {citation}."),
        hierarchy: vec!["Title I Towns".into(), "Chapter 901 Samples".into()],
        units: units
            .iter()
            .map(|(path, text)| Unit {
                path: path.iter().map(|s| (*s).to_owned()).collect(),
                text: (*text).into(),
            })
            .collect(),
        history: Some("Source. 2001, 1:1, eff. Jan. 1, 2002.".into()),
        ..StatuteSection::default()
    }
}

fn heading_only(citation: &str) -> StatuteSection {
    StatuteSection {
        status: SectionStatus::HeadingOnly,
        units: vec![],
        history: None,
        ..section(citation, &[])
    }
}

fn pack(edition: &str, as_of: &str, sections: Vec<StatuteSection>) -> Pack {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.twopack");
    let content = PackContent { sections, embeddings: None };
    write(&path, about(edition, as_of), &content, &PackOptions::default()).unwrap();
    open(&path, &PackOptions::default()).unwrap()
}

fn old() -> Pack {
    pack(
        "2022",
        "2022-01-01",
        vec![
            section("RSA 901:1", &[(&[], "A bonfire permit costs five dollars under RSA 901:3, II.")]),
            section("RSA 901:2", &[(&[], "Hayracks shall be lit.")]),
            section(
                "RSA 901:3",
                &[
                    (&["I"], "I. A clerk keeps the roll."),
                    (&["II"], "II. A fee is paid: (a) at once."),
                    (&["II", "(b)"], "(b) or in June."),
                ],
            ),
            heading_only("RSA 901:9"),
        ],
    )
}

fn new() -> Pack {
    pack(
        "2024",
        "2024-01-01",
        vec![
            section("RSA 901:1", &[(&[], "A bonfire permit costs ten dollars under RSA 901:3, II.")]),
            section(
                "RSA 901:3",
                &[
                    (&["I"], "I. A clerk keeps the roll."),
                    (&["II"], "II. A fee is paid: (a) at once."),
                    (&["II", "(b)"], "(b) or in June."),
                ],
            ),
            section("RSA 901:4", &[(&[], "Sleighs shall carry bells.")]),
            heading_only("RSA 901:9"),
        ],
    )
}

fn installer(archive: &Archive) -> Installer<'_> {
    let options = InstallerOptions {
        lane: "state".into(),
        wrap: 100,
        chunk: ChunkOptions::default(),
        embed_group: 32,
        token_vectors: true,
    };
    Installer::new(archive, None, options)
}

fn always(_: InstallStep) -> bool {
    true
}

fn sources(archive: &Archive) -> Vec<String> {
    archive.sources().unwrap().into_iter().map(|s| s.title).collect()
}

fn found(archive: &Archive, query: &str, as_of: Option<&str>) -> Vec<String> {
    let filter = Filter { as_of: as_of.map(str::to_owned), ..Filter::default() };
    let within = archive.select(&filter).unwrap();
    let hits = archive.lexical(query, &within, 10, &Default::default()).unwrap();
    let ids: Vec<_> = hits.iter().map(|h| h.chunk).collect();
    archive.chunks(&ids).unwrap().into_iter().map(|c| c.record.text).collect()
}

#[test]
fn install_update_as_of_remove() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let installer = installer(&archive);
    let first = installer.install(&old(), &always).unwrap();
    let edges: Vec<_> = archive
        .sources()
        .unwrap()
        .iter()
        .flat_map(|s| archive.edges_of(&s.id).unwrap())
        .map(|e| (e.line, e.target))
        .collect();
    assert_eq!(edges, [(1, "RSA 901:3, II".to_owned())]);
    assert_eq!((first.with_text, first.headings_only, first.edges), (3, 1, 1));
    assert!(matches!(installer.install(&old(), &always), Err(InstallError::Installed { .. })));
    assert!(matches!(installer.update(&old(), false, &always), Err(InstallError::NotNewer { .. })));

    let report = installer.update(&new(), false, &always).unwrap();
    let diff = report.diff.unwrap();
    assert_eq!((diff.added, diff.repealed), (vec!["RSA 901:4".to_owned()], vec!["RSA 901:2".to_owned()]));
    assert_eq!(diff.amended.len(), 1);
    assert!(diff.amended[0].changes.contains(&Change::Inserted("ten".into())), "{:?}", diff.amended[0]);
    assert_eq!((report.shared, diff.unchanged), (1, 2));
    // Two texts of 901:1, one of 901:3 for both editions.
    assert_eq!(sources(&archive).len(), 5);

    // The newest edition is what is searched, unless a day says otherwise.
    assert!(found(&archive, "bonfire permit", None).iter().all(|t| t.contains("ten")));
    assert!(found(&archive, "bonfire permit", Some("2023-06-01")).iter().all(|t| t.contains("five")));
    assert!(found(&archive, "bonfire permit", Some("2021-06-01")).is_empty());
    assert!(found(&archive, "hayracks", None).is_empty());
    assert_eq!(found(&archive, "hayracks", Some("2022")).len(), 1);
    assert_eq!(found(&archive, "clerk roll", None).len(), 1);
    assert_eq!(found(&archive, "clerk roll", Some("2022-05")).len(), 1);

    let view = |citation: &str, as_of: Option<&str>| {
        let editions = Editions { as_of: as_of.map(str::to_owned), edition: None };
        section_view(&archive, &asked_citation(citation).unwrap(), &editions).unwrap()
    };
    let whole = view("RSA 901:3", None).unwrap();
    assert_eq!(whole.text, "I. A clerk keeps the roll.\nII. A fee is paid: (a) at once.\n(b) or in June.");
    assert_eq!(whole.cited_by.iter().map(|c| c.citation.as_str()).collect::<Vec<_>>(), ["RSA 901:1"]);
    assert_eq!(whole.pack.unwrap().edition, "2024");
    assert_eq!(view("RSA 901:3, II(b)", None).unwrap().text, "(b) or in June.");
    assert_eq!(view("RSA 901:3, II", None).unwrap().text, "II. A fee is paid: (a) at once. (b) or in June.");
    assert_eq!(view("RSA 901:3, IV", None).unwrap().text, "");
    assert!(view("RSA 901:1", Some("2022-02-02")).unwrap().text.contains("five"));
    let first = view("RSA 901:1", None).unwrap();
    assert_eq!((first.cites[0].citation.as_str(), first.cites[0].text_here), ("RSA 901:3, II", true));
    let bare = view("RSA 901:9", None).unwrap();
    assert_eq!(
        (bare.status.as_str(), bare.text.as_str(), bare.heading.as_str()),
        ("heading only", "", "Heading of RSA 901:9.")
    );
    assert!(view("RSA 901:2", None).is_none());
    assert!(view("RSA 901:2", Some("2022-12-31")).is_some());
    let diff = section_diff(&archive, &asked_citation("RSA 901:1").unwrap(), None, None).unwrap().unwrap();
    assert!(diff.changed && diff.amended.diff.contains("[-five-] {+ten+}"), "{}", diff.amended.diff);

    // A section can't be taken out by itself.
    let id = archive.sources().unwrap()[0].id.clone();
    assert!(matches!(archive.writer().unwrap().remove(&id), Err(ArchiveError::OfPack { .. })));
    assert_eq!(archive.check().unwrap(), []);

    assert_eq!(installer.remove("sample-code", Some("2022"), &|_| true).unwrap(), 1);
    assert_eq!(sources(&archive).len(), 3);
    assert!(found(&archive, "hayracks", Some("2022")).is_empty());
    assert!(matches!(
        installer.remove("sample-code", Some("2022"), &|_| true),
        Err(InstallError::NotInstalled { .. })
    ));
    assert_eq!(installer.remove("sample-code", None, &|_| true).unwrap(), 1);
    assert_eq!(sources(&archive), Vec::<String>::new());
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn a_replacing_update_leaves_one_edition_and_a_cancelled_one_the_old() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    let installer = installer(&archive);
    assert!(matches!(installer.update(&new(), true, &always), Err(InstallError::NotInstalled { .. })));
    installer.install(&old(), &always).unwrap();
    let before = sources(&archive);
    let stop = |step: InstallStep| !matches!(step, InstallStep::Written(2.., _));
    assert!(matches!(installer.update(&new(), false, &stop), Err(InstallError::Cancelled)));
    archive.refresh().unwrap();
    assert_eq!(sources(&archive), before);
    assert_eq!(archive.packs().unwrap().len(), 1);
    installer.update(&new(), true, &always).unwrap();
    let editions: Vec<String> = archive.packs().unwrap().into_iter().map(|p| p.manifest.edition).collect();
    assert_eq!(editions, ["2024"]);
    assert_eq!(sources(&archive).len(), 3);
    assert_eq!(archive.check().unwrap(), []);
    archive.rebuild().unwrap();
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn altered_packs_are_found() {
    for (sql, says) in [
        ("UPDATE section SET heading = 'Other' WHERE position = 0", "pack sample-code 2022"),
        ("UPDATE pack SET edition = '2023'", "pack sample-code 2023"),
        ("UPDATE statute SET body = x'00' WHERE key = 1", "the text of 1 sections"),
        ("UPDATE edge SET target = 'RSA 1:1'", "were altered"),
        ("DELETE FROM pack", "belong to no source"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let archive = Archive::create(dir.path()).unwrap();
        installer(&archive).install(&old(), &always).unwrap();
        drop(archive);
        let conn = rusqlite::Connection::open(dir.path().join("catalog.sqlite")).unwrap();
        conn.execute(sql, []).unwrap();
        drop(conn);
        let problems = Archive::check_at(dir.path()).unwrap();
        let told = problems.iter().map(|p| format!("{}: {}", p.part, p.what)).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says), "{sql}: {told}");
    }
}

/// Takes an archive back to `format`, as a program of then would have written it (but for the
/// catalogue's seal, which notices a hand that is not the writer's).
fn downgrade(dir: &std::path::Path, format: u32) {
    let conn = rusqlite::Connection::open(dir.join("catalog.sqlite")).unwrap();
    let added: &[&str] = match format {
        1 => &["removed", "token_signs", "pack", "statute", "section", "edge"],
        _ => &["removed", "token_signs"],
    };
    for table in added {
        conn.execute(&format!("DROP TABLE {table}"), []).unwrap();
    }
    if format == 1 {
        conn.execute("DROP INDEX alias_name", []).unwrap();
    }
    conn.pragma_update(None, "user_version", format).unwrap();
}

#[test]
fn an_archive_of_format_1_is_read_and_raised_by_the_next_writer() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    drop(archive);
    downgrade(dir.path(), 1);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.packs().unwrap(), []);
    assert!(archive.edges_to(&["RSA 1:1".into()]).unwrap().is_empty());
    assert!(archive.edges_of(&SourceId("x".into())).unwrap().is_empty());
    assert!(archive.select(&Filter { as_of: Some("2024".into()), ..Filter::default() }).is_ok());
    assert_eq!(archive.check().unwrap(), []);
    installer(&archive).install(&old(), &always).unwrap();
    assert_eq!(archive.packs().unwrap().len(), 1);
    assert_eq!(archive.check().unwrap(), []);
}

#[test]
fn an_archive_of_format_2_is_searched_and_raised_by_the_next_writer() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(dir.path()).unwrap();
    installer(&archive).install(&old(), &always).unwrap();
    let model = twolane::text::ModelId("any@1".into());
    let embedding = twolane::text::Embedding { model: model.clone(), values: vec![0.5; 4] };
    let missing = archive.missing_embeddings(&model, true, None, usize::MAX).unwrap();
    let entries: Vec<_> = missing.into_iter().map(|m| (m.hash, embedding.clone())).collect();
    let mut writer = archive.writer().unwrap();
    writer.cache(&entries).unwrap();
    writer.commit().unwrap();
    drop((writer, archive));
    downgrade(dir.path(), 2);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.count_missing_embeddings(&model, false).unwrap(), 0);
    assert_eq!(archive.count_missing_embeddings(&model, true).unwrap(), entries.len());
    let hash = entries[0].0.clone();
    assert_eq!(archive.token_signs(&model, std::slice::from_ref(&hash)).unwrap(), [None]);
    let told = archive.check().unwrap();
    assert!(told.iter().all(|p| p.what == "its bytes are not those of the last commit"), "{told:?}");
    let signs = twolane::text::TokenSigns::of(8, [[1.0f32; 8].as_slice()].into_iter());
    let mut writer = archive.writer().unwrap();
    writer.keep_token_signs(&model, &[(hash.clone(), signs.clone())]).unwrap();
    writer.commit().unwrap();
    drop(writer);
    archive.refresh().unwrap();
    assert_eq!(archive.token_signs(&model, &[hash]).unwrap(), [Some(signs)]);
    assert_eq!(archive.count_missing_embeddings(&model, true).unwrap(), entries.len() - 1);
    assert_eq!(archive.check().unwrap(), []);
}
