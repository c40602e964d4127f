//! Text that something is painted over is hidden; shading, highlights and underlines hide nothing.

use twolane_text::LineFlags;

use crate::drawn::{COLOURS, Dice, Drawing, stretches};
use crate::sheet::{Sheet, document, flagged};

const BOX: [f32; 4] = [70.0, 96.0, 300.0, 114.0];

fn open() -> Sheet {
    Sheet::default().text(72.0, 80.0, 11.0, "The clerk paid the sum named below.").text(
        72.0,
        110.0,
        11.0,
        "John Doe, $4,100",
    )
}

fn is_hidden(sheet: Sheet) -> bool {
    let document = document(&[sheet]);
    let hidden = flagged(&document.pages[0], LineFlags::HIDDEN) == ["John Doe, $4,100"];
    let note = document.notes.iter().any(|note| note == "text covered by a box or a picture on p. 1");
    assert_eq!(hidden, note, "{:?}", document.notes);
    hidden
}

#[test]
fn painted_over_text_is_hidden() {
    for (name, sheet) in [
        ("black box", open().fill(BOX, "0 g")),
        ("white box", open().fill(BOX, "1 g")),
        ("red box", open().fill(BOX, "1 0 0 rg")),
        ("thick line", open().stroke(70.0, 300.0, 106.0, 14.0)),
        ("picture", open().raw("q 230 0 0 18 70 678 cm /Im Do Q\n")),
        ("redaction", open().annotation("Redact", BOX, "0 g")),
        ("square", open().annotation("Square", BOX, "0 g")),
    ] {
        assert!(is_hidden(sheet), "{name}");
    }
}

/// A sheet whose text is invisible, as OCR layers are.
fn layer() -> Sheet {
    let words = ["The clerk paid the sum named below.", "John Doe, $4,100"];
    let lines = [(80.0, words[0]), (110.0, words[1])];
    lines.iter().fold(Sheet::default().raw("3 Tr\n"), |sheet, (y, text)| sheet.text(72.0, *y, 11.0, text))
}

#[test]
fn boxes_hide_text_of_scans() {
    assert!(is_hidden(layer().raw("q 612 0 0 792 0 0 cm /Im Do Q\n").fill(BOX, "0 g")));
}

#[test]
fn pieces_of_scans_hide_nothing() {
    let piece = |foot: u16| format!("q 612 0 0 264 0 {foot} cm /Im Do Q\n");
    assert!(!is_hidden(layer().raw(&[0, 264, 528].map(piece).concat())));
}

#[test]
fn visible_text_stays() {
    for (name, sheet) in [
        ("nothing", open()),
        (
            "shading before",
            Sheet::default().fill(BOX, "0.8 g").text(72.0, 80.0, 11.0, "Sum").text(
                72.0,
                110.0,
                11.0,
                "John Doe, $4,100",
            ),
        ),
        ("translucent", open().raw("/T gs\n").fill(BOX, "1 1 0 rg")),
        ("multiplied", open().raw("/GS gs\n").fill(BOX, "1 1 0 rg")),
        ("highlight", open().annotation("Highlight", BOX, "1 1 0 rg")),
        ("underline", open().stroke(72.0, 160.0, 112.0, 1.0)),
        ("frame", open().raw("q 6 w 82 676 40 20 re S Q\n")),
        ("thin rule", open().fill([72.0, 105.0, 160.0, 106.0], "0 g")),
        ("clipped", open().raw("q 400 600 50 20 re W n\n").fill(BOX, "0 g").raw("Q\n")),
    ] {
        assert!(!is_hidden(sheet), "{name}");
    }
}

#[test]
fn hidden_words_stand_on_their_own() {
    let sheet = Sheet::default()
        .text(72.0, 80.0, 11.0, "Paid to the clerk")
        .text(72.0, 110.0, 11.0, "Pay")
        .text(100.0, 110.0, 11.0, "Doe");
    let document = document(&[sheet.fill([98.0, 96.0, 130.0, 114.0], "0 g")]);
    assert_eq!(flagged(&document.pages[0], LineFlags::HIDDEN), ["Doe"]);
    assert!(
        document.pages[0]
            .lines
            .iter()
            .any(|line| line.text == "Pay" && !line.flags.contains(LineFlags::HIDDEN))
    );
}

const COVERS: [&str; 16] = [
    "box",
    "corners",
    "open corners",
    "framed box",
    "thick line",
    "line backwards",
    "strips",
    "strips at once",
    "halves",
    "picture",
    "form",
    "askew",
    "rounded",
    "clipped",
    "gradient",
    "annotation",
];

