/** What the call would cost at most, and what is left for it. */
import { useAsk } from "../../rpc/Call.ts"
import { useText } from "../../text/Text.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import type { CallValues } from "./CallValues.ts"
import styles from "./Playground.module.css"

interface PriceProps {
  readonly operation: string
  readonly values: CallValues
  readonly complete: boolean
  /** The price in words. */
  readonly inWords: string
}

export const Price = ({ operation, values, complete, inWords }: PriceProps) => {
  const t = useText()
  const call = { operation, parameters: values }
  const { data, error, isPlaceholderData } = useAsk("EstimateCall", call, (portal) => portal.EstimateCall(call), {
    enabled: complete
  })
  return (
    <div className={styles["price"]} aria-live="polite">
      <p lang="en">{inWords}</p>
      {complete && <Problem error={error} />}
      {complete && error === null && data !== undefined && (
        <p className={isPlaceholderData ? styles["old"] : undefined}>
          {t("playground.estimate", { credits: data.estimate, left: data.remaining })}
        </p>
      )}
      {complete && error === null && data?.affordable === false && (
        <Note tone="warn">{t("playground.tooExpensive")}</Note>
      )}
    </div>
  )
}
