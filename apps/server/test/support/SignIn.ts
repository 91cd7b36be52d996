/** People who sign in, as tests use them. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { KnownBrowsers } from "../../src/accounts/sign-in/KnownBrowsers.ts"
import { Users } from "../../src/accounts/sign-in/Users.ts"
import type { Visitor } from "../../src/accounts/sign-in/Visitor.ts"
import { newId } from "../../src/runtime/Ids.ts"

export const password = "correct horse battery"

export const visitor: Visitor = { address: "192.0.2.7", userAgent: "tests" }

export const freshEmail = Effect.map(newId("user"), (id) => `${id.toLowerCase()}@example.com`)

export interface StoredMail {
  readonly subject: string
  readonly body: string
}

/** The mails to this address, oldest first. */
export const mailsTo = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<StoredMail>`SELECT subject, body FROM mails WHERE recipient = ${email} ORDER BY created_at, id`
})

/** The address in a mail, and what stands in it. */
export const linkIn = ({ body }: StoredMail): URL => new URL(/http\S+\?\S+/.exec(body)?.[0] ?? "http://no-link/")

export const tokenIn = (mail: StoredMail): string => linkIn(mail).searchParams.get("token") ?? ""

/** The token of the last mail to this address. */
export const lastToken = Effect.fnUntraced(function* (email: string) {
  const mail = (yield* mailsTo(email)).at(-1)
  return mail === undefined ? "" : tokenIn(mail)
})

/** Somebody who has signed up and proven the address. */
export const verifiedUser = Effect.fnUntraced(function* (chosen?: string) {
  const email = chosen ?? (yield* freshEmail)
  const users = yield* Users
  yield* users.signUp({ email, password })
  yield* users.verify(yield* lastToken(email))
  return email
})

/** Of a browser in which this person has signed in, and of another before if one is given. */
export const knownVisitor = Effect.fnUntraced(function* (email: string, before: Visitor = visitor) {
  const user = Option.getOrThrow(yield* (yield* Users).findByEmail(email))
  const cookie = yield* (yield* KnownBrowsers).remember(user.id, before)
  const known: Visitor = { ...before, browser: /=([^;]*)/.exec(cookie)?.[1] }
  return known
})

/** What a browser sends back. */
export const cookieHeader = (setCookies: ReadonlyArray<string>): Headers =>
  new Headers({ cookie: setCookies.map((cookie) => cookie.split(";", 1)[0] ?? "").join("; ") })
