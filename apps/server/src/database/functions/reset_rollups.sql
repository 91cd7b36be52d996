-- version: 1
--
-- The trigger of posts: whoever writes them without keeping the rollups and the top posts, such as a process of an
-- older release or a person with psql, makes them be counted and chosen again.

CREATE OR REPLACE FUNCTION reset_rollups() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('heddle.rollups', true) IS DISTINCT FROM 'kept' THEN
    UPDATE rollup_progress SET likes_from = 2147483647, gains_from = 2147483647, terms_version = terms_version + 1;
    DELETE FROM tracked_terms;
    DELETE FROM top_post_thresholds;
  END IF;
  RETURN NULL;
END $$
