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

-- Answers with an address; an answer is forgotten with its session.
CREATE TABLE answer (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, role text NOT NULL DEFAULT session_user, id text NOT NULL, session text NOT NULL, at bigint NOT NULL, body text NOT NULL, UNIQUE (role, id));
CREATE INDEX answer_session ON answer (session);
ALTER TABLE answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_role ON answer USING (role = session_user) WITH CHECK (role = session_user);
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'twolane_writer') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON answer TO twolane_reader, twolane_writer;
    GRANT ALL ON answer TO twolane_admin;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA twolane TO twolane_reader, twolane_writer;
  END IF;
END $$;
