/** More credits within the period, in units at the price of the plan. */
import { maxTopUpUnits, plans, topUpUnitCredits } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { useState } from "react"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { formatUsd } from "../../text/Formats.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput } from "../../ui/Inputs.tsx"
import { toast } from "../../ui/Toast.tsx"
import { payFor, topUpPrice } from "./Checkout.ts"

export const TopUp = ({ state }: { readonly state: PortalPlan }) => {
  const t = useText()
  const [units, setUnits] = useState("1")
  const buy = usePortalMutation(
    (credits: number) => call("billing.BuyCredits", { credits }),
    ["billing.ListPurchases", "usage.Balance", "account.ListAudit"]
  )
  const { current } = state
  if (current === null || current.isTrial) return <p>{t("credits.topUp.needsPlan")}</p>
  const { title, topUpUsdPerUnit } = plans[current.plan]
  if (topUpUsdPerUnit === null) return <p>{t("credits.topUp.notOn", { title })}</p>
  const price = topUpPrice(current.plan, Number(units))
  return (
    <Form
      error={buy.error}
      onSubmit={() =>
        buy.mutate(price?.credits ?? 0, {
          onSuccess: (purchase) => {
            toast(t("credits.ordered"))
            payFor(purchase)
          }
        })
      }
    >
      <p>
        <RichText
          id="credits.topUp.text"
          values={{ unit: topUpUnitCredits, price: formatUsd(topUpUsdPerUnit * 100) }}
          components={{ at: <Time at={current.endsAt} /> }}
        />
      </p>
      <Field name="credits" label={t("credits.topUp.units", { unit: topUpUnitCredits })}>
        <NumberInput
          required
          min={1}
          max={maxTopUpUnits}
          value={units}
          onChange={({ currentTarget }) => setUnits(currentTarget.value)}
        />
      </Field>
      <FormActions>
        <Button type="submit" kind="primary" busy={buy.isPending} disabled={price === undefined}>
          {price === undefined
            ? t("credits.topUp.invalid", { max: maxTopUpUnits })
            : t("credits.topUp.buy", { credits: price.credits, price: formatUsd(price.cents) })}
        </Button>
      </FormActions>
    </Form>
  )
}
