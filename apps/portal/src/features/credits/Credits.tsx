/** The plan, what is left of it and until when, other plans, top-ups, and what was paid. */
import { plans } from "@heddle/api/plans"
import type { PortalBalance, PortalPlan, PortalPurchase } from "@heddle/api/portal"
import { useEffect, useRef, useState } from "react"
import { useSearchParams } from "wouter"
import { useInvalidate, usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { isAwaitingPayment } from "./Checkout.ts"
import { ConfirmPlan } from "./ConfirmPlan.tsx"
import styles from "./Credits.module.css"
import { OpenOrders } from "./OpenOrders.tsx"
import { PlanCards, type Wanted } from "./PlanCards.tsx"
import { courseOf } from "./PlanOffers.ts"
import { Purchases } from "./Purchases.tsx"
import { TopUp } from "./TopUp.tsx"

/** The plan in force and how it goes on, in one sentence. */
const CustomerPortal = () => {
  const t = useText()
  const open = usePortalChange("billing.OpenCustomerPortal", [])
  return (
    <>
      <Button
        busy={open.isPending}
        onClick={() => open.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}
      >
        {t("credits.customerPortal")}
      </Button>
      <Problem error={open.error} />
    </>
  )
}

const CurrentPlan = ({ state }: { readonly state: PortalPlan }) => {
  const t = useText()
  const { current, nextPlan, paidUntil, renewsByItself, hasCustomerPortal } = state
  const course = courseOf(state)
  const at = paidUntil ?? current?.endsAt
  return (
    <div className={styles["current"]}>
      {current !== null && <p className={styles["title"]}>{plans[current.plan].title}</p>}
      <p>
        <RichText
          id={`credits.course.${course}`}
          values={{ next: nextPlan === null ? "" : plans[nextPlan].title }}
          components={{ at: <Time at={at ?? null} /> }}
        />
      </p>
      {(course === "renews" || course === "changes") && !renewsByItself && <p>{t("credits.course.byHand")}</p>}
      {hasCustomerPortal && <CustomerPortal />}
    </div>
  )
}

/** A payment that arrives changes plan and balance: both are asked for again then. */
const useFreshPlan = (purchases: ReadonlyArray<PortalPurchase> | undefined): void => {
  const invalidate = useInvalidate()
  const known = useRef<string>(undefined)
  const states = purchases?.map(({ id, state }) => `${id} ${state}`).join()
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || before === states) return
    void invalidate(["billing.ShowPlan", "usage.Balance"])
  }, [invalidate, states])
}

const Grants = ({ grants }: Pick<PortalBalance, "grants">) => {
  const t = useText()
  return (
    <Table
      caption={t("credits.grants")}
      rows={grants}
      rowKey={({ kind, expiresAt, total, remaining }) => `${kind} ${expiresAt} ${total} ${remaining}`}
      empty={<p>{t("credits.grants.none")}</p>}
      columns={[
        { id: "kind", header: t("credits.grant.kind"), wide: true, cell: ({ kind }) => t(`credits.grant.${kind}`) },
        {
          id: "left",
          header: t("credits.grant.left"),
          align: "end",
          cell: ({ remaining, total }) => t("credits.grant.of", { remaining, total })
        },
        { id: "expires", header: t("credits.grant.expires"), cell: ({ expiresAt }) => <Time at={expiresAt} /> }
      ]}
    />
  )
}

/** Back from the payment page: the provider's confirmation can take a moment, and this waits for it. */
const Returned = ({ purchase }: { readonly purchase: PortalPurchase | undefined }) => {
  const t = useText()
  const state = purchase?.state
  if (state === undefined) return <Note tone="warn">{t("credits.returned.unknown")}</Note>
  if (state === "pending") return <Note tone="info">{t("credits.returned.pending")}</Note>
  if (state === "paid") return <Note tone="ok">{t("credits.returned.paid")}</Note>
  return <Note tone="warn">{t("credits.returned.other")}</Note>
}

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
      {purchases.data !== undefined && plan.data !== undefined && (
        <OpenOrders purchases={purchases.data} state={plan.data} />
      )}
      <Section title={t("credits.inForce")}>
        {plan.data === undefined ? <Loading lines={2} /> : <CurrentPlan state={plan.data} />}
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
        {plan.data === undefined ? <Loading lines={3} /> : <TopUp state={plan.data} onWant={setWanted} />}
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
