/** What a tool says when something failed that no schema declares. */
import { assert, describe, it } from "@effect/vitest"
import { TooManyRunningCalls } from "@heddle/api"
import { Cause, Duration, Effect } from "effect"
import { SqlError } from "effect/sql"
import { TooManyCalls } from "../../../src/operations/metering/Call.ts"
import { OutcomeUnknown } from "../../../src/runtime/Outage.ts"
import { answered, defectResult, problemText, strangersNotice, tooLong } from "../../../src/transport/mcp/ToolResult.ts"

const textOf = (cause: Cause.Cause<unknown>) =>
  Effect.map(defectResult(cause, "req_1"), ({ content: [first], isError, structuredContent }) => {
    assert.isTrue(isError)
    assert.isUndefined(structuredContent)
    return first?.type === "text" ? first.text : ""
  })

describe("results of tools", () => {
  it.effect("name the request of a defect, and nothing of its cause", () =>
    Effect.gen(function* () {
      const text = yield* textOf(Cause.die(new Error("password=hunter2")))
      assert.match(text, /^internal: .*Nothing was charged.*req_1$/)
      assert.notInclude(text, "hunter2")
    })
  )

  it.effect("do not say that nothing was charged when that is unknown", () =>
    Effect.gen(function* () {
      const text = yield* textOf(Cause.die(new OutcomeUnknown({ cause: Cause.empty })))
      assert.match(text, /^unavailable: .*unknown whether it was charged.*get_balance.*req_1$/)
      assert.notInclude(text, "Nothing was charged")
    })
  )

  it.effect("ask to wait when the database is busy or gone", () =>
    Effect.gen(function* () {
      const error = new SqlError.SqlError({
        reason: new SqlError.ConnectionError({ cause: new Error("gone"), message: "gone" })
      })
      assert.match(yield* textOf(Cause.die(error)), /^unavailable: .*Call again in 5 s\. Nothing was charged\.$/)
    })
  )

  it("say when to call again", () => {
    const wait = problemText(new TooManyCalls("Too many.", 7))
    assert.strictEqual(wait, "rate_limited: Too many. Wait 7 s, then call again. Nothing was charged.")
    assert.match(problemText(new TooManyRunningCalls({ detail: "4 calls run." })), /Call again in 1 s\.$/)
  })

  it("of a late call are true for its charge", () => {
    const limit = Duration.seconds(55)
    assert.include(tooLong("get_user", limit, false), "did not finish within 55s and was stopped. Nothing was charged.")
    assert.notInclude(tooLong("get_user", limit, true), "Nothing was charged")
  })

  it("have the cursor and the number of the rows that did not fit", () => {
    const body = { data: [1, { biography: "" }], credits_consumed: 2, next_cursor: null }
    const { structuredContent } = answered("get_user", {
      body,
      consumed: 2,
      remaining: 5,
      replayed: false,
      rest: { cursor: "rest_1.0", rows: 3 }
    })
    const text = JSON.stringify(structuredContent)
    assert.include(text, `"next_cursor":"rest_1.0"`)
    assert.include(text, "3 more rows follow these 2")
    assert.include(text, `"notices":["${strangersNotice}"`)
  })
})
