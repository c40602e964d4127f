//! Made documents: a sentence with a negation, a condition or modality, parted by a border.

use twolane::text::{Line, LineFlags};

/// A small generator of numbers, the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

const PERSONS: &[&str] = &[
    "resident",
    "boat owner",
    "tenant of the Harbor District",
    "contractor",
    "minor child",
    "member of the Planning Board",
    "licensed hawker",
    "guest",
    "taxpayer of Marblehead Neck",
];
const BODIES: &[&str] = &[
    "Board of Selectmen",
    "Zoning Board of Adjustment",
    "harbor master",
    "Chief of Police",
    "town clerk",
    "Conservation Commission",
    "fire warden",
    "Association's directors",
];
const ACTS: &[&str] = &[
    "keep more than three dogs",
    "park a trailer",
    "burn leaves or brush",
    "moor a vessel longer than 25 feet",
    "sell fireworks",
    "cut trees of eight inches",
    "draw water",
    "post a sign of 12 square feet",
    "rent a dwelling for fewer than thirty days",
    "dig clams or mussels",
];
const PLACES: &[&str] = &[
    "at any one house in the Village",
    "on the Town Common",
    "within 50 feet of Mill Brook",
    "in the Residence A District",
    "along Route 28",
    "beside the public landing on Sundays",
    "upon land of the Water Precinct",
    "near Alder Beach and Birch Cove",
];
const OTHERS: &[&str] = &[
    "The meeting opened at seven.",
    "Mr. Brown read the minutes.",
    "The fee is $15 a year.",
    "The clerk keeps the list.",
    "See the map in the hall.",
    "The budget was $342,500 in 2025.",
    "Article 7 passed by voice vote.",
];
const HEADS: &[&str] = &[
    "TOWN OF ALDER",
    "Zoning Ordinance",
    "Rules of the Pond Village Association",
    "Page 3 of 10",
    "Adopted March 2024",
];

pub struct Case {
    pub kind: String,
    pub lines: Vec<Line>,
    /// The sentence, for files.
    pub before: String,
    pub after: String,
    /// Words whose facts are looked at.
    pub payload: String,
    /// Words that these facts must have.
    pub guards: Vec<String>,
    pub hidden: Option<String>,
}

/// A sentence with its payload and the words that bind it.
struct Bound {
    text: String,
    payload: String,
    guards: Vec<String>,
    /// Words from the sentence's beginning behind which a border may stand.
    from: usize,
    to: usize,
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// An aside with a full stop that ends no sentence.
fn aside(r: &mut Random) -> &'static str {
    r.pick(&[
        "",
        "",
        "",
        "under R.S.A. 91-A, ",
        "as in Ord. No. 5, ",
        "hired by Acme, Inc., ",
        "(see Sec. 4.2) ",
        "named in Art. IV, ",
        "as Mr. J. Q. Lund asked ... ",
    ])
}

