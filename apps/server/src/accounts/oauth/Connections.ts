/** The applications that may act for an account, and how its owner disconnects one. */
import { AccountId } from "@heddle/api"
import { Context, type Effect, Schema } from "effect"
import { ConnectionId } from "../../runtime/Ids.ts"

export interface Connection {
  readonly id: ConnectionId
  /** As the application calls itself. */
  readonly application: string
  /** Where its authorization codes go: a host, or the scheme of a program on the person's device. */
  readonly redirectHost: string
  readonly connectedAt: Date
  /** At most a minute stale; null when never used. */
  readonly lastUsedAt: Date | null
}

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
    /** All its tokens stop working with the next call, in every process. */
    disconnect(accountId: AccountId, id: ConnectionId): Effect.Effect<void, UnknownConnection>
  }
>()("@heddle/server/accounts/oauth/Connections") {}
