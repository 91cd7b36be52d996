/**
 * When each key was last used, without a write per call: uses are gathered in memory and written together, so that
 * what the portal shows is at most a minute stale (decisions, "Keys, accounts, plans").
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const flushInterval = "30 seconds"

export class LastUse extends Context.Service<
  LastUse,
  {
    touch(accountId: string, keyId: string): Effect.Effect<void>
    /** Writes what was gathered; runs by itself within 30 seconds of a use and when the service stops. */
    readonly flush: Effect.Effect<void>
  }
>()("@heddle/server/accounts/LastUse") {
  static readonly layer = Layer.effect(
    LastUse,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = new Map<string, { account_id: string; id: string; at: string }>()

      const flush = Effect.suspend(() => {
        if (pending.size === 0) return Effect.succeed<ReadonlyArray<unknown>>([])
        // Ordered by id, so that two processes lock the rows in the same order.
        const uses = [...pending.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        pending.clear()
        return sql`
          UPDATE api_keys SET last_used_at = use.at
          FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS use (account_id text, id text, at timestamptz)
          WHERE api_keys.account_id = use.account_id AND api_keys.id = use.id
            AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < use.at)`
      }).pipe(
        Effect.catchCause((cause) => Effect.logWarning("The last use of keys could not be written", cause)),
        Effect.asVoid
      )

      yield* Effect.addFinalizer(() => flush)
      const scope = yield* Effect.scope

      // The first use after a flush sets the next one going, so that an idle service has no timer.
      const touch = Effect.fnUntraced(function* (accountId: string, keyId: string) {
        if (pending.size === 0) yield* flush.pipe(Effect.delay(flushInterval), Effect.forkIn(scope))
        const at = new Date(yield* Clock.currentTimeMillis).toISOString()
        pending.set(keyId, { account_id: accountId, id: keyId, at })
      })

      return LastUse.of({ touch, flush })
    })
  )
}
