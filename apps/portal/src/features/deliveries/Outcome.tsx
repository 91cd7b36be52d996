/** How an attempt ended. */
import type { Delivery } from "@heddle/api/portal"
import { Words } from "../../text/Phrase.tsx"
import { sendingError } from "../../text/SendingError.ts"
import { useText } from "../../text/Text.tsx"
import { Status } from "../../ui/Status.tsx"

const outcomes = {
  delivered: { tone: "ok", word: "delivery.delivered" },
  failed: { tone: "danger", word: "delivery.failed" },
  sending: { tone: "info", word: "delivery.sending" }
} as const

export const OutcomeStatus = ({ outcome }: Pick<Delivery, "outcome">) => {
  const t = useText()
  const { tone, word } = outcomes[outcome]
  return <Status tone={tone}>{t(word)}</Status>
}

export const Answer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { statusCode, error, outcome } = delivery
  if (statusCode !== null) return <span>{statusCode}</span>
  if (outcome === "sending") return <span>…</span>
  return <Words phrase={sendingError(error, null)} />
}
