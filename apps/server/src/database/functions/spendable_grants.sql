-- version: 1
--
-- The grants in force at a time, with what can be spent of each. Credits that an expired hold still pins count as
-- spendable, whether or not the hold has been reclaimed.

CREATE OR REPLACE FUNCTION spendable_grants(account text, at timestamptz)
RETURNS TABLE (id text, kind text, available bigint, expires_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT
    g.id,
    g.kind,
    g.amount - g.spent - g.held + coalesce((
      SELECT sum(slice.amount)::bigint
      FROM credit_holds h, unnest(h.grants, h.amounts) AS slice (grant_id, amount)
      WHERE h.account_id = g.account_id AND h.deadline <= at AND slice.grant_id = g.id
    ), 0),
    g.expires_at
  FROM credit_grants g
  WHERE g.account_id = account
    AND g.effective_at <= at
    AND g.expires_at > at
    AND (g.revoked_at IS NULL OR g.revoked_at > at)
$$
