/** What each setting means, in Markdown: `npm run reference` writes `docs/operations/settings.md` from it. */
export const settingMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Addresses and connections": {
    HEDDLE_PORT: "port of the API",
    HEDDLE_HOST: "its address; `0.0.0.0` for all interfaces. Put [TLS](install.md#tls) in front",
    HEDDLE_BASE_URL: "its public address, if not `http://HOST:PORT`",
    HEDDLE_PROXIES:
      "addresses and subnets (`10.0.0.0/8`) of [proxies](install.md#tls), exempt from the limit per address; or `none`",
    HEDDLE_OPERATOR_PORT: "[operator port](README.md#the-operator-port)",
    HEDDLE_OPERATOR_HOST: "its address; any but this machine requires a token",
    HEDDLE_OPERATOR_TOKEN: "its bearer token; if set, every path but `/healthz` and `/readyz` needs it",
    HEDDLE_MAX_CONNECTIONS: "open connections to the API",
    HEDDLE_MAX_OPERATOR_CONNECTIONS: "open connections to the operator port",
    HEDDLE_MAX_CONNECTIONS_PER_ADDRESS: "open connections of one IPv4 address or IPv6 `/64` to each port; 0: no limit"
  },
  "Process and data": {
    DATABASE_URL:
      "`postgresql://user:password@host:5432/database`, instead of the embedded database. [Several hosts](install.md#failover), [TLS](install.md#tls-to-postgresql)",
    HEDDLE_DATABASE_POOL: "connections to PostgreSQL, except for queries",
    HEDDLE_LISTEN_DATABASE_URL: "the server itself, if `DATABASE_URL` leads to a [pooler](install.md#poolers)",
    HEDDLE_QUERY_DATABASE_URL:
      "hot standbys for queries, separated by commas: [read replicas](install.md#read-replicas)",
    HEDDLE_QUERY_MAX_LAG: "a replica that is further behind is not asked",
    HEDDLE_QUERY_POOL:
      "connections for the queries of calls, to the database and to each replica; 0: they share the other pool",
    HEDDLE_DRAIN_TIME: "how long `/readyz` is 503 before a stop begins: [stopping](install.md#stopping)",
    HEDDLE_DATA_DIR: "[data folder](install.md#data-folder)",
    HEDDLE_ENCRYPTION_KEY:
      "32 bytes in base64 (`openssl rand -base64 32`); if not set, `encryption.key` in the data folder",
    HEDDLE_ENCRYPTION_KEYS:
      "several keys, separated by commas or, in a file, by lines, instead of `HEDDLE_ENCRYPTION_KEY`: [to change the key](upgrade.md#change-the-encryption-key)",
    HEDDLE_ROLES: "what this process does: [several processes](install.md#several-processes)",
    HEDDLE_LOG_FORMAT: "`text`, or `json` for a JSON object per line: [logs](monitoring.md#logs)",
    HEDDLE_ACCESS_LOG: "logs each request of the API, without its query"
  },
  Posts: {
    HEDDLE_SOURCE: "[sources](sources.md), separated by commas",
    HEDDLE_BLUESKY_HOSTS: "Jetstream hosts, separated by commas",
    HEDDLE_BLUESKY_COMPRESSION: "half the traffic for more CPU time",
    HEDDLE_BLUESKY_APPVIEW: "AppView for live reads and checks",
    HEDDLE_BLUESKY_CHECKS:
      "requests a second for [checks](sources.md#checks-against-the-network), 0.001 to 100 (*); 0: none",
    HEDDLE_MASTODON_INSTANCES: "instances, separated by commas, such as `https://mastodon.example`",
    HEDDLE_MASTODON_TOKENS: "their tokens in the same order; empty for an instance without",
    HEDDLE_MASTODON_TIMELINE:
      "`federated`: all public posts that an instance knows; `local`: those of its own accounts",
    HEDDLE_MASTODON_CHECKS: "as for Bluesky, for each instance (*)",
    HEDDLE_NDJSON_FILES: "files that the source `ndjson` follows, separated by commas",
    HEDDLE_POST_URL: "URL of posts that arrive without one; `{username}` and `{code}` are filled in"
  },
  Calls: {
    HEDDLE_RATE_LIMIT: "requests of an account in 60 seconds (*); 0: no limit",
    HEDDLE_RUNNING_CALLS:
      "[concurrent calls](monitoring.md#limits-of-calls) of an account, of each kind (*); 0: no limit",
    HEDDLE_QUERY_TIMEOUT: "time limit of calls that only read, at most `110 seconds`",
    HEDDLE_LIVE_TIMEOUT: "time a call waits for [live reads](../api.md#live-reads), at most `1 minute`",
    HEDDLE_MCP_TIMEOUT: "time limit of an MCP tool call, at most `58 seconds`",
    HEDDLE_MCP_ORIGINS:
      "origins of web pages that may call `/mcp`, separated by commas, such as `https://app.example.com`"
  },
  Webhooks: {
    HEDDLE_ROUND_INTERVAL: "how often rules are checked (`npm start`: `10 seconds`)",
    HEDDLE_MAX_ENDPOINTS: "endpoints of an account",
    HEDDLE_MAX_RULES_PER_ENDPOINT: "rules of an endpoint",
    HEDDLE_MAX_RULES_PER_ACCOUNT: "rules of an account. Lowering one of these three removes nothing",
    HEDDLE_WEBHOOK_RULE_LANGUAGES: "languages of new rules; add `en` to allow English, which has many posts",
    HEDDLE_WEBHOOK_PREVIEW_LIMIT: "rule previews of an account in 60 seconds (*); 0: no limit",
    HEDDLE_WEBHOOK_TEST_LIMIT: "test events of an account in 60 seconds (*); 0: no limit",
    HEDDLE_DELIVERY_CONCURRENCY: "requests in flight to endpoints, at least 4; each takes 50 KB and a file descriptor",
    HEDDLE_WEBHOOK_ALLOW_LOOPBACK:
      "allows webhooks to this machine, also over HTTP (`npm start`: `true`). Never set it on a server that others use"
  },
  Retention: {
    HEDDLE_USAGE_MONTHS: "months of single usage entries: [storage](backup.md#storage)",
    HEDDLE_FREE_STORAGE:
      "megabytes a day that an account's [free calls](../credits.md#many-free-calls) may store (*); 0: no limit",
    HEDDLE_DELIVERY_LOG_RETENTION: "delivery attempts and bodies of failed events; at least `1 day`, as all below",
    HEDDLE_EVENT_BODY_RETENTION: "bodies of other events, which they need to be sent again",
    HEDDLE_INTERACTION_RETENTION: "single likes, reposts, quotes and replies",
    HEDDLE_MAIL_RETENTION: "mails that were sent or given up"
  },
  Payments: {
    HEDDLE_PAYMENTS: "`manual`, `stripe` or `fake` (`npm start`: `fake`): [purchases](accounts.md#purchases)",
    HEDDLE_PAYMENT_INSTRUCTIONS:
      "with `manual`: how to pay, shown with each order and in its mail; `\\n` begins a new line",
    HEDDLE_SELLER: "who sells, on [receipts](accounts.md#purchases), such as `Example Ltd, 1 High Street, London`",
    HEDDLE_TRIAL:
      "what everyone who signs up gets once, such as `standard, 1000 credits, 14 days` (in the demo): [trial](accounts.md#trial)",
    HEDDLE_STRIPE_SECRET_KEY: "required with `stripe`",
    HEDDLE_STRIPE_WEBHOOK_SECRET: "required with `stripe`",
    HEDDLE_STRIPE_URL: "a mock of Stripe's API, for tests"
  },
  "Mail and sign-in": {
    HEDDLE_SMTP_URL: "`smtp://user:password@host:587` or `smtps://…:465`; percent-encode characters such as `@`",
    HEDDLE_MAIL_FROM: "sender, such as `Heddle <noreply@example.com>`; required for mail",
    HEDDLE_OPERATOR_MAIL: "address told about faults of the [ledger audit](monitoring.md#the-ledger-audit)",
    HEDDLE_OIDC_ISSUER: "URL of an OpenID provider for [sign-in](accounts.md#sign-in)",
    HEDDLE_OIDC_CLIENT_ID: "required with a provider",
    HEDDLE_OIDC_CLIENT_SECRET: "required with a provider",
    HEDDLE_OIDC_NAME: "name on the sign-in button, if not the provider's host"
  },
  Embeddings: {
    HEDDLE_EMBEDDINGS_URL: "server with OpenAI's `POST /v1/embeddings`: [embeddings](install.md#embeddings)",
    HEDDLE_EMBEDDINGS_MODEL: "its model; required with the URL",
    HEDDLE_EMBEDDINGS_API_KEY: "its bearer token",
    HEDDLE_EMBEDDINGS_DIMENSIONS: "length of vectors, if not the model's own; at most 4,000",
    HEDDLE_EMBEDDINGS_QUERY_PREFIX: "text that the model needs before a topic",
    HEDDLE_EMBEDDINGS_DOCUMENT_PREFIX: "text that the model needs before a post",
    HEDDLE_EMBEDDINGS_BATCH_SIZE: "texts per request, 2 to 2,048"
  },
  "Demo and tests": {
    HEDDLE_DEMO_RECEIVER_PORT: "port of the demo's receiver",
    HEDDLE_FAILPOINT: "kills the process at a named point, for tests"
  }
}