fn bound(r: &mut Random) -> Bound {
    let (person, body, act, place) = (r.pick(PERSONS), r.pick(BODIES), r.pick(ACTS), r.pick(PLACES));
    let aside = aside(r);
    let (head, guard): (String, &str) = match r.below(13) {
        0 => (format!("No {person} {aside}shall be allowed to"), "No "),
        1 => (format!("The {body} shall never {aside}allow a {person} to"), "never"),
        2 => (format!("Unless the {body} has {aside}given leave in writing, a {person} must not"), "Unless"),
        3 => (format!("If the {body} {aside}approves it at a public hearing, a {person} may"), "If the"),
        4 => (format!("Only a {person} {aside}with a licence of the {body} may"), "Only"),
        5 => (format!("Except as the {body} {aside}provides by rule, a {person} may"), "Except"),
        6 => (format!("Neither a {person} nor {aside}the guests of one may"), "Neither"),
        7 => (format!("It is unlawful {aside}for a {person} to"), "unlawful"),
        8 => (format!("A {person} {aside}may with leave of the {body}"), "may"),
        9 => (format!("Without a permit {aside}of the {body} no {person} shall"), "Without"),
        10 => (format!("A {person} {aside}cannot at any time of the year"), "cannot"),
        11 => (format!("Provided that the {body} {aside}agrees, a {person} may"), "Provided"),
        _ => (format!("The {body} does not {aside}permit any {person} to"), "not"),
    };
    match r.below(4) {
        // The condition comes last.
        0 => {
            let lead = format!("A {person} may {act} {place}");
            let last = match r.below(5) {
                0 => format!("unless the {body} objects"),
                1 => format!("if the {body} agrees to it"),
                2 => format!("except on days named by the {body}"),
                3 => format!("; provided, however, that the {body} has been told"),
                _ => format!("; but no {person} may do so twice"),
            };
            let word = last.trim_start_matches("; ").split_whitespace().next().unwrap().to_owned();
            let text = format!("{lead} {last}.").replace(" ;", ";");
            let to = count(&lead) + 1;
            Bound { from: 3 + count(person), to, payload: act.to_owned(), guards: vec![word], text }
        }
        // A long way from the negation.
        1 => {
            let long = r.pick(&[
                "in the months of June, July and August, and on the days that the warrant names for it,",
                "whether for hire or not, by day or by night, and whoever the land belongs to,",
            ]);
            let from = count(&head);
            let text = format!("{head}, {long} {act} {place}.").replace("to, ", "to ");
            let to = from + count(long) + count(act);
            Bound { from, to, payload: act.to_owned(), guards: vec![guard.trim().to_owned()], text }
        }
        _ => {
            let from = guard.split_whitespace().count().max(2);
            let to = count(&head) + count(act);
            Bound {
                from,
                to,
                payload: act.to_owned(),
                guards: vec![guard.trim().to_owned()],
                text: format!("{head} {act} {place}."),
            }
        }
    }
}

/// Parts a sentence between two words, so that the payload stays in one piece.
fn parted(r: &mut Random, bound: &Bound) -> (String, String) {
    let words: Vec<&str> = bound.text.split(' ').filter(|w| !w.is_empty()).collect();
    let payload = {
        let start = bound.text.find(&bound.payload).unwrap();
        let before = count(&bound.text[..start]);
        before + 1..before + count(&bound.payload)
    };
    let places: Vec<usize> =
        (bound.from.max(1)..=bound.to.min(words.len() - 1)).filter(|i| !payload.contains(i)).collect();
    let at = places[r.below(places.len())];
    (words[..at].join(" "), words[at..].join(" "))
}

/// Cuts text into lines of a width, by words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = out.last_mut().unwrap();
        if !last.is_empty() && last.len() + 1 + word.len() > width {
            out.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    out
}

/// Collects lines.
struct Paper {
    lines: Vec<Line>,
    page: u32,
    number: u32,
    width: usize,
}

impl Paper {
    fn put(&mut self, text: &str, flags: LineFlags) {
        self.number += 1;
        self.lines.push(Line { flags, ..Line::plain(self.page, self.number, text) });
    }

    fn paragraph(&mut self, text: &str, flags: LineFlags) {
        for (i, line) in wrapped(text, self.width).iter().enumerate() {
            self.put(
                line,
                if i == 0 { flags } else { flags - LineFlags::PARAGRAPH_START - LineFlags::LIST_ITEM },
            );
        }
    }

    fn turn(&mut self) {
        self.page += 1;
        self.number = 0;
    }
}

const START: LineFlags = LineFlags::PARAGRAPH_START;

impl Case {
    /// Any kind.
    pub fn made(r: &mut Random) -> Case {
        if r.chance(45) { Case::list(r) } else { Case::prose(r) }
    }

