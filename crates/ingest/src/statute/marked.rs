//! Documents that declare themselves as one section: JSONL records with a citation, sections in XML.

use std::collections::HashSet;
use std::ops::Range;

use crate::{Document, LawMarks};
use twolane_law::{SectionStatus, StatuteSection, Unit};
use twolane_text::Line;

use super::code::{Cited, Code, cited, scheme};
use super::effective::effective;
use super::heading::clean_heading;
use super::located::{Found, LocatedSection, bracketed, lines_of, paragraphs, read_units, words};
use super::options::StatuteOptions;
use super::status::{stated, status_of};

pub(super) fn find(document: &Document, options: &StatuteOptions) -> Found {
    let Some(citation) = document.meta.get("citation") else { return Found::default() };
    let cited = cited_in(citation, options);
    let mut problems = Vec::new();
    if cited.code.is_none() {
        problems.push(format!("{citation:?} is no citation of a section of a code that the grammar knows"));
    }
    let lines = lines_of(document);
    let marks = document.law.clone().unwrap_or_else(|| without_marks(&lines));
    let body = clamp(&marks.body, lines.len());
    let raw_heading = document.meta.get("heading").map_or("", String::as_str);
    let heading = clean_heading(raw_heading, &cited.number);
    let code = options.code.as_deref().or(cited.code.as_deref());
    let (mut units, unit_lines) = if marks.paragraphs.is_empty() {
        let runs = paragraphs(&lines, body.clone(), false);
        let first = runs.first().map(|r| words(&lines, r.clone())).unwrap_or_default();
        let skip = opening(&first, &cited.number, raw_heading);
        read_units(&lines, &runs, skip, scheme(code), &cited.start)
    } else {
        marked_units(&lines, &marks)
    };
    if code.and_then(Code::of_name).is_some_and(|code| code.bracketed) {
        bracketed(&mut units);
    }
    let text = units.iter().map(|u| u.text.as_str()).collect::<Vec<_>>().join(" ");
    let labelled = units.iter().any(|u| !u.path.is_empty());
    let status = match document.meta.get("status").and_then(|s| stated(s)) {
        Some(status) => status,
        None if labelled => SectionStatus::InForce,
        None => status_of(raw_heading, &text),
    };
    // A stub whose text repeats its heading has no text of its own.
    let repeats = !raw_heading.is_empty() && same_words(raw_heading, &text);
    let (units, unit_lines) = if repeats { (Vec::new(), Vec::new()) } else { (units, unit_lines) };
    let history = words(&lines, clamp(&marks.history, lines.len()));
    let meta = |name: &str| document.meta.get(name).map(String::as_str);
    let dated = meta("effective").and_then(crate::metadata::parse_date).filter(|d| d.len() == 10);
    let effective = dated
        .or_else(|| effective(&history))
        .or_else(|| effective(raw_heading))
        .or_else(|| (status != SectionStatus::InForce).then(|| effective(&text)).flatten());
    let hierarchy = document.meta.get("hierarchy").map_or_else(Vec::new, |h| {
        h.split(" / ").map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
    });
    let Cited { section, start, .. } = cited;
    let section = StatuteSection {
        citation: section,
        heading,
        hierarchy,
        units,
        history: Some(history).filter(|h| !h.is_empty()),
        status,
        effective,
        source: document.meta.get("source").cloned(),
        links: marks.links.iter().map(|l| normal(l)).collect(),
    };
    let located = LocatedSection { section, lines: 0..lines.len(), units: unit_lines, part: start.path };
    let notes_left_out = usize::try_from(marks.notes_left_out).unwrap_or(usize::MAX);
    Found { sections: vec![located], problems, notes_left_out }
}

/// Reads a citation; a number without the name of its code belongs to the code of the options.
fn cited_in(citation: &str, options: &StatuteOptions) -> Cited {
    let number = citation.trim_start_matches(['§', ' ']);
    let code = options.code.as_deref().and_then(Code::of_name);
    let whole = code.filter(|code| {
        let captures = code.pattern().and_then(|p| p.captures(number));
        captures.and_then(|c| c.name("number")).is_some_and(|n| n.as_str() == number)
    });
    match whole.and_then(|code| code.citation(number, None)) {
        Some(citation) => cited(&citation),
        None => cited(citation),
    }
}

