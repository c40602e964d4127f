//! Reply of the `search` command.

use serde_json::{Value, json};

use twolane_retrieve::{Hit, Retrieved};

/// Builds the reply object that `docs/interface.md` defines.
pub fn search_reply(query: &str, found: &Retrieved) -> Value {
    json!({
        "query": query,
        "hits": found.hits.iter().map(hit_json).collect::<Vec<_>>(),
        "lanes": found
            .lanes
            .iter()
            .map(|lane| json!({ "name": lane.name, "hits": lane.hits.iter().map(hit_json).collect::<Vec<_>>() }))
            .collect::<Vec<_>>(),
        "signals": found.signals,
        "record_strength": found.strength,
        "trace": found.trace,
        "timing_ms": found.timing,
    })
}

fn hit_json(hit: &Hit) -> Value {
    let meta = &hit.source.meta;
    let mut value = json!({
        "rank": hit.rank,
        "score": hit.score,
        "lane": meta.lane,
        "source": {
            "id": hit.source.id,
            "title": hit.source.title,
            "path": hit.source.paths.first(),
            "authority": meta.authority,
            "date": meta.date,
            "url": meta.url,
        },
        "locator": hit.quote.locator(),
        "page": hit.page,
        "label": hit.label,
        "text": hit.quote.text(),
        "marked": hit.marked,
        "section": hit.section,
        "edition": hit.edition,
        "header": hit.header,
        "also": hit.also,
        "why": hit.why,
    });
    if let (Some(object), Some(explanation)) = (value.as_object_mut(), &hit.explanation) {
        object.insert("explain".to_owned(), json!(explanation));
    }
    value
}
