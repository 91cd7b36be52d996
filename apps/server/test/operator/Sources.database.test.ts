/** What an operator sees of sources: events that could not be used, and how old the newest event is. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { RejectedAnswer } from "../../src/operator/StateApi.ts"
import { SourceBatches } from "../../src/store/batches/SourceBatches.ts"
import { SourceHealth } from "../../src/store/SourceHealth.ts"
import { operate, ServedApi } from "../support/ServedApi.ts"

const origin = { source: "lab", urlTemplate: "" }
const rejectedEvents = Effect.map(operate("/sources/rejected"), ({ text }) =>
  Schema.decodeSync(Schema.fromJsonString(RejectedAnswer))(text)
)
const event = { reason: "not a JSON value", event: "{" }

onAnyDatabaseWith("An operator", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("is told which events could not be used, and why", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rejectedEvents, [])
      const batches = yield* SourceBatches
      const rejected = [event, { ...event, reason: "did: must be a DID" }]
      yield* batches.store({ changes: [], rejected, cursor: null, newestAt: null }, origin)
      const [report, ...others] = yield* rejectedEvents
      assert.deepInclude(report, { source: "lab", kept: 2, reason: "did: must be a DID" })
      assert.isBelow(Math.abs(Date.parse(report?.newestAt ?? "") - Date.now()), 60_000)
      assert.deepStrictEqual(others, [])
    })
  )

  it.effect("is told how old the newest event of a source is", () =>
    Effect.gen(function* () {
      const health = yield* SourceHealth
      yield* health.worked("lab", Date.now() - 90_000)
      yield* health.worked("lab", Date.now() - 120_000)
      yield* health.worked("lab", null)
      const { text } = yield* operate("/metrics")
      const lag = Number(/^heddle_source_lag_seconds\{source="lab"\} (.*)$/m.exec(text)?.[1])
      assert.isTrue(lag >= 90 && lag < 119, String(lag))
    })
  )
})
