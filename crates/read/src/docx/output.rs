//! Paragraphs turned into blocks, with their numbers, headings and notes.

use crate::blocks::{Block, Blocks};
use twolane_text::LineFlags;

use super::numbering::Numbering;
use super::paragraph::Paragraph;
use super::styles::Styles;

/// Position of a paragraph.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// In a header or footer.
    pub(super) is_furniture: bool,
    /// In a text box.
    pub(super) is_inside: bool,
    /// Bold letters set nothing apart here.
    pub(super) ignores_bold: bool,
}

/// Takes paragraphs in document order.
pub(super) struct Output<'a> {
    styles: &'a Styles,
    numbering: Numbering,
    pub(super) blocks: Blocks,
    /// A caption that waits for its table.
    caption: Option<Block>,
    /// Mark of the note that the next paragraph begins; empty where its author typed it.
    note: Option<String>,
    /// The paragraph before was struck, or underlined, as a whole.
    before_struck: bool,
    before_underlined: bool,
    /// Additions are underlined next to struck words.
    pub(super) marks_changes: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(styles: &'a Styles, numbering: Numbering, blocks: Blocks) -> Self {
        Output {
            styles,
            numbering,
            blocks,
            caption: None,
            note: None,
            before_struck: false,
            before_underlined: false,
            marks_changes: false,
        }
    }

    pub(super) fn begin_note(&mut self, mark: Option<String>) {
        self.note = mark;
    }

    pub(super) fn take_caption(&mut self) -> Option<String> {
        self.caption.take().map(|caption| caption.text)
    }

    /// Puts out a caption that no table followed.
    pub(super) fn release(&mut self) {
        if let Some(caption) = self.caption.take() {
            self.blocks.push(caption);
        }
    }

    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, setting: Setting) {
        let style = paragraph.style.as_deref();
        let heading = match paragraph.outline {
            Some(outline) => (outline < 6).then_some(outline.saturating_add(1)),
            None => style.and_then(|s| self.styles.heading(s)),
        };
        let own = paragraph.list.clone().map(|l| (l, paragraph.list_level.unwrap_or(0)));
        let list = own.or_else(|| style.and_then(|s| self.styles.list(s))).filter(|(l, _)| l != "0");
        // A paragraph without text is counted too.
        let number = list.as_ref().and_then(|(list, level)| self.numbering.next(list, *level));
        let segments = paragraph.segments();
        if segments.is_empty() {
            return;
        }
        self.note_changes(paragraph);
        self.release();
        let mut note = self.note.take();
        let is_caption = self.styles.resolved(style).is_caption;
        let may_wait = is_caption && !setting.is_inside && segments.len() == 1;
        for (i, segment) in segments.into_iter().enumerate() {
            let mut text = segment.text;
            let mut flags = LineFlags::empty();
            flags.set(LineFlags::RUNNING_HEAD, setting.is_furniture);
            flags.set(LineFlags::HIDDEN, segment.hidden);
            flags.set(LineFlags::BOLD, segment.bold && !setting.ignores_bold);
            flags.set(LineFlags::STRUCK, segment.struck);
            if i == 0 {
                if let Some(number) = &number {
                    text = format!("{number} {text}");
                }
                flags.set(LineFlags::LIST_ITEM, list.is_some() && heading.is_none());
                let begins_with_mark = segment.begins_with_mark && heading.is_none() && number.is_none();
                flags.set(LineFlags::FOOTNOTE, (begins_with_mark && !setting.is_furniture) || note.is_some());
                if let Some(mark) = note.take().filter(|mark| !mark.is_empty()) {
                    text = format!("{mark} {text}");
                }
            }
            let block = Block { text, flags, heading, whole: false };
            if may_wait && !segment.hidden {
                self.caption = Some(block);
            } else {
                self.blocks.push(block);
            }
        }
    }

    /// Looks for additions that are underlined beside deletions that are struck.
    fn note_changes(&mut self, paragraph: &Paragraph) {
        let (some_struck, all_struck) = paragraph.looks(|l| l.struck);
        let (some_underlined, all_underlined) = paragraph.looks(|l| l.underlined && !l.struck);
        self.marks_changes |= (some_struck && some_underlined)
            || (self.before_struck && all_underlined)
            || (self.before_underlined && all_struck);
        (self.before_struck, self.before_underlined) = (all_struck, all_underlined);
    }
}
