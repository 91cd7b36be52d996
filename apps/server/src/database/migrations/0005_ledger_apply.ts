/**
 * `ledger_apply(commands, at, wait)` carries out what came together, in this order: settlements and releases, dead
 * holds of the same accounts, holds in the order they were asked for, entries that cost nothing.
 *
 * `commands` is
 * `{accounts: [id], closes: [{account, hold, cost|null, entry…}], holds: [{account, hold, amount, keyId, deadline}],
 * records: [{account, entry…}]}`; a close without a cost is a release.
 *
 * An account is worked on under its row's lock. With `wait` false, accounts that another transaction holds are left out
 * and named in `busy_accounts`, so that nobody waits for somebody else's account.
 *
 * The foreign keys of holds and entries went with this: the row locked here is the row they would look up.
 */
export const ledgerApply = `
CREATE FUNCTION ledger_apply(
  commands json, at timestamptz, wait boolean,
  OUT busy_accounts text[], OUT closed_holds text[], OUT made_holds text[], OUT refused_holds json, OUT remaining json
) LANGUAGE plpgsql
-- Plans are made once, while the tables are empty: only look-ups by index stay right when they grow.
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  wanted text[] := ARRAY(SELECT json_array_elements_text(commands -> 'accounts'));
  mine text[];
  has_closes boolean := json_array_length(commands -> 'closes') > 0;
  has_records boolean := json_array_length(commands -> 'records') > 0;
  this_month date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
  request record;
  refusals json[] := '{}';
  credits_left bigint;
  budget_left bigint;
  -- The grants that can pay, by account and in the order of spending, and what is taken from each.
  payer_accounts text[];
  payer_ids text[];
  payer_free bigint[];
  payer_taken bigint[];
  payer int := 1;
  payers int;
  -- The holds that are made; slices as array literals, since arrays of arrays must be rectangular.
  current_account text := '';
  made_accounts text[] := '{}';
  made_amounts bigint[] := '{}';
  made_keys text[] := '{}';
  made_deadlines timestamptz[] := '{}';
  made_grants text[] := '{}';
  made_slices text[] := '{}';
  grants_literal text;
  slices_literal text;
  due bigint;
  part bigint;
BEGIN
  -- Accounts are locked in the order of their ids, so that no two batches wait for each other in a circle.
  IF wait THEN
    mine := ARRAY(SELECT id FROM accounts WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE);
  ELSE
    mine := ARRAY(SELECT id FROM accounts WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
  END IF;
  busy_accounts := '{}';
  IF cardinality(mine) < cardinality(wanted) THEN
    busy_accounts := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(mine));
  END IF;
  closed_holds := '{}';
  made_holds := '{}';
  remaining := '{}';

  IF has_closes OR EXISTS (SELECT FROM credit_holds h WHERE h.account_id = ANY (mine) AND h.deadline <= at) THEN
    WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(commands -> 'closes') AS c (account text, hold text, cost bigint, source text,
        "apiType" text, parameters jsonb, "keyId" text, "requestId" text)
      WHERE c.account = ANY (mine)
    ), ended AS (
      DELETE FROM credit_holds h USING asked a WHERE h.account_id = a.account AND h.id = a.hold
      RETURNING h.account_id, h.id AS hold, h.grants, h.amounts,
        CASE WHEN a.cost IS NOT NULL THEN least(a.cost, h.amount) END AS cost, a.source, a."apiType", a.parameters,
        a."keyId", a."requestId"
    ), dead AS (
      DELETE FROM credit_holds h WHERE h.account_id = ANY (mine) AND h.deadline <= at
        AND NOT EXISTS (SELECT 1 FROM asked a WHERE a.account = h.account_id AND a.hold = h.id)
      RETURNING h.account_id, h.grants, h.amounts
    ), slices AS (
      SELECT e.account_id, s.grant_id, s.amount, least(s.amount, greatest(0, e.cost - CASE WHEN s.n = 1 THEN 0
        ELSE (SELECT sum(a) FROM unnest(e.amounts[:s.n - 1]) AS a) END)) AS spent
      FROM (
        SELECT account_id, grants, amounts, coalesce(cost, 0) AS cost FROM ended
        UNION ALL SELECT account_id, grants, amounts, 0 FROM dead
      ) e, unnest(e.grants, e.amounts) WITH ORDINALITY AS s (grant_id, amount, n)
    ), moved AS (
      UPDATE credit_grants g SET spent = g.spent + m.spent, held = g.held - m.amount
      FROM (SELECT account_id, grant_id, sum(spent) AS spent, sum(amount) AS amount FROM slices GROUP BY 1, 2) m
      WHERE g.account_id = m.account_id AND g.id = m.grant_id
    ), entered AS (
      -- The entry has its hold's number, so that the primary key alone keeps a hold from being charged twice.
      INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id,
        request_id)
      SELECT e.account_id, 'use_' || split_part(e.hold, '_', 2), at, e.cost, e.source, e."apiType", e.parameters,
        paid.grants, paid.amounts, e."keyId", e."requestId"
      FROM ended e, LATERAL (
        SELECT coalesce(array_agg(s.grant_id), '{}') AS grants, coalesce(array_agg(s.amount), '{}') AS amounts
        FROM (
          SELECT u.grant_id, least(u.amount, e.cost - CASE WHEN u.n = 1 THEN 0
            ELSE (SELECT sum(a) FROM unnest(e.amounts[:u.n - 1]) AS a) END) AS amount
          FROM unnest(e.grants, e.amounts) WITH ORDINALITY AS u (grant_id, amount, n)
        ) s WHERE s.amount > 0
      ) paid
      WHERE e.cost IS NOT NULL
    ), budgeted AS (
      INSERT INTO key_budgets (account_id, budget_id, month, spent)
      SELECT e.account_id, k.budget_id, this_month, sum(e.cost)
      FROM ended e JOIN api_keys k ON k.account_id = e.account_id AND k.id = e."keyId"
      WHERE e.cost > 0 GROUP BY 1, 2
      ON CONFLICT (account_id, budget_id, month) DO UPDATE SET spent = key_budgets.spent + excluded.spent
    )
    SELECT coalesce(array_agg(hold), '{}') FROM ended INTO closed_holds;
  END IF;

  IF json_array_length(commands -> 'holds') > 0 THEN
    SELECT array_agg(g.account_id), array_agg(g.id), array_agg(g.free), array_agg(0::bigint), count(*)
      INTO payer_accounts, payer_ids, payer_free, payer_taken, payers
    FROM (
      SELECT account_id, id, amount - spent - held AS free FROM credit_grants
      WHERE account_id = ANY (mine) AND effective_at <= at AND expires_at > at
        AND (revoked_at IS NULL OR revoked_at > at) AND spent + held < amount
      ORDER BY account_id, expires_at, array_position(ARRAY['plan', 'top_up', 'operator'], kind), id
    ) g;

    FOR request IN
      SELECT a.account, a.hold, a.amount, a."keyId" AS key_id, a.deadline, k.budget_id, k.credit_limit
      FROM json_to_recordset(commands -> 'holds')
        AS a (n int, account text, hold text, amount bigint, "keyId" text, deadline timestamptz)
      LEFT JOIN api_keys k ON k.account_id = a.account AND k.id = a."keyId" AND k.credit_limit IS NOT NULL
      WHERE a.account = ANY (mine) ORDER BY a.account, a.n
    LOOP
      IF request.account <> current_account THEN
        current_account := request.account;
        WHILE payer <= payers AND payer_accounts[payer] < current_account LOOP
          payer := payer + 1;
        END LOOP;
        credits_left := 0;
        FOR i IN payer .. payers LOOP
          EXIT WHEN payer_accounts[i] <> current_account;
          credits_left := credits_left + payer_free[i];
        END LOOP;
      END IF;
      budget_left := NULL;
      IF request.credit_limit IS NOT NULL THEN
        SELECT key_budget(request.account, request.key_id, at) - coalesce((SELECT sum(m.amount) FROM unnest(made_accounts, made_keys, made_amounts)
              AS m (account, key_id, amount) JOIN api_keys k ON k.account_id = m.account AND k.id = m.key_id
              WHERE m.account = request.account AND k.budget_id = request.budget_id), 0)
          INTO budget_left;
      END IF;
      IF request.amount > credits_left OR request.amount > budget_left THEN
        refusals := refusals || json_build_object('hold', request.hold, 'available', credits_left,
          'budgetLeft', greatest(budget_left, 0), 'creditLimit', request.credit_limit);
        CONTINUE;
      END IF;

      credits_left := credits_left - request.amount;
      due := request.amount;
      grants_literal := '';
      slices_literal := '';
      LOOP
        part := least(due, payer_free[payer] - payer_taken[payer]);
        IF part > 0 THEN
          payer_taken[payer] := payer_taken[payer] + part;
          grants_literal := grants_literal || ',' || payer_ids[payer];
          slices_literal := slices_literal || ',' || part;
          due := due - part;
        END IF;
        EXIT WHEN due = 0;
        payer := payer + 1;
      END LOOP;
      made_accounts := made_accounts || request.account;
      made_holds := made_holds || request.hold;
      made_amounts := made_amounts || request.amount;
      made_keys := made_keys || request.key_id;
      made_deadlines := made_deadlines || request.deadline;
      made_grants := made_grants || ('{' || substr(grants_literal, 2) || '}');
      made_slices := made_slices || ('{' || substr(slices_literal, 2) || '}');
    END LOOP;

    IF cardinality(made_holds) > 0 THEN
      UPDATE credit_grants g SET held = g.held + p.taken
      FROM unnest(payer_accounts, payer_ids, payer_taken) AS p (account, id, taken)
      WHERE p.taken > 0 AND g.account_id = p.account AND g.id = p.id;
      INSERT INTO credit_holds (account_id, id, amount, grants, amounts, key_id, created_at, deadline)
      SELECT m.account, m.hold, m.amount, m.grants::text[], m.slices::bigint[], m.key_id, at, m.deadline
      FROM unnest(made_accounts, made_holds, made_amounts, made_keys, made_deadlines, made_grants, made_slices)
        AS m (account, hold, amount, key_id, deadline, grants, slices);
    END IF;
  END IF;
  refused_holds := array_to_json(refusals);

  IF has_records THEN
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id,
      request_id)
    SELECT r.account, r.id, at, 0, r.source, r."apiType", r.parameters, '{}', '{}', r."keyId", r."requestId"
    FROM json_to_recordset(commands -> 'records') AS r (account text, id text, source text, "apiType" text,
      parameters jsonb, "keyId" text, "requestId" text);
  END IF;

  IF has_closes OR has_records THEN
    SELECT coalesce(json_object_agg(g.account_id, g.left), '{}') FROM (
      SELECT account_id, sum(amount - spent - held) AS left FROM credit_grants
      WHERE account_id = ANY (mine) AND effective_at <= at AND expires_at > at
        AND (revoked_at IS NULL OR revoked_at > at)
      GROUP BY account_id
      UNION ALL
      -- These are not locked, so that dead holds may be about.
      SELECT r.account, (SELECT sum(g.available) FROM spendable_grants(r.account, at) g)
      FROM (SELECT DISTINCT account FROM json_to_recordset(commands -> 'records') AS r (account text)) r
      WHERE r.account <> ALL (mine)
    ) g INTO remaining;
  END IF;
END $$`

