/**
 * Limits attempts to sign in and requests for mails: of strangers by client, by address, and by both together; of a
 * browser that is known to belong to the address by itself, so that no stranger can use up what its owner needs. Counted
 * in the database, so that all processes share the limits. A key is stored as a keyed digest: it names nobody.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { Digests } from "../../runtime/Digests.ts"
import { normalEmail } from "../../runtime/EmailAddress.ts"
import { clientOf, siteOf, widerNetworksOf } from "../../runtime/Networks.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { KnownBrowsers } from "./KnownBrowsers.ts"
import {
  type Attempted,
  countsOfStrangers,
  guessDelay,
  type Limit,
  limits,
  type Limits,
  rememberedRefusals,
  slowGuesses,
  widerTimes
} from "./SignInLimits.ts"
import type { Visitor } from "./Visitor.ts"

export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  retryAfterSeconds: Schema.Int
}) {}

export class SignInThrottle extends Context.Service<
  SignInThrottle,
  {
    /**
     * Counts an attempt; fails when there were too many, or is slow. `whose`: the address it is about, or what else the
     * limit is for. Without a visitor, it counts for that alone.
     */
    take(attempted: Attempted, visitor: Visitor | null, whose: string): Effect.Effect<void, TooManyAttempts>
    /** After a sign-in, all attempts are available again. */
    forgive(attempted: Attempted, visitor: Visitor | null, whose: string): Effect.Effect<void>
    /** Counts a failure, and returns how many there were within a day. */
    failed(attempted: Attempted, whose: string): Effect.Effect<number>
  }
