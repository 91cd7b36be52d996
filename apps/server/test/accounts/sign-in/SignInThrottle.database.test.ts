/** Limits of attempts: by client, by address, by both, shared by all processes, and over after their window. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { SignInThrottle } from "../../../src/accounts/sign-in/SignInThrottle.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { freshEmail } from "../../support/SignIn.ts"

const key = Secrets.layerFromKey(new Uint8Array(32).fill(7))
const throttled = SignInThrottle.layer.pipe(Layer.provide(key))

const from = (address: string) => ({ address, userAgent: undefined })

/** How many of these attempts pass. */
const passed = (attempts: ReadonlyArray<Effect.Effect<void, unknown>>) =>
  Effect.map(
    Effect.forEach(attempts, (attempt) => Effect.isSuccess(attempt), { concurrency: "unbounded" }),
    (all) => all.filter((ok) => ok).length
  )

onAnyDatabaseWith("SignInThrottle", { services: throttled }, (it) => {
  it.effect("lets ten attempts at one address pass, and ten more after a quarter of an hour", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* freshEmail
      const attempts = Array.from({ length: 15 }, () => take("password", from("192.0.2.1"), email))
      assert.strictEqual(yield* passed(attempts), 10)
      const { retryAfterSeconds } = yield* Effect.flip(take("password", from("192.0.2.1"), email.toUpperCase()))
      assert.strictEqual(retryAfterSeconds, 15 * 60)
      yield* TestClock.adjust("14 minutes")
      assert.strictEqual(yield* passed(attempts), 0)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* passed(attempts), 10)
    })
  )

  it.effect("lets the owner of an address in while somebody else guesses", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* freshEmail
      yield* passed(Array.from({ length: 20 }, () => take("password", from("192.0.2.2"), email)))
      yield* take("password", from("198.51.100.1"), email)
    })
  )

  it.effect("limits guesses at one address from many clients", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* freshEmail
      const attempts = Array.from({ length: 120 }, (_, index) => take("password", from(`203.0.113.${index}`), email))
      assert.strictEqual(yield* passed(attempts), 100)
    })
  )

  it.effect("limits one client that guesses at many addresses, by its /64 in IPv6", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const emails = yield* Effect.replicateEffect(freshEmail, 60)
      const attempts = emails.map((email, index) => take("password", from(`2001:db8::${index.toString(16)}`), email))
      assert.strictEqual(yield* passed(attempts), 50)
    })
  )

  it.effect("forgets the failures of somebody who gets in", () =>
    Effect.gen(function* () {
      const { take, forgive } = yield* SignInThrottle
      const email = yield* freshEmail
      const attempts = Array.from({ length: 9 }, () => take("password", from("192.0.2.3"), email))
      assert.strictEqual(yield* passed(attempts), 9)
      yield* forgive("password", from("192.0.2.3"), email)
      assert.strictEqual(yield* passed(attempts), 9)
    })
  )

  it.effect("stores neither addresses nor clients", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const email = yield* freshEmail
      yield* (yield* SignInThrottle).take("mail", from("192.0.2.4"), email)
      const text = JSON.stringify(yield* sql`SELECT * FROM sign_in_attempts`)
      assert.notInclude(text, email)
      assert.notInclude(text, "192.0.2.4")
    })
  )
})

onPostgres("SignInThrottle of several processes", ({ freshUrl }) => {
  layer(Layer.empty)((it) => {
    it.effect("lets no more pass than one process would", () =>
      Effect.gen(function* () {
        const url = yield* freshUrl
        const email = yield* freshEmail
        const process = Effect.map(
          Layer.build(throttled.pipe(Layer.provide(PostgresClient.layer({ url, maxConnections: 3 })), Layer.fresh)),
          (context) =>
            SignInThrottle.use(({ take }) => take("password", from("192.0.2.5"), email)).pipe(
              Effect.provideContext(context)
            )
        )
        const attempts = (yield* Effect.all([process, process])).flatMap((take) =>
          Array.from({ length: 8 }, () => take)
        )
        assert.strictEqual(yield* passed(attempts), 10)
      })
    )
  })
})
