/** Back from the payment page: the provider's confirmation can take a moment, and this waits for it. */
import type { PortalPurchase } from "@heddle/api/portal"
import { useEffect } from "react"
import { useOutdate } from "../../rpc/Call.ts"
import { useText } from "../../text/Text.tsx"
import { Note } from "../../ui/Status.tsx"

export const Returned = ({ purchase }: { readonly purchase: PortalPurchase | undefined }) => {
  const t = useText()
  const outdate = useOutdate()
  const state = purchase?.state
  useEffect(() => {
    if (state === "pending" || state === undefined) return
    outdate(["ShowPlan", "Balance"])
  }, [outdate, state])
  if (state === undefined) return <Note tone="warn">{t("credits.returned.unknown")}</Note>
  if (state === "pending") return <Note tone="info">{t("credits.returned.pending")}</Note>
  if (state === "paid") return <Note tone="ok">{t("credits.returned.paid")}</Note>
  return <Note tone="warn">{t("credits.returned.other")}</Note>
}
