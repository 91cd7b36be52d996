/** Limits of attempts: what strangers do, what they cannot take from an owner, shared by all processes, over in time. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith, onPostgres } from "../../../../../test/support/Databases.ts"
import { KnownBrowsers } from "../../../src/accounts/sign-in/KnownBrowsers.ts"
import type { Attempted } from "../../../src/accounts/sign-in/SignInLimits.ts"
import { SignInThrottle } from "../../../src/accounts/sign-in/SignInThrottle.ts"
import { Users } from "../../../src/accounts/sign-in/Users.ts"
import type { Visitor } from "../../../src/accounts/sign-in/Visitor.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { Digests } from "../../../src/runtime/Digests.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { secondsOf } from "../../support/Sleepers.ts"
import { freshEmail, knownVisitor, lastToken, verifiedUser } from "../../support/SignIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const from = (address: string): Visitor => ({ address, userAgent: undefined })

/** Each in a /64 of its own: `perSite` in a /48. */
const strangers = (count: number, perSite: number) =>
  Array.from({ length: count }, (_, index) => {
    const [site, subnet] = [Math.floor(index / perSite), index % perSite]
    // Subnets in different /56, as far as there are.
    return from(`2001:db8:${site.toString(16)}:${(((subnet << 8) | (subnet >> 8)) & 0xffff).toString(16)}::1`)
  })

/** How many of these attempts pass, while nobody waits. */
const passed = (attempts: ReadonlyArray<Effect.Effect<void, unknown>>) =>
  Effect.map(
    Effect.forEach(attempts, (attempt) => Effect.isSuccess(attempt), { concurrency: "unbounded" }),
    (all) => all.filter((ok) => ok).length
  )

/** Wrong guesses of strangers, until the address is slow for all of them. */
const attacked = Effect.fnUntraced(function* (attempted: Attempted, email: string, count: number, perSite = 1) {
  const { take } = yield* SignInThrottle
  const guesses = strangers(count, perSite).map((visitor) => Effect.exit(take(attempted, visitor, email)))
  yield* secondsOf(Effect.all(guesses, { concurrency: 50, discard: true }))
})

