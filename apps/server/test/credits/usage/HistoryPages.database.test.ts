/** Pages of the usage history with an anchor: whatever is added meanwhile, each row comes once and none is left out. */
import type { AccountId, UsageEntry } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { forEvery } from "../../support/Property.ts"
import { call, customer, ServedApi } from "../../support/ServedApi.ts"

const start = 1_700_000_000

/** Entries within seconds of each other, as many share a moment. */
const addEntries = Effect.fnUntraced(function* (accountId: AccountId, count: number, secondsAgo: number) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Effect.forEach(Array.from({ length: count }), () => newId("use"))
  yield* sql`
    INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
    SELECT ${accountId}, n.id, to_timestamp(${start - secondsAgo}) + interval '1 microsecond' * n.n / 7, 0, 's', 'user',
      '{}', '{}', '{}'
    FROM json_array_elements_text(${JSON.stringify(ids)}::json) WITH ORDINALITY AS n (id, n)`
  return ids
})

const read = Effect.fnUntraced(function* (key: string, search: string) {
  const { status, json } = yield* call(`/balance/history?${search}`, { key })
  assert.strictEqual(status, 200, JSON.stringify(json))
  const data: ReadonlyArray<UsageEntry> = Object(json["data"])
  const anchor = json["anchor"]
  return {
    ids: data.map(({ id }) => String(id)),
    anchor: typeof anchor === "string" ? anchor : "",
    total: json["total"]
  }
})

const detailOf = (key: string, search: string) =>
  Effect.map(
    call(`/balance/history?${search}`, { key }),
    ({ status, json }) => [status, String(json["detail"])] as const
  )

onAnyDatabaseWith("Pages of the usage history", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect(
    "with the anchor of the page before, no row repeats or is missing, even when late entries fall in between",
    () =>
      forEvery(
        fc.record({
          count: fc.integer({ min: 0, max: 230 }),
          added: fc.array(fc.record({ count: fc.integer({ min: 1, max: 60 }), secondsAgo: fc.nat(3) }), {
            minLength: 5,
            maxLength: 5
          })
        }),
        20,
        Effect.fnUntraced(function* ({ count, added }) {
          const { id, key } = yield* customer()
          const existing = yield* addEntries(id, count, 1)
          const seen: Array<string> = []
          let anchor = ""
          for (let page = 1; ; page += 1) {
            const answer = yield* read(key, `api_type=user&page=${page}${anchor === "" ? "" : `&anchor=${anchor}`}`)
            seen.push(...answer.ids)
            if (answer.ids.length < 50) break
            anchor = answer.anchor
            const more = added[page - 1]
            if (more !== undefined) yield* addEntries(id, more.count, more.secondsAgo)
          }
          assert.strictEqual(new Set(seen).size, seen.length)
          assert.isTrue(existing.every((one) => seen.includes(one)))
        })
      ),
    600_000
  )

  it.effect("an anchor is bound to the account and the filters", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer()
      yield* addEntries(id, 60, 0)
      const { anchor } = yield* read(key, "api_type=user")
      const other = yield* customer()
      const wrong = "anchor: was issued for other filters; use the same ones as for the first page"
      assert.deepStrictEqual(yield* detailOf(key, `page=2&anchor=${anchor}`), [400, wrong])
      assert.deepStrictEqual(yield* detailOf(other.key, `api_type=user&page=2&anchor=${anchor}`), [400, wrong])
      const [status, detail] = yield* detailOf(key, `api_type=user&page=2&anchor=${anchor}x`)
      assert.strictEqual(status, 400)
      assert.include(detail, "anchor: is not a valid anchor")
      const { json } = yield* call("/balance/history?api_type=nothing", { key })
      assert.isNull(json["anchor"])
    })
  )
})
