/** The server's settings, all read from the environment through `Config`. A malformed one fails the start and is named. */
import { Language, usualRuleLanguages } from "@heddle/api/fields"
import { Config, Context, Duration, Effect, Layer, Option, Redacted, Schema, SchemaGetter } from "effect"
import { maxQueryTimeout } from "./CallTimings.ts"
import { EmailAddress } from "./EmailAddress.ts"
import { type Failpoint, failpointSetting } from "./FailpointSetting.ts"
import { namesIn } from "./NameList.ts"
import { networksSetting } from "./Networks.ts"
import { fileVariable, secret } from "./SecretSetting.ts"
import { isTrial, trialSetting, trialText } from "./TrialSetting.ts"
import { allRoles } from "./Background.ts"
import {
  checkNames,
  durationOrZero,
  durationUpTo,
  namesRead,
  oneOf,
  port,
  PositiveDuration,
  requestRate,
  Retention,
  severalOf,
  wholeNumber,
  yesOrNo
} from "./SettingNames.ts"

const isBase = ({ protocol, search, hash }: URL): boolean => /^https?:$/.test(protocol) && search === "" && hash === ""

const Issuer = Schema.URLFromString.check(
  Schema.makeFilter((url) => (isBase(url) ? undefined : "must be the URL of an OpenID provider"))
)

const BaseUrl = Schema.String.check(
  Schema.makeFilter((text) => {
    const url = URL.parse(text)
    return url !== null && isBase(url)
      ? undefined
      : "must be an address such as `https://api.example.com`, without a query"
  })
)

const maxLiveTimeout = Duration.minutes(1)

const QueryTimeout = durationUpTo(
  maxQueryTimeout,
  `must be a duration above 0 and at most ${Duration.toSeconds(maxQueryTimeout)} seconds, such as \`30 seconds\``
)

/** Clients give up after 60 seconds, and an answer has to reach them before. */
const McpTimeout = durationUpTo(
  Duration.seconds(58),
  "must be a duration above 0 and at most 58 seconds, such as `55 seconds`"
)

const Origins = Schema.String.check(
  Schema.makeFilter((text) => {
    const wrong = namesIn(text).find((name) => !URL.canParse(name) || new URL(name).origin !== name)
    return wrong === undefined ? undefined : `"${wrong}" is no origin, such as \`https://app.example.com\``
  })
)

const RuleLanguages = Schema.String.pipe(
  Schema.decodeTo(Schema.Array(Language).check(Schema.isMinLength(1)), {
    decode: SchemaGetter.transform(namesIn),
    encode: SchemaGetter.transform((codes: ReadonlyArray<string>) => codes.join(","))
  })
)

const WebSockets = Schema.String.check(
  Schema.makeFilter((text) => {
    const names = namesIn(text)
    const wrong = names.find((name) => !/^wss?:$/.test(URL.parse(name)?.protocol ?? ""))
    if (names.length === 0) return "must name at least one address, such as `wss://jetstream.example.com`"
    return wrong === undefined ? undefined : `"${wrong}" is no address such as \`wss://jetstream.example.com\``
  })
)

const publicJetstreams = ["wss://jetstream.us-east.bsky.network", "wss://jetstream.us-west.bsky.network"]

const LiveTimeout = durationUpTo(maxLiveTimeout, "must be a duration above 0 and at most 1 minute, such as `5 seconds`")

/** Also read where a server fails before its settings are there. */
export const logFormat = oneOf("HEDDLE_LOG_FORMAT", ["text", "json"]).pipe(Config.withDefault("text" as const))

/** Service managers kill a process that takes long to stop. */
const DrainTime = durationOrZero(Duration.minutes(1), "must be a duration of at most 1 minute, such as `10 seconds`")

const duration = (schema: typeof PositiveDuration, name: string, byDefault: Duration.Duration) =>
  Config.schema(schema, name).pipe(Config.withDefault(byDefault))

