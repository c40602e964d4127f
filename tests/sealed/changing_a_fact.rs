// errors: E0596
use twolane::answer::Fact;

fn change(fact: &mut Fact) {
    fact.text.push_str(" Or not.");
}

fn main() {
    let _ = change;
}
