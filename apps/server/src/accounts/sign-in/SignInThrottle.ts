/**
 * Limits attempts to sign in and requests for mails: by client, by address, and by both together. Counted in the
 * database, so that all processes share the limits. A key is stored as a keyed digest: it names nobody.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Secrets } from "../../runtime/Secrets.ts"
import { clientOf } from "../../runtime/Networks.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { normalEmail } from "./Users.ts"
import type { Visitor } from "./Sessions.ts"

export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  retryAfterSeconds: Schema.Int
}) {}

interface Limit {
  readonly max: number
  readonly minutes: number
}

interface Limits {
  readonly client?: Limit
  readonly email?: Limit
  readonly both?: Limit
}

/** What can be tried, and how often. The limit for an address alone is wide, so that nobody can lock out its owner. */
const limits = {
  password: {
    client: { max: 50, minutes: 15 },
    email: { max: 100, minutes: 60 },
    both: { max: 10, minutes: 15 }
  },
  mail: {
    client: { max: 20, minutes: 60 },
    email: { max: 10, minutes: 60 },
    both: { max: 5, minutes: 60 }
  },
  link: { client: { max: 50, minutes: 15 } },
  provider: { client: { max: 50, minutes: 15 } },
  passkey: { client: { max: 50, minutes: 15 } },
  /** After the right password. */
  code: { client: { max: 50, minutes: 15 }, email: { max: 10, minutes: 15 } },
  /** A password or a code of a person who is signed in. */
  confirmation: { email: { max: 10, minutes: 15 } }
} satisfies Record<string, Limits>

export type Attempted = keyof typeof limits

export class SignInThrottle extends Context.Service<
  SignInThrottle,
  {
    /** Counts an attempt; fails when there were too many. Without a visitor, it counts for the address alone. */
    take(attempted: Attempted, visitor: Visitor | null, email: string): Effect.Effect<void, TooManyAttempts>
    /** After a sign-in, all attempts are available again. */
    forgive(attempted: Attempted, visitor: Visitor | null, email: string): Effect.Effect<void>
  }
>()("@heddle/server/accounts/sessions/SignInThrottle") {
  static readonly layer = Layer.effect(
    SignInThrottle,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets

      const keysOf = (attempted: Attempted, visitor: Visitor | null, email: string) => {
        const client = visitor === null ? "" : clientOf(visitor.address)
        const address = normalEmail(email)
        const key = (by: string, ...of: ReadonlyArray<string>) => `${attempted} ${by} ${secrets.mac(of.join("\n"))}`
        return { client: key("client", client), email: key("email", address), both: key("both", client, address) }
      }

      /** One statement, so that of many attempts at once no more than the limit pass. */
      const count = Effect.fnUntraced(function* (key: string, { max, minutes }: Limit) {
        const time = yield* now
        const [row] = yield* sql<{ count: number; windowEndsAt: Date }>`
          INSERT INTO sign_in_attempts AS a (key, count, window_ends_at)
          VALUES (${key}, 1, ${plusMillis(time, minutes * 60_000)})
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN a.window_ends_at <= ${time} THEN 1 ELSE a.count + 1 END,
            window_ends_at = CASE WHEN a.window_ends_at <= ${time} THEN excluded.window_ends_at ELSE a.window_ends_at END
          RETURNING count, window_ends_at`
        if (row === undefined || row.count <= max) return
        return yield* new TooManyAttempts({
          retryAfterSeconds: Math.max(1, Math.ceil((row.windowEndsAt.getTime() - time.getTime()) / 1000))
        })
      })

      const take = Effect.fn("SignInThrottle.take")(
        function* (attempted: Attempted, visitor: Visitor | null, email: string) {
          const keys = keysOf(attempted, visitor, email)
          const { client, both, email: address }: Limits = limits[attempted]
          if (client !== undefined && visitor !== null) yield* count(keys.client, client)
          if (both !== undefined && visitor !== null) yield* count(keys.both, both)
          if (address !== undefined) yield* count(keys.email, address)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const forgive = Effect.fn("SignInThrottle.forgive")(function* (
        attempted: Attempted,
        visitor: Visitor | null,
        email: string
      ) {
        const keys = keysOf(attempted, visitor, email)
        yield* sql`DELETE FROM sign_in_attempts WHERE key = ${"both" in limits[attempted] ? keys.both : keys.email}`
      }, Effect.orDie)

      return SignInThrottle.of({ take, forgive })
    })
  )
}