/// Operators that paint over a box.
fn cover(drawing: &mut Drawing, dice: &mut Dice, name: &str, area: [f32; 4]) -> String {
    let [x0, y0, x1, y1] = area;
    let colour = dice.pick(&COLOURS);
    let middle = (y0 + y1) / 2.0;
    let path = match name {
        "box" => drawing.rect(area) + "f",
        "corners" => drawing.corners(area) + "h f",
        "open corners" => drawing.corners(area) + "f*",
        "framed box" => format!("0 G 0.5 w {}B", drawing.rect(area)),
        "thick line" => format!("{} G {} w {}S", 0, y1 - y0, drawing.level(x0, x1, middle)),
        "line backwards" => format!("{} G {} w {}S", 0, y1 - y0, drawing.level(x1, x0, middle)),
        "strips" | "strips at once" => {
            let count = 3 + dice.below(5);
            let step = (y1 - y0) / count as f32;
            let strip = |index: usize| {
                let from = y0 + step * index as f32;
                drawing.rect([x0, from, x1, from + step])
            };
            let end = if name == "strips" { "f\n" } else { "" };
            (0..count).map(|index| strip(index) + end).collect::<String>() + "f"
        }
        "halves" => {
            let at = dice.between(x0, x1);
            format!("{}f\n{}f", drawing.rect([x0, y0, at, y1]), drawing.rect([at, y0, x1, y1]))
        }
        "picture" => {
            let (y0, y1) = (drawing.height(y0), drawing.height(y1));
            format!("{} 0 0 {} {x0} {y0} cm /Im Do", x1 - x0, y1 - y0)
        }
        "form" => {
            let operators = format!("{colour} {}f", drawing.rect(area));
            drawing.form(operators)
        }
        "askew" => {
            let (width, height) = (x1 - x0, y1 - y0);
            let angle = (0.3 * height / width).atan().min(0.15) * if dice.one_in(2) { 1.0 } else { -1.0 };
            let (cos, sin) = (angle.cos(), angle.sin());
            let (half, tall) = (width * cos / 2.0, (height * cos + width * sin.abs()) / 2.0);
            format!(
                "{cos} {sin} {} {cos} {} {} cm {} {} {} {} re f",
                -sin,
                (x0 + x1) / 2.0,
                drawing.height(middle),
                -half,
                -tall,
                2.0 * half,
                2.0 * tall
            )
        }
        "rounded" => {
            let (y0, y1) = (drawing.height(y0), drawing.height(y1));
            let (r, up) = (0.2 * (y1 - y0).abs(), 0.2 * (y1 - y0));
            format!(
                "{} {y0} m {} {y0} l {x1} {y0} {x1} {} v {x1} {} l {x1} {y1} {} {y1} y {} {y1} l {x0} {y1} {x0} {} v \
                 {x0} {} l {x0} {y0} {} {y0} y h f",
                x0 + r,
                x1 - r,
                y0 + up,
                y1 - up,
                x1 - r,
                x0 + r,
                y1 - up,
                y0 + up,
                x0 + r
            )
        }
        "clipped" => format!("{}W n\n-900 -900 3000 3000 re f", drawing.rect(area)),
        "gradient" => format!("{}W n\n/Sh sh", drawing.rect(area)),
        _ => {
            let from_top = [x0, Sheet::HEIGHT - y1, x1, Sheet::HEIGHT - y0];
            drawing.sheet = std::mem::take(&mut drawing.sheet).annotation("Redact", from_top, colour);
            String::new()
        }
    };
    format!("q {colour} {path}\nQ\n")
}

const CONTROLS: [&str; 12] = [
    "shading",
    "dark shading",
    "underline",
    "frame",
    "hollow frame",
    "hollow frame before",
    "translucent",
    "multiplied",
    "rule",
    "grid",
    "beside",
    "clipped away",
];

