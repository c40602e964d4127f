//! Linked nodes in layers.

use super::nodes::{BlockShape, NONE, Nodes};
use super::quantizer::Quantizer;
use crate::kernels::CODE_MAX;

/// Layers above the lowest at most.
pub const HEIGHT_MAX: usize = 31;

/// A layer above the lowest. Its nodes are identified by their place in the layer.
#[derive(Debug, Default, PartialEq)]
pub struct Upper {
    /// Nodes of the layer, ascending.
    pub nodes: Vec<u32>,
    /// Place of each node in the layer below.
    pub below: Vec<u32>,
    /// `m` slots for each, of places in this layer.
    pub links: Vec<u32>,
}

/// Where walks begin: a place in the highest layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The layer; 0 is the lowest.
    pub layer: usize,
    /// Place of the entry in its layer.
    pub place: u32,
}

/// A navigable small world in layers (Malkov and Yashunin 2016) over codes of vectors. Node `i` is
/// the vector with the i-th id, ascending. How high a node reaches follows from its id.
#[derive(Debug)]
pub struct Layers {
    /// Id of each node, ascending.
    pub ids: Vec<u64>,
    /// The lowest layer: links and codes.
    pub nodes: Nodes,
    /// The others, from below.
    pub upper: Vec<Upper>,
    /// Node at which searches begin; `None` without nodes.
    pub entry: Option<Entry>,
    /// Quantizer that made the codes.
    pub quantizer: Quantizer,
    /// Slots for links of a node in the upper layers.
    pub m: usize,
}

/// A layer as a walk sees it.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    words: &'a [u32],
    stride: usize,
    width: usize,
    nodes: Option<&'a [u32]>,
    len: usize,
}

impl<'a> Layer<'a> {
    /// Number of its places.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Slots for links of a place.
    #[inline]
    pub fn slots(&self, place: u32) -> &'a [u32] {
        let start = (place as usize).wrapping_mul(self.stride);
        self.words.get(start..start.wrapping_add(self.width)).unwrap_or(&[])
    }

    /// Places that a place is linked to.
    #[inline]
    pub fn links(&self, place: u32) -> impl Iterator<Item = u32> + Clone + 'a {
        self.slots(place).iter().copied().take_while(|link| *link != NONE)
    }

    /// The node at a place.
    #[inline]
    pub fn node(&self, place: u32) -> u32 {
        match self.nodes {
            None => place,
            Some(nodes) => nodes.get(place as usize).copied().unwrap_or(NONE),
        }
    }
}

/// A well mixed number made of an id: the last steps of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mix(id: u64, salt: u64) -> u64 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut z = id.wrapping_add(salt).wrapping_mul(GOLDEN).wrapping_add(salt.wrapping_mul(GOLDEN));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The highest layer that an id's node is in: of `m` nodes one reaches the next layer.
pub fn height(id: u64, m: usize) -> usize {
    let m = (m as u64).max(2);
    let number = mix(id, 1);
    let (mut bound, mut height) = (u64::MAX / m, 0);
    while number < bound && height < HEIGHT_MAX {
        height += 1;
        bound /= m;
    }
    height
}

/// Slots for links of all layers above the lowest, for nodes of these ids; `None` when no number
/// tells it.
pub fn upper_slots(ids: &[u64], m: usize) -> Option<usize> {
    ids.iter().map(|id| height(*id, m)).sum::<usize>().checked_mul(m)
}

