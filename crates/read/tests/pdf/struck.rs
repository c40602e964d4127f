//! Text with a line through it is struck; underlines and rules of tables strike nothing.

use twolane_text::LineFlags;

use crate::drawn::{Dice, Drawing, stretches};
use crate::sheet::{Sheet, document, line, texts};

fn open() -> Sheet {
    Sheet::default()
        .text(72.0, 80.0, 11.0, "The fee of the town is this.")
        .text(72.0, 110.0, 10.0, "$25")
        .text(100.0, 110.0, 10.0, "$50 a year")
}

#[test]
fn struck_words_stand_between_tildes() {
    for sheet in [open().stroke(72.0, 89.0, 107.0, 0.7), open().fill([72.0, 106.5, 89.0, 107.2], "0 g")] {
        assert_eq!(texts(&document(&[sheet]).pages[0])[1], "~~$25~~ $50 a year");
    }
}

#[test]
fn struck_lines_are_flagged() {
    let document = document(&[open().stroke(70.0, 160.0, 107.0, 0.7)]);
    assert!(line(&document, "~~$25 $50 a year~~").flags.contains(LineFlags::STRUCK));
}

#[test]
fn underlines_and_rules_strike_nothing() {
    for y in [111.5, 113.0, 99.0, 120.0] {
        assert_eq!(texts(&document(&[open().stroke(70.0, 500.0, y, 0.7)]).pages[0])[1], "$25 $50 a year");
    }
}

#[test]
fn underlined_additions_are_noted() {
    let struck = open().stroke(72.0, 89.0, 107.0, 0.7);
    let noted = |sheet: Sheet| {
        document(&[sheet]).notes.iter().any(|note| note.starts_with("additions are underlined"))
    };
    assert!(noted(struck.clone().stroke(100.0, 150.0, 111.5, 0.7)));
    assert!(!noted(struck));
    assert!(!noted(open().stroke(100.0, 150.0, 111.5, 0.7)));
}

const STRIKES: [&str; 10] = [
    "line",
    "backwards",
    "box",
    "corners",
    "flat box",
    "form",
    "under the text",
    "two lines",
    "annotation",
    "all at once",
];

const CONTROLS: [&str; 9] =
    ["underline", "boxed underline", "rule", "frame", "shading", "overline", "upright", "grid", "buried"];

/// Draws a line through some words of a row.
fn strike(drawing: &mut Drawing, dice: &mut Dice, name: &str, row: usize, words: &[usize], all: &mut String) {
    let row = drawing.rows[row].clone();
    let (height, width) = (dice.between(0.2, 0.36), (dice.between(0.03, 0.1) * row.size).max(0.3));
    let [x0, _, x1, y] = row.area(words, 0.0, height);
    let area = [x0, y, x1, y + width];
    let line = match name {
        "line" => format!("0 G {width} w {}S", drawing.level(x0, x1, y)),
        "backwards" => format!("1 0 0 RG {width} w {}S", drawing.level(x1, x0, y)),
        "box" => drawing.rect(area) + "f",
        "corners" => drawing.corners(area) + "h f",
        "flat box" => drawing.rect([x0, y, x1, y]) + "f",
        "form" => {
            let operators = format!("{width} w {}S", drawing.level(x0, x1, y));
            drawing.form(operators)
        }
        "under the text" => {
            drawing.under += &format!("q {}f\nQ\n", drawing.rect(area));
            String::new()
        }
        "two lines" => {
            let (lower, upper) = (row.y + 0.18 * row.size, row.y + 0.34 * row.size);
            let lines = drawing.level(x0, x1, lower) + &drawing.level(x0, x1, upper);
            format!("{} w {lines}S", 0.03 * row.size)
        }
        "annotation" => {
            let from_top = [x0, Sheet::HEIGHT - y - width, x1, Sheet::HEIGHT - y];
            drawing.sheet = std::mem::take(&mut drawing.sheet).annotation("StrikeOut", from_top, "1 0 0 rg");
            String::new()
        }
        _ => {
            *all += &drawing.level(x0, x1, y);
            String::new()
        }
    };
    drawing.over += &format!("q {line}\nQ\n");
}

