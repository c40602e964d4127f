//! What an embedding model's cosines mean.

use serde::{Deserialize, Serialize};

use crate::inference::{Embedder, InferenceError, Role};
use crate::text::ModelId;

/// Cosines that a model gives to a question and a passage that have nothing to do with each
/// other. Models differ widely here (some put all text above .7), so a cosine means something
/// only against this background.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Mean cosine.
    pub mean: f32,
    /// Standard deviation.
    pub deviation: f32,
}

impl Calibration {
    /// The calibration of a model that was measured beforehand, by the name before the `@`.
    pub fn known(model: &ModelId) -> Option<Calibration> {
        let name = model.0.split('@').next().unwrap_or_default();
        KNOWN.iter().find(|(known, _)| *known == name).map(|(_, calibration)| *calibration)
    }

    /// Measures a model on sixteen questions and as many passages of unrelated matters
    /// (240 pairs; some tenths of a second).
    pub fn measure(embedder: &dyn Embedder) -> Result<Calibration, InferenceError> {
        let (questions, passages): (Vec<&str>, Vec<&str>) = BACKGROUND.iter().copied().unzip();
        let go_on = |_, _| true;
        let questions = embedder.embed(&questions, Role::Query, &go_on)?;
        let passages = embedder.embed(&passages, Role::Passage, &go_on)?;
        let mut cosines = Vec::new();
        for (i, question) in questions.iter().enumerate() {
            for (j, passage) in passages.iter().enumerate() {
                if i != j {
                    cosines
                        .push(question.values.iter().zip(&passage.values).map(|(a, b)| a * b).sum::<f32>());
                }
            }
        }
        let n = f32::from(u16::try_from(cosines.len().max(1)).unwrap_or(u16::MAX));
        let mean = cosines.iter().sum::<f32>() / n;
        let deviation = (cosines.iter().map(|c| (c - mean).powi(2)).sum::<f32>() / n).sqrt();
        Ok(Calibration { mean, deviation })
    }
}

/// Questions of each judged dev set against the passages of the others.
const KNOWN: [(&str, Calibration); 2] = [
    ("all-minilm-l6-v2", Calibration { mean: 0.068, deviation: 0.109 }),
    ("paraphrase-minilm-l3-v2", Calibration { mean: 0.040, deviation: 0.105 }),
];

const BACKGROUND: [(&str, &str); 16] = [
    (
        "When do tomato seedlings go outside?",
        "Set young plants out once nights stay above ten degrees and the soil has warmed.",
    ),
    (
        "Who may sign a cheque for the association?",
        "Cheques need the signatures of the treasurer and one other officer.",
    ),
    (
        "How is a violin string replaced?",
        "Loosen the peg, take the old string from the tailpiece, and wind the new one evenly.",
    ),
    (
        "What is the fine for parking at a hydrant?",
        "A vehicle that stands within fifteen feet of a hydrant may be towed and its owner charged.",
    ),
    (
        "Why do leaves turn red in autumn?",
        "As chlorophyll breaks down, anthocyanins that the cold favours become visible.",
    ),
    (
        "How many members make a quorum?",
        "No business is done unless a majority of the seats then filled is present.",
    ),
    (
        "How long does bread dough rest?",
        "Cover the bowl and leave it until the volume has doubled, about an hour and a half.",
    ),
    (
        "What did the culvert cost?",
        "The contractor was paid in three parts for the pipe, the headwalls and the paving.",
    ),
    ("Which planets have rings?", "Rings of ice and dust circle all four of the outer giants."),
    (
        "May a tenant keep a dog?",
        "Animals other than service animals need the written consent of the landlord.",
    ),
    (
        "How is a tyre repaired?",
        "Find the hole under water, roughen the rubber, spread cement and press the patch on.",
    ),
    (
        "When are tax bills due?",
        "Payment is expected by the first of July and the first of December; interest runs after that.",
    ),
    ("Who painted the ceiling of the chapel?", "The work took four years and was finished in 1512."),
    ("What pressure does the boiler need?", "Top the heating system up when the needle falls below one bar."),
    (
        "How does a patient appeal a denied claim?",
        "Send a letter to the insurer within 180 days with the physician's records.",
    ),
    ("How fast does a falcon dive?", "In a stoop the bird passes three hundred kilometres an hour."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_by_name() {
        assert!(Calibration::known(&ModelId("all-minilm-l6-v2@0123".into())).is_some());
        assert!(Calibration::known(&ModelId("another@0123".into())).is_none());
    }
}
