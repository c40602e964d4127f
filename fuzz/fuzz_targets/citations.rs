//! Citations in any text: found within it, and what a citation prints parses back to it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twolane::law::Grammar;

fuzz_target!(|text: &str| {
    let grammar = Grammar::built_in();
    for found in grammar.find(text) {
        assert!(text.get(found.bytes.clone()).is_some());
        let printed = found.citation.text.clone();
        if let Some(again) = grammar.parse_citation(&printed) {
            assert_eq!(again.text, printed);
        }
    }
    let _ = grammar.parse_citation(text);
});
