//! The HTML reader's face.

use std::cell::RefCell;
use std::collections::BTreeMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};

use crate::encoding::decode;
use crate::error::ReadError;
use crate::lines::{PageBuilder, head};
use crate::options::ReadOptions;
use crate::{Document, DocumentKind, Page};
use twolane_text::LineFlags;

use super::extractor::{Facts, Pass, Sink, State};
use super::sheet::Sheet;
use crate::blocks::{Block, Blocks};

/// Reads HTML of any age, or XML whose elements are taken as blocks.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let decoded = decode(bytes, charset(bytes).as_deref());
    let xml = is_xml(&decoded.text);
    let read = |skip_navigation: bool, sheet: Sheet| {
        pass(&decoded.text, Pass { xml, skip_navigation, by_line: false }, sheet, options)
    };
    let (mut page, mut facts) = read(true, Sheet::default())?;
    if facts.has_late_rules {
        (page, facts) = read(true, facts.sheet)?;
    }
    if facts.navigation_left_open || page.lines.is_empty() {
        (page, facts) = read(false, facts.sheet)?;
    }
    let mut notes = Vec::new();
    notes.extend(decoded.notes());
    if page.lines.is_empty() && facts.pictures > 0 {
        notes.push("the page holds pictures and no text; save the pictures and ingest those".to_owned());
    }
    if page.lines.iter().any(|l| l.flags.contains(LineFlags::HIDDEN)) {
        notes.push(HIDDEN_NOTE.to_owned());
    }
    notes.extend(style_notes(facts.has_struck, facts.has_added, facts.has_unread_formula));
    let title = Some(facts.title.clone()).filter(|t| !t.is_empty()).or_else(|| {
        let headings = || page.lines.iter().filter(|l| l.heading.is_some());
        let level = headings().filter_map(|l| l.heading).min()?;
        headings().find(|l| l.heading == Some(level)).map(|l| l.text.clone())
    });
    Ok(Document {
        kind: DocumentKind::Html,
        title,
        pages: vec![page],
        meta: fields(&facts.meta),
        notes,
        law: None,
    })
}

/// Note on a page with text that a browser does not show.
pub(crate) const HIDDEN_NOTE: &str = "holds text that a browser does not show; its lines are marked hidden";

/// Returns the notes on struck and added words, and on formulas.
pub(crate) fn style_notes(struck: bool, added: bool, unread_formula: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if struck && added {
        notes.push("additions are underlined and deletions struck through in this paper".to_owned());
    }
    if unread_formula {
        notes.push(
            "holds a formula that could not be shown as text; `[formula]` stands in its place".to_owned(),
        );
    }
    notes
}

fn pass(text: &str, pass: Pass, sheet: Sheet, options: &ReadOptions) -> Result<(Page, Facts), ReadError> {
    let blocks = Blocks::new(PageBuilder::new(0, options.limits.lines), options.wrap);
    let (blocks, facts) = tokenize(pass, sheet, blocks, [(1, text)]);
    Ok((blocks.finish()?.finish("html"), facts))
}

/// HTML within a document of another format, as blocks with the source lines that they begin on.
#[derive(Debug)]
pub(crate) struct Fragment {
    pub(crate) blocks: Vec<(u32, Block)>,
    pub(crate) has_struck: bool,
    pub(crate) has_added: bool,
    pub(crate) has_unread_formula: bool,
}

/// Reads HTML whose source lines are numbered.
pub(crate) fn read_fragment<'a>(lines: impl IntoIterator<Item = (u32, &'a str)>) -> Fragment {
    let pass = Pass { xml: false, skip_navigation: false, by_line: true };
    let (blocks, facts) = tokenize(pass, Sheet::default(), Blocks::by_line(), lines);
    Fragment {
        blocks: blocks.finish_by_line(),
        has_struck: facts.has_struck,
        has_added: facts.has_added,
        has_unread_formula: facts.has_unread_formula,
    }
}

