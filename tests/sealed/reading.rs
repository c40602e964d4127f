use twolane::answer::{Answer, Verified, levels};

fn read(answer: &Verified<Answer>) -> (usize, String, String) {
    let first = answer.get().facts.first().map(|fact| fact.text.clone()).unwrap_or_default();
    (answer.get().facts.len(), first, levels(answer).level1)
}

fn main() {
    let _ = read;
}
