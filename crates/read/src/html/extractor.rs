//! The token stream turned into blocks.

use std::cell::RefCell;
use std::collections::BTreeMap;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};

use crate::lines::{clean, squeeze};
use crate::scripts::superscript;
use twolane_text::LineFlags;

use super::attributes::{Effects, item_number, value};
use super::element::{Role, html_role, xml_role};
use super::hiding::Hiding;
use super::math::{Formula, UNREAD_FORMULA};
use super::sheet::{Sheet, is_screen};
use super::styled::{Style, StyledText};
use crate::blocks::{Block, Blocks, Rows, Span};

/// Elements deeper than this are not tracked: their text still comes out.
const DEEPEST: usize = 1000;

type RoleTest = fn(Role) -> bool;

struct Open {
    name: String,
    role: Role,
    hidden: bool,
    /// Styles that it opened in the text.
    styles: usize,
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
    /// Keep the source's lines apart, as Markdown does.
    pub(super) by_line: bool,
}

/// A `label` with `for`, and the position of its text in the buffer.
struct Label {
    id: String,
    start: usize,
    end: Option<usize>,
}

/// Results of a pass, other than its blocks.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) title: String,
    pub(super) meta: BTreeMap<String, String>,
    pub(super) pictures: usize,
    pub(super) navigation_left_open: bool,
    pub(super) has_struck: bool,
    pub(super) has_added: bool,
    pub(super) has_unread_formula: bool,
    /// The rules of the page's style sheets.
    pub(super) sheet: Sheet,
    /// True when a style sheet came after text that it may apply to.
    pub(super) has_late_rules: bool,
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
    buffer: StyledText,
    sheet: Sheet,
    css: String,
    /// True in a style sheet that a browser would use on a screen.
    css_counts: bool,
    has_text: bool,
    formula: Option<Formula>,
    label: Option<Label>,
    /// Mark of the footnote that begins here.
    note: Option<String>,
    caption: usize,
    /// The buffer goes on with the paragraph of the source line above.
    continued: bool,
    /// Letters in the buffer, and how many of them are bold.
    letters: usize,
    bold_letters: usize,
    buffer_hidden: bool,
    /// Text in the buffer waits for the block that follows it.
    hold: bool,
    heading: Option<u8>,
    item: Option<String>,
    facts: Facts,
}

