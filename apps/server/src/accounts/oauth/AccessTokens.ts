/** OAuth access tokens of applications that people signed in with their account (service.md, "Authentication" 4). */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import type { TokenIdentity } from "./Connection.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import { ConnectionUse } from "./ConnectionUse.ts"
import { resourceOf } from "./PublicAddresses.ts"

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
