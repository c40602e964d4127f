//! The state that a group of an RTF file opens with and gives back at its end.

/// Place that a group's text goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Destination {
    #[default]
    Body,
    /// Heads and feet of the pages.
    Furniture,
    Footnote,
    Fonts,
    Styles,
    /// Title or author of the document.
    Title,
    Author,
    Ignored,
}

/// State of a group.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    pub destination: Destination,
    pub is_bold: bool,
    pub is_struck: bool,
    pub is_hidden: bool,
    /// Deleted with changes tracked.
    pub is_deleted: bool,
    pub font: i32,
    /// Bytes that stand for a `\u` character in old programs.
    pub fallback: u8,
    pub is_table: bool,
    pub style: i32,
    pub outline: Option<u8>,
    /// The group began with `\*`: programs that don't know it leave it out.
    pub is_optional: bool,
}

/// Returns the destination that a control word opens; nothing for other words.
pub(super) fn destination(word: &str, now: Destination) -> Option<Destination> {
    Some(match word {
        "fonttbl" => Destination::Fonts,
        "stylesheet" => Destination::Styles,
        "title" => Destination::Title,
        "author" => Destination::Author,
        "footnote" => Destination::Footnote,
        "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr" | "footerf" => {
            Destination::Furniture
        }
        "colortbl" | "pict" | "fldinst" | "annotation" | "atnid" | "atnauthor" | "atndate" | "atnref"
        | "bkmkstart" | "bkmkend" | "nonshppict" | "sp" | "shprslt" | "objdata" | "datafield"
        | "listtable" | "listoverridetable" | "rsidtbl" | "themedata" | "datastore" | "generator"
        | "xmlnstbl" | "subject" | "keywords" | "doccomm" | "operator" | "company" | "creatim" | "revtim"
        | "printim" | "buptim" | "category" | "manager" | "hlinkbase" | "comment" | "revtbl" | "filetbl"
        | "private" | "tc" | "xe" | "formfield" | "panose" | "falt" | "mmathPr" | "latentstyles"
        | "pnseclvl" | "ftnsep" | "ftnsepc" | "aftnsep" | "aftnsepc" => Destination::Ignored,
        "info" if now == Destination::Body => Destination::Ignored,
        _ => return None,
    })
}

/// Optional groups that hold text of the document.
pub(super) const READ_OPTIONAL: [&str; 2] = ["shpinst", "footnote"];