/// Builds the marks of a document whose citation comes from front matter: all of it except headings is the
/// section.
fn without_marks(lines: &[Line]) -> LawMarks {
    let index = |i: usize| u32::try_from(i).unwrap_or(u32::MAX);
    let start = lines.iter().position(|l| l.heading.is_none()).unwrap_or(lines.len());
    let end = lines
        .iter()
        .skip(start)
        .position(|l| l.heading.is_some() && l.text.trim().eq_ignore_ascii_case("history"))
        .map_or(lines.len(), |i| start + i);
    LawMarks {
        body: index(start)..index(end),
        history: index((end + 1).min(lines.len()))..index(lines.len()),
        ..LawMarks::default()
    }
}

fn clamp(range: &Range<u32>, most: usize) -> Range<usize> {
    let index = |i: u32| usize::try_from(i).unwrap_or(usize::MAX).min(most);
    index(range.start)..index(range.end).max(index(range.start))
}

/// Returns a citation in the grammar's form, or unchanged.
fn normal(citation: &str) -> String {
    twolane_law::Grammar::built_in().parse_citation(citation).map_or_else(|| citation.to_owned(), |c| c.text)
}

/// Returns the number of bytes with which the first paragraph repeats number and heading.
pub(super) fn opening(first: &str, number: &str, heading: &str) -> usize {
    let Some(rest) = first.strip_prefix(number).filter(|_| !number.is_empty()) else { return 0 };
    let mut at = first.len() - rest.len();
    let mut wanted = heading.chars().filter(|c| c.is_alphanumeric()).peekable();
    for (i, c) in rest.char_indices() {
        if wanted.peek().is_none() {
            break;
        }
        if c.is_alphanumeric() {
            if !wanted.next().is_some_and(|w| w.to_lowercase().eq(c.to_lowercase())) {
                return 0;
            }
            at = first.len() - rest.len() + i + c.len_utf8();
        }
    }
    if wanted.peek().is_some() {
        return 0;
    }
    let tail = first.get(at..).unwrap_or("");
    if tail.starts_with(char::is_alphanumeric) {
        return 0;
    }
    at + tail.len() - tail.trim_start_matches(['.', ' ', '-', '\u{2013}', '\u{2014}', ':', ';']).len()
}

fn same_words(a: &str, b: &str) -> bool {
    let letters =
        |t: &str| t.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(a) == letters(b)
}

