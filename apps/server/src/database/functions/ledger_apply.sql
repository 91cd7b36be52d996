-- version: 1
--
-- Carries out a batch of ledger commands in this order: settlements and releases, expired holds of the same accounts,
-- holds in the order they were asked for, entries that cost nothing.
--
--   accounts  the accounts whose credits move
--   closes    [{account, hold, cost | null, source, apiType, parameters, keyId, requestId}]; a release has no cost
--   holds     [{account, hold, amount, keyId, process, deadline, proves}]; a hold with a key is made only if the key is in
--             force, one with proves = 'plan' only if the account has a plan as well; `callers` has what was found for
--             those with proves = 'key' or 'plan'
--   records   [{account, id, source, apiType, parameters, keyId, requestId}]
--   at        the time of the batch
--   wait      whether to wait for accounts that another transaction has locked; if not, they are left out and named in
--             busy_accounts, so that nobody waits for another customer's account
--
-- An account is changed only under the lock of its row in `accounts`. The tables of holds and entries have no foreign
-- key to it: the row locked here is the row such a key would look up.
--
-- Two conditions are written out wherever they are needed, because calling a function for each row costs more than
-- the condition itself:
--
--   in force   effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
--   unheld     the sum of amount - spent - held over the grants in force: what an account can spend, not counting
--              what expired holds still pin

CREATE OR REPLACE FUNCTION ledger_apply(
  accounts text[],
  closes json,
  holds json,
  records json,
  at timestamptz,
  wait boolean,
  OUT busy_accounts text[],
  OUT closed_holds text[],
  OUT made_holds text[],
  OUT refused_holds json,
  OUT callers json,
  OUT remaining json
)
LANGUAGE plpgsql
-- A transaction that holds an account longer than this is stuck or gone; the caller is asked to try again.
SET lock_timeout = '10s'
-- Plans are made once, while the tables may still be empty. Only look-ups by index stay right when the tables grow.
SET plan_cache_mode = force_generic_plan
SET jit = off
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  mine text[];
  has_closes boolean := json_array_length(closes) > 0;
  has_records boolean := json_array_length(records) > 0;
  this_month date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
  -- The holds asked for, in order; once some are refused, the holds that are made.
  asked_accounts text[];
  asked_holds text[];
  asked_amounts bigint[];
  asked_keys text[];
  asked_processes text[];
  asked_deadlines timestamptz[];
  made int[] := '{}';
  current_account text := '';
  credits_left bigint;
  budget_left bigint;
  refusals json[] := '{}';
  i int;
