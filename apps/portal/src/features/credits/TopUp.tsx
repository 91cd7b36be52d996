/** More credits within the period: an amount, with its price beside it. */
import { maxTopUpUnits, plans, topUpUnitCredits } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { useState } from "react"
import { formatUsd } from "../../text/Formats.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { topUpPrice } from "./Checkout.ts"
import styles from "./Credits.module.css"

interface TopUpProps {
  readonly state: PortalPlan
  readonly onWant: (wanted: { readonly what: "topUp"; readonly credits: number }) => void
}

/** People write 30,000, 30 000 or 30.000. */
const amountOf = (typed: string): number => (/^[\d,. ]+$/.test(typed) ? Number(typed.replaceAll(/[,. ]/g, "")) : NaN)

export const TopUp = ({ state, onWant }: TopUpProps) => {
  const t = useText()
  const [typed, setTyped] = useState(String(topUpUnitCredits))
  const { current } = state
  if (current === null || current.isTrial) return <p>{t("credits.topUp.needsPlan")}</p>
  const { title, topUpUsdPerUnit } = plans[current.plan]
  if (topUpUsdPerUnit === null) return <p>{t("credits.topUp.notOn", { title })}</p>
  const price = topUpPrice(current.plan, amountOf(typed))
  return (
    <Form error={null} onSubmit={() => price !== undefined && onWant({ what: "topUp", credits: price.credits })}>
      <p>
        <RichText
          id="credits.topUp.text"
          values={{ unit: topUpUnitCredits, price: formatUsd(topUpUsdPerUnit * 100) }}
          components={{ at: <Time at={current.endsAt} /> }}
        />
      </p>
      <div className={styles["amount"]}>
        <Field name="credits" label={t("credits.topUp.units")}>
          <TextInput
            inputMode="numeric"
            value={typed}
            aria-describedby="top-up-price"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
        <output id="top-up-price">
          {price === undefined
            ? t("credits.topUp.wrong", { unit: topUpUnitCredits, most: maxTopUpUnits * topUpUnitCredits })
            : t("credits.topUp.price", { price: formatUsd(price.cents) })}
        </output>
      </div>
      <FormActions>
        <Button type="submit" disabled={price === undefined}>
          {t("credits.topUp.buy")}
        </Button>
      </FormActions>
    </Form>
  )
}