impl State {
    pub(super) fn new(pass: Pass, sheet: Sheet, blocks: Blocks) -> Self {
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
            buffer: StyledText::default(),
            sheet,
            css: String::new(),
            css_counts: false,
            has_text: false,
            formula: None,
            label: None,
            note: None,
            caption: 0,
            continued: false,
            letters: 0,
            bold_letters: 0,
            buffer_hidden: false,
            hold: false,
            heading: None,
            item: None,
            facts: Facts::default(),
        }
    }

    pub(super) fn finish(mut self) -> (Blocks, Facts) {
        self.end_formula();
        self.flush();
        let mut facts = self.facts;
        facts.title = squeeze(&clean(&facts.title));
        facts.navigation_left_open = self.skipping.iter().any(|name| name == "nav");
        facts.has_struck = self.buffer.has_struck;
        facts.has_added = self.buffer.has_added;
        facts.sheet = self.sheet;
        (self.blocks, facts)
    }

    /// Sets the source line of the next tokens.
    pub(super) fn set_line(&mut self, line: u32) {
        self.blocks.set_line(line);
    }

    fn role(&self, name: &str) -> Role {
        if self.pass.xml { xml_role(name, self.open.len()) } else { html_role(name) }
    }

    fn text(&mut self, text: &str) {
        if let Some(skipped) = self.skipping.last() {
            if skipped == "style" && self.css_counts {
                self.css.push_str(text);
            }
            return;
        }
        if self.in_title {
            self.facts.title.push_str(text);
            return;
        }
        if let Some(formula) = &mut self.formula {
            formula.text(text);
            return;
        }
        let hidden = self.hidden > 0;
        if hidden != self.buffer_hidden {
            self.flush();
            self.buffer_hidden = hidden;
        }
        if self.preformatted > 0 || self.pass.by_line {
            for (i, line) in text.split('\n').enumerate() {
                if i > 0 {
                    self.flush();
                    self.continued = true;
                }
                self.push_text(line);
            }
            return;
        }
        self.push_text(text);
    }

    fn push_text(&mut self, text: &str) {
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters += letters;
        self.has_text |= letters > 0;
        if self.bold > 0 {
            self.bold_letters += letters;
        }
        self.buffer.push(text);
    }

    fn flush(&mut self) {
        if self.hold {
            return;
        }
        let raw = self.buffer.take();
        self.label = None;
        let (letters, bold) = (std::mem::take(&mut self.letters), std::mem::take(&mut self.bold_letters));
        let as_set = self.preformatted > 0;
        let mut text = if as_set { clean(&raw) } else { squeeze(&clean(&raw)) };
        if text.is_empty() {
            return;
        }
        if self.caption > 0 && !self.buffer_hidden {
            self.blocks.caption(&text);
            return;
        }
        let mut flags = LineFlags::empty();
        if self.buffer_hidden {
            flags |= LineFlags::HIDDEN;
        }
        if letters > 0 && bold == letters {
            flags |= LineFlags::BOLD;
        }
        let mut item = self.item.take();
        if let Some(mark) = self.note.take() {
            flags |= LineFlags::FOOTNOTE;
            text = with_mark(&text, &mark);
            item = item.map(|_| String::new());
        } else if self.buffer.begins_with_mark(&text) {
            flags |= LineFlags::FOOTNOTE;
        }
        if let Some(mark) = item {
            flags |= LineFlags::LIST_ITEM;
            if !mark.is_empty() {
                text = format!("{mark} {text}");
            }
        }
        if self.pass.by_line && !as_set && !std::mem::take(&mut self.continued) {
            flags |= LineFlags::PARAGRAPH_START;
        }
        self.blocks.push(Block { text, flags, heading: self.heading, whole: as_set || self.pass.by_line });
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
            self.facts.pictures += 1;
        }
        if name == "time"
            && self.skipping.is_empty()
            && let Some(date) = value(&tag.attrs, "datetime")
        {
            self.facts.meta.entry("time".to_owned()).or_insert_with(|| date.to_owned());
        }
        self.end_skipped_choice(role);
        if self.skipping.is_empty() && self.in_formula(&name, role, tag) {
            return result;
        }
        let has_class =
            |class| value(&tag.attrs, "class").is_some_and(|v| v.split_whitespace().any(|c| c == class));
        let skipped = match role {
            // The visible half of a formula that KaTeX sets twice; the other half is MathML.
            Role::Inline => has_class("katex-html"),
            Role::Choice => value(&tag.attrs, "selected").is_none(),
            Role::Skipped => true,
            Role::Navigation => self.pass.skip_navigation,
            _ => false,
        };
        if name == "style" {
            let media = value(&tag.attrs, "media").unwrap_or("all");
            // A browser with scripts leaves out what stands in `noscript`.
            self.css_counts = is_screen(media) && self.skipping.iter().all(|name| name == "nav");
        }
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
            Role::Void => {
                if name == "input" {
                    self.control(tag);
                }
                return result;
            }
            Role::Title => self.in_title = true,
            Role::Inline | Role::Number => {}
            Role::Choice => self.push_text(" "),
            Role::Bold => self.bold += 1,
            _ if self.hold => self.hold = false,
            _ => {
                self.flush();
                self.continued = false;
            }
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
            Role::TableHead => self.blocks.open_group(true),
            Role::TableBody => self.blocks.open_group(false),
            Role::Caption => self.caption += 1,
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
        if self.buffer.is_blank()
            && !matches!(role, Role::Heading(_))
            && let Some(mark) = ["id", "name"].iter().find_map(|k| self.buffer.note(value(&tag.attrs, k)?))
        {
            self.note = Some(mark.to_owned());
        }
        if name == "label"
            && let Some(id) = value(&tag.attrs, "for")
        {
            self.label = Some(Label { id: id.to_owned(), start: self.buffer.len(), end: None });
        }
        let mut effects = Effects::of(&name, &tag.attrs).over(self.sheet.effects(&name, &tag.attrs));
        // A section in some XML.
        effects.struck &= !(self.pass.xml && name == "s");
        let by_attribute = value(&tag.attrs, "hidden").map(|_| Hiding::by_attribute());
        let hidden = effects.hiding.over(by_attribute.unwrap_or_default()).hides();
        if hidden {
            self.hidden += 1;
        }
        if self.open.len() < DEEPEST {
            let styles = styles(&name, effects, &tag.attrs);
            self.open.push(Open { name, role, hidden, styles: styles.len() });
            styles.into_iter().for_each(|style| self.buffer.open(style));
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
        if self.skipping.last().is_some_and(|top| top == "option") && self.open.iter().any(|o| o.name == name)
        {
            self.skipping.pop();
        }
        if let Some(top) = self.skipping.last() {
            if *top == name {
                self.skipping.pop();
                let is_new = self.sheet.add(&std::mem::take(&mut self.css));
                self.facts.has_late_rules |= is_new && self.has_text;
            } else if self.skipping.contains(&name) {
                while self.skipping.pop().is_some_and(|n| n != name) {}
            }
            return;
        }
        if self.formula.is_some() {
            self.end_in_formula(&name);
            return;
        }
        if name == "label"
            && let Some(label) = &mut self.label
        {
            label.end = Some(self.buffer.len());
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
        let Some(found) = found else { return };
        let within = self.open.get(found + 1..).unwrap_or(&[]);
        let is_crossed = is_strike(&name)
            && within.iter().any(|open| !matches!(open.role, Role::Inline | Role::Bold))
            && within.iter().all(|open| open.styles == 0);
        if is_crossed {
            // The paragraph that began within the strike goes on after it.
            self.open.remove(found);
            self.buffer.close_style(&Style::Struck);
        } else {
            self.pop_to(found);
        }
    }

    /// Ends the elements from an index. A strike that is open goes on after the paragraph, as in a browser.
    fn pop_to(&mut self, found: usize) {
        let is_block = self.open.get(found).is_some_and(|open| {
            matches!(
                open.role,
                Role::Paragraph | Role::Block | Role::Item | Role::Definition | Role::Heading(_)
            )
        });
        let mut strikes = Vec::new();
        while self.open.len() > found {
            let name =
                self.open.last().map(|open| open.name.clone()).filter(|name| is_block && is_strike(name));
            strikes.extend(name);
            self.pop();
        }
        for name in strikes.into_iter().rev() {
            self.buffer.open(Style::Struck);
            self.open.push(Open { name, role: Role::Inline, hidden: false, styles: 1 });
        }
    }

    fn pop(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.leave(open.role);
        (0..open.styles).for_each(|_| self.buffer.close());
        if open.hidden {
            if !self.buffer.is_blank() {
                self.flush();
            }
            self.hidden = self.hidden.saturating_sub(1);
        }
    }

    fn leave(&mut self, role: Role) {
        match role {
            Role::Inline | Role::Void | Role::Break => return,
            Role::Choice => {
                self.buffer.push(" ");
                return;
            }
            Role::Bold => {
                self.bold = self.bold.saturating_sub(1);
                return;
            }
            Role::Title => {
                self.in_title = false;
                return;
            }
            Role::Number => {
                if !self.buffer.is_blank() {
                    self.buffer.push(" ");
                    self.hold = true;
                }
                return;
            }
            _ => {}
        }
        self.hold = false;
        self.flush();
        self.continued = false;
        match role {
            Role::Heading(_) => self.heading = None,
            Role::List { .. } => {
                self.lists.pop();
            }
            Role::Item => {
                self.item = None;
                self.note = None;
            }
            Role::Caption => self.caption = self.caption.saturating_sub(1),
            Role::Cell { .. } => self.blocks.close_cell(),
            Role::Row => self.blocks.close_row(),
            Role::TableHead | Role::TableBody => self.blocks.open_group(false),
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
            Role::Row => (|r| matches!(r, Role::Row | Role::Caption), |r| r == Role::Table),
            Role::TableHead | Role::TableBody => {
                (|r| matches!(r, Role::TableHead | Role::TableBody | Role::Caption), |r| r == Role::Table)
            }
            Role::Choice => (|r| r == Role::Choice, |r| matches!(r, Role::Cell { .. })),
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
            self.pop_to(found);
        }
    }

    /// Ends a choice that is not read: an option contains no element, only text.
    fn end_skipped_choice(&mut self, role: Role) {
        if self.skipping.last().is_some_and(|top| top == "option")
            && !matches!(role, Role::Inline | Role::Bold)
        {
            self.skipping.pop();
        }
    }

    /// Takes a start tag that belongs to a formula.
    fn in_formula(&mut self, name: &str, role: Role, tag: &Tag) -> bool {
        let local = name.rsplit(':').next().unwrap_or(name);
        if self.formula.is_none() && local == "math" && !tag.self_closing {
            self.formula = Some(Formula::default());
            return true;
        }
        if !matches!(role, Role::Inline | Role::Bold | Role::Break | Role::Void) && !self.pass.xml {
            self.end_formula();
        }
        let Some(formula) = &mut self.formula else { return false };
        formula.start(name, &tag.attrs, tag.self_closing || role == Role::Void || role == Role::Break);
        true
    }

    fn end_in_formula(&mut self, name: &str) {
        let local = name.rsplit(':').next().unwrap_or(name);
        let is_outside = !self.pass.xml && !matches!(self.role(name), Role::Inline | Role::Bold);
        if local == "math" || is_outside {
            self.end_formula();
        } else if let Some(formula) = &mut self.formula {
            formula.end(name);
        }
    }

    fn end_formula(&mut self) {
        let Some(formula) = self.formula.take() else { return };
        let shown = formula.finish();
        self.facts.has_unread_formula |= shown == UNREAD_FORMULA;
        if (self.hidden > 0) != self.buffer_hidden {
            self.flush();
            self.buffer_hidden = self.hidden > 0;
        }
        self.buffer.push_formula(&shown);
    }

    /// Shows the state of a check box, or the value of a field.
    fn control(&mut self, tag: &Tag) {
        let Some(text) = control_text(&tag.attrs) else { return };
        let label = self.label.take().filter(|l| value(&tag.attrs, "id") == Some(&l.id));
        let before_label = label
            .and_then(|label| Some((label.start, label.end?)))
            .is_some_and(|(start, end)| is_box(text.trim()) && self.buffer.insert(start, end, &text));
        if !before_label {
            self.text(&text);
        }
    }

    fn note_meta(&mut self, tag: &Tag) {
        let Some(content) = value(&tag.attrs, "content") else { return };
        let key = ["name", "property", "itemprop"].iter().find_map(|k| value(&tag.attrs, k));
        if let Some(key) = key {
            let (key, content) = (key.to_ascii_lowercase(), squeeze(&clean(content)));
            if key.len() <= 60 && !content.is_empty() && content.len() <= 2000 && self.facts.meta.len() < 100
            {
                self.facts.meta.entry(key).or_insert(content);
            }
        }
    }
}

