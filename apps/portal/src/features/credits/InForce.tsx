/** The plan in force and how it goes on, in one sentence. */
import { plans } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { Time } from "../../text/Time.tsx"
import { RichText, useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/Problem.tsx"
import styles from "./Credits.module.css"
import { courseOf } from "./PlanOffers.ts"

const CustomerPortal = () => {
  const t = useText()
  const open = usePortalMutation(() => call("billing.OpenCustomerPortal"), [])
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

export const InForce = ({ state }: { readonly state: PortalPlan }) => {
  const t = useText()
  const { current, nextPlan, paidUntil, renewsByItself, hasCustomerPortal } = state
  const course = courseOf(state)
  const at = paidUntil ?? current?.endsAt
  return (
    <div className={styles["inForce"]}>
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
