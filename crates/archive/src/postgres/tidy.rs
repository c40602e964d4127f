//! Work after a commit: deletes rows that no reader may ask for, and builds a graph that is due.

use super::rows::{count, id, int};
use super::vectors::can_have_graph;
use super::write::PostgresWriter;

impl PostgresWriter {
    /// Has the server make a graph once there are enough vectors; from then on it keeps it by itself.
    pub(super) fn keep_graph(&mut self) {
        let Some(dims) = self.dims.filter(|dims| can_have_graph(*dims)) else { return };
        let sql = "SELECT twolane.make_graph($1, $2, $3) WHERE (SELECT coalesce(sum(chunks), 0) FROM source WHERE died IS NULL) >= $4 AND to_regclass('twolane.vector_graph_' || $1::integer) IS NULL";
        let (m, ef) = (int(self.graph.links()), int(self.graph.ef_construction.clamp(4, 1000)));
        let from = id(self.graph.from_vectors as u64);
        self.without_graph = self.ask(|conn| conn.run(sql, &[&count(dims), &m, &ef, &from])).err();
    }

    /// Deletes what no reader may ask for any more. What can't be deleted now is later.
    pub(super) fn prune(&mut self) {
        let _ = self.ask(|conn| {
            conn.client.batch_execute(
                "BEGIN;
                 UPDATE archive SET floor = g FROM (SELECT max(generation) AS g FROM commit, archive WHERE at < clock_timestamp() - keep) c WHERE g > floor;
                 CREATE TEMPORARY TABLE gone ON COMMIT DROP AS SELECT key FROM source WHERE died <= (SELECT floor FROM archive) LIMIT 200;
                 DELETE FROM page WHERE source IN (SELECT key FROM gone);
                 DELETE FROM line WHERE source IN (SELECT key FROM gone);
                 DELETE FROM alias WHERE source IN (SELECT key FROM gone);
                 DELETE FROM posting WHERE source = ANY (ARRAY(SELECT key FROM gone));
                 DELETE FROM vector WHERE source IN (SELECT key FROM gone);
                 DELETE FROM citation WHERE source IN (SELECT key FROM gone);
                 DELETE FROM edge WHERE source IN (SELECT key FROM gone);
                 DELETE FROM chunk WHERE source IN (SELECT key FROM gone);
                 DELETE FROM path WHERE died <= (SELECT floor FROM archive);
                 DELETE FROM source WHERE key IN (SELECT key FROM gone);
                 DELETE FROM commit WHERE generation < (SELECT floor FROM archive);
                 COMMIT",
            )
        })
        .inspect_err(|_| {
            let _ = self.conn().client.batch_execute("ROLLBACK");
        });
    }
}
