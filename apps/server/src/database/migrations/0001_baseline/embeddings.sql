-- Vectors of posts.

-- One row for each way in which texts were made into vectors; the vectors themselves are in tables of their own, which
-- need an extension and are therefore made only when a model is set. `probe` is the vector of a known text: whoever
-- returns another one is another model. The active model is the one activated last, so that changing it is a change of
-- one row. `wanted_at`: when a process last started with this model in its settings.
CREATE TABLE embedding_models (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  dimensions integer NOT NULL CHECK (dimensions BETWEEN 1 AND 4000),
  asked_dimensions integer,
  query_prefix text NOT NULL,
  document_prefix text NOT NULL,
  probe text NOT NULL,
  created_at timestamptz NOT NULL,
  wanted_at timestamptz NOT NULL,
  activated_at timestamptz,
  indexed_at timestamptz,
  worked_at timestamptz NOT NULL,
  cleaned_until timestamptz NOT NULL,
  worker text COLLATE "C",
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
