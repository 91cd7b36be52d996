/** Settings: every name is known or the server does not start, and roles say what a process does. */
import { assert, it } from "@effect/vitest"
import { type Config, ConfigProvider, Duration, Effect, Layer } from "effect"
import { allRoles } from "../../src/runtime/Background.ts"
import { describeSettings, Settings } from "../../src/runtime/Settings.ts"

const read = (provider: ConfigProvider.ConfigProvider) =>
  Settings.useSync((settings) => settings).pipe(
    Effect.provide(Settings.layer.pipe(Layer.provide(ConfigProvider.layer(provider))))
  )

const given = (env: Record<string, string>) => read(ConfigProvider.fromEnv({ env }))

const refused = (env: Record<string, string>): Effect.Effect<string, Settings["Service"]> =>
  Effect.map(Effect.flip(given(env)), (error: Config.ConfigError) => String(error))

it.effect("a misspelt setting fails the start and the nearest known one is named", () =>
  Effect.gen(function* () {
    const error = yield* refused({ HEDDLE_PROT: "4000", HEDDLE_DATA: "x", HEDDLE_PORT: "4000", PATH: "/bin" })
    assert.include(error, "Unknown setting: HEDDLE_DATA; did you mean HEDDLE_DATA_DIR?")
    assert.include(error, "Unknown setting: HEDDLE_PROT; did you mean HEDDLE_PORT?")
    assert.notInclude(error, "HEDDLE_DEMO_RECEIVER_PORT")
  })
)

it.effect("a name that resembles none gets the list of all settings", () =>
  Effect.gen(function* () {
    const error = yield* refused({ HEDDLE_TELEMETRY: "on" })
    assert.include(error, "Unknown setting: HEDDLE_TELEMETRY.")
    assert.include(error, "HEDDLE_DEMO_RECEIVER_PORT")
  })
)

it.effect("a malformed number, duration or choice is answered with an example", () =>
  Effect.gen(function* () {
    for (const [name, value, advice] of [
      ["HEDDLE_ROUND_INTERVAL", "often", "such as `10 seconds`"],
      ["HEDDLE_ROUND_INTERVAL", "500", "such as `10 seconds`"],
      ["HEDDLE_ROUND_INTERVAL", "0 seconds", "more than 0"],
      ["HEDDLE_QUERY_TIMEOUT", "soon", "such as `10 seconds`"],
      ["HEDDLE_QUERY_TIMEOUT", "1 hour", "such as `30 seconds`"],
      ["HEDDLE_QUERY_TIMEOUT", "111 seconds", "such as `30 seconds`"],
      ["HEDDLE_MAIL_RETENTION", "5 minutes", "such as `30 days`"],
      ["HEDDLE_PORT", "http", "such as `8080`"],
      ["HEDDLE_PORT", "65536", "such as `8080`"],
      ["HEDDLE_DATABASE_POOL", "0", "a whole number from 1 to 1,000"],
      ["HEDDLE_RATE_LIMIT", "1.5", "a whole number from 0 to 1,000,000"],
      ["HEDDLE_RUNNING_CALLS", "-1", "a whole number from 0"],
      ["HEDDLE_FREE_STORAGE", "100MB", "a whole number from 0 to 1,000,000"],
      ["HEDDLE_BLUESKY_CHECKS", "fast", "such as `0.5`"],
      ["HEDDLE_LOG_FORMAT", "jsn", "must be `text` or `json`"],
      ["HEDDLE_PAYMENTS", "paypal", "must be `manual` or `fake` or `stripe`"],
      ["HEDDLE_TRIAL", "on", "such as `standard, 1000 credits, 14 days`"],
      ["HEDDLE_TRIAL", "gold, 1000 credits, 14 days", "a plan (lite, standard, plus, premium)"],
      ["HEDDLE_TRIAL", "standard, 0 credits, 14 days", "such as `standard, 1000 credits, 14 days`"],
      ["HEDDLE_TRIAL", "standard, 1000 credits, 400 days", "days up to 366"],
      ["HEDDLE_WEBHOOK_ALLOW_LOOPBACK", "ja", "must be `true` or `false`"]
    ] as const) {
      const error = yield* refused({ [name]: value })
      assert.include(error, name)
      assert.include(error, advice, `${name}=${value}`)
    }
  })
)

it.effect("calls are limited by default: 600 a minute, 4 at once, 30 seconds each", () =>
  Effect.gen(function* () {
    const { rateLimit, runningCalls, queryTimeout } = yield* given({})
    assert.deepStrictEqual([rateLimit, runningCalls, Duration.toSeconds(queryTimeout)], [600, 4, 30])
    const longest = yield* given({ HEDDLE_QUERY_TIMEOUT: "110 seconds" })
    assert.strictEqual(Duration.toSeconds(longest.queryTimeout), 110)
  })
)

