/** `GET /balance/history/export`: the same entries as the pages, as one file, however many there are. */
import { assert } from "@effect/vitest"
import { type AccountId, KeyId, type UsageEntry, UsageEntryId } from "@heddle/api"
import { Effect, Fiber, Stream } from "effect"
import { HttpRouter } from "effect/http"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Usage } from "../../../src/credits/usage/Usage.ts"
import { historyResponse } from "../../../src/transport/rest/tables/TableResponse.ts"
import { countQueries } from "../../support/QueryCount.ts"
import { entryOfCsv, parseCsv } from "../../support/Csv.ts"
import { admit } from "../../support/ledger/LedgerCalls.ts"
import { call, customer, send, serve, ServedApi } from "../../support/ServedApi.ts"

const start = 1_700_000_000
/** Seconds after `start` of an entry. */
const momentOf = (index: number) => (index * 37) % 100
const columns = "id,time,cost,source,parameters,api_type,request_id"

/** Names that a spreadsheet, a CSV reader or a shell would take for something else. */
const sources = [
  "plain",
  "Plain",
  '=HYPERLINK("x")',
  "'=1",
  "-2-3",
  "@a,b",
  '台積電 “q” "q"',
  "line\r\nbreak",
  "＝1",
  "",
  "'"
]
const apiTypes = ["keywords", "balance", "webhook"]
const keyIds = [KeyId.make("key_a"), KeyId.make("key_b"), null]

/** Entries whose times are spread over `start` and the next 100 seconds, some of them charged. */
const recordMixed = Effect.fnUntraced(function* (accountId: AccountId, count: number) {
  const ledger = yield* Ledger
  const sql = yield* SqlClient.SqlClient
  for (let index = 0; index < count; index += 1) {
    const usage = {
      keyId: keyIds[index % 3] ?? null,
      requestId: index % 4 === 0 ? null : index % 4 === 1 ? `-${index}+1` : `req_${index}`,
      source: sources[index % sources.length] ?? "",
      apiType: apiTypes[(index % 7) % 3] ?? "",
      parameters: { index, text: `"a",b\n${index}`, nested: { list: ["台", null] } }
    }
    if (index % 5 === 0) {
      const { holdId } = yield* admit(accountId, index + 1)
      yield* ledger.settle(accountId, { holdId, cost: index + 1, usage })
    } else {
      yield* ledger.record(accountId, usage)
    }
  }
  // Times of our choosing; the table itself refuses changes.
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`ALTER TABLE usage_entries DISABLE TRIGGER usage_entries_append_only`
      yield* sql`
        UPDATE usage_entries SET time = to_timestamp(
          ${start} + (parameters ->> 'index')::int * 37 % 100 + (parameters ->> 'index')::int % 2 * 0.0004
        )
        WHERE account_id = ${accountId}`
      yield* sql`ALTER TABLE usage_entries ENABLE TRIGGER usage_entries_append_only`
    })
  )
})

const query = (filter: Readonly<Record<string, string | number | undefined>>) =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  ).toString()

const filter = fc.record(
  {
    api_type: fc.constantFrom(...apiTypes, "none"),
    source: fc.constantFrom(...sources),
    key_id: fc.constantFrom("key_a", "key_b", "key_none"),
    from: fc.integer({ min: start - 1, max: start + 101 })
  },
  { requiredKeys: [] }
)
type Filter = typeof filter extends fc.Arbitrary<infer F> ? F : never
const until = fc.integer({ min: start, max: start + 101 })

const lines = (text: string): ReadonlyArray<UsageEntry> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const exported = (key: string, search: string) => call(`/balance/history/export?${search}`, { key })

const walked = Effect.fnUntraced(function* (key: string, search: string) {
  const entries: Array<UsageEntry> = []
  for (let page = 1; ; page += 1) {
    const { json } = yield* call(`/balance/history?page=${page}&${search}`, { key })
    const data: ReadonlyArray<UsageEntry> = Object(json["data"])
    entries.push(...data)
    if (data.length === 0) return { entries, total: Number(json["total"]) }
  }
})

