/** Every call of the portal is made by a person who is signed in. The server reads the session's cookie. */
import { Context, Schema } from "effect"
import { RpcMiddleware } from "effect/rpc"
import type { AccountId } from "../Ids.ts"
import { PortalProblem, SessionEnded } from "./Problem.ts"

/** Who calls. */
export class PortalCaller extends Context.Service<
  PortalCaller,
  {
    readonly accountId: AccountId
    readonly userId: string
    readonly sessionId: string
    readonly email: string
    readonly signedInAt: Date
    readonly requestId: string | null
  }
>()("@heddle/api/portal/PortalCaller") {}

export class PortalSession extends RpcMiddleware.Service<PortalSession, { provides: PortalCaller }>()(
  "@heddle/api/portal/PortalSession",
  // Any call can fail: too many at once, a database that is down, a fault of ours.
  { error: Schema.Union([PortalProblem, SessionEnded]) }
) {}

/** RFC 3339. */
export const Instant = Schema.String
