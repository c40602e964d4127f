//! Generated HTML and Markdown: no figure is joined, no cell or line lost.

use proptest::prelude::*;
use twolane_read::{ReadOptions, read_html, read_markdown};
use twolane_text::{Line, LineFlags};

/// A piece of text in HTML and Markdown, and as it is shown.
#[derive(Debug, Clone)]
struct Piece {
    html: String,
    markdown: String,
    shown: String,
}

impl Piece {
    fn new(html: impl Into<String>, markdown: impl Into<String>, shown: impl Into<String>) -> Self {
        Piece { html: html.into(), markdown: markdown.into(), shown: shown.into() }
    }
}

fn raised(number: u32) -> String {
    number
        .to_string()
        .chars()
        .map(|c| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - 48])
        .collect()
}

fn piece() -> impl Strategy<Value = Piece> {
    let number = 1..9999_u32;
    let mark = 1..99_u32;
    prop_oneof![
        number.clone().prop_map(|n| Piece::new(n.to_string(), n.to_string(), n.to_string())),
        number.clone().prop_map(|n| Piece::new(format!("${n}"), format!("${n}"), format!("${n}"))),
        (number.clone(), mark.clone(), 0..5_u8).prop_map(|(n, m, form)| {
            let html = match form {
                0 => format!("{n}<sup>{m}</sup>"),
                1 => format!("{n}<sup><a href='#n{m}'>[{m}]</a></sup>"),
                2 => format!("{n}<a href=\"#n{m}\">{m}</a>"),
                3 => format!("{n}<span style='vertical-align:super'>{m}</span>"),
                _ => format!("{n}<b><sup> {m}</sup></b>"),
            };
            Piece::new(html.clone(), html, format!("{n}{}", raised(m)))
        }),
        (number.clone(), number.clone()).prop_map(|(n, m)| Piece::new(
            format!("<s>{n}</s>{m}"),
            format!("~~{n}~~ {m}"),
            format!("~~{n}~~{m}"),
        )),
        (number.clone(), prop_oneof![Just((1, 2, "½")), Just((3, 4, "¾")), Just((1, 3, "⅓"))], 0..3_u8)
            .prop_map(|(n, (a, b, shown), form)| {
                let html = match form {
                    0 => format!("{n}<sup>{a}</sup>/<sub>{b}</sub>"),
                    1 => format!("{n}<sup>{a}</sup>&frasl;<sub>{b}</sub>"),
                    _ => format!("{n}<math><mfrac><mn>{a}</mn><mn>{b}</mn></mfrac></math>"),
                };
                Piece::new(html.clone(), html, format!("{n}{shown}"))
            }),
        (number.clone(), 5..50_u32, 51..99_u32).prop_map(|(n, a, b)| {
            let html = format!("{n}<sup>{a}</sup>/<sub>{b}</sub>");
            Piece::new(html.clone(), html, format!("{n} {a}/{b}"))
        }),
        Just(Piece::new("July 4<sup>th</sup>", "July 4<sup>th</sup>", "July 4th")),
        Just(Piece::new("43,560 ft<sup>2</sup>", "43,560 ft<sup>2</sup>", "43,560 ft²")),
        Just(Piece::new("35³", "35³", "35³")),
        Just(Piece::new("fee [1]", "fee [1]", "fee [1]")),
        "[a-z]{3,9}".prop_map(|w| Piece::new(w.clone(), w.clone(), w)),
    ]
}

