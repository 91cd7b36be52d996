/** How an attempt ended, as an icon and a word. */
import type { Delivery } from "@heddle/api/portal"
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
