-- version: 1
--
-- The trigger of posts: whoever writes them without keeping the rollups, such as a process of an older release or a person
-- with psql, makes them be counted again.

CREATE OR REPLACE FUNCTION count_again() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('heddle.rollups', true) IS DISTINCT FROM 'kept' THEN
    UPDATE rollup_progress SET likes_from = 2147483647, terms_version = terms_version + 1;
    DELETE FROM rolled_terms;
  END IF;
  RETURN NULL;
END $$
