-- An archive: everything in one schema. Rows of a source belong to its key, which is never used twice; a source, a
-- path, a pack and the text of a section say from which generation (born) to before which (died) they are there.
-- The largest number stands for the generation of a transaction that has not committed.
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

CREATE TABLE archive (one boolean PRIMARY KEY DEFAULT true CHECK (one), name text NOT NULL, made text NOT NULL, floor bigint NOT NULL DEFAULT 0, keep interval NOT NULL DEFAULT '15 minutes');
CREATE TABLE commit (generation bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), model text, dims integer);
CREATE SEQUENCE source_key AS bigint;
CREATE SEQUENCE chunk_id AS bigint;

-- What access goes by: each lane, town and jurisdiction that occurs together, in lower case.
CREATE TABLE realm (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lane text NOT NULL, town text, jurisdiction text, UNIQUE NULLS NOT DISTINCT (lane, town, jurisdiction));

CREATE TABLE source (key bigint PRIMARY KEY, born bigint NOT NULL, died bigint, realm integer NOT NULL, id text COLLATE "C" NOT NULL, title text COLLATE "C" NOT NULL, hash text COLLATE "C" NOT NULL, kind text NOT NULL, bytes bigint NOT NULL, meta text NOT NULL, notes text NOT NULL, recipe text NOT NULL, ingested_at text NOT NULL, pages integer NOT NULL, pages_ocr integer NOT NULL, pages_unread integer NOT NULL, lines integer NOT NULL, chunks integer NOT NULL, first_chunk bigint NOT NULL, content bytea NOT NULL, terms bigint[] NOT NULL, lane text COLLATE "C" NOT NULL, town text COLLATE "C", board text COLLATE "C", doc_type text COLLATE "C", date text COLLATE "C", authority text COLLATE "C", status text COLLATE "C", edition text COLLATE "C", jurisdiction text COLLATE "C", as_written text[] COLLATE "C" NOT NULL);
CREATE UNIQUE INDEX source_id ON source (id) WHERE died IS NULL;
CREATE INDEX source_id_all ON source (id);
CREATE INDEX source_hash ON source (hash);
CREATE INDEX source_born ON source (born);
CREATE INDEX source_died ON source (died) WHERE died IS NOT NULL;
CREATE INDEX source_first ON source (first_chunk);
CREATE TABLE path (path text COLLATE "C" NOT NULL, source bigint NOT NULL, realm integer NOT NULL, born bigint NOT NULL, died bigint);
CREATE UNIQUE INDEX path_path ON path (path) WHERE died IS NULL;
CREATE INDEX path_source ON path (source);
CREATE INDEX path_staged ON path (died) WHERE died IS NOT NULL;
CREATE INDEX path_born ON path (born);

CREATE TABLE page (source bigint, position integer, realm integer NOT NULL, number integer NOT NULL, label text, width real, height real, status text NOT NULL, reason text NOT NULL, engine text NOT NULL, PRIMARY KEY (source, position));
CREATE TABLE line (source bigint, position integer, realm integer NOT NULL, page integer NOT NULL, number integer NOT NULL, text text NOT NULL, box bytea, size real NOT NULL, flags integer NOT NULL, heading integer, confidence integer, PRIMARY KEY (source, position));
CREATE TABLE alias (source bigint, position integer, realm integer NOT NULL, name text COLLATE "C" NOT NULL, locator text NOT NULL, PRIMARY KEY (source, position));
CREATE INDEX alias_name ON alias (name);
CREATE TABLE chunk (id bigint PRIMARY KEY, source bigint NOT NULL, realm integer NOT NULL, page integer NOT NULL, first_line integer NOT NULL, end_line integer NOT NULL, header text NOT NULL, text text NOT NULL, section text, is_table boolean NOT NULL, citations text[] NOT NULL, hash text COLLATE "C" NOT NULL);
CREATE INDEX chunk_source ON chunk (source);
CREATE INDEX chunk_hash ON chunk (hash);
CREATE TABLE citation (normal text COLLATE "C", chunk bigint, source bigint NOT NULL, realm integer NOT NULL, PRIMARY KEY (normal, chunk));
CREATE INDEX citation_source ON citation (source);
CREATE TABLE edge (source bigint, position integer, realm integer NOT NULL, line integer NOT NULL, target text COLLATE "C" NOT NULL, whole text COLLATE "C" NOT NULL, PRIMARY KEY (source, position));
CREATE INDEX edge_whole ON edge (whole);

-- How often a chunk has a term in its text, header, citations and title, and how long those are.
CREATE TABLE posting (chunk bigint NOT NULL, source bigint NOT NULL, realm integer NOT NULL, text integer NOT NULL, header integer NOT NULL, citations integer NOT NULL, title integer NOT NULL, text_length integer NOT NULL, header_length integer NOT NULL, citations_length integer NOT NULL, title_length integer NOT NULL, term text COLLATE "C" NOT NULL, PRIMARY KEY (term, chunk));
CREATE INDEX posting_source ON posting USING brin (source) WITH (pages_per_range = 16);
CREATE TABLE vector (chunk bigint, model text COLLATE "C", source bigint NOT NULL, realm integer NOT NULL, embedding public.vector NOT NULL, PRIMARY KEY (chunk, model));
CREATE INDEX vector_source ON vector (source);

