/** The applications that may act for an account, and how its owner disconnects one. */
import { AccountId, ConnectionId } from "@heddle/api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { now } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import { type Connection, makeConnectionRows } from "./ConnectionRows.ts"

/** Connections of one account. */
export const maxConnections = 100

export class UnknownConnection extends Schema.TaggedError<UnknownConnection>()("UnknownConnection", {
  accountId: AccountId,
  id: ConnectionId
}) {
  override readonly message = `Account ${this.accountId} has no connected application ${this.id}.`
}

export class Connections extends Context.Service<
  Connections,
  {
    /** Newest first. */
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<Connection>>
    /** Whether the account lets this application act for it, and have its codes sent to this host. */
    has(accountId: AccountId, clientId: string, redirectHost: string): Effect.Effect<boolean>
    /** All its tokens stop working with the next call, in every process. */
    disconnect(accountId: AccountId, id: ConnectionId): Effect.Effect<void, UnknownConnection>
  }
>()("@heddle/server/accounts/oauth/Connections") {
  static readonly layer = Layer.effect(
    Connections,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = makeConnectionRows(sql)

      const list = Effect.fn("Connections.list")(function* (accountId: AccountId) {
        return yield* rows.list(accountId, yield* now)
      }, Effect.orDie)

      const has = Effect.fn("Connections.has")(function* (
        accountId: AccountId,
        clientId: string,
        redirectHost: string
      ) {
        return yield* rows.has({ accountId, clientId, redirectHost }, yield* now)
      }, Effect.orDie)

      const disconnect = Effect.fn("Connections.disconnect")(
        function* (accountId: AccountId, id: ConnectionId) {
          const application = yield* rows.disconnect(accountId, id)
          if (application === undefined) return yield* new UnknownConnection({ accountId, id })
          yield* audit(sql, accountId, "connection.removed", { target: id, details: { application } })
        },
        (effect) => atomically(sql, effect)
      )

      return Connections.of({ list, has, disconnect })
    })
  )
}
