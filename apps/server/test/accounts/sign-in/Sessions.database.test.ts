/** How long a session lasts, what renews it, and what is left of one that ended. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Sessions } from "../../../src/accounts/sign-in/Sessions.ts"
import { deleteExpired } from "../../../src/accounts/sign-in/UserRetention.ts"
import { Users } from "../../../src/accounts/sign-in/Users.ts"
import { cookieHeader, freshEmail, password, verifiedUser, visitor } from "../../support/SignIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 24 * 60 * 60 * 1000

const signedIn = Effect.gen(function* () {
  const email = yield* verifiedUser()
  return { email, headers: cookieHeader(yield* (yield* Sessions).signIn({ email, password }, visitor)) }
})

/** When the sessions of this person end, in days from now. */
const daysLeft = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ expiresAt: Date }>`
    SELECT s.expires_at FROM user_sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`
  return rows.map(({ expiresAt }) => Math.round((expiresAt.getTime() - Date.now()) / day))
})

/** As if this much time had passed since the sign-in. */
const age = Effect.fnUntraced(function* (email: string, days: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE user_sessions SET expires_at = expires_at - ${days} * interval '1 day'
    WHERE user_id = (SELECT id FROM users WHERE email = ${email})`
})

onAnyDatabaseWith("Sessions", { services: TestServices }, (it) => {
  it.effect("last 30 days, renewed once a day by the pages a person opens", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { email, headers } = yield* signedIn
      assert.deepStrictEqual(yield* daysLeft(email), [30])
      assert.deepStrictEqual((yield* sessions.visit(headers)).setCookies, [])
      yield* age(email, 2)
      assert.isTrue(Option.isSome(yield* sessions.find(headers)))
      assert.deepStrictEqual(yield* daysLeft(email), [28])
      const { signedIn: person, setCookies } = yield* sessions.visit(headers)
      assert.isTrue(Option.isSome(person))
      assert.match(setCookies.join(), /Max-Age=2592000/)
      assert.deepStrictEqual(yield* daysLeft(email), [30])
      yield* age(email, 31)
      assert.isTrue(Option.isNone(yield* sessions.find(headers)))
    })
  )

  it.effect("need the cookie as it was set", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { headers } = yield* signedIn
      const [name = "", value = ""] = (headers.get("cookie") ?? "").split("; ", 1)[0]?.split("=") ?? []
      const forged = ["", "x", value.slice(0, -3), `${value.split(".")[0]}.`, `a${value}`]
      for (const cookie of forged) {
        assert.isTrue(Option.isNone(yield* sessions.find(new Headers({ cookie: `${name}=${cookie}` }))))
      }
      assert.isTrue(Option.isNone(yield* sessions.find(new Headers())))
      assert.isTrue(Option.isSome(yield* sessions.find(new Headers({ cookie: `a=b; ${headers.get("cookie")}; c=d` }))))
    })
  )

  it.effect("end one by one", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { email, headers } = yield* signedIn
      const other = cookieHeader(yield* sessions.signIn({ email, password }, visitor))
      yield* sessions.signOut(headers)
      assert.isTrue(Option.isNone(yield* sessions.find(headers)))
      assert.isTrue(Option.isSome(yield* sessions.find(other)))
    })
  )

  it.effect("leave nothing behind, like all that has expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      yield* TestClock.setTime(Date.now())
      const { email, headers } = yield* signedIn
      yield* users.requestReset({ email })
      const unproven = yield* freshEmail
      yield* users.signUp({ email: unproven, password })
      yield* deleteExpired
      assert.isTrue(Option.isSome(yield* (yield* Sessions).find(headers)))
      assert.isTrue(Option.isSome(yield* users.findByEmail(unproven)))
      yield* TestClock.adjust("31 days")
      yield* deleteExpired
      const counts = yield* sql`
          SELECT (SELECT count(*) FROM user_sessions) AS sessions,
            (SELECT count(*) FROM user_verifications) AS verifications,
            (SELECT count(*) FROM sign_in_attempts) AS attempts`
      assert.deepStrictEqual(counts, [{ sessions: 0, verifications: 0, attempts: 0 }])
      assert.isTrue(Option.isNone(yield* users.findByEmail(unproven)))
      assert.isTrue(Option.isSome(yield* users.findByEmail(email)))
    })
  )

  it.effect("are open to users whom the operator made", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = yield* freshEmail
      const { id } = yield* (yield* Accounts).create(email)
      yield* users.create({ accountId: id, email: email.toUpperCase(), password })
      const headers = cookieHeader(yield* (yield* Sessions).signIn({ email, password }, visitor))
      assert.strictEqual(Option.getOrUndefined(yield* (yield* Sessions).find(headers))?.accountId, id)
      const again = yield* Effect.flip(users.create({ accountId: id, email: yield* freshEmail, password }))
      assert.strictEqual(again._tag, "UserExists")
    })
  )
})
