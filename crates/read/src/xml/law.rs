//! Sections of a code in the form of the D.C. Council's law library: `section` with `num`,
//! `heading`, nested `para`, `annotations`; `container` with `xi:include`.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::lines::PageBuilder;
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, LawMarks, MarkedPart};
use twolane_text::LineFlags;

use super::section_page::SectionPage;
use super::tree::{Content, Element};

/// The document, or `None` when the root is of another form.
pub(super) fn read(root: &Element, options: &ReadOptions) -> Result<Option<Document>, ReadError> {
    match root.name.as_str() {
        "section" if root.child("num").is_some() => section(root, options).map(Some),
        "container" if root.child("num").is_some() || root.child("heading").is_some() => {
            container(root, options).map(Some)
        }
        _ => Ok(None),
    }
}

struct Section<'a> {
    page: SectionPage<'a>,
    code: &'a str,
}

fn section(root: &Element, options: &ReadOptions) -> Result<Document, ReadError> {
    let code = root.attribute("containing-doc").map(str::trim).filter(|c| !c.is_empty()).unwrap_or("Code");
    let number = root.child("num").map(Element::text).unwrap_or_default();
    let heading = root.child("heading").map(Element::text).unwrap_or_default();
    let citation = format!("{code} § {}", number.trim_start_matches(['§', ' ']));
    let mut section = Section { page: SectionPage::new(&citation, &heading, options)?, code };
    section.body(root, true)?;
    section.page.end_body();
    let reason = root.child("reason").map(Element::text).unwrap_or_default();
    section.page.set("status", &reason.to_lowercase());
    if let Some(annotations) = root.child("annotations") {
        section.annotations(annotations)?;
    }
    Ok(section.page.finish())
}

impl Section<'_> {
    /// Reads the text and paragraphs of a section or paragraph (a section's number and heading are
    /// read elsewhere).
    fn body(&mut self, element: &Element, outermost: bool) -> Result<(), ReadError> {
        let mut text = String::new();
        for content in &element.content {
            let child = match content {
                Content::Text(words) => {
                    text.push_str(words);
                    continue;
                }
                Content::Element(child) => child,
            };
            match child.name.as_str() {
                "num" | "annotations" | "reason" => {}
                "heading" if outermost => {}
                "cite" | "b" | "i" | "em" | "strong" | "span" | "sup" | "sub" | "u" => {
                    self.links(child);
                    text.push_str(&child.text());
                }
                "heading" => {
                    // A paragraph's heading runs into its words.
                    text.push_str(&child.text());
                    text.push(' ');
                }
                "para" => {
                    self.page.words(&std::mem::take(&mut text))?;
                    self.para(child)?;
                }
                "table" => {
                    self.page.words(&std::mem::take(&mut text))?;
                    self.table(child)?;
                }
                "text" | "aftertext" => {
                    let heading = std::mem::take(&mut text);
                    self.links(child);
                    self.page.words(&format!("{heading} {}", child.text()))?;
                }
                _ if child.elements().any(|e| matches!(e.name.as_str(), "para" | "text" | "table")) => {
                    self.page.words(&std::mem::take(&mut text))?;
                    self.body(child, false)?;
                }
                _ => {
                    self.page.words(&std::mem::take(&mut text))?;
                    self.links(child);
                    self.page.words(&child.text())?;
                }
            }
        }
        self.page.words(&text)
    }

    fn para(&mut self, para: &Element) -> Result<(), ReadError> {
        let labels: Vec<String> = para
            .elements()
            .filter(|e| e.name == "num")
            .map(Element::text)
            .filter(|n| !n.is_empty())
            .collect();
        let depth = self.page.open(labels);
        self.body(para, false)?;
        self.page.close(depth, para.elements().any(|e| e.name == "para"))
    }

    fn table(&mut self, table: &Element) -> Result<(), ReadError> {
        let mut waiting = vec![table];
        while let Some(element) = waiting.pop() {
            if element.name == "tr" {
                let cells: Vec<String> =
                    element.elements().map(Element::text).filter(|c| !c.is_empty()).collect();
                self.links(element);
                self.page.row(&cells)?;
            } else {
                let inner: Vec<&Element> = element.elements().collect();
                waiting.extend(inner.into_iter().rev());
            }
        }
        Ok(())
    }

    fn links(&mut self, element: &Element) {
        if element.name == "cite"
            && let Some(link) = element.attribute("path").and_then(|p| link(self.code, p))
        {
            self.page.link(link);
        }
        element.elements().for_each(|e| self.links(e));
    }

    fn annotations(&mut self, annotations: &Element) -> Result<(), ReadError> {
        let mut order: Vec<String> = Vec::new();
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for annotation in annotations.elements() {
            let kind = annotation.attribute("type").unwrap_or("Notes").trim().to_owned();
            if !texts.contains_key(&kind) {
                order.push(kind.clone());
            }
            texts.entry(kind).or_default().push(annotation.text());
        }
        // A stable sort: the history first, the rest as it stands.
        order.sort_by_key(|kind| kind != "History");
        for kind in order {
            let texts = texts.remove(&kind).unwrap_or_default();
            let is_history = kind == "History";
            self.page.notes(&kind, &texts, is_history)?;
            if !is_history {
                self.page.leave_out(texts.len());
            }
        }
        Ok(())
    }
}

