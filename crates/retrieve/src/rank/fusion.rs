//! Fusion of two rankings into one.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use twolane_archive::ChunkId;

use super::background::Background;
use super::fused::{Fused, SideScore};

/// Scale that makes the raw scores of keyword and vector search comparable. A chunk that one of them did not
/// find gets the lowest value of its scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// 0 for the last candidate of the ranking, 1 for its first.
    MinMax,
    /// Standard deviations above the mean of the ranking's candidates.
    Standard,
    /// Share of the highest score that the query could reach. A chunk with very many occurrences of every
    /// query word gets 1. Unlike the other scales, this one separates a good best chunk from a bad one. A
    /// wordy question that no chunk matches well therefore relies on vectors.
    Ceiling,
    /// Distance above unrelated text, in units of ten standard deviations of the embedding model's scores for
    /// unrelated text. The same number has the same meaning with every model. If all candidates are about
    /// equally similar, vectors decide little.
    Background,
}

/// Policy that fuses the two rankings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fusion {
    /// Weighted sum of scaled scores (convex combination; Bruch, Gai and Ingber 2023).
    Convex {
        /// Weight of BM25, 0 to 1; vectors get the remainder.
        lexical_weight: f32,
        /// Scale of BM25 scores.
        lexical: Scale,
        /// Scale of cosines.
        vector: Scale,
    },
    /// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
    Rank {
        /// Constant added to each rank.
        k: f32,
    },
}

impl Default for Fusion {
    fn default() -> Self {
        // Best mean on the judged dev sets condqa, orsharc, cranfield, lbrag, obliqa and obliqa_mp. Between
        // 0.36 and 0.41, no set loses more than 0.026 against the better of its two rankings.
        Fusion::Convex { lexical_weight: 0.4, lexical: Scale::Ceiling, vector: Scale::Background }
    }
}

impl fmt::Display for Fusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |scale: &Scale| match scale {
            Scale::MinMax => "min-max",
            Scale::Standard => "standard",
            Scale::Ceiling => "share of ceiling",
            Scale::Background => "above background",
        };
        match self {
            Fusion::Convex { lexical_weight, lexical, vector } => write!(
                f,
                "convex: {lexical_weight:.2} BM25 ({}) + {:.2} vectors ({})",
                name(lexical),
                1.0 - lexical_weight,
                name(vector)
            ),
            Fusion::Rank { k } => write!(f, "reciprocal ranks, k {k}"),
        }
    }
}

/// Candidates of keyword or vector search, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Side {
    /// Chunks with raw scores, in descending order.
    pub hits: Vec<(ChunkId, f32)>,
    /// Highest score that the query could reach in this ranking, if known. [`Scale::Ceiling`] falls back to
    /// [`Scale::MinMax`] without it.
    pub ceiling: Option<f32>,
    /// Scores of unrelated text in this ranking, if known. [`Scale::Background`] falls back to
    /// [`Scale::Standard`] without them.
    pub background: Option<Background>,
}

/// Fuses both rankings, best first. Ties are broken by the better of the two ranks, then by chunk number, so
/// the same candidates always give the same order. If one ranking is empty, the order of the other is kept.
pub fn fuse(lexical: &Side, vector: &Side, policy: &Fusion) -> Vec<Fused> {
    let mut fused: HashMap<ChunkId, Fused> = HashMap::new();
    let entry = |chunk: ChunkId| Fused { chunk, score: 0.0, lexical: None, vector: None };
    let (a, b) = match policy {
        Fusion::Convex { lexical_weight, lexical: a, vector: b } => {
            let w = lexical_weight.clamp(0.0, 1.0);
            (scaled(lexical, *a, w), scaled(vector, *b, 1.0 - w))
        }
        Fusion::Rank { k } => (by_rank(lexical, *k), by_rank(vector, *k)),
    };
    for (chunk, score) in a.places {
        fused.entry(chunk).or_insert_with(|| entry(chunk)).lexical = Some(score);
    }
    for (chunk, score) in b.places {
        fused.entry(chunk).or_insert_with(|| entry(chunk)).vector = Some(score);
    }
    let mut fused: Vec<Fused> = fused.into_values().collect();
    for f in &mut fused {
        let part = |side: &Option<SideScore>, floor: f32| side.as_ref().map_or(floor, |s| s.part);
        f.score = part(&f.lexical, a.floor) + part(&f.vector, b.floor);
    }
    fused.sort_by(|x, y| y.score.total_cmp(&x.score).then_with(|| tie(x).cmp(&tie(y))));
    fused
}

