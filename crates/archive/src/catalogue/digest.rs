//! Hashes over what rows mean, not over how SQLite lays them out.

/// Feeds values into BLAKE3, each with its kind and length, so that no two sequences of values
/// look alike.
pub struct Digest(blake3::Hasher);

impl Digest {
    pub fn new(domain: &str) -> Self {
        let mut digest = Digest(blake3::Hasher::new());
        digest.text(domain);
        digest
    }

    pub fn number(&mut self, n: u64) -> &mut Self {
        self.0.update(b"n").update(&n.to_le_bytes());
        self
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(b"b").update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        self
    }

    pub fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    /// Zero has no sign and what is not finite is zero, as in the database.
    pub fn float(&mut self, x: f32) -> &mut Self {
        self.number(u64::from((plain(x) + 0.0).to_bits()))
    }

    pub fn option<T>(&mut self, value: Option<T>, feed: impl FnOnce(&mut Self, T)) -> &mut Self {
        match value {
            Some(value) => {
                self.0.update(b"+");
                feed(self, value);
            }
            None => {
                self.0.update(b"-");
            }
        }
        self
    }

    pub fn finish(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

/// SQLite has no NaN; a size that is not a number is no size.
pub fn plain(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}
