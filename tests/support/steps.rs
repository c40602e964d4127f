//! Random courses of changes.

use proptest::prelude::*;

/// A change of an archive, or what a writer does with its changes.
#[derive(Debug, Clone)]
pub enum Step {
    Put { id: u8, path: u8, texts: Vec<Vec<usize>>, vectors: bool },
    Remove(u8),
    AddPath { id: u8, path: u8 },
    RemovePath(u8),
    Commit,
    DropWriter,
    Reopen,
    Rebuild,
    UseModel,
}

/// A step; texts are of so many words, by their number.
pub fn step(words: usize) -> impl Strategy<Value = Step> {
    let text = proptest::collection::vec(0..words, 0..9);
    prop_oneof![
        6 => (0u8..5, 0u8..6, proptest::collection::vec(text, 0..5), prop::bool::weighted(0.8))
            .prop_map(|(id, path, texts, vectors)| Step::Put { id, path, texts, vectors }),
        2 => (0u8..5).prop_map(Step::Remove),
        1 => (0u8..5, 0u8..6).prop_map(|(id, path)| Step::AddPath { id, path }),
        1 => (0u8..6).prop_map(Step::RemovePath),
        4 => Just(Step::Commit),
        1 => Just(Step::DropWriter),
        1 => Just(Step::Reopen),
        1 => Just(Step::Rebuild),
        1 => Just(Step::UseModel),
    ]
}
