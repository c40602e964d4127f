//! Accents drawn over letters, as old typesetters set them.

use crate::sheet::{Sheet, document, texts};

fn shown(pieces: &str) -> String {
    let sheet = Sheet::default().raw(&format!("BT /F1 12 Tf 72 700 Td [{pieces}] TJ ET\n"));
    texts(&document(&[sheet]).pages[0])[0].to_owned()
}

#[test]
fn accents_over_letters_join_them() {
    for (pieces, expected) in [
        (
            r"(Age) 445 (\210) -112 (ncia de Avia) (c) 417 (\270) -84 (a) 445 (\230) -112 (o)",
            "Agência de Aviação",
        ),
        (r"(Mu) 445 (\250) -112 (ller)", "Müller"),
        (r"(Jose) 445 (\264) -112 ( paid $250)", "José paid $250"),
    ] {
        assert_eq!(shown(pieces), expected);
    }
}

#[test]
fn accents_after_letters_stay() {
    for (pieces, expected) in [
        (r"(the owner\264s lot)", "the owner´s lot"),
        (r"(the owner) 40 (\264) 40 (s lot)", "the owner´s lot"),
        (r"(run `ls` twice)", "run `ls` twice"),
        (r"(2\210 3)", "2ˆ 3"),
    ] {
        assert_eq!(shown(pieces), expected);
    }
}
