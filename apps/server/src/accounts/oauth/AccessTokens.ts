/** OAuth access tokens of applications that people signed in with their account (service.md, "Authentication" 4). */
import type { ConnectionId } from "@heddle/api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { makeLastUses } from "../LastUses.ts"
import { type ConnectionUsed, makeConnectionRows, type TokenIdentity } from "./ConnectionRows.ts"
import { resourceOf } from "./Protocol.ts"

/** When each connected application last called. */
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

export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /**
     * None for a token that is unknown, expired, revoked, disconnected or made for another resource. Reads the database
     * on every call, so that a disconnection takes effect at once in every process.
     */
    identify(token: string): Effect.Effect<Option.Option<TokenIdentity>>
  }
>()("@heddle/server/accounts/oauth/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const rows = makeConnectionRows(yield* SqlClient.SqlClient)
      const uses = yield* ConnectionUse
      const resource = resourceOf(yield* Settings)

      const identify = Effect.fn("AccessTokens.identify")(function* (token: string) {
        const identity = yield* rows.identify(token, resource, yield* now)
        if (Option.isSome(identity)) yield* uses.touch(identity.value.connectionId)
        return identity
      }, Effect.orDie)

      return AccessTokens.of({ identify })
    })
  ).pipe(Layer.provide(Settings.layer))
}
