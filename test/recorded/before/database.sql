SET statement_timeout = 0;
--;
SET lock_timeout = 0;
--;
SET idle_in_transaction_session_timeout = 0;
--;
SET client_encoding = 'UTF8';
--;
SET standard_conforming_strings = on;
--;
SELECT pg_catalog.set_config('search_path', '', false);
--;
SET check_function_bodies = false;
--;
SET xmloption = content;
--;
SET client_min_messages = warning;
--;
SET row_security = off;
--;
CREATE FUNCTION public.key_budget(account text, key text, at timestamp with time zone) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  SELECT greatest(0, k.credit_limit
    - coalesce((SELECT b.spent FROM key_budgets b WHERE b.account_id = k.account_id AND b.budget_id = k.budget_id
        AND b.month = date_trunc('month', at AT TIME ZONE 'UTC')::date), 0)
    - coalesce((SELECT sum(h.amount)::bigint FROM credit_holds h
        JOIN api_keys o ON o.account_id = h.account_id AND o.id = h.key_id
        WHERE h.account_id = k.account_id AND o.budget_id = k.budget_id AND (h.deadline IS NULL OR h.deadline > at)), 0))
  FROM api_keys k WHERE k.account_id = account AND k.id = key AND k.credit_limit IS NOT NULL
$$;
--;
CREATE FUNCTION public.ledger_apply(accounts text[], closes json, holds json, records json, at timestamp with time zone, wait boolean, OUT busy_accounts text[], OUT closed_holds text[], OUT made_holds text[], OUT refused_holds json, OUT remaining json) RETURNS record
    LANGUAGE plpgsql
    SET lock_timeout TO '10s'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
DECLARE
  mine text[];
  has_closes boolean := json_array_length(closes) > 0;
  has_records boolean := json_array_length(records) > 0;
  this_month date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
  -- What is asked for and, after the decision, what is made, in order.
  asked_accounts text[];
  asked_holds text[];
  asked_amounts bigint[];
  asked_keys text[];
  asked_deadlines timestamptz[];
  made int[] := '{}';
  current_account text := '';
  credits_left bigint;
  budget_left bigint;
  refusals json[] := '{}';
  i int;
BEGIN
  -- Accounts are locked in the order of their ids, so that no two batches wait for each other in a circle.
  IF wait THEN
    mine := ARRAY(SELECT id FROM accounts WHERE id = ANY (ledger_apply.accounts) ORDER BY id FOR NO KEY UPDATE);
  ELSE
    mine := ARRAY(SELECT id FROM accounts WHERE id = ANY (ledger_apply.accounts) ORDER BY id
      FOR NO KEY UPDATE SKIP LOCKED);
  END IF;
  busy_accounts := '{}';
  IF cardinality(mine) < cardinality(ledger_apply.accounts) THEN
    busy_accounts := ARRAY(SELECT unnest(ledger_apply.accounts) EXCEPT SELECT unnest(mine));
  END IF;
  closed_holds := '{}';
  made_holds := '{}';
  remaining := '{}';

  IF has_closes OR EXISTS (SELECT FROM credit_holds h WHERE h.account_id = ANY (mine) AND h.deadline <= at) THEN
    WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(closes) AS c (account text, hold text, cost bigint, source text,
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
        e.grants[:cardinality(e.paid)], e.paid, e."keyId", e."requestId"
      FROM (SELECT e.*, CASE WHEN e.cost = 0 THEN '{}' WHEN cardinality(e.amounts) = 1 THEN ARRAY[e.cost] ELSE ARRAY(
  SELECT least(s.amount, e.cost - s.before)::bigint FROM (
    SELECT u.amount, u.n, sum(u.amount) OVER (ORDER BY u.n) - u.amount AS before
    FROM unnest(e.amounts) WITH ORDINALITY AS u (amount, n)
  ) s WHERE s.before < e.cost ORDER BY s.n) END AS paid FROM ended e WHERE e.cost IS NOT NULL) e
    ), budgeted AS (
      INSERT INTO key_budgets (account_id, budget_id, month, spent)
      SELECT e.account_id, k.budget_id, this_month, sum(e.cost)
      FROM ended e JOIN api_keys k ON k.account_id = e.account_id AND k.id = e."keyId"
      WHERE e.cost > 0 GROUP BY 1, 2
      ON CONFLICT (account_id, budget_id, month) DO UPDATE SET spent = key_budgets.spent + excluded.spent
    )
    SELECT coalesce(array_agg(hold), '{}') FROM ended INTO closed_holds;
  END IF;

  IF json_array_length(holds) > 0 THEN
    SELECT array_agg(a.account), array_agg(a.hold), array_agg(a.amount), array_agg(a."keyId"), array_agg(a.deadline)
      INTO asked_accounts, asked_holds, asked_amounts, asked_keys, asked_deadlines
    FROM json_to_recordset(holds)
      AS a (account text, hold text, amount bigint, "keyId" text, deadline timestamptz)
    WHERE a.account = ANY (mine);

    IF EXISTS (
      SELECT FROM (
        SELECT a.account, sum(a.amount) AS amount FROM unnest(asked_accounts, asked_amounts) AS a (account, amount)
        GROUP BY a.account
      ) a WHERE a.amount > (
  SELECT coalesce(sum(amount - spent - held), 0)::bigint FROM credit_grants WHERE account_id = a.account AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at))
    ) OR EXISTS (
      SELECT FROM unnest(asked_accounts, asked_keys) AS a (account, key_id)
      JOIN api_keys k ON k.account_id = a.account AND k.id = a.key_id WHERE k.credit_limit IS NOT NULL
    ) THEN
      -- Not all of them fit: who is admitted depends on who was before.
      FOR i IN
        SELECT a.n FROM unnest(asked_accounts) WITH ORDINALITY AS a (account, n) ORDER BY a.account, a.n
      LOOP
        IF asked_accounts[i] <> current_account THEN
          current_account := asked_accounts[i];
          credits_left := (
  SELECT coalesce(sum(amount - spent - held), 0)::bigint FROM credit_grants WHERE account_id = current_account AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at));
        END IF;
        budget_left := key_budget(current_account, asked_keys[i], at);
        IF budget_left IS NOT NULL THEN
          budget_left := budget_left - coalesce((
            SELECT sum(asked_amounts[m.n]) FROM unnest(made) AS m (n)
            JOIN api_keys other ON other.account_id = current_account AND other.id = asked_keys[m.n]
            JOIN api_keys this ON this.account_id = current_account AND this.id = asked_keys[i]
            WHERE asked_accounts[m.n] = current_account AND other.budget_id = this.budget_id), 0);
        END IF;
        IF asked_amounts[i] > credits_left OR asked_amounts[i] > budget_left THEN
          refusals := refusals || json_build_object('hold', asked_holds[i], 'available', credits_left,
            'budgetLeft', greatest(budget_left, 0), 'creditLimit', (
              SELECT k.credit_limit FROM api_keys k WHERE k.account_id = current_account AND k.id = asked_keys[i]));
        ELSE
          credits_left := credits_left - asked_amounts[i];
          made := made || i;
        END IF;
      END LOOP;
      SELECT array_agg(asked_accounts[m.n]), array_agg(asked_holds[m.n]), array_agg(asked_amounts[m.n]),
          array_agg(asked_keys[m.n]), array_agg(asked_deadlines[m.n])
        INTO asked_accounts, asked_holds, asked_amounts, asked_keys, asked_deadlines
      FROM unnest(made) WITH ORDINALITY AS m (n, o);
    END IF;

    -- Holds and grants lie along one line of an account's credits; a slice is where two of them overlap.
    WITH wanting AS (
      SELECT a.account, array_agg(a.n) AS n, array_agg(a.amount) AS amount, array_agg(a.upto) AS upto
      FROM (
        SELECT a.account, a.n, a.amount, sum(a.amount) OVER (PARTITION BY a.account ORDER BY a.n) AS upto
        FROM unnest(asked_accounts, asked_amounts) WITH ORDINALITY AS a (account, amount, n)
      ) a GROUP BY a.account
    ), slices AS (
      SELECT w.account, h.n, g.id AS grant_id, g.upto,
        least(h.upto, g.upto) - greatest(h.upto - h.amount, g.upto - g.free) AS amount
      FROM wanting w, LATERAL (
        SELECT id, amount - spent - held AS free, sum(amount - spent - held) OVER (ORDER BY expires_at,
          array_position(ARRAY['plan', 'top_up', 'operator'], kind), id) AS upto
        FROM credit_grants
        WHERE account_id = w.account AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at) AND spent + held < amount
      ) g, unnest(w.n, w.amount, w.upto) AS h (n, amount, upto)
      WHERE g.upto > h.upto - h.amount AND g.upto - g.free < h.upto
    ), moved AS (
      UPDATE credit_grants g SET held = g.held + m.amount
      FROM (SELECT account, grant_id, sum(amount) AS amount FROM slices GROUP BY 1, 2) m
      WHERE g.account_id = m.account AND g.id = m.grant_id
    )
    INSERT INTO credit_holds (account_id, id, amount, grants, amounts, key_id, created_at, deadline)
    SELECT asked_accounts[s.n], asked_holds[s.n], asked_amounts[s.n], s.grants, s.amounts, asked_keys[s.n], at,
      asked_deadlines[s.n]
    FROM (
      SELECT n, array_agg(grant_id ORDER BY upto) AS grants, array_agg(amount ORDER BY upto) AS amounts
      FROM slices GROUP BY n
    ) s;
    made_holds := coalesce(asked_holds, '{}');
  END IF;
  refused_holds := array_to_json(refusals);

  IF has_records THEN
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id,
      request_id)
    SELECT r.account, r.id, at, 0, r.source, r."apiType", r.parameters, '{}', '{}', r."keyId", r."requestId"
    FROM json_to_recordset(records) AS r (account text, id text, source text, "apiType" text,
      parameters jsonb, "keyId" text, "requestId" text);
    -- Their accounts are not locked, so that dead holds may be about.
    SELECT json_object_agg(r.account, (SELECT coalesce(sum(g.available), 0) FROM spendable_grants(r.account, at) g))
      FROM (
        SELECT DISTINCT account FROM json_to_recordset(records) AS r (account text)
        UNION SELECT unnest(mine)
      ) r INTO remaining;
  ELSIF has_closes THEN
    SELECT coalesce(json_object_agg(a.id, (
  SELECT coalesce(sum(amount - spent - held), 0)::bigint FROM credit_grants WHERE account_id = a.id AND effective_at <= at AND expires_at > at AND (revoked_at IS NULL OR revoked_at > at))), '{}') FROM unnest(mine) AS a (id) INTO remaining;
  END IF;
END $$;
--;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END $$;
--;
CREATE FUNCTION public.refuse_two_plans() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF EXISTS (
        SELECT 1 FROM plan_periods p
        WHERE p.account_id = NEW.account_id AND p.id <> NEW.id
          AND p.starts_at < p.ends_at AND NEW.starts_at < NEW.ends_at
          AND p.starts_at < NEW.ends_at AND NEW.starts_at < p.ends_at
      ) THEN
        RAISE EXCEPTION 'two plans at one time for account %', NEW.account_id;
      END IF;
      RETURN NULL;
    END $$;