impl Layers {
    /// Unlinked nodes of these ids, which ascend; `None` when they are too many or too long.
    pub fn unlinked(ids: Vec<u64>, dims: usize, m: usize, quantizer: Quantizer) -> Option<Self> {
        if dims > CODE_MAX || u32::try_from(ids.len()).ok()? > super::pool::NODE_MAX {
            return None;
        }
        let shape = BlockShape::new(m.checked_mul(2)?, dims)?;
        ids.len().checked_add(1)?.checked_mul(shape.stride)?.checked_mul(size_of::<u32>())?;
        let mut upper: Vec<Upper> = Vec::new();
        for (node, id) in (0_u32..).zip(&ids) {
            let height = height(*id, m);
            if height > upper.len() {
                upper.resize_with(height, Upper::default);
            }
            let mut below = node;
            for layer in upper.iter_mut().take(height) {
                let place = u32::try_from(layer.nodes.len()).ok()?;
                layer.nodes.push(node);
                layer.below.push(below);
                below = place;
            }
        }
        for layer in &mut upper {
            layer.links = vec![NONE; layer.nodes.len() * m];
        }
        let nodes = Nodes::new(ids.len(), shape);
        Some(Layers { ids, nodes, upper, entry: None, quantizer, m })
    }

    /// A layer; 0 is the lowest.
    #[inline]
    pub fn layer(&self, layer: usize) -> Layer<'_> {
        match layer.checked_sub(1).map(|at| self.upper.get(at)) {
            None => Layer {
                words: self.nodes.words(),
                stride: self.nodes.shape().stride,
                width: self.nodes.shape().width,
                nodes: None,
                len: self.nodes.len(),
            },
            Some(Some(upper)) => Layer {
                words: &upper.links,
                stride: self.m,
                width: self.m,
                nodes: Some(&upper.nodes),
                len: upper.nodes.len(),
            },
            Some(None) => Layer { words: &[], stride: self.m, width: 0, nodes: Some(&[]), len: 0 },
        }
    }

    /// Returns the place in the layer below of a place in an upper layer.
    pub fn below(&self, layer: usize, place: u32) -> u32 {
        let upper = layer.checked_sub(1).and_then(|at| self.upper.get(at));
        upper.and_then(|u| u.below.get(place as usize).copied()).unwrap_or(NONE)
    }

    /// Returns the place of a node in a layer, if it is in that layer.
    pub fn place_of(&self, layer: usize, node: u32) -> Option<u32> {
        match layer.checked_sub(1) {
            None => Some(node),
            Some(at) => u32::try_from(self.upper.get(at)?.nodes.binary_search(&node).ok()?).ok(),
        }
    }

    /// The highest layer of a node.
    pub fn height_of(&self, node: u32) -> usize {
        self.ids.get(node as usize).map_or(0, |id| height(*id, self.m))
    }

    /// Replaces the links of a place.
    pub fn link(&mut self, layer: usize, place: u32, links: &[u32]) {
        let m = self.m;
        match layer.checked_sub(1) {
            None => self.nodes.link(place, links),
            Some(at) => {
                let start = (place as usize).wrapping_mul(m);
                let slots =
                    self.upper.get_mut(at).and_then(|u| u.links.get_mut(start..start.wrapping_add(m)));
                super::nodes::put(slots.unwrap_or_default(), links);
            }
        }
    }

    /// Returns the place of the entry in the lowest layer.
    pub fn ground(&self) -> Option<u32> {
        let entry = self.entry?;
        let place = (1..=entry.layer).rev().fold(entry.place, |place, layer| self.below(layer, place));
        (place != NONE).then_some(place)
    }

    /// Returns a description of the first fault in links or entry. Links must lead to places that
    /// exist, and must precede all free slots.
    pub fn fault(&self) -> Option<String> {
        for at in 0..=self.upper.len() {
            let layer = self.layer(at);
            for place in 0..u32::try_from(layer.len()).unwrap_or(u32::MAX) {
                let slots = layer.slots(place);
                let used = slots.iter().take_while(|link| **link != NONE).count();
                let (links, free) = slots.split_at_checked(used).unwrap_or((&[], &[]));
                if links.iter().any(|link| *link as usize >= layer.len()) || free.iter().any(|s| *s != NONE) {
                    return Some(format!("links of node {place} in layer {at} lead nowhere"));
                }
            }
        }
        let sound = match self.entry {
            None => self.nodes.len() == 0,
            Some(entry) => {
                entry.layer <= self.upper.len() && (entry.place as usize) < self.layer(entry.layer).len()
            }
        };
        (!sound).then(|| "its entry is no node".to_owned())
    }
}
