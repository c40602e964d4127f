// errors: E0624
use twolane::answer::{AnswerContent, Mode};

fn main() {
    let _content = AnswerContent::empty(Mode::Answer);
}
