/** Who sent a request, as far as the connection, the proxies in front and a cookie of ours tell. */
import { Context } from "effect"

export interface Visitor {
  /** The address of the client. */
  readonly address: string
  readonly userAgent: string | undefined
  /** The cookie by which `KnownBrowsers.ts` knows the browser. */
  readonly browser?: string | undefined
}

/** Of the request that is answered now; null outside of one, as for a command of the operator. */
export const CurrentVisitor = Context.Reference<Visitor | null>("@heddle/reference/accounts/sign-in/CurrentVisitor", {
  defaultValue: () => null
})
