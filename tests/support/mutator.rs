//! A seeded mutator of files: bytes flipped, cut, spliced, digits changed.

#![allow(dead_code)] // each test takes what it needs

/// SplitMix64 (Steele, Lea and Flood 2014): small, seeded, the same everywhere.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`, 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }
}

/// A mutation of `file`, spliced with parts of `other` at times.
pub fn mutated(file: &[u8], other: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let mut bytes = file.to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            break;
        }
        match random.below(6) {
            0 => {
                for _ in 0..1 + random.below(20) {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                }
            }
            1 => {
                for _ in 0..1 + random.below(8) {
                    let at = random.below(bytes.len());
                    bytes[at] = random.next() as u8;
                }
            }
            2 => {
                let from = random.below(bytes.len());
                let to = (from + 1 + random.below(1 + bytes.len() / 8)).min(bytes.len());
                bytes.drain(from..to);
            }
            3 => {
                let from = random.below(other.len());
                let to = (from + random.below(2000)).min(other.len());
                let at = random.below(bytes.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
            4 => bytes.truncate(random.below(bytes.len())),
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
                for _ in 0..1 + random.below(12) {
                    if let Some(&at) = digits.get(random.below(digits.len())) {
                        bytes[at] = b'0' + random.below(10) as u8;
                    }
                }
            }
        }
    }
    bytes
}