it.effect("a switch takes the words that people use for it", () =>
  Effect.gen(function* () {
    for (const [value, allowLoopback] of [
      ["true", true],
      ["on", true],
      ["1", true],
      ["false", false],
      ["no", false],
      ["0", false]
    ] as const) {
      assert.strictEqual(
        (yield* given({ HEDDLE_WEBHOOK_ALLOW_LOOPBACK: value })).allowLoopback,
        allowLoopback,
        `the value ${value}`
      )
    }
  })
)

it.effect("a prefix or an extension of a known name is unknown too", () =>
  Effect.gen(function* () {
    assert.include(yield* refused({ HEDDLE_PORT_2: "1" }), "HEDDLE_PORT_2")
    assert.include(yield* refused({ HEDDLE_OPERATOR: "1" }), "Unknown setting: HEDDLE_OPERATOR; did you mean")
    assert.include(yield* refused({ HEDDLE_: "1" }), "Unknown setting: HEDDLE_")
  })
)

it.effect("settings of the tests and of our other programs are ignored, and so is an empty value", () =>
  Effect.gen(function* () {
    const env = { HEDDLE_TEST_RUNS: "3", HEDDLE_API_KEY: "k", HEDDLE_WEBHOOK_SECRET: "s", HEDDLE_NONSENSE: "" }
    assert.strictEqual((yield* given({ ...env, HEDDLE_PORT: "4711" })).port, 4711)
  })
)

it.effect("unknown names are found although the demo provides defaults below the environment", () =>
  Effect.gen(function* () {
    const defaults = ConfigProvider.fromUnknown({ HEDDLE_ROUND_INTERVAL: "10 seconds" })
    const over = (env: Record<string, string>) =>
      read(ConfigProvider.fromEnv({ env }).pipe(ConfigProvider.orElse(defaults)))
    assert.strictEqual((yield* over({ HEDDLE_PORT: "1" })).port, 1)
    assert.include(String(yield* Effect.flip(over({ HEDDLE_PROT: "1" }))), "HEDDLE_PROT")
  })
)

it.effect("every setting is described by its environment variable", () =>
  Effect.gen(function* () {
    const trial = "standard, 1000 credits, 14 days"
    const values = yield* given({ HEDDLE_ROLES: "rounds,api", HEDDLE_OPERATOR_TOKEN: "secret", HEDDLE_TRIAL: trial })
    const described = new Map(describeSettings(values))
    assert.strictEqual(described.size, Object.keys(values).length)
    for (const name of described.keys()) assert.match(name, /^(HEDDLE_[A-Z_]+|DATABASE_URL)$/)
    assert.strictEqual(described.get("HEDDLE_ROLES"), "rounds,api")
    assert.strictEqual(described.get("HEDDLE_TRIAL"), trial)
    assert.strictEqual(described.get("HEDDLE_OPERATOR_TOKEN"), "(set)")
    assert.strictEqual(described.get("HEDDLE_DEMO_RECEIVER_PORT"), "4002")
  })
)

it.effect("a process has all roles unless HEDDLE_ROLES selects some", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual((yield* given({})).roles, allRoles)
    assert.deepStrictEqual((yield* given({ HEDDLE_ROLES: " deliveries , api,api" })).roles, ["deliveries", "api"])
  })
)

it.effect("an unknown role, or none, fails the start and lists the roles", () =>
  Effect.gen(function* () {
    for (const [roles, found] of [
      ["api,round", 'it names "round"; did you mean rounds? Use'],
      ["api,web", 'it names "web"; use'],
      [",", "must be"]
    ] as const) {
      const error = yield* refused({ HEDDLE_ROLES: roles })
      assert.include(error, found)
      assert.include(error, "one or more of api, ingest, rounds, deliveries, maintenance")
      assert.include(error, "HEDDLE_ROLES")
    }
  })
)

it.effect("limits of connections stand next to each other, and proxies are addresses and subnets", () =>
  Effect.gen(function* () {
    const byDefault = yield* given({})
    assert.deepStrictEqual(
      [byDefault.maxConnections, byDefault.maxOperatorConnections, byDefault.maxConnectionsPerAddress],
      [2_000, 200, 100]
    )
    assert.deepStrictEqual(byDefault.proxies, ["127.0.0.1", "::1"])
    const own = yield* given({
      HEDDLE_MAX_CONNECTIONS: "5",
      HEDDLE_MAX_CONNECTIONS_PER_ADDRESS: "0",
      HEDDLE_PROXIES: "10.0.0.0/8, 2001:db8::/32,192.0.2.1"
    })
    assert.deepStrictEqual([own.maxConnections, own.maxConnectionsPerAddress], [5, 0])
    assert.deepStrictEqual(own.proxies, ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1"])
    assert.deepStrictEqual((yield* given({ HEDDLE_PROXIES: "none" })).proxies, [])
    for (const wrong of ["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "::1/129", "none,::1"]) {
      assert.include(yield* refused({ HEDDLE_PROXIES: wrong }), "HEDDLE_PROXIES")
    }
    for (const wrong of ["0", "-1", "many"]) {
      assert.include(yield* refused({ HEDDLE_MAX_CONNECTIONS: wrong }), "HEDDLE_MAX_CONNECTIONS")
    }
  })
)
