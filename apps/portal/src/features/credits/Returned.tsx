/** Back from the payment page: the provider's confirmation can take a moment, and this waits for it. */
import type { PortalPurchase } from "@heddle/api/portal"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useText } from "../../text/Text.tsx"
import { Note } from "../../ui/Status.tsx"

export const Returned = ({ purchase }: { readonly purchase: PortalPurchase | undefined }) => {
  const t = useText()
  const client = useQueryClient()
  const state = purchase?.state
  useEffect(() => {
    if (state === "pending" || state === undefined) return
    for (const queryKey of [["ShowPlan"], ["Balance"]]) void client.invalidateQueries({ queryKey })
  }, [client, state])
  if (state === undefined) return <Note tone="warn">{t("credits.returned.unknown")}</Note>
  if (state === "pending") return <Note tone="info">{t("credits.returned.pending")}</Note>
  if (state === "paid") return <Note tone="ok">{t("credits.returned.paid")}</Note>
  return <Note tone="warn">{t("credits.returned.other")}</Note>
}
