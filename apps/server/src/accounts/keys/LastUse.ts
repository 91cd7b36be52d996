/**
 * When each key was last used, without a write per call: uses are gathered in memory and written together every
 * minute. So a process writes a key at most once a minute, and what is shown is at most a minute stale
 * (decisions, "Keys, accounts, plans").
 */
import type { AccountId, KeyId } from "@heddle/api"
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { background } from "../../runtime/Background.ts"

/** Keys in one statement. */
const batchSize = 1_000

interface Use {
  readonly accountId: AccountId
  readonly id: KeyId
  readonly at: number
}

export class LastUse extends Context.Service<
  LastUse,
  {
    touch(accountId: AccountId, keyId: KeyId): Effect.Effect<void>
    /** Writes what was gathered, which also happens when the service stops. What fails is kept for the next time. */
    readonly flush: Effect.Effect<void, SqlError.SqlError>
  }
>()("@heddle/server/accounts/keys/LastUse") {
  static readonly layer = Layer.effect(
    LastUse,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = new Map<KeyId, Use>()

      const write = (uses: ReadonlyArray<Use>) => {
        const rows = uses.map(({ accountId, id, at }) => ({
          account_id: accountId,
          id,
          at: new Date(at).toISOString()
        }))
        return sql`
          UPDATE api_keys SET last_used_at = use.at
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS use (account_id text, id text, at timestamptz)
          WHERE api_keys.account_id = use.account_id AND api_keys.id = use.id
            AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < use.at)`
      }

      // What could not be written waits for the next time, unless the key was used again meanwhile.
      const keep = (uses: ReadonlyArray<Use>) => {
        for (const use of uses) if (!pending.has(use.id)) pending.set(use.id, use)
      }

      // A write that has begun ends, also when the service stops.
      const flush = Effect.suspend(() => {
        // Ordered by id, so that two processes lock the rows in the same order.
        const uses = [...pending.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        pending.clear()
        return Effect.forEach(Arr.chunksOf(uses, batchSize), write, { discard: true }).pipe(
          Effect.onError(() => Effect.sync(() => keep(uses)))
        )
      }).pipe(Effect.uninterruptible)

      yield* Effect.addFinalizer(() =>
        Effect.catchCause(flush, (cause) => Effect.logWarning("The last use of keys could not be written", cause))
      )

      const touch = Effect.fnUntraced(function* (accountId: AccountId, keyId: KeyId) {
        pending.set(keyId, { accountId, id: keyId, at: yield* Clock.currentTimeMillis })
      })

      return LastUse.of({ touch, flush })
    })
  )
}

export const lastUseTask = background({
  name: "last use of keys",
  role: "api",
  every: "1 minute",
  run: LastUse.use(({ flush }) => flush),
  onStop: "finish"
})
