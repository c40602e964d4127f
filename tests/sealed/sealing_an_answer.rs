// errors: E0624 E0423
use twolane::answer::{Answer, AnswerContent, Cleared, Envelope, Verified};

fn seal(cleared: Cleared, content: AnswerContent) -> Envelope {
    Envelope::answer(cleared, content, todo!())
}

fn verified(answer: Answer) -> Verified<Answer> {
    Verified(answer.into())
}

fn main() {
    let _ = (seal, verified);
}