/// Draws what hides nothing around some words of a row.
fn control(drawing: &mut Drawing, dice: &mut Dice, name: &str, row: usize, words: &[usize]) {
    let row = drawing.rows[row].clone();
    let area = row.area(words, -0.25, 0.85);
    let [x0, y0, x1, y1] = area;
    let outer = [x0 - 0.12 * row.size, y0 - 0.08 * row.size, x1 + 0.12 * row.size, y1 + 0.08 * row.size];
    let thin = 0.06 * row.size;
    let hollow = format!("q 0 g {}{}f*\nQ\n", drawing.rect(area), drawing.rect(outer));
    match name {
        "shading" => drawing.under += &format!("q 0.85 g {}f\nQ\n", drawing.rect(area)),
        "dark shading" => drawing.under += &format!("q 0.9 0.5 0.5 rg {}f\nQ\n", drawing.corners(area)),
        "underline" => {
            let line = drawing.rect([x0, row.y - 0.15 * row.size, x1, row.y - 0.15 * row.size + thin]);
            drawing.over += &format!("q 0 g {line}f\nQ\n");
        }
        "frame" => drawing.over += &format!("q 0 G {thin} w {}S\nQ\n", drawing.rect(area)),
        "hollow frame" => drawing.over += &hollow,
        "hollow frame before" => drawing.under += &hollow,
        "translucent" => drawing.over += &format!("q /T gs 1 1 0 rg {}f\nQ\n", drawing.rect(area)),
        "multiplied" => drawing.over += &format!("q /GS gs 1 1 0 rg {}f\nQ\n", drawing.rect(area)),
        "rule" => {
            let line = drawing.level(30.0, 580.0, row.y - 0.3 * row.size);
            drawing.over += &format!("q 0 G {thin} w {line}S\nQ\n");
        }
        "grid" => {
            let lines: String = [[x0 - thin, y0, x0, y1], [x1, y0, x1 + thin, y1], [x0, y1, x1, y1 + thin]]
                .map(|line| drawing.rect(line))
                .concat();
            let grid = format!("q 0 g {lines}f\nQ\n");
            if dice.one_in(2) { drawing.under += &grid } else { drawing.over += &grid }
        }
        "beside" => {
            let end = row.words[row.words.len() - 1].x1 + 0.3 * row.size;
            drawing.over += &format!("q 0 g {}f\nQ\n", drawing.rect([end, y0, end + 12.0, y1]));
        }
        _ => drawing.over += &format!("q 0 0 4 4 re W n 0 g {}f\nQ\n", drawing.rect(area)),
    }
}

/// A page of a number: its sheet, its covered words, its other words, and what was drawn.
fn page_of(seed: usize) -> (Sheet, Vec<String>, Vec<String>, Vec<String>) {
    let mut dice = Dice::new(seed as u64);
    let mut drawing = Drawing::new(&mut dice);
    let (mut covered, mut seen, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..drawing.rows.len() {
        let row = drawing.rows[index].clone();
        for words in stretches(&mut dice, row.words.len()) {
            let texts = words.iter().map(|word| row.words[*word].text.clone());
            match dice.below(4) {
                0 => {
                    covered.extend(texts);
                    let mut name = COVERS[(seed + covered.len()) % COVERS.len()];
                    if name == "annotation" && !drawing.plain
                        || name == "askew" && row.leading < 1.9 * row.size
                    {
                        name = "box";
                    }
                    let [x0, y0, x1, y1] =
                        row.area(&words, -dice.between(0.02, 0.25), dice.between(0.72, 0.9));
                    let margin = dice.between(0.0, 0.1) * row.size;
                    let over = cover(&mut drawing, &mut dice, name, [x0 - margin, y0, x1 + margin, y1]);
                    drawing.over += &over;
                    names.push(format!("{name} at {}", row.words[words[0]].text));
                }
                1 => {
                    seen.extend(texts);
                    let name = CONTROLS[dice.below(CONTROLS.len())];
                    control(&mut drawing, &mut dice, name, index, &words);
                    names.push(format!("{name} at {}", row.words[words[0]].text));
                }
                _ => seen.extend(texts),
            }
        }
    }
    covered.sort();
    seen.sort();
    (drawing.sheet(), covered, seen, names)
}

/// Checks that no covered word is shown, that a note reports it, and that every other word is shown
/// once.
#[test]
fn covered_words_of_500_pages_are_hidden() {
    let mut faults = Vec::new();
    for seed in 0..500 {
        let (sheet, covered, seen, names) = page_of(seed);
        let document = document(&[sheet]);
        let shown = document.pages[0].lines.iter().filter(|line| !line.flags.contains(LineFlags::HIDDEN));
        let mut shown: Vec<String> =
            shown.flat_map(|line| line.text.split_whitespace().map(str::to_owned)).collect();
        shown.sort();
        let note = document.notes.iter().any(|note| note.starts_with("text covered by"));
        if shown != seen || note == covered.is_empty() {
            let leaked: Vec<_> = covered.iter().filter(|word| shown.contains(word)).collect();
            let lost: Vec<_> = seen.iter().filter(|word| !shown.contains(word)).collect();
            faults.push(format!(
                "{seed}: leaked {leaked:?} lost {lost:?} note {note} of {names:?} in {shown:?}"
            ));
        }
    }
    assert!(faults.is_empty(), "{} pages\n{}", faults.len(), faults.join("\n"));
}
