//! Makes pages of words with boxes and lines over, under and around them, each from a number.

use crate::sheet::{Sheet, escaped};

/// Numbers that depend on a seed alone.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % limit as u64).unwrap()
    }

    pub fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.below(1001) as f32 / 1000.0
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Fonts by their resource, with the widths of the characters from the space to the tilde in
/// thousandths of an em.
const FONTS: [(&str, [u16; 95]); 2] = [
    (
        "F1",
        [
            278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
            556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
            611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
            667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
            222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
        ],
    ),
    (
        "F3",
        [
            250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
            500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
            556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
            722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
            278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
        ],
    ),
];

const HEADS: [&str; 12] = [
    "Wharf", "clerk", "board", "Town", "water", "road", "school", "River", "paper", "market", "harbor",
    "Smith",
];

const TAILS: [&str; 12] =
    ["house", "keeper", "side", "yard", "works", "land", "master", "stone", "line", "gate", "hall", "field"];

/// Colours of boxes, the page's own among them.
pub const COLOURS: [&str; 7] = ["0 g", "1 g", "0.5 g", "0.8 g", "1 0 0 rg", "0.2 0.3 0.9 rg", "0 0 0 1 k"];

/// A word with its left and right end.
#[derive(Clone, Debug)]
pub struct Placed {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
}

/// A line of words on the page under construction.
#[derive(Clone, Debug)]
pub struct Row {
    pub words: Vec<Placed>,
    /// Baseline, in points up from the foot of the page.
    pub y: f32,
    pub size: f32,
    pub leading: f32,
}

impl Row {
    /// The box of some of its words, from and to these heights over the baseline in em.
    pub fn area(&self, words: &[usize], foot: f32, head: f32) -> [f32; 4] {
        let (first, last) = (words[0], words[words.len() - 1]);
        let (foot, head) = (self.y + foot * self.size, self.y + head * self.size);
        [self.words[first].x0, foot, self.words[last].x1, head]
    }
}

/// A page in the making: what lies under its text, the text, and what lies over it.
#[derive(Default)]
pub struct Drawing {
    pub under: String,
    pub over: String,
    pub forms: Vec<String>,
    pub rows: Vec<Row>,
    pub sheet: Sheet,
    text: String,
    /// Operators that set and restore the place of the whole drawing.
    place: String,
    turn: u16,
    mirrored: bool,
    /// Nothing moves the drawing, so annotations can be laid over it.
    pub plain: bool,
}

impl Drawing {
    /// Rows of words that are all different, on a page that may be scaled, turned, tilted or mirrored.
    pub fn new(dice: &mut Dice) -> Self {
        let size = dice.between(6.0, 16.0);
        let leading = size * dice.between(1.2, 2.4);
        let (font, widths) = &FONTS[dice.below(FONTS.len())];
        let columns = 1 + dice.below(2);
        let (left, top) = (dice.between(40.0, 90.0), dice.between(420.0, 520.0));
        let (place, turn) = place(dice);
        let mirrored = dice.one_in(4);
        let by_word = dice.one_in(2);
        let colour = dice.pick(&["0 g\n", "0 g\n", "0.1 0.1 0.4 rg\n"]);
        let plain = place.is_empty() && turn == 0 && !mirrored;
        let mut drawing =
            Drawing { plain, place, turn, mirrored, text: colour.to_owned(), ..Drawing::default() };
        let space = f32::from(widths[0]) * size / 1000.0;
        let mut count = 0;
        for column in 0..columns {
            let x = left + 260.0 * column as f32;
            let room = if columns == 1 { 480.0 } else { 220.0 };
            for row in 0..4 + dice.below(4) {
                let mut words: Vec<Placed> = Vec::new();
                let mut at = x;
                for _ in 0..3 + dice.below(5) {
                    let text = word(dice, count);
                    let units = text.bytes().map(|b| f32::from(widths[usize::from(b - 32)])).sum::<f32>();
                    let end = at + units * size / 1000.0;
                    if end > x + room {
                        break;
                    }
                    count += 1;
                    words.push(Placed { text, x0: at, x1: end });
                    at = end + space;
                }
                let row = Row { words, y: top - leading * row as f32, size, leading };
                if by_word {
                    row.words.iter().for_each(|word| drawing.show(font, &row, word.x0, &word.text));
                } else {
                    let texts: Vec<&str> = row.words.iter().map(|word| word.text.as_str()).collect();
                    drawing.show(font, &row, x, &texts.join(" "));
                }
                drawing.rows.push(row);
            }
        }
        drawing
    }

