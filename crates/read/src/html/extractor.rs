//! The token stream turned into blocks.

use std::cell::RefCell;
use std::collections::BTreeMap;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use crate::lines::{clean, squeeze};
use twolane_text::LineFlags;

use super::attributes::{is_hidden, item_number, value};
use super::element::{Role, html_role, xml_role};
use crate::blocks::{Block, Blocks, Rows, Span};

/// Elements deeper than this are not tracked: their text still comes out.
const DEEPEST: usize = 1000;

type RoleTest = fn(Role) -> bool;

struct Open {
    name: String,
    role: Role,
    hidden: bool,
}

struct List {
    ordered: bool,
    next: u32,
    style: Option<String>,
}

/// Options of one pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pass {
    /// XML rules instead of HTML's.
    pub(super) xml: bool,
    /// Leave menus out.
    pub(super) skip_navigation: bool,
}

pub(super) struct State {
    pass: Pass,
    blocks: Blocks,
    open: Vec<Open>,
    lists: Vec<List>,
    /// Names of skipped elements that are open, outermost first.
    skipping: Vec<String>,
    hidden: usize,
    bold: usize,
    preformatted: usize,
    in_title: bool,
    buffer: String,
    /// Letters in the buffer, and how many of them are bold.
    letters: usize,
    bold_letters: usize,
    buffer_hidden: bool,
    /// Text in the buffer waits for the block that follows it.
    hold: bool,
    heading: Option<u8>,
    item: Option<String>,
    pub(super) title: String,
    pub(super) meta: BTreeMap<String, String>,
    pub(super) pictures: usize,
}

impl State {
    pub(super) fn new(pass: Pass, blocks: Blocks) -> Self {
        State {
            pass,
            blocks,
            open: Vec::new(),
            lists: Vec::new(),
            skipping: Vec::new(),
            hidden: 0,
            bold: 0,
            preformatted: 0,
            in_title: false,
            buffer: String::new(),
            letters: 0,
            bold_letters: 0,
            buffer_hidden: false,
            hold: false,
            heading: None,
            item: None,
            title: String::new(),
            meta: BTreeMap::new(),
            pictures: 0,
        }
    }

    pub(super) fn finish(mut self) -> (Blocks, String, BTreeMap<String, String>, usize, bool) {
        self.flush();
        let left_open = self.skipping.iter().any(|name| name == "nav");
        (self.blocks, squeeze(&clean(&self.title)), self.meta, self.pictures, left_open)
    }

    fn role(&self, name: &str) -> Role {
        if self.pass.xml { xml_role(name, self.open.len()) } else { html_role(name) }
    }

    fn text(&mut self, text: &str) {
        if !self.skipping.is_empty() {
            return;
        }
        if self.in_title {
            self.title.push_str(text);
            return;
        }
        let hidden = self.hidden > 0;
        if hidden != self.buffer_hidden {
            self.flush();
            self.buffer_hidden = hidden;
        }
        if self.preformatted > 0 {
            for (i, line) in text.split('\n').enumerate() {
                if i > 0 {
                    self.flush();
                }
                self.buffer.push_str(line);
            }
            return;
        }
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters += letters;
        if self.bold > 0 {
            self.bold_letters += letters;
        }
        self.buffer.push_str(text);
    }

