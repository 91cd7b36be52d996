/** How people come: sign-up, proof of the address, the account they get, a new password. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Sessions } from "../../../src/accounts/sign-in/Sessions.ts"
import { Users } from "../../../src/accounts/sign-in/Users.ts"
import {
  cookieHeader,
  freshEmail,
  lastToken,
  mailsTo,
  password,
  tokenIn,
  verifiedUser,
  visitor
} from "../../support/SignIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const signIn = Effect.fnUntraced(function* (email: string, secret = password) {
  const sessions = yield* Sessions
  return yield* sessions.signIn({ email, password: secret }, visitor)
})

const accountOf = Effect.fnUntraced(function* (email: string) {
  const user = yield* (yield* Users).findByEmail(email)
  return Option.getOrUndefined(user)?.accountId ?? undefined
})

onAnyDatabaseWith("Users", { services: TestServices }, (it) => {
  it.effect("lets people in once they have proven their address, with an account of their own", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = yield* freshEmail
      yield* users.signUp({ email, password })
      assert.strictEqual((yield* Effect.flip(signIn(email)))._tag, "EmailNotVerified")
      assert.isUndefined(yield* accountOf(email))
      yield* users.verify(yield* lastToken(email))
      const signedIn = yield* (yield* Sessions).find(cookieHeader(yield* signIn(email.toUpperCase())))
      const accountId = yield* accountOf(email)
      assert.strictEqual(Option.getOrUndefined(signedIn)?.accountId, accountId)
      assert.strictEqual(Option.getOrUndefined(signedIn)?.email, email)
      assert.deepStrictEqual(Option.getOrUndefined(yield* (yield* Accounts).findByEmail(email))?.id, accountId)
    })
  )

  it.effect("links the account that already has the address", () =>
    Effect.gen(function* () {
      const email = yield* freshEmail
      const { id } = yield* (yield* Accounts).create(email)
      yield* verifiedUser(email)
      assert.strictEqual(yield* accountOf(email), id)
    })
  )

  it.effect("leaves an account alone that has another user", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const [email, owner] = [yield* freshEmail, yield* freshEmail]
      const { id } = yield* (yield* Accounts).create(email)
      yield* users.create({ accountId: id, email: owner, password })
      yield* users.signUp({ email, password })
      const refused = yield* Effect.flip(users.verify(yield* lastToken(email)))
      assert.strictEqual(refused._tag, "AccountHasUser")
      assert.strictEqual((yield* Effect.flip(signIn(email)))._tag, "EmailNotVerified")
      assert.isUndefined(yield* accountOf(email))
    })
  )

  it.effect("refuses a verified user without an account in the database itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const email = yield* freshEmail
      yield* (yield* Users).signUp({ email, password })
      const refused = yield* Effect.flip(sql`UPDATE users SET email_verified = true WHERE email = ${email}`)
      assert.strictEqual(refused._tag, "SqlError")
    })
  )

  it.effect("tells a person who signs up again by mail only", () =>
    Effect.gen(function* () {
      const email = yield* verifiedUser()
      yield* (yield* Users).signUp({ email, password: "another password" })
      assert.strictEqual((yield* mailsTo(email)).at(-1)?.subject, "Heddle: you already have an account")
      assert.strictEqual((yield* Effect.flip(signIn(email, "another password")))._tag, "WrongPassword")
      yield* signIn(email)
    })
  )

  it.effect("takes the last password of an address that was not proven yet", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = yield* freshEmail
      yield* users.signUp({ email, password: "of somebody else" })
      const first = yield* lastToken(email)
      yield* users.signUp({ email, password })
      assert.strictEqual((yield* Effect.flip(users.verify(first)))._tag, "BadLink")
      yield* users.verify(yield* lastToken(email))
      yield* signIn(email)
    })
  )

  it.effect("answers a wrong password and an unknown address alike", () =>
    Effect.gen(function* () {
      const email = yield* verifiedUser()
      assert.strictEqual((yield* Effect.flip(signIn(email, "wrong password")))._tag, "WrongPassword")
      assert.strictEqual((yield* Effect.flip(signIn(yield* freshEmail)))._tag, "WrongPassword")
      assert.strictEqual((yield* Effect.flip(signIn("no address")))._tag, "WrongPassword")
      assert.strictEqual((yield* Effect.flip(signIn(email, "x".repeat(1_000))))._tag, "WrongPassword")
    })
  )

  it.effect("sets a new password once, ends all sessions and spends every other link", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const sessions = yield* Sessions
      const email = yield* verifiedUser()
      const cookies = cookieHeader(yield* signIn(email))
      yield* users.requestReset({ email })
      const spare = yield* lastToken(email)
      yield* users.requestReset({ email })
      const token = yield* lastToken(email)
      yield* users.reset(token, "a new password")
      assert.isTrue(Option.isNone(yield* sessions.find(cookies)))
      assert.strictEqual((yield* Effect.flip(signIn(email)))._tag, "WrongPassword")
      yield* signIn(email, "a new password")
      assert.strictEqual((yield* Effect.flip(users.reset(token, "a third password")))._tag, "BadLink")
      assert.strictEqual((yield* Effect.flip(users.reset(spare, "a third password")))._tag, "BadLink")
      assert.strictEqual((yield* mailsTo(email)).at(-1)?.subject, "Heddle: your password was changed")
    })
  )

  it.effect("takes a reset as proof of the address", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = yield* freshEmail
      yield* users.signUp({ email, password })
      yield* users.requestReset({ email })
      yield* users.reset(yield* lastToken(email), "a new password")
      yield* signIn(email, "a new password")
      assert.isDefined(yield* accountOf(email))
    })
  )

  it.effect("sends no mail to addresses without a user", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = yield* freshEmail
      yield* users.requestReset({ email })
      yield* users.sendVerification({ email })
      assert.deepStrictEqual(yield* mailsTo(email), [])
    })
  )

  it.effect("creates one user when the form is sent several times at once, and every mail has a link", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const sql = yield* SqlClient.SqlClient
      const email = yield* freshEmail
      const signUp = users.signUp({ email, password })
      yield* Effect.all([signUp, signUp, signUp, signUp], { concurrency: "unbounded" })
      const rows = yield* sql`SELECT 1 FROM users WHERE email = ${email}`
      assert.strictEqual(rows.length, 1)
      assert.isTrue((yield* mailsTo(email)).every((mail) => tokenIn(mail) !== ""))
      yield* users.verify(yield* lastToken(email))
      yield* signIn(email)
    })
  )

  it.effect("stores neither passwords nor links as they are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const email = yield* verifiedUser()
      yield* users.requestReset({ email })
      const token = yield* lastToken(email)
      const rows = yield* sql`
          SELECT c.password, v.identifier FROM users u
          JOIN user_credentials c ON c.user_id = u.id JOIN user_verifications v ON v.value = u.id
          WHERE u.email = ${email}`
      assert.strictEqual(rows.length, 1)
      assert.isFalse(JSON.stringify(rows).includes(password))
      assert.isFalse(JSON.stringify(rows).includes(token))
    })
  )
})
