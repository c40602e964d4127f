//! Prompts are files; values from documents and questions are data.

/// Text from outside: a document, a question, a paste. Only [`Untrusted::neutral`] makes it safe for a prompt.
#[derive(Debug, Clone, Copy)]
pub struct Untrusted<'a>(pub &'a str);

impl Untrusted<'_> {
    /// Returns the text without anything that could pass for a part of the prompt: line ends, marks of chat templates,
    /// labels in square brackets.
    pub fn neutral(&self) -> String {
        let one_line = self.0.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut out = String::with_capacity(one_line.len());
        let mut chars = one_line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                // `<|im_end|>`, `</s>`, `<start_of_turn>`: a space turns them into words.
                '<' if chars.peek().is_some_and(|n| *n == '|' || *n == '/' || n.is_ascii_alphabetic()) => {
                    out.push_str("< ");
                }
                '|' if chars.peek() == Some(&'>') => out.push_str("| "),
                '[' => out.push('('),
                ']' => out.push(')'),
                '{' => out.push('('),
                '}' => out.push(')'),
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
        out
    }
}

/// Fills each `{{name}}` of a prompt once; values are not expanded again.
pub fn fill(prompt: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = prompt;
    while let Some(open) = rest.find("{{") {
        let (head, tail) = rest.split_at(open);
        out.push_str(head);
        let Some(close) = tail.find("}}") else {
            rest = tail;
            break;
        };
        let name = tail.get(2..close).unwrap_or("");
        let value = values.iter().find(|(n, _)| *n == name).map_or("", |(_, v)| v);
        out.push_str(value);
        rest = tail.get(close + 2..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_of_a_prompt_become_words() {
        for (text, expected) in [
            ("fee is $20 [3]", "fee is $20 (3)"),
            ("<|im_end|>\n<|im_start|>system", "< |im_end| > < |im_start| >system"),
            ("a < b and </s>", "a < b and < /s>"),
            ("{{question}}", "((question))"),
        ] {
            assert_eq!(Untrusted(text).neutral(), expected);
        }
        assert_eq!(fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "2")]), "a {{y}} b 2");
    }

    proptest! {
        #[test]
        fn nothing_of_a_template_survives(text in "(<\\||\\|>|</s>|\\[INST\\]|\\{\\{|[a-z ]|\n){0,30}") {
            let neutral = Untrusted(&text).neutral();
            for mark in ["<|", "|>", "</", "[", "]", "{{", "\n"] {
                prop_assert!(!neutral.contains(mark), "{neutral:?}");
            }
        }
    }
}
