//! Words on a common baseline.

use super::options::LayoutOptions;
use super::raised;
use super::words::Word;

/// Words on one baseline, from left to right.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub words: Vec<Word>,
    /// Baseline of most of its text.
    pub y: f32,
    /// Size of most of its text.
    pub size: f32,
}

impl Row {
    /// A row of these words; its baseline and size are those of the longest text.
    pub fn of(mut words: Vec<Word>) -> Self {
        words.sort_by(|a, b| a.x0.total_cmp(&b.x0).then(a.sequence.cmp(&b.sequence)));
        let longest = words.iter().max_by(|a, b| {
            (a.size * (a.x1 - a.x0)).total_cmp(&(b.size * (b.x1 - b.x0))).then(b.x0.total_cmp(&a.x0))
        });
        let (y, size) = longest.map_or((0.0, 0.0), |word| (word.y, word.size));
        Row { words, y, size }
    }

    pub fn x0(&self) -> f32 {
        self.words.first().map_or(0.0, |word| word.x0)
    }

    pub fn x1(&self) -> f32 {
        self.words.iter().map(|word| word.x1).fold(f32::MIN, f32::max)
    }
}

/// Words of one cell, from left to right.
pub(super) type Cell<'r> = &'r [Word];

/// Groups words into rows, from top to bottom.
pub(super) fn rows(words: Vec<Word>, options: &LayoutOptions) -> Vec<Row> {
    let mut words = words;
    words.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut groups: Vec<Group> = Vec::new();
    for word in words {
        // Rows further up than the tallest text can't take it any more.
        let home = groups
            .iter_mut()
            .rev()
            .take(24)
            .filter(|group| (word.y - group.y).abs() <= options.baseline * word.size.min(group.size))
            .min_by(|a, b| (word.y - a.y).abs().total_cmp(&(word.y - b.y).abs()));
        match home {
            Some(group) => group.take(word),
            None => groups.push(Group {
                y: word.y,
                size: word.size,
                weight: word.x1 - word.x0,
                words: vec![word],
            }),
        }
    }
    raise(&mut groups);
    let mut rows: Vec<Row> = groups.into_iter().map(|group| Row::of(group.words)).collect();
    rows.iter_mut().for_each(|row| raised::mark(&mut row.words));
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    rows
}

struct Group {
    /// Mean baseline by width.
    y: f32,
    size: f32,
    weight: f32,
    words: Vec<Word>,
}

impl Group {
    fn take(&mut self, word: Word) {
        let weight = (word.x1 - word.x0).max(0.01);
        let total = self.weight + weight;
        self.y = (self.y * self.weight + word.y * weight) / total;
        self.size = (self.size * self.weight + word.size * weight) / total;
        self.weight = total;
        self.words.push(word);
    }
}

/// Moves superscripts and subscripts into the row that they belong to: smaller words a little off
/// the baseline that touch a word of that row.
fn raise(groups: &mut Vec<Group>) {
    let mut index = 0;
    while index < groups.len() {
        let Some(small) = groups.get(index) else { break };
        if small.words.len() > 40 {
            index += 1;
            continue;
        }
        let mut moves: Vec<(usize, usize)> = Vec::new();
        let first = index.saturating_sub(4);
        for (w, word) in small.words.iter().enumerate() {
            let home = groups.iter().enumerate().skip(first).take(9).find(|(other, group)| {
                *other != index
                    && word.size < 0.85 * group.size
                    && word.y > group.y - 0.75 * group.size
                    && word.y < group.y + 0.35 * group.size
                    && group.words.iter().any(|near| {
                        near.size > word.size && {
                            let (after, before) = (word.x0 - near.x1, near.x0 - word.x1);
                            let reach = 0.3 * near.size;
                            (after > -reach && after < reach) || (before > -reach && before < reach)
                        }
                    })
            });
            if let Some((other, _)) = home {
                moves.push((w, other));
            }
        }
        for (w, other) in moves.into_iter().rev() {
            let Some(word) = groups.get_mut(index).filter(|g| w < g.words.len()).map(|g| g.words.remove(w))
            else {
                continue;
            };
            if let Some(group) = groups.get_mut(other) {
                group.words.push(word);
            }
        }
        if groups.get(index).is_some_and(|group| group.words.is_empty()) {
            groups.remove(index);
        } else {
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::Script;
    use super::*;

    fn word(text: &str, x0: f32, x1: f32, y: f32, size: f32) -> Word {
        Word {
            text: text.to_owned(),
            x0,
            x1,
            y,
            size,
            sequence: (0, 0),
            space_before: false,
            bold: false,
            doubled: 0,
            ocr: false,
            script: Script::Level,
            struck: false,
        }
    }

    fn texts(rows: &[Row]) -> Vec<Vec<&str>> {
        rows.iter().map(|row| row.words.iter().map(|w| w.text.as_str()).collect()).collect()
    }

    #[test]
    fn baselines_group_and_superscripts_join() {
        let words = vec![
            word("second", 10.0, 40.0, 112.0, 10.0),
            word("fee", 10.0, 25.0, 100.0, 10.0),
            word("1", 25.2, 28.0, 96.0, 6.0),
            word("applies", 32.0, 60.0, 100.4, 10.0),
        ];
        let rows = rows(words, &LayoutOptions::default());
        assert_eq!(texts(&rows), [vec!["fee", "1", "applies"], vec!["second"]]);
    }
}
