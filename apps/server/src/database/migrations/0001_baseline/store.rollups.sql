-- Counts that are kept while posts are written, so that questions about a whole window read them instead of every post.
-- A transaction that writes posts appends its changes as deltas; a task adds them to the counts. No trigger of `posts`
-- detects one that does not: on Citus, a distributed table has none.

-- How many posts of a language that were posted in a slot have how many likes, in two parallel arrays. A slot is a
-- quarter of an hour or an hour (`minutes`), numbered by the quarter of an hour since 1970 in which it begins.
CREATE TABLE like_counts (
  minutes smallint NOT NULL,
  slot integer NOT NULL,
  language text COLLATE "C" NOT NULL,
  likes bigint[] NOT NULL,
  posts integer[] NOT NULL,
  PRIMARY KEY (minutes, slot, language)
) WITH (fillfactor = 70);

CREATE TABLE like_deltas (
  slots integer[] NOT NULL,
  languages text[] COLLATE "C" NOT NULL,
  likes bigint[] NOT NULL,
  posts integer[] NOT NULL
);

-- The pieces of token text that are counted. Deltas and counts name a term by its number: the texts took most of the time
-- to write them. A term's counts are complete for days from `counted_from` on, which goes back as older posts are
-- counted.
CREATE TABLE tracked_terms (
  term text COLLATE "C" PRIMARY KEY,
  text_version smallint NOT NULL,
  counted_from integer NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE
);

-- The posts of a UTC day (since 1970) and language that have a tracked term, with their engagement.
CREATE TABLE term_counts (
  term integer NOT NULL,
  day integer NOT NULL,
  language text COLLATE "C" NOT NULL,
  posts numeric NOT NULL,
  likes numeric NOT NULL,
  replies numeric NOT NULL,
  reposts numeric NOT NULL,
  reshares numeric NOT NULL,
  PRIMARY KEY (term, day, language)
) WITH (fillfactor = 70);

CREATE TABLE term_deltas (
  terms integer[] NOT NULL,
  days integer[] NOT NULL,
  languages text[] COLLATE "C" NOT NULL,
  posts bigint[] NOT NULL,
  likes bigint[] NOT NULL,
  replies bigint[] NOT NULL,
  reposts bigint[] NOT NULL,
  reshares bigint[] NOT NULL
);

-- Like counts are complete for slots from `likes_from` on, and gains of likes for posts of slots from `gains_from` on; both
-- go back as older posts are counted. `kept_version` is what the last writer of posts kept; one that keeps more or less
-- calls `reset_rollups`. A single row, which writers of posts lock in share mode.
CREATE TABLE rollup_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  likes_from integer NOT NULL,
  gains_from integer NOT NULL,
  terms_version integer NOT NULL DEFAULT 0,
  kept_version integer NOT NULL
);
INSERT INTO rollup_progress (likes_from, gains_from, kept_version) VALUES (0, 0, 1);

-- Posts with more likes than at an earlier observation, so that a board of growth reads the greatest gains instead of every
-- post that was seen. `snapshot_times` and `snapshot_counts` are the snapshots of `post_metrics` that a board of at most a
-- week can begin at. A board of an hour shows no greater gain than `gain_1`, one of at most a day than `gain_24`, and a
-- longer one than `gain_168`, however much time has passed since `observed_at`. A board reads the one or two hours, days or
-- weeks that have its observations, so that older ones cost nothing.
CREATE TABLE like_gains (
  posted_at timestamptz NOT NULL,
  observed_at timestamptz NOT NULL,
  count bigint NOT NULL,
  gain_1 bigint NOT NULL,
  gain_24 bigint NOT NULL,
  gain_168 bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  snapshot_times timestamptz[] NOT NULL,
  snapshot_counts bigint[] NOT NULL,
  PRIMARY KEY (posted_at, code)
);
CREATE INDEX like_gains_of_1 ON like_gains
  (date_bin('1 hour', observed_at, '1970-01-01 00:00:00+00'), language, gain_1, posted_at, code) WHERE gain_1 > 0;