    /// A sentence over a border.
    pub fn prose(r: &mut Random) -> Case {
        let bound = bound(r);
        let (mut before, mut after) = parted(r, &bound);
        let paged = r.chance(70);
        let mut paper =
            Paper { lines: Vec::new(), page: u32::from(paged), number: 0, width: 40 + r.below(60) };
        paper.paragraph(r.pick(OTHERS), START);
        if r.chance(50) {
            before = format!("{} {before}", r.pick(OTHERS));
        }
        if r.chance(40) {
            after = format!("{after} {}", r.pick(OTHERS));
        }
        let mut hidden = None;
        let mut kind = r.below(if paged { 12 } else { 7 });
        if kind == 3 && !hyphenates(&mut before, &mut after, &bound.payload) {
            kind = 0;
        }
        paper.paragraph(&before, START);
        let next =
            if after.starts_with(char::is_lowercase) && r.chance(50) { LineFlags::empty() } else { START };
        let name = match kind {
            0 => "blank line",
            1 => {
                let text = "everybody may always do all of this";
                paper.put(text, LineFlags::HIDDEN);
                hidden = Some(text.to_owned());
                "hidden line"
            }
            2 => "line",
            3 => "hyphen",
            4 if after.starts_with(char::is_lowercase) => {
                paper.put(
                    r.pick(&[
                        "Figure 3. The landing in 1912",
                        "1 See the report of the town clerk.",
                        "Photo: A. Hale",
                        "* Amended 2019.",
                    ]),
                    START,
                );
                "note between"
            }
            5 if after.starts_with(char::is_lowercase) => {
                paper.put("", LineFlags::empty());
                "empty line"
            }
            7.. => {
                let head = r.pick(HEADS);
                match kind {
                    7 => {
                        paper.put("1 of 2", LineFlags::PAGE_NUMBER);
                        paper.turn();
                        paper.put(head, LineFlags::RUNNING_HEAD);
                        "page with running head"
                    }
                    8 => {
                        paper.turn();
                        "page"
                    }
                    9 if after.starts_with(char::is_lowercase) => {
                        paper.turn();
                        paper.put(head, START);
                        "page with unknown head"
                    }
                    10 if after.starts_with(char::is_lowercase) => {
                        paper.put("1 The fee was set in 2019.", START);
                        paper.turn();
                        "page with a footnote"
                    }
                    11 => {
                        for (i, line) in paper.lines.iter_mut().enumerate() {
                            line.bounds =
                                Some([72.0, 600.0 + 12.0 * i as f32, 290.0, 610.0 + 12.0 * i as f32]);
                        }
                        "column"
                    }
                    _ => {
                        paper.turn();
                        "page"
                    }
                }
            }
            _ => "blank line",
        };
        let from = paper.lines.len();
        let next = if matches!(name, "line" | "hyphen" | "hidden line") { LineFlags::empty() } else { next };
        paper.paragraph(&after, next);
        paper.paragraph(r.pick(OTHERS), START);
        if name == "column" {
            for (i, line) in paper.lines.iter_mut().enumerate().skip(from) {
                line.bounds = Some([310.0, 80.0 + 12.0 * i as f32, 540.0, 90.0 + 12.0 * i as f32]);
            }
        }
        Case {
            kind: name.to_owned(),
            lines: paper.lines,
            before,
            after,
            payload: bound.payload,
            guards: bound.guards,
            hidden,
        }
    }

