// errors: E0599
use twolane::answer::{Answer, AnswerContent, Verified};

fn content(answer: &Verified<Answer>) -> AnswerContent {
    let answer: &AnswerContent = answer.get();
    (*answer).clone()
}

fn main() {
    let _ = content;
}
