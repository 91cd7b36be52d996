/** What the endpoint answered to an attempt, in short: a status, or why there is none. */
import type { Delivery } from "@heddle/api/portal"
import { sendingError } from "../../text/SendingError.ts"
import { Words } from "../../text/Words.tsx"

export const Answer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { statusCode, error, outcome } = delivery
  if (statusCode !== null) return <span>{statusCode}</span>
  if (outcome === "sending") return <span>…</span>
  return <Words phrase={sendingError(error, null)} />
}
