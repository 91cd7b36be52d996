/** What a purchase or a change of plan does and costs, before it is made: the same for every screen that sells. */
import { plans } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { Effect } from "effect"
import { payFor, topUpPrice } from "./Checkout.ts"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { formatUsd } from "../../text/Formats.ts"
import { Time } from "../../text/Time.tsx"
import { RichText, useText } from "../../text/Text.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { toast } from "../../ui/Toast.tsx"
import { isPurchase, type Wanted } from "./PlanCards.tsx"

interface ConfirmPlanProps {
  readonly wanted: Wanted
  readonly state: PortalPlan
  readonly onClose: () => void
}

const stale = ["billing.ShowPlan", "billing.ListPurchases", "usage.Balance", "account.ListAudit"] as const

/** The purchase to pay, if there is one. */
const change = (wanted: Wanted) => {
  switch (wanted.what) {
    case "cancel":
      return Effect.as(call("billing.CancelPlan"), undefined)
    case "keep":
      return Effect.as(call("billing.ResumePlan"), undefined)
    case "topUp":
      return call("billing.BuyCredits", { credits: wanted.credits })
    default:
      return Effect.map(call("billing.BuyPlan", { plan: wanted.plan }), (bought) =>
        bought.outcome === "checkout" ? bought.purchase : undefined
      )
  }
}

export const ConfirmPlan = ({ wanted, state, onClose }: ConfirmPlanProps) => {
  const t = useText()
  const act = usePortalMutation(change, stale)
  const confirm = () =>
    act.mutate(wanted, {
      onSuccess: (purchase) => {
        if (purchase !== undefined) {
          toast(t("credits.ordered"))
          payFor(purchase)
        }
        onClose()
      }
    })
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(`credits.confirm.${wanted.what}.title`, names(wanted, state))}
      consequences={<Consequences wanted={wanted} state={state} />}
      action={actionOf(wanted, state, t)}
      kind={wanted.what === "cancel" || wanted.what === "downgrade" ? "danger" : "primary"}
      change={act}
      onConfirm={confirm}
    />
  )
}

/** A provider without a page of its own pays by itself, or the operator confirms. */
const howToPay = ({ provider }: PortalPlan): "manual" | "fake" | "checkout" =>
  provider === "manual" || provider === "fake" ? provider : "checkout"

/** Somebody else is paid for an order by hand: nothing is paid with the button. */
const actionOf = (wanted: Wanted, state: PortalPlan, t: ReturnType<typeof useText>): string => {
  const values = names(wanted, state)
  if (!isPurchase(wanted)) return t(`credits.confirm.${wanted.what}.action`, values)
  return t(howToPay(state) === "manual" ? "credits.confirm.order" : "credits.confirm.buy.action", values)
}

const names = (wanted: Wanted, { current }: PortalPlan) => {
  if (wanted.what === "topUp") {
    const cents = current === null ? 0 : (topUpPrice(current.plan, wanted.credits)?.cents ?? 0)
    return { title: "", price: formatUsd(cents), credits: wanted.credits }
  }
  const plan = "plan" in wanted ? wanted.plan : current?.plan
  const title = plan === undefined ? "" : plans[plan].title
  const price = plan === undefined ? "" : formatUsd(plans[plan].usdPerMonth * 100)
  return { title, price, credits: plan === undefined ? 0 : plans[plan].creditsPerMonth }
}

const Consequences = ({ wanted, state }: Pick<ConfirmPlanProps, "wanted" | "state">) => {
  const t = useText()
  const values = names(wanted, state)
  const loses = "plan" in wanted && wanted.what === "downgrade" && !plans[wanted.plan].webhooks
  return (
    <>
      <p>{t(`credits.confirm.${wanted.what}.text`, values)}</p>
      {(wanted.what === "downgrade" || wanted.what === "cancel") && state.paidUntil !== null && (
        <p>
          <RichText id="credits.confirm.until" components={{ at: <Time at={state.paidUntil} /> }} />
        </p>
      )}
      {(loses || wanted.what === "cancel") && <p>{t("credits.confirm.webhooks")}</p>}
      {isPurchase(wanted) && <p>{t(`credits.confirm.${howToPay(state)}`)}</p>}
    </>
  )
}