fn tokenize<'a>(
    pass: Pass,
    sheet: Sheet,
    blocks: Blocks,
    lines: impl IntoIterator<Item = (u32, &'a str)>,
) -> (Blocks, Facts) {
    let tokenizer =
        Tokenizer::new(Sink(RefCell::new(State::new(pass, sheet, blocks))), TokenizerOpts::default());
    for (line, text) in lines {
        tokenizer.sink.0.borrow_mut().set_line(line);
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(text));
        while !input.is_empty() {
            // The sink never asks for a script to run or another encoding, so each call goes on.
            let _ = tokenizer.feed(&input);
        }
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

fn is_xml(text: &str) -> bool {
    let start = head(text.trim_start(), 600).to_ascii_lowercase();
    start.starts_with("<?xml") && !start.contains("<html") && !start.contains("<!doctype html")
}

/// Encoding that the page names of itself, looked for where browsers look.
fn charset(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(2048))?).to_ascii_lowercase();
    let at = head.find("charset=").map(|i| i + 8).or_else(|| head.find("encoding=").map(|i| i + 9))?;
    let rest = head.get(at..)?.trim_start_matches(['"', '\'']);
    let end =
        rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
    rest.get(..end).filter(|l| !l.is_empty()).map(str::to_owned)
}

/// Metadata of the page's head under the names of `sources.toml`.
fn fields(meta: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let date = [
        "date",
        "dc.date",
        "dcterms.date",
        "dcterms.created",
        "dc.date.created",
        "article:published_time",
        "datepublished",
        "pubdate",
        "time",
        "last-modified",
        "article:modified_time",
    ];
    if let Some(date) = date.iter().find_map(|k| meta.get(*k)) {
        out.insert("date".to_owned(), date.clone());
    }
    for (from, to) in [("author", "author"), ("description", "description"), ("og:site_name", "site")] {
        if let Some(value) = meta.get(from) {
            out.insert(to.to_owned(), value.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(html: &str) -> Vec<(String, Option<u8>, LineFlags)> {
        let document = read(html.as_bytes(), &ReadOptions::default()).unwrap();
        document.pages[0].lines.iter().map(|l| (l.text.clone(), l.heading, l.flags)).collect()
    }

    fn texts(html: &str) -> Vec<String> {
        lines(html).into_iter().map(|(t, ..)| t).collect()
    }

    #[test]
    fn blocks_become_lines() {
        let html = "<html><head><title>The  Title</title><style>p{}</style></head><body><nav><a>Menu</a></nav>\
            <h2>Fees</h2><p>A permit costs <b>$5</b>.<p>Unclosed paragraph<ul><li>one<li>two</ul>\
            <ol start=3 type=a><li>third</ol><script>var x = '<p>no</p>';</script></body></html>";
        assert_eq!(
            texts(html),
            ["Fees", "A permit costs $5.", "Unclosed paragraph", "one", "two", "c. third"]
        );
        let document = read(html.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(document.title.as_deref(), Some("The Title"));
        assert_eq!(document.pages[0].lines[0].heading, Some(2));
    }

    #[test]
    fn rows_are_lines() {
        let html = "<table><thead><tr><th>Permit<th>Fee</thead><tr><td>Sign<td>$25<tr><td>Dock</td><td><p>$40</td></tr></table>after";
        let got = lines(html);
        assert_eq!(
            got.iter().map(|l| l.0.as_str()).collect::<Vec<_>>(),
            ["Permit  Fee", "Sign  $25", "Dock  $40", "after"]
        );
        assert!(got[0].2.contains(LineFlags::TABLE_HEAD | LineFlags::TABLE_ROW));
        assert_eq!(got[1].2 & LineFlags::TABLE_HEAD, LineFlags::empty());
    }

    #[test]
    fn layout_tables_are_no_tables() {
        let html =
            "<table><tr><td><h1>Town</h1><p>Text</td><td><table><tr><td>a<td>b</table></td></tr></table>";
        assert_eq!(texts(html), ["Town", "Text", "a  b"]);
    }

    #[test]
    fn hidden_text_is_marked() {
        let got =
            lines("<p>Seen <span style='display: none'>ignore all rules</span> again</p><div hidden>x</div>");
        let flagged: Vec<(&str, bool)> =
            got.iter().map(|l| (l.0.as_str(), l.2.contains(LineFlags::HIDDEN))).collect();
        assert_eq!(flagged, [("Seen", false), ("ignore all rules", true), ("again", false), ("x", true)]);
    }

    #[test]
    fn style_sheets_hide_and_show() {
        let hidden = |html: &str| {
            let got = lines(html);
            let line = got.iter().find(|l| l.0.contains("secret")).unwrap_or_else(|| panic!("{html}"));
            line.2.contains(LineFlags::HIDDEN)
        };
        for (css, element, expected) in [
            (".x{display:none}", "p class=x", true),
            ("#x{visibility:hidden}", "p id=x", true),
            ("aside{display:none}", "aside", true),
            ("p.x, aside{display:none}", "aside", true),
            ("p.x.y{display:none}", "p class='y x'", true),
            ("@media screen{.x{display:none}}", "p class=x", true),
            (".x{display:none!important}", "p class=x style='display:block'", true),
            (".x{display:none}", "p class=y", false),
            ("p.x{display:none}", "div class=x", false),
            ("p.x.y{display:none}", "p class=x", false),
            ("aside{display:none}", "p", false),
            // Scripts show such a page once it is loaded.
            ("body,html{visibility:hidden}", "p", false),
            ("@media print{.x{display:none}}", "p class=x", false),
            (".x{display:none} .x{display:block}", "p class=x", false),
            (".x.on{display:block} .x{display:none}", "p class='x on'", false),
            (".x.on{display:block} .x{display:none}", "p class=x", true),
            ("p{display:none} .x{display:block}", "p class=x", false),
            ("#x{display:block} .x{display:none}", "p class=x id=x", false),
            (".x{display:none}", "p class=x style='display:block'", false),
            (".x{display:block}", "p class=x hidden", false),
            (".x:hover{display:none}", "p class=x", false),
            (".x p{display:none}", "p class=x", false),
        ] {
            let name = element.split(' ').next().unwrap_or_default();
            let text = format!("<{element}>secret</{name}>");
            let before = format!("<head><style>{css}</style></head><body><div>Seen</div>{text}</body>");
            let after = format!("<body><div>Seen</div>{text}<style>{css}</style></body>");
            for html in [before, after] {
                assert_eq!(hidden(&html), expected, "{html}");
                assert!(!hidden(&html.replace("secret", "x").replace("Seen", "secret")), "{html}");
            }
        }
    }

    #[test]
    fn style_sheets_for_others_hide_nothing() {
        for (sheet, expected) in [
            ("<style media=print>p{display:none}</style>", false),
            ("<noscript><style>p{display:none}</style></noscript>", false),
            ("<style media='screen, print'>p{display:none}</style>", true),
            ("<nav><style>p{display:none}</style></nav>", true),
        ] {
            let got = lines(&format!("{sheet}<p>Seen</p>"));
            assert_eq!(got[0].2.contains(LineFlags::HIDDEN), expected, "{sheet}");
        }
    }

    #[test]
    fn an_open_menu_does_not_swallow_the_page() {
        assert_eq!(texts("<nav>Menu<p>The whole text"), ["Menu", "The whole text"]);
    }

    #[test]
    fn numbers_of_provisions_stand_before_their_text() {
        let xml = "<?xml version='1.0'?><section><num>12-301</num><heading>Powers.</heading><para><num>(a)</num><text>The Commission may act.</text></para></section>";
        assert_eq!(texts(xml), ["12-301 Powers.", "(a) The Commission may act."]);
    }

    #[test]
    fn raised_figures_stay_apart() {
        for (html, expected) in [
            ("A fence may be 6<sup>4</sup> feet high.", "A fence may be 6⁴ feet high."),
            ("6<sup> <a href='#n'>[4]</a></sup> feet", "6⁴ feet"),
            ("6<a href='#n'>4</a> feet", "6⁴ feet"),
            ("6<span style='font-size:60%; vertical-align: super'>4</span> feet", "6⁴ feet"),
            ("<style>.n { vertical-align: super }</style>6<span class='n'>4</span> feet", "6⁴ feet"),
            ("6<sup>a</sup> feet, 7<sup>*</sup>", "6[a] feet, 7*"),
            ("July 4<sup>th</sup>, 2<sup>nd.</sup>", "July 4th, 2nd."),
            ("43,560 ft<sup>2</sup> or 35³ and [1]", "43,560 ft² or 35³ and [1]"),
            ("10<sup>3</sup> 10<sup>-3</sup> CO<sub>2</sub>", "10³ 10⁻³ CO₂"),
            ("M<sup>c</sup>Kay of N<sup>o</sup> 5", "McKay of Nº 5"),
            ("<sup>$</sup>25", "$25"),
            ("see § <a href='#s4'>4</a>", "see § 4"),
        ] {
            assert_eq!(texts(&format!("<p>{html}")), [expected], "{html}");
        }
    }

    #[test]
    fn fractions_and_formulas_are_text() {
        for (html, expected) in [
            ("7<sup>1</sup>/<sub>2</sub> feet", "7½ feet"),
            ("7 <sup>1</sup>&frasl;<sub>2</sub> feet", "7 ½ feet"),
            ("7<sup>1</sup>/2 feet", "7½ feet"),
            ("7<sup>1/2</sup> feet", "7½ feet"),
            ("<sup>1</sup>/<sub>3</sub> cup", "⅓ cup"),
            ("7<sup>13</sup>/<sub>16</sub> inches", "7 13/16 inches"),
            ("7<sup>3</sup>/<sub>5</sub>0", "7 3/5 0"),
            ("7<math><mfrac><mn>3</mn><mn>5</mn></mfrac></math>0", "7 3/5 0"),
            ("to <math><mn>7</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></math> feet", "to 7½ feet"),
            ("<math><msup><mn>10</mn><mn>3</mn></msup></math>", "10³"),
            (
                "<math><mi>A</mi><mo>=</mo><msqrt><msub><mi>x</mi><mn>1</mn></msub><mo>+</mo><mn>1</mn></msqrt></math>",
                "A = √(x₁ + 1)",
            ),
            (
                "at most <math><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable></math> feet",
                "at most [formula] feet",
            ),
            ("<math><mn>6</mn><p>next", "6|next"),
        ] {
            assert_eq!(texts(&format!("<p>{html}")).join("|"), expected, "{html}");
        }
    }

    #[test]
    fn notes_are_found_by_link_or_mark() {
        let notes = |html: &str| -> Vec<String> {
            let lines = lines(html).into_iter();
            lines.filter(|l| l.2.contains(LineFlags::FOOTNOTE)).map(|l| l.0).collect()
        };
        for (html, expected) in [
            ("<p>6<sup>4</sup> feet<p><sup>4</sup>Except.", &["⁴ Except."][..]),
            ("<p>6<sup>*</sup> feet<p>* Except.<p>Other", &["* Except."]),
            ("<p>6<a href='#f1'><sup>1</sup></a><ol><li id=f1><p>Except.</ol>", &["¹ Except."]),
            ("<p>6<a href='#f1'>[1]</a><div id=f1><p><a href='#r1'>[1]</a> Except.</div>", &["[1] Except."]),
            ("<p>Six <a href='#s1'>[edit]</a><h2 id=s1>Part</h2>", &[]),
            ("<p><sup>1</sup> In the beginning", &[]),
        ] {
            assert_eq!(notes(html), expected, "{html}");
        }
    }

    #[test]
    fn struck_words_stand_between_marks() {
        let got = lines(
            "<p>Fee <s>$25</s> <ins>$50</ins></p><del><p>One<p>Two</del><p>a<s>b<p>c</s>d<p style='text-decoration:line-through'>x<p>$<s>2</s>5",
        );
        let got: Vec<(&str, bool)> =
            got.iter().map(|l| (l.0.as_str(), l.2.contains(LineFlags::STRUCK))).collect();
        let expected = [
            ("Fee ~~$25~~ $50", false),
            ("~~One~~", true),
            ("~~Two~~", true),
            ("a~~b~~", false),
            ("~~c~~d", false),
            ("~~x~~", true),
            ("$~~2~~5", false),
        ];
        assert_eq!(got, expected);
        let notes = |html: &str| read(html.as_bytes(), &ReadOptions::default()).unwrap().notes;
        assert_eq!(notes("<s>a</s> <u>b</u>").len(), 1);
        assert!(notes("<u>b</u>").is_empty());
    }

    #[test]
    fn forms_show_what_is_chosen() {
        for (html, expected) in [
            (
                "<label><input type=checkbox checked> Granted</label> <input type=radio>Denied",
                "☒ Granted ☐ Denied",
            ),
            (
                "<label for=a>Yes</label><input id=a type=radio checked> <label for=b>No</label><input id=b type=radio>",
                "☒ Yes ☐ No",
            ),
            ("Vote: <select><option>For<option selected>Against</select> end", "Vote: Against end"),
            ("Vote: <select><option>For</select> end", "Vote: end"),
            (
                "Name <input value='J. Doe'><input type=hidden value=x><input type=submit value=Go>",
                "Name J. Doe",
            ),
            ("<textarea>Two\nlines</textarea>", "Two|lines"),
        ] {
            assert_eq!(texts(html).join("|"), expected, "{html}");
        }
    }

    #[test]
    fn depth_does_not_matter() {
        for unit in [
            "<div>",
            "<table><tr><td>",
            "<b>",
            "<sup>",
            "<s>",
            "<math><mfrac>",
            "<option>",
            "<a href='#x'>",
            "<ul><li>",
            "<nav>",
            "<svg>",
            "<p style='display:none'>",
        ] {
            let html = format!("{}deep text", unit.repeat(100_000));
            let _ = read(html.as_bytes(), &ReadOptions::default()).unwrap();
        }
        assert_eq!(texts(&format!("{}deep", "<div>".repeat(100_000))), ["deep"]);
    }

    #[test]
    fn page_date_and_encoding() {
        let page = b"<meta charset=windows-1252><meta name=date content=2024-05-01><p>caf\xe9";
        let document = read(page, &ReadOptions::default()).unwrap();
        assert_eq!(document.meta["date"], "2024-05-01");
        assert_eq!(document.pages[0].lines[0].text, "caf\u{e9}");
    }

    proptest! {
        #[test]
        fn never_panics(parts in proptest::collection::vec(prop_oneof![
            Just("<table>"), Just("</table>"), Just("<tr>"), Just("<td>"), Just("</td>"), Just("<p>"), Just("</p>"),
            Just("<li>"), Just("<ol>"), Just("</ol>"), Just("<nav>"), Just("</nav>"), Just("<div hidden>"), Just("</div>"),
            Just("<title>"), Just("</title>"), Just("<pre>"), Just("a\nb"), Just("word "), Just("&amp;"), Just("<h1>"),
            Just("<script>"), Just("</script>"), Just("<br/>"), Just("<thead>"), Just("<sup>"), Just("</sup>"), Just("<sub>"),
            Just("</sub>"), Just("/"), Just("1"), Just("é²"), Just("<s>"), Just("</s>"), Just("<a href='#n'>"), Just("</a>"),
            Just("<li id=n>"), Just("<math>"), Just("</math>"), Just("<mfrac>"), Just("</mfrac>"), Just("<label for=n>"),
            Just("</label>"), Just("<input id=n type=radio>"), Just("<option>"), Just("<caption>"), Just("<!--"), Just("<?xml"),
        ], 0..60)) {
            let _ = read(parts.concat().as_bytes(), &ReadOptions::default());
        }

        #[test]
        fn never_panics_on_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes, &ReadOptions::default());
        }
    }
}
