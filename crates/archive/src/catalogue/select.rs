//! From a filter to a set of chunks.

use std::collections::HashSet;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::law::{editions_in_force, of_editions};
use crate::chunk_set::ChunkSet;
use crate::facet::Facet;
use crate::filter::{Filter, FilterField};
use crate::law::Editions;

/// Chunks of the sources that pass. Of packs with several editions only the one in force counts,
/// whatever else is asked.
pub fn select(conn: &Connection, format: u32, filter: &Filter) -> rusqlite::Result<ChunkSet> {
    let Some(query) = conditions(conn, format, filter)? else { return Ok(ChunkSet::all()) };
    let sql =
        format!("SELECT first_chunk, first_chunk + chunks FROM source WHERE {}", query.clauses.join(" AND "));
    let mut statement = conn.prepare_cached(&sql)?;
    let ranges = statement
        .query_map(params_from_iter(query.values), |row| Ok((row.get::<_, u64>(0)?, row.get::<_, u64>(1)?)))?
        .collect::<Result<Vec<_>, _>>()?;
    Ok(ChunkSet::of_ranges(ranges))
}

/// Ids of the sources that pass, whether or not they have chunks; `None` when all do.
pub fn passing(conn: &Connection, format: u32, filter: &Filter) -> rusqlite::Result<Option<HashSet<String>>> {
    let Some(query) = conditions(conn, format, filter)? else { return Ok(None) };
    let sql = format!("SELECT id FROM source WHERE {}", query.clauses.join(" AND "));
    let mut statement = conn.prepare_cached(&sql)?;
    let ids = statement.query_map(params_from_iter(query.values), |row| row.get(0))?;
    ids.collect::<Result<_, _>>().map(Some)
}

/// `None` when every source passes.
fn conditions(conn: &Connection, format: u32, filter: &Filter) -> rusqlite::Result<Option<Conditions>> {
    let editions = Editions { as_of: filter.as_of.clone(), edition: filter.edition.clone() };
    let packs = if format > 1 { editions_in_force(conn, &editions)? } else { Vec::new() };
    let hidden = if format > 1 { hides(conn, &packs)? } else { false };
    if filter.is_empty() && !hidden {
        return Ok(None);
    }
    let mut query = Conditions::default();
    query.any("lane", &filter.lanes);
    let town: Vec<String> = filter.town.iter().cloned().collect();
    for (column, wanted) in
        [("town", &town), ("board", &filter.boards), (JURISDICTION, &filter.jurisdictions)]
    {
        query.any_known(column, wanted, filter.unknown_passes);
    }
    query.any("doc_type", &filter.doc_types);
    query.any("authority", &filter.authorities);
    query.equal("status", filter.status.as_deref());
    query.equal("edition", filter.edition.as_deref());
    if let (Some(clause), true, true) = (query.clauses.last_mut(), filter.edition.is_some(), format > 1) {
        *clause = format!("({clause} OR {})", of_editions(&packs));
    }
    if hidden {
        query.clauses.push(format!(
            "(key NOT IN (SELECT source FROM statute WHERE source IS NOT NULL) OR {})",
            of_editions(&packs)
        ));
    }
    if let Some(day) = filter.as_of.as_deref() {
        query.date("<=", Some(day));
        if let Some(clause) = query.clauses.last_mut() {
            // The edition of a pack, not the day of a section's last change, says when it was law.
            let pack = if format > 1 {
                " OR key IN (SELECT source FROM statute WHERE source IS NOT NULL)"
            } else {
                ""
            };
            *clause = format!("({clause} OR date IS NULL{pack})");
        }
    }
    query.date(">=", filter.from.as_deref());
    query.date("<=", filter.to.as_deref());
    if !filter.sources.is_empty() {
        let ids: Vec<Value> = filter.sources.iter().map(|id| Value::Text(id.0.clone())).collect();
        query.within("id", ids);
    }
    // A filter may say no more than that what is unknown passes.
    query.clauses.push("1".to_owned());
    Ok(Some(query))
}

/// True when some section is of none of these editions.
fn hides(conn: &Connection, packs: &[u64]) -> rusqlite::Result<bool> {
    let installed: u64 = conn.prepare_cached("SELECT count(*) FROM pack")?.query_row([], |row| row.get(0))?;
    Ok(installed > packs.len() as u64)
}

/// Not worth a column of its own: few sources have one.
const JURISDICTION: &str = "lower(json_extract(meta, '$.jurisdiction'))";

/// Returns each combination of lane, town, jurisdiction and board among the sources, with its
/// number of chunks.
pub fn facets(conn: &Connection) -> rusqlite::Result<Vec<Facet>> {
    let sql = "SELECT json_extract(meta, '$.lane'), json_extract(meta, '$.town'), json_extract(meta, '$.jurisdiction'),
               json_extract(meta, '$.board'), sum(chunks) FROM source GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        Ok(Facet {
            lane: row.get::<_, Option<String>>(0)?.unwrap_or_default(),
            town: row.get(1)?,
            jurisdiction: row.get(2)?,
            board: row.get(3)?,
            chunks: row.get(4)?,
        })
    })?;
    rows.collect()
}

/// Values that sources have in one of the columns that a filter asks for, in order.
pub fn values(conn: &Connection, field: FilterField) -> rusqlite::Result<Vec<String>> {
    let column = match field {
        FilterField::Lane => "lane",
        FilterField::Board => "board",
        FilterField::DocType => "doc_type",
        FilterField::Authority => "authority",
        FilterField::Status => "status",
        FilterField::Edition => "edition",
        FilterField::Jurisdiction => "json_extract(meta, '$.jurisdiction')",
    };
    let sql = format!("SELECT DISTINCT {column} FROM source WHERE {column} IS NOT NULL ORDER BY 1");
    conn.prepare_cached(&sql)?.query_map([], |row| row.get(0))?.collect()
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

    /// Like [`any`](Self::any); with `unknown_passes`, rows without a value pass too.
    fn any_known(&mut self, column: &str, wanted: &[String], unknown_passes: bool) {
        let before = self.clauses.len();
        self.any(column, wanted);
        if let (true, Some(clause)) = (unknown_passes, self.clauses.get_mut(before)) {
            *clause = format!("({clause} OR {column} IS NULL)");
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