    /// An item of a list.
    pub fn list(r: &mut Random) -> Case {
        let (person, body) = (r.pick(PERSONS), r.pick(BODIES));
        let paged = r.chance(50);
        let mut paper =
            Paper { lines: Vec::new(), page: u32::from(paged), number: 0, width: 40 + r.below(50) };
        paper.paragraph(r.pick(OTHERS), START);
        let lead = match r.below(9) {
            0 => format!("It shall be unlawful for any {person} to:"),
            1 => format!("No {person} shall:"),
            2 => format!("No {person} of the town shall at any time"),
            3 => format!("Unless the {body} agrees, nobody may do any of the following:"),
            4 => "The following are prohibited:".to_owned(),
            5 => "The following acts are forbidden in the town.".to_owned(),
            6 => format!("A {person} may not, except by leave of the {body},"),
            7 => format!("Only with a permit of the {body} may a {person}:"),
            _ => format!("The {body} shall never permit a {person} to \u{2014}"),
        };
        let mut guards = vec![lead.split_whitespace().take(4).collect::<Vec<_>>().join(" ")];
        let lead = if r.chance(40) { format!("{} {lead}", r.pick(OTHERS)) } else { lead };
        paper.paragraph(&lead, START);
        let style = r.below(8);
        let items = 2 + r.below(4);
        let chosen = r.below(items);
        let flags = if style > 4 || r.chance(50) { START | LineFlags::LIST_ITEM } else { START };
        let tail = r.chance(25).then(|| {
            r.pick(&[
                "without a permit from the Board.",
                "unless the warden says so.",
                "between dusk and dawn, if it rains.",
                "except on the Fourth of July.",
            ])
        });
        let hanging = style < 5 && r.chance(25);
        let nested = if r.chance(30) { Some(r.below(3)) } else { None };
        let mut payload = String::new();
        let end = if tail.is_some() { r.pick(&["", ","]) } else { r.pick(&["", ";", ",", "."]) };
        for i in 0..items {
            let act = ACTS[(chosen + i * 3) % ACTS.len()];
            let mark = mark(style, i);
            let place = PLACES[(i * 5 + chosen) % PLACES.len()];
            let put = |paper: &mut Paper, text: &str| {
                if hanging {
                    paper.put(&text.replacen(' ', "  ", 1), LineFlags::TABLE_ROW);
                } else {
                    paper.paragraph(text, flags);
                }
            };
            if paged && r.chance(20) {
                paper.put("7", LineFlags::PAGE_NUMBER);
                paper.turn();
                paper.put("TOWN OF ALDER", LineFlags::RUNNING_HEAD);
            }
            match nested {
                Some(depth) if i == chosen => {
                    let inner = format!(
                        "{mark} {}",
                        ["from May to October", "on any street of the town", "in a car"][depth]
                    );
                    put(&mut paper, &format!("{inner}:"));
                    guards.push(inner.split_once(' ').unwrap().1.to_owned());
                    let inner_style = if style == 1 { 0 } else { 1 };
                    let own = r.below(2);
                    for j in 0..2 {
                        let act = if j == own { act } else { "swim or wade" };
                        paper.paragraph(&format!("{} {act} {place};", self::mark(inner_style, j)), START);
                    }
                    payload = act.to_owned();
                }
                _ => {
                    if i == chosen {
                        payload = act.to_owned();
                    }
                    let joins = if i + 2 == items && end != "." { " or" } else { "" };
                    put(&mut paper, &format!("{mark} {act} {place}{end}{joins}"));
                }
            }
        }
        let mut kind = format!("list {style}");
        if nested.is_some() {
            kind.push_str(" nested");
        }
        if hanging {
            kind.push_str(" hanging");
        }
        if let Some(tail) = tail {
            paper.paragraph(tail, START);
            guards.push(tail.split_whitespace().next().unwrap().to_owned());
            kind.push_str(" with a line behind");
        }
        paper.paragraph(r.pick(OTHERS), START);
        Case {
            kind,
            lines: paper.lines,
            before: String::new(),
            after: String::new(),
            payload,
            guards,
            hidden: None,
        }
    }
}

fn mark(style: usize, i: usize) -> String {
    let letter = (b'a' + i as u8) as char;
    match style {
        0 => format!("({letter})"),
        1 => format!("({})", i + 1),
        2 => format!("({})", ["i", "ii", "iii", "iv", "v", "vi"][i]),
        3 => format!("{}.", i + 1),
        4 => format!("{}.", letter.to_ascii_uppercase()),
        5 => "\u{2022}".to_owned(),
        6 => format!("{letter})"),
        _ => "-".to_owned(),
    }
}

/// Parts the word behind the border with a hyphen.
fn hyphenates(before: &mut String, after: &mut String, payload: &str) -> bool {
    let word = after.split_whitespace().next().unwrap_or("").to_owned();
    if payload.starts_with(&word) || word.len() < 6 || !word.chars().all(char::is_lowercase) {
        return false;
    }
    before.push(' ');
    before.push_str(&word[..3]);
    before.push('-');
    *after = after[3..].to_owned();
    true
}