fn tie(f: &Fused) -> (usize, ChunkId) {
    let rank = |side: &Option<SideScore>| side.as_ref().map_or(usize::MAX, |s| s.rank);
    (rank(&f.lexical).min(rank(&f.vector)), f.chunk)
}

struct Scaled {
    places: Vec<(ChunkId, SideScore)>,
    /// Contribution to the fused score of a chunk that this ranking lacks.
    floor: f32,
}

fn scaled(side: &Side, scale: Scale, weight: f32) -> Scaled {
    let scores = || side.hits.iter().map(|(_, score)| *score).filter(|score| score.is_finite());
    let (low, high) = scores().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), s| (l.min(s), h.max(s)));
    let to_scale: Box<dyn Fn(f32) -> f32> = match (scale, side.ceiling, side.background) {
        (Scale::Ceiling, Some(ceiling), _) if ceiling > 0.0 => {
            Box::new(move |raw| (raw / ceiling).clamp(0.0, 1.0))
        }
        (Scale::Background, _, Some(background)) if background.deviation > 0.0 => {
            Box::new(move |raw| background.above(raw))
        }
        (Scale::Standard | Scale::Background, ..) => {
            let n = f32::from(u16::try_from(scores().count().max(1)).unwrap_or(u16::MAX));
            let mean = scores().sum::<f32>() / n;
            let deviation = (scores().map(|s| (s - mean).powi(2)).sum::<f32>() / n).sqrt();
            if deviation > 0.0 { Box::new(move |raw| (raw - mean) / deviation) } else { Box::new(|_| 0.0) }
        }
        _ if high > low => Box::new(move |raw| (raw - low) / (high - low)),
        _ => Box::new(|_| 1.0),
    };
    let floor = match scale {
        Scale::Standard | Scale::Background if low.is_finite() => to_scale(low),
        _ => 0.0,
    };
    let places = places(side, |_, raw| (to_scale(raw), weight * to_scale(raw)));
    Scaled { places, floor: weight * floor }
}

fn by_rank(side: &Side, k: f32) -> Scaled {
    let share = |rank: usize| 1.0 / (k + f32::from(u16::try_from(rank).unwrap_or(u16::MAX)));
    Scaled { places: places(side, |rank, _| (share(rank), share(rank))), floor: 0.0 }
}

