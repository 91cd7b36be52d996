/** When each connected application last called. */
import type { ConnectionId } from "@heddle/api"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { background } from "../../runtime/Background.ts"
import { makeLastUses } from "../LastUses.ts"
import { makeConnectionRows, type ConnectionUsed } from "./ConnectionRows.ts"

export class ConnectionUse extends Context.Service<
  ConnectionUse,
  {
    touch(id: ConnectionId): Effect.Effect<void>
    /** Writes the collected uses; also runs when the service stops. Uses that fail are kept for the next flush. */
    readonly flush: Effect.Effect<void, SqlError.SqlError>
  }
>()("@heddle/server/accounts/oauth/ConnectionUse") {
  static readonly layer = Layer.effect(
    ConnectionUse,
    Effect.gen(function* () {
      const rows = makeConnectionRows(yield* SqlClient.SqlClient)
      const uses = yield* makeLastUses<ConnectionUsed>("connected applications", rows.saveUses)

      const touch = Effect.fnUntraced(function* (id: ConnectionId) {
        yield* uses.touch({ id, at: yield* Clock.currentTimeMillis })
      })

      return ConnectionUse.of({ touch, flush: uses.flush })
    })
  )
}

export const connectionUseTask = background({
  name: "last use of applications",
  role: "api",
  every: "1 minute",
  run: ConnectionUse.use(({ flush }) => flush),
  onStop: "finish"
})