pub(super) fn styles(name: &str, effects: Effects, attributes: &[html5ever::Attribute]) -> Vec<Style> {
    let mut styles = Vec::new();
    let mut add = |is_set: bool, style: Style| {
        if is_set {
            styles.push(style);
        }
    };
    add(effects.struck, Style::Struck);
    add(effects.added && name != "a", Style::Added);
    add(effects.raised, Style::Raised);
    add(effects.lowered && !effects.raised, Style::Lowered);
    let target = value(attributes, "href").filter(|_| name == "a").and_then(|v| v.split_once('#'));
    if let Some((_, id)) = target.filter(|(_, id)| !id.is_empty()) {
        styles.push(Style::Link(id.to_owned()));
    }
    styles
}

/// Puts a footnote's mark before its text, unless the text begins with it already.
fn with_mark(text: &str, mark: &str) -> String {
    let bracketed = text.split_inclusive(']').next().filter(|start| start.starts_with('['));
    let own = bracketed.filter(|start| *start == mark || superscript(start) == mark).unwrap_or(mark);
    let rest = text.strip_prefix(own).unwrap_or(text).trim_start();
    format!("{} {rest}", if rest.len() < text.len() { own } else { mark })
}

fn is_strike(name: &str) -> bool {
    matches!(name, "s" | "strike")
}

fn is_box(text: &str) -> bool {
    matches!(text, "☒" | "☐")
}

/// Text of an `input` as a page shows it.
pub(super) fn control_text(attributes: &[html5ever::Attribute]) -> Option<String> {
    let kind = value(attributes, "type").unwrap_or("text").trim().to_ascii_lowercase();
    match kind.as_str() {
        "checkbox" | "radio" if value(attributes, "checked").is_some() => Some(" ☒ ".to_owned()),
        "checkbox" | "radio" => Some(" ☐ ".to_owned()),
        "hidden" | "submit" | "button" | "reset" | "image" | "password" | "file" | "search" | "color" => None,
        _ => value(attributes, "value").filter(|v| !v.trim().is_empty()).map(|v| format!(" {v} ")),
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
