// errors: E0596
use twolane::answer::{Answer, Verified};

fn change(answer: &mut Verified<Answer>) {
    answer.get().facts.clear();
}

fn main() {
    let _ = change;
}
