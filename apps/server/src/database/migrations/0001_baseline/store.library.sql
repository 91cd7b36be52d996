-- The inspiration library.

-- Its posts outlive the retention of `posts`: a row has what an answer shows and what comparing it with a topic needs.
-- Its counts are those of the last refresh; as long as the post is stored, `posts` has newer ones.
CREATE TABLE library_posts (
  code text COLLATE "C" PRIMARY KEY,
  posted_at timestamptz NOT NULL,
  language text COLLATE "C" NOT NULL,
  author_id text COLLATE "C" NOT NULL,
  like_count bigint NOT NULL,
  reply_count bigint NOT NULL,
  text_version smallint NOT NULL,
  language_hint text COLLATE "C",
  marks smallint[],
  token_text text COLLATE "C" NOT NULL,
  terms int[] NOT NULL,
  caption text NOT NULL,
  url text NOT NULL
);
-- Few rows are written, so the index needs no list of pending ones, which every query would have to read.
CREATE INDEX library_posts_terms ON library_posts USING gin (terms) WITH (fastupdate = off);
CREATE INDEX library_posts_time ON library_posts (posted_at, code);
CREATE INDEX library_posts_author ON library_posts (author_id);

-- How far the library is, a single row. `cursor` is a position in the change feed, read at `cursor_at`. `pass_until` is
-- where a pass over all posts, newest first, goes on; null while none is under way. The counts of all rows were last
-- compared with `posts` at `refreshed_at`.
CREATE TABLE library_progress (
  name text PRIMARY KEY CHECK (name = 'library'),
  cursor text,
  cursor_at timestamptz,
  refreshed_at timestamptz,
  pass_until timestamptz
);
INSERT INTO library_progress (name) VALUES ('library');
