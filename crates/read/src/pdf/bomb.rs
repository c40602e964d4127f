//! Streams that inflate beyond reason, found before the interpreter decodes them without a bound.

use std::collections::HashSet;

use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, Stream};
use hayro_syntax::page::Page;

use super::inflate::exceeds;

/// DEFLATE makes at most 1032 bytes of one.
const DEFLATE_RATIO: u64 = 1032;

/// Forms looked at on one page, and how deep they may lie in each other.
const MOST_STREAMS: usize = 200;
const DEEPEST: usize = 4;

/// True when a content stream of the page or of a form on it inflates to more than `limit` bytes.
pub(super) fn inflates_too_far(page: &Page<'_>, limit: u64) -> bool {
    let mut seen = HashSet::new();
    if let Some(stream) = page.raw().get::<Stream<'_>>(b"Contents") {
        if is_bomb(&stream, limit) {
            return true;
        }
    } else if let Some(streams) = page.raw().get::<Array<'_>>(b"Contents")
        && streams.iter::<Stream<'_>>().take(MOST_STREAMS).any(|stream| is_bomb(&stream, limit))
    {
        return true;
    }
    forms(&page.resources().x_objects, limit, &mut seen, 0)
}

fn forms(objects: &Dict<'_>, limit: u64, seen: &mut HashSet<ObjectIdentifier>, depth: usize) -> bool {
    for key in objects.keys() {
        if seen.len() >= MOST_STREAMS {
            return false;
        }
        let Some(stream) = objects.get::<Stream<'_>>(&*key) else { continue };
        if !seen.insert(stream.obj_id()) {
            continue;
        }
        if stream.dict().get::<Name<'_>>(b"Subtype").is_none_or(|name| name.as_str() != "Form") {
            continue;
        }
        if is_bomb(&stream, limit) {
            return true;
        }
        if depth < DEEPEST
            && let Some(resources) = stream.dict().get::<Dict<'_>>(b"Resources")
            && let Some(inner) = resources.get::<Dict<'_>>(b"XObject")
            && forms(&inner, limit, seen, depth + 1)
        {
            return true;
        }
    }
    false
}

/// True when a stream inflates to more than `limit` bytes.
pub(super) fn is_bomb(stream: &Stream<'_>, limit: u64) -> bool {
    let filters = filter_names(stream.dict());
    let powers = u32::try_from(filters.len()).unwrap_or(u32::MAX);
    let raw = stream.raw_data();
    let length = u64::try_from(raw.len()).unwrap_or(u64::MAX);
    if powers == 0 || length.saturating_mul(DEFLATE_RATIO.saturating_pow(powers)) <= limit {
        return false;
    }
    exceeds(&filters, &raw, usize::try_from(limit).unwrap_or(usize::MAX))
}

fn filter_names(dict: &Dict<'_>) -> Vec<Vec<u8>> {
    for key in [&b"Filter"[..], b"F"] {
        if let Some(name) = dict.get::<Name<'_>>(key) {
            return vec![name.to_vec()];
        }
        if let Some(names) = dict.get::<Array<'_>>(key) {
            return names.iter::<Name<'_>>().take(8).map(|name| name.to_vec()).collect();
        }
    }
    Vec::new()
}
