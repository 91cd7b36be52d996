/** The estimate of a dry run or a 402 equals what the call then costs, and a dry run changes nothing. */
import { assert } from "@effect/vitest"
import { Envelope, operations, type PricedOperation } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import type { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { CallerStates } from "../../../src/credits/ledger/CallerStates.ts"
import type { Grants } from "../../../src/credits/ledger/Grants.ts"
import type { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { UsageRecorder } from "../../../src/credits/usage/UsageRecorder.ts"
import { dryRun } from "../../../src/operations/metering/Admission.ts"
import { routeOf } from "../../../../../test/attacks/FuzzRequests.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"
import { creditTables } from "../../support/Tables.ts"

const DryRun = Schema.Struct({
  data: Schema.Struct({
    estimated_cost: Schema.Int,
    would_admit: Schema.Boolean,
    remaining_credits: Schema.Int,
    max_affordable_limit: Schema.NullOr(Schema.Int)
  }),
  dry_run: Schema.Literal(true),
  notices: Schema.Array(Schema.String),
  credits_consumed: Schema.Literal(0)
})
const decode = Schema.decodeUnknownSync(DryRun, { onExcessProperty: "error" })

const search = fc.record({
  keywords: fc.constantFrom("wombat", "wombat,quokka", "台積電"),
  limit: fc.option(fc.integer({ min: 1, max: 500 })),
  details: fc.option(fc.boolean()),
  credits: fc.oneof(fc.integer({ min: 1, max: 1_100 }), fc.integer({ min: 1, max: 5 }))
})

const pathOf = ({ keywords, limit, details }: { keywords: string; limit: number | null; details: boolean | null }) => {
  const query = new URLSearchParams({ keywords })
  if (limit !== null) query.set("limit", String(limit))
  if (details !== null) query.set("include_details", String(details))
  return `/post/search?${query.toString()}`
}

const pricedCalls = operations.flatMap((operation) => (operation.kind === "priced" ? [operation.endpoint] : []))

/** JSON cannot say other numbers, which are refused. */
const isExact = (value: unknown): boolean => typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Some of the call's parameters, with values that fit, miss a bound or are of another kind, and now and then one that none has. */
const askedOf = (endpoint: (typeof pricedCalls)[number]) => {
  const { identifier: operation, method } = endpoint
  const [id = ""] = /:\w+/.exec(endpoint.path) ?? []
  const fields = routeOf(endpoint).fields.filter(([name]) => name !== "dry_run")
  const given = fields.map(([name, values]) =>
    fc.constantFrom(...values.filter(isExact), "somebody").map((value): readonly [string, unknown] => [name, value])
  )
  const unknown = fc.constant<readonly [string, unknown]>(["keyswords", "a"])
  return fc
    .subarray([...given, unknown])
    .chain((entries) => fc.tuple(...entries))
    .map((entries) => {
      const path = endpoint.path.replaceAll(/:\w+/g, "amy")
      const parameters = [...entries, ...(id === "" ? [] : [[id.slice(1), "amy"] as const])]
      const query = method === "GET" ? entries.map(([name, value]) => [name, String(value)]) : []
      const search = new URLSearchParams([...query, ["dry_run", "true"]])
      const request = method === "GET" ? {} : { method, json: Object.fromEntries(entries) }
      return { operation, parameters, path: `${path}?${search}`, request }
    })
}

/** Only unknown names, if there are any: checks of several fields then do not run in REST. In any order, without the known names. */
const faultsOf = (errors: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const texts = errors.map((error) => JSON.stringify(error).replace(/is unknown;.*/, "is unknown")).toSorted()
  const unknown = texts.filter((text) => text.endsWith("is unknown"))
  return unknown.length === 0 ? texts : unknown
}

/** Without what names the request. */
const comparable = (answer: Readonly<Record<string, unknown>>) => {
  const { errors } = answer
  const whole = { ...answer, request_id: null }
  return Array.isArray(errors) ? { ...whole, detail: null, errors: faultsOf(errors) } : whole
}

/** A price with a base up to some number of rows, as several operations have it. */
const stepped = fc.record({
  base: fc.integer({ min: 0, max: 120 }),
  included: fc.integer({ min: 0, max: 40 }),
  extra: fc.integer({ min: 0, max: 5 }),
  maximum: fc.integer({ min: 1, max: 300 }),
  limit: fc.integer({ min: 1, max: 300 }),
  credits: fc.integer({ min: 1, max: 400 })
})

onAnyDatabaseWith("Dry runs and refusals", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("says how keywords are read, as the call itself does", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 100 })
      const read = "The keyword `brulee*` is read as `brulee`"
      for (const path of [
        "/post/search?keywords=brulee*",
        "/post/keyword-trend?keywords=brulee*",
        "/post/search?keywords=a&exclude=brulee*"
      ]) {
        const { json } = yield* call(`${path}&dry_run=true`, { key })
        assert.include(String(json["notices"]), read, path)
      }
      const rule = { keyword: "brulee*", likeCount: 10 }
      const { json } = yield* call("/webhook/rules/backtest?dry_run=true", { key, method: "POST", json: rule })
      assert.include(String(json["notices"]), read)
      assert.deepStrictEqual((yield* call("/post/search?keywords=a&dry_run=true", { key })).json["notices"], [])
    })
  )

  it.effect("a dry run tells the estimate of the call, admission and the largest limit; nothing changes", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Accounts | ApiKeys | Grants | ServedApi | SqlClient.SqlClient>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(search, (wanted) =>
            Effect.gen(function* () {
              const { id, key } = yield* customer({ plan: "lite", credits: wanted.credits })
              const path = pathOf(wanted)
              const before = yield* creditTables(id)
              const asked = yield* call(`${path}&dry_run=true`, { key })
              assert.strictEqual(asked.status, 200, asked.text)
              const { data } = decode(asked.json)
              assert.strictEqual(asked.headers.get("x-credits-consumed"), "0")
              assert.strictEqual(asked.headers.get("x-credits-remaining"), String(wanted.credits))
              assert.deepStrictEqual(yield* creditTables(id), before)
              assert.strictEqual(data.remaining_credits, wanted.credits)

              const ran = yield* call(path, { key })
              assert.strictEqual(ran.status, data.would_admit ? 200 : 402)
              const affordable = data.max_affordable_limit ?? -1
              if (ran.status === 402) {
                assert.deepStrictEqual(yield* creditTables(id), before, "a refused call left something behind")
                for (const member of ["estimated_cost", "remaining_credits", "max_affordable_limit"] as const) {
                  assert.strictEqual(ran.json[member], data[member])
                }
                assert.strictEqual(ran.json["detail"], "Insufficient credits")
                assert.isBelow(affordable, wanted.limit ?? 50)
              } else {
                assert.isAtLeast(affordable, wanted.limit ?? 50)
              }
              const withLimit = (limit: number) => call(pathOf({ ...wanted, limit }), { key })
              if (affordable < 500) assert.strictEqual((yield* withLimit(affordable + 1)).status, 402)
              if (affordable > 0) assert.strictEqual((yield* withLimit(affordable)).status, 200)
            }).pipe(Effect.runPromiseWith(context))
          ),
          { numRuns: runs(12) }
        )
      )
    })
  )

  it.effect("`POST /estimate` says of every priced call what its dry run says, whatever its parameters", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 100 })
      const lite = yield* customer({ plan: "lite", credits: 100 })
      const context = yield* Effect.context<ServedApi>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.constantFrom(...pricedCalls).chain(askedOf), fc.boolean(), (asked, isLite) =>
            Effect.gen(function* () {
              const as = isLite ? lite.key : key
              const { operation, parameters } = asked
              const dry = yield* call(asked.path, { key: as, ...asked.request })
              const json = { operation, parameters: Object.fromEntries(parameters) }
              const estimated = yield* call("/estimate", { key: as, method: "POST", json })
              const { dry_run: _, ...expected } = dry.json
              assert.deepStrictEqual(comparable(estimated.json), comparable(expected), asked.path)
              assert.strictEqual(estimated.status, dry.status)
              assert.strictEqual(estimated.headers.get("x-credits-remaining"), dry.headers.get("x-credits-remaining"))
            }).pipe(Effect.runPromiseWith(context))
          ),
          { numRuns: runs(60) }
        )
      )
      const unknown = yield* call("/estimate", { key, method: "POST", json: { operation: "balance" } })
      assert.include(unknown.text, "operation: must be an operation with a price (all others are free): searchPosts, ")
      assert.strictEqual((yield* call("/balance/history?api_type=estimate", { key })).json["total"], 0)
    })
  )

  it.effect("the largest limit is right for every price that does not fall", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Accounts | ApiKeys | CallerStates | Grants | Ledger>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(stepped, ({ base, included, extra, maximum, limit, credits }) =>
            Effect.gen(function* () {
              const estimate = (rows: number) => base + extra * Math.max(0, rows - included)
              const operation: PricedOperation<number, object> = {
                kind: "priced",
                result: Envelope("Nothing.", {}),
                kept: Envelope("Nothing.", {}).kept,
                summary: "",
                description: "",
                apiType: "test",
                tool: null,
                requires: "nothing",
                price: { estimate, charge: estimate, chargeFirst: estimate, text: "" },
                limit: { minimum: 1, maximum, estimate: (_rows, limit) => estimate(limit) },
                parameters: () => ({})
              }
              const { id } = yield* customer({ credits })
              const caller = { accountId: id, keyId: null, application: "tests", apiTypePrefix: "" } as const
              const state = Option.getOrThrow(yield* (yield* CallerStates).read(caller))
              const { data } = dryRun(operation, limit, state, [])
              const admitted = Array.from({ length: maximum }, (_, index) => index + 1).filter(
                (rows) => estimate(rows) <= credits
              )
              assert.strictEqual(data.max_affordable_limit, admitted.at(-1) ?? 0)
              assert.strictEqual(data.would_admit, estimate(limit) <= credits)
              const without = dryRun({ ...operation, limit: null }, limit, state, [])
              assert.isNull(without.data.max_affordable_limit)
            }).pipe(Effect.runPromiseWith(context))
          ),
          { numRuns: runs(60) }
        )
      )
    })
  )

  it.effect("a dry run tells what the key's limit leaves, as the call would", () =>
    Effect.gen(function* () {
      const { id } = yield* customer({ plan: "lite", credits: 1_000 })
      const { key } = yield* (yield* ApiKeys).create(id, { name: "capped", expiresAt: null, creditLimit: 30 })
      const path = (limit: number) => pathOf({ keywords: "wombat", limit, details: null })
      const { data } = decode((yield* call(`${path(500)}&dry_run=true`, { key })).json)
      assert.deepInclude(data, { remaining_credits: 30, would_admit: false })
      const affordable = data.max_affordable_limit ?? 0
      const refused = yield* call(path(affordable + 1), { key })
      assert.deepStrictEqual([refused.status, refused.json["max_affordable_limit"]], [402, affordable])
      assert.strictEqual((yield* call(path(affordable), { key })).status, 200)
    })
  )

  it.effect("`dry_run=false` is the call itself: same history, same cursor", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ plan: "lite", credits: 500 })
      assert.strictEqual((yield* call("/post/search?keywords=a&dry_run=false", { key })).status, 200)
      const history = yield* call("/balance/history?api_type=keywords", { key })
      assert.include(history.text, '"parameters":{"keywords":["a"]}')
      yield* (yield* UsageRecorder).flush
      // The search and the look at the history.
      assert.strictEqual((yield* creditTables(id))[2]?.length, 2)
    })
  )

  it.effect("the document has Idempotency-Key with every priced call and write", () =>
    Effect.gen(function* () {
      const document = (yield* call("/openapi.json")).json
      for (const { endpoint, kind } of operations) {
        const path = endpoint.path.replaceAll(/:([a-z_]+)/g, "{$1}")
        const described: unknown = Object(Object(document["paths"])[path])[endpoint.method.toLowerCase()]
        const parameters = JSON.stringify(Object(described)["parameters"])
        const takes = parameters.includes("#/components/parameters/IdempotencyKey")
        assert.strictEqual(takes, ["priced", "write"].includes(kind), path)
      }
    })
  )
})