CREATE TABLE embedding (model text COLLATE "C", hash text COLLATE "C", vector bytea NOT NULL, PRIMARY KEY (model, hash));
CREATE TABLE token_signs (model text COLLATE "C", hash text COLLATE "C", dims integer NOT NULL, signs bytea NOT NULL, PRIMARY KEY (model, hash));

CREATE TABLE pack (key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, born bigint NOT NULL, died bigint, realm integer NOT NULL, name text COLLATE "C" NOT NULL, edition text COLLATE "C" NOT NULL, as_of text COLLATE "C" NOT NULL, manifest text NOT NULL, signed_by text, installed_at text NOT NULL);
CREATE UNIQUE INDEX pack_edition ON pack (name, edition) WHERE died IS NULL;
CREATE TABLE statute (key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, born bigint NOT NULL, died bigint, realm integer NOT NULL, hash text COLLATE "C" NOT NULL, source bigint, body text NOT NULL);
CREATE UNIQUE INDEX statute_hash ON statute (hash) WHERE died IS NULL;
CREATE INDEX statute_source ON statute (source);
CREATE TABLE section (pack bigint, position integer, realm integer NOT NULL, citation text COLLATE "C" NOT NULL, heading text NOT NULL, status text NOT NULL, statute bigint NOT NULL, PRIMARY KEY (pack, position));
CREATE INDEX section_citation ON section (citation);
CREATE INDEX section_statute ON section (statute);

CREATE TABLE session (id text COLLATE "C" NOT NULL, role text NOT NULL DEFAULT session_user, updated bigint NOT NULL, expires bigint NOT NULL, body text NOT NULL, PRIMARY KEY (role, id));
CREATE TABLE trace (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, role text NOT NULL DEFAULT session_user, id text NOT NULL, session text, at bigint NOT NULL, body text NOT NULL, UNIQUE (role, id));
CREATE INDEX trace_session ON trace (session);
CREATE TABLE memory (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, role text NOT NULL DEFAULT session_user, id text NOT NULL, owner text NOT NULL, session text, context text NOT NULL, state text NOT NULL, at bigint NOT NULL, model text, vector bytea, body text NOT NULL, UNIQUE (role, id));
CREATE INDEX memory_context ON memory (context);
CREATE INDEX memory_session ON memory (session);

-- A generation of which something may be gone already is no longer read.
CREATE FUNCTION at(g bigint) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = pg_catalog, twolane, pg_temp AS $$
BEGIN
  IF g < (SELECT floor FROM archive) THEN
    RAISE EXCEPTION 'generation % is no longer kept', g USING ERRCODE = 'TW001';
  END IF;
  RETURN g;
END $$;

CREATE FUNCTION source_at(g bigint) RETURNS SETOF twolane.source LANGUAGE sql STABLE AS $$
  SELECT * FROM twolane.source WHERE born <= (SELECT twolane.at(g)) AND (died IS NULL OR died > g) $$;
CREATE FUNCTION path_at(g bigint) RETURNS SETOF twolane.path LANGUAGE sql STABLE AS $$
  SELECT * FROM twolane.path WHERE born <= (SELECT twolane.at(g)) AND (died IS NULL OR died > g) $$;
CREATE FUNCTION pack_at(g bigint) RETURNS SETOF twolane.pack LANGUAGE sql STABLE AS $$
  SELECT * FROM twolane.pack WHERE born <= (SELECT twolane.at(g)) AND (died IS NULL OR died > g) $$;
CREATE FUNCTION statute_at(g bigint) RETURNS SETOF twolane.statute LANGUAGE sql STABLE AS $$
  SELECT * FROM twolane.statute WHERE born <= (SELECT twolane.at(g)) AND (died IS NULL OR died > g) $$;
-- Sources that are not of a generation: few, so that it is cheaper to leave them out than to look each one up.
CREATE FUNCTION hidden_at(g bigint) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
  SELECT key FROM twolane.source WHERE born > (SELECT twolane.at(g)) UNION ALL SELECT key FROM twolane.source WHERE died <= g $$;

CREATE FUNCTION realm_of(l text, t text, j text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, twolane, pg_temp AS $$
DECLARE found integer;
BEGIN
  SELECT id INTO found FROM realm WHERE lane = l AND town IS NOT DISTINCT FROM t AND jurisdiction IS NOT DISTINCT FROM j;
  IF found IS NULL THEN
    INSERT INTO realm (lane, town, jurisdiction) VALUES (l, t, j) ON CONFLICT (lane, town, jurisdiction) DO UPDATE SET lane = excluded.lane RETURNING id INTO found;
  END IF;
  RETURN found;
END $$;

-- So many numbers of chunks in a row, which no other writer gets.
CREATE FUNCTION take_chunks(n bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, twolane, pg_temp AS $$
DECLARE first bigint;
BEGIN
  PERFORM pg_advisory_lock(8400, 2);
  first := nextval('chunk_id');
  IF n > 1 THEN PERFORM setval('chunk_id', first + n - 1); END IF;
  PERFORM pg_advisory_unlock(8400, 2);
  RETURN first;
END $$;

-- Its name, and the generation that holds nothing, with the tables or not at all.
INSERT INTO archive (name, made) VALUES (gen_random_uuid()::text, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
INSERT INTO commit (generation) VALUES (0);