BEGIN
  -- Accounts are locked in the order of their ids, so that two batches cannot deadlock.
  IF wait THEN
    mine := ARRAY(
      SELECT id FROM accounts WHERE id = ANY (ledger_apply.accounts) ORDER BY id FOR NO KEY UPDATE
    );
  ELSE
    mine := ARRAY(
      SELECT id FROM accounts WHERE id = ANY (ledger_apply.accounts) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    );
  END IF;
  busy_accounts := '{}';
  IF cardinality(mine) < cardinality(ledger_apply.accounts) THEN
    busy_accounts := ARRAY(SELECT unnest(ledger_apply.accounts) EXCEPT SELECT unnest(mine));
  END IF;
  closed_holds := '{}';
  made_holds := '{}';
  callers := '[]';
  remaining := '{}';

  IF has_closes OR EXISTS (SELECT FROM credit_holds h WHERE h.account_id = ANY (mine) AND h.deadline <= at) THEN
    WITH asked AS MATERIALIZED (
      SELECT *
      FROM json_to_recordset(closes) AS c (
        account text, hold text, cost bigint, source text, "apiType" text, parameters jsonb, "keyId" text,
        "requestId" text
      )
      WHERE c.account = ANY (mine)
    ), ended AS (
      DELETE FROM credit_holds h
      USING asked a
      WHERE h.account_id = a.account AND h.id = a.hold
      RETURNING
        h.account_id, h.id AS hold, h.grants, h.amounts,
        CASE WHEN a.cost IS NOT NULL THEN least(a.cost, h.amount) END AS cost,
        a.source, a."apiType", a.parameters, a."keyId", a."requestId"
    ), dead AS (
      DELETE FROM credit_holds h
      WHERE h.account_id = ANY (mine)
        AND h.deadline <= at
        AND NOT EXISTS (SELECT 1 FROM asked a WHERE a.account = h.account_id AND a.hold = h.id)
      RETURNING h.account_id, h.grants, h.amounts
    ), slices AS (
      SELECT
        e.account_id, s.grant_id, s.amount,
        least(s.amount, greatest(0, e.cost - CASE
          WHEN s.n = 1 THEN 0
          ELSE (SELECT sum(a) FROM unnest(e.amounts[:s.n - 1]) AS a)
        END)) AS spent
      FROM (
        SELECT account_id, grants, amounts, coalesce(cost, 0) AS cost FROM ended
        UNION ALL
        SELECT account_id, grants, amounts, 0 FROM dead
      ) e, unnest(e.grants, e.amounts) WITH ORDINALITY AS s (grant_id, amount, n)
    ), moved AS (
      UPDATE credit_grants g
      SET spent = g.spent + m.spent, held = g.held - m.amount
      FROM (
        SELECT account_id, grant_id, sum(spent) AS spent, sum(amount) AS amount FROM slices GROUP BY 1, 2
      ) m
      WHERE g.account_id = m.account_id AND g.id = m.grant_id
    ), entered AS (
      -- An entry has its hold's number, so that the primary key alone keeps a hold from being charged twice.
      INSERT INTO usage_entries (
        account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id, request_id
      )
      SELECT
        e.account_id, 'use_' || split_part(e.hold, '_', 2), at, e.cost, e.source, e."apiType", e.parameters,
        e.grants[:cardinality(e.paid)], e.paid, e."keyId", e."requestId"
      FROM (
        SELECT
          e.*,
          -- The part of each slice that the cost uses up, in the slices' order. Nearly every hold has one slice.
          CASE
            WHEN e.cost = 0 THEN '{}'
            WHEN cardinality(e.amounts) = 1 THEN ARRAY[e.cost]
            ELSE ARRAY(
              SELECT least(s.amount, e.cost - s.before)::bigint
              FROM (
                SELECT u.amount, u.n, sum(u.amount) OVER (ORDER BY u.n) - u.amount AS before
                FROM unnest(e.amounts) WITH ORDINALITY AS u (amount, n)
              ) s
              WHERE s.before < e.cost
              ORDER BY s.n
            )
          END AS paid
        FROM ended e
        WHERE e.cost IS NOT NULL
      ) e
    ), budgeted AS (
      INSERT INTO key_budgets (account_id, budget_id, month, spent)
      SELECT e.account_id, k.budget_id, this_month, sum(e.cost)
      FROM ended e
      JOIN api_keys k ON k.account_id = e.account_id AND k.id = e."keyId"
      WHERE e.cost > 0
      GROUP BY 1, 2
      ON CONFLICT (account_id, budget_id, month) DO UPDATE SET spent = key_budgets.spent + excluded.spent
    )
    SELECT coalesce(array_agg(hold), '{}') FROM ended INTO closed_holds;
  END IF;

  IF json_array_length(holds) > 0 THEN
    WITH asked AS MATERIALIZED (
      SELECT a.*, a."keyId" IS NULL OR k.id IS NOT NULL AS in_force, k.name, p.plan
      FROM ROWS FROM (json_to_recordset(holds) AS (
        account text, hold text, amount bigint, "keyId" text, process text, deadline timestamptz, proves text
      )) WITH ORDINALITY AS a (account, hold, amount, "keyId", process, deadline, proves, n)
      LEFT JOIN api_keys k ON k.account_id = a.account AND k.id = a."keyId"
        AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > at)
      LEFT JOIN plan_periods p ON a.proves IS NOT NULL
        AND p.account_id = a.account AND p.starts_at <= at AND p.ends_at > at
      WHERE a.account = ANY (mine)
    ), let_in AS (
      SELECT * FROM asked WHERE in_force AND (proves IS DISTINCT FROM 'plan' OR plan IS NOT NULL)
    )
    SELECT l.accounts, l.holds, l.amounts, l.keys, l.processes, l.deadlines, c.callers
    INTO asked_accounts, asked_holds, asked_amounts, asked_keys, asked_processes, asked_deadlines, callers
    FROM (
      SELECT
        array_agg(account ORDER BY n) AS accounts, array_agg(hold ORDER BY n) AS holds,
        array_agg(amount ORDER BY n) AS amounts, array_agg("keyId" ORDER BY n) AS keys,
        array_agg(process ORDER BY n) AS processes, array_agg(deadline ORDER BY n) AS deadlines
      FROM let_in
    ) l, (
      SELECT coalesce(json_agg(json_build_object(
        'hold', hold, 'inForce', in_force, 'keyName', name, 'plan', plan
      )), '[]') AS callers
      FROM asked WHERE proves IS NOT NULL
    ) c;

    IF EXISTS (
      SELECT
      FROM (
        SELECT a.account, sum(a.amount) AS amount
        FROM unnest(asked_accounts, asked_amounts) AS a (account, amount)
        GROUP BY a.account
      ) a
      WHERE a.amount > (
        SELECT coalesce(sum(amount - spent - held), 0)::bigint
        FROM credit_grants
        WHERE account_id = a.account
          AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
      )
    ) OR EXISTS (
      SELECT
      FROM unnest(asked_accounts, asked_keys) AS a (account, key_id)
      JOIN api_keys k ON k.account_id = a.account AND k.id = a.key_id
      WHERE k.credit_limit IS NOT NULL
    ) THEN
      -- Not all of them may fit: whether one is made depends on those before it.
      FOR i IN
        SELECT a.n FROM unnest(asked_accounts) WITH ORDINALITY AS a (account, n) ORDER BY a.account, a.n
      LOOP
        IF asked_accounts[i] <> current_account THEN
          current_account := asked_accounts[i];
          credits_left := (
            SELECT coalesce(sum(amount - spent - held), 0)::bigint
            FROM credit_grants
            WHERE account_id = current_account
              AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
          );
        END IF;
        -- Of the keys that share a budget, because one was rotated into the other, only one is in force.
        budget_left := key_budget(current_account, asked_keys[i], at);
        IF budget_left IS NOT NULL THEN
          budget_left := budget_left - coalesce((
            SELECT sum(asked_amounts[m.n])
            FROM unnest(made) AS m (n)
            WHERE asked_accounts[m.n] = current_account AND asked_keys[m.n] = asked_keys[i]
          ), 0);
        END IF;
        IF asked_amounts[i] > credits_left OR asked_amounts[i] > budget_left THEN
          refusals := refusals || json_build_object(
            'hold', asked_holds[i],
            'available', credits_left,
            'budgetLeft', budget_left,
            'creditLimit', (
              SELECT k.credit_limit FROM api_keys k WHERE k.account_id = current_account AND k.id = asked_keys[i]
            )
          );
        ELSE
          credits_left := credits_left - asked_amounts[i];
          made := made || i;
        END IF;
      END LOOP;
      SELECT
        array_agg(asked_accounts[m.n]), array_agg(asked_holds[m.n]), array_agg(asked_amounts[m.n]),
        array_agg(asked_keys[m.n]), array_agg(asked_processes[m.n]), array_agg(asked_deadlines[m.n])
      INTO asked_accounts, asked_holds, asked_amounts, asked_keys, asked_processes, asked_deadlines
      FROM unnest(made) WITH ORDINALITY AS m (n, o);
    END IF;

    -- Holds and grants both lie along one line of an account's credits; a slice is where a hold overlaps a grant.
    WITH wanting AS (
      SELECT a.account, array_agg(a.n) AS n, array_agg(a.amount) AS amount, array_agg(a.upto) AS upto
      FROM (
        SELECT a.account, a.n, a.amount, sum(a.amount) OVER (PARTITION BY a.account ORDER BY a.n) AS upto
        FROM unnest(asked_accounts, asked_amounts) WITH ORDINALITY AS a (account, amount, n)
      ) a
      GROUP BY a.account
    ), slices AS (
      SELECT
        w.account, h.n, g.id AS grant_id, g.upto,
        least(h.upto, g.upto) - greatest(h.upto - h.amount, g.upto - g.free) AS amount
      FROM wanting w, LATERAL (
        SELECT
          id,
          amount - spent - held AS free,
          -- The order of spending: soonest-expiring first, then plan before top-up before operator before trial, then oldest.
          sum(amount - spent - held) OVER (
            ORDER BY expires_at, array_position(ARRAY['plan', 'top_up', 'operator', 'trial'], kind), id
          ) AS upto
        FROM credit_grants
        WHERE account_id = w.account
          AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
          AND spent + held < amount
      ) g, unnest(w.n, w.amount, w.upto) AS h (n, amount, upto)
      WHERE g.upto > h.upto - h.amount AND g.upto - g.free < h.upto
    ), moved AS (
      UPDATE credit_grants g
      SET held = g.held + m.amount
      FROM (SELECT account, grant_id, sum(amount) AS amount FROM slices GROUP BY 1, 2) m
      WHERE g.account_id = m.account AND g.id = m.grant_id
    )
    INSERT INTO credit_holds (account_id, id, amount, grants, amounts, key_id, process, created_at, deadline)
    SELECT
      asked_accounts[s.n], asked_holds[s.n], asked_amounts[s.n], s.grants, s.amounts, asked_keys[s.n],
      asked_processes[s.n], at, asked_deadlines[s.n]
    FROM (
      SELECT n, array_agg(grant_id ORDER BY upto) AS grants, array_agg(amount ORDER BY upto) AS amounts
      FROM slices
      GROUP BY n
    ) s;
    made_holds := coalesce(asked_holds, '{}');
  END IF;
  refused_holds := array_to_json(refusals);

  IF has_records THEN
    INSERT INTO usage_entries (
      account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id, request_id
    )
    SELECT r.account, r.id, at, 0, r.source, r."apiType", r.parameters, '{}', '{}', r."keyId", r."requestId"
    FROM json_to_recordset(records) AS r (
      account text, id text, source text, "apiType" text, parameters jsonb, "keyId" text, "requestId" text
    );
    -- The accounts of entries are not locked, so expired holds of theirs may not have been reclaimed.
    SELECT json_object_agg(r.account, (SELECT coalesce(sum(g.available), 0) FROM spendable_grants(r.account, at) g))
    FROM (
      SELECT DISTINCT account FROM json_to_recordset(records) AS r (account text)
      UNION
      SELECT unnest(mine)
    ) r
    INTO remaining;
  ELSIF has_closes THEN
    SELECT coalesce(json_object_agg(a.id, (
      SELECT coalesce(sum(amount - spent - held), 0)::bigint
      FROM credit_grants
      WHERE account_id = a.id
        AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
    )), '{}')
    FROM unnest(mine) AS a (id)
    INTO remaining;
  END IF;
END $$
