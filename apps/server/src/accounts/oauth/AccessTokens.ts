/** OAuth access tokens of applications that people signed in with their account (service.md, "Authentication" 4). */
import type { AccountId } from "@heddle/api"
import { Context, type Effect, type Option } from "effect"
import type { ConnectionId } from "../../runtime/Ids.ts"

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
>()("@heddle/server/accounts/oauth/AccessTokens") {}
