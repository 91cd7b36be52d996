-- version: 1
--
-- The newest posts of a window that match keywords, with their authors, in no order: `wanted` at least, if there are as
-- many, before the post (`before_time`, `before_code`) where these are given.
--
-- In the last day or two of the window, it first reads `scanned` posts by time, and more as long as few more seem to be
-- needed: that is enough for a common keyword. Then it goes through the index of terms, which yields all posts of a
-- partition that have the terms: first in these days, and only then in all others.
--
-- Planning a search of many partitions takes longer than the search. So plans are generic, and statements are written so
-- that no choice depends on values: `+ interval '0'` and `ANY` keep PostgreSQL off the index by time, which looks cheaper
-- while many new posts wait to be merged into the index of terms, and terms are asked for twice so that it expects few
-- posts. On Citus, such a plan is impossible.

CREATE OR REPLACE FUNCTION newest_posts(
  window_from timestamptz, window_until timestamptz, before_time timestamptz, before_code text,
  languages text[],
  -- Terms as array literals: a post that matches has all terms of one of them.
  term_sets text[],
  -- For `LIKE` on the token text: all of them, or any, of which each has its set of terms.
  patterns text[], every_pattern boolean, unwanted text[],
  least_likes bigint, least_replies bigint, least_views bigint, reply boolean,
  wanted integer, scanned integer)
RETURNS TABLE (
  code text, url text, caption text, language text, author_id text, posted_at timestamptz, is_reply boolean,
  reply_to text, like_count bigint, reply_count bigint, repost_count bigint, reshare_count bigint,
  impression_count bigint, media_url jsonb, observed_at timestamptz, username text, full_name text,
  profile_picture text, follower_count bigint)
LANGUAGE plpgsql STABLE ROWS 20
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  most_scanned CONSTANT integer := 5000;
  missing integer := wanted;
  reading integer := scanned;
  found_now integer;
  found_in_index integer;
  term_set text;
  here text[];
  not_before text[];
  recent_from CONSTANT timestamptz := greatest(
    window_from, date_trunc('day', window_until - interval '1 microsecond') - interval '1 day');
  from_index timestamptz := recent_from;
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  END IF;
  WHILE reading > 0 LOOP
    RETURN QUERY
      SELECT f.*, coalesce(n.username, f.author_id), a.full_name, a.profile_picture, a.follower_count
      FROM (
        SELECT p.code, p.url, p.caption, p.language, p.author_id, p.posted_at, p.is_reply, p.reply_to, p.like_count,
          p.reply_count, p.repost_count, p.reshare_count, p.impression_count, p.media_url, p.observed_at
        FROM (
          SELECT * FROM posts q
          WHERE q.posted_at >= recent_from AND q.posted_at < window_until
            AND (before_code IS NULL OR (q.posted_at, q.code) < (before_time, before_code))
          ORDER BY q.posted_at DESC, q.code DESC LIMIT reading
        ) AS p
        WHERE p.language = ANY (languages)
          AND (least_likes IS NULL OR p.like_count >= least_likes)
          AND (least_replies IS NULL OR p.reply_count >= least_replies)
          AND (least_views IS NULL OR p.impression_count >= least_views)
          AND (reply IS NULL OR p.is_reply = reply)
          AND CASE WHEN every_pattern THEN p.token_text LIKE ALL (patterns) ELSE p.token_text LIKE ANY (patterns) END
          AND NOT p.token_text LIKE ANY (unwanted)
        LIMIT missing
      ) AS f
      LEFT JOIN author_names n ON n.author_id = f.author_id LEFT JOIN authors a ON a.author_id = f.author_id;
    GET DIAGNOSTICS found_now = ROW_COUNT;
    missing := missing - found_now;
    IF missing = 0 THEN RETURN; END IF;
    SELECT q.posted_at, q.code INTO before_time, before_code FROM posts q
    WHERE q.posted_at >= recent_from AND q.posted_at < window_until
      AND (before_code IS NULL OR (q.posted_at, q.code) < (before_time, before_code))
    ORDER BY q.posted_at DESC, q.code DESC OFFSET reading - 1 LIMIT 1;
    IF NOT FOUND THEN
      IF recent_from = window_from THEN RETURN; END IF;
      window_until := recent_from;
      from_index := window_from;
      EXIT;
    END IF;
    window_until := before_time + interval '1 microsecond';
    reading := CASE WHEN found_now = 0 THEN 0 ELSE ceil(1.5 * reading * missing / found_now) END;
    IF reading > most_scanned THEN reading := 0; END IF;
  END LOOP;

  LOOP
    found_in_index := 0;
    FOR at IN 1 .. cardinality(term_sets) LOOP
      term_set := term_sets[at];
      -- Each post once: by the first pattern that it matches.
      here := CASE WHEN every_pattern THEN patterns ELSE patterns[at:at] END;
      not_before := unwanted || CASE WHEN every_pattern THEN '{}' ELSE patterns[:at - 1] END;
      RETURN QUERY
        SELECT f.*, coalesce(n.username, f.author_id), a.full_name, a.profile_picture, a.follower_count
        FROM (
          SELECT p.code, p.url, p.caption, p.language, p.author_id, p.posted_at, p.is_reply, p.reply_to, p.like_count,
            p.reply_count, p.repost_count, p.reshare_count, p.impression_count, p.media_url, p.observed_at
          FROM posts p
          WHERE p.posted_at >= from_index AND p.posted_at < ANY (ARRAY[window_until])
            AND (before_code IS NULL OR (p.posted_at, p.code) < (before_time, before_code))
            AND p.terms @> term_set::integer[] AND p.terms @> term_set::text::integer[]
            AND p.language = ANY (languages)
            AND (least_likes IS NULL OR p.like_count >= least_likes)
            AND (least_replies IS NULL OR p.reply_count >= least_replies)
            AND (least_views IS NULL OR p.impression_count >= least_views)
            AND (reply IS NULL OR p.is_reply = reply)
            AND p.token_text LIKE ALL (here) AND NOT p.token_text LIKE ANY (not_before)
          ORDER BY p.posted_at + interval '0' DESC, p.code DESC LIMIT missing
        ) AS f
        LEFT JOIN author_names n ON n.author_id = f.author_id LEFT JOIN authors a ON a.author_id = f.author_id;
      GET DIAGNOSTICS found_now = ROW_COUNT;
      found_in_index := found_in_index + found_now;
    END LOOP;
    missing := missing - found_in_index;
    IF missing <= 0 OR from_index = window_from THEN RETURN; END IF;
    window_until := recent_from;
    from_index := window_from;
  END LOOP;
END
$$
