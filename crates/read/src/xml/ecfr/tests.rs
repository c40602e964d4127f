use super::super::read as read_xml;
use super::*;
use crate::PageStatus;
use proptest::prelude::*;

pub(in crate::xml) const TITLE: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
<DLPSTEXTCLASS><HEADER><FILEDESC><TITLE>Title 90</TITLE></FILEDESC></HEADER><TEXT><BODY><ECFRBRWS>
<AMDDATE>Jan. 1, 2026</AMDDATE>
<DIV1 N="2" NODE="90:2" TYPE="TITLE"><HEAD>Title 90—Wells--Volume 2</HEAD>
<CFRTOC><SUBJECT>chapter i</SUBJECT></CFRTOC>
<DIV3 N="I" NODE="90:2.0.1" TYPE="CHAPTER"><HEAD>CHAPTER I—DEPARTMENT OF WELLS</HEAD>
<DIV5 N="35" NODE="90:2.0.1.1.1" TYPE="PART"><HEAD>PART 35—ACCESS TO WELLS</HEAD>
<AUTH><HED>Authority:</HED><PSPACE>5 U.S.C. 301.</PSPACE></AUTH>
<SOURCE><HED>Source:</HED><PSPACE>56 FR 1, July 26, 1991, unless otherwise noted.</PSPACE></SOURCE>
<DIV6 N="A" NODE="90:2.0.1.1.1.1" TYPE="SUBPART"><HEAD>Subpart A—General</HEAD>
<DIV8 N="§ 35.101" NODE="90:2.0.1.1.1.1.0.1" TYPE="SECTION"><HEAD>§ 35.101   Purpose.</HEAD>
<P>(a) <I>Wells.</I> This part opens wells.<SU>1</SU>
</P>
<P>(1) To towns; and</P>
<P>(b) It covers 10<SU>2</SU> ponds:</P>
<DIV class="table"><TABLE><THEAD><TR><TH>Pond</TH><TH>Feet</TH></TR></THEAD><TR><TD>North</TD><TD>7</TD></TR></TABLE></DIV>
<NOTE><HED>Note:</HED><P>Ponds freeze.</P></NOTE>
<img src="/graphics/a.gif"/>
<CITA TYPE="N">[56 FR 2, Aug. 1, 1991]</CITA><EDNOTE><HED>Editorial Note:</HED><PSPACE>See 57 FR 1.</PSPACE></EDNOTE></DIV8>
<DIV8 N="§§ 35.102-35.104" TYPE="SECTION"><HEAD>§§ 35.102-35.104   [Reserved]</HEAD></DIV8>
<DIV8 N="§ 35.105" TYPE="SECTION"><HEAD>§ 35.105   Self-evaluation.</HEAD><P>A town looks at its wells.</P></DIV8></DIV6>
<DIV9 N="Appendix A to Part 35" TYPE="APPENDIX"><HEAD>Appendix A to Part 35—Guidance</HEAD><HD1>Background</HD1><P>Wells differ.</P></DIV9>
</DIV5></DIV3></DIV1></ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>"#;

fn lines(document: &Document) -> Vec<&str> {
    document.pages[0].lines.iter().map(|l| l.text.as_str()).collect()
}

#[test]
fn a_title_of_the_bulk_data() {
    let documents = read_xml(TITLE.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(
        lines(&documents[0]),
        [
            "90 C.F.R. § 35.101 Purpose.",
            "(a) Wells. This part opens wells.¹",
            "(1) To towns; and",
            "(b) It covers 10² ponds:",
            "Pond Feet",
            "North 7",
            "Note:",
            "Ponds freeze.",
            "[image]",
            "History",
            "[56 FR 2, Aug. 1, 1991]",
            "Editorial Note: See 57 FR 1.",
        ]
    );
    assert_eq!(
        documents[0].meta["hierarchy"],
        "Title 90—Wells / CHAPTER I—DEPARTMENT OF WELLS / PART 35—ACCESS TO WELLS / Subpart A—General"
    );
    let shown: Vec<(&str, &str)> =
        documents.iter().map(|d| (d.meta["citation"].as_str(), d.meta["heading"].as_str())).collect();
    let reserved = "§§ 35.102-35.104 [Reserved]";
    assert_eq!(
        shown,
        [
            ("90 C.F.R. § 35.101", "Purpose."),
            ("90 C.F.R. § 35.102", reserved),
            ("90 C.F.R. § 35.103", reserved),
            ("90 C.F.R. § 35.104", reserved),
            ("90 C.F.R. § 35.105", "Self-evaluation."),
            ("90 C.F.R. pt. 35, app. A", "Appendix A to Part 35—Guidance"),
        ]
    );
    // The part's source is that of a section which names none.
    assert_eq!(lines(&documents[4]).last(), Some(&"Source: 56 FR 1, July 26, 1991, unless otherwise noted."));
    assert_eq!(
        lines(&documents[5]),
        [
            "90 C.F.R. pt. 35, app. A Appendix A to Part 35—Guidance",
            "Background",
            "Wells differ.",
            "History",
            "Source: 56 FR 1, July 26, 1991, unless otherwise noted."
        ]
    );
}

#[test]
fn a_part_or_title_of_the_service() {
    let meta = r#"hierarchy_metadata="{&amp;quot;path&amp;quot;:&amp;quot;/on/2026-01-01/title-90/part-51&amp;quot;}""#;
    let part = format!(
        r#"<?xml version="1.0"?><DIV5 N="51" TYPE="PART" {meta}><HEAD>PART 51—PONDS</HEAD><DIV8 N="51.1" TYPE="SECTION"><HEAD>&#xA7; 51.1 Policy.</HEAD><P>(a) Ponds.</P></DIV8></DIV5>"#
    );
    let title = r#"<ECFR><VOLUME N="1"/><DIV1 N="90" TYPE="TITLE"><HEAD>Title 90—Wells</HEAD><DIV5 N="51" TYPE="PART"><DIV8 N="51.1" TYPE="SECTION"><HEAD>§ 51.1   Policy.</HEAD><P>(a) Ponds.</P></DIV8></DIV5></DIV1></ECFR>"#;
    for xml in [part.as_str(), title] {
        let documents = read_xml(xml.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(documents[0].meta["citation"], "90 C.F.R. § 51.1");
        assert_eq!(documents[0].meta["heading"], "Policy.");
    }
    let unnamed = part.replace(meta, "");
    let documents = read_xml(unnamed.as_bytes(), &ReadOptions::default()).unwrap();
    let status = &documents[0].pages[0].status;
    assert!(
        matches!(status, PageStatus::Unread { reason } if reason.contains("1 of its sections")),
        "{status:?}"
    );
}

proptest! {
    #[test]
    fn never_panics(parts in proptest::collection::vec(prop_oneof![
        Just("<DIV5 N='1' TYPE='PART'>"), Just("</DIV5>"), Just("<DIV8 N='§ 1.1' TYPE='SECTION'>"), Just("</DIV8>"), Just("<DIV8 N='§§ 1.2-1.9'/>"),
        Just("<HEAD>§ 1.1 Head.</HEAD>"), Just("<P>(a) words</P>"), Just("<DIV9 N='Appendix A to Part 1'/>"), Just("<SOURCE>s</SOURCE>"),
        Just("<TABLE><TR><TD>a</TD></TR></TABLE>"), Just("loose"), Just("<img/>"),
    ], 0..25)) {
        let xml = format!("<DIV1 N='1' TYPE='TITLE'>{}</DIV1>", parts.concat());
        let _ = read_xml(xml.as_bytes(), &ReadOptions::default());
    }
}
