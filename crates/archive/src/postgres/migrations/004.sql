-- Papers that a person removed: a later ingest leaves them out. A writer's rows show with its commit.
CREATE TABLE removed (hash text COLLATE "C" NOT NULL, realm integer NOT NULL, id text COLLATE "C" NOT NULL, title text NOT NULL, paths text NOT NULL, meta text NOT NULL, at text COLLATE "C" NOT NULL, PRIMARY KEY (hash, realm));
ALTER TABLE removed ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_realm ON removed USING (realm = ANY ((SELECT twolane.realms())::integer[])) WITH CHECK (realm = ANY ((SELECT twolane.realms())::integer[]));
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'twolane_writer') THEN
    GRANT SELECT ON removed TO twolane_reader, twolane_writer;
    GRANT INSERT, UPDATE, DELETE ON removed TO twolane_writer;
    GRANT ALL ON removed TO twolane_admin;
  END IF;
END $$;
