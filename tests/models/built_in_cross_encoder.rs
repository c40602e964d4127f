//! The built-in cross-encoder against a numpy forward pass in double precision over the same weights.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::support::model;

use twolane::encoder::{BertEmbedder, DeviceChoice, Embedder, EmbedderOptions, Level, ModelFiles, Numbers};

const DEER: &str = "who do i call about a dead deer on the road";
const BURN: &str = "What does a burn permit cost?";
const DUMP: &str = "is the dump open sundays";

const PAIRS: [(&str, &str, f32); 6] = [
    (DEER, "Dead animals in the road: the foreman, 555-0277", -5.4761),
    (DEER, "Deer tags: call the warden at 555-0219", -4.3936),
    (BURN, "Fee Schedule › Permits: A burn permit costs $5.00 a season.", 6.1813),
    (BURN, "The Board adjourned at 8:31 p.m.", -10.5468),
    (DUMP, "Transfer station hours: Wednesday 1 to 6, Saturday 8 to 4. Closed on Sunday.", -2.8586),
    (DUMP, "", -4.5963),
];

fn embedder(numbers: Numbers) -> Option<BertEmbedder> {
    let options = EmbedderOptions {
        device: DeviceChoice::Cpu,
        reader_numbers: numbers,
        level: Level::best(),
        ..EmbedderOptions::default()
    };
    Some(BertEmbedder::load(&ModelFiles::from_folder(&model::folder()?).unwrap(), &options).unwrap())
}

#[test]
fn scores_are_those_of_the_reference() {
    for (numbers, bound) in [(Numbers::F32, 2e-3), (Numbers::Bf16, 0.4)] {
        let Some(embedder) = embedder(numbers) else { return };
        let model = embedder.cross_encoder().unwrap().unwrap();
        for (question, text, expected) in PAIRS {
            let score = model.scores(question, &[text], &|| true).unwrap()[0].unwrap();
            assert!(
                (score - expected).abs() < bound,
                "{numbers}: {question} / {text}: {score}, not {expected}"
            );
        }
    }
}

#[test]
fn many_texts_at_once_are_scored_as_each_alone() {
    let Some(embedder) = embedder(Numbers::Auto) else { return };
    let model = embedder.cross_encoder().unwrap().unwrap();
    let long = "The fee for a dog is $6.50. ".repeat(60);
    let texts = ["The fee is $5.", "", &long, "Dogs are licensed by April 30."];
    let question = "word ".repeat(200) + "When are dogs licensed?";
    let together = model.scores(&question, &texts, &|| true).unwrap();
    for (text, together) in texts.iter().zip(together) {
        let alone = model.scores(&question, &[text], &|| true).unwrap()[0].unwrap();
        assert!((alone - together.unwrap()).abs() < 1e-3, "{text}");
    }
    assert_eq!(model.scores(&question, &texts, &|| false).unwrap(), [None; 4]);
}
