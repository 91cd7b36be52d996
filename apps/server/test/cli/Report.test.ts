/** What a command prints when its call gets no answer, or one that the contract does not declare. */
import { assert, it } from "@effect/vitest"
import { NotFound } from "@heddle/api"
import { ConfigProvider, Effect, Exit, Layer } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestConsole } from "effect/testing"
import { reportFailure } from "../../src/cli/Report.ts"
import { OperatorClient } from "../../src/operator/OperatorClient.ts"
import { operatorClientAt } from "../../src/operator/OperatorClientAt.ts"
import { Settings } from "../../src/runtime/Settings.ts"

/** What is printed about a ledger check that this client carries out. */
const printed = Effect.fnUntraced(function* (client: HttpClient.HttpClient) {
  const operator = operatorClientAt("http://127.0.0.1:4001").pipe(
    Layer.provide([Layer.succeed(HttpClient.HttpClient, client), Settings.layer]),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({})))
  )
  const call = OperatorClient.use(({ ledger }) => ledger.check()).pipe(Effect.provide(operator))
  assert.isTrue(Exit.isFailure(yield* Effect.exit(reportFailure(call))))
  return (yield* TestConsole.errorLines).map(String).join("\n")
})

const answering = (body: string, status: number) =>
  HttpClient.make((request) => Effect.succeed(HttpClientResponse.fromWeb(request, new Response(body, { status }))))

it.effect("an answer that the contract does not declare is printed with its status and its detail", () =>
  Effect.gen(function* () {
    const detail = "Send HEDDLE_OPERATOR_TOKEN as a bearer token."
    const words = yield* printed(answering(JSON.stringify({ detail }), 401))
    assert.strictEqual(words, `The server responded with 401: ${detail}`)
  })
)

it.effect("an answer of something else says that it cannot be read", () =>
  Effect.gen(function* () {
    const words = yield* printed(answering("<html>", 502))
    assert.match(words, /^The server responded with 502, which this command cannot read: /)
  })
)

it.effect("no answer says so", () =>
  Effect.gen(function* () {
    const refused = HttpClient.make((request) =>
      Effect.fail(
        new HttpClientError.HttpClientError({
          reason: new HttpClientError.TransportError({ request, description: "connection refused" })
        })
      )
    )
    assert.match(yield* printed(refused), /^The running server did not respond: .*connection refused/)
  })
)

it.effect("a problem that the contract declares is printed in its own words", () =>
  Effect.gen(function* () {
    yield* Effect.exit(reportFailure(Effect.fail(new NotFound({ detail: "There is no account acct_none." }))))
    assert.deepStrictEqual(yield* TestConsole.errorLines, ["There is no account acct_none."])
  })
)