CREATE INDEX like_gains_of_24 ON like_gains
  (date_bin('24 hours', observed_at, '1970-01-01 00:00:00+00'), language, gain_24, posted_at, code) WHERE gain_24 > 0;
CREATE INDEX like_gains_of_168 ON like_gains
  (date_bin('168 hours', observed_at, '1970-01-01 00:00:00+00'), language, gain_168, posted_at, code) WHERE gain_168 > 0;

-- The same of authors and their followers. Hourly passes over all authors find rows that a writer did not keep.
CREATE TABLE follower_gains (
  author_id text COLLATE "C" PRIMARY KEY,
  observed_at timestamptz NOT NULL,
  count bigint NOT NULL,
  gain_1 bigint NOT NULL,
  gain_24 bigint NOT NULL,
  gain_168 bigint NOT NULL,
  snapshot_times timestamptz[] NOT NULL,
  snapshot_counts bigint[] NOT NULL
);
CREATE INDEX follower_gains_of_1 ON follower_gains
  (date_bin('1 hour', observed_at, '1970-01-01 00:00:00+00'), gain_1 DESC, observed_at DESC, author_id) WHERE gain_1 > 0;
CREATE INDEX follower_gains_of_24 ON follower_gains
  (date_bin('24 hours', observed_at, '1970-01-01 00:00:00+00'), gain_24 DESC, observed_at DESC, author_id) WHERE gain_24 > 0;
CREATE INDEX follower_gains_of_168 ON follower_gains
  (date_bin('168 hours', observed_at, '1970-01-01 00:00:00+00'), gain_168 DESC, observed_at DESC, author_id) WHERE gain_168 > 0;

-- A single row: the last author that the pass has counted, null between passes.
CREATE TABLE follower_gains_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  counted_to text COLLATE "C",
  began_at timestamptz NOT NULL
);
INSERT INTO follower_gains_progress (began_at) VALUES (to_timestamp(0));

-- How many authors of a language have how many followers, as last counted. Empty while there are few authors.
CREATE TABLE follower_counts (
  language text COLLATE "C" PRIMARY KEY,
  followers bigint[] NOT NULL,
  authors integer[] NOT NULL,
  counted_at timestamptz NOT NULL
);

-- The posts of the last days with the highest counts, so that boards need not read every post: every post posted at or
-- after a language's `complete_from` of which a count reaches the language's threshold. The writer of a post writes its
-- row in the same transaction. `reset_rollups` deletes the thresholds, and the boards read all posts until a task has
-- chosen them again.
CREATE TABLE top_posts (
  posted_at timestamptz NOT NULL,
  code text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  is_reply boolean NOT NULL,
  like_count bigint NOT NULL,
  reply_count bigint NOT NULL,
  repost_count bigint NOT NULL,
  reshare_count bigint NOT NULL,
  impression_count bigint,
  PRIMARY KEY (posted_at, code)
) WITH (fillfactor = 70);
CREATE INDEX top_posts_language ON top_posts (language, posted_at);

CREATE TABLE top_post_thresholds (
  language text COLLATE "C" PRIMARY KEY,
  engagement bigint NOT NULL,
  likes bigint NOT NULL,
  replies bigint NOT NULL,
  impressions bigint NOT NULL,
  likes_of_reply bigint NOT NULL,
  complete_from timestamptz NOT NULL
);

-- How common index terms are, estimated from a sample of the last 30 days: `share` is that of the posts of a language
-- that have the term. Terms that the sample has only once are left out.
CREATE TABLE term_shares (
  term int NOT NULL,
  language text COLLATE "C" NOT NULL,
  share real NOT NULL,
  sampled_at timestamptz NOT NULL,
  PRIMARY KEY (term, language)
) WITH (fillfactor = 70);

-- The estimated number of posts of each language, how many of them are in the sample, and how many the like counts had then.
CREATE TABLE language_shares (
  language text COLLATE "C" PRIMARY KEY,
  posts double precision NOT NULL,
  sampled int NOT NULL,
  counted bigint NOT NULL,
  sampled_at timestamptz NOT NULL
);
