use super::super::read as read_xml;
use super::*;
use proptest::prelude::*;

pub(in crate::xml) const TITLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" identifier="/us/usc/t90">
<meta><dc:title>Title 90</dc:title><docNumber>90</docNumber></meta>
<main><title identifier="/us/usc/t90"><num value="90">Title 90—</num><heading>WELLS</heading>
<note topic="enacting"><p>This title was enacted.</p></note>
<toc><layout><tocItem><column>1.</column><column>Wells</column></tocItem></layout></toc>
<chapter identifier="/us/usc/t90/ch126"><num value="126">CHAPTER 126—</num><heading>EQUAL ACCESS TO WELLS</heading>
<section identifier="/us/usc/t90/s12131"><num value="12131">§ 12131.</num><heading> Definitions</heading>
<chapeau>As used in this chapter:</chapeau>
<paragraph identifier="/us/usc/t90/s12131/1"><num value="1">(1)</num><heading> Public well</heading>
<chapeau>The term “public well” means—</chapeau>
<subparagraph identifier="/us/usc/t90/s12131/1/A"><num value="A">(A)</num><content> any town’s well; and</content></subparagraph>
<subparagraph identifier="/us/usc/t90/s12131/1/B"><num value="B">(B)</num><content> any pond.<ref class="footnoteRef" idref="fn1">1</ref><note type="footnote" id="fn1"><num>1</num> So in original.</note></content></subparagraph>
<continuation>Both are open to all.</continuation></paragraph>
<paragraph identifier="/us/usc/t90/s12131/2"><num value="2">(2)</num><content><p>Depths are these:</p>
<table><thead><tr><th>Well</th><th>Feet</th></tr></thead><tbody><tr><td><p>North</p></td><td>10<sup>2</sup></td></tr></tbody></table></content></paragraph>
<sourceCredit>(<ref href="/us/pl/101/336">Pub. L. 101–336</ref>, title II, § 201, <date date="1990-07-26">July 26, 1990</date>.)</sourceCredit>
<notes type="uscNote"><note role="crossHeading"><heading>Notes</heading></note><note topic="amendments"><heading>Amendments</heading><p>1999—Changed.
<quotedContent><section><num>§ 5.</num><content>Quoted.</content></section></quotedContent></p></note></notes></section>
<section status="repealed" identifier="/us/usc/t90/s12132...12134"><num value="12132 to 12134">[§§ 12132 to 12134.</num><heading> Repealed. Pub. L. 102–1, § 2, Jan. 1, 1991]</heading></section>
<section status="omitted" identifier="/us/usc/t90/s2000e–5"><num value="2000e–5">[§ 2000e–5.</num><heading> Omitted]</heading></section>
</chapter></title></main></uscDoc>"#;

fn read_title(xml: &str) -> Vec<Document> {
    read_xml(xml.as_bytes(), &ReadOptions::default()).unwrap()
}

fn lines(document: &Document) -> Vec<&str> {
    document.pages[0].lines.iter().map(|l| l.text.as_str()).collect()
}

#[test]
fn a_section_has_its_levels_credit_and_place() {
    let documents = read_title(TITLE);
    let first = &documents[0];
    assert_eq!(
        lines(first),
        [
            "90 U.S.C. § 12131 Definitions",
            "As used in this chapter:",
            "(1) Public well The term “public well” means—",
            "(A) any town’s well; and",
            "(B) any pond.",
            "Both are open to all.",
            "(2) Depths are these:",
            "Well Feet",
            "North 10²",
            "History",
            "(Pub. L. 101–336, title II, § 201, July 26, 1990.)",
        ]
    );
    let marks = first.law.as_ref().unwrap();
    let paths: Vec<(String, bool)> = marks.paragraphs.iter().map(|p| (p.path.concat(), p.is_row)).collect();
    let expected = ["", "(1)", "(1)(A)", "(1)(B)", "(1)", "(2)", "(2)", "(2)"];
    assert_eq!(paths.iter().map(|p| p.0.as_str()).collect::<Vec<_>>(), expected);
    assert_eq!(paths.iter().filter(|p| p.1).count(), 2);
    assert_eq!(first.meta["hierarchy"], "Title 90—WELLS / CHAPTER 126—EQUAL ACCESS TO WELLS");
    // A footnote and a note on amendments; a heading between notes is none.
    assert_eq!(marks.notes_left_out, 2);
}

