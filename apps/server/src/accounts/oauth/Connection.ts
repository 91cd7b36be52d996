/** A connected application, as its account's owner and as a call sees it. */
import type { AccountId, ConnectionId } from "@heddle/api"

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

export interface TokenIdentity {
  readonly accountId: AccountId
  readonly connectionId: ConnectionId
  /** The application's name as usage entries show it. */
  readonly application: string
}
