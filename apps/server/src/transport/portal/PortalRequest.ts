/** The HTTP request that brought a call of the portal, for the middleware that reads its session. */
import { Context } from "effect"

export interface PortalRequestParts {
  readonly headers: Headers
  readonly requestId: string | null
}

/** Null outside of a request. */
export const PortalRequest = Context.Reference<PortalRequestParts | null>(
  "@heddle/server/transport/portal/PortalRequest",
  { defaultValue: () => null }
)
