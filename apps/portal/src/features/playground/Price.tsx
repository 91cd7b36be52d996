/** What the call would cost at most, and what is left for it. */
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import type { CallValues } from "./CallValues.ts"
import { Marked } from "./Marked.tsx"
import type { OperationWords } from "./OperationWords.ts"
import styles from "./Playground.module.css"

interface PriceProps {
  readonly operation: string
  readonly values: CallValues
  readonly complete: boolean
  readonly words: Pick<OperationWords, "price" | "lang">
}

export const Price = ({ operation, values, complete, words }: PriceProps) => {
  const t = useText()
  const call = { operation, parameters: values }
  const { data, error, isPlaceholderData } = usePortalQuery("playground.EstimateCall", call, {
    enabled: complete
  })
  // What is wrong with a value is one sentence here; pressing Run shows it at the field.
  const failure = failureIn(error)
  const fault = failure?._tag === "Problem" && failure.problem.errors.length > 0 ? failure.problem.detail : undefined
  return (
    <div className={styles["price"]} aria-live="polite">
      <p lang={words.lang}>
        <Marked text={words.price} />
      </p>
      {complete && fault !== undefined && (
        <p lang="en" className={styles["fault"]}>
          {fault}
        </p>
      )}
      {complete && fault === undefined && <Problem error={error} />}
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
