/** Orders that are paid by hand: number, amount and how to pay. An order that nobody has confirmed can be taken back. */
import type { PortalPlan, PortalPurchase } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { formatUsd } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { isAwaitingPayment } from "./Checkout.ts"
import styles from "./Credits.module.css"

interface OpenOrdersProps {
  readonly purchases: ReadonlyArray<PortalPurchase>
  readonly state: Pick<PortalPlan, "provider" | "instructions">
}

export const OpenOrders = ({ purchases, state: { provider, instructions } }: OpenOrdersProps) => {
  const t = useText()
  const [leaving, setLeaving] = useState<string>()
  const cancel = usePortalChange("billing.CancelOrder", ["billing.ListPurchases", "account.ListAudit"])
  const orders = provider === "manual" ? purchases.filter(isAwaitingPayment) : []
  return (
    <>
      {orders.map(({ id, kind, priceCents }) => (
        <article key={id} className={styles["order"]} aria-label={t("credits.order.title", { id })}>
          <h3 translate="no">{t("credits.order.title", { id })}</h3>
          <p>{t("credits.order.pay", { price: formatUsd(priceCents) })}</p>
          <p className={styles["instructions"]}>{instructions === "" ? t("credits.order.ask") : instructions}</p>
          {kind !== "renewal" && <Button onClick={() => setLeaving(id)}>{t("credits.order.cancel")}</Button>}
        </article>
      ))}
      <Confirm
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t("credits.order.cancel.title", { id: leaving ?? "" })}
        consequences={<p>{t("credits.order.cancel.text")}</p>}
        action={t("credits.order.cancel")}
        change={cancel}
        onConfirm={() =>
          leaving !== undefined && cancel.mutate({ purchaseId: leaving }, { onSuccess: () => setLeaving(undefined) })
        }
      />
    </>
  )
}
