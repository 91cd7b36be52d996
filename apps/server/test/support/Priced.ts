/** What a priced call promises and costs, over HTTP. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "./ServedApi.ts"

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
