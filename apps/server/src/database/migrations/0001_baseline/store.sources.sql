-- What is remembered of the networks that posts come from.

-- Where each source continues. Its row is locked by whoever stores a batch of the source.
CREATE TABLE source_cursors (
  source text COLLATE "C" PRIMARY KEY,
  cursor text,
  moved_at timestamptz
);

-- Which process reads a source. A row whose `held_until` has passed belongs to a dead process.
CREATE TABLE source_leases (
  source text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C" NOT NULL,
  held_until timestamptz NOT NULL
);

-- Events that could not be used, the newest of each source.
CREATE TABLE rejected_events (
  source text COLLATE "C" NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  received_at timestamptz NOT NULL,
  reason text NOT NULL,
  event text NOT NULL,
  PRIMARY KEY (source, number)
);

-- The latest version of each record that likes, reposts, quotes or answers a post, so that a deletion without content can
-- be subtracted, and nothing counts twice. `subject` is null after a deletion; `counted` says whether the record is in
-- the counts of its post. A day of receipt is dropped at once. The keys of records begin with the time in the networks
-- that we know, so new rows go to one end of the index.
CREATE TABLE interactions (
  received_day integer NOT NULL,
  kind smallint NOT NULL,
  counted boolean NOT NULL,
  key text COLLATE "C" NOT NULL,
  revision text COLLATE "C" NOT NULL,
  subject text COLLATE "C",
  PRIMARY KEY (key, kind, received_day)
) PARTITION BY RANGE (received_day);
CREATE INDEX interactions_awaited ON interactions (subject) WHERE NOT counted AND subject IS NOT NULL;
CREATE TABLE interactions_default PARTITION OF interactions DEFAULT;

-- The ids by which a source knows posts, where its network calls them by others than their codes. They are kept as long
-- as posts: a deletion names nothing else.
CREATE TABLE network_ids (
  source text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  posted_at timestamptz NOT NULL,
  PRIMARY KEY (source, id)
);
CREATE INDEX network_ids_code ON network_ids (code, source);
CREATE INDEX network_ids_posted ON network_ids USING brin (posted_at);

-- Posts whose counts, and authors whose profiles, are compared with their network at `due_at`. The heaviest are checked
-- first. `seen_total` is the sum of the counts at the last check. `missing_since` is when the network first did not have
-- a post.
CREATE TABLE network_checks (
  source text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('post', 'author')),
  name text COLLATE "C" NOT NULL,
  posted_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  weight bigint NOT NULL,
  seen_total bigint NOT NULL,
  checked_at timestamptz,
  missing_since timestamptz,
  PRIMARY KEY (source, kind, name)
);
CREATE INDEX network_checks_due ON network_checks (source, kind, due_at);

-- Up to where the change feed was searched for such posts, a single row.
CREATE TABLE network_checks_progress (
  cursor text,
  searched_at timestamptz
);
INSERT INTO network_checks_progress DEFAULT VALUES;
