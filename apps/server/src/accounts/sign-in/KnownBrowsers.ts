/**
 * Browsers in which somebody has signed in before. They have limits of their own, so that strangers who guess at an
 * address cannot keep its owner out. A cookie holds a random id and, for each of the last few people, a mark over the id,
 * the person and the hash of their password: it names nobody, nobody else can make it, and a new password ends it.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { normalEmail } from "../../runtime/EmailAddress.ts"
import type { UserId } from "../../runtime/Ids.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { cookiePrefix, isHttps } from "./UserMails.ts"
import type { Visitor } from "./Visitor.ts"

const idBytes = 16
const maxPeople = 4
const yearSeconds = 31_536_000

export const browserCookieName = (settings: Settings["Service"]): string => `${cookiePrefix(settings)}.browser`

interface Browser {
  readonly id: string
  readonly marks: ReadonlyArray<string>
}

interface Person {
  readonly id: UserId
  /** Null for somebody who has none. */
  readonly password: string | null
}

export class KnownBrowsers extends Context.Service<
  KnownBrowsers,
  {
    /** The id of a browser in which anybody has signed in. */
    idOf(visitor: Visitor): string | undefined
    /** The same, if it was with this address, and the password has not changed since. */
    find(visitor: Visitor, email: string): Effect.Effect<string | undefined>
    /** After a sign-in: the cookie to set. */
    remember(userId: UserId, visitor: Visitor): Effect.Effect<string>
  }
>()("@heddle/server/accounts/sign-in/KnownBrowsers") {
  static readonly layer = Layer.effect(
    KnownBrowsers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { mac, isMac } = yield* Secrets
      const settings = yield* Settings

      const proven = (id: string) => `browser\n${id}`
      const marked = (browserId: string, { id, password }: Person) =>
        ["known browser", browserId, id, password ?? ""].join("\n")

      const read = ({ browser = "" }: Visitor): Browser | undefined => {
        const [id = "", proof = "", ...marks] = browser.split(".")
        return isMac(proven(id), proof) ? { id, marks: marks.slice(0, maxPeople) } : undefined
      }

      const people = sql`
        SELECT u.id, c.password FROM users u
        LEFT JOIN user_credentials c ON c.user_id = u.id AND c.password IS NOT NULL`

      const find = Effect.fn("KnownBrowsers.find")(function* (visitor: Visitor, email: string) {
        const browser = read(visitor)
        if (browser === undefined) return undefined
        const [person] = yield* sql<Person>`${people} WHERE u.email = ${normalEmail(email)}`
        if (person === undefined) return undefined
        const text = marked(browser.id, person)
        return browser.marks.some((mark) => isMac(text, mark)) ? browser.id : undefined
      }, Effect.orDie)

      const remember = Effect.fn("KnownBrowsers.remember")(function* (userId: UserId, visitor: Visitor) {
        const { id, marks } = read(visitor) ?? { id: randomBytes(idBytes).toString("base64url"), marks: [] }
        const known = yield* sql<Person>`${people} WHERE u.id = ${userId}`
        const added = known.map((person) => marked(id, person))
        const others = marks.filter((mark) => !added.some((text) => isMac(text, mark)))
        const kept = [...added.map(mac), ...others].slice(0, maxPeople)
        const value = [id, mac(proven(id)), ...kept].join(".")
        const secure = isHttps(settings) ? "; Secure" : ""
        return `${browserCookieName(settings)}=${value}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`
      }, Effect.orDie)

      return KnownBrowsers.of({ idOf: (visitor) => read(visitor)?.id, find, remember })
    })
  )
}
