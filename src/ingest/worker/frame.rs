//! Length-prefixed frames: four bytes, little endian, then that many bytes of JSON.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longest frame that is sent or taken, in bytes. A page of 300,000 glyphs is about 20 MB.
pub(super) const MAX_FRAME: u32 = 32 << 20;

/// What is wrong with a stream of frames.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The stream ended or failed within a frame.
    #[error("the stream broke off within a frame: {0}")]
    Broken(#[source] io::Error),
    /// A frame announces more than is allowed.
    #[error("a frame of {bytes} bytes; the limit is {MAX_FRAME}")]
    TooLong {
        /// Announced or wanted length.
        bytes: u64,
    },
    /// The bytes are not the message that was expected.
    #[error("a frame that is not a message: {0}")]
    Malformed(#[source] serde_json::Error),
}

/// Reads one frame; `None` at the end of the stream. The second value is the frame's length in
/// bytes. Memory grows with the bytes that come, not with the length that is announced.
pub(super) fn read<T: DeserializeOwned>(stream: &mut impl Read) -> Result<Option<(T, usize)>, FrameError> {
    let mut head = [0_u8; 4];
    let mut filled = 0;
    while let Some(rest) = head.get_mut(filled..).filter(|r| !r.is_empty()) {
        match stream.read(rest) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(FrameError::Broken(io::ErrorKind::UnexpectedEof.into())),
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(FrameError::Broken(e)),
        }
    }
    let length = u32::from_le_bytes(head);
    if length > MAX_FRAME {
        return Err(FrameError::TooLong { bytes: u64::from(length) });
    }
    let mut body = Vec::new();
    let got = stream.take(u64::from(length)).read_to_end(&mut body).map_err(FrameError::Broken)?;
    if u64::try_from(got).ok() != Some(u64::from(length)) {
        return Err(FrameError::Broken(io::ErrorKind::UnexpectedEof.into()));
    }
    serde_json::from_slice(&body).map(|message| Some((message, got))).map_err(FrameError::Malformed)
}

/// Writes one frame and flushes.
pub(super) fn write(stream: &mut impl Write, message: &impl Serialize) -> Result<(), FrameError> {
    let body = serde_json::to_vec(message).map_err(FrameError::Malformed)?;
    let length = u32::try_from(body.len())
        .ok()
        .filter(|l| *l <= MAX_FRAME)
        .ok_or(FrameError::TooLong { bytes: body.len().try_into().unwrap_or(u64::MAX) })?;
    stream
        .write_all(&length.to_le_bytes())
        .and_then(|()| stream.write_all(&body))
        .and_then(|()| stream.flush())
        .map_err(FrameError::Broken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::worker::message::Reply;
    use proptest::prelude::*;

    #[test]
    fn comes_back_as_it_went() {
        let mut bytes = Vec::new();
        write(&mut bytes, &Reply::Opened { pages: 7 }).unwrap();
        write(&mut bytes, &Reply::Refused { reason: "é\n".into() }).unwrap();
        let mut stream = bytes.as_slice();
        assert_eq!(read::<Reply>(&mut stream).unwrap().unwrap().0, Reply::Opened { pages: 7 });
        assert_eq!(read::<Reply>(&mut stream).unwrap().unwrap().0, Reply::Refused { reason: "é\n".into() });
        assert!(read::<Reply>(&mut stream).unwrap().is_none());
    }

    #[test]
    fn refuses_lies() {
        for (bytes, expected) in [
            (&b"\xff\xff\xff\xff"[..], "a frame of 4294967295 bytes"),
            (b"\x04\0", "broke off"),
            (b"\x04\0\0\0{}", "broke off"),
            (b"\x02\0\0\0{}", "not a message"),
            (b"\x03\0\0\0\xff\xfe\xfd", "not a message"),
        ] {
            let error = read::<Reply>(&mut &bytes[..]).unwrap_err().to_string();
            assert!(error.contains(expected), "{bytes:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200), length in 0u32..300) {
            let _ = read::<Reply>(&mut bytes.as_slice());
            let mut framed = length.to_le_bytes().to_vec();
            framed.extend(&bytes);
            let _ = read::<Reply>(&mut framed.as_slice());
        }
    }
}
