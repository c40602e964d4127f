//! Papers corrected and removed on the command line.

use crate::support::town::{Town, quoted};

#[test]
fn corrected_paper_answers_under_its_new_values() {
    let town = Town::new();
    let set = town.run(
        &[
            "source",
            "set",
            "budget-2024.txt",
            "--title",
            "Road Budget",
            "--date",
            "2024-03-12",
            "--kind",
            "Budget",
            "--json",
        ],
        "",
    );
    assert_eq!((set.code, &set.json["papers"]), (0, &1.into()), "{}{}", set.out, set.error);
    let source = &set.json["sources"][0];
    assert_eq!((&source["title"], &source["meta"]["date"]), (&"Road Budget".into(), &"2024-03-12".into()));
    assert_eq!(
        (&source["meta"]["doc_type"], &source["meta"]["origin"]["title"]),
        (&"budget".into(), &"by hand".into())
    );
    let asked = town.ask(
        "What was the road budget of Alder in 2024?",
        &["--type", "budget", "--from", "2024-03", "--to", "2024-03"],
    );
    assert!(quoted(&asked.json, "$310,000") && !quoted(&asked.json, "$342,500"), "{}", asked.out);
    let shown = town.run(&["source", "show", "budget-2024.txt"], "");
    assert!(shown.out.contains("2024-03-12  (by hand; found: 2024)"), "{}", shown.out);
    assert!(shown.out.contains("title     Road Budget  (by hand; found: "), "{}", shown.out);
    let back =
        town.run(&["source", "set", "budget-2024.txt", "--undo", "title", "--none", "kind", "--json"], "");
    assert_eq!(back.json["sources"][0]["meta"]["doc_type"], serde_json::Value::Null, "{}", back.out);
    assert_ne!(back.json["sources"][0]["title"], "Road Budget");
}

#[test]
fn invalid_change_is_refused_with_the_way_out() {
    let town = Town::new();
    for (args, says) in [
        (&["source", "set", "fees.txt"][..], "nothing to change was named"),
        (&["source", "set", "alder/fees.txt", "--date", "soon"], "2024-10-09"),
        (&["source", "set", "alder/fees.txt", "--title", " "], "--undo title"),
        (&["source", "set", "alder/fees.txt", "--none", "title"], "needs a title"),
        (&["source", "set", "alder/fees.txt", "--undo", "colour"], "title, kind, board"),
        (&["source", "place", "alder/fees.txt", ""], "the town is empty"),
    ] {
        let refused = town.run(args, "");
        assert_eq!(refused.code, 2, "{args:?} {}", refused.error);
        assert!(refused.error.contains(says), "{args:?} {}", refused.error);
    }
    let several = town.run(&["source", "set", "papers/alder", "--title", "Minutes"], "");
    assert!(several.code == 1 && several.error.contains("can't have one title"), "{}", several.error);
    assert_eq!(town.run(&["source", "set", "nothing.pdf", "--date", "2024"], "").code, 1);
}

#[test]
fn removed_folder_is_said_and_left_out() {
    let town = Town::new();
    let papers = town.home.path().join("papers").display().to_string();
    let birch = format!("{papers}/birch");
    let one = town.run(&["source", "remove", "abatement.txt", "--json"], "");
    assert!(one.json["removed"].as_str().unwrap().starts_with("abatement"), "{}", one.out);
    // A program is not asked; for several papers it must say so.
    let asked = town.run(&["source", "remove", "papers/alder"], "");
    assert!(asked.code == 1 && asked.error.contains("--yes"), "{}", asked.error);
    let removed = town.run(&["source", "remove", &birch, "--yes"], "");
    assert_eq!(removed.code, 0, "{}", removed.error);
    assert!(
        removed.error.contains("removed fees") && removed.error.contains("hint: `twolane ingest "),
        "{}",
        removed.error
    );
    let read = town.run(&["ingest", &papers], "");
    assert!(read.out.contains("2 papers that you removed are left out"), "{}", read.out);
    let silent = town.ask("What is the fee for a burn permit in Birch?", &[]);
    assert!(!quoted(&silent.json, "$22"), "{}", silent.out);
    let list = town.run(&["source", "list", "--removed", "--json"], "");
    assert_eq!(list.json["removed"].as_array().unwrap().len(), 2, "{}", list.out);
    let again = town.run(&["ingest", &format!("{birch}/fees.txt"), "--town", "Birch", "--json"], "");
    assert!(again.out.contains("since it was named"), "{}", again.out);
    let back = town.ask("What is the fee for a burn permit in Birch?", &[]);
    assert!(quoted(&back.json, "$22"), "{}", back.out);
    assert_eq!(town.run(&["index", "check"], "").code, 0);
}

