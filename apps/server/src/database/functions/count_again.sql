-- version: 2
--
-- The trigger of posts: whoever writes them without keeping the rollups and the prominent posts, such as a process of an
-- older release or a person with psql, makes them be counted and chosen again.

CREATE OR REPLACE FUNCTION count_again() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('heddle.rollups', true) IS DISTINCT FROM 'kept' THEN
    UPDATE rollup_progress SET likes_from = 2147483647, terms_version = terms_version + 1;
    DELETE FROM rolled_terms;
    DELETE FROM prominence_floors;
  END IF;
  RETURN NULL;
END $$