/// `§1-325.211|(c)` as `D.C. Code § 1-325.211(c)`; `None` for a path to anything but a section.
fn link(code: &str, path: &str) -> Option<String> {
    let mut parts = path.trim().strip_prefix('§')?.trim().split('|');
    let number = parts.next().filter(|n| n.starts_with(|c: char| c.is_ascii_digit()))?;
    let rest: Vec<&str> = parts.collect();
    rest.iter().all(|p| p.starts_with('(')).then(|| format!("{code} § {number}{}", rest.concat()))
}

fn container(root: &Element, options: &ReadOptions) -> Result<Document, ReadError> {
    let mut page = PageBuilder::new(0, options.limits.lines);
    let mut marks = LawMarks::default();
    contents(root, 1, &mut Vec::new(), &mut page, &mut marks, options)?;
    let title = name(root);
    let code = root.attribute("containing-doc").unwrap_or("").trim().to_owned();
    Ok(Document {
        kind: DocumentKind::Xml,
        title: Some(format!("{code} {title}").trim().to_owned()),
        pages: vec![page.finish("xml")],
        // What belongs to the law of a state, as a section's citation says of the section itself.
        meta: [("lane", "state"), ("doc_type", "statute"), ("authority", "official")]
            .map(|(field, value)| (field.to_owned(), value.to_owned()))
            .into(),
        notes: Vec::new(),
        law: Some(marks),
    })
}

/// `Chapter 1 Public Libraries`
fn name(container: &Element) -> String {
    let part = |name: &str| container.child(name).map(Element::text).unwrap_or_default();
    let name = format!("{} {} {}", part("prefix"), part("num"), part("heading").trim_end_matches('.'));
    crate::lines::squeeze(&name)
}

fn contents(
    container: &Element,
    level: u8,
    hierarchy: &mut Vec<String>,
    page: &mut PageBuilder,
    marks: &mut LawMarks,
    options: &ReadOptions,
) -> Result<(), ReadError> {
    let none = LineFlags::empty();
    let depth = hierarchy.len();
    hierarchy.push(name(container));
    page.paragraph(&name(container), options.wrap, none, Some(level.min(6)))?;
    let mut numbers: Vec<String> = Vec::new();
    for child in container.elements() {
        match child.name.as_str() {
            "container" => contents(child, level.saturating_add(1), hierarchy, page, marks, options)?,
            "include" => {
                let number = included(child.attribute("href").unwrap_or(""))?;
                marks.parts.push(MarkedPart { number: number.clone(), hierarchy: hierarchy.clone() });
                numbers.push(number);
            }
            "subheading" => page.paragraph(&child.text(), options.wrap, none, None)?,
            _ => {}
        }
    }
    if !numbers.is_empty() {
        let list = numbers.iter().map(|n| format!("§ {n}")).collect::<Vec<_>>().join("; ");
        page.paragraph(&list, options.wrap, none, None)?;
    }
    hierarchy.truncate(depth);
    Ok(())
}

