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

/** With one credit less than the estimate the call is refused, tells the estimate, and the largest limit it could have. */
export const refusedBelow = Effect.fnUntraced(function* (path: string, estimate: number, affordable: number | null) {
  const { status, json, cost } = yield* paid(path, estimate - 1)
  assert.strictEqual(status, 402)
  assert.strictEqual(json["estimated_cost"], estimate)
  assert.strictEqual(json["max_affordable_limit"], affordable)
  assert.strictEqual(cost, 0)
  assert.notStrictEqual((yield* paid(path, estimate)).status, 402)
})

/** Runs the call; what it cost, told alike in body and header. */
export const charged = Effect.fnUntraced(function* (path: string, key: string) {
  const answer = yield* call(path, { key })
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(answer.headers.get("x-credits-consumed"), String(answer.json["credits_consumed"]))
  return { cost: Number(answer.json["credits_consumed"]), data: answer.json["data"] }
})
