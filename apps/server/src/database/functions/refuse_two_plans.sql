-- version: 1
--
-- The trigger of plan_periods: an account has at most one plan at any time. Empty periods overlap nothing.

CREATE OR REPLACE FUNCTION refuse_two_plans() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT 1
    FROM plan_periods p
    WHERE p.account_id = NEW.account_id
      AND p.id <> NEW.id
      AND p.starts_at < p.ends_at
      AND NEW.starts_at < NEW.ends_at
      AND p.starts_at < NEW.ends_at
      AND NEW.starts_at < p.ends_at
  ) THEN
    RAISE EXCEPTION 'two plans at one time for account %', NEW.account_id;
  END IF;
  RETURN NULL;
END $$
