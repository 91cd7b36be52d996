-- version: 2
--
-- Carries out a batch of ledger commands in this order: settlements and releases, expired holds of the same accounts,
-- holds in the order they were asked for, entries that cost nothing.
--
--   accounts  the accounts whose credits move
--   closes    [{account, hold, cost | null, source, apiType, parameters, keyId, requestId}]; a release has no cost
--   hold_*    one array per field of the holds; a hold with a key is made only if the key is in force, one with the proof
--             'plan' only if the account has a plan as well; keys_in_force, key_names and plans have what was found for
--             each hold
--   records   [{account, id, source, apiType, parameters, keyId, requestId}]
--   at        the time of the batch
--   wait      whether to wait for accounts that another transaction has locked; if not, they are left out and named in
--             busy_accounts, so that nobody waits for another customer's account
--
-- A batch of one is the usual one, and what it costs is mostly the start of each statement. Rare cases therefore have
-- statements of their own: expired holds, and holds that the first grant of the account does not cover.
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
  hold_accounts text[],
  hold_ids text[],
  hold_amounts bigint[],
  hold_keys text[],
  hold_processes text[],
  hold_deadlines timestamptz[],
  hold_proofs text[],
  records json,
  at timestamptz,
  wait boolean,
  OUT busy_accounts text[],
  OUT closed_holds text[],
  OUT made_holds text[],
  OUT refused_holds json,
  OUT keys_in_force boolean[],
  OUT key_names text[],
  OUT plans text[],
  OUT balance_accounts text[],
  OUT balances bigint[]
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
  -- Numbers of holds in their arrays: those that may be made, and those that are made from several grants.
  allowed int[];
  has_limit boolean;
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
  balance_accounts := mine;

  IF has_closes THEN
    WITH ended AS (
      DELETE FROM credit_holds h
      USING json_to_recordset(closes) AS a (
        account text, hold text, cost bigint, source text, "apiType" text, parameters jsonb, "keyId" text,
        "requestId" text
      )
      -- With `h.account_id = a.account`, a plan that takes the table for empty, as it is between bursts, would read the whole
      -- index and compare every hold with every close. With an array, the index can only be used for look-ups.
      WHERE a.account = ANY (mine) AND h.account_id = ANY (ARRAY[a.account]) AND h.id = a.hold
      RETURNING
        h.account_id, h.id AS hold, h.grants, h.amounts,
        CASE WHEN a.cost IS NOT NULL THEN least(a.cost, h.amount) END AS cost,
        a.source, a."apiType", a.parameters, a."keyId", a."requestId"
    ), priced AS (
      SELECT
        e.*,
        -- The part of each slice that the cost uses up, in the slices' order. Nearly every hold has one slice.
        CASE
          WHEN coalesce(e.cost, 0) = 0 THEN '{}'
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
    ), moved AS (
      UPDATE credit_grants g
      SET spent = g.spent + m.spent, held = g.held - m.amount
      FROM (
        SELECT e.account_id, s.grant_id, coalesce(sum(s.paid), 0)::bigint AS spent, sum(s.amount)::bigint AS amount
        FROM priced e, unnest(e.grants, e.amounts, e.paid) AS s (grant_id, amount, paid)
        GROUP BY 1, 2
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
      FROM priced e
      WHERE e.cost IS NOT NULL
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

  IF EXISTS (SELECT FROM credit_holds h WHERE h.account_id = ANY (mine) AND h.deadline <= at) THEN
    WITH dead AS (
      DELETE FROM credit_holds h
      WHERE h.account_id = ANY (mine) AND h.deadline <= at
      RETURNING h.account_id, h.grants, h.amounts
    )
    UPDATE credit_grants g
    SET held = g.held - m.amount
    FROM (
      SELECT d.account_id, s.grant_id, sum(s.amount)::bigint AS amount
      FROM dead d, unnest(d.grants, d.amounts) AS s (grant_id, amount)
      GROUP BY 1, 2
    ) m
    WHERE g.account_id = m.account_id AND g.id = m.grant_id;
  END IF;

  IF cardinality(hold_ids) > 0 THEN
    SELECT
      array_agg(in_force), array_agg(name), array_agg(plan),
      array_agg(n) FILTER (
        WHERE account = ANY (mine) AND in_force AND (proof IS DISTINCT FROM 'plan' OR plan IS NOT NULL)
      ),
      bool_or(credit_limit IS NOT NULL)
    INTO keys_in_force, key_names, plans, allowed, has_limit
    FROM (
      SELECT
        a.n::int AS n, a.account, a.proof, a.key_id IS NULL OR k.id IS NOT NULL AS in_force, k.name, k.credit_limit,
        p.plan
      FROM unnest(hold_accounts, hold_keys, hold_proofs) WITH ORDINALITY AS a (account, key_id, proof, n)
      LEFT JOIN api_keys k ON k.account_id = a.account AND k.id = a.key_id
        AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > at)
      LEFT JOIN plan_periods p ON a.proof IS NOT NULL
        AND p.account_id = a.account AND p.starts_at <= at AND p.ends_at > at
      ORDER BY a.n
    ) a;

    -- The grant that is spent first nearly always covers all that is asked of an account. Limits of keys are for below.
    IF NOT has_limit THEN
      WITH wanted AS (
        SELECT hold_accounts[n] AS account, sum(hold_amounts[n])::bigint AS amount, array_agg(n) AS holds
        FROM unnest(allowed) AS n
        GROUP BY 1
      ), moved AS (
        UPDATE credit_grants g
        SET held = g.held + f.amount
        FROM (
          SELECT w.account, w.amount, w.holds, g.id
          FROM wanted w, LATERAL (
            SELECT id, amount - spent - held AS free
            FROM credit_grants
            WHERE account_id = w.account
              AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
              AND spent + held < amount
            -- As below. A row, because the first of many columns would have the index of all expiries read in its order.
            ORDER BY (expires_at, array_position(ARRAY['plan', 'top_up', 'operator', 'trial'], kind), id)
            LIMIT 1
          ) g
          WHERE g.free >= w.amount
        ) f
        WHERE g.account_id = f.account AND g.id = f.id
        RETURNING g.account_id, g.id, f.holds
      ), made AS (
        INSERT INTO credit_holds (account_id, id, amount, grants, amounts, key_id, process, created_at, deadline)
        SELECT
          m.account_id, hold_ids[n], hold_amounts[n], ARRAY[m.id], ARRAY[hold_amounts[n]], hold_keys[n],
          hold_processes[n], at, hold_deadlines[n]
        FROM moved m, unnest(m.holds) AS n
        RETURNING id
      )
      SELECT coalesce(array_agg(id), '{}') FROM made INTO made_holds;
    END IF;

    IF cardinality(made_holds) < cardinality(allowed) THEN
      -- Whether one is made depends on those before it.
      FOR i IN
        SELECT n FROM unnest(allowed) AS n
        WHERE hold_ids[n] <> ALL (made_holds)
        ORDER BY hold_accounts[n], n
      LOOP
        IF hold_accounts[i] <> current_account THEN
          current_account := hold_accounts[i];
          credits_left := (
            SELECT coalesce(sum(amount - spent - held), 0)::bigint
            FROM credit_grants
            WHERE account_id = current_account
              AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
          );
        END IF;
        -- Of the keys that share a budget, because one was rotated into the other, only one is in force.
        budget_left := key_budget(current_account, hold_keys[i], at);
        IF budget_left IS NOT NULL THEN
          budget_left := budget_left - coalesce((
            SELECT sum(hold_amounts[m.n])
            FROM unnest(made) AS m (n)
            WHERE hold_accounts[m.n] = current_account AND hold_keys[m.n] = hold_keys[i]
          ), 0);
        END IF;
        IF hold_amounts[i] > credits_left OR hold_amounts[i] > budget_left THEN
          refusals := refusals || json_build_object(
            'hold', hold_ids[i],
            'available', credits_left,
            'budgetLeft', budget_left,
            'creditLimit', (
              SELECT k.credit_limit FROM api_keys k WHERE k.account_id = current_account AND k.id = hold_keys[i]
            )
          );
        ELSE
          credits_left := credits_left - hold_amounts[i];
          made := made || i;
        END IF;
      END LOOP;

      -- Holds and grants both lie along one line of an account's credits; a slice is where a hold overlaps a grant.
      WITH wanting AS (
        SELECT a.account, array_agg(a.n) AS n, array_agg(a.amount) AS amount, array_agg(a.upto) AS upto
        FROM (
          SELECT
            hold_accounts[m.n] AS account, m.n, hold_amounts[m.n] AS amount,
            sum(hold_amounts[m.n]) OVER (PARTITION BY hold_accounts[m.n] ORDER BY m.n) AS upto
          FROM unnest(made) AS m (n)
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
        FROM (SELECT account, grant_id, sum(amount)::bigint AS amount FROM slices GROUP BY 1, 2) m
        WHERE g.account_id = m.account AND g.id = m.grant_id
      )
      INSERT INTO credit_holds (account_id, id, amount, grants, amounts, key_id, process, created_at, deadline)
      SELECT
        hold_accounts[s.n], hold_ids[s.n], hold_amounts[s.n], s.grants, s.amounts, hold_keys[s.n],
        hold_processes[s.n], at, hold_deadlines[s.n]
      FROM (
        SELECT n, array_agg(grant_id ORDER BY upto) AS grants, array_agg(amount ORDER BY upto) AS amounts
        FROM slices
        GROUP BY n
      ) s;
      made_holds := made_holds || ARRAY(SELECT hold_ids[m.n] FROM unnest(made) AS m (n));
    END IF;
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
    balance_accounts := ARRAY(
      SELECT account FROM json_to_recordset(records) AS r (account text) UNION SELECT unnest(mine)
    );
    balances := ARRAY(
      SELECT (SELECT coalesce(sum(g.available), 0)::bigint FROM spendable_grants(a.id, at) g)
      FROM unnest(balance_accounts) AS a (id)
    );
  ELSIF has_closes THEN
    balances := ARRAY(
      SELECT (
        SELECT coalesce(sum(amount - spent - held), 0)::bigint
        FROM credit_grants
        WHERE account_id = a.id
          AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at)
      )
      FROM unnest(balance_accounts) AS a (id)
    );
  END IF;
END $$
