//! Locators as people and saved answers write them: what parses prints back to itself, and a source
//! gives a quote for it or an error.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use twolane::text::{ContentHash, Line, Locator, Source, SourceId};

fn source() -> &'static Source {
    static SOURCE: OnceLock<Source> = OnceLock::new();
    SOURCE.get_or_init(|| {
        let lines = (1..=3).flat_map(|page| {
            (1..=4)
                .map(move |number| Line::plain(page, number, format!("No fee of ${page}{number}.50 is due-")))
        });
        Source::new(SourceId("s".into()), "S".into(), ContentHash::of(b"s"), lines.collect())
    })
}

fuzz_target!(|text: &str| {
    if let Ok(locator) = text.parse::<Locator>() {
        assert_eq!(locator.to_string().parse::<Locator>().as_ref(), Ok(&locator));
        if let Ok(quote) = source().quote(&locator) {
            assert_eq!(quote.locator(), &locator);
        }
    }
});
