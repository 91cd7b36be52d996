/** Lists as CSV and NDJSON: the rows of the JSON answer, at the same price, with the rest of the envelope in headers. */
import { assert } from "@effect/vitest"
import { operations, rowSchemaOf } from "@heddle/api"
import { Clock, Effect, Schema, Stream } from "effect"
import { Csv } from "effect/encoding"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../../test/support/Databases.ts"
import { writePosts } from "../../../support/Posts.ts"
import { call, customer, ServedApi } from "../../../support/ServedApi.ts"

const csv = { accept: "text/csv" }
const ndjson = { accept: "application/x-ndjson" }

const recordsOf = (text: string) =>
  Stream.fromIterable([text]).pipe(
    Stream.pipeThroughChannel(Csv.decodeString({ headers: true })),
    Stream.runCollect,
    Effect.orDie
  )

const Rows = Schema.Struct({ data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const rowsOf = Schema.decodeUnknownSync(Rows)

onAnyDatabaseWith("Tables", { services: ServedApi.layer }, (it) => {
  const scene = Effect.gen(function* () {
    yield* TestClock.setTime(100 * 86_400_000)
    const at = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
    const caption = '=1+1, "quoted"\nmarzipan is what you and I like'
    yield* writePosts(
      ...["m1", "m2", "m3"].map((code, index) => ({
        code,
        caption,
        post_timestamp: at - 60 - index,
        username: "amy"
      }))
    )
    return yield* customer({ plan: "standard", credits: 100_000 })
  })
  const path = "/post/search?keywords=marzipan&language=en&include_details=true"

  it.effect("CSV has the rows of the JSON answer, a column for each field, and no formulas", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      const json = yield* call(path, { key })
      const table = yield* call(path, { key, headers: csv })
      assert.strictEqual(table.status, 200, table.text)
      assert.strictEqual(table.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.strictEqual(table.headers.get("x-credits-consumed"), String(json.json["credits_consumed"]))
      const records = yield* recordsOf(table.text)
      assert.deepStrictEqual(
        records.map(({ code }) => code),
        rowsOf(json.json).data.map(({ code }) => code)
      )
      for (const record of records) {
        assert.strictEqual(record["user.username"], "amy")
        assert.match(String(record["caption"]), /^'=1\+1/)
        assert.strictEqual(record["impression_count"], "")
      }
    })
  )

  it.effect("NDJSON has the rows as they are", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      const json = yield* call(path, { key })
      const lines = yield* call(path, { key, headers: ndjson })
      assert.strictEqual(lines.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
      assert.deepStrictEqual(
        lines.text
          .trimEnd()
          .split("\n")
          .map((line): unknown => JSON.parse(line)),
        [...rowsOf(json.json).data]
      )
    })
  )

  it.effect("the next page is a header", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      const first = yield* call(`${path}&limit=2`, { key, headers: csv })
      const cursor = first.headers.get("x-next-cursor")
      assert(cursor !== null)
      const second = yield* call(`${path}&limit=2&cursor=${encodeURIComponent(cursor)}`, { key, headers: csv })
      assert.deepStrictEqual(
        (yield* recordsOf(second.text)).map(({ code }) => code),
        ["m3"]
      )
      assert.isNull(second.headers.get("x-next-cursor"))
    })
  )

  it.effect("every list can be had as a table, its columns also when it is empty; other answers only as JSON", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 100_000 })
      const none = yield* call("/post/search?keywords=nothingatall&language=ko", { key, headers: csv })
      assert.match(none.text, /^code,url,caption,/)
      const days = yield* call("/post/keyword-trend?keywords=one,two&days=3", { key, headers: csv })
      assert.lengthOf(yield* recordsOf(days.text), 6)
      const endpoints = yield* call("/webhook/endpoints", { key, headers: csv })
      assert.strictEqual(endpoints.status, 200)
      assert.include(endpoints.text, "health.state")
      assert.strictEqual((yield* call("/balance", { key, headers: csv })).status, 406)
      const lists = operations.filter((one) => "result" in one && rowSchemaOf(one.result) !== null)
      assert.isAbove(lists.length, 15)
    })
  )

  it.effect("JSON is what a caller gets who likes both as much", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      for (const accept of ["*/*", "application/json, text/csv", "text/csv;q=0.9, application/json"]) {
        const answer = yield* call(path, { key, headers: { accept } })
        assert.match(String(answer.headers.get("content-type")), /^application\/json/, accept)
      }
    })
  )

  it.effect("a problem stays a problem, and a dry run stays JSON", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      const wrong = yield* call(`${path}&lmit=1`, { key, headers: csv })
      assert.strictEqual(wrong.headers.get("content-type"), "application/problem+json")
      const dry = yield* call(`${path}&dry_run=true`, { key, headers: csv })
      assert.strictEqual(dry.json["dry_run"], true)
    })
  )

  it.effect("a notice is a header", () =>
    Effect.gen(function* () {
      const { key } = yield* scene
      const answer = yield* call("/post/search?keywords=marzipan", { key, headers: csv })
      assert.include(String(answer.headers.get("x-notices")), "language=en")
    })
  )
})
