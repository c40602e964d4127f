//! Styles: headings, numbers and character formatting by style.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::format::{Format, is_shaded};
use crate::xml_stream::{Skip, attribute, is_on, lenient, local, local_end};

#[derive(Debug, Default, Clone)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: Option<String>,
    list_level: Option<usize>,
    format: Format,
    /// It sets the first row of its tables apart.
    has_head: bool,
}

/// A style laid over the styles that it is based on.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Resolved {
    /// Formatting of its letters.
    pub(super) format: Format,
    pub(super) is_caption: bool,
    pub(super) is_link: bool,
    pub(super) is_placeholder: bool,
    /// It sets the first row of its tables apart.
    pub(super) has_head: bool,
}

/// Styles by id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: HashMap<String, Style>,
    resolved: HashMap<String, Resolved>,
}

/// Longest chain of styles based on one another that is followed.
const LONGEST_CHAIN: usize = 20;

impl Styles {
    pub(super) fn parse(text: &str) -> Self {
        let mut reader = lenient(text);
        let mut styles = HashMap::new();
        let mut current: Option<(String, Style)> = None;
        // Formats of parts of a table, and properties before a tracked change, are not the style's own.
        let mut skip = Skip::default();
        let mut in_first_row = false;
        loop {
            match reader.read_event() {
                Ok(Event::Start(e)) if skip.passes(local(&e)) => {}
                Ok(Event::Start(e))
                    if local(&e) == "tblStylePr" && attribute(&e, "type").as_deref() == Some("firstRow") =>
                {
                    in_first_row = true;
                }
                Ok(Event::Start(e)) if local(&e) == "tblStylePr" || local(&e).ends_with("Change") => {
                    skip.begin(local(&e));
                }
                Ok(Event::End(e)) => {
                    in_first_row &= local_end(&e) != "tblStylePr";
                    skip.ends(local_end(&e));
                }
                Ok(Event::Empty(_)) if skip.is_open() => {}
                Ok(Event::Start(e) | Event::Empty(e)) if in_first_row => {
                    if let Some((_, style)) = current.as_mut() {
                        style.has_head |= (local(&e) == "b" && is_on(&e))
                            || (local(&e) == "shd" && is_shaded(&e) == Some(true));
                    }
                }
                Ok(Event::Start(e) | Event::Empty(e)) => match (local(&e), current.as_mut()) {
                    ("style", _) => {
                        if let Some((id, style)) = current.take() {
                            styles.insert(id, style);
                        }
                        current = attribute(&e, "styleId").map(|id| (id, Style::default()));
                    }
                    ("name", Some((_, style))) => {
                        style.name = attribute(&e, "val").unwrap_or_default().to_lowercase()
                    }
                    ("basedOn", Some((_, style))) => style.based_on = attribute(&e, "val"),
                    ("outlineLvl", Some((_, style))) => {
                        style.outline = attribute(&e, "val").and_then(|v| v.parse().ok());
                    }
                    ("numId", Some((_, style))) => style.list = attribute(&e, "val"),
                    ("ilvl", Some((_, style))) => {
                        style.list_level = attribute(&e, "val").and_then(|v| v.parse().ok());
                    }
                    (_, Some((_, style))) => style.format.read(&e),
                    _ => {}
                },
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        styles.extend(current);
        let mut parsed = Styles { styles, resolved: HashMap::new() };
        parsed.resolved = parsed.styles.keys().map(|id| (id.clone(), parsed.resolve(id))).collect();
        parsed
    }

    fn chain<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Style> {
        let mut next = Some(id);
        (0..LONGEST_CHAIN).map_while(move |_| {
            let style = self.styles.get(next?)?;
            next = style.based_on.as_deref();
            Some(style)
        })
    }

    fn resolve(&self, id: &str) -> Resolved {
        let is_named = |name: &str| self.chain(id).any(|s| s.name == name);
        Resolved {
            format: self.chain(id).fold(Format::default(), |format, style| format.over(style.format)),
            is_caption: is_named("caption"),
            is_link: is_named("hyperlink"),
            is_placeholder: is_named("placeholder text"),
            has_head: self.chain(id).any(|s| s.has_head),
        }
    }

    /// Returns what a style comes to; a style that is not defined is known by its id.
    pub(super) fn resolved(&self, id: Option<&str>) -> Resolved {
        let Some(id) = id else { return Resolved::default() };
        self.resolved.get(id).copied().unwrap_or_else(|| Resolved {
            format: Format::default(),
            is_caption: id == "Caption",
            is_link: id == "Hyperlink",
            is_placeholder: id == "PlaceholderText",
            has_head: false,
        })
    }

    /// Heading level of a style, 1 to 6.
    pub(super) fn heading(&self, id: &str) -> Option<u8> {
        for style in self.chain(id) {
            if let Some(level) = by_name(&style.name) {
                return Some(level);
            }
            if let Some(outline) = style.outline {
                return (outline < 6).then_some(outline + 1);
            }
        }
        by_name(&id.to_lowercase())
    }

    /// List (numId) and level that a style gives its paragraphs.
    pub(super) fn list(&self, id: &str) -> Option<(String, usize)> {
        let list = self.chain(id).find_map(|s| s.list.clone())?;
        let level = self.chain(id).find_map(|s| s.list_level).unwrap_or(0);
        Some((list, level))
    }
}

fn by_name(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(1);
    }
    let level: u8 = name.strip_prefix("heading")?.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(level.min(6))
}
