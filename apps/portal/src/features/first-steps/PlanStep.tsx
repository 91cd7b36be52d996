/** The smallest plan with one press; the page of plans compares them. */
import { plans } from "@heddle/api/plans"
import { isAwaitingPayment, payFor } from "../../rpc/Checkout.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { Usd } from "../../text/Amounts.tsx"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import styles from "./FirstSteps.module.css"

const { title, usdPerMonth, creditsPerMonth } = plans.lite

export const PlanStep = () => {
  const t = useText()
  const { data: purchases } = usePortalQuery("billing.ListPurchases", undefined, { refetchInterval: 3000 })
  // The plan begins when the payment arrives; this step is shown until then.
  usePortalQuery("billing.ShowPlan", undefined, { refetchInterval: 3000 })
  const buy = usePortalMutation(
    () => call("billing.BuyPlan", { plan: "lite" }),
    ["billing.ShowPlan", "usage.Balance", "billing.ListPurchases"]
  )
  const pending = purchases?.find(isAwaitingPayment)
  return (
    <>
      <p>{t("firstSteps.plan.text", { credits: creditsPerMonth, title })}</p>
      <Problem error={buy.error} />
      {pending !== undefined && (
        <Note tone="info">
          {t(pending.checkoutUrl === null ? "firstSteps.plan.byOperator" : "firstSteps.plan.unpaid")}
        </Note>
      )}
      <div className={styles["actions"]}>
        {pending?.checkoutUrl !== null && (
          <Button
            kind="primary"
            busy={buy.isPending}
            onClick={() =>
              buy.mutate(undefined, {
                onSuccess: (bought) => bought.outcome === "checkout" && payFor(bought.purchase)
              })
            }
          >
            {t("firstSteps.plan.buy", { title })} · <Usd cents={usdPerMonth * 100} />
          </Button>
        )}
        <LinkButton href="/credits">{t("firstSteps.plan.compare")}</LinkButton>
      </div>
    </>
  )
}
