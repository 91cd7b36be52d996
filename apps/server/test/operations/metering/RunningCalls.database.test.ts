/** A call beyond the limit of running calls is refused over HTTP: free of charge, and it leaves nothing behind. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { RunningCalls } from "../../../src/operations/metering/RunningCalls.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { call, type Call, customer, ServedApi } from "../../support/ServedApi.ts"
import { creditTables } from "../../support/Tables.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const search = "/post/search?keywords=wombat&limit=10"

/** Each test waits until calls are refused; the accounts are its own. */
const atOnce = { concurrent: true, timeout: 60_000 }

const withKey = (key: string, idempotencyKey: string): Call => ({ key, headers: { "idempotency-key": idempotencyKey } })

onAnyDatabase("Running calls", (_name, database) => {
  const served = ServedApi.layerNoDeps.pipe(
    Layer.provideMerge(testServicesWith({ HEDDLE_RUNNING_CALLS: "1" })),
    Layer.provideMerge(database)
  )
  layer(served, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "refused calls cost nothing and can be repeated with their key; replays and other accounts go on",
      () =>
        Effect.gen(function* () {
          const { enter, size } = yield* RunningCalls
          const { id, key } = yield* customer({ plan: "standard", credits: 100 })
          const other = yield* customer({ plan: "standard", credits: 100 })
          assert.strictEqual((yield* call(search, withKey(key, "answered"))).status, 200)
          const before = yield* creditTables(id)
          yield* Effect.gen(function* () {
            for (const kind of ["priced", "free", "state"] as const) yield* enter(kind, id)
            const refused = [
              call(search, { key }),
              call(search, withKey(key, "refused")),
              call(`${search}&dry_run=true`, { key }),
              call("/balance", { key }),
              call("/balance/history", { key }),
              call("/balance/history/export", { key }),
              call("/webhook/endpoints", { key, method: "POST", json: { url: "https://example.com/a" } })
            ]
            const [replay, neighbour, ...answers] = yield* Effect.all(
              [call(search, withKey(key, "answered")), call(search, { key: other.key }), ...refused],
              { concurrency: "unbounded" }
            )
            assert.deepStrictEqual([replay?.status, replay?.headers.get("idempotent-replayed")], [200, "true"])
            assert.strictEqual(neighbour?.status, 200)
            for (const { status, json, headers } of answers) {
              assert.deepStrictEqual(
                [status, json["code"], json["credits_consumed"], headers.get("retry-after")],
                [429, "too_many_running_calls", 0, "1"]
              )
            }
          }).pipe(Effect.scoped)
          assert.deepStrictEqual(yield* creditTables(id), before)
          // Those of the other tests go, too.
          yield* Effect.repeat(size, { until: (lanes) => lanes === 0, schedule: Schedule.spaced("50 millis") })
          const repeated = yield* call(search, withKey(key, "refused"))
          assert.deepStrictEqual([repeated.status, repeated.headers.get("idempotent-replayed")], [200, null])
        }),
      atOnce
    )

    it.effect(
      "of the portal's pages have a limit of their own; a feed that stays open is not counted",
      () =>
        Effect.gen(function* () {
          const { enter } = yield* RunningCalls
          const { portal, accountId } = yield* portalUser({ plan: "standard" })
          yield* Effect.forkScoped(Stream.runDrain(portal["deliveries.WatchDeliveries"]()))
          assert.strictEqual((yield* portal["account.Me"]()).accountId, accountId)
          yield* Effect.gen(function* () {
            yield* enter("portal", accountId)
            const refused = yield* Effect.flip(portal["usage.SummarizeUsage"]({ by: "source" }))
            assert.deepInclude(refused, { _tag: "PortalProblem", code: "too_many_running_calls", retryAfterSeconds: 1 })
          }).pipe(Effect.scoped)
          assert.strictEqual((yield* portal["account.Me"]()).accountId, accountId)
        }),
      atOnce
    )

    it.effect(
      "a revoked key is not told how many calls are running",
      () =>
        Effect.gen(function* () {
          const { enter } = yield* RunningCalls
          const sql = yield* SqlClient.SqlClient
          const { id, key } = yield* customer({ plan: "standard", credits: 100 })
          const paths = [search, "/balance", "/balance/history", "/balance/history/export"]
          // Once valid, so that this process remembers whose key it was.
          for (const path of paths) assert.strictEqual((yield* call(path, { key })).status, 200)
          yield* sql`UPDATE api_keys SET revoked_at = created_at WHERE account_id = ${id}`
          yield* Effect.gen(function* () {
            for (const kind of ["priced", "free", "state"] as const) yield* enter(kind, id)
            const answers = yield* Effect.all(
              paths.map((path) => call(path, { key })),
              { concurrency: "unbounded" }
            )
            for (const { status } of answers) assert.strictEqual(status, 401)
          }).pipe(Effect.scoped)
        }),
      atOnce
    )
  })
})