/// Number of the section that an inclusion names by its file. The file itself is not opened: it is
/// read on its own when its folder is.
fn included(href: &str) -> Result<String, ReadError> {
    let out =
        href.starts_with('/') || href.contains(['\\', ':', '%']) || href.split('/').any(|step| step == "..");
    let file = href.rsplit('/').next().unwrap_or("");
    match file.strip_suffix(".xml").filter(|stem| !stem.is_empty() && !out) {
        Some(stem) => Ok(stem.to_owned()),
        None => Err(ReadError::Damaged {
            kind: DocumentKind::Xml,
            what: format!(
                "it includes {:?}, which is no XML file of its own folder",
                href.chars().take(120).collect::<String>()
            ),
        }),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::read_one as read_xml;
    use super::*;
    use proptest::prelude::*;

    pub(in crate::xml) const SECTION: &str = r##"<?xml version='1.0' encoding='utf-8'?>
<section xmlns="x" containing-doc="D.C. Code">
  <num>90-102</num><heading>Wells.</heading>
  <text>The clerk shall:</text>
  <para><num>(a)</num>
    <para><num>(1)</num><text>Keep a register under <cite path="§90-325.2|(c)">§ 90-325.2(c)</cite>;</text></para>
    <para><num>(2)</num><heading>Fees.</heading><text>Ask <cite doc="D.C. Law 1-2">D.C. Law 1-2</cite>.</text></para>
    <aftertext>Both are public.</aftertext>
  </para>
  <para><num>(b)</num></para>
  <annotations>
    <annotation type="Notes">See <cite path="90|4">ch. 4</cite>.</annotation>
    <annotation type="History">Oct. 1, 1999, D.C. Law 1-2</annotation>
  </annotations>
</section>"##;

    fn lines(document: &Document) -> Vec<&str> {
        document.pages[0].lines.iter().map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn sections() {
        let document = read_xml(SECTION.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(
            lines(&document),
            [
                "D.C. Code § 90-102 Wells.",
                "The clerk shall:",
                "(a)(1) Keep a register under § 90-325.2(c);",
                "(2) Fees. Ask D.C. Law 1-2.",
                "Both are public.",
                "(b)",
                "History",
                "Oct. 1, 1999, D.C. Law 1-2",
                "Notes",
                "See ch. 4."
            ]
        );
        let marks = document.law.unwrap();
        let paths: Vec<(String, u32)> =
            marks.paragraphs.iter().map(|p| (p.path.concat(), p.lines.start)).collect();
        let expected = [("", 1), ("(a)(1)", 2), ("(a)(2)", 3), ("(a)", 4), ("(b)", 5)];
        assert_eq!(paths, expected.map(|(p, n)| (p.to_owned(), n)));
        assert_eq!((marks.body, marks.history), (1..6, 7..8));
        assert_eq!(marks.links, ["D.C. Code § 90-325.2(c)"]);
        assert_eq!(document.meta["citation"], "D.C. Code § 90-102");
    }

    #[test]
    fn tables_of_contents_are_not_followed() {
        let index = |href: &str| {
            format!(
                "<container containing-doc='D.C. Code'><prefix>Title</prefix><num>90</num><heading>Water.</heading>\
                 <container><prefix>Chapter</prefix><num>1</num><heading>Wells.</heading>\
                 <include href='{href}'/></container></container>"
            )
        };
        let document = read_xml(index("./sections/90-102.xml").as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(lines(&document), ["Title 90 Water", "Chapter 1 Wells", "§ 90-102"]);
        let part = &document.law.unwrap().parts[0];
        assert_eq!((part.number.as_str(), part.hierarchy.len()), ("90-102", 2));
        for href in [
            "../../etc/passwd",
            "/etc/passwd.xml",
            "file:///etc/passwd.xml",
            "a/../b.xml",
            "http://x/y.xml",
            "",
        ] {
            let error = read_xml(index(href).as_bytes(), &ReadOptions::default()).unwrap_err().to_string();
            assert!(error.contains("own folder"), "{href}: {error}");
        }
    }

    #[test]
    fn links_to_sections_only() {
        for (path, expected) in [
            ("§1-325.211|(c)", Some("D.C. Code § 1-325.211(c)")),
            ("§39-105|(a)|(14)", Some("D.C. Code § 39-105(a)(14)")),
            ("2|3A", None),
            ("§", None),
            ("", None),
        ] {
            assert_eq!(link("D.C. Code", path).as_deref(), expected, "{path:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_marks_fit(parts in proptest::collection::vec(prop_oneof![
            Just("<para>"), Just("</para>"), Just("<num>(a)</num>"), Just("<num>(1)</num>"), Just("<text>Words here.</text>"),
            Just("<heading>H</heading>"), Just("loose"), Just("<cite path='§1-2|(c)'>x</cite>"), Just("<aftertext>after</aftertext>"),
            Just("<table><tr><td>a</td><td>b</td></tr></table>"), Just("<para><num>(b)</num><text>In.</text></para>"),
        ], 0..20)) {
            let xml = format!("<section><num>1-1</num><heading>T</heading>{}</section>", parts.concat());
            if let Ok(document) = read_xml(xml.as_bytes(), &ReadOptions::default()) {
                let marks = document.law.unwrap();
                let count = u32::try_from(document.pages[0].lines.len()).unwrap();
                prop_assert!(marks.body.end <= count && marks.paragraphs.iter().all(|p| p.lines.end <= count));
                // Marked paragraphs follow one another without a gap: nothing of the body is unmarked.
                let mut at = marks.body.start;
                for paragraph in &marks.paragraphs {
                    prop_assert_eq!(paragraph.lines.start, at);
                    at = paragraph.lines.end;
                }
                prop_assert_eq!(at, marks.body.end);
            }
        }
    }
}
