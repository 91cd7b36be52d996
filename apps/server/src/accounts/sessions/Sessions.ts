/** Sign-in sessions of people, kept in a cookie of their browser. API keys and OAuth tokens are not sessions. */
import type { AccountId } from "@heddle/api"
import { Context, type Effect, type Option } from "effect"
import type { UserId } from "../../runtime/Ids.ts"

/** A person with a verified address, signed in to the account they belong to. */
export interface SignedIn {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly email: string
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Who sent a request with these headers; none without a session in force. */
    find(headers: Headers): Effect.Effect<Option.Option<SignedIn>>
  }
>()("@heddle/server/accounts/sessions/Sessions") {}
