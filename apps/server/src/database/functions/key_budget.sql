-- version: 1
--
-- What a key may still spend in the calendar month (UTC), together with the keys it was rotated from and into.
-- Null when the key has no limit.

CREATE OR REPLACE FUNCTION key_budget(account text, key text, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE
AS $$
  SELECT greatest(0,
    k.credit_limit
    - coalesce((
        SELECT b.spent
        FROM key_budgets b
        WHERE b.account_id = k.account_id
          AND b.budget_id = k.budget_id
          AND b.month = date_trunc('month', at AT TIME ZONE 'UTC')::date
      ), 0)
    - coalesce((
        SELECT sum(h.amount)::bigint
        FROM credit_holds h
        JOIN api_keys o ON o.account_id = h.account_id AND o.id = h.key_id
        WHERE h.account_id = k.account_id
          AND o.budget_id = k.budget_id
          AND (h.deadline IS NULL OR h.deadline > at)
      ), 0)
  )
  FROM api_keys k
  WHERE k.account_id = account AND k.id = key AND k.credit_limit IS NOT NULL
$$
