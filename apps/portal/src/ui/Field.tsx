/** A labelled input with its hint and its error. The inputs of `Inputs.tsx` go inside. */
import { Field as BaseField } from "@base-ui/react/field"
import type { ReactNode } from "react"
import { useText } from "../text/Text.tsx"
import styles from "./Field.module.css"

export interface FieldProps {
  /** The name in the form data and in the errors of the server. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly children: ReactNode
}

export const Field = ({ name, label, hint, children }: FieldProps) => {
  const t = useText()
  return (
    <BaseField.Root name={name} className={styles["field"]}>
      <BaseField.Label className={styles["label"]}>{label}</BaseField.Label>
      {hint !== undefined && <BaseField.Description className={styles["hint"]}>{hint}</BaseField.Description>}
      {children}
      <BaseField.Error className={styles["error"]} match="customError" />
      <BaseField.Error className={styles["error"]} match="valueMissing">
        {t("ui.field.missing")}
      </BaseField.Error>
      {(["badInput", "typeMismatch", "patternMismatch", "stepMismatch"] as const).map((match) => (
        <BaseField.Error key={match} className={styles["error"]} match={match}>
          {t("ui.field.malformed")}
        </BaseField.Error>
      ))}
      {(["rangeOverflow", "tooLong", "rangeUnderflow", "tooShort"] as const).map((match) => (
        <BaseField.Error key={match} className={styles["error"]} match={match} />
      ))}
    </BaseField.Root>
  )
}