    fn flush(&mut self) {
        if self.hold {
            return;
        }
        let raw = std::mem::take(&mut self.buffer);
        let (letters, bold) = (std::mem::take(&mut self.letters), std::mem::take(&mut self.bold_letters));
        let whole = self.preformatted > 0;
        let mut text = if whole { clean(&raw) } else { squeeze(&clean(&raw)) };
        if text.is_empty() {
            return;
        }
        let mut flags = LineFlags::empty();
        if self.buffer_hidden {
            flags |= LineFlags::HIDDEN;
        }
        if letters > 0 && bold == letters {
            flags |= LineFlags::BOLD;
        }
        if let Some(mark) = self.item.take() {
            flags |= LineFlags::LIST_ITEM;
            if !mark.is_empty() {
                text = format!("{mark} {text}");
            }
        }
        self.blocks.push(Block { text, flags, heading: self.heading, whole });
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = local_name(&tag.name, self.pass.xml);
        let role = self.role(&name);
        let raw = if self.pass.xml { None } else { raw_kind(&name) };
        let result = raw.map_or(TokenSinkResult::Continue, TokenSinkResult::RawData);
        let closes_itself = role == Role::Void || role == Role::Break || (tag.self_closing && self.pass.xml);
        if name == "meta" {
            self.note_meta(tag);
        }
        if name == "img" {
            self.pictures += 1;
        }
        if name == "time"
            && self.skipping.is_empty()
            && let Some(date) = value(&tag.attrs, "datetime")
        {
            self.meta.entry("time".to_owned()).or_insert_with(|| date.to_owned());
        }
        let skipped = match role {
            Role::Skipped => true,
            Role::Navigation => self.pass.skip_navigation,
            _ => false,
        };
        if skipped || (!self.skipping.is_empty() && self.skipping.last() == Some(&name)) {
            if !closes_itself && !tag.self_closing && self.skipping.len() < DEEPEST {
                self.skipping.push(name);
            }
            return result;
        }
        if !self.skipping.is_empty() {
            return result;
        }
        self.imply_ends(role);
        match role {
            Role::Break => {
                self.flush();
                return result;
            }
            Role::Void => return result,
            Role::Title => self.in_title = true,
            Role::Inline | Role::Number => {}
            Role::Bold => self.bold += 1,
            _ if self.hold => self.hold = false,
            _ => self.flush(),
        }
        match role {
            Role::Heading(level) => self.heading = Some(level),
            Role::List { ordered } => self.lists.push(List {
                ordered,
                next: value(&tag.attrs, "start").and_then(|v| v.trim().parse().ok()).unwrap_or(1),
                style: value(&tag.attrs, "type").map(str::to_owned),
            }),
            Role::Item => self.begin_item(tag),
            Role::Table => self.blocks.open_table(),
            Role::TableHead => self.blocks.set_head(true),
            Role::Row => self.blocks.open_row(),
            Role::Cell { head } => {
                let count = |name| value(&tag.attrs, name).and_then(|v| v.trim().parse().ok());
                self.blocks.open_cell(Span {
                    head,
                    columns: count("colspan").unwrap_or(1),
                    rows: Rows::Count(count("rowspan").unwrap_or(1)),
                });
            }
            Role::Preformatted => self.preformatted += 1,
            _ => {}
        }
        if closes_itself {
            self.leave(role);
            return result;
        }
        let hidden = is_hidden(&tag.attrs);
        if hidden {
            self.hidden += 1;
        }
        if self.open.len() < DEEPEST {
            self.open.push(Open { name, role, hidden });
        } else {
            self.leave(role);
            if hidden {
                self.hidden -= 1;
            }
        }
        result
    }

    fn begin_item(&mut self, tag: &Tag) {
        let mark = match self.lists.last_mut() {
            Some(list) if list.ordered => {
                let n = value(&tag.attrs, "value").and_then(|v| v.trim().parse().ok()).unwrap_or(list.next);
                list.next = n.saturating_add(1);
                item_number(n, list.style.as_deref())
            }
            _ => String::new(),
        };
        self.item = Some(mark);
    }

    fn end(&mut self, tag: &Tag) {
        let name = local_name(&tag.name, self.pass.xml);
        if let Some(top) = self.skipping.last() {
            if *top == name {
                self.skipping.pop();
            } else if self.skipping.contains(&name) {
                while self.skipping.pop().is_some_and(|n| n != name) {}
            }
            return;
        }
        if name == "br" || name == "p" && !self.open.iter().any(|o| o.name == "p") {
            self.flush();
            return;
        }
        // An end tag inside a cell does not close what stands outside of it.
        let inside_cell =
            !matches!(self.role(&name), Role::Cell { .. } | Role::Row | Role::Table | Role::TableHead);
        let mut found = None;
        for (i, open) in self.open.iter().enumerate().rev() {
            if open.name == name {
                found = Some(i);
                break;
            }
            if inside_cell && matches!(open.role, Role::Cell { .. }) {
                break;
            }
        }
        if let Some(found) = found {
            while self.open.len() > found {
                self.pop();
            }
        }
    }

