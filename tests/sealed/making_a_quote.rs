// errors: E0451
use twolane::text::{Locator, Quote, SourceId};

fn quote(source_id: SourceId, locator: Locator) -> Quote {
    Quote { source_id, locator, text: "It is so.".into() }
}

fn main() {
    let _ = quote;
}
