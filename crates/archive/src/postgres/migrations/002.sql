-- Who may read and change what: roles of the whole server, and rows by lane, town and jurisdiction.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['twolane_reader', 'twolane_writer', 'twolane_admin'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      END IF;
    EXCEPTION WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN
      RAISE NOTICE 'role % was not made here', wanted;
    END;
  END LOOP;
END $$;

-- What a role may see: NULL stands for any. Rows add up.
CREATE TABLE access (role text NOT NULL, lane text, town text, jurisdiction text);

CREATE FUNCTION allow(role text, lane text DEFAULT NULL, town text DEFAULT NULL, jurisdiction text DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO twolane.access VALUES (role, lower(lane), lower(town), lower(jurisdiction)) $$;

-- Temporary tables come last of all names: a role could make one called `access`, with a row for itself.
CREATE FUNCTION realms() RETURNS integer[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, twolane, pg_temp AS $$
  SELECT coalesce(array_agg(r.id), '{}') FROM twolane.realm r WHERE EXISTS (
    SELECT 1 FROM twolane.access a JOIN pg_catalog.pg_roles p ON p.rolname = a.role
    WHERE pg_has_role(session_user, p.oid, 'MEMBER')
      AND (a.lane IS NULL OR a.lane = r.lane) AND (a.town IS NULL OR a.town = r.town)
      AND (a.jurisdiction IS NULL OR a.jurisdiction = r.jurisdiction)) $$;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['source', 'path', 'page', 'line', 'alias', 'chunk', 'citation', 'edge', 'posting', 'vector', 'pack', 'statute', 'section'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY by_realm ON %I USING (realm = ANY ((SELECT twolane.realms())::integer[])) WITH CHECK (realm = ANY ((SELECT twolane.realms())::integer[]))', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['session', 'trace', 'memory'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY by_role ON %I USING (role = session_user) WITH CHECK (role = session_user)', t);
  END LOOP;
  -- A text's vector is shown to whoever sees the text.
  FOREACH t IN ARRAY ARRAY['embedding', 'token_signs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY by_text ON %I FOR SELECT USING (EXISTS (SELECT 1 FROM twolane.chunk c WHERE c.hash = %I.hash))', t, t);
  END LOOP;
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'twolane_writer') THEN
    CREATE POLICY writers ON embedding TO twolane_writer USING (true) WITH CHECK (true);
    CREATE POLICY writers ON token_signs TO twolane_writer USING (true) WITH CHECK (true);
    GRANT USAGE ON SCHEMA twolane TO twolane_reader, twolane_writer, twolane_admin;
    GRANT SELECT ON ALL TABLES IN SCHEMA twolane TO twolane_reader, twolane_writer;
    REVOKE ALL ON access FROM twolane_reader, twolane_writer;
    REVOKE ALL ON realm FROM twolane_reader, twolane_writer;
    GRANT INSERT, UPDATE, DELETE ON session, trace, memory TO twolane_reader, twolane_writer;
    GRANT INSERT, UPDATE, DELETE ON source, path, page, line, alias, chunk, citation, edge, posting, vector, pack, statute, section, embedding, token_signs, commit TO twolane_writer;
    GRANT UPDATE ON archive TO twolane_writer;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA twolane TO twolane_reader, twolane_writer;
    GRANT ALL ON ALL TABLES IN SCHEMA twolane TO twolane_admin;
    REVOKE EXECUTE ON FUNCTION take_chunks(bigint), realm_of(text, text, text) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION take_chunks(bigint), realm_of(text, text, text) TO twolane_writer, twolane_admin;
    REVOKE EXECUTE ON FUNCTION allow(text, text, text, text) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION allow(text, text, text, text) TO twolane_admin;
  END IF;
END $$;