fn places(side: &Side, part: impl Fn(usize, f32) -> (f32, f32)) -> Vec<(ChunkId, SideScore)> {
    (1..)
        .zip(&side.hits)
        .map(|(rank, &(chunk, raw))| {
            let raw = if raw.is_finite() { raw } else { 0.0 };
            let (scaled, part) = part(rank, raw);
            (chunk, SideScore { rank, raw, scaled, part, matched: Vec::new() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(hits: &[(u64, f32)], ceiling: Option<f32>) -> Side {
        Side { hits: hits.iter().map(|&(c, s)| (ChunkId(c), s)).collect(), ceiling, background: None }
    }

    fn convex(lexical_weight: f32, lexical: Scale, vector: Scale) -> Fusion {
        Fusion::Convex { lexical_weight, lexical, vector }
    }

    fn order(fused: &[Fused]) -> Vec<(u64, f32)> {
        fused.iter().map(|f| (f.chunk.0, (f.score * 1e4).round() / 1e4)).collect()
    }

    /// BM25 scores 4, 3, 2 of chunks 1, 2, 3 (ceiling 8); cosines 0.9, 0.5 of chunks 3, 4.
    #[test]
    fn policies_by_hand() {
        let lexical = side(&[(1, 4.0), (2, 3.0), (3, 2.0)], Some(8.0));
        let background = Some(Background { mean: 0.1, deviation: 0.2 });
        let vector = Side { background, ..side(&[(3, 0.9), (4, 0.5)], None) };
        let table = [
            (convex(0.5, Scale::MinMax, Scale::MinMax), vec![(1, 0.5), (3, 0.5), (2, 0.25), (4, 0.0)]),
            (convex(0.5, Scale::Ceiling, Scale::MinMax), vec![(3, 0.625), (1, 0.25), (2, 0.1875), (4, 0.0)]),
            // (0.9 - 0.1) / 2 and (0.5 - 0.1) / 2; chunks that vectors did not find get the latter.
            (
                convex(0.5, Scale::Ceiling, Scale::Background),
                vec![(1, 0.35), (3, 0.325), (2, 0.2875), (4, 0.1)],
            ),
            // Deviations: sqrt(2/3) = 0.8165 and 0.2; floors -1.2247 and -1.
            (
                convex(0.4, Scale::Standard, Scale::Standard),
                vec![(3, 0.1101), (1, -0.1101), (2, -0.6), (4, -1.0899)],
            ),
            (Fusion::Rank { k: 60.0 }, vec![(3, 0.0323), (1, 0.0164), (2, 0.0161), (4, 0.0161)]),
        ];
        for (policy, expected) in table {
            assert_eq!(order(&fuse(&lexical, &vector, &policy)), expected, "{policy}");
        }
    }

    #[test]
    fn one_side_alone_keeps_its_order() {
        let lexical = side(&[(5, 4.0), (2, 3.0), (9, 3.0), (1, 0.5)], Some(20.0));
        let none = Side::default();
        for policy in [
            Fusion::default(),
            convex(0.4, Scale::Standard, Scale::Standard),
            convex(0.4, Scale::MinMax, Scale::MinMax),
            Fusion::Rank { k: 60.0 },
        ] {
            for fused in [fuse(&lexical, &none, &policy), fuse(&none, &lexical, &policy)] {
                let chunks: Vec<u64> = fused.iter().map(|f| f.chunk.0).collect();
                assert_eq!(chunks, [5, 2, 9, 1], "{policy}");
            }
        }
        assert!(fuse(&none, &none, &Fusion::default()).is_empty());
    }

    #[test]
    fn a_wordy_question_leans_on_vectors() {
        let vector = side(&[(1, 0.9), (2, 0.8), (3, 0.2)], None);
        let rich = fuse(&side(&[(2, 9.0), (1, 3.0)], Some(10.0)), &vector, &Fusion::default());
        let poor = fuse(&side(&[(2, 0.9), (1, 0.3)], Some(10.0)), &vector, &Fusion::default());
        assert_eq!((rich[0].chunk.0, poor[0].chunk.0), (2, 1));
    }

    proptest::proptest! {
        #[test]
        fn any_scores_give_each_chunk_once(
            a in proptest::collection::vec((0u64..30, proptest::num::f32::ANY), 0..20),
            b in proptest::collection::vec((0u64..30, proptest::num::f32::ANY), 0..20),
            ceiling in proptest::option::of(proptest::num::f32::ANY),
        ) {
            for policy in [Fusion::default(), Fusion::Rank { k: 60.0 }, convex(0.4, Scale::Standard, Scale::Standard)] {
                let fused = fuse(&side(&a, ceiling), &side(&b, None), &policy);
                let mut chunks: Vec<u64> = fused.iter().map(|f| f.chunk.0).collect();
                chunks.sort_unstable();
                let mut expected: Vec<u64> = a.iter().chain(&b).map(|x| x.0).collect();
                expected.sort_unstable();
                expected.dedup();
                proptest::prop_assert_eq!(chunks, expected);
            }
        }
    }
}
