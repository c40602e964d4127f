//! Sentence templates, so that the writer and the parser of a sentence use the same words.

/// A template of fixed words and named slots: `No quote shows the {part} part.`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame(pub &'static str);

/// Name of a slot and its content.
pub type Filled<'t> = (&'static str, &'t str);

/// Maximum number of ways to split one text into the slots of a template. Titles rarely have pieces that look
/// like the template's own words.
const MOST_TRIES: usize = 64;

enum Part {
    Words(&'static str),
    Slot(&'static str),
}

impl Frame {
    /// Returns the text with its slots filled, in order. A slot without a value stays empty.
    pub fn say(&self, values: &[&str]) -> String {
        let mut values = values.iter();
        let mut out = String::new();
        for part in self.parts() {
            match part {
                Part::Words(words) => out.push_str(words),
                Part::Slot(_) => out.push_str(values.next().copied().unwrap_or_default()),
            }
        }
        out
    }

    /// Parses the template at the start of a text, with every possible split into non-empty slots, the
    /// shortest first. Returns the slots' contents and the remaining text.
    pub fn read<'t>(&self, text: &'t str) -> Vec<(Vec<Filled<'t>>, &'t str)> {
        let parts = self.parts();
        let mut found = Vec::new();
        let mut tries = MOST_TRIES;
        read_parts(&parts, text, &mut Vec::new(), &mut found, &mut tries);
        found
    }

    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut rest = self.0;
        while let Some((words, behind)) = rest.split_once('{') {
            if !words.is_empty() {
                parts.push(Part::Words(words));
            }
            let (slot, after) = behind.split_once('}').unwrap_or((behind, ""));
            parts.push(Part::Slot(slot));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Words(rest));
        }
        parts
    }
}

fn read_parts<'t>(
    parts: &[Part],
    text: &'t str,
    filled: &mut Vec<Filled<'t>>,
    found: &mut Vec<(Vec<Filled<'t>>, &'t str)>,
    tries: &mut usize,
) {
    match parts.split_first() {
        None => found.push((filled.clone(), text)),
        Some((Part::Words(words), rest)) => {
            if let Some(behind) = text.strip_prefix(words) {
                read_parts(rest, behind, filled, found, tries);
            }
        }
        Some((Part::Slot(name), rest)) => match rest.first() {
            Some(Part::Words(next)) => {
                for (at, _) in text.match_indices(next).filter(|(at, _)| *at > 0) {
                    if *tries == 0 {
                        return;
                    }
                    *tries -= 1;
                    let (value, behind) = text.split_at(at);
                    filled.push((*name, value));
                    read_parts(rest, behind, filled, found, tries);
                    filled.pop();
                }
            }
            // A slot at the end takes the remaining text.
            _ if !text.is_empty() => {
                filled.push((*name, text));
                read_parts(rest, "", filled, found, tries);
                filled.pop();
            }
            _ => {}
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_can_be_read_back() {
        let frame = Frame("“{title}” reports at {hand} hand.");
        let said = frame.say(&["A. B", "second"]);
        assert_eq!(said, "“A. B” reports at second hand.");
        let text = format!("{said} More.");
        let (filled, rest) = frame.read(&text).remove(0);
        assert_eq!(filled, [("title", "A. B"), ("hand", "second")]);
        assert_eq!(rest, " More.");
        assert!(frame.read("“” reports at second hand.").is_empty());
        assert!(frame.read("“A” reported at second hand.").is_empty());
    }

    #[test]
    fn every_way_to_cut_is_given() {
        let frame = Frame("The {what} part.");
        let cuts: Vec<&str> =
            frame.read("The town part. The school part.").iter().map(|(f, _)| f[0].1).collect();
        assert_eq!(cuts, ["town", "town part. The school"]);
        assert_eq!(Frame("{all}").read("a b"), [(vec![("all", "a b")], "")]);
    }
}
