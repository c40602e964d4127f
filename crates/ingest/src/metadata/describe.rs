//! Collects a document's metadata, each value from the best source that has one.

use std::collections::BTreeMap;

use crate::statute::{Bill, bill_of, code_by_prefix};
use crate::{Document, DocumentKind};
use twolane_archive::{Metadata, Visibility};
use twolane_law::Grammar;
use twolane_text::LineFlags;

use super::closed_session::{is_closed_session, is_named_closed_session};
use super::dates::{find_date, parse_date};
use super::error::MetadataError;
use super::folder::from_folders;
use super::place::{Origin, from_name, state_code};
use super::place_name::is_another;
use super::rules::MetadataRules;
use super::sources::{check_field, check_value, field_name};
use super::title::{name_words, title};

/// The number of folders, above the one that a file is in, whose names may be a board's.
const FARTHER: usize = 3;

/// The metadata that a person stated for the file. Flags win over `sources.toml`, which wins over all the
/// rest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// The fields set by flags (`--town`, `--set k=v`).
    pub flags: BTreeMap<String, String>,
    /// The fields of `sources.toml` for this file.
    pub sources: BTreeMap<String, String>,
}

impl Given {
    /// Checks a `--set` field and value, and stores them.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), MetadataError> {
        let field = check_field(name, "--set")?;
        check_value(field, value, "--set")?;
        self.flags.insert(field.to_owned(), value.to_owned());
        Ok(())
    }
}

/// The title, name and metadata of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The title for people.
    pub title: String,
    /// The words of the file's name, for context headers.
    pub name_words: String,
    /// The headings above the whole document (title and chapter of a statute), separated by ` / `.
    pub hierarchy: Option<String>,
    /// The citation of the whole document, when it is a section of a code.
    pub citation: Option<String>,
    /// The bill or session law that the document is, if any.
    pub bill: Option<Bill>,
    /// The other metadata, with origins.
    pub meta: Metadata,
}