    fn show(&mut self, font: &str, row: &Row, x: f32, text: &str) {
        let (up, y, size, text) =
            (if self.mirrored { -1 } else { 1 }, self.height(row.y), row.size, escaped(text));
        self.text.push_str(&format!("BT /{font} {size} Tf 1 0 0 {up} {x} {y} Tm ({text}) Tj ET\n"));
    }

    /// A height over the foot of the page as the content has it.
    pub fn height(&self, y: f32) -> f32 {
        if self.mirrored { Sheet::HEIGHT - y } else { y }
    }

    /// A path of a box.
    pub fn rect(&self, [x0, y0, x1, y1]: [f32; 4]) -> String {
        let (y0, y1) = (self.height(y0), self.height(y1));
        format!("{x0} {y0} {} {} re\n", x1 - x0, y1 - y0)
    }

    /// A path of the corners of a box.
    pub fn corners(&self, [x0, y0, x1, y1]: [f32; 4]) -> String {
        let (y0, y1) = (self.height(y0), self.height(y1));
        format!("{x0} {y0} m {x1} {y0} l {x1} {y1} l {x0} {y1} l\n")
    }

    /// A path of a level line.
    pub fn level(&self, x0: f32, x1: f32, y: f32) -> String {
        let y = self.height(y);
        format!("{x0} {y} m {x1} {y} l\n")
    }

    /// Keeps operators in a form XObject; returns the operator that draws it.
    pub fn form(&mut self, operators: String) -> String {
        self.forms.push(operators);
        format!("/X{} Do\n", self.forms.len() - 1)
    }

    /// The page with all that was drawn.
    pub fn sheet(self) -> Sheet {
        let mirror = if self.mirrored { "1 0 0 -1 0 792 cm\n" } else { "" };
        let drawn = format!("q {}{mirror}{}{}{}Q\n", self.place, self.under, self.text, self.over);
        self.sheet.turned(self.turn).forms(self.forms).raw(&drawn)
    }
}

/// A matrix and a turn of the page, which together leave the text level or not.
fn place(dice: &mut Dice) -> (String, u16) {
    match dice.below(9) {
        0 => {
            let (scale, x, y) = (dice.between(0.6, 1.0), dice.between(0.0, 40.0), dice.between(0.0, 200.0));
            (format!("{scale} 0 0 {scale} {x} {y} cm\n"), 0)
        }
        1 => ("0 1 -1 0 612 0 cm\n".to_owned(), 90),
        2 => ("0 -1 1 0 0 792 cm\n".to_owned(), 270),
        3 => ("-1 0 0 -1 612 792 cm\n".to_owned(), 180),
        4 => (String::new(), 90),
        5 => (String::new(), 270),
        6 => {
            let angle = dice.between(5.0, 40.0).to_radians() * if dice.one_in(2) { 1.0 } else { -1.0 };
            let (cos, sin) = (0.6 * angle.cos(), 0.6 * angle.sin());
            (format!("1 0 0 1 306 400 cm {cos} {sin} {} {cos} 0 0 cm 1 0 0 1 -306 -380 cm\n", -sin), 0)
        }
        _ => (String::new(), 0),
    }
}

/// A word or a sum that no other word of the page equals.
fn word(dice: &mut Dice, count: usize) -> String {
    if dice.one_in(4) {
        format!("${},{:03}", 1 + count / 9, 101 + count)
    } else {
        format!("{}{}", HEADS[count % 12], TAILS[(count / 12 + 5 * count) % 12])
    }
}

/// Parts the words of a row into stretches of one to three words.
pub fn stretches(dice: &mut Dice, words: usize) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    while from < words {
        let to = (from + 1 + dice.below(3)).min(words);
        out.push((from..to).collect());
        from = to;
    }
    out
}
