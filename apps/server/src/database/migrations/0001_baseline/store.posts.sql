-- Posts and authors.

-- An author is known by the lasting id of its network, or by its name where a source gives no id.
CREATE TABLE authors (
  author_id text COLLATE "C" PRIMARY KEY,
  full_name text NOT NULL DEFAULT '',
  profile_picture text NOT NULL DEFAULT '',
  biography text NOT NULL DEFAULT '',
  follower_count bigint,
  following_count bigint,
  post_count bigint,
  observed_at timestamptz NOT NULL
);

-- One row for each author: the name that it has since `named_at`. `observed_at` is the last observation of a name, or that
-- the author has none; null before the first. `username` is null where no name is known; the author is then shown by its id. `name_key` is what is shown, without regard to case. `removed_at`:
-- the account was gone at this time, and what was observed of it until then is ignored.
CREATE TABLE author_names (
  author_id text COLLATE "C" PRIMARY KEY,
  username text COLLATE "C",
  name_key text COLLATE "C" NOT NULL,
  named_at timestamptz,
  observed_at timestamptz,
  removed_at timestamptz
);
CREATE UNIQUE INDEX author_names_username ON author_names (username) WHERE username IS NOT NULL;
CREATE INDEX author_names_key ON author_names (name_key);
CREATE INDEX author_names_removed ON author_names (removed_at) WHERE removed_at IS NOT NULL;

-- Names that authors had, and when each was first and last seen with it.
CREATE TABLE former_names (
  username text COLLATE "C" NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  held_from timestamptz NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (username, author_id)
);
CREATE INDEX former_names_key ON former_names (name_key);
CREATE INDEX former_names_author ON former_names (author_id);

-- The ids by which servers of one network know the same author, each by its own.
CREATE TABLE author_aliases (
  source text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (source, id)
);
CREATE INDEX author_aliases_author ON author_aliases (author_id, source);

-- Counts of an author as last observed in each hour.
CREATE TABLE author_metrics (
  author_id text COLLATE "C" NOT NULL,
  hour timestamptz NOT NULL,
  observed_at timestamptz NOT NULL,
  follower_count bigint,
  following_count bigint,
  post_count bigint,
  PRIMARY KEY (author_id, hour)
);
CREATE INDEX author_metrics_recent ON author_metrics (hour);

-- Partitioned by day (UTC), so that forgetting one is a `DROP TABLE`. What a scan asks of every row stands first in it,
-- and with a fixed width where it can.
--
-- `token_text` is the caption in the canonical form of @heddle/text, in which a keyword matches exactly when it is a
-- substring; `terms` are those of @heddle/text for it, and `text_version` is the version of its rules: 0 where none was
-- recorded. `language_hint` is the source's own tag of the language, which deriving the language again asks for: '' where
-- the source gave none, null where it was forgotten. `marks` are what the source says of parts of the caption, as in
-- `store/posts/Marks.ts`; null for none. `metric_step` is the last step of the post's age with a row in
-- `post_metrics`. `seen_at` is the first observation, to which the removal of an author is compared.
CREATE TABLE posts (
  posted_at timestamptz NOT NULL,
  like_count bigint NOT NULL,
  reply_count bigint NOT NULL,
  repost_count bigint NOT NULL,
  reshare_count bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  metric_step smallint NOT NULL DEFAULT 0,
  is_reply boolean NOT NULL,
  language text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  impression_count bigint,
  token_text text COLLATE "C" NOT NULL,
  terms int[] NOT NULL,
  reply_to text COLLATE "C",
  caption text NOT NULL,
  url text NOT NULL,
  source text NOT NULL,
  media_url jsonb NOT NULL,
  text_version smallint NOT NULL DEFAULT 0,
  language_hint text COLLATE "C",
  marks smallint[],
  seen_at timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (posted_at, code)
) PARTITION BY RANGE (posted_at);
-- No index names a column that changes, so that new counts touch none, least of all that of the terms.
CREATE INDEX posts_author ON posts (author_id, posted_at) INCLUDE (language);
CREATE INDEX posts_terms ON posts USING gin (terms);
-- Most Chinese keywords are written alike in both scripts. Where Traditional Chinese prevails, the index of all terms
-- finds many posts for each one in Simplified Chinese. With 10 % of 20 million posts in Simplified Chinese, this one
-- takes 15 % of the space of the other.
CREATE INDEX posts_simplified_terms ON posts USING gin (terms) WHERE language = 'zh-Hans';
-- For what is past retention when it comes: it is deleted with the next upkeep.
CREATE TABLE posts_old PARTITION OF posts DEFAULT;

-- Says when a code was posted and by whom, is locked by whoever writes about it, and remembers deletions.
CREATE TABLE post_codes (
  code text COLLATE "C" PRIMARY KEY,
  posted_at timestamptz,
  author_id text COLLATE "C",
  deleted_at timestamptz,
  CHECK (posted_at IS NOT NULL OR deleted_at IS NOT NULL)
);
CREATE INDEX post_codes_deleted ON post_codes (deleted_at) WHERE deleted_at IS NOT NULL;

-- Counts as first seen at each step of a post's age.
CREATE TABLE post_metrics (
  posted_at timestamptz NOT NULL,
  observed_at timestamptz NOT NULL,
  like_count bigint NOT NULL,
  reply_count bigint NOT NULL,
  repost_count bigint NOT NULL,
  reshare_count bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  impression_count bigint,
  PRIMARY KEY (posted_at, code, observed_at)
) PARTITION BY RANGE (posted_at);
CREATE INDEX post_metrics_recent ON post_metrics (observed_at);
CREATE TABLE post_metrics_old PARTITION OF post_metrics DEFAULT;

-- The edges between authors. `reply_to` is the post answered, `reply_to_author_id` its author: null while that post is not
-- stored.
CREATE TABLE replies (
  code text COLLATE "C" PRIMARY KEY,
  posted_at timestamptz NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  reply_to text COLLATE "C" NOT NULL,
  reply_to_author_id text COLLATE "C"
);
-- A chain walks from one reply to the next, also among thousands of the same second.
CREATE INDEX replies_order ON replies (reply_to, posted_at, code);
-- These hold what is counted, so that the rows themselves are not read: an account with tens of thousands of replies has
-- them on as many pages.
CREATE INDEX replies_sent ON replies (author_id, posted_at) INCLUDE (reply_to_author_id);
CREATE INDEX replies_received ON replies (reply_to_author_id, posted_at) INCLUDE (author_id)
WHERE reply_to_author_id IS NOT NULL;

-- What rounds read: one row a batch, with the transaction that wrote it. A cursor is the oldest transaction still running
-- when it read, which is safe against commits out of order.
CREATE TABLE post_changes (
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at timestamptz NOT NULL,
  posted_ats timestamptz[] NOT NULL,
  codes text[] NOT NULL
);
CREATE INDEX post_changes_transaction ON post_changes (changed_in);
CREATE INDEX post_changes_time ON post_changes (changed_at);