/// Draws lines that strike nothing around some words of a row.
fn control(drawing: &mut Drawing, dice: &mut Dice, name: &str, row: usize, words: &[usize]) {
    let row = drawing.rows[row].clone();
    let area = row.area(words, -0.25, 0.85);
    let [x0, y0, x1, y1] = area;
    let thin = 0.05 * row.size;
    let below = row.y - dice.between(0.06, 0.18) * row.size;
    let drawn = match name {
        "underline" => format!("{thin} w {}S", drawing.level(x0, x1, below)),
        "boxed underline" => drawing.rect([x0, below - thin, x1, below]) + "f",
        "rule" => format!("{thin} w {}S", drawing.level(30.0, 580.0, row.y - 0.3 * row.size)),
        "frame" => format!("{thin} w {}S", drawing.rect(area)),
        "shading" => {
            drawing.under += &format!("q 0.85 g {}f\nQ\n", drawing.rect(area));
            String::new()
        }
        "buried" => {
            let line = drawing.level(x0, x1, row.y + dice.between(0.2, 0.36) * row.size);
            drawing.under += &format!("q {thin} w {line}S 0.85 g {}f\nQ\n", drawing.rect(area));
            String::new()
        }
        "overline" => format!("{thin} w {}S", drawing.level(x0, x1, y1)),
        "upright" => {
            let (x, y0, y1) = (x0 - 0.1 * row.size, drawing.height(y0), drawing.height(y1));
            format!("{thin} w {x} {y0} m {x} {y1} l S")
        }
        _ => {
            let lines = [[x0, y0, x1, y0 + thin], [x0, y1, x1, y1 + thin], [x1, y0, x1 + thin, y1]];
            lines.map(|line| drawing.rect(line)).concat() + "f"
        }
    };
    drawing.over += &format!("q {drawn}\nQ\n");
}

/// A page of a number: its sheet, its struck words, its other words, and what was drawn.
fn page_of(seed: usize) -> (Sheet, Vec<String>, Vec<String>, Vec<String>) {
    let mut dice = Dice::new(seed as u64);
    let mut drawing = Drawing::new(&mut dice);
    let (mut struck, mut kept, mut names, mut all) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    for index in 0..drawing.rows.len() {
        let row = drawing.rows[index].clone();
        for words in stretches(&mut dice, row.words.len()) {
            let texts = words.iter().map(|word| row.words[*word].text.clone());
            match dice.below(4) {
                0 => {
                    struck.extend(texts);
                    let name = STRIKES[(seed + struck.len()) % STRIKES.len()];
                    let name = match name {
                        "annotation" if !drawing.plain => "line",
                        // A box without height is drawn a point high, which covers the smallest text.
                        "flat box" if row.size < 9.0 => "box",
                        name => name,
                    };
                    strike(&mut drawing, &mut dice, name, index, &words, &mut all);
                    names.push(format!("{name} at {}", row.words[words[0]].text));
                }
                1 => {
                    kept.extend(texts);
                    let name = CONTROLS[dice.below(CONTROLS.len())];
                    control(&mut drawing, &mut dice, name, index, &words);
                    names.push(format!("{name} at {}", row.words[words[0]].text));
                }
                _ => kept.extend(texts),
            }
        }
    }
    drawing.over += &format!("{}S\n", all);
    struck.sort();
    kept.sort();
    (drawing.sheet(), struck, kept, names)
}

/// The words of a line, each with whether it is between tildes.
fn marked(line: &str) -> Vec<(String, bool)> {
    let parts = line.split("~~").enumerate();
    parts
        .flat_map(|(i, part)| part.split_whitespace().map(move |word| (word.to_owned(), i % 2 == 1)))
        .collect()
}

/// Checks that struck words are between tildes, that other words are not, and that none is lost.
#[test]
fn struck_words_of_500_pages_are_marked() {
    let mut faults = Vec::new();
    for seed in 0..500 {
        let (sheet, struck, kept, names) = page_of(seed);
        let document = document(&[sheet]);
        let shown = document.pages[0].lines.iter().filter(|line| !line.flags.contains(LineFlags::HIDDEN));
        let (mut marks, mut rest) = (Vec::new(), Vec::new());
        for (word, is_struck) in shown.flat_map(|line| marked(&line.text)) {
            if is_struck { marks.push(word) } else { rest.push(word) }
        }
        marks.sort();
        rest.sort();
        if marks != struck || rest != kept {
            let missed: Vec<_> = struck.iter().filter(|word| !marks.contains(word)).collect();
            let wrong: Vec<_> = kept.iter().filter(|word| !rest.contains(word)).collect();
            let lines = texts(&document.pages[0]);
            faults
                .push(format!("{seed}: not struck {missed:?} not kept {wrong:?} of {names:?} in {lines:?}"));
        }
    }
    assert!(faults.is_empty(), "{} pages\n{}", faults.len(), faults.join("\n"));
}
