/** Passwords wait in one queue for all: a network has few places in it, and whoever hangs up has none. */
import { assert } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { PasswordCost } from "../../../src/accounts/sign-in/Password.ts"
import { browser, formFrom } from "../../support/PageVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, password, verifiedUser } from "../../support/SignIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const costly = ServedApi.layerNoDeps.pipe(
  Layer.provideMerge(Layer.succeed(PasswordCost, 2 ** 13)),
  Layer.provideMerge(TestServices)
)

/** Each in a /48 of its own. */
const clients = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8:${index.toString(16)}::1`)

/** Sends a wrong password, and hangs up when the signal says so. */
const guess = Effect.fnUntraced(function* (address: string, signal?: AbortSignal) {
  const { baseUrl } = yield* ServedApi
  const headers = yield* formFrom(address)
  const body = new URLSearchParams({ email: yield* freshEmail, password: "a wrong password" })
  return yield* Effect.promise(() =>
    fetch(`${baseUrl}/sign-in`, { method: "POST", headers, body, ...(signal === undefined ? {} : { signal }) }).then(
      async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
      () => undefined
    )
  )
})

const secondsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const [duration] = yield* Effect.timed(effect)
  return Duration.toSeconds(duration)
})

onAnyDatabaseWith("The queue of passwords", { services: costly, realClock: true }, (it) => {
  it.effect("refuses what one client has waiting beyond its share, with a page that says when to come back", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(Array.from({ length: 20 }), () => guess("192.0.2.1"), { concurrency: 20 })
      const refused = answers.filter((answer) => answer?.status === 503)
      // One runs and five wait; on a slow machine, some of them end before the last ones come.
      assert.isAtLeast(refused.length, 10)
      assert.isAtMost(refused.length, 14)
      for (const answer of refused) {
        assert.strictEqual(answer?.headers.get("retry-after"), "5")
        assert.match(answer?.headers.get("content-type") ?? "", /^text\/html/)
        assert.include(answer?.text, "The service is busy")
      }
    })
  )

  it.effect("lets others in between those of one client", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const email = yield* verifiedUser()
      const flood = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 6 }), () => guess("192.0.2.2"), { concurrency: 6 })
      )
      const headers = yield* formFrom("192.0.2.3")
      assert.strictEqual((yield* post("/sign-in", { email, password }, headers)).status, 303)
      assert.isUndefined(flood.pollUnsafe())
    })
  )

  it.effect("refuses everybody beyond the places that there are, and no longer than they are taken", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(clients(80), (client) => guess(client), { concurrency: 80 })
      const statuses = answers.map((answer) => answer?.status)
      assert.sameMembers([...new Set(statuses)], [400, 503])
      // Half of the cores run and fifty wait, unless the machine is so slow that some have waited for too long.
      assert.isAtLeast(statuses.filter((status) => status === 400).length, 20)
      assert.strictEqual((yield* guess("192.0.2.4"))?.status, 400)
    })
  )

  it.effect("forgets who hung up", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const email = yield* verifiedUser()
      const headers = yield* formFrom("192.0.2.5")
      const signIn = post("/sign-in", { email, password }, headers)
      const alone = yield* secondsOf(signIn)
      const hangUp = new AbortController()
      const full = yield* Deferred.make<void>()
      const flood = yield* Effect.forkChild(
        Effect.forEach(
          clients(200).slice(100),
          (client) =>
            Effect.tap(guess(client, hangUp.signal), (answer) =>
              answer?.status === 503 ? Deferred.succeed(full, undefined) : Effect.void
            ),
          { concurrency: "unbounded" }
        )
      )
      yield* Deferred.await(full)
      hangUp.abort()
      const answers = yield* Fiber.join(flood)
      assert.isAtLeast(answers.filter((answer) => answer === undefined).length, 40)
      assert.isBelow(yield* secondsOf(signIn), 8 * alone)
    })
  )
})