/// Values with their origins; the first value of a field wins.
#[derive(Default)]
struct Values(BTreeMap<&'static str, (String, String)>);

impl Values {
    fn offer(&mut self, field: &str, value: &str, origin: &str) {
        let value = value.trim();
        let Some(field) = field_name(field) else { return };
        if value.is_empty() {
            return;
        }
        let value = match field {
            "date" => match parse_date(value) {
                Some(date) => date,
                None => return,
            },
            // A level that is not known keeps a paper in rather than let it out.
            "visibility" => match value.parse::<Visibility>() {
                Ok(level) => level.name().to_owned(),
                Err(_) if origin == "document" => return,
                Err(_) => Visibility::Sealed.name().to_owned(),
            },
            "jurisdiction" => state_code(value).map_or_else(|| value.to_owned(), str::to_owned),
            _ => value.to_owned(),
        };
        self.0.entry(field).or_insert((value, origin.to_owned()));
    }

    fn get(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(|(v, _)| v.as_str())
    }
}

/// Describes the document at `path` (a path with `/`, or a bare name).
pub fn describe(document: &Document, path: &str, given: &Given, rules: &MetadataRules) -> Description {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(s, _)| s);
    let mut folders = path.rsplit(['/', '\\']).skip(1);
    let folder = folders.next().unwrap_or("");
    let head = first_page(document, rules.page_lines);
    let citation = document.meta.get("citation").cloned();

    let mut values = Values::default();
    for (name, value) in &given.flags {
        values.offer(name, value, "flag");
    }
    for (name, value) in &given.sources {
        values.offer(name, value, "sources.toml");
    }
    let stated = stated_origin(document);
    for (name, value) in &document.meta {
        // The date inside a PDF file is that of the scan or the print, not of the paper.
        if name == "date" && document.kind == DocumentKind::Pdf {
            continue;
        }
        values.offer(name, value, stated);
    }
    if let Some(citation) = citation.as_deref() {
        from_citation(&mut values, citation, document, stated);
    }

    let bill = bill_of(document);
    if let Some(bill) = &bill {
        values.offer("doc_type", if bill.enacted { "session law" } else { "bill" }, stated);
        values.offer("status", if bill.enacted { "enacted" } else { "proposed" }, stated);
        values.offer("authority", "official", stated);
        values.offer("provenance_kind", "primary", stated);
        // Days that a bill mentions are not its own.
        let year = bill.name.rsplit_once('(').map_or("", |(_, y)| y.trim_end_matches(')'));
        values.offer("date", year, stated);
    }

    let many = document.meta.contains_key("line");
    if citation.is_none() {
        offer_place(&mut values, document, path, stem, rules.page_lines);
    }
    let name_date = find_date(stem).map(|(_, d)| d).or_else(|| year_in(stem)).filter(|_| !many);
    let page_date = page_date(&head).filter(|_| citation.is_none());
    // A name often gives only the month where the page gives the day.
    match (&name_date, &page_date) {
        (Some(name), Some(page)) if page.starts_with(name.as_str()) => {
            values.offer("date", page, "first page")
        }
        (Some(name), _) => values.offer("date", name, "name"),
        (None, Some(page)) => values.offer("date", page, "first page"),
        (None, None) => {}
    }
    if let Some(created) =
        document.meta.get("created").filter(|_| document.pages.iter().all(|p| p.lines.is_empty()))
    {
        values.offer("date", created, stated);
    }

    let looked_at = if citation.is_some() { String::new() } else { head.clone() };
    let mut topics = Vec::new();
    for hit in rules.hits(&name_words(stem), &name_words(folder), &looked_at) {
        if hit.field == "topics" {
            topics.push(hit.value);
        } else {
            values.offer(&hit.field, &hit.value, hit.origin);
        }
    }
    // A board often has a folder, with one for each year or kind of paper in it.
    if citation.is_none() {
        for farther in folders.take(FARTHER) {
            let hits = rules.hits("", &name_words(farther), "");
            for hit in hits.iter().filter(|hit| hit.field == "board") {
                values.offer(&hit.field, &hit.value, "folder");
            }
        }
    }
    if !topics.is_empty() {
        values.offer("topics", &topics.join(", "), "name");
    }
    // Each record of a list is a paper, but none has a first page.
    if citation.is_none() && !many {
        let closed = [
            (is_closed_session(document.title.as_deref(), &head), "first page"),
            (is_named_closed_session(&name_words(stem)) || is_closed_member(document), "name"),
        ];
        for (_, origin) in closed.into_iter().filter(|(is_closed, _)| *is_closed) {
            values.offer("visibility", Visibility::Staff.name(), origin);
        }
    }
    values.offer("lane", "local", "default");
    let scope = match values.get("lane") {
        Some("state") => "state",
        _ => "local",
    };
    values.offer("scope", scope, "default");
    values.offer("authority", "other", "default");
    values.offer("provenance_kind", "unknown", "default");

    let title = match values.get("title") {
        Some(set) if given.flags.contains_key("title") || given.sources.contains_key("title") => {
            set.to_owned()
        }
        _ => title(document, stem),
    };
    let mut meta = metadata(values);
    if given.flags.contains_key("title") {
        meta.origin.insert("title".to_owned(), "flag".to_owned());
    }
    Description {
        title,
        name_words: if many { String::new() } else { name_words(stem) },
        hierarchy: document.meta.get("hierarchy").cloned(),
        citation,
        bill,
        meta,
    }
}

/// Returns true for an attachment, or a member of another container, whose name is that of minutes of a closed session.
fn is_closed_member(document: &Document) -> bool {
    let names = document.meta.get("attachment").map(String::as_str).unwrap_or_default();
    names.split(['/', '\\', '\u{203a}']).any(|name| {
        let name = name.trim();
        is_named_closed_session(&name_words(name.rsplit_once('.').map_or(name, |(stem, _)| stem)))
    })
}