>()("@heddle/server/accounts/sessions/SignInThrottle") {
  static readonly layer = Layer.effect(
    SignInThrottle,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { digest } = yield* Digests
      const browsers = yield* KnownBrowsers
      const slowly = makeConcurrencyLimit(
        slowGuesses,
        () => new TooManyAttempts({ retryAfterSeconds: guessDelay.mostSeconds })
      )

      const counting = makeConcurrencyLimit(countsOfStrangers, () => new TooManyAttempts({ retryAfterSeconds: 5 }))
      /** Until when a client or a network of strangers is refused, so that a flood costs no statement. */
      const refusedUntil = new Map<string, number>()

      const requireNotRefused = Effect.fnUntraced(function* (key: string) {
        const leftMillis = (refusedUntil.get(key) ?? 0) - (yield* now).getTime()
        if (leftMillis > 0) return yield* new TooManyAttempts({ retryAfterSeconds: Math.ceil(leftMillis / 1_000) })
        refusedUntil.delete(key)
      })

      const rememberRefused = Effect.fnUntraced(function* (key: string, seconds: number) {
        const [oldest] = refusedUntil.size >= rememberedRefusals ? refusedUntil.keys() : []
        if (oldest !== undefined) refusedUntil.delete(oldest)
        refusedUntil.set(key, (yield* now).getTime() + seconds * 1_000)
      })

      const keyOf = (attempted: string, by: string, ...of: ReadonlyArray<string>) =>
        `${attempted} ${by} ${digest(of.join("\n"))}`

      /** One statement, so that of many attempts at once no two get the same number. */
      const add = Effect.fnUntraced(function* (key: string, minutes: number) {
        const time = yield* now
        const [row] = yield* sql<{ count: number; windowEndsAt: Date }>`
          INSERT INTO sign_in_attempts AS a (key, count, window_ends_at)
          VALUES (${key}, 1, ${plusMillis(time, minutes * 60_000)})
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN a.window_ends_at <= ${time} THEN 1 ELSE a.count + 1 END,
            window_ends_at = CASE WHEN a.window_ends_at <= ${time} THEN excluded.window_ends_at ELSE a.window_ends_at END
          RETURNING count, window_ends_at`
        return {
          number: row?.count ?? 1,
          leftSeconds: Math.ceil(((row?.windowEndsAt ?? time).getTime() - time.getTime()) / 1000)
        }
      }, Effect.orDie)

      const count = Effect.fnUntraced(function* (key: string, { max, minutes }: Limit) {
        const { number, leftSeconds } = yield* add(key, minutes)
        if (number > max) return yield* new TooManyAttempts({ retryAfterSeconds: Math.max(1, leftSeconds) })
      })

      const known = (attempted: Attempted, visitor: Visitor | null, whose: string) => {
        if (visitor === null || !("browser" in limits[attempted])) return Effect.undefined
        return whose === "" ? Effect.succeed(browsers.idOf(visitor)) : browsers.find(visitor, whose)
      }

      const browserKey = (attempted: Attempted, browser: string, whose: string) =>
        keyOf(attempted, "browser", browser, normalEmail(whose))
      const bothKey = (attempted: Attempted, { address }: Visitor, whose: string) =>
        keyOf(attempted, "both", clientOf(address), normalEmail(whose))
      const addressKey = (attempted: Attempted, whose: string) => keyOf(attempted, "email", normalEmail(whose))

      const takeKnown = Effect.fnUntraced(function* (attempted: Attempted, browser: string, whose: string) {
        const { browser: ofBrowser, browsers: ofAll }: Limits = limits[attempted]
        if (ofBrowser !== undefined) yield* count(browserKey(attempted, browser, whose), ofBrowser)
        if (ofAll !== undefined) yield* count(keyOf(attempted, "browsers", normalEmail(whose)), ofAll)
      })

      /** The limits of a client and of the networks around it. */
      const sourcesOf = (attempted: Attempted, visitor: Visitor | null) => {
        const { client }: Limits = limits[attempted]
        if (client === undefined || visitor === null) return []
        return [
          { key: keyOf(attempted, "client", clientOf(visitor.address)), limit: client },
          ...widerNetworksOf(visitor.address).map((network, index) => ({
            key: keyOf(attempted, "network", network),
            limit: { ...client, max: client.max * (widerTimes[index] ?? 1) }
          }))
        ]
      }

      /** A client that was refused counts no further, so that it uses up nothing of others. */
      const countStrange = Effect.fnUntraced(function* (
        attempted: Attempted,
        visitor: Visitor | null,
        whose: string,
        sources: ReturnType<typeof sourcesOf>
      ) {
        const { both, email, isSlow }: Limits = limits[attempted]
        for (const { key, limit } of sources) {
          yield* Effect.tapError(count(key, limit), ({ retryAfterSeconds }) => rememberRefused(key, retryAfterSeconds))
        }
        if (both !== undefined && visitor !== null) yield* count(bothKey(attempted, visitor, whose), both)
        if (email !== undefined) yield* count(addressKey(attempted, whose), email)
        if (isSlow !== true) return 0
        const { number } = yield* add(addressKey(attempted, whose), guessDelay.minutes)
        return guessDelay.after(number)
      })

      const takeStrange = Effect.fnUntraced(function* (attempted: Attempted, visitor: Visitor | null, whose: string) {
        const sources = sourcesOf(attempted, visitor)
        for (const { key } of sources) yield* requireNotRefused(key)
        const site = visitor === null ? whose : siteOf(visitor.address)
        const millis = yield* counting.run(site, countStrange(attempted, visitor, whose, sources))
        if (millis > 0) yield* slowly.run(addressKey(attempted, whose), Effect.sleep(millis))
      })

      const take = Effect.fn("SignInThrottle.take")(function* (
        attempted: Attempted,
        visitor: Visitor | null,
        whose: string
      ) {
        const browser = yield* known(attempted, visitor, whose)
        yield* browser === undefined ? takeStrange(attempted, visitor, whose) : takeKnown(attempted, browser, whose)
      })

      const forgive = Effect.fn("SignInThrottle.forgive")(function* (
        attempted: Attempted,
        visitor: Visitor | null,
        whose: string
      ) {
        const browser = yield* known(attempted, visitor, whose)
        const { both }: Limits = limits[attempted]
        const ofStranger =
          both === undefined || visitor === null ? addressKey(attempted, whose) : bothKey(attempted, visitor, whose)
        const key = browser === undefined ? ofStranger : browserKey(attempted, browser, whose)
        yield* sql`DELETE FROM sign_in_attempts WHERE key = ${key}`
        if (browser !== undefined || both === undefined) return
        // It was no guess, but the others were.
        yield* sql`UPDATE sign_in_attempts SET count = count - 1 WHERE key = ${addressKey(attempted, whose)} AND count > 0`
      }, Effect.orDie)

      const failed = Effect.fn("SignInThrottle.failed")((attempted: Attempted, whose: string) =>
        Effect.map(add(keyOf(attempted, "failed", normalEmail(whose)), 24 * 60), ({ number }) => number)
      )

      return SignInThrottle.of({ take, forgive, failed })
    })
  )
}
