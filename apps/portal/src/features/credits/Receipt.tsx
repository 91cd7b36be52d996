/** The receipt of one purchase, to print. */
import { plans } from "@heddle/api/plans"
import { useParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatUsd } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import styles from "./Receipt.module.css"

const Receipt = () => {
  const t = useText()
  const { id } = useParams()
  const purchases = usePortalQuery("billing.ListPurchases")
  const plan = usePortalQuery("billing.ShowPlan")
  const me = usePortalQuery("account.Me")
  const failed = [purchases, plan, me].find(({ error }) => error !== null)
  const purchase = purchases.data?.find((one) => one.id === id && one.paidAt !== null)
  if (purchases.data === undefined || plan.data === undefined || me.data === undefined) {
    return failed === undefined ? <Loading lines={6} /> : <Problem error={failed.error} />
  }
  if (purchase === undefined) return <Page title={t("credits.receipt")}>{t("credits.receipt.none")}</Page>
  const { kind, credits, priceCents, refundedCents, paidAt } = purchase
  const title = plans[purchase.plan].title
  const amount = (cents: number) => t("credits.receipt.currency", { amount: formatUsd(cents) })
  return (
    <Page title={t("credits.receipt")}>
      <Facts
        facts={[
          { name: t("credits.receipt.number"), value: <span translate="no">{purchase.id}</span> },
          { name: t("credits.receipt.date"), value: <Time at={paidAt} /> },
          { name: t("credits.purchase.what"), value: t(`credits.purchase.${kind}`, { title, n: credits }) },
          { name: t("credits.receipt.amount"), value: amount(priceCents) },
          ...(refundedCents > 0 ? [{ name: t("credits.receipt.refunded"), value: amount(refundedCents) }] : []),
          { name: t("credits.receipt.buyer"), value: me.data.email },
          ...(plan.data.seller === "" ? [] : [{ name: t("credits.receipt.seller"), value: plan.data.seller }])
        ]}
      />
      <div className={styles["actions"]}>
        <Button kind="primary" onClick={() => print()}>
          {t("credits.receipt.print")}
        </Button>
        <LinkButton href="/credits">{t("credits.receipt.back")}</LinkButton>
      </div>
    </Page>
  )
}

export default Receipt
