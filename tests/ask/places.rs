//! Places of papers: how they are found, reported and corrected.

use crate::support::town::{Town, quoted};

/// Papers of three places in one folder: one says its kind, one is a folder with its state, one names itself in prose.
fn drive() -> (Town, String) {
    let town = Town::new();
    for (name, text) in [
        ("drive/a/minutes.txt", "Town of Alder\nMinutes\nThe dump permit costs $15 a year.\n"),
        ("drive/pine-ridge-hoa-vt/rules.txt", "House rules\nThe pool opens at 9 a.m. and closes at 8 p.m.\n"),
        ("drive/c/news.txt", "Welcome to Quillfern\nThe dump permit costs $40 a year in Quillfern.\n"),
        ("drive/c/more.txt", "Quillfern hours\nThe office of Quillfern is open on Mondays.\n"),
        ("drive/c/third.txt", "A third page\nThe fee for a pavilion is $75.\n"),
    ] {
        let file = town.home.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let papers = town.home.path().join("drive").display().to_string();
    (town, papers)
}

#[test]
fn ingest_reports_places_and_a_folder_is_corrected() {
    let (town, papers) = drive();
    let archive = town.home.path().join("drive-archive");
    let read = town.run_at(&archive, &["ingest", &papers], "");
    for row in ["Alder", "Pine Ridge HOA, VT", "(no place)"] {
        assert!(read.out.contains(row), "{row}: {}", read.out);
    }
    let json = town.run_at(&archive, &["ingest", &papers, "--json"], "");
    let done: serde_json::Value = serde_json::from_str(json.out.trim().lines().last().unwrap()).unwrap();
    assert_eq!(done["places"].as_array().unwrap().len(), 3, "{done}");
    let set =
        town.run_at(&archive, &["source", "place", "drive/c", "Quillfern", "--state", "ME", "--json"], "");
    assert_eq!(set.json["papers"], 3, "{}{}", set.out, set.error);
    let asked =
        town.run_at(&archive, &["ask", "What does a dump permit cost?", "--town", "Quillfern", "--json"], "");
    assert!(quoted(&asked.json, "$40") && !quoted(&asked.json, "$15"), "{}", asked.out);
    let wrong = town.run_at(&archive, &["source", "place", "drive/c", "Quillfern", "--state", "Mars"], "");
    assert_eq!(wrong.code, 2, "{}", wrong.error);
}

#[test]
fn unfiled_town_narrows_to_the_papers_that_mention_it() {
    let (town, papers) = drive();
    let archive = town.home.path().join("drive-archive");
    town.run_at(&archive, &["ingest", &papers], "");
    let asked =
        town.run_at(&archive, &["ask", "What does a dump permit cost?", "--town", "Quillfern", "--json"], "");
    assert!(quoted(&asked.json, "$40") && !quoted(&asked.json, "$15"), "{}", asked.out);
    assert!(asked.error.contains("no paper is filed under"), "{}", asked.error);
    // A page of the folder that does not say the name belongs to it.
    let beside = town.run_at(
        &archive,
        &["ask", "What is the fee for a pavilion?", "--town", "Quillfern", "--json"],
        "",
    );
    assert!(quoted(&beside.json, "$75"), "{}", beside.out);
    let nowhere = town.run_at(&archive, &["ask", "What does a dump permit cost?", "--town", "Zanzibar"], "");
    assert_eq!(nowhere.code, 2, "{}", nowhere.error);
}
