/**
 * A day of free calls at the rate limit: how many are stored one by one, how large a stored row is, and what that adds
 * up to. The rows are measured, the day is counted.
 */
import { assert, layer } from "@effect/vitest"
import { AccountId, KeyId } from "@heddle/api"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { ulid } from "ulid"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { onLongRun } from "../../../../../test/support/LongTests.ts"
import { boundedParameters } from "../../../src/credits/usage/BoundedParameters.ts"
import { bytesOf, FreeStorage, keptAnswerBytes } from "../../../src/credits/usage/FreeStorage.ts"
import { UsageRecorder } from "../../../src/credits/usage/UsageRecorder.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { customer } from "../../support/ServedApi.ts"
import { withTime } from "../../support/Clocks.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const callsPerDay = 600 * 1_440
const maxBytes = 200_000_000
/** More than any account has: active keys, with calls of every free type in each five minutes. */
const summariesPerDay = 20 * 12 * 288
const testEventsPerDay = 5 * 1_440

const random = (length: number) => randomBytes(length).toString("base64url").slice(0, length)

const usageOf = (requestId: string, source: string, parameters: Readonly<Record<string, unknown>>) => ({
  keyId: KeyId.make(`key_${random(26)}`),
  requestId,
  source,
  apiType: "user",
  parameters: boundedParameters(parameters)
})
const kinds = {
  smallest: () => usageOf(`req_${ulid()}`, "k", {}),
  largest: () =>
    usageOf(random(128), "台".repeat(100), { usernames: Array.from({ length: 50 }, () => random(30)), limit: 9 })
}

const sizeOf = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ bytes: number }>`
    SELECT sum(pg_total_relation_size(t.relid))::bigint AS bytes
    FROM (SELECT relid::oid FROM pg_partition_tree(${table}) UNION SELECT ${table}::regclass::oid) t`
  return row?.bytes ?? 0
})

const measured = <E, R>(table: string, rows: number, write: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const before = yield* sizeOf(table)
    yield* write
    return ((yield* sizeOf(table)) - before) / rows
  })

/** Calls of a day, evenly spread, that are stored one by one. */
const storedInDay = Effect.fnUntraced(function* (bytes: number) {
  const storage = yield* FreeStorage
  const accountId = AccountId.make(yield* newId("acct"))
  let time = Date.parse("2030-01-01T00:00:00Z")
  let stored = 0
  const day = Effect.gen(function* () {
    for (let call = 0; call < callsPerDay; call += 1) {
      time += dayMillis / callsPerDay
      if ((yield* storage.take(accountId, bytes)) === null) stored += 1
    }
  })
  yield* withTime(day, () => Math.floor(time))
  return stored
})

onLongRun("A long day", () => {
  onAnyDatabase("A day of free calls", (_name, database) => {
    layer(testServicesWith({}).pipe(Layer.provideMerge(database)), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const rows = 4_000

      it.effect("adds at most 200 MB to the tables, whatever the calls", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const recorder = yield* UsageRecorder
          const { id: accountId } = yield* customer()
          const entry: Record<string, number> = {}
          for (const [kind, make] of Object.entries(kinds)) {
            const write = Effect.forEach(Array.from({ length: rows }, make), (one) => recorder.record(accountId, one))
            entry[kind] = yield* measured("usage_entries", rows, Effect.andThen(write, recorder.flush))
          }
          const attempts = yield* measured(
            "webhook_attempts",
            rows,
            Effect.forEach(
              Array.from({ length: rows }),
              Effect.fnUntraced(function* () {
                yield* sql`
                  INSERT INTO webhook_attempts (account_id, id, endpoint_id, attempt, started_at, url, duration_ms,
                    outcome, status_code, request_headers, response_headers, response)
                  VALUES (${accountId}, ${yield* newId("dlv")}, ${yield* newId("ep")}, 1, now(), ${random(512)}, 1,
                    'delivered', 200, ${JSON.stringify({ all: random(400) })}::jsonb,
                    ${JSON.stringify({ all: random(512) })}::jsonb, ${random(1_024)})`
              })
            )
          )
          // A key is claimed and then gets its answer: both versions of the row stay until the next vacuum.
          const keys = yield* measured(
            "idempotency_keys",
            rows,
            Effect.forEach(
              Array.from({ length: rows }),
              Effect.fnUntraced(function* () {
                const digest = random(22)
                yield* sql`
                  INSERT INTO idempotency_keys (account_id, key_digest, request_digest, claim, expires_at)
                  VALUES (${accountId}, ${digest}, ${random(22)}, ${yield* newId("claim")}, now())`
                yield* sql`
                  UPDATE idempotency_keys SET sealed_answer = ${randomBytes(400)}, expires_at = now() + interval '1 day'
                  WHERE account_id = ${accountId} AND key_digest = ${digest}`
              })
            )
          )
          yield* sql`DELETE FROM idempotency_keys WHERE account_id = ${accountId}`
          assert.isAtMost(keys, keptAnswerBytes, "a kept answer is as large as is assumed")
          const figures: Record<string, unknown> = { entry, attempts, keys }
          for (const [kind, make] of Object.entries(kinds)) {
            const bytes = bytesOf(make())
            const perEntry = entry[kind] ?? Infinity
            assert.isAtMost(perEntry, bytes * 1.15, `an entry of the ${kind} kind is as large as is assumed`)
            const stored = yield* storedInDay(bytes)
            const total =
              stored * perEntry + summariesPerDay * (entry["smallest"] ?? Infinity) + testEventsPerDay * attempts
            figures[kind] = { stored, megabytes: total / 1_000_000 }
            assert.isAtMost(total, maxBytes, JSON.stringify(figures))
          }
        })
      )
    })
  })
})
