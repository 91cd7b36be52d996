-- The forecasts of counts.

-- The models that were trained, newest last; processes use the newest of each metric. `body` is the model in the words of
-- @heddle/forecast, and `posts` is how many posts the sample of its training had.
CREATE TABLE forecast_models (
  metric text NOT NULL,
  version text NOT NULL,
  trained_at timestamptz NOT NULL,
  posts integer NOT NULL CHECK (posts >= 0),
  body text NOT NULL,
  PRIMARY KEY (metric, version)
);

-- Lets one process at a time train, a single row.
CREATE TABLE forecast_trainings (
  name text PRIMARY KEY CHECK (name = 'forecast'),
  started_at timestamptz,
  lease_ends_at timestamptz
);
INSERT INTO forecast_trainings (name) VALUES ('forecast');