onAnyDatabaseWith("Export of the usage history", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("CSV, NDJSON and all pages have the same rows and the same sum, for any filter", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ credits: 1_000_000 })
      yield* recordMixed(id, 120)
      const everything = yield* exported(key, `format=ndjson&to=${start + 200}`)
      const all = lines(everything.text)
      assert.deepStrictEqual(
        all.map(({ parameters }) => parameters["index"]),
        Array.from({ length: 120 }, (_, index) => index).toSorted((a, b) => momentOf(b) - momentOf(a) || b - a),
        "newest first, those of one second in the order of their making"
      )
      const compare = Effect.fnUntraced(function* (some: Filter, to: number) {
        const search = query({ ...some, to })
        const expected = all.filter(
          ({ api_type, source, time, parameters }) =>
            (some.api_type ?? api_type) === api_type &&
            (some.source ?? source) === source &&
            (some.key_id === undefined || keyIds[Number(parameters["index"]) % 3] === some.key_id) &&
            time >= (some.from ?? 0) &&
            time < to
        )
        const pages = yield* walked(key, search)
        const csv = yield* exported(key, search)
        const ndjson = lines((yield* exported(key, `format=ndjson&${search}`)).text)
        const [header, ...records] = parseCsv(csv.text)
        assert.strictEqual(header?.join(), columns)
        assert.deepStrictEqual(pages.entries, expected)
        assert.deepStrictEqual(ndjson, pages.entries)
        assert.deepStrictEqual(records.map(entryOfCsv), pages.entries)
        assert.lengthOf(ndjson, pages.total)
        const sum = pages.entries.reduce((sum, { cost }) => sum + cost, 0)
        assert.strictEqual(
          records.reduce((sum, record) => sum + Number(record[2]), 0),
          sum
        )
      })
      const context = yield* Effect.context<ServedApi>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(filter, until, (some, to) => Effect.runPromiseWith(context)(compare(some, to))),
          {
            numRuns: runs(8),
            examples: [
              [{}, start + 101],
              // Entries of these very moments.
              [{ from: start + 24 }, start + 50]
            ]
          }
        )
      )
    })
  )

  it.effect("is a file with a name and a type, free, and an entry of the history like other free calls", () =>
    Effect.gen(function* () {
      const { id, key } = yield* customer({ credits: 7 })
      const empty = yield* exported(key, "")
      assert.strictEqual(empty.status, 200)
      assert.strictEqual(empty.text, `${columns}\r\n`, "its own entry comes after what it shows")
      assert.strictEqual(empty.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.match(
        empty.headers.get("content-disposition") ?? "",
        /^attachment; filename="heddle-usage-\d{4}-\d{2}-\d{2}\.csv"$/
      )
      assert.strictEqual(empty.headers.get("x-credits-consumed"), "0")
      assert.strictEqual(empty.headers.get("x-credits-remaining"), "7")
      const headers = { "x-request-id": "mine-1" }
      const second = yield* call("/balance/history/export?format=ndjson&source=tests", { key, headers })
      assert.strictEqual(second.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
      assert.match(second.headers.get("content-disposition") ?? "", /\.ndjson"$/)
      assert.deepStrictEqual(
        lines(second.text).map(({ api_type, cost, source, parameters, request_id }) => [
          api_type,
          cost,
          source,
          parameters,
          request_id
        ]),
        [["balance_history", 0, "tests", { format: "csv" }, empty.headers.get("x-request-id")]]
      )
      const { json } = yield* call("/balance/history", { key })
      const newest: ReadonlyArray<UsageEntry> = Object(json["data"])
      assert.deepInclude(newest[0], {
        request_id: "mine-1",
        parameters: { format: "ndjson", source: "tests" }
      })
      const other = yield* customer()
      assert.strictEqual((yield* exported(other.key, `key_id=${id}`)).text, `${columns}\r\n`)
    })
  )

  it.effect("5,000 entries: a page in memory at a time, each once, while others are added", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const ledger = yield* Ledger
      const sql = yield* SqlClient.SqlClient
      const usage = yield* Usage
      const { id, key } = yield* customer()
      const count = 5_000
      // Many share a moment, so that pages are cut in the midst of one.
      yield* sql`
            INSERT INTO usage_entries (account_id, id, time, cost, source, api_type, parameters, grants, amounts)
            SELECT ${id}, 'use_' || substr(${id}::text, 6, 10) || lpad(n::text, 16, '0'), to_timestamp(${start} + n / 1500), 0, 's', 'balance',
              jsonb_build_object('n', n), '{}', '{}'
            FROM generate_series(0, ${count - 1}::int) AS n`
      const { result, queries } = yield* countQueries(
        Effect.flatMap(usage.exportHistory(id, {}), (entries) => entries.pipe(Stream.take(1_500), Stream.runCount))
      )
      assert.strictEqual(result, 1_500)
      assert.isAtMost(queries, 7)
      const busy = ledger.record(id, {
        keyId: null,
        requestId: null,
        source: "added",
        apiType: "balance",
        parameters: {}
      })
      const adding = yield* Effect.forkChild(Effect.forever(Effect.andThen(busy, Effect.yieldNow)))
      const file = yield* send(`${baseUrl}/balance/history/export?format=ndjson&api_type=balance`, { key })
      yield* Fiber.interrupt(adding)
      const entries = lines(file.text)
      const old = entries.filter(({ source }) => source === "s")
      assert.deepStrictEqual(
        old.map(({ parameters }) => parameters["n"]),
        Array.from({ length: count }, (_, n) => count - 1 - n)
      )
      assert.isAbove(yield* usage.history(id, { source: "added" }).pipe(Effect.map(({ total }) => total)), 0)
      assert.strictEqual(new Set(entries.map(({ id }) => id)).size, entries.length)
    })
  )

  it.effect("a file that breaks off ends with a broken connection, not as if it were whole", () =>
    Effect.gen(function* () {
      const entry: UsageEntry = {
        id: UsageEntryId.make("use_1"),
        time: start,
        cost: 0,
        source: "s",
        parameters: {},
        api_type: "balance",
        request_id: null
      }
      const broken = Stream.concat(Stream.make(entry), Stream.fail("the database went away"))
      const file = HttpRouter.add("GET", "/file", historyResponse({ entries: broken, format: "csv", day: new Date(0) }))
      const url = yield* serve(HttpRouter.toHttpEffect(file))
      const read = Effect.tryPromise(async () => (await fetch(`${url}/file`)).text())
      assert.strictEqual((yield* Effect.result(read))._tag, "Failure")
    })
  )
})
