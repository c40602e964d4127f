//! Style sheets in the page: the few rules that change what the text says.

use std::collections::HashMap;

use html5ever::Attribute;

use super::attributes::{Effects, value};

/// Most rules that are kept.
const MOST_RULES: usize = 10_000;

/// The rules with an effect, each under its last class or id, or under its element's name. Rules with other
/// selectors than names, classes and ids of one element are left out, and so are those under a condition
/// such as `@media print`.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    rules: HashMap<String, Vec<Rule>>,
    count: usize,
}

/// A selector of one element, with the effects of its declarations.
#[derive(Debug)]
struct Rule {
    /// The element's name, if the selector has one.
    name: Option<String>,
    ids: Vec<String>,
    classes: Vec<String>,
    /// The place among all rules.
    number: usize,
    effects: Effects,
}

impl Sheet {
    /// Takes in a style sheet; returns true when it adds a rule.
    pub(super) fn add(&mut self, css: &str) -> bool {
        let before = self.count;
        let mut depth = 0_usize;
        let mut conditional = 0_usize;
        let mut selectors = String::new();
        let mut effects = Effects::default();
        for part in without_comments(css).split_inclusive(['{', '}', ';']) {
            if let Some(selector) = part.strip_suffix('{') {
                depth += 1;
                if conditional > 0 || is_condition(selector.trim()) {
                    conditional += 1;
                }
                selectors.clear();
                selectors.push_str(selector);
                effects = Effects::default();
                continue;
            }
            let declaration = part.trim_end_matches([';', '}']);
            if depth > 0 && conditional == 0 {
                effects = Effects::of_style(declaration).over(effects);
            }
            if part.ends_with('}') {
                self.set(&selectors, Effects { added: false, ..std::mem::take(&mut effects) });
                depth = depth.saturating_sub(1);
                conditional = conditional.saturating_sub(1);
            }
        }
        self.count > before
    }

    fn set(&mut self, selectors: &str, effects: Effects) {
        if effects == Effects::default() {
            return;
        }
        for rule in selectors.split(',').filter_map(|selector| Rule::new(selector.trim(), effects)) {
            // Scripts show a page that is hidden as a whole, once it is loaded.
            let is_whole_page = matches!(rule.name.as_deref(), Some("html" | "body"));
            if self.count < MOST_RULES && !is_whole_page {
                let rules = self.rules.entry(rule.key()).or_default();
                rules.push(Rule { number: self.count, ..rule });
                self.count += 1;
            }
        }
    }

    /// Returns the effects of the rules that fit an element.
    pub(super) fn effects(&self, name: &str, attributes: &[Attribute]) -> Effects {
        if self.rules.is_empty() {
            return Effects::default();
        }
        let classes: Vec<&str> = value(attributes, "class").unwrap_or("").split_whitespace().collect();
        let id = value(attributes, "id");
        let keys = classes.iter().map(|c| format!(".{c}")).chain(id.map(|id| format!("#{id}")));
        let mut rules: Vec<&Rule> = keys
            .chain([name.to_owned()])
            .filter_map(|key| self.rules.get(&key))
            .flatten()
            .filter(|rule| rule.fits(name, &classes, id))
            .collect();
        rules.sort_by_key(|rule| rule.weight());
        rules.into_iter().fold(Effects::default(), |below, rule| rule.effects.over(below))
    }
}

impl Rule {
    /// Parses `name`, `.class`, `#id` or several of them in a row.
    fn new(selector: &str, effects: Effects) -> Option<Self> {
        let is_plain = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        };
        let start = selector.find(['.', '#']).unwrap_or(selector.len());
        let (name, mut rest) = selector.split_at_checked(start)?;
        let name = Some(name.to_ascii_lowercase()).filter(|name| !name.is_empty());
        let mut rule = Rule { name, ids: Vec::new(), classes: Vec::new(), number: 0, effects };
        while let Some(kind) = rest.chars().next() {
            let after = rest.get(1..)?;
            let end = after.find(['.', '#']).unwrap_or(after.len());
            let (word, next) = after.split_at_checked(end)?;
            if !is_plain(word) {
                return None;
            }
            if kind == '#' { &mut rule.ids } else { &mut rule.classes }.push(word.to_owned());
            rest = next;
        }
        let has_part = rule.name.is_some() || !rule.ids.is_empty() || !rule.classes.is_empty();
        (has_part && rule.name.as_deref().is_none_or(is_plain)).then_some(rule)
    }

    fn key(&self) -> String {
        match (self.ids.last(), self.classes.last()) {
            (Some(id), _) => format!("#{id}"),
            (_, Some(class)) => format!(".{class}"),
            _ => self.name.clone().unwrap_or_default(),
        }
    }

    fn fits(&self, name: &str, classes: &[&str], id: Option<&str>) -> bool {
        self.name.as_deref().is_none_or(|own| own == name)
            && self.ids.iter().all(|own| id == Some(own))
            && self.classes.iter().all(|own| classes.contains(&own.as_str()))
    }

    /// The order of the cascade: a rule beats those of less weight.
    fn weight(&self) -> (usize, usize, bool, usize) {
        (self.ids.len(), self.classes.len(), self.name.is_some(), self.number)
    }
}

/// True for an at-rule that does not hold on every screen.
fn is_condition(selector: &str) -> bool {
    selector.starts_with('@') && !selector.strip_prefix("@media").is_some_and(is_screen)
}

/// True for the media of every screen, as `@media` or an attribute names them.
pub(super) fn is_screen(media: &str) -> bool {
    media.split(',').any(|medium| matches!(medium.trim(), "" | "all" | "screen"))
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out.replace("<!--", "").replace("-->", "")
}
