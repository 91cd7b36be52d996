/** One step: what it is, whether it is done, and how to do it. */
import type { ReactNode } from "react"
import { useText } from "../../text/Text.tsx"
import { Status } from "../../ui/Status.tsx"
import styles from "./FirstSteps.module.css"
import type { StepName } from "./Progress.ts"

interface StepProps {
  readonly name: StepName
  readonly done: boolean | undefined
  readonly isNext: boolean
  readonly children?: ReactNode
}

export const Step = ({ name, done, isNext, children }: StepProps) => {
  const t = useText()
  return (
    <li className={styles["step"]} aria-current={isNext ? "step" : undefined}>
      <header className={styles["head"]}>
        <h2>{t(`firstSteps.${name}.title`)}</h2>
        {done === true && <Status tone="ok">{t("firstSteps.done")}</Status>}
        {isNext && <Status tone="info">{t("firstSteps.next")}</Status>}
      </header>
      {children}
    </li>
  )
}
