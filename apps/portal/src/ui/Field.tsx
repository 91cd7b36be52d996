/** A labelled input with its hint and its error. The inputs of `Inputs.tsx` go inside. */
import { Field as BaseField } from "@base-ui/react/field"
import type { ReactNode } from "react"
import type { TextId } from "../text/TextId.ts"
import { useText } from "../text/Text.tsx"
import styles from "./Field.module.css"

const faults = ["badInput", "typeMismatch", "patternMismatch", "stepMismatch"] as const
const outside = ["rangeUnderflow", "rangeOverflow"] as const

const wordsOf = (
  validity: Readonly<Record<"valueMissing" | (typeof faults)[number] | (typeof outside)[number], boolean>>,
  malformed: TextId
): TextId | undefined => {
  if (validity.valueMissing) return "ui.field.missing"
  if (outside.some((fault) => validity[fault])) return "ui.field.range"
  return faults.some((fault) => validity[fault]) ? malformed : undefined
}

export interface FieldProps {
  /** The name in the form data and in the errors of the server. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with a value that has not the format, such as an address without a host. */
  readonly malformed?: TextId
  readonly children: ReactNode
}

export const Field = ({ name, label, hint, malformed = "ui.field.malformed", children }: FieldProps) => {
  const t = useText()
  return (
    <BaseField.Root name={name} className={styles["field"]}>
      <BaseField.Label className={styles["label"]}>{label}</BaseField.Label>
      {hint !== undefined && <BaseField.Description className={styles["hint"]}>{hint}</BaseField.Description>}
      {children}
      <BaseField.Validity>
        {({ validity }) => {
          const words = wordsOf(validity, malformed)
          // Without words of ours it shows what the server said.
          return (
            <BaseField.Error className={styles["error"]} {...(words === undefined ? {} : { children: t(words) })} />
          )
        }}
      </BaseField.Validity>
    </BaseField.Root>
  )
}
