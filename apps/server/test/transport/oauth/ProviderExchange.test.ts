/** What an application is told when something fails on our side. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { toResponse } from "../../../src/transport/oauth/ProviderExchange.ts"

const serverError = JSON.stringify({ error: "server_error" })

const answerTo = Effect.fnUntraced(function* (failure: unknown) {
  const headers = { "content-type": "application/json" }
  const response = yield* toResponse({ status: 500, headers, cookies: [], body: serverError, failure })
  const web = HttpServerResponse.toWeb(response)
  return {
    status: web.status,
    retryAfter: web.headers.get("retry-after"),
    body: yield* Effect.promise(() => web.json())
  }
})

it.effect("an outage of the database passes", () =>
  Effect.gen(function* () {
    const reason = new SqlError.ConnectionError({ cause: new Error("closed"), operation: "connect" })
    const { status, retryAfter, body } = yield* answerTo(new SqlError.SqlError({ reason }))
    assert.strictEqual(status, 503)
    assert.strictEqual(retryAfter, "5")
    assert.deepInclude(body, { error: "temporarily_unavailable" })
  })
)

it.effect("anything else is our fault", () =>
  Effect.gen(function* () {
    const { status, body } = yield* answerTo(new Error("secret detail"))
    assert.strictEqual(status, 500)
    assert.deepStrictEqual(body, { error: "server_error" })
  })
)