const names = (schema: typeof Origins, name: string, byDefault: ReadonlyArray<string>) =>
  Config.schema(schema, name).pipe(Config.map(namesIn), Config.withDefault(byDefault))

const whole = (name: string, minimum: number, maximum: number, byDefault: number) =>
  wholeNumber(name, minimum, maximum).pipe(Config.withDefault(byDefault))

/** Where posts can come from. Without files, `ndjson` waits for `heddle ingest`, as `none` does. */
export const sourceNames = ["simulation", "bluesky", "mastodon", "ndjson", "none"] as const

const definitions = {
  port: port("HEDDLE_PORT").pipe(Config.withDefault(4000)),
  host: Config.String("HEDDLE_HOST").pipe(Config.withDefault("127.0.0.1")),
  operatorPort: port("HEDDLE_OPERATOR_PORT").pipe(Config.withDefault(4001)),
  operatorHost: Config.String("HEDDLE_OPERATOR_HOST").pipe(Config.withDefault("127.0.0.1")),
  operatorToken: secret("HEDDLE_OPERATOR_TOKEN"),
  maxConnections: whole("HEDDLE_MAX_CONNECTIONS", 1, 1_000_000, 2_000),
  maxOperatorConnections: whole("HEDDLE_MAX_OPERATOR_CONNECTIONS", 1, 1_000_000, 200),
  maxConnectionsPerAddress: whole("HEDDLE_MAX_CONNECTIONS_PER_ADDRESS", 0, 1_000_000, 100),
  proxies: networksSetting("HEDDLE_PROXIES", ["127.0.0.1", "::1"]),
  drainTime: duration(DrainTime, "HEDDLE_DRAIN_TIME", Duration.zero),
  dataDir: Config.String("HEDDLE_DATA_DIR").pipe(Config.withDefault(".heddle")),
  databaseUrl: secret("DATABASE_URL"),
  databasePool: whole("HEDDLE_DATABASE_POOL", 1, 1_000, 10),
  listenDatabaseUrl: secret("HEDDLE_LISTEN_DATABASE_URL"),
  queryDatabaseUrls: Config.map(secret("HEDDLE_QUERY_DATABASE_URL"), (urls) =>
    Option.toArray(urls).flatMap((text) => namesIn(Redacted.value(text)).map((url) => Redacted.make(url)))
  ),
  queryMaxLag: duration(PositiveDuration, "HEDDLE_QUERY_MAX_LAG", Duration.seconds(10)),
  queryPool: whole("HEDDLE_QUERY_POOL", 0, 1_000, 8),
  queryTimeout: duration(QueryTimeout, "HEDDLE_QUERY_TIMEOUT", Duration.seconds(30)),
  mcpTimeout: duration(McpTimeout, "HEDDLE_MCP_TIMEOUT", Duration.seconds(55)),
  mcpOrigins: names(Origins, "HEDDLE_MCP_ORIGINS", []),
  encryptionKey: secret("HEDDLE_ENCRYPTION_KEY"),
  encryptionKeys: secret("HEDDLE_ENCRYPTION_KEYS"),
  baseUrl: Config.option(Config.schema(BaseUrl, "HEDDLE_BASE_URL")),
  logFormat,
  accessLog: yesOrNo("HEDDLE_ACCESS_LOG").pipe(Config.withDefault(false)),
  roles: severalOf("HEDDLE_ROLES", allRoles, allRoles),
  sources: severalOf("HEDDLE_SOURCE", sourceNames, ["none"]),
  blueskyHosts: names(WebSockets, "HEDDLE_BLUESKY_HOSTS", publicJetstreams),
  blueskyCompression: yesOrNo("HEDDLE_BLUESKY_COMPRESSION").pipe(Config.withDefault(false)),
  blueskyAppView: Config.schema(BaseUrl, "HEDDLE_BLUESKY_APPVIEW").pipe(
    Config.withDefault("https://public.api.bsky.app")
  ),
  blueskyChecks: requestRate("HEDDLE_BLUESKY_CHECKS").pipe(Config.withDefault(5)),
  mastodonInstances: names(Origins, "HEDDLE_MASTODON_INSTANCES", []),
  mastodonTokens: secret("HEDDLE_MASTODON_TOKENS"),
  mastodonTimeline: oneOf("HEDDLE_MASTODON_TIMELINE", ["federated", "local"]).pipe(
    Config.withDefault("federated" as const)
  ),
  mastodonChecks: requestRate("HEDDLE_MASTODON_CHECKS").pipe(Config.withDefault(0.5)),
  ndjsonFiles: Config.String("HEDDLE_NDJSON_FILES").pipe(Config.map(namesIn), Config.withDefault([])),
  payments: oneOf("HEDDLE_PAYMENTS", ["manual", "fake", "stripe"]).pipe(Config.withDefault("manual" as const)),
  trial: trialSetting("HEDDLE_TRIAL"),
  // Written in one line, `\n` begins another.
  paymentInstructions: Config.String("HEDDLE_PAYMENT_INSTRUCTIONS").pipe(
    Config.map((text) => text.replaceAll("\\n", "\n").trim()),
    Config.withDefault("")
  ),
  seller: Config.String("HEDDLE_SELLER").pipe(Config.withDefault("")),
  stripeSecretKey: secret("HEDDLE_STRIPE_SECRET_KEY"),
  stripeWebhookSecret: secret("HEDDLE_STRIPE_WEBHOOK_SECRET"),
  stripeUrl: Config.option(Config.schema(BaseUrl, "HEDDLE_STRIPE_URL")),
  roundInterval: duration(PositiveDuration, "HEDDLE_ROUND_INTERVAL", Duration.minutes(3)),
  rateLimit: whole("HEDDLE_RATE_LIMIT", 0, 1_000_000, 600),
  deliverySlots: whole("HEDDLE_DELIVERY_CONCURRENCY", 4, 100_000, 2_000),
  maxEndpoints: whole("HEDDLE_MAX_ENDPOINTS", 1, 10_000, 20),
  maxRulesPerEndpoint: whole("HEDDLE_MAX_RULES_PER_ENDPOINT", 1, 100_000, 1_000),
  maxRulesPerAccount: whole("HEDDLE_MAX_RULES_PER_ACCOUNT", 1, 1_000_000, 5_000),
  previewLimit: whole("HEDDLE_WEBHOOK_PREVIEW_LIMIT", 0, 1_000_000, 30),
  ruleLanguages: Config.schema(RuleLanguages, "HEDDLE_WEBHOOK_RULE_LANGUAGES").pipe(
    Config.withDefault(usualRuleLanguages)
  ),
  testEventLimit: whole("HEDDLE_WEBHOOK_TEST_LIMIT", 0, 1_000, 5),
  freeStorage: whole("HEDDLE_FREE_STORAGE", 0, 1_000_000, 100),
  usageMonths: whole("HEDDLE_USAGE_MONTHS", 1, 1_200, 13),
  deliveryLogRetention: duration(Retention, "HEDDLE_DELIVERY_LOG_RETENTION", Duration.days(30)),
  eventBodyRetention: duration(Retention, "HEDDLE_EVENT_BODY_RETENTION", Duration.days(30)),
  mailRetention: duration(Retention, "HEDDLE_MAIL_RETENTION", Duration.days(30)),
  interactionRetention: duration(Retention, "HEDDLE_INTERACTION_RETENTION", Duration.days(3)),
  runningCalls: whole("HEDDLE_RUNNING_CALLS", 0, 1_000, 4),
  liveTimeout: duration(LiveTimeout, "HEDDLE_LIVE_TIMEOUT", Duration.seconds(5)),
  allowLoopback: yesOrNo("HEDDLE_WEBHOOK_ALLOW_LOOPBACK").pipe(Config.withDefault(false)),
  postUrlTemplate: Config.String("HEDDLE_POST_URL").pipe(Config.withDefault("")),
  smtpUrl: secret("HEDDLE_SMTP_URL"),
  mailFrom: Config.option(Config.String("HEDDLE_MAIL_FROM")),
  operatorMail: Config.option(Config.schema(EmailAddress, "HEDDLE_OPERATOR_MAIL")),
  oidcIssuer: Config.option(Config.schema(Issuer, "HEDDLE_OIDC_ISSUER")),
  oidcClientId: Config.option(Config.String("HEDDLE_OIDC_CLIENT_ID")),
  oidcClientSecret: secret("HEDDLE_OIDC_CLIENT_SECRET"),
  oidcName: Config.option(Config.String("HEDDLE_OIDC_NAME")),
  embeddingsUrl: Config.option(Config.schema(BaseUrl, "HEDDLE_EMBEDDINGS_URL")),
  embeddingsModel: Config.option(Config.String("HEDDLE_EMBEDDINGS_MODEL")),
  embeddingsApiKey: secret("HEDDLE_EMBEDDINGS_API_KEY"),
  embeddingsDimensions: Config.option(wholeNumber("HEDDLE_EMBEDDINGS_DIMENSIONS", 1, 4_000)),
  embeddingsQueryPrefix: Config.String("HEDDLE_EMBEDDINGS_QUERY_PREFIX").pipe(Config.withDefault("")),
  embeddingsDocumentPrefix: Config.String("HEDDLE_EMBEDDINGS_DOCUMENT_PREFIX").pipe(Config.withDefault("")),
  embeddingsBatchSize: whole("HEDDLE_EMBEDDINGS_BATCH_SIZE", 2, 2_048, 128),
  demoReceiverPort: port("HEDDLE_DEMO_RECEIVER_PORT").pipe(Config.withDefault(4002)),
  failpoint: failpointSetting("HEDDLE_FAILPOINT")
}
const settings = Config.all(definitions)