#[test]
fn former_sections_keep_their_numbers_and_status() {
    let documents = read_title(TITLE);
    let shown: Vec<(&str, &str, &str)> = documents
        .iter()
        .skip(1)
        .map(|d| (d.meta["citation"].as_str(), d.meta["status"].as_str(), d.meta["heading"].as_str()))
        .collect();
    let run = "§§ 12132 to 12134. Repealed. Pub. L. 102–1, § 2, Jan. 1, 1991";
    assert_eq!(
        shown,
        [
            ("90 U.S.C. § 12132", "repealed", run),
            ("90 U.S.C. § 12133", "repealed", run),
            ("90 U.S.C. § 12134", "repealed", run),
            ("90 U.S.C. § 2000e-5", "omitted", "Omitted"),
        ]
    );
}

#[test]
fn rules_in_an_appendix_are_left_out_aloud() {
    let xml = TITLE.replace(
        "</chapter>",
        "<courtRule><num>Rule 1.</num><content>Scope.</content></courtRule><p>Loose words.</p></chapter>",
    );
    let documents = read_title(&xml);
    let reasons: Vec<String> = documents
        .iter()
        .filter_map(|d| match &d.pages[0].status {
            crate::PageStatus::Unread { reason } => Some(reason.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(
        reasons[0].starts_with("1 of its rules") && reasons[1].starts_with("12 characters"),
        "{reasons:?}"
    );
}

#[test]
fn too_many_sections_are_an_error() {
    let mut options = ReadOptions::default();
    options.limits.documents = 2;
    let error = read_xml(TITLE.as_bytes(), &options).unwrap_err().to_string();
    assert!(error.contains("number of sections"), "{error}");
}

proptest! {
    #[test]
    fn never_panics_and_loses_no_word(parts in proptest::collection::vec(prop_oneof![
        Just("<subsection><num>(a)</num>"), Just("</subsection>"), Just("<paragraph><num>(1)</num>"), Just("</paragraph>"),
        Just("<content>alpha</content>"), Just("<chapeau>beta</chapeau>"), Just("<heading>gamma</heading>"), Just("loose"),
        Just("<table><tr><td>delta</td><td/></tr></table>"), Just("<continuation>eta <ref>theta</ref></continuation>"),
    ], 0..25)) {
        let body = parts.concat();
        let xml = format!(
            "<uscDoc><main><title><num>Title 1</num><section identifier='/us/usc/t1/s1'><num value='1'>§ 1.</num>\
             <heading>H</heading>{body}</section></title></main></uscDoc>"
        );
        if let Ok(documents) = read_xml(xml.as_bytes(), &ReadOptions::default()) {
            let marks = documents[0].law.clone().unwrap();
            let count = u32::try_from(documents[0].pages[0].lines.len()).unwrap();
            prop_assert!(marks.body.end <= count);
            let mut at = marks.body.start;
            for paragraph in &marks.paragraphs {
                prop_assert_eq!(paragraph.lines.start, at);
                at = paragraph.lines.end;
            }
            prop_assert_eq!(at, marks.body.end);
            let got = lines(&documents[0]).join(" ");
            for word in ["alpha", "beta", "delta", "eta ", "theta", "loose"] {
                let wanted = body.matches(word.trim()).count();
                prop_assert!(got.matches(word.trim()).count() >= wanted, "{word} in {got}");
            }
        }
    }
}