#[test]
fn level_is_set_by_hand_and_stays() {
    let town = Town::new();
    let papers = town.home.path().join("papers/alder").display().to_string();
    let wrong = town.run(&["source", "set", "alder/fees.txt", "--visibility", "secret"], "");
    assert_eq!(wrong.code, 2, "{}", wrong.error);
    assert!(wrong.error.contains("public, staff or sealed"), "{}", wrong.error);
    let wrong = town.run(&["source", "set", "alder/fees.txt", "--none", "visibility"], "");
    assert!(wrong.code == 2 && wrong.error.contains("every paper has a visibility"), "{}", wrong.error);
    let set = town.run(&["source", "set", "alder/fees.txt", "--visibility", "Staff", "--json"], "");
    let meta = &set.json["sources"][0]["meta"];
    assert_eq!(
        (&meta["visibility"], &meta["origin"]["visibility"]),
        (&"staff".into(), &"by hand".into()),
        "{}{}",
        set.out,
        set.error
    );
    // A later ingest, of changed bytes and with another flag, keeps it.
    let file = town.home.path().join("papers/alder/fees.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}\nOne more line.\n")).unwrap();
    assert_eq!(town.run(&["ingest", &papers, "--town", "Alder", "--visibility", "public"], "").code, 0);
    let listed = town.run(&["source", "list"], "");
    assert_eq!(listed.out.matches("[staff]").count(), 1, "{}", listed.out);
    let shown = town.run(&["source", "show", "alder/fees.txt"], "");
    assert!(shown.out.contains("visibility staff  (by hand; found: public)"), "{}", shown.out);
    // On the command line everything is seen.
    let asked = town.ask("What is the fee for a burn permit in Alder?", &["--town", "Alder"]);
    assert!(quoted(&asked.json, "$15"), "{}", asked.out);
    // A folder has one level, and one paper of it another again.
    assert_eq!(town.run(&["source", "set", &papers, "--visibility", "sealed"], "").code, 0);
    town.run(&["source", "set", "alder/fees.txt", "--undo", "visibility"], "");
    let listed = town.run(&["source", "list"], "");
    assert!(listed.out.contains("[sealed]") && !listed.out.contains("[staff]"), "{}", listed.out);
}

#[test]
fn level_of_sources_file_and_of_the_title() {
    let town = Town::new();
    let folder = town.home.path().join("papers/board");
    std::fs::create_dir_all(folder.join("closed")).unwrap();
    for (name, text) in [
        (
            "open.txt",
            "Select Board Minutes\nMay 7, 2024\nPresent: A. Reed\n\nNONPUBLIC SESSION\n\nThe board left.\n",
        ),
        (
            "title.txt",
            "Town of Alder\nNONPUBLIC SESSION MINUTES\nMay 7, 2024\n\nThe board spoke of a hire.\n",
        ),
        ("closed/a.txt", "Notes of the clerk\n\nA list of names.\n"),
        ("sources.toml", "[[source]]\nfile = \"closed/*.txt\"\nvisibility = \"sealed\"\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let folder = folder.display().to_string();
    let read = town.run(&["ingest", &folder], "");
    assert_eq!(read.code, 0, "{}", read.error);
    let listed = town.run(&["source", "list", "--json"], "").json["sources"].clone();
    let found = |name: &str| {
        let is_it = |s: &&serde_json::Value| s["paths"][0].as_str().unwrap().ends_with(name);
        let source = listed.as_array().unwrap().iter().find(is_it).unwrap();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or("").to_owned();
        (text(&source["meta"]["visibility"]), text(&source["meta"]["origin"]["visibility"]))
    };
    assert_eq!(found("board/open.txt"), (String::new(), String::new()));
    assert_eq!(found("board/title.txt"), ("staff".into(), "first page".into()));
    assert_eq!(found("closed/a.txt"), ("sealed".into(), "sources.toml".into()));
    std::fs::write(format!("{folder}/sources.toml"), "[default]\nvisibility = \"secret\"\n").unwrap();
    let wrong = town.run(&["ingest", &folder], "");
    let said = format!("{}{}", wrong.out, wrong.error);
    assert!(wrong.code != 0 && said.contains("public, staff or sealed"), "{said}");
}

#[test]
fn place_that_a_flag_gave_stays_without_the_flag() {
    let town = Town::new();
    let papers = town.home.path().join("papers/alder");
    let (folder, archive) = (papers.display().to_string(), town.home.path().join("other-archive"));
    let towns = || {
        let list = town.run_at(&archive, &["source", "list", "--json"], "");
        let list: serde_json::Value = serde_json::from_str(&list.out).unwrap();
        let of = |source: &serde_json::Value| source["meta"]["town"].as_str().map(str::to_owned);
        list["sources"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    let all = |name: &str| towns().iter().all(|own| own.as_deref() == Some(name));
    town.run_at(&archive, &["ingest", &folder, "--town", "Quillfern"], "");
    assert!(all("Quillfern"), "{:?}", towns());
    let same = town.run_at(&archive, &["ingest", &folder], "");
    assert!(same.out.contains("0 changed"), "{}", same.out);
    let file = papers.join("fees.txt");
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + "\nOne more line.\n").unwrap();
    let changed = town.run_at(&archive, &["ingest", &folder], "");
    assert!(changed.out.contains("1 changed") && all("Quillfern"), "{} {:?}", changed.out, towns());
    // Another flag counts more, and so does a file beside the papers.
    town.run_at(&archive, &["ingest", &folder, "--town", "Harrow"], "");
    assert!(all("Harrow"), "{:?}", towns());
    std::fs::write(papers.join("sources.toml"), "[default]\ntown = \"Orford\"\n").unwrap();
    town.run_at(&archive, &["ingest", &folder], "");
    assert!(all("Orford"), "{:?}", towns());
}