const variables: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries(definitions).map(([key, definition]) => [key, namesRead(definition)])
)

const allVariables: ReadonlySet<string> = new Set([...variables.values()].flat())

/** Whether a file can have the value of this variable. */
export const isSecret = (variable: string): boolean => allVariables.has(fileVariable(variable))

export class Settings extends Context.Service<Settings, Config.Success<typeof settings>>()(
  "@heddle/server/runtime/Settings"
) {
  static readonly layer = Layer.effect(Settings, Effect.andThen(checkNames(allVariables), settings))
}

/** The address of the API that is shown to people. */
export const publicUrl = ({ baseUrl, host, port }: Settings["Service"]): string =>
  Option.getOrElse(baseUrl, () => `http://${everyAddress.has(host) ? "localhost" : host}:${port}`)

/** A server listens there, but nobody can call it there. */
const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

const isFailpoint = (value: unknown): value is Failpoint =>
  typeof value === "object" && value !== null && "passes" in value

const show = (value: unknown): string => {
  if (Option.isOption(value)) return Option.isNone(value) ? "(not set)" : show(value.value)
  if (Redacted.isRedacted(value)) return "(set)"
  if (isFailpoint(value)) return `${value.name}:${value.passes}`
  if (isTrial(value)) return trialText(value)
  if (Array.isArray(value)) return value.map(show).join(",")
  return Duration.isDuration(value) ? Duration.format(value) : value === "" ? "(empty)" : String(value)
}

/** Every setting by its environment variable, with the value in force; of secrets only whether they are set. */
export const describeSettings = (values: Settings["Service"]): ReadonlyArray<readonly [name: string, value: string]> =>
  Object.entries(values).map(([key, value]) => [variables.get(key)?.[0] ?? key, show(value)])
