//! The line before each message of a mailbox.

/// Begins the line before each message.
pub(super) const FROM: &[u8] = b"From ";
/// Days as the line before each message names them.
const WEEKDAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];

/// True where a message begins: a `From ` line with weekday, time and year, over a header field.
pub(super) fn is_border(bytes: &[u8]) -> bool {
    if !bytes.starts_with(FROM) {
        return false;
    }
    let line = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    let words = || line.split(|b| b.is_ascii_whitespace());
    let is_time = |word: &[u8]| {
        word.windows(3).any(|w| matches!(w, [a, b':', c] if a.is_ascii_digit() && c.is_ascii_digit()))
    };
    let is_date = words().any(is_time)
        && words().any(|word| WEEKDAYS.contains(&word.strip_suffix(b",").unwrap_or(word)))
        && words().any(|word| word.len() == 4 && word.iter().all(u8::is_ascii_digit));
    let below = after_line(bytes);
    let field = below.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    let is_field = field > 0 && below.get(field) == Some(&b':');
    // Some programs put a copy of the line into the message.
    is_date && (is_field || below.starts_with(b">From "))
}

/// Returns what is behind the first line.
pub(super) fn after_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| at.saturating_add(1));
    bytes.get(end..).unwrap_or_default()
}
