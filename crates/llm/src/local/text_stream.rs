//! Decodes a stream of tokens to text: whole characters only, ending before a stop string.

/// Buffer for the bytes of tokens.
pub(crate) struct TextStream<'a> {
    stops: &'a [String],
    bytes: Vec<u8>,
    /// Number of bytes already returned.
    said: usize,
    stopped: bool,
}

impl<'a> TextStream<'a> {
    pub(crate) fn new(stops: &'a [String]) -> Self {
        Self { stops, bytes: Vec::new(), said: 0, stopped: false }
    }

    /// Adds a token's bytes and returns the text that is ready.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> String {
        self.bytes.extend_from_slice(bytes);
        let new = self.bytes.get(self.said..).unwrap_or_default();
        let found = |stop: &String| {
            let stop = stop.as_bytes();
            (!stop.is_empty()).then(|| new.windows(stop.len()).position(|window| window == stop)).flatten()
        };
        if let Some(place) = self.stops.iter().filter_map(found).min() {
            self.stopped = true;
            self.bytes.truncate(self.said.saturating_add(place));
            return self.finish();
        }
        // A possible start of a stop string or of a character is held back.
        let held = self.stops.iter().map(|stop| overlap(new, stop.as_bytes())).max().unwrap_or(0);
        let free = new.get(..new.len().saturating_sub(held)).unwrap_or_default();
        let whole = match std::str::from_utf8(free) {
            Ok(text) => text.len(),
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Err(_) => free.len(),
        };
        let text = String::from_utf8_lossy(free.get(..whole).unwrap_or_default()).into_owned();
        self.said = self.said.saturating_add(whole);
        text
    }

    /// Returns true after a stop string.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the text that is still held back.
    pub(crate) fn finish(&mut self) -> String {
        let rest = self.bytes.get(self.said..).unwrap_or_default();
        let text = String::from_utf8_lossy(rest).into_owned();
        self.said = self.bytes.len();
        text
    }
}

/// Returns how many bytes at the end of `text` start `stop` without completing it.
fn overlap(text: &[u8], stop: &[u8]) -> usize {
    let most = text.len().min(stop.len().saturating_sub(1));
    (1..=most)
        .rev()
        .find(|len| {
            let end = text.get(text.len().saturating_sub(*len)..).unwrap_or_default();
            stop.starts_with(end)
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_characters_and_no_stop_text() {
        let stops = vec!["END".to_owned(), "\n\n".to_owned()];
        for (pieces, expected, stopped) in [
            (vec!["caf", "\u{e9}"], "café", false),
            (vec!["a E", "N", "D b"], "a ", true),
            (vec!["a E", "N", "O b"], "a ENO b", false),
            (vec!["a\n", "\nb END"], "a", true),
            (vec!["a\n"], "a\n", false),
        ] {
            let mut stream = TextStream::new(&stops);
            let mut heard = String::new();
            for piece in pieces {
                if !stream.stopped() {
                    heard.push_str(&stream.push(piece.as_bytes()));
                }
            }
            heard.push_str(&stream.finish());
            assert_eq!((heard.as_str(), stream.stopped()), (expected, stopped));
        }
    }

    #[test]
    fn characters_that_tokens_cut_apart() {
        let mut stream = TextStream::new(&[]);
        let bytes = "€😀".as_bytes();
        let mut heard = Vec::new();
        for byte in bytes {
            heard.push(stream.push(&[*byte]));
        }
        assert_eq!(heard.concat(), "€😀");
        assert!(heard.iter().all(|piece| piece.is_empty() || piece.chars().count() == 1));
        assert_eq!(stream.push(&[0xff]), "\u{fffd}");
        stream.push(&[0xe2, 0x82]);
        assert_eq!(stream.finish(), "\u{fffd}");
    }
}
