// errors: E0624
use twolane::ask::{AnswerContent, Mode};

fn main() {
    let _content = AnswerContent::empty(Mode::Answer);
}
