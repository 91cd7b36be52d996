/** Calls that cost something, as an account with enough credits meets them. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Ledger } from "../../src/credits/ledger/Ledger.ts"
import { call, customer } from "./ServedApi.ts"

const Rows = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))

/** The rows of a list in an answer. */
export const rowsOf = (answer: { readonly json: Readonly<Record<string, unknown>> }) =>
  Schema.decodeUnknownSync(Rows)(answer.json["data"])

/** Makes a call, looks whether what it says it cost is what is gone, and tells it. */
export const paid = Effect.fnUntraced(function* (path: string, credits = 1_000) {
  const { id, key } = yield* customer({ plan: "lite", credits })
  const answer = yield* call(path, { key })
  const cost = credits - (yield* (yield* Ledger).available(id))
  assert.strictEqual(answer.json["credits_consumed"], cost, answer.text)
  assert.strictEqual(answer.headers.get("x-credits-consumed") ?? "0", String(cost))
  const history = yield* call("/balance/history", { key })
  return { ...answer, cost, entry: rowsOf(history)[0] }
})

/** The names of the parameters that a 400 blames. */
export const blamed = Effect.fnUntraced(function* (path: string) {
  const answer = yield* paid(path)
  assert.strictEqual(answer.status, 400, answer.text)
  assert.strictEqual(answer.cost, 0)
  const errors: ReadonlyArray<{ readonly path: string }> = Object(answer.json["errors"])
  return errors.map(({ path }) => path)
})

/** With one credit less than the estimate the call is refused, tells the estimate, and the largest limit it could have. */
export const refusedBelow = Effect.fnUntraced(function* (path: string, estimate: number, affordable: number | null) {
  const { status, json, cost } = yield* paid(path, estimate - 1)
  assert.strictEqual(status, 402)
  assert.strictEqual(json["estimated_cost"], estimate)
  assert.strictEqual(json["max_affordable_limit"], affordable)
  assert.strictEqual(cost, 0)
  assert.notStrictEqual((yield* paid(path, estimate)).status, 402)
})

/** The estimate and the largest limit, from a dry run. */
export const estimated = Effect.fnUntraced(function* (path: string, key: string) {
  const answer = yield* call(`${path}${path.includes("?") ? "&" : "?"}dry_run=true`, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  const data = Object(answer.json["data"])
  return { cost: Number(data["estimated_cost"]), largest: data["max_affordable_limit"] as unknown }
})

/** Runs the call; what it cost, told alike in body and header. */
export const charged = Effect.fnUntraced(function* (path: string, key: string) {
  const answer = yield* call(path, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(answer.headers.get("x-credits-consumed"), String(answer.json["credits_consumed"]))
  return { cost: Number(answer.json["credits_consumed"]), data: answer.json["data"] }
})

/** A 400 that names the field. */
export const assertRefused = Effect.fnUntraced(function* (path: string, field: string, key: string) {
  const answer = yield* call(path, { key })
  assert.strictEqual(answer.status, 400, `${path}: ${answer.text}`)
  assert.strictEqual(Object(answer.json["errors"])[0]?.path, field, `${path}: ${answer.text}`)
})

/**
 * The price of a leaderboard by rows: `[query, rows, cost]` for an account that can pay, and what one that is a credit
 * short is refused with.
 */
export const assertLeaderboardPrice = Effect.fnUntraced(function* (
  path: string,
  table: ReadonlyArray<readonly [query: string, rows: number, cost: number]>
) {
  for (const [query, rows, cost] of table) {
    const answer = yield* paid(`${path}?${query}`)
    assert.deepStrictEqual([answer.status, rowsOf(answer).length, answer.cost], [200, rows, cost], query)
  }
  yield* refusedBelow(`${path}?language=en`, 30, 0)
  yield* refusedBelow(`${path}?language=en&size=100`, 100, 99)
})

/** Every bound of a leaderboard's parameters, one over or under: a 400 that names the parameter. */
export const assertLeaderboardBounds = Effect.fnUntraced(function* (path: string) {
  for (const query of ["size=0", "size=101", "hours=0", "hours=169", "language=all", "region=TW", "limit=5"]) {
    assert.deepStrictEqual(yield* blamed(`${path}?${query}`), [query.split("=")[0]])
  }
})
