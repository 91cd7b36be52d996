import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Owners: `credits/` of grants, revocations and plan periods; `billing/` of the rest. A period is a fact that can only
 * be cut short, so that which plan is in force is a question about time that no job has to answer. `payment_book` is
 * what a payment provider would keep, for the providers that live in this database.
 */
export const purchases = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE credit_grants
      ADD COLUMN provider text,
      ADD COLUMN provider_ref text,
      ADD CONSTRAINT credit_grants_payment CHECK ((provider IS NULL) = (provider_ref IS NULL)),
      ADD CONSTRAINT credit_grants_once_a_payment UNIQUE (provider, provider_ref)`
  yield* sql`
    CREATE TRIGGER credit_grants_facts BEFORE UPDATE OF account_id, id, kind, amount, effective_at, expires_at,
      created_at, provider, provider_ref ON credit_grants
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
  yield* sql`
    CREATE TRIGGER credit_grants_revoked_once BEFORE UPDATE OF revoked_at ON credit_grants
    FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse_change()`
  yield* sql`
    CREATE TABLE credit_revocations (
      account_id text NOT NULL,
      grant_id text NOT NULL,
      at timestamptz NOT NULL,
      reason text NOT NULL CHECK (reason IN ('refund', 'dispute')),
      taken bigint NOT NULL CHECK (taken >= 0),
      shortfall bigint NOT NULL CHECK (shortfall >= 0),
      PRIMARY KEY (account_id, grant_id),
      FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
    )`
  yield* sql`
    CREATE TRIGGER credit_revocations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_revocations
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`

  yield* sql`
    CREATE TABLE plan_periods (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      plan text NOT NULL CHECK (plan IN ('lite', 'standard', 'plus', 'premium')),
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      anchor_at timestamptz NOT NULL,
      number int NOT NULL CHECK (number >= 1),
      grant_id text,
      created_at timestamptz NOT NULL,
      CHECK (starts_at <= ends_at),
      PRIMARY KEY (account_id, id),
      FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id)
    )`
  yield* sql`CREATE INDEX plan_periods_latest ON plan_periods (account_id, ends_at DESC)`
  yield* sql`
    CREATE FUNCTION refuse_two_plans() RETURNS trigger LANGUAGE plpgsql AS $$
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
    END $$`
  yield* sql`
    CREATE TRIGGER plan_periods_one_at_a_time AFTER INSERT OR UPDATE ON plan_periods
    FOR EACH ROW EXECUTE FUNCTION refuse_two_plans()`
  yield* sql`
    INSERT INTO plan_periods (account_id, id, plan, starts_at, ends_at, anchor_at, number, grant_id, created_at)
    SELECT a.id, 'period_' || substr(a.id, 6), a.plan, s.starts_at, a.plan_ends_at, s.starts_at, 1, NULL, s.starts_at
    FROM accounts a, LATERAL (
      SELECT coalesce(max(g.effective_at), a.plan_ends_at - interval '1 month') AS starts_at
      FROM credit_grants g WHERE g.account_id = a.id AND g.kind = 'plan' AND g.expires_at = a.plan_ends_at
    ) s
    WHERE a.plan IS NOT NULL`
  yield* sql`ALTER TABLE accounts DROP COLUMN plan, DROP COLUMN plan_ends_at`

  yield* sql`
    CREATE TABLE subscriptions (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL,
      provider text NOT NULL,
      provider_ref text,
      next_plan text CHECK (next_plan IN ('lite', 'standard', 'plus', 'premium')),
      told_plan text CHECK (told_plan IN ('lite', 'standard', 'plus', 'premium')),
      poll_at timestamptz,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,
      CHECK (ended_at IS NULL OR next_plan IS NULL),
      CHECK (provider_ref IS NOT NULL OR told_plan IS NULL),
      PRIMARY KEY (account_id, id),
      UNIQUE (provider, provider_ref)
    )`
  yield* sql`CREATE UNIQUE INDEX subscriptions_live ON subscriptions (account_id) WHERE ended_at IS NULL`
  yield* sql`CREATE INDEX subscriptions_poll ON subscriptions (poll_at) WHERE poll_at IS NOT NULL`
  yield* sql`
    CREATE INDEX subscriptions_untold ON subscriptions (provider)
    WHERE told_plan IS DISTINCT FROM next_plan AND provider_ref IS NOT NULL`
  yield* sql`
    CREATE TABLE purchases (
      account_id text NOT NULL REFERENCES accounts (id),
      id text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN ('plan', 'renewal', 'top_up')),
      plan text NOT NULL CHECK (plan IN ('lite', 'standard', 'plus', 'premium')),
      units int CHECK (units BETWEEN 1 AND 1000),
      credits bigint NOT NULL CHECK (credits > 0),
      price_cents bigint NOT NULL CHECK (price_cents > 0),
      expires_at timestamptz,
      provider text NOT NULL,
      checkout_ref text,
      checkout_url text,
      payment_ref text,
      state text NOT NULL DEFAULT 'pending'
        CHECK (state IN ('pending', 'abandoned', 'paid', 'refused', 'refunded', 'disputed')),
      reason text,
      refund_due boolean NOT NULL DEFAULT false,
      refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
      grant_id text,
      subscription_id text,
      shortfall bigint CHECK (shortfall >= 0),
      poll_at timestamptz,
      created_at timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      CHECK ((kind = 'top_up') = (units IS NOT NULL)),
      CHECK ((kind = 'top_up') = (expires_at IS NOT NULL)),
      CHECK (state <> 'paid' OR grant_id IS NOT NULL),
      CHECK (state NOT IN ('pending', 'abandoned', 'refused') OR grant_id IS NULL),
      CHECK ((state = 'refused') <= (reason IS NOT NULL)),
      CHECK (shortfall IS NULL OR (grant_id IS NOT NULL AND state IN ('refunded', 'disputed'))),
      CHECK (NOT refund_due OR (state IN ('paid', 'refused') AND payment_ref IS NOT NULL)),
      PRIMARY KEY (account_id, id),
      UNIQUE (provider, payment_ref),
      UNIQUE (provider, checkout_ref),
      FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id),
      FOREIGN KEY (account_id, subscription_id) REFERENCES subscriptions (account_id, id)
    )`
  yield* sql`CREATE INDEX purchases_newest ON purchases (account_id, created_at DESC, id DESC)`
  yield* sql`CREATE INDEX purchases_poll ON purchases (poll_at) WHERE poll_at IS NOT NULL`

  yield* sql`
    CREATE TABLE payment_book (
      ref text PRIMARY KEY,
      provider text NOT NULL,
      purchase_id text UNIQUE,
      subscription_ref text,
      plan text,
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'expired')),
      refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
      disputed boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      CHECK (state = 'paid' OR (refunded_cents = 0 AND NOT disputed))
    )`
  yield* sql`CREATE INDEX payment_book_open ON payment_book (provider) WHERE state = 'open'`
  yield* sql`CREATE INDEX payment_book_renewals ON payment_book (subscription_ref, created_at) WHERE purchase_id IS NULL`
  yield* sql`
    CREATE TABLE payment_book_subscriptions (
      ref text PRIMARY KEY,
      provider text NOT NULL,
      plan text,
      anchor_at timestamptz NOT NULL,
      renewals int NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL
    )`
  yield* sql`CREATE INDEX payment_book_subscriptions_due ON payment_book_subscriptions (provider, due_at) WHERE plan IS NOT NULL`
})
