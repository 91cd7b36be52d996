/**
 * A history is exported or paged through while its old entries are rolled up: whenever that happens, no line comes twice,
 * and the credits and calls of each day, key, source and API type are those of the entries.
 */
import { type AccountId, KeyId, type UsageEntry } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { encodeTime } from "ulid"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { CreditsLayer } from "../../../src/credits/Credits.ts"
import { Usage } from "../../../src/credits/usage/Usage.ts"
import { UsageRetention } from "../../../src/credits/usage/UsageRetention.ts"
import { MailQueue } from "../../../src/mail/MailQueue.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { dayMillis } from "../../../src/runtime/Time.ts"
import { withTime } from "../../support/Clocks.ts"
import { forEvery } from "../../support/Property.ts"
import { newAccountId } from "../../support/NewAccount.ts"

/** Entries of January and before are rolled up from the first of this month on, 13 months later. */
const monthBegins = Date.UTC(2026, 2, 1)
const expiredBefore = Date.UTC(2025, 1, 1)
const types = ["keywords", "user"]
const sources = ["shop", "till"]
const keyIds = [KeyId.make("key_1"), null]

interface Made {
  readonly millis: number
  readonly cost: number
  readonly apiType: string
  readonly source: string
  readonly keyId: KeyId | null
}

const made = fc
  .record({
    // Few days around the border, and one of today.
    day: fc.constantFrom(-3, -2, -1, -1, 0, 394),
    second: fc.nat(86_399),
    cost: fc.integer({ min: -5, max: 90 }),
    apiType: fc.constantFrom(...types),
    source: fc.constantFrom(...sources),
    keyId: fc.constantFrom(...keyIds)
  })
  .map(({ day, second, ...rest }): Made => ({ millis: expiredBefore + day * dayMillis + second * 1_000, ...rest }))

let inserted = 0

const insert = Effect.fnUntraced(function* (accountId: AccountId, entries: ReadonlyArray<Made>) {
  const sql = yield* SqlClient.SqlClient
  const rows = entries.map(({ millis, ...rest }) => ({
    // A refund has the id of its charge, which can be of the day before.
    id: `use_${encodeTime(rest.cost < 0 ? millis - dayMillis : millis, 10)}${String((inserted += 1)).padStart(16, "0")}${
      rest.cost < 0 ? "_refund" : ""
    }`,
    time: new Date(millis).toISOString(),
    ...rest
  }))
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts, key_id)
    SELECT ${accountId}, n.id, n.time, n.cost, n.source, n."apiType", '{}', '{}', '{}', n."keyId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n (id text, time timestamptz, cost bigint, source text, "apiType" text, "keyId" text)`
})

/** Credits and calls by what a line of a day stands for. */
const sumsOf = (
  lines: ReadonlyArray<{
    readonly millis: number
    readonly type: string
    readonly source: string
    readonly cost: number
    readonly calls: number
  }>
) => {
  const sums = new Map<string, readonly [cost: number, calls: number]>()
  for (const { millis, type, source, cost, calls } of lines) {
    const name = `${new Date(millis).toISOString().slice(0, 10)} ${type} ${source}`
    const [before, callsBefore] = sums.get(name) ?? [0, 0]
    sums.set(name, [before + cost, callsBefore + calls])
  }
  return [...sums].toSorted(([a], [b]) => a.localeCompare(b))
}

const assertComplete = (read: ReadonlyArray<UsageEntry>, entries: ReadonlyArray<Made>) => {
  assert.strictEqual(new Set(read.map(({ id }) => id)).size, read.length, "no line twice")
  for (const [index, { time }] of read.entries()) assert.isAtMost(time, read[index - 1]?.time ?? time, "newest first")
  const lines = read.map(({ time, api_type, source, cost, parameters }) => ({
    millis: time * 1_000,
    type: api_type,
    source,
    cost,
    calls: Number(parameters["calls"] ?? (cost < 0 ? 0 : 1))
  }))
  const expected = entries.map(({ millis, apiType, source, cost }) => ({
    millis,
    type: apiType,
    source,
    cost,
    calls: cost < 0 ? 0 : 1
  }))
  assert.deepStrictEqual(sumsOf(lines), sumsOf(expected))
}

const rollUp = UsageRetention.use(({ run }) => run)

/** Runs the roll-up once, when this many lines have been read. */
const once = (after: number, time: { ahead: number }, later: number) => {
  let done = false
  return (count: number) =>
    Effect.suspend(() => {
      if (done || count < after) return Effect.void
      done = true
      time.ahead = later
      return rollUp
    })
}

const exported = Effect.fnUntraced(function* (accountId: AccountId, meanwhile: ReturnType<typeof once>) {
  const seen: Array<UsageEntry> = []
  const lines = yield* (yield* Usage).exportHistory(accountId, {})
  yield* Stream.runForEach(lines, (entry) => Effect.suspend(() => meanwhile(seen.push(entry))))
  return seen
})

const paged = Effect.fnUntraced(function* (accountId: AccountId, meanwhile: ReturnType<typeof once>) {
  const usage = yield* Usage
  const seen: Array<UsageEntry> = []
  let anchor: string | null = null
  for (let page = 1; ; page += 1) {
    const answer: Effect.Success<ReturnType<typeof usage.history>> = yield* usage.history(accountId, {
      page,
      ...(anchor === null ? {} : { anchor })
    })
    seen.push(...answer.data)
    anchor = answer.anchor
    if (seen.length >= answer.total) {
      assert.strictEqual(seen.length, answer.total)
      return seen
    }
    assert.lengthOf(answer.data, answer.page_size)
    yield* meanwhile(seen.length)
  }
})

onAnyDatabase("A history that is rolled up while it is read", (_name, database) => {
  // Without the proof of the ledger: these entries were not charged to any grant.
  const Live = Layer.mergeAll(CreditsLayer, Accounts.layer).pipe(
    Layer.provide(MailQueue.layer),
    Layer.provide(Layer.mergeAll(Settings.layer, Secrets.layerFromKeys(new Uint8Array(32).fill(7)))),
    Layer.provideMerge(database)
  )
  layer(Live, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "has every credit and call once",
      () =>
        forEvery(
          fc.record({
            entries: fc.array(made, { minLength: 60, maxLength: 700, size: "max" }),
            after: fc.nat(700),
            before: fc.boolean(),
            pages: fc.boolean(),
            /** The month begins meanwhile, or an hour ago. */
            begins: fc.boolean()
          }),
          40,
          Effect.fnUntraced(function* ({ entries, after, before, pages, begins }) {
            const id = yield* newAccountId
            const time = { ahead: monthBegins + (begins ? -1 : 1) * 3_600_000 }
            const read = Effect.gen(function* () {
              yield* insert(id, entries)
              if (before) yield* rollUp
              const meanwhile = once(after, time, monthBegins + 7_200_000)
              return yield* pages ? paged(id, meanwhile) : exported(id, meanwhile)
            })
            assertComplete(yield* withTime(read, () => time.ahead), entries)
          })
        ),
      3_600_000
    )
  })
})
