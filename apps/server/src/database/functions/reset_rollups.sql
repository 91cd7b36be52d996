-- version: 1
--
-- Has the rollups and the top posts counted and chosen again. Called by a writer of posts that keeps another version of
-- them (`kept`) than the writers before it. Whoever writes posts by hand calls it in the same transaction, with nothing.

CREATE OR REPLACE FUNCTION reset_rollups(kept integer DEFAULT NULL) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE rollup_progress SET likes_from = 2147483647, gains_from = 2147483647, terms_version = terms_version + 1,
    kept_version = coalesce(kept, kept_version)
  WHERE kept IS NULL OR kept_version <> kept;
  IF FOUND THEN
    DELETE FROM tracked_terms;
    DELETE FROM top_post_thresholds;
  END IF;
END $$
