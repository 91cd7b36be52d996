-- The functions and the indexes of the database.

-- Which text of each file in `functions/` the database runs. Every start replaces those whose file has changed.
CREATE TABLE sql_functions (
  name text COLLATE "C" PRIMARY KEY,
  version int NOT NULL CHECK (version >= 1),
  checksum text NOT NULL,
  installed_at timestamptz NOT NULL DEFAULT now()
);

-- The lease of the process that adds and drops indexes in the background, a single row.
CREATE TABLE index_changes (
  name text PRIMARY KEY CHECK (name = 'indexes'),
  started_at timestamptz,
  lease_ends_at timestamptz
);
INSERT INTO index_changes (name) VALUES ('indexes');

-- A trigger needs its function when it is created. The bodies are installed after the migrations, from `functions/`.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not installed''; END';
CREATE FUNCTION refuse_two_plans() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not installed''; END';
