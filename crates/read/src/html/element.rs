//! Effect of an element on lines.

/// Role of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Text flows through it.
    Inline,
    /// Text in bold.
    Bold,
    /// Starts and ends a paragraph.
    Block,
    /// Starts and ends a paragraph, and an unclosed one ends where the next begins.
    Paragraph,
    /// Heading of this level.
    Heading(u8),
    /// Ordered or unordered list.
    List {
        ordered: bool,
    },
    /// Item of a list.
    Item,
    /// Term or definition.
    Definition,
    Table,
    TableHead,
    /// Other group of rows.
    TableBody,
    Caption,
    Row,
    Cell {
        head: bool,
    },
    /// White space counts.
    Preformatted,
    /// A break within a paragraph.
    Break,
    /// Has no content (`img`, `input`, ...).
    Void,
    /// The document's title.
    Title,
    /// Number of a provision, which precedes the text that follows.
    Number,
    /// Choice of a list, of which the selected one is read.
    Choice,
    /// Content that nobody reads.
    Skipped,
    /// Menus and other navigation.
    Navigation,
}

/// Role by HTML name.
pub(super) fn html_role(name: &str) -> Role {
    match name {
        "b" | "strong" => Role::Bold,
        "p" => Role::Paragraph,
        "h1" => Role::Heading(1),
        "h2" => Role::Heading(2),
        "h3" => Role::Heading(3),
        "h4" => Role::Heading(4),
        "h5" => Role::Heading(5),
        "h6" => Role::Heading(6),
        "ul" | "menu" | "dir" => Role::List { ordered: false },
        "ol" => Role::List { ordered: true },
        "li" => Role::Item,
        "dt" | "dd" => Role::Definition,
        "table" => Role::Table,
        "thead" => Role::TableHead,
        "tbody" | "tfoot" => Role::TableBody,
        "caption" => Role::Caption,
        "tr" => Role::Row,
        "td" => Role::Cell { head: false },
        "th" => Role::Cell { head: true },
        "pre" | "listing" | "xmp" | "plaintext" | "textarea" => Role::Preformatted,
        "br" => Role::Break,
        "img" | "input" | "meta" | "link" | "base" | "area" | "col" | "embed" | "source" | "track"
        | "wbr" | "param" | "frame" | "keygen" | "basefont" | "bgsound" => Role::Void,
        "title" => Role::Title,
        "option" => Role::Choice,
        "script" | "style" | "noscript" | "template" | "svg" | "iframe" | "object" | "applet"
        | "canvas" | "audio" | "video" | "datalist" | "button" | "noembed"
        | "noframes" | "map" => Role::Skipped,
        "nav" => Role::Navigation,
        "div" | "section" | "article" | "aside" | "main" | "header" | "footer" | "body" | "html" | "head"
        | "form" | "fieldset" | "legend" | "address" | "blockquote" | "figure" | "figcaption" | "center"
        | "details" | "summary" | "dialog" | "dl" | "hr" | "hgroup"
        | "search" | "frameset"
        // Text and source note of a section, as the New Hampshire General Court's pages have them.
        | "codesect" | "sourcenote" => Role::Block,
        _ => Role::Inline,
    }
}

/// Role by local name in XML: everything is a block of its own but for what is known to run in
/// the text.
pub(super) fn xml_role(name: &str, depth: usize) -> Role {
    match name {
        "num" => Role::Number,
        "heading" | "title" => Role::Heading(u8::try_from(depth.clamp(1, 6)).unwrap_or(6)),
        "b" | "strong" => Role::Bold,
        "i" | "em" | "u" | "sub" | "sup" | "a" | "span" | "ref" | "term" | "cite" | "code-cite"
        | "cite-doc" | "font" | "emphasis" | "inline" => Role::Inline,
        "script" | "style" | "meta" | "metadata" => Role::Skipped,
        "table" => Role::Table,
        "thead" => Role::TableHead,
        "tr" | "row" => Role::Row,
        "td" | "entry" => Role::Cell { head: false },
        "th" => Role::Cell { head: true },
        "br" => Role::Break,
        _ => Role::Block,
    }
}