--;
CREATE FUNCTION public.spendable_grants(account text, at timestamp with time zone) RETURNS TABLE(id text, kind text, available bigint, expires_at timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
  SELECT g.id, g.kind, g.amount - g.spent - g.held + coalesce((
      SELECT sum(slice.amount)::bigint FROM credit_holds h, unnest(h.grants, h.amounts) AS slice (grant_id, amount)
      WHERE h.account_id = g.account_id AND h.deadline <= at AND slice.grant_id = g.id), 0), g.expires_at
  FROM credit_grants g
  WHERE g.account_id = account AND g.effective_at <= at AND g.expires_at > at
    AND (g.revoked_at IS NULL OR g.revoked_at > at)
$$;
--;
SET default_tablespace = '';
--;
SET default_table_access_method = heap;
--;
CREATE TABLE public.accounts (
    id text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.api_keys (
    account_id text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    last_four text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    expires_at timestamp with time zone,
    credit_limit bigint,
    budget_id text NOT NULL,
    CONSTRAINT api_keys_credit_limit_check CHECK ((credit_limit > 0))
);
--;
CREATE TABLE public.author_metrics (
    username text NOT NULL COLLATE pg_catalog."C",
    hour timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    follower_count bigint,
    following_count bigint,
    post_count bigint
);
--;
CREATE TABLE public.authors (
    username text NOT NULL COLLATE pg_catalog."C",
    full_name text DEFAULT ''::text NOT NULL,
    profile_picture text DEFAULT ''::text NOT NULL,
    biography text DEFAULT ''::text NOT NULL,
    follower_count bigint,
    following_count bigint,
    post_count bigint,
    observed_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.credit_grants (
    account_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    spent bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    provider text,
    provider_ref text,
    CONSTRAINT credit_grants_amount_check CHECK ((amount > 0)),
    CONSTRAINT credit_grants_check CHECK (((spent + held) <= amount)),
    CONSTRAINT credit_grants_held_check CHECK ((held >= 0)),
    CONSTRAINT credit_grants_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'top_up'::text, 'operator'::text]))),
    CONSTRAINT credit_grants_payment CHECK (((provider IS NULL) = (provider_ref IS NULL))),
    CONSTRAINT credit_grants_spent_check CHECK ((spent >= 0))
)
WITH (fillfactor='50');
--;
CREATE TABLE public.credit_holds (
    account_id text NOT NULL,
    id text NOT NULL,
    amount bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deadline timestamp with time zone,
    key_id text,
    grants text[] NOT NULL,
    amounts bigint[] NOT NULL,
    CONSTRAINT credit_holds_amount_check CHECK ((amount > 0)),
    CONSTRAINT credit_holds_check CHECK ((cardinality(grants) = cardinality(amounts)))
);
--;
CREATE TABLE public.credit_notices (
    account_id text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    below_credits bigint,
    below_percent integer,
    low_told_at timestamp with time zone,
    out_told_at timestamp with time zone,
    CONSTRAINT credit_notices_below_credits_check CHECK ((below_credits > 0)),
    CONSTRAINT credit_notices_below_percent_check CHECK (((below_percent >= 1) AND (below_percent <= 100))),
    CONSTRAINT credit_notices_check CHECK (((below_credits IS NULL) OR (below_percent IS NULL)))
);
--;
CREATE TABLE public.credit_revocations (
    account_id text NOT NULL,
    grant_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    taken bigint NOT NULL,
    shortfall bigint NOT NULL,
    CONSTRAINT credit_revocations_reason_check CHECK ((reason = ANY (ARRAY['refund'::text, 'dispute'::text]))),
    CONSTRAINT credit_revocations_shortfall_check CHECK ((shortfall >= 0)),
    CONSTRAINT credit_revocations_taken_check CHECK ((taken >= 0))
);
--;
CREATE TABLE public.effect_sql_migrations (
    migration_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name text NOT NULL
);
--;
CREATE TABLE public.idempotency_keys (
    account_id text NOT NULL,
    key_digest text NOT NULL,
    request_digest text NOT NULL,
    claim text NOT NULL,
    sealed_answer bytea,
    expires_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.key_budgets (
    account_id text NOT NULL,
    budget_id text NOT NULL,
    month date NOT NULL,
    spent bigint NOT NULL,
    CONSTRAINT key_budgets_spent_check CHECK ((spent >= 0))
)
WITH (fillfactor='50');
--;
CREATE TABLE public.ledger_checks (
    name text NOT NULL,
    started_at timestamp with time zone,
    lease_ends_at timestamp with time zone,
    finished_at timestamp with time zone,
    duration_ms integer,
    accounts bigint DEFAULT 0 NOT NULL,
    grants bigint DEFAULT 0 NOT NULL,
    entries bigint DEFAULT 0 NOT NULL,
    holds bigint DEFAULT 0 NOT NULL,
    faults bigint DEFAULT 0 NOT NULL,
    faults_digest text DEFAULT ''::text NOT NULL,
    CONSTRAINT ledger_checks_name_check CHECK ((name = 'ledger'::text))
);
--;
CREATE TABLE public.mails (
    id text NOT NULL,
    account_id text,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    error text,
    CONSTRAINT mails_check CHECK ((num_nonnulls(due_at, sent_at, failed_at) = 1))
);
--;
CREATE TABLE public.payment_book (
    ref text NOT NULL,
    provider text NOT NULL,
    purchase_id text,
    subscription_ref text,
    plan text,
    amount_cents bigint NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    disputed boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT payment_book_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_book_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
    CONSTRAINT payment_book_check1 CHECK (((state = 'paid'::text) OR ((refunded_cents = 0) AND (NOT disputed)))),
    CONSTRAINT payment_book_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text])))
);
--;
CREATE TABLE public.payment_book_subscriptions (
    ref text NOT NULL,
    provider text NOT NULL,
    plan text,
    anchor_at timestamp with time zone NOT NULL,
    renewals integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.plan_periods (
    account_id text NOT NULL,
    id text NOT NULL,
    plan text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    anchor_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    grant_id text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT plan_periods_check CHECK ((starts_at <= ends_at)),
    CONSTRAINT plan_periods_number_check CHECK ((number >= 1)),
    CONSTRAINT plan_periods_plan_check CHECK ((plan = ANY (ARRAY['lite'::text, 'standard'::text, 'plus'::text, 'premium'::text])))
);
--;
CREATE TABLE public.post_changes (
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    posted_ats timestamp with time zone[] NOT NULL,
    codes text[] NOT NULL
);
--;
CREATE TABLE public.post_codes (
    code text NOT NULL COLLATE pg_catalog."C",
    posted_at timestamp with time zone,
    username text COLLATE pg_catalog."C",
    deleted_at timestamp with time zone,
    CONSTRAINT post_codes_check CHECK (((posted_at IS NOT NULL) OR (deleted_at IS NOT NULL)))
);
--;
CREATE TABLE public.post_metrics (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
PARTITION BY RANGE (posted_at);
--;
CREATE TABLE public.post_metrics_20260823 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260831 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260902 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260908 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260910 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260912 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260913 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260918 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260923 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20260927 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261001 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261004 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261014 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261023 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261024 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261027 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261105 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261109 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261110 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261111 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261112 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261113 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261114 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261115 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261116 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261117 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261118 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_20261119 (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
)
WITH (fillfactor='85');
--;
CREATE TABLE public.post_metrics_old (
    posted_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint
);
--;
CREATE TABLE public.posts (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
PARTITION BY RANGE (posted_at);
--;
CREATE TABLE public.posts_20260823 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260831 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260902 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260908 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260910 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260912 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260913 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260918 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260923 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20260927 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261001 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261004 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261014 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261023 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261024 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261027 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261105 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261109 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261110 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261111 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261112 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261113 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261114 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261115 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261116 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261117 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261118 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_20261119 (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
)
WITH (fillfactor='85');
--;
CREATE TABLE public.posts_old (
    posted_at timestamp with time zone NOT NULL,
    like_count bigint NOT NULL,
    reply_count bigint NOT NULL,
    repost_count bigint NOT NULL,
    reshare_count bigint NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    metric_step smallint DEFAULT 0 NOT NULL,
    is_reply boolean NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    impression_count bigint,
    token_text text NOT NULL COLLATE pg_catalog."C",
    terms integer[] NOT NULL,
    reply_to text COLLATE pg_catalog."C",
    caption text NOT NULL,
    url text NOT NULL,
    source text NOT NULL,
    media_url jsonb NOT NULL
);
--;
CREATE TABLE public.purchases (
    account_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    plan text NOT NULL,
    units integer,
    credits bigint NOT NULL,
    price_cents bigint NOT NULL,
    expires_at timestamp with time zone,
    provider text NOT NULL,
    checkout_ref text,
    checkout_url text,
    payment_ref text,
    state text DEFAULT 'pending'::text NOT NULL,
    reason text,
    refund_due boolean DEFAULT false NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    grant_id text,
    subscription_id text,
    shortfall bigint,
    poll_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT purchases_check CHECK (((kind = 'top_up'::text) = (units IS NOT NULL))),
    CONSTRAINT purchases_check1 CHECK (((kind = 'top_up'::text) = (expires_at IS NOT NULL))),
    CONSTRAINT purchases_check2 CHECK (((state <> 'paid'::text) OR (grant_id IS NOT NULL))),
    CONSTRAINT purchases_check3 CHECK (((state <> ALL (ARRAY['pending'::text, 'abandoned'::text, 'refused'::text])) OR (grant_id IS NULL))),
    CONSTRAINT purchases_check4 CHECK (((state = 'refused'::text) <= (reason IS NOT NULL))),
    CONSTRAINT purchases_check5 CHECK (((shortfall IS NULL) OR ((grant_id IS NOT NULL) AND (state = ANY (ARRAY['refunded'::text, 'disputed'::text]))))),
    CONSTRAINT purchases_check6 CHECK (((NOT refund_due) OR ((state = ANY (ARRAY['paid'::text, 'refused'::text])) AND (payment_ref IS NOT NULL)))),
    CONSTRAINT purchases_credits_check CHECK ((credits > 0)),
    CONSTRAINT purchases_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'renewal'::text, 'top_up'::text]))),
    CONSTRAINT purchases_plan_check CHECK ((plan = ANY (ARRAY['lite'::text, 'standard'::text, 'plus'::text, 'premium'::text]))),
    CONSTRAINT purchases_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT purchases_refunded_cents_check CHECK ((refunded_cents >= 0)),
    CONSTRAINT purchases_shortfall_check CHECK ((shortfall >= 0)),
    CONSTRAINT purchases_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'abandoned'::text, 'paid'::text, 'refused'::text, 'refunded'::text, 'disputed'::text]))),
    CONSTRAINT purchases_units_check CHECK (((units >= 1) AND (units <= 1000)))
);
--;
CREATE TABLE public.replies (
    code text NOT NULL COLLATE pg_catalog."C",
    posted_at timestamp with time zone NOT NULL,
    username text NOT NULL COLLATE pg_catalog."C",
    reply_to text NOT NULL COLLATE pg_catalog."C",
    replied_to text COLLATE pg_catalog."C"
);
--;
CREATE TABLE public.service_facts (
    name text NOT NULL,
    value text NOT NULL
);
--;
CREATE TABLE public.subscriptions (
    account_id text NOT NULL,
    id text NOT NULL,
    provider text NOT NULL,
    provider_ref text,
    next_plan text,
    told_plan text,
    poll_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT subscriptions_check CHECK (((ended_at IS NULL) OR (next_plan IS NULL))),
    CONSTRAINT subscriptions_check1 CHECK (((provider_ref IS NOT NULL) OR (told_plan IS NULL))),
    CONSTRAINT subscriptions_next_plan_check CHECK ((next_plan = ANY (ARRAY['lite'::text, 'standard'::text, 'plus'::text, 'premium'::text]))),
    CONSTRAINT subscriptions_told_plan_check CHECK ((told_plan = ANY (ARRAY['lite'::text, 'standard'::text, 'plus'::text, 'premium'::text])))
);
--;
CREATE TABLE public.told_expiries (
    account_id text NOT NULL,
    grant_id text NOT NULL,
    expired_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.usage_entries (
    account_id text NOT NULL,
    id text NOT NULL,
    "time" timestamp with time zone NOT NULL,
    cost bigint NOT NULL,
    source text NOT NULL,
    api_type text NOT NULL,
    parameters jsonb NOT NULL,
    key_id text,
    request_id text,
    grants text[] NOT NULL,
    amounts bigint[] NOT NULL,
    CONSTRAINT usage_entries_check CHECK ((cardinality(grants) = cardinality(amounts))),
    CONSTRAINT usage_entries_cost_check CHECK ((cost >= 0))
);
--;
CREATE TABLE public.webhook_attempts (
    account_id text NOT NULL,
    id text NOT NULL,
    endpoint_id text NOT NULL,
    event_id text,
    attempt integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer,
    status_code integer,
    error text,
    response text
);
--;
CREATE TABLE public.webhook_endpoints (
    account_id text NOT NULL,
    id text NOT NULL,
    url text NOT NULL,
    sealed_secret bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
--;
CREATE TABLE public.webhook_events (
    account_id text NOT NULL,
    id text NOT NULL,
    endpoint_id text NOT NULL,
    rule_id text NOT NULL,
    rule_type text NOT NULL,
    rule_keyword text,
    post_code text NOT NULL,
    state text NOT NULL,
    body text,
    attempt integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT webhook_events_check CHECK (((state = ANY (ARRAY['scheduled'::text, 'sending'::text, 'retrying'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_events_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'sending'::text, 'retrying'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);
--;
CREATE TABLE public.webhook_rounds (
    account_id text NOT NULL,
    cursor xid8,
    out_of_credits_at timestamp with time zone
);
--;
CREATE TABLE public.webhook_rules (
    account_id text NOT NULL,
    id text NOT NULL,
    endpoint_id text NOT NULL,
    type text NOT NULL,
    keyword text,
    like_count bigint,
    reply_count bigint,
    view_count bigint,
    lookback_hours integer NOT NULL,
    language text NOT NULL,
    content text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    checked boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_rules_check CHECK (((type = 'keyword'::text) = (keyword IS NOT NULL))),
    CONSTRAINT webhook_rules_lookback_hours_check CHECK (((lookback_hours >= 1) AND (lookback_hours <= 72))),
    CONSTRAINT webhook_rules_type_check CHECK ((type = ANY (ARRAY['keyword'::text, 'trending'::text])))
);
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260823 FOR VALUES FROM ('2026-08-23 00:00:00+00') TO ('2026-08-24 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260831 FOR VALUES FROM ('2026-08-31 00:00:00+00') TO ('2026-09-01 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260902 FOR VALUES FROM ('2026-09-02 00:00:00+00') TO ('2026-09-03 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260908 FOR VALUES FROM ('2026-09-08 00:00:00+00') TO ('2026-09-09 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260910 FOR VALUES FROM ('2026-09-10 00:00:00+00') TO ('2026-09-11 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260912 FOR VALUES FROM ('2026-09-12 00:00:00+00') TO ('2026-09-13 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260913 FOR VALUES FROM ('2026-09-13 00:00:00+00') TO ('2026-09-14 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260918 FOR VALUES FROM ('2026-09-18 00:00:00+00') TO ('2026-09-19 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260923 FOR VALUES FROM ('2026-09-23 00:00:00+00') TO ('2026-09-24 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20260927 FOR VALUES FROM ('2026-09-27 00:00:00+00') TO ('2026-09-28 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261001 FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-10-02 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261004 FOR VALUES FROM ('2026-10-04 00:00:00+00') TO ('2026-10-05 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261014 FOR VALUES FROM ('2026-10-14 00:00:00+00') TO ('2026-10-15 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261023 FOR VALUES FROM ('2026-10-23 00:00:00+00') TO ('2026-10-24 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261024 FOR VALUES FROM ('2026-10-24 00:00:00+00') TO ('2026-10-25 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261027 FOR VALUES FROM ('2026-10-27 00:00:00+00') TO ('2026-10-28 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261105 FOR VALUES FROM ('2026-11-05 00:00:00+00') TO ('2026-11-06 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261109 FOR VALUES FROM ('2026-11-09 00:00:00+00') TO ('2026-11-10 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261110 FOR VALUES FROM ('2026-11-10 00:00:00+00') TO ('2026-11-11 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261111 FOR VALUES FROM ('2026-11-11 00:00:00+00') TO ('2026-11-12 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261112 FOR VALUES FROM ('2026-11-12 00:00:00+00') TO ('2026-11-13 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261113 FOR VALUES FROM ('2026-11-13 00:00:00+00') TO ('2026-11-14 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261114 FOR VALUES FROM ('2026-11-14 00:00:00+00') TO ('2026-11-15 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261115 FOR VALUES FROM ('2026-11-15 00:00:00+00') TO ('2026-11-16 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261116 FOR VALUES FROM ('2026-11-16 00:00:00+00') TO ('2026-11-17 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261117 FOR VALUES FROM ('2026-11-17 00:00:00+00') TO ('2026-11-18 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261118 FOR VALUES FROM ('2026-11-18 00:00:00+00') TO ('2026-11-19 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_20261119 FOR VALUES FROM ('2026-11-19 00:00:00+00') TO ('2026-11-20 00:00:00+00');
--;
ALTER TABLE ONLY public.post_metrics ATTACH PARTITION public.post_metrics_old DEFAULT;
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260823 FOR VALUES FROM ('2026-08-23 00:00:00+00') TO ('2026-08-24 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260831 FOR VALUES FROM ('2026-08-31 00:00:00+00') TO ('2026-09-01 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260902 FOR VALUES FROM ('2026-09-02 00:00:00+00') TO ('2026-09-03 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260908 FOR VALUES FROM ('2026-09-08 00:00:00+00') TO ('2026-09-09 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260910 FOR VALUES FROM ('2026-09-10 00:00:00+00') TO ('2026-09-11 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260912 FOR VALUES FROM ('2026-09-12 00:00:00+00') TO ('2026-09-13 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260913 FOR VALUES FROM ('2026-09-13 00:00:00+00') TO ('2026-09-14 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260918 FOR VALUES FROM ('2026-09-18 00:00:00+00') TO ('2026-09-19 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260923 FOR VALUES FROM ('2026-09-23 00:00:00+00') TO ('2026-09-24 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20260927 FOR VALUES FROM ('2026-09-27 00:00:00+00') TO ('2026-09-28 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261001 FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-10-02 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261004 FOR VALUES FROM ('2026-10-04 00:00:00+00') TO ('2026-10-05 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261014 FOR VALUES FROM ('2026-10-14 00:00:00+00') TO ('2026-10-15 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261023 FOR VALUES FROM ('2026-10-23 00:00:00+00') TO ('2026-10-24 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261024 FOR VALUES FROM ('2026-10-24 00:00:00+00') TO ('2026-10-25 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261027 FOR VALUES FROM ('2026-10-27 00:00:00+00') TO ('2026-10-28 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261105 FOR VALUES FROM ('2026-11-05 00:00:00+00') TO ('2026-11-06 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261109 FOR VALUES FROM ('2026-11-09 00:00:00+00') TO ('2026-11-10 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261110 FOR VALUES FROM ('2026-11-10 00:00:00+00') TO ('2026-11-11 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261111 FOR VALUES FROM ('2026-11-11 00:00:00+00') TO ('2026-11-12 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261112 FOR VALUES FROM ('2026-11-12 00:00:00+00') TO ('2026-11-13 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261113 FOR VALUES FROM ('2026-11-13 00:00:00+00') TO ('2026-11-14 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261114 FOR VALUES FROM ('2026-11-14 00:00:00+00') TO ('2026-11-15 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261115 FOR VALUES FROM ('2026-11-15 00:00:00+00') TO ('2026-11-16 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261116 FOR VALUES FROM ('2026-11-16 00:00:00+00') TO ('2026-11-17 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261117 FOR VALUES FROM ('2026-11-17 00:00:00+00') TO ('2026-11-18 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261118 FOR VALUES FROM ('2026-11-18 00:00:00+00') TO ('2026-11-19 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_20261119 FOR VALUES FROM ('2026-11-19 00:00:00+00') TO ('2026-11-20 00:00:00+00');
--;
ALTER TABLE ONLY public.posts ATTACH PARTITION public.posts_old DEFAULT;
--;
INSERT INTO public.accounts VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'customer@example.com', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'small@example.com', '2026-11-18 12:30:00+00');
--;
INSERT INTO public.api_keys VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'key_01M7QA5AA0ZG37QNVETXYNDBYG', 'gone', '\x7a4c6ced9915ace93f49573bd0888c67d4a6d446255096ebd02649c0d9bfc0e2', 'hdl_G6z0', 'q293', '2026-11-18 12:30:00+00', NULL, '2026-11-18 12:30:00+00', NULL, NULL, 'key_01M7QA5AA0ZG37QNVETXYNDBYG'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'main', '\x2988b5463b935fd1468e9d0df49bd83a3bc27dbd3e7c6883cc0083e75354cc8f', 'hdl_0Zny', 'lKTI', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, NULL, NULL, 'key_01M7QA5AA0ZG37QNVETXYNDBYC'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'key_01M7QA5AA0ZG37QNVETXYNDBYE', 'limited', '\x142e3dd09b4b60ffdc993071e524ff164aa5981de4edf1dfbc593531fe8fcfa1', 'hdl_Z5bN', 'WbqW', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, NULL, 60, 'key_01M7QA5AA0ZG37QNVETXYNDBYE'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'key_01M7QA5AA0ZG37QNVETXYNDBYR', 'small', '\x9501b60ab6b0ee36ce8ec84cd5f9049316ee5962d4d29b0f4889a67e6b411898', 'hdl_pmxo', 'EgUf', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, NULL, NULL, 'key_01M7QA5AA0ZG37QNVETXYNDBYR');
--;
INSERT INTO public.author_metrics VALUES
	('amy', '2026-10-09 12:00:00+00', '2026-10-09 12:30:00+00', 0, 10, 100),
	('amy', '2026-10-16 04:00:00+00', '2026-10-16 04:30:00+00', 38, 10, 101),
	('amy', '2026-10-22 20:00:00+00', '2026-10-22 20:30:00+00', 50, 10, 102),
	('amy', '2026-10-29 12:00:00+00', '2026-10-29 12:30:00+00', 129, 10, 103),
	('amy', '2026-11-05 04:00:00+00', '2026-11-05 04:30:00+00', 160, 10, 104),
	('ben', '2026-10-09 12:00:00+00', '2026-10-09 12:31:00+00', 40, 11, NULL),
	('chloe', '2026-10-09 12:00:00+00', '2026-10-09 12:32:00+00', 80, 12, NULL),
	('chloe', '2026-10-16 04:00:00+00', '2026-10-16 04:32:00+00', 101, 12, NULL),
	('dan', '2026-10-09 12:00:00+00', '2026-10-09 12:33:00+00', 120, 13, 100),
	('dan', '2026-10-16 04:00:00+00', '2026-10-16 04:33:00+00', 144, 13, 101),
	('dan', '2026-10-22 20:00:00+00', '2026-10-22 20:33:00+00', 128, 13, 102),
	('dan', '2026-10-29 12:00:00+00', '2026-10-29 12:33:00+00', 180, 13, 103),
	('dan', '2026-11-05 04:00:00+00', '2026-11-05 04:33:00+00', 172, 13, 104),
	('eva', '2026-10-09 12:00:00+00', '2026-10-09 12:34:00+00', NULL, NULL, NULL),
	('eva', '2026-10-16 04:00:00+00', '2026-10-16 04:34:00+00', NULL, NULL, NULL),
	('eva', '2026-10-22 20:00:00+00', '2026-10-22 20:34:00+00', NULL, NULL, NULL),
	('eva', '2026-10-29 12:00:00+00', '2026-10-29 12:34:00+00', NULL, NULL, NULL),
	('eva', '2026-11-05 04:00:00+00', '2026-11-05 04:34:00+00', NULL, NULL, NULL),
	('finn', '2026-10-09 12:00:00+00', '2026-10-09 12:35:00+00', 200, 15, NULL),
	('gina', '2026-10-09 12:00:00+00', '2026-10-09 12:36:00+00', 240, 16, 100),
	('hugo', '2026-10-09 12:00:00+00', '2026-10-09 12:37:00+00', 280, 17, NULL),
	('hugo', '2026-10-16 04:00:00+00', '2026-10-16 04:37:00+00', 281, 17, NULL),
	('hugo', '2026-10-22 20:00:00+00', '2026-10-22 20:37:00+00', 298, 17, NULL),
	('ines', '2026-10-09 12:00:00+00', '2026-10-09 12:38:00+00', 320, 18, NULL),
	('jun', '2026-10-09 12:00:00+00', '2026-10-09 12:39:00+00', 360, 19, 100),
	('kai', '2026-10-09 12:00:00+00', '2026-10-09 12:40:00+00', 400, 20, NULL),
	('kai', '2026-10-16 04:00:00+00', '2026-10-16 04:40:00+00', 447, 20, NULL),
	('kai', '2026-10-22 20:00:00+00', '2026-10-22 20:40:00+00', 410, 20, NULL),
	('kai', '2026-10-29 12:00:00+00', '2026-10-29 12:40:00+00', 466, 20, NULL),
	('kai', '2026-11-05 04:00:00+00', '2026-11-05 04:40:00+00', 496, 20, NULL),
	('amy', '2026-11-17 23:00:00+00', '2026-11-17 23:30:00+00', 400, 10, 104),
	('amy', '2026-11-18 11:00:00+00', '2026-11-18 11:30:00+00', 400, 10, 104),
	('ben', '2026-11-17 23:00:00+00', '2026-11-17 23:29:00+00', 470, 11, NULL),
	('ben', '2026-11-18 11:00:00+00', '2026-11-18 11:29:00+00', 540, 11, NULL),
	('chloe', '2026-11-17 23:00:00+00', '2026-11-17 23:28:00+00', 540, 12, NULL),
	('chloe', '2026-11-18 11:00:00+00', '2026-11-18 11:28:00+00', 680, 12, NULL),
	('dan', '2026-11-17 23:00:00+00', '2026-11-17 23:27:00+00', 610, 13, 104),
	('dan', '2026-11-18 11:00:00+00', '2026-11-18 11:27:00+00', 820, 13, 104),
	('eva', '2026-11-17 23:00:00+00', '2026-11-17 23:26:00+00', 680, NULL, NULL),
	('eva', '2026-11-18 11:00:00+00', '2026-11-18 11:26:00+00', 960, NULL, NULL),
	('finn', '2026-11-17 23:00:00+00', '2026-11-17 23:25:00+00', 750, 15, NULL),
	('finn', '2026-11-18 11:00:00+00', '2026-11-18 11:25:00+00', 1100, 15, NULL);
--;
INSERT INTO public.authors VALUES
	('gina', 'gina 陳', 'https://images.example.com/gina.jpg', 'coffee, trains & cats
second line', 240, 16, 100, '2026-10-09 12:36:00+00'),
	('hugo', 'hugo 陳', 'https://images.example.com/hugo.jpg', '', 298, 17, NULL, '2026-10-22 20:37:00+00'),
	('ines', 'ines 陳', 'https://images.example.com/ines.jpg', 'coffee, trains & cats
second line', 320, 18, NULL, '2026-10-09 12:38:00+00'),
	('jun', 'jun 陳', 'https://images.example.com/jun.jpg', '', 360, 19, 100, '2026-10-09 12:39:00+00'),
	('kai', 'kai 陳', 'https://images.example.com/kai.jpg', 'coffee, trains & cats
second line', 496, 20, NULL, '2026-11-05 04:40:00+00'),
	('amy', 'amy 陳', 'https://images.example.com/amy.jpg', 'coffee, trains & cats
second line', 400, 10, 104, '2026-11-18 11:30:00+00'),
	('ben', 'ben 陳', 'https://images.example.com/ben.jpg', '', 540, 11, NULL, '2026-11-18 11:29:00+00'),
	('chloe', 'chloe 陳', 'https://images.example.com/chloe.jpg', 'coffee, trains & cats
second line', 680, 12, NULL, '2026-11-18 11:28:00+00'),
	('dan', '', 'https://images.example.com/dan.jpg', '', 820, 13, 104, '2026-11-18 11:27:00+00'),
	('eva', 'eva 陳', 'https://images.example.com/eva.jpg', 'coffee, trains & cats
second line', 960, NULL, NULL, '2026-11-18 11:26:00+00'),
	('finn', 'finn 陳', 'https://images.example.com/finn.jpg', '', 1100, 15, NULL, '2026-11-18 11:25:00+00');
--;
INSERT INTO public.credit_grants VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'grant_01M7QA5AA0ZG37QNVETXYNDBY6', 'top_up', 20000, 0, 0, '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, 'manual', 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBY4'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'grant_01M7QA5AA0ZG37QNVETXYNDBYA', 'operator', 77, 0, 0, '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'grant_01M7QA5AA0ZG37QNVETXYNDBYN', 'plan', 45, 10, 0, '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'grant_01M7QA5AA0ZG37QNVETXYNDBY0', 'plan', 100000, 521, 120, '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL, 'manual', 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBXY');
--;
INSERT INTO public.credit_holds VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZZ', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY00', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY01', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY02', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY03', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY04', 20, '2026-11-18 12:30:00+00', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}');
--;
INSERT INTO public.credit_notices VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', true, 20, NULL, NULL, NULL);
--;
INSERT INTO public.effect_sql_migrations VALUES
	(1, '2026-11-22 07:39:42.787195+00', 'accounts'),
	(2, '2026-11-22 07:39:42.787195+00', 'credits'),
	(3, '2026-11-22 07:39:42.787195+00', 'posts'),
	(4, '2026-11-22 07:39:42.787195+00', 'webhooks'),
	(5, '2026-11-22 07:39:42.787195+00', 'ledger'),
	(6, '2026-11-22 07:39:42.787195+00', 'idempotency'),
	(7, '2026-11-22 07:39:42.787195+00', 'purchases'),
	(8, '2026-11-22 07:39:42.787195+00', 'notices'),
	(9, '2026-11-22 07:39:42.787195+00', 'reply_index'),
	(10, '2026-11-22 07:39:42.787195+00', 'post_days'),
	(11, '2026-11-22 07:39:42.787195+00', 'thread_order');
--;
INSERT INTO public.idempotency_keys VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'cA7qhW4XfjcEbcHVrrFT85', 'JfXcd8Geczg9nqSJmgsRCU', 'claim_01M7QA5AA0ZG37QNVETXYNDBZJ', '\xfd826b2b13a0618e0e9971f42b2d40da5a149c6a77e536c6f1f1e1905ed66fc610d3aebba583beac8084a1e96d64737afb49541f50b8ceb64b9268f730122954a578f4bf8295296577db6381e879d89f7946f30de0247f38fed380a27e328810a2825b7a0246f5f4f4a88ff5bb74ebe59794dec76afaade4ff4c506f241e370975e56439738782e12d4848e93643ece115e47498cde644e56ac763a573d80574898635e239f360fa385784ef5f7eab7083435879c6ddcd917b12636949785a2ccd10a84afd811c86295218e4cd248d763aa3c1e0866ea63371a723693ba896ebcb1d22685e9abd3e074daf86cfc17872b28c4e8a8c679fbee96da7d6a739e3823e4c70a974a6a9421145a40ac7cbcae1674ec35db928a8d83fdd3a118472579b7e4372a926e1c0670c4e1ca81f6e3a21ac111858edd7a9cf569d728ff2f502fcb40743eabbd17bfc060f59991aae43543d5ef616d34684fdfda55c04ba11a3f8a337e806cbdb8ac8635345d4d44429882d4fbd2ff973bb302c29f17f1e4389d5ffef81d77992ffaa5380b0741da95fc2b53d32970f12302547bb1be303c999e67cc5f1b0d3627b5ff88a1bab50ba455cbccb9c2a4e296ae84b0996cd53c6be97f6f60e3a231f6289b4987c796da6ec88afd1ac38b41044d6759583798fb0540482bdbbaa40d647ab6217b6fe0cbe78eeb258b7222af516acae92f049dc809151f3312c45b97a70997a90605fd2e096ff52ae10dba678531aa7c3e82e37a0887c6afb643c672dc05a4ebabec36ffb53153c6ed59658caf0e2352391b43d6b952b1b8a75c22c96045d5714037fe633485292a2efcc56bab115a836681f445e8e054f1a4b9f5b1454e9dd3eb1e54b8b2f24633988dbbcd81366d72eee017e801374c3701dbf49ed40766ac84b3d208d72742b22ed23e98788fb664909ca6b9a0d86624ab1bed2cfcb56bdf2620a00898ab911517fa7b5e5bca94b8a3af8be134d298852af2562f81fed3f7591b279ebbc6decfa1173bfc008e7d516fdf0b49140c90e46dbe9dceaed6f519c72ab7ba2bb0ea3aca73fbcca1305882647975766', '2026-11-19 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', '8kD60VJv7EgfaKafE7fAZu', '6QDxcxz3FdYB53cHMJ2x32', 'claim_01M7QA5AA0ZG37QNVETXYNDBZN', '\x62fcf00584fee7fbb5ebd9b2deaf406e371ade47488a2ebc8484ba096e6019f3c91da271417c922208e66a926e60fe561c4b6a38bbdad79ab805dafa3e2267db7cc7ea8f4892f1108cdeeb3eaa45f5f8687e7e460d4846ac3bf165d4870fe8d308d18122ecd4cd4dee05a29205e7e371d250b5e0da6de16c5aee8ef58f2fa0e4c554bee6447d5d86cec9dff5263c6d94052e9baac61477fac2b7133ab010777fd0da4fd6c1385a05d0a0231e64280a6c71d8e5381597b3912a0d54a3202f7167f28b938848a18e07035848fa9bb03a428fcb801d3c15af357c5b1cbb66e22a9129fb4a5294b596729c7d279b3e8ee56431c15782f15cc4', '2026-11-19 12:30:00+00');
--;
INSERT INTO public.key_budgets VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', '2026-11-01', 130),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'key_01M7QA5AA0ZG37QNVETXYNDBYE', '2026-11-01', 11),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'key_01M7QA5AA0ZG37QNVETXYNDBYR', '2026-11-01', 10);
--;
INSERT INTO public.ledger_checks VALUES
	('ledger', '2026-11-18 12:30:00+00', NULL, '2026-11-18 12:30:00+00', 0, 0, 0, 0, 0, 0, '');
--;
INSERT INTO public.payment_book VALUES
	('manual_buy_01M7QA5AA0ZG37QNVETXYNDBXY', 'manual', 'buy_01M7QA5AA0ZG37QNVETXYNDBXY', NULL, 'standard', 10000, 'paid', 0, false, '2026-11-18 12:30:00+00'),
	('manual_buy_01M7QA5AA0ZG37QNVETXYNDBY4', 'manual', 'buy_01M7QA5AA0ZG37QNVETXYNDBY4', NULL, NULL, 2000, 'paid', 0, false, '2026-11-18 12:30:00+00'),
	('manual_buy_01M7QA5AA0ZG37QNVETXYNDBY8', 'manual', 'buy_01M7QA5AA0ZG37QNVETXYNDBY8', NULL, NULL, 1000, 'open', 0, false, '2026-11-18 12:30:00+00');
--;
INSERT INTO public.plan_periods VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'period_01M7QA5AA0ZG37QNVETXYNDBY1', 'standard', '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', 1, 'grant_01M7QA5AA0ZG37QNVETXYNDBY0', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'period_01M7QA5AA0ZG37QNVETXYNDBYP', 'lite', '2026-11-18 12:30:00+00', '2026-12-18 12:30:00+00', '2026-11-18 12:30:00+00', 1, 'grant_01M7QA5AA0ZG37QNVETXYNDBYN', '2026-11-18 12:30:00+00');
--;
INSERT INTO public.post_changes VALUES
	('787', '2026-11-18 12:30:00+00', '{"2026-08-23 06:07:04+00","2026-08-31 06:50:35+00","2026-09-02 22:22:21+00","2026-09-08 20:43:03+00","2026-09-10 00:22:20+00","2026-09-12 06:49:32+00","2026-09-12 23:45:53+00","2026-09-13 19:09:13+00","2026-09-18 03:12:27+00","2026-09-23 04:58:56+00","2026-09-27 03:19:10+00","2026-10-01 07:58:44+00","2026-10-04 00:07:33+00","2026-10-14 02:41:40+00","2026-10-23 15:55:42+00","2026-10-24 15:20:28+00","2026-10-27 16:07:29+00","2026-11-05 17:02:58+00","2026-11-10 05:19:26+00","2026-11-10 19:20:28+00","2026-11-11 01:07:05+00","2026-11-11 09:06:58+00","2026-11-11 12:21:22+00","2026-11-12 05:12:02+00","2026-11-13 03:07:01+00","2026-11-13 12:58:19+00","2026-11-14 05:41:28+00","2026-11-14 12:37:19+00","2026-11-14 16:16:33+00","2026-11-15 05:48:50+00","2026-11-15 12:42:41+00","2026-11-15 16:52:32+00","2026-11-16 03:39:52+00","2026-11-16 18:12:43+00","2026-11-17 05:52:42+00","2026-11-17 13:58:27+00","2026-11-17 15:22:34+00","2026-11-17 17:00:14+00","2026-11-17 18:05:48+00","2026-11-17 19:05:41+00","2026-11-17 19:58:37+00","2026-11-17 21:51:49+00","2026-11-17 23:18:15+00","2026-11-17 23:53:33+00","2026-11-18 01:06:01+00","2026-11-18 01:48:50+00","2026-11-18 02:56:25+00","2026-11-18 03:39:09+00","2026-11-18 04:10:29+00","2026-11-18 05:12:24+00","2026-11-18 06:17:58+00","2026-11-18 07:01:56+00","2026-11-18 07:18:47+00","2026-11-18 08:11:14+00","2026-11-18 09:15:26+00","2026-11-18 10:20:24+00","2026-11-18 12:05:59+00"}', '{x_5p21,Do0z1,p-p1mv,p-ixnv,x_462a,x_kgnm,D6ppv,p-35eg,x_12a8p,p-fdcg,p-n0b7,x_u4y1,x_heo4,Djfzs,p-108x1,x_ypxa,x_7qdp,Dslya,x_kajn,x_hqw2,p-pw6q,Dcnkw,x_ltje,Dxj5h,x_bmx2,x_uzhw,p-oviw,x_rf6h,D1gaq,D8kxk,x_9lle,p-4ia8,x_82ln,p-gq88,Dsfub,p-m5rc,p-12yol,x_11y0r,p-wcdo,p-10xcx,Dqqql,D6dhx,Dxvdf,p-9ix,x_vu1r,x_lnff,p-i97z,Di340,D939h,p-6vtu,p-bgt3,Dtsq3,p-hks3,x_9xtc,x_3bif,Dilfx,Druu}'),
	('789', '2026-11-18 12:30:00+00', '{"2026-11-18 07:30:00+00","2026-11-18 07:41:00+00","2026-11-18 07:52:00+00","2026-11-18 08:03:00+00","2026-11-18 08:14:00+00"}', '{t-1,t-2,t-3,t-4,t-5}'),
	('790', '2026-11-18 12:30:00+00', '{"2026-11-18 10:17:00+00","2026-11-16 10:17:00+00"}', '{huge,viral}'),
	('791', '2026-11-18 12:30:00+00', '{"2026-11-18 10:30:00+00","2026-11-18 10:31:00+00","2026-11-18 10:32:00+00","2026-11-18 10:33:00+00","2026-11-18 10:34:00+00","2026-11-18 10:35:00+00","2026-11-18 10:36:00+00","2026-11-18 10:37:00+00","2026-11-18 10:38:00+00","2026-11-18 10:39:00+00","2026-11-18 10:40:00+00","2026-11-18 10:41:00+00","2026-11-18 10:42:00+00","2026-11-18 10:43:00+00","2026-11-18 10:44:00+00","2026-11-18 10:45:00+00","2026-11-18 10:46:00+00","2026-11-18 10:47:00+00","2026-11-18 10:48:00+00","2026-11-18 10:49:00+00","2026-11-18 10:50:00+00","2026-11-18 10:51:00+00"}', '{old-0,old-1,old-2,old-3,old-4,old-5,old-6,old-7,old-8,old-9,old-10,old-11,old-12,old-13,old-14,old-15,old-16,old-17,old-18,old-19,old-20,old-21}');
--;
INSERT INTO public.post_codes VALUES
	('D1gaq', '2026-11-14 16:16:33+00', 'chloe', NULL),
	('D6dhx', '2026-11-17 21:51:49+00', 'lena', NULL),
	('D6ppv', '2026-09-12 23:45:53+00', 'chloe', NULL),
	('D8kxk', '2026-11-15 05:48:50+00', 'ben', NULL),
	('D939h', '2026-11-18 04:10:29+00', 'dan', NULL),
	('Dcnkw', '2026-11-11 09:06:58+00', 'dan', NULL),
	('Di340', '2026-11-18 03:39:09+00', 'jun', NULL),
	('Dilfx', '2026-11-18 10:20:24+00', 'eva', NULL),
	('Djfzs', '2026-10-14 02:41:40+00', 'ines', NULL),
	('Do0z1', '2026-08-31 06:50:35+00', 'dan', NULL),
	('Dqqql', '2026-11-17 19:58:37+00', 'ines', NULL),
	('Druu', '2026-11-18 12:05:59+00', 'amy', NULL),
	('Dsfub', '2026-11-17 05:52:42+00', 'amy', NULL),
	('Dslya', '2026-11-05 17:02:58+00', 'lena', NULL),
	('Dtsq3', '2026-11-18 07:01:56+00', 'dan', NULL),
	('Dxj5h', '2026-11-12 05:12:02+00', 'dan', NULL),
	('Dxvdf', '2026-11-17 23:18:15+00', 'gina', NULL),
	('p-108x1', '2026-10-23 15:55:42+00', 'chloe', NULL),
	('p-10xcx', '2026-11-17 19:05:41+00', 'amy', NULL),
	('p-12yol', '2026-11-17 15:22:34+00', 'lena', NULL),
	('p-35eg', '2026-09-13 19:09:13+00', 'amy', NULL),
	('p-4ia8', '2026-11-15 16:52:32+00', 'jun', NULL),
	('p-6vtu', '2026-11-18 05:12:24+00', 'chloe', NULL),
	('p-9ix', '2026-11-17 23:53:33+00', 'finn', NULL),
	('p-bgt3', '2026-11-18 06:17:58+00', 'gina', NULL),
	('p-fdcg', '2026-09-23 04:58:56+00', 'ben', NULL),
	('p-gq88', '2026-11-16 18:12:43+00', 'dan', NULL),
	('p-hks3', '2026-11-18 07:18:47+00', 'ines', NULL),
	('p-i97z', '2026-11-18 02:56:25+00', 'ines', NULL),
	('p-ixnv', '2026-09-08 20:43:03+00', 'ben', NULL),
	('p-m5rc', '2026-11-17 13:58:27+00', 'eva', NULL),
	('p-n0b7', '2026-09-27 03:19:10+00', 'kai', NULL),
	('p-oviw', '2026-11-14 05:41:28+00', 'finn', NULL),
	('p-p1mv', '2026-09-02 22:22:21+00', 'gina', NULL),
	('p-pw6q', '2026-11-11 01:07:05+00', 'jun', NULL),
	('p-wcdo', '2026-11-17 18:05:48+00', 'dan', NULL),
	('x_11y0r', '2026-11-17 17:00:14+00', 'lena', NULL),
	('x_12a8p', '2026-09-18 03:12:27+00', 'chloe', NULL),
	('x_3bif', '2026-11-18 09:15:26+00', 'ben', NULL),
	('x_462a', '2026-09-10 00:22:20+00', 'ines', NULL),
	('x_5p21', '2026-08-23 06:07:04+00', 'chloe', NULL),
	('x_7qdp', '2026-10-27 16:07:29+00', 'gina', NULL),
	('x_82ln', '2026-11-16 03:39:52+00', 'ines', NULL),
	('x_9lle', '2026-11-15 12:42:41+00', 'lena', NULL),
	('x_9xtc', '2026-11-18 08:11:14+00', 'kai', NULL),
	('x_bmx2', '2026-11-13 03:07:01+00', 'hugo', NULL),
	('x_heo4', '2026-10-04 00:07:33+00', 'kai', NULL),
	('x_hqw2', '2026-11-10 19:20:28+00', 'jun', NULL),
	('x_kajn', '2026-11-10 05:19:26+00', 'ines', NULL),
	('x_kgnm', '2026-09-12 06:49:32+00', 'lena', NULL);
--;
INSERT INTO public.post_codes VALUES
	('x_lnff', '2026-11-18 01:48:50+00', 'chloe', NULL),
	('x_ltje', '2026-11-11 12:21:22+00', 'gina', NULL),
	('x_rf6h', '2026-11-14 12:37:19+00', 'finn', NULL),
	('x_u4y1', '2026-10-01 07:58:44+00', 'gina', NULL),
	('x_uzhw', '2026-11-13 12:58:19+00', 'eva', NULL),
	('x_vu1r', '2026-11-18 01:06:01+00', 'ben', NULL),
	('x_ypxa', '2026-10-24 15:20:28+00', 'jun', NULL),
	('p-fpke', '2026-11-09 21:10:19+00', 'jun', '2026-11-18 12:30:00+00'),
	('t-1', '2026-11-18 07:30:00+00', 'amy', NULL),
	('t-2', '2026-11-18 07:41:00+00', 'ben', NULL),
	('t-3', '2026-11-18 07:52:00+00', 'amy', NULL),
	('t-4', '2026-11-18 08:03:00+00', 'ben', NULL),
	('t-5', '2026-11-18 08:14:00+00', 'amy', NULL),
	('huge', '2026-11-18 10:17:00+00', 'ben', NULL),
	('never-seen', NULL, NULL, '2026-11-18 12:30:00+00'),
	('viral', '2026-11-16 10:17:00+00', 'chloe', NULL),
	('old-0', '2026-11-18 10:30:00+00', 'amy', NULL),
	('old-1', '2026-11-18 10:31:00+00', 'amy', NULL),
	('old-10', '2026-11-18 10:40:00+00', 'amy', NULL),
	('old-11', '2026-11-18 10:41:00+00', 'amy', NULL),
	('old-12', '2026-11-18 10:42:00+00', 'amy', NULL),
	('old-13', '2026-11-18 10:43:00+00', 'amy', NULL),
	('old-14', '2026-11-18 10:44:00+00', 'amy', NULL),
	('old-15', '2026-11-18 10:45:00+00', 'amy', NULL),
	('old-16', '2026-11-18 10:46:00+00', 'amy', NULL),
	('old-17', '2026-11-18 10:47:00+00', 'amy', NULL),
	('old-18', '2026-11-18 10:48:00+00', 'amy', NULL),
	('old-19', '2026-11-18 10:49:00+00', 'amy', NULL),
	('old-2', '2026-11-18 10:32:00+00', 'amy', NULL),
	('old-20', '2026-11-18 10:50:00+00', 'amy', NULL),
	('old-21', '2026-11-18 10:51:00+00', 'amy', NULL),
	('old-3', '2026-11-18 10:33:00+00', 'amy', NULL),
	('old-4', '2026-11-18 10:34:00+00', 'amy', NULL),
	('old-5', '2026-11-18 10:35:00+00', 'amy', NULL),
	('old-6', '2026-11-18 10:36:00+00', 'amy', NULL),
	('old-7', '2026-11-18 10:37:00+00', 'amy', NULL),
	('old-8', '2026-11-18 10:38:00+00', 'amy', NULL),
	('old-9', '2026-11-18 10:39:00+00', 'amy', NULL);
--;
INSERT INTO public.post_metrics_20260823 VALUES
	('2026-08-23 06:07:04+00', '2026-09-14 01:44:18+00', 82, 7, 2, 0, 'x_5p21', NULL),
	('2026-08-23 06:07:04+00', '2026-10-05 21:20:02+00', 145, 2, 2, 0, 'x_5p21', NULL);
--;
INSERT INTO public.post_metrics_20260831 VALUES
	('2026-08-31 06:50:35+00', '2026-09-20 02:16:56+00', 81, 1, 4, 3, 'Do0z1', NULL);
--;
INSERT INTO public.post_metrics_20260902 VALUES
	('2026-09-02 22:22:21+00', '2026-09-22 01:55:45+00', 74, 6, 4, 1, 'p-p1mv', 3015),
	('2026-09-02 22:22:21+00', '2026-10-11 05:27:40+00', 89, 1, 5, 3, 'p-p1mv', 3615),
	('2026-09-02 22:22:21+00', '2026-10-30 08:59:35+00', 141, 3, 1, 3, 'p-p1mv', 5654);
--;
INSERT INTO public.post_metrics_20260912 VALUES
	('2026-09-12 06:49:32+00', '2026-09-29 02:16:09+00', 5, 5, 4, 1, 'x_kgnm', NULL),
	('2026-09-12 23:45:53+00', '2026-09-29 14:58:24+00', 74, 1, 3, 3, 'D6ppv', 2984),
	('2026-09-12 23:45:53+00', '2026-10-16 06:09:26+00', 137, 8, 3, 3, 'D6ppv', 5482);
--;
INSERT INTO public.post_metrics_20260913 VALUES
	('2026-09-13 19:09:13+00', '2026-09-30 05:30:54+00', 9, 8, 5, 3, 'p-35eg', 360),
	('2026-09-13 19:09:13+00', '2026-10-16 15:51:06+00', 54, 5, 2, 2, 'p-35eg', 2190),
	('2026-09-13 19:09:13+00', '2026-11-02 02:11:18+00', 76, 0, 3, 1, 'p-35eg', 3064);
--;
INSERT INTO public.post_metrics_20260923 VALUES
	('2026-09-23 04:58:56+00', '2026-10-07 06:53:12+00', 84, 1, 0, 0, 'p-fdcg', 3360),
	('2026-09-23 04:58:56+00', '2026-10-21 08:45:58+00', 162, 3, 0, 0, 'p-fdcg', 6521),
	('2026-09-23 04:58:56+00', '2026-11-04 10:38:44+00', 169, 4, 1, 1, 'p-fdcg', 6811);
--;
INSERT INTO public.post_metrics_20261001 VALUES
	('2026-10-01 07:58:44+00', '2026-10-13 09:08:03+00', 7, 2, 0, 0, 'x_u4y1', 325);
--;
INSERT INTO public.post_metrics_20261024 VALUES
	('2026-10-24 15:20:28+00', '2026-10-30 20:39:21+00', 85, 0, 3, 0, 'x_ypxa', NULL);
--;
INSERT INTO public.post_metrics_20261027 VALUES
	('2026-10-27 16:07:29+00', '2026-11-02 03:14:36+00', 89, 1, 0, 0, 'x_7qdp', 3598),
	('2026-10-27 16:07:29+00', '2026-11-07 14:20:14+00', 93, 7, 3, 0, 'x_7qdp', 3722);
--;
INSERT INTO public.post_metrics_20261105 VALUES
	('2026-11-05 17:02:58+00', '2026-11-08 21:56:13+00', 5, 3, 0, 0, 'Dslya', 235),
	('2026-11-05 17:02:58+00', '2026-11-12 02:47:59+00', 59, 3, 0, 0, 'Dslya', 2368),
	('2026-11-05 17:02:58+00', '2026-11-15 07:39:44+00', 106, 0, 2, 0, 'Dslya', 4280);
--;
INSERT INTO public.post_metrics_20261110 VALUES
	('2026-11-10 05:19:26+00', '2026-11-12 07:08:34+00', 65, 5, 0, 2, 'x_kajn', 2602),
	('2026-11-10 05:19:26+00', '2026-11-14 08:56:13+00', 66, 8, 0, 2, 'x_kajn', 2641),
	('2026-11-10 19:20:28+00', '2026-11-12 17:39:21+00', 71, 2, 4, 2, 'x_hqw2', 2853),
	('2026-11-10 19:20:28+00', '2026-11-14 15:56:44+00', 142, 4, 5, 0, 'x_hqw2', 5681),
	('2026-11-10 19:20:28+00', '2026-11-16 14:14:07+00', 185, 0, 5, 0, 'x_hqw2', 7452);
--;
INSERT INTO public.post_metrics_20261111 VALUES
	('2026-11-11 01:07:05+00', '2026-11-12 21:59:18+00', 45, 7, 2, 1, 'p-pw6q', NULL),
	('2026-11-11 01:07:05+00', '2026-11-14 18:50:02+00', 67, 5, 4, 0, 'p-pw6q', NULL),
	('2026-11-11 01:07:05+00', '2026-11-16 15:40:46+00', 150, 7, 3, 0, 'p-pw6q', NULL),
	('2026-11-11 09:06:58+00', '2026-11-13 03:59:13+00', 67, 3, 5, 3, 'Dcnkw', 2683),
	('2026-11-11 12:21:22+00', '2026-11-13 06:25:01+00', 72, 2, 0, 0, 'x_ltje', 2924),
	('2026-11-11 12:21:22+00', '2026-11-15 00:27:11+00', 122, 0, 0, 0, 'x_ltje', 4888);
--;
INSERT INTO public.post_metrics_20261112 VALUES
	('2026-11-12 05:12:02+00', '2026-11-13 19:03:01+00', 88, 0, 0, 0, 'Dxj5h', 3579),
	('2026-11-12 05:12:02+00', '2026-11-15 08:52:31+00', 171, 7, 0, 0, 'Dxj5h', 6871),
	('2026-11-12 05:12:02+00', '2026-11-16 22:42:00+00', 240, 3, 0, 0, 'Dxj5h', 9640);
--;
INSERT INTO public.post_metrics_20261113 VALUES
	('2026-11-13 03:07:01+00', '2026-11-14 11:29:15+00', 66, 8, 1, 2, 'x_bmx2', 2658),
	('2026-11-13 03:07:01+00', '2026-11-15 19:50:00+00', 104, 8, 5, 3, 'x_bmx2', 4216),
	('2026-11-13 03:07:01+00', '2026-11-17 04:10:45+00', 111, 0, 5, 2, 'x_bmx2', 4495);
--;
INSERT INTO public.post_metrics_20261114 VALUES
	('2026-11-14 05:41:28+00', '2026-11-15 07:25:06+00', 32, 3, 1, 3, 'p-oviw', 1310),
	('2026-11-14 12:37:19+00', '2026-11-15 12:36:59+00', 56, 8, 0, 0, 'x_rf6h', 2286),
	('2026-11-14 12:37:19+00', '2026-11-16 12:35:09+00', 124, 6, 3, 1, 'x_rf6h', 5002),
	('2026-11-14 16:16:33+00', '2026-11-15 15:21:24+00', 46, 0, 2, 0, 'D1gaq', 1875),
	('2026-11-14 16:16:33+00', '2026-11-16 14:24:46+00', 111, 7, 0, 1, 'D1gaq', 4447),
	('2026-11-14 16:16:33+00', '2026-11-17 13:28:08+00', 195, 2, 0, 1, 'D1gaq', 7803);
--;
INSERT INTO public.post_metrics_20261115 VALUES
	('2026-11-15 12:42:41+00', '2026-11-16 06:41:00+00', 33, 6, 1, 2, 'x_9lle', 1361),
	('2026-11-15 16:52:32+00', '2026-11-16 09:48:24+00', 54, 7, 0, 0, 'p-4ia8', 2193);
--;
INSERT INTO public.post_metrics_20261116 VALUES
	('2026-11-16 03:39:52+00', '2026-11-16 17:53:54+00', 40, 3, 2, 2, 'x_82ln', NULL),
	('2026-11-16 18:12:43+00', '2026-11-17 04:48:32+00', 40, 5, 5, 2, 'p-gq88', NULL),
	('2026-11-16 10:17:00+00', '2026-11-18 11:30:00+00', 4200, 310, 0, 0, 'viral', NULL);
--;
INSERT INTO public.post_metrics_20261117 VALUES
	('2026-11-17 05:52:42+00', '2026-11-17 13:33:31+00', 74, 7, 0, 0, 'Dsfub', NULL),
	('2026-11-17 05:52:42+00', '2026-11-17 21:12:51+00', 80, 3, 5, 3, 'Dsfub', NULL),
	('2026-11-17 05:52:42+00', '2026-11-18 04:52:10+00', 85, 5, 5, 3, 'Dsfub', NULL),
	('2026-11-17 15:22:34+00', '2026-11-17 20:40:55+00', 84, 6, 6, 2, 'p-12yol', 3403),
	('2026-11-17 17:00:14+00', '2026-11-17 21:54:10+00', 93, 6, 0, 0, 'x_11y0r', NULL),
	('2026-11-17 17:00:14+00', '2026-11-18 02:46:37+00', 102, 8, 2, 2, 'x_11y0r', NULL),
	('2026-11-17 18:05:48+00', '2026-11-17 22:43:21+00', 57, 8, 4, 2, 'p-wcdo', 2310),
	('2026-11-17 19:05:41+00', '2026-11-17 23:28:15+00', 51, 2, 0, 2, 'p-10xcx', 2075),
	('2026-11-17 19:05:41+00', '2026-11-18 03:49:20+00', 58, 7, 4, 2, 'p-10xcx', 2354),
	('2026-11-17 19:58:37+00', '2026-11-18 00:07:57+00', 86, 1, 0, 3, 'Dqqql', 3453),
	('2026-11-17 21:51:49+00', '2026-11-18 01:32:51+00', 0, 3, 1, 0, 'D6dhx', 38),
	('2026-11-17 21:51:49+00', '2026-11-18 05:12:24+00', 54, 6, 6, 0, 'D6dhx', 2190),
	('2026-11-17 23:53:33+00', '2026-11-18 03:04:09+00', 68, 6, 0, 0, 'p-9ix', 2761),
	('2026-11-17 23:53:33+00', '2026-11-18 06:13:16+00', 111, 0, 5, 2, 'p-9ix', 4459);
--;
INSERT INTO public.post_metrics_20261118 VALUES
	('2026-11-18 01:06:01+00', '2026-11-18 03:58:30+00', 85, 3, 0, 0, 'x_vu1r', 3455),
	('2026-11-18 01:06:01+00', '2026-11-18 06:49:30+00', 148, 1, 0, 2, 'x_vu1r', 5933),
	('2026-11-18 01:06:01+00', '2026-11-18 09:40:30+00', 181, 0, 4, 0, 'x_vu1r', 7288),
	('2026-11-18 02:56:25+00', '2026-11-18 05:21:18+00', 52, 4, 4, 3, 'p-i97z', NULL),
	('2026-11-18 04:10:29+00', '2026-11-18 06:16:51+00', 38, 2, 2, 1, 'D939h', 1574),
	('2026-11-18 04:10:29+00', '2026-11-18 08:21:44+00', 122, 2, 2, 1, 'D939h', 4925),
	('2026-11-18 05:12:24+00', '2026-11-18 07:03:18+00', 12, 5, 1, 3, 'p-6vtu', NULL),
	('2026-11-18 06:17:58+00', '2026-11-18 07:52:28+00', 53, 6, 1, 2, 'p-bgt3', 2166),
	('2026-11-18 06:17:58+00', '2026-11-18 09:25:29+00', 99, 3, 4, 3, 'p-bgt3', 3962),
	('2026-11-18 06:17:58+00', '2026-11-18 10:58:29+00', 178, 4, 4, 3, 'p-bgt3', 7143),
	('2026-11-18 07:01:56+00', '2026-11-18 08:25:27+00', 48, 2, 5, 3, 'Dtsq3', 1932),
	('2026-11-18 07:01:56+00', '2026-11-18 09:47:28+00', 91, 8, 0, 1, 'Dtsq3', 3643),
	('2026-11-18 07:18:47+00', '2026-11-18 08:38:05+00', 60, 4, 4, 1, 'p-hks3', 2400),
	('2026-11-18 07:18:47+00', '2026-11-18 09:55:53+00', 67, 7, 4, 1, 'p-hks3', 2700),
	('2026-11-18 07:18:47+00', '2026-11-18 11:13:41+00', 141, 7, 0, 1, 'p-hks3', 5667),
	('2026-11-18 08:11:14+00', '2026-11-18 09:17:25+00', 46, 4, 0, 0, 'x_9xtc', 1879),
	('2026-11-18 08:11:14+00', '2026-11-18 10:22:07+00', 118, 7, 2, 2, 'x_9xtc', 4761),
	('2026-11-18 09:15:26+00', '2026-11-18 10:05:34+00', 42, 7, 4, 2, 'x_3bif', NULL),
	('2026-11-18 09:15:26+00', '2026-11-18 10:54:13+00', 115, 7, 3, 0, 'x_3bif', NULL),
	('2026-11-18 10:20:24+00', '2026-11-18 10:54:18+00', 24, 5, 0, 0, 'Dilfx', 965),
	('2026-11-18 12:05:59+00', '2026-11-18 12:13:29+00', 35, 5, 0, 0, 'Druu', 1424),
	('2026-11-18 07:30:00+00', '2026-11-18 08:30:00+00', 0, 0, 0, 0, 't-1', NULL),
	('2026-11-18 07:41:00+00', '2026-11-18 08:30:00+00', 1, 0, 0, 0, 't-2', NULL),
	('2026-11-18 07:52:00+00', '2026-11-18 08:30:00+00', 2, 0, 0, 0, 't-3', NULL),
	('2026-11-18 08:03:00+00', '2026-11-18 08:30:00+00', 3, 0, 0, 0, 't-4', NULL),
	('2026-11-18 08:14:00+00', '2026-11-18 08:30:00+00', 4, 0, 0, 0, 't-5', NULL),
	('2026-11-18 10:17:00+00', '2026-11-18 11:30:00+00', 1000000000000, 0, 0, 0, 'huge', 1000000000000),
	('2026-11-18 10:30:00+00', '2026-11-18 12:20:00+00', 50, 0, 0, 0, 'old-0', NULL),
	('2026-11-18 10:31:00+00', '2026-11-18 12:20:00+00', 51, 0, 0, 0, 'old-1', NULL),
	('2026-11-18 10:32:00+00', '2026-11-18 12:20:00+00', 52, 0, 0, 0, 'old-2', NULL),
	('2026-11-18 10:33:00+00', '2026-11-18 12:20:00+00', 53, 0, 0, 0, 'old-3', NULL),
	('2026-11-18 10:34:00+00', '2026-11-18 12:20:00+00', 54, 0, 0, 0, 'old-4', NULL),
	('2026-11-18 10:35:00+00', '2026-11-18 12:20:00+00', 55, 0, 0, 0, 'old-5', NULL),
	('2026-11-18 10:36:00+00', '2026-11-18 12:20:00+00', 56, 0, 0, 0, 'old-6', NULL),
	('2026-11-18 10:37:00+00', '2026-11-18 12:20:00+00', 57, 0, 0, 0, 'old-7', NULL),
	('2026-11-18 10:38:00+00', '2026-11-18 12:20:00+00', 58, 0, 0, 0, 'old-8', NULL),
	('2026-11-18 10:39:00+00', '2026-11-18 12:20:00+00', 59, 0, 0, 0, 'old-9', NULL),
	('2026-11-18 10:40:00+00', '2026-11-18 12:20:00+00', 60, 0, 0, 0, 'old-10', NULL),
	('2026-11-18 10:41:00+00', '2026-11-18 12:20:00+00', 61, 0, 0, 0, 'old-11', NULL),
	('2026-11-18 10:42:00+00', '2026-11-18 12:20:00+00', 62, 0, 0, 0, 'old-12', NULL),
	('2026-11-18 10:43:00+00', '2026-11-18 12:20:00+00', 63, 0, 0, 0, 'old-13', NULL),
	('2026-11-18 10:44:00+00', '2026-11-18 12:20:00+00', 64, 0, 0, 0, 'old-14', NULL),
	('2026-11-18 10:45:00+00', '2026-11-18 12:20:00+00', 65, 0, 0, 0, 'old-15', NULL),
	('2026-11-18 10:46:00+00', '2026-11-18 12:20:00+00', 66, 0, 0, 0, 'old-16', NULL),
	('2026-11-18 10:47:00+00', '2026-11-18 12:20:00+00', 67, 0, 0, 0, 'old-17', NULL),
	('2026-11-18 10:48:00+00', '2026-11-18 12:20:00+00', 68, 0, 0, 0, 'old-18', NULL),
	('2026-11-18 10:49:00+00', '2026-11-18 12:20:00+00', 69, 0, 0, 0, 'old-19', NULL),
	('2026-11-18 10:50:00+00', '2026-11-18 12:20:00+00', 70, 0, 0, 0, 'old-20', NULL),
	('2026-11-18 10:51:00+00', '2026-11-18 12:20:00+00', 71, 0, 0, 0, 'old-21', NULL);
--;
INSERT INTO public.posts_20260823 VALUES
	('2026-08-23 06:07:04+00', 145, 2, 2, 0, '2026-10-05 21:20:02+00', 72, false, 'yue', 'x_5p21', 'chloe', NULL, '呢間咖啡店啲蛋糕真係好靚|影咗好多相', '{1070178,1086867,81941,1070230,112669,1070433,85885,1072791,69213,1070450,94640,1083083,128693,1080533,82730,1079071,83601,1068994,81741,1071485,99266,1087322,79291,1073009,1070231,118635,129889,1071386,129510,1079032,110002}', NULL, '呢間咖啡店啲蛋糕真係好靚，影咗好多相 😂😂', 'https://social.example/x_5p21', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260831 VALUES
	('2026-08-31 06:50:35+00', 81, 1, 4, 3, '2026-09-20 02:16:56+00', 48, true, 'en', 'Do0z1', 'dan', NULL, '<my> <cat> <think> <the> <keyboard> <be> <a> <bed>|<my> <code> <review> <now> <have> <cat> <hair>', '{41321,24368,40039,53761,25921,25664,54359,25171,33218,3451,21488,7503,26}', 'p-2n2j', 'My cat thinks the keyboard is a bed. My code reviews now have cat hair', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260902 VALUES
	('2026-09-02 22:22:21+00', 141, 3, 1, 3, '2026-10-30 08:59:35+00', 86, true, 'en', 'p-p1mv', 'gina', 5654, '<my> <cat> <think> <the> <keyboard> <be> <a> <bed>|<my> <code> <review> <now> <have> <cat> <hair>', '{41321,24368,40039,53761,25921,25664,54359,25171,33218,3451,21488,7503,26}', 'p-2n2j', 'My cat thinks the keyboard is a bed. My code reviews now have cat hair', 'https://social.example/p-p1mv', 'ndjson', '["https://images.example.com/p-p1mv.jpg"]');
--;
INSERT INTO public.posts_20260908 VALUES
	('2026-09-08 20:43:03+00', 3, 4, 0, 0, '2026-09-08 20:44:33+00', 0, true, 'zh-Hans', 'p-ixnv', 'ben', 179, '这部电影的结局让我想了很久|推荐大家去看看', '{1085401,1085672,115920,1078581,123872,1073009,121331,1078916,129086,1081043,70062,1072192,69561,1084329,94404,1073681,95741,1073395,77410,1068678,99094,1073032,117328,1068613,107636,1074088,1082192,102102,1071399,75716,1072054,131034,1070011,93140,1079051,96273,66473}', 'p-2n2j', '这部电影的结局让我想了很久，推荐大家去看看 😂😂', 'https://social.example/p-ixnv', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260910 VALUES
	('2026-09-10 00:22:20+00', 1, 6, 0, 3, '2026-09-10 00:23:50+00', 0, true, 'zh-Hans', 'x_462a', 'ines', 46, '地铁又晚点了|开会一定会迟到', '{1070896,1086657,119145,1070024,109123,1074778,92469,1077433,77584,1068678,92487,1072896,1068826,92155,1068544,95465,1072026,86595,71333,1085407,111116,1069616,117296}', 'p-2n2j', '地铁又晚点了，开会一定会迟到', 'https://social.example/x_462a', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260912 VALUES
	('2026-09-12 06:49:32+00', 5, 5, 4, 1, '2026-09-29 02:16:09+00', 45, false, 'zh-Hans', 'x_kgnm', 'lena', NULL, '今天的拿铁很好喝|这家咖啡店的老板还送了一块饼干', '{1068746,1071401,105433,1078916,65890,1073919,117823,1086657,118822,1073032,84548,1071485,112570,1070493,68832,1085401,1072054,80756,1070230,79765,1070433,85885,1072791,69213,117869,1081345,111529,1075071,93359,1085400,76063,1085441,99497,1068678,97236,1068544,68104,1070935,106992,1087868,112699,1072754,90851}', NULL, '今天的拿铁很好喝，这家咖啡店的老板还送了一块饼干 😂😂', 'https://social.example/x_kgnm', 'ndjson', '[]'),
	('2026-09-12 23:45:53+00', 137, 8, 3, 3, '2026-10-16 06:09:26+00', 62, false, 'ja', 'D6ppv', 'chloe', 5482, '今日のコーヒーはとても美味しかったです|また行きたい', '{1068746,1074661,81790,1060974,79947,1061043,105442,1061116,88269,1061074,101205,73949,1060975,126641,1060968,102382,1060966,113342,1060994,119174,1081230,126875,1070195,111139,1060951,89985,1060939,69558,1060963,103409,1060959,118078,1060967,130540,1060953,126222,1060990,114566,1083468,100966,1060941,98126,98463,1060932,119718}', NULL, '今日のコーヒーはとても美味しかったです。また行きたい
https://example.com/read?id=7', 'https://social.example/D6ppv', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260913 VALUES
	('2026-09-13 19:09:13+00', 76, 0, 3, 1, '2026-11-02 02:11:18+00', 78, false, 'zh-Hans', 'p-35eg', 'amy', 3064, '地铁又晚点了|开会一定会迟到', '{1070896,1086657,119145,1070024,109123,1074778,92469,1077433,77584,1068678,92487,1072896,1068826,92155,1068544,95465,1072026,86595,71333,1085407,111116,1069616,117296}', NULL, '地铁又晚点了，开会一定会迟到', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260918 VALUES
	('2026-09-18 03:12:27+00', 2, 6, 0, 0, '2026-09-18 03:13:57+00', 0, true, 'zh-Hans', 'x_12a8p', 'chloe', NULL, '新手机的电池终于能用两天了|续航真不错', '{1074608,1073739,108081,1075002,98827,1078916,109220,1078581,94856,1076320,119588,1081032,122227,1068686,69884,1081597,70129,1078568,102230,1068580,92581,1071401,126076,1068678,99269,1081069,1081898,82007,1079071,115201,1068557,97233,1086745,114062}', 'D142s', '新手机的电池终于能用两天了，续航真不错
https://example.com/read?id=7', 'https://social.example/x_12a8p', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260923 VALUES
	('2026-09-23 04:58:56+00', 169, 4, 1, 1, '2026-11-04 10:38:44+00', 71, true, 'zh-Hans', 'p-fdcg', 'ben', 6811, '今天的拿铁很好喝|这家咖啡店的老板还送了一块饼干|日常', '{1068746,1071401,105433,1078916,65890,1073919,117823,1086657,118822,1073032,84548,1071485,112570,1070493,68832,1085401,1072054,80756,1070230,79765,1070433,85885,1072791,69213,117869,1081345,111529,1075071,93359,1085400,76063,1085441,99497,1068678,97236,1068544,68104,1070935,106992,1087868,112699,1072754,90851,1074661,1072696,128969}', 'x_462a', '今天的拿铁很好喝，这家咖啡店的老板还送了一块饼干 #日常', 'https://social.example/p-fdcg', 'ndjson', '[]');
--;
INSERT INTO public.posts_20260927 VALUES
	('2026-09-27 03:19:10+00', 2, 8, 0, 0, '2026-09-27 03:20:40+00', 0, false, 'zh-Hans', 'p-n0b7', 'kai', 128, '这部电影的结局让我想了很久|推荐大家去看看', '{1085401,1085672,115920,1078581,123872,1073009,121331,1078916,129086,1081043,70062,1072192,69561,1084329,94404,1073681,95741,1073395,77410,1068678,99094,1073032,117328,1068613,107636,1074088,1082192,102102,1071399,75716,1072054,131034,1070011,93140,1079051,96273,66473}', NULL, '这部电影的结局让我想了很久，推荐大家去看看', 'https://social.example/p-n0b7', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261001 VALUES
	('2026-10-01 07:58:44+00', 7, 2, 0, 0, '2026-10-13 09:08:03+00', 41, true, 'ko', 'x_u4y1', 'gina', 325, '주말에 영화를 봤는데 결말이 계속 생각나요', '{1100028,1096144,95835,1099216,90115,1099265,1103444,121878,1096060,75191,1096996,1094292,123216,1094512,96340,1092784,75033,1099636,107430,1092804,1098125,115661,1097949,1092609,83144,1093784,116810,1099412,79660}', 'x_ge0a', '주말에 영화를 봤는데 결말이 계속 생각나요', 'https://social.example/x_u4y1', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261004 VALUES
	('2026-10-04 00:07:33+00', 12, 3, 6, 3, '2026-10-04 00:09:03+00', 0, false, 'zh-Hans', 'x_heo4', 'kai', 507, '新手机的电池终于能用两天了|续航真不错', '{1074608,1073739,108081,1075002,98827,1078916,109220,1078581,94856,1076320,119588,1081032,122227,1068686,69884,1081597,70129,1078568,102230,1068580,92581,1071401,126076,1068678,99269,1081069,1081898,82007,1079071,115201,1068557,97233,1086745,114062}', NULL, '新手机的电池终于能用两天了，续航真不错 😂😂', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261014 VALUES
	('2026-10-14 02:41:40+00', 3, 1, 0, 0, '2026-10-14 02:43:10+00', 0, false, 'zh-Hant', 'Djfzs', 'ines', 122, '自己在家做手沖咖啡|終於沒有那麼酸了', '{1081834,1072625,78208,1070888,85165,1072054,87358,1069146,104436,1073739,102528,1076374,66635,1070230,113662,1070433,85885,1080642,1074620,76740,1076370,113908,1074953,72941,1085603,127823,1089212,74520,1085816,99350,1068678,94124}', NULL, '自己在家做手沖咖啡，終於沒有那麼酸了 ☕️', 'https://social.example/Djfzs', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261023 VALUES
	('2026-10-23 15:55:42+00', 4, 3, 2, 2, '2026-10-23 15:57:12+00', 0, false, 'other', 'p-108x1', 'chloe', NULL, '<le> <train> <était> <encore> <en> <retard> <ce> <matin>|日常', '{3554,22735,7172,5995,60484,39480,26475,16608,1074661,1072696,128969}', NULL, 'Le train était encore en retard ce matin #日常', 'https://social.example/p-108x1', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261024 VALUES
	('2026-10-24 15:20:28+00', 85, 0, 3, 0, '2026-10-30 20:39:21+00', 35, false, 'ko', 'x_ypxa', 'jun', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요', '{1100224,1103192,67895,1100960,117625,1099636,96882,1095184,1094310,1099188,77455,1098012,68670,1103500,1099608,124637,1099216,93662,1092609,122962,1103200,80266,1092739,1092633,1099076,89590,1099412,94241}', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요！！', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261027 VALUES
	('2026-10-27 16:07:29+00', 93, 7, 3, 0, '2026-11-07 14:20:14+00', 39, false, 'ja', 'x_7qdp', 'gina', 3722, '週末に山へ登りました|景色が本当にきれいでした', '{1085489,1074987,103336,1060971,93676,1072241,108726,1060984,106505,1078907,85312,1061002,105724,1060990,71871,1060951,130761,1060959,88298,1074799,1081970,66120,1060940,69175,1074988,127683,1072979,116667,118638,1060941,75114,1061004,112447,1060932,112113,1060967,78777,115861}', NULL, '週末に山へ登りました。景色が本当にきれいでした', 'https://social.example/x_7qdp', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261105 VALUES
	('2026-11-05 17:02:58+00', 106, 0, 2, 0, '2026-11-15 07:39:44+00', 38, false, 'ja', 'Dslya', 'lena', 4280, '電車が遅れていて|会議に間に合わないかもしれない', '{1087227,1085130,77660,1060940,128097,1085509,85578,1061004,109219,1060966,97077,1060932,99727,93788,1068826,1084272,65753,1060971,106925,1086867,116868,115215,1070088,69193,1061007,73251,1060970,127260,113093,1060939,129440,1060994,72033,1060951,121528,101274,75806}', NULL, '電車が遅れていて、会議に間に合わないかもしれない
https://example.com/read?id=7', 'https://social.example/Dslya', 'ndjson', '["https://images.example.com/Dslya.jpg"]');
--;
INSERT INTO public.posts_20261110 VALUES
	('2026-11-10 05:19:26+00', 66, 8, 0, 2, '2026-11-14 08:56:13+00', 33, false, 'zh-Hant', 'x_kajn', 'ines', 2641, '台積電法說會的重點整理|資本支出上修|<ai> 訂單還很滿', '{1070064,1079885,76453,1087227,97820,1076437,106475,1084074,92941,1074947,130219,1078916,111496,1085901,91073,1089246,112902,1074548,128879,1078278,71704,1084615,1074988,127568,1074479,71131,1069562,96098,1068554,70706,1069038,91075,6811,1083906,1070510,119685,1085572,115653,1073032,89717,1076991,82574}', NULL, '台積電法說會的重點整理：資本支出上修，AI 訂單還很滿！！', 'https://social.example/x_kajn', 'ndjson', '[]'),
	('2026-11-10 19:20:28+00', 185, 0, 5, 0, '2026-11-16 14:14:07+00', 34, true, 'yue', 'x_hqw2', 'jun', 7452, '呢間咖啡店啲蛋糕真係好靚|影咗好多相', '{1070178,1086867,81941,1070230,112669,1070433,85885,1072791,69213,1070450,94640,1083083,128693,1080533,82730,1079071,83601,1068994,81741,1071485,99266,1087322,79291,1073009,1070231,118635,129889,1071386,129510,1079032,110002}', 'x_aa1a', '呢間咖啡店啲蛋糕真係好靚，影咗好多相', 'https://social.example/x_hqw2', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261111 VALUES
	('2026-11-11 01:07:05+00', 150, 7, 3, 0, '2026-11-16 15:40:46+00', 34, false, 'zh-Hant', 'p-pw6q', 'jun', NULL, '今天的拿鐵很好喝|這間咖啡店的老闆還送了一塊餅乾|<amy>', '{1068746,1071401,105433,1078916,65890,1073919,117823,1086517,105463,1073032,109436,1071485,112570,1070493,68832,1085465,1086867,89027,1070230,112669,1070433,85885,1072791,69213,117869,1081345,111529,1086918,78924,1085572,115100,1085441,90188,1068678,97236,1068544,68104,1071178,105526,1087749,84212,1068670,81756,32016}', NULL, '今天的拿鐵很好喝，這間咖啡店的老闆還送了一塊餅乾 @amy', 'https://social.example/p-pw6q', 'ndjson', '[]'),
	('2026-11-11 09:06:58+00', 67, 3, 5, 3, '2026-11-13 03:59:13+00', 28, false, 'other', 'Dcnkw', 'dan', 2683, '<le> <train> <était> <encore> <en> <retard> <ce> <matin>|<amy>', '{3554,22735,7172,5995,60484,39480,26475,16608,32016}', NULL, 'Le train était encore en retard ce matin @amy', 'https://social.example/Dcnkw', 'ndjson', '[]'),
	('2026-11-11 12:21:22+00', 122, 0, 0, 0, '2026-11-15 00:27:11+00', 31, false, 'other', 'x_ltje', 'gina', 4888, '<le> <train> <était> <encore> <en> <retard> <ce> <matin> 咖啡 <coffee>', '{3554,22735,7172,5995,60484,39480,26475,16608,1070230,1070433,85885,18375}', NULL, 'Le train était encore en retard ce matin 咖啡 coffee', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261112 VALUES
	('2026-11-12 05:12:02+00', 240, 3, 0, 0, '2026-11-16 22:42:00+00', 33, true, 'zh-Hant', 'Dxj5h', 'dan', 9640, '這部電影的結局讓我想了很久|推薦大家去看', '{1085465,1085672,130834,1087227,129603,1073009,113380,1078916,129086,1080656,101683,1072192,73661,1084307,91260,1073681,96707,1073395,77410,1068678,99094,1073032,117328,1068613,107636,1074088,1082790,115804,1071399,128010,1072054,131034,1070011,93140,1079051,96273}', 'D67dy', '這部電影的結局讓我想了很久，推薦大家去看', 'https://social.example/Dxj5h', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261113 VALUES
	('2026-11-13 03:07:01+00', 111, 0, 5, 2, '2026-11-17 04:10:45+00', 33, false, 'zh-Hans', 'x_bmx2', 'hugo', 4495, '新手机的电池终于能用两天了|续航真不错|日常', '{1074608,1073739,108081,1075002,98827,1078916,109220,1078581,94856,1076320,119588,1081032,122227,1068686,69884,1081597,70129,1078568,102230,1068580,92581,1071401,126076,1068678,99269,1081069,1081898,82007,1079071,115201,1068557,97233,1086745,114062,1074661,1072696,128969}', NULL, '新手机的电池终于能用两天了，续航真不错 #日常', 'https://social.example/x_bmx2', 'ndjson', '[]'),
	('2026-11-13 12:58:19+00', 2, 7, 0, 0, '2026-11-13 12:59:49+00', 0, true, 'zh-Hant', 'x_uzhw', 'eva', 130, '台積電法說會的重點整理|資本支出上修|<ai> 訂單還很滿', '{1070064,1079885,76453,1087227,97820,1076437,106475,1084074,92941,1074947,130219,1078916,111496,1085901,91073,1089246,112902,1074548,128879,1078278,71704,1084615,1074988,127568,1074479,71131,1069562,96098,1068554,70706,1069038,91075,6811,1083906,1070510,119685,1085572,115653,1073032,89717,1076991,82574}', 'p-2n2j', '台積電法說會的重點整理：資本支出上修，AI 訂單還很滿 😂😂', 'https://social.example/x_uzhw', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261114 VALUES
	('2026-11-14 05:41:28+00', 32, 3, 1, 3, '2026-11-15 07:25:06+00', 26, false, 'ko', 'p-oviw', 'finn', 1310, '고양이가 키보드 위에서 자고 있어요|日常', '{1092832,1099153,83103,1099636,67435,1092608,93178,1101988,1096948,67981,1094876,117057,1099524,1099216,95759,1098012,128388,1099664,108488,1099656,1099188,91608,1099412,114073,1074661,1072696,128969}', NULL, '고양이가 키보드 위에서 자고 있어요 #日常', 'https://social.example/p-oviw', 'ndjson', '[]'),
	('2026-11-14 12:37:19+00', 124, 6, 3, 1, '2026-11-16 12:35:09+00', 29, true, 'zh-Hans', 'x_rf6h', 'finn', 5002, '新手机的电池终于能用两天了|续航真不错', '{1074608,1073739,108081,1075002,98827,1078916,109220,1078581,94856,1076320,119588,1081032,122227,1068686,69884,1081597,70129,1078568,102230,1068580,92581,1071401,126076,1068678,99269,1081069,1081898,82007,1079071,115201,1068557,97233,1086745,114062}', 'p-56q4', '新手机的电池终于能用两天了，续航真不错
https://example.com/read?id=7', '', 'ndjson', '[]'),
	('2026-11-14 16:16:33+00', 195, 2, 0, 1, '2026-11-17 13:28:08+00', 31, false, 'ja', 'D1gaq', 'chloe', 7803, '今日のコーヒーはとても美味しかったです|また行きたい', '{1068746,1074661,81790,1060974,79947,1061043,105442,1061116,88269,1061074,101205,73949,1060975,126641,1060968,102382,1060966,113342,1060994,119174,1081230,126875,1070195,111139,1060951,89985,1060939,69558,1060963,103409,1060959,118078,1060967,130540,1060953,126222,1060990,114566,1083468,100966,1060941,98126,98463,1060932,119718}', NULL, '今日のコーヒーはとても美味しかったです。また行きたい', 'https://social.example/D1gaq', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261115 VALUES
	('2026-11-15 05:48:50+00', 6, 4, 0, 0, '2026-11-15 05:50:20+00', 0, true, 'en', 'D8kxk', 'ben', 245, '<the> <new> <coffee> <place> <around> <the> <corner> <bake> <its> <own> <bread> <and> <i> <be> <never> <leave>', '{53761,53139,18375,6916,17252,65098,43947,31953,19254,42639,42995,23359,25664,43058,15530}', 'p-35eg', 'The new coffee place around the corner bakes its own bread and I am never leaving 😂😂', 'https://social.example/D8kxk', 'ndjson', '[]'),
	('2026-11-15 12:42:41+00', 33, 6, 1, 2, '2026-11-16 06:41:00+00', 25, true, 'other', 'x_9lle', 'lena', 1361, '<le> <café> <du> <coin> <fait> <son> <propre> <pain>|<et> <je> <ne> <partirai> <jamais>', '{3554,41476,1131,30692,8168,3059,24701,25892,48234,7152,9619,38268,29617}', 'x_50m5', 'Le café du coin fait son propre pain, et je ne partirai jamais', '', 'ndjson', '["https://images.example.com/x_9lle.jpg"]'),
	('2026-11-15 16:52:32+00', 54, 7, 0, 0, '2026-11-16 09:48:24+00', 24, true, 'zh-Hant', 'p-4ia8', 'jun', 2193, '捷運又誤點了|今天開會一定會遲到|<amy>', '{1074039,1085515,81529,1070024,89307,1084068,96908,1089246,96706,1068678,87460,1068746,1071401,105433,1086859,122753,1074947,81058,1068544,77368,1072026,86595,126896,1085554,77240,1069616,68229,32016}', 'x_xyt', '捷運又誤點了，今天開會一定會遲到… @amy', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261116 VALUES
	('2026-11-16 03:39:52+00', 40, 3, 2, 2, '2026-11-16 17:53:54+00', 24, false, 'yue', 'x_82ln', 'ines', NULL, '巴士又遲到|我諗今日實返唔到工喇|<amy>', '{1072628,1071339,68368,1070024,97105,1085554,108750,1069616,68229,1073681,1084119,75318,1068746,113964,1074661,81790,1072102,101025,1085396,77347,1070356,88033,128305,1072613,95404,1070471,67722,32016}', NULL, '巴士又遲到，我諗今日實返唔到工喇 @amy', '', 'ndjson', '[]'),
	('2026-11-16 18:12:43+00', 40, 5, 5, 2, '2026-11-17 04:48:32+00', 22, false, 'ko', 'p-gq88', 'dan', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요', '{1100224,1103192,67895,1100960,117625,1099636,96882,1095184,1094310,1099188,77455,1098012,68670,1103500,1099608,124637,1099216,93662,1092609,122962,1103200,80266,1092739,1092633,1099076,89590,1099412,94241}', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요 😂😂', 'https://social.example/p-gq88', 'ndjson', '[]'),
	('2026-11-16 10:17:00+00', 4200, 310, 0, 0, '2026-11-18 11:30:00+00', 29, false, 'zh-Hant', 'viral', 'chloe', NULL, '全台停電|大家都在問什麼時候來電', '{1069416,1070064,78629,1069148,123990,1087227,107523,1071399,1072054,131034,1085693,80981,1070888,105025,1070415,91387,1068736,73335,1089212,126198,1074754,113753,1069081,77207,1068934,83053,118566}', NULL, '全台停電，大家都在問什麼時候來電', '', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261117 VALUES
	('2026-11-17 05:52:42+00', 85, 5, 5, 3, '2026-11-18 04:52:10+00', 26, true, 'yue', 'Dsfub', 'amy', NULL, '今日嘅凍檸茶好好飲|下次再嚟過', '{1068746,1074661,81790,1070597,125289,1069517,73799,1075896,129353,1082166,72308,1071485,124961,80686,1087730,108245,1068555,1076001,102955,1069453,91748,1070751,75752,1085518,130916}', 'p-1mep', '今日嘅凍檸茶好好飲，下次再嚟過
https://example.com/read?id=7', '', 'ndjson', '["https://images.example.com/Dsfub.jpg"]'),
	('2026-11-17 13:58:27+00', 1, 2, 0, 0, '2026-11-17 13:59:57+00', 0, true, 'ko', 'p-m5rc', 'eva', NULL, '오늘 마신 커피가 정말 맛있어서 또 가고 싶어요|<amy>', '{1099300,1094296,118425,1096136,1098464,101168,1101540,1103164,86698,1092608,114955,1099797,1096144,99880,1096155,1099656,86405,1099188,91608,1098012,68670,1095184,1092832,95191,1098486,70806,1099412,114073,32016}', 'x_462a', '오늘 마신 커피가 정말 맛있어서 또 가고 싶어요 @amy', 'https://social.example/p-m5rc', 'ndjson', '["https://images.example.com/p-m5rc.jpg"]'),
	('2026-11-17 15:22:34+00', 84, 6, 6, 2, '2026-11-17 20:40:55+00', 19, false, 'zh-Hans', 'p-12yol', 'lena', 3403, '周末去爬山|天气特别好|照片发在后面', '{1070184,1074987,120734,1070011,102842,1077804,98005,1072241,116190,1071401,1076244,69784,1077881,111463,1069611,105566,1071485,116868,1077607,1077831,129775,1070033,93155,1070888,95252,1070094,82542,1087330,111203}', NULL, '周末去爬山，天气特别好，照片发在后面', '', 'ndjson', '["https://images.example.com/p-12yol.jpg"]'),
	('2026-11-17 17:00:14+00', 102, 8, 2, 2, '2026-11-18 02:46:37+00', 22, false, 'ko', 'x_11y0r', 'lena', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요', '{1100224,1103192,67895,1100960,117625,1099636,96882,1095184,1094310,1099188,77455,1098012,68670,1103500,1099608,124637,1099216,93662,1092609,122962,1103200,80266,1092739,1092633,1099076,89590,1099412,94241}', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요', 'https://social.example/x_11y0r', 'ndjson', '[]'),
	('2026-11-17 18:05:48+00', 57, 8, 4, 2, '2026-11-17 22:43:21+00', 18, false, 'yue', 'p-wcdo', 'dan', 2310, '今日嘅凍檸茶好好飲|下次再嚟過', '{1068746,1074661,81790,1070597,125289,1069517,73799,1075896,129353,1082166,72308,1071485,124961,80686,1087730,108245,1068555,1076001,102955,1069453,91748,1070751,75752,1085518,130916}', NULL, '今日嘅凍檸茶好好飲，下次再嚟過', 'https://social.example/p-wcdo', 'ndjson', '[]'),
	('2026-11-17 19:05:41+00', 58, 7, 4, 2, '2026-11-18 03:49:20+00', 21, false, 'zh-Hant', 'p-10xcx', 'amy', 2354, '這部電影的結局讓我想了很久|推薦大家去看', '{1085465,1085672,130834,1087227,129603,1073009,113380,1078916,129086,1080656,101683,1072192,73661,1084307,91260,1073681,96707,1073395,77410,1068678,99094,1073032,117328,1068613,107636,1074088,1082790,115804,1071399,128010,1072054,131034,1070011,93140,1079051,96273}', NULL, '這部電影的結局讓我想了很久，推薦大家去看', 'https://social.example/p-10xcx', 'ndjson', '[]'),
	('2026-11-17 19:58:37+00', 86, 1, 0, 3, '2026-11-18 00:07:57+00', 18, true, 'other', 'Dqqql', 'ines', 3453, '<le> <train> <était> <encore> <en> <retard> <ce> <matin>|日常', '{3554,22735,7172,5995,60484,39480,26475,16608,1074661,1072696,128969}', 'x_4oe7', 'Le train était encore en retard ce matin #日常', 'https://social.example/Dqqql', 'ndjson', '[]'),
	('2026-11-17 21:51:49+00', 54, 6, 6, 0, '2026-11-18 05:12:24+00', 21, false, 'ko', 'D6dhx', 'lena', 2190, '주말에 영화를 봤는데 결말이 계속 생각나요|日常', '{1100028,1096144,95835,1099216,90115,1099265,1103444,121878,1096060,75191,1096996,1094292,123216,1094512,96340,1092784,75033,1099636,107430,1092804,1098125,115661,1097949,1092609,83144,1093784,116810,1099412,79660,1074661,1072696,128969}', NULL, '주말에 영화를 봤는데 결말이 계속 생각나요 #日常', 'https://social.example/D6dhx', 'ndjson', '[]'),
	('2026-11-17 23:18:15+00', 3, 3, 3, 3, '2026-11-17 23:19:45+00', 0, false, 'other', 'Dxvdf', 'gina', 128, '<le> <train> <était> <encore> <en> <retard> <ce> <matin>', '{3554,22735,7172,5995,60484,39480,26475,16608}', NULL, 'Le train était encore en retard ce matin！！', 'https://social.example/Dxvdf', 'ndjson', '[]'),
	('2026-11-17 23:53:33+00', 111, 0, 5, 2, '2026-11-18 06:13:16+00', 20, false, 'ko', 'p-9ix', 'finn', 4459, '지하철이 또 늦어서 회의에 지각할 것 같아요', '{1100224,1103192,67895,1100960,117625,1099636,96882,1095184,1094310,1099188,77455,1098012,68670,1103500,1099608,124637,1099216,93662,1092609,122962,1103200,80266,1092739,1092633,1099076,89590,1099412,94241}', NULL, '지하철이 또 늦어서 회의에 지각할 것 같아요
https://example.com/read?id=7', 'https://social.example/p-9ix', 'ndjson', '[]');
--;
INSERT INTO public.posts_20261118 VALUES
	('2026-11-18 01:06:01+00', 181, 0, 4, 0, '2026-11-18 09:40:30+00', 21, false, 'other', 'x_vu1r', 'ben', 7288, '<le> <café> <du> <coin> <fait> <son> <propre> <pain>|<et> <je> <ne> <partirai> <jamais>|日常', '{3554,41476,1131,30692,8168,3059,24701,25892,48234,7152,9619,38268,29617,1074661,1072696,128969}', NULL, 'Le café du coin fait son propre pain, et je ne partirai jamais #日常', 'https://social.example/x_vu1r', 'ndjson', '[]'),
	('2026-11-18 01:48:50+00', 2, 8, 0, 0, '2026-11-18 01:50:20+00', 0, true, 'yue', 'x_lnff', 'chloe', 93, '今日嘅凍檸茶好好飲|下次再嚟過', '{1068746,1074661,81790,1070597,125289,1069517,73799,1075896,129353,1082166,72308,1071485,124961,80686,1087730,108245,1068555,1076001,102955,1069453,91748,1070751,75752,1085518,130916}', 'D3nqd', '今日嘅凍檸茶好好飲，下次再嚟過
https://example.com/read?id=7', 'https://social.example/x_lnff', 'ndjson', '[]'),
	('2026-11-18 02:56:25+00', 52, 4, 4, 3, '2026-11-18 05:21:18+00', 16, true, 'zh-Hans', 'p-i97z', 'ines', NULL, '地铁又晚点了|开会一定会迟到', '{1070896,1086657,119145,1070024,109123,1074778,92469,1077433,77584,1068678,92487,1072896,1068826,92155,1068544,95465,1072026,86595,71333,1085407,111116,1069616,117296}', 'p-lqv', '地铁又晚点了，开会一定会迟到！！', '', 'ndjson', '[]'),
	('2026-11-18 03:39:09+00', 1, 5, 0, 0, '2026-11-18 03:40:39+00', 0, false, 'yue', 'Di340', 'jun', NULL, '呢間咖啡店啲蛋糕真係好靚|影咗好多相|日常', '{1070178,1086867,81941,1070230,112669,1070433,85885,1072791,69213,1070450,94640,1083083,128693,1080533,82730,1079071,83601,1068994,81741,1071485,99266,1087322,79291,1073009,1070231,118635,129889,1071386,129510,1079032,110002,1074661,1072696,128969}', NULL, '呢間咖啡店啲蛋糕真係好靚，影咗好多相 #日常', 'https://social.example/Di340', 'ndjson', '["https://images.example.com/Di340.jpg"]'),
	('2026-11-18 04:10:29+00', 122, 2, 2, 1, '2026-11-18 08:21:44+00', 18, true, 'other', 'D939h', 'dan', 4925, '<le> <train> <était> <encore> <en> <retard> <ce> <matin>', '{3554,22735,7172,5995,60484,39480,26475,16608}', 'p-2n2j', 'Le train était encore en retard ce matin', 'https://social.example/D939h', 'ndjson', '[]'),
	('2026-11-18 05:12:24+00', 12, 5, 1, 3, '2026-11-18 07:03:18+00', 14, true, 'zh-Hans', 'p-6vtu', 'chloe', NULL, '今天的拿铁很好喝|这家咖啡店的老板还送了一块饼干 咖啡 <coffee>', '{1068746,1071401,105433,1078916,65890,1073919,117823,1086657,118822,1073032,84548,1071485,112570,1070493,68832,1085401,1072054,80756,1070230,79765,1070433,85885,1072791,69213,117869,1081345,111529,1075071,93359,1085400,76063,1085441,99497,1068678,97236,1068544,68104,1070935,106992,1087868,112699,1072754,90851,18375}', 'D1gaq', '今天的拿铁很好喝，这家咖啡店的老板还送了一块饼干 咖啡 coffee', '', 'ndjson', '["https://images.example.com/p-6vtu.jpg"]'),
	('2026-11-18 06:17:58+00', 178, 4, 4, 3, '2026-11-18 10:58:29+00', 19, false, 'zh-Hant', 'p-bgt3', 'gina', 7143, '捷運又誤點了|今天開會一定會遲到', '{1074039,1085515,81529,1070024,89307,1084068,96908,1089246,96706,1068678,87460,1068746,1071401,105433,1086859,122753,1074947,81058,1068544,77368,1072026,86595,126896,1085554,77240,1069616,68229}', NULL, '捷運又誤點了，今天開會一定會遲到…', '', 'ndjson', '[]'),
	('2026-11-18 07:01:56+00', 91, 8, 0, 1, '2026-11-18 09:47:28+00', 16, true, 'zh-Hant', 'Dtsq3', 'dan', 3643, '這部電影的結局讓我想了很久|推薦大家去看', '{1085465,1085672,130834,1087227,129603,1073009,113380,1078916,129086,1080656,101683,1072192,73661,1084307,91260,1073681,96707,1073395,77410,1068678,99094,1073032,117328,1068613,107636,1074088,1082790,115804,1071399,128010,1072054,131034,1070011,93140,1079051,96273}', 'x_24qm', '這部電影的結局讓我想了很久，推薦大家去看', 'https://social.example/Dtsq3', 'ndjson', '[]'),
	('2026-11-18 07:18:47+00', 141, 7, 0, 1, '2026-11-18 11:13:41+00', 18, true, 'en', 'p-hks3', 'ines', 5667, '<we> <go> <hike> <on> <sunday> <and> <see> <two> <fox> <near> <the> <lake>|日常', '{14888,40743,62430,24020,40920,42995,488,43889,17398,39822,53761,30997,1074661,1072696,128969}', 'p-2t6i', 'We went hiking on Sunday and saw two foxes near the lake #日常', 'https://social.example/p-hks3', 'ndjson', '[]'),
	('2026-11-18 08:11:14+00', 118, 7, 2, 2, '2026-11-18 10:22:07+00', 15, false, 'yue', 'x_9xtc', 'kai', 4761, '呢間咖啡店啲蛋糕真係好靚|影咗好多相|日常', '{1070178,1086867,81941,1070230,112669,1070433,85885,1072791,69213,1070450,94640,1083083,128693,1080533,82730,1079071,83601,1068994,81741,1071485,99266,1087322,79291,1073009,1070231,118635,129889,1071386,129510,1079032,110002,1074661,1072696,128969}', NULL, '呢間咖啡店啲蛋糕真係好靚，影咗好多相 #日常', 'https://social.example/x_9xtc', 'ndjson', '[]'),
	('2026-11-18 09:15:26+00', 115, 7, 3, 0, '2026-11-18 10:54:13+00', 14, false, 'ja', 'x_3bif', 'ben', NULL, '電車が遅れていて|会議に間に合わないかもしれない', '{1087227,1085130,77660,1060940,128097,1085509,85578,1061004,109219,1060966,97077,1060932,99727,93788,1068826,1084272,65753,1060971,106925,1086867,116868,115215,1070088,69193,1061007,73251,1060970,127260,113093,1060939,129440,1060994,72033,1060951,121528,101274,75806}', NULL, '電車が遅れていて、会議に間に合わないかもしれない！！', 'https://social.example/x_3bif', 'ndjson', '[]'),
	('2026-11-18 10:20:24+00', 24, 5, 0, 0, '2026-11-18 10:54:18+00', 9, true, 'ja', 'Dilfx', 'eva', 965, '猫がキーボードの上で寝ているので仕事になりません|日常', '{1078059,1060940,75963,1061037,123386,1061116,67357,1061084,104694,130707,1061065,74491,1060974,80994,1068554,109234,1060967,121379,1072093,95756,1060966,107008,1060932,99727,1061003,103296,97603,108706,1068757,129902,1068683,112547,1060971,104149,1060970,127113,1061002,75162,1060990,71871,1060955,79709,1061011,81433,1074661,1072696,128969}', 'x_3hme', '猫がキーボードの上で寝ているので仕事になりません #日常', 'https://social.example/Dilfx', 'ndjson', '[]'),
	('2026-11-18 12:05:59+00', 35, 5, 0, 0, '2026-11-18 12:13:29+00', 2, true, 'ko', 'Druu', 'amy', 1424, '주말에 영화를 봤는데 결말이 계속 생각나요 咖啡 <coffee>', '{1100028,1096144,95835,1099216,90115,1099265,1103444,121878,1096060,75191,1096996,1094292,123216,1094512,96340,1092784,75033,1099636,107430,1092804,1098125,115661,1097949,1092609,83144,1093784,116810,1099412,79660,1070230,1070433,85885,18375}', 'Dfmw', '주말에 영화를 봤는데 결말이 계속 생각나요 咖啡 coffee', 'https://social.example/Druu', 'ndjson', '[]'),
	('2026-11-18 07:30:00+00', 0, 0, 0, 0, '2026-11-18 08:30:00+00', 12, true, 'en', 't-1', 'amy', NULL, '<thread> <about> <train>|<part> <0>', '{8788,28398,22735,691,36429}', 'unknown-top', 'Thread about trains, part 0', '', 'ndjson', '[]'),
	('2026-11-18 07:41:00+00', 1, 0, 0, 0, '2026-11-18 08:30:00+00', 11, true, 'en', 't-2', 'ben', NULL, '<thread> <about> <train>|<part> <1>', '{8788,28398,22735,691,53005}', 't-1', 'Thread about trains, part 1', '', 'ndjson', '[]'),
	('2026-11-18 07:52:00+00', 2, 0, 0, 0, '2026-11-18 08:30:00+00', 10, true, 'en', 't-3', 'amy', NULL, '<thread> <about> <train>|<part> <2>', '{8788,28398,22735,691,2273}', 't-2', 'Thread about trains, part 2', '', 'ndjson', '[]'),
	('2026-11-18 08:03:00+00', 3, 0, 0, 0, '2026-11-18 08:30:00+00', 8, true, 'en', 't-4', 'ben', NULL, '<thread> <about> <train>|<part> <3>', '{8788,28398,22735,691,19803}', 't-3', 'Thread about trains, part 3', '', 'ndjson', '[]'),
	('2026-11-18 08:14:00+00', 4, 0, 0, 0, '2026-11-18 08:30:00+00', 6, true, 'en', 't-5', 'amy', NULL, '<thread> <about> <train>|<part> <4>', '{8788,28398,22735,691,335}', 't-2', 'Thread about trains, part 4', '', 'ndjson', '[]'),
	('2026-11-18 10:17:00+00', 1000000000000, 0, 0, 0, '2026-11-18 11:30:00+00', 13, false, 'en', 'huge', 'ben', 1000000000000, '<the> <largest> <train> <of> <all>', '{53761,64218,22735,55686,46960}', NULL, 'The largest train of all', '', 'ndjson', '[]'),
	('2026-11-18 10:30:00+00', 50, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-0', 'amy', NULL, '舊版的消息|第 <0> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,36429,1069639}', NULL, '舊版的消息，第 0 則', '', 'ndjson', '[]'),
	('2026-11-18 10:31:00+00', 51, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-1', 'amy', NULL, '舊版的消息|第 <1> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,53005,1069639}', NULL, '舊版的消息，第 1 則', '', 'ndjson', '[]'),
	('2026-11-18 10:32:00+00', 52, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-2', 'amy', NULL, '舊版的消息|第 <2> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,2273,1069639}', NULL, '舊版的消息，第 2 則', '', 'ndjson', '[]'),
	('2026-11-18 10:33:00+00', 53, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-3', 'amy', NULL, '舊版的消息|第 <3> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,19803,1069639}', NULL, '舊版的消息，第 3 則', '', 'ndjson', '[]'),
	('2026-11-18 10:34:00+00', 54, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-4', 'amy', NULL, '舊版的消息|第 <4> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,335,1069639}', NULL, '舊版的消息，第 4 則', '', 'ndjson', '[]'),
	('2026-11-18 10:35:00+00', 55, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-5', 'amy', NULL, '舊版的消息|第 <5> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,11653,1069639}', NULL, '舊版的消息，第 5 則', '', 'ndjson', '[]'),
	('2026-11-18 10:36:00+00', 56, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-6', 'amy', NULL, '舊版的消息|第 <6> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,29277,1069639}', NULL, '舊版的消息，第 6 則', '', 'ndjson', '[]'),
	('2026-11-18 10:37:00+00', 57, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-7', 'amy', NULL, '舊版的消息|第 <7> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,56849,1069639}', NULL, '舊版的消息，第 7 則', '', 'ndjson', '[]'),
	('2026-11-18 10:38:00+00', 58, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-8', 'amy', NULL, '舊版的消息|第 <8> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,53647,1069639}', NULL, '舊版的消息，第 8 則', '', 'ndjson', '[]'),
	('2026-11-18 10:39:00+00', 59, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-9', 'amy', NULL, '舊版的消息|第 <9> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,23881,1069639}', NULL, '舊版的消息，第 9 則', '', 'ndjson', '[]'),
	('2026-11-18 10:40:00+00', 60, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-10', 'amy', NULL, '舊版的消息|第 <10> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,35832,1069639}', NULL, '舊版的消息，第 10 則', '', 'ndjson', '[]'),
	('2026-11-18 10:41:00+00', 61, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-11', 'amy', NULL, '舊版的消息|第 <11> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,31334,1069639}', NULL, '舊版的消息，第 11 則', '', 'ndjson', '[]'),
	('2026-11-18 10:42:00+00', 62, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-12', 'amy', NULL, '舊版的消息|第 <12> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,31783,1069639}', NULL, '舊版的消息，第 12 則', '', 'ndjson', '[]'),
	('2026-11-18 10:43:00+00', 63, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-13', 'amy', NULL, '舊版的消息|第 <13> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,23629,1069639}', NULL, '舊版的消息，第 13 則', '', 'ndjson', '[]'),
	('2026-11-18 10:44:00+00', 64, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-14', 'amy', NULL, '舊版的消息|第 <14> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,38424,1069639}', NULL, '舊版的消息，第 14 則', '', 'ndjson', '[]'),
	('2026-11-18 10:45:00+00', 65, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-15', 'amy', NULL, '舊版的消息|第 <15> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,47432,1069639}', NULL, '舊版的消息，第 15 則', '', 'ndjson', '[]'),
	('2026-11-18 10:46:00+00', 66, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-16', 'amy', NULL, '舊版的消息|第 <16> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,50707,1069639}', NULL, '舊版的消息，第 16 則', '', 'ndjson', '[]'),
	('2026-11-18 10:47:00+00', 67, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-17', 'amy', NULL, '舊版的消息|第 <17> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,18087,1069639}', NULL, '舊版的消息，第 17 則', '', 'ndjson', '[]'),
	('2026-11-18 10:48:00+00', 68, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-18', 'amy', NULL, '舊版的消息|第 <18> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,21863,1069639}', NULL, '舊版的消息，第 18 則', '', 'ndjson', '[]'),
	('2026-11-18 10:49:00+00', 69, 0, 0, 0, '2026-11-18 12:20:00+00', 14, false, 'zh-Hant', 'old-19', 'amy', NULL, '舊版的消息|第 <19> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,23070,1069639}', NULL, '舊版的消息，第 19 則', '', 'ndjson', '[]'),
	('2026-11-18 10:50:00+00', 70, 0, 0, 0, '2026-11-18 12:20:00+00', 13, false, 'zh-Hant', 'old-20', 'amy', NULL, '舊版的消息|第 <20> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,21137,1069639}', NULL, '舊版的消息，第 20 則', '', 'ndjson', '[]'),
	('2026-11-18 10:51:00+00', 71, 0, 0, 0, '2026-11-18 12:20:00+00', 13, false, 'zh-Hant', 'old-21', 'amy', NULL, '舊版的消息|第 <21> 則', '{1081866,1077832,77805,1078916,122829,1076616,67740,1073263,126652,1080108,26680,1069639}', NULL, '舊版的消息，第 21 則', '', 'ndjson', '[]');
--;
INSERT INTO public.purchases VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'buy_01M7QA5AA0ZG37QNVETXYNDBXY', 'plan', 'standard', NULL, 100000, 10000, NULL, 'manual', 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBXY', NULL, 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBXY', 'paid', NULL, false, 0, 'grant_01M7QA5AA0ZG37QNVETXYNDBY0', 'sub_01M7QA5AA0ZG37QNVETXYNDBY2', NULL, '2026-11-18 12:31:00+00', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'buy_01M7QA5AA0ZG37QNVETXYNDBY4', 'top_up', 'standard', 2, 20000, 2000, '2026-12-18 12:30:00+00', 'manual', 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBY4', NULL, 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBY4', 'paid', NULL, false, 0, 'grant_01M7QA5AA0ZG37QNVETXYNDBY6', NULL, NULL, '2026-11-18 12:31:00+00', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'buy_01M7QA5AA0ZG37QNVETXYNDBY8', 'top_up', 'standard', 1, 10000, 1000, '2026-12-18 12:30:00+00', 'manual', 'manual_buy_01M7QA5AA0ZG37QNVETXYNDBY8', NULL, NULL, 'pending', NULL, false, 0, NULL, NULL, NULL, '2026-11-18 12:31:00+00', '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00');
--;
INSERT INTO public.replies VALUES
	('Do0z1', '2026-08-31 06:50:35+00', 'dan', 'p-2n2j', NULL),
	('p-p1mv', '2026-09-02 22:22:21+00', 'gina', 'p-2n2j', NULL),
	('p-ixnv', '2026-09-08 20:43:03+00', 'ben', 'p-2n2j', NULL),
	('x_462a', '2026-09-10 00:22:20+00', 'ines', 'p-2n2j', NULL),
	('x_12a8p', '2026-09-18 03:12:27+00', 'chloe', 'D142s', NULL),
	('p-fdcg', '2026-09-23 04:58:56+00', 'ben', 'x_462a', 'ines'),
	('x_u4y1', '2026-10-01 07:58:44+00', 'gina', 'x_ge0a', NULL),
	('x_hqw2', '2026-11-10 19:20:28+00', 'jun', 'x_aa1a', NULL),
	('Dxj5h', '2026-11-12 05:12:02+00', 'dan', 'D67dy', NULL),
	('x_uzhw', '2026-11-13 12:58:19+00', 'eva', 'p-2n2j', NULL),
	('x_rf6h', '2026-11-14 12:37:19+00', 'finn', 'p-56q4', NULL),
	('D8kxk', '2026-11-15 05:48:50+00', 'ben', 'p-35eg', 'amy'),
	('x_9lle', '2026-11-15 12:42:41+00', 'lena', 'x_50m5', NULL),
	('p-4ia8', '2026-11-15 16:52:32+00', 'jun', 'x_xyt', NULL),
	('Dsfub', '2026-11-17 05:52:42+00', 'amy', 'p-1mep', NULL),
	('p-m5rc', '2026-11-17 13:58:27+00', 'eva', 'x_462a', 'ines'),
	('Dqqql', '2026-11-17 19:58:37+00', 'ines', 'x_4oe7', NULL),
	('x_lnff', '2026-11-18 01:48:50+00', 'chloe', 'D3nqd', NULL),
	('p-i97z', '2026-11-18 02:56:25+00', 'ines', 'p-lqv', NULL),
	('D939h', '2026-11-18 04:10:29+00', 'dan', 'p-2n2j', NULL),
	('p-6vtu', '2026-11-18 05:12:24+00', 'chloe', 'D1gaq', 'chloe'),
	('Dtsq3', '2026-11-18 07:01:56+00', 'dan', 'x_24qm', NULL),
	('p-hks3', '2026-11-18 07:18:47+00', 'ines', 'p-2t6i', NULL),
	('Dilfx', '2026-11-18 10:20:24+00', 'eva', 'x_3hme', NULL),
	('Druu', '2026-11-18 12:05:59+00', 'amy', 'Dfmw', NULL),
	('t-2', '2026-11-18 07:41:00+00', 'ben', 't-1', 'amy'),
	('t-5', '2026-11-18 08:14:00+00', 'amy', 't-2', 'ben'),
	('t-3', '2026-11-18 07:52:00+00', 'amy', 't-2', 'ben'),
	('t-4', '2026-11-18 08:03:00+00', 'ben', 't-3', 'amy'),
	('t-1', '2026-11-18 07:30:00+00', 'amy', 'unknown-top', NULL);
--;
INSERT INTO public.service_facts VALUES
	('encryption_key_digest', '_pQCJsCR8cMnu4yRmk-IkW');
--;
INSERT INTO public.subscriptions VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'sub_01M7QA5AA0ZG37QNVETXYNDBY2', 'manual', NULL, 'standard', NULL, '2026-12-11 12:30:00+00', '2026-11-18 12:30:00+00', NULL);
--;
INSERT INTO public.usage_entries VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBYW', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"url": "<receiver>/ok", "call": "create_endpoint"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBYT', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBYZ', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"url": "<receiver>/recovers", "call": "create_endpoint"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBYX', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZ2', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"url": "<receiver>/slow", "call": "create_endpoint"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZ0', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZ5', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"call": "create_rule", "keyword": "咖啡", "likeCount": 10, "endpoint_id": "ep_01M7QA5AA0ZG37QNVETXYNDBYV"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZ3', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZ8', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"call": "create_rule", "likeCount": 500, "endpoint_id": "ep_01M7QA5AA0ZG37QNVETXYNDBYY", "lookbackHours": 72}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZ6', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZB', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"call": "create_rule", "keyword": "舊版", "likeCount": 10, "endpoint_id": "ep_01M7QA5AA0ZG37QNVETXYNDBZ1"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZ9', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZE', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"call": "test_endpoint", "endpoint_id": "ep_01M7QA5AA0ZG37QNVETXYNDBYV"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZC', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZG', '2026-11-18 12:30:00+00', 4, 'main', 'keywords', '{"limit": 4, "keywords": ["消息"], "max_age_hours": 100}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZF', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{4}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZK', '2026-11-18 12:30:00+00', 3, 'main', 'keywords', '{"limit": 3, "keywords": ["消息"]}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZH', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{3}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZQ', '2026-11-18 12:30:00+00', 0, 'main', 'webhook_management', '{"url": "https://hooks.example.com/kept", "call": "create_endpoint"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZM', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZS', '2026-11-18 12:30:00+00', 0, 'main', 'balance', '{}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZR', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZV', '2026-11-18 12:30:00+00', 10, 'main', 'like_ladder', '{}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZT', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{10}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZX', '2026-11-18 12:30:00+00', 30, 'main', 'user_interactions', '{"username": "amy"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZW', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{30}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDBZZ', '2026-11-18 12:30:00+00', 0, 'main', 'live_posts', '{"codes": ["t-1"]}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDBZY', '{}', '{}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDC01', '2026-11-18 12:30:00+00', 5, 'main', 'post_chain', '{"code": "t-1"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDC00', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{5}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDC03', '2026-11-18 12:30:00+00', 6, 'main', 'user', '{"usernames": ["amy", "ben"]}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDC02', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{6}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDC05', '2026-11-18 12:30:00+00', 72, 'main', 'hot_posts', '{"size": 31}', 'key_01M7QA5AA0ZG37QNVETXYNDBYC', 'req_01M7QA5AA0ZG37QNVETXYNDC04', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{72}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDC07', '2026-11-18 12:30:00+00', 10, 'limited', 'power_hours', '{}', 'key_01M7QA5AA0ZG37QNVETXYNDBYE', 'req_01M7QA5AA0ZG37QNVETXYNDC06', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{10}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0ZG37QNVETXYNDC09', '2026-11-18 12:30:00+00', 1, 'limited', 'keywords', '{"limit": 40, "keywords": ["coffee"], "language": "en"}', 'key_01M7QA5AA0ZG37QNVETXYNDBYE', 'req_01M7QA5AA0ZG37QNVETXYNDC08', '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{1}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBYK', 'use_01M7QA5AA0ZG37QNVETXYNDC0B', '2026-11-18 12:30:00+00', 10, 'small', 'like_ladder', '{}', 'key_01M7QA5AA0ZG37QNVETXYNDBYR', 'req_01M7QA5AA0ZG37QNVETXYNDC0A', '{grant_01M7QA5AA0ZG37QNVETXYNDBYN}', '{10}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZF', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-0", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZF"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZG', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-1", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZG"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZH', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-2", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZH"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZJ', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-3", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZJ"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZK', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-4", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZK"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZM', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-5", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZM"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZN', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-6", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZN"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZP', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-7", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZP"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZQ', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-8", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZQ"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZR', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-9", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZR"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZS', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-10", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZS"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZT', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-11", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZT"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZV', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-12", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZV"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZW', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-13", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZW"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZX', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-14", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZX"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZY', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'webhook', '{"post": "old-15", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZA", "event": "evt_01M7QA5AA0FHSMSP436FATTXZY"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZD', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'webhook', '{"post": "p-6vtu", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZ4", "event": "evt_01M7QA5AA0FHSMSP436FATTXZD"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZE', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'webhook', '{"post": "x_9xtc", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZ4", "event": "evt_01M7QA5AA0FHSMSP436FATTXZE"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'use_01M7QA5AA0FHSMSP436FATTXZC', '2026-11-18 12:30:00+00', 20, 'webhook ep_01M7QA5AA0ZG37QNVETXYNDBYY', 'webhook', '{"post": "viral", "rule": "rule_01M7QA5AA0ZG37QNVETXYNDBZ7", "event": "evt_01M7QA5AA0FHSMSP436FATTXZC"}', NULL, NULL, '{grant_01M7QA5AA0ZG37QNVETXYNDBY0}', '{20}');
--;
INSERT INTO public.webhook_attempts VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0ZG37QNVETXYNDBZD', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', NULL, 1, '2026-11-18 12:30:00+00', 0, 200, NULL, ''),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY05', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZF', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY06', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZG', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY07', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZH', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY08', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZJ', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY09', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZK', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0A', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZM', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0B', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZN', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0C', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZP', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0D', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZQ', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0E', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZR', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0F', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZS', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0G', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZT', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0H', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZV', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0J', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZW', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0K', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZX', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0M', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'evt_01M7QA5AA0FHSMSP436FATTXZY', 1, '2026-11-18 12:30:00+00', NULL, NULL, NULL, NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0N', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'evt_01M7QA5AA0FHSMSP436FATTXZD', 1, '2026-11-18 12:30:00+00', 0, 200, NULL, ''),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0P', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'evt_01M7QA5AA0FHSMSP436FATTXZE', 1, '2026-11-18 12:30:00+00', 0, 200, NULL, ''),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'dlv_01M7QA5AA0FHSMSP436FATTY0Q', 'ep_01M7QA5AA0ZG37QNVETXYNDBYY', 'evt_01M7QA5AA0FHSMSP436FATTXZC', 1, '2026-11-18 12:30:00+00', 0, 500, NULL, '');
--;
INSERT INTO public.webhook_endpoints VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', '<receiver>/ok', '\x1f9d87d38e5a13ea139159409fbf962be79bd97ab8418cd78df135ba53125c12cf3dc006255053355c1bc1ed7cf689ca6d29d1b8fa6b13468976516f107263c5a031f29d99b15f770fea491b7192', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'ep_01M7QA5AA0ZG37QNVETXYNDBYY', '<receiver>/recovers', '\xbc36b70efc6991d800d4d3481ec357c1720b85b05c47537170fead3bd42b9ab83526790a60c89696ad8717bea0ea54c6a342087eafed998331c6b908413a687d0891d9c8e5eec313024ee8f64d87', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', '<receiver>/slow', '\x2c5e3333c11285920d7d2d585d86120ff8c46280bdb9d416e5d61f6dfc850ec66eb7498e401eeb13b68c503ed8965963057f400856dad4fd944991f96af94b6f3ee18497a6daa8ee0281bf3994b9', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'ep_01M7QA5AA0ZG37QNVETXYNDBZP', 'https://hooks.example.com/kept', '\x147f02796d710675ab4be661110c99811e8c0454b84fe2484e2a1a184ff287cd9b64a2b51c9abbd88df42f532a7eafea1274cf6074e18a7cd56b7ed59510eb06ad204f3dbdccaae14e1c1da41284', '2026-11-18 12:30:00+00');
--;
INSERT INTO public.webhook_events VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZZ', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-16', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY00', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-17', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY01', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-18', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY02', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-19', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY03', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-20', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTY04', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-21', 'scheduled', NULL, 0, 0, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZF', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-0', 'sending', '{"post":{"url":"","code":"old-0","caption":"舊版的消息，第 0 則","is_reply":false,"like_count":50,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794997800,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZG', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-1', 'sending', '{"post":{"url":"","code":"old-1","caption":"舊版的消息，第 1 則","is_reply":false,"like_count":51,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794997860,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZH', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-2', 'sending', '{"post":{"url":"","code":"old-2","caption":"舊版的消息，第 2 則","is_reply":false,"like_count":52,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794997920,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZJ', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-3', 'sending', '{"post":{"url":"","code":"old-3","caption":"舊版的消息，第 3 則","is_reply":false,"like_count":53,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794997980,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZD', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'rule_01M7QA5AA0ZG37QNVETXYNDBZ4', 'keyword', '咖啡', 'p-6vtu', 'delivered', '{"post":{"url":"","code":"p-6vtu","caption":"今天的拿铁很好喝，这家咖啡店的老板还送了一块饼干 咖啡 coffee","is_reply":true,"like_count":12,"reply_count":5,"repost_count":1,"reshare_count":3,"impression_count":null,"post_timestamp":1794978744,"media_url":["https://images.example.com/p-6vtu.jpg"]},"user":{"username":"chloe","full_name":"chloe 陳","profile_picture":"https://images.example.com/chloe.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZ4","type":"keyword","keyword":"咖啡"}}', 1, 0, NULL, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZE', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'rule_01M7QA5AA0ZG37QNVETXYNDBZ4', 'keyword', '咖啡', 'x_9xtc', 'delivered', '{"post":{"url":"https://social.example/x_9xtc","code":"x_9xtc","caption":"呢間咖啡店啲蛋糕真係好靚，影咗好多相 #日常","is_reply":false,"like_count":118,"reply_count":7,"repost_count":2,"reshare_count":2,"impression_count":4761,"post_timestamp":1794989474,"media_url":[]},"user":{"username":"kai","full_name":"kai 陳","profile_picture":"https://images.example.com/kai.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZ4","type":"keyword","keyword":"咖啡"}}', 1, 0, NULL, '2026-11-18 12:30:00+00', '2026-11-18 12:30:00+00'),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZC', 'ep_01M7QA5AA0ZG37QNVETXYNDBYY', 'rule_01M7QA5AA0ZG37QNVETXYNDBZ7', 'trending', NULL, 'viral', 'retrying', '{"post":{"url":"","code":"viral","caption":"全台停電，大家都在問什麼時候來電","is_reply":false,"like_count":4200,"reply_count":310,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794824220,"media_url":[]},"user":{"username":"chloe","full_name":"chloe 陳","profile_picture":"https://images.example.com/chloe.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZ7","type":"trending","keyword":null}}', 1, 1, '2026-11-18 12:30:30.605+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZK', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-4', 'sending', '{"post":{"url":"","code":"old-4","caption":"舊版的消息，第 4 則","is_reply":false,"like_count":54,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998040,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZM', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-5', 'sending', '{"post":{"url":"","code":"old-5","caption":"舊版的消息，第 5 則","is_reply":false,"like_count":55,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998100,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZN', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-6', 'sending', '{"post":{"url":"","code":"old-6","caption":"舊版的消息，第 6 則","is_reply":false,"like_count":56,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998160,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZP', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-7', 'sending', '{"post":{"url":"","code":"old-7","caption":"舊版的消息，第 7 則","is_reply":false,"like_count":57,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998220,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZQ', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-8', 'sending', '{"post":{"url":"","code":"old-8","caption":"舊版的消息，第 8 則","is_reply":false,"like_count":58,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998280,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZR', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-9', 'sending', '{"post":{"url":"","code":"old-9","caption":"舊版的消息，第 9 則","is_reply":false,"like_count":59,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998340,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZS', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-10', 'sending', '{"post":{"url":"","code":"old-10","caption":"舊版的消息，第 10 則","is_reply":false,"like_count":60,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998400,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZT', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-11', 'sending', '{"post":{"url":"","code":"old-11","caption":"舊版的消息，第 11 則","is_reply":false,"like_count":61,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998460,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZV', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-12', 'sending', '{"post":{"url":"","code":"old-12","caption":"舊版的消息，第 12 則","is_reply":false,"like_count":62,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998520,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZW', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-13', 'sending', '{"post":{"url":"","code":"old-13","caption":"舊版的消息，第 13 則","is_reply":false,"like_count":63,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998580,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZX', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-14', 'sending', '{"post":{"url":"","code":"old-14","caption":"舊版的消息，第 14 則","is_reply":false,"like_count":64,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998640,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'evt_01M7QA5AA0FHSMSP436FATTXZY', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'keyword', '舊版', 'old-15', 'sending', '{"post":{"url":"","code":"old-15","caption":"舊版的消息，第 15 則","is_reply":false,"like_count":65,"reply_count":0,"repost_count":0,"reshare_count":0,"impression_count":null,"post_timestamp":1794998700,"media_url":[]},"user":{"username":"amy","full_name":"amy 陳","profile_picture":"https://images.example.com/amy.jpg"},"rule":{"id":"rule_01M7QA5AA0ZG37QNVETXYNDBZA","type":"keyword","keyword":"舊版"}}', 1, 0, '2026-11-18 12:30:30+00', '2026-11-18 12:30:00+00', NULL);
--;
INSERT INTO public.webhook_rounds VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', '859', NULL);
--;
INSERT INTO public.webhook_rules VALUES
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'rule_01M7QA5AA0ZG37QNVETXYNDBZ4', 'ep_01M7QA5AA0ZG37QNVETXYNDBYV', 'keyword', '咖啡', 10, NULL, NULL, 24, 'zh', '["咖啡","keyword",10,null,null,24,"zh"]', '2026-11-18 12:30:00+00', true),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'rule_01M7QA5AA0ZG37QNVETXYNDBZ7', 'ep_01M7QA5AA0ZG37QNVETXYNDBYY', 'trending', NULL, 500, NULL, NULL, 72, 'zh', '[null,"trending",500,null,null,72,"zh"]', '2026-11-18 12:30:00+00', true),
	('acct_01M7QA5AA0ZG37QNVETXYNDBXW', 'rule_01M7QA5AA0ZG37QNVETXYNDBZA', 'ep_01M7QA5AA0ZG37QNVETXYNDBZ1', 'keyword', '舊版', 10, NULL, NULL, 24, 'zh', '["舊版","keyword",10,null,null,24,"zh"]', '2026-11-18 12:30:00+00', true);
--;
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
--;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
--;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.author_metrics
    ADD CONSTRAINT author_metrics_pkey PRIMARY KEY (username, hour);
--;
ALTER TABLE ONLY public.authors
    ADD CONSTRAINT authors_pkey PRIMARY KEY (username);
--;
ALTER TABLE ONLY public.credit_grants
    ADD CONSTRAINT credit_grants_once_a_payment UNIQUE (provider, provider_ref);
--;
ALTER TABLE ONLY public.credit_grants
    ADD CONSTRAINT credit_grants_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.credit_holds
    ADD CONSTRAINT credit_holds_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.credit_notices
    ADD CONSTRAINT credit_notices_pkey PRIMARY KEY (account_id);
--;
ALTER TABLE ONLY public.credit_revocations
    ADD CONSTRAINT credit_revocations_pkey PRIMARY KEY (account_id, grant_id);
--;
ALTER TABLE ONLY public.effect_sql_migrations
    ADD CONSTRAINT effect_sql_migrations_pkey PRIMARY KEY (migration_id);
--;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key_digest);
--;
ALTER TABLE ONLY public.key_budgets
    ADD CONSTRAINT key_budgets_pkey PRIMARY KEY (account_id, budget_id, month);
--;
ALTER TABLE ONLY public.ledger_checks
    ADD CONSTRAINT ledger_checks_pkey PRIMARY KEY (name);
--;
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
--;
ALTER TABLE ONLY public.payment_book
    ADD CONSTRAINT payment_book_pkey PRIMARY KEY (ref);
--;
ALTER TABLE ONLY public.payment_book
    ADD CONSTRAINT payment_book_purchase_id_key UNIQUE (purchase_id);
--;
ALTER TABLE ONLY public.payment_book_subscriptions
    ADD CONSTRAINT payment_book_subscriptions_pkey PRIMARY KEY (ref);
--;
ALTER TABLE ONLY public.plan_periods
    ADD CONSTRAINT plan_periods_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.post_codes
    ADD CONSTRAINT post_codes_pkey PRIMARY KEY (code);
--;
ALTER TABLE ONLY public.post_metrics
    ADD CONSTRAINT post_metrics_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260823
    ADD CONSTRAINT post_metrics_20260823_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260831
    ADD CONSTRAINT post_metrics_20260831_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260902
    ADD CONSTRAINT post_metrics_20260902_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260908
    ADD CONSTRAINT post_metrics_20260908_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260910
    ADD CONSTRAINT post_metrics_20260910_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260912
    ADD CONSTRAINT post_metrics_20260912_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260913
    ADD CONSTRAINT post_metrics_20260913_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260918
    ADD CONSTRAINT post_metrics_20260918_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260923
    ADD CONSTRAINT post_metrics_20260923_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20260927
    ADD CONSTRAINT post_metrics_20260927_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261001
    ADD CONSTRAINT post_metrics_20261001_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261004
    ADD CONSTRAINT post_metrics_20261004_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261014
    ADD CONSTRAINT post_metrics_20261014_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261023
    ADD CONSTRAINT post_metrics_20261023_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261024
    ADD CONSTRAINT post_metrics_20261024_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261027
    ADD CONSTRAINT post_metrics_20261027_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261105
    ADD CONSTRAINT post_metrics_20261105_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261109
    ADD CONSTRAINT post_metrics_20261109_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261110
    ADD CONSTRAINT post_metrics_20261110_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261111
    ADD CONSTRAINT post_metrics_20261111_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261112
    ADD CONSTRAINT post_metrics_20261112_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261113
    ADD CONSTRAINT post_metrics_20261113_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261114
    ADD CONSTRAINT post_metrics_20261114_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261115
    ADD CONSTRAINT post_metrics_20261115_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261116
    ADD CONSTRAINT post_metrics_20261116_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261117
    ADD CONSTRAINT post_metrics_20261117_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261118
    ADD CONSTRAINT post_metrics_20261118_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_20261119
    ADD CONSTRAINT post_metrics_20261119_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.post_metrics_old
    ADD CONSTRAINT post_metrics_old_pkey PRIMARY KEY (posted_at, code, observed_at);
--;
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260823
    ADD CONSTRAINT posts_20260823_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260831
    ADD CONSTRAINT posts_20260831_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260902
    ADD CONSTRAINT posts_20260902_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260908
    ADD CONSTRAINT posts_20260908_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260910
    ADD CONSTRAINT posts_20260910_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260912
    ADD CONSTRAINT posts_20260912_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260913
    ADD CONSTRAINT posts_20260913_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260918
    ADD CONSTRAINT posts_20260918_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260923
    ADD CONSTRAINT posts_20260923_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20260927
    ADD CONSTRAINT posts_20260927_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261001
    ADD CONSTRAINT posts_20261001_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261004
    ADD CONSTRAINT posts_20261004_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261014
    ADD CONSTRAINT posts_20261014_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261023
    ADD CONSTRAINT posts_20261023_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261024
    ADD CONSTRAINT posts_20261024_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261027
    ADD CONSTRAINT posts_20261027_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261105
    ADD CONSTRAINT posts_20261105_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261109
    ADD CONSTRAINT posts_20261109_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261110
    ADD CONSTRAINT posts_20261110_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261111
    ADD CONSTRAINT posts_20261111_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261112
    ADD CONSTRAINT posts_20261112_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261113
    ADD CONSTRAINT posts_20261113_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261114
    ADD CONSTRAINT posts_20261114_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261115
    ADD CONSTRAINT posts_20261115_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261116
    ADD CONSTRAINT posts_20261116_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261117
    ADD CONSTRAINT posts_20261117_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261118
    ADD CONSTRAINT posts_20261118_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_20261119
    ADD CONSTRAINT posts_20261119_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.posts_old
    ADD CONSTRAINT posts_old_pkey PRIMARY KEY (posted_at, code);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_id_key UNIQUE (id);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_provider_checkout_ref_key UNIQUE (provider, checkout_ref);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_provider_payment_ref_key UNIQUE (provider, payment_ref);
--;
ALTER TABLE ONLY public.replies
    ADD CONSTRAINT replies_pkey PRIMARY KEY (code);
--;
ALTER TABLE ONLY public.service_facts
    ADD CONSTRAINT service_facts_pkey PRIMARY KEY (name);
--;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_provider_provider_ref_key UNIQUE (provider, provider_ref);
--;
ALTER TABLE ONLY public.told_expiries
    ADD CONSTRAINT told_expiries_pkey PRIMARY KEY (account_id, grant_id);
--;
ALTER TABLE ONLY public.usage_entries
    ADD CONSTRAINT usage_entries_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_account_id_url_key UNIQUE (account_id, url);
--;
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_account_id_rule_id_post_code_key UNIQUE (account_id, rule_id, post_code);
--;
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (account_id, id);
--;
ALTER TABLE ONLY public.webhook_rounds
    ADD CONSTRAINT webhook_rounds_pkey PRIMARY KEY (account_id);
--;
ALTER TABLE ONLY public.webhook_rules
    ADD CONSTRAINT webhook_rules_account_id_endpoint_id_content_key UNIQUE (account_id, endpoint_id, content);
--;
ALTER TABLE ONLY public.webhook_rules
    ADD CONSTRAINT webhook_rules_pkey PRIMARY KEY (account_id, id);
--;
CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
--;
CREATE INDEX author_metrics_recent ON public.author_metrics USING btree (hour);
--;
CREATE INDEX credit_grants_expiry ON public.credit_grants USING btree (expires_at);
--;
CREATE INDEX credit_holds_deadline ON public.credit_holds USING btree (account_id, deadline) WHERE (deadline IS NOT NULL);
--;
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);
--;
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL);
--;
CREATE INDEX payment_book_open ON public.payment_book USING btree (provider) WHERE (state = 'open'::text);
--;
CREATE INDEX payment_book_renewals ON public.payment_book USING btree (subscription_ref, created_at) WHERE (purchase_id IS NULL);
--;
CREATE INDEX payment_book_subscriptions_due ON public.payment_book_subscriptions USING btree (provider, due_at) WHERE (plan IS NOT NULL);
--;
CREATE INDEX plan_periods_latest ON public.plan_periods USING btree (account_id, ends_at DESC);
--;
CREATE INDEX post_changes_time ON public.post_changes USING btree (changed_at);
--;
CREATE INDEX post_changes_transaction ON public.post_changes USING btree (changed_in);
--;
CREATE INDEX post_codes_deleted ON public.post_codes USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
--;
CREATE INDEX post_metrics_recent ON ONLY public.post_metrics USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260823_observed_at_idx ON public.post_metrics_20260823 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260831_observed_at_idx ON public.post_metrics_20260831 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260902_observed_at_idx ON public.post_metrics_20260902 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260908_observed_at_idx ON public.post_metrics_20260908 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260910_observed_at_idx ON public.post_metrics_20260910 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260912_observed_at_idx ON public.post_metrics_20260912 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260913_observed_at_idx ON public.post_metrics_20260913 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260918_observed_at_idx ON public.post_metrics_20260918 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260923_observed_at_idx ON public.post_metrics_20260923 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20260927_observed_at_idx ON public.post_metrics_20260927 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261001_observed_at_idx ON public.post_metrics_20261001 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261004_observed_at_idx ON public.post_metrics_20261004 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261014_observed_at_idx ON public.post_metrics_20261014 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261023_observed_at_idx ON public.post_metrics_20261023 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261024_observed_at_idx ON public.post_metrics_20261024 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261027_observed_at_idx ON public.post_metrics_20261027 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261105_observed_at_idx ON public.post_metrics_20261105 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261109_observed_at_idx ON public.post_metrics_20261109 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261110_observed_at_idx ON public.post_metrics_20261110 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261111_observed_at_idx ON public.post_metrics_20261111 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261112_observed_at_idx ON public.post_metrics_20261112 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261113_observed_at_idx ON public.post_metrics_20261113 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261114_observed_at_idx ON public.post_metrics_20261114 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261115_observed_at_idx ON public.post_metrics_20261115 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261116_observed_at_idx ON public.post_metrics_20261116 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261117_observed_at_idx ON public.post_metrics_20261117 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261118_observed_at_idx ON public.post_metrics_20261118 USING btree (observed_at);
--;
CREATE INDEX post_metrics_20261119_observed_at_idx ON public.post_metrics_20261119 USING btree (observed_at);
--;
CREATE INDEX post_metrics_old_observed_at_idx ON public.post_metrics_old USING btree (observed_at);
--;
CREATE INDEX posts_terms ON ONLY public.posts USING gin (terms);
--;
CREATE INDEX posts_20260823_terms_idx ON public.posts_20260823 USING gin (terms);
--;
CREATE INDEX posts_author ON ONLY public.posts USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260823_username_posted_at_language_idx ON public.posts_20260823 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260831_terms_idx ON public.posts_20260831 USING gin (terms);
--;
CREATE INDEX posts_20260831_username_posted_at_language_idx ON public.posts_20260831 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260902_terms_idx ON public.posts_20260902 USING gin (terms);
--;
CREATE INDEX posts_20260902_username_posted_at_language_idx ON public.posts_20260902 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260908_terms_idx ON public.posts_20260908 USING gin (terms);
--;
CREATE INDEX posts_20260908_username_posted_at_language_idx ON public.posts_20260908 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260910_terms_idx ON public.posts_20260910 USING gin (terms);
--;
CREATE INDEX posts_20260910_username_posted_at_language_idx ON public.posts_20260910 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260912_terms_idx ON public.posts_20260912 USING gin (terms);
--;
CREATE INDEX posts_20260912_username_posted_at_language_idx ON public.posts_20260912 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260913_terms_idx ON public.posts_20260913 USING gin (terms);
--;
CREATE INDEX posts_20260913_username_posted_at_language_idx ON public.posts_20260913 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260918_terms_idx ON public.posts_20260918 USING gin (terms);
--;
CREATE INDEX posts_20260918_username_posted_at_language_idx ON public.posts_20260918 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260923_terms_idx ON public.posts_20260923 USING gin (terms);
--;
CREATE INDEX posts_20260923_username_posted_at_language_idx ON public.posts_20260923 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20260927_terms_idx ON public.posts_20260927 USING gin (terms);
--;
CREATE INDEX posts_20260927_username_posted_at_language_idx ON public.posts_20260927 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261001_terms_idx ON public.posts_20261001 USING gin (terms);
--;
CREATE INDEX posts_20261001_username_posted_at_language_idx ON public.posts_20261001 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261004_terms_idx ON public.posts_20261004 USING gin (terms);
--;
CREATE INDEX posts_20261004_username_posted_at_language_idx ON public.posts_20261004 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261014_terms_idx ON public.posts_20261014 USING gin (terms);
--;
CREATE INDEX posts_20261014_username_posted_at_language_idx ON public.posts_20261014 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261023_terms_idx ON public.posts_20261023 USING gin (terms);
--;
CREATE INDEX posts_20261023_username_posted_at_language_idx ON public.posts_20261023 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261024_terms_idx ON public.posts_20261024 USING gin (terms);
--;
CREATE INDEX posts_20261024_username_posted_at_language_idx ON public.posts_20261024 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261027_terms_idx ON public.posts_20261027 USING gin (terms);
--;
CREATE INDEX posts_20261027_username_posted_at_language_idx ON public.posts_20261027 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261105_terms_idx ON public.posts_20261105 USING gin (terms);
--;
CREATE INDEX posts_20261105_username_posted_at_language_idx ON public.posts_20261105 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261109_terms_idx ON public.posts_20261109 USING gin (terms);
--;
CREATE INDEX posts_20261109_username_posted_at_language_idx ON public.posts_20261109 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261110_terms_idx ON public.posts_20261110 USING gin (terms);
--;
CREATE INDEX posts_20261110_username_posted_at_language_idx ON public.posts_20261110 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261111_terms_idx ON public.posts_20261111 USING gin (terms);
--;
CREATE INDEX posts_20261111_username_posted_at_language_idx ON public.posts_20261111 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261112_terms_idx ON public.posts_20261112 USING gin (terms);
--;
CREATE INDEX posts_20261112_username_posted_at_language_idx ON public.posts_20261112 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261113_terms_idx ON public.posts_20261113 USING gin (terms);
--;
CREATE INDEX posts_20261113_username_posted_at_language_idx ON public.posts_20261113 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261114_terms_idx ON public.posts_20261114 USING gin (terms);
--;
CREATE INDEX posts_20261114_username_posted_at_language_idx ON public.posts_20261114 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261115_terms_idx ON public.posts_20261115 USING gin (terms);
--;
CREATE INDEX posts_20261115_username_posted_at_language_idx ON public.posts_20261115 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261116_terms_idx ON public.posts_20261116 USING gin (terms);
--;
CREATE INDEX posts_20261116_username_posted_at_language_idx ON public.posts_20261116 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261117_terms_idx ON public.posts_20261117 USING gin (terms);
--;
CREATE INDEX posts_20261117_username_posted_at_language_idx ON public.posts_20261117 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261118_terms_idx ON public.posts_20261118 USING gin (terms);
--;
CREATE INDEX posts_20261118_username_posted_at_language_idx ON public.posts_20261118 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_20261119_terms_idx ON public.posts_20261119 USING gin (terms);
--;
CREATE INDEX posts_20261119_username_posted_at_language_idx ON public.posts_20261119 USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX posts_old_terms_idx ON public.posts_old USING gin (terms);
--;
CREATE INDEX posts_old_username_posted_at_language_idx ON public.posts_old USING btree (username, posted_at) INCLUDE (language);
--;
CREATE INDEX purchases_newest ON public.purchases USING btree (account_id, created_at DESC, id DESC);
--;
CREATE INDEX purchases_poll ON public.purchases USING btree (poll_at) WHERE (poll_at IS NOT NULL);
--;
CREATE INDEX replies_parent ON public.replies USING btree (reply_to, posted_at);
--;
CREATE INDEX replies_received ON public.replies USING btree (replied_to, posted_at) WHERE (replied_to IS NOT NULL);
--;
CREATE INDEX replies_sent ON public.replies USING btree (username, posted_at);
--;
CREATE UNIQUE INDEX subscriptions_live ON public.subscriptions USING btree (account_id) WHERE (ended_at IS NULL);
--;
CREATE INDEX subscriptions_poll ON public.subscriptions USING btree (poll_at) WHERE (poll_at IS NOT NULL);
--;
CREATE INDEX subscriptions_untold ON public.subscriptions USING btree (provider) WHERE ((told_plan IS DISTINCT FROM next_plan) AND (provider_ref IS NOT NULL));
--;
CREATE INDEX usage_entries_newest ON public.usage_entries USING btree (account_id, "time" DESC, id DESC);
--;
CREATE INDEX webhook_attempts_event ON public.webhook_attempts USING btree (account_id, event_id) WHERE (event_id IS NOT NULL);
--;
CREATE INDEX webhook_attempts_window ON public.webhook_attempts USING btree (account_id, endpoint_id, started_at) WHERE (event_id IS NOT NULL);
--;
CREATE INDEX webhook_events_due ON public.webhook_events USING btree (due_at) WHERE (due_at IS NOT NULL);
--;
CREATE INDEX webhook_events_endpoint ON public.webhook_events USING btree (account_id, endpoint_id, due_at) WHERE (due_at IS NOT NULL);
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260823_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260823_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260831_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260831_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260902_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260902_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260908_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260908_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260910_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260910_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260912_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260912_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260913_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260913_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260918_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260918_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260923_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260923_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20260927_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20260927_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261001_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261001_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261004_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261004_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261014_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261014_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261023_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261023_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261024_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261024_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261027_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261027_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261105_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261105_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261109_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261109_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261110_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261110_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261111_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261111_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261112_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261112_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261113_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261113_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261114_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261114_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261115_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261115_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261116_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261116_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261117_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261117_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261118_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261118_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_20261119_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_20261119_pkey;
--;
ALTER INDEX public.post_metrics_recent ATTACH PARTITION public.post_metrics_old_observed_at_idx;
--;
ALTER INDEX public.post_metrics_pkey ATTACH PARTITION public.post_metrics_old_pkey;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260823_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260823_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260823_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260831_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260831_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260831_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260902_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260902_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260902_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260908_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260908_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260908_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260910_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260910_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260910_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260912_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260912_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260912_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260913_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260913_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260913_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260918_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260918_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260918_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260923_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260923_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260923_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20260927_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20260927_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20260927_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261001_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261001_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261001_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261004_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261004_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261004_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261014_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261014_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261014_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261023_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261023_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261023_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261024_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261024_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261024_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261027_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261027_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261027_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261105_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261105_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261105_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261109_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261109_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261109_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261110_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261110_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261110_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261111_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261111_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261111_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261112_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261112_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261112_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261113_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261113_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261113_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261114_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261114_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261114_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261115_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261115_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261115_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261116_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261116_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261116_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261117_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261117_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261117_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261118_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261118_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261118_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_20261119_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_20261119_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_20261119_username_posted_at_language_idx;
--;
ALTER INDEX public.posts_pkey ATTACH PARTITION public.posts_old_pkey;
--;
ALTER INDEX public.posts_terms ATTACH PARTITION public.posts_old_terms_idx;
--;
ALTER INDEX public.posts_author ATTACH PARTITION public.posts_old_username_posted_at_language_idx;
--;
CREATE TRIGGER credit_grants_facts BEFORE UPDATE OF account_id, id, kind, amount, effective_at, expires_at, created_at, provider, provider_ref ON public.credit_grants FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
--;
CREATE TRIGGER credit_grants_kept BEFORE DELETE OR TRUNCATE ON public.credit_grants FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
--;
CREATE TRIGGER credit_grants_revoked_once BEFORE UPDATE OF revoked_at ON public.credit_grants FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION public.refuse_change();
--;
CREATE TRIGGER credit_revocations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_revocations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
--;
CREATE TRIGGER plan_periods_one_at_a_time AFTER INSERT OR UPDATE ON public.plan_periods FOR EACH ROW EXECUTE FUNCTION public.refuse_two_plans();
--;
CREATE TRIGGER usage_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.usage_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
--;
ALTER TABLE public.usage_entries ENABLE ALWAYS TRIGGER usage_entries_append_only;
--;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.credit_grants
    ADD CONSTRAINT credit_grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.credit_notices
    ADD CONSTRAINT credit_notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.credit_revocations
    ADD CONSTRAINT credit_revocations_account_id_grant_id_fkey FOREIGN KEY (account_id, grant_id) REFERENCES public.credit_grants(account_id, id);
--;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.key_budgets
    ADD CONSTRAINT key_budgets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.plan_periods
    ADD CONSTRAINT plan_periods_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.plan_periods
    ADD CONSTRAINT plan_periods_account_id_grant_id_fkey FOREIGN KEY (account_id, grant_id) REFERENCES public.credit_grants(account_id, id);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_account_id_grant_id_fkey FOREIGN KEY (account_id, grant_id) REFERENCES public.credit_grants(account_id, id);
--;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_account_id_subscription_id_fkey FOREIGN KEY (account_id, subscription_id) REFERENCES public.subscriptions(account_id, id);
--;
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.told_expiries
    ADD CONSTRAINT told_expiries_account_id_grant_id_fkey FOREIGN KEY (account_id, grant_id) REFERENCES public.credit_grants(account_id, id);
--;
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.webhook_rounds
    ADD CONSTRAINT webhook_rounds_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
--;
ALTER TABLE ONLY public.webhook_rules
    ADD CONSTRAINT webhook_rules_account_id_endpoint_id_fkey FOREIGN KEY (account_id, endpoint_id) REFERENCES public.webhook_endpoints(account_id, id) ON DELETE CASCADE;
