//! Selection of neighbours among candidates.

use super::pool::{place_of, score_of};
use super::quantizer::signed_code;
use crate::kernels::{CodeLevel, CodeTable, score_codes};

/// Number of neighbours to pick.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Largest number of neighbours.
    pub limit: usize,
    /// So many, if there are as many candidates: the nearest of those that were passed over join.
    pub fill: usize,
}

/// Picks neighbours among candidates, best first (Malkov and Yashunin's algorithm 4, with
/// `keepPrunedConnections` up to [`Room::fill`]): each is nearer to the base than to any that was
/// picked before it. `node` returns the node at a candidate's place.
pub fn select(
    level: CodeLevel,
    table: CodeTable<'_>,
    length: usize,
    node: impl Fn(u32) -> u32,
    candidates: &[u64],
    room: Room,
    signed: &mut Vec<i8>,
) -> Vec<u32> {
    let mut picked: Vec<u32> = Vec::with_capacity(room.limit);
    let mut passed_over: Vec<u32> = Vec::with_capacity(room.fill);
    for candidate in candidates {
        if picked.len() >= room.limit {
            break;
        }
        let (place, score) = (place_of(*candidate), score_of(*candidate));
        let code = table.code(node(place), length);
        let bias = signed_code(code, signed);
        let shaded = |four: &[u32]| {
            let (mut nodes, mut scores) = ([0; 4], [i32::MIN; 4]);
            nodes.iter_mut().zip(four).for_each(|(to, place)| *to = node(*place));
            let nodes = nodes.get(..four.len()).unwrap_or(&[]);
            score_codes(level, signed, bias, table, nodes, &mut scores);
            // Copies of one vector are as near to one another as to the base: one of them is enough.
            let same = |other: &u32| table.code(*other, length) == code;
            nodes.iter().zip(scores).any(|(other, s)| s > score || (s == score && same(other)))
        };
        if !picked.chunks(4).any(shaded) {
            picked.push(place);
        } else if passed_over.len() < room.fill {
            passed_over.push(place);
        }
    }
    let missing = room.fill.min(room.limit).saturating_sub(picked.len());
    picked.extend(passed_over.into_iter().take(missing));
    picked
}
