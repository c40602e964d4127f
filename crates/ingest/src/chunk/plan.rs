//! Cuts a document into chunks.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::DocumentKind;
use twolane_archive::ChunkRecord;
use twolane_law::Grammar;
use twolane_text::{Line, LineFlags, Locator, Reading, Source, labels_of_rows};

use super::header::{Parts, header};
use super::options::ChunkOptions;
use super::outline::{Node, Outline, outline};
use super::pack::pack;
use super::sections::join;
use super::units::{Unit, units};

/// The input of chunking.
#[derive(Debug, Clone, Copy)]
pub struct ChunkSource<'a> {
    /// The title for people.
    pub title: &'a str,
    /// The words of the file's name, which often carry town, date and kind.
    pub name_words: &'a str,
    /// The date of the document.
    pub date: Option<&'a str>,
    /// The headings above the whole document, separated by ` / ` (title and chapter of a statute).
    pub hierarchy: Option<&'a str>,
    /// The citation of the whole document, when it is one section of a code.
    pub citation: Option<&'a str>,
    /// The format: decides whether the lines' heading levels are the whole structure.
    pub kind: DocumentKind,
    /// The lines in reading order.
    pub lines: &'a [Line],
}

/// The chunks and named locators of a document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ChunkPlan {
    /// The chunks in text order.
    pub chunks: Vec<ChunkRecord>,
    /// The named locators with the lines that they denote (indices, end exclusive).
    pub aliases: Vec<(String, Range<usize>)>,
}

impl ChunkPlan {
    /// Returns the named locators in the form of the archive. The source must have the same lines.
    pub fn locators(&self, source: &Source) -> Vec<(String, Locator)> {
        self.aliases
            .iter()
            .filter_map(|(name, lines)| Some((name.clone(), source.locator(lines.clone())?)))
            .collect()
    }
}

/// Cuts a document into chunks by its structure. `count` returns the tokens of a text in the embedding model,
/// including special tokens.
///
/// Every line that is neither furniture nor empty is in at least one chunk. No chunk crosses a page or a
/// section; no chunk with its header exceeds `max_tokens`. A line that exceeds it by itself is covered by
/// several chunks, each with a part of its text.
pub fn chunks(source: &ChunkSource<'_>, options: &ChunkOptions, count: &dyn Fn(&str) -> usize) -> ChunkPlan {
    let reading = Reading::of(source.lines);
    let structure = outline(source.lines, source.kind);
    let special = count("");
    let own = |text: &str| count(text).saturating_sub(special);
    let labels_above = labels_of_rows(source.lines);
    let planner = Planner {
        source,
        options,
        reading: &reading,
        structure: &structure,
        special,
        labels_above: &labels_above,
        own: &own,
    };
    let section_tokens = |node: &Node| own(reading.slice(node.lines.clone()));
    let small = options.min_tokens / 2;
    let nodes = join(&structure, source.lines, small, options.target_tokens, &section_tokens);

    let labels = planner.labels();
    let mut plan = ChunkPlan { chunks: Vec::new(), aliases: planner.aliases(&labels) };
    for node in &nodes {
        planner.node(node, &labels, &mut plan.chunks);
    }
    planner.running_heads(&mut plan.chunks);
    plan
}

/// Returns words in lower case, without numbers of one or two digits, which may be page numbers.
fn words(text: &str) -> impl Iterator<Item = String> {
    let word = |word: &&str| word.len() > 2 || word.chars().any(char::is_alphabetic);
    text.split(|c: char| !c.is_alphanumeric()).filter(word).map(str::to_lowercase)
}

struct Planner<'a> {
    source: &'a ChunkSource<'a>,
    options: &'a ChunkOptions,
    reading: &'a Reading,
    structure: &'a Outline,
    special: usize,
    /// The lines that label the rows of tables.
    labels_above: &'a HashMap<usize, Vec<usize>>,
    /// The token count without special tokens.
    own: &'a dyn Fn(&str) -> usize,
}

