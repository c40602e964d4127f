//! Length-prefixed frames: four bytes of length, little-endian, then that many bytes of JSON.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest frame that is sent or accepted, in bytes. A page of 300,000 glyphs is about 20 MB.
pub(super) const MAX_FRAME: u32 = 32 << 20;

/// The defect of a stream of frames.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// The stream ended or failed within a frame.
    #[error("the stream broke off within a frame: {0}")]
    Broken(#[source] io::Error),
    /// A frame announces more than is allowed.
    #[error("a frame of {bytes} bytes, which is more than is taken")]
    TooLong {
        /// The announced or required length.
        bytes: u64,
    },
    /// The bytes are not the expected message.
    #[error("a frame that is not a message: {0}")]
    Malformed(#[source] serde_json::Error),
}

/// Reads one frame; returns `None` at the end of the stream. The second value is the frame's length in bytes.
/// Memory grows with the bytes that arrive, not with the announced length.
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

/// The number of bytes of a body that are sent in one piece.
const PIECE: usize = 256 << 10;

/// The reason why a body was not passed on whole.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyError {
    /// The source could not be read.
    #[error("{0}")]
    Source(#[source] io::Error),
    /// The body is longer than allowed.
    #[error("it is larger than {} MB", limit >> 20)]
    TooLong {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The receiver accepts no more.
    #[error("the stream broke off within a body: {0}")]
    Broken(#[source] io::Error),
}

/// Writes the contents of a source, after a message that announced it, in pieces with their lengths; a piece
/// of length zero ends it. The total length need not be known: a file may grow meanwhile.
pub(super) fn write_body(
    stream: &mut impl Write,
    source: &mut impl Read,
    limit: u64,
) -> Result<(), BodyError> {
    let mut buffer = vec![0_u8; PIECE];
    let mut left = limit;
    loop {
        let n = match source.read(&mut buffer) {
            Ok(n) => n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(BodyError::Source(e)),
        };
        let piece = buffer.get(..n).unwrap_or_default();
        let length = u32::try_from(n).unwrap_or(u32::MAX);
        left = left.checked_sub(u64::from(length)).ok_or(BodyError::TooLong { limit })?;
        stream
            .write_all(&length.to_le_bytes())
            .and_then(|()| stream.write_all(piece))
            .map_err(BodyError::Broken)?;
        if n == 0 {
            return stream.flush().map_err(BodyError::Broken);
        }
    }
}

/// Reads what [`write_body`] wrote. Memory grows with the bytes that arrive.
pub(super) fn read_body(stream: &mut impl Read, limit: u64) -> Result<Vec<u8>, FrameError> {
    let mut body = Vec::new();
    loop {
        let mut head = [0_u8; 4];
        stream.read_exact(&mut head).map_err(FrameError::Broken)?;
        let length = u64::from(u32::from_le_bytes(head));
        if length == 0 {
            return Ok(body);
        }
        let whole = u64::try_from(body.len()).unwrap_or(u64::MAX).saturating_add(length);
        if whole > limit {
            return Err(FrameError::TooLong { bytes: whole });
        }
        let got = stream.take(length).read_to_end(&mut body).map_err(FrameError::Broken)?;
        if u64::try_from(got).ok() != Some(length) {
            return Err(FrameError::Broken(io::ErrorKind::UnexpectedEof.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::message::Reply;
    use proptest::prelude::*;

    #[test]
    fn a_body_comes_back_whole_or_not_at_all() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE * 2 + 7] {
            let body: Vec<u8> = (0..length).map(|i| u8::try_from(i % 251).unwrap()).collect();
            let limit = u64::try_from(length).unwrap();
            let mut stream = Vec::new();
            write_body(&mut stream, &mut body.as_slice(), limit).unwrap();
            assert_eq!(read_body(&mut stream.as_slice(), limit).unwrap(), body);
            if let Some(less) = limit.checked_sub(1) {
                let written = write_body(&mut Vec::new(), &mut body.as_slice(), less);
                assert!(matches!(written, Err(BodyError::TooLong { .. })), "{length}");
                assert!(matches!(read_body(&mut stream.as_slice(), less), Err(FrameError::TooLong { .. })));
                let cut = stream.get(..stream.len() - 5).unwrap();
                assert!(matches!(read_body(&mut { cut }, limit), Err(FrameError::Broken(_))));
            }
        }
    }

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
