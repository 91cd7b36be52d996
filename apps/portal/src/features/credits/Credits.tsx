/** The plan, what is left of it and until when, other plans, top-ups, and what was paid. */
import { useState } from "react"
import { useSearchParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { isAwaitingPayment } from "../../rpc/Checkout.ts"
import { useText } from "../../text/Text.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { ConfirmPlan } from "./ConfirmPlan.tsx"
import styles from "./Credits.module.css"
import { useFreshPlan } from "./FreshPlan.ts"
import { Grants } from "./Grants.tsx"
import { InForce } from "./InForce.tsx"
import { PlanCards, type Wanted } from "./PlanCards.tsx"
import { Purchases } from "./Purchases.tsx"
import { Returned } from "./Returned.tsx"
import { TopUp } from "./TopUp.tsx"

/** Asks for the purchases again and again, as long as it is shown. */
const PaymentWatch = () => {
  usePortalQuery("billing.ListPurchases", undefined, { refetchInterval: 3000 })
  return null
}

const Credits = () => {
  const t = useText()
  const [search] = useSearchParams()
  const [wanted, setWanted] = useState<Wanted>()
  const plan = usePortalQuery("billing.ShowPlan")
  const balance = usePortalQuery("usage.Balance")
  const purchases = usePortalQuery("billing.ListPurchases")
  useFreshPlan(purchases.data)
  const failed = [plan, balance, purchases].find(({ error }) => error !== null)
  const returned = search.get("purchase")
  return (
    <Page title={t("nav.credits")}>
      {failed !== undefined && <Problem error={failed.error} retry={() => void failed.refetch()} />}
      {purchases.data?.some(isAwaitingPayment) === true && <PaymentWatch />}
      {returned !== null && purchases.data !== undefined && (
        <Returned purchase={purchases.data.find(({ id }) => id === returned)} />
      )}
      <Section title={t("credits.inForce")}>
        {plan.data === undefined ? <Loading lines={2} /> : <InForce state={plan.data} />}
      </Section>
      <Section title={t("credits.grants")}>
        {balance.data === undefined ? (
          <Loading lines={3} />
        ) : (
          <>
            <p className={styles["left"]}>
              {t("credits.left", { n: balance.data.remaining })}{" "}
              {balance.data.held > 0 && <span>{t("credits.held", { n: balance.data.held })}</span>}
            </p>
            <Grants grants={balance.data.grants} />
          </>
        )}
      </Section>
      <Section title={t("credits.plans")}>
        {plan.data === undefined ? <Loading lines={6} /> : <PlanCards state={plan.data} onWant={setWanted} />}
      </Section>
      <Section title={t("credits.topUp")}>
        {plan.data === undefined ? <Loading lines={3} /> : <TopUp state={plan.data} />}
      </Section>
      <Section title={t("credits.purchases")}>
        {purchases.data === undefined || plan.data === undefined ? (
          <Loading lines={4} />
        ) : (
          <Purchases purchases={purchases.data} provider={plan.data.provider} />
        )}
      </Section>
      {wanted !== undefined && plan.data !== undefined && (
        <ConfirmPlan wanted={wanted} state={plan.data} onClose={() => setWanted(undefined)} />
      )}
    </Page>
  )
}

export default Credits
