// errors: E0308
use twolane::answer::{AnswerContent, Levels, levels};

fn show(content: &AnswerContent) -> Levels {
    levels(content)
}

fn main() {
    let _ = show;
}
