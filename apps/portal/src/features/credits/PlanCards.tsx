/** The plans side by side, and what can be done with each. */
import { type PlanName, plans } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { formatUsd } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Status } from "../../ui/Status.tsx"
import styles from "./Credits.module.css"
import { type Offer, offersOf } from "./PlanOffers.ts"

/** What somebody has pressed and has to confirm. */
export type Wanted =
  | { readonly what: "buy" | "upgrade"; readonly plan: PlanName }
  | { readonly what: "downgrade"; readonly plan: PlanName }
  | { readonly what: "cancel" | "keep" }
  | { readonly what: "topUp"; readonly credits: number }

type WantedPurchase = Extract<Wanted, { readonly what: "buy" | "upgrade" | "topUp" }>

export const isPurchase = (wanted: Wanted): wanted is WantedPurchase =>
  wanted.what === "buy" || wanted.what === "upgrade" || wanted.what === "topUp"

interface PlanCardsProps {
  readonly state: PortalPlan
  readonly onWant: (wanted: Wanted) => void
}

export const PlanCards = ({ state, onWant }: PlanCardsProps) => (
  <ul className={styles["plans"]}>
    {offersOf(state).map(([plan, offer]) => (
      <PlanCard key={plan} plan={plan} offer={offer} onWant={onWant} />
    ))}
  </ul>
)

const inForce: ReadonlySet<Offer> = new Set(["current", "keep", "given"])

interface PlanCardProps extends Pick<PlanCardsProps, "onWant"> {
  readonly plan: PlanName
  readonly offer: Offer
}

const PlanCard = ({ plan, offer, onWant }: PlanCardProps) => {
  const t = useText()
  const { title, usdPerMonth, creditsPerMonth, webhooks, topUpUsdPerUnit } = plans[plan]
  return (
    <li className={styles["plan"]} aria-current={inForce.has(offer) ? "true" : undefined}>
      <h3>{title}</h3>
      <p className={styles["price"]}>
        {formatUsd(usdPerMonth * 100)} <span>{t("credits.aMonth")}</span>
      </p>
      <ul className={styles["facts"]}>
        <li>{t("credits.plan.credits", { n: creditsPerMonth })}</li>
        <li>{t(webhooks ? "credits.plan.webhooks" : "credits.plan.noWebhooks")}</li>
        <li>
          {topUpUsdPerUnit === null ? t("credits.plan.noTopUps") : t("credits.plan.topUps", { usd: topUpUsdPerUnit })}
        </li>
      </ul>
      {inForce.has(offer) && <Status tone="ok">{t("credits.offer.current")}</Status>}
      {offer === "current" && (
        <Button kind="quiet" onClick={() => onWant({ what: "cancel" })}>
          {t("credits.offer.cancel")}
        </Button>
      )}
      {offer === "keep" && (
        <Button onClick={() => onWant({ what: "keep" })}>{t("credits.offer.keep", { title })}</Button>
      )}
      {offer === "later" && <p className={styles["later"]}>{t("credits.offer.later")}</p>}
      {offer === "scheduled" && <Status tone="info">{t("credits.offer.scheduled")}</Status>}
      {(offer === "buy" || offer === "upgrade" || offer === "downgrade") && (
        <Button onClick={() => onWant({ what: offer, plan })}>{t(`credits.offer.${offer}`, { title })}</Button>
      )}
    </li>
  )
}
