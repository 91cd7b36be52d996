-- What customers buy.

-- `provider_plan` is the plan that the payment provider renews. `syncing_until` is set while the provider is asked to
-- renew `next_plan` instead, and stays set when the outcome is unknown: until a later call succeeds, `provider_plan` may
-- not be what the provider has.
CREATE TABLE subscriptions (
  account_id text NOT NULL REFERENCES accounts (id),
  id text NOT NULL,
  provider text NOT NULL,
  provider_ref text,
  next_plan text CHECK (next_plan IN ('lite', 'standard', 'plus', 'premium')),
  provider_plan text CHECK (provider_plan IN ('lite', 'standard', 'plus', 'premium')),
  poll_at timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  syncing_until timestamptz,
  CHECK (ended_at IS NULL OR next_plan IS NULL),
  CHECK (provider_ref IS NOT NULL OR provider_plan IS NULL),
  PRIMARY KEY (account_id, id),
  UNIQUE (provider, provider_ref)
);
CREATE UNIQUE INDEX subscriptions_live ON subscriptions (account_id) WHERE ended_at IS NULL;
CREATE INDEX subscriptions_poll ON subscriptions (poll_at) WHERE poll_at IS NOT NULL;
CREATE INDEX subscriptions_unsynced ON subscriptions (provider)
WHERE (provider_plan IS DISTINCT FROM next_plan OR syncing_until IS NOT NULL) AND provider_ref IS NOT NULL;

-- `polled_at` is when the provider last answered a poll.
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
    CHECK (state IN ('pending', 'abandoned', 'cancelled', 'paid', 'refused', 'refunded', 'disputed')),
  reason text,
  refund_due boolean NOT NULL DEFAULT false,
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  grant_id text,
  subscription_id text,
  shortfall bigint CHECK (shortfall >= 0),
  poll_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  polled_at timestamptz,
  paid_at timestamptz,
  CHECK ((kind = 'top_up') = (units IS NOT NULL)),
  CHECK ((kind = 'top_up') = (expires_at IS NOT NULL)),
  CHECK (state <> 'paid' OR grant_id IS NOT NULL),
  CHECK (state NOT IN ('pending', 'abandoned', 'cancelled', 'refused') OR grant_id IS NULL),
  CHECK ((state = 'refused') <= (reason IS NOT NULL)),
  CHECK (shortfall IS NULL OR (grant_id IS NOT NULL AND state IN ('refunded', 'disputed'))),
  CHECK (NOT refund_due OR (state IN ('paid', 'refused') AND payment_ref IS NOT NULL)),
  PRIMARY KEY (account_id, id),
  UNIQUE (provider, payment_ref),
  UNIQUE (provider, checkout_ref),
  FOREIGN KEY (account_id, grant_id) REFERENCES credit_grants (account_id, id),
  FOREIGN KEY (account_id, subscription_id) REFERENCES subscriptions (account_id, id)
);
CREATE INDEX purchases_newest ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_poll ON purchases (poll_at) WHERE poll_at IS NOT NULL;

CREATE INDEX purchases_pending ON purchases (created_at, id) WHERE state = 'pending';

-- The customer that a payment provider keeps for an account; one for each account and provider.
CREATE TABLE payment_customers (
  provider text NOT NULL,
  account_id text NOT NULL REFERENCES accounts (id),
  ref text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (provider, account_id)
);

-- What a payment provider would keep, for the providers that live in this database.
CREATE TABLE local_payments (
  ref text PRIMARY KEY,
  provider text NOT NULL,
  purchase_id text UNIQUE,
  subscription_ref text,
  plan text,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'expired')),
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  disputed boolean NOT NULL DEFAULT false,
  cancelled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  CHECK (NOT cancelled OR state = 'expired'),
  CHECK (state = 'paid' OR (refunded_cents = 0 AND NOT disputed))
);
CREATE INDEX local_payments_open ON local_payments (provider) WHERE state = 'open';
CREATE INDEX local_payments_renewals ON local_payments (subscription_ref, created_at) WHERE purchase_id IS NULL;

CREATE TABLE local_subscriptions (
  ref text PRIMARY KEY,
  provider text NOT NULL,
  plan text,
  anchor_at timestamptz NOT NULL,
  renewals int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL
);
CREATE INDEX local_subscriptions_due ON local_subscriptions (provider, due_at) WHERE plan IS NOT NULL;
