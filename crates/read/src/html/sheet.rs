//! Style sheets in the page: the few rules that change what the text says.

use std::collections::HashMap;

use html5ever::Attribute;

use super::attributes::{Effects, value};

/// Most rules that are kept.
const MOST_RULES: usize = 2000;

/// Effects by selector: `.class`, `#id`, or either after an element's name. Rules with any other
/// selector, and those under a condition such as `@media print`, are left out.
#[derive(Debug, Default)]
pub(super) struct Sheet(HashMap<String, Effects>);

impl Sheet {
    pub(super) fn add(&mut self, css: &str) {
        let mut depth = 0_usize;
        let mut conditional = 0_usize;
        let mut selectors = String::new();
        for part in without_comments(css).split_inclusive(['{', '}', ';']) {
            if let Some(selector) = part.strip_suffix('{') {
                depth += 1;
                if selector.trim_start().starts_with('@') || conditional > 0 {
                    conditional += 1;
                }
                selectors.clear();
                selectors.push_str(selector);
                continue;
            }
            let declaration = part.trim_end_matches([';', '}']);
            if depth > 0 && conditional == 0 && !declaration.trim().is_empty() {
                let effects = Effects { added: false, ..Effects::of_style(declaration) };
                if effects != Effects::default() {
                    self.set(&selectors, effects);
                }
            }
            if part.ends_with('}') {
                depth = depth.saturating_sub(1);
                conditional = conditional.saturating_sub(1);
            }
        }
    }

    fn set(&mut self, selectors: &str, effects: Effects) {
        for selector in selectors.split(',').map(str::trim) {
            let is_simple = selector.matches(['.', '#']).count() == 1
                && selector.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '#' | '-' | '_'));
            if is_simple && self.0.len() < MOST_RULES {
                let known = self.0.entry(selector.to_owned()).or_default();
                *known = known.or(effects);
            }
        }
    }

    /// Returns the effects of the rules that fit an element.
    pub(super) fn effects(&self, name: &str, attributes: &[Attribute]) -> Effects {
        if self.0.is_empty() {
            return Effects::default();
        }
        let classes = value(attributes, "class").unwrap_or("").split_whitespace().map(|c| format!(".{c}"));
        let id = value(attributes, "id").map(|id| format!("#{id}"));
        classes
            .chain(id)
            .flat_map(|selector| [format!("{name}{selector}"), selector])
            .filter_map(|selector| self.0.get(&selector))
            .fold(Effects::default(), |all, effects| all.or(*effects))
    }
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
