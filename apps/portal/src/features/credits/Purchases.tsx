/** What was ordered, paid and returned. */
import { plans } from "@heddle/api/plans"
import type { PortalPlan, PortalPurchase } from "@heddle/api/portal"
import { formatUsd } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import styles from "./Credits.module.css"

const tones = {
  pending: "warn",
  abandoned: "muted",
  cancelled: "muted",
  paid: "ok",
  refused: "danger",
  refunded: "muted",
  disputed: "danger"
} as const satisfies Record<PortalPurchase["state"], string>

interface PurchasesProps {
  readonly purchases: ReadonlyArray<PortalPurchase>
  readonly provider: PortalPlan["provider"]
}

export const Purchases = ({ purchases, provider }: PurchasesProps) => {
  const t = useText()
  return (
    <Table
      caption={t("credits.purchases")}
      rows={purchases}
      rowKey={({ id }) => id}
      empty={<p>{t("credits.purchases.none")}</p>}
      columns={[
        {
          id: "what",
          header: t("credits.purchase.what"),
          wide: true,
          cell: ({ kind, plan, credits }) => t(`credits.purchase.${kind}`, { title: plans[plan].title, n: credits })
        },
        { id: "at", header: t("credits.purchase.at"), cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          id: "price",
          header: t("credits.purchase.price"),
          align: "end",
          cell: ({ priceCents, refundedCents }) => (
            <>
              {formatUsd(priceCents)}
              {refundedCents > 0 && (
                <small className={styles["refund"]}>
                  {t("credits.purchase.returned", { amount: formatUsd(refundedCents) })}
                </small>
              )}
            </>
          )
        },
        {
          id: "state",
          header: t("credits.purchase.state"),
          cell: (purchase) => <State purchase={purchase} provider={provider} />
        }
      ]}
    />
  )
}

const State = ({ purchase, provider }: { readonly purchase: PortalPurchase; readonly provider: string }) => {
  const t = useText()
  const { id, state, reason, checkoutUrl, paidAt } = purchase
  const byHand = state === "pending" && checkoutUrl === null && provider === "manual"
  return (
    <div className={styles["state"]}>
      <Status tone={tones[state]}>{t(byHand ? "credits.state.byHand" : `credits.state.${state}`)}</Status>
      {reason !== null && <small lang="en">{reason}</small>}
      {paidAt !== null && <LinkButton href={`/credits/receipts/${id}`}>{t("credits.receipt")}</LinkButton>}
      {state === "pending" && checkoutUrl !== null && (
        <LinkButton href={checkoutUrl}>{t("credits.purchase.pay")}</LinkButton>
      )}
    </div>
  )
}
