-- version: 1
--
-- Returns whole charges to the grants that paid them, each with a usage entry of the negative cost and amounts.
--
--   refunds  [{account, charge, source, apiType, parameters}]; `charge` is the hold that was settled
--   at       the time of the refund
--
-- The id of a refund is that of its charge with `_refund` after it. The primary key alone therefore keeps a charge from
-- being refunded twice, and the two entries are in the same partition and are rolled up together.
--
-- Nothing happens for a charge that was released, cost nothing, or was rolled up: without its entry nobody knows which
-- grants paid. Grants that have expired or were revoked get their credits back too, where nobody can spend them; the
-- equation of the ledger needs no exception then.
--
-- Refunds name no key. Only events are refunded, and what a key spent in a month stays as it is.

CREATE OR REPLACE FUNCTION ledger_refund(refunds json, at timestamptz, OUT refunded_charges text[])
LANGUAGE plpgsql
-- As in ledger_apply.
SET lock_timeout = '10s'
SET plan_cache_mode = force_generic_plan
SET jit = off
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  -- In the order of their ids, as everywhere, so that two transactions cannot deadlock.
  PERFORM FROM accounts
  WHERE id = ANY (ARRAY(SELECT r.account FROM json_to_recordset(refunds) AS r (account text)))
  ORDER BY id
  FOR NO KEY UPDATE;

  WITH asked AS MATERIALIZED (
    SELECT DISTINCT ON (r.account, r.charge) r.*, 'use_' || split_part(r.charge, '_', 2) AS entry
    FROM json_to_recordset(refunds) AS r (
      account text, charge text, source text, "apiType" text, parameters jsonb
    )
    ORDER BY r.account, r.charge
  ), entered AS (
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    SELECT
      a.account, a.entry || '_refund', at, -e.cost, a.source, a."apiType",
      a.parameters || jsonb_build_object('refund_of', a.entry),
      e.grants, ARRAY(SELECT -s.amount FROM unnest(e.amounts) WITH ORDINALITY AS s (amount, n) ORDER BY s.n)
    FROM asked a
    JOIN usage_entries e ON e.account_id = a.account AND e.id = a.entry
    WHERE e.cost > 0
    ON CONFLICT (account_id, id) DO NOTHING
    RETURNING account_id, id, grants, amounts
  ), moved AS (
    UPDATE credit_grants g
    SET spent = g.spent + m.amount
    FROM (
      SELECT e.account_id, s.grant_id, sum(s.amount) AS amount
      FROM entered e, unnest(e.grants, e.amounts) AS s (grant_id, amount)
      GROUP BY 1, 2
    ) m
    WHERE g.account_id = m.account_id AND g.id = m.grant_id
  )
  SELECT coalesce(array_agg(a.charge), '{}')
  FROM entered e JOIN asked a ON a.account = e.account_id AND a.entry || '_refund' = e.id
  INTO refunded_charges;
END $$
