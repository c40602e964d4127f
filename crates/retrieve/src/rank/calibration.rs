//! Calibration of an embedding model's scores.

use serde::{Deserialize, Serialize};

use twolane_encoder::{Embedder, InferenceError, Role, TokenVectors};
use twolane_text::{Embedding, ModelId, TokenSigns};

use super::background::Background;
use super::late_interaction::max_sim;

/// Calibration of a model's scores. Models differ widely: some score all text above 0.7. A cosine is
/// therefore meaningful only relative to the cosines of unrelated and of related text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Cosines of questions and unrelated passages.
    pub cosine: Background,
    /// Mean cosine of a question and the passage that answers it.
    pub related: f32,
    /// MaxSim of questions and unrelated passages; `None` for a model without token vectors.
    pub max_sim: Option<Background>,
}

/// 99th percentile of random pairs on the common scale. This is SPEC's RETRIEVAL_CONFIDENCE_THRESHOLD; below
/// it, a passage is no better than chance.
const CHANCE: f32 = 0.35;
/// Mean of passages that answer their question, on the common scale. SPEC puts such passages at 0.65 to 0.85
/// and its EVAL_CONFIDENCE_THRESHOLD at 0.70.
const RELATED: f32 = 0.75;
/// The 99th percentile of a normal distribution in standard deviations.
const PERCENTILE_99: f32 = 2.326;

impl Calibration {
    /// Returns the stored calibration of a known model, matched by the part of its name before the `@`.
    pub fn known(model: &ModelId) -> Option<Calibration> {
        let name = model.0.split('@').next().unwrap_or_default();
        KNOWN.iter().find(|(known, _)| *known == name).map(|(_, calibration)| *calibration)
    }

    /// Measures a model on sixteen questions and sixteen passages of unrelated matters. That gives 240
    /// unrelated and 16 related pairs and takes some tenths of a second.
    pub fn measure(embedder: &dyn Embedder) -> Result<Calibration, InferenceError> {
        let (questions, passages): (Vec<&str>, Vec<&str>) = BACKGROUND.iter().copied().unzip();
        let go_on = |_, _| true;
        let asked = embedder.embed(&questions, Role::Query, &go_on)?;
        let found = embedder.embed(&passages, Role::Passage, &go_on)?;
        let cosine = |a: &Embedding, b: &Embedding| a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum();
        let (related, unrelated) = pairs(&asked, &found, cosine);
        let asked = embedder.token_vectors(&questions, Role::Query)?;
        let found = embedder.token_vectors(&passages, Role::Passage)?;
        let close = asked.zip(found).map(|(asked, found)| {
            let found: Vec<TokenSigns> = found.iter().map(TokenVectors::signs).collect();
            pairs(&asked, &found, max_sim).1
        });
        Ok(Calibration {
            cosine: Background::of(&unrelated),
            related: Background::of(&related).mean,
            max_sim: close.map(|scores| Background::of(&scores)),
        })
    }

    /// Maps a cosine to the scale that all models share (SPEC RET-10), 0 to 1. The mean of random pairs maps
    /// to 0 and their 99th percentile to 0.35. A passage that answers its question maps to 0.75 on average,
    /// and identical text to 1. The scale is linear between these points.
    pub fn common_scale(&self, cosine: f32) -> f32 {
        let low = self.cosine.mean;
        let chance = low + PERCENTILE_99 * self.cosine.deviation.max(1e-3);
        let related = self.related.max(chance + 1e-3);
        let top = 1f32.max(related + 1e-3);
        let between = |from: f32, to: f32, a: f32, b: f32| a + (b - a) * (cosine - from) / (to - from);
        let value = if cosine < chance {
            between(low, chance, 0.0, CHANCE)
        } else if cosine < related {
            between(chance, related, CHANCE, RELATED)
        } else {
            between(related, top, RELATED, 1.0)
        };
        if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Scores all pairs; returns scores of matching pairs and of all others.
fn pairs<Q, P>(questions: &[Q], passages: &[P], score: impl Fn(&Q, &P) -> f32) -> (Vec<f32>, Vec<f32>) {
    let (mut related, mut unrelated) = (Vec::new(), Vec::new());
    for (i, question) in questions.iter().enumerate() {
        for (j, passage) in passages.iter().enumerate() {
            let to = if i == j { &mut related } else { &mut unrelated };
            to.push(score(question, passage));
        }
    }
    (related, unrelated)
}

/// Calibrations of known models. Unrelated cosines pair the questions of each judged dev set with the
/// passages of the other sets. The other values are those of [`Calibration::measure`];
/// `tests/retrieve/calibration.rs` prints and checks them.
const KNOWN: [(&str, Calibration); 1] = [(
    "all-minilm-l6-v2",
    Calibration {
        cosine: Background { mean: 0.068, deviation: 0.109 },
        related: 0.468,
        max_sim: Some(Background { mean: 0.125, deviation: 0.0476 }),
    },
)];

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
    fn the_common_scale_has_its_anchors() {
        for cosine in [Background { mean: 0.07, deviation: 0.11 }, Background { mean: 0.76, deviation: 0.02 }]
        {
            let calibration =
                Calibration { cosine, related: cosine.mean + 0.5 * (1.0 - cosine.mean), max_sim: None };
            let near = |cosine: f32, expected: f32| {
                let got = calibration.common_scale(cosine);
                assert!((got - expected).abs() < 1e-3, "{cosine}: {got} instead of {expected}");
            };
            near(cosine.mean, 0.0);
            near(-1.0, 0.0);
            near(cosine.mean + PERCENTILE_99 * cosine.deviation, 0.35);
            near(calibration.related, 0.75);
            near(1.0, 1.0);
        }
    }

    proptest::proptest! {
        #[test]
        fn the_common_scale_never_falls(
            mean in -0.5f32..0.95, deviation in 0f32..0.4, related in -0.5f32..1.0, a in -1f32..1.0, b in -1f32..1.0,
        ) {
            let calibration =
                Calibration { cosine: Background { mean, deviation }, related, max_sim: None };
            let (low, high) = (a.min(b), a.max(b));
            proptest::prop_assert!(calibration.common_scale(low) <= calibration.common_scale(high) + 1e-6);
        }
    }

    #[test]
    fn known_by_name() {
        assert!(Calibration::known(&ModelId("all-minilm-l6-v2@0123".into())).is_some());
        assert!(Calibration::known(&ModelId("another@0123".into())).is_none());
    }
}