    fn pop(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.leave(open.role);
        if open.hidden {
            if !self.buffer.trim().is_empty() {
                self.flush();
            }
            self.hidden = self.hidden.saturating_sub(1);
        }
    }

    fn leave(&mut self, role: Role) {
        match role {
            Role::Inline | Role::Void | Role::Break => return,
            Role::Bold => {
                self.bold = self.bold.saturating_sub(1);
                return;
            }
            Role::Title => {
                self.in_title = false;
                return;
            }
            Role::Number => {
                if !self.buffer.trim().is_empty() {
                    self.buffer.push(' ');
                    self.hold = true;
                }
                return;
            }
            _ => {}
        }
        self.hold = false;
        self.flush();
        match role {
            Role::Heading(_) => self.heading = None,
            Role::List { .. } => {
                self.lists.pop();
            }
            Role::Item => self.item = None,
            Role::Cell { .. } => self.blocks.close_cell(),
            Role::Row => self.blocks.close_row(),
            Role::TableHead => self.blocks.set_head(false),
            Role::Table => self.blocks.close_table(),
            Role::Preformatted => self.preformatted = self.preformatted.saturating_sub(1),
            _ => {}
        }
    }

    /// Ends that HTML leaves out: a block ends a paragraph, an item an item, a cell a cell.
    fn imply_ends(&mut self, role: Role) {
        if self.pass.xml {
            return;
        }
        let (closed, limit): (RoleTest, RoleTest) = match role {
            Role::Item => (|r| r == Role::Item, |r| matches!(r, Role::List { .. } | Role::Cell { .. })),
            Role::Definition => {
                (|r| r == Role::Definition, |r| matches!(r, Role::Cell { .. } | Role::List { .. }))
            }
            Role::Cell { .. } => (|r| matches!(r, Role::Cell { .. }), |r| r == Role::Table),
            Role::Row => (|r| r == Role::Row, |r| r == Role::Table),
            Role::Inline | Role::Bold | Role::Void | Role::Break | Role::Title | Role::Number => return,
            _ => (|r| r == Role::Paragraph, |r| matches!(r, Role::Cell { .. } | Role::Item | Role::Table)),
        };
        let mut found = None;
        for (i, open) in self.open.iter().enumerate().rev() {
            if closed(open.role) {
                found = Some(i);
                break;
            }
            if limit(open.role) {
                break;
            }
        }
        if let Some(found) = found {
            while self.open.len() > found {
                self.pop();
            }
        }
    }

    fn note_meta(&mut self, tag: &Tag) {
        let Some(content) = value(&tag.attrs, "content") else { return };
        let key = ["name", "property", "itemprop"].iter().find_map(|k| value(&tag.attrs, k));
        if let Some(key) = key {
            let (key, content) = (key.to_ascii_lowercase(), squeeze(&clean(content)));
            if key.len() <= 60 && !content.is_empty() && content.len() <= 2000 && self.meta.len() < 100 {
                self.meta.entry(key).or_insert(content);
            }
        }
    }
}

fn local_name(name: &str, xml: bool) -> String {
    let name = if xml { name.rsplit(':').next().unwrap_or(name) } else { name };
    name.to_ascii_lowercase()
}

fn raw_kind(name: &str) -> Option<RawKind> {
    match name {
        "title" | "textarea" => Some(RawKind::Rcdata),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(RawKind::Rawtext),
        "script" => Some(RawKind::ScriptData),
        _ => None,
    }
}

/// The sink that the tokenizer writes to.
pub(super) struct Sink(pub(super) RefCell<State>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return state.start(&tag),
                TagKind::EndTag => state.end(&tag),
            },
            Token::CharacterTokens(text) => state.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
