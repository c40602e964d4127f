//! Sizes and variants of a decoder, from the file's metadata.

use super::gguf::{Gguf, bad_file};
use crate::error::LanguageModelError;

/// The supported model families.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Llama,
    Qwen2,
    Qwen3,
    Gemma3,
}

impl Family {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "llama" => Self::Llama,
            "qwen2" => Self::Qwen2,
            "qwen3" => Self::Qwen3,
            "gemma3" => Self::Gemma3,
            _ => return None,
        })
    }

    /// Returns true if queries, keys and values have biases.
    pub(crate) fn has_biases(self) -> bool {
        self == Self::Qwen2
    }

    /// Returns true if each head's queries and keys are normalised.
    pub(crate) fn has_head_norms(self) -> bool {
        matches!(self, Self::Qwen3 | Self::Gemma3)
    }

    /// Returns true if norms follow attention and the feed-forward network.
    pub(crate) fn has_post_norms(self) -> bool {
        self == Self::Gemma3
    }

    /// Returns true if the rotation pairs neighbouring components, not those half a head apart.
    pub(crate) fn pairs_neighbours(self) -> bool {
        self == Self::Llama
    }

    /// Returns true if the feed-forward network uses GELU (tanh form), not SiLU.
    pub(crate) fn uses_gelu(self) -> bool {
        self == Self::Gemma3
    }
}

/// Sliding-window attention in some layers (gemma3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sliding {
    /// Number of positions that a token attends to, including itself.
    pub(crate) window: usize,
    /// Every n-th layer has full attention.
    pub(crate) every: usize,
    /// Base of the rotation in windowed layers.
    pub(crate) rope_base: f32,
}

/// Sizes and constants of a decoder.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DecoderConfig {
    pub(crate) family: Family,
    pub(crate) vocabulary: usize,
    pub(crate) layers: usize,
    pub(crate) hidden: usize,
    pub(crate) feed_forward: usize,
    pub(crate) heads: usize,
    pub(crate) key_value_heads: usize,
    pub(crate) head_size: usize,
    pub(crate) context: usize,
    pub(crate) norm_epsilon: f64,
    pub(crate) rope_base: f32,
    /// Divisor of positions in layers with full attention.
    pub(crate) rope_scale: f32,
    pub(crate) sliding: Option<Sliding>,
}

/// Upper bound of sizes. No model that fits a workstation exceeds it, so a larger value is rejected.
const MAX_SIZE: usize = 1 << 20;
const MAX_LAYERS: usize = 512;

impl DecoderConfig {
    pub(crate) fn read(gguf: &Gguf) -> Result<Self, LanguageModelError> {
        let bad = |what: String| bad_file(gguf.path(), &what);
        let metadata = &gguf.metadata;
        let name = metadata.text("general.architecture").unwrap_or("unknown");
        let family = Family::of(name).ok_or_else(|| {
            bad(format!("its architecture is {name}; llama, qwen2, qwen3 and gemma3 can be run"))
        })?;
        let key = |part: &str| format!("{name}.{part}");
        let size = |part: &str| {
            let found = metadata.size(&key(part));
            found
                .filter(|size| (1..=MAX_SIZE).contains(size))
                .ok_or_else(|| bad(format!("its header has no {} that makes sense", key(part))))
        };
        let or = |part: &str, otherwise: usize| match metadata.size(&key(part)) {
            None => Ok(otherwise),
            Some(_) => size(part),
        };
        if metadata.size(&key("expert_count")).is_some_and(|experts| experts > 0) {
            return Err(bad("it is a mixture of experts, which cannot be run".to_owned()));
        }
        let (layers, hidden, heads) =
            (size("block_count")?, size("embedding_length")?, size("attention.head_count")?);
        let key_value_heads = or("attention.head_count_kv", heads)?;
        let head_size = or("attention.key_length", hidden / heads)?;
        let vocabulary = match gguf.place("token_embd.weight").map(|place| place.shape.as_slice()) {
            Some([rows, _]) => *rows,
            _ => return Err(bad("it has no table of token embeddings".to_owned())),
        };
        if layers > MAX_LAYERS
            || !heads.is_multiple_of(key_value_heads)
            || head_size == 0
            || !head_size.is_multiple_of(2)
            || vocabulary > MAX_SIZE
        {
            return Err(bad("the sizes in its header do not fit each other".to_owned()));
        }
        if or("rope.dimension_count", head_size)? != head_size {
            return Err(bad("it rotates only a part of each head, which cannot be run".to_owned()));
        }
        let base = |part: &str, otherwise: f64| {
            let base = metadata.float(&key(part)).unwrap_or(otherwise);
            if base > 1.0 { Ok(narrow(base)) } else { Err(bad(format!("its {} makes no sense", key(part)))) }
        };
        let scale = metadata.float(&key("rope.scaling.factor")).unwrap_or(1.0);
        let rope_scale = match metadata.text(&key("rope.scaling.type")) {
            None | Some("none" | "linear") if scale >= 1.0 => narrow(scale),
            other => {
                return Err(bad(format!("its rope scaling ({}) cannot be run", other.unwrap_or("linear"))));
            }
        };
        let norm_epsilon = metadata.float(&key("attention.layer_norm_rms_epsilon"));
        let sliding = match family {
            Family::Gemma3 => Some(Sliding {
                window: size("attention.sliding_window")?,
                every: or("attention.sliding_window_pattern", 6)?,
                rope_base: base("rope.local_freq_base", 10_000.0)?,
            }),
            _ => None,
        };
        Ok(Self {
            family,
            vocabulary,
            layers,
            hidden,
            feed_forward: size("feed_forward_length")?,
            heads,
            key_value_heads,
            head_size,
            context: metadata
                .size(&key("context_length"))
                .filter(|context| *context > 0)
                .ok_or_else(|| bad("its header has no context length".to_owned()))?,
            norm_epsilon: norm_epsilon
                .filter(|epsilon| (0.0..1.0).contains(epsilon))
                .ok_or_else(|| bad("its header has no norm epsilon that makes sense".to_owned()))?,
            rope_base: base("rope.freq_base", if family == Family::Gemma3 { 1e6 } else { 10_000.0 })?,
            rope_scale,
            sliding,
        })
    }

    /// Returns the number of rows of the query and output matrices.
    pub(crate) fn query_size(&self) -> usize {
        self.heads.saturating_mul(self.head_size)
    }

    /// Returns the number of rows of the key and value matrices.
    pub(crate) fn key_value_size(&self) -> usize {
        self.key_value_heads.saturating_mul(self.head_size)
    }
}

#[allow(clippy::cast_possible_truncation)]
fn narrow(number: f64) -> f32 {
    number as f32
}