/// Offers town and state: from the file's name, from the heading of the paper, from a folder, from its whole text. A
/// heading that only spells the folder's place differently leaves it to the folder. `top` is the number of lines of the
/// heading.
fn offer_place(values: &mut Values, document: &Document, path: &str, stem: &str, top: usize) {
    let (town, state) = from_name(stem);
    let origin = Origin::of(visible_lines(document), top);
    let folder = from_folders(path, origin.state);
    let (folder_town, folder_state) = folder.map(|f| (f.town, f.state)).unzip();
    let of_folder = folder_town.clone();
    let is_own = |heading: &String| of_folder.as_ref().is_none_or(|folder| is_another(heading, folder));
    let heading = origin.heading.filter(is_own).and(origin.town.clone());
    for (town, state, from) in [
        (town, state, "name"),
        (heading, None, "heading"),
        (folder_town, folder_state.flatten(), "folder"),
        (origin.town, origin.state, "text"),
    ] {
        if let Some(town) = town {
            values.offer("town", &town, from);
        }
        if let Some(state) = state {
            values.offer("jurisdiction", state, from);
        }
    }
}

fn metadata(values: Values) -> Metadata {
    let mut meta = Metadata::default();
    for (field, (value, origin)) in values.0 {
        match field {
            "lane" => meta.lane = value,
            "town" => meta.town = Some(value),
            "board" => meta.board = Some(value),
            "doc_type" => meta.doc_type = Some(value),
            "date" => meta.date = Some(value),
            "scope" => meta.scope = Some(value),
            "jurisdiction" => meta.jurisdiction = Some(value),
            "authority" => meta.authority = Some(value),
            "status" => meta.status = Some(value),
            "edition" => meta.edition = Some(value),
            "provenance_kind" => meta.provenance_kind = Some(value),
            "topics" => {
                meta.topics =
                    value.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect();
                meta.topics.dedup();
            }
            "visibility" => meta.visibility = value.parse().unwrap_or(Visibility::Sealed),
            _ => continue,
        }
        meta.origin.insert(field.to_owned(), origin);
    }
    meta
}

/// Returns the origin of a document's own statements, named after the place that holds them.
fn stated_origin(document: &Document) -> &'static str {
    match document.kind {
        DocumentKind::Jsonl => "field",
        DocumentKind::Eml | DocumentKind::Msg => "mail header",
        DocumentKind::Markdown | DocumentKind::Text => "front matter",
        _ => "document",
    }
}

/// Offers the metadata of a section of a code: the state lane, the scope (state or federal), type and
/// authority.
fn from_citation(values: &mut Values, citation: &str, document: &Document, origin: &str) {
    let parsed = Grammar::built_in().find(citation).into_iter().next().map(|f| f.citation);
    let known = parsed.map(|c| (c.code, c.jurisdiction)).filter(|(_, jurisdiction)| !jurisdiction.is_empty());
    // A number that is printed badly still belongs to its code.
    let by_name = || code_by_prefix(citation).map(|(c, j)| (c.to_owned(), j.to_owned()));
    let Some((code, jurisdiction)) = known.or_else(by_name) else { return };
    let federal = jurisdiction == "US";
    let code = code.as_str();
    values.offer("jurisdiction", &jurisdiction, origin);
    values.offer("lane", "state", origin);
    values.offer("scope", if federal { "federal" } else { "state" }, origin);
    values.offer("doc_type", if code == "rsa" { "rsa" } else { "statute" }, origin);
    values.offer("authority", if code == "rsa" { "rsa" } else { "official" }, origin);
    values.offer("provenance_kind", "primary", origin);
    let repealed = document.title.as_deref().is_some_and(|t| {
        let lower = t.to_lowercase();
        lower.contains("repealed") && lower.split_whitespace().count() <= 8
    });
    if repealed {
        values.offer("status", "repealed", origin);
    }
}

/// Returns the visible lines of all pages.
fn visible_lines(document: &Document) -> impl Iterator<Item = &str> {
    let lines = document.pages.iter().flat_map(|p| &p.lines);
    lines.filter(|l| !l.flags.contains(LineFlags::HIDDEN)).map(|l| l.text.as_str())
}

