//! Tags within the running text of another format.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::attributes::Effects;
use super::extractor::{control_text, styles};
use super::math::{Formula, UNREAD_FORMULA};
use super::styled::{Style, StyledText};

/// Most tags that are tracked at once.
const DEEPEST: usize = 200;

/// Tags that are open in a paragraph.
#[derive(Debug, Default)]
pub(crate) struct InlineTags {
    open: Vec<(String, Vec<Style>)>,
    formula: Option<Formula>,
    /// Name of the script or style that is open.
    skipping: Option<String>,
    pub(crate) has_unread_formula: bool,
}

impl InlineTags {
    /// Applies the tags of `html` to the text.
    pub(crate) fn apply(&mut self, html: &str, text: &mut StyledText) {
        let tokenizer = Tokenizer::new(Tags::default(), TokenizerOpts::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
        for tag in tokenizer.sink.0.into_inner() {
            match tag.kind {
                TagKind::StartTag => self.start(&tag, text),
                TagKind::EndTag => self.end(&tag.name, text),
            }
        }
    }

    /// Takes text that is no running text: a script's, or a formula's.
    pub(crate) fn takes(&mut self, text: &str) -> bool {
        if let Some(formula) = &mut self.formula {
            formula.text(text);
        }
        self.formula.is_some() || self.skipping.is_some()
    }

    /// Ends all tags, at the end of the paragraph.
    pub(crate) fn end_all(&mut self, text: &mut StyledText) {
        self.end_formula(text);
        self.open.clear();
        self.skipping = None;
    }

    fn start(&mut self, tag: &Tag, text: &mut StyledText) {
        let name: &str = &tag.name;
        if self.skipping.is_some() {
            return;
        }
        if let Some(formula) = &mut self.formula {
            formula.start(name, &tag.attrs, tag.self_closing);
            return;
        }
        match name {
            "math" => self.formula = Some(Formula::default()),
            "script" | "style" => self.skipping = Some(name.to_owned()),
            "br" => text.push(" "),
            "input" => text.push(&control_text(&tag.attrs).unwrap_or_default()),
            _ if tag.self_closing || self.open.len() >= DEEPEST => {}
            _ => {
                let styles = styles(name, Effects::of(name, &tag.attrs), &tag.attrs);
                styles.iter().for_each(|style| text.open(style.clone()));
                self.open.push((name.to_owned(), styles));
            }
        }
    }

    fn end(&mut self, name: &str, text: &mut StyledText) {
        if self.skipping.as_deref() == Some(name) {
            self.skipping = None;
        } else if name == "math" {
            self.end_formula(text);
        } else if let Some(formula) = &mut self.formula {
            formula.end(name);
        } else if let Some(found) = self.open.iter().rposition(|(open, _)| open == name) {
            for (_, styles) in self.open.drain(found..).rev() {
                styles.iter().rev().for_each(|style| text.close_style(style));
            }
        }
    }

    fn end_formula(&mut self, text: &mut StyledText) {
        if let Some(formula) = self.formula.take() {
            let shown = formula.finish();
            self.has_unread_formula |= shown == UNREAD_FORMULA;
            text.push_formula(&shown);
        }
    }
}

#[derive(Default)]
struct Tags(RefCell<Vec<Tag>>);

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token {
            self.0.borrow_mut().push(tag);
        }
        TokenSinkResult::Continue
    }
}