/// Reads units as the format marks them.
fn marked_units(lines: &[Line], marks: &LawMarks) -> (Vec<Unit>, Vec<Range<usize>>) {
    let mut seen: HashSet<&[String]> = HashSet::new();
    let mut units: Vec<Unit> = Vec::new();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut after_row = false;
    for paragraph in &marks.paragraphs {
        let alone = std::mem::replace(&mut after_row, paragraph.is_row) || paragraph.is_row;
        let range = clamp(&paragraph.lines, lines.len());
        let text = words(lines, range.clone());
        let opens = (1..=paragraph.path.len())
            .filter_map(|depth| paragraph.path.get(..depth))
            .filter(|path| seen.insert(path))
            .count()
            > 0;
        let rest = text.trim();
        match (units.last_mut(), ranges.last_mut()) {
            (Some(unit), Some(held)) if !opens && !alone && unit.path == paragraph.path => {
                unit.text = format!("{} {rest}", unit.text).trim().to_owned();
                held.end = range.end;
            }
            _ => {
                units.push(Unit { path: paragraph.path.clone(), text: rest.to_owned() });
                ranges.push(range);
            }
        }
    }
    (units, ranges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{ReadOptions, read};

    fn section(json: &str) -> LocatedSection {
        let document = read(json.as_bytes(), "a.jsonl", &ReadOptions::default()).unwrap().remove(0);
        find(&document, &StatuteOptions::default()).sections.remove(0)
    }

    #[test]
    fn records() {
        let got = section(
            r#"{"citation":"RSA 90-B:3","title":"Title X: water / chapter 90-B wells","heading":"Notice.","text":"90-B:3 Notice. Each board:\nI. Posts it.\nII. (a) Keeps it; and\n(b) Shows it.","history":"Source. 1999, 2:3, eff. Jan. 1, 2000."}"#,
        );
        let units: Vec<(String, &str)> =
            got.section.units.iter().map(|u| (u.path.concat(), u.text.as_str())).collect();
        assert_eq!(
            units,
            [
                (String::new(), "Each board:"),
                ("I".into(), "I. Posts it."),
                ("II(a)".into(), "II. (a) Keeps it; and"),
                ("II(b)".into(), "(b) Shows it.")
            ]
        );
        assert_eq!(got.section.hierarchy, ["Title X: water", "chapter 90-B wells"]);
        assert_eq!(got.section.effective.as_deref(), Some("2000-01-01"));
        let names = super::super::located::aliases(&[got]);
        let names: Vec<(&str, Range<usize>)> = names.iter().map(|(n, r)| (n.as_str(), r.clone())).collect();
        assert_eq!(
            names,
            [
                ("RSA 90-B:3", 0..7),
                ("RSA 90-B:3, I", 2..3),
                ("RSA 90-B:3, II", 3..5),
                ("RSA 90-B:3, II(a)", 3..4),
                ("RSA 90-B:3, II(b)", 4..5)
            ]
        );
    }

    fn of_file(text: &str, name: &str, code: &str) -> Vec<StatuteSection> {
        let options = StatuteOptions { code: Some(code.to_owned()) };
        let documents = read(text.as_bytes(), name, &ReadOptions::default()).unwrap();
        documents.iter().flat_map(|d| find(d, &options).sections).map(|l| l.section).collect()
    }

    fn addressed(section: &StatuteSection) -> Vec<String> {
        section.units.iter().map(|u| format!("{} = {}", section.address(&u.path), u.text)).collect()
    }

    #[test]
    fn federal_sections_keep_levels_tables_and_status() {
        let uslm = "<uscDoc><main><title><num>Title 42—</num><heading>HEALTH</heading>\
            <section identifier='/us/usc/t42/s300gg\u{2013}91'><num value='300gg\u{2013}91'>§ 300gg\u{2013}91.</num><heading> Definitions</heading>\
            <paragraph><num>(1)</num><chapeau>A well is—</chapeau><subparagraph><num>(A)</num><content>deep:<table><tr><td>Well</td><td>7</td></tr></table></content></subparagraph></paragraph>\
            <sourceCredit>(July 1, 1944, ch. 373.)</sourceCredit></section>\
            <section status='transferred' identifier='/us/usc/t42/s12'><num value='12'>[§ 12.</num><heading> Transferred]</heading></section></title></main></uscDoc>";
        let got = of_file(uslm, "usc42.xml", "usc");
        assert_eq!(
            addressed(&got[0]),
            [
                "42 U.S.C. § 300gg-91(1) = (1) A well is—",
                "42 U.S.C. § 300gg-91(1)(A) = (A) deep:",
                "42 U.S.C. § 300gg-91(1)(A) = Well 7",
            ]
        );
        assert_eq!(got[0].hierarchy, ["Title 42—HEALTH"]);
        assert_eq!(got[0].history.as_deref(), Some("(July 1, 1944, ch. 373.)"));
        assert_eq!((got[1].status, got[1].units.len()), (SectionStatus::Reserved, 0));
        let ecfr = "<?xml version='1.0'?><DIV1 N='28' NODE='28:1' TYPE='TITLE'><HEAD>Title 28—Justice</HEAD><DIV5 N='35' NODE='28:1.1' TYPE='PART'><HEAD>PART 35—ACCESS</HEAD>\
            <DIV8 N='§ 35.104' TYPE='SECTION'><HEAD>§ 35.104   Definitions.</HEAD><P>(a) <I>Wells.</I> These:</P><P>(1) Deep;</P>\
            <TABLE><TR><TD>North</TD><TD>7</TD></TR><TR><TD>South</TD><TD>9</TD></TR></TABLE><P>(b) Ponds.</P><CITA>[56 FR 1]</CITA></DIV8>\
            <DIV8 N='§ 35.109' TYPE='SECTION'><HEAD>§ 35.109   [Reserved]</HEAD></DIV8>\
            <DIV9 N='Appendix C to Part 35' TYPE='APPENDIX'><HEAD>Appendix C to Part 35—Guidance</HEAD><P>Wells differ.</P></DIV9></DIV5></DIV1>";
        let got = of_file(ecfr, "title-28.xml", "cfr");
        let units = addressed(&got[0]);
        assert_eq!(units[0], "28 C.F.R. § 35.104(a) = (a) Wells. These:");
        assert_eq!(units[1], "28 C.F.R. § 35.104(a)(1) = (1) Deep;");
        assert!(units.iter().any(|u| u.ends_with("= North 7")), "{units:?}");
        assert!(units.iter().any(|u| u.ends_with("= South 9")), "{units:?}");
        assert_eq!(units.last().unwrap(), "28 C.F.R. § 35.104(b) = (b) Ponds.");
        assert_eq!(
            (got[1].citation.as_str(), got[1].status),
            ("28 C.F.R. § 35.109", SectionStatus::Reserved)
        );
        assert_eq!(got[2].citation, "28 C.F.R. pt. 35, app. C");
    }

    #[test]
    fn numbers_without_their_code_are_those_of_the_options() {
        let law = "<law><section_number>62.1-44.15:34</section_number><catch_line>Digging</catch_line><text>\
            <section prefix='A'>No digging:<section prefix='1'>here.</section></section></text></law>";
        let got = of_file(law, "62.1-44.15_34.xml", "vac");
        assert_eq!(
            addressed(&got[0]),
            ["Va. Code § 62.1-44.15:34(A) = A. No digging:", "Va. Code § 62.1-44.15:34(A)(1) = 1. here."]
        );
        let crs = "<CRS><SECTION-TEXT><P N='(1)(a)'/><CATCH-LINE><RHFTO>90-1-101</RHFTO>. <M>Digging.</M></CATCH-LINE>(1) <N/>(a) <M>A town may dig.</M>\
            <P>(1.5) <M>Ponds.</M></P><P>(2) <M>Wells.</M></P></SECTION-TEXT></CRS>";
        let got = of_file(crs, "title90.xml", "crs");
        assert_eq!(addressed(&got[0])[0], "C.R.S. § 90-1-101(1)(a) = (1) (a) A town may dig.");
        assert_eq!(addressed(&got[0]).last().unwrap(), "C.R.S. § 90-1-101(2) = (2) Wells.");
    }

    #[test]
    fn parts_and_stubs() {
        let part = section(
            r#"{"citation":"RSA 90:4, VIII(h)","heading":"Acts.","text":"(h) Words:\n(1) one;\n(2) two."}"#,
        );
        let paths: Vec<String> = part.section.units.iter().map(|u| part.section.address(&u.path)).collect();
        assert_eq!(paths, ["RSA 90:4, VIII(h)", "RSA 90:4, VIII(h)(1)", "RSA 90:4, VIII(h)(2)"]);
        assert_eq!(part.part, ["VIII", "(h)"]);
        let stub = section(
            r#"{"citation":"Conn. Gen. Stat. § 7-903","heading":"and 7-904. - Reserved for future use.","text":"and 7-904. - Reserved for future use."}"#,
        );
        assert_eq!((stub.section.status, stub.section.units.len()), (SectionStatus::Reserved, 0));
        let heading = section(r#"{"citation":"RSA 90:5","heading":"Fees."}"#);
        assert_eq!(heading.section.status, SectionStatus::HeadingOnly);
    }
}