impl Planner<'_> {
    fn node(&self, node: &Node, labels: &HashMap<usize, String>, out: &mut Vec<ChunkRecord>) {
        let path: Vec<&str> = node
            .path
            .iter()
            .filter_map(|e| self.structure.entries.get(*e))
            .map(|e| e.text.as_str())
            .collect();
        let section = node.path.iter().rev().find_map(|e| labels.get(e)).cloned();
        let section = section.or_else(|| self.source.citation.map(str::to_owned));
        let plain = self.header(path.clone(), None);
        let room = self.room(&plain);
        let target =
            self.options.target_tokens.saturating_sub((self.own)(&plain) + self.special).max(16).min(room);
        let units =
            units(self.source.lines, node.lines.clone(), self.reading, room, target + target / 2, self.own);
        for group in pack(&units, target, room) {
            let Some(members) = units.get(group) else { continue };
            self.chunk(members, &path, &plain, section.as_deref(), out);
        }
    }

    /// Adds a chunk for each running head with words that no other chunk has, once per document. So all text
    /// on a page can be found.
    fn running_heads(&self, out: &mut Vec<ChunkRecord>) {
        let furniture = |line: &&Line| line.flags.contains(LineFlags::RUNNING_HEAD);
        if !self.source.lines.iter().any(|line| furniture(&line)) {
            return;
        }
        let mut known: HashSet<String> = HashSet::new();
        for chunk in out.iter() {
            known.extend(words(&chunk.header).chain(words(&chunk.text)));
        }
        let plain = self.header(Vec::new(), None);
        let room = self.room(&plain);
        for (at, _) in self.source.lines.iter().enumerate().filter(|(_, line)| furniture(line)) {
            let Some(bytes) = self.reading.bytes_of(at..at + 1) else { continue };
            let text = self.reading.text().get(bytes.clone()).unwrap_or("");
            let new: Vec<String> = words(text).filter(|word| !known.contains(word)).collect();
            let tokens = (self.own)(text);
            if new.is_empty() || tokens > room {
                continue;
            }
            known.extend(new);
            let unit = Unit { line: at, bytes, tokens, table: false, break_cost: 0.0 };
            self.chunk(&[unit], &[], &plain, self.source.citation, out);
        }
    }

    /// Returns the number of tokens that a chunk's text may have under a header.
    fn room(&self, header: &str) -> usize {
        // One more for the line break between header and text, in case the tokenizer counts it.
        self.options.max_tokens.saturating_sub((self.own)(header) + self.special + 1).max(8)
    }

    fn header(&self, path: Vec<&str>, columns: Option<&str>) -> String {
        let parts = Parts {
            title: self.source.title,
            name_words: self.source.name_words,
            hierarchy: self.source.hierarchy,
            path,
            date: self.source.date,
            columns,
        };
        header(&parts, self.options.header_tokens, self.own)
    }

    fn chunk(
        &self,
        units: &[Unit],
        path: &[&str],
        plain: &str,
        section: Option<&str>,
        out: &mut Vec<ChunkRecord>,
    ) {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let table = units.iter().filter(|u| u.table).count() * 2 > units.len();
        let mut header = plain.to_owned();
        let text = self.text(units);
        if table && let Some(columns) = self.columns_above(first.line, units) {
            let with = self.header(path.to_vec(), Some(&columns));
            if (self.own)(&with) + (self.own)(&text) + self.special < self.options.max_tokens {
                header = with;
            }
        }
        // The tokens of a whole can differ from the sum of its parts where lines join.
        if units.len() > 1
            && (self.own)(&format!("{header}\n{text}")) + self.special > self.options.max_tokens
        {
            let (head, tail) = units.split_at(units.len() / 2);
            self.chunk(head, path, plain, section, out);
            self.chunk(tail, path, plain, section, out);
            return;
        }
        let mut citations: Vec<String> =
            Grammar::built_in().find(&text).into_iter().flat_map(|f| f.citation.keys()).collect();
        for label in section.into_iter().chain(self.source.citation) {
            citations.extend(Grammar::built_in().find(label).into_iter().flat_map(|f| f.citation.keys()));
            citations.push(label.to_owned());
        }
        citations.sort();
        citations.dedup();
        out.push(ChunkRecord {
            first_line: u32::try_from(first.line).unwrap_or(u32::MAX),
            end_line: u32::try_from(last.line + 1).unwrap_or(u32::MAX),
            header,
            text,
            citations,
            section: section.map(str::to_owned),
            table,
        });
    }

    /// Returns the units' reading text, without the furniture between them.
    fn text(&self, units: &[Unit]) -> String {
        let mut out = String::new();
        let mut end: Option<usize> = None;
        for unit in units {
            let all = self.reading.text();
            match end {
                // The reading text itself joins two lines (with a space, or nothing after a hyphen).
                Some(end) if unit.bytes.start >= end && unit.bytes.start - end <= 1 => {
                    out.push_str(all.get(end..unit.bytes.start).unwrap_or(" "));
                }
                Some(_) => out.push(' '),
                None => {}
            }
            out.push_str(all.get(unit.bytes.clone()).unwrap_or(""));
            end = Some(unit.bytes.end);
        }
        out
    }

    /// Returns the header row of the table whose rows start a chunk and the label of their group, when the
    /// chunk does not contain them itself.
    fn columns_above(&self, line: usize, units: &[Unit]) -> Option<String> {
        let labels = units.iter().find_map(|unit| self.labels_above.get(&unit.line));
        if let Some(labels) = labels {
            let text = |at: &usize| self.source.lines.get(*at).map(|l| l.text.trim());
            let labels: Vec<&str> = labels.iter().filter(|at| **at < line).filter_map(text).collect();
            return (!labels.is_empty()).then(|| labels.join(" \u{203a} "));
        }
        None
    }

    /// Returns the names of labelled entries: the label, after the article's label where every article
    /// restarts the section numbers.
    fn labels(&self) -> HashMap<usize, String> {
        let entries = &self.structure.entries;
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (index, _) in &self.structure.spans {
            if let Some(label) = entries.get(*index).and_then(|e| e.label.as_deref()) {
                *seen.entry(label).or_default() += 1;
            }
        }
        let mut out = HashMap::new();
        for node in &self.structure.nodes {
            let mut outer: Option<&str> = None;
            for index in &node.path {
                let Some(entry) = entries.get(*index) else { continue };
                let Some(label) = entry.label.as_deref() else { continue };
                let twice = seen.get(label).is_some_and(|n| *n > 1);
                let name = match outer {
                    Some(outer) if entry.is_section && twice => format!("{outer}, {label}"),
                    _ => label.to_owned(),
                };
                out.entry(*index).or_insert(name);
                if !entry.is_section {
                    outer = Some(label);
                }
            }
        }
        out
    }

    fn aliases(&self, labels: &HashMap<usize, String>) -> Vec<(String, Range<usize>)> {
        let mut longest: HashMap<&str, Range<usize>> = HashMap::new();
        let mut order: Vec<&str> = Vec::new();
        for (index, lines) in &self.structure.spans {
            let Some(name) = labels.get(index) else { continue };
            // A section named in the contents and again at its place: the longer one is the place.
            let lines = self.trim(lines.clone());
            match longest.get_mut(name.as_str()) {
                Some(held) if held.len() >= lines.len() => {}
                Some(held) => *held = lines,
                None => {
                    order.push(name);
                    longest.insert(name, lines);
                }
            }
        }
        let whole = self.source.citation.filter(|_| !self.source.lines.is_empty());
        let mut out: Vec<(String, Range<usize>)> =
            whole.map(|c| (c.to_owned(), 0..self.source.lines.len())).into_iter().collect();
        let mut named: Vec<(String, Range<usize>)> = order
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), longest.get(name)?.clone())))
            .filter(|(name, lines)| !lines.is_empty() && Some(name.as_str()) != whole)
            .collect();
        named.sort_by_key(|(_, lines)| (lines.start, usize::MAX - lines.end));
        out.append(&mut named);
        out
    }

    /// Removes furniture at both ends.
    fn trim(&self, mut lines: Range<usize>) -> Range<usize> {
        let skipped = |i: usize| self.source.lines.get(i).is_none_or(super::outline::is_skipped);
        while lines.start < lines.end && skipped(lines.end - 1) {
            lines.end -= 1;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> usize {
        text.split_whitespace().count() + 2
    }

    fn plan(lines: &[Line], kind: DocumentKind, options: &ChunkOptions) -> ChunkPlan {
        let source = ChunkSource {
            title: "Bylaws",
            name_words: "bylaws",
            date: None,
            hierarchy: None,
            citation: None,
            kind,
            lines,
        };
        chunks(&source, options, &words)
    }

    fn text(texts: &[&str]) -> Vec<Line> {
        (1u32..).zip(texts).map(|(n, t)| Line::plain(1, n, *t)).collect()
    }

    fn covered(lines: &[Line], plan: &ChunkPlan) -> Result<(), String> {
        for (i, line) in lines.iter().enumerate() {
            if super::super::outline::is_skipped(line) {
                continue;
            }
            let inside = |c: &&ChunkRecord| (c.first_line as usize..c.end_line as usize).contains(&i);
            let texts: String = plan.chunks.iter().filter(inside).map(|c| format!("{} ", c.text)).collect();
            let flat = |t: &str| t.split_whitespace().collect::<String>().replace(['-', '\u{ad}'], "");
            if !flat(&texts).contains(&flat(&line.text)) {
                return Err(format!("line {i} {:?} is not in {texts:?}", line.text));
            }
        }
        Ok(())
    }

    #[test]
    fn sections_are_not_crossed() {
        let lines = text(&[
            "BYLAWS OF THE TOWN",
            "ARTICLE 1",
            "WARRANTS",
            "Section 1: All warrants shall be served by posting copies in a public place.",
            "Section 2: The clerk keeps them.",
            "ARTICLE 2",
            "MEETINGS",
            "Section 1: The annual meeting is held in May of each year at the time that",
            "Section 3 of the charter names.",
        ]);
        let plan = plan(&lines, DocumentKind::Text, &ChunkOptions::default());
        let got: Vec<_> = plan
            .chunks
            .iter()
            .map(|c| (c.first_line, c.end_line, c.section.as_deref().unwrap_or("")))
            .collect();
        assert_eq!(
            got,
            [(0, 4, "Article 1, Section 1"), (4, 5, "Section 2"), (5, 9, "Article 2, Section 1")],
            "{:#?}",
            plan.chunks
        );
        assert_eq!(
            plan.chunks[1].header,
            "Bylaws \u{203a} BYLAWS OF THE TOWN \u{203a} ARTICLE 1 WARRANTS \u{203a} Section 2"
        );
        let aliases: Vec<_> = plan.aliases.iter().map(|(n, r)| (n.as_str(), r.clone())).collect();
        assert!(aliases.contains(&("Article 1", 1..5)), "{aliases:?}");
        assert!(aliases.contains(&("Article 2, Section 1", 7..9)), "{aliases:?}");
    }

    #[test]
    fn contents_are_no_sections() {
        let lines = text(&[
            "CONTENTS",
            "Section 1. Title",
            "Section 2. Purpose",
            "Section 1. Title",
            "This is the sign code of the city.",
            "Section 2. Purpose",
            "Its purpose is safety.",
        ]);
        let plan = plan(&lines, DocumentKind::Text, &ChunkOptions::default());
        let first: Vec<u32> = plan.chunks.iter().map(|c| c.first_line).collect();
        assert_eq!(first, [0, 3, 5], "{:#?}", plan.chunks);
        assert!(plan.aliases.contains(&("Section 2".to_owned(), 5..7)), "{:?}", plan.aliases);
    }

    #[test]
    fn rows_carry_their_header_row() {
        let mut lines =
            text(&["Permit  Fee", "Sign  $25", "Dock  $40", "Fence  $10", "Deck  $15", "Shed  $20"]);
        for line in &mut lines {
            line.flags = LineFlags::TABLE_ROW;
        }
        let options = ChunkOptions { min_tokens: 4, target_tokens: 10, max_tokens: 14, header_tokens: 8 };
        let plan = plan(&lines, DocumentKind::Text, &options);
        assert!(plan.chunks.len() > 1);
        assert!(plan.chunks.iter().all(|c| c.table));
        assert!(plan.chunks[1].header.ends_with("Permit  Fee"), "{:#?}", plan.chunks);
    }

    #[test]
    fn a_page_with_a_title_alone_is_found() {
        let mut lines = text(&["EXHIBIT A", "Page 3"]);
        lines[1].flags = LineFlags::PAGE_NUMBER;
        let plan = plan(&lines, DocumentKind::Pdf, &ChunkOptions::default());
        assert_eq!(plan.chunks.len(), 1);
        assert_eq!(plan.chunks[0].text, "EXHIBIT A");
    }

    fn any_line() -> impl Strategy<Value = (String, u32, bool)> {
        (
            prop_oneof![
                "ARTICLE [IVX]{1,2}",
                "Section [1-9](\\.[1-9])?[.:]? [A-Z][a-z]{2,8}\\.?",
                "[A-Z][A-Z ]{3,20}",
                "([a-z]{1,8} ){1,20}[a-z]{1,8}[.,-]?",
                "([A-Z][a-z]{1,8} ){1,80}end\\. ([a-z]{1,8} ){1,90}",
                "[a-z]{1,12}  \\$[0-9]{1,4}",
                "",
            ],
            0u32..40,
            any::<bool>(),
        )
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_too_large(given in proptest::collection::vec(any_line(), 0..60)) {
            let mut page = 1;
            let mut number = 0;
            let mut lines = Vec::new();
            for (text, flags, heading) in given {
                if flags == 0 { page += 1; number = 0; }
                number += 1;
                let mut line = Line::plain(page, number, text);
                if flags == 1 { line.flags = LineFlags::PAGE_NUMBER; }
                if flags == 2 { line.flags = LineFlags::HIDDEN; }
                if flags % 7 == 3 { line.flags |= LineFlags::PARAGRAPH_START; }
                if line.text.contains('$') { line.flags |= LineFlags::TABLE_ROW; }
                if flags == 5 && heading { line.heading = Some(2); }
                lines.push(line);
            }
            let options = ChunkOptions { min_tokens: 20, target_tokens: 30, max_tokens: 45, header_tokens: 15 };
            for kind in [DocumentKind::Pdf, DocumentKind::Markdown] {
                let plan = plan(&lines, kind, &options);
                covered(&lines, &plan).map_err(TestCaseError::fail)?;
                for chunk in &plan.chunks {
                    prop_assert!(words(&chunk.embedded_text()) <= options.max_tokens, "{:?}", chunk);
                    let run = &lines[chunk.first_line as usize..chunk.end_line as usize];
                    prop_assert!(run.iter().filter(|l| !l.is_furniture()).all(|l| l.page == run[0].page));
                }
            }
        }
    }
}