/** The grants in force at a time with what can be spent of each; what dead holds pin counts, reclaimed or not. */
export const spendableGrants = `
CREATE FUNCTION spendable_grants(account text, at timestamptz)
RETURNS TABLE (id text, kind text, available bigint, expires_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT g.id, g.kind, g.amount - g.spent - g.held + coalesce((
      SELECT sum(slice.amount)::bigint FROM credit_holds h, unnest(h.grants, h.amounts) AS slice (grant_id, amount)
      WHERE h.account_id = g.account_id AND h.deadline <= at AND slice.grant_id = g.id), 0), g.expires_at
  FROM credit_grants g
  WHERE g.account_id = account AND g.effective_at <= at AND g.expires_at > at
    AND (g.revoked_at IS NULL OR g.revoked_at > at)
$$`

/** What a key, with those it was rotated from and into, may still spend in the calendar month; null without a limit. */
export const keyBudget = `
CREATE FUNCTION key_budget(account text, key text, at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, k.credit_limit
    - coalesce((SELECT b.spent FROM key_budgets b WHERE b.account_id = k.account_id AND b.budget_id = k.budget_id
        AND b.month = date_trunc('month', at AT TIME ZONE 'UTC')::date), 0)
    - coalesce((SELECT sum(h.amount)::bigint FROM credit_holds h
        JOIN api_keys o ON o.account_id = h.account_id AND o.id = h.key_id
        WHERE h.account_id = k.account_id AND o.budget_id = k.budget_id AND (h.deadline IS NULL OR h.deadline > at)), 0))
  FROM api_keys k WHERE k.account_id = account AND k.id = key AND k.credit_limit IS NOT NULL
$$`
