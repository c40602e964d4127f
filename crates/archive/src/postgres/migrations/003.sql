-- A graph over the vectors of so many components, in half precision. The server keeps it up to date by itself. Other
-- writers of vectors wait while it is made.
CREATE FUNCTION make_graph(dims integer, m integer, ef_construction integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, twolane, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(8400, 4);
  IF to_regclass(format('twolane.vector_graph_%s', dims)) IS NULL THEN
    -- Made in memory as far as this goes, else many times slower.
    IF pg_size_bytes(current_setting('maintenance_work_mem')) < 1073741824 THEN
      SET LOCAL maintenance_work_mem = '1GB';
    END IF;
    EXECUTE format('CREATE INDEX vector_graph_%s ON twolane.vector USING hnsw ((embedding::public.halfvec(%s)) public.halfvec_ip_ops) WITH (m = %s, ef_construction = %s) WHERE public.vector_dims(embedding) = %s', dims, dims, m, greatest(ef_construction, 2 * m), dims);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION make_graph(integer, integer, integer) FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'twolane_writer') THEN
    GRANT EXECUTE ON FUNCTION make_graph(integer, integer, integer) TO twolane_writer, twolane_admin;
  END IF;
END $$;
