//! The description of the API where a server has several archives.

use serde_json::{Map, Value, json};

/// The addresses that are the server's own.
const OF_SERVER: [&str; 2] = ["/healthz", "/metrics"];

/// Returns the description of an archive's addresses, which begin with `base`.
pub fn of_archive(mut document: Value, base: &str) -> Value {
    if let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) {
        paths.retain(|path, _| !OF_SERVER.contains(&path.as_str()));
    }
    set(&mut document, "servers", json!([{ "url": base }]));
    describe(&mut document);
    document
}

/// Returns the description of all addresses of the server, with the operation that lists the archives and its schemas.
pub fn of_root(mut document: Value, archives: &Value, more: Map<String, Value>) -> Value {
    let parameter = json!({
        "name": "archive", "in": "path", "required": true,
        "description": "The archive's name, from `GET /archives`.", "schema": { "type": "string", "minLength": 1 },
    });
    let paths = document.get("paths").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut all = Map::new();
    all.insert("/archives".to_owned(), json!({ "get": archives }));
    for (path, mut item) in paths {
        if OF_SERVER.contains(&path.as_str()) {
            all.insert(path, item);
            continue;
        }
        set(&mut item, "parameters", json!([parameter]));
        all.insert(format!("/archives/{{archive}}{path}"), item);
    }
    set(&mut document, "paths", Value::Object(all));
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        schemas.extend(more);
    }
    describe(&mut document);
    document
}

fn set(object: &mut Value, key: &str, value: Value) {
    if let Some(map) = object.as_object_mut() {
        map.insert(key.to_owned(), value);
    }
}

/// Adds where the addresses of an archive begin.
fn describe(document: &mut Value) {
    if let Some(Value::String(text)) = document.pointer_mut("/info/description") {
        text.push_str(
            " This server has several archives: the addresses of each begin with `/archives/NAME`, and \
             `GET /archives` lists the names.",
        );
    }
}
