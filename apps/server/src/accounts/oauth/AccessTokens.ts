/** OAuth access tokens of applications that people signed in with their account (service.md, "Authentication" 4). */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { ConnectionId } from "../../runtime/Ids.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import { ConnectionUse } from "./ConnectionUse.ts"
import { resourceOf } from "./PublicAddresses.ts"

export interface TokenIdentity {
  readonly accountId: AccountId
  readonly connectionId: ConnectionId
  /** The application's name as usage entries show it. */
  readonly application: string
}

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
  static readonly layerNoDeps = Layer.effect(
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
  )

  static readonly layer = AccessTokens.layerNoDeps.pipe(Layer.provide(Settings.layer))
}
