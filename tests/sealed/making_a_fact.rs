// errors: E0639 E0423
use twolane::answer::{Fact, FactContent};

fn main() {
    let content =
        FactContent { text: "It is so.".into(), support: Vec::new(), coverage: 1.0, context: Vec::new() };
    let _fact = Fact(content);
}