onAnyDatabaseWith("SignInThrottle", { services: TestServices }, (it) => {
  it.effect("lets ten attempts of a client at one address pass, and ten more after a quarter of an hour", () =>
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

  for (const [count, perSite] of [
    [110, 1],
    [1_000, 4]
  ] as const) {
    it.effect(`lets the owner in while ${count} strangers guess, ${perSite} in a /48`, () =>
      Effect.gen(function* () {
        const { take } = yield* SignInThrottle
        const email = yield* verifiedUser()
        const owner = yield* knownVisitor(email, from("198.51.100.1"))
        yield* attacked("password", email, count, perSite)
        // At once: no time passes here.
        yield* take("password", owner, email)
        assert.isAtMost(yield* secondsOf(take("password", from("198.51.100.2"), email)), 15)
      })
    )
  }

  it.effect("takes one guess of strangers in ten seconds, and refuses those who find three waiting", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* freshEmail
      yield* attacked("password", email, 100)
      let [tried, refused] = [0, 0]
      const guess = (visitor: Visitor) =>
        take("password", visitor, email).pipe(
          Effect.tap(() => Effect.sync(() => tried++)),
          Effect.catchTag("TooManyAttempts", ({ retryAfterSeconds }) => {
            assert.strictEqual(retryAfterSeconds, 10)
            return Effect.sync(() => refused++)
          })
        )
      const guesses = Effect.forEach(strangers(2_000, 1), guess, { concurrency: 4 })
      // Some are refused, because four want one of three places.
      assert.strictEqual(yield* secondsOf(guesses, { sleepers: 3, atMost: 600 }), 600)
      assert.isAbove(refused, 0)
      const inADay = (tried * 86_400) / 600
      assert.isAbove(inADay, 8_000)
      assert.isBelow(inADay, 8_800)
      // Whoever hung up keeps nobody waiting.
      assert.strictEqual(yield* secondsOf(take("password", from("198.51.100.4"), email)), 10)
    })
  )

  it.effect("keeps nobody with a known browser from codes, mails, links and passkeys", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* verifiedUser()
      const owner = yield* knownVisitor(email, from("2001:db8:ffff::1"))
      for (const attempted of ["code", "reset", "mail"] as const) {
        yield* attacked(attempted, email, 110)
        yield* Effect.flip(take(attempted, from("198.51.100.1"), email))
        yield* take(attempted, owner, email)
      }
      // The same network, and no address to count by.
      for (const attempted of ["link", "passkey", "provider"] as const) {
        yield* passed(Array.from({ length: 60 }, () => take(attempted, from("2001:db8:ffff::2"), "")))
        yield* Effect.flip(take(attempted, from("2001:db8:ffff::1"), ""))
        yield* take(attempted, owner, "")
      }
    })
  )

  it.effect("gives a known browser no more guesses than a stranger, and the address no more mails than ten", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const email = yield* verifiedUser()
      const browsers = yield* Effect.replicateEffect(knownVisitor(email), 5)
      for (const attempted of ["password", "code"] as const) {
        for (const browser of browsers) {
          const attempts = Array.from({ length: 15 }, () => take(attempted, browser, email))
          assert.strictEqual(yield* passed(attempts), 10)
        }
      }
      for (const attempted of ["mail", "reset"] as const) {
        const asked = [...browsers, ...strangers(20, 1), ...browsers].map((visitor) => take(attempted, visitor, email))
        assert.strictEqual(yield* passed(asked), 10)
      }
    })
  )

  it.effect("knows a browser for the person who signed in there, until the password is another", () =>
    Effect.gen(function* () {
      const { find, idOf } = yield* KnownBrowsers
      const users = yield* Users
      const [email, other] = [yield* verifiedUser(), yield* verifiedUser()]
      const owner = yield* knownVisitor(email)
      assert.isDefined(yield* find(owner, email.toUpperCase()))
      assert.isUndefined(yield* find(owner, other))
      assert.isUndefined(yield* find(owner, yield* freshEmail))
      const [id = "", proof = "", mark = ""] = (owner.browser ?? "").split(".")
      for (const browser of [
        undefined,
        "",
        ".",
        `${id}.${proof}`,
        `${id}x.${proof}.${mark}`,
        `${id}.${mark}.${mark}`,
        `${id}.${proof}.${mark}x`,
        `.${proof}.${mark}`
      ]) {
        assert.isUndefined(yield* find({ ...owner, browser }, email), browser)
      }
      assert.notInclude(owner.browser ?? "", email.split("@", 1).join())
      const both = yield* knownVisitor(other, owner)
      assert.isDefined(yield* find(both, email))
      assert.strictEqual(yield* find(both, other), idOf(owner))
      yield* users.requestReset({ email })
      yield* users.reset(yield* lastToken(email), "another password")
      assert.isUndefined(yield* find(both, email))
      assert.isDefined(yield* find(both, other))
    })
  )

  it.effect("remembers the last four people of a browser", () =>
    Effect.gen(function* () {
      const { find } = yield* KnownBrowsers
      const emails = yield* Effect.replicateEffect(verifiedUser(), 5)
      let shared = from("192.0.2.9")
      for (const email of emails) shared = yield* knownVisitor(email, shared)
      const known = yield* Effect.forEach(emails, (email) => Effect.map(find(shared, email), (id) => id !== undefined))
      assert.deepStrictEqual(known, [false, true, true, true, true])
    })
  )

  it.effect("limits one client that guesses at many addresses, by its /64 in IPv6", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const emails = yield* Effect.replicateEffect(freshEmail, 60)
      const attempts = emails.map((email, index) =>
        take("password", from(`2001:db8:cccc::${index.toString(16)}`), email)
      )
      assert.strictEqual(yield* passed(attempts), 50)
    })
  )

  it.effect("limits a /56 and a /48, and not by what its clients were refused", () =>
    Effect.gen(function* () {
      const { take } = yield* SignInThrottle
      const tries = (prefix: string, count: number) =>
        Effect.map(
          Effect.forEach(
            Array.from({ length: count }, (_, index) =>
              from(`2001:db8:${prefix}${index.toString(16).padStart(2, "0")}::1`)
            ),
            (visitor) => Effect.isSuccess(take("passkey", visitor, "")),
            { concurrency: 10 }
          ),
          (all) => all.filter((ok) => ok).length
        )
      // One client of the /48 tries without end, and takes 50 of its 500.
      yield* passed(Array.from({ length: 700 }, () => take("passkey", from("2001:db8:aaaa:ff00::1"), "")))
      assert.strictEqual(yield* tries("aaaa:1", 200), 150)
      for (const subnet of ["2", "3"]) assert.strictEqual(yield* tries(`aaaa:${subnet}`, 200), 150)
      // 50 went to the /48, the first 50 that its /56 refused did not.
      assert.strictEqual(yield* tries("aaaa:4", 200), 0)
      assert.strictEqual(yield* tries("bbbb:1", 200), 150)
    })
  )

  it.effect("forgets the failures of somebody who gets in", () =>
    Effect.gen(function* () {
      const { take, forgive } = yield* SignInThrottle
      const email = yield* verifiedUser()
      for (const visitor of [from("192.0.2.3"), yield* knownVisitor(email)]) {
        const attempts = Array.from({ length: 9 }, () => take("password", visitor, email))
        assert.strictEqual(yield* passed(attempts), 9)
        yield* forgive("password", visitor, email)
        assert.strictEqual(yield* passed(attempts), 9)
      }
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
        const throttled = SignInThrottle.layer.pipe(
          Layer.provide(KnownBrowsers.layer),
          Layer.provide(Digests.layer),
          Layer.provide([Secrets.layerFromKeys(new Uint8Array(32).fill(7)), Settings.layer])
        )
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
