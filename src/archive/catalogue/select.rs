//! From a filter to a set of chunks.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::archive::chunk_set::ChunkSet;
use crate::archive::filter::Filter;

/// Chunks of the sources that pass.
pub fn select(conn: &Connection, filter: &Filter) -> rusqlite::Result<ChunkSet> {
    if filter.is_empty() {
        return Ok(ChunkSet::all());
    }
    let mut query = Conditions::default();
    query.any("lane", &filter.lanes);
    query.equal("town", filter.town.as_deref());
    query.any("board", &filter.boards);
    query.any("doc_type", &filter.doc_types);
    query.any("authority", &filter.authorities);
    query.equal("status", filter.status.as_deref());
    query.equal("edition", filter.edition.as_deref());
    query.date(">=", filter.from.as_deref());
    query.date("<=", filter.to.as_deref());
    if !filter.sources.is_empty() {
        let ids: Vec<Value> = filter.sources.iter().map(|id| Value::Text(id.0.clone())).collect();
        query.within("id", ids);
    }
    let sql =
        format!("SELECT first_chunk, first_chunk + chunks FROM source WHERE {}", query.clauses.join(" AND "));
    let mut statement = conn.prepare(&sql)?;
    let ranges = statement
        .query_map(params_from_iter(query.values), |row| Ok((row.get::<_, u64>(0)?, row.get::<_, u64>(1)?)))?
        .collect::<Result<Vec<_>, _>>()?;
    Ok(ChunkSet::of_ranges(ranges))
}

#[derive(Default)]
struct Conditions {
    clauses: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("?{}", self.values.len())
    }

    fn within(&mut self, column: &str, values: Vec<Value>) {
        let places: Vec<String> = values.into_iter().map(|v| self.value(v)).collect();
        self.clauses.push(format!("{column} IN ({})", places.join(", ")));
    }

    fn any(&mut self, column: &str, wanted: &[String]) {
        if !wanted.is_empty() {
            self.within(column, wanted.iter().map(|w| Value::Text(w.to_lowercase())).collect());
        }
    }

    fn equal(&mut self, column: &str, wanted: Option<&str>) {
        if let Some(wanted) = wanted {
            self.within(column, vec![Value::Text(wanted.to_lowercase())]);
        }
    }

    /// ISO 8601 dates compare as text; the shorter of the two says how exactly.
    fn date(&mut self, operator: &str, bound: Option<&str>) {
        if let Some(bound) = bound {
            let v = self.value(Value::Text(bound.to_lowercase()));
            let n = format!("min(length(date), length({v}))");
            self.clauses.push(format!("substr(date, 1, {n}) {operator} substr({v}, 1, {n})"));
        }
    }
}
