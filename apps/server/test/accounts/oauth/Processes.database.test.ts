/** Several processes on one database, and one that starts again: applications notice nothing. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import {
  authorizationRequest,
  Browser,
  connected,
  consentPage,
  decide,
  destinationOf,
  exchange,
  formToken,
  OAuthApi,
  refresh,
  registered,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"
import { call } from "../../support/ServedApi.ts"

/** A process of its own on the database of the test. */
const newProcess = Layer.build(Layer.fresh(OAuthApi))

const works = Effect.fnUntraced(function* (token: string) {
  return Option.isSome(yield* (yield* AccessTokens).identify(token))
})

onAnyDatabase("Processes of the authorization server", (_name, database) => {
  layer(database, { timeout: "60 seconds", excludeTestServices: true })((it) => {
    it.effect("keep applications, tokens and requests over a restart", () =>
      Effect.gen(function* () {
        const before = yield* Effect.scoped(
          Effect.flatMap(newProcess, (context) =>
            Effect.gen(function* () {
              const connection = yield* connected()
              const request = authorizationRequest(connection.clientId)
              const waiting = yield* consentPage(connection.browser, request)
              const keys = (yield* call("/oauth/jwks")).text
              return { ...connection, request, waiting, keys }
            }).pipe(Effect.provideContext(context))
          )
        )
        yield* Effect.gen(function* () {
          assert.strictEqual((yield* call("/oauth/jwks")).text, before.keys)
          assert.isTrue(yield* works(before.tokens.access))
          yield* Effect.map(refresh(before.clientId, before.tokens.refresh), tokensOf)
          const form = { token: formToken(before.waiting.page), decision: "allow" }
          const answer = yield* before.browser.submit(before.waiting.path, form)
          const code = destinationOf(answer).searchParams.get("code") ?? ""
          yield* Effect.map(exchange(before.request, code), tokensOf)
          yield* decide(before.browser, authorizationRequest(before.clientId), "allow")
        }).pipe(Effect.provideContext(yield* newProcess))
      }).pipe(Effect.scoped)
    )

    it.effect("serve the steps of one sign-in in turn", () =>
      Effect.gen(function* () {
        const processes = [yield* newProcess, yield* newProcess]
        let calls = 0
        /** Each call reaches another process. */
        const next = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
          const context = processes[calls++ % processes.length] ?? assert.fail()
          return Effect.provideContext(effect, context)
        }
        const clientId = yield* next(registered())
        const { browser } = yield* next(signedInBrowser(new Browser()))
        const request = authorizationRequest(clientId)
        const entered = yield* next(browser.go(request.path))
        const path = new URL(entered.location).pathname
        const page = yield* next(browser.go(path))
        const answer = yield* next(browser.submit(path, { token: formToken(page), decision: "allow" }))
        const code = destinationOf(answer).searchParams.get("code") ?? ""
        const codes = yield* Effect.all(
          Array.from({ length: 6 }, () => next(exchange(request, code))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          codes.filter(({ status }) => status === 200),
          1
        )
        // Another one: whoever came with the code after it was exchanged has ended that connection.
        const connection = yield* next(connected())
        const refreshed = yield* Effect.all(
          Array.from({ length: 10 }, () => next(refresh(connection.clientId, connection.tokens.refresh))),
          { concurrency: "unbounded" }
        )
        for (const { access } of refreshed.map(tokensOf)) assert.isTrue(yield* next(works(access)))
      }).pipe(Effect.scoped)
    )
  })
})