fn plain(shown: &str) -> String {
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cells of a row: `None` is an empty one.
type Grid = Vec<Vec<Option<Piece>>>;

fn grid() -> impl Strategy<Value = Grid> {
    (2..5_usize).prop_flat_map(|columns| {
        let cell = prop_oneof![4 => piece().prop_map(Some), 1 => Just(None)];
        proptest::collection::vec(proptest::collection::vec(cell, columns), 1..7)
    })
}

/// Texts of the rows, without those that are empty.
fn expected(grid: &Grid, space_after_strike: bool) -> Vec<String> {
    let shown = |cell: &Option<Piece>| {
        let text = cell.as_ref().map(|p| p.shown.clone()).unwrap_or_default();
        match text.rsplit_once("~~") {
            Some((struck, rest)) if space_after_strike => format!("{struck}~~ {rest}"),
            _ => text,
        }
    };
    grid.iter()
        .map(|row| row.iter().map(shown).collect::<Vec<_>>().join("  ").trim_end().to_owned())
        .filter(|row| !row.is_empty())
        .collect()
}

fn rows(lines: &[Line]) -> Vec<String> {
    lines.iter().filter(|l| l.flags.contains(LineFlags::TABLE_ROW)).map(|l| l.text.clone()).collect()
}

fn html_lines(html: &str) -> Vec<Line> {
    read_html(html.as_bytes(), &ReadOptions::default()).unwrap().pages.remove(0).lines
}

fn markdown_lines(text: &str) -> Vec<Line> {
    read_markdown(text.as_bytes(), &ReadOptions::default()).unwrap().pages.remove(0).lines
}

/// A table in HTML; `breaks` says before which elements a new line begins.
fn html_table(grid: &Grid, breaks: &[bool], closes: bool) -> String {
    let mut breaks = breaks.iter().cycle();
    let mut new_line = || if *breaks.next().unwrap() { "\n" } else { "" };
    let mut html = "<table>".to_owned();
    for row in grid {
        html.push_str(new_line());
        html.push_str("<tr>");
        for cell in row {
            html.push_str(new_line());
            html.push_str("<td>");
            html.push_str(cell.as_ref().map_or("", |c| &c.html));
            html.push_str(if closes { "</td>" } else { "" });
        }
        html.push_str(if closes { "</tr>" } else { "" });
    }
    html.push_str("</table>");
    html
}

/// All figures of a text, in order.
fn figures(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|f| !f.is_empty()).map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn html_tables_keep_every_cell(grid in grid(), closes: bool) {
        let lines = html_lines(&html_table(&grid, &[true, false], closes));
        prop_assert_eq!(rows(&lines), expected(&grid, false));
        prop_assert!(lines.first().is_none_or(|l| l.flags.contains(LineFlags::TABLE_START)));
    }

    #[test]
    fn markdown_tables_keep_every_cell(grid in grid()) {
        let mut text = format!("|{}\n|{}\n", " h |".repeat(grid[0].len()), "---|".repeat(grid[0].len()));
        for row in &grid {
            text.push('|');
            for cell in row {
                text.push_str(cell.as_ref().map_or("", |c| &c.markdown));
                text.push('|');
            }
            text.push('\n');
        }
        let lines = markdown_lines(&text);
        prop_assert_eq!(rows(&lines)[1..].to_vec(), expected(&grid, true), "{}", text);
        prop_assert!(lines[0].flags.contains(LineFlags::TABLE_HEAD | LineFlags::TABLE_START));
        prop_assert!(lines[1..].iter().all(|l| !l.flags.contains(LineFlags::TABLE_HEAD)));
    }

    #[test]
    fn html_in_markdown_loses_nothing(grid in grid(), breaks in proptest::collection::vec(any::<bool>(), 1..9), closes: bool) {
        let table = html_table(&grid, &breaks, closes);
        let text = format!("Before 7\n\n{table}\n\nAfter 8\n");
        let last = u32::try_from(text.lines().count()).unwrap();
        let lines = markdown_lines(&text);
        prop_assert!(lines.windows(2).all(|w| w[0].number < w[1].number));
        prop_assert_eq!((lines[0].number, lines[0].text.as_str()), (1, "Before 7"));
        let end = lines.last().unwrap();
        prop_assert_eq!((end.number, end.text.as_str()), (last, "After 8"));
        let shown: Vec<String> = lines[1..lines.len() - 1].iter().flat_map(|l| figures(&l.text)).collect();
        let wanted: Vec<String> = expected(&grid, false).iter().flat_map(|row| figures(row)).collect();
        prop_assert_eq!(shown, wanted, "{}", text);
        for row in expected(&grid, false) {
            prop_assert!(lines.iter().any(|l| l.text.contains(row.trim())), "{} in {:?}", row, lines);
        }
    }

    #[test]
    fn paragraphs_keep_every_piece(pieces in proptest::collection::vec(piece(), 1..8), width in 20..200_usize) {
        let options = ReadOptions { wrap: width, ..ReadOptions::default() };
        let html: Vec<&str> = pieces.iter().map(|p| p.html.as_str()).collect();
        let document = read_html(format!("<p>x {} end", html.join(" and ")).as_bytes(), &options).unwrap();
        let lines = &document.pages[0].lines;
        prop_assert!(lines.iter().all(|l| l.text.matches("~~").count() % 2 == 0));
        let shown: Vec<&str> = pieces.iter().map(|p| p.shown.as_str()).collect();
        let shown = format!("x {} end", shown.join(" and "));
        let text = lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(plain(&text), plain(&shown));
    }

    #[test]
    fn struck_runs_are_balanced(words in proptest::collection::vec(("[a-z]{1,8}", any::<bool>()), 1..40), width in 10..60_usize) {
        let options = ReadOptions { wrap: width, ..ReadOptions::default() };
        let html: Vec<String> =
            words.iter().map(|(w, s)| if *s { format!("<s>{w}</s>") } else { w.clone() }).collect();
        let markdown: Vec<String> =
            words.iter().map(|(w, s)| if *s { format!("~~{w}~~") } else { w.clone() }).collect();
        let html = read_html(format!("<p>{}", html.join(" ")).as_bytes(), &options).unwrap();
        let markdown = read_markdown(markdown.join("\n").as_bytes(), &options).unwrap();
        for document in [html, markdown] {
            for line in &document.pages[0].lines {
                let parts: Vec<&str> = line.text.split("~~").collect();
                prop_assert!(parts.len() % 2 == 1);
                let is_struck = parts.iter().step_by(2).all(|part| part.trim().is_empty());
                prop_assert_eq!(is_struck, line.flags.contains(LineFlags::STRUCK), "{}", line.text);
            }
            let lines = document.pages[0].lines.iter().map(|l| l.text.replace("~~", "")).collect::<Vec<_>>();
            let wanted: Vec<&str> = words.iter().map(|(w, _)| w.as_str()).collect();
            prop_assert_eq!(lines.join(" "), wanted.join(" "));
        }
    }
}
