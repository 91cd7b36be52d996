/** When each key was last used. */
import type { AccountId, KeyId } from "@heddle/api"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { background } from "../../runtime/Background.ts"
import { makeLastUses } from "../LastUses.ts"

interface Use {
  readonly accountId: AccountId
  readonly id: KeyId
  readonly at: number
}

export class LastUse extends Context.Service<
  LastUse,
  {
    touch(accountId: AccountId, keyId: KeyId): Effect.Effect<void>
    /** Writes the collected uses; also runs when the service stops. Uses that fail are kept for the next flush. */
    readonly flush: Effect.Effect<void, SqlError.SqlError>
  }
>()("@heddle/server/accounts/keys/LastUse") {
  static readonly layer = Layer.effect(
    LastUse,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const uses = yield* makeLastUses("keys", (uses: ReadonlyArray<Use>) => {
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
      })

      const touch = Effect.fnUntraced(function* (accountId: AccountId, keyId: KeyId) {
        yield* uses.touch({ accountId, id: keyId, at: yield* Clock.currentTimeMillis })
      })

      return LastUse.of({ touch, flush: uses.flush })
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