/// Returns the top of the first page that holds text.
fn first_page(document: &Document, lines: usize) -> String {
    let visible = |l: &&twolane_text::Line| !l.flags.contains(LineFlags::HIDDEN);
    document
        .pages
        .iter()
        .map(|p| {
            p.lines.iter().filter(visible).take(lines).map(|l| l.text.as_str()).collect::<Vec<_>>().join("\n")
        })
        .find(|t| !t.trim().is_empty())
        .unwrap_or_default()
}

/// Returns the first full date near the top. An adoption date wins over it; lines that date a copy are
/// skipped.
fn page_date(head: &str) -> Option<String> {
    let mut first = None;
    for line in head.lines() {
        let lower = line.to_lowercase();
        if ["downloaded", "retrieved", "printed", "accessed"].iter().any(|w| lower.contains(w)) {
            continue;
        }
        let mut rest = line;
        while let Some((at, date)) = find_date(rest) {
            let before = rest.get(..at.start).unwrap_or("").to_lowercase();
            if date.len() == 10 {
                if before.contains("adopted by") || before.trim_end().ends_with("adopted") {
                    return Some(date);
                }
                first.get_or_insert(date);
            }
            rest = rest.get(at.end..).unwrap_or("");
        }
    }
    first
}

fn year_in(stem: &str) -> Option<String> {
    stem.split(|c: char| !c.is_ascii_digit())
        .filter(|run| run.len() == 4)
        .find(|run| run.parse::<u32>().is_ok_and(|y| (1900..2100).contains(&y)))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};

    fn described(text: &str, path: &str, given: &Given) -> Description {
        let document = read(text.as_bytes(), path, &ReadOptions::default()).unwrap().remove(0);
        describe(&document, path, given, MetadataRules::built_in())
    }

    #[test]
    fn from_name_and_page() {
        let text = "Town of Alder\nPLANNING BOARD MEETING MINUTES (unapproved)\nMay 7, 2024\nThe chair opened the meeting.\n";
        let got = described(text, "papers/alder-nh_2024-05_minutes.txt", &Given::default());
        assert_eq!(got.title, "PLANNING BOARD MEETING MINUTES (unapproved)");
        let meta = &got.meta;
        let shown = |field: &str| meta.origin.get(field).map(String::as_str);
        assert_eq!((meta.date.as_deref(), shown("date")), (Some("2024-05-07"), Some("first page")));
        assert_eq!((meta.town.as_deref(), shown("town")), (Some("Alder"), Some("name")));
        assert_eq!((meta.jurisdiction.as_deref(), shown("jurisdiction")), (Some("NH"), Some("name")));
        assert_eq!((meta.doc_type.as_deref(), shown("doc_type")), (Some("minutes"), Some("name")));
        assert_eq!((meta.board.as_deref(), shown("board")), (Some("Planning Board"), Some("first page")));
        assert_eq!((meta.status.as_deref(), shown("status")), (Some("draft"), Some("first page")));
        assert_eq!((meta.authority.as_deref(), meta.lane.as_str()), (Some("minutes"), "local"));
        assert_eq!(got.name_words, "alder nh 2024-05 minutes");
    }

    #[test]
    fn board_of_farther_folder_counts_last() {
        let board = |text: &str, path: &str| {
            let meta = described(text, path, &Given::default()).meta;
            (meta.board, meta.origin.get("board").cloned().unwrap_or_default())
        };
        let (select, planning) = (Some("Select Board".to_owned()), Some("Planning Board".to_owned()));
        for (text, path, expected) in [
            ("Text\n", "srv/Select Board/2024/minutes/a.txt", (select.clone(), "folder")),
            ("Text\n", "srv/select-board/planning board/2024/a.txt", (planning.clone(), "folder")),
            ("Text\n", "srv/Select Board/planning board/a.txt", (planning.clone(), "name")),
            ("PLANNING BOARD\n", "srv/Select Board/2024/a.txt", (planning.clone(), "first page")),
            ("Text\n", "srv/selectboard-packets/2024/planning-board_a.txt", (planning, "name")),
            ("Text\n", "Select Board/a/b/c/d/a.txt", (None, "")),
            ("Text\n", "home/clerk/papers/a.txt", (None, "")),
        ] {
            let (value, origin) = board(text, path);
            assert_eq!((value, origin.as_str()), expected, "{path}");
        }
    }

    #[test]
    fn agenda_center_export_has_date_and_kind() {
        let kind = |path: &str| {
            let meta = described("Text\n", path, &Given::default()).meta;
            (meta.date.unwrap_or_default(), meta.doc_type.unwrap_or_default())
        };
        let expected = |date: &str, kind: &str| (date.to_owned(), kind.to_owned());
        assert_eq!(kind("AgendaCenter/ViewFile/Minutes/_03102025-123"), expected("2025-03-10", "minutes"));
        assert_eq!(kind("AgendaCenter/ViewFile/Agenda/_03102025-123.pdf"), expected("2025-03-10", "agenda"));
        assert_eq!(kind("DocumentCenter/View/03102025"), expected("", ""));
    }

    #[test]
    fn flags_win_over_sources_over_fields() {
        let mut given = Given::default();
        given.set("town", "Birch").unwrap();
        given.sources.insert("town".into(), "Cedar".into());
        given.sources.insert("board".into(), "Select Board".into());
        let got = described("---\ntown: Dale\nboard: Other\ntags: [a, b]\n---\nText\n", "x.md", &given);
        assert_eq!((got.meta.town.as_deref(), got.meta.origin["town"].as_str()), (Some("Birch"), "flag"));
        assert_eq!(
            (got.meta.board.as_deref(), got.meta.origin["board"].as_str()),
            (Some("Select Board"), "sources.toml")
        );
        assert_eq!(
            (got.meta.topics.clone(), got.meta.origin["topics"].as_str()),
            (vec!["a".into(), "b".into()], "front matter")
        );
        assert!(given.set("twon", "x").is_err());
        assert!(given.set("date", "x").is_err());
    }

    #[test]
    fn visibility_is_stated_or_guessed() {
        let closed = "SELECT BOARD\nNONPUBLIC SESSION MINUTES\nMay 7, 2024\n";
        let seen = |text: &str, path: &str, given: &Given| {
            let meta = described(text, path, given).meta;
            (meta.visibility, meta.origin.get("visibility").cloned().unwrap_or_default())
        };
        let none = Given::default();
        assert_eq!(seen(closed, "a.txt", &none), (Visibility::Staff, "first page".into()));
        assert_eq!(seen("Budget\n", "a.txt", &none), (Visibility::Public, String::new()));
        assert_eq!(seen("Text\n", "nonpublic-minutes.txt", &none), (Visibility::Staff, "name".into()));
        let stated = |level: &str| seen(&format!("---\nvisibility: {level}\n---\nText\n"), "a.md", &none);
        assert_eq!(stated("Sealed"), (Visibility::Sealed, "front matter".into()));
        assert_eq!(stated("secret").0, Visibility::Sealed, "an unknown level hides");
        let mut given = Given::default();
        given.set("visibility", "public").unwrap();
        assert_eq!(seen(closed, "a.txt", &given), (Visibility::Public, "flag".into()));
        assert!(
            given.set("visibility", "secret").unwrap_err().to_string().contains("public, staff or sealed")
        );
    }

    #[test]
    fn statutes_go_to_the_state_lane() {
        let line = "{\"jurisdiction\":\"us-nh\",\"citation\":\"RSA 31-B:3\",\"heading\":\"Public Notice.\",\"text\":\"I. Bodies.\"}";
        let got = described(line, "statutes.jsonl", &Given::default());
        assert_eq!(got.title, "RSA 31-B:3 Public Notice.");
        assert_eq!(got.meta.lane, "state");
        assert_eq!(got.meta.jurisdiction.as_deref(), Some("NH"));
        assert_eq!(got.meta.authority.as_deref(), Some("rsa"));
        assert_eq!(got.citation.as_deref(), Some("RSA 31-B:3"));
    }
}
